//! A watched run: its decision log, and why jobs wait.

use super::ClusterSimulation;
use crate::engine::Status;
use crate::engine::decisions::{Decision, Hindrance, Own, Reason, Rejection, Waits, Watch, WatchedLog};
use crate::policy::local::Arrival;
use crate::policy::placement::WHOLE;
use crate::system::cluster::decisions::{Amounts, Nearest, OwnDecision};
use crate::system::cluster::pass::Told;
use crate::system::cluster::requests::{Asked, Shape};
use workload::Time;

/// The watch, and what the last pass promised.
pub struct Watching {
    pub log: WatchedLog,
    pub told: Vec<Told>,
    /// The job at which the last pass ended, if that was strict.
    pub ended_by: Option<u32>,
}

impl Watching {
    pub fn new(watch: Watch) -> Self {
        Self { log: WatchedLog::new(watch), told: Vec::new(), ended_by: None }
    }
}

impl ClusterSimulation {
    /// Records a decision, if the job is watched.
    pub(super) fn tell(&mut self, job: u32, decision: impl FnOnce(&Self) -> Decision) {
        if !self.tells_of(job) {
            return;
        }
        let decision = decision(self);
        if let Some(watching) = &mut self.watching {
            watching.log.tell(self.now, job, Some(0), decision);
        }
    }

    pub(super) fn tells_of(&self, job: u32) -> bool {
        self.watching.as_ref().is_some_and(|it| it.log.tells_of(job))
    }

    /// A job is over: a run that watches it may stop.
    pub(super) fn tell_over(&mut self, job: u32) {
        let outcome = self.recorder.schedule().outcomes[job as usize];
        match outcome.status {
            Status::Rejected => {}
            Status::Killed => self.tell(job, |_| Decision::Killed),
            Status::Done => self.tell(job, |_| Decision::Done),
        }
        if let Some(watching) = &mut self.watching {
            watching.log.is_over(job);
        }
    }

    /// Why a job is rejected.
    pub(super) fn never_held(&self, job: u32) -> Decision {
        let asked = self.requests.of[job as usize];
        let shapes = &self.requests.kinds[asked.kind as usize].shapes;
        let shapes = shapes.iter().map(|&it| &self.requests.shapes[it as usize]);
        let mut conditions = Vec::new();
        for condition in shapes.clone().flat_map(|it| &it.conditions) {
            if !conditions.contains(condition) {
                conditions.push(condition.clone());
            }
        }
        let said = OwnDecision::NeverHeld {
            chunks: asked.count,
            each: self.amounts(self.shape(asked)),
            most: shapes.map(|it| it.all).max().unwrap_or(0),
            nodes: self.machine.nodes.len() as u32,
            conditions,
        };
        Decision::Rejected(Rejection::Own(Own::of(&said)))
    }

    /// Why the watched job still waits after a pass.
    pub(super) fn tell_waits(&mut self) {
        let watched = self.watching.as_ref().map(|it| it.log.watch());
        let Some(Watch::Job(job)) = watched else {
            return;
        };
        let arrival = self.arrivals.number(job);
        if self.waiting.of(Arrival(arrival)).is_some() {
            let waits = self.waits(job);
            self.tell(job, |_| Decision::Waits(waits));
        }
    }

    /// Why a waiting job waits, and the start that the last pass promised it.
    pub(super) fn waits(&mut self, job: u32) -> Waits {
        let told = self.watching.as_ref().map_or(&[][..], |it| &it.told);
        let own = told.iter().find(|it| it.job == job);
        let start = |it: &Told| it.promise.as_ref().map_or(Time::MAX, |it| it.0);
        let promised = own.map(start);
        let (reason, hindrance) = self.reason(job);
        Waits { promised, hindrance, ..Waits::of(reason) }
    }

