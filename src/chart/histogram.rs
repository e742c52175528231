//! How many of each class: job sizes, run times.

use plotters_backend::DrawingBackend;

use super::axis::{number_ticks, short_number};
use super::lettering::Lettering;
use super::pen::{Drawn, Pen};
use super::svg::svg;
use super::theme::Theme;
use super::titles::{Captions, begin};
use super::{Area, Frame};

/// What the picture shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Histogram {
    /// What the classes are of, with the unit: `size (processors)`.
    pub x_label: String,
    /// What is counted: `jobs`.
    pub y_label: String,
    /// Name and value of each class, from left to right.
    pub classes: Vec<(String, f64)>,
}

/// Draws the picture.
pub fn draw<DB: DrawingBackend>(
    backend: &mut DB,
    frame: Frame,
    theme: &Theme,
    histogram: &Histogram,
    captions: &Captions,
) -> Drawn<DB> {
    let mut pen = Pen::new(backend, frame, theme);
    let area = begin(&mut pen, frame.area(), captions)?;
    let plot = area.inset(42.0, 24.0, 2.0, 44.0);
    let highest = histogram
        .classes
        .iter()
        .map(|(_, value)| *value)
        .filter(|value| value.is_finite())
        .fold(0.0, f64::max);
    if highest <= 0.0 || plot.width < 10.0 || plot.height < 10.0 {
        return pen.nothing(area, "There is nothing to count.");
    }
    let heading = Lettering::new(13.0, theme.text).bold();
    pen.text(&histogram.y_label, (area.left, area.top + 8.0), heading)?;
    pen.fill(plot, theme.panel, 1.0)?;
    let top = highest * 1.1;
    for tick in number_ticks(0.0, top, plot.height, 34.0) {
        let y = plot.bottom() - tick.at / top * plot.height;
        pen.across((plot.left, plot.right()), y, theme.grid)?;
        let style = Lettering::new(11.5, theme.muted).right();
        pen.text(&tick.label, (plot.left - 7.0, y), style)?;
    }
    draw_bars(&mut pen, plot, histogram, top)?;
    pen.across((plot.left, plot.right()), plot.bottom() - 1.0, theme.axis)?;
    let middle = (plot.left + plot.width / 2.0, plot.bottom() + 34.0);
    let style = Lettering::new(12.0, theme.muted).centred();
    pen.text(&histogram.x_label, middle, style)
}

/// The picture as an SVG document.
pub fn histogram_svg(
    frame: Frame,
    theme: &Theme,
    histogram: &Histogram,
    captions: &Captions,
) -> String {
    let counts: Vec<String> = histogram
        .classes
        .iter()
        .map(|(name, value)| format!("{name}: {}", short_number(*value)))
        .collect();
    let description = format!(
        "{} by {}. {}",
        histogram.y_label,
        histogram.x_label,
        counts.join(", ")
    );
    svg(frame, &captions.title, &description, |target, frame| {
        draw(target, frame, theme, histogram, captions)
    })
}

/// Bars, what they are called, and their value where there is room.
fn draw_bars<DB: DrawingBackend>(
    pen: &mut Pen<DB>,
    plot: Area,
    histogram: &Histogram,
    top: f64,
) -> Drawn<DB> {
    let theme = pen.theme;
    let each = plot.width / histogram.classes.len() as f64;
    let longest = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0) as f64 * 6.6;
    let names = longest(
        &mut histogram
            .classes
            .iter()
            .map(|(name, _)| name.chars().count()),
    );
    // Every nth name, so that they do not meet.
    let every = ((names + 8.0) / each).ceil().max(1.0) as usize;
    let values_fit = each >= 34.0;
    for (at, (name, value)) in histogram.classes.iter().enumerate() {
        let left = plot.left + at as f64 * each;
        let height = (value / top * plot.height).clamp(0.0, plot.height);
        let gap = (each * 0.12).min(8.0);
        let bar = Area {
            left: left + gap,
            top: plot.bottom() - height,
            width: each - 2.0 * gap,
            height: if height.is_finite() { height } else { 0.0 },
        };
        pen.fill(bar, theme.batch[1], 1.0)?;
        let middle = left + each / 2.0;
        if values_fit && *value > 0.0 {
            let style = Lettering::new(11.0, theme.muted).centred();
            pen.text(&short_number(*value), (middle, bar.top - 8.0), style)?;
        }
        if at % every == 0 {
            let style = Lettering::new(11.5, theme.muted).centred().below();
            pen.text(name, (middle, plot.bottom() + 8.0), style)?;
        }
    }
    Ok(())
}
