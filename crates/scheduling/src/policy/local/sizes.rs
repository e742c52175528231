//! How large the structures of a local scheduler are.

/// Lengths of the queue from which a local scheduler keeps index structures, and the sizes of their
/// parts. They change no decision, only the speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Waiting jobs that are worth an index of their turns; below a quarter of them it is given up.
    pub indexed: usize,
    /// Jobs of a leaf of the index at the most.
    pub leaf: usize,
    /// Branches of a node of the index at the most.
    pub branches: usize,
    /// From this number of waiting jobs on, conservative backfilling also indexes them by promised
    /// start; below a quarter of it, no longer.
    pub long: usize,
    /// Neighbouring places of such a list that are a group: two to this power, so that the group of a place is found
    /// without a division.
    pub group_bits: u32,
    /// Promised starts of a block at the most.
    pub block: usize,
    /// Jobs that may have left such a list before it is closed.
    pub gaps: usize,
}

impl Sizes {
    /// The sizes that runs use.
    pub const USUAL: Self = Self { indexed: 64, leaf: 32, branches: 8, long: 128, group_bits: 6, block: 64, gaps: 64 };

    /// Such that short queues reach every part: for tests.
    pub const SMALL: Self = Self { indexed: 4, leaf: 4, branches: 3, long: 8, group_bits: 2, block: 4, gaps: 4 };
}

impl Default for Sizes {
    fn default() -> Self {
        Self::USUAL
    }
}
