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
    let entries = explanation.entries.into_iter();
    entries.map(|it| (it.first, it.decision)).collect()
}

#[test]
fn offers_that_lost_are_named_with_what_was_better() {
    let tasks = batch(&[(50, 60, 30), (50, 60, 20)]);
    let settings = settings(r#"{"agents": [1, 1], "latency": 2}"#);
    let told = told(&settings, &tasks, 2, 1);
    assert_eq!(told[0], (0, Decision::Submitted));
    let (4, Some(OwnDecision::Compared(offers))) = (told[1].0, told[1].1.own()) else {
        panic!("{told:?}");
    };
    // Agent 2 has no reservation when its offer for the first task comes, and one when this one does.
    let seen: Vec<_> = offers.iter().map(|it| (it.agent, it.load, it.verdict)).collect();
    assert_eq!(seen, [(0, 50, Verdict::First), (1, 50, Verdict::MoreReservations)]);
    assert!(matches!(told[2], (6, Decision::Booked { start: 50, end: 60, processors: 20, .. })));
    assert!(matches!(told[3], (50, Decision::Started { .. })));
    assert_eq!(told[4], (60, Decision::Done));
}

#[test]
fn a_task_without_an_offer_is_told_which_node_was_nearest() {
    let tasks = batch(&[(0, 10, 80), (0, 10, 70), (5, 15, 30)]);
    let told = told(&settings(r#"{"agents": [2]}"#), &tasks, 2, 2);
    let last = told.last().map(|(at, it)| (*at, it.own()));
    let Some((0, Some(OwnDecision::NoOffer { needs: 30, least: Some(least) }))) = last else {
        panic!("{told:?}");
    };
    assert_eq!((least.provider, least.usage, least.most), (1, 70, 85));
}

#[test]
fn rejected_tasks_are_counted_by_cause() {
    let causes = |json: &str, tasks: &[(Time, Time, u32)]| {
        let run = run(&settings(json), &batch(tasks), 2, 1);
        let counts = run.causes.counts(&run.schedule.outcomes);
        assert_eq!(crate::engine::sound::check(&run), Ok(()));
        counts.into_iter().collect::<Vec<_>>()
    };
    let told = |key: &str, tasks: usize| (key.to_owned(), tasks);
    // Nodes take 85 % at most: the second and the last task are larger, and the fourth finds both nodes loaded.
    let tasks = [(0, 10, 80), (0, 10, 90), (0, 10, 70), (5, 15, 30), (20, 30, 100)];
    let expected = [told("no_room", 1), told("too_large", 2)];
    assert_eq!(causes(r#"{"agents": [2]}"#, &tasks), expected);
    for placement in ["first_fit", "random", "first_idle"] {
        let json = format!(r#"{{"placement": "{placement}"}}"#);
        assert_eq!(causes(&json, &tasks), expected, "{placement}");
    }
    let down = r#"{"broker_outages": [{"broker": 0, "from": 0}]}"#;
    assert_eq!(causes(down, &tasks), [told("no_broker", 5)]);
    let deaf = r#"{"agents": [2], "outages": [{"agent": 0, "from": 0}]}"#;
    assert_eq!(causes(deaf, &[(0, 10, 10)]), [told("begun", 1)]);
}
