//! The picture of a comparison: Gantt charts over one time axis, curves, the table of criteria, and the words
//! that identify the scenarios, laid out for a slide or for a column of a paper.

mod charts;
mod numbers;
mod slide;
mod table;
#[cfg(test)]
mod tests;
mod words;

use super::gantt::BUDGET;
use super::gantt::index::GanttIndex;
use super::queue::QueueLength;
use super::steps::Steps;
use super::svg::svg_sized;
use super::viewport::Viewport;
use crate::prelude::*;
use experiment::comparison::{Row, Unjudged};
use words::{paragraph, paragraph_lines};

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

/// The width of a column, 85 mm, in CSS pixels.
const COLUMN: f64 = 321.26;

/// It is drawn this wide: type of 11 pixels comes out at seven points.
const WIDTH: u32 = 372;

const MARGIN: f64 = 6.0;

/// Sizes of type, and the most lines that they take.
const RUN: (f64, usize) = (11.0, 3);
const COMMON: (f64, usize) = (11.0, 6);
const SENTENCE: (f64, usize) = (11.0, 3);
const FOOT: (f64, usize) = (10.5, 7);

/// The picture as an SVG document, 85 mm wide and as high as it has to be; text is text.
pub fn column_svg(comparison: &Comparison) -> String {
    let frame = Frame::new(WIDTH, height(comparison));
    let scale = COLUMN / f64::from(WIDTH);
    let size = (COLUMN, (f64::from(frame.height) * scale).round());
    let (title, description) = (comparison.title(), comparison.description());
    svg_sized(frame, size, &title, &description, |target, frame| draw(target, frame, comparison))
}

/// Draws it into a frame that is as high as it has to be.
fn draw(backend: &mut dyn Surface, frame: Frame, comparison: &Comparison) -> Drawn {
    let theme = theme();
    let mut pen = Pen::new(backend, frame, &theme);
    pen.fill(frame.area(), theme.background, 1.0)?;
    let mut area = frame.area().inset(MARGIN, MARGIN, MARGIN, 0.0);
    let style = Lettering::new(14.0, theme.text).bold();
    for line in title_lines(comparison, area.width) {
        pen.text(&line, (area.left, area.top + 9.0), style)?;
        area = area.inset(0.0, TITLE, 0.0, 0.0);
    }
    let taken = paragraph(&mut pen, area, comparison.run, RUN)?;
    area = area.inset(0.0, taken, 0.0, 0.0);
    let taken = paragraph(&mut pen, area, &comparison.common(), COMMON)?;
    area = area.inset(0.0, taken + GAP, 0.0, 0.0);
    let list = list(comparison, area.width);
    if list > 0.0 {
        words::draw(&mut pen, area, comparison)?;
    }
    area = area.inset(0.0, list, 0.0, 0.0);
    let charts = charts::height(comparison, area.width, gantt(comparison));
    let place = Area { height: charts, ..area };
    charts::draw(&mut pen, place, comparison, BUDGET / 2)?;
    area = area.inset(0.0, charts + GAP, 0.0, 0.0);
    table::draw(&mut pen, area, comparison)?;
    area = area.inset(0.0, table::height(comparison, area.width) + GAP, 0.0, 0.0);
    for sentence in &comparison.sentences() {
        let taken = paragraph(&mut pen, area, sentence, SENTENCE)?;
        area = area.inset(0.0, taken + 2.0, 0.0, 0.0);
    }
    paragraph(&mut pen, area.inset(0.0, 4.0, 0.0, 0.0), &comparison.foot_with_link(), FOOT).map(|_| ())
}

/// The height of a line of the title.
const TITLE: f64 = 20.0;
const GAP: f64 = 8.0;

/// The title on two lines at most.
fn title_lines(comparison: &Comparison, width: f64) -> Vec<String> {
    paragraph_lines(&comparison.title(), width, (15.5, 2))
}

/// How high the list of the scenarios is: none where their words stand in full above the charts.
fn list(comparison: &Comparison, width: f64) -> f64 {
    if charts::cuts_names(comparison, width) { words::height(comparison, width) + GAP } else { 0.0 }
}

/// How high each Gantt chart is.
fn gantt(comparison: &Comparison) -> f64 {
    if comparison.scenarios.len() > 3 { 62.0 } else { 88.0 }
}

/// How high all of it is: what [`draw`] takes, part by part.
fn height(comparison: &Comparison) -> u32 {
    let width = f64::from(WIDTH) - 2.0 * MARGIN;
    let lines =
        |text: &str, (size, most): (f64, usize)| paragraph_lines(text, width, (size, most)).len() as f64 * size * 1.4;
    let sentences = comparison.sentences();
    let sentences = sentences.iter();
    let parts = [
        MARGIN + title_lines(comparison, width).len() as f64 * TITLE,
        lines(comparison.run, RUN),
        lines(&comparison.common(), COMMON) + GAP,
        list(comparison, width),
        charts::height(comparison, width, gantt(comparison)) + GAP,
        table::height(comparison, width) + GAP,
        sentences.map(|it| lines(it, SENTENCE) + 2.0).sum(),
        4.0 + lines(&comparison.foot_with_link(), FOOT) + MARGIN,
    ];
    parts.into_iter().sum::<f64>().ceil() as u32
}
