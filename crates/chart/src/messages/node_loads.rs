//! The load of nodes over time: a small chart for each, under the name of its agent.

use std::ops::Range;

use base::ordering::sort_by_key;
use base::text::{self, capital};
use scheduling::engine::{Messages, NEVER, Outcome, Run};
use workload::Time;

use super::steps::{Steps, offers_of};
use super::{agent_name, node_name, percent};
use crate::legend;
use crate::prelude::*;

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

/// A task on a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// Index of the job.
    pub job: u32,
    /// From when, counted as the run's times are.
    pub start: Time,
    /// Until when.
    pub end: Time,
    /// How much of the node it takes, in its points.
    pub load: u32,
    /// Whether it is only offered: on the agent's copy of its table, and not decided.
    pub is_offered: bool,
}

/// The reserved jobs of each provider, and from when until when there is anything. Made once of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reserved {
    jobs: Vec<Vec<u32>>,
    /// The first start and the last end of all tasks.
    pub span: (Time, Time),
}

impl Reserved {
    /// Of all jobs that a run has on a provider. O(jobs).
    pub fn of(run: &Run) -> Self {
        let mut jobs = vec![Vec::new(); run.platform.len()];
        let mut span: Option<(Time, Time)> = None;
        for (job, it) in (0..).zip(&run.schedule.outcomes) {
            let (start, end) = interval(run, job);
            span = Some(span.map_or((start, end), |(from, to)| (from.min(start), to.max(end))));
            if it.start != NEVER
                && let Some(of) = jobs.get_mut(it.provider as usize)
            {
                of.push(job);
            }
        }
        Self { jobs, span: span.unwrap_or_default() }
    }

    /// The jobs that are reserved on a provider in the end.
    pub fn jobs_of(&self, provider: usize) -> &[u32] {
        self.jobs.get(provider).map_or(&[], Vec::as_slice)
    }
}

/// The interval for which a node is, or would be, reserved for a job: as booked, or as requested if the job has
/// no node.
pub fn interval(run: &Run, job: u32) -> (Time, Time) {
    let outcome = run.schedule.outcomes.get(job as usize);
    if let Some(taken) = outcome.and_then(Outcome::taken) {
        return taken;
    }
    let Some(it) = run.jobs.get(job as usize) else {
        return (0, 0);
    };
    let start = it.reservation.map_or(it.submit, |asked| asked.ready);
    (start, start.saturating_add(it.requested_time))
}

/// Whether a job is reserved after this many steps. One whose decision is not kept is so in the end only.
pub fn is_reserved(run: &Run, steps: &Steps, job: u32, shown: usize) -> bool {
    let Some(booking) = run.messages.bookings.get(job as usize) else {
        return false;
    };
    match booking.decision {
        Some(decision) => booking.agent.is_some() && steps.is_ended(decision, shown),
        None => booking.agent.is_some() && shown >= steps.len(),
    }
}

/// The loads of some neighbouring nodes after a number of steps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoadsAt {
    /// The nodes, by their places among the providers.
    pub nodes: Range<usize>,
    /// The loads of each: reservations first, then by start, then by job.
    pub held: Vec<Vec<Held>>,
}

impl LoadsAt {
    /// O(messages + tasks on the nodes).
    pub fn of(run: &Run, steps: &Steps, reserved: &Reserved, nodes: Range<usize>, shown: usize) -> Self {
        let nodes = nodes.start.min(run.platform.len())..nodes.end.min(run.platform.len());
        let of_node = |provider: usize| -> Vec<Held> {
            reserved
                .jobs_of(provider)
                .iter()
                .filter(|&&job| is_reserved(run, steps, job, shown))
                .map(|&job| {
                    let load = run.schedule.outcomes[job as usize].processors;
                    held(run, job, load, false)
                })
                .collect()
        };
        let mut all: Vec<Vec<Held>> = nodes.clone().map(of_node).collect();
        let messages = &run.messages;
        for message in 0..messages.list.len() as u32 {
            if !steps.is_open(message, shown) {
                continue;
            }
            for offer in &messages.offers[offers_of(messages, message)] {
                let provider = offer.provider as usize;
                if nodes.contains(&provider) {
                    let job = run.jobs.get(offer.job as usize);
                    let load = job.map_or(0, |it| it.processors);
                    all[provider - nodes.start].push(held(run, offer.job, load, true));
                }
            }
        }
        for it in &mut all {
            sort_by_key(it, |it| (it.is_offered, it.start, it.job));
        }
        Self { nodes, held: all }
    }
}

fn held(run: &Run, job: u32, load: u32, is_offered: bool) -> Held {
    let (start, end) = interval(run, job);
    Held { job, start, end, load, is_offered }
}

/// The load from a time on, up to the next level's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    pub from: Time,
    /// The reserved load.
    pub reserved: u32,
    /// The reserved and the offered load.
    pub all: u32,
}

/// A part of a task, as long as it stands at one height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// The task's place among those given.
    pub held: usize,
    pub start: Time,
    pub end: Time,
    /// How much is below it.
    pub below: u32,
}

/// The load over time: a level at every time at which something begins or ends; 0 before the first. O(n log n).
pub fn levels(held: &[Held]) -> Vec<Level> {
    let mut changes: Vec<(Time, i64, bool)> = Vec::with_capacity(held.len() * 2);
    for it in held.iter().filter(|it| it.start < it.end) {
        let load = i64::from(it.load);
        changes.push((it.start, load, it.is_offered));
        changes.push((it.end, -load, it.is_offered));
    }
    changes.sort_unstable();
    let (mut reserved, mut all) = (0, 0);
    let at_once = changes.chunk_by(|a, b| a.0 == b.0);
    at_once
        .map(|changes| {
            for (_, change, is_offered) in changes {
                all += change;
                reserved += if *is_offered { 0 } else { *change };
            }
            Level { from: changes[0].0, reserved: reserved as u32, all: all as u32 }
        })
        .collect()
}

/// Each task upon those before it in the list that are there at the same time: a block for as long as these
/// stay the same. O(levels · n).
pub fn stacked(held: &[Held]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    // The block of each task that reaches to where the sweep has come.
    let mut last: Vec<Option<usize>> = vec![None; held.len()];
    for pair in levels(held).windows(2) {
        let (start, end) = (pair[0].from, pair[1].from);
        let mut below = 0;
        for (at, it) in held.iter().enumerate() {
            if it.start > start || it.end < end {
                continue;
            }
            match last[at].map(|it| &mut blocks[it]) {
                Some(block) if block.below == below => block.end = end,
                _ => {
                    last[at] = Some(blocks.len());
                    blocks.push(Block { held: at, start, end, below });
                }
            }
            below += it.load;
        }
    }
    blocks
}
