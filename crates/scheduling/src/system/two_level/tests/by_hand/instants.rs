//! What happens within one second, in which order.

use proptest::prelude::*;

use super::*;
use crate::system::testing::starts;
use crate::system::two_level::tests::random::batch_jobs;
use workload::Predecessor;

fn after(job: u32, it: Job) -> Job {
    let predecessor = Some(Predecessor { job, think_time: 0 });
    Job { predecessor, ..it }
}

#[test]
fn a_reservation_that_begins_now_holds_its_processors_when_a_job_is_allocated() {
    let jobs = jobs("0 4 10 10 from=10 to=20, 10 1 5 5, 11 1 5 5");
    // The reservation is the first provider's; under the last allocation it does not wait any longer at 10.
    for (allocation, providers) in
        [("most_free", [0, 1, 1]), ("load_balancing", [0, 0, 1]), ("load_balancing_with_reservations", [0, 0, 1])]
    {
        let settings = settings(&format!("mct_ties: order; grid.batch_allocation: {allocation}"));
        let outcomes = run(&settings, &[4, 4], &jobs).schedule.outcomes;
        assert!(outcomes.iter().map(|it| it.provider).eq(providers), "{allocation}");
    }
}

#[test]
fn a_rejection_releases_jobs_in_the_order_of_arrival() {
    for (rejected, period, expected) in [
        // `c` stands behind the job that is released now.
        ("10 3 5 5", 0, "-1 10 15"),
        ("10 3 5 5", 4, "-1 17 12"),
        ("12 3 5 5", 4, "-1 12 17"),
        ("10 3 5 5 from=10 to=20", 0, "-1 10 15"),
    ] {
        let whole = Job { submit: job(rejected).submit, ..job("0 2 5 5") };
        let jobs = [job(rejected), after(0, whole.clone()), whole];
        let settings = settings(&format!("grid.period: {period}"));
        assert_eq!(starts(&run(&settings, &[2], &jobs)), expected, "{period} {rejected}");
    }
}

proptest! {
    /// As if they had been submitted at the rejection: at the next multiple of δ.
    #[test]
    fn jobs_that_a_rejection_releases_are_submitted_then(
        jobs in batch_jobs(),
        period in proptest::sample::select(vec![0_i64, 7]),
        queue in proptest::sample::select(vec!["fcfs", "fcfs_backfilling", "easy", "conservative"]),
    ) {
        const MOST: u32 = 5;
        let (mut dependent, mut alone) = (jobs.clone(), jobs);
        for at in 1..alone.len() {
            if alone[at - 1].processors <= MOST || at % 3 == 0 {
                continue;
            }
            let rejected = alone[at - 1].submit;
            let rejected = (rejected + period.max(1) - 1).div_euclid(period.max(1)) * period.max(1);
            alone[at].submit = alone[at].submit.max(rejected);
            dependent[at] = after(at as u32 - 1, dependent[at].clone());
        }
        let settings = settings(&format!("grid.period: {period}; local.queue: {queue}"));
        let starts = |jobs: &[Job]| starts(&run(&settings, &[MOST], jobs));
        prop_assert_eq!(starts(&dependent), starts(&alone));
    }
}
