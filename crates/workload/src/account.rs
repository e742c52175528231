//! The account of a file: how many jobs it has, how many are taken, which are left out and why, and which
//! values are guessed or not used. The page and the command line take all statements on this from an
//! [`Account`].

mod guess;
mod intake;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use super::select::{Dependencies, Selection, Thinned, select, thinned, unmet_dependencies};
use super::{Reading, Workload, WorkloadKind};
pub use guess::{Guess, StandIn};
pub use intake::{Intake, Pooled, RareFacts, Unknown};

/// The account of a file under a selection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Account {
    /// The content of the file, whatever is selected of it.
    pub intake: Intake,
    /// The jobs that are taken; `None` while their number is not known.
    pub taken: Option<Taken>,
    /// Values that are guessed because the file does not give them.
    pub guessed: Vec<Guess>,
}

/// How much of a file is taken.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Taken {
    /// The number of jobs, or tasks.
    pub jobs: u64,
    /// Why the others are left out; `None` where only their number is known.
    pub left_out: Option<LeftOut>,
    /// If dependencies are honoured, how many of the jobs are submitted as logged although they name a preceding job;
    /// `None` where that is not known. That a reservation keeps its window is not counted.
    pub unmet_dependencies: Option<u64>,
    /// The users and the work that stay where users leave to make the load lighter; `None` if none leave, or that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thinned: Option<Thinned>,
}

/// How many jobs of a file are left out, by reason: the first that applies, in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Their numbers are not those that are taken.
    pub not_in_range: u64,
    /// They never ran.
    pub never_ran: u64,
    /// They ran for 0 seconds.
    pub ran_no_time: u64,
    /// How long they ran is not known.
    pub run_time_unknown: u64,
    /// There are too many before them, or they are outside of the intervals that are folded.
    pub beyond: u64,
    /// Their users leave to make the load lighter.
    #[serde(default, skip_serializing_if = "base::is_default")]
    pub thinned: u64,
}

impl LeftOut {
    /// How many there are in all.
    pub fn jobs(&self) -> u64 {
        let not_run = self.never_ran + self.ran_no_time + self.run_time_unknown;
        self.not_in_range + not_run + self.beyond + self.thinned
    }
}

impl Account {
    /// The account of a workload that has been read, under a selection whose draws are those of a seed. O(n log n) for n
    /// jobs.
    pub fn of(reading: &Reading, (selection, seed): (&Selection, u64)) -> Self {
        let taken = Taken::of(&reading.workload, selection, seed);
        Self::with(Intake::of(reading), selection, Some(taken))
    }

    /// The account where only the intake is available, and perhaps the number of jobs that a run took of it, with what
    /// thinning left of them. The reasons for the others are known if every job is asked for or taken.
    pub fn from_intake(intake: Intake, selection: &Selection, in_run: Option<(u64, Option<Thinned>)>) -> Self {
        let thinned = in_run.and_then(|(_, thinned)| thinned);
        let all = Taken::of_all(&intake, selection, thinned);
        let counted = in_run.map(|(jobs, thinned)| {
            if jobs == intake.jobs {
                Taken::whole(jobs)
            } else {
                Taken { jobs, left_out: None, unmet_dependencies: None, thinned }
            }
        });
        Self::with(intake, selection, all.or(counted))
    }

    fn with(intake: Intake, selection: &Selection, taken: Option<Taken>) -> Self {
        let guessed = Guess::all(&intake, selection);
        Self { intake, taken, guessed }
    }

    /// Whether reservations would begin by logged waits, of which the log has none: each is ready at its
    /// submission, and holds processors from the first moment at which there are enough.
    pub fn starts_by_missing_waits(&self, selection: &Selection) -> bool {
        let reservations = &selection.reservations;
        self.intake.kind == WorkloadKind::Log && reservations.starts_by_waits() && self.intake.lacks_waits()
    }
}

impl Taken {
    /// How much a selection takes of a workload under a seed. O(n log n) for n jobs.
    pub fn of(workload: &Workload, selection: &Selection, seed: u64) -> Self {
        if workload.kind() != WorkloadKind::Log {
            return Self::whole(workload.jobs() as u64);
        }
        let mut left_out = LeftOut::default();
        for record in workload.records() {
            let fate = intake::Fate::of(record);
            if !selection.has_in_range(record.id) {
                left_out.not_in_range += 1;
            } else if selection.skip_never_ran {
                left_out.count(fate);
            }
        }
        let taken = select(workload, &without_reservations(selection), seed);
        let thinned = thinned(workload, selection, seed);
        left_out.thinned = thinned.map_or(0, |it| it.jobs_left_out);
        let jobs = taken.len() as u64;
        let others = workload.records().len() as u64 - left_out.jobs();
        left_out.beyond = others.saturating_sub(jobs);
        Self {
            jobs,
            left_out: Some(left_out),
            unmet_dependencies: honours(selection).then(|| unmet_dependencies(&taken, workload.records())),
            thinned,
        }
    }

    /// The taken jobs where only the intake is available, and perhaps what thinning left; `None` if the selection asks for
    /// certain jobs.
    fn of_all(intake: &Intake, selection: &Selection, thinned: Option<Thinned>) -> Option<Self> {
        if intake.kind != WorkloadKind::Log {
            return Some(Self::whole(intake.jobs));
        }
        if !selection.asks_for_all() || selection.thins() != thinned.is_some() {
            return None;
        }
        let mut left_out = LeftOut { thinned: thinned.map_or(0, |it| it.jobs_left_out), ..LeftOut::default() };
        if selection.skip_never_ran {
            left_out.never_ran = intake.never_ran;
            left_out.ran_no_time = intake.ran_no_time;
            left_out.run_time_unknown = intake.run_time_unknown;
        }
        let is_unmet_known = honours(selection) && selection.skip_never_ran && thinned.is_none();
        Some(Self {
            jobs: intake.jobs.saturating_sub(left_out.jobs()),
            left_out: Some(left_out),
            unmet_dependencies: is_unmet_known.then_some(intake.rare.unmet),
            thinned,
        })
    }

    fn whole(jobs: u64) -> Self {
        Self { jobs, left_out: Some(LeftOut::default()), unmet_dependencies: None, thinned: None }
    }
}

fn honours(selection: &Selection) -> bool {
    selection.dependencies == Dependencies::Honour
}

/// The same jobs, none of which is a reservation: which ones are depends on a seed.
fn without_reservations(selection: &Selection) -> Selection {
    Selection { reservations: Selection::of_all().reservations, ..selection.clone() }
}

impl LeftOut {
    fn count(&mut self, fate: intake::Fate) {
        match fate {
            intake::Fate::Ran => {}
            intake::Fate::NeverRan => self.never_ran += 1,
            intake::Fate::RanNoTime => self.ran_no_time += 1,
            intake::Fate::Unknown => self.run_time_unknown += 1,
        }
    }
}
