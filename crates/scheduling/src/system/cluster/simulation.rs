//! The run of a cluster, instant by instant.

mod moment;
mod overtaking;
mod watching;

use std::sync::Arc;

use self::watching::Watching;
use super::Cluster;
use super::kept::KeptPromises;
use super::machine::Machine;
use super::orders::Orders;
use super::pass::Pass;
use super::requests::Requests;
use super::rooms::{Place, Rooms, Rules};
use super::rows::Rows;
use super::tally::Tally;
use super::waiting::{WaitingJob, WaitingJobs};
use crate::engine::decisions::{Decision, Explanation, Overtaking, Watch};
use crate::engine::{self, Arrivals, Cause, Course, EventQueue, Holds, Of, OfLog, Recorder, Standing};
use crate::policy::local::{Arrival, Instant, Known};
use crate::policy::placement::Mix;
use crate::system::{Input, Simulation};
use workload::{Job, Nodes, Time};

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
        outage_ends.sort_unstable_by(|a, b| b.cmp(a));
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
