//! The run of a cluster, instant by instant.

use std::sync::Arc;

use super::Cluster;
use super::decisions::{Amounts, Nearest, OwnDecision};
use super::kept::KeptPromises;
use super::load::Load;
use super::machine::Machine;
use super::nodes_at::{JobAt, NodeAt, NodesAt, PromiseAt, Rows};
use super::pass::{Pass, Told};
use super::requests::{Asked, Requests, Shape};
use super::room::Held;
use super::rooms::{Place, Rooms, Rules};
use super::tally::Tally;
use super::waiting::{Orders, WaitingJob, WaitingJobs};
use crate::engine;
use crate::engine::decisions::{Hindrance, Overtaken, Overtaking, ProviderMoment, Queued, Room, Waits, WatchedLog};
use crate::engine::{Arrivals, Course, EventQueue, Holds, Of, OfLog, Recorder};
use crate::policy::local::{Arrival, Instant, Known};
use crate::policy::placement::{Mix, WHOLE};
use crate::system::prelude::*;
use workload::Nodes;

/// The most frequent requests that make up this part of all are the target workload of fragmentation, in percent.
const TYPICAL: u64 = 95;

/// A run in progress.
pub struct ClusterSimulation {
    machine: Machine,
    jobs: Vec<Job>,
    requests: Arc<Requests>,
    /// The jobs that have not arrived.
    arrivals: Arrivals,
    waiting: WaitingJobs,
    orders: Orders,
    rooms: Rooms,
    kept: KeptPromises,
    /// The processors of each node in charts.
    rows: Rows,
    /// Of each job that runs.
    places: Vec<Option<Place>>,
    ends: EventQueue,
    /// Ends of outages, the latest first.
    outage_ends: Vec<Time>,
    recorder: Recorder,
    /// What the jobs hold of GPUs and memory.
    holds: Holds,
    tally: Tally,
    /// How many are over or were rejected.
    settled: usize,
    /// Whole cores that no job has.
    free_cores: u32,
    now: Time,
    /// The names of the nodes.
    names: Vec<String>,
    watching: Option<Box<Watching>>,
}

impl ClusterSimulation {
    /// A run before its first instant. Of reservations nothing is known: they are batch jobs.
    ///
    /// # Errors
    ///
    /// That the work is no log, or that an outage is of nodes that there are not.
    pub fn new(settings: &Cluster, input: Input) -> Result<Self, String> {
        let (resources, names, seed) = (input.resources, input.names, input.seed);
        let machine = Machine::of(settings, input.platform, resources);
        let mut jobs = input.jobs()?;
        jobs.iter_mut().for_each(|it| it.reservation = None);
        let requests = Arc::new(Requests::new(&machine, &jobs, resources, names));
        let names_of_nodes = machine.names();
        settings.know_outages(&names_of_nodes)?;
        let outages = settings.outages_by_node(&names_of_nodes);
        let mut outage_ends: Vec<Time> = outages.iter().flatten().map(|it| it.1).collect();
        base::ordering::sort_by(&mut outage_ends, |a, b| b.cmp(a));
        outage_ends.dedup();
        let rules = Rules {
            placement: settings.placement,
            largest: machine.largest,
            mix: Mix::typical(requests.chunks(), TYPICAL),
            seed,
        };
        let mix = rules.mix.clone();
        let tally = Tally::new(&machine, requests.chunks(), mix);
        let rows = Rows::of(&machine);
        let cores = rows.total();
        let asked = requests.asked_of_all(&machine);
        Ok(Self {
            rooms: Rooms::new(&machine, requests.clone(), outages, rules),
            kept: KeptPromises::default(),
            waiting: WaitingJobs::new(jobs.len(), requests.kinds.len()),
            orders: Orders::new(settings, &jobs, names, asked, cores),
            arrivals: Arrivals::of(&jobs),
            places: vec![None; jobs.len()],
            recorder: Recorder::new(jobs.len()),
            holds: machine.without_jobs(),
            tally,
            ends: EventQueue::default(),
            outage_ends,
            free_cores: cores,
            settled: 0,
            now: Time::MIN,
            names: names_of_nodes,
            watching: None,
            rows,
            requests,
            jobs,
            machine,
        })
    }

    /// All that happens at the next instant: ends of jobs and outages, then submissions, then a pass.
    pub(super) fn instant(&mut self) -> bool {
        let Some(now) = self.next_time() else {
            return false;
        };
        if let Some(watching) = &mut self.watching
            && !watching.log.goes_on_to(now)
        {
            return false;
        }
        self.now = now;
        self.rooms.now = now;
        let mut has_changed = false;
        while let Some(job) = self.ends.pop_due(now) {
            self.end(job);
            has_changed = true;
        }
        while self.outage_ends.last().is_some_and(|&it| it <= now) {
            self.outage_ends.pop();
            has_changed |= self.rooms.end_outages(now);
        }
        while let Some(job) = self.arrivals.pop_due(&self.jobs, now) {
            self.arrive(job);
            has_changed = true;
        }
        if has_changed && self.waiting.count() > 0 {
            self.pass();
        }
        true
    }

