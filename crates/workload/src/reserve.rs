//! Marking jobs as advance reservations: Kurowski et al. 2011, Sects. 3.1, 4.4.1 and 5.2.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use base::setting::setting;
use serde::{Deserialize, Serialize};

use super::Workload;
use super::draw::{Draw, Stream};
use crate::{Flexibility, Job, MAX_TIME, ReservationRequest, Time};

/// Which jobs become advance reservations, and their windows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Reservations {
    /// How many of the selected jobs, in percent: 0 to 100. Not read with `listed`.
    pub percent: f64,
    /// The form of the request.
    pub request: RequestKind,
    /// Where the interval begins that they ask for. Not read with `listed`.
    pub start: IntervalStart,
    /// With `lead_time`: the shortest time from submission to that start, in hours.
    pub lead_hours_min: f64,
    /// With `lead_time`: the longest, in hours.
    pub lead_hours_max: f64,
    /// With flexible forms: how much earlier than the fixed start the job may begin, in hours; below 0 it may only
    /// begin later by as much.
    pub earlier_hours: f64,
    /// With flexible forms: how much later than the fixed end the job may finish, in hours.
    pub later_hours: f64,
    /// With best effort: the least share of the size, or of the length, that is taken, in percent:
    /// 1 to 100.
    pub least_percent: u32,
    /// With `listed`: the requests. A scenario is copied at every step and its requests hardly ever
    /// change, so the copies share them.
    pub listed: Arc<[ListedRequest]>,
    /// How long the fixed interval is.
    pub interval: IntervalLength,
}

impl Default for Reservations {
    fn default() -> Self {
        Self {
            percent: 30.0,
            request: RequestKind::Fixed,
            start: IntervalStart::LoggedWait,
            lead_hours_min: 0.0,
            lead_hours_max: 24.0,
            earlier_hours: 0.0,
            later_hours: 0.0,
            least_percent: 50,
            listed: Arc::default(),
            interval: IntervalLength::Requested,
        }
    }
}

setting! {
    /// How long the fixed interval of a request is, and with it when its deadline comes.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum IntervalLength {
        /// The requested time: "the duration of such task is based on its requested runtime"
        /// (Sect. 5.2).
        #[default]
        Requested {
            key: "requested",
            name: "Requested time",
            about: "As long as the requested time.",
        }
        /// The run time: the processing times of AR tasks "are given" (Sect. 5.5), and Table 5's last
        /// column can only be had so (mean F less mean D is the mean of wait and run time).
        RunTime {
            key: "run_time",
            name: "Run time",
            about: "As long as the job runs.",
        }
    }
}

setting! {
    /// The form of an advance reservation request (Sects. 3.1 and 4.4.1).
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum RequestKind {
        /// One interval: from submission + logged wait, as long as `interval` says.
        #[default]
        Fixed {
            key: "fixed",
            name: "Fixed requests",
            label: "Fixed",
            about: "One interval.",
        }
        /// That interval widened on both sides.
        Flexible {
            key: "flexible",
            name: "Flexible requests",
            label: "Flexible",
            about: "Anywhere in an interval that is wider by some hours.",
        }
        /// Exactly the jobs that are listed, with the windows listed.
        Listed {
            key: "listed",
            name: "Listed requests",
            label: "Listed",
            about: "The listed jobs are reservations, each with its own ready time and deadline.",
        }
        /// The fixed interval, on any number of processors from a least share of the size to all of it
        /// ("per-slot best-effort").
        BestEffortProcessors {
            key: "best_effort_processors",
            name: "Best effort on processors",
            label: "Fewer processors",
            about: "One interval, on fewer processors if no more are free; with a reservation for the run time, for as long as the work needs on them.",
        }
        /// From the fixed start, for any time from a least share of the length to all of it ("per-time
        /// best-effort").
        BestEffortTime {
            key: "best_effort_time",
            name: "Best effort on time",
            label: "Shorter time",
            about: "From one start on, for a shorter time if there is no more room.",
        }
        /// Flexible and best effort: anywhere in the widened window, on as many processors as there are
        /// from the first start on at which there is the least share of them.
        FlexibleBestEffortProcessors {
            key: "flexible_best_effort_processors",
            name: "Flexible best effort on processors",
            label: "Flexible, fewer processors",
            about: "Anywhere in a wider interval, on fewer processors if no more are free.",
        }
        /// The same, for as long as there is room from the first start on at which there is room for the
        /// least share of the length.
        FlexibleBestEffortTime {
            key: "flexible_best_effort_time",
            name: "Flexible best effort on time",
            label: "Flexible, shorter time",
            about: "Anywhere in a wider interval, for a shorter time if there is no more room.",
        }
    }
}

