//! Criteria against a knob that was turned: a mean line with its dots and a band of spread.

use super::plot::Scale;
use super::plot::{Axes, Chart, Plot};
use crate::legend::lines_of;
use crate::legend::{Mark, Marker};
use crate::prelude::*;
use crate::theme::Look;
use base::ordering::sort_by;

/// One point of a series: the results of several runs at one x.
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
        Self { x, mean: value, low: value, high: value, n: 1 }
    }

    fn is_there(&self) -> bool {
        let values = [self.x, self.mean, self.low, self.high];
        self.n > 0 && values.into_iter().all(|value| value.abs() < 1e100)
    }
}

/// A line of a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// In any order; missing points and those that are not numbers are left out.
    pub points: Vec<Point>,
    /// The look of its policy, if it is one of a policy; otherwise colour and marks follow from its place among the series.
    pub look: Option<Look>,
}

/// One criterion against x.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Panel {
    /// The label of the y axis, with its unit: `mean flow time F (s)`.
    pub y_label: String,
    /// Whether the y axis begins at 0 even if the data does not.
    pub from_zero: bool,
    /// Whether the y axis is logarithmic: means at or below 0 are not drawn, and the panel says how many there are.
    pub log: bool,
    /// The lines.
    pub series: Vec<Series>,
}

/// A chart of one or several panels side by side that share their x axis and their legend.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curves {
    /// The label of the x axis, with its unit: `advance reservations (%)`.
    pub x_label: String,
    /// Whether the x axis is logarithmic, if all x are above 0.
    pub x_log: bool,
    /// From left to right.
    pub panels: Vec<Panel>,
}

/// Draws the chart.
pub fn draw(backend: &mut dyn Surface, frame: Frame, theme: &Theme, curves: &Curves, captions: &Captions) -> Drawn {
    draw_with(backend, (frame, theme), (curves, captions), Legend::Above)
}

/// Where the legend of a chart is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Legend {
    /// Above the panels.
    Above,
    /// In a picture of its own.
    Apart,
}

pub(super) fn draw_with(
    backend: &mut dyn Surface,
    (frame, theme): (Frame, &Theme),
    (curves, captions): (&Curves, &Captions),
    place: Legend,
) -> Drawn {
    let mut pen = Pen::new(backend, frame, theme);
    let area = begin(&mut pen, frame.area(), captions)?;
    let swatches = match place {
        Legend::Above => swatches(curves, theme),
        Legend::Apart => Vec::new(),
    };
    let key = LINE * lines_of(&swatches, area.width, theme.is_paper) as f64;
    legend(&mut pen, area, &swatches)?;
    let area = area.inset(0.0, if key > 0.0 { key + 8.0 } else { 0.0 }, 0.0, 0.0);
    let x_range = range(points(curves).map(|point| point.x));
    let Some((left, right)) = x_range else {
        return pen.nothing(area, "There are no results to show yet.");
    };
    // Dots at the ends stand within the frame.
    let margin = (right - left) * X_SLACK;
    let xs = points(curves).map(|point| point.x);
    let x = if curves.x_log && left > 0.0 { Scale::log(xs, X_SLACK) } else { None };
    let x = x.unwrap_or(Scale::Linear(left - margin, right + margin));
    let count = curves.panels.len() as f64;
    let width = (area.width - PANEL_GAP * (count - 1.0)) / count;
    for (at, panel) in curves.panels.iter().enumerate() {
        let left = area.left + at as f64 * (width + PANEL_GAP);
        let place = Area { left, width: width.max(0.0), ..area };
        draw_panel(&mut pen, place, panel, x, &curves.x_label)?;
    }
    Ok(())
}

/// The chart as an SVG document.
pub fn curves_svg(frame: Frame, theme: &Theme, curves: &Curves, captions: &Captions) -> String {
    let names: Vec<&str> = curves.panels.iter().map(|panel| panel.y_label.as_str()).collect();
    let description = format!("{} against {}. {}", names.join(", "), curves.x_label, captions.subtitle);
    svg(frame, &captions.title, &description, |target, frame| draw(target, frame, theme, curves, captions))
}

/// The space between panels, in CSS pixels.
const PANEL_GAP: f64 = 26.0;

/// The room beside the first and the last x, as a share of the axis.
const X_SLACK: f64 = 0.03;

fn points(curves: &Curves) -> impl Iterator<Item = &Point> {
    let series = curves.panels.iter().flat_map(|panel| &panel.series);
    series.flat_map(|series| &series.points).filter(|point| point.is_there())
}

