//! Decisions in words: whole logs of a few jobs.

mod co_allocation;
mod imprecise_calendar;
mod sentences;

use scheduling::engine::decisions::{Claim, Claimant, Claims, Decision, Overtaken, Overtaking, Reason, Room, Waits};
use scheduling::system::two_level::decisions::OwnDecision;
use workload::select::select;
use workload::testing::rows;
use workload::{Time, Workload, read};

use super::*;
use crate::{Scenario, Watch, explain};

/// A log of jobs (submission, size, run time, limit) for a machine of this size.
fn log(processors: u32, jobs: &[[i64; 4]]) -> Workload {
    let mut text = format!("; MaxProcs: {processors}\n");
    for (number, [submit, size, run, limit]) in (1..).zip(jobs) {
        text += &format!("{number} {submit} -1 {run} {size} -1 -1 {size} {limit} -1 1 1 1 -1 1 -1 -1 -1\n");
    }
    read("test.swf", text.as_bytes()).expect("a log").workload
}

/// A time of a log, `2 d 06:00:00`: without its day if that is the first, or also that of the time beside it.
fn clock(at: Time, beside: Option<Time>) -> String {
    const DAY: Time = 86_400;
    let (day, second) = (at.div_euclid(DAY), at.rem_euclid(DAY));
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    let time = format!("{hour:02}:{minute:02}:{second:02}");
    let is_said = day != 0 && beside.is_none_or(|it| it.div_euclid(DAY) != day);
    if is_said { format!("{day} d {time}") } else { time }
}

/// The log of one job, a line a decision.
fn told(scenario: &Scenario, log: &Workload, number: u64) -> Vec<String> {
    let jobs = select(log, &scenario.workload, scenario.seed);
    let index = jobs.iter().position(|job| job.id == number).expect("it");
    let told = explain(scenario, log, Watch::Job(index as u32)).expect("a run");
    let speaker = Speaker::new(&jobs, &clock).of_system(&scenario.system);
    let lines = told.entries.iter().map(|entry| {
        let words = speaker.text(&speaker.entry(entry));
        format!("{} {words}", speaker.when(entry))
    });
    lines.collect()
}

/// The log of one job is this text, a line a decision.
#[track_caller]
fn assert_tells(scenario: &Scenario, log: &Workload, number: u64, expected: &str) {
    assert_eq!(told(scenario, log, number), expected.lines().map(str::trim).collect::<Vec<_>>());
}

fn words_of(json: &str) -> String {
    words(&serde_json::from_str(json).unwrap())
}

#[test]
fn a_batch_has_nodes_and_no_jobs_of_a_log() {
    let scenario = r#"{"system": {"broker": {}}, "platform": [100, 100, 100]}"#;
    let scenario = serde_json::from_str(scenario).unwrap();
    let told = words_on(&scenario, WorkloadKind::TaskBatch);
    assert!(told.starts_with("3 nodes · broker:"), "{told}");
    assert!(words(&scenario).starts_with("jobs 1–1000"));
}

#[test]
fn the_default_scenario_in_words() {
    assert_eq!(
        words(&Scenario::default()),
        "jobs 1–1000 that ran, 30 % advance reservations (fixed) · 2 × 64 processors · \
         grid: AR first, load balancing, MCT, on arrival · \
         local: FCFS with backfilling, killed at the limit · seed 1"
    );
}

#[test]
fn what_has_no_effect_is_not_mentioned() {
    assert_eq!(
        words_of(
            r#"{"workload": {"first_job": null, "last_job": null, "skip_never_ran": false,
                 "reservations": {"percent": 0}}, "platform": [128],
                "system": {"two_level": {"completion": "job",
                  "local": {"queue": "easy", "period": 600, "over_limit": "ignore"}}}, "seed": 7}"#
        ),
        "all jobs, no advance reservations · 128 processors · grid: on arrival · \
         local: EASY backfilling, running on past the limit · seed 7"
    );
}

