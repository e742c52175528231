//! Jobs that share slots: what the rule of a full slot per request prevents.

use super::*;
use crate::engine::Status;

fn shared(levels: &str) -> ImpreciseCalendar {
    settings(&format!(
        r#"{{"levels": {levels}, "one_job_per_slot": false}}"#
    ))
}

#[test]
fn the_four_node_example_breaks_a_commitment_only_without_the_rule() {
    let levels = r#"[{"count": 1, "length": 450}, {"length": 1800}]"#;
    let jobs = vec![
        reserved(job(1, 0, 1, 1_800, 1_800), 1_800),
        job(2, 0, 4, 1_800, 1_800),
        job(3, 10, 4, 450, 450),
    ];
    let run_of = |settings: &ImpreciseCalendar| run(settings, &[4], jobs.clone());
    let starts =
        |run: &Run| -> Vec<Time> { run.schedule.outcomes.iter().map(|it| it.start).collect() };
    let (ruled, free) = (
        run_of(&settings(&format!(r#"{{"levels": {levels}}}"#))),
        run_of(&shared(levels)),
    );
    // Job 3 was to share the slot of job 1, which begins at 30 minutes.
    assert_eq!(starts(&ruled), [1_800, 0, 3_600]);
    assert_eq!(starts(&free), [1_800, 0, 3_600]);
    assert_eq!(free.measures["broken_commitments"], 1.0);
    assert!(!ruled.measures.contains_key("broken_commitments"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

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
