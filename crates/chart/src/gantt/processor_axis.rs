//! What stands beside the processors of a Gantt chart: the names of their nodes, or their numbers.

use std::ops::Range;

use super::index::GanttIndex;
use super::layout::{Lane, Layout};
use crate::Area;
use crate::axis::processor_ticks;
use crate::lettering::{Lettering, shortened};
use crate::pen::{Drawn, Pen};

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
