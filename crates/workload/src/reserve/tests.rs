use proptest::prelude::*;

use super::*;
use crate::testing::{self, assert_told};

fn jobs(count: u64) -> Vec<Job> {
    let job = |id| Job { logged_wait: Some(7200), ..testing::job(id, 1000 * id as Time, 1, 60, 600) };
    (0..count).map(job).collect()
}

fn percent(percent: f64) -> Reservations {
    Reservations { percent, ..Reservations::default() }
}

/// The numbers of the reservations among so many jobs.
fn marked(count: u64, share: f64, seed: u64) -> Vec<u64> {
    let mut jobs = jobs(count);
    mark(&mut jobs, &percent(share), seed);
    jobs.iter().filter(|job| job.is_reservation()).map(|job| job.id).collect()
}

/// Ready times and deadlines of the jobs, `-` of those that are no reservations.
fn windows(jobs: &[Job]) -> String {
    let window = |it: &Job| it.reservation.map_or("-".to_owned(), |it| format!("{} {}", it.ready, it.deadline));
    testing::listed(jobs.iter().map(window), "; ")
}

/// The request of a job of this size under these settings, where all jobs are reservations.
fn one(processors: u32, reservations: &Reservations) -> ReservationRequest {
    let mut jobs = jobs(1);
    jobs[0].processors = processors;
    mark(&mut jobs, &Reservations { percent: 100.0, ..reservations.clone() }, 1);
    jobs[0].reservation.unwrap()
}

#[test]
fn a_fixed_request_is_one_interval() {
    let request = ReservationRequest { ready: 7200, deadline: 7800, flexibility: Flexibility::Rigid, is_listed: false };
    assert_eq!(one(1, &percent(100.0)), request);
}

#[test]
fn an_interval_of_the_run_time_ends_with_the_job() {
    let mut jobs = jobs(2);
    jobs[1].run_time = 0;
    mark(&mut jobs, &Reservations { interval: IntervalLength::RunTime, ..percent(100.0) }, 1);
    assert_eq!(windows(&jobs), "7200 7260; 8200 8201");
}

#[test]
fn a_flexible_request_is_wider_but_not_before_the_submission() {
    for (earlier_hours, later_hours, window) in [
        (0.0, 0.0, (7200, 7800)),
        (0.5, 1.0, (5400, 11_400)),
        (6.0, 6.0, (0, 29_400)),
        (f64::INFINITY, 1e300, (0, 7800 + MAX_TIME)),
        (f64::NAN, -3.0, (7200, 7800)),
        // Later only, and never less than it needs.
        (-0.5, 1.0, (9000, 11_400)),
        (-9.0, 1.0, (10_800, 11_400)),
    ] {
        let flexible =
            Reservations { request: RequestKind::Flexible, earlier_hours, later_hours, ..Reservations::default() };
        let request = one(1, &flexible);
        assert_eq!((request.ready, request.deadline), window, "{earlier_hours} {later_hours}");
    }
}

#[test]
fn the_share_is_rounded_to_the_nearest_job() {
    for (share, count, expected) in
        [(30.0, 938, 281), (50.0, 5, 3), (100.0, 7, 7), (0.0, 7, 0), (f64::NAN, 7, 0), (1e9, 7, 7), (30.0, 0, 0)]
    {
        assert_eq!(marked(count, share, 1).len(), expected, "{share} {count}");
    }
}

#[test]
fn a_seed_takes_these_jobs_for_ever() {
    assert_eq!(marked(20, 25.0, 1), [0, 3, 7, 17, 18]);
    assert_eq!(marked(20, 25.0, 2), [0, 1, 2, 12, 13]);
}

#[test]
fn marking_again_forgets_the_marks_before() {
    let mut jobs = jobs(50);
    mark(&mut jobs, &percent(100.0), 1);
    mark(&mut jobs, &percent(10.0), 1);
    assert_eq!(jobs.iter().filter(|job| job.is_reservation()).count(), 5);
}

