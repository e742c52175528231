//! Invariants of every tree of managers, however late its managers hear of each other.

use super::naive_tree::any_jobs;
use super::*;
use crate::availability::calendar::tests::properties::any_percents;
use crate::engine::Status;
use crate::system::Simulation;
use crate::system::SystemModel;
use crate::system::imprecise_calendar::simulation::CalendarSimulation as Simulated;
use crate::system::imprecise_calendar::{Assignment, Refine};

pub(in super::super) const CLUSTERS: [u32; 3] = [4, 6, 5];

pub(in super::super) fn any_settings() -> impl Strategy<Value = ImpreciseCalendar> {
    let shape = prop::sample::select(vec![r#""clusters""#, "[[0, 1], 2]", "[[[0], [2]], [1]]"]);
    let staleness = prop_oneof![1 => Just(0i64), 3 => 1..200i64];
    let few = prop::option::of(0..8u32);
    let bump = prop::option::of(0..60i64);
    let flags = (any::<bool>(), any::<bool>(), prop::bool::weighted(0.7), any::<bool>());
    let message = prop_oneof![1 => Just(0i64), 1 => 1..30i64];
    (shape, staleness, few, bump, any_percents(), flags, message).prop_map(
        |(managers, staleness, promoted, bump_after, percents, flags, message)| {
            let (backfill, late, ruled, refined) = flags;
            let percents = json!(&percents[1..]);
            let json = format!(
                r#"{{"levels": [{{"count": 3, "length": 5}}, {{"count": 2, "length": 20}}, {{"length": 60}}],
                    "managers": {managers}, "staleness": {staleness}, "threshold_percent": {percents},
                    "backfill": {backfill}, "one_job_per_slot": {ruled}, "home": "queue"}}"#
            );
            let mut settings: ImpreciseCalendar = serde_json::from_str(&json).unwrap();
            settings.promote.processors = promoted;
            settings.bump_after = bump_after;
            if refined {
                settings.refine = Refine::AtDivision;
            }
            match late {
                true => settings.assignment = Assignment::Late,
                // Where jobs share slots, or only those near changes are looked at, messages take no time.
                false if ruled && !refined => settings.message_time = message,
                false => {}
            }
            settings.validate(&CLUSTERS).expect("settings that can be run");
            settings
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(128)))]

    #[test]
    fn whatever_managers_believe_no_node_runs_two_jobs_and_groups_are_whole(
        jobs in any_jobs(),
        settings in any_settings(),
    ) {
        let run = run(&settings, &CLUSTERS, jobs.clone());
        let mut taken = CLUSTERS.map(|nodes| vec![Vec::<(Time, Time)>::new(); nodes as usize]);
        for bar in &run.schedule.bars {
            for node in bar.first_processor..=bar.last_processor {
                let others = &mut taken[bar.provider as usize][node as usize];
                prop_assert!(others.iter().all(|it| it.1 <= bar.start || it.0 >= bar.end));
                others.push((bar.start, bar.end));
            }
        }
        for (index, (job, outcome)) in run.jobs.iter().zip(&run.schedule.outcomes).enumerate() {
            prop_assert_eq!(outcome.status == Status::Rejected, job.processors > 15);
            let bars = run.schedule.bars_of(index);
            let nodes: u32 = bars.iter().map(|it| it.last_processor - it.first_processor + 1).sum();
            // A job has all of its nodes at the same time, or none at all.
            prop_assert!(nodes == job.processors || bars.is_empty());
            prop_assert!(bars.iter().all(|it| (it.start, it.end) == (outcome.start, outcome.end)));
            // Only slots that are not shared keep every commitment.
            if settings.one_job_per_slot && job.is_reservation() && outcome.status != Status::Rejected {
                prop_assert_eq!(outcome.start, outcome.promised_start);
            }
        }
    }

    #[test]
    fn supply_is_consumption_and_what_ran_elsewhere(jobs in any_jobs(), settings in any_settings()) {
        let run = run(&settings, &CLUSTERS, jobs.clone());
        let figure = |key: &str, cluster: usize| run.measures[&format!("{key}_{}", cluster + 1)];
        let (mut supply, mut consumption) = ([0.0; 3], [0.0; 3]);
        for (index, job) in run.jobs.iter().enumerate() {
            let home = job.logged.queue as usize % 3;
            for bar in run.schedule.bars_of(index) {
                let nodes = bar.last_processor - bar.first_processor + 1;
                let hours = f64::from(nodes) * (bar.end - bar.start) as f64 / 3_600.0;
                if bar.provider as usize != home {
                    supply[bar.provider as usize] += hours;
                    consumption[home] += hours;
                }
            }
        }
        let near = |left: f64, right: f64| (left - right).abs() < 1e-9;
        for cluster in 0..3 {
            prop_assert!(near(figure("supply", cluster), supply[cluster]));
            prop_assert!(near(figure("consumption", cluster), consumption[cluster]));
            let balance = consumption[cluster] - supply[cluster];
            prop_assert!(near(figure("balance", cluster), balance));
        }
        prop_assert!(near(run.measures["trade"], supply.iter().sum()));
    }

    #[test]
    fn a_manager_without_staleness_is_never_declined(jobs in any_jobs(), settings in any_settings()) {
        let settings = ImpreciseCalendar { staleness: 0, message_time: 0, ..settings };
        let run = run(&settings, &CLUSTERS, jobs.clone());
        prop_assert_eq!((run.measures["declined"], run.measures["aborted"]), (0.0, 0.0));
    }
}

