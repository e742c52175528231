//! The offers of a run's providers to a reservation that is submitted at a moment.

use super::{
    FlexibleStart, GridQueue, Inquiry, LateReservations, PromisedTo, QueuePolicy, ReservationQueue, Routed, TurnBy,
    TwoLevel,
};
use crate::availability::{Request, Step, Window};
use crate::policy::grid::Offer;
use crate::system::moment::{Holder, Promise, PromiseTime, promises_at};
use crate::system::prelude::*;

/// The providers of a run as a reservation finds them that is submitted at a moment, after all others.
///
/// It comes before the local schedulers act: jobs that end by then have ended, and no queue has
/// started a job yet. Under *AR FCFS* it waits for the grid scheduler's period, and the local
/// schedulers decide before it on the batch jobs that stand before it in the grid's queue, as in a
/// run.
pub struct Asked {
    /// When the providers are asked.
    pub at: Time,
    /// Whether the run determines their promises by then. It does not if jobs that are submitted between the
    /// moment and `at` may have taken processors that jobs before the reservation would have had, or if a reservation
    /// booked at `at` may have let such a job start.
    pub is_certain: bool,
    /// In platform order.
    pub providers: Vec<AskedProvider>,
    settings: TwoLevel,
}

pub struct AskedProvider {
    pub processors: u32,
    /// Its promises, by start.
    pub promises: Vec<Promise>,
    inquiry: Inquiry,
    /// How many reservations it has accepted, and how many of those wait for their start.
    reservations: (u32, u32),
}

/// The offer of a provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given {
    pub provider: usize,
    pub start: Time,
    /// Whether it ends by the deadline: where deadlines are due dates, it need not.
    pub in_time: bool,
}

/// The moment at which a run has to be watched before its providers can be asked about a
/// reservation that is submitted at `now`: the last moment before they are asked, or, if they
/// decide on other jobs first, the moment at which they do. `None` if the schedule shows all their
/// promises.
pub fn to_be_watched(settings: &TwoLevel, run: &Run, now: Time) -> Option<Time> {
    let at = settings.asked_at(now);
    let promises = settings.local.promises_to_all();
    promises.then(|| match decided_before(settings, run, now) {
        0 => at.saturating_sub(1),
        _ => at,
    })
}

/// On how many jobs, the first ones, the local schedulers have decided before they are asked: under *AR FCFS* up
/// to the last batch job before the reservation in the grid's queue; 0 if there is none, and they have not acted.
fn decided_before(settings: &TwoLevel, run: &Run, now: Time) -> usize {
    if settings.grid.reservation_queue != ReservationQueue::Fcfs {
        return 0;
    }
    let at = settings.asked_at(now);
    let arrived = |it: &(usize, &Job)| it.1.eligible() <= now;
    let forwarded = |job: &Job| settings.asked_at(job.eligible()) == at;
    let queue = run.jobs.iter().enumerate().rev().filter(arrived);
    let mut queue = queue.filter(|it| forwarded(it.1));
    queue.find(|it| !it.1.is_reservation()).map_or(0, |it| it.0 + 1)
}

/// Whether a run shows the decisions of its local schedulers before later jobs came, at time `at`: none
/// came, or none overtakes; and they decided once.
fn shows_decisions(settings: &TwoLevel, run: &Run, now: Time, at: Time) -> bool {
    let by_arrival = |queue: &QueuePolicy| queue.turn_by() == TurnBy::Arrival;
    // Nor does a job that comes later take the place of another in the grid's queue.
    let keeps_order = settings.grid.queue == GridQueue::Fcfs && settings.local.all_queues().iter().all(by_arrival);
    let later = run.jobs.iter().any(|job| now < job.eligible() && job.eligible() <= at);
    let decided_again = run.schedule.outcomes.iter().clone().any(|it| it.released == at && it.held_from == at);
    (keeps_order || !later) && !decided_again
}

/// Whether a reservation that is booked at `at`, after the first `decided` jobs, may have let one of those start: it moves a
/// promise that lives for a pass, and behind the promise as it is then a job may fit that was kept waiting before.
fn moves_promises(settings: &TwoLevel, run: &Run, decided: usize, at: Time) -> bool {
    let for_a_pass = |it: &QueuePolicy| matches!(it.promised_to(), PromisedTo::Head | PromisedTo::Several);
    let mut later = run.jobs.iter().skip(decided);
    settings.local.all_queues().iter().any(for_a_pass)
        && later.any(|it| it.is_reservation() && settings.asked_at(it.eligible()) == at)
}

