//! The visible part of a Gantt chart.

/// A window of time and of processors.
///
/// Times are seconds; rows count processors across all providers, the first processor of the
/// second provider following the last of the first. Fractions are normal: a chart pans smoothly.
/// Every operation returns a new window, within the bounds it is given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// The time at the left edge.
    pub start: f64,
    /// The time at the right edge.
    pub end: f64,
    /// The row at the top edge.
    pub first_row: f64,
    /// The row at the bottom edge, exclusive.
    pub last_row: f64,
}

/// The shortest window of time, in seconds.
const SHORTEST: f64 = 10.0;

/// The smallest window of processors.
const FEWEST: f64 = 4.0;

impl Viewport {
    /// A window over `start..end` (seconds) and all `rows` processors; at least so large that it
    /// can be drawn.
    pub fn new(start: f64, end: f64, rows: u32) -> Self {
        let start = if start.is_finite() { start } else { 0.0 };
        let end = if end.is_finite() { end } else { start };
        Self { start, end: end.max(start + SHORTEST), first_row: 0.0, last_row: f64::from(rows.max(1)) }
    }

    /// How many seconds are in sight.
    pub fn seconds(&self) -> f64 {
        self.end - self.start
    }

    /// How many processors are in sight.
    pub fn rows(&self) -> f64 {
        self.last_row - self.first_row
    }

    /// The pixel (of `width`) at which a time stands.
    pub fn x(&self, time: f64, width: f64) -> f64 {
        (time - self.start) / self.seconds() * width
    }

    /// The time under a pixel (of `width`).
    pub fn time(&self, x: f64, width: f64) -> f64 {
        self.start + x / width.max(1.0) * self.seconds()
    }

    /// Shows `1/factor` as much time, keeping the time at `fraction` (0 left, 1 right) in place.
    pub fn zoom_time(&self, factor: f64, fraction: f64, bounds: &Self) -> Self {
        let fixed = self.start + fraction * self.seconds();
        let seconds = (self.seconds() / factor).clamp(SHORTEST, bounds.seconds());
        let start = fixed - fraction * seconds;
        Self { start, end: start + seconds, ..*self }.clamped(bounds)
    }

    /// Shows `1/factor` as many processors, keeping the row at `fraction` (0 top, 1 bottom) in
    /// place.
    pub fn zoom_rows(&self, factor: f64, fraction: f64, bounds: &Self) -> Self {
        let fixed = self.first_row + fraction * self.rows();
        let rows = (self.rows() / factor).clamp(FEWEST.min(bounds.rows()), bounds.rows());
        let first_row = fixed - fraction * rows;
        Self { first_row, last_row: first_row + rows, ..*self }.clamped(bounds)
    }

    /// Moves the window by shares of itself: (1, 0) shows the part that was just right of it.
    pub fn pan(&self, x: f64, y: f64, bounds: &Self) -> Self {
        let (dx, dy) = (x * self.seconds(), y * self.rows());
        Self {
            start: self.start + dx,
            end: self.end + dx,
            first_row: self.first_row + dy,
            last_row: self.last_row + dy,
        }
        .clamped(bounds)
    }

    /// Nearly the same window in short numbers: no edge moves by more than a twenty thousandth of its
    /// size, which is less than a pixel.
    pub fn rounded(&self) -> Self {
        Self {
            start: short(self.start, self.seconds()),
            end: short(self.end, self.seconds()),
            first_row: short(self.first_row, self.rows()),
            last_row: short(self.last_row, self.rows()),
        }
    }

    /// The same within `bounds`: an edge that lies on theirs stays there, so a wholly visible range remains so.
    pub fn rounded_within(&self, bounds: &Self) -> Self {
        let keep = |own: f64, bound: f64, rounded: f64| if own == bound { own } else { rounded };
        let rounded = self.rounded();
        Self {
            start: keep(self.start, bounds.start, rounded.start),
            end: keep(self.end, bounds.end, rounded.end),
            first_row: keep(self.first_row, bounds.first_row, rounded.first_row),
            last_row: keep(self.last_row, bounds.last_row, rounded.last_row),
        }
        .clamped(bounds)
    }

    /// Moves, then shrinks the window as little as needed to lie within `bounds`. A window that
    /// holds something that is no number becomes `bounds`.
    pub fn clamped(&self, bounds: &Self) -> Self {
        let (start, end) = within((self.start, self.end), (bounds.start, bounds.end), SHORTEST);
        let (first_row, last_row) =
            within((self.first_row, self.last_row), (bounds.first_row, bounds.last_row), FEWEST);
        Self { start, end, first_row, last_row }
    }
}

