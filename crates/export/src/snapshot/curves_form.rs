//! The form of the Curves view: its choices for a scenario's knobs.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde_json::Value;

use super::CurvesForm;
use experiment::sweep::{USUAL, Vary};
use experiment::{Scenario, knobs};
use scheduling::criteria::Criterion;
use scheduling::system::Knob;

/// The knobs that may stand along the x axis: those set to numbers.
pub fn axes(scenario: &Scenario) -> Vec<&'static Knob> {
    knobs::knobs(scenario).into_iter().filter(|it| it.numbers().is_some()).collect()
}

/// The knobs whose choices may be overlaid.
pub fn overlays(scenario: &Scenario) -> Vec<&'static Knob> {
    knobs::knobs(scenario).into_iter().filter(|it| it.choices().is_some()).collect()
}

/// The figures that may be drawn: those that usually are, then whatever else runs have.
pub fn figures(scenario: &Scenario) -> Vec<Criterion> {
    let own = scenario.system.model().measures().iter();
    let usual = USUAL.into_iter().chain(own.map(Criterion::Own));
    let others = scenario.figures();
    usual.chain(others.filter(|it| !is_usual(*it))).collect()
}

/// The figures in place of tardiness where no job has a deadline.
pub const WAITS: [&str; 3] = ["mean_waiting_time", "mean_bounded_slowdown", "waiting_time_90"];

/// Whether jobs of the scenario's runs may have deadlines, as reservations have, along an axis with this path.
pub fn has_deadlines(scenario: &Scenario, axis: &str) -> bool {
    let reservations = &scenario.workload.reservations;
    let reserves = reservations.percent > 0.0 || !reservations.listed.is_empty() || axis == knobs::SHARE;
    reserves || !scenario.system.model().takes_logs()
}

/// Whether a figure is drawn by default.
pub fn is_usual(figure: Criterion) -> bool {
    USUAL.contains(&figure) || matches!(figure, Criterion::Own(_))
}

impl CurvesForm {
    /// Which figures are asked for, of those that the scenario's runs have; none where it is those that are usual.
    pub fn chosen(&self, scenario: &Scenario) -> Option<Vec<Criterion>> {
        let is_chosen = |it: &Criterion| self.figures.iter().any(|key| key == it.key());
        let chosen: Vec<_> = figures(scenario).into_iter().filter(is_chosen).collect();
        (!chosen.is_empty()).then_some(chosen)
    }

    /// The figures that are drawn.
    pub fn drawn(&self, scenario: &Scenario) -> Vec<Criterion> {
        self.chosen(scenario).unwrap_or_else(|| {
            let has_deadlines = has_deadlines(scenario, self.axis(scenario).path);
            let is_drawn = |it: &Criterion| match *it {
                it if it == Criterion::TARDINESS => has_deadlines,
                it => is_usual(it) || !has_deadlines && WAITS.contains(&it.key()),
            };
            figures(scenario).into_iter().filter(is_drawn).collect()
        })
    }

    pub fn draw(&mut self, scenario: &Scenario, figures: Vec<Criterion>) {
        self.figures.clear();
        if figures != self.drawn(scenario) {
            self.figures = figures.iter().map(|it| it.key().to_owned()).collect();
        }
    }

    /// Draws a figure beside the others, or no longer.
    pub fn turn(&mut self, scenario: &Scenario, figure: Criterion, on: bool) {
        let drawn = self.drawn(scenario);
        let kept = figures(scenario).into_iter().filter(|it| if *it == figure { on } else { drawn.contains(it) });
        self.draw(scenario, kept.collect());
    }

