//! One criterion against a period δ: all periods that were tried, and the best of them.

use super::plot::Scale;
use super::plot::{Axes, Plot};
use crate::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriedPeriod {
    /// δ, in seconds.
    pub period: f64,
    /// The mean of the criterion.
    pub mean: f64,
    /// Half the length of its 95 % interval; `None` where there is none: of one seed, or where nothing is drawn.
    pub half_width: Option<f64>,
}

/// The content of the picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PeriodCurve {
    /// Whose period it is: `period δ of the grid scheduler`.
    pub x_label: String,
    /// The criterion with its unit: `mean flow time F (h)`.
    pub y_label: String,
    /// By period.
    pub tried: Vec<TriedPeriod>,
    /// Which of them is the best, once that is known.
    pub best: Option<usize>,
    pub best_label: String,
    /// The present period, in seconds.
    pub present: Option<f64>,
}

/// So near to a point across, in CSS pixels, is at it.
const NEAR: f64 = 16.0;

/// Draws the picture.
pub fn draw(backend: &mut dyn Surface, frame: Frame, theme: &Theme, curve: &PeriodCurve, captions: &Captions) -> Drawn {
    let mut pen = Pen::new(backend, frame, theme);
    let area = begin(&mut pen, frame.area(), captions)?;
    let Some(plot) = plot(curve, area) else {
        return pen.nothing(area, "There are no results to show yet.");
    };
    let has_intervals = curve.tried.iter().any(|it| it.half_width.is_some());
    let label = if has_intervals { format!("{} ± 95 % interval", curve.y_label) } else { curve.y_label.clone() };
    let colour = theme.series[0];
    let (low, high) = plot.y.ends();
    let edge = |sign: f64| {
        move |it: &TriedPeriod| {
            let value = it.mean + sign * it.half_width.unwrap_or(0.0);
            (it.period, value.clamp(low, high))
        }
    };
    let upper = curve.tried.iter().map(edge(1.0));
    let lower = curve.tried.iter().rev().map(edge(-1.0));
    plot.draw(&mut pen, Axes::new(&curve.x_label, &label), |chart| {
        if has_intervals {
            chart.shape(upper.chain(lower).collect(), colour, 0.16)?;
        }
        chart.line(curve.tried.iter().map(|it| (it.period, it.mean)), colour, 1.5)
    })?;
    if let Some(present) = curve.present.filter(|&at| plot.x.shows(at)) {
        draw_present(&mut pen, &plot, present)?;
    }
    let line: Vec<_> = curve.tried.iter().map(|it| plot.at(it.period, it.mean)).collect();
    for &place in &line {
        pen.dot(place, 4.5, theme.panel)?;
        pen.dot(place, 3.5, colour)?;
    }
    match curve.best.and_then(|at| line.get(at)) {
        Some(&place) => {
            // The best is the lowest or the highest: beyond it there is room.
            let lower = line.iter().filter(|it| it.1 > place.1).count();
            let is_low = 2 * lower < line.len();
            draw_best(&mut pen, &plot, place, is_low, &curve.best_label)
        }
        None => Ok(()),
    }
}

/// The picture as an SVG document.
pub fn period_curve_svg(frame: Frame, theme: &Theme, curve: &PeriodCurve, captions: &Captions) -> String {
    let description =
        format!("{} for {} periods. {} {}", curve.y_label, curve.tried.len(), curve.best_label, captions.subtitle);
    svg(frame, &captions.title, &description, |target, frame| draw(target, frame, theme, curve, captions))
}

/// The index of the period at a place of a picture without captions, in CSS pixels.
pub fn period_at(frame: Frame, curve: &PeriodCurve, (x, y): (f64, f64)) -> Option<usize> {
    let plot = plot(curve, within_margins(frame.area()))?;
    let within = plot.area.top <= y && y <= plot.area.bottom();
    let near =
        curve.tried.iter().map(|it| plot.at(it.period, it.mean)).enumerate().filter(|(_, at)| (at.0 - x).abs() <= NEAR);
    // Of two as near, the one whose height is nearer.
    let nearest = near.min_by(|(_, a), (_, b)| {
        let distance = |at: &(f64, f64)| libm::hypot(at.0 - x, 0.25 * (at.1 - y));
        distance(a).total_cmp(&distance(b))
    });
    nearest.filter(|_| within).map(|(at, _)| at)
}

