//! The graph of a workflow: its tasks in layers, coloured by machine.

mod layers;
#[cfg(test)]
mod tests;

use std::rc::Rc;

pub use layers::Layers;

use super::colouring::Tint;
use super::legend::{LINE, Swatch, legend, lines};
use super::lettering::{Lettering, elided};
use super::pen::{Drawn, Pen, Surface};
use super::svg::svg;
use super::theme::{Rgb, Theme};
use super::titles::{Captions, begin};
use super::{Area, Frame};
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
