//! Queue policies of a local scheduler: which waiting batch jobs start now.
//!
//! Kurowski et al. 2011, Sect. 4.4.3. Each policy is one file. Its input is the queue in order of
//! arrival, the free processors and the availability over time; it starts jobs through
//! [`LocalPass::start`]. Other code knows only its row in the table below.

mod named;
mod queue;
mod room;
mod sizes;
mod standing;
#[macro_use]
mod table;
pub mod turns;

pub use conservative::Conservative;
pub use easy::Easy;
pub use fcfs::Fcfs;
pub use fss::FairShare;
pub use lsf::LsfTies;
pub use named::Named;
pub use queue::{Finds, Left, Queue};
pub use room::Room;
pub use sizes::Sizes;
pub use standing::Standing;
pub use table::{Inputs, PromisedTo, TurnBy};

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use serde::{Deserialize, Serialize};

use crate::availability::{Availability, ProcessorSet, Request};
use turns::{Span, Turn};
use workload::Time;

queue_policies! {
    /// First come first served with backfilling, without promises (the paper's FCFS-BF).
    #[default]
    FcfsBackfilling in fcfs_backfilling {
        key: "fcfs_backfilling",
        name: "FCFS with backfilling",
        label: "FCFS with backfilling",
        about: "Jobs are tried in order of arrival, and each that fits starts; no job is guaranteed a start.",
        tried: true,
        turn_by: TurnBy::Arrival,
        promised_to: PromisedTo::NoJob,
        made: |_| Box::new(fcfs_backfilling::FcfsBackfilling),
    }
    /// Strict first come first served.
    Fcfs in fcfs {
        key: "fcfs",
        name: "Strict FCFS",
        label: "Strict FCFS",
        about: "First come, first served: no job overtakes the head of the queue.",
        tried: true,
        turn_by: TurnBy::Arrival,
        promised_to: PromisedTo::NoJob,
        made: |_| Box::new(fcfs::Fcfs),
    }
    /// Backfilling with a promise to the head of the queue.
    Easy in easy {
        key: "easy",
        name: "EASY backfilling",
        label: "EASY backfilling",
        about: "Jobs may overtake others if they do not delay the head of the queue.",
        tried: true,
        turn_by: TurnBy::Arrival,
        promised_to: PromisedTo::Head,
        made: |_| Box::new(easy::Easy::default()),
    }
    /// Backfilling with a promise to every job.
    Conservative in conservative {
        key: "conservative",
        name: "Conservative backfilling",
        label: "Conservative backfilling",
        about: "Every job is promised a start at its submission, which no other job may delay; reservations find less room.",
        tried: true,
        turn_by: TurnBy::Arrival,
        promised_to: PromisedTo::All,
        made: |of| Box::new(conservative::Conservative::new(of.sizes)),
    }
    /// Largest size first, at multiples of the period.
    Lsf in lsf {
        key: "lsf",
        name: "Largest size first",
        label: "Largest size first",
        about: "At multiples of its period the largest waiting job starts first, then each job that fits.",
        tried: true,
        turn_by: TurnBy::Size,
        promised_to: PromisedTo::NoJob,
        made: |of| Box::new(lsf::LargestSizeFirst { ties: of.ties }),
    }
    /// Shortest job first, by the processing time limit.
    Sjf in sjf {
        key: "sjf",
        name: "SJF",
        label: "SJF, shortest job first",
        about: "The job with the shortest time limit first.",
        tried: true,
        turn_by: TurnBy::Request,
        promised_to: PromisedTo::NoJob,
        made: |_| Box::new(sjf::ShortestJobFirst),
    }
    /// By priority.
    Ppp in ppp {
        key: "ppp",
        name: "PPP",
        label: "PPP, by priority",
        about: "The job of the highest priority first, then each job that fits.",
        tried: true,
        turn_by: TurnBy::Priority,
        promised_to: PromisedTo::NoJob,
        made: |of| Box::new(ppp::Priority::new(of.ranks.clone())),
    }
    /// By priority, preempting running jobs of a lower one.
    Pppd in pppd {
        key: "pppd",
        name: "PPPD",
        label: "PPPD, with preemption",
        about: "The job of the highest priority first; running jobs of lower priority are preempted for it.",
        tried: true,
        turn_by: TurnBy::Preemption,
        promised_to: PromisedTo::NoJob,
        made: |of| Box::new(pppd::PreemptivePriority::new(of.ranks.clone())),
    }
    /// Fair share: first the jobs of users with the least usage.
    Fss in fss {
        key: "fss",
        name: "Fair share",
        label: "Fair share",
        about: "The job of the user with the least usage so far first, then each job that fits.",
        tried: true,
        turn_by: TurnBy::Share,
        promised_to: PromisedTo::NoJob,
        made: |of| Box::new(fss::FairShare::new(of.owners.clone(), of.half_life)),
    }
}

