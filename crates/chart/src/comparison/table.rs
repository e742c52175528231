//! The criteria of all jobs as a table: a column for each scenario.

use super::Comparison;
use super::RowUnit;
use crate::comparison;
use crate::lettering::wrapped;
use crate::prelude::*;
use base::text::capital;
use experiment::comparison::{Cell, Row};
use scheduling::criteria::Of;

/// The height of the head and of a line of a cell, in CSS pixels.
const HEAD: f64 = 24.0;
const LINE: f64 = 13.5;

/// Above and below the lines of a row, together.
const PADDING: f64 = 6.0;

/// The rows that are shown: no percentiles, and numbers that are neither good nor bad only where they differ.
fn shown<'a>(comparison: &Comparison<'a>) -> impl Iterator<Item = &'a Row> {
    let differs = |row: &Row| {
        let mut means = row.cells.iter().flatten().map(|cell| cell.value.mean);
        let first = means.next();
        means.any(|mean| Some(mean) != first)
    };
    comparison.rows.iter().filter(move |row| {
        let is_judged = row.criterion.higher_is_better().is_some();
        let is_brief = row.criterion.jobs() == Of::All && !row.criterion.is_percentile();
        is_brief && (is_judged || differs(row))
    })
}

/// How high a row is: the mean, how sure it is, the difference; the name on two lines if it has to.
fn row_height(row: &Row, names: f64) -> f64 {
    let cells = || row.cells.iter().flatten();
    let lines = 1
        + usize::from(cells().any(|cell| cell.value.half_width.is_some_and(|it| it > 0.0)))
        + usize::from(cells().any(|cell| cell.difference.is_some_and(|it| it.mean != 0.0)));
    lines.max(name_lines(row, names).len()) as f64 * LINE + PADDING
}

/// The type size of names.
const NAME: f64 = 11.0;

fn name_lines(row: &Row, width: f64) -> Vec<String> {
    let name = row.criterion.what().replace("Mean ", "");
    wrapped(&capital(&name), width, NAME)
}

/// The width of the names and of a column.
fn widths(comparison: &Comparison, width: f64) -> (f64, f64) {
    let count = comparison.scenarios.len().max(1) as f64;
    let names = (width - 52.0 * count).clamp(76.0, 150.0).min(width / 2.0);
    (names, (width - names) / count)
}

/// How high the table is at a width.
pub(super) fn height(comparison: &Comparison, width: f64) -> f64 {
    let (names, _) = widths(comparison, width);
    HEAD + shown(comparison).map(|row| row_height(row, names)).sum::<f64>()
}

/// Draws the table into the top of an area; rows without room are left out.
pub(super) fn draw(pen: &mut Pen, area: Area, comparison: &Comparison) -> Drawn {
    let (names, each) = widths(comparison, area.width);
    let theme = pen.theme;
    for place in 0..comparison.scenarios.len() {
        let right = area.left + names + (place as f64 + 1.0) * each;
        let mut head = comparison::letter(place).to_string();
        if place == comparison.baseline && comparison.scenarios.len() > 1 && each >= 70.0 {
            head = format!("baseline {head}");
        }
        let style = Lettering::new(12.5, theme.compared(place)).bold();
        pen.text(&head, (right - 4.0, area.top + HEAD / 2.0), style.right())?;
    }
    let mut top = area.top + HEAD;
    pen.across((area.left, area.right()), top, theme.axis)?;
    for row in shown(comparison) {
        let row_height = row_height(row, names);
        if top + row_height > area.bottom() + 0.5 {
            break;
        }
        let style = Lettering::new(NAME, theme.text);
        for (at, line) in name_lines(row, names).iter().enumerate() {
            let y = top + PADDING / 2.0 + (at as f64 + 0.5) * LINE;
            pen.text(line, (area.left, y), style)?;
        }
        let unit = RowUnit::of(row);
        for (place, cell) in row.cells.iter().enumerate() {
            let left = area.left + names + place as f64 * each;
            let room = Area { left, top, width: each, height: row_height };
            if let Some(cell) = cell {
                draw_cell(pen, room, cell, unit)?;
            }
        }
        top += row_height;
        pen.across((area.left, area.right()), top, theme.grid)?;
    }
    Ok(())
}

fn draw_cell(pen: &mut Pen, room: Area, cell: &Cell, unit: RowUnit) -> Drawn {
    let theme = pen.theme;
    let plain = Lettering::new(11.5, theme.text).right();
    let value = if cell.is_best {
        let ground = room.inset(2.0, 1.0, 0.0, 0.0);
        pen.fill(ground, theme.grid, 0.55)?;
        plain.bold()
    } else {
        plain
    };
    let small = Lettering::new(10.0, theme.muted).right();
    let texts = [
        Some((unit.value(cell.value.mean), value)),
        unit.half_width(cell).map(|text| (text, small)),
        unit.relative(cell).filter(|_| cell.difference.is_some_and(|it| it.mean != 0.0)).map(|text| (text, small)),
    ];
    let mut y = room.top + PADDING / 2.0 + LINE / 2.0;
    for (text, style) in texts.into_iter().flatten() {
        let text = shortened(&text, room.width, style.size);
        pen.text(&text, (room.right() - 4.0, y), style)?;
        y += LINE;
    }
    Ok(())
}