    /// The knob along the x axis: the one that was chosen, or the first.
    pub fn axis(&self, scenario: &Scenario) -> &'static Knob {
        let axes = axes(scenario);
        axes.iter().find(|it| Some(it.path) == self.axis.as_deref()).unwrap_or(&axes[0])
    }

    /// Another knob goes along the x axis, with its usual values.
    pub fn take_axis(&mut self, path: &'static str) {
        (self.axis, self.values) = (Some(path.to_owned()), None);
    }

    /// The values as they stand in the form.
    pub fn values(&self, scenario: &Scenario) -> String {
        let usual = || self.axis(scenario).numbers().map_or("", |it| it.usual);
        let typed = self.values.clone();
        typed.unwrap_or_else(|| usual().to_owned())
    }

    /// The choices of a knob that are overlaid.
    pub fn overlaid(&self, knob: &'static Knob) -> Vec<&'static str> {
        let chosen = self.overlaid.get(knob.key());
        let usual = knob.choices().map_or(&[][..], |it| it.overlaid);
        chosen.map_or_else(|| usual.to_vec(), |values| chosen_of(knob, values))
    }

    /// The formulas of a knob that are overlaid: values with a formula behind the choice.
    pub fn formulas(&self, knob: &'static Knob) -> Vec<String> {
        formulas_of(&self.overlaid, knob)
    }

    /// All values of a knob that are overlaid.
    fn all_overlaid(&self, knob: &'static Knob) -> Vec<String> {
        with_formulas(self.overlaid(knob), self.formulas(knob))
    }

    /// Overlays these choices of a knob.
    pub fn overlay(&mut self, knob: &'static Knob, values: Vec<&'static str>) {
        let formulas = self.formulas(knob);
        choose(&mut self.overlaid, knob, values, formulas);
    }

    pub fn overlay_formulas(&mut self, knob: &'static Knob, formulas: Vec<String>) {
        let values = self.overlaid(knob);
        choose(&mut self.overlaid, knob, values, formulas);
    }

    /// The values as numbers.
    ///
    /// # Errors
    ///
    /// In words, if they are no list of numbers, or no values that the axis can have.
    pub fn numbers(&self, scenario: &Scenario) -> Result<Vec<f64>, String> {
        let Some(of) = self.axis(scenario).numbers() else {
            return Err("only numbers can be swept over".to_owned());
        };
        numbers(&self.values(scenario), of.least..=of.most, of.whole)
    }

    /// The scenarios to overlay on `base`, each with its label in the legend: every combination of
    /// the choices, named by the first knob and by those with several choices.
    ///
    /// # Errors
    ///
    /// A sentence, if a choice cannot be set.
    pub fn lines(&self, base: &Scenario) -> Result<Vec<(String, Scenario)>, String> {
        let mut lines = vec![(String::new(), base.clone())];
        for knob in overlays(base) {
            let values = self.all_overlaid(knob);
            if values.is_empty() || knobs::reads(base, knob.path).is_err() {
                continue;
            }
            let mut next = Vec::new();
            for (name, scenario) in &lines {
                for value in &values {
                    let value = Value::from(value.as_str());
                    let set = knobs::set(scenario, knob.path, &value).map_err(|why| why.to_string())?;
                    let name = match (name.is_empty(), values.len()) {
                        (true, _) => knob.told(&value),
                        (false, 1) => name.clone(),
                        (false, _) => format!("{name} · {}", knob.told(&value)),
                    };
                    next.push((name, set));
                }
            }
            lines = next;
        }
        if let [(name, _)] = lines.as_mut_slice()
            && name.is_empty()
        {
            *name = base.system.model().name().to_owned();
        }
        Ok(lines)
    }

    /// The fields in which the lines differ or that name them, each with its values; the first turns slowest.
    pub fn varied(&self, base: &Scenario) -> Vec<Vary> {
        let fields = overlays(base).into_iter().filter_map(|knob| {
            let values = self.all_overlaid(knob);
            let is_set = !values.is_empty() && knobs::reads(base, knob.path).is_ok();
            is_set.then(|| Vary { path: knob.path.to_owned(), values: values.into_iter().map(Value::from).collect() })
        });
        fields.collect()
    }

    /// Whether both ask for the same curves of a scenario. Values may be typed in other ways.
    pub fn asks_as(&self, other: &Self, scenario: &Scenario) -> bool {
        let overlaid = |form: &Self| -> Vec<Vec<String>> {
            overlays(scenario).into_iter().map(|knob| form.all_overlaid(knob)).collect()
        };
        self.axis(scenario).path == other.axis(scenario).path
            && self.repeats() == other.repeats()
            && self.replicate == other.replicate
            && overlaid(self) == overlaid(other)
            && self.numbers(scenario).is_ok_and(|it| other.numbers(scenario) == Ok(it))
    }
}

