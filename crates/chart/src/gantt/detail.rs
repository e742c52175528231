//! The details that the fast path draws on bars that are wide enough: edges, hatches, the outline of the job at
//! the pointer.

use coverage::{Pixel, mix_area, mix_every};

use super::index::GanttIndex;
use super::layout::Layout;
use crate::colouring::{Colouring, SLOTS};
use crate::piece::{Kind, Piece};
use crate::prelude::*;
use crate::viewport::Viewport;

/// From this width, in device pixels, a bar gets edges.
pub(super) const WIDE: f64 = 3.0;

/// Lower bars have neither edges nor a hatch, in device pixels: those of this height may yet be rounded to 3.
const TALL: f64 = 2.0;

/// Whether a piece is tall enough for edges.
pub(super) fn is_tall(layout: &Layout, piece: &Piece) -> bool {
    f64::from(piece.last - piece.first + 1) * layout.row_height >= TALL
}

/// Pixels and how many of them make a row.
pub(super) struct Canvas<'a> {
    pub(super) pixels: &'a mut [Pixel],
    pub(super) width: usize,
}

impl Canvas<'_> {
    /// Mixes `colour` into the pixels `across` of the rows `down`, as far as there are any.
    pub(super) fn blend(&mut self, across: (i64, i64), down: (i64, i64), colour: Rgb, share: f64) {
        let share = (share * 256.0) as u32;
        let pixels = (&mut *self.pixels, self.width);
        mix_area(pixels, across, down, channels(colour), share);
    }
}

fn channels(Rgb(red, green, blue): Rgb) -> [u8; 3] {
    [red, green, blue]
}

/// A bar in device pixels: where it is in sight, and where its left edge is, in sight or not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wide {
    x: (i64, i64),
    y: (i64, i64),
    left: i64,
    /// Where processor `first` begins, in sight or not: top edges and hatches start from here.
    top: i64,
    piece: Piece,
}

/// The colours of the edges and the hatch of a bar.
pub(super) struct Inks {
    edge: Rgb,
    hatch: Rgb,
    /// The opacity of the hatch.
    strength: f64,
}

impl Wide {
    /// Places a piece; none if its provider or its processors are out of sight.
    pub(super) fn new(layout: &Layout, viewport: &Viewport, width: usize, piece: &Piece) -> Option<Self> {
        let lane = layout.lane(piece.provider as usize)?;
        let (top, bottom) = layout.span(lane, piece.first, piece.last);
        if top >= bottom {
            return None;
        }
        let edge = width as f64;
        let left = viewport.x(piece.start as f64, edge).clamp(-1e6, 1e6);
        let right = viewport.x(piece.end as f64, edge).min(edge);
        Some(Self {
            x: (left.max(0.0).round() as i64, right.round() as i64),
            y: (top.round() as i64, bottom.round() as i64),
            left: left.round() as i64,
            top: (lane.origin + f64::from(piece.first) * layout.row_height).round() as i64,
            piece: *piece,
        })
    }

    /// The colours of its edges and its hatch; `colours` are the colouring's.
    pub(super) fn inks(&self, colouring: &Colouring, colours: &[Rgb; SLOTS], theme: &Theme) -> Inks {
        let colour = colours[colouring.slot(&self.piece)];
        let (hatch, strength) = match self.piece.kind {
            Kind::Idle => (theme.idle_hatch, 0.9),
            _ => (colouring.hatch(colour, theme), 0.5),
        };
        Inks { edge: colouring.edge(&self.piece, colour, theme), hatch, strength }
    }
}

impl Wide {
    /// The four sides of a frame around it, as pixels across and down.
    fn frame(&self, line: i64) -> [Side; 4] {
        let (x0, x1) = (self.x.0, self.x.1.max(self.x.0 + 1));
        let (y0, y1) = (self.y.0, self.y.1.max(self.y.0 + 1));
        let across = (x0 - line, x1 + line);
        [(across, (y0 - line, y0)), (across, (y1, y1 + line)), ((x0 - line, x0), (y0, y1)), ((x1, x1 + line), (y0, y1))]
    }
}

/// Hatch and edges of one bar. O(its hatched pixels).
pub(super) fn draw(canvas: &mut Canvas, wide: &Wide, inks: Inks, scale: f64) {
    let (width, height) = (wide.x.1 - wide.x.0, wide.y.1 - wide.y.0);
    let line = (scale.round() as i64).max(1);
    let kind = wide.piece.kind;
    if kind != Kind::Batch && width >= 5 * line && height >= 3 * line {
        hatch(canvas, wide, &inks, scale);
    }
    if kind == Kind::Idle || height < 3 {
        return;
    }
    let edge = inks.edge;
    let strength = ((width - 2) as f64 / 6.0).clamp(0.25, 1.0);
    if wide.left >= 0 {
        canvas.blend((wide.left, wide.left + line), wide.y, edge, strength);
    }
    if wide.top >= wide.y.0 && height >= 4 * line {
        let rows = (wide.top, wide.top + line);
        canvas.blend((wide.x.0 + line, wide.x.1), rows, edge, strength);
    }
}

/// Diagonal lines, fixed to the bar so that they move with it.
fn hatch(canvas: &mut Canvas, wide: &Wide, inks: &Inks, scale: f64) {
    let period = (7.0 * scale).round().max(5.0) as i64;
    let profile = hatch_profile(period, scale);
    let height = (canvas.pixels.len() / canvas.width) as i64;
    for y in wide.y.0.max(0)..wide.y.1.min(height) {
        let row = y as usize * canvas.width;
        let right = wide.x.1.min(canvas.width as i64);
        let Some(row) = canvas.pixels.get_mut(row + wide.x.0 as usize..row + right as usize) else {
            return;
        };
        let phase = wide.x.0 - wide.left + y - wide.top;
        for (step, share) in &profile {
            let first = (step - phase).rem_euclid(period) as usize;
            let share = (share * inks.strength * 256.0) as u32;
            let every = (first, period as usize);
            mix_every(row, every, channels(inks.hatch), share);
        }
    }
}

/// How strongly a 45° line of one CSS pixel covers the pixels `step` to the right of its middle:
/// the pixels of a diagonal all have the same x + y, so this is all there is to smooth.
fn hatch_profile(period: i64, scale: f64) -> Vec<(i64, f64)> {
    let half = 0.55 * scale.max(1.0);
    (-period / 2..=(period - 1) / 2)
        .map(|step| {
            let distance = (step as f64).abs() / std::f64::consts::SQRT_2;
            (step, (half + 0.5 - distance).clamp(0.0, 1.0))
        })
        .filter(|&(_, share)| share > 0.0)
        .collect()
}

/// The sides of the frames around every bar in sight of some jobs, as pixels across and down; a bar counts as at least
/// three pixels wide, so that the smallest is found. O(their bars, log bars).
pub(super) fn frames<'a>(
    index: &'a GanttIndex,
    viewport: &'a Viewport,
    jobs: &'a [u32],
    place: impl Fn(&Piece) -> Option<Wide> + 'a,
    line: i64,
) -> impl Iterator<Item = Side> + 'a {
    let is_in_sight = |piece: &Piece| (piece.start as f64) < viewport.end && piece.end as f64 > viewport.start;
    let wide =
        jobs.iter().flat_map(|&job| index.of_job(job)).filter(is_in_sight).filter_map(move |piece| place(&piece));
    wide.flat_map(move |wide| wide.frame(line))
}

/// A side of a frame: pixels across and down.
pub(super) type Side = ((i64, i64), (i64, i64));
