//! The graph of a workflow: its tasks in layers, coloured by machine.

#[cfg(test)]
mod tests;

use std::rc::Rc;

use super::colouring::Tint;
use super::lettering::elided;
use crate::prelude::*;
use base::ordering::sort_by;
use experiment::Run;

/// Machines with a colour of their own; those behind share one.
const COLOURS: usize = 8;

/// The content of the picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TaskGraph {
    /// The name of each task.
    pub names: Vec<String>,
    /// The machine of each task.
    pub machines: Vec<usize>,
    /// The names of the machines.
    pub machine_names: Vec<String>,
    /// Where the tasks stand.
    pub layers: Rc<Layers>,
}

impl TaskGraph {
    /// Of a run of a workflow; of any other it is empty.
    pub fn of(run: &Run) -> Self {
        let Some(tasks) = run.workflow() else {
            return Self::default();
        };
        let edges = tasks.edges.iter();
        let edges: Vec<_> = edges.map(|it| (it.from as usize, it.to as usize)).collect();
        Self {
            names: tasks.tasks.iter().map(|it| it.name.clone()).collect(),
            machines: tasks.tasks.iter().map(|it| it.machine as usize).collect(),
            machine_names: tasks.machines.clone(),
            layers: Rc::new(Layers::new(tasks.tasks.len(), &edges)),
        }
    }

    /// A height that shows the longest layer, with the legend above, in CSS pixels.
    pub fn height(&self) -> u32 {
        (self.layers.longest() as f64 * ROW).clamp(LEAST, MOST) as u32 + LEGEND as u32
    }

    /// The task at a place of a picture without titles, if there is one.
    pub fn task_at(&self, frame: Frame, (x, y): (f64, f64)) -> Option<usize> {
        let plot = plot(frame.area());
        let is_within =
            |box_of: &Area| (box_of.left..=box_of.right()).contains(&x) && (box_of.top..=box_of.bottom()).contains(&y);
        (0..self.names.len()).find(|&task| is_within(&self.box_of(task, plot)))
    }

    /// Where a node stands.
    fn centre(&self, node: usize, plot: Area) -> (f64, f64) {
        let (layer, share) = self.layers.of(node);
        let across = plot.width / self.layers.layers.len() as f64;
        let x = plot.left + (layer as f64 + 0.5) * across;
        (x, plot.top + share * plot.height)
    }

    fn box_of(&self, task: usize, plot: Area) -> Area {
        let (x, y) = self.centre(task, plot);
        let across = plot.width / self.layers.layers.len() as f64;
        let down = plot.height / self.layers.longest() as f64;
        let width = (WIDTH * across).clamp(3.0, 150.0);
        let height = (0.72 * down).clamp(2.0, 22.0);
        Area { left: x - width / 2.0, top: y - height / 2.0, width, height }
    }
}

/// The height of a task with its surroundings where there is room, and the least and the most of all, in CSS
/// pixels.
const ROW: f64 = 26.0;
const LEAST: f64 = 220.0;
const MOST: f64 = 760.0;

/// The share of its layer that a task takes: the rest is for the lines between the layers.
const WIDTH: f64 = 0.78;

/// The height of a name, and the width of a letter of it, in CSS pixels.
const SIZE: f64 = 11.0;
const LETTER: f64 = 7.2;

/// The room of the legend.
const LEGEND: f64 = 2.0 * LINE + 10.0;

fn plot(area: Area) -> Area {
    area.inset(4.0, LEGEND, 4.0, 4.0)
}

fn colour_of(machine: usize, theme: &Theme) -> Rgb {
    let tint = if machine < COLOURS { Tint::Category(machine as u8) } else { Tint::Others };
    tint.colour(theme)
}

/// Draws the picture; a task that is `chosen` is outlined, with the edges at it.
pub fn draw(
    backend: &mut dyn Surface,
    frame: Frame,
    theme: &Theme,
    (graph, chosen): (&TaskGraph, Option<usize>),
    captions: &Captions,
) -> Drawn {
    let mut pen = Pen::new(backend, frame, theme);
    // On the page it fills its frame, in a picture it has margins.
    let area = if captions.title.is_empty() { frame.area() } else { begin(&mut pen, frame.area(), captions)? };
    if graph.names.is_empty() {
        return pen.nothing(area, "There are no tasks.");
    }
    let swatches = swatches(graph, theme, area);
    legend(&mut pen, area, &swatches)?;
    let plot = plot(area);
    for way in &graph.layers.ways {
        let is_at = |task: usize| way.first() == Some(&task) || way.last() == Some(&task);
        if !chosen.is_some_and(is_at) {
            draw_way(&mut pen, graph, way, plot, (theme.axis, 1.0))?;
        }
    }
    if let Some(chosen) = chosen {
        for way in &graph.layers.ways {
            if way.first() == Some(&chosen) || way.last() == Some(&chosen) {
                draw_way(&mut pen, graph, way, plot, (theme.highlight, 2.0))?;
            }
        }
    }
    for task in 0..graph.names.len() {
        draw_task(&mut pen, graph, task, plot, chosen == Some(task))?;
    }
    Ok(())
}

