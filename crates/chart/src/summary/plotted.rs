//! A plotted area by plotters' chart builder, with the numbers at its axes in the type of the other
//! pictures.

use std::ops::Range;

use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::drawing::{DrawingAreaErrorKind, IntoDrawingArea};
use plotters::style::{RGBAColor, ShapeStyle};

use crate::pen::NotDrawn;
use crate::plots::plot::PlottersTarget;
use crate::prelude::*;

/// The room left of the plotted area, above it and below it.
const LEFT: f64 = 62.0;
const ABOVE: f64 = 24.0;
const BELOW: f64 = 44.0;

/// The axes: marks at shares of their length.
pub(super) struct Axes {
    pub(super) x_label: String,
    /// Stands above the axis, level.
    pub(super) y_label: String,
    pub(super) x_marks: Vec<(f64, String)>,
    pub(super) y_marks: Vec<(f64, String)>,
    /// Whether lines go across from the marks of the y axis, and up from those of the x axis.
    pub(super) lines: bool,
}

/// plotters' chart of an area, in whose values series are drawn.
pub(super) type Chart<'a, X> = ChartContext<'a, PlottersTarget<'a>, Cartesian2d<X, RangedCoordf64>>;

/// The room that numbers and labels leave of an area.
pub(super) fn within(area: Area) -> Area {
    area.inset(LEFT, ABOVE, 12.0, BELOW)
}

/// Ground, marks and labels, then what `series` draws in the values of `x` and `y`.
pub(super) fn draw<X>(
    pen: &mut Pen,
    area: Area,
    axes: &Axes,
    (x, y): (X, Range<f64>),
    series: impl FnOnce(&mut Chart<X::CoordDescType>) -> Result<(), DrawingAreaErrorKind<NotDrawn>>,
) -> Drawn
where
    X: AsRangedCoord<Value = f64>,
    X::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    pen.fill(area, pen.theme.panel, 1.0)?;
    write(pen, area, axes)?;
    let scale = pen.scale;
    let device = |css: f64| (css * scale).round() as i32;
    let size = (device(area.width) as u32, device(area.height) as u32);
    let root = PlottersTarget::new(pen).into_drawing_area().shrink((device(area.left), device(area.top)), size);
    let mut chart = ChartBuilder::on(&root).build_cartesian_2d(x, y).map_err(NotDrawn::of)?;
    series(&mut chart).map_err(NotDrawn::of)
}

/// Lines, numbers and names.
fn write(pen: &mut Pen, area: Area, axes: &Axes) -> Drawn {
    let theme = pen.theme;
    let heading = Lettering::new(12.0, theme.muted);
    pen.text(&axes.y_label, (area.left - LEFT, area.top - 14.0), heading)?;
    for (share, text) in &axes.y_marks {
        let y = area.bottom() - share * area.height;
        if axes.lines {
            pen.across((area.left, area.right()), y, theme.grid)?;
        }
        let style = Lettering::new(11.0, theme.muted).right();
        pen.text(text, (area.left - 6.0, y), style)?;
    }
    for (share, text) in &axes.x_marks {
        let x = area.left + share * area.width;
        if axes.lines {
            pen.down(x, (area.top, area.bottom()), theme.grid)?;
        }
        let style = Lettering::new(11.0, theme.muted).centred();
        pen.text(text, (x, area.bottom() + 12.0), style)?;
    }
    pen.across((area.left, area.right()), area.bottom(), theme.axis)?;
    let middle = (area.left + area.width / 2.0, area.bottom() + 32.0);
    let style = Lettering::new(12.0, theme.muted).centred();
    pen.text(&axes.x_label, middle, style)
}

/// A stroke this many CSS pixels wide.
pub(super) fn stroke(Rgb(red, green, blue): Rgb, width: f64, scale: f64) -> ShapeStyle {
    let width = (width * scale).round().max(1.0) as u32;
    ShapeStyle::from(RGBAColor(red, green, blue, 1.0)).stroke_width(width)
}

/// A filled shape's style.
pub(super) fn filled(Rgb(red, green, blue): Rgb) -> ShapeStyle {
    ShapeStyle::from(RGBAColor(red, green, blue, 1.0)).filled()
}
