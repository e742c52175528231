//! The Gantt chart as a picture: title, scenario in words, providers, bars, axes, legend.

mod arranged;
mod cells;
pub mod hit;
pub mod index;
mod labels;
pub mod layout;
pub mod level_of_detail;
pub mod moved;
mod node_axis;
pub mod raster;
pub mod resources;
pub mod row_zoom;
pub mod transfers;

use crate::colouring::{ColourBy, Colouring};
use crate::piece::{Kind, Piece};
use crate::prelude::*;
use crate::viewport::Viewport;
use index::{GanttIndex, VisiblePart};
use labels::draw_labels;
use layout::Layout;
use level_of_detail::{Mark, marks};
use node_axis::draw_processors;
use scheduling::engine::Nouns;

/// What the words of that axis may take of the margin of a picture, in CSS pixels.
const MARGIN: f64 = 16.0;

/// The size of the letters of a lane's head, in CSS pixels.
const HEAD_SIZE: f64 = 12.0;

/// The width of a mean letter by that of a bold one.
const MEAN_BY_BOLD: f64 = 0.85;

/// How far below the plot the unit of the time axis stands, in CSS pixels.
const BELOW: f64 = 34.0;

/// The most rectangles of a picture: what a browser opens and a vector editor still edits.
pub const BUDGET: usize = 16_000;

/// The whole picture.
pub fn draw(
    backend: &mut dyn Surface,
    frame: Frame,
    theme: &Theme,
    index: &GanttIndex,
    shown: VisiblePart,
    captions: &Captions,
) -> Drawn {
    let viewport = shown.viewport;
    let mut pen = Pen::new(backend, frame, theme);
    let plot = draw_heading(&mut pen, frame, index, shown, captions)?;
    if index.pieces.is_empty() || plot.width < 8.0 || plot.height < 8.0 {
        return pen.nothing(plot, "No job ran: there is nothing to show.");
    }
    draw_lanes(&mut pen, plot, index, (shown, captions.origin), BUDGET)?;
    draw_time_marks(&mut pen, plot, (viewport.start, viewport.end), captions.origin)?;
    draw_axis_label(&mut pen, plot, BELOW, captions.origin)
}

/// Titles and legend; where the chart is to stand below them.
fn draw_heading(
    pen: &mut Pen,
    frame: Frame,
    index: &GanttIndex,
    shown: VisiblePart,
    captions: &Captions,
) -> Drawn<Area> {
    let below_titles = begin(pen, frame.area(), captions)?;
    let swatches = swatches(&[index], shown.selected.is_some(), pen.theme);
    let key = LINE * lines(&swatches, below_titles.width).max(1) as f64 + 6.0;
    legend(pen, below_titles, &swatches)?;
    Ok(below_titles.inset(index.left() - MARGIN, key, 0.0, 44.0))
}

/// Tells the unit of the time axis, its middle this far `below` the plot.
pub(super) fn draw_axis_label(pen: &mut Pen, plot: Area, below: f64, origin: Origin) -> Drawn {
    let middle = (plot.left + plot.width / 2.0, plot.bottom() + below);
    let style = Lettering::new(12.0, pen.theme.muted).centred();
    pen.text(&origin.axis_label(), middle, style)
}

/// The whole picture without its bars, which are laid between two SVG documents of the same size.
#[derive(Clone, Debug, PartialEq)]
pub struct Layers {
    /// Its size.
    pub frame: Frame,
    /// Titles and legend.
    pub under: String,
    /// Where the bars go: [`raster`] fills all of it.
    pub plot: Area,
    /// Axes and names.
    pub over: String,
}

