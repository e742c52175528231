//! Why a task is where it is.

use super::*;
use crate::engine::decisions::{Decision, Watch};
use crate::engine::messages::Verdict;
use crate::system::broker::decisions::OwnDecision;
use crate::system::{Input, Simulated, Work};

pub(super) fn told(settings: &Broker, tasks: &TaskBatch, nodes: usize, task: u32) -> Vec<(Time, Decision)> {
    let input = Input {
        platform: &vec![NODE_POINTS; nodes],
        seed: 1,
        work: Work::Batch(tasks),
        placements: None,
        resources: None,
        names: None,
    };
    let mut simulation = settings.start(input).expect("a run");
    simulation.watch(Watch::Job(task));
    while !simulation.advance(1) {}
    let explanation = simulation.explanation().expect("watched");
    explanation.entries.into_iter().map(|it| (it.first, it.decision)).collect()
}

#[test]
fn offers_that_lost_are_named_with_what_was_better() {
    let told = told(&settings("agents: [1, 1]; latency: 2"), &batch("50 60 30, 50 60 20"), 2, 1);
    assert_eq!(told[0], (0, Decision::Submitted));
    let (4, Some(OwnDecision::Compared(offers))) = (told[1].0, told[1].1.own()) else {
        panic!("{told:?}");
    };
    // Agent 2 has no reservation when its offer for the first task comes, and one when this one does.
    let seen = offers.iter().map(|it| (it.agent, it.load, it.verdict));
    assert!(seen.eq([(0, 50, Verdict::First), (1, 50, Verdict::MoreReservations)]));
    assert!(matches!(told[2], (6, Decision::Booked { start: 50, end: 60, processors: 20, .. })));
    assert!(matches!(told[3], (50, Decision::Started { .. })));
    assert_eq!(told[4], (60, Decision::Done));
}

#[test]
fn a_task_without_an_offer_is_told_which_node_was_nearest() {
    let told = told(&settings("agents: [2]"), &batch("0 10 80, 0 10 70, 5 15 30"), 2, 2);
    let last = told.last().map(|(at, it)| (*at, it.own()));
    let Some((0, Some(OwnDecision::NoOffer { needs: 30, least: Some(least) }))) = last else {
        panic!("{told:?}");
    };
    assert_eq!((least.provider, least.usage, least.most), (1, 70, 85));
}

#[test]
fn rejected_tasks_are_counted_by_cause() {
    // Nodes take 85 % at most: the second and the last task are larger, and the fourth finds both nodes loaded.
    let tasks = "0 10 80, 0 10 90, 0 10 70, 5 15 30, 20 30 100";
    let expected = r#"{"no_room": 1, "too_large": 2}"#;
    for (settings, tasks, expected) in [
        ("agents: [2]", tasks, expected),
        ("placement: first_fit", tasks, expected),
        ("placement: random", tasks, expected),
        ("placement: first_idle", tasks, expected),
        (r#"broker_outages: [{"broker": 0, "from": 0}]"#, tasks, r#"{"no_broker": 5}"#),
        (r#"agents: [2]; outages: [{"agent": 0, "from": 0}]"#, "0 10 10", r#"{"begun": 1}"#),
    ] {
        let run = run(&self::settings(settings), &batch(tasks), 2, 1);
        assert_eq!(format!("{:?}", run.causes.counts(&run.schedule.outcomes)), expected, "{settings}");
        assert_eq!(crate::engine::sound::check(&run), Ok(()), "{settings}");
    }
}
