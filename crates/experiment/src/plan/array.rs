//! How a plan is cut into the elements of a job array.

use std::collections::BTreeSet;

use super::Slice;

/// The most elements that an array gets by default: Slurm's usual limit.
pub const MOST_ELEMENTS: u64 = 1_000;

/// An element of fewer tasks than these spends much of its time on being started.
const LEAST_CHUNK: u64 = 16;

/// How many tasks an element usually takes: 16, or as many as it takes for at most [`MOST_ELEMENTS`].
pub fn usual_chunk(tasks: u64) -> u64 {
    tasks.div_ceil(MOST_ELEMENTS).max(LEAST_CHUNK)
}

/// Which elements, counted from 0, have any of these tasks: element `k` takes those from `k · chunk + 1` to
/// `(k + 1) · chunk`. Ascending. O(n log n) for n elements and slices.
pub fn chunks(tasks: impl IntoIterator<Item = Slice>, chunk: u64) -> Vec<u64> {
    let element = |task: u64| (task - 1) / chunk.max(1);
    let of = |slice: Slice| element(slice.first)..=element(slice.last);
    let elements: BTreeSet<u64> = tasks.into_iter().flat_map(of).collect();
    elements.into_iter().collect()
}
