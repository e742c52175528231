//! The jobs that a start overtakes are those that the schedule says, and why it may.

use proptest::prelude::*;

use super::naive::hindrances;
use super::random;
use super::random::Scenario;
use crate::criteria::wait_parts::{WaitPart, wait_parts};
use crate::engine::decisions::{Entry, Hindrance, Overtaking, Room};
use crate::policy::local::Promises;
use crate::system::cluster::{Cluster, ClusterSimulation};
use crate::system::prelude::*;
use workload::resources::{Chunks, NodeKind, Resources};
use workload::testing;

fn simulation(scenario: &Scenario) -> Box<ClusterSimulation> {
    let simulation = ClusterSimulation::new(&scenario.settings, scenario.of_system());
    Box::new(simulation.expect("it runs"))
}

fn run(scenario: &Scenario) -> Run {
    let mut simulation = simulation(scenario);
    while !simulation.advance(100) {}
    simulation.finish()
}

/// What is told of a job: a run that watches one ends with it.
fn watched(scenario: &Scenario, job: u32) -> Vec<Entry> {
    let mut simulation = simulation(scenario);
    simulation.watch(Watch::Job(job));
    while !simulation.advance(100) {}
    simulation.explanation().expect("a watched run explains").entries
}

fn overtaking(entries: &[Entry]) -> Option<(Time, Option<Overtaking>)> {
    entries.iter().find_map(|it| match &it.decision {
        Decision::Started { overtaking, .. } => Some((it.first, overtaking.clone())),
        _ => None,
    })
}

/// What is told of the starts of jobs that each ask for some nodes of three, whole: nodes, seconds.
fn told(promises: u32, jobs: &[(u32, Time)]) -> Vec<Option<Overtaking>> {
    let mut resources = Resources::default();
    let jobs = jobs.iter().zip(0..).map(|(&(nodes, seconds), place)| {
        let chunks = Chunks { count: nodes, on_distinct_nodes: true, ..Chunks::default() };
        resources.set(place as usize, chunks);
        let mut job = testing::job(u64::from(place) + 1, Time::from(place), 4 * nodes, seconds, seconds);
        job.place = place;
        job
    });
    let jobs: Vec<_> = jobs.collect();
    let scenario = Scenario {
        settings: Cluster {
            promises: Promises::Count(promises),
            nodes: vec![NodeKind { count: 3, cores: 4, ..NodeKind::default() }],
            ..Cluster::default()
        },
        jobs,
        resources,
        platform: vec![12],
        names: random::names(),
        seed: 1,
    };
    (0..scenario.jobs.len())
        .map(|it| watched(&scenario, it as u32))
        .map(|it| overtaking(&it).and_then(|it| it.1))
        .collect()
}