impl Asked {
    /// The providers at time `now` of a run under these settings; with the state just before, if
    /// [`to_be_watched`] says that it matters. O(jobs · promises).
    pub fn of(settings: &TwoLevel, run: &Run, now: Time, before: Option<&Moment>) -> Self {
        let at = settings.asked_at(now);
        let decided = decided_before(settings, run, now);
        let look = PromiseTime::Booking { submitted: now, at, decided };
        let provider = |index: usize| {
            let waiting = before.and_then(|moment| moment.providers.get(index)).map_or(&[][..], |it| &it.promised);
            provider(settings, run, index, look, waiting)
        };
        Self {
            at,
            is_certain: decided == 0
                || shows_decisions(settings, run, now, at) && !moves_promises(settings, run, decided, at),
            providers: (0..run.platform.len()).map(provider).collect(),
            settings: settings.clone(),
        }
    }

    /// The start that a provider offers, if any, the earliest or one beside another reservation: after a deadline that is a due date, if there
    /// is none before.
    pub fn given(&self, provider: usize, request: &Request) -> Option<Given> {
        if !self.may_go(provider, request) {
            return None;
        }
        let request = self.not_before_now(request);
        let inquiry = &self.providers[provider].inquiry;
        let start = inquiry.start_beside(&request).or_else(|| {
            let asked = Request { deadline: request.deadline.filter(|_| self.keeps_deadlines()), ..request };
            inquiry.earliest_asked(&asked, self.settings.grid.inquiry_step)
        })?;
        Some(Given { provider, start, in_time: request.meets_deadline(start) })
    }

    /// Every start in time that a provider could offer.
    pub fn windows(&self, provider: usize, request: &Request) -> Vec<Window> {
        if !self.may_go(provider, request) {
            return Vec::new();
        }
        let inquiry = &self.providers[provider].inquiry;
        inquiry.windows(&self.not_before_now(request))
    }

    /// Which of the offers the grid scheduler may take, by their places: several if it draws.
    pub fn may_take(&self, given: &[Given]) -> Vec<usize> {
        let offer = |it: &Given| {
            let (reservations, waiting_reservations) = self.providers[it.provider].reservations;
            Offer {
                provider: it.provider,
                start: it.start,
                meets_deadline: it.in_time,
                reservations,
                waiting_reservations,
            }
        };
        let offers: Vec<Offer> = given.iter().map(offer).collect();
        self.settings.may_take(&offers)
    }

    /// Whether routes let it go there; it has neither a user nor a queue.
    fn may_go(&self, provider: usize, request: &Request) -> bool {
        let routed = Routed::with_limit(request.length);
        self.settings.grid.allows(routed, provider)
    }

    /// No reservation begins in the past.
    fn not_before_now(&self, request: &Request) -> Request {
        Request { ready: request.ready.max(self.at), ..*request }
    }

    fn keeps_deadlines(&self) -> bool {
        self.settings.late_reservations == LateReservations::Deadline
    }
}

impl AskedProvider {
    /// The number of its processors that are not promised, over time.
    pub fn steps(&self) -> Vec<Step> {
        self.inquiry.steps()
    }

    /// Whether it promises certain processors, so that a count does not suffice to find the places
    /// of a request.
    pub fn names_processors(&self) -> bool {
        self.inquiry.names_processors()
    }
}

fn provider(settings: &TwoLevel, run: &Run, index: usize, look: PromiseTime, waiting: &[Claim]) -> AskedProvider {
    let processors = run.platform[index];
    let mut promises = promises_at(run, index, look);
    let waiting = waiting
        .iter()
        .filter(|it| it.claimant == Claimant::Promise && look.is_known(run.jobs[it.job as usize].eligible()));
    promises.extend(waiting.map(Promise::to_a_waiting_job));
    sort_by_key(&mut promises, |it| (it.commitment.start, it.job));
    let mut inquiry = Inquiry::new(&settings.local, index, processors);
    if settings.grid.flexible_start == FlexibleStart::BesideReservation {
        inquiry.keep_reserved();
    }
    for promise in &promises {
        let interval = (promise.commitment.start, promise.commitment.end);
        if promise.holder == Holder::Reservation {
            inquiry.lies(promise.job, interval);
        }
        let which: Vec<(u32, u32)> =
            promise.bars(run).iter().map(|bar| (bar.first_processor, bar.last_processor)).collect();
        inquiry.promise(interval, promise.commitment.processors, &which);
    }
    let accepted = look.accepted(run, index);
    let to_begin = promises.iter().filter(|it| it.holder == Holder::Reservation && !it.has_begun(run, look));
    AskedProvider { processors, reservations: (accepted, to_begin.count() as u32), promises, inquiry }
}
