//! The cells of a Gantt chart: which rows of them its processors are, and what its pieces cover of them.

use super::layout::{Lane, Layout};
use crate::colouring::{Colouring, SLOTS};
use crate::piece::{Kind, Piece};
use crate::prelude::*;
use coverage::{Cell, Channels, Grid, Marks, Pixel};

/// The colours of all kinds, shades and classes as sums count them, plain and dimmed.
pub(super) struct Palette<'a> {
    colours: [[Channels; SLOTS]; 2],
    colouring: &'a Colouring,
}

impl<'a> Palette<'a> {
    pub(super) fn new(theme: &Theme, colouring: &'a Colouring) -> Self {
        let colours = colouring.colours(theme);
        let dimmed = colours.map(|colour| theme.dimmed(colour));
        Self { colours: [colours.map(as_channels), dimmed.map(as_channels)], colouring }
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
    /// What lies over the grid, where anything is to be marked.
    marks: Option<Marks>,
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
            self.lanes[lane.provider] =
                Some(BandedLane { lane: *lane, first_band, bands: self.bands.len() - first_band, first_processor });
        }
        self.grid.lay_out(width, self.bands.len());
    }

    /// Lays marks over the cells from now on; before anything is added.
    pub(super) fn lay_marks(&mut self, are_laid: bool) {
        let (width, rows) = (self.width, self.bands.len());
        self.marks = self.marks.take().filter(|_| are_laid);
        if are_laid {
            self.marks.get_or_insert_default().lay_out(width, rows);
        }
    }

    /// Adds a piece between two pixels across, in sight or not. O(1).
    #[inline]
    pub(super) fn add(&mut self, piece: &Piece, across: (f64, f64), colour: Channels) {
        let Some((first_band, count, down)) = self.down(piece) else {
            return;
        };
        let is_small = across.1 - across.0 < 1.0 || down.1 - down.0 < 1.0;
        let (columns, rows) = if is_small {
            (widened(across, 1, self.width), widened(down, 1, count))
        } else {
            (touched(across, self.width), touched(down, count))
        };
        let (Some(columns), Some(rows)) = (columns, rows) else {
            return;
        };
        let within = |rows: (usize, usize)| (first_band + rows.0, first_band + rows.1);
        self.grid.count(columns, within(rows), is_small);
        let across = cut(across, self.width, LEAST_ACROSS);
        if self.row_height >= 1.0 {
            let (top, bottom) = cut(down, count, 0.0);
            let rows = within((top as usize, bottom as usize));
            self.grid.add_to_rows(across, rows, colour);
        } else {
            let down = cut(down, count, LEAST_DOWN);
            self.grid.add_between(across, first_band, down, colour);
        }
    }

    /// Marks a piece that is less than `least` pixels wide or tall, as if it were so large; a larger one is seen as it is. O(1).
    pub(super) fn mark(&mut self, piece: &Piece, across: (f64, f64), least: usize, colour: Channels) {
        let Some((first_band, count, down)) = self.down(piece) else {
            return;
        };
        let rows = if self.row_height >= 1.0 { (least as f64 / self.row_height).ceil() as usize } else { least };
        let is_large = across.1 - across.0 >= least as f64 && down.1 - down.0 >= rows as f64;
        let places = widened(across, least, self.width).zip(widened(down, rows, count));
        if let (Some(marks), Some((columns, rows)), false) = (&mut self.marks, places, is_large) {
            marks.add(columns, (first_band + rows.0, first_band + rows.1), colour);
        }
    }

    /// The first band of a piece's lane, how many it has, and the piece's place among them, in sight or not.
    #[inline]
    fn down(&self, piece: &Piece) -> Option<(usize, usize, (f64, f64))> {
        let banded = (*self.lanes.get(piece.provider as usize)?)?;
        let (first, end) = (f64::from(piece.first), f64::from(piece.last) + 1.0);
        let lane = &banded.lane;
        let down = if self.row_height >= 1.0 {
            let before = f64::from(banded.first_processor);
            (first - before, end - before)
        } else {
            let row = |row: f64| lane.origin + row * self.row_height - lane.top.round();
            (row(first), row(end))
        };
        Some((banded.first_band, banded.bands, down))
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
                self.marks.iter_mut().for_each(|it| it.pass_row(row));
                continue;
            }
            if from > done {
                pixels[done..from].fill(background);
            }
            let first = from..from + width;
            self.grid.compose_row(row, ground, &mut pixels[first.clone()]);
            if let Some(marks) = &mut self.marks {
                marks.lay_row(row, &mut pixels[first.clone()]);
            }
            for copy in (from + width..to).step_by(width) {
                pixels.copy_within(first.clone(), copy);
            }
            done = to;
        }
        pixels[done..].fill(background);
    }
}

/// The least part of a cell's width and height that a bar in sight covers: two steps of how far it reaches into it.
const LEAST_ACROSS: f64 = 1.0 / 2048.0;
const LEAST_DOWN: f64 = 1.0 / 512.0;

/// The part of a stretch within `0..end`, of this length at least.
#[inline]
fn cut((from, to): (f64, f64), end: usize, least: f64) -> (f64, f64) {
    let end = end as f64;
    let to = to.clamp(0.0, end).max(least.min(end));
    (from.clamp(0.0, end).min(to - least.min(to)), to)
}

/// The cells of `0..end` of which a stretch covers more than an eighth; `None` where it is out of sight.
#[inline]
fn touched((from, to): (f64, f64), end: usize) -> Option<(usize, usize)> {
    const LITTLE: f64 = 0.125;
    let all = end as f64;
    let is_in_sight = to > 0.0 && from < all;
    let first = (from + LITTLE).clamp(0.0, all) as usize;
    let last = (to - LITTLE).ceil().clamp(0.0, all) as usize;
    is_in_sight.then_some((first, last.max(first)))
}

