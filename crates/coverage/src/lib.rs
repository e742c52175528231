//! What bars cover of cells, and cells as pixels: the loops of a raster that pass over every cell and every
//! pixel of a chart, and know nothing of charts.
//!
//! They are a crate by themselves for their compiler's sake: the page is compiled for size, where each access to
//! a slice is a call, and these are compiled for speed (`profile.page` in the workspace's `Cargo.toml`).

#![forbid(unsafe_code)]

mod channels;
mod grid;
mod marks;
mod mix;

pub use channels::Channels;
pub use grid::{Cell, Grid};
pub use marks::Marks;
pub use mix::{mix_area, mix_every};

/// A pixel: red, green, blue and alpha.
pub type Pixel = [u8; 4];
