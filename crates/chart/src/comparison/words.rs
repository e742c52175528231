//! The scenarios in words.

use super::Comparison;
use crate::legend::Marker;
use crate::lettering::wrapped;
use crate::prelude::*;

pub(super) use experiment::words::differences::letter;

/// The height of a line of the list, in CSS pixels.
const LINE: f64 = 16.0;

/// Its type size.
const SIZE: f64 = 12.0;

/// Where the words begin beside sign and letter.
const INDENT: f64 = 44.0;

/// No scenario takes more lines than this.
const MOST_LINES: usize = 3;

/// How high the list is at a width.
pub(super) fn height(comparison: &Comparison, width: f64) -> f64 {
    let lines = comparison.scenarios.iter();
    lines.map(|it| lines_of(it.name, width - INDENT).len().max(1)).sum::<usize>() as f64 * LINE
        + 4.0 * comparison.scenarios.len() as f64
}

/// Draws the list: sign, letter and words of each scenario.
pub(super) fn draw(pen: &mut Pen, area: Area, comparison: &Comparison) -> Drawn {
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
pub(super) fn sign(pen: &mut Pen, (x, y): (f64, f64), place: usize) -> Drawn {
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
pub(super) fn paragraph(pen: &mut Pen, area: Area, text: &str, (size, most): (f64, usize)) -> Drawn<f64> {
    let style = Lettering::new(size, pen.theme.muted);
    let lines = paragraph_lines(text, area.width, (size, most));
    for (at, line) in lines.iter().enumerate() {
        let y = area.top + (at as f64 + 0.5) * size * 1.4;
        pen.text(line, (area.left, y), style)?;
    }
    Ok(lines.len() as f64 * size * 1.4)
}

/// The lines of a paragraph: at most this many, the last one cut.
pub(super) fn paragraph_lines(text: &str, width: f64, (size, most): (f64, usize)) -> Vec<String> {
    let mut lines = wrapped(text, width, size);
    if lines.len() > most {
        let rest = lines.split_off(most.saturating_sub(1)).join(" ");
        lines.push(rest);
    }
    lines.iter().map(|line| shortened(line, width, size)).collect()
}
