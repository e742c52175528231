//! Submissions with the weekly cycle of a log.

use libm::log1p;

use crate::draw::Draw;
use crate::{Header, Job, MAX_TIME, Time};

const HOUR: Time = 3_600;
const HOURS: usize = 168;

/// 1 January 2001, 00:00 UTC: a Monday, on which weeks begin here.
pub(super) const START: &str = "978307200";
const MONDAY: Time = 978_307_200;

/// How many jobs a log has in each hour of the week.
pub(super) struct Cycle {
    /// Jobs in a second of each hour, from Monday 0:00 UTC; from the log's first second where its clock is not known.
    rates: [f64; HOURS],
    has_clock: bool,
}

impl Cycle {
    /// That of some jobs, in order of submission, of a log with this header; `None` if there are none. An hour of the week that
    /// the log does not reach has the mean of that hour on the other days, or else of all hours. O(jobs + hours).
    pub(super) fn of(jobs: &[Job], header: &Header) -> Option<Self> {
        let (first, last) = (jobs.first()?.submit, jobs.last()?.submit);
        let start = header.unix_start_time();
        let shift = start.map_or(0, |start| start.saturating_sub(MONDAY));
        let mut counts = [0.0; HOURS];
        for job in jobs {
            counts[hour(job.submit.saturating_add(shift))] += 1.0;
        }
        // The log begins and ends with a job, perhaps within the first second of an hour: a rate is that of whole hours, and
        // all are then such that the span of the log has as many jobs as the log.
        let (first, end) = (first.saturating_add(shift), last.saturating_add(shift) + 1);
        let (mut hours, mut seconds) = ([0.0; HOURS], [0.0; HOURS]);
        let mut at = first;
        while at < end {
            let next = (at.div_euclid(HOUR) + 1) * HOUR;
            hours[hour(at)] += HOUR as f64;
            seconds[hour(at)] += (next.min(end) - at) as f64;
            at = next;
        }
        let mean = |of: &mut dyn Iterator<Item = usize>| {
            let (count, time) = of.fold((0.0, 0.0), |(count, time), hour| (count + counts[hour], time + hours[hour]));
            (time > 0.0).then(|| count / time)
        };
        let mut rates: [f64; HOURS] = std::array::from_fn(|hour| {
            let own = mean(&mut std::iter::once(hour));
            let same_hour = || mean(&mut (hour % 24..HOURS).step_by(24));
            let all = || mean(&mut (0..HOURS));
            own.or_else(same_hour).or_else(all).unwrap_or(0.0)
        });
        let expected: f64 = rates.iter().zip(seconds).map(|(rate, it)| rate * it).sum();
        for rate in &mut rates {
            *rate *= jobs.len() as f64 / expected;
        }
        Some(Self { rates, has_clock: start.is_some() })
    }

    /// Whether hours are those of a clock.
    pub(super) fn has_clock(&self) -> bool {
        self.has_clock
    }

    /// Submissions from the first second of a week on, `density` times as many as in the log.
    pub(super) fn arrivals(&self, density: f64, draw: Draw) -> Arrivals<'_> {
        Arrivals { rates: &self.rates, density, draw, now: 0.0 }
    }
}

/// A Poisson process whose rate is that of the hour of the week.
pub(super) struct Arrivals<'a> {
    rates: &'a [f64; HOURS],
    density: f64,
    draw: Draw,
    now: f64,
}

impl Arrivals<'_> {
    /// The next submission, in seconds from the beginning of the first week.
    pub(super) fn next(&mut self) -> Time {
        // How many jobs lie between: exponential, and used up at the rate of each hour that passes.
        let mut rest = -log1p(-self.draw.unit());
        while self.now < MAX_TIME as f64 {
            let rate = self.rates[hour(self.now as Time)] * self.density;
            let end = ((self.now as Time / HOUR + 1) * HOUR) as f64;
            let within = (end - self.now) * rate;
            if rest <= within && rate > 0.0 {
                self.now += rest / rate;
                break;
            }
            rest -= within;
            self.now = end;
        }
        self.now as Time
    }
}

/// The hour of the week of a second from its beginning.
fn hour(second: Time) -> usize {
    (second.div_euclid(HOUR).rem_euclid(HOURS as Time)) as usize
}