/// The values that are choices of a knob, in the order of its choices.
pub fn chosen_of(knob: &'static Knob, values: &[String]) -> Vec<&'static str> {
    knob.choices()
        .map_or(&[][..], |it| it.all)
        .iter()
        .map(|it| it.key)
        .filter(|&it| values.iter().any(|value| value == it))
        .collect()
}

/// What a form has chosen of its knobs, by their keys.
type Chosen = BTreeMap<String, Vec<String>>;

/// Chooses these values of a knob, and no others.
pub fn choose(all: &mut Chosen, knob: &'static Knob, choices: Vec<&'static str>, formulas: Vec<String>) {
    all.insert(knob.key().to_owned(), with_formulas(choices, formulas));
}

/// The chosen values of a knob that have a formula behind the choice.
pub fn formulas_of(all: &Chosen, knob: &'static Knob) -> Vec<String> {
    let values = all.get(knob.key()).map_or(&[][..], Vec::as_slice);
    let is_one = |value: &&String| {
        let choices = knob.choices();
        choices.is_some_and(|it| it.formula_of(value).is_some())
    };
    values.iter().filter(is_one).cloned().collect()
}

/// Choices, and values with a formula behind them.
pub fn with_formulas(choices: Vec<&'static str>, formulas: Vec<String>) -> Vec<String> {
    choices.into_iter().map(str::to_owned).chain(formulas).collect()
}

/// The numbers of a list as typed, within `range`, whole ones if they must be.
///
/// # Errors
///
/// In words, if they are no list of such numbers.
pub fn numbers(typed: &str, range: RangeInclusive<f64>, whole: bool) -> Result<Vec<f64>, String> {
    let (least, most) = (*range.start(), *range.end());
    let list: String = typed.split_whitespace().collect();
    let list = list.trim_matches(',');
    let vary: Vary = format!("values={list}")
        .parse()
        .map_err(|_| "write numbers with commas, such as 0, 10, .., 100".to_string())?;
    let numbers: Option<Vec<f64>> = vary.values.iter().map(|value| value.as_f64()).collect();
    let numbers = numbers.ok_or("only numbers can be swept over")?;
    let fits = |value: &f64| range.contains(value) && (!whole || value.fract() == 0.0);
    match numbers.iter().find(|value| !fits(value)) {
        Some(value) if whole => Err(format!("{value} is no whole number from {least} to {most}")),
        Some(value) => Err(format!("{value} does not lie between {least} and {most}")),
        None => Ok(numbers),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn overlaying(key: &str, values: &[&str]) -> CurvesForm {
        let values = values.iter().map(|&it| it.to_owned()).collect();
        CurvesForm { overlaid: [(key.to_owned(), values)].into(), ..CurvesForm::default() }
    }

    #[test]
    fn orders_by_formula_are_lines_of_their_own() {
        let base = Scenario::default();
        let queue = knobs::knob(&base, "system.two_level.local.queue").expect("a knob");
        let mut form = CurvesForm::default();
        form.overlay(queue, vec!["easy"]);
        form.overlay_formulas(queue, vec!["ordered: work".to_owned()]);
        let lines = form.lines(&base).expect("lines");
        let names: Vec<&str> = lines.iter().map(|it| it.0.split(" · ").next().unwrap_or_default()).collect();
        assert_eq!(names, ["EASY backfilling", "Ordered by SAF"]);
        assert_eq!(form.varied(&base)[0].values, ["easy", "ordered: work"]);
        let mut other = form.clone();
        other.overlay_formulas(queue, Vec::new());
        assert!(!form.asks_as(&other, &base) && form.asks_as(&form.clone(), &base));
    }

    #[test]
    fn the_usual_curves_are_asked_for_until_others_are() {
        let (base, mut form) = (Scenario::default(), CurvesForm::default());
        let usual = form.axis(&base);
        assert_eq!(usual.path, axes(&base)[0].path);
        assert!(form.numbers(&base).is_ok_and(|it| it.len() > 1));
        form.values = Some("1, 2".to_owned());
        form.take_axis("workload.load_factor");
        assert_eq!(form.axis(&base).path, "workload.load_factor");
        // Another axis comes with its own values.
        assert_eq!(form.values, None);
    }

    #[test]
    fn what_a_link_names_and_the_scenario_does_not_have_is_left_alone() {
        let base = Scenario::default();
        let queue = knobs::knob(&base, "system.two_level.local.queue").expect("a knob");
        let form = overlaying(queue.key(), &["no_such_policy", "easy"]);
        assert_eq!(form.overlaid(queue), ["easy"]);
        let lines = form.lines(&base).expect("curves");
        assert!(lines.iter().all(|(name, _)| name.starts_with("EASY")), "{lines:?}");
        let elsewhere =
            CurvesForm { axis: Some("system.no_such.field".to_owned()), ..overlaying("no-such-knob", &["x"]) };
        assert_eq!(elsewhere.axis(&base).path, axes(&base)[0].path);
        assert!(elsewhere.asks_as(&CurvesForm::default(), &base));
    }

    #[test]
    fn all_figures_are_offered_and_those_that_are_usual_are_drawn() {
        for system in scheduling::system::System::all() {
            let base = Scenario { system, ..Scenario::default() };
            let mut form = CurvesForm::default();
            let offered = figures(&base);
            let usual = form.drawn(&base);
            assert!(offered.starts_with(&usual) && usual.starts_with(&USUAL));
            for criterion in base.figures() {
                let count = offered.iter().filter(|it| **it == criterion).count();
                assert_eq!(count, 1, "{criterion:?}");
                form.draw(&base, vec![criterion]);
                assert_eq!(form.figures, [criterion.key()]);
                assert_eq!(form.drawn(&base), [criterion]);
            }
            // The default choice leaves the list empty, and so does a choice of no figure.
            form.draw(&base, usual.clone());
            assert_eq!(form, CurvesForm::default());
            form.draw(&base, Vec::new());
            assert_eq!(form.drawn(&base), usual);
            // One is drawn beside the others, in the order in which all are offered, and taken away again.
            let last = *offered.last().expect("a figure");
            form.turn(&base, last, true);
            assert_eq!(form.drawn(&base), [&usual[..], &[last]].concat());
            form.turn(&base, last, false);
            assert_eq!(form, CurvesForm::default());
            // A figure that a link names and no run of the system has is left alone.
            form.figures = vec!["mood".to_owned()];
            assert_eq!((form.chosen(&base), form.drawn(&base)), (None, usual));
        }
    }

    #[test]
    fn curves_are_the_same_however_their_values_are_typed() {
        let base = Scenario::default();
        let typed = |values: &str| CurvesForm { values: Some(values.to_owned()), ..CurvesForm::default() };
        assert!(typed("0, 10, .., 30").asks_as(&typed("0,10, 20,30"), &base));
        assert!(!typed("0, 10").asks_as(&typed("0, 20"), &base));
        assert!(!typed("?").asks_as(&typed("?"), &base));
        let other_seeds = CurvesForm { seeds: 2, ..typed("0, 10") };
        assert!(!other_seeds.asks_as(&typed("0, 10"), &base));
        let replicated = |of: &str, seeds| CurvesForm {
            replicate: Some(of.parse().expect("a replication")),
            seeds,
            ..typed("0, 10")
        };
        let windows = replicated("windows=10", 10);
        assert!(!windows.asks_as(&typed("0, 10"), &base));
        assert!(!windows.asks_as(&replicated("windows=10:0.2", 10), &base));
        // There are no seeds beside replicates.
        assert!(windows.asks_as(&replicated("windows=10", 3), &base));
    }

    #[test]
    fn the_number_is_that_of_the_seeds_or_of_the_replicates() {
        let mut form = CurvesForm::default();
        form.repeat(5);
        assert_eq!((form.seeds, form.repeats()), (5, 5));
        form.replicate = Some("shake=7:90".parse().expect("a replication"));
        assert_eq!((form.seeds, form.repeats()), (5, 7));
        form.repeat(9);
        let expected = Some("shake=9:90".parse().expect("a replication"));
        assert_eq!((form.seeds, form.replicate), (5, expected));
    }
}
