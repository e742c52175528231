//! Draws the sequence diagram.

use super::{Arrow, Label, Sequence, SequenceLayout, SequenceView, sequence_layout};
use crate::lettering::Lettering;
use crate::pen::{Drawn, Pen, Surface};
use crate::svg::svg;
use crate::theme::{Rgb, Theme};
use crate::titles::{Captions, begin};
use crate::{Area, Frame};
use scheduling::engine::messages::{Fate, MessageKind};

/// The share of the ground colour in parts that have not happened yet.
const FAINT: f64 = 0.72;

/// Draws the picture.
pub fn draw(
    backend: &mut dyn Surface,
    frame: Frame,
    theme: &Theme,
    (sequence, view): (&Sequence, &SequenceView),
    captions: &Captions,
) -> Drawn {
    let mut pen = Pen::new(backend, frame, theme);
    let area = begin(&mut pen, frame.area(), captions)?;
    let layout = sequence_layout(sequence, view, area);
    let Some(plot) = layout.plot else {
        return pen.nothing(area, "There are no messages to show.");
    };
    pen.fill(plot, theme.panel, 1.0)?;
    for band in &layout.bands {
        pen.fill(*band, theme.muted, 0.08)?;
    }
    if let Some(current) = layout.current {
        pen.fill(current, theme.series[0], 0.16)?;
    }
    draw_lines(&mut pen, plot, &layout)?;
    for arrow in &layout.arrows {
        draw_arrow(&mut pen, arrow)?;
    }
    for label in &layout.labels {
        draw_label(&mut pen, label, true)?;
    }
    for label in layout.times.iter().chain(&layout.names) {
        draw_label(&mut pen, label, false)?;
    }
    for label in &layout.rounds {
        pen.across((plot.left, plot.right()), label.area.top - 2.0, theme.axis)?;
        let bold = Lettering::new(super::SIZE, shade(theme, theme.text, label.is_past)).bold();
        pen.text(&label.text, middle(label.area), bold)?;
    }
    pen.frame(plot, theme.axis)
}

/// The picture as an SVG document.
pub fn sequence_svg(
    frame: Frame,
    theme: &Theme,
    (sequence, view): (&Sequence, &SequenceView),
    captions: &Captions,
) -> String {
    let Sequence { messages, steps } = *sequence;
    let count = |fate: Fate| messages.list.iter().filter(|it| it.fate == fate).count();
    let description = format!(
        "Messages between brokers and agents as a sequence diagram: step {} of {}; {} of {} messages were read, \
         {} lost, {} unheard, {} too late. {}",
        view.shown.min(steps.len()),
        steps.len(),
        count(Fate::Read),
        messages.list.len(),
        count(Fate::Lost),
        count(Fate::Unheard),
        count(Fate::TooLate),
        captions.subtitle
    );
    svg(frame, &captions.title, &description, |target, frame| draw(target, frame, theme, (sequence, view), captions))
}

fn shade(theme: &Theme, colour: Rgb, is_past: bool) -> Rgb {
    if is_past { colour } else { colour.mixed(theme.panel, FAINT) }
}

/// Told apart by their words too.
fn colour(theme: &Theme, kind: MessageKind) -> Rgb {
    match kind {
        MessageKind::Batch => theme.series[0],
        MessageKind::Offers => theme.series[1],
        MessageKind::Decision => theme.series[5],
        MessageKind::Receipt => theme.series[2],
    }
}

/// The lines of brokers and agents, and a hatch where one of them is down. Lines that would touch are left out.
fn draw_lines(pen: &mut Pen, plot: Area, layout: &SequenceLayout) -> Drawn {
    let mut before = f64::NEG_INFINITY;
    for &x in &layout.lifelines {
        if x - before >= 3.0 {
            pen.down(x, (plot.top, plot.bottom()), pen.theme.axis)?;
            before = x;
        }
    }
    for (area, has_begun) in &layout.down {
        let colour = shade(pen.theme, pen.theme.blocker, *has_begun);
        pen.fill(*area, pen.theme.panel, 1.0)?;
        pen.hatch(*area, 6.0, colour)?;
        pen.frame(*area, colour)?;
    }
    Ok(())
}

fn draw_arrow(pen: &mut Pen, arrow: &Arrow) -> Drawn {
    let theme = pen.theme;
    let full = if arrow.is_lost { theme.blocker } else { colour(theme, arrow.kind) };
    let faint = shade(theme, full, false);
    let width = if arrow.is_current { 2.6 } else { 1.4 };
    let (from, to) = (arrow.from, arrow.to);
    let reached = (from.0 + (to.0 - from.0) * arrow.past, from.1 + (to.1 - from.1) * arrow.past);
    if arrow.past < 1.0 {
        pen.path(&[reached, to], faint, 1.4)?;
    }
    if arrow.past > 0.0 {
        pen.path(&[from, reached], full, width)?;
    }
    if !arrow.has_end {
        return Ok(());
    }
    let colour = if arrow.past < 1.0 { faint } else { full };
    if arrow.is_lost {
        return draw_cross(pen, to, colour, width.max(1.8));
    }
    if arrow.is_cut {
        return Ok(());
    }
    draw_head(pen, from, to, colour)
}

fn draw_cross(pen: &mut Pen, (x, y): (f64, f64), colour: Rgb, width: f64) -> Drawn {
    const ARM: f64 = 4.5;
    pen.path(&[(x - ARM, y - ARM), (x + ARM, y + ARM)], colour, width)?;
    pen.path(&[(x - ARM, y + ARM), (x + ARM, y - ARM)], colour, width)
}

fn draw_head(pen: &mut Pen, from: (f64, f64), to: (f64, f64), colour: Rgb) -> Drawn {
    const LENGTH: f64 = 8.0;
    const HALF: f64 = 3.4;
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1e-9);
    let (ux, uy) = (dx / length, dy / length);
    let back = (to.0 - ux * LENGTH, to.1 - uy * LENGTH);
    let points = [to, (back.0 - uy * HALF, back.1 + ux * HALF), (back.0 + uy * HALF, back.1 - ux * HALF)];
    pen.polygon(&points, colour, 1.0)
}

/// A label on a ground of its own, where lines may cross it.
fn draw_label(pen: &mut Pen, label: &Label, has_ground: bool) -> Drawn {
    let theme = pen.theme;
    if has_ground {
        pen.fill(label.area, theme.panel, 0.7)?;
    }
    let colour = match (label.warns, has_ground) {
        (true, _) => theme.blocker,
        (false, true) => theme.text,
        (false, false) => theme.muted,
    };
    let style = Lettering::new(super::SIZE, shade(theme, colour, label.is_past));
    let style = if label.warns { style.bold() } else { style };
    pen.text(&label.text, middle(label.area), style)
}

/// Where a text begins that stands in an area.
fn middle(area: Area) -> (f64, f64) {
    (area.left, area.top + area.height / 2.0)
}
