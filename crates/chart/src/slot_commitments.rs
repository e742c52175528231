//! The lower half of the slot picture: the commitments that take the processors that are not free.

use super::Area;
use super::lettering::Lettering;
use super::pen::{Drawn, Pen};
use super::slots::{LISTED, SlotView, draw_grid, headings, x_of};
use super::titles::Captions;
use crate::piece::{Kind, shade_of};

/// One line for each commitment, in order of start, as thick as there is room.
pub(super) fn draw_commitments(pen: &mut Pen, plot: Area, view: &SlotView, captions: &Captions) -> Drawn {
    let mut commitments = view.committed();
    commitments.truncate(LISTED);
    if commitments.is_empty() || plot.height < 4.0 {
        return Ok(());
    }
    let theme = pen.theme;
    let (_, heading) = headings(theme);
    pen.text("committed to (job · processors)", (plot.left, plot.top - 11.0), heading)?;
    pen.fill(plot, theme.panel, 1.0)?;
    draw_grid(pen, plot, view, captions)?;
    let height = (plot.height - 4.0) / commitments.len() as f64;
    for (at, commitment) in commitments.into_iter().enumerate() {
        let top = plot.top + 2.0 + at as f64 * height;
        let (left, right) = (x_of(plot, view, commitment.start), x_of(plot, view, commitment.end));
        let gap = (height * 0.15).min(3.0);
        let area = Area { left, top: top + gap, width: right - left, height: height - 2.0 * gap };
        let colour = commitment.kind.colour(shade_of(commitment.job as u32), theme);
        pen.fill(area, colour, 1.0)?;
        if commitment.kind != Kind::Batch && area.height >= 4.0 && area.width >= 5.0 {
            pen.hatch(area, 8.0, colour.mixed(theme.hatch, 0.35))?;
        }
        if height >= 13.0 {
            let words = format!("job {} · {}", commitment.job, commitment.processors);
            beside(pen, plot, area, &words)?;
        }
    }
    pen.frame(plot, theme.axis)
}

/// Writes right of a bar, or left of it where there is no room, or over it on a ground of its own.
fn beside(pen: &mut Pen, plot: Area, bar: Area, words: &str) -> Drawn {
    let room = words.chars().count() as f64 * 6.6 + 10.0;
    let y = bar.top + bar.height / 2.0;
    let style = Lettering::new(11.5, pen.theme.text);
    if bar.right() + room <= plot.right() {
        return pen.text(words, (bar.right() + 6.0, y), style);
    }
    if bar.left - room >= plot.left {
        return pen.text(words, (bar.left - 6.0, y), style.right());
    }
    let ground = Area { left: bar.left + 5.0, top: y - 8.0, width: room, height: 16.0 };
    let panel = pen.theme.panel;
    pen.fill(ground, panel, 0.9)?;
    pen.text(words, (bar.left + 10.0, y), style)
}
