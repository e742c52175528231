//! A machine in partitions like the CM-5 of Los Alamos, with made-up jobs: its log is not at hand.

use crate::engine::Run;
use crate::engine::Status;
use crate::engine::queuing_delay::QueuingDelay;
use crate::experiment::{Scenario, run};
use crate::system::System;
use crate::system::imprecise_calendar::{
    Assignment, Configured, Home, ImpreciseCalendar, Managers,
};
use crate::system::two_level::{OverLimit, QueuePolicy, TwoLevel};
use crate::workload::Workload;
use crate::workload::lublin::Lublin;
use crate::workload::select::Selection;

/// The partitions (Figure 7).
pub const PARTITIONS: [u32; 6] = [32, 32, 64, 128, 256, 512];

/// Their utilization when they were scheduled separately (Figure 7).
pub const UTILIZATION: [f64; 6] = [0.180, 0.215, 0.247, 0.364, 0.389, 0.388];

/// Jobs of every partition's queue.
const JOBS: u32 = 300;

/// What came of one seed.
pub struct Pair {
    pub separate: Vec<Partition>,
    pub combined: Vec<Partition>,
}

/// What came of one partition, or of the jobs that were submitted to it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Partition {
    /// Weighted queuing delay of its queue's jobs.
    pub delay: f64,
    pub utilization: f64,
    /// Node hours.
    pub supply: f64,
    pub consumption: f64,
}

impl Partition {
    /// As the paper counts it.
    pub fn balance(&self) -> f64 {
        self.consumption - self.supply
    }
}

/// One log of all queues: each by the model of Lublin and Feitelson for a machine of its partition's size,
/// loaded as the paper's was. `None` if the model makes none.
fn log(seed: u64) -> Option<Workload> {
    let mut all: Option<Workload> = None;
    for (queue, (&processors, load)) in PARTITIONS.iter().zip(UTILIZATION).enumerate() {
        let model = Lublin {
            jobs: JOBS,
            processors,
            largest_job: None,
            load: Some(load),
            seed: seed.wrapping_mul(100).wrapping_add(queue as u64),
            ..Lublin::default()
        };
        let mut own = model.generate().ok()?;
        own.records
            .iter_mut()
            .for_each(|it| it.queue = queue as i64);
        match &mut all {
            Some(all) => all.records.append(&mut own.records),
            None => all = Some(own),
        }
    }
    let mut all = all?;
    all.records.sort_by_key(|it| (it.submit, it.queue));
    for (record, id) in all.records.iter_mut().zip(1..) {
        record.id = id;
    }
    Some(all)
}

fn scenario(platform: Vec<u32>, system: System) -> Scenario {
    let mut workload = Selection {
        first_job: None,
        last_job: None,
        ..Selection::default()
    };
    workload.reservations.percent = 0.0;
    Scenario {
        workload,
        platform,
        system,
        seed: 1,
        ..Scenario::default()
    }
}

/// The jobs of one seed, and what came of them on all partitions as one resource, with the slots of the
/// paper's footnote 2.
pub struct Trial {
    log: Workload,
    /// The manager above assigns late.
    combined: Run,
    /// It assigns at submission.
    bound: Run,
}

impl Trial {
    /// Makes the jobs up and runs them. `None` if the model makes none.
    pub fn new(seed: u64) -> Option<Self> {
        let log = log(seed)?;
        let combined = |assignment: Assignment| {
            let settings = ImpreciseCalendar {
                configuration: Configured::LosAlamos,
                managers: Managers::Clusters,
                home: Home::Queue,
                assignment,
                bump_after: Some(0),
                ..ImpreciseCalendar::default()
            };
            let combined = scenario(PARTITIONS.to_vec(), System::ImpreciseCalendar(settings));
            run(&combined, &log).ok()
        };
        Some(Self {
            combined: combined(Assignment::Late)?,
            bound: combined(Assignment::AtSubmission)?,
            log,
        })
    }

    /// The weighted delay of the jobs of each partition, assigned late and at submission.
    pub fn by_assignment(&self) -> Vec<[f64; 2]> {
        let of = |number: usize| [&self.combined, &self.bound].map(|run| delay(run, number));
        (0..PARTITIONS.len()).map(of).collect()
    }

    /// The same beside every partition by itself, under this policy.
    pub fn beside(&self, queue: QueuePolicy) -> Option<Pair> {
        let all = 0..PARTITIONS.len();
        let separate: Option<Vec<Run>> = all.clone().map(|it| self.separate(it, queue)).collect();
        let separate = separate?;
        // All partitions are there from the first submission to the last end, in whichever way that is.
        let runs = separate.iter().chain([&self.combined]);
        let end = runs.map(last_end).max().unwrap_or(0);
        let first = self.combined.jobs.first().map_or(0, |it| it.submit);
        let span = (end - first).max(1) as f64;
        let share = |busy: f64, number: usize| busy / (span * f64::from(PARTITIONS[number]));
        let alone = |number: usize| Partition {
            delay: delay(&separate[number], number),
            utilization: share(busy(&separate[number], 0), number),
            ..Partition::default()
        };
        let measure = |key: &str, number: usize| {
            let key = format!("{key}_{}", number + 1);
            self.combined.measures.get(&key).copied().unwrap_or(0.0)
        };
        let together = |number: usize| Partition {
            delay: delay(&self.combined, number),
            utilization: share(busy(&self.combined, number), number),
            supply: measure("supply", number),
            consumption: measure("consumption", number),
        };
        Some(Pair {
            separate: all.clone().map(alone).collect(),
            combined: all.map(together).collect(),
        })
    }

    /// The jobs of one queue on its partition.
    fn separate(&self, number: usize, queue: QueuePolicy) -> Option<Run> {
        let mut model = TwoLevel::default();
        model.local.queue = queue;
        model.local.over_limit = OverLimit::Kill;
        let mut own = self.log.clone();
        own.records.retain(|it| it.queue == number as i64);
        let scenario = scenario(vec![PARTITIONS[number]], System::TwoLevel(model));
        run(&scenario, &own).ok()
    }
}

fn last_end(run: &Run) -> i64 {
    run.schedule
        .outcomes
        .iter()
        .map(|it| it.end)
        .max()
        .unwrap_or(0)
}

/// Weighted delay of the jobs of a queue.
fn delay(run: &Run, queue: usize) -> f64 {
    let mut delay = QueuingDelay::default();
    for (job, outcome) in run.jobs.iter().zip(&run.schedule.outcomes) {
        if job.queue == queue as i64 && outcome.status != Status::Rejected {
            delay.add(job, outcome);
        }
    }
    delay.weighted().unwrap_or(0.0)
}

/// Node seconds that a provider's nodes were busy.
fn busy(run: &Run, provider: usize) -> f64 {
    let bars = run.schedule.bars.iter();
    let own = bars.filter(|it| it.provider as usize == provider);
    let work =
        own.map(|it| i64::from(it.last_processor - it.first_processor + 1) * (it.end - it.start));
    work.sum::<i64>() as f64
}
