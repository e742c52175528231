//! The sentences of the lessons on task batches hold in their runs.

use super::{chart, measures, runs};
use slotscope::chart::lessons::Talk;
use slotscope::engine::messages::{Fate, Message, MessageKind};
use slotscope::experiment::{Run, run};
use slotscope::lesson::Show;
use slotscope::workload::task_batch::BatchTask;
use slotscope::workload::task_batch::generate::MadeUp;

const WHO: &str = "who-answers-first";
const LEASE: &str = "what-a-lease-saves";

/// The only run of a chart.
fn one(id: &str, step: usize, set: &str) -> Run {
    let mut runs = runs(id, step, set);
    assert_eq!(runs.len(), 1);
    runs.remove(0)
}

/// How many tasks each agent has in the end.
fn by_agent(run: &Run) -> Vec<usize> {
    let talk = Talk::of(run.clone());
    let of = talk.by_agent(talk.steps());
    assert_eq!(of.now, of.in_the_end);
    of.now
}

/// The agent of each task, counted from 1.
fn agents(run: &Run) -> Vec<Option<u32>> {
    run.messages.bookings.iter().map(|it| Some(it.agent? + 1)).collect()
}

/// What agents have after so many of them have answered, by the lesson's own words: each agent takes what is tied
/// and held by one with more, in the order of the list.
fn shared_out(tasks: usize, agents: usize) -> Vec<Vec<usize>> {
    let mut counts = vec![0; agents];
    let mut holder = vec![0; tasks];
    counts[0] = tasks;
    let mut told = vec![counts.clone()];
    for agent in 1..agents {
        for held in &mut holder {
            if counts[agent] < counts[*held] {
                counts[*held] -= 1;
                counts[agent] += 1;
                *held = agent;
            }
        }
        told.push(counts.clone());
    }
    told
}

const ALL_IN: &str = "scenario.system.broker.tie_rule=when_all_are_in";

#[test]
fn a_round_has_eight_messages_and_each_agent_gets_a_task() {
    let run = one(WHO, 1, "");
    assert_eq!(run.messages.list.len(), 8);
    assert_eq!(by_agent(&run), [1, 1]);
    let loads: Vec<_> = run.messages.offers.iter().map(|it| (it.job, it.load)).collect();
    assert_eq!(loads, [(0, 30), (1, 40), (0, 30), (1, 40)]);
}

#[test]
fn the_lower_load_wins_while_the_tasks_meet() {
    for start in [0, 20, 50, 80] {
        let run = one(WHO, 2, &format!("tasks.1.start={start}"));
        let offers = run.messages.offers.iter().filter(|it| it.job == 1);
        assert_eq!(offers.map(|it| it.load).collect::<Vec<_>>(), [70, 40], "{start}");
        assert_eq!(agents(&run), [Some(2), Some(2)], "{start}");
    }
    let run = one(WHO, 2, "tasks.1.start=100");
    assert!(run.messages.offers.iter().all(|it| it.job == 0 || it.load == 40));
    assert_eq!(agents(&run), [Some(2), Some(1)]);
}

#[test]
fn ties_are_taken_from_the_head_of_the_list() {
    let run = one(WHO, 3, "");
    assert_eq!(agents(&run), [3, 3, 2, 3, 1, 1].map(Some));
    assert!(run.messages.offers.iter().all(|it| it.load == 30));
    assert_eq!(by_agent(&run), [2, 1, 3]);
    assert_eq!(by_agent(&one(WHO, 3, ALL_IN)), [2, 2, 2]);
    assert_eq!(shared_out(6, 3), [[6, 0, 0], [3, 3, 0], [2, 1, 3]]);
}

#[test]
fn the_middle_of_three_agents_gets_twelve_of_fifty() {
    assert_eq!(by_agent(&one(WHO, 4, "")), [19, 12, 19]);
    assert_eq!(by_agent(&one(WHO, 4, ALL_IN)), [16, 17, 17]);
    assert_eq!(shared_out(50, 3), [[50, 0, 0], [25, 25, 0], [19, 12, 19]]);
    // The lesson's tasks are a made-up batch; of a hundred it comes out so of 96.
    let Show::Messages(shown) = chart(WHO, 4, "") else {
        panic!("its fourth step shows messages");
    };
    let mut as_printed = 0;
    for seed in 1..=100 {
        let made = MadeUp { tasks: 50, seed, ..MadeUp::default() }.workload().expect("a batch");
        if seed == 1 {
            let of = |it: &BatchTask| (it.name.clone(), it.start, it.end, it.load);
            let listed = shown.tasks.iter().map(|it| (it.task.clone(), it.start, it.end, it.load));
            assert!(listed.eq(made.batch().expect("tasks").tasks.iter().map(of)));
        }
        let run = run(&shown.scenario, &made).expect("it runs");
        as_printed += usize::from(by_agent(&run) == [19, 12, 19]);
    }
    assert_eq!(as_printed, 96);
}

#[test]
fn more_agents_share_as_said() {
    let runs = runs(WHO, 5, "");
    let keys = ["fewest_tasks_of_an_agent", "most_tasks_of_an_agent", "performance"];
    let shares: Vec<_> = runs.iter().map(|it| measures(it, keys)).collect();
    let on_arrival = [[50.0, 50.0], [25.0, 25.0], [12.0, 19.0], [7.0, 11.0]];
    let all_in = [[50.0, 50.0], [25.0, 25.0], [16.0, 17.0], [8.0, 9.0]];
    assert_eq!(shares, [on_arrival, all_in].as_flattened().iter().map(|it| [it[0], it[1], 100.0]).collect::<Vec<_>>());
    let (first, second) = runs.split_at(4);
    for (one, other) in first.iter().zip(second) {
        assert_eq!(one.messages.list.len(), other.messages.list.len());
    }
}

