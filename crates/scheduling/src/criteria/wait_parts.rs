//! What a job waited for, second by second, from the schedule alone.
//!
//! Each second of the wait counts for the first of [`WaitPart::ALL`] that applies.

use super::job_figures::has_run;
use crate::engine::decisions::Hindrance;
use crate::engine::{Bar, Run};
use workload::{Job, Time};

/// What a second of a wait is due to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitPart {
    /// The job was not eligible yet.
    NotEligible,
    /// It had no provider yet: the grid allocates once a period.
    Period,
    /// A reservation held processors without which the job would have had enough, or was to begin before the job's limit.
    Reservation,
    /// Enough processors were free, but nodes with room for the job were out of service, or would be before its limit.
    Outage,
    /// Enough processors were free, but no nodes had room for the job.
    Nodes,
    /// Enough processors were free, on nodes that were promised to other jobs.
    Promise,
    /// Enough processors were free: they were promised to other jobs, or its turn had not come.
    EnoughFree,
    /// Jobs that arrived later had processors without which it would have had enough.
    LaterJobs,
    /// Jobs that arrived earlier had the processors.
    EarlierJobs,
}

impl WaitPart {
    /// All of them, in the order in which they are looked at.
    pub const ALL: [Self; 9] = [
        Self::NotEligible,
        Self::Period,
        Self::Reservation,
        Self::Outage,
        Self::Nodes,
        Self::Promise,
        Self::EnoughFree,
        Self::LaterJobs,
        Self::EarlierJobs,
    ];
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WaitParts {
    /// The ticks that are due to each of [`WaitPart::ALL`].
    ticks: [Time; WaitPart::ALL.len()],
    /// How many jobs that arrived later started at its providers while it waited there.
    pub overtaken_by: u32,
}

impl WaitParts {
    /// The ticks that are due to a part.
    pub fn of(&self, part: WaitPart) -> Time {
        self.ticks[part as usize]
    }

