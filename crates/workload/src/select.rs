//! Which jobs of a log a scenario takes, and how unknown values are filled.

mod dependencies;
mod machines_and_data;
mod users;

#[cfg(test)]
mod tests;

pub use dependencies::{Preceding, unmet_dependencies};
pub use machines_and_data::{MOST_CCR, MOST_MACHINES, ratio, select_workflow};
pub use users::{THINNED_SHARES, Thinned, names_no_users, thinned};

use std::collections::HashSet;

use base::ordering::sort_by_key;
use base::setting::setting;
use serde::{Deserialize, Serialize};

use super::reserve::{self, Reservations};
use super::{Logged, Record, Workload};
use crate::{Job, MAX_TIME, Time};

/// Which jobs of a log are taken, and how (the `workload` part of a scenario).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Selection {
    /// The lowest job number taken; `null` takes from the first.
    pub first_job: Option<u64>,
    /// The highest job number taken; `null` takes to the last.
    pub last_job: Option<u64>,
    /// The most jobs taken, the first in order of submission, counted after cleaning.
    pub count: Option<u32>,
    /// Cleaning: leave out the jobs that never ran (no run time, or none above 0).
    pub skip_never_ran: bool,
    /// Which of the log's two sizes is the job's.
    pub size_from: SizeFrom,
    /// Sizes above this are set to it; `null` leaves them.
    pub clip_size_to: Option<u32>,
    /// Where a job's processing time limit comes from.
    #[serde(skip_serializing_if = "base::is_default")]
    pub limit_from: LimitFrom,
    /// A job without a requested time gets its run time times this.
    pub missing_limit_factor: f64,
    /// A job without a requested time gets this instead, in seconds: the default of its queue ("if
    /// not, by LRMS according to configuration of particular queues", Kurowski et al. 2011, Sect. 4).
    /// `null` uses the factor, and the local systems of Table 1 know of no default.
    pub missing_limit: Option<Time>,
    /// Requested times above this, in seconds, are cut to it; `null` leaves them. The limit is cut, not
    /// the run time: a job that runs longer is then over its limit.
    pub clip_limit_to: Option<Time>,
    /// The limit of a job for which the log names that it has none, in seconds; `null` for no limit: nothing is promised
    /// behind such a job, and a reservation ahead keeps it out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unlimited: Option<Time>,
    /// Whether a job is submitted when the job that its record names has ended.
    /// Always written: a file that does not name it has another default than a link.
    pub dependencies: Dependencies,
    /// Intervals of the log at once, as if they were logs of several machines; `null` for the log as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fold: Option<Fold>,
    /// For a workflow, its data are scaled so that its ratio of communication to computation is this
    /// ([`ratio`]); `null` leaves them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ccr: Option<f64>,
    /// For a workflow, the number of machines taken, the first ones; `null` takes all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub machines: Option<u32>,
    /// Floating-point operations that a processor, or a machine of speed 1, does in a second, where a file measures
    /// work in them; `null` is [`flops::USUAL`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flops_per_second: Option<f64>,
    /// The time between submissions is divided by this: 2 doubles the load.
    pub load_factor: f64,
    /// A drawn subset of the users stays that has about this share of the work; `null` for all users.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thin_users: Option<f64>,
    /// Which jobs become advance reservations.
    pub reservations: Reservations,
}

impl Default for Selection {
    fn default() -> Self {
        Self {
            first_job: Some(1),
            last_job: Some(1000),
            count: None,
            skip_never_ran: true,
            size_from: SizeFrom::Requested,
            clip_size_to: None,
            limit_from: LimitFrom::Requested,
            missing_limit_factor: 1.0,
            missing_limit: None,
            clip_limit_to: None,
            unlimited: None,
            dependencies: Dependencies::Ignore,
            fold: None,
            ccr: None,
            machines: None,
            flops_per_second: None,
            load_factor: 1.0,
            thin_users: None,
            reservations: Reservations::default(),
        }
    }
}

setting! {
    /// Which of the log's two sizes is a job's size; the other stands in where the first is unknown.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum SizeFrom {
        /// The processors it asked for (field 8).
        #[default]
        Requested {
            key: "requested",
            name: "Requested",
            about: "The processors a job asked for.",
        }
        /// The processors it was given (field 5).
        Allocated {
            key: "allocated",
            name: "Allocated",
            about: "The processors a job was given.",
        }
    }
}

setting! {
    /// Where a job's processing time limit comes from.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum LimitFrom {
        /// The time that it asked for (field 9).
        #[default]
        Requested {
            key: "requested",
            name: "Requested",
            about: "The time that a job asked for.",
        }
        /// Its run time, at least 1 s, as if its user had known it. A job whose run time is unknown keeps its
        /// requested time.
        RunTime {
            key: "run_time",
            name: "Run time",
            about: "How long the job ran, as if its user had known it.",
        }
    }
}

