//! A workflow among batch jobs: the places of its reservations, and the effects on both.

use proptest::prelude::*;

use super::*;
use crate::System;
use scheduling::availability::{Availability, Carts};
use scheduling::criteria::report;
use scheduling::policy::spare_time::Variant;
use scheduling::system::two_level::{QueuePolicy, TwoLevel};
use scheduling::system::workflow::Workflow as Planner;
use workload::lublin::Lublin;
use workload::requests_csv::{read_requests, write_requests};
use workload::workflow::from_json;
use workload::workflow::generate::{Amounts, Kind, generate};
use workload::{read, write_swf};

/// a and b in a row on one machine, 10 s each, c on another behind a, 2 s of data in between.
const FORK: &str = r#"{"machines": ["m0", "m1"], "communication": [[0, 1], [1, 0]],
    "tasks": [{"name": "a", "costs": [10, 90]}, {"name": "b", "costs": [10, 90]}, {"name": "c", "costs": [90, 4]}],
    "edges": [{"from": "a", "to": "b", "data": 9}, {"from": "a", "to": "c", "data": 2}]}"#;

fn planner(variant: Variant, deadline: Option<f64>) -> Scenario {
    Scenario {
        workload: Selection::of_all(),
        system: System::Workflow(Planner { variant, deadline, ..Planner::default() }),
        ..Scenario::default()
    }
}

fn fork(variant: Variant) -> Vec<Wanted> {
    let workflow = from_json(FORK).expect("a workflow");
    wanted(&planner(variant, Some(20.0)), &workflow).expect("a plan")
}

/// On one provider, all jobs.
fn scenario(processors: u32, queue: QueuePolicy) -> Scenario {
    let mut model = TwoLevel::default();
    model.local.queue = queue;
    Scenario {
        workload: Selection::of_all(),
        platform: vec![processors],
        system: System::TwoLevel(model),
        ..Scenario::default()
    }
}

fn told(placement: &Placement) -> Vec<(Time, Time, bool)> {
    placement.reservations.iter().map(|it| (it.start, it.end, it.is_late)).collect()
}

#[test]
fn on_idle_processors_everything_is_as_planned() {
    let mut free = Carts::new(4);
    let placement = place(&fork(Variant::REvenTime), &mut free, 1_000, 2);
    let expected = [(1_000, 1_010, false), (1_010, 1_020, false), (1_012, 1_016, false)];
    assert_eq!(told(&placement), expected);
    assert_eq!((placement.delay, placement.late()), (0.0, 0));
    assert_eq!(placement.booked(), 2.0 * (10.0 + 10.0 + 4.0) / 3_600.0);
    assert_eq!(placement.end(), Some(1_020));
}

/// Three of four processors are taken for the first 5 s: a begins then, and b and c behind it; only a was refused at
/// its time.
#[test]
fn a_late_reservation_makes_others_late() {
    let mut free = Carts::new(4);
    free.reserve(1_000, 1_005, 3);
    let placement = place(&fork(Variant::REvenTime), &mut free, 1_000, 2);
    let expected = [(1_005, 1_015, true), (1_015, 1_025, false), (1_017, 1_021, false)];
    assert_eq!(told(&placement), expected);
    assert_eq!((placement.delay, placement.late()), (5.0, 1));
}

#[test]
fn the_whole_workflow_waits_for_all_its_machines() {
    let mut free = Carts::new(4);
    free.reserve(1_000, 1_005, 1);
    let placement = place(&fork(Variant::DagReserve), &mut free, 1_000, 2);
    assert_eq!(told(&placement), [(1_005, 1_025, true)]);
    assert_eq!(placement.reservations[0].processors, 4);
    assert_eq!(placement.delay, 5.0);
}

/// Two jobs of 3 of 4 processors, 100 s and 50 s. The first runs from 0, the second waits for it. The workflow comes
/// at 60: a needs 2 processors and has them from 100 on, so that the second job runs when c and b are over.
const LOG: &str = "; MaxProcs: 4\n\
    1 0 -1 100 3 -1 -1 3 100 -1 1 1 1 -1 1 -1 -1 -1\n\
    2 10 -1 50 3 -1 -1 3 50 -1 1 1 1 -1 1 -1 -1 -1\n";

#[test]
fn batch_jobs_are_told_alone_and_with_the_workflow() {
    let log = read("log.swf", LOG.as_bytes()).expect("a log").workload;
    let workflow = from_json(FORK).expect("a workflow");
    let among = among_jobs(
        (&scenario(4, QueuePolicy::Easy), &log),
        (&planner(Variant::REvenTime, Some(20.0)), &workflow),
        (60, 2),
    )
    .expect("both run");
    assert_eq!(told(&among.placement), [(100, 110, true), (110, 120, false), (112, 116, false)]);
    assert_eq!(among.joined.elsewhere(&among.with), (0, 0));
    // Job 2 starts at 100 alone, and at 120 behind the workflow: the mean of F over two jobs.
    let flow = |run: &Run| report(run).batch.mean_flow_time;
    assert_eq!(flow(&among.alone), (100.0 + 140.0) / 2.0);
    assert_eq!(flow(&among.with), (100.0 + 160.0) / 2.0);
    let kinds = report(&among.with);
    assert_eq!((kinds.batch.jobs, kinds.reservations.jobs), (2, 3));
}

