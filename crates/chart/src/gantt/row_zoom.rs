//! Moving over the processors of a Gantt chart: the row under the pointer stays there.
//!
//! A window counts rows without the strips between providers, a pointer counts pixels with them;
//! a [`Layout`] tells one from the other.

use super::layout::Layout;
use crate::viewport::Viewport;

/// Providers stacked on a plot: turns heights into rows.
#[derive(Clone, Copy, Debug)]
pub struct Lanes<'a> {
    /// The processors of each provider.
    pub platform: &'a [u32],
    /// The height of the plot, in CSS pixels.
    pub height: f64,
}

/// Beside a jump, in rows: less than is seen.
const NEXT_TO: f64 = 1e-7;

impl Lanes<'_> {
    fn layout(&self, window: &Viewport) -> Layout {
        Layout::of(self.platform, window, self.height)
    }

    /// The row at a height of the plot, with its fraction. O(providers).
    pub fn row_at(&self, window: &Viewport, y: f64) -> f64 {
        self.layout(window).row_at(y)
    }

    /// Shows `1/factor` as many rows and keeps what lies at height `y` there, as far as the bounds
    /// allow; where a strip comes into sight or goes, as near as may be. O(lanes × providers).
    pub fn zoom(&self, window: &Viewport, factor: f64, y: f64, bounds: &Viewport) -> Viewport {
        let row = self.row_at(window, y);
        let fraction = (row - window.first_row) / window.rows();
        let zoomed = window.zoom_rows(factor, fraction, bounds);
        self.holding(&zoomed, row, y, bounds)
    }

    /// Moves so that the row that lies at height `from` comes to lie at `to`, as far as the bounds
    /// allow. O(lanes × providers).
    pub fn drag(&self, window: &Viewport, from: f64, to: f64, bounds: &Viewport) -> Viewport {
        let layout = self.layout(window);
        let row = layout.row_at(from);
        // A strip, or what lies beyond the lanes, is held at its own height.
        let held = layout.y_of(row) - from;
        self.holding(window, row, to + held, bounds)
    }

    /// The window moved so that `row` lies at height `y`, or as near to it as any window of as many
    /// rows has it: where a strip comes into sight or goes, what lies below it jumps.
    fn holding(&self, window: &Viewport, row: f64, y: f64, bounds: &Viewport) -> Viewport {
        let at = |first: f64| {
            let next = window.pan(0.0, (first - window.first_row) / window.rows(), bounds);
            let layout = self.layout(&next);
            (layout.y_of(row) - y, layout.row_height, next)
        };
        let jumps = self.jumps(window, row, y, bounds);
        let held = jumps.windows(2).map(|ends| {
            let (from, to) = (ends[0] + NEXT_TO, ends[1] - NEXT_TO);
            let middle = (from + to) / 2.0;
            // Between two jumps the picture follows the window evenly.
            let (off, row_height, _) = at(middle);
            let by = off / row_height.max(f64::MIN_POSITIVE);
            let (off, _, next) = at((middle + by).min(to).max(from));
            (off.abs(), next)
        });
        let nearest = held.min_by(|(left, _), (right, _)| left.total_cmp(right));
        nearest.map_or(*window, |(_, next)| next)
    }

    /// The first rows of windows like this one at which a strip comes into sight or goes, ascending,
    /// between the least and the most that may hold `row` at `y`.
    fn jumps(&self, window: &Viewport, row: f64, y: f64, bounds: &Viewport) -> Vec<f64> {
        let layout = self.layout(window);
        let guess = window.first_row + (layout.y_of(row) - y) / layout.row_height.max(1e-9);
        let last = bounds.last_row - window.rows();
        let within = |first: f64| first.min(last).max(bounds.first_row);
        // Strips take a third of the height at most.
        let (least, most) = (within(guess - window.rows()), within(guess + window.rows()));
        let mut border = 0.0;
        let borders = self.platform.iter().flat_map(|&processors| {
            border += f64::from(processors);
            [border, border - window.rows()]
        });
        // Without strips nothing jumps.
        let mut jumps: Vec<f64> =
            borders.filter(|it| layout.strip > 0.0 && (least..=most).contains(it)).chain([least, most]).collect();
        jumps.sort_by(f64::total_cmp);
        jumps
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gantt::layout::STRIP;
    use proptest::prelude::*;

    fn whole(platform: &[u32]) -> Viewport {
        Viewport::new(0.0, 1000.0, platform.iter().sum())
    }

    #[test]
    fn the_processor_under_the_pointer_stays_there() {
        let platform = [24_515];
        let (lanes, bounds) = (Lanes { platform: &platform, height: 620.0 }, whole(&platform));
        // 600 pixels for the rows: 320 is the middle of them.
        assert_eq!(lanes.row_at(&bounds, 320.0), 12_257.5);
        let near = lanes.zoom(&bounds, 10.0, 320.0, &bounds);
        assert!((near.rows() - 2451.5).abs() < 1e-6);
        assert!((lanes.row_at(&near, 320.0) - 12_257.5).abs() < 1e-6);
        let moved = lanes.drag(&near, 320.0, 120.0, &bounds);
        assert!((lanes.row_at(&moved, 120.0) - 12_257.5).abs() < 1e-6);
    }

    #[test]
    fn a_drag_from_a_strip_moves_as_far_as_the_hand() {
        let platform = [100, 100];
        let (lanes, bounds) = (Lanes { platform: &platform, height: 440.0 }, whole(&platform));
        let near = lanes.zoom(&bounds, 2.0, 230.0, &bounds);
        let before = lanes.layout(&near).lanes[1].top;
        let moved = lanes.drag(&near, before - 5.0, before - 35.0, &bounds);
        let after = lanes.layout(&moved).lanes[1].top;
        assert!((after - (before - 30.0)).abs() < 1e-6, "{before} to {after}");
    }

    /// How near to height `y` any window of as many rows can hold a row, found by trying.
    fn nearest(lanes: &Lanes, of: &Viewport, row: f64, y: f64, bounds: &Viewport) -> f64 {
        const STEPS: u32 = 300;
        let most = bounds.rows() - of.rows();
        let evenly = (0..=STEPS).map(|step| most * f64::from(step) / f64::from(STEPS));
        let mut border = 0.0;
        let borders = lanes.platform.iter().flat_map(|&processors| {
            border += f64::from(processors);
            [border, border - of.rows()].map(|at| [at - 1e-5, at, at + 1e-5])
        });
        let offs = evenly.chain(borders.flatten()).filter(|first| (0.0..=most).contains(first)).map(|first| {
            let window = Viewport { first_row: first, last_row: first + of.rows(), ..*of };
            (lanes.layout(&window).y_of(row) - y).abs()
        });
        offs.fold(f64::INFINITY, f64::min)
    }

    proptest! {
        #[test]
        fn zooming_keeps_the_row_under_the_pointer(
            platform in prop::collection::vec(1u32..9000, 1..8), height in 100.0..1500.0,
            steps in prop::collection::vec((0.2..5.0, 0.0..1.0), 1..8),
        ) {
            let lanes = Lanes { platform: &platform, height };
            let bounds = whole(&platform);
            let mut window = bounds;
            for (factor, at) in steps {
                let y = at * height;
                let before = lanes.layout(&window);
                let row = lanes.row_at(&window, y);
                let next = lanes.zoom(&window, factor, y, &bounds);
                prop_assert!(next.first_row >= 0.0 && next.last_row <= bounds.last_row + 1e-6);
                let on_a_row = before.processor_at(y).is_some();
                if on_a_row {
                    let off = (lanes.layout(&next).y_of(row) - y).abs();
                    let least = nearest(&lanes, &next, row, y, &bounds);
                    prop_assert!(off <= least + 1e-3, "{off}, not {least}, at {y} of {platform:?}");
                }
                window = next;
            }
        }

        #[test]
        fn a_drag_there_and_back_changes_nothing_between_the_bounds(
            processors in 100u32..30_000, height in 100.0..1500.0, (from, to) in (0.1..0.9, 0.1..0.9),
        ) {
            let platform = [processors];
            let lanes = Lanes { platform: &platform, height };
            let bounds = whole(&platform);
            let near = lanes.zoom(&bounds, 5.0, height / 2.0, &bounds);
            let (from, to) = (STRIP + from * (height - STRIP), STRIP + to * (height - STRIP));
            let moved = lanes.drag(&near, from, to, &bounds);
            prop_assume!(moved.first_row > 0.0 && moved.last_row < bounds.last_row);
            let back = lanes.drag(&moved, to, from, &bounds);
            prop_assert!((back.first_row - near.first_row).abs() < 1e-6 * near.rows());
            prop_assert!((back.rows() - near.rows()).abs() < 1e-6 * near.rows());
        }
    }
}
