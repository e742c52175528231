use proptest::prelude::*;

use super::*;
use crate::engine::testing::job;
use crate::engine::{Of, OfLog, Outcome, Status, Tick};
use base::slices::testing::with_rests;
use workload::clock::Zone;

/// Submission, processors, run time, and the wait in the run: `None` for a rejected job.
type Row = (Time, u32, Time, Option<Time>);

/// A run of batch jobs, each with its user and its wait in the log.
fn run_of(rows: &[(i64, Row, Option<Time>)]) -> Run {
    let mut run = Run::default();
    for (at, &(user, (submit, processors, run_time, wait), logged_wait)) in rows.iter().enumerate() {
        let mut job = job(at as u64 + 1, submit, processors, run_time);
        job.logged.user = user;
        job.logged_wait = logged_wait;
        run.jobs.push(job);
        let outcome = wait.map_or(Outcome::UNSEEN, |wait| Outcome {
            status: Status::Done,
            processors,
            start: submit + wait,
            end: submit + wait + run_time,
            ran: run_time,
            completion: submit + wait + run_time,
            ..Outcome::UNSEEN
        });
        run.schedule.outcomes.push(outcome);
    }
    run
}

/// A run of rows in JSON.
fn read(rows: &str) -> Run {
    run_of(&serde_json::from_str::<Vec<_>>(rows).expect(rows))
}

/// Three users: 6, 4 and 1 processor hours.
fn three_users() -> Run {
    read(
        "[[7, [0, 4, 3600, 0], 60], [3, [10, 1, 3600, 50], 50], [7, [20, 4, 1800, 100], null],
          [7, [30, 8, 600, null], 300], [-1, [40, 2, 7200, 0], 0]]",
    )
}

fn labels(grouped: &Grouped) -> Vec<&str> {
    grouped.groups.iter().map(|it| it.label.as_str()).collect()
}

fn with_log(by: GroupBy) -> Grouping {
    Grouping { with_log: true, ..Grouping::new(by) }
}

#[test]
fn users_stand_in_order_of_their_processor_hours() {
    let grouped = groups(&three_users(), &with_log(GroupBy::User));
    let told = grouped.groups.iter().map(|it| (&*it.label, it.processor_hours, it.jobs, it.rejected));
    assert!(told.eq([("user 7", 6.0, 3, 1), ("user not known", 4.0, 1, 0), ("user 3", 1.0, 1, 0)]));
    assert_eq!(grouped.others, None);
}

#[test]
fn waits_of_the_run_are_of_jobs_that_ran_and_those_of_the_log_of_jobs_that_have_one() {
    let grouped = groups(&three_users(), &with_log(GroupBy::User));
    // The first of two is the least that half of them do not exceed.
    let simulated = waits("[50, 0, 100, 100]", (1.0 + 1_900.0 / 1_800.0) / 2.0);
    assert_eq!(grouped.groups[0].simulated, Some(simulated));
    let logged = waits("[180, 60, 300, 300]", (3_660.0 / 3_600.0 + 900.0 / 600.0) / 2.0);
    assert_eq!(grouped.groups[0].logged, Some(logged));
    assert!(grouped.groups.iter().map(|it| it.without_logged_wait).eq([1, 0, 0].map(Some)));
}

/// The waits of two jobs by their mean and their percentiles.
fn waits(times: &str, mean_bounded_slowdown: f64) -> Waits {
    let [mean_waiting_time, median_waiting_time, waiting_time_90, waiting_time_99] =
        serde_json::from_str(times).expect(times);
    Waits { jobs: 2, mean_waiting_time, median_waiting_time, waiting_time_90, waiting_time_99, mean_bounded_slowdown }
}

#[test]
fn the_log_is_told_only_where_it_is_asked_for() {
    let grouped = groups(&three_users(), &Grouping::new(GroupBy::User));
    let first = &grouped.groups[0];
    assert_eq!((first.logged, first.without_logged_wait), (None, None));
    // A run time that was guessed makes no slowdown of the log.
    let mut run = three_users();
    run.jobs[1].run_time_known = false;
    let grouped = groups(&run, &with_log(GroupBy::User));
    assert_eq!((grouped.groups[2].logged, grouped.groups[2].without_logged_wait), (None, Some(1)));
}

#[test]
fn the_groups_beyond_the_most_are_summed_up_with_percentiles_of_all_their_jobs() {
    let grouping = Grouping { most: 1, ..with_log(GroupBy::User) };
    let grouped = groups(&three_users(), &grouping);
    assert_eq!(labels(&grouped), ["user 7"]);
    let (count, others) = grouped.others.unwrap();
    assert_eq!((count, others.jobs, others.processor_hours), (2, 2, 5.0));
    let waits = others.simulated.unwrap();
    let found = (waits.mean_waiting_time, waits.median_waiting_time, waits.waiting_time_90);
    assert_eq!(found, (25.0, 0.0, 50.0));
}

