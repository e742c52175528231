//! The fast path of the Gantt chart: bars into a buffer of pixels.
//!
//! Each pixel shows the share of its area that each bar covers, so that a crowded stretch reads as a density
//! and does not flicker while it is panned. Where bars are few, one smaller than a pixel fills its pixel, and several
//! share theirs (`coverage::Grid`); one that is highlighted is at least three pixels wide and tall. Three passes:
//!
//! 1. every bar in sight is added to cells of colour and coverage (`Cells`). Where processors are
//!    taller than a pixel a row of cells is one processor, not one pixel, which makes the cells few;
//! 2. the cells are composed with the ground into pixels, each row written once and copied, small highlighted bars over them;
//! 3. bars wide enough to be told apart get a darker left and top edge, reservations their hatch
//!    (`detail`), and the job pointed at its outline.

use super::cells::{Cells, Palette, opaque};
use super::index::{GanttIndex, is_dimmed};
use super::layout::{Layout, strip_height};
use super::level_of_detail::{self, Side, Wide};
use crate::piece::Piece;
use crate::prelude::*;
use crate::viewport::Viewport;

/// The parts of the raster besides the bars.
#[derive(Clone, Copy, Debug)]
pub struct RasterOptions<'a> {
    /// Its colours.
    pub theme: &'a Theme,
    /// Device pixels per CSS pixel.
    pub scale: f64,
    /// Whether grid lines stand at dates or at times since the log's start.
    pub origin: Origin,
    /// The job pointed at: it is outlined.
    pub highlight: Option<u32>,
    /// The jobs that stand in its way: they are outlined in a colour of their own.
    pub blockers: &'a [u32],
    /// A set of jobs (one flag per job): the others are dimmed.
    pub selected: Option<&'a [bool]>,
}

impl<'a> RasterOptions<'a> {
    /// Nothing but the bars.
    pub fn plain(theme: &'a Theme, scale: f64) -> Self {
        Self { theme, scale, origin: Origin::LogStart, highlight: None, blockers: &[], selected: None }
    }
}

/// A picture to be drawn: its subject and its size.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// The run.
    pub index: &'a GanttIndex,
    /// The visible part of it.
    pub viewport: &'a Viewport,
    /// The parts besides the bars.
    pub options: &'a RasterOptions<'a>,
    /// Width and height in device pixels.
    pub size: (usize, usize),
}

/// A highlighted bar is at least so wide and so tall, in CSS pixels.
pub(super) const LEAST: f64 = 3.0;

/// Draws; owns the buffers that drawing needs, so that a frame allocates nothing after the first.
///
/// A picture is drawn at once ([`Raster::draw`]), or over several frames: [`Raster::begin`], then
/// [`Raster::add`] until it has added all, then [`Raster::finish`], all with the same order.
#[derive(Clone, Debug, Default)]
pub struct Raster {
    cells: Cells,
    layout: Layout,
    wide: Vec<Wide>,
    ground: Vec<[u8; 4]>,
    /// The first block of pieces that has not been added.
    next: usize,
}

impl Raster {
    /// A raster with no buffers yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Draws what `viewport` shows of a run into `pixels`: `width * height` device pixels of red,
    /// green, blue and alpha (always opaque), row by row. A buffer of any other length is left as
    /// it is. O(bars in sight + pixels).
    pub fn draw(
        &mut self,
        index: &GanttIndex,
        viewport: &Viewport,
        options: &RasterOptions,
        size: (usize, usize),
        pixels: &mut [u8],
    ) {
        let order = Order { index, viewport, options, size };
        self.begin(order);
        self.add(order, usize::MAX);
        self.finish(order, pixels);
    }

    /// Makes room for a picture, none of which has been added yet. O(pixels).
    pub fn begin(&mut self, order: Order) {
        let (width, height) = order.size;
        self.layout = device_layout(order.index, order.viewport, height, order.options.scale);
        self.cells.lay_out(&self.layout, width, height);
        self.cells.lay_marks(order.options.selected.is_some());
        self.wide.clear();
        self.next = 0;
    }