#[test]
fn every_job_is_taken_equally_often() {
    let mut counts = [0_u32; 10];
    for seed in 0..4000 {
        for id in marked(10, 50.0, seed) {
            counts[id as usize] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count.abs_diff(2000) < 150), "{counts:?}");
}

/// The requests of `count` jobs: all of them reservations.
fn requests(count: u64, reservations: &Reservations, seed: u64) -> Vec<ReservationRequest> {
    let mut jobs = jobs(count);
    let reservations = Reservations { percent: 100.0, ..reservations.clone() };
    mark(&mut jobs, &reservations, seed);
    jobs.iter().filter_map(|job| job.reservation).collect()
}

fn lead_time(lead_hours_min: f64, lead_hours_max: f64) -> Reservations {
    Reservations { start: IntervalStart::LeadTime, lead_hours_min, lead_hours_max, ..Reservations::default() }
}

#[test]
fn lead_times_are_drawn_from_the_shortest_to_the_longest() {
    // From 1 to 3 seconds.
    let requests = requests(3000, &lead_time(1.0 / 3600.0, 3.0 / 3600.0), 1);
    let mut counts = [0_u32; 3];
    for (id, request) in requests.iter().enumerate() {
        let lead = request.ready - 1000 * id as Time;
        assert_eq!(request.deadline - request.ready, 600);
        counts[usize::try_from(lead - 1).unwrap()] += 1;
    }
    assert!(counts.iter().all(|&count| count.abs_diff(1000) < 100), "{counts:?}");
}

#[test]
fn a_seed_draws_these_lead_times_for_ever() {
    let leads = |seed| -> Vec<Time> {
        let requests = requests(4, &lead_time(0.0, 24.0), seed);
        requests.iter().zip(0..).map(|(it, id)| it.ready - 1000 * id).collect()
    };
    assert_eq!(leads(1), [3055, 33_614, 84_245, 83_413]);
    assert_eq!(leads(2), [24_255, 78_538, 56_536, 28_966]);
}

#[test]
fn one_lead_time_is_as_good_as_a_logged_wait() {
    let logged = requests(20, &percent(100.0), 1);
    assert_eq!(requests(20, &lead_time(2.0, 2.0), 1), logged);
    // Settings that validation refuses count as the nearest that it does not.
    assert_eq!(requests(20, &lead_time(2.0, 1.0), 1), logged);
    let widest = requests(20, &lead_time(f64::NAN, f64::INFINITY), 1);
    assert_eq!(widest, requests(20, &lead_time(-5.0, 876_000.0), 1));
}

#[test]
fn a_flexible_request_is_widened_around_the_lead_time() {
    let flexible =
        Reservations { request: RequestKind::Flexible, earlier_hours: 0.5, later_hours: 1.0, ..lead_time(1.0, 1.0) };
    let request = one(1, &flexible);
    assert_eq!((request.ready, request.deadline), (1800, 7800));
}

#[test]
fn best_effort_requests_take_less_in_the_fixed_interval() {
    use RequestKind::{BestEffortProcessors, BestEffortTime, Fixed};
    let processors = |least| Flexibility::Processors { least };
    for (request, least_percent, size, flexibility) in [
        (BestEffortProcessors, 50, 8, processors(4)),
        (BestEffortProcessors, 50, 7, processors(4)),
        (BestEffortProcessors, 50, 1, processors(1)),
        (BestEffortProcessors, 1, 8, processors(1)),
        (BestEffortProcessors, 100, 8, processors(8)),
        (BestEffortProcessors, 25, 64, processors(16)),
        (BestEffortProcessors, 0, 8, processors(1)),
        (BestEffortProcessors, 101, 8, processors(8)),
        (BestEffortProcessors, 100, u32::MAX, processors(u32::MAX)),
        (BestEffortTime, 30, 8, Flexibility::Time { least_percent: 30 }),
        (BestEffortTime, 0, 8, Flexibility::Time { least_percent: 1 }),
        (Fixed, 30, 8, Flexibility::Rigid),
    ] {
        let found = one(size, &Reservations { request, least_percent, ..Reservations::default() });
        let expected = ReservationRequest { ready: 7200, deadline: 7800, flexibility, is_listed: false };
        assert_eq!(found, expected, "{request:?} {least_percent} {size}");
    }
}