/// The picture in layers; its size does not grow with the run.
pub fn gantt_layers<'a>(
    frame: Frame,
    theme: &Theme,
    index: &GanttIndex,
    shown: impl Into<VisiblePart<'a>>,
    captions: &Captions,
) -> Layers {
    let shown = shown.into();
    let mut plot = frame.area();
    let under = svg(frame, &captions.title, "", |target, frame| {
        let mut pen = Pen::new(target, frame, theme);
        plot = draw_heading(&mut pen, frame, index, shown, captions)?;
        Ok(())
    });
    let over = svg(frame, &captions.title, "", |target, frame| {
        let sight = (shown, captions.origin);
        draw_axes(target, frame, theme, index, sight, plot)?;
        let mut pen = Pen::new(target, frame, theme);
        draw_axis_label(&mut pen, plot, BELOW, captions.origin)
    });
    Layers { frame, under, plot, over }
}

/// The picture as an SVG document.
pub fn gantt_svg<'a>(
    frame: Frame,
    theme: &Theme,
    index: &GanttIndex,
    shown: impl Into<VisiblePart<'a>>,
    captions: &Captions,
) -> String {
    let shown = shown.into();
    let jobs = index.jobs_drawn();
    let description = format!("Gantt chart of {jobs} jobs on {}. {}", index.whereabouts(), captions.subtitle);
    svg(frame, &captions.title, &description, |target, frame| draw(target, frame, theme, index, shown, captions))
}

/// Only what stands around and over the bars: the jobs' numbers where they have room, names of the
/// providers, processors, times, the frame of each lane. A page lays it over the raster, which must fill `plot`; the rest stays as it is.
pub fn draw_axes(
    backend: &mut dyn Surface,
    frame: Frame,
    theme: &Theme,
    index: &GanttIndex,
    (shown, origin): (VisiblePart, Origin),
    plot: Area,
) -> Drawn {
    let viewport = shown.viewport;
    let mut pen = Pen::new(backend, frame, theme);
    let layout = css_layout(index, viewport, plot.height);
    draw_labels(&mut pen, index, &layout, shown, plot)?;
    draw_names(&mut pen, &layout, index, plot)?;
    draw_deadline(&mut pen, index, viewport, plot)?;
    draw_time_marks(&mut pen, plot, (viewport.start, viewport.end), origin)
}

/// All that stands in an area of a larger picture: ground, bars, names, but not the marks of the time
/// axis. At most `budget` rectangles.
pub(super) fn draw_lanes(
    pen: &mut Pen,
    plot: Area,
    index: &GanttIndex,
    (shown, origin): (VisiblePart, Origin),
    budget: usize,
) -> Drawn {
    let viewport = shown.viewport;
    let layout = css_layout(index, viewport, plot.height);
    draw_ground(pen, &layout, viewport, plot, origin)?;
    let size = (plot.width, plot.height);
    for mark in marks(index, shown, size, budget, pen.theme) {
        draw_mark(pen, plot, &mark, &index.colouring)?;
    }
    draw_labels(pen, index, &layout, shown, plot)?;
    draw_names(pen, &layout, index, plot)?;
    draw_deadline(pen, index, viewport, plot)
}

fn css_layout(index: &GanttIndex, viewport: &Viewport, height: f64) -> Layout {
    Layout::of(&index.rows, viewport, height)
}

/// The panel of each lane and the grid lines behind the bars.
fn draw_ground(pen: &mut Pen, layout: &Layout, viewport: &Viewport, plot: Area, origin: Origin) -> Drawn {
    let theme = pen.theme;
    let ticks = time_ticks(viewport.start, viewport.end, plot.width, origin);
    for lane in &layout.lanes {
        let (top, bottom) = (plot.top + lane.top, plot.top + lane.bottom);
        let height = bottom - top;
        pen.fill(Area { top, height, ..plot }, theme.panel, 1.0)?;
        for tick in &ticks {
            let x = plot.left + viewport.x(tick.at, plot.width);
            pen.down(x, (top, bottom), theme.grid)?;
        }
    }
    Ok(())
}

