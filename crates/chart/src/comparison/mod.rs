//! The picture of a comparison: Gantt charts over one time axis, curves, the table of criteria, and the words
//! that identify the scenarios, laid out for a slide or for a column of a paper.

mod table;

#[cfg(test)]
mod tests;

use base::text::grouped;
use experiment::comparison::{Cell, Row, Unjudged};
use experiment::words::differences::letter;
use scheduling::system::Unit;

use super::gantt::BUDGET;
use super::gantt::index::GanttIndex;
use super::queue::QueueLength;
use super::steps::Steps;
use super::viewport::Viewport;
use crate::axis::short_number;
use crate::gantt::index::VisiblePart;
use crate::gantt::{draw_lanes, swatches};
use crate::legend::{self, Marker};
use crate::lettering::wrapped;
use crate::overlay::{Curve, Measure, draw_plot};
use crate::prelude::*;
use crate::slide::SLIDE;
use crate::svg::svg_sized;

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
            text += &format!(" {}: {};", letter(place), scenario.name);
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
            let baseline = letter(self.baseline);
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
        let letter = letter(place).to_string();
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
        draw_words(&mut pen, area, comparison)?;
    }
    area = area.inset(0.0, list, 0.0, 0.0);
    let charts = height_charts(comparison, area.width, gantt(comparison));
    let place = Area { height: charts, ..area };
    draw_charts(&mut pen, place, comparison, BUDGET / 2)?;
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
    if cuts_names(comparison, width) { height_words(comparison, width) + GAP } else { 0.0 }
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
        height_charts(comparison, width, gantt(comparison)) + GAP,
        table::height(comparison, width) + GAP,
        sentences.map(|it| lines(it, SENTENCE) + 2.0).sum(),
        4.0 + lines(&comparison.foot_with_link(), FOOT) + MARGIN,
    ];
    parts.into_iter().sum::<f64>().ceil() as u32
}

/// The room of numbers and of names of nodes on the left, in CSS pixels.
fn left(comparison: &Comparison) -> f64 {
    comparison.scenarios.iter().map(|it| it.index.left()).fold(GanttIndex::default().left(), f64::max)
}

/// A line of words above each chart, and the gap below it.
const HEAD: f64 = 20.0;
const CHARTS_GAP: f64 = 5.0;

/// The height of the marks and the title of the axis.
const AXIS: f64 = 42.0;

/// Of the free height a curve takes this much where a Gantt chart takes 1: of few scenarios less.
fn curve(comparison: &Comparison) -> f64 {
    if comparison.scenarios.len() > 3 { 1.1 } else { 0.7 }
}

/// How high each Gantt chart may be so that all charts fill a height.
fn gantt_height(comparison: &Comparison, key: f64, height: f64) -> f64 {
    let scenarios = comparison.scenarios.len() as f64;
    let words = (scenarios + 2.0) * (HEAD + CHARTS_GAP) + AXIS + key;
    ((height - words) / (scenarios + 2.0 * curve(comparison))).max(0.0)
}

/// How high all charts are with Gantt charts of such a height.
fn height_charts(comparison: &Comparison, width: f64, gantt: f64) -> f64 {
    let scenarios = comparison.scenarios.len() as f64;
    let key = key_height(&key(comparison), width - left(comparison));
    (scenarios + 2.0) * (HEAD + CHARTS_GAP) + AXIS + key + (scenarios + 2.0 * curve(comparison)) * gantt
}

/// Whether the words above a chart have to be cut.
fn cuts_names(comparison: &Comparison, width: f64) -> bool {
    let room = width - left(comparison) - SIGN;
    let mut names = comparison.scenarios.iter().map(|it| it.name);
    names.any(|name| shortened(name, room, 12.0) != name)
}

/// The room of a scenario's line, dot and letter.
const SIGN: f64 = 44.0;

/// The meaning of the colours of all Gantt charts.
fn key(comparison: &Comparison) -> Vec<Swatch> {
    let indices: Vec<&GanttIndex> = comparison.scenarios.iter().map(|it| it.index).collect();
    let dims = comparison.scenarios.iter().any(|it| it.selected.is_some());
    swatches(&indices, dims, &theme())
}

/// The height of that legend at a width.
fn key_height(swatches: &[Swatch], width: f64) -> f64 {
    legend::LINE * legend::lines(swatches, width) as f64
}

