//! An offer computed without a run equals the offer that a run makes to a reservation submitted
//! then.

use proptest::prelude::*;

use super::random::*;
use crate::availability::{Request, Window};
use crate::policy::local::Sizes;
use crate::system::prelude::*;
use crate::system::two_level::{Asked, Given, to_be_watched};
use crate::system::two_level::{Simulation, *};
use workload::{Flexibility, ReservationRequest};

fn watched(settings: &TwoLevel, platform: &[u32], jobs: &[Job], watch: Watch) -> Explanation {
    let mut simulation = Simulation::with_sizes(settings, platform, jobs.to_vec(), 1, Sizes::SMALL);
    simulation.watch(watch);
    while !simulation.advance(1000) {}
    simulation.explanation().expect("it was watched")
}

/// The state just before the providers are asked, if promises are made to waiting jobs.
fn before(settings: &TwoLevel, platform: &[u32], run: &Run, now: Time) -> Option<Moment> {
    let watch = Watch::Moment(to_be_watched(settings, run, now)?);
    watched(settings, platform, &run.jobs, watch).moment
}

/// The jobs with a reservation more, submitted at `now` after all others, and its place among them.
fn injected(jobs: &[Job], now: Time, request: &Request) -> (Vec<Job>, usize) {
    let place = jobs.partition_point(|job| job.submit <= now);
    let reservation = Job {
        id: 1_000,
        submit: now,
        processors: request.processors,
        run_time: request.length,
        requested_time: request.length,
        logged_wait: Some(0),
        reservation: Some(ReservationRequest {
            ready: request.ready,
            deadline: request.deadline.unwrap_or(1_000_000_000),
            flexibility: Flexibility::Rigid,
            is_listed: false,
        }),
        ..Job::default()
    };
    let mut jobs = jobs.to_vec();
    jobs.insert(place, reservation);
    (jobs, place)
}

/// The offers of all providers in a run, and the provider at which it was booked.
fn offered(
    settings: &TwoLevel,
    platform: &[u32],
    (jobs, place): (&[Job], usize),
) -> (Vec<(usize, Time)>, Option<usize>) {
    let told = watched(settings, platform, jobs, Watch::Job(place as u32));
    let booked = told.entries.iter().find_map(|entry| match &entry.decision {
        Decision::Booked { offers, .. } => Some(offers),
        _ => None,
    });
    let Some(offers) = booked else {
        return (Vec::new(), None);
    };
    let starts = offers.iter().filter_map(|it| Some((it.provider as usize, it.start?)));
    let taken = offers.iter().find(|it| it.taken);
    (starts.collect(), taken.map(|it| it.provider as usize))
}

fn check(
    settings: &TwoLevel,
    platform: &[u32],
    jobs: &[Job],
    (now, request): (Time, Request),
) -> Result<(), TestCaseError> {
    let run = run(settings, platform, jobs);
    let before = before(settings, platform, &run, now);
    let asked = Asked::of(settings, &run, now, before.as_ref());
    if !asked.is_certain {
        return Ok(());
    }
    let given: Vec<Given> = (0..platform.len()).filter_map(|provider| asked.given(provider, &request)).collect();
    let (with_it, place) = injected(jobs, now, &request);
    let (offers, taken) = offered(settings, platform, (&with_it, place));
    let may_take = asked.may_take(&given);
    let Some(taken) = taken else {
        prop_assert!(may_take.is_empty(), "{given:?} are offered, and nothing is booked");
        let outcome = &super::random::run(settings, platform, &with_it).schedule.outcomes[place];
        prop_assert_eq!(outcome.status, Status::Rejected);
        return Ok(());
    };
    let told: Vec<(usize, Time)> = given.iter().map(|it| (it.provider, it.start)).collect();
    prop_assert_eq!(told, offers, "at {}: {:?}", now, request);
    let places: Vec<usize> = may_take.iter().map(|&it| given[it].provider).collect();
    prop_assert!(places.contains(&taken), "{places:?} are named, and {taken} is taken");
    let draws = settings.grid.reservation_allocation == ReservationAllocation::Random
        || (settings.grid.reservation_allocation, settings.mct_ties) == (ReservationAllocation::Mct, MctTies::Random);
    prop_assert!(draws || places.len() == 1);
    // Every window begins where the earliest start after it is found, and contains only starts that
    // fit.
    let earliest = settings.grid.flexible_start == FlexibleStart::Earliest;
    for it in &given {
        let windows = asked.windows(it.provider, &request);
        let first = windows.first().map(|it| it.first_start);
        // Of starts that are asked for one by one the first that fits may be none of these.
        let all = settings.grid.inquiry_step == 0;
        if all && (earliest || !it.in_time) {
            prop_assert_eq!(first, it.in_time.then_some(it.start));
        }
        let holds = |window: &Window| window.first_start <= it.start && it.start <= window.last_start;
        prop_assert_eq!(windows.iter().any(holds), it.in_time);
    }
    Ok(())
}

fn query() -> impl Strategy<Value = (Time, Request)> {
    let times = (0..420i64, 0..90i64, 1..70i64);
    let deadline = proptest::option::weighted(0.3, 0..80i64);
    (times, 1..=8u32, deadline).prop_map(|((now, ahead, length), processors, slack)| {
        let ready = now + ahead - 20;
        let request =
            Request { ready, deadline: slack.map(|slack| ready.max(now) + length + slack), length, processors };
        (now, request)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(1500)))]

    #[test]
    fn what_is_told_of_a_moment_is_what_the_engine_gives(
        settings in any_settings(), platform in platform(), jobs in jobs(), query in query()
    ) {
        check(&settings, platform, &jobs, query)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(400)))]

    #[test]
    fn what_conservative_backfilling_has_promised_is_known(
        mut settings in any_settings(), platform in platform(), jobs in jobs(), query in query()
    ) {
        everywhere(&mut settings, QueuePolicy::Conservative);
        let local = &mut settings.local;
        // It goes with these only.
        (local.binding, local.slots) = (Binding::Dynamic, Slots::Variable);
        local.systems.retain(|it| matches!(it, LocalSystem::Model | LocalSystem::PbsPro));
        check(&settings, platform, &jobs, query)?;
    }

    /// At a moment at which something happens.
    #[test]
    fn it_is_known_at_every_instant(
        settings in any_settings(), platform in platform(), jobs in jobs(), query in query(),
        pick: prop::sample::Index,
    ) {
        let made = run(&settings, platform, &jobs);
        let instants = crate::system::moment::instants(&made);
        prop_assume!(!instants.is_empty());
        let (then, mut request) = query;
        let now = instants[pick.index(instants.len())].max(0);
        request.ready += now - then;
        request.deadline = request.deadline.map(|it| it + now - then);
        check(&settings, platform, &jobs, (now, request))?;
    }

    /// Over several slots of ten minutes.
    #[test]
    fn it_is_known_of_platform_lsf(
        settings in any_settings(), platform in platform(),
        jobs in jobs().prop_map(|jobs| slower(20, jobs)), query in query(),
    ) {
        let mut settings = settings;
        settings.local.systems.insert(0, LocalSystem::PlatformLsf);
        prop_assume!(settings.validate(3).is_ok());
        let (now, request) = query;
        let request = Request {
            ready: request.ready * 20,
            deadline: request.deadline.map(|it| it * 20),
            length: request.length * 20,
            ..request
        };
        check(&settings, platform, &jobs, (now * 20, request))?;
    }
}
