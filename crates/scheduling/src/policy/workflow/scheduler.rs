//! The schedulers by their names.

use serde::{Deserialize, Serialize};

use super::{Allocation, FirstAssignment, Step, dls, fcp, heft, hybrid_bmct};
use base::setting::setting;
use workload::workflow::Dag;

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
            about: "Tasks by upward rank, in groups that do not wait for one another; each group is balanced over the machines. Sakellariou and Zhao 2004.",
            tried: true,
        }
        /// Rădulescu and van Gemund 2002.
        Fcp {
            key: "fcp",
            name: "FCP",
            about: "Fast critical path: of the ready tasks the one with the longest way to the end, on the machine that is free first or where its last data come from. Rădulescu and van Gemund 2002.",
            tried: true,
        }
        /// Sih and Lee 1993.
        Dls {
            key: "dls",
            name: "DLS",
            about: "Dynamic level scheduling: of all ready tasks and machines the pair of the highest dynamic level. Sih and Lee 1993.",
            tried: true,
        }
        /// The schedule that the workflow's file brings along.
        Given {
            key: "given",
            name: "As given",
            about: "The schedule that the workflow's own file brings along.",
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
