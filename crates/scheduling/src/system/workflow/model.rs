//! Name, description and behaviour of reservations for workflows as a system.

use std::borrow::Cow;

use super::measures::{FAILURES, MEASURES, SCHEDULE_LENGTH, SPARE_LEAST};
use super::plan::{Plan, on_machines};
use super::simulation::WorkflowSimulation;
use super::{Scheduler, Workflow, decisions, knobs, words};
use crate::engine::decisions::Own;
use crate::policy::spare_time::Variant;
use crate::system::speaker::{Sentence, Speaker};
use crate::system::wanted::Wanted;
use crate::system::{Input, Knob, Measure, Simulated, Simulation, Surroundings, System, SystemModel, Work};
use workload::select::select_workflow;
use workload::{WorkloadKind, workflow};

impl SystemModel for Workflow {
    fn key(&self) -> &'static str {
        "workflow"
    }

    fn name(&self) -> &'static str {
        "Workflow"
    }

    fn about(&self) -> &'static str {
        "The tasks of a workflow are scheduled by their estimates, and the time left until the deadline is distributed over their reservations. Zhao and Sakellariou 2007."
    }

    fn inside(&self) -> &'static str {
        "Graph"
    }

    fn inside_about(&self) -> &'static str {
        "Workflow: tasks get reservations on machines until a deadline. Each box is a task in the colour of its machine, and a line leads to a task that waits for its data."
    }

    fn takes(&self) -> &'static [WorkloadKind] {
        &[WorkloadKind::Workflow]
    }

    fn validate(&self, platform: &[u32]) -> Result<(), String> {
        Workflow::validate(self, platform)
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
            knobs::FACTOR if self.deadline.is_some() => Err("the deadline is given in seconds: set deadline to null"),
            knobs::FIRST_ASSIGNMENT if self.scheduler != Scheduler::HybridBmct => {
                Err("only Hybrid.BMCT assigns tasks first and then moves them: choose it")
            }
            knobs::THRESHOLD if !self.variant.is_recursive() => {
                Err("spare time is not distributed in rounds: choose a recursive variant")
            }
            knobs::ON_OVERRUN | knobs::ON_EARLY_END | knobs::RUN_UNTIL if self.variant == Variant::DagReserve => {
                Err("the whole workflow is reserved: there are no reservations of tasks that could be moved, or end")
            }
            knobs::ON_OVERRUN | knobs::RUN_UNTIL if self.qoi_percent == 0.0 => {
                Err("the estimates are exact, so that no task takes longer: raise the QoI")
            }
            _ => Ok(()),
        }
    }

    fn measures(&self) -> &'static [Measure] {
        MEASURES
    }

    fn usual_criteria(&self) -> &'static [&'static str] {
        &[SCHEDULE_LENGTH, SPARE_LEAST, FAILURES]
    }

    fn fill_from_file(&mut self, names: &dyn Fn(&str) -> bool) {
        if !names("first_assignment") {
            self.first_assignment = Self::default().first_assignment;
        }
    }

    fn keep_providers(&mut self, count: usize) -> Vec<&'static str> {
        match &mut self.speeds {
            Some(speeds) if speeds.len() != count => {
                speeds.resize(count, 1.0);
                vec!["The speeds of the machines fit their number."]
            }
            _ => Vec::new(),
        }
    }

    fn remove_provider(&mut self, index: usize) {
        if let Some(speeds) = &mut self.speeds
            && index < speeds.len()
        {
            speeds.remove(index);
        }
    }

    fn books(&self) -> bool {
        false
    }

    fn draws(&self, _of: &Surroundings) -> bool {
        self.qoi_percent > 0.0
    }
}

impl Simulated for Workflow {
    fn start(&self, input: Input) -> Result<Box<dyn Simulation>, String> {
        let taken = self.taken(&input)?;
        Ok(Box::new(WorkflowSimulation::new(&taken, self, input.seed)?))
    }

    fn reservations_of(&self, input: Input) -> Result<Vec<Wanted>, String> {
        let taken = self.taken(&input)?;
        Ok(Plan::new(&taken, self, taken.machines.len())?.wanted())
    }

    fn own_words(&self, own: &Own, _speaker: &Speaker) -> Option<Sentence> {
        decisions::words(own)
    }
}

impl Workflow {
    /// The workflow that is to be run, on its machines.
    fn taken<'a>(&self, input: &Input<'a>) -> Result<Cow<'a, workflow::Workflow>, String> {
        let Work::Workflow(workflow, selection) = input.work else {
            return Err("it takes workflows only".to_owned());
        };
        let on_machines = on_machines(workflow, self, input.platform.len());
        select_workflow(on_machines, selection)
    }

    /// The settings of a system, if it is this one.
    pub fn of(system: &System) -> Option<&Self> {
        match system {
            System::Workflow(settings) => Some(settings),
            _ => None,
        }
    }

    /// The settings of a system, to be changed: the usual ones take the place of another system.
    pub fn of_mut(system: &mut System) -> &mut Self {
        if Self::of(system).is_none() {
            *system = System::Workflow(Self::default());
        }
        match system {
            System::Workflow(settings) => settings,
            _ => unreachable!("it was just set"),
        }
    }
}
