//! The figures of a run in pictures: how waits, flow times and slowdowns are distributed, their means by
//! class and over the week, and the heaviest users.

pub mod heat_map;
pub mod heaviest;
pub mod week_map;

#[cfg(test)]
mod tests;

use std::ops::Range;

use experiment::Run;
use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::combinators::IntoLogRange;
use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::drawing::{DrawingAreaErrorKind, IntoDrawingArea};
use plotters::element::PathElement;
use plotters::style::{RGBAColor, ShapeStyle};
use scheduling::criteria::distribution::{Distribution, Value, jobs_that_ran};
use scheduling::criteria::span::Span;

use crate::pen::NotDrawn;
use crate::plots::plot::PlottersTarget;
use crate::prelude::*;

/// The label of a value at an axis.
fn label(value: scheduling::criteria::distribution::Value) -> &'static str {
    use scheduling::criteria::distribution::Value;
    match value {
        Value::Wait => "waiting time",
        Value::FlowTime => "flow time",
        Value::Slowdown => "bounded slowdown",
    }
}

/// A value in words short enough for a cell.
fn written(value: scheduling::criteria::distribution::Value, number: f64) -> String {
    use scheduling::criteria::distribution::Value;
    match value {
        Value::Wait | Value::FlowTime => base::text::short_duration(number),
        Value::Slowdown if number < 100.0 => format!("{number:.1}"),
        Value::Slowdown => format!("{number:.0}"),
    }
}

/// Pictures of one size as one picture, two beside each other; and its height in CSS pixels.
pub fn side_by_side(pictures: &[String], frame: super::Frame) -> (String, u32) {
    let (width, height) = (frame.width * 2, frame.height * pictures.len().div_ceil(2) as u32);
    let placed = pictures.iter().enumerate().map(|(at, picture)| {
        let (x, y) = (at as u32 % 2 * frame.width, at as u32 / 2 * frame.height);
        picture.replacen("<svg ", &format!("<svg x=\"{x}\" y=\"{y}\" "), 1)
    });
    let all: String = placed.collect();
    let whole = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n{all}</svg>\n"
    );
    (whole, height)
}

/// Whose distribution a curve is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// All jobs'.
    All,
    /// The batch jobs'.
    Batch,
    /// The advance reservations'.
    Reservations,
    /// Those of the scenario at this place.
    Scenario(usize),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Its name in the legend.
    pub name: String,
    /// Whose it is, which gives its colour.
    pub whose: Whose,
    pub distribution: Distribution,
}

/// Curves of one value.
#[derive(Clone, Debug, PartialEq)]
pub struct Cumulative {
    /// The quantity.
    pub value: Value,
    /// One above the other; those without values are left out.
    pub curves: Vec<Curve>,
}

impl Cumulative {
    /// Of all jobs of a run, and of each kind where there are two. O(n log n).
    pub fn by_kind(run: &Run, span: Option<Span>, value: Value) -> Self {
        let of = |takes: fn(bool) -> bool| {
            let jobs = jobs_that_ran(run, span).filter(|(job, _)| takes(job.is_reservation()));
            Distribution::new(jobs.map(|(job, outcome)| value.of(job, outcome, run)))
        };
        let mut curves = vec![
            curve("batch jobs", Whose::Batch, of(|reserved| !reserved)),
            curve(run.nouns().reservations, Whose::Reservations, of(|reserved| reserved)),
        ];
        curves.retain(|it| !it.distribution.is_empty());
        if curves.len() > 1 {
            curves.insert(0, curve("all jobs", Whose::All, of(|_| true)));
        }
        Self { value, curves }
    }

