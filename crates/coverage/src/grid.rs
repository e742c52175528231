//! Cells of colour and coverage, to which bars are added in any number before they become pixels.
//!
//! A bar is added by its corners: the difference from cell to cell, across and down, is 0 anywhere
//! else. However long and tall it is, that is at most sixteen cells, and the sums from the
//! first cell on, across and down, are what every cell holds. Positions are told in small steps of a
//! cell, so that sums are whole numbers and bars that touch cover what they cover together.

use crate::{Channels, Pixel};

/// Colour (red, green, blue, each times coverage) and coverage, in 1/65535.
pub type Cell = [u16; 4];

/// Steps of a cell's width in which it is told how far a bar reaches into it.
const ACROSS: f64 = 4096.0;

/// The same of its height.
const DOWN: f64 = 1024.0;

/// Full coverage, as sums count it: 255 for each step of a cell's area, four of which fit 32 bits, so
/// that bars that overlap (there should be none) are told as full.
const STEPS: u32 = (ACROSS * DOWN) as u32;

/// A small bar counts 1 in a cell and another bar this much, so that a sum tells whether all are small.
const LARGE: u32 = 1 << 16;

/// The cells on each side of one with small bars by which the bars around count as few.
const AROUND: usize = 16;

/// The parts of 1/255 in which the share around a cell is counted.
const FINER: u32 = 64;

/// Rows of cells.
///
/// A cell holds the covered share, with one exception, without which a bar much smaller than a cell could not be seen: a
/// cell of nothing but `n` small bars holds at least `1 / n` where less than an eighth of the cells beside it in its row is
/// covered, less of that up to a quarter, and from there on the covered share like all others.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    width: usize,
    /// How each cell differs from those before it, across and down: a row more than there are, and two columns.
    changes: Vec<Channels>,
    /// Of the row that is summed up: the sums of its changes with those above.
    above: Vec<Channels>,
    /// The bars of each cell, counted as [`LARGE`] says, and told as `changes` are.
    bars: Vec<u32>,
    bars_above: Vec<u32>,
    has_small: bool,
    /// The row that is summed up, and how much of it is covered up to each cell.
    row: Vec<Channels>,
    covered: Vec<u32>,
}

impl Grid {
    /// Makes room for `rows` rows of `width` cells, all of them clear. O(cells).
    #[inline(never)]
    pub fn lay_out(&mut self, width: usize, rows: usize) {
        self.width = width;
        self.changes.clear();
        self.changes.resize((rows + 1) * (width + 2), Channels::default());
        self.bars.clear();
        self.bars.resize((rows + 1) * (width + 2), 0);
        self.has_small = false;
    }

    /// Counts a bar in whole cells: one smaller than a cell, in which it is then seen, or another. O(1).
    #[inline(never)]
    pub fn count(&mut self, columns: (usize, usize), rows: (usize, usize), is_small: bool) {
        self.has_small |= is_small;
        let weight = if is_small { 1 } else { LARGE };
        for (row, weight) in [(rows.0, weight), (rows.1, weight.wrapping_neg())] {
            let row = row * (self.width + 2);
            for (column, weight) in [(columns.0, weight), (columns.1, weight.wrapping_neg())] {
                let bars = &mut self.bars[row + column];
                *bars = bars.wrapping_add(weight);
            }
        }
    }

    /// Adds a bar that covers the rows `rows.0..rows.1` from one place across to another; both are within the
    /// grid. The colour is red, green, blue and 255. O(1).
    #[inline(never)]
    pub fn add_to_rows(&mut self, across: (f64, f64), rows: (usize, usize), colour: Channels) {
        self.add(across, 0, Edges::at(rows.0, rows.1, DOWN), colour);
    }

    /// Adds a bar that covers parts of rows: from one place to another below the row `first_row`. O(1).
    #[inline(never)]
    pub fn add_between(&mut self, across: (f64, f64), first_row: usize, (top, bottom): (f64, f64), colour: Channels) {
        let down = Edges::between(top, bottom, DOWN);
        self.add(across, first_row, down, colour);
    }