    fn reason(&mut self, job: u32) -> (Reason, Option<Hindrance>) {
        let asked = self.requests.of[job as usize];
        if self.rooms.chunks_now(asked.kind) < u64::from(asked.count) {
            return (self.no_room(asked).reason(), Some(Hindrance::Nodes));
        }
        // The promises of the pass are taken back by now.
        let limit = self.jobs[job as usize].limit();
        let hindrance = if self.rooms.fits(asked, self.now, limit) { Hindrance::Promise } else { Hindrance::Outage };
        match self.watching.as_ref().and_then(|it| it.ended_by) {
            Some(ahead) if ahead != job => {
                let is_out = hindrance == Hindrance::Outage;
                let reason = OwnDecision::Behind { job: ahead }.reason();
                (reason, is_out.then_some(hindrance))
            }
            _ => (self.taken(job, asked).reason(), Some(hindrance)),
        }
    }

    fn shape(&self, asked: Asked) -> &Shape {
        let shapes = &self.requests.kinds[asked.kind as usize].shapes;
        &self.requests.shapes[shapes[0] as usize]
    }

    fn amounts(&self, shape: &Shape) -> Amounts {
        Amounts {
            cores: shape.chunk.cores / u64::from(WHOLE),
            gpus: shape.chunk.gpus.total(),
            memory: shape.chunk.memory,
        }
    }

    fn no_room(&mut self, asked: Asked) -> OwnDecision {
        let placed = self.rooms.chunks_now(asked.kind);
        let shape = self.shape(asked);
        let mut free = Amounts::default();
        let mut nearest: Option<(Time, usize)> = None;
        for (node, load) in self.rooms.loads.iter().enumerate() {
            if shape.most(node) == 0 {
                continue;
            }
            let own = self.free_on(node);
            free.cores += own.cores;
            free.gpus += own.gpus;
            free.memory += own.memory;
            let now = load.free.chunks(shape, node, &load.node);
            let mut from = None;
            load.steps(shape, node, |at, _| from = from.or(Some(at)));
            let from = from.filter(|&from| now == 0 && from < Time::MAX);
            if let Some(from) = from
                && nearest.is_none_or(|it| from < it.0)
            {
                nearest = Some((from, node));
            }
        }
        OwnDecision::NoRoom {
            chunks: asked.count,
            each: self.amounts(shape),
            on_distinct_nodes: shape.is_distinct,
            is_exclusive: shape.is_exclusive,
            placed,
            nearest: nearest.map(|(from, node)| Nearest {
                node: self.names[node].clone(),
                free: self.free_on(node),
                from,
            }),
            free,
        }
    }

    pub(super) fn free_on(&self, node: usize) -> Amounts {
        let free = &self.rooms.loads[node].free;
        Amounts {
            cores: free.cores / u64::from(WHOLE),
            gpus: free.gpus.iter().map(|&it| u64::from(it)).sum(),
            memory: free.memory,
        }
    }

    /// The promise or the outage that has the nodes with room for a job before its limit.
    fn taken(&self, job: u32, asked: Asked) -> OwnDecision {
        let shape = self.shape(asked);
        let until = self.now.saturating_add(self.jobs[job as usize].limit());
        let has_room = |node: usize| {
            let load = &self.rooms.loads[node];
            load.free.chunks(shape, node, &load.node) > 0
        };
        let told = self.watching.as_ref().map_or(&[][..], |it| &it.told);
        let in_the_way = told.iter().filter_map(|it| Some((it, it.promise.as_ref()?))).filter(|(it, (from, place))| {
            let mut nodes = place.pieces.iter().map(|it| it.node as usize);
            it.job != job && *from < until && nodes.any(has_room)
        });
        let promise = in_the_way.map(|(it, (from, _))| (it.job, *from));
        let outages = self.rooms.loads.iter().enumerate().filter_map(|(node, load)| {
            let from = load.outages().iter().map(|it| it.0).find(|&it| it < until)?;
            has_room(node).then_some((from, node))
        });
        OwnDecision::Taken {
            promise: promise.min_by_key(|it| (it.1, it.0)),
            outage: outages.min().map(|(from, node)| (self.names[node].clone(), from)),
            until,
        }
    }
}
