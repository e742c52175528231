//! The window of a minimap: which times are in sight, dragged and resized by hand.

/// Times in sight, within all times there are, in seconds of the log.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeWindow {
    /// The first time in sight.
    pub start: f64,
    /// The last time in sight.
    pub end: f64,
    /// The first and the last time that there are.
    pub bounds: (f64, f64),
}

/// The part of a window that a pointer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grip {
    /// Its left edge.
    Start,
    /// Its right edge.
    End,
    /// All of it.
    Whole,
}

/// The least share of all times that a window can have.
const LEAST: f64 = 1e-5;

impl TimeWindow {
    /// Whether all times are in sight.
    pub fn is_whole(&self) -> bool {
        (self.start, self.end) == self.bounds
    }

    /// From where to where it reaches, as shares of all times.
    pub fn shares(&self) -> (f64, f64) {
        let (first, last) = self.bounds;
        let share = |time: f64| ((time - first) / (last - first).max(1e-9)).clamp(0.0, 1.0);
        (share(self.start), share(self.end))
    }

    /// The time at a share of all times.
    pub fn time(&self, share: f64) -> f64 {
        let (first, last) = self.bounds;
        first + share.clamp(0.0, 1.0) * (last - first)
    }

    /// The part that a pointer takes hold of at a share of all times; `reach` is the distance from an edge, as
    /// a share, at which it still holds the edge. `None` beside the window.
    pub fn grip(&self, at: f64, reach: f64) -> Option<Grip> {
        let (start, end) = self.shares();
        let (to_start, to_end) = ((at - start).abs(), (at - end).abs());
        // Between edges that lie side by side the middle still moves all of it.
        let reach_within = reach.min((end - start) / 3.0);
        let near = |distance: f64, is_within: bool| distance <= if is_within { reach_within } else { reach };
        if near(to_start, at > start) && to_start <= to_end {
            Some(Grip::Start)
        } else if near(to_end, at < end) {
            Some(Grip::End)
        } else {
            (start..=end).contains(&at).then_some(Grip::Whole)
        }
    }

    /// The same window with `time` in its middle, as far as there is time on both sides.
    pub fn centred(self, time: f64) -> Self {
        self.dragged(Grip::Whole, time - (self.start + self.end) / 2.0)
    }

    /// The window after the pointer has moved by this many seconds. An edge stops at the other edge, and the
    /// window at the ends of all times.
    pub fn dragged(self, grip: Grip, by: f64) -> Self {
        let (first, last) = self.bounds;
        let least = ((last - first) * LEAST).min(self.end - self.start);
        let (mut start, mut end) = (self.start, self.end);
        match grip {
            Grip::Start => start = (start + by).clamp(first, (end - least).max(first)),
            Grip::End => end = (end + by).clamp((start + least).min(last), last),
            Grip::Whole => {
                let by = by.clamp(first - start, (last - end).max(first - start));
                start += by;
                end += by;
            }
        }
        Self { start, end, ..self }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn window(start: f64, end: f64) -> TimeWindow {
        TimeWindow { start, end, bounds: (0.0, 100.0) }
    }

    #[test]
    fn edges_resize_and_the_middle_moves() {
        let it = window(20.0, 60.0);
        let grips = [0.21, 0.19, 0.605, 0.4, 0.9].map(|at| it.grip(at, 0.02));
        assert_eq!(grips, [Some(Grip::Start), Some(Grip::Start), Some(Grip::End), Some(Grip::Whole), None]);
        for (grip, by, expected) in [
            (Grip::Start, 10.0, window(30.0, 60.0)),
            (Grip::End, 90.0, window(20.0, 100.0)),
            (Grip::Whole, -50.0, window(0.0, 40.0)),
            (Grip::Whole, 15.0, window(35.0, 75.0)),
        ] {
            assert_eq!(it.dragged(grip, by), expected, "{grip:?} {by}");
        }
        assert_eq!(it.centred(95.0), window(60.0, 100.0));
    }

    #[test]
    fn the_middle_of_a_narrow_window_still_moves_it() {
        let grips = [0.503, 0.495, 0.51].map(|at| window(50.0, 50.6).grip(at, 0.02));
        assert_eq!(grips, [Some(Grip::Whole), Some(Grip::Start), Some(Grip::End)]);
    }

    proptest! {
        #[test]
        fn a_window_stays_a_window_within_the_times_there_are(
            a in 0.0..100.0f64, b in 0.0..100.0f64, by in -300.0..300.0f64, grip in 0..3usize,
        ) {
            let it = window(a.min(b), a.max(b) + 0.01);
            let it = TimeWindow { end: it.end.min(100.0), ..it };
            let grip = [Grip::Start, Grip::End, Grip::Whole][grip];
            let moved = it.dragged(grip, by);
            prop_assert!(moved.start >= 0.0 && moved.end <= 100.0 && moved.start < moved.end + 1e-9);
            let kept = (moved.end - moved.start - (it.end - it.start)).abs();
            prop_assert!(grip != Grip::Whole || kept < 1e-9);
            prop_assert!(grip != Grip::Start || moved.end == it.end);
            prop_assert!(grip != Grip::End || moved.start == it.start);
        }
    }
}