    /// Adds bars to a picture, about `most` of those in sight; whether all have been added. O(most).
    pub fn add(&mut self, order: Order, most: usize) -> bool {
        let Order { index, viewport, options, size: (width, _) } = order;
        let palette = Palette::new(options.theme, &index.colouring);
        let edge = width as f64;
        let to_x = edge / viewport.seconds();
        let times = (viewport.start, viewport.end);
        let least = (LEAST * options.scale).round().max(LEAST) as usize;
        self.next = index.for_some_between(times, self.next, most, |piece| {
            let dimmed = is_dimmed(options.selected, piece);
            let x = |time: Time| (time as f64 - viewport.start) * to_x;
            let across = (x(piece.start), x(piece.end));
            let colour = palette.of(piece, dimmed);
            self.cells.add(piece, across, colour);
            if options.selected.is_some() && !dimmed {
                self.cells.mark(piece, across, least, colour);
            }
            let is_wide = across.1.min(edge) - across.0.max(0.0) >= level_of_detail::WIDE && !dimmed;
            if is_wide && level_of_detail::is_tall(&self.layout, piece) {
                self.wide.extend(Wide::new(&self.layout, viewport, width, piece));
            }
        });
        self.next == usize::MAX
    }

    /// Makes pixels of a picture to which all has been added. O(pixels).
    pub fn finish(&mut self, order: Order, pixels: &mut [u8]) {
        let Order { index, viewport, options, size: (width, height) } = order;
        if width == 0 || height == 0 || pixels.len() != width * height * 4 {
            return;
        }
        let (pixels, _) = pixels.as_chunks_mut::<4>();
        let theme = options.theme;
        self.fill_ground(viewport, options, width);
        self.cells.compose(&self.ground, theme, pixels);
        let mut canvas = level_of_detail::Canvas { pixels, width };
        let colours = index.colouring.colours(theme);
        for wide in &self.wide {
            let inks = wide.inks(&index.colouring, &colours, theme);
            level_of_detail::draw(&mut canvas, wide, inks, options.scale);
        }
        for (colour, (across, down)) in outlines(order, &self.layout) {
            canvas.blend(across, down, colour, 1.0);
        }
    }

    /// The row of pixels behind the bars: the panel and its grid lines.
    fn fill_ground(&mut self, viewport: &Viewport, options: &RasterOptions, width: usize) {
        let theme = options.theme;
        self.ground.clear();
        self.ground.resize(width, opaque(theme.panel));
        let css_width = width as f64 / options.scale;
        let thickness = (options.scale.round() as usize).max(1);
        for tick in time_ticks(viewport.start, viewport.end, css_width, options.origin) {
            let x = viewport.x(tick.at, width as f64).round() as usize;
            for pixel in self.ground.iter_mut().skip(x).take(thickness) {
                *pixel = opaque(theme.grid);
            }
        }
    }
}

/// The outlines of the jobs in the way and of the one pointed at, in this order, as filled rectangles in device
/// pixels: to be laid over a picture that was drawn without them. O(their bars · log bars).
pub fn outlines_over(order: Order) -> Vec<(Rgb, Area)> {
    let (width, height) = order.size;
    let layout = device_layout(order.index, order.viewport, height, order.options.scale);
    let all = outlines(order, &layout).map(|(colour, (across, down))| {
        let x = across.0.clamp(0, width as i64) as f64..across.1.clamp(0, width as i64) as f64;
        let y = down.0.clamp(0, height as i64) as f64..down.1.clamp(0, height as i64) as f64;
        let area = Area { left: x.start, top: y.start, width: x.end - x.start, height: y.end - y.start };
        (colour, area)
    });
    all.collect()
}

fn outlines<'a>(order: Order<'a>, layout: &'a Layout) -> impl Iterator<Item = (Rgb, Side)> + 'a {
    let Order { index, viewport, options, size: (width, _) } = order;
    let theme = options.theme;
    let both = [(theme.blocker, 2.5, options.blockers), (theme.highlight, 1.5, options.highlight.as_slice())];
    both.into_iter().flat_map(move |(colour, line, jobs)| {
        let place = move |piece: &Piece| Wide::new(layout, viewport, width, piece);
        let line = (line * options.scale).round().max(1.0) as i64;
        let frames = level_of_detail::frames(index, viewport, jobs, place, line);
        frames.map(move |side| (colour, side))
    })
}

/// The layout in device pixels that a raster of this height has.
pub fn device_layout(index: &GanttIndex, viewport: &Viewport, height: usize, scale: f64) -> Layout {
    let height = height as f64;
    let strip = strip_height(&index.rows, viewport, height / scale) * scale;
    Layout::new(&index.rows, viewport, height, strip.round())
}

#[cfg(test)]
#[path = "raster_tests.rs"]
mod tests;
