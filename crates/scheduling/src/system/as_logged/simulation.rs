//! The log, played again.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::OverTheTop;
use super::OwnDecision;
use super::{ELSEWHERE, OVER_THE_TOP, WITHOUT_RUN_TIME, WITHOUT_WAIT};
use crate::availability::ProcessorSet;
use crate::engine::decisions::{Log, ProviderMoment, Queued, Waits};
use crate::engine::{Course, Measures, Of, OfLog, Processors, Recorder};
use crate::system::prelude::*;
use workload::{Nodes, Placements};

/// The most waiting jobs, and the most running ones, of a provider that are listed at a moment.
const MOST_NAMED: usize = 50;

/// A log that is being played again.
pub struct AsItHappened {
    platform: Vec<u32>,
    jobs: Vec<Job>,
    /// Jobs in order of their start, then of submission.
    order: Vec<u32>,
    started: usize,
    /// All jobs in order of submission, and how many have been submitted by now.
    by_submission: Vec<u32>,
    submitted: usize,
    /// How many are over, or were never played.
    settled: usize,
    /// How many of the submitted ones the log does not say enough of.
    left_out: usize,
    /// Ends of the running jobs, the earliest first.
    ends: BinaryHeap<Reverse<(Time, u32)>>,
    processors: Vec<Processors>,
    /// The ranges of processors that the log names for each job, empty if it is not to have them; no lists if it names
    /// none.
    placed: Vec<Ranges>,
    /// The nodes that these processors belong to, if the log names nodes.
    nodes: Nodes,
    /// The jobs that are elsewhere; `None` if the log names no processors.
    elsewhere: Option<Vec<u32>>,
    /// The energy of each job; empty if the log knows none.
    energy: Vec<f64>,
    above: Vec<OverTheTop>,
    recorder: Recorder,
    measures: Measures,
    watching: Option<(Watch, Log)>,
    /// When something happened last.
    now: Option<Time>,
    /// When something happened before that.
    before: Option<Time>,
}

/// When the log starts a job, if it says so.
fn start_of(job: &Job) -> Option<Time> {
    let wait = job.logged_wait?;
    job.run_time_known.then(|| job.submit.saturating_add(wait))
}

/// Ranges of processors, first and last inclusive, ascending.
type Ranges = Box<[(u32, u32)]>;

/// The processors that the log names for each job: none if they are not as many as the job has, or not all there.
fn places(jobs: &[Job], processors: u32, placements: &Placements) -> Vec<Ranges> {
    if !placements.has_processors() {
        return Vec::new();
    }
    let place = |job: &Job| {
        let ranges = placements.of(job.place as usize);
        let are_there = ranges.last().is_some_and(|it| it.1 < processors);
        let count: u32 = ranges.iter().map(|it| it.1 - it.0 + 1).sum();
        if are_there && count == job.processors { ranges.into() } else { Ranges::default() }
    };
    jobs.iter().map(place).collect()
}

/// The nodes that the processors of the only provider belong to; none if it has fewer.
fn nodes(platform: &[u32], placements: Option<&Placements>) -> Nodes {
    let nodes = placements.map(Placements::nodes);
    nodes.filter(|it| platform.iter().all(|&most| it.processors() <= most)).cloned().unwrap_or_default()
}

fn set_of(ranges: &[(u32, u32)], processors: u32) -> ProcessorSet {
    let mut set = ProcessorSet::none(processors);
    for &(first, last) in ranges {
        set.insert(first, last);
    }
    set
}