    /// The ticks of all parts: the wait from the submission, or from the ready time of a reservation.
    pub fn sum(&self) -> Time {
        self.ticks.iter().sum()
    }
}

/// The parts of the wait of a job of a run; `None` if it never started. `allocates` is whether jobs wait for a provider,
/// which they do not where the log is played again; `hindrances` is what an [`Explanation`] of the job has of nodes, by which
/// the seconds are told apart in which enough processors were free.
///
/// [`Explanation`]: crate::engine::decisions::Explanation
///
/// O(n + b log b + i r log r) for n bars of the run, b of them at its providers during the wait, i intervals between
/// their ends, and r reservations and running jobs.
pub fn wait_parts(
    run: &Run,
    job: usize,
    allocates: bool,
    hindrances: &[(Time, Option<Hindrance>)],
) -> Option<WaitParts> {
    let outcome = run.schedule.outcomes.get(job)?;
    let (waiting, size) = (run.jobs.get(job)?, i64::from(outcome.processors));
    if !has_run(outcome) {
        return None;
    }
    let begin = if waiting.is_reservation() { waiting.ready() } else { waiting.submit };
    let start = outcome.start.max(begin);
    let eligible = waiting.ready().clamp(begin, start);
    let allocated = if allocates { outcome.allocated.clamp(eligible, start) } else { eligible };
    let mut parts = WaitParts::default();
    parts.ticks[WaitPart::NotEligible as usize] = eligible - begin;
    parts.ticks[WaitPart::Period as usize] = allocated - eligible;
    let others = Others::of(run, job, (allocated, start));
    let mut times: Vec<Time> = others.bars.iter().flat_map(|it| [it.from, it.until]).collect();
    times.extend([allocated, start]);
    times.extend(hindrances.iter().map(|it| it.0));
    let limit = waiting.limit();
    times.extend(others.reservations.iter().flat_map(|it| [it.booked, it.from.saturating_sub(limit - 1)]));
    times.retain(|time| (allocated..=start).contains(time));
    times.sort_unstable();
    times.dedup();
    let mut held = Held::default();
    let mut next = 0;
    let mut holding: Vec<usize> = Vec::new();
    for pair in times.windows(2) {
        let now = pair[0];
        holding.retain(|&at| {
            let goes_on = others.bars[at].until > now;
            if !goes_on {
                held.add(&others.bars[at], -1);
            }
            goes_on
        });
        while let Some(bar) = others.bars.get(next).filter(|bar| bar.from <= now) {
            if bar.until > now {
                held.add(bar, 1);
                holding.push(next);
            }
            next += 1;
        }
        let part = match others.part(now, size, waiting, (&held, &holding)) {
            WaitPart::EnoughFree => {
                let before = hindrances.partition_point(|it| it.0 <= now);
                match hindrances[..before].last().and_then(|it| it.1) {
                    Some(Hindrance::Outage) => WaitPart::Outage,
                    Some(Hindrance::Nodes) => WaitPart::Nodes,
                    Some(Hindrance::Promise) => WaitPart::Promise,
                    None => WaitPart::EnoughFree,
                }
            }
            part => part,
        };
        parts.ticks[part as usize] += pair[1] - now;
    }
    parts.overtaken_by = overtaking(run, job, (allocated, start));
    Some(parts)
}

/// Processors of another job from one time to another.
#[derive(Clone, Copy)]
struct OtherBar {
    from: Time,
    until: Time,
    /// When the job gives them back at the latest.
    limit: Time,
    processors: i64,
    kind: Kind,
    /// Since when a reservation stands.
    booked: Time,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Reservation,
    Later,
    Earlier,
}

/// Processors by the kind of job that holds them.
#[derive(Default)]
struct Held {
    reservations: i64,
    later: i64,
    earlier: i64,
}

impl Held {
    fn add(&mut self, bar: &OtherBar, sign: i64) {
        let held = match bar.kind {
            Kind::Reservation => &mut self.reservations,
            Kind::Later => &mut self.later,
            Kind::Earlier => &mut self.earlier,
        };
        *held += sign * bar.processors;
    }
}

/// The other jobs at the providers of a job.
struct Others {
    processors: i64,
    /// Those that hold processors while it waits, in order of start.
    bars: Vec<OtherBar>,
    /// Reservations that end after its provider was chosen, in order of start.
    reservations: Vec<OtherBar>,
}

impl Others {
    fn of(run: &Run, job: usize, (allocated, start): (Time, Time)) -> Self {
        let providers: Vec<u32> = providers(run, job);
        let processors = providers.iter().map(|&it| i64::from(run.platform[it as usize]));
        let is_here = |bar: &&Bar| bar.job as usize != job && bar.end > allocated && providers.contains(&bar.provider);
        let all = run.schedule.bars.iter().filter(is_here);
        let mut bars: Vec<OtherBar> = Vec::new();
        let mut reservations = Vec::new();
        for bar in all {
            let other = other(run, job, bar);
            if other.kind == Kind::Reservation {
                reservations.push(other);
            }
            if bar.start < start {
                bars.push(other);
            }
        }
        bars.sort_by_key(|it| it.from);
        reservations.sort_by_key(|it| it.from);
        Self { processors: processors.sum(), bars, reservations }
    }

    /// What the job waits for at a time at which these processors are held, by the bars at these places.
    fn part(&self, now: Time, size: i64, waiting: &Job, (held, holding): (&Held, &[usize])) -> WaitPart {
        let free = self.processors - held.reservations - held.later - held.earlier;
        if free >= size {
            return if self.meets_reservation(now, size, waiting, holding) {
                WaitPart::Reservation
            } else {
                WaitPart::EnoughFree
            };
        }
        if free + held.reservations >= size {
            WaitPart::Reservation
        } else if free + held.reservations + held.later >= size {
            WaitPart::LaterJobs
        } else {
            WaitPart::EarlierJobs
        }
    }

