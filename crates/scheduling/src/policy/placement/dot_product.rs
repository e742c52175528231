//! Dot product: the node whose room points least in the request's direction.

use super::{Largest, POINTS, Rating, Request, Room};

/// 100 points less half the dot product of room and request, both as parts of the largest node's cores and GPUs; in
/// whole points, rounded down.
///
/// `DotProductScore` of the published simulator, with its GPUs merged into one dimension and values taken of the largest
/// node (`-dimext merge -norm max`, as its experiments run): the larger the product, the lower the score. (Grandl et al.,
/// SIGCOMM 2014, prefer the larger.) A share goes to the GPU that it leaves the least of (`-gpusel best`).
pub(super) fn rate(largest: Largest, room: &Room, request: &Request) -> Rating {
    let square = |value: i64| i128::from(value) * i128::from(value);
    let (cores, gpus) = (square(largest.cores), square(largest.gpus));
    let of_cores = i128::from(room.cores) * i128::from(request.cores);
    let of_gpus = i128::from(room.idle()) * i128::from(request.gpus.total());
    let all = 2 * cores * gpus;
    let product = of_cores * gpus + of_gpus * cores;
    let points = i128::from(POINTS) * (all - product) / all;
    Rating { points: points as i64, gpu: room.tightest_gpu(request.gpus.of_each()) }
}
