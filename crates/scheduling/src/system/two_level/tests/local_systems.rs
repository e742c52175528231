//! The local systems, static binding and slots of a fixed length keep their promises.

use std::sync::{Arc, Mutex};

use proptest::prelude::*;

use super::naive::grid::arrivals;
use super::random::*;
use crate::policy::local::{FairShare, LocalPass, LocalPolicy, Sizes};
use crate::system::prelude::*;
use crate::system::two_level::rules::Rules;
use crate::system::two_level::{Simulation, *};
use workload::Flexibility;

/// Processors held by a job, and the promise of them.
#[derive(Debug)]
struct Holding {
    provider: u32,
    /// When it was decided.
    made: Time,
    /// For when it is promised.
    from: Time,
    until: Time,
    /// When it was given back.
    released: Time,
    processors: Vec<u32>,
}

/// All that calendars count: reservations from their acceptance on, stints of batch jobs.
fn holdings(run: &Run) -> Vec<Holding> {
    let mut all = Vec::new();
    for (job, outcome) in run.schedule.outcomes.iter().enumerate() {
        let earlier = run.schedule.earlier_stints(job).iter().map(|it| (run.schedule.bars_of_stint(it), it.held_until));
        let last = (run.schedule.bars_of(job), outcome.held_until);
        for (bars, until) in earlier.chain([last]) {
            if bars.is_empty() || until == NEVER {
                continue;
            }
            let ranges = bars.iter().flat_map(|bar| bar.first_processor..=bar.last_processor);
            let is_reservation = run.jobs[job].is_reservation();
            all.push(Holding {
                provider: outcome.provider,
                made: if is_reservation { outcome.allocated } else { bars[0].start },
                from: bars[0].start,
                until,
                released: bars[0].end,
                processors: ranges.collect(),
            });
        }
    }
    all
}

/// Whether both stood in the calendar at one time.
fn both_stood(a: &Holding, b: &Holding) -> bool {
    a.provider == b.provider && a.made < b.released && b.made < a.released
}

