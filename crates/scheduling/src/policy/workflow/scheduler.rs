//! The schedulers by their names.

use serde::{Deserialize, Serialize};

use super::{Allocation, FirstAssignment, Step, dls, fcp, heft, hybrid_bmct};
use base::setting::setting;
use workload::workflow::{Dag, Placed};

setting! {
    /// Which algorithm makes the initial schedule.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Scheduler {
        /// Topcuoglu, Hariri and Wu 2002.
        #[default]
        Heft {
            key: "heft",
            name: "HEFT",
            about: "Heterogeneous earliest finish time: tasks by upward rank, each where it finishes first, also in a gap. Topcuoglu, Hariri and Wu 2002.",
            tried: true,
        }
        /// Sakellariou and Zhao 2004.
        HybridBmct {
            key: "hybrid_bmct",
            name: "Hybrid.BMCT",
            about: "Tasks by upward rank, in groups of independent tasks; each group is balanced over the machines. Sakellariou and Zhao 2004.",
            tried: true,
        }
        /// Rădulescu and van Gemund 2002.
        Fcp {
            key: "fcp",
            name: "FCP",
            about: "Fast critical path: the ready task with the longest path to the end, on the machine that is free first or from which its last data come. Rădulescu and van Gemund 2002.",
            tried: true,
        }
        /// Sih and Lee 1993.
        Dls {
            key: "dls",
            name: "DLS",
            about: "Dynamic level scheduling: the pair of ready task and machine with the highest dynamic level. Sih and Lee 1993.",
            tried: true,
        }
        /// The schedule that the workflow's file brings along.
        Given {
            key: "given",
            name: "As given",
            about: "The schedule in the workflow's own file.",
            tried: false,
        }
    }
}

impl Scheduler {
    /// Its allocation for a DAG, with this first assignment for Hybrid.BMCT; `None` if the file
    /// gives the allocation.
    pub fn schedule(self, dag: &Dag, first: FirstAssignment) -> Option<Allocation> {
        match self {
            Self::Heft => Some(heft(dag)),
            Self::HybridBmct => Some(hybrid_bmct(dag, first)),
            Self::Fcp => Some(fcp(dag)),
            Self::Dls => Some(dls(dag)),
            Self::Given => None,
        }
    }

    /// Its decisions one by one: the places that tasks have after the last one are those of
    /// [`Self::schedule`]. Empty if the file gives the allocation.
    pub fn steps(self, dag: &Dag, first: FirstAssignment) -> Vec<Step> {
        let mut steps = Vec::new();
        let tell = |step: &dyn Fn() -> Step| steps.push(step());
        match self {
            Self::Heft => drop(heft::place_all(dag, tell)),
            Self::HybridBmct => drop(hybrid_bmct::balance_all(dag, first, tell)),
            Self::Fcp => drop(fcp::place_all(dag, |_, _, start| start, tell)),
            Self::Dls => drop(dls::place_all(dag, tell)),
            Self::Given => {}
        }
        steps
    }
}

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
