use proptest::prelude::*;

use super::*;

fn jobs(count: u64) -> Vec<Job> {
    let job = |id| Job {
        id,
        submit: 1000 * id as Time,
        processors: 1,
        run_time: 60,
        requested_time: 600,
        logged_wait: Some(7200),
        ..Job::default()
    };
    (0..count).map(job).collect()
}

fn percent(percent: f64) -> Reservations {
    Reservations { percent, ..Reservations::default() }
}

fn marked(count: u64, share: f64, seed: u64) -> Vec<u64> {
    let mut jobs = jobs(count);
    mark(&mut jobs, &percent(share), seed);
    let reservations = jobs.iter().filter(|job| job.is_reservation());
    reservations.map(|job| job.id).collect()
}

#[test]
fn a_fixed_request_is_one_interval() {
    let mut jobs = jobs(1);
    mark(&mut jobs, &percent(100.0), 1);
    let request = ReservationRequest { ready: 7200, deadline: 7800, flexibility: Flexibility::Rigid, is_listed: false };
    assert_eq!(jobs[0].reservation, Some(request));
}

#[test]
fn an_interval_of_the_run_time_ends_with_the_job() {
    let mut jobs = jobs(2);
    jobs[1].run_time = 0;
    let reservations = Reservations { interval: IntervalLength::RunTime, ..percent(100.0) };
    mark(&mut jobs, &reservations, 1);
    let windows = jobs.iter().map(|job| job.reservation.unwrap());
    let windows: Vec<_> = windows.map(|it| (it.ready, it.deadline)).collect();
    assert_eq!(windows, [(7200, 7260), (8200, 8201)]);
}

#[test]
fn a_flexible_request_is_wider_but_not_before_the_submission() {
    let window = |earlier_hours, later_hours| {
        let mut jobs = jobs(1);
        let reservations =
            Reservations { request: RequestKind::Flexible, earlier_hours, later_hours, ..percent(100.0) };
        mark(&mut jobs, &reservations, 1);
        let request = jobs[0].reservation.unwrap();
        (request.ready, request.deadline)
    };
    assert_eq!(window(0.0, 0.0), (7200, 7800));
    assert_eq!(window(0.5, 1.0), (5400, 11_400));
    assert_eq!(window(6.0, 6.0), (0, 29_400));
    assert_eq!(window(f64::INFINITY, 1e300), (0, 7800 + MAX_TIME));
    assert_eq!(window(f64::NAN, -3.0), (7200, 7800));
    assert_eq!(window(-0.5, 1.0), (9000, 11_400), "later only");
    assert_eq!(window(-9.0, 1.0), (10_800, 11_400), "never less than it needs");
}

#[test]
fn the_share_is_rounded_to_the_nearest_job() {
    let share = |share, count| marked(count, share, 1).len();
    assert_eq!(share(30.0, 938), 281);
    assert_eq!(share(50.0, 5), 3);
    assert_eq!(share(100.0, 7), 7);
    assert_eq!(share(0.0, 7), 0);
    assert_eq!(share(f64::NAN, 7), 0);
    assert_eq!(share(1e9, 7), 7);
    assert_eq!(share(30.0, 0), 0);
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
        let jobs = requests.iter().zip(0..);
        jobs.map(|(it, id)| it.ready - 1000 * id).collect()
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
    let request = requests(1, &flexible, 1)[0];
    assert_eq!((request.ready, request.deadline), (1800, 7800));
}

#[test]
fn best_effort_requests_take_less_in_the_fixed_interval() {
    let flexibility = |request, least_percent, processors| {
        let mut jobs = jobs(1);
        jobs[0].processors = processors;
        let reservations = Reservations { request, least_percent, ..percent(100.0) };
        mark(&mut jobs, &reservations, 1);
        let request = jobs[0].reservation.unwrap();
        assert_eq!((request.ready, request.deadline), (7200, 7800));
        request.flexibility
    };
    let least = |percent, processors| match flexibility(RequestKind::BestEffortProcessors, percent, processors) {
        Flexibility::Processors { least } => least,
        other => panic!("{other:?}"),
    };
    assert_eq!([least(50, 8), least(50, 7), least(50, 1)], [4, 4, 1]);
    assert_eq!([least(1, 8), least(100, 8), least(25, 64)], [1, 8, 16]);
    assert_eq!([least(0, 8), least(101, 8)], [1, 8]);
    assert_eq!(least(100, u32::MAX), u32::MAX);
    let time = |least_percent| Flexibility::Time { least_percent };
    let best_effort_time = RequestKind::BestEffortTime;
    assert_eq!(flexibility(best_effort_time, 30, 8), time(30));
    assert_eq!(flexibility(best_effort_time, 0, 8), time(1));
    assert_eq!(flexibility(RequestKind::Fixed, 30, 8), Flexibility::Rigid);
}

