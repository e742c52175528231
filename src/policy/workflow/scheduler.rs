//! The schedulers by their names.

use serde::{Deserialize, Serialize};

use super::{Allocation, FirstAssignment, Step, dls, fcp, heft, hybrid_bmct};
use crate::workload::workflow::Dag;

/// Which algorithm makes the initial schedule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scheduler {
    /// Topcuoglu, Hariri and Wu 2002.
    #[default]
    Heft,
    /// Sakellariou and Zhao 2004.
    HybridBmct,
    /// Rădulescu and van Gemund 2002.
    Fcp,
    /// Sih and Lee 1993.
    Dls,
    /// The schedule that the workflow's file brings along.
    Given,
}

impl Scheduler {
    /// All of them, the default first.
    pub const ALL: [Self; 5] = [
        Self::Heft,
        Self::HybridBmct,
        Self::Fcp,
        Self::Dls,
        Self::Given,
    ];

    /// What it makes of a DAG, Hybrid.BMCT with this first assignment; nothing if the file says it.
    pub fn schedule(self, dag: &Dag, first: FirstAssignment) -> Option<Allocation> {
        match self {
            Self::Heft => Some(heft(dag)),
            Self::HybridBmct => Some(hybrid_bmct(dag, first)),
            Self::Fcp => Some(fcp(dag)),
            Self::Dls => Some(dls(dag)),
            Self::Given => None,
        }
    }

    /// The same decision by decision: the places that tasks have after the last one are those of
    /// [`Self::schedule`]. None if the file says it.
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
