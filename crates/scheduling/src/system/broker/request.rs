//! Requests: tasks of a batch, or the jobs of a log as tasks.

use std::ops::Range;

use super::Broker;
use super::agent::Placed;
use super::coordinator::Settled;
use super::mail::SECOND;
use super::nodes::Nodes;
use crate::engine::{Course, EventQueue, Processors, Recorder};
use crate::policy::broker::{Fit, LoadBounds, NodeTable, Wanted, least_used};
use crate::system::prelude::*;
use workload::task_batch::{BatchTask, NODE_POINTS};
use workload::{Flexibility, Logged, ReservationRequest, UNKNOWN};

/// A task that is to be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// Its interval and load, in points of a node.
    pub wanted: Wanted,
    /// When a broker is given it.
    pub submit: Time,
    pub broker: u32,
    /// The cluster that it is confined to, by number.
    pub cluster: Option<u32>,
    /// Its user, by number.
    pub user: i64,
    /// When it is done, if it is let run: at the end of its interval or before.
    pub done: Time,
    /// Whether it is stopped there.
    pub killed: bool,
}

impl Request {
    /// A task of a batch.
    pub fn of_task(task: &BatchTask, place: usize, settings: &Broker) -> Self {
        Self {
            wanted: Wanted { start: task.start, end: task.end, load: task.load },
            submit: task.submit,
            broker: place as u32 % settings.brokers,
            cluster: task.cluster,
            user: task.user.map_or(UNKNOWN, i64::from),
            done: task.end,
            killed: false,
        }
    }

    /// A job of a log: it takes its processors of one node, for its requested time, from its ready time on; a
    /// batch job from when it becomes eligible, plus the lead of the settings. It is stopped at its limit.
    pub fn of_job(job: &Job, place: usize, settings: &Broker) -> Self {
        let start = match job.reservation {
            Some(request) => request.ready,
            None => job.eligible() + settings.lead,
        };
        Self {
            wanted: Wanted { start, end: start + job.requested_time.max(1), load: job.processors },
            submit: job.eligible(),
            broker: place as u32 % settings.brokers,
            cluster: None,
            user: job.logged.user,
            done: start + job.run_time.min(job.requested_time),
            killed: job.run_time > job.requested_time,
        }
    }
}

/// A task of a batch as the job of a run: it asks for its interval, and for as many of a node's 100
/// processors as its load has percent.
pub(super) fn job_of(task: &BatchTask, place: usize, number: Option<u32>) -> Job {
    debug_assert!(task.load <= NODE_POINTS);
    Job {
        id: number.map_or(place as u64 + 1, u64::from),
        submit: task.submit,
        processors: task.load,
        run_time: task.end - task.start,
        requested_time: task.end - task.start,
        logged: Logged { user: task.user.map_or(UNKNOWN, i64::from), ..Logged::UNKNOWN },
        reservation: Some(ReservationRequest {
            ready: task.start,
            deadline: task.end,
            flexibility: Flexibility::Rigid,
            is_listed: false,
        }),
        ..Job::default()
    }
}

// The reservations as a schedule: every task on its node from start to end, a row per point of
// load.

/// The schedule of all tasks that have a node. Rows are taken by first fit, in order of start, then of number.
/// O(n log n) for n tasks.
pub(super) fn schedule(platform: &[u32], requests: &[Request], settled: &Settled) -> Schedule {
    let mut recorder = Recorder::new(requests.len());
    let mut placed: Vec<(u32, usize)> =
        (0..).zip(&settled.nodes).filter_map(|(task, node)| Some((task, (*node)? as usize))).collect();
    sort_by_key(&mut placed, |&(task, _)| (requests[task as usize].wanted.start, task));
    let mut nodes: Vec<Processors> = platform.iter().map(|&it| Processors::new(it)).collect();
    let mut rows: Vec<Vec<(u32, u32)>> = vec![Vec::new(); requests.len()];
    let mut ends = EventQueue::default();
    for (task, node) in placed {
        let request = &requests[task as usize];
        let wanted = &request.wanted;
        while let Some(over) = ends.pop_due(wanted.start) {
            let node = settled.nodes[over as usize].unwrap_or_default() as usize;
            for (first, last) in std::mem::take(&mut rows[over as usize]) {
                nodes[node].give(first, last);
            }
        }
        ends.push(wanted.end, task);
        // Whole seconds: a decision counts from the second that it comes in.
        let at = settled.at[task as usize].div_euclid(SECOND);
        recorder.allocate(task, node, wanted.load, at);
        recorder.promise(task, wanted.start, wanted.end);
        let taken = &mut rows[task as usize];
        recorder.start(task, course(request), |tell| {
            nodes[node].take(wanted.load, |first, last| {
                taken.push((first, last));
                tell(first, last);
            });
        });
    }
    recorder.finish()
}

fn course(request: &Request) -> Course {
    let wanted = &request.wanted;
    Course {
        held_from: wanted.start,
        held_until: wanted.end,
        start: wanted.start,
        end: request.done,
        released: wanted.end,
        completion: request.done,
        killed: request.killed,
    }
}

/// The fewest tasks of a large batch.
pub(super) const LARGE: usize = 256;

/// Tables that can be changed and are dropped.
pub(super) struct TrialTables<'a> {
    nodes: &'a mut Nodes,
    own: Range<usize>,
    /// For a large batch, the previous tables and their load bounds.
    large: Option<(Vec<NodeTable>, LoadBounds)>,
}

impl Nodes {
    /// The tables of some nodes to try a batch on.
    pub fn trial_tables(&mut self, own: Range<usize>, tasks: &[u32], requests: &[Request]) -> TrialTables<'_> {
        let large = (tasks.len() >= self.large).then(|| {
            let wanted = || tasks.iter().map(|&it| requests[it as usize].wanted);
            let from = wanted().map(|it| it.start).min().unwrap_or(0);
            let to = wanted().map(|it| it.end).max().unwrap_or(0);
            let all: Time = wanted().map(|it| it.end - it.start).sum();
            let before = self.tables[own.clone()].to_vec();
            let bounds = LoadBounds::new(&before, (from, to), all / tasks.len() as Time);
            (before, bounds)
        });
        TrialTables { nodes: self, own, large }
    }
}

impl TrialTables<'_> {
    /// The least used node that fits.
    pub fn least_used(&mut self, request: &Request) -> Option<Fit> {
        let wanted = &request.wanted;
        let Some((_, bounds)) = &mut self.large else {
            return least_used(self.nodes.open_to(self.own.clone(), request), wanted);
        };
        let first = self.own.start;
        let tables = &self.nodes.tables[self.own.clone()];
        let is_open = |node: usize| self.nodes.is_open(first + node, request);
        let fit = bounds.least_used(tables, is_open, wanted)?;
        Some(Fit { node: first + fit.node, ..fit })
    }

    /// Reserves a node for a task.
    pub fn add(&mut self, node: usize, request: &Request) {
        self.nodes.add(node, request);
        if let Some((_, bounds)) = &mut self.large {
            bounds.added(node - self.own.start, &request.wanted);
        }
    }

    /// Puts the tables right, in which these were added.
    pub fn drop<'a>(self, added: impl Iterator<Item = &'a Placed>, requests: &[Request]) {
        match self.large {
            Some((before, _)) => {
                self.nodes.tables[self.own].iter_mut().zip(before).for_each(|(now, before)| *now = before);
            }
            None => added.for_each(|it| {
                self.nodes.remove(it.node as usize, &requests[it.task as usize]);
            }),
        }
    }
}
