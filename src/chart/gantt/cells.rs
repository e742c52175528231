//! Cells of colour and coverage, to which bars are added in any number before they become pixels.
//!
//! A bar is added by its corners: what it changes from cell to cell, across and down, is nothing
//! anywhere else. However long and tall it is, that is at most sixteen cells, and the sums from the
//! first cell on, across and down, are what every cell holds. Positions are told in small steps of a
//! cell, so that sums are whole numbers and bars that touch cover what they cover together.

use super::index::Piece;
use super::lanes::Lanes;
use super::layout::{Lane, Layout};
use crate::chart::colouring::{Colouring, SLOTS};
use crate::chart::theme::{Rgb, Theme};

/// Colour (red, green, blue, each times coverage) and coverage, in 1/65535.
pub(super) type Cell = [u16; 4];

/// Steps of a cell's width in which it is told how far a piece reaches into it.
const ACROSS: f64 = 4096.0;

/// The same of its height.
const DOWN: f64 = 1024.0;

/// Full coverage, as sums count it: 255 for each step of a cell's area, four of which fit 32 bits, so
/// that bars that overlap (there should be none) are told as full.
const STEPS: u32 = (ACROSS * DOWN) as u32;

/// The colours of all kinds, shades and classes as sums count them, plain and dimmed.
pub(super) struct Palette<'a> {
    colours: [[Lanes; SLOTS]; 2],
    colouring: &'a Colouring,
}

impl<'a> Palette<'a> {
    pub(super) fn new(theme: &Theme, colouring: &'a Colouring) -> Self {
        let colours = colouring.colours(theme);
        let dimmed = colours.map(|colour| theme.dimmed(colour));
        Self {
            colours: [colours.map(as_lanes), dimmed.map(as_lanes)],
            colouring,
        }
    }

    #[inline]
    pub(super) fn of(&self, piece: &Piece, dimmed: bool) -> Lanes {
        self.colours[usize::from(dimmed)][self.colouring.slot(piece)]
    }
}

fn as_lanes(colour: Rgb) -> Lanes {
    Lanes::new([colour.0, colour.1, colour.2, 255].map(u32::from))
}

/// A row of cells for each processor in sight, or for each row of pixels where a processor is less
/// than a pixel tall.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    width: usize,
    /// How each cell differs from those before it, across and down: a row more than there are bands,
    /// and two columns.
    changes: Vec<Lanes>,
    /// The pixel rows `from..to` that each row of cells stands for, ascending.
    bands: Vec<(usize, usize)>,
    /// By provider; empty (no bands) where it is out of sight.
    lanes: Vec<Option<BandedLane>>,
    row_height: f64,
    /// Of the row that is summed up: the sums of its changes with those above.
    above: Vec<Lanes>,
}

/// Where the bands of one provider are.
#[derive(Clone, Copy, Debug)]
struct BandedLane {
    lane: Lane,
    first_band: usize,
    bands: usize,
    /// The processor of the first band; unused where bands are rows of pixels.
    first_processor: u32,
}

impl Cells {
    /// Makes and clears the cells that a layout needs.
    pub(super) fn lay_out(&mut self, layout: &Layout, width: usize, height: usize) {
        self.width = width;
        self.row_height = layout.row_height;
        self.bands.clear();
        self.lanes.clear();
        for lane in &layout.lanes {
            let first_band = self.bands.len();
            let pixel = |y: f64| (y.round().max(0.0) as usize).min(height);
            let (top, bottom) = (pixel(lane.top), pixel(lane.bottom));
            let mut first_processor = 0;
            if layout.row_height >= 1.0 {
                let row = |y: f64| (y - lane.origin) / layout.row_height;
                first_processor = row(lane.top + 1e-6).max(0.0) as u32;
                let last = (row(lane.bottom - 1e-6).ceil() as u32).min(lane.processors);
                for processor in first_processor..last {
                    let (from, to) = layout.span(lane, processor, processor);
                    self.bands.push((pixel(from), pixel(to)));
                }
            } else {
                self.bands.extend((top..bottom).map(|y| (y, y + 1)));
            }
            self.lanes.resize(lane.provider + 1, None);
            self.lanes[lane.provider] = Some(BandedLane {
                lane: *lane,
                first_band,
                bands: self.bands.len() - first_band,
                first_processor,
            });
        }
        self.changes.clear();
        self.changes
            .resize((self.bands.len() + 1) * (width + 2), Lanes::default());
    }

    /// Adds a piece from pixel `from` to pixel `to`, both within the width. O(1).
    #[inline]
    pub(super) fn add(&mut self, piece: &Piece, from: f64, to: f64, colour: Lanes) {
        let Some(Some(banded)) = self.lanes.get(piece.provider as usize) else {
            return;
        };
        let (lane, count) = (banded.lane, banded.bands);
        let across = Edges::between(from, to, ACROSS);
        let down = if self.row_height >= 1.0 {
            let band = |row: u32| row.saturating_sub(banded.first_processor) as usize;
            let first = band(piece.first).min(count);
            let end = band(piece.last + 1).min(count);
            Edges::at(first, end, DOWN)
        } else {
            let row = |processor: f64| {
                let y = lane.origin + processor * self.row_height;
                (y - lane.top.round()).clamp(0.0, count as f64)
            };
            let (first, end) = (f64::from(piece.first), f64::from(piece.last) + 1.0);
            Edges::between(row(first), row(end), DOWN)
        };
        if across.is_empty() || down.is_empty() {
            return;
        }
        let stride = self.width + 2;
        for (band, share) in down.0 {
            if share == 0 {
                continue;
            }
            let colour = colour.times(share);
            let row = (banded.first_band + band) * stride;
            for (column, share) in across.0 {
                if share != 0 {
                    let change = &mut self.changes[row + column];
                    *change = change.plus(colour.times(share));
                }
            }
        }
    }

