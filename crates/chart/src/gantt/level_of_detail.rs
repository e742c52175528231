//! A Gantt chart in few enough rectangles for a file.
//!
//! A picture made of vectors cannot afford an element for every bar of a whole log, nor would a
//! reader see it. Bars that are large enough to be seen stay themselves; the rest become patches of
//! density: the share of their area that each kind covers, or what the raster shows where such bars are few. What counts as
//! large grows until the number of rectangles keeps to its budget. Small bars that are highlighted are drawn last, enlarged.

use std::collections::BTreeMap;

use coverage::{Pixel, mix_area, mix_every};

use super::cells::{Cells, Palette};
use super::index::{GanttIndex, VisiblePart, is_dimmed};
use super::layout::Layout;
use super::raster::LEAST;
use crate::colouring::{ColourBy, Colouring, SLOTS};
use crate::piece::{Kind, Piece};
use crate::prelude::*;
use crate::viewport::Viewport;

/// A rectangle of the picture, in CSS pixels from the plot's corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mark {
    /// A bar, or what of it is in sight.
    Bar {
        area: Area,
        piece: Piece,
        /// Whether its start is in sight.
        starts: bool,
        /// Whether its job is not among those that are highlighted.
        dimmed: bool,
    },
    /// Many bars too small to tell apart.
    Density {
        area: Area,
        /// Their mean colour.
        colour: Rgb,
        /// The share of it that they cover, 0 to 1.
        cover: f64,
    },
}

/// Steps in which a share is told: patches whose shares round to the same step are joined.
const STEPS: f64 = 8.0;

/// The marks of the visible part on a plot of `width` by `height` CSS pixels: at most `budget` of them,
/// densities first. O((visible bars + cells) log(excess)).
pub fn marks<'a>(
    index: &GanttIndex,
    shown: impl Into<VisiblePart<'a>>,
    (width, height): (f64, f64),
    budget: usize,
    theme: &Theme,
) -> Vec<Mark> {
    let shown = shown.into();
    if !(width >= 1.0 && height >= 1.0) {
        return Vec::new();
    }
    let layout = Layout::of(&index.rows, shown.viewport, height);
    let enlarged = enlarged(index, shown, &layout, width, budget / 4);
    let budget = budget - enlarged.len();
    let mut least = 1.0;
    loop {
        let bars = bars(index, shown, &layout, width, least);
        if bars.len() * 2 <= budget || least > width {
            let seen = Seen { index, shown, size: (width, height), theme };
            let mut marks = with_densities(&seen, least, bars, budget);
            marks.extend(enlarged);
            return marks;
        }
        least *= 1.5;
    }
}

/// The visible part of a run, its size and its colours.
#[derive(Clone, Copy)]
struct Seen<'a> {
    index: &'a GanttIndex,
    shown: VisiblePart<'a>,
    size: (f64, f64),
    theme: &'a Theme,
}

/// Adds the densities of bars smaller than `least`, in cells as fine as the budget allows.
fn with_densities(seen: &Seen, least: f64, bars: Vec<Mark>, budget: usize) -> Vec<Mark> {
    let mut cell = 1.0;
    loop {
        let mut marks = densities(seen, least, cell);
        if marks.len() + bars.len() <= budget || cell > seen.size.0 {
            marks.extend(bars);
            marks.truncate(budget);
            return marks;
        }
        cell *= 1.2;
    }
}

/// Whether a piece is drawn as itself.
fn is_large(layout: &Layout, viewport: &Viewport, width: f64, piece: &Piece, least: f64) -> bool {
    let tall = f64::from(piece.last - piece.first + 1) * layout.row_height;
    let wide = (piece.end as f64 - piece.start as f64) / viewport.seconds() * width;
    wide >= least && tall >= 0.75
}

fn bars(index: &GanttIndex, shown: VisiblePart, layout: &Layout, width: f64, least: f64) -> Vec<Mark> {
    let viewport = shown.viewport;
    let mut bars = Vec::new();
    index.for_each_between(viewport.start, viewport.end, |_, piece| {
        if !is_large(layout, viewport, width, piece, least) {
            return;
        }
        let Some(lane) = layout.lane(piece.provider as usize) else {
            return;
        };
        let (top, bottom) = layout.span(lane, piece.first, piece.last);
        let left = viewport.x(piece.start as f64, width);
        let right = viewport.x(piece.end as f64, width).min(width);
        if top < bottom {
            bars.push(Mark::Bar {
                area: area((left.max(0.0), right), (top, bottom)),
                piece: *piece,
                starts: left >= 0.0,
                dimmed: is_dimmed(shown.selected, piece),
            });
        }
    });
    bars
}

