//! Figures to choose from: a few at hand, all others by group, and those that a search finds.

use scheduling::criteria::{Criterion, FigureGroup};
use scheduling::system::Unit;

/// Figures to choose from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OfferedFigures {
    /// Those at hand: the usual ones and the chosen ones.
    pub near: Vec<Criterion>,
    /// All others that the search finds, by group.
    pub groups: Vec<(FigureGroup, Vec<Criterion>)>,
}

impl OfferedFigures {
    /// Of `all` figures, in their order, the usual and the chosen ones at hand. The others are found by all words of
    /// the search, in any order, case aside; without words all are. O(figures · words).
    pub fn of(all: &[Criterion], is_near: impl Fn(Criterion) -> bool, search: &str) -> Self {
        let words: Vec<String> = search.split_whitespace().map(plain).collect();
        let mut offered = Self::default();
        for &figure in all {
            if is_near(figure) {
                offered.near.push(figure);
            } else if is_found(figure, &words) {
                offered.add(figure);
            }
        }
        // In the order of groups, whatever the order of figures.
        base::ordering::sort_by_key(&mut offered.groups, |(group, _)| *group);
        offered
    }

    fn add(&mut self, figure: Criterion) {
        let group = figure.group();
        match self.groups.iter_mut().find(|it| it.0 == group) {
            Some((_, figures)) => figures.push(figure),
            None => self.groups.push((group, vec![figure])),
        }
    }

    /// How many figures the groups have together.
    pub fn found(&self) -> usize {
        self.groups.iter().map(|(_, figures)| figures.len()).sum()
    }
}

/// Whether name or path of a figure have all words.
fn is_found(figure: Criterion, words: &[String]) -> bool {
    let text = plain(&format!("{} {}", figure.name(), figure.key()));
    words.iter().all(|word| text.contains(word.as_str()))
}

/// Small letters, and hyphens for dashes.
fn plain(text: &str) -> String {
    text.to_lowercase().replace('–', "-")
}

/// The name of a figure with its unit: `Median waiting time (s)`.
pub fn name_with_unit(figure: Criterion) -> String {
    let unit = match figure.unit() {
        Unit::Work => "processor s",
        Unit::Share => "%",
        Unit::Times => "factor",
        unit => unit.symbol(),
    };
    match unit {
        "" => figure.name().to_owned(),
        unit => format!("{} ({unit})", figure.name()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use experiment::Scenario;

    fn offered(search: &str) -> OfferedFigures {
        let all: Vec<Criterion> = Scenario::default().figures().collect();
        OfferedFigures::of(&all, |it| Criterion::PAPER.contains(&it), search)
    }

    #[test]
    fn usual_figures_are_at_hand_and_all_others_in_their_groups() {
        let it = offered("");
        assert_eq!(it.near, Criterion::PAPER);
        let groups: Vec<FigureGroup> = it.groups.iter().map(|it| it.0).collect();
        let mut sorted = groups.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(groups, sorted);
        assert!(groups.contains(&FigureGroup::Size) && groups.contains(&FigureGroup::Cause));
        let all = Scenario::default().figures().count();
        assert_eq!(it.near.len() + it.found(), all);
    }

    #[test]
    fn a_search_finds_names_and_paths_by_all_words() {
        let keys = |search: &str| -> Vec<&str> {
            let it = offered(search);
            it.groups.into_iter().flat_map(|(_, figures)| figures).map(Criterion::key).collect()
        };
        assert_eq!(keys("median BATCH"), ["batch.median_waiting_time"]);
        assert_eq!(keys("99th 8-15"), ["by_size.8.waiting_time_99"], "a hyphen stands for the dash of a class");
        assert_eq!(keys("rejections.too_large"), ["rejections.too_large"]);
        assert!(keys("no such figure").is_empty());
        // The search does not concern figures at hand.
        assert_eq!(offered("no such figure").near.len(), 3);
    }

    #[test]
    fn names_have_their_units() {
        let told = |key: &str| name_with_unit(Criterion::of_key(key).expect(key));
        assert_eq!(told("median_waiting_time"), "Median waiting time (s)");
        assert_eq!(told("mean_utilization"), "Mean utilization U (%)");
        assert_eq!(told("lost_work"), "Work in vain (processor s)");
        assert_eq!(told("rejected"), "Rejected jobs");
    }
}
