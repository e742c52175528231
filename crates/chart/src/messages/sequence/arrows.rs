//! The messages as arrows within the rows in sight.

use super::saying::{ends, says, trouble};
use super::{LINE, Label, ROW, Sequence, SequenceView, line_of, row_area, width};
use crate::Area;
use scheduling::engine::messages::{Fate, MessageKind};

/// A message that does not get there goes so far of its way.
const CUT: f64 = 0.55;

/// Lines are so far below the middle of their rows: labels stand above.
const BELOW: f64 = 6.0;

/// A message.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrow {
    /// Its place in the list.
    pub message: u32,
    pub kind: MessageKind,
    /// Where it begins within the window, and where it ends there.
    pub from: (f64, f64),
    pub to: (f64, f64),
    /// The share of it, from its beginning, that has happened.
    pub past: f64,
    /// Whether its end is in sight: it has a head there, or a cross.
    pub has_end: bool,
    /// Whether it is cut off before it gets there.
    pub is_cut: bool,
    pub is_lost: bool,
    /// Whether the current step is about it.
    pub is_current: bool,
}

/// A message and its labels, if any of it is visible.
pub(super) fn arrow(
    sequence: &Sequence,
    view: &SequenceView,
    (plot, lifelines): (Area, &[f64]),
    message: u32,
) -> Option<(Arrow, Vec<Label>)> {
    let Sequence { messages, steps } = *sequence;
    let (sent, ended) = steps.rows_of(message);
    let last = ended.unwrap_or(sent);
    if last < view.first || sent >= view.first + view.rows {
        return None;
    }
    let it = &messages.list[message as usize];
    let (source, target) = ends(messages, it);
    let (x0, x1) = (lifelines[source], lifelines[target]);
    let is_cut = matches!(it.fate, Fate::Lost | Fate::Sent);
    let x1 = if is_cut { x0 + (x1 - x0) * CUT } else { x1 };
    let y = |row: usize| plot.top + (row as f64 - view.first as f64) * ROW + ROW / 2.0 + BELOW;
    let (y0, y1) = (y(sent), y(last));
    let clipped = |y: f64| {
        let at = y.clamp(plot.top, plot.bottom());
        let share = if y1 > y0 { (at - y0) / (y1 - y0) } else { 0.0 };
        (x0 + (x1 - x0) * share, at)
    };
    let (from, to) = if y1 > y0 { (clipped(y0), clipped(y1)) } else { ((x0, y0), (x1, y1)) };
    let arrow = Arrow {
        message,
        kind: it.kind,
        from,
        to,
        past: past(sequence, view, message, (from.1, to.1), y(steps.row(view.shown))),
        has_end: y1 <= plot.bottom(),
        is_cut,
        is_lost: it.fate == Fate::Lost,
        is_current: steps.current(view.shown).is_some_and(|it| it.message == message),
    };
    Some((arrow, labels(sequence, view, plot, message, (x0, x1))))
}

/// The share of the visible part of an arrow that has happened.
fn past(sequence: &Sequence, view: &SequenceView, message: u32, (top, bottom): (f64, f64), now: f64) -> f64 {
    let steps = sequence.steps;
    if !steps.is_sent(message, view.shown) {
        return 0.0;
    }
    if bottom <= top || steps.is_ended(message, view.shown) {
        return 1.0;
    }
    ((now - top) / (bottom - top)).clamp(0.0, 1.0)
}

/// The words of a message in the row in which it is sent, and its failure in the row in which it fails.
fn labels(sequence: &Sequence, view: &SequenceView, plot: Area, message: u32, (x0, x1): (f64, f64)) -> Vec<Label> {
    let steps = sequence.steps;
    let it = &sequence.messages.list[message as usize];
    let (sent, ended) = steps.rows_of(message);
    let is_whole = ended.is_none_or(|it| it == sent);
    let trouble = trouble(it.fate);
    let in_sight = |row: &usize| (view.first..view.first + view.rows).contains(row);
    let mut labels = Vec::new();
    if in_sight(&sent) {
        let text = match trouble.filter(|_| is_whole) {
            Some(trouble) => format!("{}, {trouble}", says(it)),
            None => says(it),
        };
        let room = width(&text);
        // In the middle of an arrow along its row; else where it begins.
        let left = match (is_whole, x0 < x1) {
            (true, _) => (x0 + x1 - room) / 2.0,
            (false, true) => x0 + 8.0,
            (false, false) => x0 - 8.0 - room,
        };
        let is_past = steps.is_sent(message, view.shown);
        let warns = is_whole && trouble.is_some() && it.fate != Fate::Sent;
        labels.push(label(plot, sent - view.first, text, left, warns, is_past));
    }
    if let (false, Some(row), Some(trouble)) = (is_whole, ended.filter(in_sight), trouble) {
        let room = width(trouble);
        // Beyond its end, where the arrow does not run through it, if there is room.
        let left = match (x0 < x1, x1 + 10.0 + room < plot.right()) {
            (true, true) => x1 + 10.0,
            (true, false) => x1 - 8.0 - room,
            (false, _) if x1 - 10.0 - room > plot.left => x1 - 10.0 - room,
            (false, _) => x1 + 8.0,
        };
        let is_past = steps.is_ended(message, view.shown);
        labels.push(label(plot, row - view.first, trouble.to_owned(), left, true, is_past));
    }
    labels
}

fn label(plot: Area, row: usize, text: String, left: f64, warns: bool, is_past: bool) -> Label {
    let room = width(&text);
    let most = (plot.right() - room - 2.0).max(plot.left);
    Label {
        area: Area {
            left: left.clamp(plot.left + 2.0_f64.min(most - plot.left), most),
            width: room.min(plot.width),
            height: LINE,
            ..line_of(row_area(plot, row))
        },
        text,
        warns,
        is_past,
    }
}
