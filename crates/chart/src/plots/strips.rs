//! Processors held over time by several runs, a strip each, one above the other.

use super::profile::utilization;
use crate::gantt::index::GanttIndex;
use crate::piece::Kind;
use crate::prelude::*;
use crate::viewport::Viewport;
use scheduling::engine::Nouns;

/// One run and its name.
pub struct Strip<'a> {
    /// Stands above it.
    pub name: &'a str,
    /// The held processors.
    pub index: &'a GanttIndex,
}

/// The height of a strip with its name, in CSS pixels.
const STRIP: f64 = 120.0;
const NAME: f64 = 24.0;

/// A height that shows this many strips with titles above.
pub fn height(strips: usize) -> u32 {
    (STRIP * strips as f64) as u32 + 160
}

/// Draws the strips over the same window: batch jobs at the bottom, reservations above them, reserved but idle
/// processors on top; the full height is all processors.
pub fn draw(
    backend: &mut dyn Surface,
    frame: Frame,
    theme: &Theme,
    strips: &[Strip],
    (start, end): (f64, f64),
    captions: &Captions,
) -> Drawn {
    let mut pen = Pen::new(backend, frame, theme);
    let area = begin(&mut pen, frame.area(), captions)?;
    let swatches = swatches(strips, theme);
    legend(&mut pen, area, &swatches)?;
    let key = LINE * lines(&swatches, area.width) as f64;
    let area = area.inset(0.0, key, 0.0, 44.0);
    let plot = area.inset(40.0, 0.0, 6.0, 0.0);
    let each = plot.height / strips.len().max(1) as f64;
    if strips.is_empty() || end <= start || plot.width < 8.0 || each < NAME + 8.0 {
        return pen.nothing(area, "There is nothing to show.");
    }
    let mut last = plot;
    for (at, strip) in strips.iter().enumerate() {
        let place = Area { top: plot.top + at as f64 * each, height: each, ..plot };
        last = place.inset(0.0, NAME, 0.0, 4.0);
        let style = Lettering::new(12.5, theme.text).bold();
        pen.text(strip.name, (plot.left, place.top + NAME / 2.0), style)?;
        draw_strip(&mut pen, last, strip.index, (start, end))?;
    }
    draw_time_marks(&mut pen, last, (start, end), captions.origin)?;
    let middle = (plot.left + plot.width / 2.0, last.bottom() + 34.0);
    let style = Lettering::new(12.0, theme.muted).centred();
    pen.text(&captions.origin.axis_label(), middle, style)
}

/// The picture as an SVG document.
pub fn strips_svg(frame: Frame, theme: &Theme, strips: &[Strip], window: (f64, f64), captions: &Captions) -> String {
    let names: Vec<&str> = strips.iter().map(|strip| strip.name).collect();
    let description = format!("Processors held over time: {}. {}", names.join(", "), captions.subtitle);
    svg(frame, &captions.title, &description, |target, frame| draw(target, frame, theme, strips, window, captions))
}

const KINDS: [Kind; 3] = [Kind::Batch, Kind::Reservation, Kind::Idle];

/// The kinds that there are.
fn swatches(strips: &[Strip], theme: &Theme) -> Vec<Swatch> {
    let nouns: &Nouns = strips.first().map_or_else(Default::default, |strip| strip.index.nouns);
    let words = |kind| match kind {
        Kind::Batch => "batch jobs",
        Kind::Reservation => nouns.reservations,
        Kind::Idle => nouns.held,
    };
    KINDS
        .into_iter()
        .filter(|kind| strips.iter().any(|strip| strip.index.has(*kind)))
        .map(|kind| Swatch { colour: kind.colour(1, theme), hatch: None, words: words(kind).to_owned(), mark: None })
        .collect()
}

fn draw_strip(pen: &mut Pen, plot: Area, index: &GanttIndex, (start, end): (f64, f64)) -> Drawn {
    let theme = pen.theme;
    pen.fill(plot, theme.panel, 1.0)?;
    let viewport = Viewport::new(start, end, index.rows.iter().sum());
    let buckets = utilization(index, &viewport, (plot.width / 2.0).clamp(1.0, 2000.0) as usize);
    let width = plot.width / buckets.len() as f64;
    let mut floor = vec![plot.bottom(); buckets.len()];
    for kind in KINDS {
        let (mut upper, mut lower) = (Vec::new(), Vec::new());
        for (at, shares) in buckets.iter().enumerate() {
            let (left, right) = (plot.left + at as f64 * width, plot.left + (at as f64 + 1.0) * width);
            lower.extend([(left, floor[at]), (right, floor[at])]);
            floor[at] -= shares[kind as usize] * plot.height;
            upper.extend([(left, floor[at]), (right, floor[at])]);
        }
        upper.extend(lower.into_iter().rev());
        pen.polygon(&upper, kind.colour(1, theme), 1.0)?;
    }
    let numbers = Lettering::new(11.0, theme.muted).right();
    for (share, label) in [(0.0, "0"), (0.5, "50 %"), (1.0, "100 %")] {
        let y = plot.bottom() - share * plot.height;
        let line = if share == 0.0 { theme.axis } else { theme.grid };
        pen.across((plot.left, plot.right()), y - share, line)?;
        pen.text(label, (plot.left - 6.0, y), numbers)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use scheduling::engine::testing::bar_run;

    #[test]
    fn every_strip_is_named_and_nothing_is_no_reason_to_panic() {
        let index = GanttIndex::new(&bar_run(&[4], &[(1, 0, 0, 1, 0, 100), (2, 0, 0, 3, 150, 200)]));
        let strips = ["above", "below"].map(|name| Strip { name, index: &index });
        let picture =
            |frame, strips: &[Strip], window| strips_svg(frame, &Theme::light(), strips, window, &Captions::default());
        let drawn = picture(Frame::new(600, height(2)), &strips, (0.0, 200.0));
        for word in ["above", "below", "batch jobs", "100 %"] {
            assert!(drawn.contains(word), "{word}");
        }
        for (frame, strips, window) in [
            (Frame::new(0, 0), &strips[..], (0.0, 200.0)),
            (Frame::new(600, 300), &[][..], (0.0, 200.0)),
            (Frame::new(600, 300), &strips[..], (5.0, 5.0)),
        ] {
            assert!(picture(frame, strips, window).starts_with("<svg"));
        }
    }
}
