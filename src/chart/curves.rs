//! Criteria against a knob that was turned: a mean line with its dots and a band of spread.

use plotters_backend::DrawingBackend;

use super::axis::number_ticks;
use super::legend::{LINE, Swatch, legend, lines};
use super::lettering::Lettering;
use super::marker::Marker;
use super::pen::{Drawn, Pen};
use super::svg::svg;
use super::theme::{Rgb, Theme};
use super::titles::{Captions, begin};
use super::{Area, Frame};

/// One point of a series: what several runs at one x came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The value of the knob.
    pub x: f64,
    /// The mean over the runs.
    pub mean: f64,
    /// The lower edge of the spread.
    pub low: f64,
    /// The upper edge of the spread.
    pub high: f64,
    /// How many runs; a point of none is left out.
    pub n: usize,
}

impl Point {
    /// A point that one run, or a formula, gives: no spread.
    pub fn single(x: f64, value: f64) -> Self {
        Self {
            x,
            mean: value,
            low: value,
            high: value,
            n: 1,
        }
    }

    fn is_there(&self) -> bool {
        let values = [self.x, self.mean, self.low, self.high];
        self.n > 0 && values.into_iter().all(|value| value.abs() < 1e100)
    }
}

/// A line of a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// What the legend calls it.
    pub name: String,
    /// In any order; points that are not numbers are left out, as is what is missing.
    pub points: Vec<Point>,
}

/// One criterion against x.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Panel {
    /// What the y axis shows, with its unit: `mean flow time F (s)`.
    pub y_label: String,
    /// Whether the y axis begins at 0 even if the data does not.
    pub from_zero: bool,
    /// The lines.
    pub series: Vec<Series>,
}

/// A chart of one or several panels side by side that share their x axis and their legend.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curves {
    /// What the x axis shows, with its unit: `advance reservations (%)`.
    pub x_label: String,
    /// From left to right.
    pub panels: Vec<Panel>,
}

/// Draws the chart.
pub fn draw<DB: DrawingBackend>(
    backend: &mut DB,
    frame: Frame,
    theme: &Theme,
    curves: &Curves,
    captions: &Captions,
) -> Drawn<DB> {
    let mut pen = Pen::new(backend, frame, theme);
    let area = begin(&mut pen, frame.area(), captions)?;
    let swatches = swatches(curves, theme);
    let key = LINE * lines(&swatches, area.width) as f64;
    legend(&mut pen, area, &swatches)?;
    let area = area.inset(0.0, if key > 0.0 { key + 8.0 } else { 0.0 }, 0.0, 0.0);
    let x_range = range(points(curves).map(|point| point.x));
    let Some(x_range) = x_range else {
        return pen.nothing(area, "There are no results to show yet.");
    };
    let count = curves.panels.len() as f64;
    let width = (area.width - PANEL_GAP * (count - 1.0)) / count;
    for (at, panel) in curves.panels.iter().enumerate() {
        let left = area.left + at as f64 * (width + PANEL_GAP);
        let place = Area {
            left,
            width: width.max(0.0),
            ..area
        };
        draw_panel(&mut pen, place, panel, x_range, &curves.x_label)?;
    }
    Ok(())
}

/// The chart as an SVG document.
pub fn curves_svg(frame: Frame, theme: &Theme, curves: &Curves, captions: &Captions) -> String {
    let names: Vec<&str> = curves
        .panels
        .iter()
        .map(|panel| panel.y_label.as_str())
        .collect();
    let description = format!(
        "{} against {}. {}",
        names.join(", "),
        curves.x_label,
        captions.subtitle
    );
    svg(frame, &captions.title, &description, |target, frame| {
        draw(target, frame, theme, curves, captions)
    })
}

/// The space between panels, in CSS pixels.
const PANEL_GAP: f64 = 26.0;

fn points(curves: &Curves) -> impl Iterator<Item = &Point> {
    let series = curves.panels.iter().flat_map(|panel| &panel.series);
    series
        .flat_map(|series| &series.points)
        .filter(|point| point.is_there())
}

/// Least and greatest; widened where they are the same.
fn range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    if low > high {
        None
    } else if high - low <= 1e-9 * high.abs().max(low.abs()) {
        let around = if low == 0.0 { 1.0 } else { low.abs() * 0.1 };
        Some((low - around, high + around))
    } else {
        Some((low, high))
    }
}

/// The legend: one entry for each name, if there are several to tell apart or the one has a name.
fn swatches(curves: &Curves, theme: &Theme) -> Vec<Swatch> {
    let most = curves.panels.iter().max_by_key(|panel| panel.series.len());
    let series = most.map_or(&[][..], |panel| &panel.series);
    series
        .iter()
        .enumerate()
        .filter(|(_, series)| !series.name.is_empty())
        .map(|(at, series)| Swatch {
            colour: theme.series[at % theme.series.len()],
            hatch: None,
            mark: Some(Marker::of_series(at)),
            words: series.name.clone(),
        })
        .collect()
}

