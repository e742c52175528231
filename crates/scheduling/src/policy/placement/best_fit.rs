//! Best fit: the node that has the least left when the task is on it.

use super::{Largest, POINTS, Rating, Request, Room};

/// 100 points less the mean of the cores and of the GPUs that are left, each as a part of the largest node's, as
/// `BestFitScore` of the published simulator counts; in whole points, rounded down. A share goes to the GPU that it
/// leaves the least of.
pub(super) fn rate(largest: Largest, room: &Room, request: &Request) -> Rating {
    let (left, all) = left(largest, room, request);
    Rating { points: POINTS * (all - left) / all, gpu: room.tightest_gpu(request.gpus.of_each()) }
}

/// The rest of a node beside the task: the mean over cores and GPUs, as a fraction of the largest node.
pub(super) fn left(largest: Largest, room: &Room, request: &Request) -> (i64, i64) {
    let cores = (room.cores - request.cores) as i64;
    let gpus = (room.idle() - request.gpus.total()) as i64;
    let all = 2 * largest.cores * largest.gpus;
    (cores * largest.gpus + gpus * largest.cores, all)
}