/// The nearest multiple of the power of ten that is at most a ten thousandth of `length`.
fn short(value: f64, length: f64) -> f64 {
    const PARTS: f64 = 10_000.0;
    if !(1.0..1e15).contains(&length) || !value.is_finite() {
        return value;
    }
    let (mut unit, mut parts_of_one) = (1.0, 1.0);
    while unit * 10.0 * PARTS <= length {
        unit *= 10.0;
    }
    // Multiples of tenths are short only as quotients.
    while length * parts_of_one < PARTS {
        parts_of_one *= 10.0;
    }
    (value / unit * parts_of_one).round() / parts_of_one * unit
}

/// Moves and shrinks `window` into `bounds`, keeping it at least `least` long where that fits.
fn within(window: (f64, f64), bounds: (f64, f64), least: f64) -> (f64, f64) {
    let whole = bounds.1 - bounds.0;
    let length = (window.1 - window.0).max(least.min(whole)).min(whole);
    if !length.is_finite() || !window.0.is_finite() {
        return bounds;
    }
    let start = window.0.min(bounds.1 - length).max(bounds.0);
    (start, start + length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn zooming_keeps_the_point_under_the_cursor() {
        let bounds = Viewport::new(0.0, 1000.0, 100);
        let zoomed = bounds.zoom_time(4.0, 0.25, &bounds);
        assert_eq!((zoomed.start, zoomed.end), (187.5, 437.5));
        assert_eq!(zoomed.time(0.25 * 800.0, 800.0), 250.0);
        let zoomed = bounds.zoom_rows(2.0, 1.0, &bounds);
        assert_eq!((zoomed.first_row, zoomed.last_row), (50.0, 100.0));
    }

    #[test]
    fn panning_stops_at_the_bounds() {
        let bounds = Viewport::new(0.0, 1000.0, 100);
        let zoomed = bounds.zoom_time(10.0, 0.0, &bounds);
        assert_eq!(zoomed.pan(0.5, 0.0, &bounds).start, 50.0);
        assert_eq!(zoomed.pan(-3.0, 0.0, &bounds), zoomed);
        assert_eq!(zoomed.pan(99.0, 0.0, &bounds).end, 1000.0);
    }

    #[test]
    fn a_rounded_window_has_short_numbers() {
        let window =
            Viewport { start: 123_456_789.123, end: 124_456_790.456, first_row: 1.0 / 3.0, last_row: 12.0 + 2.0 / 3.0 };
        let Viewport { start, end, first_row, last_row } = window.rounded();
        assert_eq!((start, end), (123_456_800.0, 124_456_800.0));
        assert_eq!((first_row, last_row), (0.333, 12.667));
    }

    #[test]
    fn what_is_wholly_in_sight_stays_so_when_it_is_rounded() {
        let bounds = Viewport::new(500.0, 1_032_206.0, 24_515);
        let rows = Viewport { first_row: 12.345_678, last_row: 500.0, ..bounds };
        let rounded = rows.rounded_within(&bounds);
        assert_eq!((rounded.start, rounded.end), (500.0, 1_032_206.0));
        assert_ne!(rounded.first_row, rows.first_row);
        assert_eq!(bounds.rounded_within(&bounds), bounds);
    }

    proptest! {
        #[test]
        fn rounding_moves_less_than_a_pixel(
            start in -1e9..1e9, length in 10.0..1e9, row in 0.0..1000.0, rows in 4.0..1000.0,
        ) {
            let window = Viewport { start, end: start + length, first_row: row, last_row: row + rows };
            let rounded = window.rounded();
            let most = 1.0 / 19_999.0;
            prop_assert!((rounded.start - start).abs() <= length * most);
            prop_assert!((rounded.end - window.end).abs() <= length * most);
            prop_assert!((rounded.first_row - row).abs() <= rows * most);
            prop_assert!((rounded.last_row - window.last_row).abs() <= rows * most);
        }

        #[test]
        fn pixels_and_times_map_back_and_forth(start in -1e6..1e6, length in 10.0..1e9, x in 0.0..2000.0) {
            let window = Viewport::new(start, start + length, 8);
            prop_assert!((window.x(window.time(x, 2000.0), 2000.0) - x).abs() < 1e-3);
        }

        #[test]
        fn nothing_leaves_the_bounds(
            steps in prop::collection::vec((prop::num::f64::ANY, prop::num::f64::ANY), 0..20),
        ) {
            let bounds = Viewport::new(-5.0, 1e6, 300);
            let mut window = bounds;
            for (a, b) in steps {
                window = window.zoom_time(a, b, &bounds).zoom_rows(b, a, &bounds).pan(a, b, &bounds);
                prop_assert!(window.start >= bounds.start && window.end <= bounds.end + 1e-6);
                prop_assert!(window.first_row >= 0.0 && window.last_row <= 300.0 + 1e-9);
                prop_assert!(window.seconds() > 0.0 && window.rows() > 0.0);
            }
        }
    }
}