setting! {
    /// Whether jobs wait for the jobs that their records name (fields 17 and 18 of SWF).
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Dependencies {
        /// Each job is submitted when the log says.
        #[default]
        Ignore {
            key: "ignore",
            name: "Ignored",
            about: "Each job is submitted when the log says.",
        }
        /// A job that names another one is submitted at the end of that one in this run, and its think time later.
        Honour {
            key: "honour",
            name: "Honoured",
            about: "A job that names another one is submitted when that one has ended in this run, and its think time later.",
        }
    }
}

impl Selection {
    /// All jobs of a log that ran, none of them a reservation.
    pub fn of_all() -> Self {
        let reservations = Reservations { percent: 0.0, ..Reservations::default() };
        Self { first_job: None, last_job: None, reservations, ..Self::default() }
    }

    /// Checks what goes together; the ranges of single fields are those of their rows.
    ///
    /// # Errors
    ///
    /// A sentence that begins with the first invalid field and names its valid values.
    pub fn validate(&self) -> Result<(), String> {
        if let (Some(first), Some(last)) = (self.first_job, self.last_job)
            && first > last
        {
            return Err(format!("first_job is {first}, above last_job ({last})"));
        }
        if let Some(fold) = &self.fold {
            fold.validate()?;
        }
        self.reservations.validate().map_err(|problem| format!("reservations.{problem}"))
    }

    /// The path of a field that applies only to workflows, if one is set: a log has no such
    /// property.
    pub const fn of_workflows(&self) -> Option<&'static str> {
        match (self.ccr, self.machines) {
            (Some(_), _) => Some("workload.ccr"),
            (None, Some(_)) => Some("workload.machines"),
            (None, None) => None,
        }
    }

    /// Whether a job number is in the range that is taken.
    pub(super) fn has_in_range(&self, id: u64) -> bool {
        let from = self.first_job.is_none_or(|first| id >= first);
        from && self.last_job.is_none_or(|last| id <= last)
    }

    /// Whether no job is left out for its number, its place or its time.
    pub fn asks_for_all(&self) -> bool {
        let range = (self.first_job, self.last_job);
        range == (None, None) && self.count.is_none() && self.fold.is_none()
    }

    /// Whether a record is in the range of job numbers and survives the cleaning.
    fn takes(&self, record: &Record) -> bool {
        self.has_in_range(record.id) && !(self.skip_never_ran && record.run_time <= 0)
    }

    /// Size s. Where the log knows neither size, or none above 0, one processor: the least that a
    /// job can need.
    fn size(&self, record: &Record) -> u32 {
        let (first, second) = match self.size_from {
            SizeFrom::Requested => (record.requested_processors, record.allocated_processors),
            SizeFrom::Allocated => (record.allocated_processors, record.requested_processors),
        };
        let size = if first >= 1 { first } else { second.max(1) };
        self.clipped(size)
    }

    /// A job that still runs holds its processors until its limit: its start is known, and neither its run time nor
    /// how it ended.
    fn run_time(&self, record: &Record) -> Time {
        let runs = record.run_time < 0 && record.wait >= 0 && record.status < 0;
        if runs && record.requested_time > 0 { self.limit(record) } else { record.run_time.max(0) }
    }

    fn clipped(&self, size: i64) -> u32 {
        let size = u32::try_from(size).unwrap_or(u32::MAX);
        self.clip_size_to.map_or(size, |most| size.min(most.max(1)))
    }

    /// Processing time limit c: a request of 0 is none, as no job could keep it.
    fn limit(&self, record: &Record) -> Time {
        let limit = if self.is_limited_by_run_time(record) {
            record.run_time
        } else if record.is_unlimited {
            let most = self.clip_limit_to.unwrap_or(MAX_TIME);
            self.unlimited.unwrap_or(MAX_TIME).min(most)
        } else if record.requested_time > 0 {
            let most = self.clip_limit_to.unwrap_or(MAX_TIME);
            record.requested_time.min(most)
        } else if let Some(limit) = self.missing_limit {
            limit
        } else {
            self.limit_of_run_time(record.run_time)
        };
        limit.clamp(1, MAX_TIME)
    }

    /// Marks the reservations. A reservation is asked for at its submission; one without a limit gets one by its run
    /// time: an interval without an end cannot be booked.
    fn reserve(&self, jobs: &mut [Job], seed: u64) {
        reserve::mark(jobs, &self.reservations, seed);
        let mut limits_changed = false;
        for job in jobs.iter_mut().filter(|job| job.is_reservation()) {
            job.eligible_after = 0;
            if job.is_unlimited {
                job.is_unlimited = false;
                job.requested_time = self.limit_of_run_time(job.run_time);
                limits_changed = true;
            }
        }
        // The draws are the same again; the windows depend on the limits.
        if limits_changed {
            reserve::mark(jobs, &self.reservations, seed);
        }
    }

    /// The limit of a job of which no limit is known.
    fn limit_of_run_time(&self, run_time: Time) -> Time {
        let limit = (run_time.max(0) as f64 * self.missing_limit_factor).ceil() as Time;
        limit.clamp(1, MAX_TIME)
    }

    fn is_limited_by_run_time(&self, record: &Record) -> bool {
        self.limit_from == LimitFrom::RunTime && record.run_time >= 0
    }

    /// Whether the job has no limit: neither the log nor the selection gives it one.
    fn has_no_limit(&self, record: &Record) -> bool {
        let is_given = self.unlimited.is_some() || self.clip_limit_to.is_some();
        record.is_unlimited && !is_given && !self.is_limited_by_run_time(record)
    }

    fn job(&self, place: usize, record: &Record) -> Job {
        Job {
            id: record.id,
            place: u32::try_from(place).unwrap_or(u32::MAX),
            eligible_after: eligible_after(record),
            predecessor: None,
            submit: record.submit,
            processors: self.size(record),
            run_time: self.run_time(record),
            requested_time: self.limit(record),
            limit_known: record.requested_time > 0
                || record.is_unlimited
                || self.missing_limit.is_some()
                || self.is_limited_by_run_time(record),
            is_unlimited: self.has_no_limit(record),
            logged_wait: (record.wait >= 0).then_some(record.wait),
            allocated: self.clipped(record.allocated_processors.max(0)),
            suspended: record.suspended,
            run_time_known: record.run_time >= 0,
            killed_at_limit: record.killed_at_limit,
            heterogeneous: record.heterogeneous,
            logged: Logged::of(record),
            reservation: None,
        }
    }
}