    /// Calls `visit` with each row of cells and the pixel rows `from..to` that it stands for.
    /// O(cells).
    pub(super) fn for_each_row(&mut self, mut visit: impl FnMut((usize, usize), &[Cell])) {
        let mut cells = vec![[0; 4]; self.width];
        self.begin_rows();
        for band in 0..self.bands.len() {
            self.sum_up(band, |x, sum| cells[x] = as_cell(sum));
            visit(self.bands[band], &cells);
        }
    }

    /// Lays the cells over the ground; what is no lane gets the background. O(pixels).
    pub(super) fn compose(&mut self, ground: &[[u8; 4]], theme: &Theme, pixels: &mut [[u8; 4]]) {
        let background = opaque(theme.background);
        let width = self.width;
        let mut done = 0;
        self.begin_rows();
        for band in 0..self.bands.len() {
            let (from, to) = self.bands[band];
            let (from, to) = (from * width, to * width);
            if from >= to {
                self.sum_up(band, |_, _| ());
                continue;
            }
            if from > done {
                pixels[done..from].fill(background);
            }
            let row = &mut pixels[from..from + width];
            self.sum_up(band, |x, sum| row[x] = over(sum, ground[x]));
            for copy in (from + width..to).step_by(width) {
                pixels.copy_within(from..from + width, copy);
            }
            done = to;
        }
        pixels[done..].fill(background);
    }

    /// Before the first row is summed up.
    fn begin_rows(&mut self) {
        self.above.clear();
        self.above.resize(self.width, Lanes::default());
    }

    /// Sums up a row, which follows the one that was summed up last, and tells what each cell holds.
    #[inline]
    fn sum_up(&mut self, band: usize, mut tell: impl FnMut(usize, Lanes)) {
        let stride = self.width + 2;
        let changes = &self.changes[band * stride..band * stride + self.width];
        let mut sum = Lanes::default();
        for (x, (above, change)) in self.above.iter_mut().zip(changes).enumerate() {
            *above = above.plus(*change);
            sum = sum.plus(*above);
            tell(x, sum);
        }
    }
}

/// Where a stretch begins and ends among cells, and by how much each of these differs from the one
/// before.
struct Edges([(usize, u32); 4]);

impl Edges {
    /// From one place to another, told in so many steps of a cell.
    #[inline(always)]
    fn between(from: f64, to: f64, steps: f64) -> Self {
        let place = |at: f64| {
            let step = (at * steps + 0.5) as u64;
            let steps = steps as u64;
            ((step / steps) as usize, (step % steps) as u32)
        };
        let ((first, into_first), (last, into_last)) = (place(from), place(to));
        let whole = steps as u32;
        if first == last {
            // The usual case in a whole log: a sliver within one cell.
            let share = into_last.wrapping_sub(into_first);
            let none = (0, 0);
            return Self([
                (first, share),
                (first + 1, share.wrapping_neg()),
                none,
                none,
            ]);
        }
        Self([
            (first, whole - into_first),
            (first + 1, into_first),
            (last, (whole - into_last).wrapping_neg()),
            (last + 1, into_last.wrapping_neg()),
        ])
    }

    /// From the edge of one cell to that of another.
    #[inline(always)]
    fn at(first: usize, end: usize, steps: f64) -> Self {
        let whole = if first < end { steps as u32 } else { 0 };
        let none = (0, 0);
        Self([(first, whole), (end, whole.wrapping_neg()), none, none])
    }

    /// Whether what begins ends at the same step.
    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.0[0].1 == 0
    }
}

/// A sum as a cell.
fn as_cell(sum: Lanes) -> Cell {
    // 255 times the steps are 65535.
    let part = |part: u32| (u64::from(part) * 257 / u64::from(STEPS)).min(65_535) as u16;
    sum.parts().map(part)
}

/// A sum over the ground.
#[inline(always)]
fn over(sum: Lanes, ground: [u8; 4]) -> [u8; 4] {
    if sum.is_none() {
        return ground;
    }
    // Fewer digits than a sum has: a channel times another is to fit.
    const FEWER: u32 = 8;
    const FULL: u32 = 255 * (STEPS >> FEWER);
    let sum = sum.parts();
    let covered = (sum[3] >> FEWER).min(FULL);
    let bare = FULL - covered;
    let channel = |at: usize| {
        let sum = (sum[at] >> FEWER).min(covered) * 255;
        ((sum + u32::from(ground[at]) * bare + FULL / 2) / FULL).min(255) as u8
    };
    [channel(0), channel(1), channel(2), 255]
}

/// A colour as an opaque pixel.
pub(super) fn opaque(colour: Rgb) -> [u8; 4] {
    [colour.0, colour.1, colour.2, 255]
}
