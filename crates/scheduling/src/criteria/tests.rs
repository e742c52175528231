use super::*;
use crate::engine::{Schedule, SlowdownThreshold};
use crate::system::testing::{job, named};

/// A run of jobs, each with its start, if it ran, and its provider, if that is not the first one; it ends and is done
/// after its run time, or as told.
fn run_of(platform: &[u32], text: &str) -> Run {
    let outcome = |text: &str, job: &Job| {
        let Some(start) = named(text, "start=") else {
            return Outcome { processors: job.processors, ..Outcome::UNSEEN };
        };
        let end = named(text, "end=").unwrap_or(start + job.run_time);
        let completion = named(text, "done=").unwrap_or(end);
        Outcome {
            status: if text.contains("killed") { Status::Killed } else { Status::Done },
            provider: named(text, "at=").unwrap_or(0) as u32,
            processors: job.processors,
            allocated: start,
            promised_start: start,
            start,
            end,
            ran: end - start,
            released: named(text, "released=").unwrap_or(end.max(completion)),
            completion,
            ..Outcome::UNSEEN
        }
    };
    let jobs: Vec<Job> = text.split(',').filter(|it| !it.is_empty()).map(job).collect();
    let outcomes = text.split(',').zip(&jobs).map(|(text, job)| outcome(text, job)).collect();
    let schedule = Schedule { outcomes, ..Schedule::default() };
    Run { platform: platform.to_vec(), jobs, schedule, ..Run::default() }
}

/// Reports, spans and distributions have the run's own threshold: a job of 20 s that waited 40, and one of 10 s
/// that waited 20.
#[test]
fn slowdowns_are_bounded_by_the_threshold_of_the_run() {
    use crate::criteria::distribution::{Value, jobs_that_ran};
    use crate::criteria::span::SpanReport;

    for (threshold, expected) in [(1, [3.0, 3.0]), (15, [3.0, 2.0]), (1_000, [1.0, 1.0])] {
        let run = Run {
            slowdown_threshold: SlowdownThreshold::of(threshold),
            ..run_of(&[8], "0 1 20 50 start=40, 0 1 10 50 start=20")
        };
        let mean = (expected[0] + expected[1]) / 2.0;
        let report = report(&run);
        let whole = SpanReport::whole(&run).all.mean_bounded_slowdown;
        let parts = [report.batch.mean_bounded_slowdown, report.providers[0].mean_bounded_slowdown];
        assert_eq!([report.mean_bounded_slowdown, parts[0], parts[1], whole], [mean; 4], "{threshold}");
        let values = jobs_that_ran(&run, None).map(|(job, outcome)| Value::Slowdown.of(job, outcome, &run));
        assert_eq!(values.collect::<Vec<_>>(), expected, "{threshold}");
    }
}

/// Worked out on paper: a batch job, a reservation late by 20, one killed, one too large.
#[test]
fn the_criteria_of_four_jobs() {
    // The second is held for 50, ready at 140, started at 160, its job ran 10.
    let report = report(&run_of(
        &[4, 2],
        "100 4 20 50 start=110, 100 2 10 50 from=140 to=190 start=160 done=210,
         130 1 99 30 at=1 start=130 end=160 killed, 130 9 5 5",
    ));
    assert_eq!((report.jobs, report.rejected, report.killed), (4, 1, 1));
    assert_eq!((report.makespan, report.mean_tardiness), (110.0, 20.0));
    assert_eq!(report.mean_flow_time, (30.0 + 70.0 + 30.0) / 3.0);
    assert_eq!(report.mean_waiting_time, (10.0 + 20.0 + 0.0) / 3.0);
    assert_eq!(report.mean_bounded_slowdown, (1.5 + 3.0 + 1.0) / 3.0);
    let [first, second] = &report.providers[..] else { panic!("two providers") };
    assert_eq!(first.utilization, (4.0 * 20.0 + 2.0 * 10.0) / (4.0 * 110.0));
    assert_eq!(second.utilization, 30.0 / (2.0 * 110.0));
    assert_eq!(report.mean_utilization, (first.utilization + second.utilization) / 2.0);
    assert_eq!((first.jobs, second.jobs, second.makespan), (2, 1, 60.0));
    let KindReport { jobs, mean_flow_time, rejected, killed, .. } = report.batch;
    assert_eq!((jobs, mean_flow_time, rejected, killed), (3, 30.0, 1, 1));
    assert_eq!((report.reservations.mean_flow_time, report.reservations.mean_waiting_time), (70.0, 20.0));
}