fn plot(curve: &PeriodCurve, area: Area) -> Option<Plot> {
    let area = Plot::within(area, 14.0);
    let values = curve
        .tried
        .iter()
        .flat_map(|it| {
            let half_width = it.half_width.unwrap_or(0.0);
            [it.mean - half_width, it.mean, it.mean + half_width]
        })
        .filter(|value| value.abs() < 1e100);
    // A criterion is not below 0, the lower end of its interval may be.
    let y = Scale::around(values.map(|value| value.max(0.0)), 0.08)?;
    let x = Scale::of_periods(curve.tried.iter().map(|it| it.period))?;
    (area.width >= 8.0 && area.height >= 8.0).then_some(Plot { area, x, y })
}

fn draw_present(pen: &mut Pen, plot: &Plot, period: f64) -> Drawn {
    const DASH: f64 = 6.0;
    let x = plot.area.left + plot.x.share(period) * plot.area.width;
    let colour = pen.theme.muted;
    let mut y = plot.area.top;
    while y < plot.area.bottom() {
        pen.down(x, (y, (y + DASH).min(plot.area.bottom())), colour)?;
        y += 2.0 * DASH;
    }
    let style = Lettering::new(11.5, colour);
    let on_the_left = plot.x.share(period) > 0.5;
    let words = "now";
    if on_the_left {
        pen.text(words, (x - 6.0, plot.area.top + 10.0), style.right())
    } else {
        pen.text(words, (x + 6.0, plot.area.top + 10.0), style)
    }
}

/// The best, with its name below or above it, towards the side that has room.
fn draw_best(pen: &mut Pen, plot: &Plot, (x, y): (f64, f64), is_low: bool, label: &str) -> Drawn {
    let theme = pen.theme;
    pen.dot((x, y), 8.0, theme.panel)?;
    pen.dot((x, y), 6.5, theme.series[1])?;
    let style = Lettering::new(12.0, theme.text).bold();
    let y = if is_low { y + 18.0 } else { y - 18.0 };
    let y = y.clamp(plot.area.top + 8.0, plot.area.bottom() - 10.0);
    let width = label.chars().count() as f64 * 7.2;
    let on_the_left = x > plot.area.left + plot.area.width / 2.0;
    let left = if on_the_left { x + 6.0 - width } else { x - 6.0 };
    let plate = Area { left: left - 4.0, top: y - 9.0, width: width + 8.0, height: 18.0 };
    pen.fill(plate, theme.panel, 0.85)?;
    if on_the_left { pen.text(label, (x + 6.0, y), style.right()) } else { pen.text(label, (left, y), style) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve() -> PeriodCurve {
        let tried = [0.0, 60.0, 600.0, 86_400.0].map(|period| TriedPeriod {
            period,
            mean: 20.0 + period / 10_000.0,
            half_width: Some(2.0),
        });
        PeriodCurve {
            tried: tried.to_vec(),
            best: Some(0),
            best_label: "best: on arrival".to_owned(),
            ..PeriodCurve::default()
        }
    }

    #[test]
    fn the_period_under_the_pointer_is_found() {
        let (frame, curve) = (Frame::new(600, 300), curve());
        let area = within_margins(frame.area());
        let plot = plot(&curve, area).unwrap();
        for (at, it) in curve.tried.iter().enumerate() {
            let (x, y) = plot.at(it.period, it.mean);
            assert_eq!(period_at(frame, &curve, (x + 4.0, y - 20.0)), Some(at));
        }
        assert_eq!(period_at(frame, &curve, (300.0, 299.0)), None);
        let nothing = PeriodCurve::default();
        assert_eq!(period_at(frame, &nothing, (300.0, 100.0)), None);
    }

    #[test]
    fn without_randomness_there_is_no_band_and_no_word_of_intervals() {
        let picture = |curve: &PeriodCurve| {
            let (frame, theme) = (Frame::new(600, 300), Theme::dark());
            period_curve_svg(frame, &theme, curve, &Captions::default())
        };
        assert!(picture(&curve()).contains("95 %"));
        let mut exact = curve();
        for it in &mut exact.tried {
            it.half_width = None;
        }
        let picture = picture(&exact);
        assert!(!picture.contains("95 %") && !picture.contains("<polygon"), "{picture}");
    }

    #[test]
    fn the_best_is_named_in_the_picture() {
        let picture = period_curve_svg(Frame::new(600, 300), &Theme::dark(), &curve(), &Captions::default());
        assert!(picture.contains("best: on arrival</text>"), "{picture}");
    }
}
