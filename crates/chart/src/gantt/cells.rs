//! The cells of a Gantt chart: which rows of them its processors are, and what its pieces cover of them.

use coverage::{Cell, Channels, Grid, Pixel};

use super::layout::{Lane, Layout};
use crate::colouring::{Colouring, SLOTS};
use crate::piece::Piece;
use crate::theme::{Rgb, Theme};

/// The colours of all kinds, shades and classes as sums count them, plain and dimmed.
pub(super) struct Palette<'a> {
    colours: [[Channels; SLOTS]; 2],
    colouring: &'a Colouring,
}

impl<'a> Palette<'a> {
    pub(super) fn new(theme: &Theme, colouring: &'a Colouring) -> Self {
        let colours = colouring.colours(theme);
        let dimmed = colours.map(|colour| theme.dimmed(colour));
        Self {
            colours: [colours.map(as_channels), dimmed.map(as_channels)],
            colouring,
        }
    }

    #[inline]
    pub(super) fn of(&self, piece: &Piece, dimmed: bool) -> Channels {
        self.colours[usize::from(dimmed)][self.colouring.slot(piece)]
    }
}

fn as_channels(colour: Rgb) -> Channels {
    Channels::new([colour.0, colour.1, colour.2, 255].map(u32::from))
}

/// A row of cells for each processor in sight, or for each row of pixels where a processor is less
/// than a pixel tall.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    width: usize,
    grid: Grid,
    /// The pixel rows `from..to` that each row of cells stands for, ascending.
    bands: Vec<(usize, usize)>,
    /// By provider; empty (no bands) where it is out of sight.
    lanes: Vec<Option<BandedLane>>,
    row_height: f64,
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
        self.grid.lay_out(width, self.bands.len());
    }

    /// Adds a piece from pixel `from` to pixel `to`, both within the width. O(1).
    #[inline]
    pub(super) fn add(&mut self, piece: &Piece, from: f64, to: f64, colour: Channels) {
        let Some(Some(banded)) = self.lanes.get(piece.provider as usize) else {
            return;
        };
        let (lane, count) = (banded.lane, banded.bands);
        if self.row_height >= 1.0 {
            let band = |row: u32| (row.saturating_sub(banded.first_processor) as usize).min(count);
            let first = banded.first_band + band(piece.first);
            let end = banded.first_band + band(piece.last + 1);
            self.grid.add_to_rows((from, to), (first, end), colour);
        } else {
            let row = |processor: f64| {
                let y = lane.origin + processor * self.row_height;
                (y - lane.top.round()).clamp(0.0, count as f64)
            };
            let (first, end) = (f64::from(piece.first), f64::from(piece.last) + 1.0);
            let down = (row(first), row(end));
            self.grid
                .add_between((from, to), banded.first_band, down, colour);
        }
    }

    /// Calls `visit` with each row of cells and the pixel rows `from..to` that it stands for.
    /// O(cells).
    pub(super) fn for_each_row(&mut self, mut visit: impl FnMut((usize, usize), &[Cell])) {
        let mut cells = vec![[0; 4]; self.width];
        self.grid.begin_rows();
        for (row, &band) in self.bands.iter().enumerate() {
            self.grid.cells_of_row(row, &mut cells);
            visit(band, &cells);
        }
    }

    /// Draws the cells over the ground; pixels outside of lanes get the background. O(pixels).
    pub(super) fn compose(&mut self, ground: &[Pixel], theme: &Theme, pixels: &mut [Pixel]) {
        let background = opaque(theme.background);
        let width = self.width;
        let mut done = 0;
        self.grid.begin_rows();
        for (row, &(from, to)) in self.bands.iter().enumerate() {
            let (from, to) = (from * width, to * width);
            if from >= to {
                self.grid.pass_row(row);
                continue;
            }
            if from > done {
                pixels[done..from].fill(background);
            }
            let first = from..from + width;
            self.grid
                .compose_row(row, ground, &mut pixels[first.clone()]);
            for copy in (from + width..to).step_by(width) {
                pixels.copy_within(first.clone(), copy);
            }
            done = to;
        }
        pixels[done..].fill(background);
    }
}

/// A colour as an opaque pixel.
pub(super) fn opaque(colour: Rgb) -> Pixel {
    [colour.0, colour.1, colour.2, 255]
}