    #[inline(always)]
    fn add(&mut self, (from, to): (f64, f64), first_row: usize, down: Edges, colour: Channels) {
        let across = Edges::between(from, to, ACROSS);
        if across.is_empty() || down.is_empty() {
            return;
        }
        let stride = self.width + 2;
        for (row, share) in down.0 {
            if share == 0 {
                continue;
            }
            let colour = colour.times(share);
            let row = (first_row + row) * stride;
            for (column, share) in across.0 {
                if share != 0 {
                    let change = &mut self.changes[row + column];
                    *change = change.plus(colour.times(share));
                }
            }
        }
    }

    /// Before the first row is summed up: rows are, one after the other, each once.
    pub fn begin_rows(&mut self) {
        self.above.clear();
        self.above.resize(self.width, Channels::default());
        self.bars_above.clear();
        self.bars_above.resize(self.width, 0);
    }

    /// The cells of a row. O(cells).
    #[inline(never)]
    pub fn cells_of_row(&mut self, row: usize, cells: &mut [Cell]) {
        self.sum_up(row);
        for (cell, sum) in cells.iter_mut().zip(&self.row) {
            *cell = as_cell(*sum);
        }
    }

    /// Lays the cells of a row over the ground, which is opaque. O(cells).
    #[inline(never)]
    pub fn compose_row(&mut self, row: usize, ground: &[Pixel], pixels: &mut [Pixel]) {
        if self.has_small {
            self.sum_up(row);
            for ((pixel, ground), sum) in pixels.iter_mut().zip(ground).zip(&self.row) {
                *pixel = over(*sum, *ground);
            }
            return;
        }
        let sums = sums(&self.changes, self.width, row, &mut self.above);
        for ((pixel, ground), sum) in pixels.iter_mut().zip(ground).zip(sums) {
            *pixel = over(sum, *ground);
        }
    }

    /// Leaves a row out of what is shown. O(cells).
    #[inline(never)]
    pub fn pass_row(&mut self, row: usize) {
        self.sum_up(row);
    }

    fn sum_up(&mut self, row: usize) {
        let sums = sums(&self.changes, self.width, row, &mut self.above);
        self.row.clear();
        self.row.extend(sums);
        if self.has_small {
            self.show_small(row);
        }
    }

    /// Enlarges the share of the cells of few small bars.
    fn show_small(&mut self, row: usize) {
        self.covered.clear();
        self.covered.push(0);
        let covered = self.row.iter().scan(0, |sum, cell| {
            *sum += (cell.parts()[3] / (STEPS / FINER)).min(255 * FINER);
            Some(*sum)
        });
        self.covered.extend(covered);
        let bars = &self.bars[row * (self.width + 2)..][..self.width];
        let mut here = 0u32;
        for (at, (above, change)) in self.bars_above.iter_mut().zip(bars).enumerate() {
            *above = above.wrapping_add(*change);
            here = here.wrapping_add(*above);
            if here == 0 || here >= LARGE {
                continue;
            }
            let (from, to) = (at.saturating_sub(AROUND), (at + AROUND + 1).min(self.width));
            let around = self.covered[to] - self.covered[from];
            let around = 8 * around / (FINER * (to - from) as u32);
            let few = 510u32.saturating_sub(around).min(255);
            let (sum, least) = (self.row[at], STEPS / here * few);
            let covered = sum.parts()[3];
            if (1..least).contains(&covered) {
                let larger = |part: u32| u64::from(part) * u64::from(least) / u64::from(covered);
                self.row[at] = Channels::new(sum.parts().map(|part| larger(part) as u32));
            }
        }
    }
}

/// What each cell of a row holds, which follows the row that was summed up last.
#[inline(always)]
pub(crate) fn sums<'a>(
    changes: &'a [Channels],
    width: usize,
    row: usize,
    above: &'a mut [Channels],
) -> impl Iterator<Item = Channels> + 'a {
    let changes = &changes[row * (width + 2)..][..width];
    let mut sum = Channels::default();
    above.iter_mut().zip(changes).map(move |(above, change)| {
        *above = above.plus(*change);
        sum = sum.plus(*above);
        sum
    })
}

/// Where a stretch begins and ends among cells, and by how much each of these differs from the one
/// before.
struct Edges([(usize, u32); 4]);

