//! Moving over the processors of a Gantt chart: what lies under the pointer stays there.
//!
//! A window counts rows without the strips between providers, a pointer counts pixels with them;
//! a [`Layout`] tells one from the other.

use super::layout::Layout;
use super::viewport::Viewport;

/// Providers stacked on a plot: what turns heights into rows.
#[derive(Clone, Copy, Debug)]
pub struct Lanes<'a> {
    /// The processors of each provider.
    pub platform: &'a [u32],
    /// The height of the plot, in CSS pixels.
    pub height: f64,
}

/// Strips that come into sight move what lies below: after so many corrections it stays where it is.
const CORRECTIONS: usize = 6;

impl Lanes<'_> {
    fn layout(&self, window: &Viewport) -> Layout {
        Layout::of(self.platform, window, self.height)
    }

    /// The row at a height of the plot, with its fraction. O(providers).
    pub fn row_at(&self, window: &Viewport, y: f64) -> f64 {
        self.layout(window).row_at(y)
    }

    /// Shows `1/factor` as many rows and keeps what lies at height `y` there, as far as the bounds
    /// allow; where a strip comes into sight or goes, to within its height. O(providers).
    pub fn zoom(&self, window: &Viewport, factor: f64, y: f64, bounds: &Viewport) -> Viewport {
        let row = self.row_at(window, y);
        let fraction = (row - window.first_row) / window.rows();
        let zoomed = window.zoom_rows(factor, fraction, bounds);
        self.holding(&zoomed, row, y, bounds)
    }

    /// Moves so that the row that lies at height `from` comes to lie at `to`, as far as the bounds
    /// allow. O(providers).
    pub fn drag(&self, window: &Viewport, from: f64, to: f64, bounds: &Viewport) -> Viewport {
        let layout = self.layout(window);
        let row = layout.row_at(from);
        // A strip, or what lies beyond the lanes, is held at its own height.
        let held = layout.y_of(row) - from;
        self.holding(window, row, to + held, bounds)
    }

    /// The window moved so that `row` lies at height `y`.
    fn holding(&self, window: &Viewport, row: f64, y: f64, bounds: &Viewport) -> Viewport {
        let mut best = (f64::INFINITY, *window);
        let mut next = *window;
        for _ in 0..CORRECTIONS {
            let layout = self.layout(&next);
            let off = layout.y_of(row) - y;
            if off.abs() < best.0 {
                best = (off.abs(), next);
            }
            if off.abs() < 1e-6 || layout.row_height <= 0.0 {
                break;
            }
            let rows = off / layout.row_height;
            next = next.pan(0.0, rows / next.rows(), bounds);
        }
        best.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::layout::STRIP;
    use proptest::prelude::*;

    fn whole(platform: &[u32]) -> Viewport {
        Viewport::new(0.0, 1000.0, platform.iter().sum())
    }

    #[test]
    fn the_processor_under_the_pointer_stays_there() {
        let platform = [24_515];
        let (lanes, bounds) = (
            Lanes {
                platform: &platform,
                height: 620.0,
            },
            whole(&platform),
        );
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
        let (lanes, bounds) = (
            Lanes {
                platform: &platform,
                height: 440.0,
            },
            whole(&platform),
        );
        let near = lanes.zoom(&bounds, 2.0, 230.0, &bounds);
        let before = lanes.layout(&near).lanes[1].top;
        let moved = lanes.drag(&near, before - 5.0, before - 35.0, &bounds);
        let after = lanes.layout(&moved).lanes[1].top;
        assert!(
            (after - (before - 30.0)).abs() < 1e-6,
            "{before} to {after}"
        );
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
                let on_a_row = before.processor_at(y).is_some();
                let row = lanes.row_at(&window, y);
                let next = lanes.zoom(&window, factor, y, &bounds);
                prop_assert!(next.first_row >= 0.0 && next.last_row <= bounds.last_row + 1e-6);
                // At the bounds there is nothing further to be moved in.
                let free = next.first_row > 1e-6 && next.last_row < bounds.last_row - 1e-6;
                let after = lanes.layout(&next);
                if on_a_row && free {
                    let off = (after.y_of(row) - y).abs();
                    let same = before.strip == after.strip && before.lanes.len() == after.lanes.len();
                    let most = if platform.len() == 1 { 1e-3 } else if same { STRIP } else { 2.0 * STRIP };
                    prop_assert!(off <= most, "{off} at {y} of {platform:?}");
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