fn kept(settings: &mut TwoLevel) {
    settings.local.over_limit = OverLimit::Kill;
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(600)))]

    #[test]
    fn no_more_is_promised_than_there_is(
        mut settings in any_settings(), platform in platform(), jobs in jobs()
    ) {
        kept(&mut settings);
        let run = run(&settings, platform, &jobs);
        let holdings = holdings(&run);
        // The sum only rises where a promise begins.
        for one in &holdings {
            let others = holdings.iter().filter(|other| both_stood(one, other)).filter(|it| it.from <= one.from && one.from < it.until);
            let promised: usize = others
                .filter(|other| other.made <= one.made)
                .map(|other| other.processors.len())
                .sum();
            prop_assert!(
                promised <= platform[one.provider as usize] as usize,
                "{promised} processors from {} on, when {one:?} was promised", one.from
            );
        }
    }

    #[test]
    fn under_static_binding_no_processor_is_promised_twice(
        mut settings in any_settings(), platform in platform(), jobs in jobs()
    ) {
        kept(&mut settings);
        let run = run(&settings, platform, &jobs);
        let mut holdings = holdings(&run);
        holdings.retain(|it| {
            let rules = Rules::of(&settings.local, it.provider as usize);
            rules.binding == Binding::Static
        });
        for (index, one) in holdings.iter().enumerate() {
            for other in &holdings[index + 1..] {
                let both = one.processors.iter().any(|it| other.processors.contains(it));
                let apart = one.until <= other.from || other.until <= one.from;
                prop_assert!(apart || !both || !both_stood(one, other), "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn what_is_promised_is_promised_for_whole_slots(
        settings in any_settings(), platform in platform(), jobs in jobs()
    ) {
        let run = run(&settings, platform, &jobs);
        for (index, outcome) in run.schedule.outcomes.iter().enumerate() {
            if outcome.status == Status::Rejected {
                continue;
            }
            let slot = match Rules::of(&settings.local, outcome.provider as usize).granularity {
                _ if outcome.held_until == NEVER || outcome.held_until == Time::MAX => continue,
                slot => slot,
            };
            prop_assert_eq!(outcome.held_until % slot, 0);
            let on_time = outcome.start == outcome.promised_start;
            if run.jobs[index].is_reservation() && on_time && settings.local.over_limit == OverLimit::Kill {
                let slot_begins = outcome.start - outcome.start % slot;
                prop_assert_eq!(outcome.held_from, slot_begins.max(outcome.allocated));
            }
        }
    }

    #[test]
    fn a_reservation_lasts_as_long_as_it_takes_at_least(
        settings in any_settings(), platform in platform(), jobs in jobs()
    ) {
        let run = run(&settings, platform, &jobs);
        for (index, (job, outcome)) in run.jobs.iter().zip(&run.schedule.outcomes).enumerate() {
            let Some(request) = job.reservation.filter(|_| outcome.status != Status::Rejected) else {
                continue;
            };
            let asked = settings.reservation_length.of(job);
            // A job that goes on after its reservation is over held its processors in its first
            // stint.
            let until = run.schedule.earlier_stints(index).first().map_or(outcome.held_until, |it| it.held_until);
            let given = until - outcome.start;
            let slot = Rules::of(&settings.local, outcome.provider as usize).granularity;
            let least = match request.flexibility {
                Flexibility::Time { least_percent } => asked * i64::from(least_percent),
                _ => asked * 100,
            };
            prop_assert!(100 * given >= least, "{job:?} {outcome:?}");
            let stretched = matches!(request.flexibility, Flexibility::Processors { .. });
            prop_assert!(stretched || given < asked + slot, "{job:?} {outcome:?}");
        }
    }

    #[test]
    fn platform_lsf_suspends_for_reservations_only_and_goes_on_where_it_was(
        mut settings in any_settings(),
        platform in platform(),
        jobs in jobs().prop_map(|jobs| slower(20, jobs)),
    ) {
        settings.local.systems = vec![LocalSystem::PlatformLsf];
        everywhere(&mut settings, QueuePolicy::FcfsBackfilling);
        let run = run(&settings, platform, &jobs);
        let ranges = |bars: &[crate::engine::Bar]| -> Vec<(u32, u32)> {
            bars.iter().map(|bar| (bar.first_processor, bar.last_processor)).collect()
        };
        for index in 0..run.jobs.len() {
            let is_reservation = run.jobs[index].is_reservation();
            for (place, stint) in run.schedule.earlier_stints(index).iter().enumerate() {
                let own_end = is_reservation && place == 0;
                let until = stint.held_until;
                let stint = run.schedule.bars_of_stint(stint);
                prop_assert_eq!(ranges(stint), ranges(run.schedule.bars_of(index)));
                let taken_by_a_reservation = run.schedule.bars.iter().any(|bar| {
                    let overlaps = |own: &crate::engine::Bar| {
                        own.provider == bar.provider
                            && own.first_processor <= bar.last_processor
                            && bar.first_processor <= own.last_processor
                    };
                    run.jobs[bar.job as usize].is_reservation()
                        && bar.start == stint[0].end
                        && stint.iter().any(overlaps)
                });
                // Or its own reservation was over, if that was open.
                let outlasts = own_end && stint[0].end == until;
                let open = settings.local.platform_lsf_reservations == LsfReservations::Open;
                prop_assert!(taken_by_a_reservation || (outlasts && open), "job {index} stops at {}", stint[0].end);
            }
        }
    }

    #[test]
    fn in_sge_a_job_without_a_limit_is_never_killed(
        mut settings in any_settings(), platform in platform(), jobs in jobs()
    ) {
        settings.local.systems = vec![LocalSystem::Sge];
        prop_assume!(settings.local.validate().is_ok());
        let run = run(&settings, platform, &jobs);
        for (job, outcome) in run.jobs.iter().zip(&run.schedule.outcomes) {
            let unlimited = !job.is_reservation() && !job.limit_known;
            prop_assert!(!unlimited || outcome.status != Status::Killed, "{job:?}");
        }
    }

    /// Table 1 gives PBS Pro a count and Maui names, to the second, as the model has them.
    #[test]
    fn pbs_pro_is_the_model_and_maui_the_model_with_static_binding(
        settings in settings(), platform in platform(), jobs in jobs()
    ) {
        let with = |system: LocalSystem, binding: Binding| {
            let mut settings = settings.clone();
            settings.local.systems = vec![system];
            settings.local.binding = binding;
            settings.local.validate().is_ok().then(|| run(&settings, platform, &jobs))
        };
        let (dynamic, named) = (Binding::Dynamic, Binding::Static);
        prop_assert_eq!(with(LocalSystem::PbsPro, named), with(LocalSystem::Model, dynamic));
        prop_assert_eq!(with(LocalSystem::Maui, dynamic), with(LocalSystem::Model, named));
    }

    #[test]
    fn slots_of_a_second_are_as_good_as_slots_of_any_length(
        mut settings in any_settings(), platform in platform(), jobs in jobs()
    ) {
        settings.local.slots = Slots::Variable;
        let variable = run(&settings, platform, &jobs);
        settings.local.slots = Slots::Fixed(1);
        prop_assume!(settings.local.validate().is_ok());
        prop_assert_eq!(variable, run(&settings, platform, &jobs));
    }
}

/// The place of each job in the order in which batch jobs came to the providers; a reservation has that of its
/// submission.
pub fn arrivals_in(settings: &TwoLevel, run: &Run) -> Vec<usize> {
    let mut places = arrivals(settings, &run.jobs);
    if settings.grid.queue != GridQueue::FairShare {
        return places;
    }
    assert_eq!(settings.local.fair_share.half_life, 0, "nothing is forgotten");
    let period = settings.grid.period.max(1);
    let forwarded = |job: usize| (run.jobs[job].submit + period - 1).div_euclid(period) * period;
    let is_batch = |job: &usize| !run.jobs[*job].is_reservation();
    let batch: Vec<usize> = (0..run.jobs.len()).filter(is_batch).collect();
    for together in batch.chunk_by(|&one, &other| forwarded(one) == forwarded(other)) {
        let mut ordered = together.to_vec();
        ordered.sort_by_key(|&job| (used_by_owner(settings, run, job, forwarded(job)), job));
        for (job, &place) in ordered.into_iter().zip(together) {
            places[job] = place;
        }
    }
    places
}

/// The processor seconds that the jobs of the job's owner had of all providers before a time.
fn used_by_owner(settings: &TwoLevel, run: &Run, job: usize, before: Time) -> Time {
    let owner = |job: usize| match settings.local.fair_share.among {
        ShareAmong::Users => run.jobs[job].logged.user,
        ShareAmong::Groups => run.jobs[job].logged.group,
    };
    let jobs = 0..run.jobs.len();
    jobs.filter(|&other| owner(other) == owner(job)).map(|other| used(run, other, before)).sum()
}

fn used(run: &Run, job: usize, before: Time) -> Time {
    let outcome = &run.schedule.outcomes[job];
    if outcome.status == Status::Rejected {
        return 0;
    }
    let earlier = run.schedule.earlier_stints(job).iter().map(|it| run.schedule.bars_of_stint(it)[0]);
    let seconds = earlier
        .map(|bar| (bar.start, bar.end))
        .chain([(outcome.held_from, outcome.released)])
        .map(|(from, to)| (to.min(before) - from).max(0));
    Time::from(outcome.processors) * seconds.sum::<Time>()
}

/// Time, owner's job, processor seconds.
type Usage = (Time, u32, f64);

/// Fair share that records the usage of the owner of each waiting job.
struct Watched {
    policy: FairShare,
    log: Arc<Mutex<Vec<Usage>>>,
}

impl LocalPolicy for Watched {
    fn pass(&mut self, pass: &mut LocalPass) {
        let used = |job: u32| self.policy.used_by_owner(job, pass.now);
        let usage = pass.queue.iter().map(|waiting| waiting.job).map(|job| (pass.now, job, used(job)));
        self.log.lock().unwrap().extend(usage);
        self.policy.pass(pass);
    }

    fn began(&mut self, now: Time, job: u32, processors: u32) {
        self.policy.began(now, job, processors);
    }

    fn ended(&mut self, now: Time, job: u32, processors: u32) {
        self.policy.ended(now, job, processors);
    }
}

fn owner(job: &Job) -> u32 {
    (job.logged.user + 1) as u32
}

fn run_watched(settings: &TwoLevel, platform: &[u32], jobs: &[Job], half_life: Time) -> (Run, Vec<Usage>) {
    let log = Arc::new(Mutex::new(Vec::new()));
    let owners: Arc<[u32]> = jobs.iter().map(owner).collect();
    let policy = || -> Box<dyn LocalPolicy + Send> {
        Box::new(Watched { policy: FairShare::new(owners.clone(), half_life), log: log.clone() })
    };
    let simulation = Simulation::with_local_policy(settings, platform, jobs.to_vec(), 1, Sizes::SMALL, policy);
    let run = finish(simulation, platform);
    let log = log.lock().unwrap().clone();
    (run, log)
}

/// The seconds from `start` to `end`, seen from `now`: each counts half after each half-life.
fn faded(start: Time, end: Time, now: Time, half_life: Time) -> f64 {
    let weight = |time: Time| 0.5f64.powf((now - time) as f64 / half_life as f64);
    (weight(end) - weight(start)) * half_life as f64 / 2f64.ln()
}

/// The usage of the owner of `job` at its provider before `now`, by the bars of the schedule.
fn by_the_schedule(run: &Run, job: u32, now: Time, half_life: Time) -> f64 {
    let bars = run.schedule.bars.iter().filter(|bar| {
        let of_same_owner = owner(&run.jobs[bar.job as usize]) == owner(&run.jobs[job as usize]);
        let here = run.schedule.outcomes[job as usize].provider == bar.provider;
        of_same_owner && here && bar.start < now
    });
    bars.map(|bar| {
        let processors = f64::from(bar.last_processor - bar.first_processor + 1);
        processors * faded(bar.start, bar.end.min(now), now, half_life)
    })
    .sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(400)))]

    #[test]
    fn past_usage_fades_by_its_age(
        mut settings in any_settings(),
        platform in platform(),
        jobs in jobs(),
        half_life in proptest::sample::select(&[1i64, 20, 1000][..]),
    ) {
        everywhere(&mut settings, QueuePolicy::Fss);
        let (run, log) = run_watched(&settings, platform, &jobs, half_life);
        for (now, job, used) in log {
            let expected = by_the_schedule(&run, job, now, half_life);
            let difference = (used - expected).abs();
            prop_assert!(
                difference <= 1e-9 * expected.max(1.0),
                "at {now} the owner of job {job} has used {used}, not {expected}"
            );
        }
    }
}
