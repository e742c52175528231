//! Jobs that are submitted when another one has ended: fields 17 and 18 of SWF.

use std::collections::HashMap;

use super::{Selection, select};
use crate::{Job, Predecessor, Record, Workload};

/// Gives each job the predecessor that its record names: the job that has to end before it is submitted, and the think
/// time after that end.
///
/// The logged submission of a job holds where the named job is not among `jobs`, where the jobs name each other in a
/// circle, and for a reservation, which keeps its window. A negative or unknown think time counts as 0. Of `records` each
/// job has one, at its place. Returns the numbers of the jobs of the first circle, each before the one that it
/// names, the first of them once more at the end. O(n).
pub(super) fn honour(jobs: &mut [Job], records: &[Record]) -> Vec<u64> {
    let names = |job: &Job| {
        let record = records.get(job.place as usize)?;
        u64::try_from(record.preceding_job)
            .ok()
            .filter(|&id| id > 0)
    };
    if !jobs.iter().any(|job| names(job).is_some()) {
        return Vec::new();
    }
    let indices: HashMap<u64, u32> = (0..).zip(&*jobs).map(|(at, job)| (job.id, at)).collect();
    for job in jobs.iter_mut() {
        let named = names(job).filter(|_| !job.is_reservation());
        let named = named.and_then(|id| indices.get(&id).copied());
        let think_time = records
            .get(job.place as usize)
            .map_or(0, |it| it.think_time.max(0));
        let think_time = u32::try_from(think_time).unwrap_or(u32::MAX);
        job.predecessor = named.map(|job| Predecessor { job, think_time });
    }
    break_circles(jobs)
}

/// How far the search for circles has come with a job.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Not,
    /// In the search that began with this job.
    In(u32),
}

/// Removes the predecessors of all jobs of a circle, and returns the numbers of the jobs of the first one, each before
/// the job that it waits for, the first of them once more at the end. O(n): each job has one predecessor at most.
fn break_circles(jobs: &mut [Job]) -> Vec<u64> {
    let mut circle = Vec::new();
    let mut seen = vec![Seen::Not; jobs.len()];
    let predecessor = |jobs: &[Job], at: u32| jobs[at as usize].predecessor.map(|it| it.job);
    for first in 0..jobs.len() as u32 {
        let mut at = Some(first);
        while let Some(job) = at.filter(|&it| seen[it as usize] == Seen::Not) {
            seen[job as usize] = Seen::In(first);
            at = predecessor(jobs, job);
        }
        // The search came back to a job of its own: from there on it went around a circle.
        let mut next = at.filter(|&it| seen[it as usize] == Seen::In(first));
        let is_first = circle.is_empty();
        while let Some(job) = next {
            next = predecessor(jobs, job);
            jobs[job as usize].predecessor = None;
            if is_first {
                circle.push(jobs[job as usize].id);
            }
        }
    }
    circle
}

/// The numbers of the jobs of the first circle of a log, each before the one that it names, the first of them once more at
/// the end; empty if there is none. O(n).
pub(crate) fn first_circle(workload: &Workload) -> Vec<u64> {
    let mut jobs = select(workload, &Selection::of_all(), 0);
    honour(&mut jobs, workload.records())
}

/// How many jobs keep their logged submission although their record names a job that they waited for; reservations are
/// not counted. O(n).
pub fn unmet_dependencies(jobs: &[Job], records: &[Record]) -> u64 {
    let names_one = |job: &&Job| {
        records
            .get(job.place as usize)
            .is_some_and(|it| it.preceding_job > 0)
    };
    let is_unmet = |job: &&Job| !job.is_reservation() && job.predecessor.is_none();
    jobs.iter().filter(names_one).filter(is_unmet).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Flexibility, ReservationRequest, UNKNOWN};

    /// Jobs 1, 2, 3 … that name these jobs and think times.
    fn honoured(named: &[(i64, i64)], change: impl FnOnce(&mut [Job])) -> (Vec<Job>, Vec<Record>) {
        let record = |(id, &(preceding_job, think_time)): (u64, &(i64, i64))| Record {
            id,
            preceding_job,
            think_time,
            ..Record::UNKNOWN
        };
        let records: Vec<Record> = (1..).zip(named).map(record).collect();
        let job = |(place, record): (u32, &Record)| Job {
            id: record.id,
            place,
            ..Job::default()
        };
        let mut jobs: Vec<Job> = (0..).zip(&records).map(job).collect();
        change(&mut jobs);
        honour(&mut jobs, &records);
        (jobs, records)
    }

    fn of(jobs: &[Job]) -> Vec<Option<(u32, u32)>> {
        let of = |job: &Job| job.predecessor.map(|it| (it.job, it.think_time));
        jobs.iter().map(of).collect()
    }

    #[test]
    fn a_job_waits_for_the_one_that_its_record_names() {
        let (jobs, records) = honoured(&[(-1, -1), (1, 5), (2, UNKNOWN), (99, 7), (0, 3)], |_| {});
        assert_eq!(of(&jobs), [None, Some((0, 5)), Some((1, 0)), None, None]);
        assert_eq!(unmet_dependencies(&jobs, &records), 1);
    }

    #[test]
    fn the_first_circle_is_told_by_the_numbers_of_its_jobs() {
        let circle = |named: &[(i64, i64)]| {
            let (mut jobs, records) = honoured(named, |_| {});
            honour(&mut jobs, &records)
        };
        assert_eq!(circle(&[(5, 0), (3, 0), (2, 0), (4, 0), (2, 0)]), [2, 3, 2]);
        assert_eq!(circle(&[(1, 0)]), [1, 1]);
        assert!(circle(&[(-1, 0), (1, 0), (9, 0)]).is_empty());
    }

    #[test]
    fn jobs_of_a_circle_keep_their_submission_and_those_behind_it_wait() {
        let (jobs, records) = honoured(&[(2, 0), (3, 0), (1, 0), (3, 0), (4, 0), (6, 0)], |_| {});
        let expected = [None, None, None, Some((2, 0)), Some((3, 0)), None];
        assert_eq!(of(&jobs), expected);
        assert_eq!(unmet_dependencies(&jobs, &records), 4);
    }

    #[test]
    fn a_reservation_keeps_its_window() {
        let (jobs, records) = honoured(&[(-1, -1), (1, 5), (2, 5)], |jobs| {
            jobs[1].reservation = Some(ReservationRequest {
                ready: 0,
                deadline: 10,
                flexibility: Flexibility::Rigid,
                is_listed: false,
            });
        });
        assert_eq!(of(&jobs), [None, None, Some((1, 5))]);
        assert_eq!(unmet_dependencies(&jobs, &records), 0);
    }
}