#[test]
fn users_are_thinned_to_less_than_all_of_the_work() {
    let words = |share: &str| words_of(&format!(r#"{{"workload": {{"thin_users": {share}}}}}"#));
    assert_eq!(words("1"), words("null"));
    assert!(words("0.5").contains(", users thinned to 0.5 of the work, "), "{}", words("0.5"));
}

#[test]
fn one_job_is_not_several() {
    assert!(words_of(r#"{"workload": {"count": 1}}"#).contains(", the first 1 job, "));
}

#[test]
fn rare_options_are_named_where_they_differ() {
    assert_eq!(
        words_of(
            r#"{"workload": {"first_job": 5, "last_job": null, "count": 100, "size_from": "allocated",
                 "clip_size_to": 32, "limit_from": "run_time", "missing_limit_factor": 2.5, "clip_limit_to": 86400, "load_factor": 1.2,
                 "reservations": {"percent": 12.5, "request": "flexible", "earlier_hours": 1.5, "later_hours": 24,
                   "interval": "run_time"}},
                "platform": [64, 64, 128],
                "system": {"two_level": {
                  "grid": {"period": 300, "queue": "largest", "reservation_queue": "fcfs", "batch_allocation": "round_robin"},
                  "local": {"queue": "lsf", "period": 600},
                  "late_reservations": "deadline", "reservation_length": "run_time",
                  "reservation_end": "job_end", "completion": "job", "mct_ties": "order"}}}"#
        ),
        "jobs from 5 that ran, load × 1.2, the first 100 jobs, sizes as allocated, sizes clipped to 32, limits equal to run times, \
         missing limits set to 2.5 × run time, requested times clipped to 1 d, \
         12.5 % advance reservations (flexible, up to 1.5 h earlier and 24 h later, \
         as long as the job runs) · \
         2 × 64 + 128 processors · \
         grid: AR FCFS, largest jobs first, round robin, MCT (ties in order), every 300 s · \
         local: largest size first every 600 s, killed at the limit · \
         reservations: late ones rejected, completion: end of job, freed at the job's end, \
         for the run time · seed 1"
    );
}

#[test]
fn every_form_of_request_has_words() {
    for [json, expected] in rows(
        "{\"start\": \"lead_time\", \"lead_hours_max\": 12.5} | \
        30 % advance reservations (fixed, 0 to 12.5 h ahead)
        {\"request\": \"best_effort_processors\"} | \
        30 % advance reservations (best effort, on at least 50 % of the processors)
        {\"request\": \"best_effort_time\", \"least_percent\": 20, \"start\": \"lead_time\"} | \
        30 % advance reservations (best effort, for at least 20 % of the time, 0 to 24 h ahead)
        {\"request\": \"flexible_best_effort_processors\", \"later_hours\": 8} | \
        30 % advance reservations (flexible, up to 0 h earlier and 8 h later, \
        best effort, on at least 50 % of the processors)
        {\"request\": \"flexible_best_effort_time\", \"earlier_hours\": 1} | \
        30 % advance reservations (flexible, up to 1 h earlier and 0 h later, \
        best effort, for at least 50 % of the time)
        {\"request\": \"listed\", \"percent\": 0, \"listed\": [{\"job\": 1, \"ready\": 0, \"deadline\": 9}, \
        {\"job\": 2, \"ready\": 0, \"deadline\": 9}]} | advance reservations as listed (2 requests)
        {\"request\": \"listed\", \"percent\": 0, \"listed\": [{\"job\": 1, \"ready\": 0, \"deadline\": 9, \
        \"best_effort\": {\"time\": 50}}, {\"job\": 2, \"ready\": 0, \"deadline\": 9}]} | \
        advance reservations as listed (2 requests, 1 of best effort)
        {\"request\": \"listed\"} | no advance reservations",
    ) {
        assert_eq!(reservations(&serde_json::from_str(&json).unwrap()), expected, "{json}");
    }
}

#[test]
fn large_platforms_are_summed_up() {
    assert_eq!(platform(&[]), "no processors");
    assert_eq!(platform(&[16; 24]), "24 × 16 processors");
    let mixed: Vec<u32> = (1..=20).collect();
    assert_eq!(platform(&mixed), "210 processors of 20 providers");
}

/// An index that is found again wherever it stands.
const INDEX: u32 = 77_123;

fn claims() -> Claims {
    Claims::of(vec![Claim {
        job: INDEX,
        claimant: Claimant::Running,
        processors: 1,
        from: 2,
        until: 3,
        gives_way: false,
        since: None,
    }])
}

fn waits(reason: impl Into<Reason>) -> Decision {
    Decision::Waits(Waits::of(reason.into()))
}

fn starts(room: Room) -> Decision {
    Decision::Started {
        processors: 1,
        until: 2,
        again: false,
        overtaking: Some(Overtaking {
            passed: Overtaken::of(vec![INDEX]),
            room: Some(room),
            later: Overtaken::of(vec![INDEX, INDEX]),
            precedence: None,
        }),
        shares: Vec::new(),
    }
}

/// Every decision that names a job, with how often it does.
fn decisions() -> Vec<(Decision, usize)> {
    let too_few = || Reason::TooFewFree { needs: 1, free: 0, claims: claims() };
    vec![
        (OwnDecision::Preempted { by: INDEX }.into(), 1),
        (OwnDecision::Suspended { by: INDEX }.into(), 1),
        (waits(too_few()), 1),
        (
            waits(OwnDecision::Promised {
                needs: 1,
                least_free: 0,
                from: 1,
                until: 2,
                by_name: false,
                claims: claims(),
            }),
            1,
        ),
        (waits(OwnDecision::Behind { job: INDEX, because: too_few() }), 2),
        (waits(OwnDecision::WouldDelay { job: INDEX, promised: 1, needs: 1, left: 0, because: too_few() }), 2),
        (starts(Room::Preempting), 3),
        (starts(Room::EndsBefore { job: INDEX, promised: 1, ends: 2 }), 4),
        (starts(Room::BesideOnNodes { job: INDEX, promised: 1 }), 4),
        (starts(Room::BesidePromise { job: INDEX, promised: 1, needs: 1, spare: 1 }), 4),
    ]
}

#[test]
fn no_index_is_left_in_any_field() {
    for (decision, count) in decisions() {
        let entry = Entry { first: 1, last: 2, count: 3, job: INDEX, provider: Some(0), decision };
        let number = |index: u32| Value::from(index - INDEX + 5_000);
        let json = numbered(std::slice::from_ref(&entry), &number).to_string();
        assert!(!json.contains("77123") && !json.contains("Own"), "{json}");
        assert_eq!(json.matches("5000").count(), count + 1, "{json}");
        let name = |_: u32| Value::from("a task");
        let json = numbered(std::slice::from_ref(&entry), &name).to_string();
        assert_eq!(json.matches("a task").count(), count + 1, "{json}");
    }
}
