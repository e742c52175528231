//! Name, description and behaviour of co-allocation as a system.

use super::measures::MEASURES;
use super::simulation::CoAllocationSimulation;
use super::{CoAllocation, EarlyEnd, decisions, knobs, words};
use crate::engine::decisions::Own;
use crate::system::speaker::{Sentence, Speaker};
use crate::system::{Input, Knob, Measure, Simulated, Simulation, Surroundings, System, SystemModel};
use workload::WorkloadKind;

impl SystemModel for CoAllocation {
    fn key(&self) -> &'static str {
        "co_allocation"
    }

    fn name(&self) -> &'static str {
        "Co-allocation"
    }

    fn about(&self) -> &'static str {
        "Every request is placed at its submission, on servers that are idle for its whole duration: at its requested start or, in steps of Δt, later. All servers form one pool. Castillo, Rouskas and Harfoush, HPDC 2009."
    }

    fn inside(&self) -> &'static str {
        "Idle periods"
    }

    fn inside_about(&self) -> &'static str {
        "Co-allocation: each request gets idle servers of one pool at its submission, for good. Each row is a server, and a bar is a period in which it is idle; the trees are the index that the search for enough servers goes through."
    }

    fn takes(&self) -> &'static [WorkloadKind] {
        &[WorkloadKind::Log]
    }

    fn pool(&self) -> Option<&'static str> {
        Some("the pool of servers")
    }

    fn validate(&self, platform: &[u32]) -> Result<(), String> {
        CoAllocation::validate(self, platform)
    }

    fn words(&self, _of: &Surroundings) -> Vec<String> {
        words::words(self)
    }

    fn policy(&self, _of: &Surroundings) -> String {
        words::policy(self)
    }

    fn knobs(&self) -> &'static [Knob] {
        knobs::KNOBS
    }

    fn reads(&self, path: &str, _of: &Surroundings) -> Result<(), &'static str> {
        match path {
            knobs::SLOT if self.attempts.is_some() && !self.has_printed_trees() => Err(
                "the slots only count the attempts, and their number is given: leave attempts null, or choose the printed trees",
            ),
            _ => Ok(()),
        }
    }

    fn measures(&self) -> &'static [Measure] {
        MEASURES
    }

    fn forget_jobs(&mut self) -> Vec<&'static str> {
        match std::mem::take(&mut self.chosen_servers).is_empty() {
            true => Vec::new(),
            false => vec!["The choice of servers for jobs of the previous log is discarded."],
        }
    }

    fn draws(&self, _of: &Surroundings) -> bool {
        false
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
    /// The settings of a system, if it is this one.
    pub fn of(system: &System) -> Option<&Self> {
        match system {
            System::CoAllocation(settings) => Some(settings),
            _ => None,
        }
    }

    /// The settings of a system, to be changed: the usual ones take the place of another system.
    pub fn of_mut(system: &mut System) -> &mut Self {
        if Self::of(system).is_none() {
            *system = System::CoAllocation(Self::default());
        }
        match system {
            System::CoAllocation(settings) => settings,
            _ => unreachable!("it was just set"),
        }
    }

    /// Whether servers are free again when their job ends.
    pub(super) fn frees_early(&self) -> bool {
        self.early_end == EarlyEnd::Freed
    }
}