/// Where values stand.
struct Scale {
    plot: Area,
    x: (f64, f64),
    y: (f64, f64),
}

impl Scale {
    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        let across = (x - self.x.0) / (self.x.1 - self.x.0);
        let up = (y - self.y.0) / (self.y.1 - self.y.0);
        (
            self.plot.left + across * self.plot.width,
            self.plot.bottom() - up * self.plot.height,
        )
    }
}

fn draw_panel<DB: DrawingBackend>(
    pen: &mut Pen<DB>,
    area: Area,
    panel: &Panel,
    (left, right): (f64, f64),
    x_label: &str,
) -> Drawn<DB> {
    // Numbers of an axis are at most seven characters wide; the label stands on top, level.
    let plot = area.inset(46.0, 24.0, 8.0, 44.0);
    let style = Lettering::new(13.0, pen.theme.text).bold();
    pen.text(&panel.y_label, (area.left, area.top + 8.0), style)?;
    if plot.width < 8.0 || plot.height < 8.0 {
        return Ok(());
    }
    let all = panel.series.iter().flat_map(|series| &series.points);
    let edges = all
        .filter(|point| point.is_there())
        .flat_map(|point| [point.low, point.mean, point.high]);
    let Some((mut low, mut high)) = range(edges.chain(panel.from_zero.then_some(0.0))) else {
        return pen.nothing(plot, "no values");
    };
    let slack = (high - low) * 0.06;
    high += slack;
    if !(panel.from_zero && low >= 0.0) {
        low -= slack;
    }
    // Dots at the ends stand within the frame.
    let margin = (right - left) * 0.03;
    let scale = Scale {
        plot,
        x: (left - margin, right + margin),
        y: (low, high),
    };
    draw_axes(pen, &scale, (left, right), x_label)?;
    for (at, series) in panel.series.iter().enumerate() {
        let colour = pen.theme.series[at % pen.theme.series.len()];
        draw_series(pen, &scale, series, colour, Marker::of_series(at))?;
    }
    Ok(())
}

fn draw_axes<DB: DrawingBackend>(
    pen: &mut Pen<DB>,
    scale: &Scale,
    (left, right): (f64, f64),
    x_label: &str,
) -> Drawn<DB> {
    let (theme, plot) = (pen.theme, scale.plot);
    let numbers = Lettering::new(11.5, theme.muted);
    pen.fill(plot, theme.panel, 1.0)?;
    for tick in number_ticks(scale.y.0, scale.y.1, plot.height, 34.0) {
        let (_, y) = scale.at(left, tick.at);
        pen.across((plot.left, plot.right()), y, theme.grid)?;
        pen.text(&tick.label, (plot.left - 7.0, y), numbers.right())?;
    }
    for tick in number_ticks(left, right, plot.width, 48.0) {
        let (x, _) = scale.at(tick.at, scale.y.0);
        pen.down(x, (plot.bottom(), plot.bottom() + 5.0), theme.axis)?;
        let place = (x, plot.bottom() + 8.0);
        pen.text(&tick.label, place, numbers.centred().below())?;
    }
    pen.across((plot.left, plot.right()), plot.bottom() - 1.0, theme.axis)?;
    let middle = (plot.left + plot.width / 2.0, plot.bottom() + 34.0);
    pen.text(x_label, middle, Lettering::new(12.0, theme.muted).centred())
}

/// Band, line, dots, in this order: the dots stay visible.
fn draw_series<DB: DrawingBackend>(
    pen: &mut Pen<DB>,
    scale: &Scale,
    series: &Series,
    colour: Rgb,
    marker: Marker,
) -> Drawn<DB> {
    let mut points: Vec<&Point> = series.points.iter().filter(|p| p.is_there()).collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    if points.iter().any(|point| point.high > point.low) {
        let upper = points.iter().map(|point| scale.at(point.x, point.high));
        let lower = points
            .iter()
            .rev()
            .map(|point| scale.at(point.x, point.low));
        let band: Vec<_> = upper.chain(lower).collect();
        pen.polygon(&band, colour, 0.16)?;
    }
    let line: Vec<_> = points.iter().map(|p| scale.at(p.x, p.mean)).collect();
    pen.path(&line, colour, 2.0)?;
    // So many points are a line, not dots.
    if line.len() as f64 * 9.0 > scale.plot.width {
        return Ok(());
    }
    for &place in &line {
        marker.draw(pen, place, 5.5, pen.theme.panel)?;
        marker.draw(pen, place, 4.0, colour)?;
    }
    Ok(())
}
