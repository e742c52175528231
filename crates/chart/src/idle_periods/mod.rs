//! Idle periods of servers, and how a search goes among them.

#[cfg(test)]
mod tests;

use scheduling::availability::BEGINNING;
use scheduling::availability::idle_periods::steps::{self, Asked, Mark, Marks, SlotSearch};
use scheduling::availability::idle_periods::{FOREVER, IdlePeriod, SearchStep, Selection, TreeNode};

use super::time_axis::time_label_beside;
use crate::prelude::*;

/// The words for the mark of an idle period.
fn name_of(mark: Mark) -> &'static str {
    match mark {
        Mark::Unknown => "idle",
        Mark::Candidate => "candidate: begins in time",
        Mark::Feasible => "feasible: also ends late enough",
        Mark::Taken => "taken",
    }
}

fn colour_of(mark: Mark, theme: &Theme) -> Rgb {
    match mark {
        Mark::Unknown => theme.panel.mixed(theme.muted, 0.35),
        Mark::Candidate => theme.panel.mixed(theme.series[0], 0.45),
        Mark::Feasible => theme.panel.mixed(theme.series[2], 0.7),
        Mark::Taken => theme.series[3],
    }
}

/// An idle period, and the result of the search for it so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdleBar {
    pub period: IdlePeriod,
    /// The result of the search for it so far.
    pub mark: Mark,
}

/// The content of the picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IdleView {
    /// The window of time, in seconds.
    pub window: (Time, Time),
    /// When the slot begins and ends that is searched.
    pub slot: (Time, Time),
    /// When the request starts and ends.
    pub request: (Time, Time),
    /// In any order.
    pub bars: Vec<IdleBar>,
}

/// The height of a row where there is room, in CSS pixels, and the most that all rows take.
const ROW: f64 = 18.0;
const MOST: f64 = 520.0;

/// Above the rows: the names of the slot and of the request's times.
const NAMES: f64 = 18.0;

/// A height that shows this many servers, legend and times included.
pub fn bars_height(servers: usize) -> u32 {
    ((servers as f64 * ROW).clamp(3.0 * ROW, MOST) + NAMES + 2.0 * LINE + 60.0) as u32
}

/// Draws the picture.
fn draw(backend: &mut dyn Surface, frame: Frame, theme: &Theme, view: &IdleView, captions: &Captions) -> Drawn {
    let mut pen = Pen::new(backend, frame, theme);
    let area = begin(&mut pen, frame.area(), captions)?;
    let swatches = Mark::ALL.map(|it| Swatch {
        colour: colour_of(it, theme),
        hatch: None,
        words: name_of(it).to_owned(),
        mark: None,
    });
    let key = LINE * lines(&swatches, area.width) as f64 + 8.0;
    legend(&mut pen, area, &swatches)?;
    let plot = area.inset(48.0, key + NAMES, 4.0, 44.0);
    if view.bars.is_empty() || view.window.1 <= view.window.0 || plot.width < 20.0 || plot.height < 10.0 {
        return pen.nothing(plot, "No server is idle in this slot.");
    }
    pen.fill(plot, theme.panel, 1.0)?;
    let x_of = |time: Time| {
        let (from, to) = (view.window.0 as f64, view.window.1 as f64);
        plot.left + ((time as f64 - from) / (to - from)).clamp(0.0, 1.0) * plot.width
    };
    let across = |(from, to): (Time, Time)| Area { left: x_of(from), width: x_of(to) - x_of(from), ..plot };
    pen.fill(across(view.slot), theme.highlight, 0.08)?;
    let (from, to) = (view.window.0 as f64, view.window.1 as f64);
    for tick in time_ticks(from, to, plot.width, captions.origin) {
        let x = plot.left + (tick.at - from) / (to - from) * plot.width;
        pen.down(x, (plot.top, plot.bottom()), theme.grid)?;
    }
    draw_rows(&mut pen, plot, view, x_of)?;
    draw_request(&mut pen, plot, view, x_of)?;
    pen.frame(plot, theme.axis)?;
    draw_time_marks(&mut pen, plot, (from, to), captions.origin)?;
    let middle = (plot.left + plot.width / 2.0, plot.bottom() + 34.0);
    let style = Lettering::new(12.0, theme.muted).centred();
    pen.text(&captions.origin.axis_label(), middle, style)
}

