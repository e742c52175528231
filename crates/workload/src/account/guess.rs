//! Values that are guessed because a file does not give them.

use serde::{Deserialize, Serialize};

use super::Intake;
use crate::select::{LimitFrom, Selection, SizeFrom};
use crate::{KnownBy, Machine, Time, WorkloadKind};

/// A value that is guessed because the file does not give it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Guess {
    /// The size of the machine: its header names none.
    Machine(Machine),
    /// The time limit of a number of jobs.
    Limits {
        /// How many jobs.
        jobs: u64,
        /// The substitute.
        by: StandIn,
    },
    /// The size of a number of jobs: the processors that they were given, where those that they asked for are
    /// unknown, or the other way round.
    Sizes {
        /// How many jobs.
        jobs: u64,
        /// The size that is used.
        from: SizeFrom,
    },
    /// The size of a number of jobs of which neither is known: one processor.
    OneProcessor {
        /// How many jobs.
        jobs: u64,
    },
    /// The machines of a workflow, or the nodes of a task batch: those of the platform.
    Platform,
}

/// The substitute for a time limit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StandIn {
    /// The run time times this.
    RunTimeTimes(f64),
    /// This number of seconds.
    Seconds(Time),
}

impl Guess {
    /// All guesses for a file under a selection, the machine first. Jobs that are left out because they did
    /// not run are not counted; those that a range of numbers leaves out are.
    pub(super) fn all(intake: &Intake, selection: &Selection) -> Vec<Self> {
        if intake.kind != WorkloadKind::Log {
            return match intake.machines {
                0 => vec![Self::Platform],
                _ => Vec::new(),
            };
        }
        let unknown = if selection.skip_never_ran { intake.unknown } else { intake.unknown_of_all };
        let (lacking, from) = match selection.size_from {
            SizeFrom::Requested => (unknown.requested_size, SizeFrom::Allocated),
            SizeFrom::Allocated => (unknown.allocated_size, SizeFrom::Requested),
        };
        let by = match selection.missing_limit {
            Some(limit) => StandIn::Seconds(limit),
            None => StandIn::RunTimeTimes(selection.missing_limit_factor),
        };
        let machine = intake.machine.filter(|it| it.known != KnownBy::MaxProcs);
        let are_requested = selection.limit_from == LimitFrom::Requested;
        let limits = (are_requested && unknown.limit > 0).then_some(Self::Limits { jobs: unknown.limit, by });
        let sizes = (lacking > 0).then_some(Self::Sizes { jobs: lacking, from });
        let one = (unknown.size > 0).then_some(Self::OneProcessor { jobs: unknown.size });
        let all = [machine.map(Self::Machine), sizes, one, limits];
        all.into_iter().flatten().collect()
    }
}
