//! The nodes of a machine at a moment: each a cell with a bar for its cores, its GPUs and its memory in use.

#[cfg(test)]
mod tests;

use std::rc::Rc;

use super::numbers::Numbered;
use crate::prelude::*;
use base::text::count;

pub use super::legend::Resource;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeCell {
    pub name: String,
    /// What it has of each resource.
    pub all: [u64; 3],
    /// What of it is in use.
    pub used: [u64; 3],
    /// Whether it is out of service.
    pub is_out: bool,
}

impl NodeCell {
    /// The share of a resource in use, 0 to 1; 0 of one that it does not have.
    fn share(&self, resource: Resource) -> f64 {
        let at = resource as usize;
        match self.all[at] {
            0 => 0.0,
            all => (self.used[at] as f64 / all as f64).min(1.0),
        }
    }
}

/// Nodes of a kind, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeGroup {
    /// The heading: `n[001-010] · 64 cores and 256 GiB`.
    pub heading: String,
    pub nodes: Vec<NodeCell>,
}

impl NodeGroup {
    /// The resources that any of its nodes has: those have a bar.
    fn resources(&self) -> Vec<Resource> {
        let has = |it: &Resource| {
            let at = *it as usize;
            self.nodes.iter().any(|node| node.all[at] > 0)
        };
        Resource::ALL.into_iter().filter(has).collect()
    }
}

/// The content of the picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodesView {
    /// The nodes, in the order of the machine.
    groups: Rc<Vec<NodeGroup>>,
    /// The place of the chosen node among all.
    pub chosen: Option<usize>,
    /// The places of the nodes that are promised, ascending.
    pub promised: Vec<usize>,
    /// What they are promised to, for the legend: `promised to job 12`.
    pub promised_to: String,
}

/// With more groups than this, all nodes stand under one heading.
const MOST_GROUPS: usize = 24;

/// The most nodes that are drawn; the others are counted.
pub const MOST_DRAWN: usize = 4_000;

impl NodesView {
    /// Nodes in groups; of more groups than have room for a heading, one group of all. O(nodes).
    pub fn new(groups: Vec<NodeGroup>) -> Self {
        let kinds = groups.len();
        let groups = if kinds > MOST_GROUPS {
            let nodes: Vec<NodeCell> = groups.into_iter().flat_map(|it| it.nodes).collect();
            let heading = format!("{} nodes of {kinds} kinds", count(nodes.len() as i64));
            vec![NodeGroup { heading, nodes }]
        } else {
            groups
        };
        Self { groups: Rc::new(groups), ..Self::default() }
    }

    /// All nodes in their order.
    fn nodes(&self) -> impl Iterator<Item = &NodeCell> {
        self.groups.iter().flat_map(|it| &it.nodes)
    }

    pub fn count(&self) -> usize {
        self.groups.iter().map(|it| it.nodes.len()).sum()
    }

    /// How many are not drawn.
    pub fn left_out(&self) -> usize {
        self.count().saturating_sub(MOST_DRAWN)
    }

    /// The resources that any node has.
    fn resources(&self) -> Vec<Resource> {
        let known: Vec<Vec<Resource>> = self.groups.iter().map(NodeGroup::resources).collect();
        let is_known = |it: &Resource| known.iter().any(|of| of.contains(it));
        Resource::ALL.into_iter().filter(is_known).collect()
    }
}

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

fn swatches(view: &NodesView, theme: &Theme) -> Vec<Swatch> {
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

/// A size of cells, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
struct CellSize {
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
const HEADING: f64 = 24.0;
const BETWEEN: f64 = 10.0;

/// Where everything is.
#[derive(Clone, Debug, PartialEq)]
struct Placed {
    pub size: CellSize,
    /// The room of each heading, by group, as far as their nodes are drawn.
    pub headings: Vec<Area>,
    /// The cells of the nodes in their order.
    pub cells: Vec<Area>,
    pub bottom: f64,
}

/// The cells within an area, from its top on: as large as keeps the picture from being too high.
fn placed(view: &NodesView, area: Area) -> Placed {
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
fn below_legend(view: &NodesView, theme: &Theme, area: Area) -> Area {
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

/// An amount of a resource: `48`, `3.5`, `187.5 GiB`.
pub fn in_words(resource: Resource, amount: u64) -> String {
    match resource {
        Resource::Cores => amount.to_string(),
        Resource::Gpus => (amount as f64 / 1_000.0).to_string(),
        Resource::Memory => format!("{} GiB", (amount as f64 / 102.4).round() / 10.0),
    }
}

/// `48 of 64`, `100 of 256 GiB`.
fn in_use(resource: Resource, used: u64, all: u64) -> String {
    let used = in_words(resource, used);
    let used = used.trim_end_matches(" GiB");
    format!("{used} of {}", in_words(resource, all))
}

/// What nodes have in use, and what they have.
fn summed<'a>(nodes: impl Iterator<Item = &'a NodeCell>) -> ([u64; 3], [u64; 3]) {
    let (mut used, mut all) = ([0; 3], [0; 3]);
    for node in nodes {
        for at in 0..3 {
            used[at] += node.used[at];
            all[at] += node.all[at];
        }
    }
    (used, all)
}

/// The first `most` nodes as a table; resources that no node has are left out.
pub fn nodes_table(view: &NodesView, most: usize) -> Numbered {
    let resources = view.resources();
    let mut head = vec!["node".to_owned()];
    head.extend(resources.iter().map(|it| format!("{} in use", it.name())));
    head.push("state".to_owned());
    let rows = view.nodes().enumerate().take(most).map(|(place, node)| {
        let amount = |it: &Resource| match node.all[*it as usize] {
            0 => "–".to_owned(),
            all => in_use(*it, node.used[*it as usize], all),
        };
        let is_promised = view.promised.binary_search(&place).is_ok();
        let state = match (node.is_out, is_promised) {
            (true, _) => "out of service",
            (false, true) => view.promised_to.as_str(),
            (false, false) => "in service",
        };
        let amounts = resources.iter().map(amount);
        [node.name.clone()].into_iter().chain(amounts).chain([state.to_owned()]).collect()
    });
    Numbered { table: Table { head, rows: rows.collect() }, count: view.count() }
}
