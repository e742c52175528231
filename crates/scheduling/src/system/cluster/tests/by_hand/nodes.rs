//! Which nodes may have a job, and when.

use super::*;
use crate::policy::placement::Placement;
use crate::system::cluster::Outage;

fn with(placement: Placement, nodes: &[NodeKind]) -> Cluster {
    Cluster { placement, ..on(nodes) }
}

fn in_partition(name: &str, cores: u32) -> NodeKind {
    NodeKind { partitions: vec![name.to_owned()], ..node(1, cores) }
}

pub fn drawings() -> Vec<Drawing> {
    vec![
        drawing(
            "a promise names a node: a later job may start beside it, not on it",
            on(&[node(2, 3)]),
            [
                (job((0, 2, 10, 10)), "0: 0"),
                (job((0, 2, 4, 4)), "0: 1"),
                // Two cores are free, one on each node. It is promised node 1 from 4 on.
                (job((1, 3, 5, 5)), "4: 1"),
                (job((1, 1, 9, 9)), "1: 0"),
                // It would hold a core of node 1 until 10.
                (job((1, 1, 9, 9)), "9: 1"),
                (job((1, 1, 3, 3)), "1: 1"),
            ],
        ),
        drawing(
            "memory holds a job back though cores are free",
            on(&[NodeKind { memory: 10, ..node(1, 4) }]),
            [
                (job((0, 1, 5, 5)).memory(6), "0: 0"),
                (job((1, 1, 5, 5)).memory(6), "5: 0"),
                (job((1, 1, 4, 4)).memory(4), "1: 0"),
                (job((1, 1, 5, 5)).memory(4), "5: 0"),
                (job((1, 1, 5, 5)).memory(11), "rejected"),
            ],
        ),
        drawing(
            "chunks on distinct nodes",
            on(&[node(2, 4)]),
            [
                (job((0, 2, 5, 5)).chunks(2).distinct(), "0: 0 1"),
                (job((0, 2, 7, 7)).chunks(2), "0: 0 0"),
                (job((0, 3, 1, 1)).chunks(3).distinct(), "rejected"),
                // Three cores on each node: node 0 has two until 7.
                (job((0, 6, 2, 2)).chunks(2).distinct(), "7: 0 1"),
                (job((1, 1, 9, 9)), "1: 0"),
            ],
        ),
        drawing(
            "processors without chunks fill one node after the other",
            on(&[node(3, 2)]),
            [
                (job((0, 1, 9, 9)), "0: 0"),
                (job((0, 4, 9, 9)).chunks(0), "0: 0 1 1 2"),
                (job((0, 7, 1, 1)).chunks(0), "rejected"),
            ],
        ),
        drawing(
            "an exclusive job waits for a node that is wholly idle, and has all of it",
            on(&[node(2, 4)]),
            [
                (job((0, 1, 4, 4)), "0: 0"),
                (job((0, 1, 3, 3)).exclusive(), "0: 1"),
                (job((1, 1, 9, 9)), "1: 0"),
                (job((1, 1, 2, 2)).exclusive(), "3: 1"),
                (job((1, 4, 1, 1)), "5: 1"),
            ],
        ),
        drawing(
            "until its limit an exclusive job is beside no promise either",
            on(&[node(2, 4)]),
            [
                (job((0, 2, 4, 4)), "0: 0"),
                (job((1, 6, 2, 2)).chunks(2).distinct(), "4: 0 1"),
                // Node 1 is idle, and has a core beside the promise.
                (job((1, 1, 5, 5)).exclusive(), "6: 0"),
                (job((1, 1, 3, 3)).exclusive(), "1: 1"),
            ],
        ),
        drawing(
            "a long job waits behind an outage, a short one ends before it",
            Cluster { outages: vec![Outage { nodes: "node[1]".to_owned(), from: 5, until: 10 }], ..on(&[node(1, 2)]) },
            [
                // It would take less than its limit.
                (job((0, 1, 1, 8)), "10: 0"),
                (job((0, 1, 5, 5)), "0: 0"),
                (job((1, 1, 4, 4)), "1: 0"),
                (job((1, 1, 5, 5)), "10: 0"),
            ],
        ),
        drawing(
            "jobs run in their partitions; a node without one is in all",
            on(&[in_partition("cpu", 2), in_partition("gpu", 2), node(1, 1)]),
            [
                (job((0, 2, 5, 5)).partition(1), "0: 0"),
                // Node 2 has one core.
                (job((1, 2, 5, 5)).partition(1), "5: 0"),
                (job((1, 1, 2, 9)).partition(2), "1: 1"),
                (job((1, 1, 2, 2)), "1: 1"),
                (job((1, 1, 1, 1)).partition(1), "1: 2"),
                // Only node 2 is in it.
                (job((1, 2, 2, 2)).chunks(0).partition(4), "rejected"),
                (job((1, 4, 2, 2)).chunks(0).partition(1), "rejected"),
            ],
        ),
        drawing(
            "the first of two partitions that has room, and the earlier promise of both",
            on(&[in_partition("cpu", 2), in_partition("gpu", 2)]),
            [
                (job((0, 2, 9, 9)).partition(3), "0: 1"),
                (job((0, 2, 6, 6)).partition(3), "0: 0"),
                (job((1, 1, 4, 4)).partition(3), "6: 0"),
                // Its chunks would be in two.
                (job((1, 3, 1, 1)).chunks(3).partition(3), "rejected"),
                (job((1, 2, 1, 1)).partition(3), "9: 1"),
            ],
        ),
        drawing(
            "the nodes have the features that a job needs",
            on(&[node(1, 4), NodeKind { features: vec!["ib".to_owned(), "ssd".to_owned()], ..node(1, 1) }]),
            [
                (job((0, 1, 3, 3)).feature("ib"), "0: 1"),
                (job((0, 1, 3, 3)).feature("ssd").feature("ib"), "3: 1"),
                (job((0, 1, 3, 3)).feature("ib").feature("avx"), "rejected"),
            ],
        ),
        drawing(
            "best fit takes the smaller node",
            with(Placement::BestFit, &[node(1, 8), node(1, 4)]),
            [
                (job((0, 1, 9, 9)), "0: 1"),
                (job((0, 4, 9, 9)), "0: 0"),
                // Three cores are free on node 1 and four on node 0.
                (job((0, 4, 9, 9)).chunks(4), "0: 1 1 1 0"),
            ],
        ),
        drawing(
            "spread takes the emptier node, of equals the first",
            with(Placement::Spread, &[node(1, 8), node(1, 4)]),
            [(job((0, 5, 9, 9)), "0: 0"), (job((0, 4, 9, 9)).chunks(4), "0: 1 0 1 0")],
        ),
        drawing(
            "spread looks at the least room until the limit",
            with(Placement::Spread, &[node(1, 8), node(1, 4)]),
            [
                (job((0, 2, 4, 4)), "0: 0"),
                // Promised node 0 from 4 on, where it leaves one core.
                (job((1, 7, 5, 5)), "4: 0"),
                (job((1, 1, 9, 9)), "1: 1"),
                (job((1, 1, 3, 3)), "1: 0"),
            ],
        ),
        drawing(
            "each provider of a platform is a node, of which only the cores count",
            on(&[]),
            [
                (job((0, 2, 3, 3)).gpus(4_000).memory(99), "0: 0 0"),
                (job((0, 1, 3, 3)).chunks(0), "3: 0"),
                (job((0, 3, 3, 3)), "rejected"),
            ],
        ),
    ]
}
