//! Synthetic workloads after Lublin and Feitelson's model.
//!
//! U. Lublin and D. G. Feitelson, "The workload on parallel supercomputers: modeling the
//! characteristics of rigid jobs", J. Parallel Distrib. Comput. 63(11), 2003, with the constants of
//! its published program (`lublin99`): jobs of one or two kinds, each with its own arrivals
//! (`arrivals`), sizes and run times (`class`). Values that the model lacks, and a scheduler or a
//! reservation needs, are added in `habits`.

#[cfg(test)]
mod tests;

use libm::{exp, exp2, log, log2, pow, round};
use serde::{Deserialize, Serialize};

use super::draw::Stream;
use super::{Header, Log, MAX_PROCESSORS, UNKNOWN, Workload};
use crate::draw::{Draw, Gamma};
use crate::{MAX_TIME, Record, Time};

/// The header's statement on values that are not part of the model.
pub(super) const DRAWN: &str =
    "requested times, waits, users and groups are no part of the model;\nthey are drawn at random";

/// The workload to generate. The default is a small sample: 1,000 batch jobs of eleven days on 128
/// processors.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Lublin {
    /// How many jobs.
    pub jobs: u32,
    /// The processors of the machine that they are meant for.
    pub processors: u32,
    /// The largest size of a job; `null` allows the whole machine.
    pub largest_job: Option<u32>,
    /// The offered load: processor seconds over the machine's, until the last submission. `null`
    /// leaves the arrivals as the model has them, whatever load that makes.
    pub load: Option<f64>,
    /// Which of the model's kinds of jobs.
    pub kinds: Kinds,
    /// How many users submit them.
    pub users: u32,
    /// The seed of every draw.
    pub seed: u64,
}

impl Default for Lublin {
    fn default() -> Self {
        Self {
            jobs: 1000,
            processors: 128,
            largest_job: Some(64),
            load: Some(0.7),
            kinds: Kinds::Batch,
            users: 40,
            seed: 1,
        }
    }
}

/// The kinds of jobs that are generated: the model has constants for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kinds {
    /// One kind, fitted to whole logs: half the jobs run less than two minutes.
    Any,
    /// Batch jobs and, by far the most, interactive jobs, which are short and small.
    InteractiveAndBatch,
    /// Batch jobs only: half of them run more than ten minutes.
    #[default]
    Batch,
}

impl Kinds {
    fn all(self) -> &'static [Kind] {
        match self {
            Self::Any => &[Kind::Any],
            Self::InteractiveAndBatch => &[Kind::Interactive, Kind::Batch],
            Self::Batch => &[Kind::Batch],
        }
    }
}

/// The published program's number of a kind, which it writes as the job's queue.
fn queue(kind: Kind) -> i64 {
    match kind {
        Kind::Interactive => 0,
        Kind::Batch => 1,
        Kind::Any => UNKNOWN,
    }
}

/// The most jobs that are generated at once.
pub const MAX_JOBS: u32 = 1_000_000;

/// 1 January 2001, a Monday, 00:00 UTC: the model's days begin at midnight.
const START: &str = "978307200";

impl Lublin {
    /// Checks every value.
    ///
    /// # Errors
    ///
    /// A sentence that names the first invalid field and its valid values.
    pub fn validate(&self) -> Result<(), String> {
        let within = |name: &str, value: u32, most: u32| match value {
            value if (1..=most).contains(&value) => Ok(()),
            value => Err(format!("{name} is {value}: it must be from 1 to {most}")),
        };
        within("jobs", self.jobs, MAX_JOBS)?;
        within("processors", self.processors, MAX_PROCESSORS)?;
        within("users", self.users, MAX_JOBS)?;
        if let Some(size) = self.largest_job {
            within("largest_job", size, self.processors)?;
        }
        match self.load {
            Some(load) if !(0.01..=10.0).contains(&load) => {
                Err(format!("load is {load}: it must be from 0.01 to 10, or null"))
            }
            _ => Ok(()),
        }
    }

    /// The workload. The same settings give the same workload everywhere.
    ///
    /// # Errors
    ///
    /// Those of [`Lublin::validate`].
    pub fn generate(&self) -> Result<Workload, String> {
        self.validate()?;
        let kinds = self.kinds.all();
        let (mut records, kind_of): (Vec<Record>, Vec<Kind>) = self.jobs_of_the_model().unzip();
        if let Some(load) = self.load {
            stretch_to_load(&mut records, kinds, self.processors, load);
        }
        let mut habits = Habits::new(self.users, Draw::new(self.seed, Stream::HABITS));
        for (record, kind) in records.iter_mut().zip(kind_of) {
            habits.complete(record, kind);
        }
        let name = format!("Lublin-Feitelson model, {} jobs, seed {}", self.jobs, self.seed);
        let log = Log { header: self.header(), records, ..Log::default() };
        Ok(Workload::of_log(&name, log))
    }