/// Draws them so that they fill an area; at most `budget` bars in all.
fn draw_charts(pen: &mut Pen, area: Area, comparison: &Comparison, budget: usize) -> Drawn {
    let swatches = key(comparison);
    let key = key_height(&swatches, area.width - left(comparison));
    let height = gantt_height(comparison, key, area.height);
    let plot = area.inset(left(comparison), 0.0, 0.0, 0.0);
    legend(pen, plot, &swatches)?;
    let mut top = area.top + key;
    let budget = budget / comparison.scenarios.len().max(1);
    for (place, scenario) in comparison.scenarios.iter().enumerate() {
        sign(pen, (plot.left, top + HEAD / 2.0), place)?;
        let name = shortened(scenario.name, plot.width - SIGN, 12.0);
        let style = Lettering::new(12.0, pen.theme.text);
        pen.text(&name, (plot.left + SIGN, top + HEAD / 2.0), style)?;
        let lanes = Area { top: top + HEAD, height, ..plot };
        let viewport = comparison.viewport(scenario);
        let shown = VisiblePart { viewport: &viewport, selected: scenario.selected };
        let shown = (shown, comparison.origin);
        draw_lanes(pen, lanes, scenario.index, shown, budget)?;
        top += HEAD + height + CHARTS_GAP;
    }
    draw_curves(pen, Area { top, ..plot }, comparison, height * curve(comparison))
}

/// Utilization and queue length, and the axis below them.
fn draw_curves(pen: &mut Pen, area: Area, comparison: &Comparison, height: f64) -> Drawn {
    let Some(first) = comparison.scenarios.first() else {
        return Ok(());
    };
    let viewport = comparison.viewport(first);
    let all = comparison.scenarios.iter().enumerate();
    let busy: Vec<Curve> = all
        .clone()
        .map(|(series, it)| Curve {
            series,
            steps: it.busy,
            whole: it.index.platform.iter().map(|&p| f64::from(p)).sum(),
            look: None,
        })
        .collect();
    let waiting: Vec<Curve> =
        all.map(|(series, it)| Curve { series, steps: &it.queue.jobs, whole: 1.0, look: None }).collect();
    let mut plot = Area { height, ..area };
    for (heading, curves, measure) in
        [("utilization", &busy, Measure::Share), ("jobs waiting", &waiting, Measure::Number)]
    {
        let style = Lettering::new(12.0, pen.theme.text).bold();
        pen.text(heading, (plot.left, plot.top + HEAD / 2.0), style)?;
        plot.top += HEAD;
        draw_plot(pen, plot, (curves, measure), (&viewport, comparison.origin))?;
        plot.top += height + CHARTS_GAP;
    }
    plot.top -= height + CHARTS_GAP;
    draw_time_marks(pen, plot, comparison.window, comparison.origin)?;
    let middle = (plot.left + plot.width / 2.0, plot.bottom() + 33.0);
    let style = Lettering::new(11.5, pen.theme.muted).centred();
    pen.text(&comparison.origin.axis_label(), middle, style)
}

/// Stands behind a difference between the log and a model that is far from it.
pub const FAR: &str = " ⚠";

/// Stands behind a difference between figures of different jobs or processors.
pub const OTHER: &str = " ≠";

/// How the numbers of a row are written: its values, how sure they are and their differences all in
/// one unit, so that they can be compared by eye. It is the unit in which the greatest mean is short.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowUnit {
    unit: Unit,
    /// The measured amount that is written as 1.
    size: f64,
    /// The unit after a number: ` h`, ` %`.
    suffix: &'static str,
    decimals: usize,
}

impl RowUnit {
    pub fn of(row: &Row) -> Self {
        let means = || row.cells.iter().flatten().map(|cell| cell.value.mean);
        let greatest = means().fold(0.0, |greatest, mean| f64::max(greatest, mean.abs()));
        let unit = row.criterion.unit().base();
        let (size, suffix) = size(unit, greatest);
        let is_whole = means().all(|mean| (mean / size).fract() == 0.0);
        let decimals = match unit {
            Unit::Share => 1,
            _ if is_whole => 0,
            Unit::Count => 1,
            _ => match greatest / size {
                ..10.0 => 2,
                ..100.0 => 1,
                _ => 0,
            },
        };
        Self { unit, size, suffix, decimals }
    }

    /// A value: `58.3 %`, `3.50 h`, `12.3`, `1 234`.
    pub fn value(self, value: f64) -> String {
        let sign = if value < 0.0 { "−" } else { "" };
        format!("{sign}{}{}", self.digits(value, self.significant()), self.suffix)
    }

    /// How sure a mean is: `± 1.20 h`; nothing where all seeds gave the same, or there is no interval.
    pub fn half_width(self, cell: &Cell) -> Option<String> {
        let half_width = cell.value.half_width.filter(|&it| it > 0.0)?;
        Some(format!("± {}{}", self.digits(half_width, 2), self.suffix))
    }

    /// A difference: `+0.20 h`, `−1.2 pp`, `same`.
    pub fn difference(self, difference: f64) -> String {
        let sign = match difference {
            0.0 => return "same".to_owned(),
            less if less < 0.0 => "−",
            _ => "+",
        };
        let suffix = match self.unit {
            Unit::Share => " pp",
            _ => self.suffix,
        };
        format!("{sign}{}{suffix}", self.digits(difference, self.significant()))
    }