#[test]
fn what_cannot_be_is_told() {
    let log = read("log.swf", LOG.as_bytes()).expect("a log").workload;
    let workflow = from_json(FORK).expect("a workflow");
    let plain = scenario(4, QueuePolicy::Easy);
    let refusal = |scenario: &Scenario, planner: &Scenario, of: (Time, u32)| {
        let among = among_jobs((scenario, &log), (planner, &workflow), of);
        among.expect_err("it is refused")
    };
    let usual = planner(Variant::REvenTime, None);
    let two = Scenario { platform: vec![4, 4], ..plain.clone() };
    assert!(refusal(&two, &usual, (0, 1)).contains("one provider"));
    let mut faster = plain.clone();
    faster.workload.load_factor = 2.0;
    assert!(refusal(&faster, &usual, (0, 1)).contains("only first_job"));
    let mut some = plain.clone();
    some.workload.reservations.percent = 10.0;
    assert!(refusal(&some, &usual, (0, 1)).contains("no jobs are reservations already"));
    assert!(refusal(&plain, &usual, (0, 5)).contains("takes 5 processors, and the machine has 4"));
    assert!(refusal(&plain, &usual, (-1, 1)).contains("the instant is -1 s"));
    let short = planner(Variant::REvenTime, Some(1.0));
    assert!(refusal(&plain, &short, (0, 1)).contains("before the end of the schedule"));
    assert!(refusal(&plain, &plain, (0, 1)).contains("reserves nothing"));
}

/// Every second of a machine by itself.
fn naive(wanted: &[Wanted], busy: &mut [u32], capacity: u32, processors: u32) -> Vec<(Time, Time)> {
    let mut placed: Vec<(Time, Time)> = Vec::new();
    for it in wanted {
        let length = it.length as usize;
        let mut start =
            it.waits_for.iter().map(|&(at, seconds)| placed[at].1 + seconds as Time).fold(it.start as Time, Time::max)
                as usize;
        let size = it.machines * processors;
        let is_full = |start: usize| (start..start + length).any(|at| busy[at] + size > capacity);
        while is_full(start) {
            start += 1;
        }
        busy[start..start + length].iter_mut().for_each(|it| *it += size);
        placed.push((start as Time, (start + length) as Time));
    }
    placed
}

/// How many machines, from when, for how long, and which reservations it waits for, with seconds in between.
type Drawn = (u32, u32, u32, Vec<(prop::sample::Index, u32)>);

/// Whole seconds, so that no time is rounded.
fn any_wanted() -> impl Strategy<Value = Vec<Wanted>> {
    let before = prop::collection::vec((any::<prop::sample::Index>(), 0..5_u32), 0..3);
    let one = (1..3_u32, 0..30_u32, 1..20_u32, before);
    let of = |at: usize, (machines, start, length, before): Drawn| Wanted {
        machines,
        start: f64::from(start),
        length: f64::from(length),
        run_time: f64::from(length),
        waits_for: before
            .into_iter()
            .filter(|_| at > 0)
            .map(|(it, seconds)| (it.index(at), f64::from(seconds)))
            .collect(),
    };
    prop::collection::vec(one, 1..12)
        .prop_map(move |all| all.into_iter().enumerate().map(|(at, drawn)| of(at, drawn)).collect())
}

proptest! {
    #[test]
    fn reservations_go_to_the_first_place_that_there_is(
        wanted in any_wanted(),
        busy in prop::collection::vec((0..60_usize, 1..40_usize, 1..4_u32), 0..4),
        processors in 1..4_u32,
    ) {
        let capacity = 12;
        let mut table = vec![0_u32; 2_000];
        let mut free = Carts::new(capacity);
        for (from, length, size) in busy {
            table[from..from + length].iter_mut().for_each(|it| *it += size);
            free.reserve(from as Time, (from + length) as Time, size);
        }
        let placement = place(&wanted, &mut free, 0, processors);
        let expected = naive(&wanted, &mut table, capacity, processors);
        let found: Vec<(Time, Time)> = placement.reservations.iter().map(|it| (it.start, it.end)).collect();
        prop_assert_eq!(found, expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(20)))]

    /// Under policies without promises to waiting jobs, every reservation keeps its place, and until the workflow
    /// comes the schedule does not change. The files that are written say the same.
    #[test]
    fn what_is_placed_is_booked(
        seed in 0..500_u64, at in 0.0..1.0_f64, whole in any::<bool>(), easy in any::<bool>(),
    ) {
        let log = Lublin { jobs: 120, seed, ..Lublin::default() }.generate().expect("a log");
        let workflow = generate(Kind::Montage, 20, &Amounts::USUAL, seed);
        let now = (at * log.records().last().expect("jobs").submit as f64) as Time;
        let queue = if easy { QueuePolicy::Easy } else { QueuePolicy::Fcfs };
        let of = scenario(128, queue);
        let variant = if whole { Variant::DagReserve } else { Variant::REvenTime };
        let among = among_jobs((&of, &log), (&planner(variant, None), &workflow), (now, 8)).expect("both run");
        prop_assert_eq!(among.joined.elsewhere(&among.with), (0, 0));
        for (job, it) in among.alone.jobs.iter().zip(&among.alone.schedule.outcomes) {
            let again = among.with.jobs.iter().position(|other| other.id == job.id).expect("the job");
            if it.start < now {
                prop_assert_eq!(among.with.schedule.outcomes[again].start, it.start);
            }
        }
        let text = write_swf(&among.joined.log);
        let back = read("log.swf", text.as_bytes()).expect("a log").workload;
        let requests = read_requests(write_requests(&among.joined.requests).as_bytes()).expect("a list");
        prop_assert_eq!(&requests, &among.joined.requests);
        let again = run(&among.scenario, &back).expect("it runs");
        prop_assert_eq!(report(&again), report(&among.with));
    }
}