    /// Arrival, size, run time and kind of each job: all that the model has.
    fn jobs_of_the_model(&self) -> impl Iterator<Item = (Record, Kind)> {
        let largest = self.largest_job.unwrap_or(self.processors);
        let kinds = self.kinds.all();
        let classes: Vec<Class> = kinds.iter().map(|&kind| Class::new(kind, largest)).collect();
        let mut arrivals = Arrivals::new(kinds, Draw::new(self.seed, Stream::ARRIVALS));
        let mut draw = Draw::new(self.seed, Stream::JOBS);
        (1..=self.jobs).map(move |id| {
            let (place, submit) = arrivals.next();
            let size = classes[place].size(&mut draw);
            let run_time = classes[place].run_time(size, &mut draw);
            (record(id.into(), submit, size, run_time, kinds[place]), kinds[place])
        })
    }

    fn header(&self) -> Header {
        let jobs = self.jobs.to_string();
        let processors = self.processors.to_string();
        let load = match self.load {
            Some(load) => format!("an offered load of {load}"),
            None => "the model's own load".to_owned(),
        };
        let note = format!(
            "synthetic: sizes, run times and arrivals are the model's,\nfor sizes up to {} and \
             {load}, seed {}",
            self.largest_job.unwrap_or(self.processors),
            self.seed
        );
        let entries = [
            ("Version", "2.2"),
            ("Computer", "none (synthetic workload)"),
            ("Installation", "none (Lublin and Feitelson's model)"),
            ("Acknowledge", "Uri Lublin, Dror Feitelson"),
            ("Information", "J. Parallel Distrib. Comput. 63(11), pp. 1105-1122, 2003"),
            ("MaxJobs", &jobs),
            ("MaxRecords", &jobs),
            ("Preemption", "No"),
            ("UnixStartTime", START),
            ("TimeZone", "0"),
            ("TimeZoneString", "UTC"),
            ("MaxNodes", &processors),
            ("MaxProcs", &processors),
            ("Note", &note),
            ("Note", DRAWN),
        ];
        let queues: &[_] = match self.kinds {
            Kinds::Any => &[],
            Kinds::InteractiveAndBatch => &[("Queue", "0 interactive"), ("Queue", "1 batch")],
            Kinds::Batch => &[("Queue", "1 batch")],
        };
        let owned = |(key, value): (&str, &str)| (key.to_owned(), value.to_owned());
        Header { entries: entries.iter().chain(queues).copied().map(owned).collect() }
    }
}

fn record(id: u64, submit: f64, size: u32, run_time: Time, kind: Kind) -> Record {
    Record {
        id,
        submit: (submit as Time).min(MAX_TIME),
        run_time,
        allocated_processors: size.into(),
        requested_processors: size.into(),
        status: 1,
        queue: queue(kind),
        ..Record::UNKNOWN
    }
}

// The model has no users, requested times and waits: these are drawn, and not fitted to data.

/// The run-time limits that people ask for, in seconds: 20 round values make up nearly all
/// requests (Tsafrir, Etsion, Feitelson 2005, "Modeling user runtime estimates"). The longest
/// run time of the model, 45 hours, is below the last.
const ROUND_LIMITS: [Time; 20] = [
    60, 120, 300, 600, 900, 1200, 1800, 2700, 3600, 7200, 10_800, 14_400, 18_000, 21_600, 28_800, 43_200, 64_800,
    86_400, 129_600, 172_800,
];

/// How many groups the users belong to.
const GROUPS: u32 = 6;

/// Draws the habits of users.
struct Habits {
    /// For user n + 1, the sum of the shares up to it, 1 / rank each.
    shares: Vec<f64>,
    draw: Draw,
}

impl Habits {
    pub fn new(users: u32, draw: Draw) -> Self {
        let shares = (1..=users)
            .scan(0.0, |sum, rank| {
                *sum += 1.0 / f64::from(rank);
                Some(*sum)
            })
            .collect();
        Self { shares, draw }
    }

    /// Fills in user, group, requested time and wait.
    pub fn complete(&mut self, record: &mut Record, kind: Kind) {
        let user = self.user();
        record.user = i64::from(user);
        record.group = i64::from(1 + (user - 1) % GROUPS);
        record.requested_time = self.requested_time(record.run_time);
        record.wait = self.wait(kind);
    }

    /// A user's number from 1, by Zipf's law: the second submits half as much as the first.
    fn user(&mut self) -> u32 {
        let total = self.shares.last().copied().unwrap_or(0.0);
        let point = self.draw.unit() * total;
        1 + self.shares.partition_point(|&share| share <= point) as u32
    }

    /// The next round limit above what the user believes. One in six knows the run time; the others
    /// use a share of the requested time, uniform from 5 to 100 % ("the accuracy of estimates is
    /// uniform", ibid.).
    fn requested_time(&mut self, run_time: Time) -> Time {
        let knows = self.draw.unit() < 1.0 / 6.0;
        let accuracy = 0.05 + 0.95 * self.draw.unit();
        let believed = if knows { run_time } else { (run_time as f64 / accuracy) as Time };
        let place = ROUND_LIMITS.partition_point(|&limit| limit < believed);
        ROUND_LIMITS[place.min(ROUND_LIMITS.len() - 1)].max(run_time)
    }