    /// Of all jobs of several runs, each with its place and name. O(n log n).
    pub fn of_runs<'a>(
        runs: impl IntoIterator<Item = (usize, &'a str, &'a Run)>,
        span: Option<Span>,
        value: Value,
    ) -> Self {
        let curves = runs.into_iter().map(|(place, name, run)| {
            let jobs = jobs_that_ran(run, span);
            let distribution = Distribution::new(jobs.map(|(job, it)| value.of(job, it, run)));
            curve(name, Whose::Scenario(place), distribution)
        });
        Self { value, curves: curves.filter(|it| !it.distribution.is_empty()).collect() }
    }

    /// The percentiles of every curve as a table.
    pub fn table(&self) -> Table {
        let head = ["jobs".to_owned()].into_iter().chain(self.curves.iter().map(|it| it.name.clone()));
        let row = |percent: f64| {
            let name = match percent {
                100.0 => "the largest".to_owned(),
                percent => format!("{percent} % are at most"),
            };
            let values = self.curves.iter().map(|it| {
                let value = it.distribution.percentile(percent);
                value.map_or_else(|| "–".to_owned(), |it| written(self.value, it))
            });
            std::iter::once(name).chain(values).collect()
        };
        Table { head: head.collect(), rows: [10.0, 25.0, 50.0, 75.0, 90.0, 95.0, 99.0, 100.0].map(row).to_vec() }
    }

    /// The values at both ends of the axis: from 1 to the greatest, at least a power of ten.
    fn ends(&self) -> (f64, f64) {
        let largest = self.curves.iter().filter_map(|it| it.distribution.percentile(100.0));
        (1.0, largest.fold(10.0, f64::max))
    }
}

fn curve(name: &str, whose: Whose, distribution: Distribution) -> Curve {
    Curve { name: name.to_owned(), whose, distribution }
}

impl Whose {
    fn colour(self, theme: &Theme) -> Rgb {
        match self {
            Self::All => theme.text,
            Self::Batch => theme.batch[0],
            Self::Reservations => theme.reservation[0],
            Self::Scenario(place) => theme.compared(place),
        }
    }
}

/// The top of the axis of shares: a line at all jobs is whole.
const TOP: f64 = 1.03;

/// Points of a curve: as many as a screen shows.
const POINTS: usize = 300;

/// Draws the chart.
pub fn draw(
    backend: &mut dyn Surface,
    frame: Frame,
    theme: &Theme,
    cumulative: &Cumulative,
    captions: &Captions,
) -> Drawn {
    let mut pen = Pen::new(backend, frame, theme);
    let area = begin(&mut pen, frame.area(), captions)?;
    if cumulative.curves.is_empty() {
        return pen.nothing(area, "No job ran: there is nothing to show.");
    }
    let swatches: Vec<Swatch> = cumulative
        .curves
        .iter()
        .map(|it| Swatch { colour: it.whose.colour(theme), hatch: None, mark: None, words: it.name.clone() })
        .collect();
    legend(&mut pen, area, &swatches)?;
    let key = LINE * lines(&swatches, area.width) as f64 + 6.0;
    let area = within(area.inset(0.0, key, 0.0, 0.0));
    if area.width < 20.0 || area.height < 20.0 {
        return Ok(());
    }
    draw_curves(&mut pen, area, cumulative)
}

fn draw_curves(pen: &mut Pen, area: Area, cumulative: &Cumulative) -> Drawn {
    let (low, high) = cumulative.ends();
    let (theme, scale) = (pen.theme, pen.scale);
    let x_label = match cumulative.value {
        Value::Slowdown => label(cumulative.value).to_owned(),
        value => format!("{}, log scale, ≤ 1 s at left", label(value)),
    };
    let quarter = |share: f64| (share / TOP, format!("{:.0}", share * 100.0));
    let axes = Axes {
        x_label,
        y_label: "share of jobs (%)".to_owned(),
        x_marks: marks(cumulative.value, high, area.width),
        y_marks: [0.0, 0.25, 0.5, 0.75, 1.0].map(quarter).to_vec(),
        lines: true,
    };
    let range = ((low..high).log_scale(), 0.0..TOP);
    draw_plotted(pen, area, &axes, range, |chart| {
        for it in cumulative.curves.iter().rev() {
            let points: Vec<(f64, f64)> = (0..=POINTS)
                .map(|at| {
                    let x = low * libm::pow(high / low, at as f64 / POINTS as f64);
                    (x, it.distribution.share_at_most(x * (1.0 + 1e-12)))
                })
                .collect();
            let style = stroke(it.whose.colour(theme), 2.0, scale);
            chart.draw_series([PathElement::new(points, style)])?;
        }
        Ok(())
    })
}

