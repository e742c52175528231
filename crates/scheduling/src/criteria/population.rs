//! What the figures of a run are over.

use serde::{Deserialize, Serialize};

use super::job_figures::has_run;
use crate::engine::{Of, Run};
use workload::Job;

/// What the figures of a run are over. Where two runs differ in it, neither is better or worse than the other. Digests do
/// not depend on the order of the jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Population {
    /// Digest of the jobs taken: numbers and, of a log, run times and sizes.
    pub taken: u32,
    /// Digest of their submissions; of jobs that are submitted at the end of another one, of that one and the time between.
    pub submissions: u32,
    /// Digest of the numbers of the reservations.
    pub reserved: u32,
    /// Digest of the numbers of the jobs that ran.
    pub ran: u32,
    /// The processors of all providers.
    pub processors: u64,
}

/// The first thing in which two populations differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Differs {
    Taken,
    Submissions,
    Reserved,
    Ran,
    Processors,
}

impl Differs {
    /// The reason why there is no verdict, within a sentence.
    pub fn why(self) -> &'static str {
        match self {
            Self::Taken => "the jobs are not the same",
            Self::Submissions => "the jobs are submitted at other times",
            Self::Reserved => "other jobs are reservations",
            Self::Ran => "other jobs are rejected",
            Self::Processors => "the number of processors differs",
        }
    }
}

impl Population {
    /// That of the jobs of a run that `is_counted` names by their indices. O(jobs).
    pub(super) fn of(run: &Run, is_counted: impl Fn(usize) -> bool) -> Self {
        let is_log = matches!(run.of, Of::Log(_));
        let (mut taken, mut submissions, mut reserved, mut ran) = (0, 0, 0, 0);
        let all = run.jobs.iter().zip(&run.schedule.outcomes).enumerate();
        for (_, (job, outcome)) in all.filter(|it| is_counted(it.0)) {
            let number = mixed(0, job.id);
            add(&mut taken, if is_log { of_job(job) } else { number });
            add(&mut submissions, submission(run, job));
            if job.is_reservation() {
                add(&mut reserved, number);
            }
            if has_run(outcome) {
                add(&mut ran, number);
            }
        }
        Self {
            taken: folded(taken),
            submissions: folded(submissions),
            reserved: folded(reserved),
            ran: folded(ran),
            processors: run.platform.iter().map(|&it| u64::from(it)).sum(),
        }
    }

    /// All of it in one digest; without the jobs that ran where their number is itself weighed.
    pub fn digest(self, with_ran: bool) -> u32 {
        let ran = if with_ran { self.ran } else { 0 };
        let parts = [self.taken, self.submissions, self.reserved, ran];
        let parts = parts.iter().fold(self.processors, |before, &it| mixed(before, it.into()));
        folded(parts)
    }

    /// What forbids a verdict between two runs; `None` where nothing does.
    pub fn differs(self, other: Self) -> Option<Differs> {
        [
            (Differs::Taken, self.taken != other.taken),
            (Differs::Submissions, self.submissions != other.submissions),
            (Differs::Reserved, self.reserved != other.reserved),
            (Differs::Ran, self.ran != other.ran),
            (Differs::Processors, self.processors != other.processors),
        ]
        .into_iter()
        .find_map(|(what, differs)| differs.then_some(what))
    }
}

/// Number, run time and size of a job of a log: the processors that it was given where the log says so, since the schedule of
/// the log has no others.
fn of_job(job: &Job) -> u64 {
    let size = match job.allocated {
        0 => job.processors,
        allocated => allocated,
    };
    mixed(mixed(mixed(0, job.id), job.run_time as u64), size.into())
}

fn submission(run: &Run, job: &Job) -> u64 {
    let number = mixed(0, job.id);
    match &job.predecessor {
        Some(it) => {
            let before = run.jobs.get(it.job as usize).map_or(0, |it| it.id);
            mixed(mixed(number, before), !u64::from(it.think_time))
        }
        None => mixed(number, run.tick.seconds(job.submit).to_bits()),
    }
}

fn folded(digest: u64) -> u32 {
    (digest ^ digest >> 32) as u32
}

fn add(digest: &mut u64, of_one: u64) {
    *digest = digest.wrapping_add(of_one);
}

/// The finalizer of SplitMix64 (Steele, Lea, Flood 2014) over both.
fn mixed(before: u64, value: u64) -> u64 {
    let mut it = (before ^ value).wrapping_add(0x9e37_79b9_7f4a_7c15);
    it = (it ^ it >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    it = (it ^ it >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    it ^ it >> 31
}
