//! Whole GPUs and shares.

use super::*;
use crate::policy::placement::Placement;

/// Nodes of eight cores with this many GPUs.
fn gpus(count: u32, gpus: u32, gpu_type: &str) -> NodeKind {
    NodeKind { gpus, gpu_type: gpu_type.to_owned(), ..node(count, 8) }
}

pub fn drawings() -> Vec<Drawing> {
    vec![
        drawing(
            "three free GPUs on each of two nodes do not hold a job of four",
            on(&[gpus(2, 4, "")]),
            [
                (job((0, 2, 5, 10)).chunks(2).distinct().gpus(1_000), "0: 0/0 1/0"),
                // Promised node 0 from 10 on; the job before it ends early.
                (job((1, 1, 2, 2)).gpus(4_000), "5: 0/0,1,2,3"),
                (job((2, 1, 9, 9)).gpus(3_000), "2: 1/1,2,3"),
                (job((2, 1, 9, 9)).gpus(5_000), "rejected"),
            ],
        ),
        drawing(
            "shares go to the lowest GPU with room, whole GPUs are free of them",
            on(&[gpus(1, 2, "")]),
            [
                (job((0, 1, 6, 6)).gpus(600), "0: 0/0"),
                (job((0, 1, 3, 3)).gpus(500), "0: 0/1"),
                (job((0, 1, 5, 5)).gpus(400), "0: 0/0"),
                // Promised 3, when one GPU is whole again.
                (job((1, 1, 2, 2)).gpus(1_000), "3: 0/1"),
                // On GPU 1 it would run into the promise.
                (job((1, 1, 3, 3)).gpus(500), "5: 0/1"),
                (job((1, 1, 2, 2)).gpus(500), "1: 0/1"),
            ],
        ),
        drawing(
            "shares of one job add up, and one and a half GPUs are two",
            on(&[gpus(1, 4, "")]),
            [
                (job((0, 3, 4, 4)).chunks(3).gpus(400), "0: 0/0 0/0 0/1"),
                (job((0, 1, 4, 4)).gpus(1_500), "0: 0/2,3"),
                (job((0, 1, 4, 4)).gpus(600), "0: 0/1"),
                (job((0, 1, 4, 4)).gpus(300), "4: 0/0"),
            ],
        ),
        drawing(
            "GPUs of the types that a job may have",
            on(&[gpus(1, 2, "t4"), gpus(1, 1, "a100"), gpus(1, 1, "")]),
            [
                (job((0, 1, 4, 4)).gpus(1_000).gpu_type("a100"), "0: 1/0"),
                (job((0, 1, 4, 4)).gpus(1_000).gpu_type("a100"), "4: 1/0"),
                (job((0, 1, 4, 4)).gpus(1_000).gpu_type("a100").gpu_type("t4"), "0: 0/0"),
                (job((0, 1, 4, 4)).gpus(1_000).gpu_type("h100"), "rejected"),
                (job((0, 1, 4, 4)).gpus(2_000), "4: 0/0,1"),
            ],
        ),
        drawing(
            "GPU packing takes GPUs in use first, then nodes in use",
            Cluster { placement: Placement::GpuPacking, ..on(&[gpus(2, 2, "")]) },
            [
                (job((0, 1, 9, 9)).gpus(500), "0: 0/0"),
                (job((0, 1, 9, 9)).gpus(300), "0: 0/0"),
                (job((0, 1, 9, 9)).gpus(1_000), "0: 0/1"),
                (job((0, 1, 9, 9)).gpus(2_000), "0: 1/0,1"),
                (job((0, 1, 9, 9)).gpus(200), "0: 0/0"),
            ],
        ),
        drawing(
            "GPU clustering sees the jobs that are promised a node until the limit",
            Cluster { placement: Placement::GpuClustering, ..on(&[gpus(2, 4, "")]) },
            [
                (job((0, 7, 4, 4)), "0: 0"),
                (job((0, 4, 20, 20)).gpus(1_000), "0: 1/0"),
                (job((0, 2, 20, 20)).gpus(500), "0: 1/1"),
                (job((1, 5, 5, 5)).gpus(1_000), "4: 0/1"),
                // On node 0 only its kind will run, on node 1 runs another one beside it.
                (job((1, 1, 9, 9)).gpus(1_000), "1: 0/0"),
            ],
        ),
        drawing(
            "an exclusive job has all GPUs of its node",
            on(&[gpus(2, 2, "")]),
            [
                (job((0, 1, 3, 3)).gpus(200).exclusive(), "0: 0/0,1"),
                (job((0, 1, 9, 9)).gpus(2_000), "0: 1/0,1"),
                (job((0, 1, 1, 1)).gpus(100), "3: 0/0"),
            ],
        ),
    ]
}
