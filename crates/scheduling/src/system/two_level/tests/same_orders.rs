//! Queue policies that are an order with promises: the same schedules, to the second.

use proptest::prelude::*;

use super::random::*;
use crate::system::two_level::*;
use workload::Job;

/// A queue policy, and the settings of `ordered` under which it decides the same.
fn pairs(local: &Local) -> Vec<(QueuePolicy, &'static str)> {
    let usage = match local.fair_share.among {
        ShareAmong::Users => r#"{"order": "user_usage", "promises": 0}"#,
        ShareAmong::Groups => r#"{"order": "group_usage", "promises": 0}"#,
    };
    let priority = match (local.priority.by, local.priority.first) {
        (PriorityBy::Limit, PriorityFirst::High) => r#"{"order": "-limit", "promises": 0}"#,
        (PriorityBy::Limit, PriorityFirst::Low) => r#"{"order": "limit", "promises": 0}"#,
        (PriorityBy::Work, PriorityFirst::High) => r#"{"order": "-work", "promises": 0}"#,
        (PriorityBy::Work, PriorityFirst::Low) => r#"{"order": "work", "promises": 0}"#,
        (_, PriorityFirst::High) => r#"{"order": "-size", "promises": 0}"#,
        (_, PriorityFirst::Low) => r#"{"order": "size", "promises": 0}"#,
    };
    vec![
        (QueuePolicy::FcfsBackfilling, r#"{"promises": 0}"#),
        (QueuePolicy::Fcfs, r#"{"strict": true}"#),
        (QueuePolicy::Easy, "{}"),
        (QueuePolicy::Sjf, r#"{"order": "limit", "promises": 0}"#),
        (QueuePolicy::Lsf, r#"{"order": "-size", "promises": 0}"#),
        (QueuePolicy::Ppp, priority),
        (QueuePolicy::Fss, usage),
    ]
}

/// Settings under which they can be compared. The order of arrival is that of submission, sizes decide under `lsf` alone,
/// and priorities are numbers of the job.
fn comparable(mut settings: TwoLevel) -> TwoLevel {
    settings.grid.queue = GridQueue::Fcfs;
    settings.local.queues.clear();
    settings.local.estimate = Estimate::Limit;
    settings.local.period = 0;
    settings.local.lsf_ties = LsfTies::Arrival;
    settings.local.priority.ranked.clear();
    if !matches!(settings.local.priority.by, PriorityBy::Limit | PriorityBy::Work) {
        settings.local.priority.by = PriorityBy::Size;
    }
    // There a job of which the log names no limit has none, but the priority of the one that was made for it.
    let endless = |it: &mut LocalSystem| {
        if *it == LocalSystem::Sge {
            *it = LocalSystem::Maui;
        }
    };
    settings.local.systems.iter_mut().for_each(endless);
    settings
}

fn compare(settings: &TwoLevel, platform: &[u32], jobs: &[Job]) -> Result<(), TestCaseError> {
    for (queue, rule) in pairs(&settings.local) {
        let mut own = settings.clone();
        own.local.queue = queue;
        if queue == QueuePolicy::Lsf {
            own.local.pass_period = 0;
        }
        let read: Local = serde_json::from_str(rule).expect("settings");
        let mut same = own.clone();
        same.local = Local {
            queue: QueuePolicy::Ordered,
            order: read.order,
            promises: read.promises,
            strict: read.strict,
            backfill_order: None,
            ..own.local.clone()
        };
        if own.validate(3).is_err() {
            prop_assert!(same.validate(3).is_err(), "{rule}");
            continue;
        }
        prop_assert_eq!(same.validate(3), Ok(()), "{}", rule);
        let (own, same) = (run(&own, platform, jobs), run(&same, platform, jobs));
        prop_assert_eq!(own.schedule, same.schedule, "{}", rule);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(300)))]

    #[test]
    fn seven_policies_are_an_order_with_promises(
        settings in any_settings().prop_map(comparable), platform in platform(), jobs in jobs()
    ) {
        compare(&settings, platform, &jobs)?;
        // A job that never ends takes a million slots of a fixed length.
        if settings.local.slots == Slots::Variable {
            compare(&settings, platform, &some_without_limit(jobs))?;
        }
    }

    /// No time can be promised, and jobs start as they fit.
    #[test]
    fn jobs_without_limits_start_as_without_promises(platform in platform(), jobs in batch_jobs()) {
        let mut jobs = jobs;
        jobs.iter_mut().for_each(|it| it.is_unlimited = true);
        let starts = |local: &str| {
            let local = serde_json::from_str(local).expect("settings");
            let settings = TwoLevel { local, ..TwoLevel::default() };
            let outcomes = run(&settings, platform, &jobs).schedule.outcomes;
            outcomes.iter().map(|it| it.start).collect::<Vec<_>>()
        };
        let expected = starts(r#"{"queue": "fcfs_backfilling"}"#);
        for local in [
            r#"{"queue": "easy"}"#,
            r#"{"queue": "easy", "binding": "static"}"#,
            r#"{"queue": "conservative"}"#,
            r#"{"queue": "ordered"}"#,
            r#"{"queue": "ordered", "promises": "all"}"#,
            r#"{"queue": "ordered", "order": "limit", "backfill_order": "work", "promises": 3}"#,
        ] {
            prop_assert_eq!(&starts(local), &expected, "{}", local);
        }
    }
}
