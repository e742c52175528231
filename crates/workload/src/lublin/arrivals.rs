//! Arrivals with the model's daily cycle.
//!
//! Time is stretched by night and squeezed by day: arrivals come at random on a clock that runs
//! as fast as jobs do at that time of day, and are then read off the wall clock.

use libm::{exp, pow};

use super::class::Kind;
use crate::draw::Draw;
use crate::gamma::Gamma;
use crate::{MAX_TIME, Record, Time};

const BUCKETS: usize = 48;
const DAY: f64 = 86_400.0;
const BUCKET: f64 = DAY / BUCKETS as f64;

/// No time between two arrivals has a natural logarithm above this: 5 days.
const LONGEST_LOG: f64 = 13.0;

/// The clock of the arrivals: how much of a day's work has come at the end of each half hour.
struct Clock {
    /// Seconds of the clock at the beginning of each half hour, and at the day's end (86,400).
    at: [f64; BUCKETS + 1],
}

impl Clock {
    /// The clock on which the half hours of a day weigh as much as the gamma distribution says.
    ///
    /// The distribution's half hours count from 1 at midnight, and the ten before 5 in the morning
    /// belong to the day before.
    fn new(shape: f64, scale: f64) -> Self {
        const FIRST: usize = 10;
        let density = |x: f64| pow(x, shape - 1.0) * exp(-x / scale);
        let weights = std::array::from_fn(|bucket| {
            let days_before = usize::from(bucket < FIRST);
            let middle = (bucket + 1 + days_before * BUCKETS) as f64;
            integral(density, middle - 0.5, middle + 0.5)
        });
        Self::of_weights(weights)
    }

    fn of_weights(weights: [f64; BUCKETS]) -> Self {
        let total: f64 = weights.iter().sum();
        let mut at = [0.0; BUCKETS + 1];
        for (bucket, weight) in weights.into_iter().enumerate() {
            at[bucket + 1] = at[bucket] + weight / total * DAY;
        }
        Self { at }
    }

    /// The wall clock's time at a time of this clock, both in seconds.
    fn wall(&self, clock: f64) -> f64 {
        let days = (clock / DAY).floor();
        let rest = clock - days * DAY;
        let after = self.at.partition_point(|&at| at <= rest);
        let bucket = (after - 1).min(BUCKETS - 1);
        let (from, to) = (self.at[bucket], self.at[bucket + 1]);
        days * DAY + (bucket as f64 + (rest - from) / (to - from)) * BUCKET
    }

    /// This clock's time at a time of the wall clock: the inverse of [`Clock::wall`].
    fn clock(&self, wall: f64) -> f64 {
        let days = (wall / DAY).floor();
        let buckets = (wall - days * DAY) / BUCKET;
        let bucket = (buckets as usize).min(BUCKETS - 1);
        let (from, to) = (self.at[bucket], self.at[bucket + 1]);
        days * DAY + from + (buckets - bucket as f64) * (to - from)
    }

    /// The published clock of one kind of jobs.
    fn of(kind: Kind) -> Self {
        match kind {
            Kind::Interactive => Self::new(8.9186, 3.6680),
            Kind::Batch => Self::new(6.1271, 5.2740),
            Kind::Any => Self::new(8.1737, 3.9631),
        }
    }

    /// The clock of a day that is the mean of those of several kinds.
    fn mean(kinds: &[Kind]) -> Self {
        let clocks: Vec<Self> = kinds.iter().map(|&kind| Self::of(kind)).collect();
        Self::of_weights(std::array::from_fn(|bucket| {
            clocks.iter().map(|clock| clock.at[bucket + 1] - clock.at[bucket]).sum()
        }))
    }
}

/// Simpson's rule; over a half hour of these densities eight strips are exact to nine digits.
fn integral(density: impl Fn(f64) -> f64, from: f64, to: f64) -> f64 {
    const STRIPS: u32 = 8;
    let step = (to - from) / f64::from(STRIPS);
    let weight = |point| match point {
        0 | STRIPS => 1.0,
        odd if odd % 2 == 1 => 4.0,
        _ => 2.0,
    };
    let points = 0..=STRIPS;
    let sum: f64 = points.map(|point| weight(point) * density(from + f64::from(point) * step)).sum();
    sum * step / 3.0
}

