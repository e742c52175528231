//! The sequence diagram: a line down for each broker and agent, a row for each step, the messages as arrows.

mod arrows;
mod drawn;
mod heads;

pub use arrows::Arrow;
pub use drawn::sequence_svg;

use self::arrows::arrow;
use self::heads::heads;
use super::failures::Down;
use super::steps::{Row, Steps};
use super::{agent_name, broker_name};
use crate::chart::Area;
use crate::engine::Messages;
use crate::engine::messages::{Fate, Message, MessageKind};
use crate::workload::Time;

/// So many rows are in sight usually.
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

/// What the picture shows.
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
    /// Whether what it tells has happened.
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
    /// What they say.
    pub labels: Vec<Label>,
    /// Where agents are known to be down.
    pub down: Vec<Area>,
}

/// A height that shows so many rows.
pub fn sequence_height(rows: usize) -> u32 {
    (HEAD + rows as f64 * ROW + 44.0) as u32
}

/// The number of steps that a place of a picture without captions leads to, if there is a step in its row.
pub fn step_at(sequence: &Sequence, view: &SequenceView, y: f64) -> Option<usize> {
    let area = crate::chart::Frame::new(400, sequence_height(view.rows)).area();
    let top = crate::chart::titles::within_margins(area).top + HEAD;
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
    let widest = times
        .iter()
        .flatten()
        .map(|it| width(it))
        .fold(0.0, f64::max);
    let plot = Area {
        height: rows.len() as f64 * ROW,
        ..area.inset((widest + 8.0).min(area.width / 3.0), HEAD, 0.0, 0.0)
    };
    let (lifelines, names) = heads(sequence.messages, plot);
    let mut made = SequenceLayout {
        plot: Some(plot),
        names,
        times: placed_times(times, area.left, plot),
        bands: bands(sequence, view, plot, rows),
        rounds: rounds(sequence, view, plot, rows),
        down: steps
            .down
            .iter()
            .filter_map(|it| down_area(sequence, view, plot, &lifelines, it))
            .collect(),
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
    Area {
        top: plot.top + row as f64 * ROW,
        height: ROW,
        ..plot
    }
}

/// A time of a message.
pub(super) fn time_words(at: Time) -> String {
    format!("{} s", at as f64 / 1000.0).replace('-', "−")
}

/// The time of each row, where it is another one than the row's before.
fn times(sequence: &Sequence, rows: &[Row]) -> Vec<Option<String>> {
    let mut before = None;
    let time = |row: &Row| {
        let Row::Step(step) = row else { return None };
        let at = sequence.steps.steps[*step as usize].at;
        (before.replace(at) != Some(at)).then(|| time_words(at))
    };
    rows.iter().map(time).collect()
}

fn placed_times(times: Vec<Option<String>>, left: f64, plot: Area) -> Vec<Label> {
    let room = plot.left - left - 4.0;
    let placed = times.into_iter().enumerate().filter_map(|(row, text)| {
        let text = crate::chart::lettering::shortened(&text?, room, LETTER / 0.54);
        Some(Label {
            area: Area {
                left,
                width: width(&text).min(room),
                ..line_of(row_area(plot, row))
            },
            text,
            warns: false,
            is_past: true,
        })
    });
    placed.collect()
}

/// The room of a line of text within a row.
fn line_of(row: Area) -> Area {
    Area {
        top: row.top + 2.0,
        height: LINE,
        ..row
    }
}

fn rounds(sequence: &Sequence, view: &SequenceView, plot: Area, rows: &[Row]) -> Vec<Label> {
    let messages = sequence.messages;
    let reached = sequence.steps.row(view.shown);
    let labels = rows.iter().enumerate().filter_map(|(at, row)| {
        let Row::Round { broker, round } = *row else {
            return None;
        };
        let text = match messages.brokers {
            0 | 1 => format!("round {}", round + 1),
            _ => format!("{}, round {}", broker_name(messages, broker), round + 1),
        };
        Some(Label {
            area: Area {
                left: plot.left + 4.0,
                width: width(&text),
                ..line_of(row_area(plot, at))
            },
            text,
            warns: false,
            is_past: view.shown > 0 && view.first + at <= reached,
        })
    });
    labels.collect()
}

/// The rows of every other round; none where brokers' rounds run side by side.
fn bands(sequence: &Sequence, view: &SequenceView, plot: Area, rows: &[Row]) -> Vec<Area> {
    if sequence.messages.brokers > 1 {
        return Vec::new();
    }
    let before = sequence.steps.rows[..view.first].iter().rev();
    let begun = before.copied().find_map(|row| match row {
        Row::Round { round, .. } => Some(round),
        Row::Step(_) => None,
    });
    let mut round = begun.unwrap_or(0);
    let banded = rows.iter().enumerate().filter_map(|(at, row)| {
        if let Row::Round { round: next, .. } = row {
            round = *next;
        }
        (round % 2 == 1).then(|| row_area(plot, at))
    });
    banded.fold(Vec::new(), |mut bands: Vec<Area>, row| {
        match bands.last_mut() {
            Some(band) if (band.bottom() - row.top).abs() < 0.5 => band.height += row.height,
            _ => bands.push(row),
        }
        bands
    })
}

/// A stretch in sight in which an agent is down.
fn down_area(
    sequence: &Sequence,
    view: &SequenceView,
    plot: Area,
    lifelines: &[f64],
    it: &Down,
) -> Option<Area> {
    let brokers = sequence.messages.brokers.max(1);
    let x = *lifelines.get((brokers + it.agent) as usize)?;
    let row = |step: u32| sequence.steps.row(step as usize + 1) as f64 - view.first as f64;
    let top = (plot.top + row(it.first) * ROW).max(plot.top);
    let bottom = (plot.top + (row(it.last) + 1.0) * ROW).min(plot.bottom());
    (bottom > top).then(|| Area {
        left: (x - 6.0).max(plot.left),
        top,
        width: 12.0,
        height: bottom - top,
    })
}

/// What a message says, in a word or two.
pub fn says(it: &Message) -> String {
    let counted = |count: u32| match count {
        0 => "none".to_owned(),
        count => count.to_string(),
    };
    match it.kind {
        MessageKind::Batch => format!("batch of {}", it.tasks),
        MessageKind::Offers if it.tasks == 1 => "1 offer".to_owned(),
        MessageKind::Offers if it.tasks == 0 => "no offers".to_owned(),
        MessageKind::Offers => format!("{} offers", it.tasks),
        MessageKind::Decision => format!("confirms {}", counted(it.tasks)),
        MessageKind::Receipt if it.refused == 0 => format!("reserved {}", it.tasks),
        MessageKind::Receipt if it.tasks == 0 => format!("refuses {}", it.refused),
        MessageKind::Receipt => format!("reserved {}, refuses {}", it.tasks, it.refused),
    }
}

/// What became of a message, if it is not as it should be.
pub fn trouble(fate: Fate) -> Option<&'static str> {
    match fate {
        Fate::Read => None,
        Fate::Sent => Some("under way"),
        Fate::Lost => Some("lost"),
        Fate::Unheard => Some("unheard"),
        Fate::TooLate => Some("too late"),
    }
}

/// Who sends a message, and whom it is for, as places among the brokers, then the agents.
fn ends(messages: &Messages, it: &Message) -> (usize, usize) {
    let brokers = messages.brokers.max(1) as usize;
    let last = (brokers + messages.agents.len()).saturating_sub(1);
    let broker = (it.broker as usize).min(brokers - 1);
    let agent = (brokers + it.agent as usize).min(last);
    match it.kind {
        MessageKind::Batch | MessageKind::Decision => (broker, agent),
        MessageKind::Offers | MessageKind::Receipt => (agent, broker),
    }
}

/// What a line is called.
fn end_name(messages: &Messages, end: usize) -> String {
    let brokers = messages.brokers.max(1);
    match (end as u32).checked_sub(brokers) {
        None => broker_name(messages, end as u32),
        Some(agent) => agent_name(agent),
    }
}

/// Who sends a message, and whom it is for.
pub fn from_and_to(messages: &Messages, it: &Message) -> (String, String) {
    let (from, to) = ends(messages, it);
    (end_name(messages, from), end_name(messages, to))
}
