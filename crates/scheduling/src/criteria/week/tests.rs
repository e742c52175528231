use proptest::prelude::*;

use super::*;
use crate::criteria::span::Span;
use crate::engine::testing::{bar_run, random_run};
use base::slices::testing::with_rests;

const DAY: Time = 86_400;

/// Jobs submitted at these times, each with its waits in the run and in the log.
fn run_of(rows: &[(Time, Time, Option<Time>)]) -> Run {
    let bars: Vec<_> =
        rows.iter().zip(1..).map(|(&(submit, wait, _), id)| (id, 0, 0, 0, submit + wait, submit + wait + 60)).collect();
    let mut run = bar_run(&[4], &bars);
    for (job, &(submit, _, logged)) in run.jobs.iter_mut().zip(rows) {
        (job.submit, job.logged_wait) = (submit, logged);
    }
    run
}

#[test]
fn hours_are_those_of_the_submission() {
    // 1970-01-01 was a Thursday.
    let run = run_of(&[
        (0, 10, Some(100)),
        (3_599, 30, None),
        (3_600, 5, Some(7)),
        (3 * DAY + 13 * 3_600 + 3_540, 120, Some(0)),
        (4 * DAY, 8, Some(8)),
        (7 * DAY + 60, 20, Some(200)),
    ]);
    let week = Week::new(&run, None, Clock::utc(0), true);
    let hour = |jobs, mean_wait| Hour { jobs, mean_wait };
    let logged = week.logged.unwrap();
    assert_eq!(week.simulated[3][0], hour(3, 20.0));
    assert_eq!(logged[3][0], hour(2, 150.0));
    assert_eq!((week.simulated[3][1], logged[3][1]), (hour(1, 5.0), hour(1, 7.0)));
    assert_eq!((week.simulated[6][13], logged[6][13]), (hour(1, 120.0), hour(1, 0.0)));
    assert_eq!(week.simulated[0][0], hour(1, 8.0));
    assert_eq!(week.simulated[1], [Hour::default(); HOURS]);
    // 2024-03-01 12:00 was a Friday.
    let week = Week::new(&run, Some(Span::between(0, 1)), Clock::utc(1_709_294_400), false);
    assert_eq!((week.simulated[4][12], week.logged), (hour(1, 10.0), None));
    assert_eq!(DAYS[4], "Fri");
}

#[test]
fn jobs_without_a_run_time_in_the_log_have_no_wait_there() {
    let mut run = run_of(&[(0, 10, Some(100))]);
    run.jobs[0].run_time_known = false;
    let week = Week::new(&run, None, Clock::utc(0), true);
    assert_eq!(week.logged.unwrap()[3][0], Hour::default());
}

proptest! {
    #[test]
    fn every_job_counts_once(run in random_run(), unix_start in any::<i64>()) {
        let clock = Clock::utc(unix_start);
        let week = Week::new(&run, None, clock, true);
        let jobs: usize = week.simulated.iter().flatten().map(|it| it.jobs).sum();
        prop_assert_eq!(jobs, run.jobs.len());
        let sum: f64 = week.simulated.iter().flatten().map(|it| it.mean_wait * it.jobs as f64).sum();
        let mean = crate::criteria::report(&run).mean_waiting_time;
        prop_assert!(jobs == 0 || (sum - mean * jobs as f64).abs() < 1e-6 * (1.0 + sum));
        let (in_slices, _) = with_rests(async |pace| Week::in_slices(&run, None, clock, true, pace).await);
        prop_assert_eq!(in_slices, week);
    }
}