/// Round marks from 1 to `high` that have room on this many CSS pixels: the share of the axis, and words.
fn marks(value: Value, high: f64, width: f64) -> Vec<(f64, String)> {
    const TIMES: [(f64, &str); 10] = [
        (1.0, "1 s"),
        (10.0, "10 s"),
        (60.0, "1 min"),
        (600.0, "10 min"),
        (3_600.0, "1 h"),
        (21_600.0, "6 h"),
        (86_400.0, "1 d"),
        (604_800.0, "1 w"),
        (2_592_000.0, "30 d"),
        (31_536_000.0, "1 y"),
    ];
    const FACTORS: [(f64, &str); 6] =
        [(1.0, "1"), (10.0, "10"), (100.0, "100"), (1e3, "1000"), (1e4, "10\u{202f}000"), (1e5, "100\u{202f}000")];
    let all = match value {
        Value::Slowdown => &FACTORS[..],
        _ => &TIMES,
    };
    let mut free_from = f64::NEG_INFINITY;
    let mut marks = Vec::new();
    for &(at, words) in all.iter().filter(|(at, _)| *at <= high) {
        let share = libm::log(at) / libm::log(high);
        if share * width >= free_from {
            free_from = share * width + 44.0;
            marks.push((share, words.to_owned()));
        }
    }
    marks
}

/// The chart as an SVG document.
pub fn cumulative_svg(frame: Frame, theme: &Theme, cumulative: &Cumulative, captions: &Captions) -> String {
    let name = label(cumulative.value);
    let title = if captions.title.is_empty() { format!("Distribution of the {name}") } else { captions.title.clone() };
    let description = format!("The share of jobs whose {name} is at most the value on the x axis.");
    svg(frame, &title, &description, |target, frame| draw(target, frame, theme, cumulative, captions))
}

// A plotted area by plotters' chart builder, with the numbers at its axes in the type of the other
// pictures.

/// The room left of the plotted area, above it and below it.
const LEFT: f64 = 62.0;
const ABOVE: f64 = 24.0;
const BELOW: f64 = 44.0;

/// The axes: marks at shares of their length.
struct Axes {
    x_label: String,
    /// Stands above the axis, level.
    y_label: String,
    x_marks: Vec<(f64, String)>,
    y_marks: Vec<(f64, String)>,
    /// Whether lines go across from the marks of the y axis, and up from those of the x axis.
    lines: bool,
}

/// plotters' chart of an area, in whose values series are drawn.
type Chart<'a, X> = ChartContext<'a, PlottersTarget<'a>, Cartesian2d<X, RangedCoordf64>>;

/// The room that numbers and labels leave of an area.
fn within(area: Area) -> Area {
    area.inset(LEFT, ABOVE, 12.0, BELOW)
}

/// Ground, marks and labels, then what `series` draws in the values of `x` and `y`.
fn draw_plotted<X>(
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
fn stroke(Rgb(red, green, blue): Rgb, width: f64, scale: f64) -> ShapeStyle {
    let width = (width * scale).round().max(1.0) as u32;
    ShapeStyle::from(RGBAColor(red, green, blue, 1.0)).stroke_width(width)
}

/// A filled shape's style.
fn filled(Rgb(red, green, blue): Rgb) -> ShapeStyle {
    ShapeStyle::from(RGBAColor(red, green, blue, 1.0)).filled()
}