#[test]
fn a_start_names_the_jobs_that_it_overtakes_and_the_promise_beside_which_it_runs() {
    // Job 1 has a node until 100, job 2 wants three, job 3 ends before that.
    let ends_before = told(1, &[(1, 100), (3, 10), (1, 50)]);
    let expected = Overtaking {
        passed: crate::engine::decisions::Overtaken::of(vec![1]),
        room: Some(Room::EndsBefore { job: 1, promised: 100, ends: 52 }),
        later: Default::default(),
        precedence: None,
    };
    assert_eq!(ends_before, [None, None, Some(expected.clone())]);
    // Job 1 has two nodes until 100, job 2 wants two, which leaves one to job 3.
    let beside = told(1, &[(2, 100), (2, 10), (1, 200)]);
    let room = Room::BesideOnNodes { job: 1, promised: 100 };
    assert_eq!(beside[2].as_ref().and_then(|it| it.room), Some(room));
    let without = told(0, &[(1, 100), (3, 10), (1, 200)]);
    assert_eq!(without[2].as_ref().and_then(|it| it.room), Some(Room::OnNodes));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(48)))]
    #[test]
    fn overtaken_jobs_wait_on(mut scenario in random::scenario(), by_size in any::<bool>()) {
        let order = if by_size { "size" } else { "submit" };
        scenario.settings.order = Formula::read(order).expect("a formula");
        // Otherwise the schedule does not say when a job came.
        scenario.jobs.iter_mut().for_each(|it| it.predecessor = None);
        let run = run(&scenario);
        for index in 0..scenario.jobs.len() {
            let entries = watched(&scenario, index as u32);
            let Some((now, told)) = overtaking(&entries) else { continue };
            let waits = |job: usize| {
                let outcome = &run.schedule.outcomes[job];
                let has_come = run.jobs[job].eligible() <= now;
                // A job without a run time gives its nodes back at once.
                outcome.status != Status::Rejected && outcome.start >= now && has_come
            };
            let turn = |job: usize| if by_size { i64::from(run.jobs[job].processors) } else { run.jobs[job].eligible() };
            let Some(told) = told else {
                // No job whose turn is before its own waits on.
                let starts_now = |job: usize| run.schedule.outcomes[job].start == now;
                let mut others = 0..run.jobs.len();
                prop_assert!(!others.any(|job| waits(job) && !starts_now(job) && turn(job) < turn(index)));
                continue;
            };
            for &job in &told.passed.listed {
                prop_assert!(waits(job as usize) && turn(job as usize) <= turn(index));
            }
            for &job in &told.later.listed {
                prop_assert!(waits(job as usize) && turn(job as usize) >= turn(index));
            }
            prop_assert_eq!(told.room.is_some(), !told.passed.is_empty());
            let limit = now.saturating_add(run.jobs[index].limit());
            match told.room {
                None | Some(Room::OnNodes) => {}
                Some(Room::EndsBefore { job, promised, ends }) => {
                    prop_assert!(told.passed.listed.contains(&job) || told.passed.others > 0);
                    prop_assert!(ends == limit && ends <= promised);
                }
                Some(Room::BesideOnNodes { promised, .. }) => {
                    prop_assert!(now < promised && promised < limit);
                }
                Some(room) => prop_assert!(false, "{:?}", room),
            }
        }
    }
}

/// The part of a second, of a job that lacks that.
fn part(run: &Run, job: usize, now: Time, lacks: Option<Hindrance>) -> WaitPart {
    let order = |at: usize| (run.jobs[at].eligible(), run.jobs[at].submit, at);
    if now < run.jobs[job].eligible() {
        return WaitPart::NotEligible;
    }
    let size = i64::from(run.schedule.outcomes[job].processors);
    let (mut free, mut later) = (i64::from(run.platform[0]), 0);
    for bar in &run.schedule.bars {
        if bar.start <= now && now < bar.end {
            let processors = i64::from(bar.last_processor - bar.first_processor) + 1;
            free -= processors;
            if order(bar.job as usize) > order(job) {
                later += processors;
            }
        }
    }
    match lacks {
        _ if free + later < size => WaitPart::EarlierJobs,
        _ if free < size => WaitPart::LaterJobs,
        Some(Hindrance::Nodes) => WaitPart::Nodes,
        Some(Hindrance::Outage) => WaitPart::Outage,
        Some(Hindrance::Promise) => WaitPart::Promise,
        None => WaitPart::EnoughFree,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(60)))]

    #[test]
    fn the_parts_of_waits_are_those_of_the_second_simulator(scenario in random::scenario()) {
        let simulation = || {
            let simulation = ClusterSimulation::new(&scenario.settings, scenario.of_system());
            Box::new(simulation.expect("it runs"))
        };
        let mut whole = simulation();
        while !whole.advance(100) {}
        let run = whole.finish();
        let lacked = hindrances(&scenario.input());
        for (job, outcome) in run.schedule.outcomes.iter().enumerate() {
            if outcome.status == Status::Rejected {
                continue;
            }
            let mut watched = simulation();
            watched.watch(Watch::Job(job as u32));
            while !watched.advance(100) {}
            let told = watched.explanation().expect("a watched run explains");
            let parts = wait_parts(&run, job, true, &told.hindrances).expect("it ran");
            let mut expected = [0; WaitPart::ALL.len()];
            for now in run.jobs[job].submit..outcome.start {
                let before = lacked.partition_point(|it| it.0 <= now);
                let lacks = lacked[..before].last().and_then(|it| it.1.iter().find(|it| it.0 == job)).map(|it| it.1);
                // Its turn has not come.
                let lacks = lacks.filter(|it| !scenario.settings.strict || *it != Hindrance::Promise);
                expected[part(&run, job, now, lacks) as usize] += 1;
            }
            prop_assert_eq!(WaitPart::ALL.map(|it| parts.of(it)), expected, "job {}", job);
        }
    }
}