/// The picture as an SVG document.
pub fn task_graph_svg(frame: Frame, theme: &Theme, graph: (&TaskGraph, Option<usize>), captions: &Captions) -> String {
    let description = format!(
        "A graph of {} tasks in {} layers. {}",
        graph.0.names.len(),
        graph.0.layers.layers.len(),
        captions.subtitle
    );
    svg(frame, &captions.title, &description, |target, frame| draw(target, frame, theme, graph, captions))
}

/// The machines; as many as two lines have room for.
fn swatches(graph: &TaskGraph, theme: &Theme, area: Area) -> Vec<Swatch> {
    let own = graph.machine_names.iter().take(COLOURS).enumerate();
    let swatch = |words: String, colour: Rgb| Swatch { colour, hatch: None, mark: None, words };
    let mut all: Vec<Swatch> = own.map(|(at, name)| swatch(name.clone(), colour_of(at, theme))).collect();
    let others = graph.machine_names.len().saturating_sub(COLOURS);
    if others > 0 {
        all.push(swatch(format!("{others} others"), colour_of(COLOURS, theme)));
    }
    while lines(&all, area.width) > 2 {
        all.pop();
    }
    all
}

/// An edge, through its places between the layers.
fn draw_way(pen: &mut Pen, graph: &TaskGraph, way: &[usize], plot: Area, (colour, width): (Rgb, f64)) -> Drawn {
    let tasks = graph.names.len();
    let mut points = Vec::with_capacity(2 * way.len());
    for (at, &node) in way.iter().enumerate() {
        let (x, y) = graph.centre(node, plot);
        let half = if node < tasks { graph.box_of(node, plot).width / 2.0 } else { 0.0 };
        // From the right side of the one to the left side of the other.
        match at {
            0 => points.push((x + half, y)),
            _ => points.push((x - half, y)),
        }
    }
    pen.path(&points, colour, width)
}

fn draw_task(pen: &mut Pen, graph: &TaskGraph, task: usize, plot: Area, is_chosen: bool) -> Drawn {
    let theme = pen.theme;
    let area = graph.box_of(task, plot);
    let colour = colour_of(graph.machines[task], theme);
    if is_chosen {
        let line =
            Area { left: area.left - 3.0, top: area.top - 3.0, width: area.width + 6.0, height: area.height + 6.0 };
        pen.fill(line, theme.highlight, 1.0)?;
    }
    pen.fill(area, colour, 1.0)?;
    let most = ((area.width - 6.0) / LETTER).max(0.0) as usize;
    let name = elided(&graph.names[task], most).filter(|_| area.height >= 11.0);
    let Some(name) = name else {
        return Ok(());
    };
    let [light, dark] = [Rgb::hex(0xffffff), Rgb::hex(0x10151b)];
    let ink = if colour.contrast(light) >= colour.contrast(dark) { light } else { dark };
    let middle = (area.left + area.width / 2.0, area.top + area.height / 2.0);
    pen.text(&name, middle, Lettering::new(SIZE, ink).centred())
}

// Where the tasks of a graph stand: in layers, in an order that tangles its edges little.
//
// Every task stands in the layer behind its last predecessor's (longest-path layering), an edge over
// several layers has a place in each of those between, and sweeps forth and back put everything at the mean
// place of its neighbours in the layer before (the barycentre method of Sugiyama, Tagawa and Toda 1981).
// The order of fewest crossings that was seen is kept.

/// Sweeps forth and back: there is little to gain from more.
const SWEEPS: usize = 16;

/// Most places of edges between layers; longer edges of larger graphs are drawn straight.
const MOST_BENDS: usize = 50_000;

/// The layers of a graph. Nodes are the tasks, and after them the places where long edges pass a layer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layers {
    /// The nodes of each layer, in order.
    pub layers: Vec<Vec<usize>>,
    /// Of every edge the nodes that it goes along, its ends among them.
    pub ways: Vec<Vec<usize>>,
    /// The layer of each node.
    layer: Vec<usize>,
    /// The place of each node in its layer.
    place: Vec<usize>,
}

impl Layers {
    /// Of this many tasks with edges from one to another. Tasks in a cycle are in the first layers. In time
    /// linear in the graph except for the sorting of the layers.
    pub fn new(tasks: usize, edges: &[(usize, usize)]) -> Self {
        let mut layer = longest_paths(tasks, edges);
        let bends: usize = edges.iter().map(|&(from, to)| layer[to].abs_diff(layer[from]).saturating_sub(1)).sum();
        let mut ways = Vec::with_capacity(edges.len());
        for &(from, to) in edges {
            let mut way = vec![from];
            if bends <= MOST_BENDS {
                for between in layer[from] + 1..layer[to] {
                    way.push(layer.len());
                    layer.push(between);
                }
            }
            way.push(to);
            ways.push(way);
        }
        let count = layer.iter().map(|it| it + 1).max().unwrap_or(0);
        let mut layers = vec![Vec::new(); count];
        for (node, &at) in layer.iter().enumerate() {
            layers[at].push(node);
        }
        let mut found = Self { place: vec![0; layer.len()], layers, ways, layer };
        found.number();
        found.untangle();
        found
    }

