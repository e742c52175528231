//! Marks of whole cells, any number of which may overlap.

use crate::grid::sums;
use crate::{Channels, Pixel};

/// Marks that lie over everything else; where several do, their mean colour is shown.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    width: usize,
    /// As those of a grid.
    changes: Vec<Channels>,
    above: Vec<Channels>,
}

impl Marks {
    /// Makes room for `rows` rows of `width` cells, none of them marked. O(cells).
    #[inline(never)]
    pub fn lay_out(&mut self, width: usize, rows: usize) {
        self.width = width;
        self.changes.clear();
        self.changes.resize((rows + 1) * (width + 2), Channels::default());
        self.above.clear();
        self.above.resize(width, Channels::default());
    }

    /// Marks cells. The colour is red, green, blue and 255. O(1).
    #[inline(never)]
    pub fn add(&mut self, columns: (usize, usize), rows: (usize, usize), colour: Channels) {
        let minus = colour.times(1u32.wrapping_neg());
        for (row, [first, last]) in [(rows.0, [colour, minus]), (rows.1, [minus, colour])] {
            let row = row * (self.width + 2);
            for (column, change) in [(columns.0, first), (columns.1, last)] {
                let cell = &mut self.changes[row + column];
                *cell = cell.plus(change);
            }
        }
    }

    /// Lays the marks of a row over pixels: of each row, from the first on, once. O(cells).
    #[inline(never)]
    pub fn lay_row(&mut self, row: usize, pixels: &mut [Pixel]) {
        let sums = sums(&self.changes, self.width, row, &mut self.above);
        for (pixel, sum) in pixels.iter_mut().zip(sums) {
            let [red, green, blue, marks] = sum.parts();
            if marks > 0 {
                let mean = |part: u32| (u64::from(part) * 255 / u64::from(marks)) as u8;
                *pixel = [mean(red), mean(green), mean(blue), 255];
            }
        }
    }

    /// Leaves a row out. O(cells).
    #[inline(never)]
    pub fn pass_row(&mut self, row: usize) {
        sums(&self.changes, self.width, row, &mut self.above).for_each(drop);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_cover_what_is_there_and_show_their_mean_where_they_overlap() {
        let mut marks = Marks::default();
        marks.lay_out(4, 3);
        marks.add((0, 3), (0, 1), Channels::new([200, 0, 0, 255]));
        for _ in 0..9_999 {
            marks.add((2, 4), (0, 3), Channels::new([0, 100, 0, 255]));
        }
        let mut pixels = [[7, 7, 7, 255]; 4];
        marks.lay_row(0, &mut pixels);
        let (red, green) = ([200, 0, 0, 255], [0, 100, 0, 255]);
        assert_eq!(pixels, [red, red, [0, 99, 0, 255], green]);
        marks.pass_row(1);
        let mut pixels = [[7, 7, 7, 255]; 4];
        marks.lay_row(2, &mut pixels);
        assert_eq!(pixels, [[7, 7, 7, 255], [7, 7, 7, 255], green, green]);
    }
}
