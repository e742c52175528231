//! The values that an order by formula gives waiting jobs, beside the same orders written as functions.

use proptest::prelude::*;

use super::explained::watched;
use super::random::{batch_jobs, run};
use crate::engine::decisions::{Decision, Watch};
use crate::policy::formula::Formula;
use crate::system::two_level::{Promises, QueuePolicy, TwoLevel};
use workload::{Job, Time};

/// An order, and its summands as functions of a job and the time of the pass.
type Order = (&'static str, &'static [fn(&Job, f64) -> f64]);

fn size(job: &Job) -> f64 {
    job.processors.into()
}

fn wait(job: &Job, now: f64) -> f64 {
    now - job.submit as f64
}

const ORDERS: [Order; 4] = [
    ("size", &[|job, _| size(job)]),
    ("submit - 3 * wait", &[|job, _| job.submit as f64, |job, now| -3.0 * wait(job, now)]),
    (
        "limit + 10 * size - (wait + now)",
        &[|job, _| job.requested_time as f64, |job, _| 10.0 * size(job), |job, now| -wait(job, now), |_, now| -now],
    ),
    ("-wait / limit", &[|job, now| -wait(job, now) / job.requested_time as f64]),
];

fn settings(order: &str, backfill_order: Option<&str>, promises: u32) -> TwoLevel {
    let read = |text: &str| Formula::read(text).expect("a formula");
    let mut settings = TwoLevel::default();
    settings.grid.period = 0;
    settings.local.queue = QueuePolicy::Ordered;
    settings.local.order = read(order);
    settings.local.backfill_order = backfill_order.map(read);
    settings.local.promises = Promises::Count(promises);
    settings
}

fn value_of(order: &Order, job: &Job, now: Time) -> f64 {
    order.1.iter().map(|term| term(job, now as f64)).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(150)))]

    #[test]
    fn waiting_jobs_stand_by_their_values(
        jobs in batch_jobs(), order in 0..ORDERS.len(), backfill in 0..ORDERS.len(), promises in 0..3u32, first in 0..40i64
    ) {
        let (order, backfill) = (&ORDERS[order], &ORDERS[backfill]);
        let settings = settings(order.0, Some(backfill.0), promises);
        let last = run(&settings, &[16], &jobs).schedule.bars.iter().map(|bar| bar.end).max().unwrap_or(0);
        for time in (first..last).step_by(53) {
            let (_, told) = watched(&settings, &[16], &jobs, Watch::Moment(time));
            let here = &told.moment.expect("a moment").providers[0];
            let (Some(values), Some(now)) = (&here.values, here.looked) else { continue };
            let mut listed: Vec<u32> = values.jobs.iter().map(|it| it.job).collect();
            listed.sort_unstable();
            let mut waiting: Vec<u32> = here.queue.iter().map(|it| it.job).collect();
            waiting.sort_unstable();
            prop_assert_eq!(listed, waiting);
            for it in &values.jobs {
                let by = if it.backfills { backfill } else { order };
                let job = &jobs[it.job as usize];
                let (expected, sum) = (value_of(by, job, now), it.terms.iter().sum::<f64>());
                prop_assert!((it.value - expected).abs() <= 1e-9 * expected.abs(), "{} {expected}", it.value);
                prop_assert!(by.1.len() == 1 || (sum - expected).abs() <= 1e-9 * expected.abs(), "{sum} {expected}");
                prop_assert_eq!(it.terms.len(), if by.1.len() == 1 { 0 } else { by.1.len() });
            }
            for pair in values.jobs.windows(2) {
                let key = |at: usize| (pair[at].backfills, pair[at].value, pair[at].job);
                prop_assert!(key(0) < key(1), "{pair:?}");
            }
        }
    }

    #[test]
    fn a_job_is_behind_one_that_arrived_later_and_has_a_smaller_value(
        jobs in batch_jobs(), order in 0..ORDERS.len(), promises in 0..3u32
    ) {
        let order = &ORDERS[order];
        let settings = settings(order.0, None, promises);
        for index in 0..jobs.len() {
            let (_, told) = watched(&settings, &[16], &jobs, Watch::Job(index as u32));
            for entry in &told.entries {
                let precedence = match &entry.decision {
                    Decision::Waits(waits) => waits.behind.clone(),
                    Decision::Started { overtaking: Some(it), .. } => it.precedence.clone(),
                    _ => None,
                };
                let Some(it) = precedence else { continue };
                prop_assert!(it.ahead.job > it.behind.job && [it.ahead.job, it.behind.job].contains(&(index as u32)));
                prop_assert!(it.ahead.value < it.behind.value);
                for side in [it.ahead, it.behind] {
                    let expected = value_of(order, &jobs[side.job as usize], entry.first);
                    prop_assert!((side.value - expected).abs() <= 1e-9 * expected.abs());
                }
                prop_assert_eq!(it.term.is_some(), order.1.len() > 1);
            }
        }
    }
}
