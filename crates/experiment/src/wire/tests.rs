//! A run comes out of its columns as it went in.

use proptest::prelude::*;

use super::*;
use crate::{Scenario, run};
use base::slices::testing::with_rests;
use scheduling::engine::holds::NodeSize;
use scheduling::engine::messages::{Booking, Fate, Message, MessageKind, Offer, Verdict};
use scheduling::engine::{BatchNames, Cause, Holds, OfLog, Task, TaskEdge, Tasks};
use scheduling::system::System;
use workload::Predecessor;

fn sample() -> Run {
    let log = "1 0 5 60 4 -1 -1 4 90 -1 1 1 1 1 1 1 -1 -1\n\
               2 3 0 10 80 -1 -1 80 20 -1 1 1 1 1 1 1 -1 -1\n\
               3 4 9 30 64 -1 -1 64 30 -1 1 1 1 1 1 1 -1 -1\n";
    let workload = workload::read("three", log.as_bytes()).unwrap().workload;
    run(&Scenario::default(), &workload).unwrap()
}

/// A log whose second job has a name, as its user.
fn named_log() -> workload::Workload {
    let log = "JobID|Submit|Start|End|AllocCPUS|User|NodeList\n\
               1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|4|ann|n[1-2]\n\
               200_1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|4|bob|n3\n";
    workload::read("named", log.as_bytes()).unwrap().workload
}

#[test]
fn a_run_survives_the_wire() {
    let run = sample();
    assert_eq!(run.jobs.len(), 3);
    assert_eq!(decode(&encode(&run)), Ok(run));
}

#[test]
fn a_run_that_is_read_in_slices_is_the_same() {
    let run = sample();
    let bytes = encode(&run);
    let (read, rests) = with_rests(async |pace| decode_from(&bytes.as_slice(), pace).await);
    assert_eq!(read, Ok(run));
    assert!(rests > 20, "{rests} rests");
}

#[test]
fn rows_above_and_measures_survive_the_wire() {
    let mut run = sample();
    run.of = Of::Log(OfLog {
        over_the_top: vec![0, 7],
        killed_unknown: true,
        energy: vec![1.5, 0.0, -1.0],
        elsewhere: vec![1],
        nodes: named_log().log().unwrap().placements.nodes().clone(),
        names: named_log().log().unwrap().names.for_run(&run.jobs),
        ..OfLog::default()
    });
    run.slowdown_threshold = SlowdownThreshold::of(60);
    run.measures.insert("some_figure".to_owned(), -2.5);
    run.measures.insert("another".to_owned(), f64::INFINITY);
    run.jobs[0].logged_wait = None;
    run.jobs[1].run_time_known = false;
    run.causes.note(0, Cause::NoRoom);
    run.causes.note(2, Cause::NotLogged);
    run.jobs[0].killed_at_limit = Some(true);
    run.jobs[1].killed_at_limit = Some(false);
    assert_eq!(decode(&encode(&run)), Ok(run));
}

/// The run on two nodes of four GPUs and one without, and two of its jobs hold some of that.
fn holding() -> Run {
    let mut run = sample();
    let mut holds = Holds::default();
    for (count, gpus, memory) in [(2, 4, 1 << 40), (1, 0, 0)] {
        holds.push_nodes(NodeSize { count, gpus, memory });
    }
    holds.push_gpus(0, 1, &[(0, 250), (2, 1_000), (3, 1_000)]);
    holds.push_memory(0, 1, 1 << 40);
    holds.push_memory(2, 0, 1);
    run.of = Of::Log(OfLog { nodes: named_log().log().unwrap().placements.nodes().clone(), holds, ..OfLog::default() });
    run
}

#[test]
fn gpus_and_memory_survive_the_wire() {
    let run = holding();
    assert_eq!(decode(&encode(&run)), Ok(run.clone()));
    for damage in [
        |it: &mut Holds| it.gpus[1].last = 4,
        |it: &mut Holds| it.gpus[0].job = 3,
        |it: &mut Holds| it.memory[1].node = 2,
        |it: &mut Holds| it.nodes[0].count = 3,
    ] {
        let mut damaged = run.clone();
        if let Of::Log(it) = &mut damaged.of {
            damage(&mut it.holds);
        }
        assert_eq!(decode(&encode(&damaged)), Err(WireError));
    }
}

#[test]
fn values_that_few_logs_have_survive_the_wire() {
    let mut run = sample();
    let usual = encode(&run).len();
    run.jobs[0].id = i64::MAX as u64;
    run.jobs[1].eligible_after = 77;
    run.jobs[2].suspended = 9;
    run.jobs[0].is_unlimited = true;
    run.jobs[2].allocated = 0;
    run.jobs[0].logged.account = 3;
    run.jobs[2].predecessor = Some(Predecessor { job: 1, think_time: 5 });
    assert_eq!(decode(&encode(&run)), Ok(run.clone()));
    let column = 8 * run.jobs.len();
    // Eligible times, suspensions, accounts, predecessors and think times.
    assert_eq!(encode(&run).len(), usual + 5 * column);

    run.jobs[2].predecessor = Some(Predecessor { job: 3, think_time: 5 });
    assert_eq!(decode(&encode(&run)), Err(WireError));
}

