//! Synthetic workloads after Lublin and Feitelson's model.
//!
//! U. Lublin and D. G. Feitelson, "The workload on parallel supercomputers: modeling the
//! characteristics of rigid jobs", J. Parallel Distrib. Comput. 63(11), 2003, with the constants of
//! its published program (`lublin99`): jobs of one or two kinds, each with its own arrivals
//! (`arrivals`), sizes and run times (`class`). Values that the model lacks, and a scheduler or a
//! reservation needs, are added in `habits`.

mod arrivals;
mod class;
mod habits;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use super::draw::{Draw, Stream};
use super::{Header, Log, MAX_PROCESSORS, MAX_TIME, Record, Time, UNKNOWN, Workload};
use arrivals::Arrivals;
use class::{Class, Kind};
use habits::Habits;

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
            arrivals::stretch_to_load(&mut records, kinds, self.processors, load);
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