/// The picture as an SVG document.
pub fn idle_svg(frame: Frame, theme: &Theme, view: &IdleView, captions: &Captions) -> String {
    let count = |mark: Mark| view.bars.iter().filter(|it| it.mark >= mark).count();
    let description = format!(
        "{} idle periods that overlap a slot; {} begin in time for the request, {} of them end late enough. {}",
        view.bars.len(),
        count(Mark::Candidate),
        count(Mark::Feasible),
        captions.subtitle
    );
    svg(frame, &captions.title, &description, |target, frame| draw(target, frame, theme, view, captions))
}

/// A row for each server that has a period, by number; its number where there is room for it.
fn draw_rows(pen: &mut Pen, plot: Area, view: &IdleView, x_of: impl Fn(Time) -> f64) -> Drawn {
    let mut servers: Vec<u32> = view.bars.iter().map(|it| it.period.server).collect();
    servers.sort_unstable();
    servers.dedup();
    let height = plot.height / servers.len() as f64;
    let top = |row: usize| plot.top + row as f64 * height;
    let gap = (height * 0.15).min(3.0);
    for bar in &view.bars {
        let row = servers.partition_point(|&it| it < bar.period.server);
        let area = Area {
            left: x_of(bar.period.start),
            top: top(row) + gap,
            width: (x_of(bar.period.end) - x_of(bar.period.start)).max(1.0),
            height: (height - 2.0 * gap).max(0.5),
        };
        pen.fill(area, colour_of(bar.mark, pen.theme), 1.0)?;
        if bar.mark == Mark::Taken && area.height >= 6.0 {
            pen.hatch(area, 8.0, pen.theme.panel)?;
        }
    }
    let every = (13.0 / height).ceil().max(1.0) as usize;
    let style = Lettering::new(11.0, pen.theme.muted).right();
    for (row, server) in servers.iter().enumerate().step_by(every) {
        let middle = top(row) + height / 2.0;
        pen.text(&server.to_string(), (plot.left - 7.0, middle), style)?;
    }
    let heading = Lettering::new(11.0, pen.theme.muted).right();
    pen.text("server", (plot.left - 7.0, plot.top - 9.0), heading)
}

/// A line at the start and the end that are asked for, and the names of both and of the slot.
fn draw_request(pen: &mut Pen, plot: Area, view: &IdleView, x_of: impl Fn(Time) -> f64) -> Drawn {
    let theme = pen.theme;
    let style = Lettering::new(11.5, theme.text).bold().centred();
    for (time, name) in [(view.request.0, "s"), (view.request.1, "e")] {
        let x = x_of(time);
        pen.path(&[(x, plot.top - 2.0), (x, plot.bottom())], theme.highlight, 2.0)?;
        pen.text(name, (x, plot.top - 9.0), style)?;
    }
    let (from, to) = (x_of(view.slot.0), x_of(view.slot.1));
    let style = Lettering::new(11.0, theme.muted);
    // Beside the letters of the request, where there is room.
    if to - from >= 90.0 && x_of(view.request.0) - from >= 44.0 {
        pen.text("slot", (from + 4.0, plot.top - 9.0), style)
    } else {
        Ok(())
    }
}

/// A tree of up to this many leaves is drawn whole.
const WHOLE: usize = 16;

/// A request, and the search for it in the slot that its start lies in.
#[derive(Clone, Debug, PartialEq)]
pub struct Searched {
    /// The request.
    pub asked: Asked,
    /// The slot, its trees and the steps.
    pub search: SlotSearch,
    /// The origin of times.
    pub origin: Origin,
}

impl Searched {
    /// A search among idle periods, in slots of `slot` seconds.
    pub fn of(periods: &[IdlePeriod], slot: Time, asked: Asked, selection: Selection, origin: Origin) -> Self {
        Self { search: SlotSearch::of(periods, slot, &asked, selection), asked, origin }
    }

