//! A machine in partitions like the CM-5 of Los Alamos, with made-up jobs: its log is not at hand.

use super::setting::{Weight, backfilling};
use crate::prelude::*;
use experiment::{Scenario, run};
use scheduling::criteria::wait_profile::Delay;
use scheduling::engine::Run;
use scheduling::engine::Status;
use scheduling::engine::queuing_delay::QueuingDelay;
use scheduling::system::System;
use scheduling::system::imprecise_calendar::{Assignment, Configured, Home, ImpreciseCalendar, Managers};
use scheduling::system::two_level::QueuePolicy;
use workload::lublin::Lublin;
use workload::{Record, Time};

/// The partitions (Figure 7).
pub const PARTITIONS: [u32; 6] = [32, 32, 64, 128, 256, 512];

/// Their utilization when they were scheduled separately (Figure 7).
pub const UTILIZATION: [f64; 6] = [0.180, 0.215, 0.247, 0.364, 0.389, 0.388];

/// How long jobs are submitted to every queue, in seconds: two weeks.
pub const SPAN: Time = 14 * 86_400;

/// How many jobs of a queue are made at first; the number is doubled until they last for the span.
const JOBS: u32 = 600;
const MOST_DOUBLINGS: u32 = 6;

/// The results of one seed.
pub struct Pair {
    pub separate: Vec<Partition>,
    pub combined: Vec<Partition>,
}

/// The results of one partition, or of the jobs that were submitted to it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Partition {
    /// Weighted queuing delay of its queue's jobs, as [`Weight::ALL`] has the weights.
    pub delays: [f64; Weight::ALL.len()],
    /// While jobs are submitted.
    pub utilization: f64,
    /// The share of its queue's jobs that ran elsewhere, at least in part.
    pub remote: f64,
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

/// The jobs of a queue by the model of Lublin and Feitelson for a machine of its partition's size, loaded as the
/// paper's was: those that are submitted within the span that all queues have. `None` if the model makes none.
fn queue(number: usize, seed: u64) -> Option<Vec<Record>> {
    let mut model = Lublin {
        jobs: JOBS,
        processors: PARTITIONS[number],
        largest_job: None,
        load: Some(UTILIZATION[number]),
        seed: seed.wrapping_mul(100).wrapping_add(number as u64),
        ..Lublin::default()
    };
    let mut made = model.generate().ok()?;
    for _ in 0..MOST_DOUBLINGS {
        if made.records().last().is_some_and(|it| it.submit >= SPAN) {
            break;
        }
        model.jobs *= 2;
        made = model.generate().ok()?;
    }
    let of_queue = made.records().iter().filter(|it| it.submit < SPAN).map(|it| Record { queue: number as i64, ..*it });
    Some(of_queue.collect())
}

/// One log of all queues, over one span.
fn log(seed: u64) -> Option<Workload> {
    let mut records = Vec::new();
    for number in 0..PARTITIONS.len() {
        records.append(&mut queue(number, seed)?);
    }
    records.sort_by_key(|it| (it.submit, it.queue));
    for (record, id) in records.iter_mut().zip(1..) {
        record.id = id;
    }
    Some(Workload::default().with_records(records))
}

fn scenario(platform: Vec<u32>, system: System) -> Scenario {
    Scenario { workload: without_reservations(None), platform, system, seed: 1, ..Scenario::default() }
}