#[test]
fn flexible_best_effort_requests_take_less_in_the_widened_window() {
    for (request, flexibility) in [
        (RequestKind::Flexible, Flexibility::Rigid),
        (RequestKind::FlexibleBestEffortProcessors, Flexibility::Processors { least: 3 }),
        (RequestKind::FlexibleBestEffortTime, Flexibility::Time { least_percent: 40 }),
    ] {
        let settings = r#"{"earlier_hours": 0.5, "later_hours": 1, "least_percent": 40}"#;
        let settings: Reservations = serde_json::from_str(settings).unwrap();
        let expected = ReservationRequest { ready: 5400, deadline: 11_400, flexibility, is_listed: false };
        assert_eq!(one(7, &Reservations { request, ..settings }), expected, "{request:?}");
    }
}

fn listed(requests: &[(u64, Time, Time)]) -> Reservations {
    let request =
        |&(job, ready, deadline): &(u64, Time, Time)| ListedRequest { job, ready, deadline, best_effort: None };
    Reservations {
        request: RequestKind::Listed,
        listed: requests.iter().map(request).collect(),
        ..Reservations::default()
    }
}

#[test]
fn exactly_the_listed_jobs_are_reservations() {
    let reservations = Reservations {
        start: IntervalStart::LeadTime,
        ..listed(&[(4, 9000, 9100), (2, 500, 1500), (77, 0, 1), (1, 1200, 1300)])
    };
    let mut jobs = jobs(5);
    mark(&mut jobs, &reservations, 1);
    // Job 2 was submitted at 2000, after it should have been ready, and even done.
    assert_eq!(windows(&jobs), "-; 1200 1300; 2000 1500; -; 9000 9100");
    mark(&mut jobs, &listed(&[]), 1);
    assert!(jobs.iter().all(|job| !job.is_reservation()));
}

#[test]
fn a_listed_request_may_take_less() {
    let list = |of_third: &str| -> Reservations {
        let json = format!(
            r#"{{"request": "listed", "listed": [{{"job": 1, "ready": 0, "deadline": 9}},
                {{"job": 2, "ready": 0, "deadline": 9, "best_effort": {{"processors": 30}}}},
                {{"job": 3, "ready": 0, "deadline": 9, "best_effort": {{{of_third}}}}}]}}"#
        );
        serde_json::from_str(&json).unwrap()
    };
    let reservations = list("\"time\": 30");
    assert_eq!(reservations.validate(), Ok(()));
    let mut jobs = jobs(4);
    jobs[2].processors = 5;
    mark(&mut jobs, &reservations, 1);
    let taken: Vec<Flexibility> = jobs.iter().filter_map(|job| job.reservation).map(|it| it.flexibility).collect();
    assert_eq!(
        taken,
        [Flexibility::Rigid, Flexibility::Processors { least: 2 }, Flexibility::Time { least_percent: 30 }]
    );
    assert_eq!(
        serde_json::to_string(&reservations.listed[..2]).unwrap(),
        r#"[{"job":1,"ready":0,"deadline":9},{"job":2,"ready":0,"deadline":9,"best_effort":{"processors":30}}]"#
    );
    for wrong in ["\"processors\": 0", "\"time\": 101"] {
        assert_told(list(wrong).validate().unwrap_err(), "listed[2]: best_effort is…", wrong);
    }
}

