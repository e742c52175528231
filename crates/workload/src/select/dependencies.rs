//! Jobs that are submitted when another one has ended: fields 17 and 18 of SWF.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::Dependencies;
use crate::{Job, Predecessor, Record};

/// Gives each job the predecessor that its record names: the job that has to end before it is submitted, and the think
/// time after that end.
///
/// The logged submission of a job holds where the named job is not among `jobs`, where it is the job itself or a later
/// one ([`is_before`]), and for a reservation, which keeps its window. So no jobs wait for one another in a circle. A
/// negative or unknown think time counts as 0. Of `records` each job has one, at its place. O(n).
pub(super) fn honour(jobs: &mut [Job], records: &[Record]) {
    let record = |job: &Job| records.get(job.place as usize);
    if !jobs.iter().any(|job| record(job).and_then(named).is_some()) {
        return;
    }
    let indices: HashMap<u64, u32> = (0..).zip(&*jobs).map(|(at, job)| (job.id, at)).collect();
    let predecessor = |job: &Job| {
        let own = record(job).filter(|_| !job.is_reservation())?;
        let index = *indices.get(&named(own)?)?;
        let think_time = u32::try_from(own.think_time.max(0)).unwrap_or(u32::MAX);
        let is_earlier = is_before(record(&jobs[index as usize])?, own);
        is_earlier.then_some(Predecessor { job: index, think_time })
    };
    let predecessors: Vec<Option<Predecessor>> = jobs.iter().map(predecessor).collect();
    for (job, predecessor) in jobs.iter_mut().zip(predecessors) {
        job.predecessor = predecessor;
    }
}

/// The number of the job that a record names.
fn named(record: &Record) -> Option<u64> {
    u64::try_from(record.preceding_job).ok().filter(|&id| id > 0)
}

/// Whether a job comes before another one in the log: by submission, then by number.
fn is_before(one: &Record, other: &Record) -> bool {
    (one.submit, one.id) < (other.submit, other.id)
}

/// The jobs of a log that name a preceding job (field 17 of SWF), and what the log itself says against them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preceding {
    /// How many jobs name one.
    pub jobs: u64,
    /// How many of them name themselves or a later job, which is ignored.
    pub not_earlier: u64,
    /// How many of them ran.
    pub ran: u64,
    /// How many of these name an earlier job and started before it had ended.
    pub started_before: u64,
    /// The job that all of them name, where these are at least [`FEWEST`] jobs and more than half of the log.
    pub all_name: Option<u64>,
}

/// Fewer jobs that name one say nothing of the field: they may well name the same one, or start before it has ended.
const FEWEST: u64 = 3;

/// The field is no dependency if more than one in `ONE_IN` of the jobs that name one and ran contradict it.
const ONE_IN: u64 = 10;

impl Preceding {
    /// Those of a log. O(n).
    pub fn of(records: &[Record]) -> Self {
        let mut found = Self::default();
        if records.iter().all(|it| named(it).is_none()) {
            return found;
        }
        let places: HashMap<u64, &Record> = records.iter().map(|it| (it.id, it)).collect();
        let mut all_name = None;
        let mut are_one = true;
        for record in records {
            let Some(id) = named(record) else { continue };
            found.jobs += 1;
            are_one &= *all_name.get_or_insert(id) == id;
            let preceding = places.get(&id);
            let is_earlier = preceding.is_none_or(|it| is_before(it, record));
            found.not_earlier += u64::from(!is_earlier);
            if record.has_run() {
                found.ran += 1;
                let instants = preceding.and_then(|it| it.logged_end());
                let has_started_before = record.logged_start().zip(instants).is_some_and(|(start, end)| start < end);
                found.started_before += u64::from(is_earlier && has_started_before);
            }
        }
        let are_most = found.jobs >= FEWEST && 2 * found.jobs > records.len() as u64;
        found.all_name = all_name.filter(|_| are_one && are_most);
        found
    }

    /// Whether no job names one.
    pub fn is_empty(&self) -> bool {
        self.jobs == 0
    }

    /// Whether the log contradicts the field: all jobs name one, or many started before the one that they name had ended.
    pub fn is_filler(&self) -> bool {
        let many_started_before = ONE_IN * self.started_before > self.ran;
        self.all_name.is_some() || self.ran >= FEWEST && many_started_before
    }

    /// What a file that does not say it makes of dependencies.
    pub fn usual(&self) -> Dependencies {
        if self.is_empty() || self.is_filler() { Dependencies::Ignore } else { Dependencies::Honour }
    }
}

