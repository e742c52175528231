//! The load of nodes over time: a small chart for each, under the name of its agent.

use std::ops::Range;

use super::loads::{Held, LoadsAt};
use super::loads::{Level, levels, stacked};
use super::{agent_name, node_name, percent};
use crate::legend;
use crate::prelude::*;
use base::text;
use base::text::capital;
use scheduling::engine::{Messages, Run};

/// The least width of a chart with its numbers, and the heights of its parts, in CSS pixels.
const WIDTH: f64 = 250.0;
const NUMBERS: f64 = 34.0;
const NAME: f64 = 25.0;
const PLOT: f64 = 92.0;
const TIMES: f64 = 26.0;
const GAP: f64 = 14.0;
const HEADING: f64 = 24.0;

/// The content of the picture.
#[derive(Clone, Copy, Debug)]
pub struct LoadsView<'a> {
    pub run: &'a Run,
    /// The loads of the visible nodes.
    pub held: &'a LoadsAt,
    /// The window of time, as the run's times are.
    pub window: (Time, Time),
}

/// Where the chart of a node is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodePlace {
    /// Its place among the providers.
    pub node: usize,
    /// All of it.
    pub area: Area,
    /// Without the name and the numbers.
    pub plot: Area,
}

/// Where everything is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoadsLayout {
    /// Each agent of which a node is in a row, with the room above its nodes.
    pub headings: Vec<(usize, Area)>,
    /// Each node in sight.
    pub nodes: Vec<NodePlace>,
    pub bottom: f64,
}

/// Where the charts of neighbouring nodes are, from the top of an area on, as many side by side as have room.
/// In every row each agent has its name above its nodes.
pub fn loads_layout(messages: &Messages, nodes: Range<usize>, area: Area) -> LoadsLayout {
    let columns = ((area.width + GAP) / (WIDTH + GAP)).floor().max(1.0).min(nodes.len().max(1) as f64);
    let width = ((area.width - (columns - 1.0) * GAP) / columns).max(1.0);
    let height = HEADING + NAME + PLOT + TIMES;
    let mut made = LoadsLayout { bottom: area.top, ..LoadsLayout::default() };
    for (at, node) in nodes.enumerate() {
        let (row, column) = (at / columns as usize, at % columns as usize);
        let place = Area {
            left: area.left + column as f64 * (width + GAP),
            top: area.top + row as f64 * (height + GAP),
            width,
            height,
        };
        made.bottom = place.bottom();
        if let Some(agent) = messages.agent_of(node) {
            let heading = Area { height: HEADING, ..place };
            match made.headings.last_mut() {
                Some((of, before)) if column > 0 && *of == agent => {
                    before.width = heading.right() - before.left;
                }
                _ => made.headings.push((agent, heading)),
            }
        }
        let area = place.inset(0.0, HEADING, 0.0, 0.0);
        made.nodes.push(NodePlace { node, area, plot: area.inset(NUMBERS, NAME, 2.0, TIMES) });
    }
    made
}

/// A height that shows this many neighbouring nodes at a width.
pub fn loads_height(messages: &Messages, nodes: Range<usize>, width: u32) -> u32 {
    let area = within_margins(Frame::new(width, 10_000).area());
    let key = key(&swatches(&Theme::light()), area.width);
    let layout = loads_layout(messages, nodes, area.inset(0.0, key, 0.0, 0.0));
    layout.bottom.max(area.top + key + PLOT) as u32 + 16
}

fn key(swatches: &[Swatch], width: f64) -> f64 {
    legend::LINE * legend::lines(swatches, width) as f64 + 10.0
}

/// Which nodes are in sight: `nodes 1–12 of 1 000`.
pub fn window_words(nodes: &Range<usize>, count: usize) -> String {
    let number = |it: usize| text::count(it as i64);
    match nodes.len() {
        0 => "no nodes".to_owned(),
        1 => format!("node {} of {}", number(nodes.end), number(count)),
        _ => format!("nodes {}–{} of {}", number(nodes.start + 1), number(nodes.end), number(count)),
    }
}

fn swatches(theme: &Theme) -> [Swatch; 3] {
    let swatch = |colour, hatch, words: &str| Swatch { colour, hatch, words: words.to_owned(), mark: None };
    [
        swatch(theme.batch[1], None, "reserved"),
        swatch(theme.idle, Some(theme.idle_hatch), "offered, not decided"),
        swatch(theme.blocker, None, "highest load allowed"),
    ]
}

