//! Invariants of every workload and every choice of policies.

use proptest::prelude::*;

use super::local_systems::arrivals_in;
use super::naive::grid::may_go;
use super::random::*;
use crate::criteria::report;
use crate::criteria::wait_parts::tests::check_seconds;
use crate::engine::{Cause, Run, Status, sound};
use crate::policy::local::Sizes;
use crate::system::two_level::*;
use workload::{Flexibility, Time};

/// Whether the job could have run somewhere.
fn could_run(run: &Run, job: usize, settings: &TwoLevel) -> bool {
    let job = &run.jobs[job];
    let is_open = |provider: usize| match settings.grid.reservation_allocation {
        ReservationAllocation::StaticPartition => job.is_reservation() == (provider == 0),
        _ => true,
    };
    let least = match job.reservation.map(|request| request.flexibility) {
        Some(Flexibility::Processors { least }) => least,
        _ => job.processors,
    };
    let mut providers = run.platform.iter().enumerate();
    providers.any(|(provider, &processors)| least <= processors && is_open(provider) && may_go(settings, job, provider))
}

/// An invariant that no system reports itself: which jobs are rejected.
fn assert_only_jobs_that_cannot_run_are_rejected(run: &Run, settings: &TwoLevel) {
    let endless = settings.local.systems.contains(&LocalSystem::Sge) && run.jobs.iter().any(|other| !other.limit_known);
    for (index, job) in run.jobs.iter().enumerate() {
        if run.schedule.outcomes[index].status == Status::Rejected {
            let too_late = job.is_reservation() && settings.late_reservations == LateReservations::Deadline;
            assert!(!could_run(run, index, settings) || too_late || (job.is_reservation() && endless), "{job:?}");
            let expected = if could_run(run, index, settings) { Cause::NoInterval } else { Cause::TooLarge };
            assert_eq!(run.causes.of(index), expected, "{job:?}");
        }
    }
}

