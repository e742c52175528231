//! Brokers and agents, by hand, against the protocol in its plainest form, and under every fault.

mod faults;
mod naive;

use proptest::prelude::*;

use super::decisions::OwnDecision;
use super::{Agents, Broker};
use crate::engine::dynamic_tables;
use crate::engine::messages::Verdict;
use crate::system::Work;
use crate::system::prelude::*;
use crate::system::testing::{jobs, measures, named, settings};
use workload::draw::{Draw, Stream};
use workload::task_batch::{BatchTask, NODE_POINTS, Node, TaskBatch};

/// Tasks, each by its start, end and load, and when it is submitted if that is not 0.
fn batch(text: &str) -> TaskBatch {
    let task = |(text, place): (&str, u32)| {
        let numbers: Vec<Time> = text.split_whitespace().map_while(|it| it.parse().ok()).collect();
        BatchTask {
            name: place.to_string(),
            submit: named(text, "submit=").unwrap_or(0),
            start: numbers[0],
            end: numbers[1],
            load: numbers[2] as u32,
            ..BatchTask::default()
        }
    };
    TaskBatch { tasks: text.split(',').zip(1..).map(task).collect(), ..TaskBatch::default() }
}

/// A batch of tasks of these starts, ends and loads.
fn batch_of(tasks: &[(Time, Time, u32)]) -> TaskBatch {
    let tasks = tasks.iter().map(|(start, end, load)| format!("{start} {end} {load}"));
    batch(&tasks.collect::<Vec<_>>().join(","))
}

/// A run of a batch to its end.
fn run(settings: &Broker, batch: &TaskBatch, nodes: usize, seed: u64) -> Run {
    let platform = vec![NODE_POINTS; nodes];
    settings.validate(&platform).expect("settings that can run");
    let mut simulation = super::run::BrokerSimulation::of_batch(settings, batch, nodes, seed);
    let agents = simulation.protocol.agents.len();
    settings.validate_for(agents).expect("as many agents");
    // Batches of few tasks also reach the copy.
    simulation.protocol.nodes.large = 8;
    let mut simulation: Box<dyn Simulation> = Box::new(simulation);
    for pieces in 1.. {
        if simulation.advance(pieces) {
            break;
        }
    }
    let standing = simulation.standing();
    assert_eq!((standing.waiting, standing.left()), (0, 0));
    simulation.finish()
}

/// The node of each task, none of those without a reservation.
fn nodes_of(run: &Run) -> Vec<Option<usize>> {
    run.schedule.outcomes.iter().map(|it| (it.status != Status::Rejected).then_some(it.provider as usize)).collect()
}

/// The same in words, a `-` for none.
fn nodes(run: &Run) -> String {
    nodes_of(run).into_iter().map(|it| it.map_or("-".to_owned(), |it| it.to_string())).collect::<Vec<_>>().join(" ")
}

/// How many tasks each agent has.
fn tasks_of_agents(run: &Run) -> Vec<usize> {
    let mut counts = vec![0; run.messages.agents.len()];
    for node in nodes_of(run).into_iter().flatten() {
        counts[run.messages.agent_of(node).expect("an agent")] += 1;
    }
    counts
}

#[test]
fn the_average_is_over_intervals_and_the_mean_over_time() {
    let settings = settings("agents: [1, 1]; max_load_percent: 70");
    // Both agents offer to take the first task for 20 %; the second agent has fewer reservations. The third fits nowhere.
    let run = run(&settings, &batch("0 60 20, 30 90 45, 10 90 70"), 2, 1);
    assert_eq!(nodes(&run), "1 0 -");
    // 45 % in one interval of three, 20 % in one of two.
    assert_eq!(run.measures["average_load"], (15.0 + 10.0) / 2.0);
    let over_time = (20.0 * 60.0 + 45.0 * 60.0) / (2.0 * 90.0);
    assert!((run.measures["mean_load"] - over_time).abs() < 1e-9);
}