impl RequestKind {
    /// Whether it widens the fixed interval by hours.
    pub fn is_flexible(self) -> bool {
        matches!(self, Self::Flexible | Self::FlexibleBestEffortProcessors | Self::FlexibleBestEffortTime)
    }

    /// Whether it takes fewer processors, or less time, than it asks for.
    pub fn is_best_effort(self) -> bool {
        self.takes_fewer_processors() || self.takes_less_time()
    }

    /// Whether it takes fewer processors than it asks for.
    pub fn takes_fewer_processors(self) -> bool {
        matches!(self, Self::BestEffortProcessors | Self::FlexibleBestEffortProcessors)
    }

    /// Whether it takes less time than it asks for.
    pub fn takes_less_time(self) -> bool {
        matches!(self, Self::BestEffortTime | Self::FlexibleBestEffortTime)
    }
}

setting! {
    /// Where the interval begins that a reservation asks for.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum IntervalStart {
        /// When the job started in the log: submission + logged wait (Sect. 5.2).
        #[default]
        LoggedWait {
            key: "logged_wait",
            name: "As logged",
            about: "When the job started in the log: submission + logged wait.",
        }
        /// A time after submission that is drawn for each job: any whole number of seconds from the
        /// shortest to the longest, all equally likely.
        LeadTime {
            key: "lead_time",
            name: "Drawn",
            about: "A lead time after submission, drawn for each job from the seed.",
        }
    }
}

/// The default begin of reservations on a log: when its jobs started in the log, or, where none that ran has a wait, so
/// that every reservation would be ready at its submission, a drawn lead time after that. O(n) for n jobs.
pub fn usual_start(workload: &Workload) -> IntervalStart {
    let records = workload.records();
    usual_start_with(!records.is_empty() && records.iter().all(|it| it.logged_wait().is_none()))
}

/// The default start, where it is known whether the log lacks waits.
pub(super) fn usual_start_with(lacks_waits: bool) -> IntervalStart {
    if lacks_waits { IntervalStart::LeadTime } else { IntervalStart::LoggedWait }
}

/// The longest lead time, in seconds: a century. A draw can give it.
const LONGEST_LEAD: Time = 876_000 * 3600;

impl Reservations {
    /// Checks every value.
    ///
    /// # Errors
    ///
    /// A sentence that names the first invalid field and its valid values.
    pub fn validate(&self) -> Result<(), String> {
        let (earlier, later) = (self.earlier_hours, self.later_hours);
        if !(earlier.is_finite() && earlier >= -later) {
            return Err(format!(
                "earlier_hours is {earlier}: it must be a number from 0, or below 0 by no more than later_hours"
            ));
        }
        let (min, max) = (self.lead_hours_min, self.lead_hours_max);
        if min > max {
            return Err(format!("lead_hours_min is {min}, above lead_hours_max ({max})"));
        }
        validate(&self.listed)
    }

    /// Whether they make a reservation of any job, if there are jobs enough.
    pub fn any(&self) -> bool {
        match self.request {
            RequestKind::Listed => !self.listed.is_empty(),
            _ => self.percent > 0.0,
        }
    }

    /// Whether there are some that begin when their jobs started in the log.
    pub fn starts_by_waits(&self) -> bool {
        let draws = self.request != RequestKind::Listed;
        self.any() && draws && self.start == IntervalStart::LoggedWait
    }

    /// Whether they make a reservation of every job.
    pub fn all(&self) -> bool {
        self.request != RequestKind::Listed && self.percent >= 100.0
    }

    /// Whether random draws for them may change a run: which jobs they are made of, or when the interval
    /// begins that one asks for.
    pub fn draws(&self) -> bool {
        if self.request == RequestKind::Listed || !self.any() {
            return false;
        }
        !self.all() || self.start == IntervalStart::LeadTime && self.leads().1 > 1
    }

