use proptest::prelude::*;

use super::*;
use crate::engine::testing::job;
use crate::engine::{Status, Tick};
use workload::Unused;

/// A run of (logged wait, simulated wait); −1 where the log does not know.
fn run_of(waits: &[(Time, Time)]) -> Run {
    let mut run = Run::default();
    for (at, &(logged, simulated)) in waits.iter().enumerate() {
        let submit = 1_000 + at as Time;
        let mut job = job(at as u64 + 1, submit, 1, 10);
        job.logged_wait = (logged >= 0).then_some(logged);
        run.jobs.push(job);
        run.schedule.outcomes.push(Outcome {
            status: Status::Done,
            start: submit + simulated,
            end: submit + simulated + 10,
            ..Outcome::UNSEEN
        });
    }
    run
}

fn calibration(run: &Run) -> Option<Calibration> {
    Calibration::of(run, &Unused::default(), |_| false)
}

/// Spearman's from the rule: the rank of a value is the mean of the places that it and its equals take, and the
/// correlation is Pearson's of the ranks. O(n²).
fn by_the_rule(pairs: &[(Time, Time)]) -> Option<f64> {
    let ranks = |of: fn(&(Time, Time)) -> Time| -> Vec<f64> {
        let rank = |own: &(Time, Time)| {
            let lower = pairs.iter().filter(|it| of(it) < of(own)).count();
            let equal = pairs.iter().filter(|it| of(it) == of(own)).count();
            let places = (lower + 1)..=(lower + equal);
            places.map(|it| it as f64).sum::<f64>() / equal as f64
        };
        pairs.iter().map(rank).collect()
    };
    let (one, other) = (ranks(|it| it.0), ranks(|it| it.1));
    let mean = |of: &[f64]| of.iter().sum::<f64>() / of.len() as f64;
    let (mean_one, mean_other) = (mean(&one), mean(&other));
    let sum = |of: &dyn Fn(usize) -> f64| (0..one.len()).map(of).sum::<f64>();
    let both = sum(&|at| (one[at] - mean_one) * (other[at] - mean_other));
    let first = sum(&|at| (one[at] - mean_one).powi(2));
    let second = sum(&|at| (other[at] - mean_other).powi(2));
    (first > 0.0 && second > 0.0).then(|| both / (first * second).sqrt())
}

#[test]
fn waits_of_the_same_jobs_stand_side_by_side() {
    let mut run = run_of(&[(100, 10), (-1, 999), (300, 20), (200, 90), (7, 7)]);
    // It did not run in the model, and another one not in the log.
    run.schedule.outcomes[4].status = Status::Rejected;
    run.jobs.push(Job { run_time_known: false, ..run.jobs[0].clone() });
    run.schedule.outcomes.push(run.schedule.outcomes[0]);
    let found = calibration(&run).expect("three jobs");
    assert_eq!(found.jobs, 3);
    assert_eq!((found.logged_mean_wait, found.logged_median_wait), (200.0, 200.0));
    assert_eq!((found.simulated_mean_wait, found.simulated_median_wait), (40.0, 20.0));
    // Ranks 1, 3, 2 and 1, 2, 3.
    assert_eq!(found.rank_correlation, Some(0.5));
}

#[test]
fn a_log_without_waits_has_none() {
    assert_eq!(calibration(&run_of(&[(-1, 5), (-1, 9)])), None);
    assert_eq!(calibration(&Run::default()), None);
    let equal = calibration(&run_of(&[(5, 1), (5, 2)])).expect("waits");
    assert_eq!(equal.rank_correlation, None);
}

#[test]
fn far_is_more_than_a_factor_of_three_beyond_a_minute() {
    let far = |logged: Time, simulated: Time| calibration(&run_of(&[(logged, simulated)])).expect("waits").far;
    for (logged, simulated, expected) in [
        (0, 180, false),
        (0, 181, true),
        (181, 0, true),
        (59, 180, false),
        (100, 300, false),
        (100, 301, true),
        (301, 100, true),
        (73_800, 1_080, true),
        (0, 0, false),
    ] {
        assert_eq!(far(logged, simulated), expected, "{logged} {simulated}");
    }
    // The means are alike, the medians are not.
    let uneven = calibration(&run_of(&[(0, 1_000), (0, 1_000), (3_000, 1_000)]));
    assert!(uneven.expect("waits").far);
}

#[test]
fn ticks_make_no_difference() {
    let seconds = run_of(&[(100, 10), (300, 20), (200, 90)]);
    let mut fine = seconds.clone();
    fine.tick = Tick::MILLISECOND;
    for (job, outcome) in fine.jobs.iter_mut().zip(&mut fine.schedule.outcomes) {
        job.submit *= 1_000;
        outcome.start *= 1_000;
    }
    assert_eq!(calibration(&fine), calibration(&seconds));
}

proptest! {
    #[test]
    fn the_rank_correlation_is_the_rules(
        pairs in prop::collection::vec((0..12_i64, 0..12_i64), 1..40),
        scale in 1..1_000_000_i64,
    ) {
        let scaled: Vec<_> = pairs.iter().map(|&(a, b)| (a * scale, b)).collect();
        let found = calibration(&run_of(&scaled)).expect("waits").rank_correlation;
        match (found, by_the_rule(&scaled)) {
            (Some(found), Some(rule)) => prop_assert!((found - rule).abs() < 1e-9, "{found} {rule}"),
            (found, rule) => prop_assert_eq!(found, rule),
        }
    }

    /// Means and medians by the plainest way.
    #[test]
    fn means_and_medians_are_those_of_the_waits(pairs in prop::collection::vec((0..9_999_i64, 0..9_999_i64), 1..40)) {
        let found = calibration(&run_of(&pairs)).expect("waits");
        let mut logged: Vec<f64> = pairs.iter().map(|it| it.0 as f64).collect();
        logged.sort_by(f64::total_cmp);
        let count = logged.len();
        let median = if count % 2 == 1 { logged[count / 2] } else { (logged[count / 2 - 1] + logged[count / 2]) / 2.0 };
        prop_assert_eq!(found.logged_median_wait, median);
        prop_assert!((found.logged_mean_wait - logged.iter().sum::<f64>() / count as f64).abs() < 1e-9);
    }
}
