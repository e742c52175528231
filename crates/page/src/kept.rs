//! Which workloads a worker keeps.

use crate::history::WorkloadKey;

/// A worker keeps this many workloads at most: the last one comes back with an undo.
const MOST: usize = 2;

/// The workloads that a worker keeps, with the bytes that each takes there, the latest used last.
#[derive(Debug, Default)]
pub struct KeptWorkloads(Vec<(WorkloadKey, u64)>);

impl KeptWorkloads {
    /// A workload is needed: `None` if the worker has it, otherwise those that it is to forget
    /// before it is given this one, so that all together take no more than `budget` bytes where that
    /// can be.
    pub fn need(&mut self, key: WorkloadKey, bytes: u64, budget: u64) -> Option<Vec<WorkloadKey>> {
        if let Some(known) = self.forget(key) {
            self.0.push(known);
            return None;
        }
        let others = || self.0.iter().map(|(_, bytes)| bytes);
        let fits = |from: usize| {
            let left = others().skip(from);
            self.0.len() - from < MOST && left.sum::<u64>().saturating_add(bytes) <= budget
        };
        let forgotten = (0..self.0.len()).find(|&from| fits(from));
        let forgotten = forgotten.unwrap_or(self.0.len());
        let forgotten = self.0.drain(..forgotten).map(|(key, _)| key).collect();
        self.0.push((key, bytes));
        Some(forgotten)
    }

    /// A workload is no longer kept: its key and size.
    pub fn forget(&mut self, key: WorkloadKey) -> Option<(WorkloadKey, u64)> {
        let place = self.0.iter().position(|(known, _)| *known == key)?;
        Some(self.0.remove(place))
    }

    /// The worker knows nothing.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_workload_is_given_once() {
        let mut kept = KeptWorkloads::default();
        let need = |kept: &mut KeptWorkloads| kept.need(1, 10, 100);
        assert_eq!((need(&mut kept), need(&mut kept)), (Some(vec![]), None));
        kept.forget(1);
        assert_eq!(need(&mut kept), Some(vec![]));
        kept.clear();
        assert_eq!(need(&mut kept), Some(vec![]));
    }

    #[test]
    fn the_one_that_was_used_longest_ago_makes_way() {
        let mut kept = KeptWorkloads::default();
        kept.need(1, 10, 100);
        kept.need(2, 10, 100);
        kept.need(1, 10, 100);
        assert_eq!(kept.need(3, 10, 100), Some(vec![2]));
        assert_eq!(kept.need(1, 10, 100), None);
    }

    #[test]
    fn large_ones_are_kept_alone() {
        let mut kept = KeptWorkloads::default();
        // One that takes more than there is comes alone, too.
        for (key, bytes, gone) in
            [(1, 60, vec![]), (2, 50, vec![1]), (3, 500, vec![2]), (4, 1, vec![3]), (5, 1, vec![])]
        {
            assert_eq!(kept.need(key, bytes, 100), Some(gone), "{key}");
        }
    }
}
