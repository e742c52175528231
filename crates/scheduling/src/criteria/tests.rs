use super::*;
use crate::engine::{NEVER, Schedule, SlowdownThreshold};
use workload::{Flexibility, ReservationRequest};

fn job(submit: Time, processors: u32, run_time: Time, requested_time: Time) -> Job {
    Job { id: 0, submit, processors, run_time, requested_time, logged_wait: Some(0), ..Job::default() }
}

fn reservation(job: Job, ready: Time, deadline: Time) -> Job {
    Job {
        reservation: Some(ReservationRequest { ready, deadline, flexibility: Flexibility::Rigid, is_listed: false }),
        ..job
    }
}

/// It starts, its job ends, C.
fn ran(provider: u32, [start, end, completion]: [Time; 3]) -> Outcome {
    Outcome {
        status: Status::Done,
        provider,
        allocated: start,
        promised_start: start,
        start,
        end,
        ran: end - start,
        released: end.max(completion),
        completion,
        ..Outcome::UNSEEN
    }
}

fn rejected() -> Outcome {
    Outcome { status: Status::Rejected, ..ran(0, [NEVER; 3]) }
}

fn report_of(platform: &[u32], jobs: Vec<(Job, Outcome)>) -> Report {
    let jobs = jobs.into_iter().map(|(job, outcome)| {
        let processors = job.processors;
        let given = Outcome { processors, ..outcome };
        (job, given)
    });
    let (jobs, outcomes) = jobs.unzip();
    report(&Run {
        platform: platform.to_vec(),
        jobs,
        schedule: Schedule { outcomes, ..Schedule::default() },
        ..Run::default()
    })
}

/// Reports, spans and distributions have the run's own threshold: a job of 20 s that waited 40, and one of 10 s
/// that waited 20.
#[test]
fn slowdowns_are_bounded_by_the_threshold_of_the_run() {
    use crate::criteria::distribution::{Value, jobs_that_ran};
    use crate::criteria::span::SpanReport;

    for (threshold, expected) in [(1, [3.0, 3.0]), (15, [3.0, 2.0]), (1_000, [1.0, 1.0])] {
        let outcomes = [ran(0, [40, 60, 60]), ran(0, [20, 30, 30])];
        let run = Run {
            slowdown_threshold: SlowdownThreshold::of(threshold),
            platform: vec![8],
            jobs: vec![job(0, 1, 20, 50), job(0, 1, 10, 50)],
            schedule: Schedule { outcomes: outcomes.to_vec(), ..Schedule::default() },
            ..Run::default()
        };
        let mean = (expected[0] + expected[1]) / 2.0;
        assert_eq!(report(&run).mean_bounded_slowdown, mean);
        assert_eq!(report(&run).batch.mean_bounded_slowdown, mean);
        assert_eq!(report(&run).providers[0].mean_bounded_slowdown, mean);
        assert_eq!(SpanReport::whole(&run).all.mean_bounded_slowdown, mean);
        let values: Vec<f64> =
            jobs_that_ran(&run, None).map(|(job, outcome)| Value::Slowdown.of(job, outcome, &run)).collect();
        assert_eq!(values, expected);
    }
}

/// Worked out on paper: a batch job, a reservation late by 20, one killed, one too large.
#[test]
fn the_criteria_of_four_jobs() {
    let killed = Outcome { status: Status::Killed, ..ran(1, [130, 160, 160]) };
    let report = report_of(
        &[4, 2],
        vec![
            (job(100, 4, 20, 50), ran(0, [110, 130, 130])),
            // Held for 50, ready at 140, started at 160, its job ran 10.
            (reservation(job(100, 2, 10, 50), 140, 190), ran(0, [160, 170, 210])),
            (job(130, 1, 99, 30), killed),
            (job(130, 9, 5, 5), rejected()),
        ],
    );
    assert_eq!((report.jobs, report.rejected, report.killed), (4, 1, 1));
    assert_eq!(report.makespan, 110.0);
    assert_eq!(report.mean_flow_time, (30.0 + 70.0 + 30.0) / 3.0);
    assert_eq!(report.mean_waiting_time, (10.0 + 20.0 + 0.0) / 3.0);
    assert_eq!(report.mean_tardiness, 20.0);
    assert_eq!(report.mean_bounded_slowdown, (1.5 + 3.0 + 1.0) / 3.0);
    let [first, second] = &report.providers[..] else { panic!("two providers") };
    assert_eq!(first.utilization, (4.0 * 20.0 + 2.0 * 10.0) / (4.0 * 110.0));
    assert_eq!(second.utilization, 30.0 / (2.0 * 110.0));
    assert_eq!(report.mean_utilization, (first.utilization + second.utilization) / 2.0);
    assert_eq!((first.jobs, second.jobs, second.makespan), (2, 1, 60.0));
    let KindReport { jobs, mean_flow_time, rejected, killed, .. } = report.batch;
    assert_eq!((jobs, mean_flow_time, rejected, killed), (3, 30.0, 1, 1));
    assert_eq!(report.reservations.mean_flow_time, 70.0);
    assert_eq!(report.reservations.mean_waiting_time, 20.0);
}

