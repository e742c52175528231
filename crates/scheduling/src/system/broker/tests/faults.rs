//! Under all failures: no node beyond its limits, no task twice, none forgotten.

use proptest::prelude::*;

use super::super::run::BrokerSimulation as Going;
use super::super::{Agents, BrokerOutage, LinkOf, Outage};
use super::*;
use crate::system::Simulation;

/// Any settings of links and failures for three agents of two nodes.
fn faults() -> impl Strategy<Value = Broker> {
    let times = (
        prop_oneof![Just(0.0), 0.0..20.0],
        prop_oneof![Just(0.0), 0.0..30.0],
        prop::option::of(0.5..60.0),
        prop::option::of(0.5..40.0),
    );
    let chances = (prop_oneof![Just(0.0), 0.0..70.0], prop_oneof![Just(0.0), 0.0..60.0]);
    let outage = (0..3_u32, 0..90_i64, prop::option::of(1..60_i64)).prop_map(|(agent, from, length)| Outage {
        agent,
        from,
        until: length.map(|it| from + it),
    });
    let broker_outage = (0..3_u32, 0..90_i64, prop::option::of(1..60_i64))
        .prop_map(|(broker, from, length)| BrokerOutage { broker, from, until: length.map(|it| from + it) });
    let late = (0..3_u32, 0.0..50.0).prop_map(|(agent, latency)| LinkOf {
        agent,
        latency: Some(latency),
        ..LinkOf::default()
    });
    (
        times,
        chances,
        (prop::collection::vec(outage, 0..3), prop::collection::vec(broker_outage, 0..4)),
        prop::collection::vec(late, 0..2),
        (1..4_u32, 1..4_u32, 1..40_i64, prop::option::of(1..4_u32), any::<bool>()),
    )
        .prop_map(|(times, chances, (outages, mut broker_outages), links, more)| {
            let (latency, jitter, lease, timeout) = times;
            let (brokers, tries, down, max_tasks, on_arrival) = more;
            for it in &mut broker_outages {
                it.broker %= brokers;
            }
            Broker {
                latency,
                jitter,
                lease,
                timeout,
                loss_percent: chances.0,
                failure_percent: chances.1,
                outages,
                broker_outages,
                links,
                brokers,
                tries,
                down,
                max_tasks,
                tie_rule: if on_arrival {
                    super::super::TieRule::OnArrival
                } else {
                    super::super::TieRule::WhenAllAreIn
                },
                agents: Some(Agents::Nodes(vec![2, 2, 2])),
                ..Broker::default()
            }
        })
}

/// Tasks that come over time, most of them ahead of their start.
fn tasks() -> impl Strategy<Value = Vec<BatchTask>> {
    let task = (0..120_i64, 0..150_i64, 1..40_i64, 1..90_u32);
    prop::collection::vec(task, 1..14).prop_map(|tasks| {
        let task = |(place, (submit, ahead, length, load)): (usize, (i64, i64, i64, u32))| BatchTask {
            name: format!("t{place}"),
            submit,
            start: submit + ahead,
            end: submit + ahead + length,
            load,
            ..BatchTask::default()
        };
        tasks.into_iter().enumerate().map(task).collect()
    })
}

