//! Why a job waited and whom it overtook, as the library tells it: cases worked out by hand.

use std::collections::{BTreeMap, BTreeSet};

use crate::scenarios::cases::{Case, cases, starts};
use serde_json::{Value, json};
use slotscope::experiment::decisions::{Decision, Explanation, Reason, Room, Watch};
use slotscope::experiment::{Scenario, explain, run};
use slotscope::workload;

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
        let queued = moment.providers[0].queue.iter().find(|it| it.job as usize == index);
        let queued = queued.and_then(|it| Some(&it.waits.as_ref()?.reason));
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
