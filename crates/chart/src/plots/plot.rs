//! A plotted area with axes on two sides, by plotters' chart builder.

use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::drawing::IntoDrawingArea;
use plotters::element::{Polygon, Rectangle};
use plotters::series::LineSeries;
use plotters::style::{FontDesc, FontFamily, FontStyle, RGBAColor, ShapeStyle};

use super::plotters_target::PlottersTarget;
use super::scale::Scale;
use crate::Area;
use crate::lettering::Lettering;
use crate::pen::{Drawn, NotDrawn, Pen};
use crate::theme::{LETTERS, Rgb};
use crate::time_axis::Tick;

/// A plotted area and where values stand in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plot {
    pub(super) area: Area,
    pub(super) x: Scale,
    pub(super) y: Scale,
}

/// The room for numbers and labels: left of the plotted area, above it and below it.
const LEFT: f64 = 50.0;
const ABOVE: f64 = 26.0;
const BELOW: f64 = 44.0;

/// The labels of the axes.
pub(super) struct Axes<'a> {
    /// The label of the x axis, below it.
    pub(super) x_label: &'a str,
    /// The label of the y axis, level, above it.
    pub(super) y_label: &'a str,
    /// Whether a line goes up from every mark across.
    pub(super) lines_up: bool,
    /// The marks across; those of the scale where there are none.
    pub(super) x_ticks: Option<Vec<Tick>>,
}

impl<'a> Axes<'a> {
    /// Marks and lines in both directions.
    pub(super) fn new(x_label: &'a str, y_label: &'a str) -> Self {
        Self { x_label, y_label, lines_up: true, x_ticks: None }
    }
}

impl Plot {
    /// The room that numbers and labels leave of an area, with this much beside the last mark.
    pub(super) fn within(area: Area, right: f64) -> Area {
        area.inset(LEFT, ABOVE, right, BELOW)
    }

    /// The place of a value.
    pub(super) fn at(&self, x: f64, y: f64) -> (f64, f64) {
        (self.area.left + self.x.share(x) * self.area.width, self.area.bottom() - self.y.share(y) * self.area.height)
    }

    /// Whether a value lies in the plotted area.
    pub(super) fn shows(&self, x: f64, y: f64) -> bool {
        self.x.shows(x) && self.y.shows(y)
    }

    /// Ground, mesh, numbers and labels, then the drawing of `series`.
    pub(super) fn draw(&self, pen: &mut Pen, axes: Axes, series: impl FnOnce(&mut Chart) -> Drawn) -> Drawn {
        let (theme, area, scale) = (pen.theme, self.area, pen.scale);
        let heading = Lettering::new(13.0, theme.text).bold();
        pen.text(axes.y_label, (area.left - LEFT, area.top - 16.0), heading)?;
        pen.fill(area, theme.panel, 1.0)?;
        let x_ticks = axes.x_ticks.unwrap_or_else(|| self.x.ticks(area.width, 48.0));
        let across = Axis { scale: self.x, ticks: x_ticks };
        let up = Axis { scale: self.y, ticks: self.y.ticks(area.height, 34.0) };
        let device = |css: f64| (css * scale).round() as i32;
        let corner = (device(area.left) - device(LEFT), device(area.top));
        let size = (device(area.width) + device(LEFT), device(area.height) + device(BELOW - 3.0));
        let root = PlottersTarget::new(pen).into_drawing_area().shrink(corner, size);
        let context = ChartBuilder::on(&root)
            .y_label_area_size(device(LEFT))
            .x_label_area_size(device(BELOW - 3.0))
            .build_cartesian_2d(across, up)
            .map_err(NotDrawn::of)?;
        let mut chart = Chart { context, scale };
        let text = |size: f64| {
            let size = if theme.is_paper { LETTERS } else { size };
            let font = FontDesc::new(FontFamily::Name(theme.font), size * scale, FontStyle::Normal);
            font.color(&colour(theme.muted, 1.0))
        };
        let mut mesh = chart.context.configure_mesh();
        mesh.bold_line_style(line(theme.grid, scale))
            .axis_style(line(theme.axis, scale))
            .label_style(text(11.5))
            .axis_desc_style(text(12.0))
            .x_desc(axes.x_label)
            .set_all_tick_mark_size(device(4.0));
        if !axes.lines_up {
            mesh.disable_x_mesh();
        }
        mesh.draw().map_err(NotDrawn::of)?;
        series(&mut chart)
    }
}

/// plotters' chart of a [`Plot`], in whose values series are drawn.
pub(super) struct Chart<'a> {
    context: ChartContext<'a, PlottersTarget<'a>, Cartesian2d<Axis, Axis>>,
    scale: f64,
}

impl Chart<'_> {
    /// A line through points, this many CSS pixels wide.
    pub(super) fn line(&mut self, points: impl IntoIterator<Item = (f64, f64)>, colour: Rgb, width: f64) -> Drawn {
        let series = LineSeries::new(points, line(colour, width * self.scale));
        self.context.draw_series(series).map_err(NotDrawn::of)?;
        Ok(())
    }

    pub(super) fn shape(&mut self, points: Vec<(f64, f64)>, fill: Rgb, alpha: f64) -> Drawn {
        let shape = Polygon::new(points, colour(fill, alpha));
        self.context.draw_series([shape]).map_err(NotDrawn::of)?;
        Ok(())
    }

    /// Bars, each from corner to corner.
    pub(super) fn bars(&mut self, bars: impl IntoIterator<Item = [(f64, f64); 2]>, fill: Rgb) -> Drawn {
        let style = ShapeStyle::from(colour(fill, 1.0)).filled();
        let bars = bars.into_iter().map(|corners| Rectangle::new(corners, style));
        self.context.draw_series(bars).map_err(NotDrawn::of)?;
        Ok(())
    }
}

/// A scale with its marks, as plotters asks for them.
#[derive(Clone)]
struct Axis {
    scale: Scale,
    ticks: Vec<Tick>,
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        let at = f64::from(from) + self.scale.share(*value) * f64::from(to - from);
        at.round().clamp(-1e6, 1e6) as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        // Between the marks there are no finer ones.
        if hint.weight().allow_light_points() { Vec::new() } else { self.ticks.iter().map(|tick| tick.at).collect() }
    }

    fn range(&self) -> std::ops::Range<f64> {
        let (low, high) = self.scale.ends();
        low..high
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, value: &f64) -> String {
        let tick = self.ticks.iter().find(|tick| tick.at == *value);
        tick.map(|tick| tick.label.clone()).unwrap_or_default()
    }
}

fn colour(Rgb(red, green, blue): Rgb, alpha: f64) -> RGBAColor {
    RGBAColor(red, green, blue, alpha)
}

/// A stroke this many device pixels wide.
fn line(stroke: Rgb, width: f64) -> ShapeStyle {
    ShapeStyle::from(colour(stroke, 1.0)).stroke_width(width.round().max(1.0) as u32)
}