proptest! {
    // Every second is looked at.
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(32)))]

    #[test]
    fn between_the_instants_of_a_tree_nothing_happens(jobs in any_jobs(), settings in any_settings()) {
        let mut by_instants = Box::new(Simulated::new(&settings, &CLUSTERS, jobs.clone()));
        while !by_instants.advance(100) {}
        let mut by_seconds = Box::new(Simulated::new(&settings, &CLUSTERS, jobs));
        by_seconds.goes_second_by_second(9_000);
        prop_assert_eq!(by_instants.finish().schedule.outcomes, by_seconds.finish().schedule.outcomes);
    }
}

#[test]
fn one_cluster_is_one_manager_s() {
    let [one, clusters] = ["one", "clusters"].map(|managers| {
        let jobs = (0..60).map(|it| job(it as u64 + 1, 13 * it, 1 + it as u32 % 8, 40 + it, 90));
        run(&settings(&format!(r#"{{"managers": "{managers}"}}"#)), &[8], jobs.collect())
    });
    assert_eq!(one.schedule, clusters.schedule);
    assert_eq!(one.measures, clusters.measures);
}

#[test]
fn a_stale_hint_is_declined_and_the_answer_is_taken() {
    let settings = |staleness: Time| {
        settings(&format!(
            r#"{{"levels": [{{"length": 10}}], "managers": "clusters", "home": "user",
                "staleness": {staleness}, "promote": {{"processors": 3}}, "bump_after": null}}"#
        ))
    };
    // Cluster 0 is filled by a job of its own; at 20 the manager above, which has heard of no change,
    // believes its copy: the cluster answers that there is room from 100 on, and takes cluster 1 at once.
    // Job 3 needs both: its manager knows its own booking in cluster 1, where all is free from 70 on,
    // and believes that all is in cluster 0. That declines; then both are asked once more, for 100.
    for (staleness, counts) in [(0, "3 0 0"), (1_000, "6 2 1")] {
        let jobs = jobs("0 3 100 100 user=0, 20 4 50 50 user=0, 30 6 50 50 user=0");
        let run = run(&settings(staleness), &[4, 4], jobs);
        assert_eq!(measures(&run, "inquiries declined aborted"), counts, "{staleness}");
        let starts = run.schedule.outcomes.iter().map(|it| (it.start, it.provider));
        assert!(starts.eq([(0, 0), (20, 1), (100, 0)]), "{staleness}");
    }
    assert!(settings(0).pool().is_none());
}

#[test]
fn a_job_that_is_assigned_late_takes_the_cluster_that_is_free_first() {
    // Both clusters are promised to a job until 100, and the manager above gives job 3 the first of them. At 20
    // the job in the other one is done.
    let third = |assignment: &str| {
        let settings = settings(&format!(
            r#"{{"levels": [{{"length": 10}}], "managers": "clusters", "promote": {{"processors": 2}},
                "assignment": "{assignment}"}}"#
        ));
        let run = run(&settings, &[4, 4], jobs("0 4 100 100 user=0, 0 4 20 100 user=1, 5 3 50 50 user=0"));
        let outcome = &run.schedule.outcomes[2];
        (outcome.start, outcome.provider, outcome.allocated, run.measures["trade"] * 3_600.0)
    };
    let [at_submission, late] = ["at_submission", "late"].map(third);
    assert_eq!((at_submission.0, at_submission.1, at_submission.2), (100, 0, 5));
    assert_eq!((late.0, late.1, late.2), (20, 1, 5));
    // Three nodes of the other cluster for 50 s.
    assert!((late.3 - at_submission.3 - 150.0).abs() < 1e-6);
}
