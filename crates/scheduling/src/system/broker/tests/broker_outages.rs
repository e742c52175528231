//! Brokers that go down, by hand: which broker takes up their tasks, and how decided tasks end.

use super::*;
use crate::engine::decisions::Decision;
use crate::system::broker::decisions::OwnDecision;

/// A run of tasks that share one node of one agent; messages take a second.
fn one_node(settings: &str, tasks: &str) -> Run {
    run(&self::settings(&format!("agents: 1; latency: 1; {settings}")), &batch(tasks), 1, 1)
}

/// When each task is reserved, and by which broker.
fn reserved(run: &Run) -> String {
    let words = run.schedule.outcomes.iter().zip(&run.messages.bookings).map(|(it, booking)| match it.status {
        Status::Rejected => "never".to_owned(),
        _ => format!("{} by {}", it.allocated, booking.broker),
    });
    words.collect::<Vec<_>>().join(", ")
}

#[test]
fn another_broker_takes_up_what_one_had_not_decided() {
    // Batches arrive at 1, offers at 2, when the first broker is down. The second one decides on its own task, has the
    // receipt at 4, and asks for the other one then: reserved at 7.
    let settings = r#"brokers: 2; broker_outages: [{"broker": 0, "from": 2, "until": 50}]"#;
    let run = one_node(settings, "100 110 20, 100 110 20");
    assert_eq!(reserved(&run), "7 by 1, 3 by 1");
    assert_eq!(measures(&run, "tasks_taken_up unheard_messages tasks_in_doubt"), "1 1 0");
}

#[test]
fn offers_to_a_failed_broker_lapse_by_the_lease_and_without_one_block_no_other() {
    for (lease, expected, figures) in [
        // Held from 1 to 11: the second broker gets no offer at 3 and at 11. It asks again 6 s after each answer, and
        // at 19 there is room.
        ("10", "21 by 1", "1 1 4"),
        // Without a lease no offer is held.
        ("null", "5 by 1", "0 1 2"),
    ] {
        let settings = format!(r#"brokers: 2; lease: {lease}; broker_outages: [{{"broker": 0, "from": 2}}]"#);
        let run = one_node(&settings, "100 110 60");
        assert_eq!(reserved(&run), expected, "lease {lease}");
        assert_eq!(measures(&run, "expired_offers tasks_taken_up rounds"), figures, "lease {lease}");
    }
}

#[test]
fn a_broker_that_returns_takes_up_tasks_that_no_other_could() {
    let settings = r#"broker_outages: [{"broker": 0, "from": 1, "until": 10}]"#;
    let run = one_node(settings, "100 110 20");
    assert_eq!(reserved(&run), "13 by 0");
    assert_eq!(measures(&run, "tasks_taken_up unheard_messages rounds"), "1 1 2");
    // One that had to begin before is not reserved.
    assert_eq!(reserved(&one_node(settings, "5 15 20")), "never");
}

#[test]
fn decided_tasks_stay_with_their_broker_which_repeats_the_decision() {
    // Reserved at 3; the receipt comes at 4, when the broker is down.
    for (until, figures) in [("20", "6 1 0 0"), ("null", "4 1 1 0")] {
        let outage = format!(r#"{{"broker": 0, "from": 4, "until": {until}}}"#);
        let run = one_node(&format!("brokers: 2; broker_outages: [{outage}]"), "100 110 20");
        assert_eq!(reserved(&run), "3 by 0", "until {until}");
        let keys = "messages unheard_messages tasks_in_doubt tasks_taken_up";
        assert_eq!(measures(&run, keys), figures, "until {until}");
    }
}

/// A task that is submitted at 5, when its broker is down.
fn submitted_at_5(outages: &str) -> (Broker, TaskBatch) {
    (settings(&format!("agents: 1; brokers: 2; broker_outages: [{outages}]")), batch("100 110 20 submit=5"))
}

#[test]
fn a_task_that_comes_while_its_broker_is_down_goes_to_the_next_or_the_first_that_returns() {
    for (outages, expected) in [
        (r#"{"broker": 0, "from": 0, "until": 100}"#, "5 by 1"),
        (r#"{"broker": 0, "from": 0, "until": 100}, {"broker": 1, "from": 0, "until": 50}"#, "50 by 1"),
        // An outage that another one goes on from is not over.
        (
            r#"{"broker": 0, "from": 0, "until": 100}, {"broker": 1, "from": 0, "until": 50},
               {"broker": 1, "from": 50, "until": 60}"#,
            "60 by 1",
        ),
        (r#"{"broker": 0, "from": 0}, {"broker": 1, "from": 3}"#, "never"),
    ] {
        let (settings, tasks) = submitted_at_5(outages);
        assert_eq!(reserved(&run(&settings, &tasks, 1, 1)), expected, "{outages}");
    }
}

#[test]
fn the_log_names_the_broker_that_takes_a_task_up() {
    let of = |outages: &str| {
        let (settings, tasks) = submitted_at_5(outages);
        super::explained::told(&settings, &tasks, 1, 0)
    };
    let back = of(r#"{"broker": 0, "from": 0, "until": 90}, {"broker": 1, "from": 0, "until": 50}"#);
    let expected = [
        (5, Decision::Submitted),
        (5, OwnDecision::BrokerDown.into()),
        (50, OwnDecision::TakenUp { broker: 1 }.into()),
    ];
    assert_eq!(back[..3], expected);
    assert_eq!(back[3].0, 50);
    assert!(matches!(back[3].1.own(), Some(OwnDecision::Compared(_))));
    let gone = of(r#"{"broker": 0, "from": 0}, {"broker": 1, "from": 0}"#);
    assert_eq!(gone.last(), Some(&(5, OwnDecision::NoBroker.into())));
}

#[test]
fn outages_of_brokers_that_are_not_there_are_refused() {
    let of = |outage: &str| settings::<Broker>(&format!("broker_outages: [{outage}]")).validate(&[100; 2]);
    assert!(of(r#"{"broker": 0, "from": 5}"#).is_ok());
    assert!(of(r#"{"broker": 0, "from": 5, "until": 5}"#).is_err());
    let why = of(r#"{"broker": 1, "from": 5}"#).expect_err("one broker");
    assert_eq!(why, "system.broker.broker_outages: broker 1; there are 1, counted from 0");
}
