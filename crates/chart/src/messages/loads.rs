//! The tasks reserved and offered on each node after a number of steps.

use std::ops::Range;

use super::steps::{Steps, offers_of};
use base::ordering::sort_by_key;
use scheduling::engine::{NEVER, Outcome, Run};
use workload::Time;

/// A task on a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// Index of the job.
    pub job: u32,
    /// From when, counted as the run's times are.
    pub start: Time,
    /// Until when.
    pub end: Time,
    /// How much of the node it takes, in its points.
    pub load: u32,
    /// Whether it is only offered: on the agent's copy of its table, and not decided.
    pub is_offered: bool,
}

/// The reserved jobs of each provider, and from when until when there is anything. Made once of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reserved {
    jobs: Vec<Vec<u32>>,
    /// The first start and the last end of all tasks.
    pub span: (Time, Time),
}

impl Reserved {
    /// Of all jobs that a run has on a provider. O(jobs).
    pub fn of(run: &Run) -> Self {
        let mut jobs = vec![Vec::new(); run.platform.len()];
        let mut span: Option<(Time, Time)> = None;
        for (job, it) in (0..).zip(&run.schedule.outcomes) {
            let (start, end) = interval(run, job);
            span = Some(span.map_or((start, end), |(from, to)| (from.min(start), to.max(end))));
            if it.start != NEVER
                && let Some(of) = jobs.get_mut(it.provider as usize)
            {
                of.push(job);
            }
        }
        Self { jobs, span: span.unwrap_or_default() }
    }

    /// The jobs that are reserved on a provider in the end.
    pub fn jobs_of(&self, provider: usize) -> &[u32] {
        self.jobs.get(provider).map_or(&[], Vec::as_slice)
    }
}

/// The interval for which a node is, or would be, reserved for a job: as booked, or as requested if the job has
/// no node.
pub fn interval(run: &Run, job: u32) -> (Time, Time) {
    let outcome = run.schedule.outcomes.get(job as usize);
    if let Some(taken) = outcome.and_then(Outcome::taken) {
        return taken;
    }
    let Some(it) = run.jobs.get(job as usize) else {
        return (0, 0);
    };
    let start = it.reservation.map_or(it.submit, |asked| asked.ready);
    (start, start.saturating_add(it.requested_time))
}

/// Whether a job is reserved after this many steps. One whose decision is not kept is so in the end only.
pub fn is_reserved(run: &Run, steps: &Steps, job: u32, shown: usize) -> bool {
    let Some(booking) = run.messages.bookings.get(job as usize) else {
        return false;
    };
    match booking.decision {
        Some(decision) => booking.agent.is_some() && steps.is_ended(decision, shown),
        None => booking.agent.is_some() && shown >= steps.len(),
    }
}

/// The loads of some neighbouring nodes after a number of steps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoadsAt {
    /// The nodes, by their places among the providers.
    pub nodes: Range<usize>,
    /// The loads of each: reservations first, then by start, then by job.
    pub held: Vec<Vec<Held>>,
}

impl LoadsAt {
    /// O(messages + tasks on the nodes).
    pub fn of(run: &Run, steps: &Steps, reserved: &Reserved, nodes: Range<usize>, shown: usize) -> Self {
        let nodes = nodes.start.min(run.platform.len())..nodes.end.min(run.platform.len());
        let of_node = |provider: usize| -> Vec<Held> {
            reserved
                .jobs_of(provider)
                .iter()
                .filter(|&&job| is_reserved(run, steps, job, shown))
                .map(|&job| {
                    let load = run.schedule.outcomes[job as usize].processors;
                    held(run, job, load, false)
                })
                .collect()
        };
        let mut all: Vec<Vec<Held>> = nodes.clone().map(of_node).collect();
        let messages = &run.messages;
        for message in 0..messages.list.len() as u32 {
            if !steps.is_open(message, shown) {
                continue;
            }
            for offer in &messages.offers[offers_of(messages, message)] {
                let provider = offer.provider as usize;
                if nodes.contains(&provider) {
                    let job = run.jobs.get(offer.job as usize);
                    let load = job.map_or(0, |it| it.processors);
                    all[provider - nodes.start].push(held(run, offer.job, load, true));
                }
            }
        }
        for it in &mut all {
            sort_by_key(it, |it| (it.is_offered, it.start, it.job));
        }
        Self { nodes, held: all }
    }
}

fn held(run: &Run, job: u32, load: u32, is_offered: bool) -> Held {
    let (start, end) = interval(run, job);
    Held { job, start, end, load, is_offered }
}

/// The load from a time on, up to the next level's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    pub from: Time,
    /// The reserved load.
    pub reserved: u32,
    /// The reserved and the offered load.
    pub all: u32,
}

/// A part of a task, as long as it stands at one height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// The task's place among those given.
    pub held: usize,
    pub start: Time,
    pub end: Time,
    /// How much is below it.
    pub below: u32,
}

/// The load over time: a level at every time at which something begins or ends; 0 before the first. O(n log n).
pub fn levels(held: &[Held]) -> Vec<Level> {
    let mut changes: Vec<(Time, i64, bool)> = Vec::with_capacity(held.len() * 2);
    for it in held.iter().filter(|it| it.start < it.end) {
        let load = i64::from(it.load);
        changes.push((it.start, load, it.is_offered));
        changes.push((it.end, -load, it.is_offered));
    }
    changes.sort_unstable();
    let (mut reserved, mut all) = (0, 0);
    let at_once = changes.chunk_by(|a, b| a.0 == b.0);
    at_once
        .map(|changes| {
            for (_, change, is_offered) in changes {
                all += change;
                reserved += if *is_offered { 0 } else { *change };
            }
            Level { from: changes[0].0, reserved: reserved as u32, all: all as u32 }
        })
        .collect()
}

/// Each task upon those before it in the list that are there at the same time: a block for as long as these
/// stay the same. O(levels · n).
pub fn stacked(held: &[Held]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    // The block of each task that reaches to where the sweep has come.
    let mut last: Vec<Option<usize>> = vec![None; held.len()];
    for pair in levels(held).windows(2) {
        let (start, end) = (pair[0].from, pair[1].from);
        let mut below = 0;
        for (at, it) in held.iter().enumerate() {
            if it.start > start || it.end < end {
                continue;
            }
            match last[at].map(|it| &mut blocks[it]) {
                Some(block) if block.below == below => block.end = end,
                _ => {
                    last[at] = Some(blocks.len());
                    blocks.push(Block { held: at, start, end, below });
                }
            }
            below += it.load;
        }
    }
    blocks
}
