//! Where the numbers of free processors stand in a picture of slots: each within its own slot, none upon another.

use super::Area;
use super::lettering::width;

/// The size of the numbers, in CSS pixels.
pub(super) const SIZE: f64 = 11.5;

/// The height of a number, and the gap to the edges of its slot on both sides.
const HEIGHT: f64 = 14.0;
const GAP: f64 = 4.0;

/// The room above the steps of a plot: the number of a slot in which all processors are free may stand there.
pub(super) fn headroom(height: f64) -> f64 {
    (height * 0.2).min(18.0)
}

/// The middle of the number of a slot: below the slot's upper edge, or above it. None where the number is wider than
/// its slot, or would leave the plot, or cover a place that is `taken`. A number that would cover it at the middle of its slot
/// stands in the middle of the rest of it.
pub(super) fn place(number: &str, slot: Area, plot: Area, taken: &[Area]) -> Option<(f64, f64)> {
    let wide = width(number.chars().count(), SIZE) * 1.25;
    let left = taken.iter().filter(|it| it.left <= slot.left).fold(slot.left, |left, it| left.max(it.right()));
    let (inside, above) = (slot.top + 10.0, slot.top - 9.0);
    let spots = [(slot.left, inside), (slot.left, above), (left, inside), (left, above)];
    let fits = |&(left, y): &(f64, f64)| {
        let (top, bottom) = (y - HEIGHT / 2.0, y + HEIGHT / 2.0);
        let room = slot.right() - left;
        let middle = left + room / 2.0;
        let covers = |it: &Area| {
            it.left < middle + wide / 2.0 && it.right() > middle - wide / 2.0 && it.top < bottom && it.bottom() > top
        };
        wide + 2.0 * GAP <= room && top >= plot.top && bottom + 2.0 <= plot.bottom() && !taken.iter().any(covers)
    };
    let (left, y) = spots.into_iter().find(fits)?;
    Some((left + (slot.right() - left) / 2.0, y))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLOT: Area = Area { left: 0.0, top: 0.0, width: 400.0, height: 120.0 };

    fn slot(left: f64, width: f64, top: f64) -> Area {
        Area { left, top, width, height: PLOT.bottom() - top }
    }

    #[test]
    fn a_number_stands_within_a_slot_of_40_pixels_and_is_left_out_where_it_is_wider() {
        let (x, y) = place("64", slot(100.0, 40.0, 30.0), PLOT, &[]).expect("room");
        assert_eq!((x, y), (120.0, 40.0));
        assert_eq!(place("8224", slot(100.0, 30.0, 30.0), PLOT, &[]), None);
        assert_eq!(place("120000", slot(100.0, 40.0, 30.0), PLOT, &[]), None);
        assert_eq!(place("7", slot(100.0, 12.0, 30.0), PLOT, &[]), None);
    }

    #[test]
    fn a_number_stands_above_a_low_slot_and_never_outside_the_plot() {
        let (_, y) = place("2", slot(0.0, 40.0, 115.0), PLOT, &[]).expect("room");
        assert_eq!(y, 106.0);
        let low = Area { height: 15.0, ..PLOT };
        assert_eq!(place("2", slot(0.0, 40.0, 5.0), low, &[]), None);
    }

    #[test]
    fn a_number_makes_way_for_what_is_drawn_over_its_slot() {
        let now = Area { left: 0.0, top: 0.0, width: 34.0, height: 17.0 };
        let beside = place("64", slot(0.0, 80.0, 4.0), PLOT, &[now]).expect("room");
        assert!(beside.0 - 7.0 >= now.right(), "{beside:?}");
        assert_eq!(place("64", slot(0.0, 40.0, 4.0), PLOT, &[now]), None);
        // An answer from the floor up leaves the room above it.
        let answer = slot(20.0, 60.0, 60.0);
        assert_eq!(place("64", slot(0.0, 100.0, 20.0), PLOT, &[answer]), Some((50.0, 30.0)));
    }

    #[test]
    fn neighbours_never_touch() {
        let taken = [slot(30.0, 25.0, 90.0)];
        let mut ends = f64::NEG_INFINITY;
        let mut left = 0.0;
        for (at, wide) in [20.0, 40.0, 13.0, 60.0, 24.0, 40.0].into_iter().enumerate() {
            let number = ["0", "64", "8", "1024", "128", "8224"][at];
            let slot = slot(left, wide, 118.0 - 15.0 * at as f64);
            if let Some((x, _)) = place(number, slot, PLOT, &taken) {
                let half = width(number.len(), SIZE) / 2.0;
                assert!(x - half > ends, "{number}");
                ends = x + half;
            }
            left += wide;
        }
        assert!(ends > 0.0);
    }
}
