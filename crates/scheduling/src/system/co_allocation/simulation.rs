//! The run of co-allocation, instant by instant.

mod moment;
#[cfg(test)]
mod tests;
mod watching;

use self::watching::Watching;
use super::measures::Tally;
use super::request::Placed;
use super::{CoAllocation, Length, Request};
use crate::availability::idle_periods::{IdlePeriods, ServerSet, servers_of};
use crate::engine::decisions::{Decision, Explanation, Watch};
use crate::engine::{self, Arrivals, Course, EventQueue, Recorder, Standing};
use crate::system::Simulation;
use workload::{Job, Time};

/// A run in progress.
pub struct CoAllocationSimulation {
    settings: CoAllocation,
    /// In the order in which they become eligible as far as the log tells, then of submission.
    jobs: Vec<Job>,
    servers: u32,
    /// The jobs that have not arrived.
    arrivals: Arrivals,
    /// How many are over or were rejected.
    settled: usize,
    idle: Box<dyn IdlePeriods>,
    /// The jobs that have a place, by the time at which they start, and those that have started, by
    /// the time at which their servers are free.
    starts: EventQueue,
    ends: EventQueue,
    /// The place of each job that has one, until its servers are free.
    places: Vec<Option<BookedServers>>,
    /// How many servers are held now.
    held: u32,
    recorder: Recorder,
    tally: Tally,
    now: Time,
    watching: Option<Box<Watching>>,
}

/// Where a job has its place.
#[derive(Clone, Debug)]
struct BookedServers {
    from: Time,
    /// Until when it is booked.
    to: Time,
    servers: ServerSet,
}

impl CoAllocationSimulation {
    /// A run of `jobs`, sorted by submission and number, on `servers` servers.
    pub fn new(settings: &CoAllocation, servers: u32, jobs: Vec<Job>) -> Self {
        let first = jobs.first().map_or(0, Job::eligible);
        Self {
            idle: settings.idle_periods(servers, first),
            settings: settings.clone(),
            recorder: Recorder::new(jobs.len()),
            places: vec![None; jobs.len()],
            arrivals: Arrivals::of(&jobs),
            jobs,
            servers,
            settled: 0,
            starts: EventQueue::default(),
            ends: EventQueue::default(),
            held: 0,
            tally: Tally::default(),
            now: Time::MIN,
            watching: None,
        }
    }

    /// All that happens at the next instant: first the ends, then the submissions, each of which is
    /// placed at once, then the starts.
    fn instant(&mut self) -> bool {
        let Some(now) = self.next_time() else {
            return false;
        };
        if let Some(watching) = &mut self.watching
            && !watching.log.goes_on_to(now)
        {
            return false;
        }
        self.now = now;
        self.idle.roll(now);
        while let Some(job) = self.ends.pop_due(now) {
            self.end(job);
        }
        while let Some(job) = self.arrivals.pop_due(&self.jobs, now) {
            self.tell(job, now, Decision::Submitted);
            self.place(job);
        }
        while let Some(job) = self.starts.pop_due(now) {
            self.start(job);
        }
        true
    }

    fn next_time(&self) -> Option<Time> {
        let arrival = self.arrivals.next(&self.jobs).map(|it| it.1);
        let times = [arrival, self.starts.next_time(), self.ends.next_time()];
        times.into_iter().flatten().min()
    }

    /// Finds a job its place, for good.
    fn place(&mut self, job: u32) {
        let request = Request::of(&self.jobs[job as usize], &self.settings);
        if let Some(sizes) = self.idle.tree_sizes(request.ready) {
            self.tally.trees(sizes);
        }
        let found = if self.watching.is_some() {
            self.place_watched(job, &request)
        } else {
            request.place(&self.settings, self.idle.as_mut(), None)
        };
        match found {
            Ok(placed) => self.book(job, &request, &placed),
            Err(unplaced) => {
                self.tally.rejected(&request, unplaced.attempts);
                self.settled += 1;
                self.arrivals.rejected(&mut self.jobs, job, self.now);
                self.recorder.reject(job, unplaced.why.cause());
                self.tell_unplaced(job, &request, unplaced);
            }
        }
    }

    fn book(&mut self, job: u32, request: &Request, placed: &Placed) {
        let (from, to) = (placed.start, request.end(placed.start));
        self.idle.book(&placed.shares, from, to);
        self.tally.placed(request, from, placed.attempts);
        self.recorder.allocate(job, 0, request.servers, self.now);
        if self.jobs[job as usize].is_reservation() {
            self.recorder.promise(job, from, to);
        }
        let servers = servers_of(&placed.shares);
        self.places[job as usize] = Some(BookedServers { from, to, servers });
        self.starts.push(from, job);
        let booked = Decision::Booked {
            start: from,
            end: to,
            processors: request.servers,
            offers: Vec::new(),
            shares: Vec::new(),
        };
        self.tell(job, self.now, booked);
    }

    /// A job has its servers.
    fn start(&mut self, job: u32) {
        let Some(place) = &self.places[job as usize] else {
            return;
        };
        let it = &self.jobs[job as usize];
        let (from, to) = (place.from, place.to);
        let end = from.saturating_add(it.run_time).min(to);
        let released = if self.settings.frees_early() { end } else { to };
        let course = Course {
            held_from: from,
            held_until: to,
            start: from,
            end,
            released,
            completion: end,
            killed: self.settings.length == Length::Requested && it.run_time > to - from,
        };
        let servers = &place.servers;
        self.recorder.start(job, course, |tell| {
            servers.runs().for_each(|(first, last)| tell(first, last));
        });
        let processors = it.processors;
        self.held += processors;
        self.ends.push(released, job);
        self.arrivals.ended(&mut self.jobs, job, end);
        let started = Decision::Started { processors, until: to, again: false, overtaking: None, shares: Vec::new() };
        self.tell(job, from, started);
        self.started(job);
    }

    /// A job gives its servers back.
    fn end(&mut self, job: u32) {
        let Some(place) = self.places[job as usize].take() else {
            return;
        };
        self.settled += 1;
        self.held -= self.jobs[job as usize].processors;
        if place.to > self.now {
            self.idle.release(&place.servers, self.now, place.to);
        }
        self.tell_ended(job);
    }
}

impl Simulation for CoAllocationSimulation {
    fn advance(&mut self, instants: usize) -> bool {
        !(0..instants).all(|_| self.instant())
    }

    fn standing(&self) -> Standing {
        let waiting = self.starts.jobs();
        let waiting = waiting.filter(|&job| !self.jobs[job as usize].is_reservation());
        Standing {
            jobs: self.jobs.len(),
            submitted: self.arrivals.count(),
            settled: self.settled,
            waiting: waiting.count(),
        }
    }

    fn watch(&mut self, watch: Watch) {
        self.watching = Some(Box::new(Watching::new(watch)));
    }

    fn explanation(&mut self) -> Option<Explanation> {
        let watching = self.watching.take()?;
        let moment = match watching.log.watch() {
            Watch::Job(_) => None,
            Watch::Moment(_) => Some(self.moment(&watching)),
        };
        Some(watching.log.explanation(moment))
    }

    fn finish(mut self: Box<Self>) -> engine::Run {
        engine::Run {
            causes: self.recorder.take_causes(),
            platform: vec![self.servers],
            measures: self.tally.measures(self.idle.operations()),
            jobs: self.jobs,
            schedule: self.recorder.finish(),
            ..engine::Run::default()
        }
    }
}
