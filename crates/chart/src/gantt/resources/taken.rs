//! The rows of a node, or of a GPU, that jobs have at a time.

/// Ranges of rows that jobs have, ascending: first row, end, job.
#[derive(Clone, Debug, Default)]
pub(super) struct Taken(Vec<(u32, u32, u32)>);

impl Taken {
    /// A job takes the lowest rows that are free: calls `tell` with each range, first and last inclusive, ascending.
    /// O(ranges).
    pub fn take(&mut self, job: u32, rows: u32, mut tell: impl FnMut(u32, u32)) {
        let (mut left, mut free_from, mut own) = (rows, 0, Vec::new());
        let end = (u32::MAX, u32::MAX, 0);
        for &(first, end, _) in self.0.iter().chain([&end]) {
            let here = left.min(first - free_from);
            if here > 0 {
                own.push((free_from, free_from + here, job));
                tell(free_from, free_from + here - 1);
                left -= here;
            }
            free_from = end;
            if left == 0 {
                break;
            }
        }
        self.0.extend(own);
        self.0.sort_unstable();
    }

    /// A job gives its rows back. O(ranges).
    pub fn give(&mut self, job: u32) {
        self.0.retain(|it| it.2 != job);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_free_rows_are_taken() {
        let mut taken = Taken::default();
        let take = |taken: &mut Taken, job, rows| {
            let mut ranges = Vec::new();
            taken.take(job, rows, |first, last| ranges.push((first, last)));
            ranges
        };
        assert_eq!(take(&mut taken, 1, 3), [(0, 2)]);
        assert_eq!(take(&mut taken, 2, 2), [(3, 4)]);
        assert_eq!(take(&mut taken, 3, 1), [(5, 5)]);
        taken.give(2);
        assert_eq!(take(&mut taken, 4, 4), [(3, 4), (6, 7)]);
        taken.give(1);
        assert_eq!(take(&mut taken, 5, 1), [(0, 0)]);
        assert_eq!(take(&mut taken, 6, 0), []);
        taken.give(4);
        assert_eq!(take(&mut taken, 7, 5), [(1, 4), (6, 6)]);
    }
}
