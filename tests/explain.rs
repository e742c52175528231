//! Why a job waited, as the library tells it: cases worked out by hand.

#[path = "common/cases.rs"]
mod cases;

use std::collections::BTreeMap;

use cases::{Case, cases};
use slotscope::experiment::decisions::{Decision, Explanation, Reason, Watch};
use slotscope::experiment::{Scenario, explain, run};
use slotscope::workload;

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
        let log = workload::read("case.swf", case.log().as_bytes()).expect("a log");
        let scenario = Scenario::from_json(case.scenario().as_bytes()).expect("a scenario");
        let jobs = run(&scenario, &log.workload).expect("a run").jobs;
        let numbers: Vec<u32> = jobs.iter().map(|job| job.id).collect();
        let index = numbers.iter().position(|&it| it == case.job).expect("it");
        let watch = Watch::Job(index as u32);
        let explanation = explain(&scenario, &log.workload, watch).expect("an explanation");
        let reason = reason_at(&case, &explanation);
        let reason = reason.unwrap_or_else(|| panic!("{}: {explanation:?}", case.name));
        let blockers = reason.blockers().into_iter();
        let blockers: Vec<u32> = blockers.map(|it| numbers[it as usize]).collect();
        assert_eq!(reason.word(), case.reason, "{}", case.name);
        assert_eq!(blockers, case.blockers, "{}: {reason:?}", case.name);
        // How all stood at that moment says the same.
        let watch = Watch::Moment(case.at);
        let moment = explain(&scenario, &log.workload, watch).expect("an explanation");
        let moment = moment.moment.expect("a moment");
        let queued = moment.providers[0].queue.iter();
        let mut queued = queued.filter(|it| it.job as usize == index);
        let queued = queued.next().and_then(|it| it.waits.clone());
        let queued = queued.map(|it| it.reason);
        assert_eq!(queued.as_ref(), Some(&reason), "{}", case.name);
    }
}