/// The highlighted pieces that are less than three pixels wide or tall, each as if it were so large, and those at one place
/// once: at most `most` marks, for which they move together where they are more.
fn enlarged(
    index: &GanttIndex,
    VisiblePart { viewport, selected }: VisiblePart,
    layout: &Layout,
    width: f64,
    most: usize,
) -> Vec<Mark> {
    if selected.is_none() {
        return Vec::new();
    }
    let mut unit = 1.0;
    loop {
        let at_least = |(from, to): (f64, f64)| {
            let beside = ((LEAST * unit - (to - from)) / 2.0).max(0.0);
            let place = |at: f64| (at / unit).round() as i64;
            (place(from - beside), place(to + beside))
        };
        let mut places = BTreeMap::new();
        index.for_each_between(viewport.start, viewport.end, |_, piece| {
            let lane = layout.lane(piece.provider as usize);
            let Some(lane) = lane.filter(|_| !is_dimmed(selected, piece)) else {
                return;
            };
            let down = layout.span(lane, piece.first, piece.last);
            let x = |time: Time| viewport.x(time as f64, width).clamp(0.0, width);
            let across = (x(piece.start), x(piece.end));
            let is_small = across.1 - across.0 < LEAST || down.1 - down.0 < LEAST;
            if is_small && down.0 < down.1 {
                places.insert((at_least(across), at_least(down)), *piece);
            }
        });
        if places.len() <= most || unit > width {
            let mark = |((across, down), piece): (Places, Piece)| {
                let cut = |(from, to): (i64, i64), end: f64| {
                    let to = (to as f64 * unit).clamp(LEAST.min(end), end);
                    ((from as f64 * unit).clamp(0.0, to - LEAST.min(to)), to)
                };
                let height = layout.lanes.last().map_or(0.0, |lane| lane.bottom);
                Mark::Bar { area: area(cut(across, width), cut(down, height)), piece, starts: false, dimmed: false }
            };
            return places.into_iter().take(most).map(mark).collect();
        }
        unit *= 1.5;
    }
}

/// Where a mark begins and ends, across and down, in units.
type Places = ((i64, i64), (i64, i64));

/// Colours that keep the kinds apart: a channel for each.
fn kinds_as_channels() -> Theme {
    Theme { batch: [Rgb(255, 0, 0); 3], reservation: [Rgb(0, 255, 0); 3], idle: Rgb(0, 0, 255), ..Theme::light() }
}

/// The densities of all pieces that are not large, in cells of `cell` CSS pixels.
fn densities(seen: &Seen, least: f64, cell: f64) -> Vec<Mark> {
    let Seen { index, shown: VisiblePart { viewport, selected }, size: (width, height), theme } = *seen;
    let real = Layout::of(&index.rows, viewport, height);
    let strip = real.strip;
    let coarse = Layout::new(&index.rows, viewport, height / cell, strip / cell);
    let columns = (width / cell).ceil().max(1.0);
    let to_column = width / cell / viewport.seconds();
    let mut cells = Cells::default();
    cells.lay_out(&coarse, columns as usize, (height / cell).ceil() as usize);
    let by_kind = index.colouring.by() == ColourBy::KIND && selected.is_none();
    let colours = if by_kind { kinds_as_channels() } else { *theme };
    let palette = Palette::new(&colours, &index.colouring);
    let mut any = false;
    index.for_each_between(viewport.start, viewport.end, |_, piece| {
        if is_large(&real, viewport, width, piece, least) {
            return;
        }
        any = true;
        let x = |time: Time| (time as f64 - viewport.start) * to_column;
        let across = (x(piece.start), x(piece.end));
        let colour = palette.of(piece, is_dimmed(selected, piece));
        cells.add(piece, across, colour);
    });
    if !any {
        return Vec::new();
    }
    let tone = Tone { by_kind, theme };
    join(&mut cells, cell, width, tone)
}

/// How cells are told in steps, and what colour these have.
#[derive(Clone, Copy)]
struct Tone<'a> {
    /// Each channel of a cell is the share of a kind; otherwise it is a channel of the mean colour.
    by_kind: bool,
    theme: &'a Theme,
}

/// Steps of a channel of a mean colour.
const TINTS: f64 = 12.0;

