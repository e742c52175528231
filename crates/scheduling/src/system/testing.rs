//! Helpers that tests of several systems share.

use proptest::prelude::*;

use super::System;
use crate::system::prelude::*;
use serde::de::DeserializeOwned;
use serde_json::json;
use workload::select::{Selection, select};
use workload::{Flexibility, MAX_TIME, Predecessor, ReservationRequest, Workload, testing};

/// Settings, each behind its path in the JSON: `local.queue: easy; grid.period: 10`.
pub fn settings<S: DeserializeOwned>(text: &str) -> S {
    let mut json = json!({});
    for setting in text.split(';').map(str::trim).filter(|it| !it.is_empty()) {
        let (path, value) = setting.split_once(": ").expect(text);
        let place = path.split('.').fold(&mut json, |it, name| &mut it[name]);
        *place = serde_json::from_str(value).unwrap_or_else(|_| value.into());
    }
    serde_json::from_value(json).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The number behind a name in a line of words.
pub fn named(text: &str, name: &str) -> Option<i64> {
    let number = text.split_whitespace().find_map(|it| it.strip_prefix(name))?;
    Some(number.parse().expect(text))
}

/// Jobs, numbered from 1 on, each by its submission, processors, run time and limit and what else is named:
/// - `from` and `to` of a reservation and the `least` processors or the `percent` of its time that will do;
/// - `user`, `group`, `queue`, `partition`, and the number of the whole of which it is a `part`;
/// - the job `after` which it comes with a time to `think`, and when it is `eligible` after its submission;
/// - how long it had to `wait` in the log and was `suspended` there, and the processors `allocated` to it;
/// - as a word of its own that it is `endless` or `untimed`, that its limit is `guessed`, or its reservation `listed`.
pub fn jobs(text: &str) -> Vec<Job> {
    text.split(',').zip(1..).map(|(text, id)| Job { id, ..job(text) }).collect()
}

pub fn job(text: &str) -> Job {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [submit, processors, run_time, limit] = [0, 1, 2, 3].map(|at| words[at].parse::<i64>().expect(text));
    let has = |word: &str| words.contains(&word);
    let named = |name: &str| named(text, name);
    let count = |name: &str| named(name).unwrap_or(0) as u32;
    let reservation = named("from=").map(|ready| ReservationRequest {
        ready,
        deadline: named("to=").unwrap_or(ready.saturating_add(limit)),
        flexibility: match (named("least="), named("percent=")) {
            (Some(least), _) => Flexibility::Processors { least: least as u32 },
            (_, Some(percent)) => Flexibility::Time { least_percent: percent as u32 },
            _ => Flexibility::Rigid,
        },
        is_listed: has("listed"),
    });
    let mut job = Job {
        submit,
        eligible_after: count("eligible="),
        predecessor: named("after=").map(|job| Predecessor { job: job as u32, think_time: count("think=") }),
        processors: processors as u32,
        run_time,
        requested_time: if has("endless") { MAX_TIME } else { limit },
        limit_known: !has("guessed"),
        is_unlimited: has("endless"),
        logged_wait: named("wait="),
        allocated: count("allocated="),
        suspended: count("suspended="),
        run_time_known: !has("untimed"),
        heterogeneous: count("part="),
        reservation,
        ..Job::default()
    };
    let logged = &mut job.logged;
    for (name, place) in [
        ("user=", &mut logged.user),
        ("group=", &mut logged.group),
        ("queue=", &mut logged.queue),
        ("partition=", &mut logged.partition),
    ] {
        *place = named(name).unwrap_or(*place);
    }
    job
}

/// A run of jobs before its first instant, its draws from seed 1.
pub fn started(system: &impl Simulated, platform: &[u32], jobs: Vec<Job>) -> Box<dyn Simulation> {
    let input = Input::of_jobs(platform, jobs, 1);
    system.start(input).expect("jobs can be run")
}

/// A run of jobs to its end, in pieces of growing size; no job is left waiting.
pub fn run(system: &impl Simulated, platform: &[u32], jobs: Vec<Job>) -> Run {
    let mut simulation = started(system, platform, jobs);
    for pieces in 1.. {
        if simulation.advance(pieces) {
            break;
        }
    }
    let standing = simulation.standing();
    assert_eq!((standing.waiting, standing.left()), (0, 0));
    simulation.finish()
}

/// When the jobs of a run start.
pub fn starts(run: &Run) -> String {
    let starts: Vec<String> = run.schedule.outcomes.iter().map(|it| it.start.to_string()).collect();
    starts.join(" ")
}

pub fn measures(run: &Run, keys: &str) -> String {
    let measures: Vec<String> = keys.split_whitespace().map(|key| run.measures[key].to_string()).collect();
    measures.join(" ")
}

/// A run to its end of a selection of a log, by the system that `json` names.
pub fn run_of(json: &str, platform: &[u32], (log, selection): (&Workload, &Selection), seed: u64) -> Run {
    let system: System = serde_json::from_str(json).expect("a system");
    let input = Input::of_jobs(platform, select(log, selection, seed), seed);
    let mut simulation = system.start(input).expect("jobs can be run");
    while !simulation.advance(usize::MAX) {}
    simulation.finish()
}

/// The job as a reservation with no time to spare.
pub fn reserved(mut job: Job, ready: Time) -> Job {
    job.reservation = Some(ReservationRequest {
        ready,
        deadline: ready.saturating_add(job.requested_time),
        flexibility: Flexibility::Rigid,
        is_listed: false,
    });
    job
}

/// Submission, lead time of a reservation, run time, limit and size, of few processors and short times. This share of
/// the jobs are reservations.
pub fn any_job(share: f64) -> impl Strategy<Value = Job> {
    let times = (0..250i64, 0..50i64, 1..50i64);
    let lead = prop::option::weighted(share, 0..60i64);
    (times, 1..=9u32, lead).prop_map(|((submit, run_time, limit), processors, lead)| {
        let job = testing::job(0, submit, processors, run_time, limit);
        match lead {
            Some(lead) => reserved(job, submit + lead),
            None => job,
        }
    })
}

/// The jobs by their submission, numbered from 1 on.
pub fn numbered(mut jobs: Vec<Job>) -> Vec<Job> {
    jobs.sort_by_key(|job| job.submit);
    for (index, job) in jobs.iter_mut().enumerate() {
        job.id = index as u64 + 1;
    }
    jobs
}

/// Any request of a log or a list, and invalid ones.
pub fn any_request() -> impl Strategy<Value = Job> {
    let time = || {
        prop_oneof![
            4 => 0..500i64,
            1 => -500..500i64,
            1 => Just(workload::MAX_TIME),
            1 => Just(Time::MAX),
            1 => Just(Time::MAX / 5),
            1 => Just(Time::MIN),
        ]
    };
    let submit = prop_oneof![6 => 0..500i64, 1 => Just(workload::MAX_TIME), 1 => -50..0i64];
    let size = prop_oneof![4 => 1..12u32, 1 => Just(u32::MAX)];
    let ready = prop::option::of(time());
    (submit, size, time(), time(), ready).prop_map(|(submit, size, run_time, limit, ready)| {
        let job = testing::job(0, submit, size, run_time, limit);
        match ready {
            Some(ready) => reserved(job, ready),
            None => job,
        }
    })
}

/// Asserts why each of the jobs is rejected, on eight processors: a line a job, `None` for one that is not.
#[track_caller]
pub fn assert_rejections(settings: &impl Simulated, jobs: &[Job], expected: &str) {
    assert_eq!(expected.lines().count(), jobs.len());
    for (index, expected) in expected.lines().map(str::trim).enumerate() {
        assert_eq!(format!("{:?}", rejection(settings, jobs, index)), expected, "{index}");
    }
}

/// The rejection of a bad request.
pub fn rejection(settings: &impl Simulated, jobs: &[Job], index: usize) -> Option<Rejection> {
    let mut simulation = started(settings, &[8], jobs.to_vec());
    simulation.watch(Watch::Job(index as u32));
    while !simulation.advance(usize::MAX) {}
    let told = simulation.explanation().expect("it was watched");
    let mut reasons = told.entries.iter().filter_map(|it| match &it.decision {
        Decision::Rejected(why) => Some(why.clone()),
        _ => None,
    });
    reasons.next()
}