    /// The shortest lead time in seconds, and how many there are to choose from.
    fn leads(&self) -> (Time, u32) {
        let lead = |hours: f64| seconds(hours).min(LONGEST_LEAD);
        let least = lead(self.lead_hours_min);
        let most = lead(self.lead_hours_max);
        (least, (most - least).max(0) as u32 + 1)
    }

    /// How many of `jobs` jobs become advance reservations: the nearest whole number, a half
    /// rounded up.
    fn share(&self, jobs: u32) -> u32 {
        // A percentage that is no number counts as 0: `as` makes it so.
        let share = f64::from(jobs) * self.percent.clamp(0.0, 100.0) / 100.0;
        (share.round() as u32).min(jobs)
    }

    /// When the interval begins that each of `jobs` would ask for.
    ///
    /// Lead times are drawn for all jobs in their order, from a stream of their own: a job's does not
    /// depend on which of them become reservations.
    fn starts(&self, jobs: &[Job], seed: u64) -> Vec<Time> {
        let (least, choices) = self.leads();
        let mut draw = Draw::new(seed, Stream::LEAD_TIMES);
        let mut wait = |job: &Job| match self.start {
            IntervalStart::LoggedWait => job.logged_wait.unwrap_or(0),
            IntervalStart::LeadTime => least + Time::from(draw.below(choices)),
        };
        let start = |job: &Job| job.submit.saturating_add(wait(job));
        jobs.iter().map(start).collect()
    }

    /// The window that `job` asks for, and whether it takes less; its interval begins at `start`.
    fn window(&self, job: &Job, start: Time) -> ReservationRequest {
        let length = match self.interval {
            IntervalLength::Requested => job.requested_time,
            IntervalLength::RunTime => job.run_time.max(1),
        };
        let end = start.saturating_add(length);
        let (mut ready, mut deadline) = (start, end);
        if self.request.is_flexible() {
            ready = if self.earlier_hours < 0.0 {
                start.saturating_add(seconds(-self.earlier_hours))
            } else {
                start.saturating_sub(seconds(self.earlier_hours))
            };
            deadline = end.saturating_add(seconds(self.later_hours));
            ready = ready.min(deadline.saturating_sub(length));
        }
        let least_percent = self.least_percent.clamp(1, 100);
        ReservationRequest {
            // No reservation begins before its own submission.
            ready: ready.max(job.submit),
            deadline,
            flexibility: match self.request {
                kind if kind.takes_fewer_processors() => {
                    Flexibility::Processors { least: least(job.processors, least_percent) }
                }
                kind if kind.takes_less_time() => Flexibility::Time { least_percent },
                _ => Flexibility::Rigid,
            },
            is_listed: false,
        }
    }
}

/// `percent` percent of a size, rounded up.
fn least(processors: u32, percent: u32) -> u32 {
    let share = u64::from(processors) * u64::from(percent);
    share.div_ceil(100).max(1) as u32
}

/// Whole seconds from 0 to [`MAX_TIME`]; NaN is 0.
fn seconds(hours: f64) -> Time {
    ((hours * 3600.0).round() as Time).clamp(0, MAX_TIME)
}

/// Makes some of `jobs` advance reservations and the others batch jobs.
///
/// Which ones: the first n of one random order of the jobs, which depends only on `seed` and how many jobs there are.
/// So the same jobs are taken whenever an experiment is repeated ("subsets of AR tasks are equal in repetitions of
/// specific experiments", Sect. 5.2), and a higher percentage takes those of a lower one and more. Their windows: the
/// interval from submission + logged wait, or + a lead time that is drawn, for the requested time or the run time;
/// flexible requests widened on both sides ("the book ahead time is enlarged by the given parameter, as well as the
/// search limit time") but never before the submission. Best effort requests (Sect. 3.1) take less within that
/// interval, or within the widened window. [`RequestKind::Listed`] draws no random numbers. Takes any settings; see
/// [`Reservations::validate`]. O(n log m) for n jobs and m listed requests, otherwise O(n).
pub fn mark(jobs: &mut [Job], reservations: &Reservations, seed: u64) {
    for job in jobs.iter_mut() {
        job.reservation = None;
    }
    if reservations.request == RequestKind::Listed {
        return mark_listed(jobs, &reservations.listed);
    }
    let starts = reservations.starts(jobs, seed);
    let count = u32::try_from(jobs.len()).unwrap_or(u32::MAX);
    let mut draw = Draw::new(seed, Stream::RESERVATIONS);
    let mut order: Vec<u32> = (0..count).collect();
    // Fisher and Yates' shuffle, stopped as soon as enough places are settled.
    for place in 0..reservations.share(count) {
        let other = place + draw.below(count - place);
        order.swap(place as usize, other as usize);
        let chosen = order[place as usize] as usize;
        let job = &mut jobs[chosen];
        job.reservation = Some(reservations.window(job, starts[chosen]));
    }
}

