//! The sequence diagram: a line down for each broker and agent, a row for each step, the messages as arrows.

mod arrows;
mod drawn;
mod heads;
mod saying;
mod sides;

pub use arrows::Arrow;
pub use drawn::sequence_svg;
pub(super) use saying::{ends, time_words};
pub use saying::{from_and_to, says, trouble};

use self::arrows::arrow;
use self::heads::heads;
use self::sides::{bands, down_area, placed_times, rounds, times};
use super::steps::{Row, Steps};
use crate::titles::within_margins;
use crate::{Area, Frame};
use scheduling::engine::Messages;

/// This many rows are in sight usually.
pub const ROWS: usize = 22;

/// The height of a row, and of the names above the rows, in CSS pixels.
const ROW: f64 = 24.0;
const HEAD: f64 = 36.0;

/// The size of labels in CSS pixels, the width of a letter and the height of a line.
const SIZE: f64 = 11.0;
const LETTER: f64 = SIZE * 0.58;
const LINE: f64 = 14.0;

/// The messages of a run and their steps.
#[derive(Clone, Copy, Debug)]
pub struct Sequence<'a> {
    pub messages: &'a Messages,
    pub steps: &'a Steps,
}

/// The content of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SequenceView {
    /// How many steps have been made.
    pub shown: usize,
    /// The first row in sight.
    pub first: usize,
    /// How many rows are in sight.
    pub rows: usize,
}

/// A text and the room it takes.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    pub text: String,
    pub area: Area,
    /// Whether it tells of something that went wrong.
    pub warns: bool,
    /// Whether its message has happened.
    pub is_past: bool,
}

/// Where everything is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SequenceLayout {
    /// The rows, without the times.
    pub plot: Option<Area>,
    /// Where each broker's, then each agent's line is.
    pub lifelines: Vec<f64>,
    /// The names above the lines; where they have no room, numbers, and some of them.
    pub names: Vec<Label>,
    /// The times at the left, where they change.
    pub times: Vec<Label>,
    /// Where rounds begin.
    pub rounds: Vec<Label>,
    /// The bands of every other round.
    pub bands: Vec<Area>,
    /// The row of the current step.
    pub current: Option<Area>,
    /// The messages in sight.
    pub arrows: Vec<Arrow>,
    /// Their texts.
    pub labels: Vec<Label>,
    /// Where brokers and agents are known to be down, and whether that has begun.
    pub down: Vec<(Area, bool)>,
}

/// A height that shows this many rows.
pub fn sequence_height(rows: usize) -> u32 {
    (HEAD + rows as f64 * ROW + 44.0) as u32
}

/// The number of steps that a place of a picture without captions leads to, if there is a step in its row.
pub fn step_at(sequence: &Sequence, view: &SequenceView, y: f64) -> Option<usize> {
    let area = Frame::new(400, sequence_height(view.rows)).area();
    let top = within_margins(area).top + HEAD;
    let row = ((y - top) / ROW).floor();
    if row < 0.0 || row >= view.rows as f64 {
        return None;
    }
    match sequence.steps.rows.get(view.first + row as usize)? {
        Row::Step(step) => Some(*step as usize + 1),
        Row::Round { .. } => None,
    }
}

/// Where everything is in an area. O(messages).
pub fn sequence_layout(sequence: &Sequence, view: &SequenceView, area: Area) -> SequenceLayout {
    let steps = sequence.steps;
    let last = view.first.saturating_add(view.rows).min(steps.rows.len());
    let rows = steps.rows.get(view.first..last).unwrap_or(&[]);
    if rows.is_empty() || area.width < 120.0 || area.height < HEAD + ROW {
        return SequenceLayout::default();
    }
    let times = times(sequence, rows);
    let widest = times.iter().flatten().map(|it| width(it)).fold(0.0, f64::max);
    let plot =
        Area { height: rows.len() as f64 * ROW, ..area.inset((widest + 8.0).min(area.width / 3.0), HEAD, 0.0, 0.0) };
    let (lifelines, names) = heads(sequence.messages, plot);
    let mut made = SequenceLayout {
        plot: Some(plot),
        names,
        times: placed_times(times, area.left, plot),
        bands: bands(sequence, view, plot, rows),
        rounds: rounds(sequence, view, plot, rows),
        down: steps.down.iter().filter_map(|it| down_area(sequence, view, plot, &lifelines, it)).collect(),
        lifelines,
        ..SequenceLayout::default()
    };
    let current = steps.row(view.shown);
    if view.shown > 0 && (view.first..last).contains(&current) {
        made.current = Some(row_area(plot, current - view.first));
    }
    for message in 0..sequence.messages.list.len() as u32 {
        if let Some((arrow, labels)) = arrow(sequence, view, (plot, &made.lifelines), message) {
            made.arrows.push(arrow);
            made.labels.extend(labels);
        }
    }
    made
}

/// The room of a text.
fn width(text: &str) -> f64 {
    text.chars().count() as f64 * LETTER
}

fn row_area(plot: Area, row: usize) -> Area {
    Area { top: plot.top + row as f64 * ROW, height: ROW, ..plot }
}

/// The room of a line of text within a row.
fn line_of(row: Area) -> Area {
    Area { top: row.top + 2.0, height: LINE, ..row }
}
