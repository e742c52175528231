//! Schedules over time as figures of papers: Gantt charts, and numbers of several runs upon one another.

use super::gantt::{self, draw_axis_label};
use super::overlay::{BUCKET_ON_PAPER, Curve, Measure, draw_plot};
use super::paper::{Figure, PaperWidth};
use super::viewport::Viewport;
use super::{GanttIndex, VisiblePart};
use crate::prelude::*;

/// The numbers of several runs over time. Their legend is a figure of its own.
pub struct PaperOverTime<'a> {
    /// One for each run.
    pub curves: &'a [Curve<'a>],
    pub measure: Measure,
    /// Its name, above the axis.
    pub label: &'a str,
    /// The times.
    pub viewport: &'a Viewport,
    /// The origin of the times.
    pub origin: Origin,
}

/// The room of numbers and labels beside a plot, in CSS pixels.
const LEFT: f64 = 44.0;
const ABOVE: f64 = 24.0;
const RIGHT: f64 = 8.0;
const BELOW: f64 = 44.0;

/// How far below a plot the name of its time axis stands.
const NAME: f64 = 33.0;

impl PaperOverTime<'_> {
    /// About how long the time is that a value of a line is the mean of, for a figure that shows `span`.
    pub fn step(width: PaperWidth, span: f64) -> f64 {
        let plot = f64::from(width.pixels()) - LEFT - RIGHT;
        span * BUCKET_ON_PAPER / plot
    }
}

impl Figure for PaperOverTime<'_> {
    fn height(&self, width: u32) -> u32 {
        (f64::from(width) * 0.5).clamp(180.0, 250.0) as u32
    }

    fn draw(&self, backend: &mut dyn Surface, frame: Frame, theme: &Theme) -> Drawn {
        let mut pen = Pen::new(backend, frame, theme);
        let area = begin(&mut pen, frame.area(), &Captions::default())?;
        let heading = Lettering::new(12.0, theme.text);
        pen.text(self.label, (area.left, area.top + 8.0), heading)?;
        let plot = area.inset(LEFT, ABOVE, RIGHT, BELOW);
        let sight = (self.viewport, self.origin);
        draw_plot(&mut pen, plot, (self.curves, self.measure), sight)?;
        let window = (self.viewport.start, self.viewport.end);
        draw_time_marks(&mut pen, plot, window, self.origin)?;
        draw_axis_label(&mut pen, plot, NAME, self.origin)
    }
}

/// A Gantt chart, with its own legend.
pub struct PaperGantt<'a> {
    /// The run, arranged for drawing.
    pub index: &'a GanttIndex,
    /// The part that is shown, and the jobs that are highlighted.
    pub shown: VisiblePart<'a>,
    /// The origin of the times.
    pub origin: Origin,
}

impl Figure for PaperGantt<'_> {
    fn height(&self, width: u32) -> u32 {
        (f64::from(width) * 0.6).clamp(210.0, 330.0) as u32
    }

    fn draw(&self, backend: &mut dyn Surface, frame: Frame, theme: &Theme) -> Drawn {
        let captions = Captions { origin: self.origin, ..Captions::default() };
        gantt::draw(backend, frame, theme, self.index, self.shown, &captions)
    }
}
