//! The load of nodes over time: a small chart for each, under the name of its agent.

mod drawn;

pub use drawn::loads_svg;

use std::ops::Range;

use super::loads::LoadsAt;
use crate::legend::{self, Swatch};
use crate::theme::Theme;
use crate::titles::within_margins;
use crate::{Area, Frame};
use base::text;
use scheduling::engine::{Messages, Run};
use workload::Time;

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
    let columns = ((area.width + GAP) / (WIDTH + GAP)).floor().max(1.0);
    let columns = columns.min(nodes.len().max(1) as f64);
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