/// Checks the invariants of every run.
fn holds(settings: &Broker, tasks: &[BatchTask], seed: u64) {
    let batch = TaskBatch { tasks: tasks.to_vec(), ..TaskBatch::default() };
    let mut going = Going::of_batch(settings, &batch, 6, seed);
    while !going.advance(7) {}
    // The tables contain exactly the reservations: no offer has leaked, no reservation was dropped.
    let protocol = &going.protocol;
    let most_tasks = settings.max_tasks.unwrap_or(u32::MAX);
    for (node, table) in protocol.nodes.tables.iter().enumerate() {
        let steps: Vec<_> = table.load.steps().collect();
        for second in 0..320 {
            let here = |(request, at): &(&super::super::request::Request, &Option<u32>)| {
                **at == Some(node as u32) && request.wanted.start <= second && second < request.wanted.end
            };
            let on: Vec<u32> =
                protocol.requests.iter().zip(&protocol.settled.nodes).filter(here).map(|it| it.0.wanted.load).collect();
            let load: u32 = on.iter().sum();
            let step = steps.iter().rev().find(|it| it.0 <= second).unwrap();
            assert_eq!((step.1, step.2), (load, on.len() as u32), "at {second}");
            assert!(load <= 85 && on.len() as u32 <= most_tasks);
        }
    }
    // Every task is on one node, or reported to be on none; every receipt is true.
    let over = protocol.over_count;
    assert_eq!(over, tasks.len());
    let told = protocol.told();
    for (task, &known) in told.iter().enumerate() {
        let reserved = protocol.settled.nodes[task].is_some();
        let in_doubt = protocol.record.bookings()[task].in_doubt;
        // A broker is never wrong, and is in doubt only where no receipt came.
        assert!(!known || reserved, "task {task} was told to be reserved");
        assert!(known || !reserved || in_doubt, "task {task} is reserved unknown");
        assert!(!(known && in_doubt));
    }
    let reserved =
        protocol.settled.at.iter().zip(&protocol.requests).zip(&protocol.settled.nodes).filter(|it| it.1.is_some());
    for ((at, request), _) in reserved {
        assert!(*at <= request.wanted.start * 1_000 && *at >= request.submit * 1_000);
    }
    let results = Box::new(going).finish();
    let rejected = results.schedule.outcomes.iter().filter(|it| it.status == Status::Rejected).count();
    let scheduled = results.schedule.outcomes.len() - rejected;
    assert_eq!(results.measures["performance"], 100.0 * scheduled as f64 / tasks.len() as f64);
}

proptest! {
    // A fault schedule each; a task that is reserved twice stops the run at once.
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(10_000)))]

    #[test]
    fn no_fault_reserves_twice_or_loses_a_reservation(
        settings in faults(),
        tasks in tasks(),
        seed in any::<u64>(),
    ) {
        holds(&settings, &tasks, seed);
    }
}