/// Least and greatest; widened where they are the same.
fn range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let (low, high) =
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
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
pub(super) fn swatches(curves: &Curves, theme: &Theme) -> Vec<Swatch> {
    let most = curves.panels.iter().max_by_key(|panel| panel.series.len());
    let series = most.map_or(&[][..], |panel| &panel.series);
    series
        .iter()
        .enumerate()
        .filter(|(_, series)| !series.name.is_empty())
        .map(|(at, series)| Swatch {
            colour: series.colour(at, theme),
            hatch: None,
            mark: Some(series.mark(at)),
            words: series.name.clone(),
        })
        .collect()
}

fn draw_panel(pen: &mut Pen, area: Area, panel: &Panel, x: Scale, x_label: &str) -> Drawn {
    let plot = Plot::within(area, 8.0);
    if plot.width < 8.0 || plot.height < 8.0 {
        return Ok(());
    }
    let Some(y) = panel.scale() else {
        let nothing = match panel.points().next() {
            Some(_) => "no values above 0 for a logarithmic axis",
            None => "no values",
        };
        let heading = Lettering::new(13.0, pen.theme.text).bold();
        pen.text(&panel.y_label, (area.left, plot.top - 16.0), heading)?;
        return pen.nothing(plot, nothing);
    };
    let plot = Plot { area: plot, x, y };
    let how = if panel.log { ", log" } else { "" };
    let y_label = format!("{}{how}", panel.y_label);
    let axes = Axes { lines_up: false, ..Axes::new(x_label, &y_label) };
    let theme = pen.theme;
    let lines: Vec<Line> = panel.series.iter().enumerate().map(|(at, series)| Line::of(series, at, theme, y)).collect();
    // Where many bands overlap in print, the lines are still to be seen.
    let alpha = if theme.is_paper { (0.6 / lines.len().max(1) as f64).clamp(0.08, BAND) } else { BAND };
    plot.draw(pen, axes, |chart| {
        lines.iter().try_for_each(|line| line.draw_band(chart, alpha))?;
        lines.iter().try_for_each(|line| line.draw(chart))
    })?;
    lines.iter().try_for_each(|line| line.draw_dots(pen, &plot))?;
    draw_left_out(pen, panel, &plot)
}

/// Says how many values a logarithmic axis does not show.
fn draw_left_out(pen: &mut Pen, panel: &Panel, plot: &Plot) -> Drawn {
    let floor = plot.y.floor();
    let words = match panel.points().filter(|it| it.mean <= floor).count() {
        0 => return Ok(()),
        1 => "1 value at or below 0 not shown".to_owned(),
        count => format!("{count} values at or below 0 not shown"),
    };
    let style = Lettering::new(11.0, pen.theme.muted).right();
    pen.text(&words, (plot.area.right() - 6.0, plot.area.top + 10.0), style)
}

impl Panel {
    fn points(&self) -> impl Iterator<Item = &Point> {
        self.series.iter().flat_map(|series| &series.points).filter(|point| point.is_there())
    }

    /// The y axis; `None` if there is nothing to show.
    fn scale(&self) -> Option<Scale> {
        let edges = |it: &Point| [it.low, it.mean, it.high];
        if self.log {
            let shown = self.points().filter(|point| point.mean > 0.0);
            return Scale::log(shown.flat_map(edges), 0.06);
        }
        let edges = self.points().flat_map(edges);
        let (mut low, mut high) = range(edges.chain(self.from_zero.then_some(0.0)))?;
        let slack = (high - low) * 0.06;
        high += slack;
        if !(self.from_zero && low >= 0.0) {
            low -= slack;
        }
        Some(Scale::Linear(low, high))
    }
}

/// The opacity of a band.
const BAND: f64 = 0.16;

/// A series as it is drawn.
struct Line<'a> {
    /// From left to right.
    points: Vec<&'a Point>,
    /// The lower end of a logarithmic axis, at which bands end that go to 0 or below.
    floor: f64,
    colour: Rgb,
    mark: Mark,
    /// Its place among the series.
    at: usize,
}

impl Series {
    fn colour(&self, at: usize, theme: &Theme) -> Rgb {
        self.look.map_or_else(|| theme.compared(at), |it| it.colour(theme))
    }

    fn mark(&self, at: usize) -> Mark {
        let usual = || Mark::filled(Marker::of_series(at));
        self.look.map_or_else(usual, Look::mark)
    }
}

