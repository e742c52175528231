//! The picture of a comparison: Gantt charts over one time axis, curves, the table of criteria, and the words
//! that identify the scenarios, laid out for a slide or for a column of a paper.

mod charts;
mod column;
mod numbers;
mod slide;
mod table;
#[cfg(test)]
mod tests;
mod words;

use super::gantt::index::GanttIndex;
use super::queue::QueueLength;
use super::steps::Steps;
use super::theme::Theme;
use super::time_axis::Origin;
use super::viewport::Viewport;
use experiment::comparison::{Row, Unjudged};

pub use column::column_svg;
pub use numbers::{FAR, OTHER, RowUnit};
pub use slide::slide_svg;

/// The compared scenarios and their results.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a> {
    /// The name of the workload.
    pub workload: &'a str,
    /// The scenarios, A first; at most six.
    pub scenarios: &'a [Compared<'a>],
    /// The place of the one that differences are counted from.
    pub baseline: usize,
    /// The run's line of the scenario in front.
    pub run: &'a str,
    /// The words that most scenarios have in common, and whether all do.
    pub usual: (&'a str, bool),
    /// From when to when the charts reach, in seconds.
    pub window: (f64, f64),
    /// The rows of processors that they show, each as far as it has them; `None` for all.
    pub rows_in_sight: Option<(f64, f64)>,
    /// The origin of times.
    pub origin: Origin,
    /// The criteria; those of all jobs together are shown.
    pub rows: &'a [Row],
    /// Which seeds the criteria are means over, `seeds 1–10`, or that none makes a difference.
    pub seeds: &'a str,
    /// The differences between jobs, in sentences; shown if there is room.
    pub sentences: &'a [String],
    /// The program that made the picture, with its version.
    pub made_by: &'a str,
    /// Where the comparison can be opened again. It stands whole in the description of the picture, and
    /// on a line of its own as far as there is room.
    pub link: Option<&'a str>,
}

/// One of the scenarios.
#[derive(Clone, Copy, Debug)]
pub struct Compared<'a> {
    /// How it differs from the others, in words.
    pub name: &'a str,
    /// Its run, arranged for drawing in the colours that are wanted.
    pub index: &'a GanttIndex,
    /// The jobs that are highlighted, a flag for each of the run; `None` if none is.
    pub selected: Option<&'a [bool]>,
    /// How many processors were busy.
    pub busy: &'a Steps,
    /// How many jobs waited.
    pub queue: &'a QueueLength,
}

impl Comparison<'_> {
    /// The window with the processors of a scenario that are in sight.
    fn viewport(&self, scenario: &Compared) -> Viewport {
        let rows = scenario.index.rows.iter();
        let rows = rows.fold(0u32, |sum, &rows| sum.saturating_add(rows));
        let bounds = Viewport::new(self.window.0, self.window.1, rows);
        self.rows_in_sight
            .map_or(bounds, |(first_row, last_row)| Viewport { first_row, last_row, ..bounds }.clamped(&bounds))
    }

    fn title(&self) -> String {
        match self.scenarios.len() {
            1 => self.workload.to_owned(),
            count => format!("{count} scenarios on {}", self.workload),
        }
    }

    /// The description of the picture, for screen readers.
    fn description(&self) -> String {
        let mut text = "Gantt charts, utilization and queue length over time, and criteria of".to_owned();
        for (place, scenario) in self.scenarios.iter().enumerate() {
            text += &format!(" {}: {};", words::letter(place), scenario.name);
        }
        text += " ";
        text += self.run;
        text += ". ";
        text += &self.common();
        // Whole, where a picture may have to shorten it.
        if let Some(link) = self.link {
            text += " ";
            text += link;
        }
        text
    }

    /// The words that hold for all scenarios.
    fn common(&self) -> String {
        match self.usual {
            (words, true) => words.to_owned(),
            (words, false) => format!("All, unless said otherwise: {words}"),
        }
    }

    /// Which scenarios are not judged and why, if any, then the differences between jobs.
    fn sentences(&self) -> Vec<String> {
        let differ = differing(self.rows);
        let unjudged = (!differ.is_empty()).then(|| format!("No verdict: {differ}"));
        unjudged.into_iter().chain(self.sentences.iter().cloned()).collect()
    }

    /// The footer: the origin of the picture, and the certainty of its figures.
    fn foot(&self) -> String {
        let cells = || self.rows.iter().flat_map(|row| row.cells.iter().flatten());
        let has_intervals = cells().any(|it| it.value.half_width.is_some());
        let mut parts = vec![self.workload.to_owned(), self.seeds.to_owned()];
        if has_intervals {
            parts.push("± 95 % confidence interval".to_owned());
        }
        if self.scenarios.len() > 1 {
            let baseline = words::letter(self.baseline);
            parts.push(if has_intervals {
                format!("% against {baseline}, * where its interval excludes 0")
            } else {
                format!("% against {baseline}")
            });
            parts.push("best in bold".to_owned());
        }
        if cells().any(|it| it.unjudged == Some(Unjudged::Far)) {
            parts.push("⚠ between the log and a model that is far from it".to_owned());
        }
        if !differing(self.rows).is_empty() {
            parts.push("≠ of other jobs or processors".to_owned());
        }
        parts.push(self.made_by.to_owned());
        parts.join(" · ")
    }

    /// The same with the link, where it has no line of its own.
    fn foot_with_link(&self) -> String {
        match self.link {
            Some(link) => self.foot() + " · " + link,
            None => self.foot(),
        }
    }
}

/// The scenarios that are not judged against the baseline, by the reason; empty if all are: `B, C: other jobs are rejected`.
pub fn differing(rows: &[Row]) -> String {
    let mut reasons: Vec<(&str, Vec<String>)> = Vec::new();
    let most = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    for place in 0..most {
        let mut cells = rows.iter().filter_map(|row| (*row.cells.get(place)?)?.unjudged);
        let why = cells.find_map(|it| match it {
            Unjudged::Differs(what) => Some(what.why()),
            Unjudged::Far => None,
        });
        let Some(why) = why else {
            continue;
        };
        let letter = words::letter(place).to_string();
        match reasons.iter_mut().find(|it| it.0 == why) {
            Some((_, letters)) => letters.push(letter),
            None => reasons.push((why, vec![letter])),
        }
    }
    reasons.iter().map(|(why, letters)| format!("{}: {why}", letters.join(", "))).collect::<Vec<_>>().join("; ")
}

/// Pictures are printed and projected: always dark on light.
fn theme() -> Theme {
    Theme { background: super::Rgb(255, 255, 255), ..Theme::light() }
}
