//! Cells of colour and coverage, to which bars are added in any number before they become pixels.

use super::index::Piece;
use super::layout::{Lane, Layout};
use crate::chart::colouring::{Colouring, SLOTS};
use crate::chart::theme::{Rgb, Theme};

/// Colour (red, green, blue, each times coverage) and coverage, in 1/65535.
pub(super) type Cell = [u16; 4];

/// Full coverage.
const FULL: f32 = 65535.0;

/// The colours of all kinds, shades and classes as cells fully covered, plain and dimmed.
pub(super) struct Palette<'a> {
    colours: [[[f32; 4]; SLOTS]; 2],
    colouring: &'a Colouring,
}

impl<'a> Palette<'a> {
    pub(super) fn new(theme: &Theme, colouring: &'a Colouring) -> Self {
        let colours = colouring.colours(theme);
        let dimmed = colours.map(|colour| theme.dimmed(colour));
        Self {
            colours: [colours.map(as_cell), dimmed.map(as_cell)],
            colouring,
        }
    }

    pub(super) fn of(&self, piece: &Piece, dimmed: bool) -> [f32; 4] {
        self.colours[usize::from(dimmed)][self.colouring.slot(piece)]
    }
}

fn as_cell(colour: Rgb) -> [f32; 4] {
    let channel = |value: u8| f32::from(value) / 255.0 * FULL;
    [
        channel(colour.0),
        channel(colour.1),
        channel(colour.2),
        FULL,
    ]
}