/// Whole cells of `0..end` for a stretch: at least `least`, around its middle; `None` where it is out of sight.
#[inline]
fn widened((from, to): (f64, f64), least: usize, end: usize) -> Option<(usize, usize)> {
    let all = end as f64;
    if to <= 0.0 || from >= all {
        return None;
    }
    let (from, to) = (from.max(0.0), to.min(all));
    let least = (least as f64).min(all);
    let (first, last) = if to - from < least {
        let first = ((from + to - least) / 2.0).round().clamp(0.0, all - least);
        (first, first + least)
    } else {
        (from.round(), to.round())
    };
    Some((first as usize, last as usize))
}

/// A colour as an opaque pixel.
pub(super) fn opaque(colour: Rgb) -> Pixel {
    [colour.0, colour.1, colour.2, 255]
}

/// Rectangles in order of start, 24 bytes each as long as their times span less than 2^32, and 32 otherwise.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pieces {
    /// The origin of short times: the start of the first piece.
    base: Time,
    /// Start and end of each; empty if they do not fit.
    short: Vec<(u32, u32)>,
    /// The same of pieces whose times do not fit; empty if they do.
    long: Vec<(Time, Time)>,
    places: Vec<PieceKey>,
}

/// Whose a rectangle is, and on which processors.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PieceKey {
    job: u32,
    first: u32,
    last: u32,
    /// The provider, then two bits for the kind and two for the shade.
    provider: u32,
}

impl Pieces {
    /// With room for this many.
    pub(super) fn with_capacity(count: usize) -> Self {
        Self { short: Vec::with_capacity(count), places: Vec::with_capacity(count), ..Self::default() }
    }

    /// Adds one that starts no sooner than the others.
    pub(super) fn push(&mut self, piece: &Piece) {
        if self.places.is_empty() {
            self.base = piece.start;
        }
        let after = |time: Time| u32::try_from(time.checked_sub(self.base)?).ok();
        match after(piece.start).zip(after(piece.end)) {
            Some(times) if self.long.is_empty() => self.short.push(times),
            _ => {
                if self.long.is_empty() {
                    self.long = (0..self.len()).map(|at| self.times(at)).collect();
                    self.short = Vec::new();
                }
                self.long.push((piece.start, piece.end));
            }
        }
        self.places.push(PieceKey {
            job: piece.job,
            first: piece.first,
            last: piece.last,
            provider: piece.provider << 4 | (piece.kind as u32) << 2 | u32::from(piece.shade),
        });
    }

    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The one at a position.
    pub fn get(&self, at: usize) -> Option<Piece> {
        (at < self.len()).then(|| self.at(at))
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Piece> + '_ {
        (0..self.len()).map(|at| self.at(at))
    }

    /// The one at a position where there is one.
    #[inline]
    pub(super) fn at(&self, at: usize) -> Piece {
        let (start, end) = self.times(at);
        let PieceKey { job, first, last, provider } = self.places[at];
        Piece {
            start,
            end,
            job,
            provider: provider >> 4,
            first,
            last,
            kind: match provider >> 2 & 3 {
                0 => Kind::Batch,
                1 => Kind::Reservation,
                _ => Kind::Idle,
            },
            shade: (provider & 3) as u8,
        }
    }

    /// When it starts and ends.
    #[inline]
    pub(super) fn times(&self, at: usize) -> (Time, Time) {
        if !self.long.is_empty() {
            return self.long[at];
        }
        let (start, end) = self.short[at];
        (self.base + Time::from(start), self.base + Time::from(end))
    }

    /// Whose it is.
    pub(super) fn job(&self, at: usize) -> u32 {
        self.places[at].job
    }

    /// How many start before a time. O(log pieces).
    pub(super) fn before(&self, time: f64) -> usize {
        let (mut from, mut to) = (0, self.len());
        while from < to {
            let middle = from.midpoint(to);
            if (self.times(middle).0 as f64) < time { from = middle + 1 } else { to = middle }
        }
        from
    }
}

impl FromIterator<Piece> for Pieces {
    fn from_iter<T: IntoIterator<Item = Piece>>(pieces: T) -> Self {
        let mut all = Self::default();
        pieces.into_iter().for_each(|piece| all.push(&piece));
        all
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_packed_is_what_was_given(
            rows in prop::collection::vec((0u32..9, 0u32..2_000, 0u32..50, 0u8..9, 1i64..90), 0..40),
            (base, stretch) in (-9_000i64..9_000, prop::sample::select(vec![1i64, 1 << 20, 1 << 50])),
        ) {
            let mut start = base;
            let pieces: Vec<Piece> = rows.iter().map(|&(job, provider, first, look, length)| {
                start += length / 3 * stretch;
                let kinds = [Kind::Batch, Kind::Reservation, Kind::Idle];
                Piece {
                    start,
                    end: start + length * stretch,
                    job,
                    provider,
                    first,
                    last: first + 3,
                    kind: kinds[usize::from(look / 3)],
                    shade: look % 3,
                }
            }).collect();
            let packed: Pieces = pieces.iter().copied().collect();
            prop_assert_eq!(packed.iter().collect::<Vec<_>>(), pieces.clone());
            prop_assert_eq!(packed.get(pieces.len()), None);
            for time in [base - 1, base, base + 20 * stretch, start, start + 1] {
                let before = pieces.iter().filter(|it| (it.start as f64) < time as f64).count();
                prop_assert_eq!(packed.before(time as f64), before);
            }
        }
    }
}
