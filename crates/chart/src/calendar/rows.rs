//! The levels as rows of cells.

use std::rc::Rc;

use crate::prelude::*;
use crate::time_axis::{time_label, time_label_beside};

/// A slot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cell {
    pub from: Time,
    pub to: Time,
    /// The share of its nodes that is taken, 0 to 1.
    pub taken: f64,
    /// How many nodes that are, and by how many jobs.
    pub nodes: u32,
    pub jobs: u32,
}

/// A level.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its name: `S₀ · 10 s`.
    pub name: String,
    pub cells: Vec<Cell>,
    /// This many of them are drawn: a long row of free slots at the end tells nothing.
    pub drawn: usize,
}

impl Row {
    /// A row of cells that is drawn as far as something is taken, and somewhat farther.
    pub fn new(name: String, cells: Vec<Cell>) -> Self {
        let taken = cells.iter().rposition(|it| it.taken > 0.0);
        let needed = taken.map_or(0, |it| it + 1).max(LEAST_DRAWN);
        let drawn = if needed + needed / 4 < cells.len() / 2 { needed + needed / 4 } else { cells.len() };
        Self { name, cells, drawn }
    }
}

/// The content of the picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowsView {
    /// The finest first.
    pub rows: Rc<Vec<Row>>,
    /// The cell that is opened, by its row and its place there.
    pub open: Option<(usize, usize)>,
}

impl RowsView {
    /// The cells of a row that are drawn: all, if the opened one is among the others.
    fn cells(&self, row: usize) -> &[Cell] {
        let it = &self.rows[row];
        let beyond = self.open.is_some_and(|(of, cell)| of == row && cell >= it.drawn);
        &it.cells[..if beyond { it.cells.len() } else { it.drawn }]
    }
}

/// The height of a row of cells, and of the line above it, in CSS pixels.
const CELLS: f64 = 38.0;
const HEAD: f64 = 22.0;
const GAP: f64 = 12.0;

/// A letter is about so wide: where name and times have no room, one of the times is left out.
const LETTER: f64 = 6.6;

/// This many slots of a row are drawn at least.
const LEAST_DRAWN: usize = 48;

/// Cells narrower than this have no lines between them.
const LINES_FROM: f64 = 5.0;

/// A height that shows this many levels and the legend.
pub fn calendar_height(levels: usize) -> u32 {
    (levels as f64 * (HEAD + CELLS + GAP) + 2.0 * LINE + 16.0) as u32
}

/// Draws the picture.
pub fn draw(backend: &mut dyn Surface, frame: Frame, theme: &Theme, view: &RowsView, captions: &Captions) -> Drawn {
    let mut pen = Pen::new(backend, frame, theme);
    let area = begin(&mut pen, frame.area(), captions)?;
    legend(&mut pen, area, &swatches(theme))?;
    for (at, row) in view.rows.iter().enumerate() {
        let plot = area_of(area, theme, at);
        let cells = view.cells(at);
        draw_head(&mut pen, plot, (row, cells), captions)?;
        draw_cells(&mut pen, plot, cells)?;
        pen.frame(plot, theme.axis)?;
        if let Some((_, cell)) = view.open.filter(|(row, _)| *row == at) {
            let width = plot.width / cells.len() as f64;
            let open = Area { left: plot.left + cell as f64 * width, width: width.max(3.0), ..plot };
            pen.frame(open.inset(-1.0, -2.0, -1.0, -2.0), theme.highlight)?;
            pen.frame(open.inset(0.0, -1.0, 0.0, -1.0), theme.highlight)?;
        }
    }
    Ok(())
}

/// The picture as an SVG document.
pub fn calendar_svg(frame: Frame, theme: &Theme, view: &RowsView, captions: &Captions) -> String {
    let told = view.rows.iter().map(|row| {
        let count = |is: fn(f64) -> bool| row.cells.iter().filter(|it| is(it.taken)).count();
        format!(
            "{}: {} slots, {} free, {} reserved.",
            row.name,
            row.cells.len(),
            count(|taken| taken == 0.0),
            count(|taken| taken >= 1.0)
        )
    });
    let description: Vec<String> = told.chain([captions.subtitle.clone()]).collect();
    svg(frame, &captions.title, &description.join(" "), |target, frame| draw(target, frame, theme, view, captions))
}

/// A row for each slot, level by level.
pub fn calendar_table(view: &RowsView, origin: Origin) -> Table {
    let row = |level: &Row, it: &Cell| {
        vec![
            level.name.clone(),
            time_label(it.from, origin),
            time_label(it.to, origin),
            it.nodes.to_string(),
            it.jobs.to_string(),
        ]
    };
    let rows = view.rows.iter().flat_map(|level| level.cells.iter().map(move |it| row(level, it)));
    Table { head: ["Level", "From", "Until", "Nodes taken", "Jobs"].map(str::to_owned).to_vec(), rows: rows.collect() }
}

