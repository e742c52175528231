//! Brokers that go down, by hand: which broker takes up their tasks, and how decided tasks end.

use super::*;
use crate::engine::decisions::Decision;
use crate::system::broker::decisions::OwnDecision;

/// A run of tasks that share one node of one agent; messages take a second.
fn one_node(json: &str, tasks: &[(Time, Time, u32)]) -> Run {
    let mut settings = settings(json);
    settings.agents = Some(super::super::Agents::Count(1));
    settings.latency = 1.0;
    run(&settings, &batch(tasks), 1, 1)
}

/// When each task is reserved, and by which broker.
fn reserved(run: &Run) -> Vec<Option<(Time, u32)>> {
    let outcomes = run.schedule.outcomes.iter().zip(&run.messages.bookings);
    outcomes.map(|(it, booking)| (it.status != Status::Rejected).then_some((it.allocated, booking.broker))).collect()
}

fn figures<const N: usize>(run: &Run, keys: [&str; N]) -> [f64; N] {
    keys.map(|it| run.measures[it])
}

#[test]
fn another_broker_takes_up_what_one_had_not_decided() {
    // Batches arrive at 1, offers at 2, when the first broker is down. The second one decides on its own task, has the
    // receipt at 4, and asks for the other one then: reserved at 7.
    let json = r#"{"brokers": 2, "broker_outages": [{"broker": 0, "from": 2, "until": 50}]}"#;
    let run = one_node(json, &[(100, 110, 20), (100, 110, 20)]);
    assert_eq!(reserved(&run), [Some((7, 1)), Some((3, 1))]);
    let found = figures(&run, ["tasks_taken_up", "unheard_messages", "tasks_in_doubt"]);
    assert_eq!(found, [1.0, 1.0, 0.0]);
}

#[test]
fn offers_to_a_failed_broker_lapse_by_the_lease_and_without_one_block_no_other() {
    let of = |lease: &str| {
        let outages = r#"[{"broker": 0, "from": 2}]"#;
        let json = format!(r#"{{"brokers": 2, "lease": {lease}, "broker_outages": {outages}}}"#);
        one_node(&json, &[(100, 110, 60)])
    };
    // Held from 1 to 11: the second broker gets no offer at 3 and at 11. It asks again 6 s after each answer, and
    // at 19 there is room.
    let held = of("10");
    assert_eq!(reserved(&held), [Some((21, 1))]);
    let keys = ["expired_offers", "tasks_taken_up", "rounds"];
    assert_eq!(figures(&held, keys), [1.0, 1.0, 4.0]);
    // Without a lease no offer is held.
    let free = of("null");
    assert_eq!(reserved(&free), [Some((5, 1))]);
    assert_eq!(figures(&free, keys), [0.0, 1.0, 2.0]);
}

#[test]
fn a_broker_that_returns_takes_up_tasks_that_no_other_could() {
    let json = r#"{"broker_outages": [{"broker": 0, "from": 1, "until": 10}]}"#;
    let run = one_node(json, &[(100, 110, 20)]);
    assert_eq!(reserved(&run), [Some((13, 0))]);
    let keys = ["tasks_taken_up", "unheard_messages", "rounds"];
    assert_eq!(figures(&run, keys), [1.0, 1.0, 2.0]);
    // One that had to begin before is not reserved.
    let run = one_node(json, &[(5, 15, 20)]);
    assert_eq!(reserved(&run), [None]);
}

#[test]
fn decided_tasks_stay_with_their_broker_which_repeats_the_decision() {
    // Reserved at 3; the receipt comes at 4, when the broker is down.
    let of = |until: &str| {
        let outages = format!(r#"[{{"broker": 0, "from": 4, "until": {until}}}]"#);
        let json = format!(r#"{{"brokers": 2, "broker_outages": {outages}}}"#);
        one_node(&json, &[(100, 110, 20)])
    };
    let keys = ["messages", "unheard_messages", "tasks_in_doubt", "tasks_taken_up"];
    let back = of("20");
    assert_eq!(reserved(&back), [Some((3, 0))]);
    assert_eq!(figures(&back, keys), [6.0, 1.0, 0.0, 0.0]);
    let gone = of("null");
    assert_eq!(reserved(&gone), [Some((3, 0))]);
    assert_eq!(figures(&gone, keys), [4.0, 1.0, 1.0, 0.0]);
}

/// A task that is submitted at 5, when its broker is down.
fn submitted_at_5(outages: &str) -> (Broker, TaskBatch) {
    let json = format!(r#"{{"agents": 1, "brokers": 2, "broker_outages": {outages}}}"#);
    let mut tasks = batch(&[(100, 110, 20)]);
    tasks.tasks[0].submit = 5;
    (settings(&json), tasks)
}

#[test]
fn a_task_that_comes_while_its_broker_is_down_goes_to_the_next_or_the_first_that_returns() {
    let of = |outages: &str| {
        let (settings, tasks) = submitted_at_5(outages);
        reserved(&run(&settings, &tasks, 1, 1))
    };
    let first = r#"{"broker": 0, "from": 0, "until": 100}"#;
    assert_eq!(of(&format!("[{first}]")), [Some((5, 1))]);
    let second = r#"{"broker": 1, "from": 0, "until": 50}"#;
    assert_eq!(of(&format!("[{first}, {second}]")), [Some((50, 1))]);
    // An outage that another one goes on from is not over.
    let more = r#"{"broker": 1, "from": 50, "until": 60}"#;
    assert_eq!(of(&format!("[{first}, {second}, {more}]")), [Some((60, 1))]);
    let for_ever = r#"[{"broker": 0, "from": 0}, {"broker": 1, "from": 3}]"#;
    assert_eq!(of(for_ever), [None]);
}

#[test]
fn the_log_names_the_broker_that_takes_a_task_up() {
    let of = |outages: &str| {
        let (settings, tasks) = submitted_at_5(outages);
        super::explained::told(&settings, &tasks, 1, 0)
    };
    let back = of(r#"[{"broker": 0, "from": 0, "until": 90}, {"broker": 1, "from": 0, "until": 50}]"#);
    let expected = [
        (5, Decision::Submitted),
        (5, OwnDecision::BrokerDown.into()),
        (50, OwnDecision::TakenUp { broker: 1 }.into()),
    ];
    assert_eq!(back[..3], expected);
    assert_eq!(back[3].0, 50);
    assert!(matches!(back[3].1.own(), Some(OwnDecision::Compared(_))));
    let gone = of(r#"[{"broker": 0, "from": 0}, {"broker": 1, "from": 0}]"#);
    let rejected = (5, OwnDecision::NoBroker.into());
    assert_eq!(gone.last(), Some(&rejected));
}

#[test]
fn outages_of_brokers_that_are_not_there_are_refused() {
    let of = |json: &str| settings(json).validate(&[100; 2]);
    assert!(of(r#"{"broker_outages": [{"broker": 0, "from": 5}]}"#).is_ok());
    assert!(of(r#"{"broker_outages": [{"broker": 0, "from": 5, "until": 5}]}"#).is_err());
    let why = of(r#"{"broker_outages": [{"broker": 1, "from": 5}]}"#).expect_err("one broker");
    assert_eq!(why, "system.broker.broker_outages: broker 1; there are 1, counted from 0");
}