impl<'a> Line<'a> {
    fn of(series: &'a Series, at: usize, theme: &Theme, y: Scale) -> Self {
        let floor = y.floor();
        let is_shown = |p: &&Point| p.is_there() && p.mean > floor;
        let mut points: Vec<&Point> = series.points.iter().filter(is_shown).collect();
        sort_by(&mut points, |a, b| a.x.total_cmp(&b.x));
        Self { points, floor, colour: series.colour(at, theme), mark: series.mark(at), at }
    }

    fn draw_band(&self, chart: &mut Chart, alpha: f64) -> Drawn {
        let points = || self.points.iter();
        if !points().any(|point| point.high > point.low) {
            return Ok(());
        }
        let upper = points().map(|point| (point.x, point.high));
        let lower = points().rev().map(|point| (point.x, point.low.max(self.floor)));
        chart.shape(upper.chain(lower).collect(), self.colour, alpha)
    }

    fn draw(&self, chart: &mut Chart) -> Drawn {
        let points = self.points.iter().map(|point| (point.x, point.mean));
        chart.line(points, self.colour, 2.0)
    }

    /// A mark at every point. Where marks would touch, a figure of a paper, which may be printed in grey, has some of
    /// them, and any other picture none.
    fn draw_dots(&self, pen: &mut Pen, plot: &Plot) -> Drawn {
        const ROOM: f64 = 9.0;
        const SPARSE: f64 = 36.0;
        let (count, theme) = (self.points.len() as f64, pen.theme);
        let step = match (count * ROOM > plot.area.width, theme.is_paper) {
            (false, _) => 1,
            (true, false) => return Ok(()),
            (true, true) => (count * SPARSE / plot.area.width).ceil() as usize,
        };
        let halo = if theme.is_paper { 4.7 } else { 5.5 };
        // Marks of neighbouring lines stand beside one another.
        let first = self.at % step;
        self.points.iter().skip(first).step_by(step).try_for_each(|point| {
            let place = plot.at(point.x, point.mean);
            self.mark.shape.draw(pen, place, halo, theme.panel)?;
            self.mark.draw(pen, place, self.colour)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curves(xs: [f64; 3], means: [f64; 3], logs: (bool, bool)) -> String {
        let point = |(x, mean)| Point { low: mean - 5.0, ..Point::single(x, mean) };
        let series = Series {
            name: "EASY".to_owned(),
            points: xs.into_iter().zip(means).map(point).collect(),
            ..Series::default()
        };
        let panel = Panel { y_label: "wait (h)".to_owned(), log: logs.1, series: vec![series], ..Panel::default() };
        let curves = Curves { x_label: "load".to_owned(), x_log: logs.0, panels: vec![panel] };
        let (frame, captions) = (Frame::new(600, 400), Captions::default());
        curves_svg(frame, &Theme::light(), &curves, &captions)
    }

    /// The places across of the dots that stand in the plotted area.
    fn dots(picture: &str) -> Vec<f64> {
        let across = picture
            .lines()
            .filter(|it| it.starts_with("<circle"))
            .filter_map(|it| it.split("cx=\"").nth(1)?.split('"').next()?.parse().ok());
        let mut across: Vec<f64> = across.collect();
        across.dedup();
        across
    }

    #[test]
    fn a_logarithmic_axis_across_has_equal_room_for_equal_factors() {
        let gaps = |x_log| {
            let at = dots(&curves([1.0, 10.0, 100.0], [2.0, 3.0, 4.0], (x_log, false)));
            let [.., first, second, third] = at[..] else { panic!("{at:?}") };
            (second - first) / (third - second)
        };
        assert!((gaps(true) - 1.0).abs() < 0.02);
        assert!(gaps(false) < 0.2);
        // An axis with 0 stays as it is.
        let with_zero = |x_log| curves([0.0, 10.0, 100.0], [2.0, 3.0, 4.0], (x_log, false));
        assert_eq!(with_zero(true), with_zero(false));
    }

    #[test]
    fn what_a_logarithmic_axis_does_not_show_is_counted() {
        let picture = curves([1.0, 2.0, 3.0], [0.0, 3.0, 400.0], (false, true));
        assert!(picture.contains("wait (h), log"));
        assert!(picture.contains("1 value at or below 0 not shown"));
        let none = curves([1.0, 2.0, 3.0], [0.0; 3], (false, true));
        assert!(none.contains("no values above 0 for a logarithmic axis"));
        let linear = curves([1.0, 2.0, 3.0], [0.0, 3.0, 400.0], (false, false));
        assert!(!linear.contains("not shown") && !linear.contains(", log"));
    }
}
