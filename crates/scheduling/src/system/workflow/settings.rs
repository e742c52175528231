//! The settings of the system.

use serde::{Deserialize, Serialize};

use crate::policy::spare_time::Variant;
use crate::policy::workflow::{FirstAssignment, Scheduler};
use base::setting::setting;

/// The settings of reservations for workflows (Zhao and Sakellariou 2007). Times are seconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Workflow {
    /// Which algorithm makes the initial schedule.
    pub scheduler: Scheduler,
    /// Where Hybrid.BMCT puts the tasks of a group at first. Links without it are from a time when only
    /// [`FirstAssignment::CompletionTime`] existed.
    #[serde(default = "of_old_links")]
    pub first_assignment: FirstAssignment,
    /// The deadline as a multiple of the length of the initial schedule. At least 1.
    pub deadline_factor: f64,
    /// The deadline itself, in seconds from the workflow's start, whatever the factor; `null` for the factor.
    pub deadline: Option<f64>,
    /// How spare time is shared out to the reservations.
    pub variant: Variant,
    /// The recursive variants distribute spare time until less than this percentage of the deadline is left.
    pub threshold_percent: f64,
    /// The quality of information: run times are off their estimates by up to this percentage.
    pub qoi_percent: f64,
    /// Until when a task may run.
    pub run_until: RunUntil,
    /// Treatment of a task that is not done by then.
    pub on_overrun: OnOverrun,
    /// Treatment of the reservations after a task that ends early.
    pub on_early_end: OnEarlyEnd,
    /// Where the workflow names no machines: how fast the provider at each place is, run times on a machine
    /// of speed 1 are divided by it. `null` for 1 everywhere.
    pub speeds: Option<Vec<f64>>,
    /// Where the workflow names no machines: how many units of data go from one to another in a second.
    /// `null` for data that takes no time.
    pub bandwidth: Option<f64>,
    /// The earliest start of the workflow, in seconds after its request: the user's earliest start time of Sect. 2. The
    /// schedule, the deadline and all reservations count from there.
    pub earliest_start: f64,
}

fn of_old_links() -> FirstAssignment {
    FirstAssignment::CompletionTime
}

impl Default for Workflow {
    fn default() -> Self {
        Self {
            scheduler: Scheduler::Heft,
            first_assignment: FirstAssignment::ExecutionTime,
            deadline_factor: 2.0,
            deadline: None,
            variant: Variant::REvenTime,
            threshold_percent: 5.0,
            qoi_percent: 0.0,
            run_until: RunUntil::SpareTime,
            on_overrun: OnOverrun::Fail,
            on_early_end: OnEarlyEnd::Keep,
            speeds: None,
            bandwidth: None,
            earliest_start: 0.0,
        }
    }
}

setting! {
    /// Until when a task may run. Where the whole DAG is reserved, that is until its deadline.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum RunUntil {
        /// Until its spare time is over: to the end of its reservation, and on while neither its machine nor its
        /// data are waited for.
        #[default]
        SpareTime {
            key: "spare_time",
            name: "Spare time",
            about: "A task may run beyond its reservation as long as neither its machine nor its data are waited for.",
        }
        /// To the end of its reservation: Table 2 counts failures as "reservation slot exceeded".
        Reservation {
            key: "reservation",
            name: "Reservation",
            about: "A task may run to the end of its reservation and no longer.",
        }
    }
}

setting! {
    /// Treatment of a task that is not done when its time is over.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum OnOverrun {
        /// It is killed, and tasks that wait for its data never run.
        #[default]
        Fail {
            key: "fail",
            name: "Fail",
            about: "A task that is not done when its time is over is killed, and the tasks that depend on it never run.",
        }
        /// It continues, and the remaining reservations are moved, if all can still end by the deadline.
        Renegotiate {
            key: "renegotiate",
            name: "Renegotiate",
            about: "It goes on, and the remaining reservations are moved, if all can still end by the deadline.",
        }
    }
}

setting! {
    /// Treatment of the reservations of tasks whose predecessors, in the DAG and on their machine, end before
    /// they were planned to.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum OnEarlyEnd {
        /// They stay where they are.
        #[default]
        Keep {
            key: "keep",
            name: "Keep",
            about: "Every task waits for its reservation, even if the tasks before it end early.",
        }
        /// Each is moved forward as a whole, to when the data of all its predecessors are there and its machine is
        /// done with the task before: ours, for the paper leaves re-planning while tasks run for later (Sect. 5).
        MoveEarlier {
            key: "move_earlier",
            name: "Move forward",
            about: "A reservation moves forward, as a whole, to the time at which the data of all tasks before it have arrived and its machine is free.",
        }
    }
}

impl Workflow {
    /// Whether reservations are moved forward when tasks end early. Where the whole DAG is reserved there are none.
    pub fn moves_forward(&self) -> bool {
        self.on_early_end == OnEarlyEnd::MoveEarlier && self.variant != Variant::DagReserve
    }
}

/// Speeds are from the first to the second.
const RATES: (f64, f64) = (1e-6, 1e15);

impl Workflow {
    /// Checks every value on a platform.
    ///
    /// # Errors
    ///
    /// A sentence that names the first invalid field and its valid values.
    pub fn validate(&self, platform: &[u32]) -> Result<(), String> {
        for (at, &speed) in self.speeds.iter().flatten().enumerate() {
            let (least, most) = RATES;
            if !(least..=most).contains(&speed) {
                return Err(format!("system.workflow.speeds[{at}]: {speed}; it is {least} to {most}"));
            }
        }
        if let Some(speeds) = &self.speeds
            && speeds.len() != platform.len()
        {
            return Err(format!(
                "system.workflow.speeds: {} speeds for {} providers; one for each is needed",
                speeds.len(),
                platform.len()
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::System;

    #[test]
    fn what_cannot_be_is_named() {
        for row in "deadline_factor: 0.9 => deadline_factor: 0.9; it is 1 to 1000
            deadline: -1 => deadline: -1
            threshold_percent: 101 => threshold_percent: 101 %; it is 0 to 100 %
            qoi_percent: -5 => qoi_percent: -5 %; it is 0 to 1000 %
            speeds: [1, 0] => speeds[1]: 0
            speeds: [1] => 1 speeds for 2 providers
            bandwidth: 0 => bandwidth: 0"
            .lines()
        {
            let (settings, words) = row.split_once(" => ").expect(row);
            let problem = System::Workflow(crate::system::testing::settings(settings)).check(&[1, 1]).expect_err(row);
            assert!(problem.contains(words), "{settings}: {problem}");
        }
        assert_eq!(Workflow::default().validate(&[64]), Ok(()));
    }
}
