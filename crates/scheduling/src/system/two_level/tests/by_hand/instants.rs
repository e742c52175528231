//! What happens within one second, in which order.

use proptest::prelude::*;

use super::*;
use crate::system::two_level::tests::random::batch_jobs;
use workload::{Predecessor, Time};

fn settings(json: &str) -> TwoLevel {
    serde_json::from_str(json).expect("settings")
}

fn after(job: u32, it: Job) -> Job {
    let predecessor = Some(Predecessor { job, think_time: 0 });
    Job { predecessor, ..it }
}

fn starts(settings: &TwoLevel, platform: &[u32], jobs: &[Job]) -> Vec<Time> {
    let outcomes = run(settings, platform, jobs).schedule.outcomes;
    outcomes.iter().map(|it| it.start).collect()
}

#[test]
fn a_reservation_that_begins_now_holds_its_processors_when_a_job_is_allocated() {
    let jobs = [reservation((0, 4, 10, 10), 10, 20), batch((10, 1, 5, 5)), batch((11, 1, 5, 5))];
    // The reservation is the first provider's; under the last allocation it does not wait any longer at 10.
    for (allocation, providers) in
        [("most_free", [1, 1]), ("load_balancing", [0, 1]), ("load_balancing_with_reservations", [0, 1])]
    {
        let mut settings = settings(r#"{"mct_ties": "order"}"#);
        settings.grid.batch_allocation = serde_json::from_value(allocation.into()).expect("an allocation");
        let outcomes = run(&settings, &[4, 4], &jobs).schedule.outcomes;
        assert_eq!(outcomes[0].provider, 0);
        let chosen = [outcomes[1].provider, outcomes[2].provider];
        assert_eq!(chosen, providers, "{allocation}");
    }
}

#[test]
fn a_rejection_releases_jobs_in_the_order_of_arrival() {
    let too_large = (10, 3, 5, 5);
    let whole = |submit| batch((submit, 2, 5, 5));
    for (rejected, period, expected) in [
        // `c` stands behind the job that is released now.
        (batch(too_large), 0, [-1, 10, 15]),
        (batch(too_large), 4, [-1, 17, 12]),
        (batch((12, 3, 5, 5)), 4, [-1, 12, 17]),
        (reservation(too_large, 10, 20), 0, [-1, 10, 15]),
    ] {
        let submit = rejected.submit;
        let jobs = [rejected, after(0, whole(submit)), whole(submit)];
        let mut settings = settings("{}");
        settings.grid.period = period;
        assert_eq!(starts(&settings, &[2], &jobs), expected, "{period} {submit}");
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
        let mut settings = settings("{}");
        settings.grid.period = period;
        settings.local.queue = serde_json::from_value(queue.into()).expect("a policy");
        let starts = |jobs: &[Job]| starts(&settings, &[MOST], jobs);
        prop_assert_eq!(starts(&dependent), starts(&alone));
    }
}
