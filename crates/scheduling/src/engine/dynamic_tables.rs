//! The tables of the nodes at the end of a run: the dynamic table of Moise et al. 2008, Sect. 3.7.

use super::{Outcome, Run};
use crate::availability::node_load::{DynamicTable, Reservation};
use base::ordering::sort_by_key;

/// The dynamic table of each provider with all reservations at the end of the run. Jobs are given by index, those of
/// an interval in order of start, then of index. O(n log n + k) for n jobs and k entries of jobs in intervals.
pub fn dynamic_tables(run: &Run) -> Vec<DynamicTable> {
    let mut reserved: Vec<Vec<Reservation>> = vec![Vec::new(); run.platform.len()];
    for (job, it) in (0..).zip(&run.schedule.outcomes) {
        let of = reserved.get_mut(it.provider as usize);
        if let (Some(taken), Some(of)) = (Outcome::taken(it), of) {
            of.push((job, taken, it.processors));
        }
    }
    let table = |of: &mut Vec<Reservation>| {
        sort_by_key(of, |it| (it.1.0, it.0));
        DynamicTable::of(of)
    };
    reserved.iter_mut().map(table).collect()
}
