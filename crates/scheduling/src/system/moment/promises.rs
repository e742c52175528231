//! The promises of a provider at a moment, derived from the finished schedule.

use crate::availability::Commitment;
use crate::system::prelude::*;

/// A promise of a provider that holds at some moment, and the job that it was made to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promise {
    /// Index of the job in the run.
    pub job: u32,
    /// The job's standing at the provider then.
    pub holder: Holder,
    /// The interval and the processors promised.
    pub commitment: Commitment,
    /// The first of the bars that it gets for it, and how many there are.
    bars: (u32, u32),
}

/// The kind of job to which processors are promised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    Reservation,
    /// A batch job that runs, until its limit.
    Running,
    /// A batch job that waits.
    Waiting,
}

/// From where promises are looked at.
#[derive(Clone, Copy, Debug)]
pub(in crate::system) enum PromiseTime {
    /// After everything that happens at this time.
    After(Time),
    /// When a reservation that was submitted at one time is given its place at another: jobs that end
    /// by then have ended, and others that were submitted no later have their places. The local
    /// schedulers have acted at that time only on the first `decided` jobs; if that is 0, they have
    /// not acted.
    Booking { submitted: Time, at: Time, decided: usize },
}

impl PromiseTime {
    fn has_accepted(self, submit: Time, outcome: &Outcome) -> bool {
        let by = |time| outcome.allocated <= time && outcome.status != Status::Rejected;
        match self {
            Self::After(now) => by(now),
            Self::Booking { submitted, at, .. } => by(at) && (submit <= submitted || by(at - 1)),
        }
    }

    /// Whether a job, by its index, that holds its processors from this time on does so by now.
    pub fn has_begun(self, job: usize, from: Time) -> bool {
        match self {
            Self::After(now) => from <= now,
            Self::Booking { at, decided, .. } => from < at || (from == at && job < decided),
        }
    }

    /// Whether a reservation has begun by now: at a time that was booked before, it begins before others get their places.
    fn has_begun_as_booked(self, run: &Run, job: usize, from: Time) -> bool {
        let was_booked = |at: Time| from == at && run.schedule.outcomes[job].allocated < at;
        self.has_begun(job, from) || matches!(self, Self::Booking { at, .. } if was_booked(at))
    }

    /// Whether a job that was submitted then has been, as far as is asked.
    pub fn is_known(self, submit: Time) -> bool {
        match self {
            Self::After(now) => submit <= now,
            Self::Booking { submitted, .. } => submit <= submitted,
        }
    }

    /// Whether a job that ends of its own accord has ended.
    fn is_over(self, from: Time, to: Time) -> bool {
        match self {
            Self::After(now) => to <= now && from <= now,
            Self::Booking { at, .. } => to <= at && from < at,
        }
    }

    /// Whether a job that a local scheduler stops has been stopped.
    fn is_cut_short(self, to: Time) -> bool {
        match self {
            Self::After(now) => to <= now,
            Self::Booking { at, decided, .. } => to < at || (decided > 0 && to == at),
        }
    }

    /// How many reservations a provider has accepted.
    pub fn accepted(self, run: &Run, provider: usize) -> u32 {
        let here = run.jobs.iter().zip(&run.schedule.outcomes).filter(|(job, outcome)| {
            job.is_reservation() && outcome.provider as usize == provider && self.has_accepted(job.submit, outcome)
        });
        here.count() as u32
    }
}

/// The promises of a provider after all events at time `now`: the reservations that it has accepted by
/// then and that are not over, and the running batch jobs until their limits, where its calendar counts
/// them. Sorted by start. Promises of a queue policy to waiting jobs are not visible in a schedule.
/// O(jobs).
pub fn promises(run: &Run, provider: usize, now: Time) -> Vec<Promise> {
    promises_at(run, provider, PromiseTime::After(now))
}

/// The promises of a provider to these jobs alone: `Standing::holders` are all jobs with a promise.
pub fn promises_to(run: &Run, provider: usize, now: Time, jobs: impl Iterator<Item = u32>) -> Vec<Promise> {
    of_jobs(run, provider, PromiseTime::After(now), jobs)
}

pub(in crate::system) fn promises_at(run: &Run, provider: usize, look: PromiseTime) -> Vec<Promise> {
    of_jobs(run, provider, look, 0..run.jobs.len() as u32)
}