impl Tone<'_> {
    /// The steps of a cell; all 0 where there is nothing.
    fn steps(&self, cell: &[u16; 4]) -> [u8; 4] {
        let shares = cell.map(|part| f64::from(part) / 65535.0);
        // A share above 0 stays visible.
        let step = |share: f64| {
            let share = share * STEPS;
            let least = if share > 0.02 { 1.0 } else { 0.0 };
            share.round().max(least) as u8
        };
        let cover = step(shares[3]);
        if self.by_kind || cover == 0 {
            let [batch, reservation, idle, _] = shares.map(step);
            return [batch, reservation, idle, 0];
        }
        let tint = |part: f64| (part / shares[3] * TINTS).round().min(TINTS) as u8;
        [tint(shares[0]), tint(shares[1]), tint(shares[2]), cover]
    }

    /// The colour of cells of these steps, and how much of the ground they hide.
    fn colour(&self, steps: [u8; 4]) -> (Rgb, f64) {
        let [red, green, blue, cover] = steps.map(f64::from);
        if self.by_kind {
            let total = red + green + blue;
            let shares = [red, green, blue].map(|step| step / total.max(STEPS));
            return density_colour(shares, self.theme);
        }
        let channel = |tint: f64| (tint / TINTS * 255.0).round() as u8;
        let colour = Rgb(channel(red), channel(green), channel(blue));
        (colour, (cover / STEPS).min(1.0))
    }
}

/// A stretch of cells of one density that may still grow downwards.
#[derive(Clone, Copy)]
struct Stretch {
    columns: (usize, usize),
    rows: (usize, usize),
    steps: [u8; 4],
}

/// Joins cells of one density along each row, then equal stretches of rows that touch.
fn join(cells: &mut Cells, cell: f64, width: f64, tone: Tone) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut open: Vec<Stretch> = Vec::new();
    cells.for_each_row(|rows, shares| {
        let mut next = Vec::new();
        for (columns, steps) in stretches(shares, tone) {
            let above = open.binary_search_by_key(&columns.0, |run| run.columns.0).ok().filter(|&at| {
                let run = open[at];
                run.columns == columns && run.steps == steps && run.rows.1 == rows.0
            });
            let first = above.map_or(rows.0, |at| open[at].rows.0);
            if let Some(at) = above {
                // Taken on: what stays in `open` with no rows is not written.
                open[at].rows = (0, 0);
            }
            next.push(Stretch { columns, rows: (first, rows.1), steps });
        }
        marks.extend(open.iter().filter_map(|run| density(run, cell, width, tone)));
        open = next;
    });
    marks.extend(open.iter().filter_map(|run| density(run, cell, width, tone)));
    marks
}

/// The stretches of equal density of a row of cells, the empty ones left out.
fn stretches(shares: &[[u16; 4]], tone: Tone) -> Vec<((usize, usize), [u8; 4])> {
    let mut found: Vec<((usize, usize), [u8; 4])> = Vec::new();
    for (x, cell) in shares.iter().enumerate() {
        let steps = tone.steps(cell);
        match found.last_mut() {
            Some((columns, same)) if *same == steps && columns.1 == x => columns.1 += 1,
            _ if steps == [0; 4] => {}
            _ => found.push(((x, x + 1), steps)),
        }
    }
    found
}

fn density(run: &Stretch, cell: f64, width: f64, tone: Tone) -> Option<Mark> {
    if run.rows.0 >= run.rows.1 {
        return None;
    }
    let (colour, cover) = tone.colour(run.steps);
    let x = (run.columns.0 as f64 * cell, (run.columns.1 as f64 * cell).min(width));
    let y = (run.rows.0 as f64 * cell, run.rows.1 as f64 * cell);
    Some(Mark::Density { area: area(x, y), colour, cover })
}

fn area(x: (f64, f64), y: (f64, f64)) -> Area {
    Area { left: x.0, top: y.0, width: x.1 - x.0, height: y.1 - y.0 }
}

/// The colour of a density and how much of the ground it hides.
fn density_colour(shares: [f64; 3], theme: &Theme) -> (Rgb, f64) {
    let total: f64 = shares.iter().sum();
    let colours = [Kind::Batch, Kind::Reservation, Kind::Idle].map(|kind| kind.colour(1, theme));
    let mean = |channel: fn(Rgb) -> u8| {
        let sum: f64 = (0..3).map(|k| shares[k] * f64::from(channel(colours[k]))).sum();
        (sum / total.max(1e-9)).round() as u8
    };
    let colour = Rgb(mean(|c| c.0), mean(|c| c.1), mean(|c| c.2));
    (colour, total.min(1.0))
}

// The details that the fast path draws on bars that are wide enough: edges, hatches, the outline of the job at
// the pointer.

/// From this width, in device pixels, a bar gets edges.
pub(super) const WIDE: f64 = 3.0;

/// Lower bars have neither edges nor a hatch, in device pixels: those of this height may yet be rounded to 3.
const TALL: f64 = 2.0;