/// How many jobs keep their logged submission although their record names a job that they waited for; reservations are
/// not counted. O(n).
pub fn unmet_dependencies(jobs: &[Job], records: &[Record]) -> u64 {
    let names_one = |job: &&Job| records.get(job.place as usize).is_some_and(|it| named(it).is_some());
    let is_unmet = |job: &&Job| !job.is_reservation() && job.predecessor.is_none();
    jobs.iter().filter(names_one).filter(is_unmet).count() as u64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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
        let job = |(place, record): (u32, &Record)| Job { id: record.id, place, ..Job::default() };
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
    fn a_job_that_names_itself_or_a_later_one_keeps_its_submission() {
        let (jobs, records) = honoured(&[(2, 0), (3, 0), (1, 0), (3, 0), (4, 0), (6, 0)], |_| {});
        let expected = [None, None, Some((0, 0)), Some((2, 0)), Some((3, 0)), None];
        assert_eq!(of(&jobs), expected);
        assert_eq!(unmet_dependencies(&jobs, &records), 3);
        assert_eq!(Preceding::of(&records).not_earlier, 3);
    }

    /// Records of submission, wait, run time and named job, numbered from 1.
    fn records(jobs: &[[i64; 4]]) -> Vec<Record> {
        let record = |(id, &[submit, wait, run_time, preceding_job]): (u64, &[i64; 4])| Record {
            id,
            submit,
            wait,
            run_time,
            preceding_job,
            ..Record::UNKNOWN
        };
        (1..).zip(jobs).map(record).collect()
    }

    #[test]
    fn a_field_that_the_log_contradicts_is_no_dependency() {
        let usual = |jobs: &[[i64; 4]]| Preceding::of(&records(jobs)).usual();
        // A job of 10 s, and others that begin behind it: each names the one before.
        let chain = |begins: &[i64]| -> Vec<[i64; 4]> {
            let job = |(at, &begin): (i64, &i64)| [100 * at, begin, 10, at];
            (0..).zip(begins).map(job).collect()
        };
        assert_eq!(usual(&chain(&[0; 11])), Dependencies::Honour);
        // Of ten one starts before the job before it has ended, of eleven two do.
        let mut begins = [0; 12];
        begins[3] = 95;
        assert_eq!(usual(&chain(&begins[..11])), Dependencies::Honour);
        begins[7] = 95;
        assert_eq!(usual(&chain(&begins)), Dependencies::Ignore);
        // All name one job, and none contradicts it.
        let all = [[0, 0, 10, 1], [100, 0, 10, 1], [200, 0, 10, 1], [300, 0, 10, 1]];
        assert_eq!(usual(&all), Dependencies::Ignore);
        // One of two, and two of many, may well name the same job.
        assert_eq!(usual(&[[0, 0, 10, -1], [100, 0, 10, 1]]), Dependencies::Honour);
        let two = [[0, 0, 10, -1], [100, 0, 10, 1], [200, 0, 10, 1], [300, 0, 10, -1]];
        assert_eq!(usual(&two), Dependencies::Honour);
        assert_eq!(usual(&[[0, 0, 10, -1]]), Dependencies::Ignore);
    }

    proptest! {
        /// By the documents alone: each line against every other one.
        #[test]
        fn the_slow_reading_of_the_documents_is_the_same(
            jobs in prop::collection::vec([0i64..40, -1..20i64, -1..30i64, -1..14i64], 1..12),
        ) {
            let records = records(&jobs);
            let mut waits_for: Vec<Option<u64>> = Vec::new();
            let (mut naming, mut themselves, mut ran, mut against) = (0, 0, 0, 0);
            let mut names = Vec::new();
            for job in &records {
                let named = records.iter().find(|it| it.id as i64 == job.preceding_job);
                let is_later = named.is_some_and(|it| {
                    it.submit > job.submit || it.submit == job.submit && it.id >= job.id
                });
                waits_for.push(named.map(|it| it.id).filter(|_| !is_later));
                if job.preceding_job < 1 {
                    continue;
                }
                naming += 1;
                names.push(job.preceding_job);
                themselves += u64::from(is_later);
                ran += u64::from(job.run_time > 0);
                let end = named.filter(|it| it.wait >= 0 && it.run_time >= 0);
                let end = end.map(|it| it.submit + it.wait + it.run_time);
                let is_against = job.run_time > 0
                    && job.wait >= 0
                    && !is_later
                    && end.is_some_and(|end| job.submit + job.wait < end);
                against += u64::from(is_against);
            }
            names.dedup();
            let are_one = names.len() == 1 && naming >= 3 && 2 * naming > records.len() as u64;
            let is_filler = are_one || ran >= 3 && against as f64 > 0.1 * ran as f64;
            let found = Preceding::of(&records);
            prop_assert_eq!((found.jobs, found.not_earlier), (naming, themselves));
            prop_assert_eq!((found.ran, found.started_before), (ran, against));
            prop_assert_eq!(found.is_filler(), is_filler);
            let job = |(place, record): (u32, &Record)| Job {
                id: record.id,
                place,
                ..Job::default()
            };
            let mut jobs: Vec<Job> = (0..).zip(&records).map(job).collect();
            honour(&mut jobs, &records);
            let honoured: Vec<Option<u64>> =
                jobs.iter().map(|it| it.predecessor.map(|it| jobs[it.job as usize].id)).collect();
            prop_assert_eq!(honoured, waits_for);
        }
    }

    #[test]
    fn a_reservation_keeps_its_window() {
        let (jobs, records) = honoured(&[(-1, -1), (1, 5), (2, 5)], |jobs| {
            jobs[1].reservation =
                Some(ReservationRequest { ready: 0, deadline: 10, flexibility: Flexibility::Rigid, is_listed: false });
        });
        assert_eq!(of(&jobs), [None, None, Some((1, 5))]);
        assert_eq!(unmet_dependencies(&jobs, &records), 0);
    }
}