    /// The places of the jobs that run, by job.
    #[cfg(test)]
    pub(super) fn places(&self) -> &[Option<Place>] {
        &self.places
    }

    /// Whether the job of a place has its nodes alone.
    #[cfg(test)]
    pub(super) fn takes_nodes_wholly(&self, place: &Place) -> bool {
        self.requests.shapes[place.shape as usize].is_exclusive
    }

    /// The schedule so far, by job.
    #[cfg(test)]
    pub(super) fn outcomes(&self) -> &[engine::Outcome] {
        &self.recorder.schedule().outcomes
    }

    fn next_time(&self) -> Option<Time> {
        let arrival = self.arrivals.next(&self.jobs).map(|it| it.1);
        // Without jobs the end of an outage changes nothing.
        let is_over = self.waiting.count() == 0;
        let outage = self.outage_ends.last().copied().filter(|_| !is_over);
        let times = [arrival, self.ends.next_time(), outage];
        times.into_iter().flatten().min()
    }

    fn arrive(&mut self, job: u32) {
        self.tell(job, |_| Decision::Submitted);
        if !self.requests.can_be_held(job) {
            self.tell(job, |it| it.never_held(job));
            self.tell_over(job);
            self.settled += 1;
            self.recorder.reject(job, Cause::NoNodes);
            self.arrivals.rejected(&mut self.jobs, job, self.now);
            return;
        }
        let it = &self.jobs[job as usize];
        let known = Known { eligible: it.eligible(), estimate: it.limit() };
        self.tally.submitted(self.now);
        // It waits for nodes from now on; which and how many cores they have is found at its start.
        self.recorder.allocate(job, 0, 0, self.now);
        self.orders.arrived(job, known);
        let waiting = WaitingJob {
            job,
            arrival: Arrival(self.arrivals.number(job)),
            asked: self.requests.of[job as usize],
            limit: it.limit(),
        };
        self.waiting.add(waiting, self.orders.keys(&waiting));
    }

    fn pass(&mut self) {
        let waiting = self.waiting.count() as u32;
        let at = Instant::new(self.now, waiting, self.free_cores);
        let mut pass = Pass {
            now: self.now,
            rooms: &mut self.rooms,
            waiting: &mut self.waiting,
            kept: &mut self.kept,
            orders: &self.orders,
            at,
            started: Vec::new(),
            backfilled: 0,
            told: self.watching.as_ref().map(|_| Vec::new()),
            ended_by: None,
        };
        pass.run();
        self.tally.backfilled += pass.backfilled;
        let (started, told, ended_by) = (pass.started, pass.told, pass.ended_by);
        if let (Some(watching), Some(told)) = (&mut self.watching, told) {
            (watching.told, watching.ended_by) = (told, ended_by);
        }
        let overtaking: Vec<_> = started.iter().map(|(job, _)| self.overtaking(job, &at)).collect();
        for ((job, place), overtaking) in started.into_iter().zip(overtaking) {
            self.start(&job, place, overtaking);
            if !self.waiting.has(job.asked.kind) {
                self.rooms.forget(job.asked.kind);
            }
        }
        self.tell_waits();
    }

    /// A job has its nodes.
    fn start(&mut self, waiting: &WaitingJob, place: Place, overtaking: Option<Overtaking>) {
        let job = waiting.job;
        let it = &self.jobs[job as usize];
        let limit = self.now.saturating_add(waiting.limit);
        let end = self.now.saturating_add(it.run_time).min(limit);
        let course = Course {
            held_from: self.now,
            held_until: limit,
            start: self.now,
            end,
            released: end,
            completion: end,
            killed: it.run_time > waiting.limit,
        };
        let cores = self.rows.cores_of(&place);
        self.free_cores = self.free_cores.saturating_sub(cores);
        let since = self.recorder.schedule().outcomes[job as usize].allocated;
        self.recorder.allocate(job, 0, cores, since);
        let rows = &mut self.rows;
        self.recorder.start(job, course, |tell| rows.take(job, &place, tell));
        for piece in &place.pieces {
            self.holds.push_gpus(job, piece.node, &piece.held.bound);
            self.holds.push_memory(job, piece.node, piece.held.memory);
        }
        self.tally.start(self.now, end, &place);
        self.tally.changed(self.now, &self.rooms, &place);
        self.orders.began(self.now, job, cores);
        self.ends.push(end, job);
        self.tell(job, |_| Decision::Started {
            processors: cores,
            until: limit,
            again: false,
            overtaking,
            shares: Vec::new(),
        });
        self.places[job as usize] = Some(place);
    }