/// Jobs of 1, 3, 2 and 2 processors that wait 0, 10, 20 and 100 s, the last of them a reservation, and one of 9 that is
/// rejected.
#[test]
fn waits_have_percentiles_in_all_by_kind_and_by_size() {
    let held = reservation(job(0, 2, 10, 50), 50, 500);
    let report = report_of(
        &[4],
        vec![
            (job(0, 1, 10, 50), ran(0, [0, 10, 10])),
            (job(0, 3, 10, 50), ran(0, [10, 20, 20])),
            (job(0, 2, 10, 50), ran(0, [20, 30, 30])),
            (held, ran(0, [150, 160, 160])),
            (job(0, 9, 10, 50), rejected()),
        ],
    );
    let Report { median_waiting_time, waiting_time_90, waiting_time_99, .. } = report;
    let all = [median_waiting_time, waiting_time_90, waiting_time_99];
    assert_eq!(all, [10.0, 100.0, 100.0]);
    let of = |it: &KindReport| {
        let waits = [it.median_waiting_time, it.waiting_time_90, it.waiting_time_99];
        (it.jobs, it.rejected, waits.map(|it| (!it.is_nan()).then_some(it)))
    };
    assert_eq!(of(&report.batch), (4, 1, [10.0, 20.0, 20.0].map(Some)));
    assert_eq!(of(&report.reservations), (1, 0, [Some(100.0); 3]));
    let by_size: Vec<_> = report.by_size.iter().map(|(size, it)| (*size, of(it))).collect();
    let expected = [(1, (1, 0, [Some(0.0); 3])), (2, (3, 0, [20.0, 100.0, 100.0].map(Some))), (8, (1, 1, [None; 3]))];
    assert_eq!(by_size, expected);
    // The classes together are all jobs.
    let jobs: usize = report.by_size.values().map(|it| it.jobs).sum();
    assert_eq!(jobs, report.jobs);
    assert_eq!(report.by_size[&2].mean_waiting_time, 130.0 / 3.0);
}

/// Two jobs before the counted ones: the first still runs when these come.
#[test]
fn jobs_of_a_warm_up_take_their_processors_and_count_in_utilization_alone() {
    let jobs = vec![
        (job(0, 2, 200, 500), ran(0, [0, 200, 200])),
        (job(50, 9, 10, 50), rejected()),
        (job(100, 2, 50, 500), ran(0, [120, 170, 170])),
        (job(150, 4, 100, 500), ran(0, [200, 300, 300])),
    ];
    let (jobs, outcomes): (Vec<Job>, Vec<Outcome>) = jobs
        .into_iter()
        .map(|(job, outcome)| {
            let processors = job.processors;
            (job, Outcome { processors, ..outcome })
        })
        .unzip();
    let run = Run { platform: vec![4], jobs, schedule: Schedule { outcomes, ..Schedule::default() }, ..Run::default() };
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
fn a_reservation_that_outlasts_its_request_uses_no_more_than_there_is() {
    let long = reservation(job(0, 1, 100, 10), 0, 10);
    let report = report_of(&[1], vec![(long, ran(0, [0, 100, 10]))]);
    assert_eq!((report.mean_utilization, report.makespan), (1.0, 100.0));
    assert_eq!((report.mean_flow_time, report.mean_tardiness), (10.0, 0.0));
}

#[test]
fn the_span_ends_when_the_last_processor_is_given_back() {
    let freed = reservation(job(0, 1, 10, 100), 0, 100);
    let outcome = Outcome { released: 10, ..ran(0, [0, 10, 100]) };
    let report = report_of(&[1], vec![(freed, outcome)]);
    assert_eq!((report.mean_utilization, report.makespan), (1.0, 10.0));
    assert_eq!(report.mean_flow_time, 100.0);
}

#[test]
fn a_short_job_is_no_great_slowdown() {
    let short = (job(0, 1, 1, 1), ran(0, [19, 20, 20]));
    let none = (job(0, 1, 0, 1), ran(0, [0, 0, 0]));
    assert_eq!(report_of(&[1], vec![short]).mean_bounded_slowdown, 2.0);
    assert_eq!(report_of(&[1], vec![none]).mean_bounded_slowdown, 1.0);
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
    assert_eq!(report_of(&[8], Vec::new()), of_nothing);
    let all_rejected = report_of(&[8], vec![(job(5, 9, 1, 1), rejected())]);
    assert_eq!((all_rejected.rejected, all_rejected.makespan), (1, 0.0));
    assert_eq!(all_rejected.providers, providers);
    let json = serde_json::to_value(&all_rejected).unwrap();
    for part in [&json, &json["batch"], &json["reservations"], &json["providers"][0]] {
        assert!(part["mean_flow_time"].is_null() && part["mean_waiting_time"].is_null(), "{part}");
    }
    let read: Report = serde_json::from_str(&all_rejected.to_json()).unwrap();
    assert_eq!(read, all_rejected);
    // Jobs ran, none of them a reservation.
    let batch = report_of(&[8], vec![(job(0, 1, 10, 50), ran(0, [0, 10, 10]))]);
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
    let outcome = Outcome { processors: 6, bar_count: 2, ..ran(0, [20, 100, 100]) };
    let run = Run {
        platform: vec![4, 8],
        jobs: vec![job(0, 6, 80, 90)],
        schedule: Schedule { outcomes: vec![outcome], bars: vec![bar(0, 3), bar(1, 1)], ..Schedule::default() },
        ..Run::default()
    };
    let report = report(&run);
    let utilization: Vec<f64> = report.providers.iter().map(|it| it.utilization).collect();
    assert_eq!(utilization, [0.8, 0.2]);
    assert_eq!(report.providers[1].makespan, 100.0);
    let halved = span::Span { from: 60, to: 160 };
    let within = span::SpanReport::of(&run, halved);
    assert_eq!(within.all.mean_utilization, (0.4 + 0.1) / 2.0);
}