    /// The layer of a node, and its place in it as a share of the layer's length, both from 0.
    pub fn of(&self, node: usize) -> (usize, f64) {
        let at = self.layer[node];
        let count = self.layers[at].len();
        (at, (self.place[node] as f64 + 0.5) / count as f64)
    }

    /// The nodes of the longest layer.
    pub fn longest(&self) -> usize {
        self.layers.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// How many pairs of edges cross between layers that follow each other. O(edges log edges).
    pub fn crossings(&self) -> u64 {
        let mut between = vec![Vec::new(); self.layers.len()];
        for (from, to) in self.steps() {
            between[self.layer[from]].push((self.place[from], self.place[to]));
        }
        between
            .into_iter()
            .enumerate()
            .map(|(at, steps)| crossings(steps, self.layers.get(at + 1).map_or(0, Vec::len)))
            .sum()
    }

    /// The parts of the edges from a layer to the next one.
    fn steps(&self) -> impl Iterator<Item = (usize, usize)> {
        let steps = self.ways.iter().flat_map(|way| way.windows(2));
        steps.map(|step| (step[0], step[1])).filter(|&(from, to)| self.layer[to] == self.layer[from] + 1)
    }

    fn number(&mut self) {
        for nodes in &self.layers {
            for (place, &node) in nodes.iter().enumerate() {
                self.place[node] = place;
            }
        }
    }

    fn untangle(&mut self) {
        let mut before = vec![Vec::new(); self.layer.len()];
        let mut behind = vec![Vec::new(); self.layer.len()];
        for (from, to) in self.steps() {
            before[to].push(from);
            behind[from].push(to);
        }
        let mut best = (self.crossings(), self.layers.clone());
        for sweep in 0..SWEEPS {
            if best.0 == 0 {
                break;
            }
            let forth = sweep % 2 == 0;
            let neighbours = if forth { &before } else { &behind };
            for step in 0..self.layers.len() {
                let at = if forth { step } else { self.layers.len() - 1 - step };
                self.sort_layer(at, neighbours);
            }
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.layers.clone());
            }
        }
        self.layers = best.1;
        self.number();
    }

    /// Puts the nodes of a layer at the mean place of their neighbours; those without any stay.
    fn sort_layer(&mut self, at: usize, neighbours: &[Vec<usize>]) {
        let mean = |node: usize| -> f64 {
            let near = &neighbours[node];
            let places = near.iter().map(|&it| self.of(it).1);
            match near.len() {
                0 => self.of(node).1,
                count => places.sum::<f64>() / count as f64,
            }
        };
        let mut nodes: Vec<(f64, usize)> = self.layers[at].iter().map(|&node| (mean(node), node)).collect();
        // A stable sort: equals keep their order.
        sort_by(&mut nodes, |one, other| one.0.total_cmp(&other.0));
        for (place, &(_, node)) in nodes.iter().enumerate() {
            self.place[node] = place;
        }
        self.layers[at] = nodes.into_iter().map(|(_, node)| node).collect();
    }
}

/// How many edges lie on the longest way to each task.
fn longest_paths(tasks: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut behind = vec![Vec::new(); tasks];
    let mut waits_for = vec![0; tasks];
    for &(from, to) in edges {
        behind[from].push(to);
        waits_for[to] += 1;
    }
    let mut layer = vec![0; tasks];
    let mut ready: Vec<usize> = (0..tasks).filter(|&it| waits_for[it] == 0).collect();
    while let Some(task) = ready.pop() {
        for &next in &behind[task] {
            layer[next] = layer[next].max(layer[task] + 1);
            waits_for[next] -= 1;
            if waits_for[next] == 0 {
                ready.push(next);
            }
        }
    }
    layer
}

/// Crossings of edges between two layers, the second one of this many nodes: pairs in one order at their
/// beginnings and in the other at their ends, counted by a Fenwick tree.
fn crossings(mut edges: Vec<(usize, usize)>, nodes: usize) -> u64 {
    edges.sort_unstable();
    let mut tree = vec![0_u64; nodes + 1];
    let mut all = 0;
    for (seen, (_, to)) in (0_u64..).zip(edges) {
        // Those that end at or before this one.
        let (mut at, mut not_behind) = (to + 1, 0);
        while at > 0 {
            not_behind += tree[at];
            at &= at - 1;
        }
        all += seen - not_behind;
        let mut at = to + 1;
        while at <= nodes {
            tree[at] += 1;
            at += at & at.wrapping_neg();
        }
    }
    all
}
