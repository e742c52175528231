//! The fast cluster and the naive one on random nodes and tasks.

use base::setting::Setting;
use proptest::prelude::*;

use super::super::{Cluster, Gpus, Mix, Node, Place, Placement, Request, fragmentation};
use super::naive::Naive;

/// Nodes of a few kinds, so that several are equal.
fn node() -> impl Strategy<Value = Node> {
    (1_u64..5, 1_u64..4, 0_u32..5, 0_u32..3).prop_map(|(cores, memory, gpus, gpu_type)| Node {
        cores: cores * 16_000,
        memory: memory * 65_536,
        gpus,
        gpu_type: (gpus > 0).then_some(gpu_type),
    })
}

fn gpus() -> impl Strategy<Value = Gpus> {
    prop_oneof![
        2 => Just(Gpus::None),
        5 => prop_oneof![Just(470_u16), Just(500), Just(320), 1_u16..1_000].prop_map(Gpus::Share),
        4 => (1_u32..4).prop_map(Gpus::Whole),
    ]
}

fn task() -> impl Strategy<Value = Request> {
    let types = prop_oneof![
        4 => Just(Vec::new()),
        1 => Just(vec![1]),
        1 => Just(vec![0, 2]),
    ];
    (0_u64..24, 0_u64..24, gpus(), types).prop_map(|(cores, memory, gpus, types)| Request {
        cores: cores * 500,
        memory: memory * 1_024,
        gpus,
        types,
    })
}

fn policies() -> impl Iterator<Item = Placement> {
    Placement::TABLE.0.iter().copied()
}

proptest! {
    #[test]
    fn every_task_gets_the_place_of_the_naive_cluster(
        nodes in prop::collection::vec(node(), 1..12),
        tasks in prop::collection::vec(task(), 1..60),
    ) {
        for policy in policies().filter(|it| *it != Placement::Random) {
            let mix = Mix::typical(&tasks, 80);
            let mut naive = Naive::new(&nodes, policy, mix.tasks.clone());
            let mut cluster = Cluster::new(&nodes, policy, mix, 1);
            for task in &tasks {
                prop_assert_eq!(cluster.place(task), naive.place(task), "{:?}", policy);
            }
        }
    }

    /// Nothing is given twice, a task without a place has none anywhere, and fragmentation is part of the idle GPUs.
    #[test]
    fn rooms_are_what_the_tasks_leave(
        nodes in prop::collection::vec(node(), 1..8),
        tasks in prop::collection::vec(task(), 1..60),
        seed in 0_u64..9,
    ) {
        for policy in policies() {
            let mix = Mix::typical(&tasks, 95);
            let mut cluster = Cluster::new(&nodes, policy, mix.clone(), seed);
            let mut placed: Vec<(&Request, Place)> = Vec::new();
            for task in &tasks {
                let had_room = (0..nodes.len()).any(|node| cluster.room(node).fits(task));
                let place = cluster.place(task);
                prop_assert_eq!(place.is_some(), had_room);
                placed.extend(place.map(|it| (task, it)));
            }
            for (number, node) in nodes.iter().enumerate() {
                let here = || placed.iter().filter(|(_, place)| place.node == number);
                let room = cluster.room(number);
                let cores: u64 = here().map(|(task, _)| task.cores).sum();
                let memory: u64 = here().map(|(task, _)| task.memory).sum();
                prop_assert_eq!((room.cores + cores, room.memory + memory), (node.cores, node.memory));
                for (gpu, free) in room.gpus.iter().enumerate() {
                    let held: u16 = here().filter(|(_, place)| place.gpus.contains(&gpu)).map(|(task, _)| task.gpus.of_each()).sum();
                    prop_assert_eq!(free + held, 1_000);
                }
                let unusable = fragmentation(room, &mix);
                prop_assert!((0.0..=room.idle() as f64).contains(&unusable), "{}", unusable);
            }
        }
    }
}