proptest! {
    #[test]
    fn the_sweep_and_the_tables_have_the_same_average(
        tasks in prop::collection::vec((0..60_i64, 1..25_i64, 1..60_u32), 1..40),
    ) {
        let tasks: Vec<_> = tasks.iter().map(|it| (it.0, it.0 + it.1, it.2)).collect();
        let run = run(&settings("agents: [2, 1]"), &batch_of(&tasks), 3, 1);
        let tables = dynamic_tables(&run);
        let sum: f64 = tables.iter().map(|it| it.average_load()).sum();
        prop_assert!((run.measures["average_load"] - sum / 3.0).abs() < 1e-9);
    }
}

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
        told(&settings, &tasks, 1, 0)
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

fn told(settings: &Broker, tasks: &TaskBatch, nodes: usize, task: u32) -> Vec<(Time, Decision)> {
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

#[test]
fn tasks_go_where_they_may() {
    let mut batch = batch("0 10 10, 0 10 10, 0 10 10");
    batch.clusters = ["red", "blue"].map(str::to_owned).to_vec();
    batch.users = ["ann", "bob"].map(str::to_owned).to_vec();
    batch.tasks[0].cluster = Some(1);
    batch.tasks[1].user = Some(1);
    batch.tasks[2].user = Some(0);
    let settings = settings(
        r#"agents: [4]; clusters: [{"name": "red", "farm": "f", "nodes": 2}, {"name": "blue", "nodes": 1}];
        access: [{"node": 0, "users": ["ann"]}, {"node": 1, "users": []}]"#,
    );
    // Node 0 is open to Ann alone, node 1 to no user, node 2 is blue, node 3 in no cluster.
    assert_eq!(nodes(&run(&settings, &batch, 4, 1)), "2 3 0");
}

#[test]
fn the_nodes_of_a_file_stand_by_their_agents() {
    let node = |name: &str, agent| Node { name: name.to_owned(), agent: Some(agent), ..Node::default() };
    let mut batch = batch("0 10 10");
    batch.nodes = vec![node("a", 1), node("b", 0), node("c", 1)];
    let run = run(&Broker::default(), &batch, 3, 1);
    assert_eq!(run.messages.agents, [1, 2]);
    assert_eq!(run.batch().expect("a batch").nodes, ["b", "a", "c"]);
    assert_eq!(run.provider_name(1), "a");
}

#[test]
fn placements_differ_as_they_are_named() {
    let of = |placement: &str| {
        let tasks = batch("0 10 10, 0 10 10, 0 10 80, 0 10 80");
        let run = run(&settings(&format!("placement: {placement}")), &tasks, 3, 7);
        assert!(run.messages.is_empty(), "{placement}");
        nodes(&run)
    };
    assert_eq!(of("first_fit"), "0 0 1 2");
    assert_eq!(of("first_idle"), "0 1 2 -");
    assert!(of("random").split(' ').take(2).all(|it| it != "-"));
}

#[test]
fn the_jobs_of_a_log_take_processors_of_one_provider() {
    // 8 and 16 processors, up to 85 %: 6 and 13.
    let jobs = jobs("0 6 50 60, 10 7 90 60, 10 14 5 5");
    let run = crate::system::testing::run(&settings::<Broker>("agents: 1"), &[8, 16], jobs);
    assert_eq!(nodes(&run), "0 1 -");
    let (first, second) = (&run.schedule.outcomes[0], &run.schedule.outcomes[1]);
    assert_eq!((first.start, first.end, first.released), (0, 50, 60));
    assert_eq!((second.start, second.end, second.status), (10, 70, Status::Killed));
    // Two rows of the second provider would be too many: 7 of 13.
    assert_eq!(run.schedule.bars_of(1)[0].last_processor, 6);
}

#[test]
fn shares_of_nodes_are_compared_not_points() {
    // A third of the large node is less than a half of the small one, then five twelfths more than an eighth.
    let settings: Broker = settings("agents: 2");
    assert_eq!(nodes(&crate::system::testing::run(&settings, &[8, 12], jobs("0 4 60 60, 1 1 60 60"))), "1 0");
}

#[test]
fn a_run_tells_the_clusters_and_farms_of_its_nodes() {
    let settings = settings(r#"clusters: [{"name": "red", "farm": "f", "nodes": 1}, {"name": "blue", "nodes": 1}]"#);
    let mut tasks = batch("0 10 30");
    let of_settings = run(&settings, &tasks, 3, 1).groups;
    assert_eq!(of_settings.clusters, ["red", "blue", ""]);
    assert_eq!(of_settings.farms, ["f", "", ""]);
    // The file's statement on a node comes first, its farm with its cluster.
    tasks.clusters = vec!["green".to_owned()];
    tasks.nodes = (0..3_u32)
        .map(|it| Node {
            name: format!("n{it}"),
            cluster: (it == 0).then_some(0),
            farm: if it == 2 { "far".to_owned() } else { String::new() },
            ..Node::default()
        })
        .collect();
    let of_file = run(&settings, &tasks, 3, 1).groups;
    assert_eq!(of_file.clusters, ["green", "blue", ""]);
    assert_eq!(of_file.farms, ["", "", "far"]);
    let plain = run(&Broker::default(), &batch("0 10 30"), 2, 1).groups;
    assert!(plain.clusters.is_empty() && plain.farms.is_empty());
}

/// Starts uniform from 0 on, lengths 10 to 100, loads 5 to 40.
fn made(tasks: usize, latest: u32, seed: u64) -> TaskBatch {
    let mut draw = Draw::new(seed, Stream(900));
    let mut between = |least: u32, most: u32| least + draw.below(most - least + 1);
    let tasks: Vec<_> = (0..tasks)
        .map(|_| {
            let start = Time::from(between(0, latest));
            let end = start + Time::from(between(10, 100));
            (start, end, between(5, 40))
        })
        .collect();
    batch_of(&tasks)
}

#[test]
fn the_first_two_rows_come_out_on_batches_that_fit() {
    for (tasks, expected) in [(8, [4, 4]), (20, [10, 10])] {
        // One after the other: every offer has the load of its task.
        let apart: Vec<_> = (0..tasks).map(|it| (it * 10, it * 10 + 10, 20)).collect();
        let run = run(&Broker::default(), &batch_of(&apart), 4, 1);
        assert_eq!(tasks_of_agents(&run), expected);
        assert_eq!(run.measures["performance"], 100.0);
    }
}

proptest! {
    /// Agents with as many nodes make the same offers: where one round reserves all, only the rule for ties decides,
    /// however often tasks meet.
    #[test]
    fn fifty_tasks_leave_the_middle_agent_twelve(seed in any::<u64>(), latest in 100..5_000_u32, nodes in 1..5_usize) {
        let run = run(
            &Broker { agents: Some(Agents::Count(3)), ..Broker::default() },
            &made(50, latest, seed),
            3 * nodes,
            1,
        );
        if run.measures["rounds"] == 1.0 {
            prop_assert_eq!(tasks_of_agents(&run), [19, 12, 19]);
        }
    }
}

#[test]
fn ties_when_all_are_in_are_shared_out_evenly() {
    let fair = settings("tie_rule: when_all_are_in");
    let apart: Vec<_> = (0..50).map(|it| (it * 10, it * 10 + 10, 20)).collect();
    assert_eq!(tasks_of_agents(&run(&Broker::default(), &batch_of(&apart), 6, 1)), [19, 12, 19]);
    // The third agent is asked last, and has none: it gets the first task, then the second agent the next.
    assert_eq!(tasks_of_agents(&run(&fair, &batch_of(&apart), 6, 1)), [16, 17, 17]);
}