#[test]
fn flexible_best_effort_requests_take_less_in_the_widened_window() {
    let request = |request| {
        let mut jobs = jobs(1);
        jobs[0].processors = 7;
        let reservations =
            Reservations { request, earlier_hours: 0.5, later_hours: 1.0, least_percent: 40, ..percent(100.0) };
        mark(&mut jobs, &reservations, 1);
        jobs[0].reservation.unwrap()
    };
    let flexible = request(RequestKind::Flexible);
    assert_eq!((flexible.ready, flexible.deadline), (5400, 11_400));
    for (kind, flexibility) in [
        (RequestKind::FlexibleBestEffortProcessors, Flexibility::Processors { least: 3 }),
        (RequestKind::FlexibleBestEffortTime, Flexibility::Time { least_percent: 40 }),
    ] {
        assert_eq!(request(kind), ReservationRequest { flexibility, ..flexible });
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
    let windows: Vec<_> = jobs.iter().map(|job| job.reservation.map(|it| (it.ready, it.deadline))).collect();
    assert_eq!(
        windows,
        [
            None,
            Some((1200, 1300)),
            // Submitted at 2000, after it should have been ready, and even done.
            Some((2000, 1500)),
            None,
            Some((9000, 9100)),
        ]
    );
    mark(&mut jobs, &listed(&[]), 1);
    assert!(jobs.iter().all(|job| !job.is_reservation()));
}

#[test]
fn a_listed_request_may_take_less() {
    let list = |efforts: [Option<BestEffort>; 3]| {
        let mut reservations = listed(&[(1, 0, 9), (2, 0, 9), (3, 0, 9)]);
        let requests = reservations.listed.iter().zip(efforts);
        reservations.listed =
            requests.map(|(&request, best_effort)| ListedRequest { best_effort, ..request }).collect();
        reservations
    };
    let reservations = list([None, Some(BestEffort::Processors(30)), Some(BestEffort::Time(30))]);
    assert_eq!(reservations.validate(), Ok(()));
    let mut jobs = jobs(4);
    jobs[2].processors = 5;
    mark(&mut jobs, &reservations, 1);
    let taken = jobs.iter().filter_map(|job| job.reservation);
    let taken: Vec<Flexibility> = taken.map(|it| it.flexibility).collect();
    assert_eq!(
        taken,
        [Flexibility::Rigid, Flexibility::Processors { least: 2 }, Flexibility::Time { least_percent: 30 },]
    );
    let json = serde_json::to_string(&reservations.listed[..2]).unwrap();
    assert_eq!(
        json,
        r#"[{"job":1,"ready":0,"deadline":9},{"job":2,"ready":0,"deadline":9,"best_effort":{"processors":30}}]"#
    );
    for wrong in [BestEffort::Processors(0), BestEffort::Time(101)] {
        let told = list([None, None, Some(wrong)]).validate().unwrap_err();
        assert!(told.starts_with("listed[2]: best_effort is"), "{told}");
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
    let name = |kind| serde_json::to_value(kind).unwrap();
    assert_eq!(
        serde_json::json!(RequestKind::ALL.map(name)),
        serde_json::json!([
            "fixed",
            "flexible",
            "listed",
            "best_effort_processors",
            "best_effort_time",
            "flexible_best_effort_processors",
            "flexible_best_effort_time"
        ])
    );
    let listed = listed(&[(3, 100, 900)]);
    let json = r#"{"request": "listed", "listed": [{"job": 3, "ready": 100, "deadline": 900}]}"#;
    assert_eq!(serde_json::from_str::<Reservations>(json).unwrap(), listed);
    let lead_time = r#"{"start": "lead_time", "lead_hours_min": 2, "lead_hours_max": 2}"#;
    let read: Reservations = serde_json::from_str(lead_time).unwrap();
    assert_eq!(read, self::lead_time(2.0, 2.0));
    let typo = r#"{"listed": [{"job": 3, "ready": 100, "due": 900}]}"#;
    assert!(serde_json::from_str::<Reservations>(typo).is_err());
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