    /// Three in ten start at once. The others wait up to a day (interactive jobs up to half an
    /// hour), short and long waits alike on a logarithmic scale.
    fn wait(&mut self, kind: Kind) -> Time {
        const SHORTEST: f64 = 10.0;
        let longest = match kind {
            Kind::Interactive => 1800.0,
            Kind::Batch | Kind::Any => 86_400.0,
        };
        let at_once = self.draw.unit() < 0.3;
        let place = self.draw.unit();
        if at_once {
            return (place * SHORTEST) as Time;
        }
        (SHORTEST * exp(place * log(longest / SHORTEST))) as Time
    }
}

/// The kinds of jobs in the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Interactive,
    Batch,
    /// Any job of a log that does not say.
    Any,
}

/// No run time has a natural logarithm above this: 45 hours.
const LONGEST_LOG: f64 = 12.0;

/// The constants of one kind.
struct Class {
    /// The share of jobs on one processor.
    serial: f64,
    /// The share of parallel jobs whose size is a power of two.
    power_of_two: f64,
    /// The binary logarithm of a parallel job's size is uniform from `low` to `middle` ...
    low: f64,
    middle: f64,
    /// ... or from there to `high`.
    high: f64,
    /// The share of the first of the two.
    lower: f64,
    /// The natural logarithm of the run time is one of these two ...
    short: Gamma,
    long: Gamma,
    /// ... the first with probability slope × size + offset: large jobs run longer.
    slope: f64,
    offset: f64,
}

impl Class {
    /// The published constants, for sizes up to `largest`.
    ///
    /// They were published for 128 processors. For others the largest sizes move along, as the
    /// authors advise, and the distance between `middle` and `high` stays. Interactive jobs end
    /// 1.5 below the largest.
    pub fn new(kind: Kind, largest: u32) -> Self {
        let high = log2(f64::from(largest));
        match kind {
            Kind::Interactive => Self {
                serial: 0.1541,
                power_of_two: 0.625,
                low: 1.0,
                middle: high - 1.5 - 2.5,
                high: high - 1.5,
                lower: 0.705,
                short: Gamma::new(3.8351, 0.6605),
                long: Gamma::new(7.073, 0.6856),
                slope: -0.0118,
                offset: 0.9156,
            },
            Kind::Batch => Self {
                serial: 0.2927,
                power_of_two: 0.6686,
                low: 1.2,
                middle: high - 2.0,
                high,
                lower: 0.875,
                short: Gamma::new(6.57, 0.823),
                long: Gamma::new(639.1, 0.0156),
                slope: -0.003,
                offset: 0.6986,
            },
            Kind::Any => Self {
                serial: 0.244,
                power_of_two: 0.576,
                low: 0.8,
                middle: high - 2.5,
                high,
                lower: 0.86,
                short: Gamma::new(4.2, 0.94),
                long: Gamma::new(312.0, 0.03),
                slope: -0.0054,
                offset: 0.78,
            },
        }
        .in_order()
    }

    /// Keeps low ≤ middle ≤ high where the machine is small.
    fn in_order(self) -> Self {
        let high = self.high.max(0.0);
        let low = self.low.min(high);
        let middle = self.middle.clamp(low, high);
        Self { low, middle, high, ..self }
    }

    /// Draws a size.
    pub fn size(&self, draw: &mut Draw) -> u32 {
        let kind = draw.unit();
        if kind < self.serial {
            return 1;
        }
        let (from, to) = if draw.unit() < self.lower { (self.low, self.middle) } else { (self.middle, self.high) };
        let mut logarithm = from + draw.unit() * (to - from);
        // As the published program has it: a share of all jobs, not of the parallel ones only.
        if kind < self.serial + self.power_of_two {
            // Up to the whole number below the largest, should that be no power of two.
            logarithm = round(logarithm).min(self.high as u32 as f64);
        }
        round(exp2(logarithm)) as u32
    }

    /// Draws the run time of a job of that size, in seconds, at least 1.
    pub fn run_time(&self, size: u32, draw: &mut Draw) -> Time {
        let share = self.slope * f64::from(size) + self.offset;
        loop {
            let gamma = if draw.unit() < share { self.short } else { self.long };
            let logarithm = gamma.sample(draw);
            if logarithm <= LONGEST_LOG {
                return exp(logarithm) as Time;
            }
        }
    }
}

// Arrivals with the model's daily cycle.
//
// Time is stretched by night and squeezed by day: arrivals come at random on a clock that runs
// as fast as jobs do at that time of day, and are then read off the wall clock.

const BUCKETS: usize = 48;
const DAY: f64 = 86_400.0;
const BUCKET: f64 = DAY / BUCKETS as f64;

/// No time between two arrivals has a natural logarithm above this: 5 days.
const ARRIVALS_LONGEST_LOG: f64 = 13.0;

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
        self.now += exp(self.between.sample_up_to(ARRIVALS_LONGEST_LOG, draw));
    }

    fn wall(&self) -> f64 {
        self.clock.wall(self.now)
    }
}

/// The arrivals of all kinds, one after the other.
struct Arrivals {
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
fn stretch_to_load(records: &mut [Record], kinds: &[Kind], processors: u32, load: f64) {
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