/// Whether a piece is tall enough for edges.
pub(super) fn is_tall(layout: &Layout, piece: &Piece) -> bool {
    f64::from(piece.last - piece.first + 1) * layout.row_height >= TALL
}

/// Pixels and how many of them make a row.
pub(super) struct Canvas<'a> {
    pub(super) pixels: &'a mut [Pixel],
    pub(super) width: usize,
}

impl Canvas<'_> {
    /// Mixes `colour` into the pixels `across` of the rows `down`, as far as there are any.
    pub(super) fn blend(&mut self, across: (i64, i64), down: (i64, i64), colour: Rgb, share: f64) {
        let share = (share * 256.0) as u32;
        let pixels = (&mut *self.pixels, self.width);
        mix_area(pixels, across, down, channels(colour), share);
    }
}

fn channels(Rgb(red, green, blue): Rgb) -> [u8; 3] {
    [red, green, blue]
}

/// A bar in device pixels: where it is in sight, and where its left edge is, in sight or not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wide {
    x: (i64, i64),
    y: (i64, i64),
    left: i64,
    /// Where processor `first` begins, in sight or not: top edges and hatches start from here.
    top: i64,
    piece: Piece,
}

/// The colours of the edges and the hatch of a bar.
pub(super) struct Inks {
    edge: Rgb,
    hatch: Rgb,
    /// The opacity of the hatch.
    strength: f64,
}

impl Wide {
    /// Places a piece; none if its provider or its processors are out of sight.
    pub(super) fn new(layout: &Layout, viewport: &Viewport, width: usize, piece: &Piece) -> Option<Self> {
        let lane = layout.lane(piece.provider as usize)?;
        let (top, bottom) = layout.span(lane, piece.first, piece.last);
        if top >= bottom {
            return None;
        }
        let edge = width as f64;
        let left = viewport.x(piece.start as f64, edge).clamp(-1e6, 1e6);
        let right = viewport.x(piece.end as f64, edge).min(edge);
        Some(Self {
            x: (left.max(0.0).round() as i64, right.round() as i64),
            y: (top.round() as i64, bottom.round() as i64),
            left: left.round() as i64,
            top: (lane.origin + f64::from(piece.first) * layout.row_height).round() as i64,
            piece: *piece,
        })
    }

    /// The colours of its edges and its hatch; `colours` are the colouring's.
    pub(super) fn inks(&self, colouring: &Colouring, colours: &[Rgb; SLOTS], theme: &Theme) -> Inks {
        let colour = colours[colouring.slot(&self.piece)];
        let (hatch, strength) = match self.piece.kind {
            Kind::Idle => (theme.idle_hatch, 0.9),
            _ => (colouring.hatch(colour, theme), 0.5),
        };
        Inks { edge: colouring.edge(&self.piece, colour, theme), hatch, strength }
    }
}

impl Wide {
    /// The four sides of a frame around it, as pixels across and down.
    fn frame(&self, line: i64) -> [Side; 4] {
        let (x0, x1) = (self.x.0, self.x.1.max(self.x.0 + 1));
        let (y0, y1) = (self.y.0, self.y.1.max(self.y.0 + 1));
        let across = (x0 - line, x1 + line);
        [(across, (y0 - line, y0)), (across, (y1, y1 + line)), ((x0 - line, x0), (y0, y1)), ((x1, x1 + line), (y0, y1))]
    }
}

/// Hatch and edges of one bar. O(its hatched pixels).
pub(super) fn draw(canvas: &mut Canvas, wide: &Wide, inks: Inks, scale: f64) {
    let (width, height) = (wide.x.1 - wide.x.0, wide.y.1 - wide.y.0);
    let line = (scale.round() as i64).max(1);
    let kind = wide.piece.kind;
    if kind != Kind::Batch && width >= 5 * line && height >= 3 * line {
        hatch(canvas, wide, &inks, scale);
    }
    if kind == Kind::Idle || height < 3 {
        return;
    }
    let edge = inks.edge;
    let strength = ((width - 2) as f64 / 6.0).clamp(0.25, 1.0);
    if wide.left >= 0 {
        canvas.blend((wide.left, wide.left + line), wide.y, edge, strength);
    }
    if wide.top >= wide.y.0 && height >= 4 * line {
        let rows = (wide.top, wide.top + line);
        canvas.blend((wide.x.0 + line, wide.x.1), rows, edge, strength);
    }
}

