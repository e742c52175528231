//! What nearly every picture draws with.

pub(crate) use super::legend::{Captions, begin, within_margins};
pub(crate) use super::legend::{LINE, Swatch, legend, lines};
pub(crate) use super::lettering::{Lettering, shortened};
pub(crate) use super::pen::{Drawn, Pen, Surface};
pub(crate) use super::svg::svg;
pub(crate) use super::table::Table;
pub(crate) use super::theme::{Rgb, Theme};
pub(crate) use super::time_axis::{Origin, draw_time_marks, time_ticks};
pub(crate) use super::{Area, Frame};
pub(crate) use workload::Time;