    /// The difference from the baseline in percent of it, marked where its interval excludes 0:
    /// `−12 % *`; in its own unit where the baseline has 0. One between the log and a model that is far from it
    /// bears a warning: `× 69.3 ⚠`, one between figures of different jobs a sign: `−12 % ≠`. Nothing of the baseline itself.
    pub fn relative(self, cell: &Cell) -> Option<String> {
        let difference = cell.difference?;
        let text = match cell.relative {
            _ if difference.mean == 0.0 => "same".to_owned(),
            None => self.difference(difference.mean),
            Some(share) => {
                let percent = share.abs() * 100.0;
                let decimals = usize::from(percent < 9.95);
                let sign = if share < 0.0 { "−" } else { "+" };
                if share >= 9.0 {
                    format!("× {}", short_number(1.0 + share))
                } else {
                    format!("{sign}{percent:.decimals$} %")
                }
            }
        };
        let is_sure = difference.excludes_zero();
        Some(
            text + match cell.unjudged {
                Some(Unjudged::Differs(_)) if difference.mean != 0.0 => OTHER,
                Some(Unjudged::Differs(_)) => "",
                Some(Unjudged::Far) if is_sure => " * ⚠",
                Some(Unjudged::Far) => FAR,
                None if is_sure => " *",
                None => "",
            },
        )
    }

    /// How many digits a value has at least: three, but for shares and numbers of things.
    fn significant(self) -> i32 {
        match self.unit {
            Unit::Share | Unit::Count => 1,
            _ => 3,
        }
    }

    /// A number in this unit, without its sign. One that the row's decimals would make too short gets
    /// as many more as it takes to have this many digits, up to four; a whole one is exact as it is.
    fn digits(self, value: f64, significant: i32) -> String {
        let value = (value / self.size).abs();
        let needed = match value {
            whole if whole.fract() == 0.0 => 0,
            _ => significant - 1 - libm::floor(libm::log10(value)) as i32,
        };
        let decimals = self.decimals.max(needed.clamp(0, 4) as usize);
        grouped(&format!("{value:.decimals$}"))
    }
}

/// The unit for a quantity whose greatest value is this, and its symbol.
fn size(unit: Unit, greatest: f64) -> (f64, &'static str) {
    match (unit, greatest) {
        (Unit::Share, _) => (0.01, " %"),
        (Unit::Seconds, ..120.0) => (1.0, " s"),
        (Unit::Seconds, ..7_200.0) => (60.0, " min"),
        (Unit::Seconds, ..172_800.0) => (3_600.0, " h"),
        (Unit::Seconds, _) => (86_400.0, " d"),
        (Unit::Times, 1e4..1e6) => (1e3, " k"),
        (Unit::Times, 1e6..) => (1e6, " M"),
        (Unit::Work, ..1e4) => (1.0, " s"),
        (Unit::Work, ..1e6) => (1e3, " k s"),
        (Unit::Work, ..1e9) => (1e6, " M s"),
        (Unit::Work, _) => (1e9, " G s"),
        _ => (1.0, ""),
    }
}

/// It is drawn at this size and shown at one and a half, so that type is read from the last row.
const FRAME: (u32, u32) = (1280, 720);

const SLIDE_MARGIN: f64 = 26.0;

/// The picture as an SVG document of 1920 × 1080 pixels.
pub fn slide_svg(comparison: &Comparison) -> String {
    let frame = Frame::new(FRAME.0, FRAME.1);
    let size = (f64::from(SLIDE.0), f64::from(SLIDE.1));
    let (title, description) = (comparison.title(), comparison.description());
    svg_sized(frame, size, &title, &description, |target, frame| draw_slide(target, frame, comparison))
}

/// Draws it into a frame of 1280 × 720.
fn draw_slide(backend: &mut dyn Surface, frame: Frame, comparison: &Comparison) -> Drawn {
    let theme = theme();
    let mut pen = Pen::new(backend, frame, &theme);
    pen.fill(frame.area(), theme.background, 1.0)?;
    let area = frame.area().inset(SLIDE_MARGIN, 20.0, SLIDE_MARGIN, 46.0);
    let title = shortened(&comparison.title(), area.width, 24.0);
    let style = Lettering::new(23.0, theme.text).bold();
    pen.text(&title, (area.left, area.top + 14.0), style)?;
    let below = area.inset(0.0, 34.0, 0.0, 0.0);
    let taken = paragraph(&mut pen, below, comparison.run, (12.5, 1))?;
    let below = below.inset(0.0, taken, 0.0, 0.0);
    let taken = paragraph(&mut pen, below, &comparison.common(), (12.5, 2))?;
    let body = below.inset(0.0, taken + 8.0, 0.0, 0.0);
    draw_body(&mut pen, body, comparison)?;
    let foot = Area { top: area.bottom() + 6.0, height: 18.0, ..area };
    paragraph(&mut pen, foot, &comparison.foot(), (11.0, 1))?;
    let below = Area { top: foot.top + 17.0, ..foot };
    paragraph(&mut pen, below, comparison.link.unwrap_or_default(), (11.0, 1)).map(|_| ())
}