fn draw_mark(pen: &mut Pen, plot: Area, mark: &Mark, colouring: &Colouring) -> Drawn {
    let placed = |area: &Area| Area { left: plot.left + area.left, top: plot.top + area.top, ..*area };
    match mark {
        Mark::Density { area, colour, cover } => pen.fill(placed(area), *colour, *cover),
        Mark::Bar { area, piece, dimmed: true, .. } => {
            let (colour, _) = colouring.of_piece(piece, pen.theme);
            pen.fill(placed(area), pen.theme.dimmed(colour), 1.0)
        }
        Mark::Bar { area, piece, starts, .. } => draw_bar(pen, placed(area), piece, *starts, colouring),
    }
}

fn draw_bar(pen: &mut Pen, area: Area, piece: &Piece, starts: bool, colouring: &Colouring) -> Drawn {
    let theme = pen.theme;
    let (colour, edge) = colouring.of_piece(piece, theme);
    pen.fill(area, colour, 1.0)?;
    let roomy = area.width >= 5.0 && area.height >= 3.0;
    match piece.kind {
        Kind::Reservation if roomy => {
            pen.hatch(area, 7.0, colour.mixed(colouring.hatch(colour, theme), 0.5))?;
        }
        Kind::Idle if roomy => pen.hatch(area, 7.0, theme.idle_hatch)?,
        _ => {}
    }
    if piece.kind == Kind::Idle || area.width < 3.0 {
        return Ok(());
    }
    if starts {
        let width = (area.width / 8.0).min(1.0);
        pen.fill(Area { width, ..area }, edge, 1.0)?;
    }
    if area.height >= 4.0 && area.width >= 6.0 {
        let height = 0.75;
        pen.fill(Area { height, ..area }, edge, 1.0)?;
    }
    Ok(())
}

/// Names, processors and frames.
fn draw_names(pen: &mut Pen, layout: &Layout, index: &GanttIndex, plot: Area) -> Drawn {
    let theme = pen.theme;
    let mut name_free_from = f64::NEG_INFINITY;
    for lane in &layout.lanes {
        let (top, bottom) = (plot.top + lane.top, plot.top + lane.bottom);
        let height = bottom - top;
        pen.frame(Area { top, height, ..plot }, theme.axis)?;
        let own = index.platform[lane.provider];
        let end = lane.origin + f64::from(own) * layout.row_height;
        if own < lane.processors && lane.top < end && end < lane.bottom {
            // Pieces below this line found no room on the processors.
            let line = Area { top: plot.top + end - 1.0, height: 2.0, ..plot };
            pen.fill(line, theme.text, 1.0)?;
        }
        let name = &index.providers[lane.provider];
        if layout.strip >= 14.0 {
            let place = (plot.left, top - layout.strip / 2.0 + 1.0);
            if let Some(head) = index.heads.get(lane.provider) {
                let head = shortened(head, plot.width * MEAN_BY_BOLD, HEAD_SIZE);
                pen.text(&head, place, Lettering::new(HEAD_SIZE, theme.text).bold())?;
            }
            draw_processors(pen, layout, lane, index, plot)?;
        } else if top + height / 2.0 >= name_free_from {
            // No strips: a number beside each lane that has room for one.
            let middle = top + height / 2.0;
            let style = Lettering::new(11.0, theme.muted).right();
            let short = short_name(name, lane.provider);
            pen.text(&short, (plot.left - 6.0, middle), style)?;
            name_free_from = middle + 13.0;
        }
    }
    Ok(())
}

/// Letters that a provider's name may have where there is room for a number only.
const SHORT: usize = 5;

/// A provider's name if it is a short one, or else its number counted from 1.
fn short_name(name: &str, provider: usize) -> String {
    if name.chars().count() <= SHORT { name.to_owned() } else { (provider + 1).to_string() }
}