/// How long after its submission a job becomes eligible: at the logged start at the latest.
fn eligible_after(record: &Record) -> u32 {
    let most = if record.wait >= 0 { record.wait } else { MAX_TIME };
    let after = (record.eligible - record.submit).clamp(0, most);
    u32::try_from(after).unwrap_or(u32::MAX)
}

/// Moves the parts of heterogeneous jobs behind the first of each to the end. Those that are reservations stay. O(n).
pub fn first_parts_first(jobs: &mut Vec<Job>) {
    if jobs.iter().all(|job| job.heterogeneous == 0) {
        return;
    }
    let mut seen = HashSet::new();
    let mut others = Vec::new();
    jobs.retain(|job| {
        let is_alone = job.heterogeneous == 0 || job.is_reservation();
        let is_kept = is_alone || seen.insert((job.heterogeneous, job.submit));
        if !is_kept {
            others.push(job.clone());
        }
        is_kept
    });
    jobs.append(&mut others);
}

/// The jobs that `selection` takes from `workload`, each at its submission in the log and none of them a reservation,
/// in the order of [`select`].
pub(super) fn taken(workload: &Workload, selection: &Selection) -> Vec<Job> {
    let records = workload.records_at(selection.flops_per_second);
    let mut jobs: Vec<Job> = Vec::with_capacity(records.len());
    let records = records.iter().enumerate().filter(|(_, record)| selection.takes(record));
    jobs.extend(records.map(|(place, record)| selection.job(place, record)));
    // Numbers that a reader gave to names do not say which job came first.
    let by_place = workload.log().is_some_and(|log| log.names.has_jobs());
    let turn = |job: &Job| if by_place { job.place.into() } else { job.id };
    jobs.sort_by_key(|job| (job.submit, turn(job)));
    if let Some(fold) = &selection.fold {
        fold.fold(&mut jobs, turn);
    }
    jobs.truncate(selection.count.unwrap_or(u32::MAX) as usize);
    jobs
}

