use proptest::prelude::*;

use super::*;

fn jobs(count: u32) -> Vec<Job> {
    let job = |id| Job {
        id,
        submit: 1000 * Time::from(id),
        processors: 1,
        run_time: 60,
        requested_time: 600,
        limit_known: true,
        logged_wait: 7200,
        user: -1,
        group: -1,
        queue: -1,
        reservation: None,
    };
    (0..count).map(job).collect()
}

fn percent(percent: f64) -> Reservations {
    Reservations {
        percent,
        ..Reservations::default()
    }
}

fn marked(count: u32, share: f64, seed: u64) -> Vec<u32> {
    let mut jobs = jobs(count);
    mark(&mut jobs, &percent(share), seed);
    let reservations = jobs.iter().filter(|job| job.is_reservation());
    reservations.map(|job| job.id).collect()
}

#[test]
fn a_fixed_request_is_one_interval() {
    let mut jobs = jobs(1);
    mark(&mut jobs, &percent(100.0), 1);
    let request = ReservationRequest {
        ready: 7200,
        deadline: 7800,
        flexibility: Flexibility::Rigid,
    };
    assert_eq!(jobs[0].reservation, Some(request));
}

#[test]
fn an_interval_of_the_run_time_ends_with_the_job() {
    let mut jobs = jobs(2);
    jobs[1].run_time = 0;
    let reservations = Reservations {
        interval: IntervalLength::RunTime,
        ..percent(100.0)
    };
    mark(&mut jobs, &reservations, 1);
    let windows = jobs.iter().map(|job| job.reservation.unwrap());
    let windows: Vec<_> = windows.map(|it| (it.ready, it.deadline)).collect();
    assert_eq!(windows, [(7200, 7260), (8200, 8201)]);
}

#[test]
fn a_flexible_request_is_wider_but_not_before_the_submission() {
    let window = |earlier_hours, later_hours| {
        let mut jobs = jobs(1);
        let reservations = Reservations {
            percent: 100.0,
            request: RequestKind::Flexible,
            earlier_hours,
            later_hours,
            ..Reservations::default()
        };
        mark(&mut jobs, &reservations, 1);
        let request = jobs[0].reservation.unwrap();
        (request.ready, request.deadline)
    };
    assert_eq!(window(0.0, 0.0), (7200, 7800));
    assert_eq!(window(0.5, 1.0), (5400, 11_400));
    assert_eq!(window(6.0, 6.0), (0, 29_400));
    assert_eq!(window(f64::INFINITY, 1e300), (0, 7800 + MAX_TIME));
    assert_eq!(window(f64::NAN, -3.0), (7200, 7800));
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
    assert!(
        counts.iter().all(|&count| count.abs_diff(2000) < 150),
        "{counts:?}"
    );
}

proptest! {
    #[test]
    fn a_larger_sample_holds_the_smaller(count in 0_u32..300, seed: u64, a in 0.0..100.0, b in 0.0..100.0) {
        let (smaller, larger) = if a < b { (a, b) } else { (b, a) };
        let larger = marked(count, larger, seed);
        prop_assert!(marked(count, smaller, seed).iter().all(|id| larger.contains(id)));
    }

    #[test]
    fn no_settings_make_it_panic(share: f64, earlier_hours: f64, later_hours: f64, seed: u64, time: i64) {
        let mut jobs = jobs(3);
        jobs[1].submit = time;
        jobs[2].requested_time = time;
        let request = RequestKind::Flexible;
        let interval = IntervalLength::RunTime;
        jobs[2].run_time = time;
        let settings = Reservations { percent: share, request, earlier_hours, later_hours, interval };
        mark(&mut jobs, &settings, seed);
    }
}