fn of_jobs(run: &Run, provider: usize, look: PromiseTime, jobs: impl Iterator<Item = u32>) -> Vec<Promise> {
    let mut promises = Vec::new();
    for index in jobs.map(|job| job as usize) {
        let (job, outcome) = (&run.jobs[index], &run.schedule.outcomes[index]);
        if outcome.status == Status::Rejected || outcome.provider as usize != provider {
            continue;
        }
        let found = if job.is_reservation() {
            reservation_at(run, index, look).map(|it| (Holder::Reservation, it))
        } else {
            running_at(run, index, look).map(|it| (Holder::Running, it))
        };
        if let Some((holder, (start, end, bars))) = found {
            promises.push(Promise {
                job: index as u32,
                holder,
                commitment: Commitment { start, end, processors: outcome.processors },
                bars,
            });
        }
    }
    sort_by_key(&mut promises, |promise| (promise.commitment.start, promise.job));
    promises
}

/// From when until when, and the bars.
type Held = (Time, Time, (u32, u32));

fn reservation_at(run: &Run, job: usize, look: PromiseTime) -> Option<Held> {
    let (outcome, submit) = (&run.schedule.outcomes[job], run.jobs[job].submit);
    let [from, to, held_until] = of_reservation(run, job);
    if !look.has_accepted(submit, outcome) || look.is_over(from, to) {
        return None;
    }
    let bars = bars_of_reservation(run, job);
    // Until it begins, the booked interval is all that is known, even if it will be held up.
    if !look.has_begun_as_booked(run, job, from) && outcome.start > outcome.promised_start {
        return Some((outcome.promised_start, outcome.promised_end, bars));
    }
    Some((from, held_until, bars))
}

/// From when a reservation holds its processors, when it gives them back, and until when they are
/// promised to it: its job may go on as a batch job afterwards.
fn of_reservation(run: &Run, job: usize) -> [Time; 3] {
    let outcome = &run.schedule.outcomes[job];
    match run.schedule.earlier_stints(job).first() {
        Some(stint) => {
            let bar = &run.schedule.bars_of_stint(stint)[0];
            [bar.start, bar.end, stint.held_until]
        }
        None => [outcome.held_from, outcome.released, outcome.held_until],
    }
}

fn bars_of_reservation(run: &Run, job: usize) -> (u32, u32) {
    let outcome = &run.schedule.outcomes[job];
    run.schedule
        .earlier_stints(job)
        .first()
        .map_or((outcome.first_bar, outcome.bar_count), |stint| (stint.first_bar, stint.bar_count))
}

fn running_at(run: &Run, job: usize, look: PromiseTime) -> Option<Held> {
    let outcome = &run.schedule.outcomes[job];
    let earlier = run.schedule.earlier_stints(job).iter().find_map(|stint| {
        let bar = &run.schedule.bars_of_stint(stint)[0];
        let holds = look.has_begun(job, bar.start) && !look.is_cut_short(bar.end);
        let bars = (stint.first_bar, stint.bar_count);
        holds.then_some((bar.start, stint.held_until, bars))
    });
    let last = || {
        let (from, to) = (outcome.held_from, outcome.released);
        let holds = look.has_begun(job, from) && !look.is_over(from, to);
        holds.then_some((from, outcome.held_until, (outcome.first_bar, outcome.bar_count)))
    };
    earlier.or_else(last).filter(|&(_, until, _)| until != NEVER)
}

impl Promise {
    /// The promise of a queue policy to a waiting job.
    pub(in crate::system) fn to_a_waiting_job(claim: &Claim) -> Self {
        Self {
            job: claim.job,
            holder: Holder::Waiting,
            commitment: Commitment { start: claim.from, end: claim.until, processors: claim.processors },
            bars: (0, 0),
        }
    }

    /// The processors that the job gets, by the bars of a finished run.
    pub(in crate::system) fn bars(self, run: &Run) -> &[Bar] {
        let (first, count) = self.bars;
        &run.schedule.bars[first as usize..(first + count) as usize]
    }

    /// Whether its reservation has taken its processors.
    pub(in crate::system) fn has_begun(self, run: &Run, look: PromiseTime) -> bool {
        let job = self.job as usize;
        look.has_begun_as_booked(run, job, of_reservation(run, job)[0])
    }
}