    /// Whether reservations that are booked leave too few processors at some time before the job's limit, if it were to
    /// start now and the jobs that run kept theirs until their limits. O(r log r) for r reservations and running jobs.
    fn meets_reservation(&self, now: Time, size: i64, waiting: &Job, holding: &[usize]) -> bool {
        let limit = now.saturating_add(waiting.limit());
        let booked = self.reservations.iter().take_while(|it| it.from < limit);
        let booked = booked.filter(|it| it.booked <= now && now < it.until);
        if !booked.clone().any(|it| now <= it.from) {
            return false;
        }
        let running = holding.iter().map(|&at| &self.bars[at]).filter(|it| it.kind != Kind::Reservation);
        let spans = booked
            .map(|it| (it.from.max(now), it.until, it.processors))
            .chain(running.map(|it| (now, it.limit, it.processors)));
        let mut changes: Vec<(Time, i64)> =
            spans.flat_map(|(from, until, processors)| [(from, processors), (until, -processors)]).collect();
        // At one instant ends come first.
        changes.sort_unstable();
        let mut free = self.processors;
        let mut before_limit = changes.into_iter().take_while(|it| it.0 < limit);
        before_limit.any(|(_, change)| {
            free -= change;
            free < size
        })
    }
}

/// The place of a job in the order of arrival.
fn order(run: &Run, at: usize) -> (Time, Time, usize) {
    (run.jobs[at].eligible(), run.jobs[at].submit, at)
}

fn other(run: &Run, job: usize, bar: &Bar) -> OtherBar {
    let at = bar.job as usize;
    let other = &run.jobs[at];
    OtherBar {
        from: bar.start,
        until: bar.end,
        limit: bar.start.saturating_add(other.limit()).max(bar.end),
        processors: i64::from(bar.last_processor - bar.first_processor) + 1,
        kind: match other.is_reservation() {
            true => Kind::Reservation,
            false if order(run, at) > order(run, job) => Kind::Later,
            false => Kind::Earlier,
        },
        booked: run.schedule.outcomes[at].allocated,
    }
}

/// The providers on which a job runs: all of them if it runs on several, since it might have run on others.
fn providers(run: &Run, job: usize) -> Vec<u32> {
    let own = run.schedule.outcomes[job].provider;
    if run.schedule.bars_of(job).iter().all(|bar| bar.provider == own) {
        vec![own]
    } else {
        (0..run.platform.len() as u32).collect()
    }
}

/// How many batch jobs that arrived later than a job started at its providers between two times.
fn overtaking(run: &Run, job: usize, (from, until): (Time, Time)) -> u32 {
    let providers = providers(run, job);
    let overtakes = run.schedule.outcomes.iter().enumerate().filter(|&(at, it)| {
        has_run(it)
            && !run.jobs[at].is_reservation()
            && order(run, at) > order(run, job)
            && providers.contains(&it.provider)
            && from <= it.start
            && it.start < until
    });
    overtakes.count() as u32
}

#[cfg(test)]
pub mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::engine::testing::{bar_run, random_run};
    use workload::{Flexibility, ReservationRequest};

    fn parts(run: &Run, job: usize) -> [Time; 9] {
        let parts = wait_parts(run, job, true, &[]).expect("a job that ran");
        WaitPart::ALL.map(|part| parts.of(part))
    }

    /// Job 3 of 4 processors is eligible at 5, gets its provider at 10 and starts at 100.
    fn waiting(bars: &[(u32, u32, u32, u32, Time, Time)]) -> Run {
        let bars = [bars, &[(3, 0, 0, 3, 100, 110)]].concat();
        let mut run = bar_run(&[4], &bars);
        let last = run.jobs.len() - 1;
        for job in &mut run.jobs[..last] {
            job.submit = 0;
        }
        run.jobs[last].submit = 0;
        run.jobs[last].eligible_after = 5;
        run.jobs[last].requested_time = 10;
        for (outcome, job) in run.schedule.outcomes.iter_mut().zip(&run.jobs) {
            outcome.allocated = job.submit;
        }
        run.schedule.outcomes[last].allocated = 10;
        run
    }

    #[test]
    fn seconds_before_the_provider_is_chosen_and_behind_other_jobs_are_told_apart() {
        // An earlier job until 40, a later one from 40 to 90; from 90 all is free, and kept for another job.
        let mut run = waiting(&[(1, 0, 0, 1, 0, 40), (2, 0, 2, 3, 40, 90)]);
        run.jobs[1].submit = 20;
        assert_eq!(parts(&run, 2), [5, 5, 0, 0, 0, 0, 10, 50, 30]);
        let told = wait_parts(&run, 2, true, &[]).unwrap();
        assert_eq!((told.sum(), told.overtaken_by), (100, 1));
        // The log has no period.
        assert_eq!(wait_parts(&run, 2, false, &[]).unwrap().of(WaitPart::Period), 0);
        assert_eq!(wait_parts(&run, 2, false, &[]).unwrap().sum(), 100);
    }