    pub fn steps(&self) -> usize {
        self.search.steps.len()
    }

    /// A time, its date only where it is another one than the request's.
    fn name(&self, time: Time) -> String {
        match self.origin {
            // Of a blackboard's worth of time, whose unit may be any.
            Origin::Seconds => time.to_string(),
            origin => time_label_beside(time, Some(self.asked.start), origin),
        }
    }

    /// How many servers have an idle period in the slot.
    pub fn servers(&self) -> usize {
        let mut servers: Vec<u32> = self.search.periods.iter().map(|it| it.server).collect();
        servers.sort_unstable();
        servers.dedup();
        servers.len()
    }

    /// A time, as the request's times are told.
    pub fn time_words(&self, time: Time) -> String {
        self.name(time)
    }

    /// When the slot begins and ends.
    pub fn slot_words(&self) -> String {
        let (from, to) = self.search.slot;
        format!("{} … {}", self.name(from), self.name(to))
    }

    pub fn step_words(&self, step: &SearchStep) -> String {
        steps::step(&self.search, &self.asked, step, &|time| self.name(time))
    }

    /// The result of the search in words.
    pub fn outcome(&self) -> String {
        steps::outcome(&self.search, &self.asked)
    }

    /// From when until when servers are asked for.
    pub fn asked_words(&self) -> String {
        format!("{} … {}", self.name(self.asked.start), self.name(self.asked.end()))
    }

    /// The bars after this many steps, around the slot and the request.
    pub fn bars(&self, shown: usize) -> IdleView {
        let marks = Marks::after(&self.search, shown);
        let bar = |it: &IdlePeriod| IdleBar { period: *it, mark: marks.of(it) };
        IdleView {
            window: self.window(),
            slot: self.search.slot,
            request: (self.asked.start, self.asked.end()),
            bars: self.search.periods.iter().map(bar).collect(),
        }
    }

    /// Half as much on either side as slot and request take, but little more than there are idle periods.
    fn window(&self) -> (Time, Time) {
        let (from, to) = self.search.slot;
        let to = to.max(self.asked.end());
        let periods = &self.search.periods;
        let first = periods.iter().map(|it| it.start).fold(from, Time::min);
        let last = periods.iter().map(|it| it.end).fold(to, Time::max);
        let all = to.saturating_sub(from);
        let (beside, edge) = (all / 2, (all / 20).max(1));
        (
            from.saturating_sub(beside).max(first.saturating_sub(edge)),
            to.saturating_add(beside).min(last.saturating_add(edge)),
        )
    }

    /// The primary tree, and the secondary one that is searched, after this many steps.
    pub fn trees(&self, shown: usize) -> TreeView {
        let Some(root) = &self.search.tree else {
            return TreeView::default();
        };
        let marks = Marks::after(&self.search, shown);
        let primary = Drawing { of: self, marks: &marks, is_primary: true };
        let name = "Primary tree, by start from the latest on".to_owned();
        let mut trees = vec![(name, primary.node(root))];
        let searched = marks.at.and_then(|at| root.find(at));
        // Until phase 2 is somewhere, the ends of all are shown.
        let of = searched.unwrap_or(root);
        if let Some(secondary) = of.branch.as_ref().and_then(|it| it.secondary.as_ref()) {
            let drawing = Drawing { is_primary: false, ..primary };
            let start = steps::time(of.period.start, &|time| self.name(time));
            let name = match searched {
                Some(_) => format!("Secondary tree, by end, of the candidates at {start}"),
                None => format!("Secondary tree, by end, of the root at {start}"),
            };
            trees.push((name, drawing.node(secondary)));
        }
        TreeView { trees }
    }

    /// The idle periods of the slot as a table.
    pub fn table(&self, shown: usize) -> Table {
        let marks = Marks::after(&self.search, shown);
        let rows = self.search.periods.iter().map(|it| {
            let time = |time: Time| match time {
                BEGINNING => "always".to_owned(),
                FOREVER => "open".to_owned(),
                time => self.name(time),
            };
            vec![it.server.to_string(), time(it.start), time(it.end), name_of(marks.of(it)).to_owned()]
        });
        Table { head: ["Server", "Idle from", "Until", "Result"].map(str::to_owned).to_vec(), rows: rows.collect() }
    }
}

