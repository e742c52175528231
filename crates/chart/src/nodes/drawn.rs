//! Draws the nodes.

use super::layout::{CellSize, below_legend, placed};
use super::table::{in_use, summed};
use super::{NodeCell, NodesView, Resource};
use crate::legend::{LINE, Swatch, legend};
use crate::lettering::{Lettering, shortened};
use crate::pen::{Drawn, Pen, Surface};
use crate::svg::svg;
use crate::theme::{Rgb, Theme};
use crate::titles::{Captions, begin};
use crate::{Area, Frame};
use base::text::count;

/// Draws the picture.
pub fn draw(backend: &mut dyn Surface, frame: Frame, theme: &Theme, view: &NodesView, captions: &Captions) -> Drawn {
    let mut pen = Pen::new(backend, frame, theme);
    let area = begin(&mut pen, frame.area(), captions)?;
    if view.count() == 0 || area.width < 60.0 {
        return pen.nothing(area, "There are no nodes to show.");
    }
    legend(&mut pen, area, &swatches(view, theme))?;
    let placed = placed(view, below_legend(view, theme, area));
    for (group, room) in view.groups.iter().zip(&placed.headings) {
        let words = shortened(&group.heading, room.width, 12.5);
        let style = Lettering::new(12.5, theme.text).bold();
        pen.text(&words, (room.left, room.top + room.height / 2.0), style)?;
    }
    let bars = view.groups.iter().flat_map(|group| {
        let bars = group.resources();
        group.nodes.iter().map(move |node| (node, bars.clone()))
    });
    for ((node, bars), &cell) in bars.zip(&placed.cells) {
        draw_cell(&mut pen, (node, &bars), cell, placed.size)?;
    }
    let outline = |place: &usize| placed.cells.get(*place).copied();
    for cell in view.promised.iter().filter_map(outline) {
        let colour = theme.reservation[0];
        pen.frame(cell.inset(-1.0, -1.0, -1.0, -1.0), colour)?;
        pen.frame(cell.inset(-2.0, -2.0, -2.0, -2.0), colour)?;
    }
    if let Some(cell) = view.chosen.as_ref().and_then(outline) {
        for by in [-1.0, -2.0, -3.0] {
            pen.frame(cell.inset(by, by, by, by), theme.highlight)?;
        }
    }
    match view.left_out() {
        0 => Ok(()),
        more => {
            let at = (area.left, placed.bottom + LINE / 2.0);
            let style = Lettering::new(12.0, theme.muted);
            let words = format!("and {} more nodes", count(more as i64));
            pen.text(&words, at, style)
        }
    }
}

/// The picture as an SVG document.
pub fn nodes_svg(frame: Frame, theme: &Theme, view: &NodesView, captions: &Captions) -> String {
    let out = view.nodes().filter(|it| it.is_out).count();
    let mut told = vec![format!("{} nodes, {out} out of service.", view.count())];
    let (used, all) = summed(view.nodes());
    let resources = view.resources();
    told.extend(resources.into_iter().map(|it| {
        let amounts = in_use(it, used[it as usize], all[it as usize]);
        format!("{} in use: {amounts}.", it.name())
    }));
    told.push(captions.subtitle.clone());
    svg(frame, &captions.title, &told.join(" "), |target, frame| draw(target, frame, theme, view, captions))
}

pub(super) fn swatches(view: &NodesView, theme: &Theme) -> Vec<Swatch> {
    let swatch = |colour: Rgb, hatch: Option<Rgb>, words: String| Swatch { colour, hatch, mark: None, words };
    let resources = view.resources();
    let mut all: Vec<Swatch> =
        resources.into_iter().map(|it| swatch(colour(it, theme), None, format!("{} in use", it.name()))).collect();
    all.push(swatch(theme.grid, None, "free".to_owned()));
    if view.nodes().any(|it| it.is_out) {
        let words = "out of service".to_owned();
        all.push(swatch(theme.panel, Some(theme.muted), words));
    }
    if !view.promised.is_empty() {
        let words = view.promised_to.clone();
        all.push(swatch(theme.reservation[0], None, words));
    }
    all
}

/// Each stands out from the ground of a cell, in both themes.
fn colour(resource: Resource, theme: &Theme) -> Rgb {
    match resource {
        Resource::Cores => theme.series[0],
        Resource::Gpus => theme.series[2],
        Resource::Memory => theme.series[3],
    }
}

/// GPUs of up to this many are told apart in a large cell.
const APART: u64 = 8;

fn draw_cell(pen: &mut Pen, (node, bars): (&NodeCell, &[Resource]), cell: Area, size: CellSize) -> Drawn {
    let theme = pen.theme;
    let is_named = size.name > 0.0;
    if is_named {
        let ink = if node.is_out { theme.muted } else { theme.text };
        let name = shortened(&node.name, cell.width - 6.0, 11.0);
        let at = (cell.left + 3.0, cell.top + size.name / 2.0 - 1.0);
        pen.text(&name, at, Lettering::new(11.0, ink))?;
    }
    let body = cell.inset(0.0, size.name, 0.0, 0.0);
    if node.is_out {
        pen.fill(body, theme.panel, 1.0)?;
        return pen.hatch(body, if is_named { 7.0 } else { 4.0 }, theme.muted);
    }
    pen.fill(body, theme.grid, 1.0)?;
    let height = body.height / bars.len().max(1) as f64;
    for (row, &resource) in bars.iter().enumerate() {
        let bar =
            Area { top: body.top + row as f64 * height, width: node.share(resource) * body.width, height, ..body };
        // A line of the ground between bars, where there is room for one.
        let above = if row > 0 && height >= 5.0 { 1.0 } else { 0.0 };
        pen.fill(bar.inset(0.0, above, 0.0, 0.0), colour(resource, theme), 1.0)?;
        if above > 0.0 {
            pen.across((body.left, body.right()), bar.top, theme.background)?;
        }
        let gpus = node.all[Resource::Gpus as usize] / 1_000;
        if resource == Resource::Gpus && is_named && gpus <= APART {
            for at in 1..gpus {
                let x = body.left + at as f64 * body.width / gpus as f64;
                pen.down(x, (bar.top, bar.bottom()), theme.background)?;
            }
        }
    }
    Ok(())
}
