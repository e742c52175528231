use super::*;
use crate::engine::sound;
use crate::system::testing::{self, jobs, starts};
use crate::system::{Input, System};
use proptest::prelude::*;

/// The jobs as a selection has them: first parts and other jobs, then the other parts.
fn arranged(mut jobs: Vec<Job>) -> Vec<Job> {
    workload::select::first_parts_first(&mut jobs);
    jobs
}

fn run_of(jobs: Vec<Job>, processors: u32) -> Run {
    let mut jobs = arranged(jobs);
    let parts = Parts::join(&mut jobs);
    let mut simulation = System::default().start(Input::of_jobs(&[processors], jobs, 1)).expect("jobs can be run");
    while !simulation.advance(usize::MAX) {}
    let mut run = simulation.finish();
    parts.divide(&mut run);
    run
}

#[test]
fn parts_wait_for_each_other_and_have_their_own_processors() {
    // 8 and 56 processors that start together when the machine of 64 is free, at 3600.
    let run = run_of(jobs("0 64 3600 3600, 10 8 1800 3600 part=300, 10 56 900 1200 part=300"), 64);
    let found = run.schedule.outcomes.iter().map(|it| (it.start, it.end, it.processors));
    assert!(found.eq([(0, 3600, 64), (3600, 5400, 8), (3600, 4500, 56)]));
    for (job, rows) in [(1, (0, 7)), (2, (8, 63))] {
        assert!(run.schedule.bars_of(job).iter().map(|it| (it.first_processor, it.last_processor)).eq([rows]), "{job}");
    }
    assert_eq!(sound::check(&run), Ok(()));
}

#[test]
fn parts_wait_until_the_last_of_them_is_eligible() {
    let jobs = jobs("10 4 50 60 part=300, 10 4 50 60 part=300 eligible=90, 10 4 50 60 part=300 eligible=30");
    assert_eq!(starts(&run_of(jobs, 64)), "100 100 100");
}

#[test]
fn parts_that_do_not_fit_together_are_rejected_together() {
    let run = run_of(jobs("0 40 60 60 part=7, 0 40 60 60 part=7"), 64);
    assert!(run.schedule.outcomes.iter().map(|it| it.status).eq([Status::Rejected; 2]));
    let causes = [0, 1].map(|job| run.causes.of(job));
    assert_eq!(causes, [crate::engine::Cause::TooLarge; 2]);
}

#[test]
fn a_part_ends_by_itself_and_a_whole_is_known_by_its_first_part() {
    let whole = "0 2 100 50 part=7, 0 3 20 50 part=7";
    let mut jobs = arranged(testing::jobs(&format!("{whole}, 1 1 1 1")));
    let parts = Parts::join(&mut jobs);
    assert_eq!((jobs[0].processors, jobs[0].run_time), (5, 100));
    assert_eq!((jobs.len(), parts.first_of(2, 2), parts.first_of(2, 1)), (2, 0, 1));
    let run = run_of(testing::jobs(whole), 8);
    let found = run.schedule.outcomes.iter().map(|it| (it.status, it.end));
    assert!(found.eq([(Status::Killed, 50), (Status::Done, 20)]));
}

proptest! {
    #[test]
    fn every_run_with_parts_is_sound(
        shapes in prop::collection::vec((0..3u32, 0..40i64, 1..5u32, 0..30i64, 1..30i64), 1..15),
    ) {
        let jobs: Vec<Job> = shapes
            .iter()
            .map(|&(whole, submit, processors, run_time, limit)| {
                let submit = if whole > 0 { submit / 20 * 20 } else { submit };
                Job { heterogeneous: whole, ..workload::testing::job(1, submit, processors, run_time, limit) }
            })
            .collect();
        let count = jobs.len();
        let mut sorted = jobs;
        sorted.sort_by_key(|job| job.submit);
        let run = run_of(sorted, 12);
        prop_assert_eq!(run.jobs.len(), count);
        prop_assert_eq!(sound::check(&run), Ok(()));
        for (at, job) in run.jobs.iter().enumerate().filter(|it| it.1.heterogeneous != 0) {
            for (other, _) in run.jobs.iter().enumerate().filter(|it| {
                (it.1.heterogeneous, it.1.submit) == (job.heterogeneous, job.submit)
            }) {
                let start = |it: usize| run.schedule.outcomes[it].start;
                prop_assert_eq!(start(at), start(other));
            }
        }
    }
}
