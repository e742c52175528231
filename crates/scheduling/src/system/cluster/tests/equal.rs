//! The system against the second simulator and the drawings.

use proptest::prelude::*;

use super::by_hand::drawings;
use super::naive::{Started, simulate};
use super::random::{self, Scenario};
use crate::engine::{Outcome, Status};
use crate::system::cluster::ClusterSimulation;
use crate::system::cluster::rooms::Place;

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
    let started = |(outcome, place): (&Outcome, Option<Place>)| {
        place.map(|place| started(outcome, &place, simulation.takes_nodes_wholly(&place)))
    };
    outcomes.iter().zip(places).map(started).collect()
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
        let gpus: Vec<usize> = piece
            .held
            .bound
            .iter()
            .map(|it| usize::from(it.0))
            .collect();
        let of_each = gpus.len() / piece.chunks as usize;
        for chunk in 0..piece.chunks as usize {
            started.chunks.push(piece.node as usize);
            let own = match wholly {
                true => &gpus[..],
                false => &gpus[chunk * of_each..(chunk + 1) * of_each],
            };
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
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn the_schedule_is_that_of_the_second_simulator(scenario in random::scenario()) {
        prop_assert_eq!(agree(&scenario), Ok(()));
    }
}