/// How a tree is drawn.
struct Drawing<'a> {
    of: &'a Searched,
    marks: &'a Marks,
    is_primary: bool,
}

impl Drawing<'_> {
    fn node(&self, it: &TreeNode) -> Node {
        let (time, mark) =
            if self.is_primary { (it.period.start, Mark::Candidate) } else { (it.period.end, Mark::Feasible) };
        let time = steps::time(time, &|time| self.of.name(time));
        let is_leaf = it.branch.is_none();
        let below = match &it.branch {
            None => Below::Leaf,
            Some(branch) if self.is_open(it) => {
                Below::Sides(Box::new([self.node(&branch.left), self.node(&branch.right)]))
            }
            Some(_) => Below::Hidden,
        };
        // Of a leaf all is known.
        let known = if is_leaf { mark.max(self.marks.of(&it.period)) } else { mark };
        Node {
            label: if is_leaf { format!("{}: {time}", it.period.server) } else { time },
            size: it.size,
            visited: self.marks.visited.contains(&it.node),
            current: self.marks.current == Some(it.node),
            marked: self.marks.marked.contains(&it.node).then_some(known),
            below,
        }
    }

    /// Whether its sides are drawn: in a small tree, and where the search goes.
    fn is_open(&self, it: &TreeNode) -> bool {
        let search = &self.of.search;
        let is_at = |step: &SearchStep| match step {
            SearchStep::Primary { node, .. } | SearchStep::Secondary { node, .. } => *node == it.node,
            _ => false,
        };
        search.periods.len() <= WHOLE || search.steps.iter().any(is_at)
    }
}

/// A node of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its label: its median, or the time of a leaf.
    pub label: String,
    /// How many leaves it has.
    pub size: u32,
    /// Whether the search has looked at it.
    pub visited: bool,
    /// Whether the search is at it.
    pub current: bool,
    /// The mark that the search has set on its whole subtree, if any.
    pub marked: Option<Mark>,
    /// Its children.
    pub below: Below,
}

/// The children of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Below {
    /// Nothing: it is a leaf.
    Leaf,
    /// A part that the search does not visit.
    Hidden,
    /// Its left side and its right.
    Sides(Box<[Node; 2]>),
}

/// The content of the picture: trees, one beneath the other, each with its name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeView {
    /// Their names and roots.
    pub trees: Vec<(String, Node)>,
}

/// The height of a level, of the name above a tree, and of a node, in CSS pixels.
const LEVEL: f64 = 44.0;
const NAME: f64 = 26.0;
const NODE: f64 = 20.0;

/// The width of an unvisited subtree, in leaves.
const HIDDEN: f64 = 1.4;

/// The width of a letter, about.
const LETTER: f64 = 6.8;

impl Node {
    fn width(&self) -> f64 {
        match &self.below {
            Below::Leaf => 1.0,
            Below::Hidden => HIDDEN,
            Below::Sides(sides) => sides.iter().map(Self::width).sum(),
        }
    }

    fn levels(&self) -> usize {
        match &self.below {
            Below::Leaf => 1,
            Below::Hidden => 2,
            Below::Sides(sides) => 1 + sides.iter().map(Self::levels).max().unwrap_or(0),
        }
    }
}

/// A height that shows all levels.
pub fn tree_height(view: &TreeView) -> u32 {
    let trees = view.trees.iter().map(|(_, root)| height_of(root));
    (trees.sum::<f64>() + 24.0) as u32
}

fn height_of(root: &Node) -> f64 {
    NAME + root.levels() as f64 * LEVEL
}