#[test]
fn a_list_is_checked() {
    let told = |requests: &[_]| listed(requests).validate().unwrap_err();
    assert_eq!(listed(&[(1, 0, 0), (2, 5, 6)]).validate(), Ok(()));
    assert_eq!(told(&[(1, 0, 1), (2, 6, 5)]), "listed[1]: ready is 6, after the deadline (5)");
    assert_eq!(told(&[(1, 0, 1), (1, 6, 7)]), "listed[1]: job 1 is listed already");
    assert_eq!(told(&[(1, -3, 1)]), "listed[0]: ready is -3: it must be from 0 to 100000000000 seconds");
    let many: Vec<_> = (0..100_001).map(|job| (job, 0, 1)).collect();
    assert_eq!(told(&many), "listed: 100001 requests, above 100000");
    assert_eq!(listed(&many[1..]).validate(), Ok(()));
}

#[test]
fn whether_there_are_any_depends_on_the_form() {
    assert!(percent(0.5).any() && !percent(0.0).any());
    assert!(!listed(&[]).any() && listed(&[(1, 0, 0)]).any());
}

#[test]
fn every_form_has_a_name_of_its_own() {
    assert_eq!(
        serde_json::to_string(&RequestKind::ALL).unwrap(),
        "[\"fixed\",\"flexible\",\"listed\",\"best_effort_processors\",\"best_effort_time\",\
        \"flexible_best_effort_processors\",\"flexible_best_effort_time\"]"
    );
    let read = |json: &str| serde_json::from_str::<Reservations>(json);
    let listed = listed(&[(3, 100, 900)]);
    let json = r#"{"request": "listed", "listed": [{"job": 3, "ready": 100, "deadline": 900}]}"#;
    assert_eq!(read(json).unwrap(), listed);
    let json = r#"{"start": "lead_time", "lead_hours_min": 2, "lead_hours_max": 2}"#;
    assert_eq!(read(json).unwrap(), lead_time(2.0, 2.0));
    assert!(read(r#"{"listed": [{"job": 3, "ready": 100, "due": 900}]}"#).is_err());
}

proptest! {
    #[test]
    fn a_larger_sample_holds_the_smaller(count in 0_u64..300, seed: u64, a in 0.0..100.0, b in 0.0..100.0) {
        let (smaller, larger) = if a < b { (a, b) } else { (b, a) };
        let larger = marked(count, larger, seed);
        prop_assert!(marked(count, smaller, seed).iter().all(|id| larger.contains(id)));
    }

    #[test]
    fn a_lead_time_does_not_depend_on_the_percentage(count in 1_u64..100, seed: u64, share in 0.0..100.0, hours in 0.0..100.0) {
        let reservations = Reservations { percent: share, ..lead_time(0.0, hours) };
        let mut some = jobs(count);
        mark(&mut some, &reservations, seed);
        let all = requests(count, &reservations, seed);
        for (job, request) in some.iter().zip(all) {
            prop_assert!(job.reservation.is_none_or(|own| own == request));
            prop_assert!(request.ready >= job.submit);
        }
    }

    #[test]
    fn no_settings_make_it_panic(
        percent: f64, least_percent: u32, seed: u64, time: i64,
        hours: [f64; 4], request in prop::sample::select(RequestKind::ALL.to_vec()),
        lead_time: bool, ready: i64, deadline: i64,
    ) {
        let mut jobs = jobs(3);
        jobs[1].submit = time;
        jobs[2].requested_time = time;
        let [earlier_hours, later_hours, lead_hours_min, lead_hours_max] = hours;
        let start = if lead_time { IntervalStart::LeadTime } else { IntervalStart::LoggedWait };
        let listed = (0..3).map(|job| ListedRequest { job, ready, deadline, best_effort: None, }).collect();
        jobs[2].run_time = time;
        let interval = IntervalLength::RunTime;
        mark(&mut jobs, &Reservations {
            percent, request, start, lead_hours_min, lead_hours_max, earlier_hours, later_hours,
            least_percent, listed, interval,
        }, seed);
    }
}
