//! The idle periods during a run, and those derived from its result.

use proptest::prelude::*;

use super::CoAllocationSimulation;
use crate::availability::idle_periods::{FOREVER, IdlePeriod};
use crate::system::co_allocation::tests::{any_job, settings};
use crate::system::co_allocation::{CoAllocation, idle_at, idle_before};
use crate::system::prelude::*;

const SERVERS: u32 = 8;

fn going(settings: &CoAllocation, jobs: &[Job]) -> CoAllocationSimulation {
    CoAllocationSimulation::new(settings, SERVERS, jobs.to_vec())
}

/// The periods that the run itself has at a moment.
fn at(settings: &CoAllocation, jobs: &[Job], now: Time) -> Vec<IdlePeriod> {
    let mut run = going(settings, jobs);
    while run.next_time().is_some_and(|next| next <= now) {
        run.instant();
    }
    run.idle.roll(now);
    let mut periods = run.idle.periods(now, FOREVER);
    periods.sort_by_key(|it| (it.server, it.start));
    periods
}

/// The periods that the run itself has when it comes to place a job.
fn before(settings: &CoAllocation, jobs: &[Job], job: usize) -> Vec<IdlePeriod> {
    let now = jobs[job].submit;
    let mut run = going(settings, jobs);
    while run.next_time().is_some_and(|next| next < now) {
        run.instant();
    }
    run.now = now;
    run.idle.roll(now);
    while let Some(over) = run.ends.pop_due(now) {
        run.end(over);
    }
    while run.arrivals.count() < job {
        let next = run.arrivals.pop_due(&run.jobs, now);
        run.place(next.expect("jobs arrive in their order"));
    }
    let mut periods = run.idle.periods(now, FOREVER);
    periods.sort_by_key(|it| (it.server, it.start));
    periods
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(256)))]

    #[test]
    fn a_result_tells_of_the_idle_periods_at_every_moment(
        mut jobs in prop::collection::vec(any_job(), 1..25),
        moments in prop::collection::vec(0..400i64, 1..8),
        early_end in prop::sample::select(vec!["held", "freed"]),
        structure in prop::sample::select(vec!["fast", "printed"]),
        length in prop::sample::select(vec!["run_time", "requested"]),
    ) {
        let settings = settings(&format!(
            r#"{{"horizon": 400, "slot": 10, "step": 7, "early_end": "{early_end}",
                "structure": "{structure}", "length": "{length}"}}"#
        ));
        jobs.sort_by_key(|job| job.submit);
        let mut whole = Box::new(going(&settings, &jobs));
        while !whole.advance(100) {}
        let run = whole.finish();
        for now in moments {
            prop_assert_eq!(idle_at(&run, now), at(&settings, &jobs, now), "at {}", now);
        }
        for job in 0..jobs.len() {
            prop_assert_eq!(idle_before(&run, job), before(&settings, &jobs, job), "{}", job);
        }
    }
}
