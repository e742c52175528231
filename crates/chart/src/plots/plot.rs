//! A plotted area with axes on two sides, by plotters' chart builder.

use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::drawing::IntoDrawingArea;
use plotters::element::{Polygon, Rectangle};
use plotters::series::LineSeries;
use plotters::style::{FontDesc, FontFamily, FontStyle, RGBAColor, ShapeStyle};
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind};

use crate::axis::number_ticks;
use crate::lettering::Sized;
use crate::pen::{NotDrawn, Stroke};
use crate::prelude::*;
use crate::theme::LETTERS;
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

/// Draws what plotters draws, except that lines along an axis are filled rectangles at whole CSS
/// pixels: plotters strokes them across the edge of two pixels, which blurs them.
pub(crate) struct PlottersTarget<'a> {
    backend: &'a mut dyn Surface,
    scale: f64,
}

impl<'a> PlottersTarget<'a> {
    pub(crate) fn new(pen: &'a mut Pen) -> Self {
        Self { backend: pen.backend, scale: pen.scale }
    }

    /// The first device pixel of the CSS pixel that begins nearest to a place.
    fn snapped(&self, at: i32) -> i32 {
        ((f64::from(at) / self.scale).round() * self.scale).round() as i32
    }

    fn straight(&mut self, (from, to): (BackendCoord, BackendCoord), stroke: &Stroke) -> Drawn {
        let width = stroke.width.max(1) as i32;
        let (x, y) = ((from.0.min(to.0), from.0.max(to.0)), (from.1.min(to.1), from.1.max(to.1)));
        let (start, end) = if x.0 == x.1 {
            let left = self.snapped(x.0);
            ((left, y.0), (left + width, y.1))
        } else {
            let top = self.snapped(y.0);
            ((x.0, top), (x.1, top + width))
        };
        self.backend.rectangle(start, end, stroke, true)
    }
}

type Outcome = Result<(), DrawingErrorKind<NotDrawn>>;

/// Whether a line goes along an axis.
fn is_straight(from: BackendCoord, to: BackendCoord) -> bool {
    (from.0 == to.0) != (from.1 == to.1)
}

fn stroke(style: &impl BackendStyle) -> Stroke {
    Stroke { colour: style.color(), width: style.stroke_width() }
}

impl DrawingBackend for PlottersTarget<'_> {
    type ErrorType = NotDrawn;

    fn get_size(&self) -> (u32, u32) {
        self.backend.size()
    }

    fn ensure_prepared(&mut self) -> Outcome {
        Ok(())
    }

    fn present(&mut self) -> Outcome {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, colour: BackendColor) -> Outcome {
        self.draw_rect((x, y), (x + 1, y + 1), &colour, true)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Outcome {
        let stroke = stroke(style);
        let drawn = match is_straight(from, to) {
            true => self.straight((from, to), &stroke),
            false => self.backend.line(from, to, &stroke),
        };
        drawn.map_err(DrawingErrorKind::DrawingError)
    }

    fn draw_rect<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S, fill: bool) -> Outcome {
        self.backend.rectangle(from, to, &stroke(style), fill).map_err(DrawingErrorKind::DrawingError)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Outcome {
        let path: Vec<BackendCoord> = path.into_iter().collect();
        match path[..] {
            [] | [_] => Ok(()),
            [from, to] => self.draw_line(from, to, style),
            _ => self.backend.path(path, &stroke(style)).map_err(DrawingErrorKind::DrawingError),
        }
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Outcome {
        self.backend.polygon(path.into_iter().collect(), style.color()).map_err(DrawingErrorKind::DrawingError)
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, place: BackendCoord) -> Outcome {
        self.backend.text(text, &Sized::of(style), place).map_err(DrawingErrorKind::DrawingError)
    }
}

/// How values are spread along an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Scale {
    /// Evenly, from the first to the last value.
    Linear(f64, f64),
    /// By their logarithm; both ends are above 0.
    Log(f64, f64),
    /// Seconds from 0 or more: evenly below half a minute, by their logarithm far above it.
    Period(f64, f64),
}

/// Where the greatest value is this many times the least, logarithms show both; beyond that the least
/// is as good as 0.
const WIDE: std::ops::Range<f64> = 4.0..1e9;