impl Edges {
    /// From one place to another, in steps of a cell.
    #[inline(always)]
    fn between(from: f64, to: f64, steps: f64) -> Self {
        let place = |at: f64| {
            let step = (at * steps + 0.5) as u64;
            let steps = steps as u64;
            ((step / steps) as usize, (step % steps) as u32)
        };
        let ((first, into_first), (last, into_last)) = (place(from), place(to));
        let whole = steps as u32;
        if first == last {
            // The usual case in a whole log: a sliver within one cell.
            let share = into_last.wrapping_sub(into_first);
            let none = (0, 0);
            return Self([(first, share), (first + 1, share.wrapping_neg()), none, none]);
        }
        Self([
            (first, whole - into_first),
            (first + 1, into_first),
            (last, (whole - into_last).wrapping_neg()),
            (last + 1, into_last.wrapping_neg()),
        ])
    }

    /// From the edge of one cell to that of another.
    #[inline(always)]
    fn at(first: usize, end: usize, steps: f64) -> Self {
        let whole = if first < end { steps as u32 } else { 0 };
        let none = (0, 0);
        Self([(first, whole), (end, whole.wrapping_neg()), none, none])
    }

    /// Whether what begins ends at the same step.
    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.0[0].1 == 0
    }
}

fn as_cell(sum: Channels) -> Cell {
    // 255 times the steps are 65535.
    let part = |part: u32| (u64::from(part) * 257 / u64::from(STEPS)).min(65_535) as u16;
    sum.parts().map(part)
}

/// A sum over the ground, which is opaque.
#[inline(always)]
fn over(sum: Channels, ground: [u8; 4]) -> [u8; 4] {
    if sum.is_none() {
        return ground;
    }
    // Fewer digits than a sum has: a channel times another is to fit.
    const FEWER: u32 = 8;
    const DIGITS: u32 = STEPS.ilog2() - FEWER;
    const FULL: u32 = 255 << DIGITS;
    let full = Channels::new([FULL; 4]);
    let sum = sum.shifted_right(FEWER);
    let covered = sum.last().at_most(full);
    let bare = Channels::of_bytes(ground).times_each(full.minus(covered));
    let half = Channels::new([FULL / 2; 4]);
    let mixed = sum.at_most(covered).times(255).plus(bare).plus(half);
    by_255(mixed.shifted_right(DIGITS)).bytes()
}