#[test]
fn requests_survive_the_wire() {
    let mut run = sample();
    for is_listed in [false, true] {
        for flexibility in
            [Flexibility::Rigid, Flexibility::Processors { least: 3 }, Flexibility::Time { least_percent: 50 }]
        {
            run.jobs[1].reservation = Some(ReservationRequest { ready: 7, deadline: 900, flexibility, is_listed });
            assert_eq!(decode(&encode(&run)), Ok(run.clone()));
        }
    }
}

#[test]
fn tasks_survive_the_wire() {
    let mut run = sample();
    run.tick = Tick::MILLISECOND;
    let task = |name: &str, ended| Task {
        name: name.to_owned(),
        machine: 1,
        planned_start: 0.05,
        planned_finish: 0.3,
        start: 0.1,
        finish: 1.0 / 3.0,
        reserved_until: 2.0,
        ended,
    };
    let mut of = Tasks {
        machines: vec!["m0".to_owned(), "ä".to_owned()],
        tasks: vec![task("a", Some(0.3)), task("", None), task("c", Some(1e9))],
        edges: vec![TaskEdge { from: 0, to: 2, data: 12.5, seconds: 0.25 }],
        costs: vec![1.0, 0.1, 3.0, 4.5, 1e9, 0.0],
        communication: vec![0.0, 0.02, 0.03, 0.0],
    };
    let mut sent = |of: &Tasks| {
        run.of = Of::Workflow(of.clone());
        (decode(&encode(&run)), Ok(run.clone()))
    };
    let (back, whole) = sent(&of);
    assert_eq!(back, whole);
    of.edges[0].to = 3;
    assert_eq!(sent(&of).0, Err(WireError));
    of.edges.clear();
    of.costs.pop();
    assert_eq!(sent(&of).0, Err(WireError));
    of.costs.clear();
    of.tasks[0].machine = 2;
    assert_eq!(sent(&of).0, Err(WireError));
}

#[test]
fn messages_survive_the_wire() {
    let mut run = sample();
    run.of = Of::Batch(BatchNames {
        tasks: vec!["a".to_owned(), "ö".to_owned(), String::new()],
        nodes: vec!["n".to_owned(), "m".to_owned()],
    });
    run.groups =
        Groups { clusters: vec!["blue".to_owned(), String::new()], farms: vec![String::new(), "north".to_owned()] };
    let message = Message {
        kind: MessageKind::Receipt,
        broker: 0,
        agent: 1,
        round: 3,
        sent: 1_500,
        arrives: 2_750,
        fate: Fate::TooLate,
        tasks: 4,
        refused: 1,
    };
    run.messages = Messages {
        brokers: 1,
        agents: vec![1, 1],
        most_load: vec![54, 54],
        lease: Some(60_000),
        list: vec![message],
        left_out: 7,
        offers: vec![Offer { message: 0, job: 2, provider: 1, load: 30, verdict: Verdict::FewerReservations }],
        bookings: vec![
            Booking::default(),
            Booking { agent: Some(1), decision: Some(0), in_doubt: true, ..Booking::default() },
            Booking::default(),
        ],
    };
    assert_eq!(decode(&encode(&run)), Ok(run.clone()));
    for damage in [
        |it: &mut Messages| it.offers[0].message = 1,
        |it: &mut Messages| it.agents[0] = 2,
        |it: &mut Messages| it.bookings[1].agent = Some(2),
    ] {
        let mut damaged = run.clone();
        damage(&mut damaged.messages);
        assert_eq!(decode(&encode(&damaged)), Err(WireError));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(32)))]

    /// Parts of heterogeneous jobs, `whole+part`, and jobs of their own.
    #[test]
    fn heterogeneous_jobs_survive_the_wire_under_every_system(
        shapes in prop::collection::vec((0..40_u32, 0..50_u32, prop::collection::vec((1..70_u32, 1..50_u32), 1..4)), 1..8),
    ) {
        let mut log = "JobID|Submit|Start|End|AllocCPUS|Timelimit|State\n".to_owned();
        for (number, (submit, wait, parts)) in (1..).zip(&shapes) {
            for (part, (processors, minutes)) in parts.iter().enumerate() {
                let name = match parts.len() {
                    1 => number.to_string(),
                    _ => format!("{number}+{part}"),
                };
                let at = |minute: u32| format!("2024-03-01T{:02}:{:02}:00", minute / 60, minute % 60);
                let (submit, start, end) = (at(*submit), at(submit + wait), at(submit + wait + minutes));
                log += &format!("{name}|{submit}|{start}|{end}|{processors}|01:00:00|COMPLETED\n");
            }
        }
        let workload = workload::read("parts", log.as_bytes()).expect("a log").workload;
        let jobs = workload.log().expect("a log").records.len();
        let mut systems = 0;
        for system in System::all() {
            if !system.model().takes_logs() {
                continue;
            }
            systems += 1;
            let scenario = Scenario { system, ..Scenario::default() };
            let run = run(&scenario, &workload).expect("a scenario");
            prop_assert_eq!(run.jobs.len(), jobs);
            prop_assert_eq!(decode(&encode(&run)), Ok(run));
        }
        prop_assert!(systems > 4, "{} systems", systems);
    }
}

#[test]
fn a_damaged_buffer_is_refused() {
    let bytes = encode(&holding());
    for length in 0..bytes.len() {
        assert_eq!(decode(&bytes[..length]), Err(WireError));
    }
    for index in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[index] ^= 0xff;
        // Damage may also leave another valid run; it must never panic.
        let _ = decode(&damaged);
    }
}
