//! A pointer on the minimap, from press to release: it moves or resizes the frame of the visible part, or marks
//! a span of time.

use super::time_window::{Grip, TimeWindow};
use scheduling::criteria::span::Span;
use workload::Time;

/// How far from an edge a mouse holds it, in CSS pixels.
const REACH: f64 = 6.0;

/// The same of a finger, which hides what it points at.
const REACH_OF_A_FINGER: f64 = 16.0;

/// A pointer that moved less than this marks no span, as a share of the width.
const CLICK: f64 = 0.004;

/// Where a pointer is on the minimap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pointer {
    /// The browser's number for it.
    pub id: i32,
    /// Its place as a share of the width.
    pub share: f64,
    /// The width, in CSS pixels.
    pub width: f64,
    pub is_finger: bool,
}

impl Pointer {
    /// The part of a window that it would hold.
    pub fn grip(&self, window: &TimeWindow) -> Option<Grip> {
        let reach = if self.is_finger { REACH_OF_A_FINGER } else { REACH };
        window.grip(self.share, reach / self.width.max(1.0))
    }
}

/// A pointer that is down. Others that come down meanwhile do nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointerPress {
    pointer: i32,
    /// Where it came down, as a share of the width.
    from: f64,
    /// The window as it was then.
    window: TimeWindow,
    /// The part of the window that it holds; `None` if it marks a span.
    grip: Option<Grip>,
}

/// The picture while a pointer is down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Doing {
    /// These times in sight.
    Show(TimeWindow),
    Mark(Span),
}

impl PointerPress {
    /// A pointer comes down. Beside the window it brings it there, and holds all of it.
    pub fn window(pointer: Pointer, window: TimeWindow) -> Self {
        let grip = pointer.grip(&window);
        let there = || window.centred(window.time(pointer.share));
        Self {
            pointer: pointer.id,
            from: pointer.share,
            window: grip.map_or_else(there, |_| window),
            grip: Some(grip.unwrap_or(Grip::Whole)),
        }
    }

    /// A pointer comes down to mark a span.
    pub fn span(pointer: Pointer, window: TimeWindow) -> Self {
        Self { pointer: pointer.id, from: pointer.share, window, grip: None }
    }

    /// Whether it marks a span.
    pub fn marks(&self) -> bool {
        self.grip.is_none()
    }

    /// Whether it is this pointer's.
    pub fn is_of(&self, pointer: Pointer) -> bool {
        self.pointer == pointer.id
    }

    /// The effect of the pointer at a share of the width.
    pub fn at(&self, share: f64) -> Doing {
        let (from, to) = (self.window.time(self.from), self.window.time(share));
        match self.grip {
            Some(grip) => Doing::Show(self.window.dragged(grip, to - from)),
            None => Doing::Mark(Span::between(from as Time, to as Time)),
        }
    }

    /// The span that is marked by letting go at a share of the width: none by a mere click, which lets
    /// go of the one there was.
    pub fn marked(&self, share: f64) -> Option<Span> {
        match self.at(share) {
            Doing::Mark(span) if (share - self.from).abs() > CLICK => Some(span),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: TimeWindow = TimeWindow { start: 200.0, end: 600.0, bounds: (0.0, 1000.0) };

    fn pointer(share: f64, is_finger: bool) -> Pointer {
        let (id, width) = (7, 500.0);
        Pointer { id, share, width, is_finger }
    }

    fn window(start: f64, end: f64) -> Doing {
        Doing::Show(TimeWindow { start, end, ..WINDOW })
    }

    #[test]
    fn a_finger_holds_an_edge_from_further_away_than_a_mouse() {
        // Ten pixels to the right of the left edge of the window.
        let share = 0.2 + 10.0 / 500.0;
        let mouse = PointerPress::window(pointer(share, false), WINDOW);
        assert_eq!(mouse.at(share + 0.1), window(300.0, 700.0));
        let finger = PointerPress::window(pointer(share, true), WINDOW);
        assert_eq!(finger.at(share + 0.1), window(300.0, 600.0));
        // And twenty no more.
        let share = 0.2 + 20.0 / 500.0;
        let finger = PointerPress::window(pointer(share, true), WINDOW);
        assert_eq!(finger.at(share + 0.1), window(300.0, 700.0));
    }

    #[test]
    fn beside_the_window_a_pointer_brings_it_there() {
        for is_finger in [false, true] {
            let hold = PointerPress::window(pointer(0.8, is_finger), WINDOW);
            assert_eq!(hold.at(0.8), window(600.0, 1000.0));
            assert_eq!(hold.at(0.7), window(500.0, 900.0));
            assert!(!hold.marks());
        }
    }

    #[test]
    fn a_span_is_marked_both_ways_and_by_no_click() {
        let hold = PointerPress::span(pointer(0.5, false), WINDOW);
        assert!(hold.marks());
        let span = Span::between(300, 500);
        assert_eq!((hold.at(0.3), hold.marked(0.3)), (Doing::Mark(span), Some(span)));
        assert_eq!(hold.marked(0.7), Some(Span::between(500, 700)));
        assert_eq!(hold.marked(0.501), None);
        assert_eq!(PointerPress::window(pointer(0.5, false), WINDOW).marked(0.9), None);
    }

    #[test]
    fn only_the_pointer_that_came_down_first_counts() {
        let hold = PointerPress::window(pointer(0.4, true), WINDOW);
        assert!(hold.is_of(pointer(0.9, true)));
        let second = Pointer { id: 8, ..pointer(0.4, true) };
        assert!(!hold.is_of(second));
    }
}
