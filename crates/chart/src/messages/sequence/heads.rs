//! The lines of brokers and agents, and their names.

use super::saying::end_name;
use super::{HEAD, LINE, Label, width};
use crate::Area;
use scheduling::engine::Messages;

/// Between the brokers and the agents there is this much more room than between neighbours.
const BETWEEN: f64 = 0.6;

/// Names keep so far apart.
const GAP: f64 = 6.0;

/// Where each broker's, then each agent's line is, and the names above.
pub(super) fn heads(messages: &Messages, plot: Area) -> (Vec<f64>, Vec<Label>) {
    let brokers = messages.brokers.max(1) as usize;
    let count = brokers + messages.agents.len();
    let names: Vec<String> = (0..count).map(|it| end_name(messages, it)).collect();
    let edges = (width(&names[0]) / 2.0, names.last().map_or(0.0, |it| width(it)) / 2.0);
    let xs = lines(brokers, count, plot.inset(edges.0, 0.0, edges.1, 0.0));
    let label = |text: String, middle: f64, line: f64| {
        let room = width(&text);
        let most = (plot.right() - room).max(plot.left);
        Label {
            area: Area {
                left: (middle - room / 2.0).clamp(plot.left, most),
                top: plot.top - HEAD + line * LINE + 3.0,
                width: room,
                height: LINE,
            },
            text,
            warns: false,
            is_past: true,
        }
    };
    let whole: Vec<Label> = names.into_iter().zip(&xs).map(|(name, x)| label(name, *x, 1.0)).collect();
    if spread(&whole).count() == whole.len() {
        return (xs, whole);
    }
    let middle = |of: &[f64]| match of {
        [] => plot.left,
        of => (of[0] + of[of.len() - 1]) / 2.0,
    };
    let mut titles = vec![
        label(plural("Broker", brokers), middle(&xs[..brokers]), 0.0),
        label(plural("Agent", count - brokers), middle(&xs[brokers..]), 0.0),
    ];
    titles.truncate(spread(&titles).count());
    let numbers = xs.iter().enumerate().map(|(at, x)| {
        let number = at.checked_sub(brokers).unwrap_or(at) + 1;
        label(number.to_string(), *x, 1.0)
    });
    // A single broker needs no number.
    let numbers: Vec<Label> = numbers.skip(usize::from(brokers == 1)).collect();
    titles.extend(spread(&numbers).cloned());
    (xs, titles)
}

fn plural(word: &str, count: usize) -> String {
    format!("{word}{}", if count == 1 { "" } else { "s" })
}

fn lines(brokers: usize, count: usize, room: Area) -> Vec<f64> {
    let between = if count > brokers { BETWEEN } else { 0.0 };
    let unit = room.width / (count as f64 - 1.0 + between).max(1.0);
    let x = |at: usize| {
        let extra = if at >= brokers { between } else { 0.0 };
        room.left + (at as f64 + extra) * unit
    };
    (0..count).map(x).collect()
}

/// As many of the labels as have room, from the left.
fn spread(labels: &[Label]) -> impl Iterator<Item = &Label> {
    let mut free_from = f64::NEG_INFINITY;
    labels.iter().filter(move |it| {
        let has_room = it.area.left >= free_from;
        if has_room {
            free_from = it.area.right() + GAP;
        }
        has_room
    })
}
