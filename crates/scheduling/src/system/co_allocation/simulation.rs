//! The run of co-allocation, instant by instant.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use super::decisions::{OwnDecision, Why};
use super::measures::Tally;
use super::request::{Placed, Unplaced};
use super::{CoAllocation, Length, Request};
use crate::availability::idle_periods::{IdlePeriods, ServerSet, servers_of};
use crate::engine;
use crate::engine::decisions::{Claims, ProviderMoment, Queued, Waits, WatchedLog};
use crate::engine::{Arrivals, Course, EventQueue, Recorder};
use crate::system::prelude::*;

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
        let waiting = self.starts.jobs().filter(|&job| !self.jobs[job as usize].is_reservation());
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

/// The most jobs waiting for their start that a moment lists.
const MOST_QUEUED: usize = 60;

/// The most jobs with servers that a moment lists.
const MOST_LISTED: usize = 400;

impl CoAllocationSimulation {
    /// How all stands after the last instant.
    fn moment(&self, watching: &Watching) -> Moment {
        let mut waiting: Vec<u32> = self.starts.jobs().collect();
        waiting.retain(|&job| !self.jobs[job as usize].is_reservation());
        waiting.sort_unstable();
        let queued = |&job: &u32| Queued {
            job,
            waits: watching.failed.get(&job).map(|reason| Waits {
                promised: self.places[job as usize].as_ref().map(|it| it.from),
                ..Waits::of(reason.clone())
            }),
        };
        let mut claims = self.claims();
        sort_by_key(&mut claims, |it| (it.from, it.job));
        claims.truncate(MOST_LISTED);
        let pool = ProviderMoment {
            processors: self.servers,
            looked: watching.log.time,
            free: self.servers - self.held,
            queue: waiting.iter().take(MOST_QUEUED).map(queued).collect(),
            queue_length: waiting.len() as u32,
            claims,
            promised: Vec::new(),
            values: None,
        };
        Moment {
            time: watching.log.time,
            previous: watching.log.previous,
            next: self.next_time(),
            above: Vec::new(),
            above_count: 0,
            providers: vec![pool],
            own: None,
        }
    }

    /// The jobs that have servers, now or later.
    fn claims(&self) -> Vec<Claim> {
        let started = self.ends.jobs().map(|job| (job, true));
        let ahead = self.starts.jobs().map(|job| (job, false));
        let claim = |(job, has_started): (u32, bool)| {
            let place = self.places[job as usize].as_ref()?;
            let it = &self.jobs[job as usize];
            Some(Claim {
                job,
                claimant: match (has_started || place.from <= self.now, it.is_reservation()) {
                    (true, true) => Claimant::Reservation,
                    (true, false) => Claimant::Running,
                    // Every future place counts as booked.
                    (false, _) => Claimant::Booked,
                },
                processors: it.processors,
                from: place.from,
                until: place.to,
                gives_way: false,
                since: None,
            })
        };
        started.chain(ahead).filter_map(claim).collect()
    }
}

/// The watch, and the records so far.
struct Watching {
    pub log: WatchedLog,
    /// Of the jobs that have not started: the attempt that failed last.
    pub failed: BTreeMap<u32, Reason>,
}

impl Watching {
    pub fn new(watch: Watch) -> Self {
        Self { log: WatchedLog::new(watch), failed: BTreeMap::new() }
    }
}

impl CoAllocationSimulation {
    /// Records a decision, if the job is watched.
    fn tell(&mut self, job: u32, at: Time, decision: Decision) {
        if let Some(watching) = &mut self.watching {
            watching.log.tell(at, job, Some(0), decision);
        }
    }