/// The arrivals of one kind of jobs.
struct Process {
    /// The natural logarithm of the time between two arrivals, on the clock.
    between: Gamma,
    clock: Clock,
    /// The next arrival, on the clock.
    now: f64,
}

impl Process {
    fn of(kind: Kind) -> Self {
        // Measured in the rush hours; the second factor makes them good for all hours.
        let (shape, scale) = match kind {
            Kind::Interactive => (6.5510 * 0.9797, 0.6621),
            Kind::Batch => (6.0415 * 1.0519, 0.8531),
            Kind::Any => (10.2303 * 1.0225, 0.4871),
        };
        Self { between: Gamma::new(shape, scale), clock: Clock::of(kind), now: 0.0 }
    }

    fn step(&mut self, draw: &mut Draw) {
        self.now += exp(self.between.sample_up_to(LONGEST_LOG, draw));
    }

    fn wall(&self) -> f64 {
        self.clock.wall(self.now)
    }
}

/// The arrivals of all kinds, one after the other.
pub(super) struct Arrivals {
    processes: Vec<Process>,
    draw: Draw,
}

impl Arrivals {
    pub fn new(kinds: &[Kind], mut draw: Draw) -> Self {
        let mut processes: Vec<Process> = kinds.iter().map(|&kind| Process::of(kind)).collect();
        for process in &mut processes {
            process.step(&mut draw);
        }
        Self { processes, draw }
    }

    /// The next job: the place of its kind and its submission, in seconds from a midnight.
    pub fn next(&mut self) -> (usize, f64) {
        let (place, wall) = self
            .processes
            .iter()
            .map(Process::wall)
            .enumerate()
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .expect("there is at least one kind of jobs");
        self.processes[place].step(&mut self.draw);
        (place, wall)
    }
}

/// Moves the submissions so that the load is offered until the last of them, keeping their order
/// and the hours of the day: the stretching is done on the clock.
pub(super) fn stretch_to_load(records: &mut [Record], kinds: &[Kind], processors: u32, load: f64) {
    let Some(last) = records.last() else {
        return;
    };
    let work: i128 =
        records.iter().map(|record| i128::from(record.run_time) * i128::from(record.requested_processors)).sum();
    let end = work as f64 / (f64::from(processors) * load);
    let clock = Clock::mean(kinds);
    let factor = clock.clock(end) / clock.clock(last.submit.max(1) as f64);
    for record in records {
        let stretched = clock.wall(clock.clock(record.submit as f64) * factor);
        record.submit = (stretched as Time).min(MAX_TIME);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clocks() -> [Clock; 3] {
        [Kind::Interactive, Kind::Batch, Kind::Any].map(Clock::of)
    }

    #[test]
    fn the_clock_can_be_read_both_ways() {
        for clock in clocks() {
            for step in 0..2000 {
                let wall = f64::from(step) * 131.7;
                let back = clock.wall(clock.clock(wall));
                assert!((back - wall).abs() < 1e-6, "{wall} {back}");
            }
            assert_eq!(clock.wall(0.0), 0.0);
        }
    }

    #[test]
    fn jobs_come_by_day() {
        // The published program's weights, relative to the mean half hour: 13:30 is the rush.
        for clock in clocks() {
            let weight = |hour: f64| clock.clock(hour * 3600.0 + BUCKET) - clock.clock(hour * 3600.0);
            assert!(weight(13.5) > 1.5 * BUCKET);
            assert!(weight(5.0) < 0.5 * BUCKET);
            assert!(weight(23.0) < weight(18.0) && weight(9.0) < weight(11.0));
        }
    }

    #[test]
    fn the_integral_is_exact_enough() {
        let cubic = integral(|x| x * x * x, 0.0, 2.0);
        assert!((cubic - 4.0).abs() < 1e-12);
    }
}