impl AsItHappened {
    /// The jobs on providers with these numbers of processors, those that `placements` names on the same ones.
    /// O(n log n).
    pub fn new(platform: &[u32], mut jobs: Vec<Job>, placements: Option<&Placements>) -> Self {
        for job in &mut jobs {
            job.reservation = None;
            if job.allocated > 0 {
                job.processors = job.allocated;
            }
        }
        let placements = placements.filter(|_| platform.len() == 1);
        let placed = placements.map_or_else(Vec::new, |it| places(&jobs, platform[0], it));
        let known = placements.filter(|it| it.has_energy());
        let energy_of = |job: &Job| known.map(|it| it.energy(job.place as usize));
        let energy = jobs.iter().filter_map(energy_of).collect();
        let played = |job: &u32| start_of(&jobs[*job as usize]);
        let mut by_submission: Vec<u32> = (0..jobs.len() as u32).collect();
        sort_by_key(&mut by_submission, |&job| (jobs[job as usize].submit, job));
        let mut order = by_submission.clone();
        order.retain(|job| played(job).is_some());
        sort_by_key(&mut order, |job| (played(job), *job));
        let count = |lacks: fn(&Job) -> bool| jobs.iter().filter(|job| lacks(job)).count() as f64;
        let measures = Measures::from([
            (OVER_THE_TOP.to_owned(), 0.0),
            (WITHOUT_WAIT.to_owned(), count(|job| job.logged_wait.is_none())),
            (WITHOUT_RUN_TIME.to_owned(), count(|job| !job.run_time_known)),
        ]);
        let elsewhere = placements.filter(|it| it.has_processors()).map(|placements| {
            let is_named = |job: &Job| !placements.of(job.place as usize).is_empty();
            let jobs = (0..).zip(jobs.iter().zip(&placed));
            let elsewhere =
                jobs.filter(|(_, (job, ranges))| ranges.is_empty() && is_named(job) && start_of(job).is_some());
            elsewhere.map(|(at, _)| at).collect()
        });
        Self {
            nodes: nodes(platform, placements),
            elsewhere,
            placed,
            energy,
            left_out: 0,
            settled: jobs.len() - order.len(),
            recorder: Recorder::new(jobs.len()),
            processors: platform.iter().map(|&it| Processors::new(it)).collect(),
            above: vec![OverTheTop::default(); platform.len()],
            platform: platform.to_vec(),
            jobs,
            order,
            by_submission,
            started: 0,
            submitted: 0,
            ends: BinaryHeap::new(),
            measures,
            watching: None,
            now: None,
            before: None,
        }
    }

    /// All that happens at the next instant: first the ends, then the starts.
    fn instant(&mut self) -> bool {
        let Some(now) = self.next_time() else {
            self.submit_until(Time::MAX);
            return false;
        };
        if let Some((Watch::Moment(until), _)) = self.watching
            && now > until
        {
            return false;
        }
        (self.before, self.now) = (self.now, Some(now));
        self.submit_until(now);
        while let Some(&Reverse((end, job))) = self.ends.peek()
            && end <= now
        {
            self.ends.pop();
            self.end(job);
        }
        while let Some(&job) = self.order.get(self.started)
            && start_of(&self.jobs[job as usize]) == Some(now)
        {
            self.started += 1;
            self.start(job, now);
        }
        true
    }

    fn submit_until(&mut self, now: Time) {
        while let Some(&job) = self.by_submission.get(self.submitted)
            && self.jobs[job as usize].submit <= now
        {
            self.left_out += usize::from(start_of(&self.jobs[job as usize]).is_none());
            self.submitted += 1;
        }
    }

    fn next_time(&self) -> Option<Time> {
        let start = self.order.get(self.started).and_then(|&job| start_of(&self.jobs[job as usize]));
        let end = self.ends.peek().map(|&Reverse((end, _))| end);
        [start, end].into_iter().flatten().min()
    }

