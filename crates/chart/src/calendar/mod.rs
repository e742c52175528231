//! A calendar of several levels: a row for each, its slots side by side, each as wide as the others; and what a manager
//! believes of the calendars beneath it.

mod rows;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use super::time_axis::time_label;
use crate::prelude::*;
use rows::{colour, swatches};

pub use rows::{Cell, Row, RowsView, calendar_height, calendar_svg, calendar_table, cell_at};

/// Slots side by side that are alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    pub slots: u64,
    /// The share of the nodes that is taken, and that is believed to be, 0 to 1.
    pub taken: f64,
    pub believed: f64,
    /// Whether the two differ.
    pub differs: bool,
}

/// A cluster.
#[derive(Clone, Debug, PartialEq)]
pub struct BeliefRow {
    /// Its name: `Cluster 2`.
    pub name: String,
    /// When its first slot begins.
    pub from: Time,
    pub pieces: Vec<Piece>,
}

impl BeliefRow {
    /// How many slots there are, and how many differ.
    pub fn slots(&self) -> [u64; 2] {
        let differing = self.pieces.iter().filter(|it| it.differs);
        [self.pieces.iter().map(|it| it.slots).sum(), differing.map(|it| it.slots).sum()]
    }

    /// How many of its slots are drawn: a long row of free ones at the end tells nothing.
    fn drawn(&self) -> u64 {
        let [all, _] = self.slots();
        let is_free = |it: &&Piece| it.taken == 0.0 && it.believed == 0.0;
        let free: u64 = self.pieces.iter().rev().take_while(is_free).map(|it| it.slots).sum();
        let needed = (all - free).max(LEAST_DRAWN);
        (needed + needed / 4).min(all)
    }
}

/// The content of the picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BeliefsView {
    pub rows: Rc<Vec<BeliefRow>>,
}

/// The heights of a head, of a strip, of the marks between two strips, and of the gap between two clusters, in CSS
/// pixels.
const HEAD: f64 = 20.0;
const STRIP: f64 = 15.0;
const MARKS: f64 = 5.0;
const GAP: f64 = 10.0;

const ROW: f64 = HEAD + 2.0 * STRIP + MARKS + GAP;

/// The room for the names of the strips.
const NAMES: f64 = 62.0;

/// Beneath this width the head of a cluster has no room for the time.
const NARROW: f64 = 440.0;

/// The fewest slots of a cluster that are drawn.
const LEAST_DRAWN: u64 = 24;

/// A height that shows `clusters` clusters and the legend.
pub fn beliefs_height(clusters: usize) -> u32 {
    (clusters as f64 * ROW + 2.0 * LINE + 16.0) as u32
}

/// Draws the picture.
fn draw(backend: &mut dyn Surface, frame: Frame, theme: &Theme, view: &BeliefsView, captions: &Captions) -> Drawn {
    let mut pen = Pen::new(backend, frame, theme);
    let area = begin(&mut pen, frame.area(), captions)?;
    let swatches = meanings(theme);
    legend(&mut pen, area, &swatches)?;
    let key = LINE * lines(&swatches, area.width) as f64 + 10.0;
    for (at, row) in view.rows.iter().enumerate() {
        let area = Area {
            left: area.left + 4.0,
            top: area.top + key + at as f64 * ROW,
            width: (area.width - 8.0).max(1.0),
            height: ROW,
        };
        draw_row(&mut pen, area, row, captions)?;
    }
    Ok(())
}

/// The picture as an SVG document.
pub fn beliefs_svg(frame: Frame, theme: &Theme, view: &BeliefsView, captions: &Captions) -> String {
    let told = view.rows.iter().map(|row| {
        let [slots, differing] = row.slots();
        format!("{}: {slots} slots, the believed state of {differing} is wrong.", row.name)
    });
    let description: Vec<String> = told.chain([captions.subtitle.clone()]).collect();
    svg(frame, &captions.title, &description.join(" "), |target, frame| draw(target, frame, theme, view, captions))
}

/// The meaning of the colours.
fn meanings(theme: &Theme) -> Vec<Swatch> {
    let mut all = swatches(theme).to_vec();
    all.push(Swatch { colour: theme.highlight, hatch: None, words: "the two differ".to_owned(), mark: None });
    all
}

/// The cluster's name and how many slots differ; the true state, the slots in which the two differ, the belief.
fn draw_row(pen: &mut Pen, area: Area, row: &BeliefRow, captions: &Captions) -> Drawn {
    let middle = area.top + HEAD / 2.0;
    let [slots, differing] = row.slots();
    let name = Lettering::new(12.0, pen.theme.text).bold();
    pen.text(&row.name, (area.left, middle), name)?;
    let cut = match row.drawn() {
        drawn if drawn < slots => format!(", the first {drawn} drawn"),
        _ => String::new(),
    };
    let from = time_label(row.from, captions.origin);
    let differ = format!("{differing} of {slots} slots differ");
    let said = if area.width < NARROW { differ } else { format!("from {from}: {differ}{cut}") };
    let style = Lettering::new(11.0, pen.theme.muted);
    pen.text(&said, (area.right(), middle), style.right())?;
    let strip = |top: f64, height: f64| Area {
        left: area.left + NAMES,
        top: area.top + HEAD + top,
        width: (area.width - NAMES).max(1.0),
        height,
    };
    let strips = [("true", strip(0.0, STRIP)), ("believed", strip(STRIP + MARKS, STRIP))];
    for (name, plot) in strips {
        pen.text(name, (area.left, plot.top + STRIP / 2.0), style)?;
        pen.fill(plot, colour(0.0, pen.theme), 1.0)?;
    }
    let drawn = row.drawn().max(1) as f64;
    let mut at = 0;
    for piece in &row.pieces {
        let share = |slots: u64| (slots as f64 / drawn).min(1.0);
        let (from, to) = (share(at), share(at + piece.slots));
        at += piece.slots;
        for ((_, plot), taken) in strips.iter().zip([piece.taken, piece.believed]) {
            fill(pen, *plot, (from, to), taken)?;
        }
        if piece.differs {
            let marks = strip(STRIP + 1.0, MARKS - 2.0);
            let width = ((to - from) * marks.width).max(1.0);
            let left = marks.left + from * marks.width;
            let mark = Area { left, width, ..marks };
            pen.fill(mark, pen.theme.highlight, 1.0)?;
        }
    }
    strips.iter().try_for_each(|&(_, plot)| pen.frame(plot, pen.theme.axis))
}

/// A part of a strip, filled from below by how much of it is taken.
fn fill(pen: &mut Pen, plot: Area, (from, to): (f64, f64), taken: f64) -> Drawn {
    let height = taken.clamp(0.0, 1.0) * plot.height;
    let part = Area {
        left: plot.left + from * plot.width,
        top: plot.bottom() - height,
        width: (to - from) * plot.width,
        height,
    };
    pen.fill(part, colour(taken, pen.theme), 1.0)
}