/// The jobs that `selection` takes from `workload`, in order of submission in the log, then of job number, or of place
/// in the file where jobs have names that are no numbers; those of the users that leave are gone, by a draw under `seed`;
/// the advance reservations among them marked by a draw under `seed`, the time between submissions
/// divided by the load factor; those that become eligible later than they were submitted stand in the order in which
/// they become eligible. Parts of a heterogeneous job behind its first stand at the end.
///
/// Every selection gives jobs, also one that [`Selection::validate`] refuses; whatever is out of
/// range counts as the nearest value that is not. O(n log n) for n records.
#[inline(never)]
pub fn select(workload: &Workload, selection: &Selection, seed: u64) -> Vec<Job> {
    let mut jobs = taken(workload, selection);
    if let Some(share) = selection.thin_users {
        users::thin(&mut jobs, share, seed);
    }
    selection.reserve(&mut jobs, seed);
    divide(&mut jobs, selection.load_factor);
    // A stable sort: of those that become eligible at one instant the first submitted comes first.
    if jobs.iter().any(|job| job.eligible_after > 0) {
        jobs.sort_by_key(Job::eligible);
    }
    first_parts_first(&mut jobs);
    if selection.dependencies == Dependencies::Honour {
        dependencies::honour(&mut jobs, workload.records());
    }
    jobs
}

/// The least factor, at which a log takes a hundred times as long, and the greatest, at which all of a
/// year is submitted within four days.
pub const LOAD_FACTORS: (f64, f64) = (0.01, 100.0);

/// Divides the time between submissions by `factor`: each job is submitted at
/// first + round((t - first) / factor), halves up, where first is the first job's submission.
///
/// That is the usual way to vary the load of a log (Lifka 1995, and most studies of backfilling
/// since): sizes, run times and logged waits stay, so the offered load is multiplied by the factor.
/// The window of a reservation keeps its distance from the submission. `jobs` are in order of
/// submission and stay in it, also where two submissions fall on the same second. No submission comes
/// later than [`MAX_TIME`], unless it does already. A quotient of doubles is rounded once and the same
/// everywhere, so that every platform comes to the same seconds. O(n).
///
/// An invalid factor counts as 1, one out of range as the nearest valid one.
fn divide(jobs: &mut [Job], factor: f64) {
    let (least, most) = LOAD_FACTORS;
    let factor = factor.clamp(least, most);
    let Some(first) = jobs.first().map(|job| job.submit) else {
        return;
    };
    if factor == 1.0 || factor.is_nan() {
        return;
    }
    for job in jobs {
        let since = job.submit - first;
        let furthest = since.max(MAX_TIME - first);
        // At most 10^11 seconds over a hundredth: far below the largest whole number that a double
        // represents exactly.
        let divided = (since as f64 / factor).round() as Time;
        let shift = divided.min(furthest) - since;
        job.submit += shift;
        if let Some(request) = &mut job.reservation {
            request.ready = request.ready.saturating_add(shift);
            request.deadline = request.deadline.saturating_add(shift);
        }
    }
}

const DAY: Time = 86_400;

/// A log is cut into intervals of equal length in days, from its first job on, and all of them begin at
/// the same time; the queue of a job is the number of its interval, counted from 0. So the months of one
/// machine's log stand for the logs of several machines (Hollingsworth and Maneewongvatana 1999, Sect.
/// 3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fold {
    /// How long the intervals are.
    pub days: u32,
    /// How many there are; later jobs are left out.
    pub intervals: u32,
    /// The days of each that are taken, from its beginning; `null` for all.
    #[serde(default)]
    pub keep_days: Option<u32>,
}

/// The longest interval, in days.
const MOST_DAYS: u32 = 36_600;

/// The most intervals.
const MOST_INTERVALS: u32 = 1_000;

impl Fold {
    /// Checks every value.
    ///
    /// # Errors
    ///
    /// A sentence that names the first invalid field and its valid values.
    fn validate(&self) -> Result<(), String> {
        let within = |name: &str, value: u32, most: u32| {
            if (1..=most).contains(&value) {
                Ok(())
            } else {
                Err(format!("fold.{name} is {value}: it must be from 1 to {most}"))
            }
        };
        within("days", self.days, MOST_DAYS)?;
        within("intervals", self.intervals, MOST_INTERVALS)?;
        self.keep_days.map_or(Ok(()), |days| within("keep_days", days, self.days))
    }

    /// Folds jobs, in order of submission, which they are in afterwards; `turn` orders those of one instant.
    /// O(n log n).
    fn fold(&self, jobs: &mut Vec<Job>, turn: impl Fn(&Job) -> u64) {
        let Some(first) = jobs.iter().map(|job| job.submit).min() else {
            return;
        };
        let length = Time::from(self.days.max(1)) * DAY;
        let kept = self.keep_days.map_or(length, |it| Time::from(it) * DAY);
        jobs.retain_mut(|job| {
            let (interval, within) = ((job.submit - first) / length, (job.submit - first) % length);
            job.submit = first + within;
            job.logged.queue = interval;
            interval < Time::from(self.intervals) && within < kept
        });
        sort_by_key(jobs, |job| (job.submit, turn(job)));
    }
}
