//! GPU packing: GPUs in use before idle ones, nodes in use before idle ones.

use super::{Gpus, POINTS, Rating, Request, Room, WHOLE};

/// `GpuPackingScore` of the published simulator, in whole points of 100, from high to low:
///
/// 1. GPUs in use suffice: 100 less a tenth of the percents free on them, at least 50;
/// 2. idle GPUs of a node of which some GPU is in use: 50 less the idle ones taken, at least 33;
/// 3. a node without a GPU in use: 33 less its number of GPUs, at least that number.
///
/// Without a GPU in the request all nodes have 0. A task takes the GPUs with the least room first.
pub(super) fn rate(room: &Room, request: &Request) -> Rating {
    Rating { points: points(room, request.gpus), gpu: room.tightest_gpu(request.gpus.of_each()) }
}

fn points(room: &Room, gpus: Gpus) -> i64 {
    if gpus == Gpus::None {
        return 0;
    }
    let all = room.gpus.len();
    if room.gpus_with(WHOLE) == all {
        return (POINTS / 3 - all as i64).max(all as i64);
    }
    let mut taken: Vec<u16> = room.gpus.clone();
    taken.retain(|&free| free >= gpus.of_each());
    taken.sort_unstable();
    taken.truncate(gpus.count() as usize);
    let idle = taken.iter().filter(|&&free| free == WHOLE).count() as i64;
    if idle > 0 {
        return (POINTS / 2 - idle).max(POINTS / 3);
    }
    let percent = |free: &u16| i64::from(*free) * 100 / i64::from(WHOLE);
    let free: i64 = taken.iter().map(percent).sum();
    (POINTS - free / 10).max(POINTS / 2)
}