    /// Finds a job its place, and writes down which attempts fail: of the watched job all of them, of a
    /// moment's jobs the last.
    fn place_watched(&mut self, job: u32, request: &Request) -> Result<Placed, Unplaced> {
        let settings = self.settings.clone();
        match self.watching.as_ref().map(|it| it.log.watch()) {
            Some(Watch::Job(watched)) if watched == job => {
                let mut failed = Vec::new();
                let mut tell = |idle: &mut dyn IdlePeriods, attempt: u32, start: Time| {
                    let until = request.end(start);
                    failed.push((attempt, start, request.idle(idle, start, until)));
                };
                let found = request.place(&settings, self.idle.as_mut(), Some(&mut tell));
                for failed in failed {
                    self.tell_failed(job, request, failed);
                }
                found
            }
            Some(Watch::Moment(_)) => {
                let found = request.place(&settings, self.idle.as_mut(), None);
                let last = match &found {
                    Ok(placed) if placed.attempts > 1 => Some((placed.attempts - 1, placed.start - settings.step)),
                    Err(Unplaced { attempts, why: Why::Own(OwnDecision::NoAttempt { last, .. }) }) => {
                        Some((*attempts, *last))
                    }
                    _ => None,
                };
                if let Some((attempt, start)) = last {
                    let idle = request.idle(self.idle.as_mut(), start, request.end(start));
                    self.tell_failed(job, request, (attempt, start, idle));
                }
                found
            }
            _ => request.place(&settings, self.idle.as_mut(), None),
        }
    }

    /// An attempt of a job has failed: by its number, its start and how many servers are idle.
    fn tell_failed(&mut self, job: u32, request: &Request, (attempt, start, idle): (u32, Time, u32)) {
        let said = OwnDecision::TooFewIdle {
            attempt,
            start,
            until: request.end(start),
            needs: request.servers,
            idle,
            claims: self.in_the_way(request, start),
            chosen: request.chosen.is_some(),
        };
        let reason: Reason = said.into();
        if let Some(watching) = &mut self.watching {
            watching.failed.insert(job, reason.clone());
        }
        self.tell(job, self.now, Decision::Waits(Waits::of(reason)));
    }

    /// The jobs that have servers at some time of the request if it starts then, of those that it may take.
    fn in_the_way(&self, request: &Request, from: Time) -> Claims {
        let to = request.end(from);
        let overlaps = |claim: &Claim| claim.from < to && claim.until > from;
        let is_wanted = |claim: &Claim| {
            let place = self.places[claim.job as usize].as_ref();
            request
                .chosen
                .as_ref()
                .is_none_or(|chosen| place.is_some_and(|it| !chosen.parted_by(&it.servers).0.is_empty()))
        };
        let claims = self.claims().into_iter();
        Claims::of(claims.filter(|it| overlaps(it) && is_wanted(it)).collect())
    }

    /// A job has no place: the reason, and the alternatives.
    fn tell_unplaced(&mut self, job: u32, request: &Request, unplaced: Unplaced) {
        if !self.watching.as_ref().is_some_and(|it| it.log.tells_of(job)) {
            return;
        }
        self.tell(job, self.now, Decision::Rejected(unplaced.why.into()));
        if unplaced.attempts > 0 {
            let settings: &CoAllocation = &self.settings;
            let instead = request.alternatives(settings, self.idle.as_mut());
            self.tell(job, self.now, OwnDecision::Instead(instead).into());
        }
        self.is_over(job);
    }

    /// A job has started: why it did not before is past.
    fn started(&mut self, job: u32) {
        if let Some(watching) = &mut self.watching {
            watching.failed.remove(&job);
        }
    }

    /// A job gives its servers back.
    fn tell_ended(&mut self, job: u32) {
        if self.watching.is_none() {
            return;
        }
        let outcome = self.recorder.schedule().outcomes[job as usize];
        let decision = match outcome.status {
            Status::Killed => Decision::Killed,
            _ => Decision::Done,
        };
        self.tell(job, outcome.end, decision);
        if outcome.end < self.now {
            self.tell(job, self.now, Decision::Released);
        }
        self.is_over(job);
    }

    fn is_over(&mut self, job: u32) {
        if let Some(watching) = &mut self.watching {
            watching.log.is_over(job);
        }
    }
}
