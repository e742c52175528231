//! Charts of runs, on any backend that plotters can draw on.
//!
//! Two ways of drawing stand side by side. The fast one, [`gantt::raster`], fills a buffer of
//! pixels and is what a page shows while it is panned and zoomed. The beautiful one ([`gantt`],
//! [`slots`], [`curves`], [`trade_off`], [`histogram`] and others) draws on any [`Surface`]
//! and makes the pictures that go into papers; `*_svg` functions wrap it.
//!
//! Sizes are CSS pixels unless a name says device pixels. Times are seconds of the log. This room
//! knows nothing of a browser, and nothing here panics on an empty run or a frame of size zero.

pub mod axis;
pub mod calendar;
pub mod colouring;
pub mod comparison;
pub mod gantt;
pub mod idle_periods;
mod legend;
mod lesson_slots;
pub mod lessons;
mod lettering;
pub mod messages;
pub mod minimap;
pub mod nodes;
pub mod numbers;
pub mod overlay;
pub mod paper;
pub mod paper_over_time;
pub mod pdf;
mod pen;
pub mod piece;
pub mod plots;
mod prelude;
pub mod slide;
pub mod slots;
pub mod summary;
pub mod svg;
pub mod table;
pub mod task_graph;
pub mod task_slots;
#[cfg(test)]
mod tests;
pub mod theme;
pub mod time_axis;
pub mod viewport;

pub use colouring::{ColourBy, Colouring};
pub use gantt::index::{GanttIndex, VisiblePart};
pub use gantt::layout::Layout;
pub use legend::Captions;
pub use legend::Resource;
pub use pen::{Drawn, Surface};
pub use plots::{
    curves, histogram, paper_curves, period_search, profile, queue, reproduction, steps, strips, trade_off,
};
pub use theme::{Rgb, Theme};
pub use time_axis::Origin;
pub use viewport::Viewport;

/// The size of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Width in CSS pixels.
    pub width: u32,
    /// Height in CSS pixels.
    pub height: u32,
    /// Device pixels per CSS pixel: lines and text are multiplied by it, so that they are crisp on
    /// a dense screen. The backend's size is `width * scale` by `height * scale`.
    pub scale: f64,
}

impl Frame {
    /// A frame of one device pixel per CSS pixel.
    pub fn new(width: u32, height: u32) -> Self {
        Self { width, height, scale: 1.0 }
    }

    /// The same frame at another density.
    pub fn at_scale(self, scale: f64) -> Self {
        Self { scale, ..self }
    }

    /// Width and height in device pixels.
    pub fn device_size(&self) -> (u32, u32) {
        let size = |css: u32| (f64::from(css) * self.scale).round() as u32;
        (size(self.width), size(self.height))
    }

    /// The whole frame as an area.
    pub fn area(&self) -> Area {
        Area { left: 0.0, top: 0.0, width: f64::from(self.width), height: f64::from(self.height) }
    }
}

/// A rectangle within a frame, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// Distance of its left edge from the frame's.
    pub left: f64,
    /// Distance of its top edge from the frame's.
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

impl Area {
    /// The rest after a margin is taken off each side; never of negative size.
    pub fn inset(&self, left: f64, top: f64, right: f64, bottom: f64) -> Self {
        Self {
            left: self.left + left,
            top: self.top + top,
            width: (self.width - left - right).max(0.0),
            height: (self.height - top - bottom).max(0.0),
        }
    }

    /// Its right edge.
    pub fn right(&self) -> f64 {
        self.left + self.width
    }

    /// Its bottom edge.
    pub fn bottom(&self) -> f64 {
        self.top + self.height
    }
}

pub(crate) fn processors_in_words(number: i64) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} processor{ending}")
}

/// The name of a provider in pictures and tables: counted from 1.
pub fn provider_name(provider: usize) -> String {
    format!("Provider {}", provider + 1)
}