#[test]
fn percentiles_are_by_the_nearest_rank() {
    let hundred: Vec<Time> = (0..100).map(|it| it * 37 % 100 + 1).collect();
    for (waits, expected) in [
        (&[3, 10, 1, 9, 2, 8, 4, 7, 5, 6][..], [5.0, 9.0, 10.0]),
        (&hundred, [50.0, 90.0, 99.0]),
        (&[42], [42.0, 42.0, 42.0]),
    ] {
        let rows: Vec<_> = waits.iter().map(|&it| (1, (0, 1, 100, Some(it)), None)).collect();
        let it = groups(&run_of(&rows), &Grouping::new(GroupBy::User)).groups[0].simulated.unwrap();
        assert_eq!([it.median_waiting_time, it.waiting_time_90, it.waiting_time_99], expected, "{waits:?}");
    }
}

#[test]
fn months_are_those_of_the_calendar_where_the_log_has_a_date() {
    const DAY: Time = 86_400;
    let run = run_of(&[0, 2 * DAY - 1, 2 * DAY, 30 * DAY].map(|submit| (1, (submit, 1, 3_600, Some(0)), None)));
    // 2024-02-28: the first of March comes two days later.
    let dated = Grouping { clock: Some(Clock::utc(1_709_078_400)), ..Grouping::new(GroupBy::Month) };
    assert_eq!(labels(&groups(&run, &dated)), ["2024-02", "2024-03"]);
    // In Japan it comes nine hours sooner.
    let zone = Zone::named("Asia/Tokyo").expect("a zone");
    let japan = Grouping { clock: dated.clock.map(|it| Clock { zone, ..it }), ..dated };
    let grouped = groups(&run, &japan);
    assert_eq!(labels(&grouped), ["2024-03", "2024-02"]);
    assert_eq!((grouped.groups[0].jobs, grouped.zone.as_deref()), (3, Some("Asia/Tokyo")));
    let grouped = groups(&run, &Grouping::new(GroupBy::Month));
    assert_eq!(labels(&grouped), ["days 0–29", "days 30–59"]);
    assert_eq!(grouped.groups[0].jobs, 3);
}

#[test]
fn sizes_are_classes_from_one_power_of_two_to_the_next() {
    let run = run_of(&[1, 2, 3, 4, 7, 8].map(|size| (1, (0, size, 3_600, Some(0)), None)));
    let by_size = Grouping::new(GroupBy::Size);
    let expected = ["4–7 processors", "8–15 processors", "2–3 processors", "1 processor"];
    assert_eq!(labels(&groups(&run, &by_size)), expected);
    assert_eq!(by_size.label(1 << 31, None), "2147483648–4294967295 processors");
}

#[test]
fn a_name_stands_in_place_of_its_number() {
    const ACCOUNTING: &[u8] = b"JobIDRaw|User|Submit|Start|End|Elapsed|AllocCPUS|State\n\
        1|ada|2024-03-01T08:00:00|2024-03-01T08:00:00|2024-03-01T09:00:00|01:00:00|4|COMPLETED\n";
    let log = workload::read("a.txt", ACCOUNTING).unwrap().workload;
    let names = log.log().unwrap().names.clone();
    let mut run = read("[[1, [0, 4, 3600, 0], null], [7, [0, 2, 60, 0], null]]");
    run.of = Of::Log(OfLog { names, ..OfLog::default() });
    let grouped = groups(&run, &Grouping::new(GroupBy::User));
    assert_eq!(labels(&grouped), ["user ada", "user 7"]);
}

#[test]
fn lost_hours_count_and_times_are_seconds_whatever_the_tick() {
    let mut run = read("[[1, [0, 2, 1800000, 500], 3]]");
    run.tick = Tick::MILLISECOND;
    run.schedule.outcomes[0].lost = 1_800_000;
    let grouped = groups(&run, &with_log(GroupBy::User));
    let it = &grouped.groups[0];
    let logged = it.logged.unwrap();
    let means = [it.simulated.unwrap().mean_waiting_time, logged.mean_waiting_time, logged.mean_bounded_slowdown];
    assert_eq!((it.processor_hours, means), (2.0, [0.5, 3.0, 1_803.0 / 1_800.0]));
}

#[test]
fn waits_of_the_log_count_from_when_jobs_were_eligible_and_suspensions_delay_their_end() {
    let mut run = read("[[1, [0, 1, 100, 50], 80]]");
    (run.jobs[0].eligible_after, run.jobs[0].suspended) = (30, 250);
    let grouped = groups(&run, &with_log(GroupBy::User));
    let logged = grouped.groups[0].logged.unwrap();
    assert_eq!(grouped.groups[0].simulated.unwrap().mean_waiting_time, 20.0);
    assert_eq!((logged.mean_waiting_time, logged.mean_bounded_slowdown), (50.0, (50.0 + 100.0 + 250.0) / 100.0));
}

