//! Marking jobs as advance reservations: Kurowski et al. 2011, Sects. 4.4.1 and 5.2.

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use super::draw::{Draw, Stream};
use super::{Flexibility, Job, MAX_TIME, ReservationRequest, Time};

/// Which jobs become advance reservations and what window they ask for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Reservations {
    /// How many of the selected jobs, in percent: 0 to 100.
    pub percent: f64,
    /// The form of the request.
    pub request: RequestKind,
    /// With `flexible`: how much earlier than the fixed start the job may begin, in hours.
    pub earlier_hours: f64,
    /// With `flexible`: how much later than the fixed end the job may finish, in hours.
    pub later_hours: f64,
    /// How long the fixed interval is.
    pub interval: IntervalLength,
}

impl Default for Reservations {
    fn default() -> Self {
        Self {
            percent: 30.0,
            request: RequestKind::Fixed,
            earlier_hours: 0.0,
            later_hours: 0.0,
            interval: IntervalLength::Requested,
        }
    }
}

/// How long the fixed interval of a request is, and with it when its deadline comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IntervalLength {
    /// The requested time: "the duration of such task is based on its requested runtime"
    /// (Sect. 5.2).
    #[default]
    Requested,
    /// The run time: the processing times of AR tasks "are given" (Sect. 5.5), and Table 5's last
    /// column can only be had so (mean F less mean D is the mean of wait and run time).
    RunTime,
}

/// The form of an advance reservation request (Sect. 4.4.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RequestKind {
    /// One interval: from submission + logged wait, as long as `interval` says.
    #[default]
    Fixed,
    /// That interval widened on both sides.
    Flexible,
}

impl Reservations {
    /// Whether every value makes sense.
    ///
    /// # Errors
    ///
    /// A sentence that names the first field that does not, and what it may be.
    pub fn validate(&self) -> Result<(), String> {
        if !(0.0..=100.0).contains(&self.percent) {
            let percent = self.percent;
            return Err(format!("percent is {percent}: it must be from 0 to 100"));
        }
        for (name, hours) in [
            ("earlier_hours", self.earlier_hours),
            ("later_hours", self.later_hours),
        ] {
            if !(hours.is_finite() && hours >= 0.0) {
                return Err(format!("{name} is {hours}: it must be a number from 0"));
            }
        }
        Ok(())
    }

    /// How many of so many jobs become advance reservations: the nearest whole number, a half
    /// rounded up.
    fn share(&self, jobs: u32) -> u32 {
        // A percentage that is no number counts as 0: `as` makes it so.
        let share = f64::from(jobs) * self.percent.clamp(0.0, 100.0) / 100.0;
        (share.round() as u32).min(jobs)
    }

    /// The window that `job` asks for.
    fn window(&self, job: &Job) -> ReservationRequest {
        let start = job.submit.saturating_add(job.logged_wait);
        let length = match self.interval {
            IntervalLength::Requested => job.requested_time,
            IntervalLength::RunTime => job.run_time.max(1),
        };
        let end = start.saturating_add(length);
        match self.request {
            RequestKind::Fixed => ReservationRequest {
                ready: start,
                deadline: end,
                flexibility: Flexibility::Rigid,
            },
            RequestKind::Flexible => ReservationRequest {
                // Nobody books ahead of his own submission.
                ready: start
                    .saturating_sub(seconds(self.earlier_hours))
                    .max(job.submit),
                deadline: end.saturating_add(seconds(self.later_hours)),
                flexibility: Flexibility::Rigid,
            },
        }
    }
}

/// Whole seconds from 0 to [`MAX_TIME`]; what is no number is 0.
fn seconds(hours: f64) -> Time {
    ((hours * 3600.0).round() as Time).clamp(0, MAX_TIME)
}

/// Makes some of `jobs` advance reservations and the others batch jobs.
///
/// Which ones: the first so many of one random order of the jobs, which depends only on `seed`
/// and how many jobs there are. So the same jobs are taken whenever an experiment is repeated
/// ("subsets of AR tasks are equal in repetitions of specific experiments", Sect. 5.2), and a
/// higher percentage takes those of a lower one and more. What they ask for: the interval from
/// submission + logged wait, for the requested time or the run time, with [`RequestKind::Flexible`] widened on
/// both sides ("the book ahead time is enlarged by the given parameter, as well as the search
/// limit time") but never before the submission. Takes any settings; see
/// [`Reservations::validate`]. O(n) for n jobs.
pub fn mark(jobs: &mut [Job], reservations: &Reservations, seed: u64) {
    for job in jobs.iter_mut() {
        job.reservation = None;
    }
    let count = u32::try_from(jobs.len()).unwrap_or(u32::MAX);
    let mut draw = Draw::new(seed, Stream::RESERVATIONS);
    let mut order: Vec<u32> = (0..count).collect();
    // Fisher and Yates' shuffle, stopped as soon as enough places are settled.
    for place in 0..reservations.share(count) {
        let other = place + draw.below(count - place);
        order.swap(place as usize, other as usize);
        let job = &mut jobs[order[place as usize] as usize];
        job.reservation = Some(reservations.window(job));
    }
}
