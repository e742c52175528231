//! Numbers that change at whole seconds: how many processors are busy, how many jobs wait.

use crate::gantt::index::GanttIndex;
use crate::piece::Kind;
use crate::viewport::Viewport;
use workload::Time;

/// A number over time that changes at whole seconds, with the area beneath it, so that the mean over
/// any stretch costs two look-ups however much lies within.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    /// When it changes, ascending.
    times: Vec<Time>,
    /// Its values from each of these times on; 0 before the first.
    values: Vec<i64>,
    /// The area beneath it up to each of these times.
    areas: Vec<i128>,
}

impl Steps {
    /// From the changes, in any order: a time and the size of the change. O(changes · log changes).
    pub fn of_changes(mut changes: Vec<(Time, i64)>) -> Self {
        changes.sort_unstable();
        let mut steps = Self::default();
        let (mut value, mut area, mut since) = (0i64, 0i128, 0);
        for at_once in changes.chunk_by(|a, b| a.0 == b.0) {
            let time = at_once[0].0;
            let change: i64 = at_once.iter().map(|(_, change)| change).sum();
            if change == 0 {
                continue;
            }
            area += i128::from(value) * (i128::from(time) - i128::from(since));
            value += change;
            since = time;
            steps.times.push(time);
            steps.values.push(value);
            steps.areas.push(area);
        }
        steps
    }

    /// How many processors jobs run on; processors that are held without running do not count. O(pieces · log
    /// pieces).
    pub fn busy(index: &GanttIndex) -> Self {
        let changes = index.pieces.iter().filter(|it| it.kind != Kind::Idle).flat_map(|piece| {
            let size = i64::from(piece.last - piece.first + 1);
            [(piece.start, size), (piece.end, -size)]
        });
        Self::of_changes(changes.collect())
    }

    /// Its value at a time. O(log changes).
    pub fn at(&self, time: Time) -> i64 {
        let after = self.times.partition_point(|&it| it <= time);
        after.checked_sub(1).map_or(0, |at| self.values[at])
    }

    /// The largest that it ever is; 0 where it never changes.
    pub fn highest(&self) -> i64 {
        self.values.iter().copied().max().unwrap_or(0)
    }

    /// The area beneath it up to a time.
    fn area(&self, time: f64) -> f64 {
        let after = self.times.partition_point(|&it| (it as f64) <= time);
        after
            .checked_sub(1)
            .map_or(0.0, |at| self.areas[at] as f64 + self.values[at] as f64 * (time - self.times[at] as f64))
    }

    /// Its mean over each of `buckets` equal stretches of a window. O(buckets · log changes).
    pub fn means(&self, viewport: &Viewport, buckets: usize) -> Vec<f64> {
        let width = buckets as f64;
        let each = viewport.seconds() / width.max(1.0);
        let mut before = self.area(viewport.start);
        (1..=buckets)
            .map(|edge| {
                let area = self.area(viewport.time(edge as f64, width));
                let mean = (area - before) / each;
                before = area;
                // Large areas leave a rounding error behind.
                mean.max(0.0)
            })
            .collect()
    }
}

/// A number over time, of which the area beneath it is known at equally distant times. Between two of them it
/// counts as constant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CoarseSteps {
    /// The first of these times.
    start: f64,
    /// The distance of two of them, in seconds.
    each: f64,
    /// The area beneath it up to each of them.
    areas: Vec<f64>,
}

impl CoarseSteps {
    /// From stretches of time, each with the number that it adds, within a window that is told in this many parts.
    /// Unlike [`Steps`] nothing is sorted: O(stretches + parts).
    pub fn of_stretches(
        (start, end): (f64, f64),
        parts: usize,
        stretches: impl Iterator<Item = (Time, Time, i64)>,
    ) -> Self {
        let each = (end - start).max(1.0) / parts.max(1) as f64;
        // The part of a time, and how much of that part lies before it.
        let place = |time: Time| {
            let at = ((time as f64 - start) / each).clamp(0.0, parts as f64);
            (at as usize, at - at.floor())
        };
        // By how much the area of a part differs from that of the part before.
        let mut changes = vec![0.0; parts + 2];
        for (from, to, number) in stretches {
            let area = number as f64 * each;
            let ((first, before_first), (last, before_last)) = (place(from), place(to));
            changes[first] += (1.0 - before_first) * area;
            changes[first + 1] += before_first * area;
            changes[last] -= (1.0 - before_last) * area;
            changes[last + 1] -= before_last * area;
        }
        let mut areas = Vec::with_capacity(parts + 1);
        let (mut part, mut sum) = (0.0, 0.0);
        areas.push(sum);
        for change in &changes[..parts] {
            part += change;
            sum += part;
            areas.push(sum);
        }
        Self { start, each, areas }
    }