/// A row of cells for each processor in sight, or for each row of pixels where a processor is less
/// than a pixel tall.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    width: usize,
    cells: Vec<Cell>,
    /// The pixel rows `from..to` that each row of cells stands for, ascending.
    bands: Vec<(usize, usize)>,
    /// By provider; empty (no bands) where it is out of sight.
    lanes: Vec<Option<BandedLane>>,
    row_height: f64,
    carry: Carry,
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
        self.carry = Carry::default();
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
        self.cells.clear();
        self.cells.resize(self.bands.len() * width, [0; 4]);
    }

    /// Adds a piece from pixel `from` to pixel `to`, both within the width.
    pub(super) fn add(&mut self, piece: &Piece, from: f64, to: f64, colour: [f32; 4]) {
        let Some(Some(banded)) = self.lanes.get(piece.provider as usize) else {
            return;
        };
        let (lane, first_band, count) = (banded.lane, banded.first_band, banded.bands);
        if self.row_height >= 1.0 {
            let first = piece.first.saturating_sub(banded.first_processor) as usize;
            let end = (piece.last + 1).saturating_sub(banded.first_processor) as usize;
            let bands = first_band + first.min(count)..first_band + end.min(count);
            self.add_to_bands(bands, from, to, colour);
        } else {
            let row = |processor: f64| {
                let y = lane.origin + processor * self.row_height;
                (y - lane.top.round()).clamp(0.0, count as f64)
            };
            let (top, bottom) = (
                row(f64::from(piece.first)),
                row(f64::from(piece.last) + 1.0),
            );
            self.add_to_pixel_rows(first_band, (top, bottom), (from, to), colour);
        }
    }

    /// Adds a piece that covers bands from edge to edge.
    fn add_to_bands(
        &mut self,
        bands: std::ops::Range<usize>,
        from: f64,
        to: f64,
        colour: [f32; 4],
    ) {
        let (first, last) = (from as usize, to as usize);
        if first == last {
            // The usual case in a whole log: a sliver within one column.
            let sliver = self.carry.share_of(colour, (to - from) as f32);
            for band in bands {
                add_cell(&mut self.cells[band * self.width + first], sliver);
            }
            return;
        }
        let left = self
            .carry
            .share_of(colour, (first as f64 + 1.0 - from) as f32);
        let right = self.carry.share_of(colour, (to - last as f64) as f32);
        let full = colour.map(|channel| (channel + 0.5) as u16);
        for band in bands {
            let row = &mut self.cells[band * self.width..(band + 1) * self.width];
            add_cell(&mut row[first], left);
            row[first + 1..last].fill(full);
            if let Some(cell) = row.get_mut(last) {
                add_cell(cell, right);
            }
        }
    }

    /// Adds a piece that reaches from `top` to `bottom` rows of pixels below a lane's first.
    fn add_to_pixel_rows(
        &mut self,
        first_band: usize,
        (top, bottom): (f64, f64),
        (from, to): (f64, f64),
        colour: [f32; 4],
    ) {
        for row in top as usize..bottom.ceil() as usize {
            let covered = bottom.min(row as f64 + 1.0) - top.max(row as f64);
            if covered >= 1.0 {
                let band = first_band + row;
                self.add_to_bands(band..band + 1, from, to, colour);
                continue;
            }
            let start = (first_band + row) * self.width;
            let cells = &mut self.cells[start..start + self.width];
            for (x, cell) in cells
                .iter_mut()
                .enumerate()
                .take(to.ceil() as usize)
                .skip(from as usize)
            {
                let share = to.min(x as f64 + 1.0) - from.max(x as f64);
                add_cell(cell, self.carry.share_of(colour, (share * covered) as f32));
            }
        }
    }

    /// Each row of cells with the pixel rows `from..to` that it stands for.
    pub(super) fn rows(&self) -> impl Iterator<Item = ((usize, usize), &[Cell])> {
        let cells = self.cells.chunks(self.width.max(1));
        self.bands.iter().copied().zip(cells)
    }

    /// Lays the cells over the ground; what is no lane gets the background. O(pixels).
    pub(super) fn compose(&self, ground: &[[u8; 4]], theme: &Theme, pixels: &mut [[u8; 4]]) {
        let background = opaque(theme.background);
        let mut done = 0;
        for (band, &(from, to)) in self.bands.iter().enumerate() {
            let (from, to) = (from * self.width, to * self.width);
            if from >= to {
                continue;
            }
            if from > done {
                pixels[done..from].fill(background);
            }
            let cells = &self.cells[band * self.width..(band + 1) * self.width];
            let row = &mut pixels[from..from + self.width];
            for ((pixel, cell), ground) in row.iter_mut().zip(cells).zip(ground) {
                *pixel = over(*cell, *ground);
            }
            for copy in (from + self.width..to).step_by(self.width) {
                pixels.copy_within(from..from + self.width, copy);
            }
            done = to;
        }
        pixels[done..].fill(background);
    }
}

/// What of the shares so far was too little for a cell to tell: the next one gets it, so that many
/// slivers of sub-pixel processors come to what they cover together.
#[derive(Clone, Copy, Debug, Default)]
struct Carry([f32; 4]);

impl Carry {
    /// A share of a colour, in whole numbers.
    fn share_of(&mut self, colour: [f32; 4], share: f32) -> Cell {
        std::array::from_fn(|at| {
            let exact = colour[at] * share + self.0[at];
            let whole = exact.floor();
            self.0[at] = exact - whole;
            whole as u16
        })
    }
}

/// Adds a share to a cell; bars that overlap (there should be none) saturate it.
fn add_cell(cell: &mut Cell, share: Cell) {
    for (sum, part) in cell.iter_mut().zip(share) {
        *sum = sum.saturating_add(part);
    }
}

/// A cell over the ground.
fn over(cell: Cell, ground: [u8; 4]) -> [u8; 4] {
    if cell[3] == 0 {
        return ground;
    }
    let bare = 65535 - u32::from(cell[3]);
    let channel = |at: usize| {
        let sum = u32::from(cell[at]) * 255 + u32::from(ground[at]) * bare;
        ((sum + 32767) / 65535).min(255) as u8
    };
    [channel(0), channel(1), channel(2), 255]
}

/// A colour as an opaque pixel.
pub(super) fn opaque(colour: Rgb) -> [u8; 4] {
    [colour.0, colour.1, colour.2, 255]
}