/// The most requests in a list.
pub const MOST_REQUESTS: usize = 100_000;

/// The request of one job, by its number in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListedRequest {
    /// The job's number.
    pub job: u64,
    /// Ready time r, in seconds of the log. A ready time before the job's submission counts as the
    /// submission.
    pub ready: Time,
    /// Deadline d, in seconds of the log. The window may be shorter than the job is long, or end
    /// before it is submitted: the job is late then, or rejected.
    pub deadline: Time,
    /// The least that it takes, if its full request cannot be met; `None`: the full request only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_effort: Option<BestEffort>,
}

/// The least that a single request takes: "available number of slots within a range given by a user
/// (per-slot best-effort) or a specific number of slots for available time also from a range given
/// by a user (per-time best-effort)" (Kurowski et al. 2011, Sect. 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BestEffort {
    /// Processors, down to this percentage of the job's size, 1 to 100.
    Processors(u32),
    /// Time, down to this percentage of the length that it is made for, 1 to 100.
    Time(u32),
}

impl BestEffort {
    fn flexibility(self, job: &Job) -> Flexibility {
        match self {
            Self::Processors(percent) => {
                Flexibility::Processors { least: least(job.processors, percent.clamp(1, 100)) }
            }
            Self::Time(percent) => Flexibility::Time { least_percent: percent.clamp(1, 100) },
        }
    }
}

impl ListedRequest {
    /// Checks its times.
    ///
    /// # Errors
    ///
    /// A sentence that names the invalid one and its valid values.
    pub fn validate(&self) -> Result<(), String> {
        for (name, time) in [("ready", self.ready), ("deadline", self.deadline)] {
            if !(0..=MAX_TIME).contains(&time) {
                return Err(format!("{name} is {time}: it must be from 0 to {MAX_TIME} seconds"));
            }
        }
        if self.ready > self.deadline {
            let Self { ready, deadline, .. } = self;
            return Err(format!("ready is {ready}, after the deadline ({deadline})"));
        }
        if let Some(BestEffort::Processors(percent) | BestEffort::Time(percent)) = self.best_effort
            && !(1..=100).contains(&percent)
        {
            return Err(format!("best_effort is {percent}: it must be from 1 to 100 percent"));
        }
        Ok(())
    }
}

/// Whether every one of `listed` makes sense, and no job is named twice. O(n log n).
fn validate(listed: &[ListedRequest]) -> Result<(), String> {
    let count = listed.len();
    if count > MOST_REQUESTS {
        return Err(format!("listed: {count} requests, above {MOST_REQUESTS}"));
    }
    let mut named = BTreeSet::new();
    for (index, request) in listed.iter().enumerate() {
        let problem = match request.validate() {
            Err(problem) => problem,
            Ok(()) if named.insert(request.job) => continue,
            Ok(()) => format!("job {} is listed already", request.job),
        };
        return Err(format!("listed[{index}]: {problem}"));
    }
    Ok(())
}

/// Makes exactly the jobs that are listed advance reservations; the first request for a job counts.
fn mark_listed(jobs: &mut [Job], listed: &[ListedRequest]) {
    let mut requests = BTreeMap::new();
    for request in listed {
        requests.entry(request.job).or_insert(request);
    }
    for job in jobs {
        let request = requests.get(&job.id);
        job.reservation = request.map(|request| ReservationRequest {
            ready: request.ready.max(job.submit),
            deadline: request.deadline,
            flexibility: request.best_effort.map_or(Flexibility::Rigid, |it| it.flexibility(job)),
            is_listed: true,
        });
    }
}