fn assert_reservations_begin_on_time(run: &Run, settings: &TwoLevel) {
    for (job, outcome) in run.jobs.iter().zip(&run.schedule.outcomes) {
        let Some(request) = job.reservation else {
            continue;
        };
        if outcome.status == Status::Rejected {
            continue;
        }
        assert_eq!(outcome.start, outcome.promised_start, "{job:?}");
        if settings.late_reservations == LateReservations::Deadline {
            let whole = settings.reservation_length.of(job);
            let shortest = match request.flexibility {
                Flexibility::Time { least_percent } => whole * i64::from(least_percent) / 100,
                _ => whole,
            };
            let end = outcome.start + shortest;
            assert!(end <= request.deadline, "{job:?} {outcome:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(1500)))]

    #[test]
    fn every_schedule_is_sound(
        settings in any_settings(), platform in platform(), jobs in jobs()
    ) {
        let run = run(&settings, platform, &jobs);
        prop_assert_eq!(sound::check(&run), Ok(()));
        prop_assert_eq!(sound::check_on_one_provider(&run), Ok(()));
        assert_only_jobs_that_cannot_run_are_rejected(&run, &settings);
        if settings.local.over_limit == OverLimit::Kill {
            assert_reservations_begin_on_time(&run, &settings);
        }
    }

    /// Whatever the form of the request, the local system, the slots, and the end that C counts. A
    /// job over its limit that may run on can make a reservation late, hard deadline or not.
    #[test]
    fn under_hard_deadlines_nothing_is_late(
        mut settings in any_settings(), platform in platform(), jobs in jobs()
    ) {
        settings.late_reservations = LateReservations::Deadline;
        settings.local.over_limit = OverLimit::Kill;
        prop_assume!(settings.validate(3).is_ok());
        let run = run(&settings, platform, &jobs);
        for (job, outcome) in run.jobs.iter().zip(&run.schedule.outcomes) {
            let deadline = job.reservation.map(|request| request.deadline);
            if let (Some(deadline), true) = (deadline, outcome.status != Status::Rejected) {
                prop_assert!(outcome.completion <= deadline, "{job:?} {outcome:?}");
            }
        }
        let report = report(&run);
        let is_of_none = report.jobs == report.rejected;
        let lateness = report.mean_tardiness;
        prop_assert!(if is_of_none { lateness.is_nan() } else { lateness == 0.0 }, "{}", lateness);
    }

    #[test]
    fn no_run_lasts_beyond_its_last_release(
        settings in any_settings(), platform in platform(), jobs in jobs()
    ) {
        let run = run(&settings, platform, &jobs);
        let released = run.schedule.outcomes.iter().map(|it| it.released).max();
        let first = run.jobs.iter().map(|job| job.submit).min();
        if let (Some(first), Some(last)) = (first, released) {
            let report = report(&run);
            prop_assert!(report.makespan <= (last - first).max(0) as f64);
            prop_assert!(report.mean_utilization <= 1.0);
        }
    }

    #[test]
    fn strict_fcfs_starts_in_order_of_arrival(
        mut settings in settings(), platform in platform(), jobs in jobs()
    ) {
        everywhere(&mut settings, QueuePolicy::Fcfs);
        let run = run(&settings, platform, &jobs);
        for provider in 0..platform.len() {
            let outcomes = run.jobs.iter().zip(&run.schedule.outcomes);
            let arrivals = arrivals_in(&settings, &run);
            let mut starts: Vec<(usize, Time)> = outcomes
                .zip(arrivals)
                .filter(|((job, outcome), _)| {
                    !job.is_reservation()
                        && outcome.status != Status::Rejected
                        && outcome.provider as usize == provider
                })
                .map(|((_, outcome), arrival)| (arrival, outcome.start))
                .collect();
            starts.sort_unstable();
            prop_assert!(starts.is_sorted_by_key(|it| it.1), "{starts:?}");
        }
    }

    #[test]
    fn lsf_starts_only_at_multiples_of_its_period(
        mut settings in settings(), platform in platform(), jobs in batch_jobs()
    ) {
        everywhere(&mut settings, QueuePolicy::Lsf);
        settings.local.period = 10;
        let run = run(&settings, platform, &jobs);
        for outcome in &run.schedule.outcomes {
            prop_assert!(outcome.status == Status::Rejected || outcome.start % 10 == 0);
        }
    }

    #[test]
    fn the_other_policies_start_only_at_multiples_of_theirs(
        mut settings in settings(), platform in platform(), jobs in batch_jobs()
    ) {
        prop_assume!(settings.local.queue != QueuePolicy::Conservative);
        settings.local.pass_period = 12;
        let run = run(&settings, platform, &jobs);
        let is_lsf = settings.local.queue == QueuePolicy::Lsf;
        for outcome in &run.schedule.outcomes {
            prop_assert!(outcome.status == Status::Rejected || is_lsf || outcome.start % 12 == 0);
        }
    }

    #[test]
    fn the_grid_sends_batch_jobs_only_at_multiples_of_its_period(
        mut settings in settings(), platform in platform(), jobs in batch_jobs()
    ) {
        settings.grid.period = 30;
        let run = run(&settings, platform, &jobs);
        for (job, outcome) in run.jobs.iter().zip(&run.schedule.outcomes) {
            if outcome.status != Status::Rejected {
                prop_assert_eq!(outcome.allocated % 30, 0);
                prop_assert!(outcome.allocated - job.submit < 30);
            }
        }
    }

    #[test]
    fn routes_are_kept(settings in any_settings(), platform in platform(), jobs in jobs()) {
        let run = run(&settings, platform, &jobs);
        for (job, outcome) in run.jobs.iter().zip(&run.schedule.outcomes) {
            let provider = outcome.provider as usize;
            prop_assert!(outcome.status == Status::Rejected || may_go(&settings, job, provider));
        }
    }

    #[test]
    fn a_run_in_pieces_is_the_same_run(
        settings in settings(), platform in platform(), jobs in jobs()
    ) {
        let whole = run(&settings, platform, &jobs);
        let mut simulation = Simulation::with_sizes(&settings, platform, jobs, 1, Sizes::SMALL);
        while !simulation.advance(1) {}
        prop_assert_eq!(simulation.finish().1, whole.schedule);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(24)))]

    #[test]
    fn the_parts_of_waits_are_those_of_their_seconds(
        settings in any_settings(), platform in platform(), jobs in jobs()
    ) {
        check_seconds(&run(&settings, platform, &jobs), true)?;
    }
}
