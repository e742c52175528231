//! How many of each class: job sizes, run times.

use super::plot::Scale;
use super::plot::{Axes, Plot};
use crate::axis::short_number;
use crate::prelude::*;
use crate::time_axis::Tick;

/// The content of the picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Histogram {
    /// The quantity of the classes, with its unit: `size (processors)`.
    pub x_label: String,
    /// The noun of the counted things: `jobs`.
    pub y_label: String,
    /// Name and value of each class, from left to right.
    pub classes: Vec<(String, f64)>,
}

/// Draws the picture.
pub fn draw(
    backend: &mut dyn Surface,
    frame: Frame,
    theme: &Theme,
    histogram: &Histogram,
    captions: &Captions,
) -> Drawn {
    let mut pen = Pen::new(backend, frame, theme);
    let area = begin(&mut pen, frame.area(), captions)?;
    let highest =
        histogram.classes.iter().map(|(_, value)| *value).filter(|value| value.is_finite()).fold(0.0, f64::max);
    let plot = Plot {
        area: Plot::within(area, 2.0),
        x: Scale::Linear(0.0, histogram.classes.len() as f64),
        y: Scale::Linear(0.0, highest * 1.1),
    };
    if highest <= 0.0 || plot.area.width < 10.0 || plot.area.height < 10.0 {
        return pen.nothing(area, "There is nothing to count.");
    }
    let each = plot.area.width / histogram.classes.len() as f64;
    let axes = Axes {
        lines_up: false,
        x_ticks: Some(names(histogram, each)),
        ..Axes::new(&histogram.x_label, &histogram.y_label)
    };
    let gap = (each * 0.12).min(8.0) / each;
    let bars = counted(histogram).map(|(at, value)| [(at + gap, 0.0), (at + 1.0 - gap, value)]);
    plot.draw(&mut pen, axes, |chart| chart.bars(bars, theme.batch[1]))?;
    // Values where there is room for them.
    if each < 34.0 {
        return Ok(());
    }
    let style = Lettering::new(11.0, theme.muted).centred();
    counted(histogram).try_for_each(|(at, value)| {
        let (x, y) = plot.at(at + 0.5, value);
        pen.text(&short_number(value), (x, y - 8.0), style)
    })
}

/// The classes that hold something: their places, and how much it is.
fn counted(histogram: &Histogram) -> impl Iterator<Item = (f64, f64)> {
    histogram
        .classes
        .iter()
        .enumerate()
        .map(|(at, (_, value))| (at as f64, *value))
        .filter(|(_, value)| value.is_finite() && *value > 0.0)
}

/// The labels of the classes, each with this many CSS pixels: every nth label, so that they do not overlap.
fn names(histogram: &Histogram, each: f64) -> Vec<Tick> {
    let longest = histogram.classes.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0) as f64 * 6.6;
    let every = ((longest + 8.0) / each).ceil().max(1.0) as usize;
    let names = histogram.classes.iter().enumerate().step_by(every);
    let tick = |(at, (name, _)): (usize, &(String, f64))| Tick { at: at as f64 + 0.5, label: name.clone() };
    names.map(tick).collect()
}

/// The picture as an SVG document.
pub fn histogram_svg(frame: Frame, theme: &Theme, histogram: &Histogram, captions: &Captions) -> String {
    let counts: Vec<String> =
        histogram.classes.iter().map(|(name, value)| format!("{name}: {}", short_number(*value))).collect();
    let description = format!("{} by {}. {}", histogram.y_label, histogram.x_label, counts.join(", "));
    svg(frame, &captions.title, &description, |target, frame| draw(target, frame, theme, histogram, captions))
}