    fn start(&mut self, job: u32, now: Time) {
        let it = &self.jobs[job as usize];
        let (size, suspended) = (it.processors, Time::from(it.suspended));
        let (run_time, killed) = (it.run_time, it.killed_at_limit == Some(true));
        let ranges = self.placed.get(job as usize).filter(|it| !it.is_empty());
        let named = ranges.map(|it| set_of(it, self.platform[0]));
        let is_named = named.is_some();
        let named = named.filter(|it| self.processors[0].has_free(it));
        let is_elsewhere = is_named && named.is_none();
        let fits = self.processors.iter().position(|it| it.free() >= size);
        // Where it fits nowhere it goes where most are free.
        let provider = fits.unwrap_or_else(|| {
            let free = self.processors.iter().map(Processors::free);
            let most = free.enumerate().max_by_key(|&(at, free)| (free, Reverse(at)));
            most.map_or(0, |(at, _)| at)
        });
        self.recorder.allocate(job, provider, size, now);
        let end = now.saturating_add(run_time).saturating_add(suspended);
        let course =
            Course { held_from: now, held_until: NEVER, start: now, end, released: end, completion: end, killed };
        let (processors, above) = (&mut self.processors[provider], &mut self.above[provider]);
        let count = self.platform[provider];
        self.recorder.start(job, course, |tell| match (fits, named) {
            (Some(_), Some(named)) => {
                processors.take_set(&named);
                named.ranges().for_each(|(first, last)| tell(first, last));
            }
            (Some(_), None) => processors.take(size, tell),
            (None, _) => {
                let first = count + above.take(size);
                tell(first, first + (size - 1));
            }
        });
        self.recorder.was_suspended(job, suspended);
        if fits.is_none()
            && let Some(count) = self.measures.get_mut(OVER_THE_TOP)
        {
            *count += 1.0;
        }
        if let Some(elsewhere) = self.elsewhere.as_mut().filter(|_| is_elsewhere) {
            elsewhere.push(job);
        }
        self.ends.push(Reverse((end, job)));
        let free = match fits {
            Some(_) => None,
            None => Some(self.processors[provider].free()),
        };
        self.tell_started(job, provider, free, now);
    }

    /// A job gives its processors back.
    fn end(&mut self, job: u32) {
        self.settled += 1;
        let schedule = self.recorder.schedule();
        let outcome = schedule.outcomes[job as usize];
        let provider = outcome.provider as usize;
        for bar in schedule.bars_of(job as usize) {
            match bar.first_processor.checked_sub(self.platform[provider]) {
                Some(first) => self.above[provider].give(first),
                None => self.processors[provider].give(bar.first_processor, bar.last_processor),
            }
        }
        let end = match outcome.status {
            Status::Killed => Decision::Killed,
            _ => Decision::Done,
        };
        self.tell(job, Some(provider), outcome.end, end);
    }

    fn tell(&mut self, job: u32, provider: Option<usize>, at: Time, decision: Decision) {
        let Some((watch, log)) = &mut self.watching else {
            return;
        };
        let told = match *watch {
            Watch::Job(watched) => watched == job,
            Watch::Moment(_) => Some(at) == self.now,
        };
        if told {
            log.tell(at, job, provider.map(|it| it as u32), decision);
        }
    }

    fn tell_started(&mut self, job: u32, provider: usize, free: Option<u32>, now: Time) {
        if self.watching.is_none() {
            return;
        }
        let it = &self.jobs[job as usize];
        let (submit, processors) = (it.submit, it.processors);
        if let Some((Watch::Job(_), _)) = self.watching {
            self.tell(job, None, submit, Decision::Submitted);
            if submit < now {
                let waits = Decision::Waits(as_logged(now));
                self.tell(job, Some(provider), submit, waits);
            }
        }
        let started = OwnDecision::StartedAsRecorded { processors, free };
        self.tell(job, Some(provider), now, started.into());
    }

    /// Records the submission and the missing data of a job that cannot run because the log says
    /// too little of it.
    fn tell_left_out(&mut self) {
        let Some((Watch::Job(job), _)) = self.watching else {
            return;
        };
        let Some(it) = self.jobs.get(job as usize) else {
            return;
        };
        if start_of(it).is_some() {
            return;
        }
        let (submit, why) =
            (it.submit, OwnDecision::NotLogged { wait: it.logged_wait.is_none(), run_time: !it.run_time_known });
        self.tell(job, None, submit, Decision::Submitted);
        self.tell(job, None, submit, why.into());
    }