/// The jobs of one seed, and their results on all partitions as one resource, with the slots of the
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
        Some(Self { combined: combined(Assignment::Late)?, bound: combined(Assignment::AtSubmission)?, log })
    }

    /// The delay of the jobs of each partition, weighted by processor seconds, assigned late and at submission.
    pub fn by_assignment(&self) -> Vec<[f64; 2]> {
        let of = |number: usize| [&self.combined, &self.bound].map(|run| delays(run, number)[0]);
        (0..PARTITIONS.len()).map(of).collect()
    }

    /// The results beside those of every partition by itself, under this policy.
    pub fn beside(&self, queue: QueuePolicy) -> Option<Pair> {
        let all = 0..PARTITIONS.len();
        let separate: Option<Vec<Run>> = all.clone().map(|it| self.separate(it, queue)).collect();
        let separate = separate?;
        let share = |busy: f64, number: usize| busy / (SPAN as f64 * f64::from(PARTITIONS[number]));
        let alone = |number: usize| Partition {
            delays: delays(&separate[number], number),
            utilization: share(busy(&separate[number], 0), number),
            ..Partition::default()
        };
        let measure = |key: &str, number: usize| {
            let key = format!("{key}_{}", number + 1);
            self.combined.measures.get(&key).copied().unwrap_or_default()
        };
        let together = |number: usize| Partition {
            delays: delays(&self.combined, number),
            utilization: share(busy(&self.combined, number), number),
            supply: measure("supply", number),
            consumption: measure("consumption", number),
            remote: remote(&self.combined, number),
        };
        Some(Pair { separate: all.clone().map(alone).collect(), combined: all.map(together).collect() })
    }

    /// The jobs of one queue on its partition.
    fn separate(&self, number: usize, queue: QueuePolicy) -> Option<Run> {
        let own = self.log.records().iter().filter(|it| it.queue == number as i64).copied();
        let own = self.log.with_records(own.collect());
        let scenario = scenario(vec![PARTITIONS[number]], backfilling(queue));
        run(&scenario, &own).ok()
    }
}

/// Weighted delay of the jobs of a queue.
fn delays(run: &Run, queue: usize) -> [f64; Weight::ALL.len()] {
    let mut delay = QueuingDelay::default();
    for (job, outcome) in run.jobs.iter().zip(&run.schedule.outcomes) {
        if job.logged.queue == queue as i64 && outcome.status != Status::Rejected {
            delay.add(job, outcome);
        }
    }
    let delay = Delay::from(delay);
    Weight::ALL.map(|weight| weight.of(&delay))
}

/// The share of a queue's jobs that ran on nodes of others, at least in part.
fn remote(run: &Run, queue: usize) -> f64 {
    let (mut all, mut remote) = (0_u32, 0_u32);
    for (job, outcome) in run.jobs.iter().zip(&run.schedule.outcomes) {
        if job.logged.queue == queue as i64 && outcome.status != Status::Rejected {
            let first = outcome.first_bar as usize;
            let bars = &run.schedule.bars[first..first + outcome.bar_count as usize];
            all += 1;
            remote += u32::from(bars.iter().any(|it| it.provider as usize != queue));
        }
    }
    f64::from(remote) / f64::from(all.max(1))
}

/// Node seconds that a provider's nodes were busy while jobs were submitted.
fn busy(run: &Run, provider: usize) -> f64 {
    let work = run.schedule.bars.iter().filter(|it| it.provider as usize == provider).map(|it| {
        let time = (it.end.min(SPAN) - it.start.min(SPAN)).max(0);
        i64::from(it.last_processor - it.first_processor + 1) * time
    });
    work.sum::<i64>() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_queue_has_jobs_over_the_whole_span() {
        let mut shares = Vec::new();
        for seed in 1..=10 {
            let log = log(seed).expect("the model makes jobs");
            for (number, processors) in PARTITIONS.iter().enumerate() {
                let own = log.records().iter().filter(|it| it.queue == number as i64);
                let submitted: Vec<Time> = own.clone().map(|it| it.submit).collect();
                let (first, last) = (submitted[0], submitted[submitted.len() - 1]);
                // Neither the first quarter of the span nor the last is without jobs.
                assert!(first < SPAN / 4, "{seed} {number}: {first}");
                assert!((SPAN / 4 * 3..SPAN).contains(&last), "{seed} {number}: {last}");
                let work: i64 = own.map(|it| it.run_time * it.requested_processors).sum();
                let load = work as f64 / (SPAN as f64 * f64::from(*processors));
                shares.push(load / UTILIZATION[number]);
            }
        }
        let mean = shares.iter().sum::<f64>() / shares.len() as f64;
        assert!((0.8..1.2).contains(&mean), "{mean}");
    }
}