/// Jobs of 1, 3, 2 and 2 processors that wait 0, 10, 20 and 100 s, the last of them a reservation, and one of 9 that is
/// rejected.
#[test]
fn waits_have_percentiles_in_all_by_kind_and_by_size() {
    let report = report(&run_of(
        &[4],
        "0 1 10 50 start=0, 0 3 10 50 start=10, 0 2 10 50 start=20, 0 2 10 50 from=50 to=500 start=150, 0 9 10 50",
    ));
    let Report { median_waiting_time, waiting_time_90, waiting_time_99, .. } = report;
    assert_eq!([median_waiting_time, waiting_time_90, waiting_time_99], [10.0, 100.0, 100.0]);
    let of = |it: &KindReport| {
        let waits = [it.median_waiting_time, it.waiting_time_90, it.waiting_time_99];
        format!("{} jobs, {} rejected, {waits:?}", it.jobs, it.rejected)
    };
    assert_eq!(of(&report.batch), "4 jobs, 1 rejected, [10.0, 20.0, 20.0]");
    assert_eq!(of(&report.reservations), "1 jobs, 0 rejected, [100.0, 100.0, 100.0]");
    let by_size = report.by_size.iter().map(|(size, it)| format!("{size}: {}", of(it)));
    let expected = [
        "1: 1 jobs, 0 rejected, [0.0, 0.0, 0.0]",
        "2: 3 jobs, 0 rejected, [20.0, 100.0, 100.0]",
        "8: 1 jobs, 1 rejected, [NaN, NaN, NaN]",
    ];
    assert_eq!(by_size.collect::<Vec<_>>(), expected);
    // The classes together are all jobs.
    let jobs: usize = report.by_size.values().map(|it| it.jobs).sum();
    assert_eq!(jobs, report.jobs);
    assert_eq!(report.by_size[&2].mean_waiting_time, 130.0 / 3.0);
}

/// Two jobs before the counted ones: the first still runs when these come.
#[test]
fn jobs_of_a_warm_up_take_their_processors_and_count_in_utilization_alone() {
    let run = run_of(&[4], "0 2 200 500 start=0, 50 9 10 50, 100 2 50 500 start=120, 150 4 100 500 start=200");
    let counted = report_of_jobs(&run, |job| job.submit >= 100);
    assert_eq!((counted.jobs, counted.rejected, counted.batch.jobs), (2, 0, 2));
    assert!(counted.rejections.is_empty());
    assert_eq!(counted.mean_waiting_time, (20.0 + 50.0) / 2.0);
    assert_eq!(counted.makespan, 200.0);
    // From 100 to 300: the first job for 100 s, both others.
    let work = 2.0 * 100.0 + 2.0 * 50.0 + 4.0 * 100.0;
    assert_eq!(counted.mean_utilization, work / (4.0 * 200.0));
    assert_eq!(counted.providers[0].utilization, counted.mean_utilization);
    assert_eq!(report_of_jobs(&run, |_| true), report(&run));
    assert_eq!(report_of_jobs(&run, |_| false).jobs, 0);
}

