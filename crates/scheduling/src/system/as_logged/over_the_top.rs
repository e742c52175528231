//! Rows above a provider's processors, for jobs that find too few free.

/// The rows above one provider, and the jobs on them. First fit: the lowest free neighbouring rows.
#[derive(Clone, Debug, Default)]
pub struct OverTheTop {
    /// Rows in use, first and last inclusive, ascending.
    taken: Vec<(u32, u32)>,
    /// How many rows were ever used.
    most: u32,
}

impl OverTheTop {
    /// Takes `count` neighbouring rows, the lowest free ones, and returns the first of them.
    /// O(taken).
    pub fn take(&mut self, count: u32) -> u32 {
        let mut first = 0u32;
        let mut place = self.taken.len();
        for (at, &(start, end)) in self.taken.iter().enumerate() {
            if start - first >= count {
                place = at;
                break;
            }
            first = end + 1;
        }
        let last = first + (count - 1);
        self.taken.insert(place, (first, last));
        self.most = self.most.max(last + 1);
        first
    }

    /// Frees the rows that begin at `first`. O(taken).
    pub fn give(&mut self, first: u32) {
        self.taken.retain(|&(start, _)| start != first);
    }

    /// How many rows were ever used.
    pub fn rows(&self) -> u32 {
        self.most
    }
}