/// The place of a job in the order of arrival, in which jobs become eligible: no two have the same. It does not
/// follow from the index of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arrival(pub u32);

/// A batch job in a local queue, as far as a policy may know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Its index among the jobs of the run.
    pub job: u32,
    /// Its place in the order of arrival.
    pub arrival: Arrival,
    /// Size s.
    pub processors: u32,
    /// Processing time limit c, in seconds: after a preemption the remaining time.
    pub limit: Time,
}

/// A batch job on its processors, as far as a policy that preempts may know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Running {
    /// Its index among the jobs of the run.
    pub job: u32,
    /// Its size.
    pub processors: u32,
    /// When it got its processors.
    pub since: Time,
    /// Until when they are promised to it.
    pub until: Time,
}

/// Decides which waiting jobs start.
pub trait LocalPolicy {
    /// One pass over the queue at one instant. After a pass that preempts, another follows.
    fn pass(&mut self, pass: &mut LocalPass);

    /// How it finds the jobs that it starts.
    fn finds(&self) -> Finds {
        Finds::Walking
    }

    /// Which waiting job has its turn first: the one with the lowest number, of equals the one that
    /// arrived first.
    fn order(&self, _job: &Waiting, _now: Time) -> i64 {
        0
    }

    /// Where an index of the queue has a job (see [`Finds::ByTurn`]): where it has its turn, unless that
    /// changes as it waits.
    fn filed(&self, job: &Waiting) -> i64 {
        self.order(job, 0)
    }

    /// How the job at this place of the queue, as the last pass left it, stands.
    fn standing(&self, _queue: &[Waiting], _place: usize) -> Standing {
        Standing::Open
    }

    /// Whether a running job of this index may be preempted for a waiting one.
    fn gives_way(&self, _running: u32, _waiting: u32) -> bool {
        false
    }

    /// Whether it preempts, and so needs the running jobs.
    fn preempts(&self) -> bool {
        false
    }

    /// Batch job or reservation, `job` gets `processors` processors at `now`.
    fn began(&mut self, _now: Time, _job: u32, _processors: u32) {}

    /// `job` gives them back at `now`.
    fn ended(&mut self, _now: Time, _job: u32, _processors: u32) {}
}

/// The queue and processors as a policy sees them at one instant, and its means to start jobs.
pub struct LocalPass<'a> {
    /// The instant.
    pub now: Time,
    /// The waiting jobs in order of arrival. If the policy does not walk, those that have left may be
    /// among them.
    pub queue: &'a [Waiting],
    pub(crate) left: &'a mut Left,
    /// The batch jobs on processors, if the policy preempts.
    pub running: &'a [Running],
    /// The released part of the promise of each job that ended here since the last pass: from its
    /// end to its limit, empty if it ended there.
    pub ended: &'a [(Time, Time)],
    /// Processors promised: to reservations, and to running jobs until their limits.
    pub calendar: &'a mut dyn Availability,
    /// Processors that no job uses now.
    pub(crate) free: u32,
    /// The checks that are needed before a job starts.
    pub(crate) ahead: Ahead,
    /// Knowledge about the room since the last start.
    pub(crate) room: Room,
    /// Under static binding, where a count does not suffice.
    pub(crate) named: Option<Named<'a>>,
    pub(crate) decisions: &'a mut Decisions,
}