#[test]
fn every_number_of_the_log_has_its_groups() {
    let mut run = read("[[7, [0, 4, 3600, 0], null]]");
    let logged = &mut run.jobs[0].logged;
    (logged.partition, logged.account, logged.qos) = (2, 3, 4);
    (logged.group, logged.queue) = (5, 6);
    let labels = GroupBy::offered(&run).into_iter().map(|by| {
        let grouped = groups(&run, &Grouping::new(by));
        grouped.groups[0].label.clone()
    });
    let expected = ["partition 2", "account 3", "user 7", "group 5", "queue 6", "QOS 4", "4–7 processors", "days 0–29"];
    assert!(labels.eq(expected));
}

#[test]
fn only_what_is_submitted_in_the_span_counts() {
    let grouping = Grouping { span: Some(Span::between(15, 35)), ..with_log(GroupBy::User) };
    let grouped = groups(&three_users(), &grouping);
    assert_eq!(labels(&grouped), ["user 7"]);
    assert_eq!((grouped.groups[0].jobs, grouped.groups[0].processor_hours), (2, 2.0));
}

#[test]
fn a_number_of_the_log_is_offered_if_some_job_has_it() {
    let offered = GroupBy::offered(&three_users());
    assert_eq!(offered, [GroupBy::User, GroupBy::Size, GroupBy::Month]);
    assert_eq!(groups(&Run::default(), &with_log(GroupBy::User)).groups, []);
}

/// The same by the definitions, group by group; means within 1e-9.
fn check_by_definition(run: &Run, grouping: &Grouping, grouped: &Grouped) {
    let jobs = || run.jobs.iter().zip(&run.schedule.outcomes);
    let number = |job: &Job| grouping.number(job, 1);
    let mut counted = 0;
    for group in &grouped.groups {
        let own = || jobs().filter(|(job, _)| number(job) == group.number);
        let ran = || own().filter(|(_, outcome)| outcome.status != Status::Rejected);
        assert_eq!(group.jobs, own().count());
        assert_eq!(group.rejected, own().count() - ran().count());
        let hours: i64 = ran().map(|(_, it)| it.ran * i64::from(it.processors)).sum();
        assert_eq!(group.processor_hours, hours as f64 / 3_600.0);
        let waits: Vec<i64> = ran().map(|(job, it)| it.start - job.submit).collect();
        check_waits(group.simulated, &waits);
        let logged: Vec<i64> =
            own().filter(|(job, _)| job.run_time > 0).filter_map(|(job, _)| job.logged_wait).collect();
        check_waits(group.logged, &logged);
        counted += group.jobs;
    }
    assert_eq!(counted, run.jobs.len());
    let order = grouped.groups.iter().map(|it| (-it.processor_hours, it.number as f64));
    assert!(order.is_sorted());
}

fn check_waits(found: Option<Waits>, waits: &[i64]) {
    let Some(found) = found else {
        return assert!(waits.is_empty());
    };
    assert_eq!(found.jobs, waits.len());
    let sum: i64 = waits.iter().sum();
    assert!((found.mean_waiting_time - sum as f64 / waits.len() as f64).abs() < 1e-9);
    // The least wait that enough of them do not exceed.
    let rank = |percent: usize| {
        let is_enough = |bound: i64| {
            let within = waits.iter().filter(|&&it| it <= bound).count();
            within * 100 >= percent * waits.len()
        };
        waits.iter().copied().filter(|&it| is_enough(it)).min().map(|it| it as f64)
    };
    let all = [found.median_waiting_time, found.waiting_time_90, found.waiting_time_99];
    assert_eq!(all.map(Some), [50, 90, 99].map(rank));
}

proptest! {
    #[test]
    fn groups_are_as_their_definitions_give_them(
        rows in prop::collection::vec(
            (
                -1i64..5,
                (0i64..9_000_000, 1u32..40, 0i64..9_000, prop::option::of(0i64..500)),
                prop::option::of(0i64..500),
            ),
            0..80,
        ),
        is_dated in any::<bool>(),
        most in 0usize..8,
    ) {
        let run = run_of(&rows);
        for by in GroupBy::ALL {
            let grouping = Grouping { clock: is_dated.then_some(Clock::utc(1_709_078_400)), ..with_log(by) };
            let grouped = groups(&run, &grouping);
            check_by_definition(&run, &grouping, &grouped);
            let (in_slices, _) = with_rests(async |pace| groups_in_slices(&run, &grouping, pace).await);
            prop_assert_eq!(&in_slices, &grouped);
            let few = groups(&run, &Grouping { most, ..grouping });
            let others = few.others.iter().map(|(_, it)| it.jobs);
            let jobs: usize = few.groups.iter().map(|it| it.jobs).chain(others).sum();
            prop_assert_eq!(jobs, run.jobs.len());
            prop_assert_eq!(&few.groups[..], &grouped.groups[..most.min(grouped.groups.len())]);
        }
    }
}