/// Charts on the left; words, table and sentences on the right.
fn draw_body(pen: &mut Pen, area: Area, comparison: &Comparison) -> Drawn {
    let right = (area.width * 0.37).max(0.0);
    let left = area.inset(0.0, 0.0, right + 24.0, 0.0);
    draw_charts(pen, left, comparison, BUDGET)?;
    let side = area.inset(area.width - right, 0.0, 0.0, 0.0);
    draw_words(pen, side, comparison)?;
    let side = side.inset(0.0, height_words(comparison, side.width) + 6.0, 0.0, 0.0);
    table::draw(pen, side, comparison)?;
    let mut rest = side.inset(0.0, table::height(comparison, side.width) + 12.0, 0.0, 0.0);
    for sentence in &comparison.sentences() {
        let lines = paragraph_lines(sentence, rest.width, (11.5, 2));
        if lines.len() as f64 * 11.5 * 1.4 > rest.height {
            break;
        }
        let taken = paragraph(pen, rest, sentence, (11.5, 2))?;
        rest = rest.inset(0.0, taken + 3.0, 0.0, 0.0);
    }
    Ok(())
}

/// The height of a line of the list, in CSS pixels.
const LINE: f64 = 16.0;

/// Its type size.
const SIZE: f64 = 12.0;

/// Where the words begin beside sign and letter.
const INDENT: f64 = 44.0;

/// No scenario takes more lines than this.
const MOST_LINES: usize = 3;

/// How high the list is at a width.
fn height_words(comparison: &Comparison, width: f64) -> f64 {
    let lines = comparison.scenarios.iter();
    lines.map(|it| lines_of(it.name, width - INDENT).len().max(1)).sum::<usize>() as f64 * LINE
        + 4.0 * comparison.scenarios.len() as f64
}

/// Draws the list: sign, letter and words of each scenario.
fn draw_words(pen: &mut Pen, area: Area, comparison: &Comparison) -> Drawn {
    let mut y = area.top + LINE / 2.0;
    for (place, scenario) in comparison.scenarios.iter().enumerate() {
        sign(pen, (area.left, y), place)?;
        let lines = lines_of(scenario.name, area.width - INDENT);
        for line in &lines {
            let style = Lettering::new(SIZE, pen.theme.text);
            pen.text(line, (area.left + INDENT, y), style)?;
            y += LINE;
        }
        y += if lines.is_empty() { LINE } else { 0.0 } + 4.0;
    }
    Ok(())
}

/// Line, dot and letter of a scenario.
fn sign(pen: &mut Pen, (x, y): (f64, f64), place: usize) -> Drawn {
    let colour = pen.theme.compared(place);
    pen.path(&[(x, y), (x + 20.0, y)], colour, 2.0)?;
    Marker::of_series(place).draw(pen, (x + 10.0, y), 4.0, colour)?;
    let style = Lettering::new(13.0, pen.theme.text).bold();
    pen.text(&letter(place).to_string(), (x + 26.0, y), style)
}

fn lines_of(name: &str, width: f64) -> Vec<String> {
    let mut lines = wrapped(name, width, SIZE);
    if lines.len() > MOST_LINES {
        let rest = lines.split_off(MOST_LINES - 1).join(" ");
        lines.push(shortened(&rest, width, SIZE));
    }
    // A word longer than a line would leave the picture.
    lines.iter().map(|line| shortened(line, width, SIZE)).collect()
}

/// Wrapped lines of small type from the top of an area; returns how high they are.
fn paragraph(pen: &mut Pen, area: Area, text: &str, (size, most): (f64, usize)) -> Drawn<f64> {
    let style = Lettering::new(size, pen.theme.muted);
    let lines = paragraph_lines(text, area.width, (size, most));
    for (at, line) in lines.iter().enumerate() {
        let y = area.top + (at as f64 + 0.5) * size * 1.4;
        pen.text(line, (area.left, y), style)?;
    }
    Ok(lines.len() as f64 * size * 1.4)
}

/// The lines of a paragraph: at most this many, the last one cut.
fn paragraph_lines(text: &str, width: f64, (size, most): (f64, usize)) -> Vec<String> {
    let mut lines = wrapped(text, width, size);
    if lines.len() > most {
        let rest = lines.split_off(most.saturating_sub(1)).join(" ");
        lines.push(rest);
    }
    lines.iter().map(|line| shortened(line, width, size)).collect()
}
