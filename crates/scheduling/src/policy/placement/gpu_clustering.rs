//! GPU clustering: tasks of a kind go together.

use super::{Largest, POINTS, Rating, Request, Room};

/// `GpuClusteringScore` of the published simulator: four classes of nodes of 25 points each, within a class by how little
/// of the GPUs is idle as a part of the largest node's. From high to low: nodes that run only this kind of task with
/// GPUs ([`super::Gpus::kind`]), this kind among others, none with GPUs, other kinds alone. Without a GPU in the request
/// all nodes have 0. A share goes to the GPU that it leaves the least of.
pub(super) fn rate(largest: Largest, room: &Room, request: &Request) -> Rating {
    let points = request.gpus.kind().map_or(0, |kind| {
        let class = match (room.kinds.contains(&kind), room.kinds.len()) {
            (true, 1) => 3,
            (true, _) => 2,
            (false, 0) => 1,
            (false, _) => 0,
        };
        let used = largest.gpus - room.idle() as i64;
        POINTS / 4 * used / largest.gpus + POINTS * class / 4
    });
    Rating { points, gpu: room.tightest_gpu(request.gpus.of_each()) }
}