    #[test]
    fn reservations_count_while_they_hold_processors_and_before() {
        let mut run = waiting(&[(1, 0, 0, 1, 50, 90)]);
        run.jobs[0].reservation =
            Some(ReservationRequest { ready: 50, deadline: 90, flexibility: Flexibility::Rigid, is_listed: false });
        // The limit of 10 s reaches it from 41 on.
        assert_eq!(parts(&run, 1), [5, 5, 9 + 40, 0, 0, 0, 31 + 10, 0, 0]);
        // It is booked at 45 only.
        run.schedule.outcomes[0].allocated = 45;
        assert_eq!(parts(&run, 1), [5, 5, 5 + 40, 0, 0, 0, 35 + 10, 0, 0]);
    }

    #[test]
    fn a_job_that_never_ran_has_no_parts() {
        let mut run = waiting(&[]);
        run.schedule.outcomes[0].status = crate::engine::Status::Rejected;
        assert_eq!(wait_parts(&run, 0, true, &[]), None);
        assert_eq!(wait_parts(&run, 7, true, &[]), None);
    }

    /// The part of one second, by the rule.
    fn slow(run: &Run, (job, now): (usize, Time), allocates: bool) -> WaitPart {
        let (me, mine) = (&run.jobs[job], &run.schedule.outcomes[job]);
        if now < me.ready() {
            return WaitPart::NotEligible;
        }
        if allocates && now < mine.allocated {
            return WaitPart::Period;
        }
        let here = providers(run, job);
        let order = |at: usize| (run.jobs[at].eligible(), run.jobs[at].submit, at);
        let held = |is: &dyn Fn(&Bar) -> bool| {
            let bars = run.schedule.bars.iter();
            bars.filter(|it| it.job as usize != job && here.contains(&it.provider) && is(it))
                .map(|it| i64::from(it.last_processor - it.first_processor) + 1)
                .sum::<i64>()
        };
        let is_reserved = |it: &Bar| run.jobs[it.job as usize].is_reservation();
        let runs = |it: &Bar| it.start <= now && now < it.end;
        let all = here.iter().map(|&it| i64::from(run.platform[it as usize])).sum::<i64>();
        let size = i64::from(mine.processors);
        let without_reservations = all - held(&|it| runs(it) && !is_reserved(it));
        let later = |it: &Bar| !is_reserved(it) && order(it.job as usize) > order(job);
        if all - held(&runs) >= size {
            let is_booked = |it: &Bar| is_reserved(it) && run.schedule.outcomes[it.job as usize].allocated <= now;
            let meets = (now..now + me.requested_time).any(|at| {
                let begins =
                    run.schedule.bars.iter().any(|it| {
                        it.job as usize != job && here.contains(&it.provider) && is_booked(it) && it.start == at
                    });
                let limit = |it: &Bar| (it.start + run.jobs[it.job as usize].requested_time).max(it.end);
                begins
                    && all
                        - held(&|it| is_booked(it) && it.start <= at && at < it.end)
                        - held(&|it| !is_reserved(it) && runs(it) && at < limit(it))
                        < size
            });
            return if meets { WaitPart::Reservation } else { WaitPart::EnoughFree };
        }
        if without_reservations >= size {
            WaitPart::Reservation
        } else if without_reservations + held(&|it| runs(it) && later(it)) >= size {
            WaitPart::LaterJobs
        } else {
            WaitPart::EarlierJobs
        }
    }

    /// The parts of the waits of all jobs are those of their seconds; of a log played again without an allocation.
    pub fn check_seconds(run: &Run, allocates: bool) -> Result<(), TestCaseError> {
        for (job, outcome) in run.schedule.outcomes.iter().enumerate() {
            let Some(parts) = wait_parts(run, job, allocates, &[]) else {
                prop_assert!(!has_run(outcome));
                continue;
            };
            let me = &run.jobs[job];
            let begin = if me.is_reservation() { me.ready() } else { me.submit };
            prop_assert_eq!(parts.sum(), (outcome.start - begin).max(0));
            if parts.sum() > 2_000 || me.requested_time > 10_000 {
                continue;
            }
            let mut expected = [0; 9];
            for now in begin..outcome.start {
                expected[slow(run, (job, now), allocates) as usize] += 1;
            }
            prop_assert_eq!(WaitPart::ALL.map(|part| parts.of(part)), expected, "{:?}", me);
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn parts_add_up_to_the_wait_and_are_those_of_each_second(run in random_run()) {
            check_seconds(&run, true)?;
        }
    }
}