impl Scale {
    /// A scale that shows all of some values and a share of room on both sides; `None` of none.
    /// Logarithmic where the values are above 0 and far apart.
    pub(super) fn around(values: impl Iterator<Item = f64>, slack: f64) -> Option<Self> {
        let (low, high) = ends(values)?;
        if low > 0.0 && WIDE.contains(&(high / low)) {
            let room = libm::pow(high / low, slack);
            return Some(Self::Log(low / room, high * room));
        }
        let span = high - low;
        let room = if span > 1e-9 * high.abs().max(low.abs()) {
            span * slack
        } else if low == 0.0 {
            1.0
        } else {
            low.abs() * 0.1
        };
        // A quantity that is never negative has an axis that does not go below 0.
        let floor = if low >= 0.0 { 0.0 } else { f64::NEG_INFINITY };
        Some(Self::Linear((low - room).max(floor), high + room))
    }

    /// A logarithmic scale that shows those of some values that are above 0, and a share of room on both sides; `None`
    /// if none is. Values below a trillionth of the greatest count as 0.
    pub(super) fn log(values: impl Iterator<Item = f64>, slack: f64) -> Option<Self> {
        let (low, high) = ends(values.filter(|&value| value > 0.0))?;
        let low = low.max(high * 1e-12);
        // One value has room around it as well.
        let room = libm::pow(high / low, slack).max(1.0 + slack);
        Some(Self::Log(low / room, high * room))
    }

    /// A scale of periods that shows all of these; `None` of none.
    pub(super) fn of_periods(values: impl Iterator<Item = f64>) -> Option<Self> {
        let (low, high) = ends(values.filter(|&value| value >= 0.0))?;
        Some(Self::Period(low, high.max(low + 1.0)))
    }

    /// Whether it is logarithmic.
    pub(super) fn is_log(self) -> bool {
        matches!(self, Self::Log(..))
    }

    /// The end of a logarithmic axis at and below which it shows nothing; -∞ of any other.
    pub(super) fn floor(self) -> f64 {
        match self {
            Self::Log(low, _) => low,
            Self::Linear(..) | Self::Period(..) => f64::NEG_INFINITY,
        }
    }

    /// The values at both ends.
    pub(super) fn ends(self) -> (f64, f64) {
        match self {
            Self::Linear(low, high) | Self::Log(low, high) | Self::Period(low, high) => (low, high),
        }
    }

    /// Whether a value lies on the axis.
    pub(super) fn shows(self, value: f64) -> bool {
        let (low, high) = self.ends();
        (low..=high).contains(&value)
    }

    /// Where a value stands: 0 at the beginning of the axis, 1 at its end.
    pub(super) fn share(self, value: f64) -> f64 {
        let spread = |(low, high): (f64, f64), value: f64| (value - low) / (high - low);
        match self {
            Self::Linear(low, high) => spread((low, high), value),
            Self::Log(low, high) => spread((libm::log(low), libm::log(high)), libm::log(value)),
            Self::Period(low, high) => {
                let bent = |seconds: f64| libm::log1p(seconds / 30.0);
                spread((bent(low), bent(high)), bent(value))
            }
        }
    }

    /// The marks on `length` CSS pixels with about `room` for each.
    pub(super) fn ticks(self, length: f64, room: f64) -> Vec<Tick> {
        match self {
            Self::Linear(low, high) => number_ticks(low, high, length, room),
            Self::Log(low, high) => log_ticks(low, high, length, room),
            Self::Period(low, high) => self.period_ticks((low, high), length, room),
        }
    }

    /// Round periods, those that stand too near the one before left out.
    fn period_ticks(self, (low, high): (f64, f64), length: f64, room: f64) -> Vec<Tick> {
        let mut ticks: Vec<Tick> = Vec::new();
        let mut free_from = f64::NEG_INFINITY;
        for (at, label) in PERIODS {
            let place = self.share(at) * length;
            if (low..=high).contains(&at) && place >= free_from {
                free_from = place + room;
                let label = label.to_owned();
                ticks.push(Tick { at, label });
            }
        }
        ticks
    }
}

/// Least and greatest.
fn ends(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let (low, high) =
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    (low <= high).then_some((low, high))
}