/// Divides numbers of 16 bits by 255, rounding down, and has no division for it.
#[inline(always)]
fn by_255(numbers: Channels) -> Channels {
    numbers.times(0x8081).shifted_right(23)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const WIDTH: usize = 9;
    const ROWS: usize = 7;

    /// How much of the cells from one to the next a stretch covers.
    fn share((from, to): (f64, f64), cell: usize) -> f64 {
        let cell = cell as f64;
        (to.min(cell + 1.0) - from.max(cell)).max(0.0)
    }

    fn stretch(end: usize) -> impl Strategy<Value = (f64, f64)> {
        let end = end as f64;
        (0.0..=end, 0.0..=end).prop_map(|(a, b): (f64, f64)| (a.min(b), a.max(b)))
    }

    proptest! {
        #[test]
        fn every_cell_holds_the_shares_of_its_area_that_bars_cover(
            parts in prop::collection::vec((stretch(WIDTH), stretch(ROWS)), 0..3),
            (across, row) in (stretch(WIDTH), 0..ROWS),
        ) {
            let colour = Channels::new([255, 0, 100, 255]);
            let mut grid = Grid::default();
            grid.lay_out(WIDTH, ROWS);
            for &(across, down) in &parts {
                grid.add_between(across, 0, down, colour);
            }
            grid.add_to_rows(across, (row, ROWS), colour);
            let whole_rows = (across, (row as f64, ROWS as f64));
            let bars: Vec<_> = parts.into_iter().chain([whole_rows]).collect();
            grid.begin_rows();
            for y in 0..ROWS {
                let mut cells = [[0; 4]; WIDTH];
                grid.cells_of_row(y, &mut cells);
                for (x, cell) in cells.into_iter().enumerate() {
                    let covered: f64 = bars.iter().map(|&(across, down)| share(across, x) * share(down, y)).sum();
                    let wanted = [covered, 0.0, covered * 100.0 / 255.0, covered];
                    for (wanted, found) in wanted.into_iter().zip(cell) {
                        // Each of four edges of three bars is as near as half a step.
                        let difference = (wanted.min(1.0) - f64::from(found) / 65_535.0).abs();
                        prop_assert!(difference < 12.0 / 2048.0, "({x}, {y}): {wanted} {found}");
                    }
                }
            }
        }

        #[test]
        fn a_cell_is_mixed_with_what_lies_below_it(
            (x0, x1) in stretch(WIDTH), channels: [u8; 3], ground: [u8; 3],
        ) {
            let [red, green, blue] = channels.map(u32::from);
            let mut grid = Grid::default();
            grid.lay_out(WIDTH, 1);
            grid.add_to_rows((x0, x1), (0, 1), Channels::new([red, green, blue, 255]));
            let ground = [ground[0], ground[1], ground[2], 255];
            let mut pixels = [[0; 4]; WIDTH];
            grid.begin_rows();
            grid.compose_row(0, &[ground; WIDTH], &mut pixels);
            for (x, pixel) in pixels.into_iter().enumerate() {
                let covered = share((x0, x1), x);
                for channel in 0..3 {
                    let (over, below) = (f64::from(channels[channel]), f64::from(ground[channel]));
                    let wanted = over * covered + below * (1.0 - covered);
                    prop_assert!((wanted - f64::from(pixel[channel])).abs() < 1.0);
                }
                prop_assert_eq!(pixel[3], 255);
            }
        }
    }

    /// The covered share of each cell of a row of 99, with small bars of a hundredth of a cell in the middle of these.
    fn shares(small: &[usize], large: &[(f64, f64)]) -> Vec<f64> {
        let mut grid = Grid::default();
        grid.lay_out(99, 1);
        let colour = Channels::new([255, 0, 100, 255]);
        for &at in small {
            let middle = at as f64 + 0.5;
            grid.add_to_rows((middle - 0.005, middle + 0.005), (0, 1), colour);
            grid.count((at, at + 1), (0, 1), true);
        }
        for &(from, to) in large {
            grid.add_to_rows((from, to), (0, 1), colour);
            grid.count((from as usize, to.ceil() as usize), (0, 1), false);
        }
        let mut cells = [[0; 4]; 99];
        grid.begin_rows();
        grid.cells_of_row(0, &mut cells);
        for [red, green, blue, all] in cells {
            let is_its = red == all && green == 0 && u32::from(blue).abs_diff(u32::from(all) * 100 / 255) < 99;
            assert!(is_its, "the colour changes: {red} {green} {blue} {all}");
        }
        cells.iter().map(|cell| f64::from(cell[3]) / 65_535.0).collect()
    }

    #[test]
    fn few_small_bars_are_seen_and_a_crowd_is_shown_for_what_it_covers() {
        let near = |found: f64, wanted: f64| (found - wanted).abs() < 0.005;
        let one = shares(&[40], &[]);
        assert!(near(one[40], 1.0) && one[39] == 0.0 && one[41] == 0.0);
        let five = shares(&[40; 5], &[(60.0, 62.0)]);
        assert!(near(five[40], 0.2) && near(five[60], 1.0), "{}", five[40]);
        // More than a quarter of the cells around is covered.
        let crowd = shares(&[40], &[(42.0, 55.0)]);
        assert!(near(crowd[40], 0.01) && near(crowd[45], 1.0));
        let many = shares(&[40; 50], &[]);
        // Places across are 1/1024 of a cell.
        assert!(near(many[40], 50.0 * 10.0 / 1024.0));
        // A bar that is no small one shares its cell: it shows what each covers.
        let beside = shares(&[40], &[(40.9, 41.3)]);
        assert!(near(beside[40], 0.11) && near(beside[41], 0.3));
    }

    #[test]
    fn a_division_by_255_needs_none() {
        for number in 0..=65_535 {
            assert_eq!(by_255(Channels::new([number; 4])).parts(), [number / 255; 4]);
        }
    }
}