/// Which cell is at a place of a picture without captions: its row, and its place there.
pub fn cell_at(frame: Frame, theme: &Theme, view: &RowsView, (x, y): (f64, f64)) -> Option<(usize, usize)> {
    let hit = |at: usize| {
        let (plot, cells) = (area_of(frame.area(), theme, at), view.cells(at).len());
        let is_within = (plot.left..plot.right()).contains(&x) && (plot.top - 3.0..plot.bottom() + 3.0).contains(&y);
        let cell = ((x - plot.left) / plot.width * cells as f64) as usize;
        (is_within && cell < cells).then_some((at, cell))
    };
    (0..view.rows.len()).find_map(hit)
}

/// Where the cells of a row are.
fn area_of(area: Area, theme: &Theme, row: usize) -> Area {
    let key = LINE * lines(&swatches(theme), area.width) as f64 + 10.0;
    Area {
        left: area.left + 4.0,
        top: area.top + key + row as f64 * (HEAD + CELLS + GAP) + HEAD,
        width: (area.width - 8.0).max(1.0),
        height: CELLS,
    }
}

pub(super) fn swatches(theme: &Theme) -> [Swatch; 3] {
    let swatch = |taken: f64, words: &str| Swatch {
        colour: colour(taken, theme),
        hatch: None,
        words: words.to_owned(),
        mark: None,
    };
    [swatch(0.0, "free"), swatch(0.5, "partially reserved"), swatch(1.0, "reserved")]
}

/// Colours differ in lightness, which colour-blind readers see: the more of a slot is taken, the more it stands out.
pub(super) fn colour(taken: f64, theme: &Theme) -> Rgb {
    let [dark, _, light] = theme.batch;
    let (some, all) =
        if dark.contrast(theme.panel) > light.contrast(theme.panel) { (light, dark) } else { (dark, light) };
    match taken {
        0.0 => theme.grid,
        _ if taken >= 1.0 => all,
        _ => some,
    }
}

/// The level's name, when its first slot begins and the last one that is drawn ends, and how many there
/// are besides.
fn draw_head(pen: &mut Pen, plot: Area, (row, cells): (&Row, &[Cell]), captions: &Captions) -> Drawn {
    let middle = plot.top - HEAD / 2.0 + 2.0;
    let name = Lettering::new(12.0, pen.theme.text).bold();
    pen.text(&row.name, (plot.left, middle), name)?;
    let (Some(first), Some(last)) = (cells.first(), cells.last()) else {
        return Ok(());
    };
    let (from, to) = (first.from, last.to);
    let label = |time: Time, beside| time_label_beside(time, beside, captions.origin);
    let more = match row.cells.len() - cells.len() {
        0 => String::new(),
        more => format!(", then {more} free ones"),
    };
    let mut span = format!("{} … {}{more}", label(from, None), label(to, Some(from)));
    let letters = row.name.chars().count() + span.chars().count();
    if letters as f64 * LETTER > plot.width {
        span = format!("to {}{more}", label(to, None));
    }
    let style = Lettering::new(11.0, pen.theme.muted).right();
    pen.text(&span, (plot.right(), middle), style)
}

/// Each cell is filled from below, by how much of it is taken; neighbours that are alike, as one.
fn draw_cells(pen: &mut Pen, plot: Area, cells: &[Cell]) -> Drawn {
    pen.fill(plot, colour(0.0, pen.theme), 1.0)?;
    let columns = columns(cells, plot.width as usize);
    let width = plot.width / columns.len().max(1) as f64;
    let mut at = 0;
    for alike in columns.chunk_by(|a, b| a == b) {
        let height = alike[0].clamp(0.0, 1.0) * plot.height;
        let area = Area {
            left: plot.left + at as f64 * width,
            top: plot.bottom() - height,
            width: alike.len() as f64 * width,
            height,
        };
        pen.fill(area, colour(alike[0], pen.theme), 1.0)?;
        at += alike.len();
    }
    if width >= LINES_FROM {
        for at in 1..cells.len() {
            let left = plot.left + at as f64 * width;
            pen.down(left, (plot.top, plot.bottom()), pen.theme.background)?;
        }
    }
    Ok(())
}

/// The columns of a row: the cells, or `most` means of them if they are more.
fn columns(cells: &[Cell], most: usize) -> Vec<f64> {
    let (count, most) = (cells.len(), most.max(1));
    if count <= most {
        return cells.iter().map(|it| it.taken).collect();
    }
    let mean = |column: usize| {
        let of = &cells[column * count / most..(column + 1) * count / most];
        of.iter().map(|it| it.taken).sum::<f64>() / of.len() as f64
    };
    (0..most).map(mean).collect()
}
