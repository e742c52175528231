//! The same as [`super::steps`] of very many changes, near enough for a small picture.

use crate::viewport::Viewport;
use workload::Time;

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
    /// Unlike [`super::steps::Steps`] nothing is sorted: O(stretches + parts).
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
    use super::*;
    use crate::plots::steps::Steps;
    use proptest::prelude::*;

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