/// Promises that may block a job for which there are free processors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ahead {
    /// As the calendar says.
    Calendar,
    /// None: no processors are promised for later, so that free processors stay free.
    Clear,
    /// None: batch jobs give way when a reservation begins, and are not in the calendar.
    GivesWay,
}

/// Processors promised to a waiting job for the time of a pass.
#[derive(Clone, Debug)]
pub struct Promise {
    start: Time,
    end: Time,
    processors: u32,
    bound: Option<ProcessorSet>,
}

/// A policy's decisions in one pass.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    /// The places of the queue whose jobs start, in the order in which they get their processors.
    pub started: Vec<usize>,
    /// Under static binding the processors of each of those.
    pub bound: Vec<ProcessorSet>,
    /// The places among the running jobs that lose theirs before.
    pub preempted: Vec<usize>,
}

impl LocalPass<'_> {
    /// Idle processors, less those of the jobs started in this pass.
    pub fn free(&self) -> u32 {
        self.free
    }

    /// The places of the queue whose jobs were started in this pass, in that order.
    pub fn started(&self) -> &[usize] {
        &self.decisions.started
    }

    /// The place of the job that arrived first of those that wait.
    pub fn first(&mut self) -> Option<usize> {
        self.left.first()
    }

    /// Whether the job at this place of the queue can start now and run until its limit without
    /// taking promised processors.
    pub fn fits(&self, place: usize) -> bool {
        let Waiting {
            processors, limit, ..
        } = self.queue[place];
        processors <= self.free
            && (self.ahead != Ahead::Calendar || self.room_for(limit) >= i64::from(processors))
    }

    /// The number of idle processors that are not promised for `length` from now on.
    fn room_for(&self, length: Time) -> i64 {
        let end = self.now.saturating_add(length);
        match &self.named {
            Some(named) => named.idle_throughout(self.now, end).count().into(),
            None => self.calendar.least_free(self.now, end),
        }
    }

    /// The place of the job that fits and has its turn first; `None` if no job fits. Only where there is
    /// an index of turns.
    fn first_that_fits(&mut self) -> Option<usize> {
        let (_, arrival) = self.first_of_that_fits(&Span::ALL)?;
        Some(queue::place_of(self.queue, arrival))
    }

    /// The turn of the first job that fits of a part of the order.
    fn first_of_that_fits(&mut self, span: &Span) -> Option<Turn> {
        let mut room = std::mem::take(&mut self.room);
        let found = self.left.turns()?.first_of(span, self.free, |it| {
            let find_out = || self.room_for(it.limit);
            self.ahead != Ahead::Calendar || room.has(it.processors, it.limit, find_out)
        });
        self.room = room;
        found
    }

    /// Starts the job at this place of the queue, which must fit.
    pub fn start(&mut self, place: usize) {
        let Waiting {
            processors, limit, ..
        } = self.queue[place];
        if self.ahead != Ahead::GivesWay {
            let end = self.now.saturating_add(limit);
            self.calendar.reserve(self.now, end, processors);
            if let Some(named) = &mut self.named {
                let bound = named.bind(self.now, end, processors);
                self.decisions.bound.push(bound);
            }
        }
        self.start_as_promised(place);
    }

    /// Starts the job at this place of the queue, whose interval is in the calendar already.
    pub fn start_as_promised(&mut self, place: usize) {
        self.free -= self.queue[place].processors;
        self.left.leave(self.queue, place);
        self.decisions.started.push(place);
        self.room.forget();
    }

    /// Takes the processors of the running job at this place back.
    pub fn preempt(&mut self, place: usize) {
        let Running {
            processors, until, ..
        } = self.running[place];
        if self.ahead != Ahead::GivesWay {
            self.calendar.release(self.now, until, processors);
            if let Some(named) = &mut self.named {
                named.free(self.running[place].job, self.now, until);
            }
        }
        self.free += processors;
        self.decisions.preempted.push(place);
        self.room.forget();
    }

    /// Lets the running job at this place, preempted in this pass, keep its processors after all.
    pub fn spare(&mut self, place: usize) {
        let Running {
            processors, until, ..
        } = self.running[place];
        if self.ahead != Ahead::GivesWay {
            self.calendar.reserve(self.now, until, processors);
            if let Some(named) = &mut self.named {
                named.take_back(self.running[place].job, self.now, until);
            }
        }
        self.free -= processors;
        self.decisions.preempted.retain(|&other| other != place);
        self.room.forget();
    }

    /// Promises the job at this place of the queue its processors from `start` on, for this pass;
    /// see [`LocalPass::withdraw`].
    pub fn promise(&mut self, place: usize, start: Time) -> Promise {
        let Waiting {
            processors, limit, ..
        } = self.queue[place];
        let end = start.saturating_add(limit);
        self.calendar.reserve(start, end, processors);
        let named = self.named.as_mut();
        let bound = named.map(|named| named.reserve(start, end, processors));
        self.ahead = Ahead::Calendar;
        self.room.forget();
        Promise {
            start,
            end,
            processors,
            bound,
        }
    }

    /// Takes a promise back.
    pub fn withdraw(&mut self, promise: Promise) {
        let Promise { start, end, .. } = promise;
        self.calendar.release(start, end, promise.processors);
        if let (Some(named), Some(bound)) = (&mut self.named, promise.bound) {
            named.slots.release(start, end, &bound);
        }
        self.room.forget();
    }

    /// The earliest time, from `from` on, at which the job at this place of the queue fits.
    pub fn earliest_fit(&self, place: usize, from: Time) -> Option<Time> {
        let request = self.request(place, from);
        match &self.named {
            Some(named) => Some(named.slots.earliest_fit(&request)?.0),
            None => self.calendar.earliest_fit(&request),
        }
    }

    fn request(&self, place: usize, ready: Time) -> Request {
        let Waiting {
            processors, limit, ..
        } = self.queue[place];
        Request {
            ready,
            deadline: None,
            length: limit,
            processors,
        }
    }
}

