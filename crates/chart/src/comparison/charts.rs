//! The charts of a comparison, one below the other over one time axis.

use super::{Comparison, words};
use crate::gantt::index::{GanttIndex, VisiblePart};
use crate::gantt::{draw_lanes, swatches};
use crate::legend;
use crate::overlay::{Curve, Measure, draw_plot};
use crate::prelude::*;

/// The room of numbers and of names of nodes on the left, in CSS pixels.
fn left(comparison: &Comparison) -> f64 {
    comparison.scenarios.iter().map(|it| it.index.left()).fold(GanttIndex::default().left(), f64::max)
}

/// A line of words above each chart, and the gap below it.
const HEAD: f64 = 20.0;
const GAP: f64 = 5.0;

/// The height of the marks and the title of the axis.
const AXIS: f64 = 42.0;

/// Of the free height a curve takes this much where a Gantt chart takes 1: of few scenarios less.
fn curve(comparison: &Comparison) -> f64 {
    if comparison.scenarios.len() > 3 { 1.1 } else { 0.7 }
}

/// How high each Gantt chart may be so that all charts fill a height.
fn gantt_height(comparison: &Comparison, key: f64, height: f64) -> f64 {
    let scenarios = comparison.scenarios.len() as f64;
    let words = (scenarios + 2.0) * (HEAD + GAP) + AXIS + key;
    ((height - words) / (scenarios + 2.0 * curve(comparison))).max(0.0)
}

/// How high all charts are with Gantt charts of such a height.
pub(super) fn height(comparison: &Comparison, width: f64, gantt: f64) -> f64 {
    let scenarios = comparison.scenarios.len() as f64;
    let key = key_height(&key(comparison), width - left(comparison));
    (scenarios + 2.0) * (HEAD + GAP) + AXIS + key + (scenarios + 2.0 * curve(comparison)) * gantt
}

/// Whether the words above a chart have to be cut.
pub(super) fn cuts_names(comparison: &Comparison, width: f64) -> bool {
    let room = width - left(comparison) - SIGN;
    let mut names = comparison.scenarios.iter().map(|it| it.name);
    names.any(|name| shortened(name, room, 12.0) != name)
}

/// The room of a scenario's line, dot and letter.
const SIGN: f64 = 44.0;

/// The meaning of the colours of all Gantt charts.
fn key(comparison: &Comparison) -> Vec<Swatch> {
    let indices: Vec<&GanttIndex> = comparison.scenarios.iter().map(|it| it.index).collect();
    let dims = comparison.scenarios.iter().any(|it| it.selected.is_some());
    swatches(&indices, dims, &super::theme())
}

/// The height of that legend at a width.
fn key_height(swatches: &[Swatch], width: f64) -> f64 {
    legend::LINE * legend::lines(swatches, width) as f64
}

/// Draws them so that they fill an area; at most `budget` bars in all.
pub(super) fn draw(pen: &mut Pen, area: Area, comparison: &Comparison, budget: usize) -> Drawn {
    let swatches = key(comparison);
    let key = key_height(&swatches, area.width - left(comparison));
    let height = gantt_height(comparison, key, area.height);
    let plot = area.inset(left(comparison), 0.0, 0.0, 0.0);
    legend(pen, plot, &swatches)?;
    let mut top = area.top + key;
    let budget = budget / comparison.scenarios.len().max(1);
    for (place, scenario) in comparison.scenarios.iter().enumerate() {
        words::sign(pen, (plot.left, top + HEAD / 2.0), place)?;
        let name = shortened(scenario.name, plot.width - SIGN, 12.0);
        let style = Lettering::new(12.0, pen.theme.text);
        pen.text(&name, (plot.left + SIGN, top + HEAD / 2.0), style)?;
        let lanes = Area { top: top + HEAD, height, ..plot };
        let viewport = comparison.viewport(scenario);
        let shown = VisiblePart { viewport: &viewport, selected: scenario.selected };
        let shown = (shown, comparison.origin);
        draw_lanes(pen, lanes, scenario.index, shown, budget)?;
        top += HEAD + height + GAP;
    }
    draw_curves(pen, Area { top, ..plot }, comparison, height * curve(comparison))
}

/// Utilization and queue length, and the axis below them.
fn draw_curves(pen: &mut Pen, area: Area, comparison: &Comparison, height: f64) -> Drawn {
    let Some(first) = comparison.scenarios.first() else {
        return Ok(());
    };
    let viewport = comparison.viewport(first);
    let all = comparison.scenarios.iter().enumerate();
    let busy: Vec<Curve> = all
        .clone()
        .map(|(series, it)| Curve {
            series,
            steps: it.busy,
            whole: it.index.platform.iter().map(|&p| f64::from(p)).sum(),
            look: None,
        })
        .collect();
    let waiting: Vec<Curve> =
        all.map(|(series, it)| Curve { series, steps: &it.queue.jobs, whole: 1.0, look: None }).collect();
    let mut plot = Area { height, ..area };
    for (heading, curves, measure) in
        [("utilization", &busy, Measure::Share), ("jobs waiting", &waiting, Measure::Number)]
    {
        let style = Lettering::new(12.0, pen.theme.text).bold();
        pen.text(heading, (plot.left, plot.top + HEAD / 2.0), style)?;
        plot.top += HEAD;
        draw_plot(pen, plot, (curves, measure), (&viewport, comparison.origin))?;
        plot.top += height + GAP;
    }
    plot.top -= height + GAP;
    draw_time_marks(pen, plot, comparison.window, comparison.origin)?;
    let middle = (plot.left + plot.width / 2.0, plot.bottom() + 33.0);
    let style = Lettering::new(11.5, pen.theme.muted).centred();
    pen.text(&comparison.origin.axis_label(), middle, style)
}