/// Tasks are drawn one by one where what begins and ends is at least so far apart in the mean.
const APART: f64 = 4.0;

/// Draws the picture.
fn draw(backend: &mut dyn Surface, frame: Frame, theme: &Theme, view: &LoadsView, captions: &Captions) -> Drawn {
    let mut pen = Pen::new(backend, frame, theme);
    let area = begin(&mut pen, frame.area(), captions)?;
    let swatches = swatches(theme);
    let below = area.inset(0.0, key(&swatches, area.width), 0.0, 0.0);
    legend(&mut pen, area, &swatches)?;
    let nodes = view.held.nodes.clone();
    if nodes.is_empty() || area.width < 100.0 || below.height < PLOT {
        return pen.nothing(area, "There are no nodes to show.");
    }
    let layout = loads_layout(&view.run.messages, nodes, below);
    for (agent, area) in &layout.headings {
        let own = view.run.messages.providers_of(*agent);
        let text = match own.len() {
            1 => format!("{} · 1 node", agent_name(*agent as u32)),
            many => format!("{} · {many} nodes", agent_name(*agent as u32)),
        };
        let style = Lettering::new(12.5, theme.text).bold();
        pen.text(&text, (area.left, area.top + HEADING / 2.0 - 2.0), style)?;
        let y = area.bottom() - 4.0;
        pen.across((area.left, area.right()), y, theme.axis)?;
    }
    for (place, held) in layout.nodes.iter().zip(&view.held.held) {
        draw_node(&mut pen, place, view, held, captions)?;
    }
    Ok(())
}

/// The picture as an SVG document.
pub fn loads_svg(frame: Frame, theme: &Theme, view: &LoadsView, captions: &Captions) -> String {
    let highest = |(held, node): (&Vec<Held>, usize)| {
        let most = levels(held).iter().map(|it| it.reserved).max();
        percent(view.run, node, most.unwrap_or(0))
    };
    let nodes = view.held.nodes.clone();
    let most = view.held.held.iter().zip(nodes.clone()).map(highest).max();
    let description = format!(
        "Load over time of {}; the highest that is reserved is {} %. {}",
        window_words(&nodes, view.run.platform.len()),
        most.unwrap_or(0),
        captions.subtitle
    );
    svg(frame, &captions.title, &description, |target, frame| draw(target, frame, theme, view, captions))
}

/// The scale of time and load in a plot.
struct Scale {
    plot: Area,
    window: (f64, f64),
    capacity: f64,
}

impl Scale {
    fn x(&self, time: Time) -> f64 {
        let (from, to) = self.window;
        let share = (time as f64 - from) / (to - from);
        self.plot.left + share.clamp(0.0, 1.0) * self.plot.width
    }

    fn y(&self, points: f64) -> f64 {
        self.plot.bottom() - (points / self.capacity).clamp(0.0, 1.0) * self.plot.height
    }
}

fn draw_node(pen: &mut Pen, place: &NodePlace, view: &LoadsView, held: &[Held], captions: &Captions) -> Drawn {
    let (theme, plot, node) = (pen.theme, place.plot, place.node);
    let capacity = view.run.platform[node];
    let (from, to) = (view.window.0, view.window.1.max(view.window.0 + 1));
    let scale = Scale { plot, window: (from as f64, to as f64), capacity: f64::from(capacity.max(1)) };
    let name = shortened(&capital(&node_name(view.run, node)), place.area.width * 0.55, 12.0);
    let at = (place.area.left, place.area.top + 9.0);
    pen.text(&name, at, Lettering::new(12.0, theme.text))?;
    let count = held.iter().filter(|it| !it.is_offered).count();
    let words = format!("{count} reserved");
    let at = (place.area.right(), at.1);
    pen.text(&words, at, Lettering::new(11.0, theme.muted).right())?;
    pen.fill(plot, theme.panel, 1.0)?;
    let most = view.run.messages.most_load.get(node).map(|&it| f64::from(it));
    draw_numbers(pen, &scale, most)?;
    let levels = levels(held);
    if levels.len() as f64 * APART <= plot.width {
        draw_blocks(pen, &scale, view.run, held)?;
    } else {
        draw_sum(pen, &scale, &levels)?;
    }
    if let Some(most) = most {
        draw_most(pen, plot, scale.y(most))?;
    }
    pen.frame(plot, theme.axis)?;
    draw_time_marks(pen, plot, scale.window, captions.origin)
}