    /// The state of all jobs now. The provider of a waiting job is not known before the job starts:
    /// all waiting jobs are listed at the first provider.
    fn moment(&self) -> Moment {
        let now = self.now.unwrap_or(Time::MIN);
        let waiting: Vec<u32> =
            self.order[self.started..].iter().copied().filter(|&job| self.jobs[job as usize].submit <= now).collect();
        let mut queue: Vec<u32> = waiting.clone();
        sort_by_key(&mut queue, |&job| (self.jobs[job as usize].submit, job));
        let queued = |&job: &u32| Queued { job, waits: start_of(&self.jobs[job as usize]).map(as_logged) };
        let provider = |at: usize| ProviderMoment {
            processors: self.platform[at],
            looked: self.now,
            free: self.processors[at].free(),
            queue: match at {
                0 => queue.iter().take(MOST_NAMED).map(queued).collect(),
                _ => Vec::new(),
            },
            queue_length: if at == 0 { queue.len() as u32 } else { 0 },
            claims: self.claims(at),
            promised: Vec::new(),
            values: None,
        };
        Moment {
            time: self.now,
            previous: self.before,
            next: self.next_time(),
            above: Vec::new(),
            above_count: 0,
            providers: (0..self.platform.len()).map(provider).collect(),
            own: None,
        }
    }

    /// The jobs that run at a provider.
    fn claims(&self, provider: usize) -> Vec<Claim> {
        let outcomes = &self.recorder.schedule().outcomes;
        let mut claims: Vec<Claim> = self
            .ends
            .iter()
            .filter(|Reverse((_, job))| outcomes[*job as usize].provider as usize == provider)
            .map(|&Reverse((until, job))| Claim {
                job,
                claimant: Claimant::Running,
                processors: outcomes[job as usize].processors,
                from: outcomes[job as usize].start,
                until,
                gives_way: false,
                since: None,
            })
            .collect();
        sort_by_key(&mut claims, |it| (it.from, it.job));
        claims.truncate(MOST_NAMED);
        claims
    }
}

/// Waiting as the log has it.
fn as_logged(start: Time) -> Waits {
    Waits::of(Reason::Own(Own::of(&OwnDecision::AsRecorded { start })))
}

impl Simulation for AsItHappened {
    fn advance(&mut self, instants: usize) -> bool {
        !(0..instants).all(|_| self.instant())
    }

    fn standing(&self) -> Standing {
        Standing {
            jobs: self.jobs.len(),
            submitted: self.submitted,
            settled: self.settled,
            waiting: self.submitted - self.left_out - self.started,
        }
    }

    fn watch(&mut self, watch: Watch) {
        self.watching = Some((watch, Log::new()));
        self.tell_left_out();
    }

    fn explanation(&mut self) -> Option<Explanation> {
        let (watch, log) = self.watching.take()?;
        let moment = matches!(watch, Watch::Moment(_)).then(|| self.moment());
        let (entries, left_out) = log.finish();
        Some(Explanation { watch, entries, left_out, moment, hindrances: Vec::new() })
    }

    fn finish(mut self: Box<Self>) -> Run {
        if let Some(elsewhere) = &mut self.elsewhere {
            elsewhere.sort_unstable();
            let count = elsewhere.len() as f64;
            self.measures.insert(ELSEWHERE.to_owned(), count);
        }
        for (job, _) in (0..).zip(&self.jobs).filter(|it| start_of(it.1).is_none()) {
            self.recorder.reject(job, Cause::NotLogged);
        }
        let causes = self.recorder.take_causes();
        let rows: Vec<u32> = self.above.iter().map(OverTheTop::rows).collect();
        let of = OfLog {
            killed_unknown: self.jobs.iter().all(|it| it.killed_at_limit.is_none()),
            over_the_top: if rows.iter().any(|&rows| rows > 0) { rows } else { Vec::new() },
            energy: self.energy,
            elsewhere: self.elsewhere.unwrap_or_default(),
            nodes: self.nodes,
            ..OfLog::default()
        };
        Run {
            platform: self.platform,
            jobs: self.jobs,
            causes,
            schedule: self.recorder.finish(),
            measures: self.measures,
            of: Of::Log(of),
            ..Run::default()
        }
    }
}
