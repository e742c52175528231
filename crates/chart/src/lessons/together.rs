//! Several schedules of a lesson on one time axis, one beneath the other, with one legend.

use super::schedule::are_few;
use super::{common_window, origin_of, schedule_index};
use crate::Viewport;
use crate::gantt::index::GanttIndex;
use crate::gantt::{BUDGET, draw_axis_label, draw_lanes, kinds_there, nouns};
use crate::piece::Kind;
use crate::prelude::*;
use scheduling::engine::Run;

/// The height of the time axis beneath the last schedule, in CSS pixels.
pub const AXIS_HEIGHT: u32 = 40;

/// The least height of a provider's row of processors, and of the axes and titles around the providers, in CSS pixels.
const LEAST: (u32, u32) = (20, 12);

/// Schedules that share their time axis.
pub struct Together {
    indices: Vec<GanttIndex>,
    start: f64,
    end: f64,
    origin: Origin,
    /// The place of the axis of processors, the same for all.
    left: f64,
}

impl Together {
    /// These runs, in this window or in one that shows all of them.
    pub fn of(runs: &[&Run], window: Option<(Time, Time)>) -> Self {
        let indices: Vec<GanttIndex> = runs.iter().map(|run| schedule_index(run)).collect();
        let (start, end) = window.or_else(|| common_window(runs)).unwrap_or((0, 1));
        let origin = runs.first().map(|run| origin_of(run, are_few(run)));
        let left = indices.iter().map(GanttIndex::left).fold(0.0, f64::max);
        Self { indices, start: start as f64, end: end as f64, origin: origin.unwrap_or_default(), left }
    }

    pub fn count(&self) -> usize {
        self.indices.len()
    }

    /// The kinds of bars in any of them, and their words.
    pub fn legend(&self) -> Vec<(Kind, &'static str)> {
        let indices: Vec<&GanttIndex> = self.indices.iter().collect();
        let has = |kind| indices.iter().any(|it| it.has(kind));
        kinds_there(nouns(&indices), has)
    }

    /// The least height of the schedule at `place`, in CSS pixels: the last one has the axis.
    pub fn least_height(&self, place: usize) -> u32 {
        let providers = self.indices.get(place).map_or(1, |it| it.platform.len());
        let providers = u32::try_from(providers).unwrap_or(u32::MAX).min(6);
        let axis = if self.is_last(place) { AXIS_HEIGHT } else { 0 };
        LEAST.0 * providers.max(2) + LEAST.1 + axis
    }

    /// The schedule at `place` as an SVG document.
    pub fn svg(&self, place: usize, frame: Frame, theme: &Theme) -> String {
        let axis = if self.is_last(place) { AXIS_HEIGHT } else { 0 };
        svg(frame, "", "", |target, frame| {
            let mut pen = Pen::new(target, frame, theme);
            pen.fill(frame.area(), theme.background, 1.0)?;
            let plot = frame.area().inset(self.left, 3.0, 20.0, f64::from(axis) + 3.0);
            let Some(index) = self.indices.get(place) else {
                return Ok(());
            };
            let sight = Viewport { start: self.start, end: self.end, ..index.whole() };
            if plot.width < 8.0 || plot.height < 8.0 {
                return Ok(());
            }
            draw_lanes(&mut pen, plot, index, ((&sight).into(), self.origin), BUDGET)?;
            if !self.is_last(place) {
                return Ok(());
            }
            draw_time_marks(&mut pen, plot, (self.start, self.end), self.origin)?;
            draw_axis_label(&mut pen, plot, 30.0, self.origin)
        })
    }

    fn is_last(&self, place: usize) -> bool {
        place + 1 == self.count()
    }
}