/// The numbers at the left: none, half, all, and the highest load allowed where it has room between them.
fn draw_numbers(pen: &mut Pen, scale: &Scale, most: Option<f64>) -> Drawn {
    const ROOM: f64 = 12.0;
    let (theme, plot) = (pen.theme, scale.plot);
    let mut number = |share: f64, colour| {
        let label = format!("{:.0} %", share * 100.0);
        let at = (plot.left - 4.0, scale.y(scale.capacity * share));
        pen.text(&label, at, Lettering::new(10.0, colour).right())
    };
    let shares = [0.0, 0.5, 1.0];
    for share in shares {
        number(share, theme.muted)?;
    }
    let most = most.map(|it| it / scale.capacity);
    let has_room = |most: &f64| {
        let mut apart = shares.iter().map(|it| (it - most).abs() * plot.height);
        apart.all(|it| it >= ROOM)
    };
    if let Some(most) = most.filter(has_room) {
        number(most, theme.blocker)?;
    }
    for share in shares {
        let y = scale.y(scale.capacity * share).min(plot.bottom() - 1.0);
        pen.across((plot.left, plot.right()), y, theme.grid)?;
    }
    Ok(())
}

/// A block for each task.
fn draw_blocks(pen: &mut Pen, scale: &Scale, run: &Run, held: &[Held]) -> Drawn {
    for block in stacked(held) {
        let it = &held[block.held];
        let (left, right) = (scale.x(block.start), scale.x(block.end));
        let top = scale.y(f64::from(block.below + it.load));
        let area = Area { left, top, width: (right - left).max(0.5), height: scale.y(f64::from(block.below)) - top };
        draw_block(pen, area, it)?;
        let name = run.job_name(it.job as usize);
        if !it.is_offered && area.height >= 12.0 && area.width >= name.chars().count() as f64 * 6.5 + 6.0 {
            let middle = (area.left + area.width / 2.0, area.top + area.height / 2.0);
            let fill = pen.theme.batch[it.job as usize % 2];
            let ink = [pen.theme.background, pen.theme.text, pen.theme.highlight]
                .into_iter()
                .max_by(|a, b| a.contrast(fill).total_cmp(&b.contrast(fill)))
                .unwrap_or(pen.theme.text);
            pen.text(&name, middle, Lettering::new(10.5, ink).centred())?;
        }
    }
    Ok(())
}

fn draw_block(pen: &mut Pen, area: Area, it: &Held) -> Drawn {
    let theme = pen.theme;
    if it.is_offered {
        pen.fill(area, theme.idle, 1.0)?;
        pen.hatch(area, 6.0, theme.idle_hatch)?;
        return pen.frame(area, theme.idle_hatch);
    }
    pen.fill(area, theme.batch[it.job as usize % 2], 1.0)?;
    if area.width >= 4.0 && area.height >= 4.0 { pen.frame(area, theme.panel) } else { Ok(()) }
}

/// The sum alone: in every pixel column the highest.
fn draw_sum(pen: &mut Pen, scale: &Scale, levels: &[Level]) -> Drawn {
    let plot = scale.plot;
    let columns = plot.width.ceil().max(1.0) as usize;
    let mut highest = vec![(0, 0); columns];
    for pair in levels.windows(2) {
        let column = |time: Time| ((scale.x(time) - plot.left) as usize).min(columns - 1);
        for it in &mut highest[column(pair[0].from)..=column(pair[1].from)] {
            *it = (it.0.max(pair[0].reserved), it.1.max(pair[0].all));
        }
    }
    let (reserved, offered) = (pen.theme.batch[1], pen.theme.idle_hatch);
    let mut at = 0;
    for alike in highest.chunk_by(|a, b| a == b) {
        let (sum, all) = alike[0];
        let bar = |from: u32, to: u32| {
            let top = scale.y(f64::from(to));
            Area {
                left: plot.left + at as f64,
                top,
                width: (alike.len() as f64).min(plot.width - at as f64),
                height: scale.y(f64::from(from)) - top,
            }
        };
        pen.fill(bar(0, sum), reserved, 1.0)?;
        pen.fill(bar(sum, all.max(sum)), offered, 0.6)?;
        at += alike.len();
    }
    Ok(())
}

/// A dashed line at the highest load allowed.
fn draw_most(pen: &mut Pen, plot: Area, y: f64) -> Drawn {
    const DASH: f64 = 6.0;
    let mut x = plot.left;
    while x < plot.right() {
        let end = (x + DASH).min(plot.right());
        pen.path(&[(x, y), (end, y)], pen.theme.blocker, 1.6)?;
        x += DASH * 1.7;
    }
    Ok(())
}