#[test]
fn an_agent_that_dies_after_its_offer_keeps_what_it_is_told_when_it_is_back() {
    let settings =
        settings(r#"agents: [2]; latency: 1; timeout: 5; tries: 4; outages: [{"agent": 0, "from": 2, "until": 10}]"#);
    let run = run(&settings, &batch("100 110 30"), 2, 1);
    // Sent at 2 and 7 in vain, heard at 13.
    assert_eq!((nodes(&run).as_str(), run.schedule.outcomes[0].allocated), ("0", 13));
    assert_eq!(run.measures["unheard_messages"], 2.0);
}

#[test]
fn a_lease_keeps_a_second_broker_from_what_the_first_is_offered() {
    // One node, two brokers with a task each; both cannot run.
    for (lease, expected) in [("null", "1 50"), ("60", "0 50")] {
        let settings = settings(&format!("agents: [1]; brokers: 2; latency: 1; tries: 1; lease: {lease}"));
        let run = run(&settings, &batch("100 110 60, 100 110 60"), 1, 1);
        assert_eq!(measures(&run, "refused_tasks performance"), expected, "lease {lease}");
    }
}

#[test]
fn a_task_is_not_reserved_once_it_had_to_begin() {
    // Offers are made at 10, decisions arrive at 30.
    for (task, reserved) in [("9 14 10", "-"), ("29 34 10", "-"), ("30 35 10", "0")] {
        let run = run(&settings("agents: [1]; latency: 10"), &batch(task), 1, 1);
        assert_eq!(nodes(&run), reserved, "{task}");
    }
}

/// One broker on empty nodes, tasks far ahead of their start, agents that answer in the end: under all delays,
/// every task is reserved and none refused.
#[test]
fn delays_alone_keep_no_task_from_its_node() {
    for seed in 0..200 {
        let settings = settings("agents: [1]; jitter: 60; timeout: 50; tries: 60; lease: 600");
        let run = run(&settings, &batch("100000 100010 60, 100000 100010 20"), 1, seed);
        assert_eq!((nodes(&run).as_str(), run.measures["refused_tasks"]), ("0 0", 0.0), "seed {seed}");
    }
}

#[test]
fn every_batch_is_tried_as_often_as_the_first() {
    let settings = settings(
        r#"agents: [1]; tries: 3; timeout: 1;
        outages: [{"agent": 0, "from": 0, "until": 20}, {"agent": 0, "from": 100, "until": 102}]"#,
    );
    assert_eq!(nodes(&run(&settings, &batch("1000 1010 10, 1000 1010 10 submit=100"), 1, 1)), "- 0");
}

#[test]
fn a_receipt_that_comes_late_ends_the_doubt() {
    for seed in 0..50 {
        let run = run(&settings("agents: [1]; jitter: 30; timeout: 25; tries: 1"), &batch("1000 1010 10"), 1, seed);
        assert_eq!(run.measures["tasks_in_doubt"], 0.0, "seed {seed}");
    }
}

#[test]
fn outages_of_any_length_are_refused_or_counted() {
    for (outage, is_taken) in [
        (r#"{"agent": 0, "from": 10000000000000000}"#, false),
        (r#"{"agent": 0, "from": 0, "until": 10000000000000000}"#, false),
        (r#"{"agent": 0, "from": 5, "until": 5}"#, false),
        (r#"{"agent": 2, "from": 5}"#, false),
        (r#"{"agent": 0, "from": 5}"#, true),
    ] {
        let settings: Broker = settings(&format!("outages: [{outage}]"));
        assert_eq!(settings.validate(&[100; 2]).is_ok(), is_taken, "{outage}");
    }
}

/// Jobs that must start when they are submitted, a minute apart, on two agents of two nodes.
fn minute_by_minute(outages: &str) -> Run {
    let task = |at: Time| format!("{at} {} 60 submit={at}", at + 50);
    let tasks: Vec<String> = (0..20).map(|minute| task(60 * minute)).collect();
    run(&settings(&format!("agents: [2, 2]; outages: {outages}")), &batch(&tasks.join(",")), 4, 1)
}

#[test]
fn a_dead_agent_keeps_no_task_from_the_others() {
    // Down for three minutes of the twenty: asked again once it is back.
    let back = r#"[{"agent": 0, "from": 600, "until": 780}]"#;
    for (outages, expected) in [
        ("[]", "100 0 0"),
        // Down for ever from the beginning, it never was connected.
        (r#"[{"agent": 0, "from": 0}]"#, "100 0 0"),
        // Down for ever from the tenth minute on: that the broker learns by waiting once, and the task that had to
        // start then is lost.
        (r#"[{"agent": 0, "from": 600}]"#, "95 1 1"),
        (back, "95 1 1"),
    ] {
        let run = minute_by_minute(outages);
        assert_eq!(measures(&run, "performance disconnections unheard_messages"), expected, "{outages}");
    }
    let of_first: Vec<bool> = nodes_of(&minute_by_minute(back)).iter().map(|it| it.is_some_and(|it| it < 2)).collect();
    assert_eq!(of_first[10..13], [false; 3]);
    assert!(of_first[13..].contains(&true), "{of_first:?}");
}

#[test]
fn an_agent_joins_later() {
    // The first agent comes in the third minute: until then the second one has all.
    let run = minute_by_minute(r#"[{"agent": 0, "from": 0, "until": 150}]"#);
    let nodes = nodes_of(&run);
    assert!(nodes[..3].iter().all(|it| it.is_some_and(|it| it >= 2)));
    assert!(nodes[3..].iter().any(|it| it.is_some_and(|it| it < 2)));
    assert_eq!(run.measures["performance"], 100.0);
}

#[test]
fn an_agent_without_an_answer_is_tried_again_when_no_other_is_connected() {
    let settings = settings(r#"agents: [1]; timeout: 1; tries: 5; outages: [{"agent": 0, "from": 0, "until": 3}]"#);
    assert_eq!(nodes(&run(&settings, &batch("100 110 10"), 1, 1)), "0");
}
