//! Name, description and behaviour of reservations for workflows as a system.

use std::borrow::Cow;

use super::measures::{FAILURES, MEASURES, SCHEDULE_LENGTH, SPARE_LEAST};
use super::plan::{Plan, on_machines};
use super::simulation::WorkflowSimulation;
use super::{Scheduler, Workflow, decisions, knobs};
use crate::policy::spare_time::Variant;
use crate::system::prelude::*;
use crate::system::wanted::Wanted;
use crate::system::{Card, SystemModel, Work};
use base::text::in_text;
use workload::select::select_workflow;
use workload::{WorkloadKind, workflow};

const CARD: Card = Card {
    key: "workflow",
    name: "Workflow",
    about: "The tasks of a workflow are scheduled by their estimates, and the time left until the deadline is distributed over their reservations. Zhao and Sakellariou 2007.",
    inside: "Graph",
    inside_about: "Workflow: tasks get reservations on machines until a deadline. Each box is a task in the colour of its machine, and a line leads to a task that waits for its data.",
    takes: &[WorkloadKind::Workflow],
    rows: knobs::ROWS,
    measures: MEASURES,
    usual_criteria: &[SCHEDULE_LENGTH, SPARE_LEAST, FAILURES],
    books: false,
    ..crate::system::CARD
};

impl SystemModel for Workflow {
    fn card(&self) -> &'static Card {
        &CARD
    }

    fn validate(&self, platform: &[u32]) -> Result<(), String> {
        Workflow::validate(self, platform)
    }

    fn words(&self, _of: &Surroundings, changed: &Changed) -> Vec<String> {
        let deadline = match self.deadline {
            Some(deadline) => format!("{deadline} s"),
            None => format!("{} × the schedule", self.deadline_factor),
        };
        let (scheduler, variant) = (in_text(self.scheduler.name()), self.variant.name());
        let others = changed.but(&["scheduler", "variant", "deadline", "deadline_factor"]);
        vec![format!("workflow: {scheduler}, deadline {deadline}, {variant}{others}")]
    }

    fn policy(&self, _of: &Surroundings) -> String {
        format!("{}, {}", in_text(self.scheduler.name()), self.variant.name())
    }

    fn reads(&self, path: &str, _of: &Surroundings) -> Result<(), &'static str> {
        match path {
            "deadline_factor" if self.deadline.is_some() => {
                Err("the deadline is given in seconds: set deadline to null")
            }
            "first_assignment" if self.scheduler != Scheduler::HybridBmct => {
                Err("only Hybrid.BMCT assigns tasks first and then moves them: choose it")
            }
            "threshold_percent" if !self.variant.is_recursive() => {
                Err("spare time is not distributed in rounds: choose a recursive variant")
            }
            "on_overrun" | "on_early_end" | "run_until" if self.variant == Variant::DagReserve => {
                Err("the whole workflow is reserved: there are no reservations of tasks that could be moved, or end")
            }
            "on_overrun" | "run_until" if self.qoi_percent == 0.0 => {
                Err("the estimates are exact, so that no task takes longer: raise the QoI")
            }
            _ => Ok(()),
        }
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
        let mut wanted = Plan::new(&taken, self, taken.machines.len())?.wanted();
        wanted.iter_mut().for_each(|it| it.start += self.earliest_start);
        Ok(wanted)
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
}
