//! The legend of the dots and their colours.

use super::{HOLLOW, RADIUS, Scatter, edge, hidden, there};
use crate::axis::short_number;
use crate::prelude::*;

/// One entry of the key.
enum Sign {
    Front,
    Dominated,
    Unjudged,
    Present,
    Edge,
    /// Words alone.
    None,
    /// From the lowest to the highest value.
    Ramp(String, String),
}

/// The height of a line, and of the gap below the last one, in CSS pixels.
const LINE: f64 = 20.0;
const GAP: f64 = 10.0;

/// The room of a sign before its words.
const SIGN: f64 = 24.0;

/// The length of the ramp.
const RAMP: f64 = 96.0;

/// How tall the key of a picture is in an area, with the gap below it.
pub(super) fn height(scatter: &Scatter, area: Area) -> f64 {
    let places = placed(&entries(scatter), area);
    places.last().map_or(0.0, |&(_, y)| y - area.top + LINE / 2.0 + GAP)
}

/// Draws it into the top of an area, wrapped where that ends.
pub(super) fn draw(pen: &mut Pen, scatter: &Scatter, area: Area) -> Drawn {
    let entries = entries(scatter);
    let places = placed(&entries, area);
    for ((sign, words), place) in entries.iter().zip(places) {
        draw_entry(pen, sign, words, place)?;
    }
    Ok(())
}

fn entries(scatter: &Scatter) -> Vec<(Sign, String)> {
    let mut entries = vec![(Sign::Front, "on the front".to_owned()), (Sign::Dominated, "dominated".to_owned())];
    let has_unjudged = there(scatter).any(|dot| dot.unjudged);
    if has_unjudged {
        entries.push((Sign::Unjudged, "of other jobs, not judged".to_owned()));
    }
    // An edge of one dot has no line.
    if edge(scatter).len() > 1 {
        entries.push((Sign::Edge, format!("edge of {} alone", scatter.edge_label)));
    }
    let hidden = hidden(scatter);
    if there(scatter).any(|dot| dot.present) {
        let place = if hidden.iter().any(|dot| dot.present) { ", beyond the frame" } else { "" };
        entries.push((Sign::Present, format!("the current scenario{place}")));
    }
    let on_front = there(scatter).filter(|dot| dot.on_front);
    let (low, high) = on_front
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), dot| (low.min(dot.colour), high.max(dot.colour)));
    let value = |value| format!("{} {}", short_number(value), scatter.colour_unit);
    if low < high {
        let label = scatter.colour_label.clone();
        entries.push((Sign::Ramp(value(low), value(high)), label));
    }
    let front_hidden = hidden.iter().filter(|dot| dot.on_front).count();
    match (front_hidden, hidden.len() - front_hidden) {
        (0, 0) => {}
        (0, others) if !has_unjudged => entries.push((Sign::None, format!("{others} dominated beyond the frame"))),
        (0, others) => entries.push((Sign::None, format!("{others} others beyond the frame"))),
        (front, others) => {
            let words = format!("{front} on the front and {others} others beyond the frame");
            entries.push((Sign::None, words));
        }
    }
    entries
}

/// The room that letters take: by a mean width, on the safe side.
fn letters(text: &str) -> f64 {
    text.chars().count() as f64 * 6.6
}

fn width((sign, words): &(Sign, String)) -> f64 {
    letters(words)
        + 14.0
        + match sign {
            Sign::Ramp(low, high) => letters(low) + letters(high) + RAMP + 24.0,
            Sign::None => 0.0,
            _ => SIGN,
        }
}

/// Where each entry begins: its left end, the middle of its line.
fn placed(entries: &[(Sign, String)], area: Area) -> Vec<(f64, f64)> {
    let (mut x, mut y) = (area.left, area.top + LINE / 2.0);
    entries
        .iter()
        .map(|entry| {
            let width = width(entry);
            if x > area.left && x + width > area.right() {
                x = area.left;
                y += LINE;
            }
            let place = (x, y);
            x += width;
            place
        })
        .collect()
}

fn draw_entry(pen: &mut Pen, sign: &Sign, words: &str, (x, y): (f64, f64)) -> Drawn {
    let theme = pen.theme;
    let style = Lettering::new(12.0, theme.text);
    let middle = (x + 8.0, y);
    match sign {
        Sign::Front => pen.dot(middle, RADIUS.0, theme.on_ramp(0.0))?,
        Sign::Dominated => pen.dot(middle, RADIUS.1, theme.axis)?,
        Sign::Unjudged => {
            pen.dot(middle, RADIUS.1, theme.axis)?;
            pen.dot(middle, RADIUS.1 - HOLLOW, theme.background)?;
        }
        Sign::Present => {
            pen.dot(middle, RADIUS.0 + 1.0, theme.highlight)?;
            pen.dot(middle, RADIUS.0 - 1.0, theme.background)?;
        }
        Sign::Edge => {
            let steps = [(x, y + 4.0), (x + 8.0, y + 4.0), (x + 8.0, y - 4.0), (x + 16.0, y - 4.0)];
            pen.path(&steps, theme.muted, 1.5)?;
        }
        Sign::None => {
            let style = Lettering::new(12.0, theme.muted);
            return pen.text(words, (x, y), style);
        }
        Sign::Ramp(low, high) => {
            pen.text(words, (x, y), style)?;
            let numbers = Lettering::new(12.0, theme.muted);
            let x = x + letters(words) + 8.0 + letters(low);
            pen.text(low, (x, y), numbers.right())?;
            draw_ramp(pen, (x + 8.0, y))?;
            return pen.text(high, (x + 16.0 + RAMP, y), numbers);
        }
    }
    pen.text(words, (x + SIGN, y), style)
}

fn draw_ramp(pen: &mut Pen, (x, y): (f64, f64)) -> Drawn {
    const PIECES: u32 = 48;
    for piece in 0..PIECES {
        let share = f64::from(piece) / f64::from(PIECES - 1);
        let area = Area {
            left: x + f64::from(piece) * RAMP / f64::from(PIECES),
            top: y - 5.0,
            // Pieces that only touch leave seams where a picture is scaled.
            width: RAMP / f64::from(PIECES) + if piece + 1 < PIECES { 1.0 } else { 0.0 },
            height: 10.0,
        };
        pen.fill(area, pen.theme.on_ramp(share), 1.0)?;
    }
    Ok(())
}
