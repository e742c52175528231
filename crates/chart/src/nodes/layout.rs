//! Where the cells are.

use super::drawn::swatches;
use super::{MOST_DRAWN, NodesView};
use crate::legend::{LINE, lines};
use crate::theme::Theme;
use crate::titles::within_margins;
use crate::{Area, Frame};

/// A size of cells, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CellSize {
    pub width: f64,
    pub height: f64,
    /// Between cells.
    pub gap: f64,
    /// The room of the name above the bars; 0 for cells without a name.
    pub name: f64,
}

/// From the largest to the smallest: the first whose picture is not too high.
const SIZES: [CellSize; 4] = [
    CellSize { width: 104.0, height: 56.0, gap: 8.0, name: 17.0 },
    CellSize { width: 46.0, height: 34.0, gap: 5.0, name: 0.0 },
    CellSize { width: 24.0, height: 20.0, gap: 3.0, name: 0.0 },
    CellSize { width: 14.0, height: 12.0, gap: 2.0, name: 0.0 },
];

/// Cells are smaller where the picture would be higher than this.
const HIGHEST: f64 = 470.0;

/// The room of a heading, and of what stands between groups.
pub(super) const HEADING: f64 = 24.0;
const BETWEEN: f64 = 10.0;

/// Where everything is.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Placed {
    pub size: CellSize,
    /// The room of each heading, by group, as far as their nodes are drawn.
    pub headings: Vec<Area>,
    /// The cells of the nodes in their order.
    pub cells: Vec<Area>,
    pub bottom: f64,
}

/// The cells within an area, from its top on: as large as keeps the picture from being too high.
pub(super) fn placed(view: &NodesView, area: Area) -> Placed {
    let tried = SIZES.map(|size| (size, bottom(view, area, size)));
    let fits = |it: &&(CellSize, f64)| it.1 - area.top <= HIGHEST;
    let last = SIZES[SIZES.len() - 1];
    let size = tried.iter().find(fits).map_or(last, |it| it.0);
    place(view, area, size)
}

/// The first columns of a row of cells.
fn columns(area: Area, size: CellSize) -> usize {
    let count = (area.width + size.gap) / (size.width + size.gap);
    (count as usize).max(1)
}

fn bottom(view: &NodesView, area: Area, size: CellSize) -> f64 {
    let columns = columns(area, size);
    let rows = view.groups.iter().map(|it| it.nodes.len().div_ceil(columns));
    let rows: usize = rows.sum();
    let groups = view.groups.len() as f64;
    area.top + groups * (HEADING + BETWEEN) + rows as f64 * (size.height + size.gap)
}

fn place(view: &NodesView, area: Area, size: CellSize) -> Placed {
    let columns = columns(area, size);
    let (mut headings, mut cells) = (Vec::new(), Vec::new());
    let mut top = area.top;
    for group in view.groups.iter() {
        let drawn = group.nodes.len().min(MOST_DRAWN - cells.len());
        if drawn == 0 {
            break;
        }
        headings.push(Area { top, height: HEADING, ..area });
        top += HEADING;
        cells.extend((0..drawn).map(|at| Area {
            left: area.left + (at % columns) as f64 * (size.width + size.gap),
            top: top + (at / columns) as f64 * (size.height + size.gap),
            width: size.width,
            height: size.height,
        }));
        top += drawn.div_ceil(columns) as f64 * (size.height + size.gap) + BETWEEN;
    }
    Placed { size, headings, cells, bottom: top }
}

/// The part of a picture beneath its legend.
pub(super) fn below_legend(view: &NodesView, theme: &Theme, area: Area) -> Area {
    let key = LINE * lines(&swatches(view, theme), area.width) as f64 + 8.0;
    area.inset(0.0, key, 0.0, 0.0)
}

/// The height of a picture of this width without captions.
pub fn nodes_height(view: &NodesView, width: u32) -> u32 {
    let frame = Frame::new(width.max(120), 10_000);
    let area = below_legend(view, &Theme::light(), within_margins(frame.area()));
    let more = if view.left_out() > 0 { LINE } else { 0.0 };
    (placed(view, area).bottom + more + 8.0) as u32
}

/// The place of the node at a place of a picture without captions.
pub fn node_at(view: &NodesView, frame: Frame, (x, y): (f64, f64)) -> Option<usize> {
    let area = below_legend(view, &Theme::light(), within_margins(frame.area()));
    let placed = placed(view, area);
    // The gap between two cells is divided between them.
    let around = placed.size.gap / 2.0;
    placed.cells.iter().position(|it| {
        let it = it.inset(-around, -around, -around, -around);
        (it.left..it.right()).contains(&x) && (it.top..it.bottom()).contains(&y)
    })
}

/// A direction in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the node before.
    Left,
    /// To the next node.
    Right,
    /// To the row above.
    Up,
    /// To the row below.
    Down,
}

/// The place of the node beside a node that is drawn; itself at the edge. O(nodes).
pub fn beside(view: &NodesView, frame: Frame, place: usize, direction: Direction) -> usize {
    let area = below_legend(view, &Theme::light(), within_margins(frame.area()));
    let cells = placed(view, area).cells;
    let Some(from) = cells.get(place) else {
        return 0;
    };
    // Rows first, then columns: the last row of a group may be short.
    let distance = |it: &Area| ((it.top - from.top).abs(), (it.left - from.left).abs());
    let nearest = |is_there: &dyn Fn(&Area) -> bool| {
        let nearest = cells.iter().enumerate().filter(|it| is_there(it.1)).min_by(|a, b| {
            let (a, b) = (distance(a.1), distance(b.1));
            a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
        });
        nearest.map_or(place, |it| it.0)
    };
    match direction {
        Direction::Left => place.saturating_sub(1),
        Direction::Right => (place + 1).min(cells.len() - 1),
        Direction::Up => nearest(&|it| it.top < from.top),
        Direction::Down => nearest(&|it| it.top > from.top),
    }
}
