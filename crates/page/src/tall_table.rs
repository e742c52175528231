//! Which rows of a table are in sight, where no browser scrolls as far as the table is tall.
//!
//! Firefox ends elements at 17.9 million pixels, Chromium at 33.5 million, and both sooner on a screen of
//! many pixels. A taller table scrolls in an element that is as tall as any browser takes: steps of a wheel
//! or a key move its rows as far as they move any other's, whereas dragging the bar, or Home and End, put in sight what lies at the
//! same share of the table. Once nothing moves, the bar is put where it belongs, without moving a row.

/// The tallest element, in CSS pixels.
const TALLEST: f64 = 8e6;

/// A table that scrolls: all in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TallTable {
    /// How tall all its rows are.
    pub whole: f64,
    /// How much of them is in sight.
    pub view: f64,
}

/// How far a table has been scrolled.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scrolled {
    /// How far the element was, when it was last looked at.
    top: f64,
    /// The height of the table above the visible part.
    above: f64,
    /// Whether it has moved by more than the visible part since it rested.
    far: bool,
}

impl TallTable {
    /// How tall its element is.
    pub fn height(&self) -> f64 {
        self.whole.min(TALLEST)
    }

    /// How far its rows can be scrolled.
    fn most_above(&self) -> f64 {
        (self.whole - self.view).max(0.0)
    }

    /// How far its element can be.
    fn most_top(&self) -> f64 {
        (self.height() - self.view).max(0.0)
    }

    /// What lies above at the same share of the table.
    fn above_at(&self, top: f64) -> f64 {
        let share = (top / self.most_top().max(1.0)).min(1.0);
        (share * self.most_above()).round()
    }
}

impl Scrolled {
    /// The element has been scrolled to `top`.
    pub fn to(self, table: &TallTable, top: f64) -> Self {
        if table.height() == table.whole {
            return Self { top, above: top, far: false };
        }
        let far = self.far || (top - self.top).abs() > table.view;
        let above =
            if far { table.above_at(top) } else { (self.above + top - self.top).clamp(0.0, table.most_above()) };
        Self { top, above, far }
    }

    /// It rests: where the element is to be scrolled to, if it is not there.
    pub fn rest(&mut self, table: &TallTable) -> Option<f64> {
        self.far = false;
        let share = self.above / table.most_above().max(1.0);
        let top = (share * table.most_top()).round();
        // What is left at either end is to be reached.
        let least = if self.above > 0.0 { 1.0 } else { 0.0 };
        let most = if self.above < table.most_above() { table.most_top() - 1.0 } else { table.most_top() };
        let top = top.min(most).max(least);
        let is_there = table.height() == table.whole || (top - self.top).abs() < 1.0;
        (!is_there).then_some(top)
    }

    /// The element has been put to `top`, as [`Scrolled::rest`] asked; no row moves.
    pub fn put(&mut self, top: f64) {
        self.top = top;
    }

    /// How far the element was, when it was last looked at.
    pub fn top(&self) -> f64 {
        self.top
    }

    /// The height of the table above the visible part.
    pub fn above(&self) -> f64 {
        self.above
    }

