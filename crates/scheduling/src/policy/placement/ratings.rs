//! The points that each policy gives a node, and the draw of the random one.

use super::fragmentation::unusable_by_mix;
use super::{Gpus, Largest, Mix, POINTS, Rating, Request, Room, WHOLE};
use workload::draw::Draw;

/// All nodes are equal, so that the order decides. A share goes to the lowest GPU with room.
pub(super) fn first_fit(room: &Room, request: &Request) -> Rating {
    Rating { points: 0, gpu: room.lowest_gpu(request.gpus.of_each()) }
}

/// 100 points less the mean of the cores and of the GPUs that are left, each as a part of the largest node's, as
/// `BestFitScore` of the published simulator counts; in whole points, rounded down. A share goes to the GPU that it
/// leaves the least of.
pub(super) fn best_fit(largest: Largest, room: &Room, request: &Request) -> Rating {
    let (left, all) = left(largest, room, request);
    Rating { points: POINTS * (all - left) / all, gpu: room.tightest_gpu(request.gpus.of_each()) }
}

/// The rest of a node beside the task: the mean over cores and GPUs, as a fraction of the largest node.
fn left(largest: Largest, room: &Room, request: &Request) -> (i64, i64) {
    let cores = (room.cores - request.cores) as i64;
    let gpus = (room.idle() - request.gpus.total()) as i64;
    let all = 2 * largest.cores * largest.gpus;
    (cores * largest.gpus + gpus * largest.cores, all)
}

/// The reverse of best fit: the mean of the cores and of the GPUs that are left, each as a part of the largest node's, in
/// whole points of 100. A share goes to the lowest GPU with room. The published simulator has no such policy.
pub(super) fn spread(largest: Largest, room: &Room, request: &Request) -> Rating {
    let (left, all) = left(largest, room, request);
    Rating { points: POINTS * left / all, gpu: room.lowest_gpu(request.gpus.of_each()) }
}

/// 100 points less half the dot product of room and request, both as parts of the largest node's cores and GPUs; in
/// whole points, rounded down.
///
/// `DotProductScore` of the published simulator, with its GPUs merged into one dimension and values taken of the largest
/// node (`-dimext merge -norm max`, as its experiments run): the larger the product, the lower the score. (Grandl et al.,
/// SIGCOMM 2014, prefer the larger.) A share goes to the GPU that it leaves the least of (`-gpusel best`).
pub(super) fn dot_product(largest: Largest, room: &Room, request: &Request) -> Rating {
    let square = |value: i64| i128::from(value) * i128::from(value);
    let (cores, gpus) = (square(largest.cores), square(largest.gpus));
    let of_cores = i128::from(room.cores) * i128::from(request.cores);
    let of_gpus = i128::from(room.idle()) * i128::from(request.gpus.total());
    let all = 2 * cores * gpus;
    let product = of_cores * gpus + of_gpus * cores;
    let points = i128::from(POINTS) * (all - product) / all;
    Rating { points: points as i64, gpu: room.tightest_gpu(request.gpus.of_each()) }
}

/// `GpuPackingScore` of the published simulator, in whole points of 100, from high to low:
///
/// 1. GPUs in use suffice: 100 less a tenth of the percents free on them, at least 50;
/// 2. idle GPUs of a node of which some GPU is in use: 50 less the idle ones taken, at least 33;
/// 3. a node without a GPU in use: 33 less its number of GPUs, at least that number.
///
/// Without a GPU in the request all nodes have 0. A task takes the GPUs with the least room first.
pub(super) fn gpu_packing(room: &Room, request: &Request) -> Rating {
    Rating { points: points_of_packing(room, request.gpus), gpu: room.tightest_gpu(request.gpus.of_each()) }
}

fn points_of_packing(room: &Room, gpus: Gpus) -> i64 {
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

/// `GpuClusteringScore` of the published simulator: four classes of nodes of 25 points each, within a class by how little
/// of the GPUs is idle as a part of the largest node's. From high to low: nodes that run only this kind of task with
/// GPUs ([`Gpus::kind`]), this kind among others, none with GPUs, other kinds alone. Without a GPU in the request
/// all nodes have 0. A share goes to the GPU that it leaves the least of.
pub(super) fn gpu_clustering(largest: Largest, room: &Room, request: &Request) -> Rating {
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

/// 100 points times the sigmoid of the fragmentation that the task takes away, in GPUs; in whole points, rounded down, as
/// `FGDScore` of the published simulator. A share tries every GPU with room and goes to the one with the most points, of
/// equal ones the lowest.
pub(super) fn fgd(mix: &Mix, room: &Room, request: &Request) -> Rating {
    let before = unusable_by_mix(room, mix);
    let points = |gpus: &[usize]| {
        let mut after = room.clone();
        after.take(request, gpus);
        points_of_step(before, unusable_by_mix(&after, mix), mix.total())
    };
    match request.gpus {
        Gpus::Share(share) => {
            let mut best: Option<(i64, usize)> = None;
            for (gpu, free) in room.gpus.iter().enumerate() {
                // A GPU as free as a lower one has its points.
                if *free < share || room.gpus[..gpu].contains(free) {
                    continue;
                }
                let points = points(&[gpu]);
                if best.is_none_or(|(most, _)| points > most) {
                    best = Some((points, gpu));
                }
            }
            Rating { points: best.map_or(0, |(points, _)| points), gpu: best.map(|(_, gpu)| gpu) }
        }
        Gpus::None | Gpus::Whole(_) => Rating { points: points(&room.gpus_for(request, None)), gpu: None },
    }
}

/// The points of a step from one fragmentation to another, both times `total`.
fn points_of_step(before: u64, after: u64, total: u64) -> i64 {
    let gain = before as f64 - after as f64;
    let gpus = gain / (total.max(1) as f64 * f64::from(WHOLE));
    (POINTS as f64 / (1.0 + libm::exp(-gpus))) as i64
}

/// One of several, all equally likely: a node of those with room, as `RandomScore` of the published simulator draws.
/// Nothing if there are none.
pub(super) fn one_of<T: Copy>(several: &[T], draw: &mut Draw) -> Option<T> {
    let drawn = draw.below(u32::try_from(several.len()).unwrap_or(u32::MAX));
    several.get(drawn as usize).copied()
}

/// The GPU of a share: one of those with room (`-gpusel random`).
pub(super) fn random_gpu(room: &Room, request: &Request, draw: &mut Draw) -> Option<usize> {
    let gpus = room.gpus.iter().enumerate();
    let with_room = gpus.filter(|(_, free)| **free >= request.gpus.of_each());
    let with_room: Vec<usize> = with_room.map(|(gpu, _)| gpu).collect();
    one_of(&with_room, draw)
}
