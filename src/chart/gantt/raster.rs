//! The fast path of the Gantt chart: bars into a buffer of pixels.
//!
//! What is narrower than a pixel is not dropped and not drawn a pixel wide: each pixel shows
//! exactly the share of its area that each bar covers, so that a crowded stretch reads as a density
//! and does not flicker while it is panned. Three passes:
//!
//! 1. every bar in sight is added to cells of colour and coverage (`Cells`). Where processors are
//!    taller than a pixel a row of cells is one processor, not one pixel, which makes the cells few;
//! 2. the cells are composed with the ground into pixels, each row written once and copied;
//! 3. bars wide enough to be told apart get a darker left and top edge, reservations their hatch
//!    (`detail`), and the job pointed at its outline.

use super::cells::{Cells, Palette, opaque};
use super::detail::{self, Outline, Wide};
use super::index::{GanttIndex, Piece, is_dimmed};
use super::layout::{Layout, strip_height};
use crate::chart::theme::Theme;
use crate::chart::time_axis::{Origin, time_ticks};
use crate::chart::viewport::Viewport;

/// What the raster shows besides the bars.
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
        Self {
            theme,
            scale,
            origin: Origin::LogStart,
            highlight: None,
            blockers: &[],
            selected: None,
        }
    }
}

/// Draws; owns the buffers that drawing needs, so that a frame allocates nothing after the first.
#[derive(Clone, Debug, Default)]
pub struct Raster {
    cells: Cells,
    wide: Vec<Wide>,
    ground: Vec<[u8; 4]>,
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
        (width, height): (usize, usize),
        pixels: &mut [u8],
    ) {
        if width == 0 || height == 0 || pixels.len() != width * height * 4 {
            return;
        }
        let (pixels, _) = pixels.as_chunks_mut::<4>();
        let theme = options.theme;
        let layout = device_layout(index, viewport, height, options.scale);
        self.cells.lay_out(&layout, width, height);
        self.wide.clear();
        let palette = Palette::new(theme, &index.colouring);
        let to_x = width as f64 / viewport.seconds();
        index.for_each_between(viewport.start, viewport.end, |_, piece| {
            let dimmed = is_dimmed(options.selected, piece);
            let from = ((piece.start as f64 - viewport.start) * to_x).max(0.0);
            let to = ((piece.end as f64 - viewport.start) * to_x).min(width as f64);
            self.cells.add(piece, from, to, palette.of(piece, dimmed));
            if to - from >= detail::WIDE && !dimmed {
                self.wide.extend(Wide::new(&layout, viewport, width, piece));
            }
        });
        self.fill_ground(viewport, options, width);
        self.cells.compose(&self.ground, theme, pixels);
        let mut canvas = detail::Canvas { pixels, width };
        let colours = index.colouring.colours(theme);
        for wide in &self.wide {
            let inks = wide.inks(&index.colouring, &colours, theme);
            detail::draw(&mut canvas, wide, inks, options.scale);
        }
        let place = |piece: &Piece| Wide::new(&layout, viewport, width, piece);
        let pixels = |css: f64| (css * options.scale).round().max(1.0) as i64;
        let blockers = Outline {
            colour: theme.blocker,
            line: pixels(2.5),
        };
        let pointed_at = Outline {
            colour: theme.highlight,
            line: pixels(1.5),
        };
        let mut outline = |jobs: &[u32], style| {
            if !jobs.is_empty() {
                detail::outline(&mut canvas, index, viewport, jobs, place, style);
            }
        };
        outline(options.blockers, blockers);
        outline(options.highlight.as_slice(), pointed_at);
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

/// The layout in device pixels that a raster of this height has.
pub(super) fn device_layout(
    index: &GanttIndex,
    viewport: &Viewport,
    height: usize,
    scale: f64,
) -> Layout {
    let height = height as f64;
    let strip = strip_height(&index.rows, viewport, height / scale) * scale;
    Layout::new(&index.rows, viewport, height, strip.round())
}

#[cfg(test)]
#[path = "raster_tests.rs"]
mod tests;