#[test]
fn the_span_ends_when_the_last_processor_is_given_back_and_no_more_is_used_than_there_is() {
    for (text, figures) in [
        // It outlasts its request.
        ("0 1 100 10 from=0 to=10 start=0 done=10", [1.0, 100.0, 10.0, 0.0]),
        ("0 1 10 100 from=0 to=100 start=0 done=100 released=10", [1.0, 10.0, 100.0, 0.0]),
    ] {
        let it = report(&run_of(&[1], text));
        assert_eq!([it.mean_utilization, it.makespan, it.mean_flow_time, it.mean_tardiness], figures, "{text}");
    }
}

#[test]
fn a_short_job_is_no_great_slowdown() {
    for (text, slowdown) in [("0 1 1 1 start=19", 2.0), ("0 1 0 1 start=0", 1.0)] {
        assert_eq!(report(&run_of(&[1], text)).mean_bounded_slowdown, slowdown, "{text}");
    }
}

#[test]
fn over_no_jobs_there_are_no_means() {
    let none = KindReport {
        mean_flow_time: f64::NAN,
        mean_waiting_time: f64::NAN,
        median_waiting_time: f64::NAN,
        waiting_time_90: f64::NAN,
        waiting_time_99: f64::NAN,
        mean_bounded_slowdown: f64::NAN,
        ..KindReport::default()
    };
    let providers = vec![ProviderReport {
        processors: 8,
        mean_flow_time: f64::NAN,
        mean_tardiness: f64::NAN,
        mean_waiting_time: f64::NAN,
        mean_bounded_slowdown: f64::NAN,
        ..ProviderReport::default()
    }];
    let of_nothing = Report {
        population: Population { processors: 8, ..Population::default() },
        mean_flow_time: f64::NAN,
        mean_tardiness: f64::NAN,
        mean_waiting_time: f64::NAN,
        median_waiting_time: f64::NAN,
        waiting_time_90: f64::NAN,
        waiting_time_99: f64::NAN,
        mean_bounded_slowdown: f64::NAN,
        batch: none.clone(),
        reservations: none,
        providers: providers.clone(),
        ..Report::default()
    };
    assert_eq!(report(&run_of(&[8], "")), of_nothing);
    let all_rejected = report(&run_of(&[8], "5 9 1 1"));
    assert_eq!((all_rejected.rejected, all_rejected.makespan), (1, 0.0));
    assert_eq!(all_rejected.providers, providers);
    let json = serde_json::to_value(&all_rejected).unwrap();
    for part in [&json, &json["batch"], &json["reservations"], &json["providers"][0]] {
        assert!(part["mean_flow_time"].is_null() && part["mean_waiting_time"].is_null(), "{part}");
    }
    let read: Report = serde_json::from_str(&all_rejected.to_json()).unwrap();
    assert_eq!(read, all_rejected);
    // Jobs ran, none of them a reservation.
    let batch = report(&run_of(&[8], "0 1 10 50 start=0"));
    assert_eq!(batch.mean_tardiness, 0.0);
    assert!(batch.reservations.mean_flow_time.is_nan());
}

#[test]
fn a_report_reads_back_to_the_last_digit() {
    let report = Report { mean_tardiness: 6_233.333_333_333_334, mean_flow_time: 1.0 / 3.0, ..Report::default() };
    let read: Report = serde_json::from_str(&report.to_json()).unwrap();
    assert_eq!(read, report);
}

#[test]
fn of_a_job_on_two_providers_each_has_the_work_of_its_own_processors() {
    let bar =
        |provider, last_processor| Bar { job: 0, provider, first_processor: 0, last_processor, start: 20, end: 100 };
    let mut run = run_of(&[4, 8], "0 6 80 90 start=20");
    run.schedule.bars = vec![bar(0, 3), bar(1, 1)];
    run.schedule.outcomes[0].bar_count = 2;
    let report = report(&run);
    assert!(report.providers.iter().map(|it| it.utilization).eq([0.8, 0.2]));
    assert_eq!(report.providers[1].makespan, 100.0);
    let within = span::SpanReport::of(&run, span::Span { from: 60, to: 160 });
    assert_eq!(within.all.mean_utilization, (0.4 + 0.1) / 2.0);
}
