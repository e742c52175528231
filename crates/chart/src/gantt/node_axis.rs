//! The names of nodes beside the processors of a Gantt chart, several nodes in one label where they are too low for
//! labels of their own: `n[001-016]`.

use std::ops::Range;
use std::rc::Rc;

use super::index::GanttIndex;
use super::layout::{Lane, Layout};
use crate::axis::processor_ticks;
use crate::prelude::*;
use workload::Nodes;

/// The least height of a label, in CSS pixels.
const LEAST_HEIGHT: f64 = 18.0;

/// The longest label is looked for among the first nodes only.
const MOST_LOOKED_AT: u32 = 1_024;

/// The nodes that the processors of a chart belong to.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct NodeAxis {
    nodes: Rc<Nodes>,
    count: u32,
    processors: u32,
    /// The letters of the longest label.
    letters: usize,
}

/// A label, and its processors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NodeLabel {
    pub words: String,
    pub processors: Range<u32>,
}

impl NodeAxis {
    /// Of nodes in the order of their processors. O(groups of nodes).
    pub fn of(nodes: &Nodes) -> Self {
        let count = nodes.count();
        let looked_at = count.min(MOST_LOOKED_AT);
        let letters = |step: u32| {
            let labels = (0..looked_at).step_by(step as usize);
            labels.map(|at| nodes.names(at..(at + step).min(looked_at))).map(|it| it.chars().count()).max().unwrap_or(0)
        };
        let steps = (0..).map(|power| 1 << power).take_while(|&step| step <= looked_at);
        Self {
            letters: steps.map(letters).max().unwrap_or(0),
            count,
            processors: nodes.processors(),
            nodes: Rc::new(nodes.clone()),
        }
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The letters of its longest label.
    pub fn letters(&self) -> usize {
        self.letters
    }

    /// The names of the nodes of some processors, and the first processor of the first of them; `None` if they are of no node.
    pub fn nodes_of(&self, first: u32, last: u32) -> Option<(String, u32)> {
        if first >= self.processors {
            return None;
        }
        let node = self.nodes.node_of(first);
        let names = self.nodes.names(node..self.nodes.node_of(last) + 1);
        Some((names, self.nodes.first_processor(node)))
    }

    /// Labels for the nodes of some processors that are `row_height` CSS pixels tall each: for 1, 2, 4, 8 ... nodes, as
    /// there is room. O(labels times groups of nodes).
    pub fn labels(&self, sight: Range<u32>, row_height: f64) -> Vec<NodeLabel> {
        if self.is_empty() {
            return Vec::new();
        }
        let height = f64::from(self.processors) * row_height / f64::from(self.count);
        let mut step = 1;
        while step < self.count && f64::from(step) * height < LEAST_HEIGHT {
            step *= 2;
        }
        let begin = self.nodes.node_of(sight.start) / step * step;
        let groups = (begin..self.count).step_by(step as usize).map(|from| from..(from + step).min(self.count));
        let label = |group: Range<u32>| NodeLabel {
            processors: self.nodes.first_processor(group.start)..self.nodes.first_processor(group.end),
            words: self.nodes.names(group),
        };
        groups.map(label).take_while(|it| it.processors.start < sight.end).collect()
    }
}

/// The size of the letters, in CSS pixels.
pub(super) const AXIS_SIZE: f64 = 11.0;

/// The width of a mean letter by that of the letters of nodes' names, most of which are digits.
pub(super) const MEAN_BY_DIGIT: f64 = 0.85;

/// The names of the nodes of a lane, or the numbers of its processors where it has none.
pub(super) fn draw_processors(pen: &mut Pen, layout: &Layout, lane: &Lane, index: &GanttIndex, plot: Area) -> Drawn {
    if index.node_axis.is_empty() { numbers(pen, layout, lane, plot) } else { nodes(pen, layout, lane, index, plot) }
}

/// The names of the nodes of a lane, with a mark where each label's nodes begin.
fn nodes(pen: &mut Pen, layout: &Layout, lane: &Lane, index: &GanttIndex, plot: Area) -> Drawn {
    let style = Lettering::new(AXIS_SIZE, pen.theme.muted).right();
    let room = index.left() - 8.0;
    let mut free_from = f64::NEG_INFINITY;
    for label in index.node_axis.labels(lane.sight(layout.row_height), layout.row_height) {
        let Range { start, end } = label.processors;
        let (top, bottom) = layout.span(lane, start, end - 1);
        let middle = f64::midpoint(top, bottom);
        if top >= lane.top && bottom > top {
            let mark = Area { left: plot.left - 5.0, top: plot.top + top, width: 5.0, height: 1.0 };
            pen.fill(mark, pen.theme.axis, 1.0)?;
        }
        if bottom - top < 8.0 || middle < free_from {
            continue;
        }
        let words = shortened(&label.words, room * MEAN_BY_DIGIT, AXIS_SIZE);
        pen.text(&words, (plot.left - 7.0, plot.top + middle), style)?;
        free_from = middle + 13.0;
    }
    Ok(())
}

/// The numbers of some processors of a lane.
fn numbers(pen: &mut Pen, layout: &Layout, lane: &Lane, plot: Area) -> Drawn {
    let style = Lettering::new(AXIS_SIZE, pen.theme.muted).right();
    let sight = lane.sight(layout.row_height);
    for processor in processor_ticks(lane.processors, sight, layout.row_height) {
        let middle = lane.origin + (f64::from(processor) + 0.5) * layout.row_height;
        if middle < lane.top || middle > lane.bottom {
            continue;
        }
        // The outermost labels stay beside their lane.
        let inner = (lane.top + 5.0)..(lane.bottom - 5.0).max(lane.top + 5.0);
        let y = plot.top + middle.clamp(inner.start, inner.end);
        pen.text(&processor.to_string(), (plot.left - 6.0, y), style)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gantt::gantt_svg;
    use crate::gantt::index::GanttIndex;
    use crate::{Captions, Frame, Theme};

    /// Ten nodes of four processors, but the first has eight.
    fn axis() -> NodeAxis {
        let text = "JobID|Submit|Start|End|AllocCPUS|NodeList\n\
            1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|40|n[01-10]\n\
            2|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|4|n01\n";
        let log = workload::read("a", text.as_bytes()).unwrap().workload;
        NodeAxis::of(log.log().unwrap().placements.nodes())
    }

    /// The labels, each with its processors.
    fn labels(sight: Range<u32>, row_height: f64) -> String {
        axis().labels(sight, row_height).into_iter().map(|it| format!("{} {:?}; ", it.words, it.processors)).collect()
    }

    #[test]
    fn tall_nodes_have_a_label_each() {
        assert_eq!(labels(0..10, 6.0), "n01 0..8; n02 8..12; ");
        assert_eq!(labels(8..12, 6.0), "n02 8..12; ");
        assert_eq!(labels(44..99, 6.0), "");
    }

    #[test]
    fn low_nodes_share_a_label() {
        assert_eq!(labels(0..44, 1.5), "n[01-04] 0..20; n[05-08] 20..36; n[09-10] 36..44; ");
        assert_eq!(labels(0..44, 0.001), "n[01-10] 0..44; ");
        assert_eq!(labels(30..44, 1.5), "n[05-08] 20..36; n[09-10] 36..44; ");
        assert_eq!(axis().letters(), 8);
    }

    #[test]
    fn a_chart_names_the_nodes_that_jobs_were_on() {
        let text = "JobID|Submit|Start|End|AllocCPUS|NodeList\n\
            1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|4|compute-a7\n\
            2|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|4|compute-b1\n";
        let log = workload::read("a", text.as_bytes()).unwrap().workload;
        let svg = |system: &str| {
            let scenario = format!(
                r#"{{"platform": [8], "system": {{"{system}": {{}}}}, "workload": {{"first_job": null, "last_job": null}}}}"#
            );
            let scenario = experiment::Scenario::from_json(scenario.as_bytes()).unwrap();
            let index = GanttIndex::new(&experiment::run(&scenario, &log).unwrap());
            let (frame, captions) = (Frame::new(600, 300), Captions::default());
            let svg = gantt_svg(frame, &Theme::light(), &index, &index.whole(), &captions);
            (svg, index.left())
        };
        let (logged, left) = svg("as_logged");
        assert!(logged.contains("compute-a7") && logged.contains("compute-b1"));
        let (simulated, least) = svg("two_level");
        assert!(!simulated.contains("compute"));
        assert!(left > least, "{left}, {least}");
    }

    #[test]
    fn without_nodes_there_are_no_labels() {
        assert!(NodeAxis::default().is_empty());
        assert_eq!(NodeAxis::default().labels(0..9, 20.0), []);
        assert_eq!(NodeAxis::of(&Nodes::default()).labels(0..9, 20.0), []);
    }
}
