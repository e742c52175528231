//! Which runs are judged against each other.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::cases::{Case, cases, starts};
use slotscope::criteria::population::Differs;
use slotscope::criteria::{Report, report};
use slotscope::experiment::decisions::{Decision, Explanation, Reason, Room, Watch};
use slotscope::experiment::{Scenario, explain, run};
use slotscope::workload;
use slotscope::workload::lublin::Lublin;
use slotscope::workload::{Workload, read};

/// 300 jobs, and with `more` another one behind them.
fn log(more: &str) -> Workload {
    let lublin = Lublin { jobs: 300, ..Lublin::default() };
    let text = slotscope::workload::write_swf(&lublin.generate().expect("a log"));
    let text = text + more;
    read("log.swf", text.as_bytes()).expect("a log").workload
}

fn of(log: &Workload, scenario: &str) -> Report {
    let scenario = Scenario::from_json(scenario.as_bytes()).expect(scenario);
    report(&run(&scenario, log).expect("a run"))
}

const FCFS: &str = r#"{"platform": [512]}"#;

#[test]
fn runs_are_judged_only_of_the_same_jobs_and_processors() {
    let log = log("");
    let with = |settings: &str| format!(r#"{{"platform": [512], {settings}}}"#);
    let half = with(r#""workload": {"reservations": {"percent": 50}}"#);
    for (one, other, expected) in [
        (FCFS, with(r#""system": {"two_level": {"local": {"queue": "easy"}}}"#), None),
        (
            &half,
            with(
                r#""workload": {"reservations": {"percent": 50}}, "system": {"two_level": {"grid": {"period": 600}}}"#,
            ),
            None,
        ),
        (FCFS, with(r#""system": {"broker": {}}"#), Some(Differs::Ran)),
        (
            &half,
            with(r#""workload": {"reservations": {"percent": 50}}, "system": {"cluster": {}}"#),
            Some(Differs::Reserved),
        ),
        (&half, with(r#""workload": {"reservations": {"percent": 50}}, "seed": 2"#), Some(Differs::Reserved)),
        (FCFS, with(r#""workload": {"load_factor": 1.5}"#), Some(Differs::Submissions)),
        (FCFS, with(r#""workload": {"count": 200}"#), Some(Differs::Taken)),
        (FCFS, r#"{"platform": [1024]}"#.to_owned(), Some(Differs::Processors)),
        // Equally many processors, of which no provider has enough for the largest jobs.
        (FCFS, format!(r#"{{"platform": {:?}}}"#, [4; 128]), Some(Differs::Ran)),
    ] {
        let (one, of_other) = (of(&log, one), of(&log, &other));
        let (one, of_other) = (one.population, of_other.population);
        assert_eq!(one.differs(of_other), expected, "{other}");
        assert_eq!(of_other.differs(one), expected, "{other}");
    }
}

#[test]
fn a_further_job_is_another_workload() {
    let more = "900 5000 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n";
    let [one, other] = [log(""), log(more)].map(|it| of(&it, FCFS).population);
    assert_eq!(one.differs(other), Some(Differs::Taken));
}

/// A job that waits for another one is submitted at other times under other policies: that is no other submission.
#[test]
fn submissions_that_a_run_decides_are_the_same() {
    let text: String = (1..40)
        .map(|id| {
            let before = if id % 3 == 0 { id - 1 } else { -1 };
            let run = 20 + 37 * id % 80;
            format!("{id} {} 0 {run} {} -1 -1 4 {} -1 1 1 1 -1 1 1 {before} 5\n", 10 * id, 1 + id % 4, run + 5)
        })
        .collect();
    let log = read("log.swf", text.as_bytes()).expect("a log").workload;
    let with = |queue: &str| {
        of(
            &log,
            &format!(
                r#"{{"platform": [4], "workload": {{"dependencies": "honour"}}, "system": {{"two_level": {{"local": {{"queue": "{queue}"}}}}}}}}"#
            ),
        )
    };
    let (one, other) = (with("fcfs"), with("sjf"));
    assert_ne!(one.mean_flow_time, other.mean_flow_time);
    assert_eq!(one.population.differs(other.population), None);
}

/// The numbers of the jobs of a case, and what is explained of it.
fn told(log: &str, scenario: &str) -> (Vec<u64>, impl Fn(Watch) -> Explanation + use<>) {
    let log = workload::read("case.swf", log.as_bytes()).expect("a log").workload;
    let scenario = Scenario::from_json(scenario.as_bytes()).expect("a scenario");
    let jobs = run(&scenario, &log).expect("a run").jobs;
    let numbers = jobs.iter().map(|job| job.id).collect();
    (numbers, move |watch| explain(&scenario, &log, watch).expect("an explanation"))
}

/// Why the case's job waits at its moment: the last reason given by then.
fn reason_at(case: &Case, explanation: &Explanation) -> Option<Reason> {
    let by_then = explanation.entries.iter().rev();
    let mut by_then = by_then.skip_while(|entry| entry.first > case.at);
    match &by_then.next()?.decision {
        Decision::Waits(waits) => Some(waits.reason.clone()),
        _ => None,
    }
}

#[test]
fn every_policy_has_three_cases() {
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    for case in cases() {
        *count.entry(case.queue().to_owned()).or_default() += 1;
    }
    assert_eq!(count.len(), 9);
    assert!(count.values().all(|&count| count >= 3), "{count:?}");
}

#[test]
fn the_true_blockers_are_named() {
    for case in cases() {
        let (numbers, told) = told(&case.log(), &case.scenario());
        let index = numbers.iter().position(|&it| it == case.job).expect("it");
        let explanation = told(Watch::Job(index as u32));
        let reason = reason_at(&case, &explanation);
        let reason = reason.unwrap_or_else(|| panic!("{}: {explanation:?}", case.name));
        let blockers: Vec<u64> = reason.blockers().into_iter().map(|it| numbers[it as usize]).collect();
        assert_eq!(reason.word(), case.reason, "{}", case.name);
        assert_eq!(blockers, case.blockers, "{}: {reason:?}", case.name);
        // How all stood at that moment says the same.
        let moment = told(Watch::Moment(case.at)).moment.expect("a moment");
        let queued = moment.providers[0]
            .queue
            .iter()
            .find(|it| it.job as usize == index)
            .and_then(|it| Some(&it.waits.as_ref()?.reason));
        assert_eq!(queued, Some(&reason), "{}", case.name);
    }
}

/// What leaves room, as a case says it: a word and its figures, jobs by number.
fn said(room: Room, numbers: &[u64]) -> Value {
    let number = |job: u32| numbers[job as usize];
    match room {
        Room::Beside { needs, free } => json!(["beside", needs, free]),
        Room::EndsBefore { job, promised, ends } => json!(["ends_before", number(job), promised, ends]),
        Room::BesidePromise { job, promised, needs, spare } => {
            json!(["beside_promise", number(job), promised, needs, spare])
        }
        Room::Preempting => json!(["preempting"]),
        Room::BesideOnNodes { job, promised } => {
            json!(["beside_on_nodes", number(job), promised])
        }
        Room::OnNodes => json!(["on_nodes"]),
        Room::Overrun => json!(["overrun"]),
    }
}

#[test]
fn every_start_that_overtakes_names_the_jobs_and_the_reason() {
    let mut policies = BTreeSet::new();
    for case in starts() {
        policies.insert(case.queue().to_owned());
        let (numbers, told) = told(&case.log(), &case.scenario());
        let index = numbers.iter().position(|&it| it == case.job).expect("it");
        // The log of the job, and how all stood at that moment, say the same.
        for watch in [Watch::Job(index as u32), Watch::Moment(case.at)] {
            let told = told(watch);
            let mut starts = told.entries.iter().filter_map(|entry| match &entry.decision {
                Decision::Started { overtaking, .. } if entry.job as usize == index => {
                    Some((entry.first, overtaking.clone()))
                }
                _ => None,
            });
            let (at, overtaking) = starts.next().expect("it starts");
            assert_eq!(at, case.at, "{}", case.name);
            let named = |jobs: &[u32]| -> Vec<u64> { jobs.iter().map(|&job| numbers[job as usize]).collect() };
            let (passed, later, room) = match &overtaking {
                Some(it) => (named(&it.passed.listed), named(&it.later.listed), it.room),
                None => (Vec::new(), Vec::new(), None),
            };
            assert_eq!((&passed, &later), (&case.passed, &case.later), "{}", case.name);
            let room = room.map_or(Value::Null, |room| said(room, &numbers));
            assert_eq!(room, case.room, "{}", case.name);
        }
    }
    assert_eq!(policies.len(), 9, "every policy has a case");
}
