//! Several runs' curves over time, one upon the other: utilization, queue length.

use super::axis::{number_ticks, round_up};
use super::legend::Marker;
use super::steps::Steps;
use super::theme::Look;
use super::viewport::Viewport;
use crate::prelude::*;

/// One run's curve.
#[derive(Clone, Copy, Debug)]
pub struct Curve<'a> {
    /// Its place in the comparison: the place of its colour and of the shape of its dots.
    pub series: usize,
    /// The steps of the number.
    pub steps: &'a Steps,
    /// The divisor: for example the number of processors.
    pub whole: f64,
    /// Its colour and its dots in a figure of a paper; otherwise they follow from its place.
    pub look: Option<Look>,
}

/// The measure of curves, and the top of their axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// A share, 0 to 1, on an axis up to 100 %.
    Share,
    /// A number, on an axis up to a round one above the visible values.
    Number,
}

/// CSS pixels that one value is the mean of; in a figure of a paper, where several lines are to be told apart in grey.
const BUCKET: f64 = 2.0;
pub(super) const BUCKET_ON_PAPER: f64 = 6.0;

/// CSS pixels above the highest value.
const ABOVE: f64 = 5.0;

/// CSS pixels between the dots of a curve; of one in a figure of a paper, which may be printed in grey.
const DOTS: f64 = 90.0;
const DOTS_ON_PAPER: f64 = 54.0;

/// Draws the curves over a window into `plot`, without the marks of the time axis. The rest of the
/// frame stays as it is. O(curves · pixels · log changes).
pub fn draw(
    backend: &mut dyn Surface,
    frame: Frame,
    theme: &Theme,
    plot: Area,
    subject: (&[Curve], Measure),
    (viewport, origin): (&Viewport, Origin),
) -> Drawn {
    let mut pen = Pen::new(backend, frame, theme);
    draw_plot(&mut pen, plot, subject, (viewport, origin))
}

/// The same with a pen.
pub(super) fn draw_plot(
    pen: &mut Pen,
    plot: Area,
    (curves, measure): (&[Curve], Measure),
    (viewport, origin): (&Viewport, Origin),
) -> Drawn {
    let theme = pen.theme;
    if plot.width < 8.0 || plot.height < 8.0 {
        return Ok(());
    }
    let bucket = if theme.is_paper { BUCKET_ON_PAPER } else { BUCKET };
    let buckets = (plot.width / bucket).clamp(1.0, 2000.0) as usize;
    let lines: Vec<Vec<f64>> = curves
        .iter()
        .map(|curve| {
            let means = curve.steps.means(viewport, buckets);
            means.iter().map(|mean| mean / curve.whole.max(1.0)).collect()
        })
        .collect();
    let top = top(measure, lines.iter().flatten());
    pen.fill(plot, theme.panel, 1.0)?;
    for tick in time_ticks(viewport.start, viewport.end, plot.width, origin) {
        let x = plot.left + viewport.x(tick.at, plot.width);
        pen.down(x, (plot.top, plot.bottom()), theme.grid)?;
    }
    // A line along the top is whole.
    let steps = plot.inset(0.0, ABOVE, 0.0, 0.0);
    let numbers = Lettering::new(11.0, theme.muted).right();
    let unit = if measure == Measure::Share { 100.0 } else { 1.0 };
    for tick in number_ticks(0.0, top * unit, steps.height, 26.0) {
        let share = tick.at / unit / top;
        let y = steps.bottom() - share * steps.height;
        pen.across((plot.left, plot.right()), y, theme.grid)?;
        let label = match measure {
            Measure::Share => format!("{} %", tick.label),
            Measure::Number => tick.label,
        };
        // The outermost labels stay beside the plot.
        let y = y.clamp(plot.top + 5.0, (plot.bottom() - 5.0).max(plot.top + 5.0));
        pen.text(&label, (plot.left - 6.0, y), numbers)?;
    }
    // The first lies on top.
    for (curve, line) in curves.iter().zip(&lines).rev() {
        draw_line(pen, steps, curve, line, top)?;
    }
    pen.across((plot.left, plot.right()), plot.bottom() - 1.0, theme.axis)
}

fn top<'a>(measure: Measure, values: impl Iterator<Item = &'a f64>) -> f64 {
    match measure {
        Measure::Share => 1.0,
        Measure::Number => {
            let highest = values.copied().fold(0.0, f64::max);
            // So that the highest does not touch the frame.
            if highest.is_finite() && highest * 1.05 > 1.0 {
                let step = round_up(highest * 1.05 / 8.0);
                (highest * 1.05 / step).ceil() * step
            } else {
                1.0
            }
        }
    }
}

fn draw_line(pen: &mut Pen, plot: Area, curve: &Curve, line: &[f64], top: f64) -> Drawn {
    let series = curve.series;
    let usual = || pen.theme.compared(series);
    let colour = curve.look.map_or_else(usual, |it| it.colour(pen.theme));
    let width = plot.width / line.len() as f64;
    let y = |value: f64| plot.bottom() - (value / top).clamp(0.0, 1.0) * plot.height;
    let middle = |at: usize| plot.left + (at as f64 + 0.5) * width;
    let mut points: Vec<(f64, f64)> = Vec::with_capacity(line.len() + 2);
    for (at, &value) in line.iter().enumerate() {
        // Of a level stretch only its ends are needed.
        let level = |it: &f64| *it == value;
        let inner = at > 0 && at + 1 < line.len();
        if !(inner && level(&line[at - 1]) && level(&line[at + 1])) {
            points.push((middle(at), y(value)));
        }
    }
    pen.path(&points, colour, 1.6)?;
    // Dots of different curves stand at different places, so that none hides another.
    let gap = if pen.theme.is_paper { DOTS_ON_PAPER } else { DOTS };
    let first = gap * (0.3 + series as f64 / pen.theme.compared.len() as f64);
    let mut x = first;
    while x < plot.width {
        let at = ((x / width) as usize).min(line.len() - 1);
        let place = (middle(at), y(line[at]));
        if let Some(look) = curve.look {
            look.mark().draw(pen, place, colour)?;
        } else {
            Marker::of_series(series).draw(pen, place, 4.6, pen.theme.panel)?;
            Marker::of_series(series).draw(pen, place, 3.2, colour)?;
        }
        x += gap;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axis_ends_at_a_round_number_above_what_is_there() {
        let ends = |value: f64| top(Measure::Number, [value].iter());
        assert_eq!([ends(0.0), ends(0.4), ends(7.0), ends(95.0)], [1.0, 1.0, 8.0, 100.0]);
        assert!(ends(1234.0) >= 1234.0 && ends(1234.0) <= 1600.0);
        assert_eq!(top(Measure::Share, [0.3].iter()), 1.0);
    }
}
