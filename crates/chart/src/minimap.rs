//! A whole run in a strip: busy processors as an area, the queue as a line over it.

use super::plots::steps::CoarseSteps;
use super::{GanttIndex, Viewport};
use crate::piece::Kind;
use crate::prelude::*;
use crate::queue::waits;
use crate::steps::Steps;
use experiment::Run;

/// The content of a minimap: made once a run, drawn at any size.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Minimap {
    busy: Curve,
    waiting: Curve,
    whole: (f64, f64),
    processors: f64,
}

impl Minimap {
    /// Of a run and its index. O((jobs + pieces) log), of a very large one O(jobs + pieces).
    pub fn new(run: &Run, index: &GanttIndex) -> Self {
        let whole = index.whole();
        let times = (whole.start, whole.end);
        let running = index
            .pieces
            .iter()
            .filter(|it| it.kind != Kind::Idle)
            .map(|it| (it.start, it.end, i64::from(it.last - it.first + 1)));
        let waiting = waits(run).map(|(from, to, _)| (from, to, 1));
        Self {
            busy: Curve::of(times, index.pieces.len(), running),
            waiting: Curve::of(times, run.jobs.len(), waiting),
            whole: (whole.start, whole.end),
            processors: index.platform.iter().map(|&it| f64::from(it)).sum(),
        }
    }

    /// The first and the last time that it shows, in seconds of the log.
    pub fn times(&self) -> (f64, f64) {
        self.whole
    }

    /// Draws it from edge to edge: all processors are the full height, and so is the longest queue.
    pub fn draw(&self, backend: &mut dyn Surface, frame: Frame, theme: &Theme) -> Drawn {
        let mut pen = Pen::new(backend, frame, theme);
        let area = frame.area();
        pen.fill(area, theme.panel, 1.0)?;
        if area.width < 2.0 || area.height < 4.0 || self.whole.1 <= self.whole.0 {
            return Ok(());
        }
        let window = Viewport::new(self.whole.0, self.whole.1, 1);
        let buckets = ((area.width / BUCKET) as usize).clamp(1, BUCKETS);
        let busy = self.busy.means(&window, buckets);
        let mut shape = line(&busy, self.processors, area);
        shape.extend([(area.right(), area.bottom()), (area.left, area.bottom())]);
        pen.polygon(&shape, theme.batch[1], 0.75)?;
        let waiting = self.waiting.means(&window, buckets);
        let longest = waiting.iter().copied().fold(0.0, f64::max);
        if longest > 0.0 {
            pen.path(&line(&waiting, longest, area), theme.text, 1.25)?;
        }
        Ok(())
    }
}

/// This many stretches are told exactly; of more, parts of the whole are. A pixel is eight parts or more.
const EXACT: usize = 100_000;
const PARTS: usize = 8 * BUCKETS;

/// CSS pixels that one value is the mean of: every pixel by itself makes a jagged edge.
const BUCKET: f64 = 3.0;

/// The widest strip, in values that are told apart.
const BUCKETS: usize = 4_000;

/// A number over time.
#[derive(Clone, Debug, PartialEq)]
enum Curve {
    Exact(Steps),
    Coarse(CoarseSteps),
}

impl Default for Curve {
    fn default() -> Self {
        Self::Exact(Steps::default())
    }
}

impl Curve {
    /// From at most `count` stretches of time, each with the number that it adds.
    fn of(times: (f64, f64), count: usize, stretches: impl Iterator<Item = (Time, Time, i64)>) -> Self {
        if count > EXACT {
            return Self::Coarse(CoarseSteps::of_stretches(times, PARTS, stretches));
        }
        let changes = stretches.flat_map(|(from, to, by)| [(from, by), (to, -by)]);
        Self::Exact(Steps::of_changes(changes.collect()))
    }

    fn means(&self, window: &Viewport, buckets: usize) -> Vec<f64> {
        match self {
            Self::Exact(steps) => steps.means(window, buckets),
            Self::Coarse(steps) => steps.means(window, buckets),
        }
    }
}

/// Values as points from left to right, `highest` a pixel below the upper edge.
fn line(values: &[f64], highest: f64, area: Area) -> Vec<(f64, f64)> {
    let step = area.width / values.len().max(1) as f64;
    let height = area.height - 2.0;
    let points = values.iter().enumerate().map(|(at, value)| {
        let x = area.left + (at as f64 + 0.5) * step;
        let share = (value / highest.max(1e-9)).clamp(0.0, 1.0);
        (x, area.bottom() - 0.5 - share * height)
    });
    let mut points: Vec<(f64, f64)> = points.collect();
    // From edge to edge.
    if let (Some(&(_, first)), Some(&(_, last))) = (points.first(), points.last()) {
        points.insert(0, (area.left, first));
        points.push((area.right(), last));
    }
    points
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::svg::svg;
    use crate::tests::is_well_formed;
    use scheduling::engine::testing::{bar_run, random_run};

    fn drawn(run: &Run, frame: Frame) -> String {
        let minimap = Minimap::new(run, &GanttIndex::new(run));
        svg(frame, "Minimap", "", |target, frame| minimap.draw(target, frame, &Theme::light()))
    }

    #[test]
    fn busy_processors_are_a_share_of_all() {
        // Half of the processors in the first half of the time, all of them in the second.
        let area = Frame::new(100, 42).area();
        let points = line(&[2.0, 4.0], 4.0, area);
        assert_eq!(points, [(0.0, 21.5), (25.0, 21.5), (75.0, 1.5), (100.0, 1.5)]);
        let run = bar_run(&[4], &[(1, 0, 0, 1, 0, 50), (2, 0, 0, 3, 50, 100)]);
        let minimap = Minimap::new(&run, &GanttIndex::new(&run));
        assert_eq!((minimap.times(), minimap.processors), ((0.0, 100.0), 4.0));
        assert!(drawn(&run, Frame::new(100, 42)).contains("<polygon"));
    }

    proptest! {
        #[test]
        fn every_run_has_a_minimap(run in random_run(), width in 0u32..300, height in 0u32..60) {
            prop_assert!(is_well_formed(&drawn(&run, Frame::new(width, height))));
        }
    }
}