const PERIODS: [(f64, &str); 15] = [
    (0.0, "0"),
    (10.0, "10 s"),
    (60.0, "1 min"),
    (300.0, "5 min"),
    (600.0, "10 min"),
    (1_800.0, "30 min"),
    (3_600.0, "1 h"),
    (10_800.0, "3 h"),
    (21_600.0, "6 h"),
    (43_200.0, "12 h"),
    (86_400.0, "1 d"),
    (259_200.0, "3 d"),
    (864_000.0, "10 d"),
    (2_592_000.0, "30 d"),
    (8_640_000.0, "100 d"),
];

/// Marks at round numbers of a logarithmic axis: as many for each power of ten as have room.
fn log_ticks(low: f64, high: f64, length: f64, room: f64) -> Vec<Tick> {
    const DIGITS: [&[f64]; 3] = [&[1.0, 1.5, 2.0, 3.0, 5.0, 7.0], &[1.0, 2.0, 5.0], &[1.0]];
    let decade = length / libm::log10(high / low);
    let smallest_gap = |digits: &[f64]| {
        let next = digits.iter().skip(1).chain([&10.0]);
        digits.iter().zip(next).map(|(a, b)| libm::log10(b / a)).fold(f64::INFINITY, f64::min)
    };
    let digits = DIGITS.into_iter().find(|digits| smallest_gap(digits) * decade >= room).unwrap_or(DIGITS[2]);
    let powers = libm::floor(libm::log10(low)) as i32..=libm::ceil(libm::log10(high)) as i32;
    powers
        .flat_map(|power| {
            let decimals = (-power).max(0) as usize;
            digits.iter().map(move |digit| {
                let at = digit * libm::pow(10.0, f64::from(power));
                let decimals = decimals + usize::from(digit.fract() != 0.0 && power <= 0);
                let label = format!("{at:.decimals$}");
                (at, label)
            })
        })
        .filter(|(at, _)| (low..=high).contains(at))
        .map(|(at, label)| Tick { at, label })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: Scale, length: f64) -> Vec<String> {
        let ticks = scale.ticks(length, 30.0);
        ticks.into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn far_apart_values_are_shown_by_their_logarithm() {
        for (values, room, expected) in [
            (&[50.0, 60.0][..], 0.1, Some(Scale::Linear(49.0, 61.0))),
            (&[1.0, 100.0], 0.0, Some(Scale::Log(1.0, 100.0))),
            (&[0.0, 100.0], 0.1, Some(Scale::Linear(0.0, 110.0))),
            (&[], 0.1, None),
        ] {
            assert_eq!(Scale::around(values.iter().copied(), room), expected, "{values:?}");
        }
        assert!((Scale::Log(1.0, 100.0).share(10.0) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn a_logarithmic_scale_shows_what_is_above_zero() {
        let all = [0.0, 1.0, 100.0, -5.0];
        let Some(Scale::Log(low, high)) = Scale::log(all.into_iter(), 0.1) else { panic!("a logarithmic scale") };
        assert!(low > 0.5 && low < 1.0 && high > 100.0 && high < 200.0);
        assert_eq!(Scale::log([0.0, -1.0].into_iter(), 0.1), None);
        let one = Scale::log([3.0].into_iter(), 0.1).unwrap();
        assert!((one.share(3.0) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn one_value_has_room_around_it() {
        let all_zero = Scale::around([0.0, 0.0].into_iter(), 0.1).unwrap();
        assert_eq!(all_zero, Scale::Linear(0.0, 1.0));
        let scale = Scale::around([5.0].into_iter(), 0.1).unwrap();
        assert!(scale.share(5.0) > 0.2 && scale.share(5.0) < 0.8);
    }

    #[test]
    fn a_logarithmic_axis_has_round_marks() {
        assert_eq!(labels(Scale::Log(0.6, 6.0), 300.0), ["0.7", "1", "1.5", "2", "3", "5"]);
        assert_eq!(labels(Scale::Log(1.0, 1000.0), 200.0), ["1", "10", "100", "1000"]);
    }

    #[test]
    fn periods_have_marks_in_their_units() {
        let scale = Scale::of_periods([0.0, 86_400.0].into_iter()).unwrap();
        let all = labels(scale, 2_000.0);
        assert_eq!((all[0].as_str(), all[10].as_str()), ("0", "1 d"));
        let few = labels(scale, 200.0);
        assert!(few.len() >= 3 && few.len() < 8, "{few:?}");
        assert_eq!((scale.share(0.0), scale.share(86_400.0)), (0.0, 1.0));
    }
}
