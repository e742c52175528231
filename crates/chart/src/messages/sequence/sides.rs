//! The notes beside the messages: times, rounds, and the outages of brokers and agents.

use super::saying::time_words;
use super::{LETTER, Label, ROW, Sequence, SequenceView, line_of, row_area, width};
use crate::Area;
use crate::lettering::shortened;
use crate::messages::broker_name;
use crate::messages::failures::Down;
use crate::messages::steps::Row;

/// The time of each row, where it is another one than the row's before.
pub(super) fn times(sequence: &Sequence, rows: &[Row]) -> Vec<Option<String>> {
    let mut before = None;
    let time = |row: &Row| {
        let Row::Step(step) = row else { return None };
        let at = sequence.steps.steps[*step as usize].at;
        (before.replace(at) != Some(at)).then(|| time_words(at))
    };
    rows.iter().map(time).collect()
}

pub(super) fn placed_times(times: Vec<Option<String>>, left: f64, plot: Area) -> Vec<Label> {
    let room = plot.left - left - 4.0;
    let placed = times.into_iter().enumerate().filter_map(|(row, text)| {
        let text = shortened(&text?, room, LETTER / 0.54);
        Some(Label {
            area: Area { left, width: width(&text).min(room), ..line_of(row_area(plot, row)) },
            text,
            warns: false,
            is_past: true,
        })
    });
    placed.collect()
}

pub(super) fn rounds(sequence: &Sequence, view: &SequenceView, plot: Area, rows: &[Row]) -> Vec<Label> {
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
            area: Area { left: plot.left + 4.0, width: width(&text), ..line_of(row_area(plot, at)) },
            text,
            warns: false,
            is_past: view.shown > 0 && view.first + at <= reached,
        })
    });
    labels.collect()
}

/// The rows of every other round; none where brokers' rounds run side by side.
pub(super) fn bands(sequence: &Sequence, view: &SequenceView, plot: Area, rows: &[Row]) -> Vec<Area> {
    if sequence.messages.brokers > 1 {
        return Vec::new();
    }
    let begun = sequence.steps.rows[..view.first].iter().rev().copied().find_map(|row| match row {
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

/// A stretch in sight in which a broker or an agent is down, and whether that has begun.
pub(super) fn down_area(
    sequence: &Sequence,
    view: &SequenceView,
    plot: Area,
    lifelines: &[f64],
    it: &Down,
) -> Option<(Area, bool)> {
    let x = *lifelines.get(it.line)?;
    let row = |step: u32| sequence.steps.row(step as usize + 1) as f64 - view.first as f64;
    let top = (plot.top + row(it.first) * ROW).max(plot.top);
    let bottom = (plot.top + (row(it.last) + 1.0) * ROW).min(plot.bottom());
    let area = Area { left: (x - 6.0).max(plot.left), top, width: 12.0, height: bottom - top };
    (bottom > top).then_some((area, (it.first as usize) < view.shown))
}