    /// A job gives its nodes back.
    fn end(&mut self, job: u32) {
        let Some(place) = self.places[job as usize].take() else {
            return;
        };
        self.rooms.end(job, &place.pieces);
        self.tally.changed(self.now, &self.rooms, &place);
        let cores = self.rows.cores_of(&place);
        self.free_cores += cores;
        self.rows.give(job);
        self.orders.ended(self.now, job, cores);
        self.arrivals.ended(&mut self.jobs, job, self.now);
        self.settled += 1;
        self.tell_over(job);
    }
}

impl Simulation for ClusterSimulation {
    fn advance(&mut self, instants: usize) -> bool {
        !(0..instants).all(|_| self.instant())
    }

    fn standing(&self) -> Standing {
        Standing {
            jobs: self.jobs.len(),
            submitted: self.arrivals.count(),
            settled: self.settled,
            waiting: self.waiting.count(),
        }
    }

    fn watch(&mut self, watch: Watch) {
        self.watching = Some(Box::new(Watching::new(watch)));
    }

    fn explanation(&mut self) -> Option<Explanation> {
        let watch = self.watching.as_ref()?.log.watch();
        let moment = match watch {
            Watch::Job(_) => None,
            Watch::Moment(_) => Some(self.moment()),
        };
        Some(self.watching.take()?.log.explanation(moment))
    }

    fn watch_on(&mut self, moment: Time) -> bool {
        self.watching.as_mut().is_some_and(|it| it.log.watch_on(moment))
    }

    fn finish(mut self: Box<Self>) -> engine::Run {
        let nodes = Nodes::of_kinds(&self.machine.kinds);
        engine::Run {
            causes: self.recorder.take_causes(),
            platform: vec![self.rows.total()],
            measures: self.tally.measures(),
            jobs: self.jobs,
            schedule: self.recorder.finish(),
            of: Of::Log(OfLog { nodes: nodes.unwrap_or_default(), holds: self.holds, ..OfLog::default() }),
            ..engine::Run::default()
        }
    }
}

/// The most waiting jobs that a moment lists.
const MOST_QUEUED: usize = 60;

/// The most jobs with nodes that a moment lists.
const MOST_LISTED: usize = 400;

impl ClusterSimulation {
    /// How all stands after the last instant.
    fn moment(&mut self) -> Moment {
        let mut waiting: Vec<(u32, u32)> = self.waiting.all().map(|it| (it.arrival.0, it.job)).collect();
        waiting.sort_unstable();
        let shown: Vec<u32> = waiting.iter().take(MOST_QUEUED).map(|it| it.1).collect();
        let queue = shown.into_iter().map(|job| Queued { job, waits: Some(self.waits(job)) });
        let queue = queue.collect();
        let (promised, mut claims) = (self.promised(), self.running());
        claims.extend(promised.iter().copied());
        sort_by_key(&mut claims, |it| (it.from, it.job));
        claims.truncate(MOST_LISTED);
        let time = self.watching.as_ref().and_then(|it| it.log.time);
        let cluster = ProviderMoment {
            processors: self.rows.total(),
            looked: time,
            free: self.free_cores,
            queue,
            queue_length: waiting.len() as u32,
            claims,
            promised,
            values: None,
        };
        Moment {
            time,
            previous: self.watching.as_ref().and_then(|it| it.log.previous),
            next: self.next_time(),
            above: Vec::new(),
            above_count: 0,
            providers: vec![cluster],
            own: Some(Own::of(&self.nodes_at())),
        }
    }

    fn running(&self) -> Vec<Claim> {
        let outcomes = &self.recorder.schedule().outcomes;
        let claim = |job: u32| {
            let it = &outcomes[job as usize];
            Claim {
                job,
                claimant: Claimant::Running,
                processors: it.processors,
                from: it.start,
                until: it.held_until,
                gives_way: false,
                since: None,
            }
        };
        self.ends.jobs().map(claim).collect()
    }

    fn promised(&self) -> Vec<Claim> {
        let told = self.watching.as_ref().map_or(&[][..], |it| &it.told);
        let promises = told.iter().filter_map(|it| Some((it.job, it.promise.as_ref()?)));
        let claim = |(job, (from, place)): (u32, &(_, _))| Claim {
            job,
            claimant: Claimant::Promise,
            processors: self.rows.cores_of(place),
            from: *from,
            until: from.saturating_add(self.jobs[job as usize].limit()),
            gives_way: false,
            since: None,
        };
        promises.map(claim).collect()
    }