    /// The area beneath it up to a time.
    fn area(&self, time: f64) -> f64 {
        let Some(last) = self.areas.len().checked_sub(1) else {
            return 0.0;
        };
        let at = ((time - self.start) / self.each).clamp(0.0, last as f64);
        let part = (at as usize).min(last.saturating_sub(1));
        let (from, to) = (self.areas[part], self.areas[(part + 1).min(last)]);
        from + (to - from) * (at - part as f64)
    }

    /// Its mean over each of `buckets` equal stretches of a window. O(buckets).
    pub fn means(&self, viewport: &Viewport, buckets: usize) -> Vec<f64> {
        let width = buckets as f64;
        let each = viewport.seconds() / width.max(1.0);
        let areas: Vec<f64> = (0..=buckets).map(|edge| self.area(viewport.time(edge as f64, width))).collect();
        areas.windows(2).map(|it| ((it[1] - it[0]) / each).max(0.0)).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Steps, *};
    use crate::profile::utilization;
    use scheduling::engine::testing::random_run;

    #[test]
    fn steps_are_looked_up_and_averaged() {
        let steps = Steps::of_changes(vec![(30, -2), (10, 2), (20, 1), (40, -1), (25, 0)]);
        let values = [9, 10, 19, 20, 30, 39, 40].map(|time| steps.at(time));
        assert_eq!(values, [0, 2, 2, 3, 1, 1, 0]);
        assert_eq!(steps.highest(), 3);
        let window = Viewport::new(0.0, 40.0, 1);
        assert_eq!(steps.means(&window, 4), [0.0, 2.0, 3.0, 1.0]);
        assert_eq!(steps.means(&window, 1), [1.5]);
        assert_eq!(Steps::default().means(&window, 2), [0.0, 0.0]);
    }

    proptest! {
        #[test]
        fn every_second_has_the_sum_of_the_changes_so_far(
            changes in prop::collection::vec((-50i64..50, -9i64..9), 0..40), buckets in 1usize..20,
        ) {
            let steps = Steps::of_changes(changes.clone());
            let sum = |time| changes.iter().filter(|(at, _)| *at <= time).map(|(_, by)| by).sum::<i64>();
            for time in -60..60 {
                prop_assert_eq!(steps.at(time), sum(time));
            }
            let window = Viewport::new(-60.0, 60.0, 1);
            let total: f64 = steps.means(&window, buckets).iter().sum();
            let positive = (-60..60).all(|time| sum(time) >= 0);
            let expected: i64 = (-60..60).map(sum).sum();
            if positive {
                prop_assert!((total / buckets as f64 * 120.0 - expected as f64).abs() < 1e-6);
            }
        }

        /// The profile of the Gantt chart comes to the same by another way.
        #[test]
        fn busy_processors_are_those_of_the_profile(run in random_run(), buckets in 1usize..40) {
            let index = GanttIndex::new(&run);
            let whole = index.whole();
            let processors: u32 = run.platform.iter().sum();
            let shares = utilization(&index, &whole, buckets);
            for (mean, kinds) in Steps::busy(&index).means(&whole, buckets).iter().zip(&shares) {
                let share = mean / f64::from(processors);
                prop_assert!((share - kinds[0] - kinds[1]).abs() < 1e-9);
            }
        }
    }

    proptest! {
        /// Where the times of a picture are among those that are told apart, nothing is lost.
        #[test]
        fn it_comes_to_what_steps_come_to(
            stretches in prop::collection::vec((0i64..200, 0i64..60, 1i64..9), 0..40),
            fine in 1usize..5,
        ) {
            let stretches = stretches.iter().map(|&(from, length, by)| (from, from + length, by));
            let changes = stretches.clone().flat_map(|(from, to, by)| [(from, by), (to, -by)]);
            let steps = Steps::of_changes(changes.collect());
            let coarse = CoarseSteps::of_stretches((0.0, 260.0), 13 * fine, stretches);
            let window = Viewport::new(0.0, 260.0, 1);
            for (one, other) in coarse.means(&window, 13).iter().zip(steps.means(&window, 13)) {
                prop_assert!((one - other).abs() < 1e-6, "{} for {}", one, other);
            }
        }
    }
}