/// Draws the picture.
fn draw_search_tree(
    backend: &mut dyn Surface,
    frame: Frame,
    theme: &Theme,
    view: &TreeView,
    captions: &Captions,
) -> Drawn {
    let mut pen = Pen::new(backend, frame, theme);
    let area = begin(&mut pen, frame.area(), captions)?;
    if view.trees.is_empty() || area.width < 60.0 {
        return pen.nothing(area, "The slot has no tree: no server is idle in it.");
    }
    let mut top = area.top;
    for (name, root) in &view.trees {
        let style = Lettering::new(12.5, theme.text).bold();
        pen.text(name, (area.left, top + NAME / 2.0), style)?;
        let unit = area.width / root.width();
        let room = Area { top: top + NAME, ..area };
        draw_node(&mut pen, room, unit, root)?;
        top += height_of(root);
    }
    Ok(())
}

/// The picture as an SVG document.
pub fn tree_svg(frame: Frame, theme: &Theme, view: &TreeView, captions: &Captions) -> String {
    let names = view.trees.iter().map(|(name, root)| format!("{name}, {} leaves", root.size));
    let description = format!("Trees: {}. {}", names.collect::<Vec<_>>().join("; "), captions.subtitle);
    svg(frame, &captions.title, &description, |target, frame| draw_search_tree(target, frame, theme, view, captions))
}

/// Draws a node at the top of its room, in the middle, and its subtree below it: first the lines, so nodes
/// cover them.
fn draw_node(pen: &mut Pen, room: Area, unit: f64, node: &Node) -> Drawn {
    let (x, y) = (room.left + room.width / 2.0, room.top + NODE / 2.0);
    match &node.below {
        Below::Leaf => {}
        Below::Hidden => draw_hidden(pen, (x, y), unit, node)?,
        Below::Sides(sides) => {
            let mut left = room.left;
            for side in sides.iter() {
                let width = side.width() * unit;
                let below = Area { left, width, top: room.top + LEVEL, height: room.height - LEVEL };
                let to = (left + width / 2.0, below.top + NODE / 2.0);
                let (colour, thick) = match (side.marked, side.visited) {
                    (Some(mark), _) => (colour_of(mark, pen.theme), 3.0),
                    (None, true) => (pen.theme.text, 2.0),
                    (None, false) => (pen.theme.axis, 1.0),
                };
                pen.path(&[(x, y), to], colour, thick)?;
                draw_node(pen, below, unit, side)?;
                left += width;
            }
        }
    }
    draw_box(pen, (x, y), unit, node)
}

/// A triangle with the number of leaves in it.
fn draw_hidden(pen: &mut Pen, (x, y): (f64, f64), unit: f64, node: &Node) -> Drawn {
    let half = (HIDDEN * unit * 0.45).min(30.0);
    let bottom = y + LEVEL - 2.0;
    let colour = colour_of(node.marked.unwrap_or_default(), pen.theme);
    pen.polygon(&[(x, y), (x - half, bottom), (x + half, bottom)], colour, 1.0)?;
    let style = Lettering::new(11.0, pen.theme.text).centred();
    pen.text(&node.size.to_string(), (x, bottom - 9.0), style)
}

/// The node itself: its label in a box, or a dot where there is no room for it.
fn draw_box(pen: &mut Pen, (x, y): (f64, f64), unit: f64, node: &Node) -> Drawn {
    let theme = pen.theme;
    let ground = node.marked.map(|it| colour_of(it, theme));
    let edge = match (node.current, node.visited) {
        (true, _) => theme.highlight,
        (false, true) => theme.text,
        (false, false) => theme.axis,
    };
    let width = node.label.chars().count() as f64 * LETTER + 10.0;
    if width > unit * node.width() && !node.current {
        return pen.dot((x, y), 4.0, ground.unwrap_or(edge));
    }
    let area = Area { left: x - width / 2.0, top: y - NODE / 2.0, width, height: NODE };
    let thick = if node.current { 2.5 } else { 1.0 };
    pen.fill(area, ground.unwrap_or(theme.panel), 1.0)?;
    let (x0, y0, x1, y1) = (area.left, area.top, area.right(), area.bottom());
    let corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)];
    pen.path(&corners, edge, thick)?;
    let style = Lettering::new(11.5, theme.text).centred();
    pen.text(&node.label, (x, y), style)
}
