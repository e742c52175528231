//! What holds for every workload and every choice of policies.

use proptest::prelude::*;

use super::random::*;
use crate::criteria::report;
use crate::engine::{Run, Status};
use crate::system::two_level::*;
use crate::workload::{Flexibility, Time};

/// Whether the job could have run somewhere.
fn could_run(run: &Run, job: usize, settings: &TwoLevel) -> bool {
    let job = &run.jobs[job];
    let open = match settings.grid.reservation_allocation {
        ReservationAllocation::StaticPartition if job.is_reservation() => &run.platform[..1],
        ReservationAllocation::StaticPartition => &run.platform[1..],
        _ => &run.platform[..],
    };
    let least = match job.reservation.map(|request| request.flexibility) {
        Some(Flexibility::Processors { least }) => least,
        _ => job.processors,
    };
    open.iter().any(|&processors| least <= processors)
}

fn assert_no_processor_is_used_twice(run: &Run) {
    for (provider, &processors) in run.platform.iter().enumerate() {
        for processor in 0..processors {
            let bars = run.schedule.bars.iter();
            let mut held: Vec<(Time, Time)> = bars
                .filter(|bar| {
                    bar.provider as usize == provider
                        && (bar.first_processor..=bar.last_processor).contains(&processor)
                        && bar.start < bar.end
                })
                .map(|bar| (bar.start, bar.end))
                .collect();
            held.sort_unstable();
            assert!(
                held.windows(2).all(|pair| pair[0].1 <= pair[1].0),
                "processor {processor} of provider {provider}: {held:?}"
            );
        }
    }
    for bar in &run.schedule.bars {
        assert!(bar.last_processor < run.platform[bar.provider as usize]);
    }
}

fn assert_every_job_runs_once_or_is_rejected(run: &Run, settings: &TwoLevel) {
    for (index, job) in run.jobs.iter().enumerate() {
        let outcome = &run.schedule.outcomes[index];
        let bars = run.schedule.bars_of(index);
        let held: u32 = bars
            .iter()
            .map(|bar| bar.last_processor - bar.first_processor + 1)
            .sum();
        if outcome.status == Status::Rejected {
            let too_late =
                job.is_reservation() && settings.late_reservations == LateReservations::Deadline;
            let endless = settings.local.systems.contains(&LocalSystem::Sge)
                && run.jobs.iter().any(|other| !other.limit_known);
            assert!(
                !could_run(run, index, settings) || too_late || (job.is_reservation() && endless),
                "{job:?}"
            );
            assert!(bars.is_empty());
            continue;
        }
        assert_eq!(held, outcome.processors, "{job:?}");
        let fewest = match job.reservation.map(|request| request.flexibility) {
            Some(Flexibility::Processors { least }) => least,
            _ => job.processors,
        };
        assert!((fewest..=job.processors).contains(&outcome.processors));
        let run_time = (job.run_time * i64::from(job.processors) + i64::from(outcome.processors)
            - 1)
            / i64::from(outcome.processors);
        assert!(outcome.start >= job.ready(), "{job:?} {outcome:?}");
        assert!(outcome.allocated >= job.submit && outcome.start >= outcome.allocated);
        match outcome.status {
            Status::Done => assert_eq!(outcome.ran, run_time),
            _ => assert!(outcome.ran < run_time),
        }
        assert!(bars.iter().all(|bar| {
            bar.job as usize == index
                && (bar.start, bar.end) == (outcome.held_from, outcome.released)
                && bar.provider == outcome.provider
        }));
        assert_its_stints_add_up(run, index);
    }
    let last: u32 = run.schedule.outcomes.iter().map(|it| it.bar_count).sum();
    let earlier: u32 = run.schedule.earlier.iter().map(|it| it.bar_count).sum();
    assert_eq!((last + earlier) as usize, run.schedule.bars.len());
    let starts = run.schedule.bars.iter().map(|bar| bar.start);
    assert!(starts.is_sorted(), "bars stand in order of start");
}

/// What a job that was interrupted has run is neither lost nor done twice: the time that it was on
/// its processors is what counts and what was thrown away.
fn assert_its_stints_add_up(run: &Run, job: usize) {
    let outcome = &run.schedule.outcomes[job];
    let earlier = run.schedule.earlier_stints(job);
    assert_eq!(earlier.len(), outcome.interruptions as usize);
    let mut on_processors = outcome.end - outcome.held_from.max(outcome.start);
    let mut after = outcome.start;
    for stint in earlier {
        let bars = run.schedule.bars_of_stint(stint);
        let (held, end) = (bars[0].start, bars[0].end);
        // Slots may begin before the job that they are for.
        let start = held.max(outcome.start);
        let processors: u32 = bars
            .iter()
            .map(|it| it.last_processor - it.first_processor + 1)
            .sum();
        assert_eq!(processors, outcome.processors);
        assert!(
            bars.iter()
                .all(|bar| (bar.start, bar.end, bar.job as usize) == (held, end, job))
        );
        assert!(after <= start && start <= end, "stints follow one another");
        after = end;
        on_processors += end - start;
    }
    assert!(after <= outcome.held_from || earlier.is_empty());
    assert_eq!(on_processors, outcome.ran + outcome.lost);
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
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn every_schedule_is_sound(
        settings in any_settings(), platform in platform(), jobs in jobs()
    ) {
        let run = run(&settings, platform, &jobs);
        assert_no_processor_is_used_twice(&run);
        assert_every_job_runs_once_or_is_rejected(&run, &settings);
        if settings.local.over_limit == OverLimit::Kill {
            assert_reservations_begin_on_time(&run, &settings);
        }
    }

    /// Whatever the form of the request, the local system, the slots, and what C counts to. A job
    /// over its limit that is let run can make a reservation late, hard deadline or not.
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
        prop_assert_eq!(report(&run).mean_tardiness, 0.0);
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
        settings.local.queue = QueuePolicy::Fcfs;
        let run = run(&settings, platform, &jobs);
        for provider in 0..platform.len() {
            let outcomes = run.jobs.iter().zip(&run.schedule.outcomes);
            let starts: Vec<Time> = outcomes
                .filter(|(job, outcome)| {
                    !job.is_reservation()
                        && outcome.status != Status::Rejected
                        && outcome.provider as usize == provider
                })
                .map(|(_, outcome)| outcome.start)
                .collect();
            prop_assert!(starts.is_sorted(), "{starts:?}");
        }
    }

    #[test]
    fn lsf_starts_only_at_multiples_of_its_period(
        mut settings in settings(), platform in platform(), jobs in batch_jobs()
    ) {
        settings.local.queue = QueuePolicy::Lsf;
        settings.local.period = 10;
        let run = run(&settings, platform, &jobs);
        for outcome in &run.schedule.outcomes {
            prop_assert!(outcome.status == Status::Rejected || outcome.start % 10 == 0);
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
    fn a_run_in_pieces_is_the_same_run(
        settings in settings(), platform in platform(), jobs in jobs()
    ) {
        let whole = run(&settings, platform, &jobs);
        let mut simulation = Simulation::new(&settings, platform, jobs, 1);
        while simulation.advance(1) {}
        prop_assert_eq!(simulation.finish().1, whole.schedule);
    }
}
