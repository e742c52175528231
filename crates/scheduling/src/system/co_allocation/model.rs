//! Name, description and behaviour of co-allocation as a system.

use super::measures::MEASURES;
use super::simulation::CoAllocationSimulation;
use super::{CoAllocation, EarlyEnd, Length, decisions, knobs};
use crate::system::prelude::*;
use crate::system::{Card, SystemModel};
use base::text::{in_text, period};
use workload::WorkloadKind;

const CARD: Card = Card {
    key: "co_allocation",
    name: "Co-allocation",
    about: "Every request is placed at its submission, on servers that are idle for its whole duration: at its requested start or, in steps of Δt, later. All servers form one pool. Castillo, Rouskas and Harfoush, HPDC 2009.",
    inside: "Idle periods",
    inside_about: "Co-allocation: each request gets idle servers of one pool at its submission, for good. Each row is a server, and a bar is a period in which it is idle; the trees are the index that the search for enough servers goes through.",
    takes: &[WorkloadKind::Log],
    rows: knobs::ROWS,
    measures: MEASURES,
    ..crate::system::CARD
};

impl SystemModel for CoAllocation {
    fn card(&self) -> &'static Card {
        &CARD
    }

    fn pool(&self) -> Option<&'static str> {
        Some("the pool of servers")
    }

    fn validate(&self, platform: &[u32]) -> Result<(), String> {
        CoAllocation::validate(self, platform)
    }

    fn words(&self, _of: &Surroundings, changed: &Changed) -> Vec<String> {
        let (selection, most) = (in_text(self.selection.name()), self.most_attempts());
        let (step, horizon) = (period(self.step), period(self.horizon));
        let others = changed.but(&["selection", "step", "attempts", "horizon"]);
        vec![format!("co-allocation: {selection}, tried every {step} up to {most} times, horizon {horizon}{others}")]
    }

    fn policy(&self, _of: &Surroundings) -> String {
        format!("{}, Δt = {} s", in_text(self.selection.name()), self.step)
    }

    fn reads(&self, path: &str, _of: &Surroundings) -> Result<(), &'static str> {
        match path {
            "early_end" if self.length != Length::Requested => {
                Err("servers are booked for the run time: set length to requested")
            }
            "slot" if self.attempts.is_some() && !self.has_printed_trees() => Err(
                "the slots only count the attempts, and their number is given: leave attempts null, or choose the printed trees",
            ),
            _ => Ok(()),
        }
    }

    fn forget_jobs(&mut self) -> Vec<&'static str> {
        if std::mem::take(&mut self.chosen_servers).is_empty() {
            Vec::new()
        } else {
            vec!["The choice of servers for jobs of the previous log is discarded."]
        }
    }
}

impl Simulated for CoAllocation {
    fn start(&self, input: Input) -> Result<Box<dyn Simulation>, String> {
        let [servers] = self.providers(input.platform)[..] else {
            unreachable!("it has one pool");
        };
        Ok(Box::new(CoAllocationSimulation::new(self, servers, input.jobs()?)))
    }

    fn own_words(&self, own: &Own, speaker: &Speaker) -> Option<Sentence> {
        decisions::words(own, speaker)
    }
}

impl CoAllocation {
    /// Whether servers are free again when their job ends.
    pub(super) fn frees_early(&self) -> bool {
        self.early_end == EarlyEnd::Freed
    }
}