/// The places of a queue by an order, equals in order of arrival. O(n), and O(log n) for each that is
/// asked for: a pass over a long queue mostly ends after a few.
fn in_order(queue: &[Waiting], order: impl Fn(&Waiting) -> i64) -> impl Iterator<Item = usize> {
    let keyed = queue.iter().enumerate();
    let mut heap: BinaryHeap<_> = keyed
        .map(|(place, job)| Reverse((order(job), place)))
        .collect();
    std::iter::from_fn(move || heap.pop().map(|Reverse((_, place))| place))
}

/// Starts every job that fits, in the order of `places`: the scan that several policies share.
///
/// An index of the same order finds the same jobs, because room only ever shrinks in a scan: a job
/// that does not fit in its turn does not fit later.
fn start_all_that_fit<P: Iterator<Item = usize>>(pass: &mut LocalPass, places: impl FnOnce() -> P) {
    if pass.left.turns().is_some() {
        while let Some(place) = pass.first_that_fits() {
            pass.start(place);
        }
        return;
    }
    for place in places() {
        if pass.free == 0 {
            break;
        }
        if pass.fits(place) {
            pass.start(place);
        }
    }
}

/// Takes the elements at `places`, which ascend, out of `queue`; the rest keeps its order.
pub fn remove_places<T: Copy>(queue: &mut Vec<T>, places: &[usize]) {
    let Some(&first) = places.first() else {
        return;
    };
    let mut kept = first;
    for (index, &place) in places.iter().enumerate() {
        let next = places.get(index + 1).copied().unwrap_or(queue.len());
        queue.copy_within(place + 1..next, kept);
        kept += next - place - 1;
    }
    queue.truncate(kept);
}
