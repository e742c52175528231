//! The system against the second simulator and the drawings.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::by_hand::drawings;
use super::naive::{Started, simulate};
use super::random::{self, Scenario};
use crate::engine::holds::{HeldGpus, HeldMemory};
use crate::policy::local::Promises;
use crate::system::cluster::ClusterSimulation;
use crate::system::cluster::rooms::Place;
use crate::system::prelude::*;

/// When and where each job ran by the system, chunks in the order of nodes.
fn run(scenario: &Scenario) -> Vec<Option<Started>> {
    let mut simulation = ClusterSimulation::new(&scenario.settings, scenario.of_system()).unwrap();
    let mut places: Vec<Option<Place>> = vec![None; scenario.jobs.len()];
    while simulation.instant() {
        for (place, now) in places.iter_mut().zip(simulation.places()) {
            if now.is_some() {
                place.clone_from(now);
            }
        }
    }
    let outcomes = simulation.outcomes();
    let ours = |(outcome, place): (&Outcome, &Option<Place>)| {
        let place = place.as_ref()?;
        Some(started(outcome, place, simulation.takes_nodes_wholly(place)))
    };
    let ours = outcomes.iter().zip(&places).map(ours).collect();
    assert_holds(Box::new(simulation).finish(), &places);
    ours
}

/// What a run says that its jobs held is what they had.
fn assert_holds(run: Run, places: &[Option<Place>]) {
    let holds = run.holds().unwrap();
    let nodes = run.nodes().unwrap().count();
    assert!(holds.are_sound(run.jobs.len(), nodes));
    for (job, place) in (0..).zip(places) {
        let of_job = |it: &&HeldGpus| it.job == job;
        let of_memory = |it: &&HeldMemory| it.job == job;
        let mut gpus: BTreeMap<(u32, u16), u16> = BTreeMap::new();
        let mut memory = BTreeMap::new();
        for piece in place.iter().flat_map(|it| &it.pieces) {
            for &(gpu, share) in &piece.held.bound {
                *gpus.entry((piece.node, gpu)).or_default() += share;
            }
            memory.insert(piece.node, piece.held.memory);
        }
        memory.retain(|_, it| *it > 0);
        let told = holds.gpus.iter().filter(of_job);
        let of_each = |it: &HeldGpus| {
            let (node, share) = (it.node, it.share);
            (it.first..=it.last).map(move |gpu| ((node, gpu), share))
        };
        let told: BTreeMap<(u32, u16), u16> = told.flat_map(of_each).collect();
        assert_eq!(told, gpus, "job {job}");
        let told = holds.memory.iter().filter(of_memory);
        let told: BTreeMap<u32, u64> = told.map(|it| (it.node, it.mebibytes)).collect();
        assert_eq!(told, memory, "job {job}");
        let all = gpus.values().map(|&it| u64::from(it)).sum();
        let of_run = holds.of_job(job, &run.schedule.outcomes);
        assert_eq!(of_run, (all, memory.values().sum()), "job {job}");
    }
}

fn started(outcome: &Outcome, place: &Place, wholly: bool) -> Started {
    let mut started = Started {
        start: outcome.start,
        end: outcome.end,
        killed: outcome.status == Status::Killed,
        chunks: Vec::new(),
        gpus: Vec::new(),
    };
    for piece in &place.pieces {
        let gpus: Vec<usize> = piece.held.bound.iter().map(|it| usize::from(it.0)).collect();
        let of_each = gpus.len() / piece.chunks as usize;
        for chunk in 0..piece.chunks as usize {
            started.chunks.push(piece.node as usize);
            let own = if wholly { &gpus[..] } else { &gpus[chunk * of_each..(chunk + 1) * of_each] };
            started.gpus.push(own.to_vec());
        }
    }
    started
}

/// On each node how many chunks and which GPUs, whatever their order.
fn by_node(started: &Started) -> Vec<(usize, usize, Vec<usize>)> {
    let mut nodes = started.chunks.clone();
    nodes.sort_unstable();
    nodes.dedup();
    let of = |node: &usize| {
        let own = started.chunks.iter().zip(&started.gpus);
        let own: Vec<&Vec<usize>> = own.filter(|it| it.0 == node).map(|it| it.1).collect();
        let mut gpus: Vec<usize> = own.iter().copied().flatten().copied().collect();
        gpus.sort_unstable();
        (*node, own.len(), gpus)
    };
    nodes.iter().map(of).collect()
}

/// Whether the two simulators agree on each job.
///
/// # Errors
///
/// The first job on which they do not.
fn agree(scenario: &Scenario) -> Result<(), String> {
    let seen = |it: &Option<Started>| {
        let it = it.as_ref();
        it.map(|it| (it.start, it.end, it.killed, by_node(it)))
    };
    let (ours, other) = (run(scenario), simulate(&scenario.input()));
    for (job, (ours, other)) in ours.iter().zip(&other).enumerate() {
        let (ours, other) = (seen(ours), seen(other));
        if ours != other {
            return Err(format!("job {job}: {ours:?}, by the other one {other:?}"));
        }
    }
    Ok(())
}

#[test]
fn the_drawings_are_those_of_the_second_simulator() {
    for it in drawings() {
        assert_eq!(agree(&it.scenario), Ok(()), "{}", it.about);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(400)))]

    #[test]
    fn the_schedule_is_that_of_the_second_simulator(scenario in random::scenario()) {
        prop_assert_eq!(agree(&scenario), Ok(()));
    }

    /// No time can be promised, and jobs start as they fit.
    #[test]
    fn jobs_without_limits_start_as_without_promises(scenario in random::scenario()) {
        let mut scenario = scenario;
        scenario.jobs.iter_mut().for_each(|it| it.is_unlimited = true);
        scenario.settings.outages.clear();
        scenario.settings.backfill_order = None;
        let mut with = |promises: Promises| {
            scenario.settings.promises = promises;
            run(&scenario)
        };
        let expected = with(Promises::Count(0));
        prop_assert_eq!(&with(Promises::Count(1)), &expected);
        prop_assert_eq!(&with(Promises::All), &expected);
    }
}
