use super::*;
use crate::read;

fn statistics(text: &str) -> Statistics {
    Statistics::of(&read("test", text.as_bytes()).unwrap().workload)
}

#[test]
fn a_small_log_in_numbers() {
    let statistics = statistics(
        "; MaxProcs: 10\n1 100 0 50 2 -1 -1 4 60 -1 1 7\n2 0 5 20 3 -1 -1 -1 -1 -1 1 7\n\
         3 40 -1 0 1 -1 -1 1 30 -1 1 -1\n",
    );
    assert_eq!((statistics.jobs, statistics.ran, statistics.users), (3, 2, 1));
    assert_eq!(statistics.first_submission, Some(0));
    assert_eq!(statistics.last_submission, Some(100));
    assert_eq!(statistics.offered_load, Some(260.0 / 1000.0));
    let sizes = Summary { count: 2, min: 3, mean: 3.5, median: 3.5, max: 4 };
    assert_eq!(statistics.sizes, Some(sizes));
    assert_eq!(statistics.run_times.unwrap().median, 35.0);
    assert_eq!(statistics.inter_arrivals.unwrap().mean, 50.0);
    assert_eq!((statistics.serial_share, statistics.power_of_two_share), (0.0, 0.5));
    let of = |field| statistics.missing.iter().find(|missing| missing.field == field);
    assert_eq!(of(Field::Wait).map(|missing| missing.jobs), Some(1));
    assert_eq!(of(Field::RequestedTime).map(|missing| missing.jobs), Some(1));
    assert_eq!(of(Field::Submit), None);
}

#[test]
fn nothing_known_is_no_number() {
    let statistics = statistics("1 5 -1 -1 -1\n");
    assert_eq!(statistics.sizes, None);
    assert_eq!(statistics.run_times, None);
    assert_eq!(statistics.offered_load, None);
    assert_eq!(statistics.serial_share, 0.0);
    assert!(statistics.size_classes.is_empty());
    assert_eq!(Statistics::of(&Workload::default()).first_submission, None);
}

#[test]
fn classes_end_at_powers_of_two() {
    let classes = classes(&[1, 2, 3, 4, 5, 8, 0, -1, 9]);
    let shown: Vec<String> =
        classes.iter().map(|class| format!("{}-{}: {}", class.from, class.to, class.count)).collect();
    assert_eq!(shown, ["1-1: 1", "2-2: 1", "3-4: 2", "5-8: 2", "9-16: 1"]);
    assert_eq!(super::classes(&[i64::MAX]).last().unwrap().to, i64::MAX);
}

const DAY: Time = 86_400;

/// Of jobs numbered from 1, run times and requested times.
fn found(jobs: &[(Time, Time)]) -> Option<Implausible> {
    let line = |(id, (run, requested)): (u32, &(Time, Time))| format!("{id} 0 0 {run} 1 -1 -1 1 {requested}\n");
    let text: String = (1..).zip(jobs).map(line).collect();
    Implausible::of(crate::testing::reading(&text).workload.records())
}

#[test]
fn a_request_of_23_years_is_implausible() {
    let years = 23 * 365 * DAY;
    let expected = Implausible { jobs: 2, first: vec![2, 4], longest: years, beyond: 100 * DAY, clip_to: 7 * DAY };
    let jobs = [(2 * DAY, 7 * DAY), (60, years), (5, -1), (60, 101 * DAY)];
    assert_eq!(found(&jobs), Some(expected));
}

#[test]
fn a_log_of_long_jobs_has_long_requests() {
    let jobs = [(11 * DAY, 12 * DAY), (60, 110 * DAY)];
    assert_eq!(found(&jobs), None);
    let jobs = [(11 * DAY, 12 * DAY), (60, 110 * DAY + 1)];
    assert_eq!(found(&jobs).unwrap().beyond, 110 * DAY);
}

#[test]
fn a_hundred_days_are_plausible_and_nothing_known_is() {
    assert_eq!(found(&[(60, 100 * DAY)]), None);
    assert_eq!(found(&[(-1, -1)]), None);
    assert_eq!(found(&[(-1, 101 * DAY)]), None);
    let only = found(&[(1, 101 * DAY)]).unwrap();
    assert_eq!((only.jobs, only.clip_to), (1, 1));
}

#[test]
fn no_job_is_stopped_by_the_clip() {
    // It ran beyond every plausible request.
    let jobs = [(3 * DAY, DAY), (60, 1000 * DAY)];
    assert_eq!(found(&jobs).unwrap().clip_to, 3 * DAY);
}