    fn nodes_at(&self) -> NodesAt {
        let node = |(node, load): (usize, &Load)| {
            let kind = self.machine.kind_of[node];
            let all = Amounts {
                cores: load.node.cores / u64::from(WHOLE),
                gpus: u64::from(load.node.gpus) * u64::from(WHOLE),
                memory: load.node.memory,
            };
            let free = self.free_on(node);
            let is_out = |it: &&(Time, Time)| it.0 <= self.now;
            let outages = load.outages();
            NodeAt {
                name: self.names[node].clone(),
                kind,
                gpu_type: self.machine.kinds[kind as usize].gpu_type.clone(),
                used: Amounts {
                    cores: all.cores - free.cores,
                    gpus: all.gpus - free.gpus,
                    memory: all.memory - free.memory,
                },
                all,
                out_until: outages.iter().find(is_out).map(|it| it.1),
                out_from: outages.iter().map(|it| it.0).find(|&it| it > self.now),
                jobs: load.running().map(|(job, until, held)| job_at(job, until, held)).collect(),
            }
        };
        let told = self.watching.as_ref().map_or(&[][..], |it| &it.told);
        let promise = |job: u32, (from, place): &(Time, Place)| PromiseAt {
            job,
            from: *from,
            until: from.saturating_add(self.jobs[job as usize].limit()),
            nodes: place.pieces.iter().map(|it| it.node).collect(),
        };
        NodesAt {
            nodes: self.rooms.loads.iter().enumerate().map(node).collect(),
            promises: told.iter().filter_map(|it| Some(promise(it.job, it.promise.as_ref()?))).collect(),
        }
    }
}

fn job_at(job: u32, until: Time, held: &Held) -> JobAt {
    let mut gpus: Vec<u16> = held.bound.iter().map(|it| it.0).collect();
    gpus.sort_unstable();
    gpus.dedup();
    JobAt {
        job,
        until,
        has: Amounts { cores: held.cores / u64::from(WHOLE), gpus: held.gpus(), memory: held.memory },
        gpus,
    }
}

impl ClusterSimulation {
    /// The waiting jobs that a job overtakes which the last pass starts; `None` if it overtakes none, or is not watched.
    /// O(n log n) for n waiting jobs.
    fn overtaking(&self, job: &WaitingJob, at: &Instant) -> Option<Overtaking> {
        if !self.tells_of(job.job) {
            return None;
        }
        let turn = |it: &WaitingJob| (self.orders.key(it, false, at), it.arrival);
        let own = turn(job);
        let mut waiting: Vec<&WaitingJob> = self.waiting.all().collect();
        waiting.sort_unstable_by_key(|it| it.arrival);
        let (passed, others): (Vec<&WaitingJob>, Vec<_>) = waiting.into_iter().partition(|it| turn(it) < own);
        let later = others.iter().filter(|it| it.arrival < job.arrival);
        let jobs = |of: &[&WaitingJob]| of.iter().map(|it| it.job).collect::<Vec<u32>>();
        let overtaking = Overtaking {
            room: (!passed.is_empty()).then(|| self.room_beside(job, &passed)),
            passed: Overtaken::of(jobs(&passed)),
            later: Overtaken::of(later.map(|it| it.job).collect()),
            precedence: None,
        };
        let is_empty = overtaking.passed.is_empty() && overtaking.later.is_empty();
        (!is_empty).then_some(overtaking)
    }

    /// Why a job may pass others: by the earliest promise to one of them, of equals the one that arrived first.
    fn room_beside(&self, job: &WaitingJob, passed: &[&WaitingJob]) -> Room {
        let told = self.watching.as_ref().map_or(&[][..], |it| &it.told);
        let promised = |it: &&&WaitingJob| -> Option<(Time, u32)> {
            let told = told.iter().find(|told| told.job == it.job)?;
            Some((told.promise.as_ref()?.0, it.job))
        };
        let promises = passed.iter().filter_map(|it| promised(&it));
        let ends = self.now.saturating_add(job.limit);
        match promises.min_by_key(|it| it.0) {
            None => Room::OnNodes,
            Some((promised, job)) if ends <= promised => Room::EndsBefore { job, promised, ends },
            Some((promised, job)) => Room::BesideOnNodes { job, promised },
        }
    }
}

/// The watch, and what the last pass promised.
struct Watching {
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
    fn tell(&mut self, job: u32, decision: impl FnOnce(&Self) -> Decision) {
        if !self.tells_of(job) {
            return;
        }
        let decision = decision(self);
        if let Some(watching) = &mut self.watching {
            watching.log.tell(self.now, job, Some(0), decision);
        }
    }

    fn tells_of(&self, job: u32) -> bool {
        self.watching.as_ref().is_some_and(|it| it.log.tells_of(job))
    }

    /// A job is over: a run that watches it may stop.
    fn tell_over(&mut self, job: u32) {
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
    fn never_held(&self, job: u32) -> Decision {
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
    fn tell_waits(&mut self) {
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
    fn waits(&mut self, job: u32) -> Waits {
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

    fn free_on(&self, node: usize) -> Amounts {
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