#[test]
fn the_fourth_agent_takes_two_of_the_third() {
    let run = one(WHO, 6, "");
    assert_eq!(by_agent(&run), [2, 2, 1, 3]);
    assert_eq!(shared_out(8, 4)[2], [3, 2, 3, 0]);
    assert_eq!(agents(&run)[..6], [4, 4, 2, 2, 3, 4].map(Some));
}

/// No lease, and one of a minute.
const UNLEASED: &str = "scenario.system.broker.lease=null";
const LEASED: &str = "scenario.system.broker.lease=60";

#[test]
fn a_node_is_promised_twice_without_a_lease() {
    let keys = ["rounds", "messages", "refused_tasks", "performance"];
    assert_eq!(measures(&one(LEASE, 1, UNLEASED), keys), [3.0, 12.0, 1.0, 100.0]);
    assert_eq!(measures(&one(LEASE, 1, LEASED), keys), [2.0, 8.0, 0.0, 100.0]);
}

/// When a broker's task is reserved, in seconds: when the receipt that says so is sent.
fn reserved_at(run: &Run, broker: u32) -> Option<i64> {
    let mut list = run.messages.list.iter();
    let told = |it: &&Message| it.broker == broker && it.kind == MessageKind::Receipt && it.tasks > 0;
    let receipt = list.find(told)?;
    assert_eq!(receipt.sent % 1000, 0);
    Some(receipt.sent / 1000)
}

#[test]
fn offers_held_for_nobody_make_others_wait() {
    let with = one(LEASE, 2, "");
    assert_eq!([0, 1].map(|it| reserved_at(&with, it)), [Some(6), Some(22)]);
    assert_eq!(measures(&with, ["refused_tasks"]), [0.0]);
    let nothing =
        with.messages.list.iter().filter(|it| it.kind == MessageKind::Offers && it.broker == 1 && it.round == 0);
    assert_eq!(nothing.map(|it| it.tasks).collect::<Vec<_>>(), [0, 0]);
    assert_eq!(reserved_at(&one(LEASE, 2, "scenario.system.broker.brokers=1"), 0), Some(6));
    let without = one(LEASE, 2, UNLEASED);
    assert_eq!((reserved_at(&without, 1), measures(&without, ["refused_tasks"])), (Some(26), [1.0]));
    let placed = |lease: &str, start: i64| {
        let run = one(LEASE, 2, &format!("{lease} tasks.0.start={start} tasks.1.start={start}"));
        by_agent(&run).iter().sum::<usize>()
    };
    let both = |start| [UNLEASED, LEASED].map(|lease| placed(lease, start));
    assert_eq!([20, 22, 26].map(both), [[1, 1], [1, 2], [2, 2]]);
}

#[test]
fn lost_messages_are_those_that_are_named() {
    for (seed, named, decisions, in_doubt) in
        [(14, "[Decision]", 2, false), (4, "[Receipt]", 2, false), (34, "[Decision, Receipt, Receipt]", 3, true)]
    {
        let run = one(LEASE, 3, &format!("scenario.seed={seed}"));
        let list = &run.messages.list;
        let mut lost: Vec<_> = list.iter().filter(|it| it.fate == Fate::Lost).map(|it| it.kind).collect();
        lost.sort_unstable_by_key(|it| *it as u8);
        assert_eq!(format!("{lost:?}"), named, "{seed}");
        assert_eq!(list.iter().filter(|it| it.kind == MessageKind::Decision).count(), decisions, "{seed}");
        assert_eq!((by_agent(&run), run.messages.bookings[0].in_doubt), (vec![1], in_doubt), "{seed}");
    }
}

#[test]
fn a_lease_has_to_last_there_and_back() {
    let runs = runs(LEASE, 4, "");
    let of = |key: &str| -> Vec<f64> { runs.iter().map(|it| it.measures[key]).collect() };
    // Six latencies a line: 0, 1, 2, 5, 10 and 20 s.
    let refused = of("refused_tasks");
    let (without, with) = refused.split_at(6);
    assert_eq!((without[0], without[1], without[5]), (0.0, 4.0, 9.0));
    assert!(without[1..].iter().all(|it| *it > 0.0));
    assert_eq!(with, [0.0; 12]);
    let expired = of("expired_offers");
    assert_eq!(expired[6..9], [0.0; 3]);
    assert!(expired[9..12].iter().all(|it| *it > 0.0));
    assert_eq!(expired[12..], [0.0; 6]);
    // All of them, since a decision takes 10 s.
    assert_eq!(expired[9], runs[9].messages.offers.len() as f64);
    let placed: Vec<usize> = runs.iter().map(|it| by_agent(it).iter().sum()).collect();
    assert!(placed.iter().all(|it| [33, 34].contains(it)), "{placed:?}");
}

#[test]
fn two_of_four_are_refused() {
    let run = one(LEASE, 5, "");
    assert_eq!(measures(&run, ["refused_tasks", "highest_load"]), [2.0, 60.0]);
    assert!(run.messages.offers[..4].iter().all(|it| it.load == 30));
}