    /// By how much rows stand lower in the element than in the table.
    pub fn shift(&self) -> f64 {
        self.top - self.above
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ROW: f64 = 32.0;
    const MILLION: TallTable = TallTable { whole: 1_000_001.0 * ROW, view: 600.0 };

    /// A browser's part: it scrolls within the element, and rests.
    struct Browser {
        table: TallTable,
        top: f64,
        scrolled: Scrolled,
    }

    impl Browser {
        fn of(table: TallTable) -> Self {
            let (top, scrolled) = (0.0, Scrolled::default());
            Self { table, top, scrolled }
        }

        fn scroll(&mut self, by: f64) {
            self.top = (self.top + by).clamp(0.0, self.table.height() - self.table.view).round();
            self.scrolled = self.scrolled.to(&self.table, self.top);
        }

        fn rest(&mut self) {
            if let Some(top) = self.scrolled.rest(&self.table) {
                self.top = top;
                self.scrolled.put(top);
                // The browser tells of that, too.
                self.scroll(0.0);
            }
        }

        /// The first row in sight, and how far its element stands from the upper edge.
        fn first(&self) -> (usize, f64) {
            let row = (self.scrolled.above() / ROW).floor();
            (row as usize, row * ROW + self.scrolled.shift() - self.top)
        }
    }

    #[test]
    fn a_table_that_fits_scrolls_as_any_other() {
        let mut browser = Browser::of(TallTable { whole: 28_490.0 * ROW, view: 600.0 });
        for by in [100.0, 700_000.0, -333.0, 1e9] {
            browser.scroll(by);
            assert_eq!((browser.scrolled.above(), browser.scrolled.shift()), (browser.top, 0.0));
            assert_eq!(browser.scrolled.rest(&browser.table), None);
        }
    }

    #[test]
    fn the_bar_leads_to_both_ends_of_a_million_rows() {
        assert!(MILLION.height() < 17_895_697.0, "Firefox takes no more");
        let mut browser = Browser::of(MILLION);
        browser.scroll(1e9);
        assert_eq!(browser.scrolled.above() + 600.0, MILLION.whole);
        browser.rest();
        assert_eq!(browser.scrolled.above() + 600.0, MILLION.whole);
        browser.scroll(-4e6);
        let share = browser.scrolled.above() / MILLION.whole;
        assert!((share - 0.5).abs() < 0.001, "{share}");
        browser.scroll(-1e9);
        assert_eq!(browser.scrolled.above(), 0.0);
    }

    #[test]
    fn an_eased_way_to_the_end_ends_there() {
        // What End does where scrolling is smooth: slowly, fast, slowly.
        let mut browser = Browser::of(MILLION);
        for by in [40.0, 400.0, 4e6, 4e6, 400.0, 40.0, 1.0] {
            browser.scroll(by);
        }
        browser.scroll(1e9);
        browser.rest();
        assert_eq!(browser.scrolled.above() + 600.0, MILLION.whole);
    }

    #[test]
    fn steps_pass_every_row_up_to_the_last() {
        // Rows low enough that the test is short, and as many as do not fit.
        let table = TallTable { whole: TALLEST + 50_000.0, view: 600.0 };
        let mut browser = Browser::of(table);
        browser.scroll(7.9e6);
        browser.rest();
        let mut before = browser.scrolled.above();
        for step in 0.. {
            browser.scroll(200.0);
            if step % 7 == 0 {
                browser.rest();
            }
            let above = browser.scrolled.above();
            assert!(above - before <= 200.0 && above >= before);
            if above + 600.0 == table.whole {
                break;
            }
            before = above;
            assert!(step < 10_000, "stuck at {above}");
        }
        browser.rest();
        assert_eq!(browser.top + 600.0, table.height());
    }

    proptest! {
        #[test]
        fn rows_in_sight_stand_where_the_element_is(
            moves in prop::collection::vec((-2e4..2e4, -1.0..1.0, any::<bool>()), 1..60),
        ) {
            let mut browser = Browser::of(MILLION);
            for (small, far, rests) in moves {
                browser.scroll(if f64::abs(far) > 0.8 { far * 8e6 } else { small / 40.0 });
                let before = browser.first();
                if rests {
                    browser.rest();
                }
                prop_assert_eq!(browser.first(), before, "resting moves no row");
                let (row, place) = browser.first();
                prop_assert!(row < 1_000_001 && place <= 0.0 && place > -ROW);
                let above = browser.scrolled.above();
                prop_assert!(above >= 0.0 && above + 600.0 <= MILLION.whole);
                if rests {
                    prop_assert_eq!(browser.top == 0.0, above == 0.0, "there is a way back");
                }
            }
        }
    }
}