/// A line at the time by which all jobs are to end, if that is in sight.
fn draw_deadline(pen: &mut Pen, index: &GanttIndex, viewport: &Viewport, plot: Area) -> Drawn {
    let Some(deadline) = index.deadline.map(|it| it as f64) else {
        return Ok(());
    };
    if !(viewport.start..=viewport.end).contains(&deadline) {
        return Ok(());
    }
    let x = plot.left + viewport.x(deadline, plot.width);
    let line = Area { left: x - 1.0, width: 2.0, ..plot };
    pen.fill(line, pen.theme.blocker, 1.0)?;
    let style = Lettering::new(11.0, pen.theme.blocker).bold().right();
    // Beside the first provider's name, where nothing else stands.
    pen.text("deadline", (x - 5.0, plot.top + 9.0), style)
}

/// The legend of some runs in the same colours: the kinds that occur, or the classes and the colours outside of
/// classes; and the dimmed jobs, if any.
pub(super) fn swatches(indices: &[&GanttIndex], dims: bool, theme: &Theme) -> Vec<Swatch> {
    let has = |kind| indices.iter().any(|it| it.has(kind));
    let is_by_kind = |it: &&GanttIndex| it.colouring.by() == ColourBy::KIND;
    let mut swatches = if indices.first().is_none_or(is_by_kind) {
        kinds(nouns(indices), has, theme)
    } else {
        classes(indices, has, theme)
    };
    if dims && let Some(first) = swatches.first() {
        swatches.push(Swatch {
            colour: theme.dimmed(first.colour),
            hatch: None,
            mark: None,
            words: "not highlighted".to_owned(),
        });
    }
    swatches
}

/// The classes that some runs have jobs of, and the kinds that have no colour of a class.
fn classes(indices: &[&GanttIndex], has: impl Fn(Kind) -> bool, theme: &Theme) -> Vec<Swatch> {
    let mut swatches: Vec<Swatch> = Vec::new();
    for entry in indices.iter().flat_map(|it| it.colouring.entries()) {
        let colour = entry.tint.colour(theme);
        let is_there = |it: &Swatch| it.words == entry.words && it.colour == colour;
        if entry.jobs > 0 && !swatches.iter().any(is_there) {
            swatches.push(Swatch { colour, hatch: None, mark: None, words: entry.words.clone() });
        }
    }
    let held = |kind| kind != Kind::Batch && has(kind);
    for mut swatch in kinds(nouns(indices), held, theme) {
        if swatch.hatch != Some(theme.idle_hatch) {
            swatch.colour = theme.panel;
            swatch.hatch = Some(theme.muted);
        }
        swatches.push(swatch);
    }
    swatches
}

/// The nouns for the jobs and providers of some runs, which are all of one workload.
pub(super) fn nouns(indices: &[&GanttIndex]) -> &'static Nouns {
    indices.first().map_or_else(Default::default, |it| it.nouns)
}

/// The kinds that there are, as a legend shows them.
fn kinds(nouns: &'static Nouns, has: impl Fn(Kind) -> bool, theme: &Theme) -> Vec<Swatch> {
    let hatch = |kind| match kind {
        Kind::Batch => None,
        Kind::Reservation => Some(theme.reservation[1].mixed(theme.hatch, 0.5)),
        Kind::Idle => Some(theme.idle_hatch),
    };
    let kinds = kinds_there(nouns, has).into_iter();
    kinds
        .map(|(kind, words)| Swatch {
            colour: kind.colour(1, theme),
            hatch: hatch(kind),
            words: words.to_owned(),
            mark: None,
        })
        .collect()
}

/// The kinds that there are, with their words.
pub(super) fn kinds_there(nouns: &'static Nouns, has: impl Fn(Kind) -> bool) -> Vec<(Kind, &'static str)> {
    let mut kinds = vec![(Kind::Batch, "batch job"), (Kind::Reservation, nouns.reservation), (Kind::Idle, nouns.held)];
    kinds.retain(|&(kind, _)| has(kind));
    kinds
}
