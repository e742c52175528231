//! When each machine is free.

use workload::workflow::Placed;

/// The free times of all machines.
pub(super) struct Timelines {
    /// Of each machine, ascending: before, between and behind its tasks, some of no length. The last one has
    /// no end.
    free: Vec<Vec<(f64, f64)>>,
}

impl Timelines {
    /// All machines free from 0 on.
    pub(super) fn new(machines: usize) -> Self {
        Self { free: vec![vec![(0.0, f64::INFINITY)]; machines] }
    }

    /// The first time not before `ready` from which a machine is free for a cost: insertion between tasks
    /// that are placed already, if there is room. Finds the first gap in logarithmic time, then looks at one
    /// after the other.
    pub(super) fn earliest(&self, machine: usize, ready: f64, cost: f64) -> f64 {
        let free = &self.free[machine];
        let first = free.partition_point(|&(_, end)| end < ready);
        let fits = |&(start, end): &(f64, f64)| {
            let start = start.max(ready);
            (start + cost <= end).then_some(start)
        };
        // The last gap has no end.
        free[first..].iter().find_map(fits).unwrap_or(ready)
    }

    /// When the last task of a machine ends.
    pub(super) fn end(&self, machine: usize) -> f64 {
        self.free[machine].last().map_or(0.0, |&(start, _)| start)
    }

    /// Takes the time of a task, which must be free; of one without cost an instant, which no other task
    /// may span.
    pub(super) fn book(&mut self, placed: &Placed) {
        let free = &mut self.free[placed.machine];
        let at = free.partition_point(|&(_, end)| end < placed.finish);
        let (start, end) = free[at];
        free.splice(at..=at, [(start, placed.start), (placed.finish, end)]);
    }
}
