//! Where the parts of a picture stand once something else is in sight.
//!
//! A picture of a large run takes longer than a frame. While it is panned and zoomed, the last one is moved
//! and stretched, provider by provider, since the strips between them keep their height.

use super::layout::{Lane, Layout};
use crate::Area;
use crate::viewport::Viewport;

/// A picture: its content, and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// The visible part.
    pub viewport: Viewport,
    /// Where its providers stand.
    pub layout: Layout,
    /// How wide it is, in the unit of the layout.
    pub width: f64,
}

/// The parts of a picture that are in sight elsewhere, and where they stand there: first in `picture`,
/// then in `now`. O(providers in sight · log).
pub fn moved(picture: &Placed, now: &Placed) -> Vec<(Area, Area)> {
    let (start, end) = (picture.viewport.start.max(now.viewport.start), picture.viewport.end.min(now.viewport.end));
    let parts = now.layout.lanes.iter().filter_map(|to| {
        let from = picture.layout.lane(to.provider)?;
        let shown = (
            rows(&picture.layout, from).0.max(rows(&now.layout, to).0),
            rows(&picture.layout, from).1.min(rows(&now.layout, to).1),
        );
        let area = |of: &Placed, lane: &Lane| {
            let x = |time: f64| of.viewport.x(time, of.width);
            let y = |row: f64| lane.origin + row * of.layout.row_height;
            Area { left: x(start), top: y(shown.0), width: x(end) - x(start), height: y(shown.1) - y(shown.0) }
        };
        (start < end && shown.0 < shown.1).then(|| (area(picture, from), area(now, to)))
    });
    parts.collect()
}

/// The first and the last row of its provider that a lane shows, the last exclusive, with fractions.
fn rows(layout: &Layout, lane: &Lane) -> (f64, f64) {
    let row = |y: f64| (y - lane.origin) / layout.row_height.max(1e-9);
    (row(lane.top), row(lane.bottom))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn placed(platform: &[u32], viewport: Viewport, (width, height): (f64, f64)) -> Placed {
        Placed { viewport, layout: Layout::of(platform, &viewport, height), width }
    }

    #[test]
    fn what_is_panned_by_half_shows_half_of_the_picture() {
        let whole = Viewport::new(0.0, 1000.0, 10);
        let from = placed(&[10], Viewport { end: 500.0, ..whole }, (100.0, 120.0));
        let to = placed(&[10], Viewport { start: 250.0, end: 750.0, ..whole }, (100.0, 120.0));
        let parts = moved(&from, &to);
        let area = |left: f64| Area { left, top: 20.0, width: 50.0, height: 100.0 };
        assert_eq!(parts, [(area(50.0), area(0.0))]);
        let elsewhere = Viewport { start: 600.0, ..whole };
        assert_eq!(moved(&from, &placed(&[10], elsewhere, (100.0, 120.0))), []);
    }

    proptest! {
        /// The corners of every part mean the same time and row in both pictures, and lie within them.
        #[test]
        fn parts_show_the_same_in_both(
            platform in prop::collection::vec(1u32..200, 1..6),
            windows in prop::array::uniform2((0.0..900.0, 10.0..1000.0, 0.0..1.0, 0.05..1.0)),
            height in 100.0..900.0,
        ) {
            let whole = Viewport::new(0.0, 1000.0, platform.iter().sum());
            let [from, to] = windows.map(|(start, seconds, first, rows)| {
                let window = Viewport {
                    start,
                    end: start + seconds,
                    first_row: first * whole.rows(),
                    last_row: (first + rows) * whole.rows(),
                };
                placed(&platform, window.clamped(&whole), (700.0, height))
            });
            for (there, here) in moved(&from, &to) {
                for (of, area) in [(&from, there), (&to, here)] {
                    prop_assert!(area.left >= -1e-6 && area.right() <= of.width + 1e-6);
                    prop_assert!(area.top >= -1e-6 && area.top + area.height <= height + 1e-6);
                }
                let time = |of: &Placed, x: f64| of.viewport.time(x, of.width);
                for (x, y) in [(there.left, here.left), (there.right(), here.right())] {
                    prop_assert!((time(&from, x) - time(&to, y)).abs() < 1e-6);
                }
                let middle = |area: &Area| area.top + area.height / 2.0;
                let row = |of: &Placed, area: &Area| of.layout.row_at(middle(area));
                prop_assert!((row(&from, &there) - row(&to, &here)).abs() < 1e-3);
            }
        }
    }
}