/// Diagonal lines, fixed to the bar so that they move with it.
fn hatch(canvas: &mut Canvas, wide: &Wide, inks: &Inks, scale: f64) {
    let period = (7.0 * scale).round().max(5.0) as i64;
    let profile = hatch_profile(period, scale);
    let height = (canvas.pixels.len() / canvas.width) as i64;
    for y in wide.y.0.max(0)..wide.y.1.min(height) {
        let row = y as usize * canvas.width;
        let right = wide.x.1.min(canvas.width as i64);
        let Some(row) = canvas.pixels.get_mut(row + wide.x.0 as usize..row + right as usize) else {
            return;
        };
        let phase = wide.x.0 - wide.left + y - wide.top;
        for (step, share) in &profile {
            let first = (step - phase).rem_euclid(period) as usize;
            let share = (share * inks.strength * 256.0) as u32;
            let every = (first, period as usize);
            mix_every(row, every, channels(inks.hatch), share);
        }
    }
}

/// How strongly a 45° line of one CSS pixel covers the pixels `step` to the right of its middle:
/// the pixels of a diagonal all have the same x + y, so this is all there is to smooth.
fn hatch_profile(period: i64, scale: f64) -> Vec<(i64, f64)> {
    let half = 0.55 * scale.max(1.0);
    (-period / 2..=(period - 1) / 2)
        .map(|step| {
            let distance = (step as f64).abs() / std::f64::consts::SQRT_2;
            (step, (half + 0.5 - distance).clamp(0.0, 1.0))
        })
        .filter(|&(_, share)| share > 0.0)
        .collect()
}

/// The sides of the frames around every bar in sight of some jobs, as pixels across and down; a bar counts as at least
/// three pixels wide, so that the smallest is found. O(their bars, log bars).
pub(super) fn frames<'a>(
    index: &'a GanttIndex,
    viewport: &'a Viewport,
    jobs: &'a [u32],
    place: impl Fn(&Piece) -> Option<Wide> + 'a,
    line: i64,
) -> impl Iterator<Item = Side> + 'a {
    let is_in_sight = |piece: &Piece| (piece.start as f64) < viewport.end && piece.end as f64 > viewport.start;
    let wide =
        jobs.iter().flat_map(|&job| index.of_job(job)).filter(is_in_sight).filter_map(move |piece| place(&piece));
    wide.flat_map(move |wide| wide.frame(line))
}

/// A side of a frame: pixels across and down.
pub(super) type Side = ((i64, i64), (i64, i64));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Colouring;
    use proptest::prelude::*;
    use scheduling::engine::testing::{first_fit, random_run};

    #[test]
    fn few_bars_stay_themselves() {
        let run = first_fit(&[4, 4], &[(0, 2, 500), (10, 4, 300), (20, 1, 900)]);
        let index = GanttIndex::new(&run);
        let marks = marks(&index, &index.whole(), (800.0, 300.0), 1000, &Theme::light());
        assert_eq!(marks.len(), index.pieces.len());
    }

    #[test]
    fn a_whole_log_keeps_to_its_budget() {
        let jobs: Vec<_> = (0..20_000).map(|k| (k * 40, 1 + (k * 7 % 13) as u32, 60 + k * 131 % 4000)).collect();
        let run = first_fit(&[60, 60], &jobs);
        let index = GanttIndex::new(&run);
        let theme = Theme::light();
        for budget in [500, 5000] {
            let marks = marks(&index, &index.whole(), (1400.0, 700.0), budget, &theme);
            assert!(marks.len() <= budget && marks.len() > budget / 20, "{}", marks.len());
        }
    }

    proptest! {
        #[test]
        fn the_area_is_kept_in_all_colours(
            run in random_run(),
            budget in 100usize..600,
            by in prop::sample::select(ColourBy::all().collect::<Vec<_>>()),
        ) {
            let colouring = Colouring::new(&run, by);
            let index = GanttIndex::new(&run).coloured(colouring);
            let size = (600.0, 400.0);
            let whole = index.whole();
            let mut drawn = 0.0;
            for mark in marks(&index, &whole, size, budget, &Theme::light()) {
                drawn += match mark {
                    Mark::Bar { area, .. } => area.width * area.height,
                    Mark::Density { area, cover, .. } => area.width * area.height * cover,
                };
            }
            let layout = Layout::of(&index.rows, &whole, size.1);
            let wanted: f64 = index.pieces.iter().map(|piece| {
                (piece.end - piece.start) as f64 / whole.seconds() * size.0
                    * f64::from(piece.last - piece.first + 1) * layout.row_height
            }).sum();
            // Few large cells tell a share in coarse steps.
            prop_assert!((drawn - wanted).abs() <= 0.2 * size.0 * size.1, "{drawn} for {wanted}");
        }
    }
}
