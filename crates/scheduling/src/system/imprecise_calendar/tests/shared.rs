//! Jobs that share slots: the faults that the rule of a full slot per request prevents.

use super::*;
use crate::engine::Status;

fn shared(levels: &str) -> ImpreciseCalendar {
    settings(&format!(r#"{{"levels": {levels}, "one_job_per_slot": false}}"#))
}

#[test]
fn the_four_node_example_breaks_a_commitment_only_without_the_rule() {
    let levels = r#"[{"count": 1, "length": 450}, {"length": 1800}]"#;
    let ruled = settings(&format!(r#"{{"levels": {levels}}}"#));
    for (settings, broken) in [(ruled, None), (shared(levels), Some(&1.0))] {
        let run = run(&settings, &[4], jobs("0 1 1800 1800 from=1800, 0 4 1800 1800, 10 4 450 450"));
        // Job 3 was to share the slot of job 1, which begins at 30 minutes.
        assert_eq!(starts(&run), "1800 0 3600");
        assert_eq!(run.measures.get("broken_commitments"), broken);
    }
}

/// Starts, and how many commitments broke, under two managers of `nodes` nodes and one above them.
fn under_managers(nodes: &[u32], ruled: bool, jobs: &str) -> (String, Option<f64>) {
    let settings = settings(&format!(
        r#"{{"levels": [{{"count": 1, "length": 450}}, {{"length": 1800}}], "managers": "clusters",
            "one_job_per_slot": {ruled}, "bump_after": null}}"#
    ));
    let run = run(&settings, nodes, self::jobs(jobs));
    (starts(&run), run.measures.get("broken_commitments").copied())
}

#[test]
fn each_cluster_of_several_may_break_its_own_commitments() {
    // The example of four nodes in each cluster; in the second no job needs a node for all of the slot.
    let jobs = "0 1 1800 1800 user=0 from=1800, 0 4 1800 1800 user=0, 0 4 1800 1800 user=1, 10 4 450 450 user=0,
        10 4 450 450 user=1";
    for (ruled, broken) in [(true, None), (false, Some(1.0))] {
        assert_eq!(under_managers(&[4, 4], ruled, jobs), ("1800 0 0 3600 1800".to_owned(), broken));
    }
}

#[test]
fn a_commitment_of_several_clusters_breaks_in_all_if_it_does_in_one() {
    // Job 4 needs both clusters. It is committed to the slot from 1800 on, of which each has enough node seconds; but
    // in the first a job has one node for all of it. The second has all nodes free then, and waits with it.
    let jobs = "0 1 1800 1800 user=0 from=1800, 0 2 1800 1800 user=0, 0 2 1800 1800 user=1, 10 4 450 450 user=0,
        20 2 450 450 user=1";
    let shared = under_managers(&[2, 2], false, jobs);
    assert_eq!(shared, ("1800 0 0 3600 1800".to_owned(), Some(1.0)));
    // With a slot to each, every promise can be kept.
    assert_eq!(under_managers(&[2, 2], true, jobs).0, shared.0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(96)))]

    #[test]
    fn even_so_no_node_runs_two_jobs(
        jobs in proptest::collection::vec(any_job(), 0..30).prop_map(numbered),
        backfill in any::<bool>(),
    ) {
        let levels = r#"[{"count": 3, "length": 5}, {"count": 2, "length": 20}, {"length": 60}]"#;
        let settings = ImpreciseCalendar { backfill, ..shared(levels) };
        let run = run(&settings, &[8], jobs.clone());
        let mut taken = vec![Vec::<(Time, Time)>::new(); 8];
        for bar in &run.schedule.bars {
            for node in bar.first_processor..=bar.last_processor {
                let others = &mut taken[node as usize];
                prop_assert!(others.iter().all(|it| it.1 <= bar.start || it.0 >= bar.end));
                others.push((bar.start, bar.end));
            }
        }
        for (job, outcome) in run.jobs.iter().zip(&run.schedule.outcomes) {
            prop_assert_eq!(outcome.status == Status::Rejected, job.processors > 8);
            prop_assert!(outcome.status == Status::Rejected || outcome.start >= job.ready());
        }
    }

    #[test]
    fn in_a_flat_calendar_there_is_nothing_to_share(
        jobs in proptest::collection::vec(any_job(), 0..30).prop_map(numbered),
        length in 1..40i64,
        backfill in any::<bool>(),
    ) {
        let levels = format!(r#"[{{"length": {length}}}]"#);
        let free = ImpreciseCalendar { backfill, ..shared(&levels) };
        let ruled = ImpreciseCalendar { one_job_per_slot: true, ..free.clone() };
        let [free, ruled] = [free, ruled].map(|it| run(&it, &[8], jobs.clone()));
        prop_assert_eq!(free.schedule, ruled.schedule);
        prop_assert_eq!(free.measures["broken_commitments"], 0.0);
    }
}
