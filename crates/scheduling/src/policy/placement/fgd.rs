//! Fragmentation gradient descent: the node, and the GPU, on which the task adds least to fragmentation.

use super::fragmentation::unusable_by_mix;
use super::{Gpus, Mix, POINTS, Rating, Request, Room, WHOLE};

/// 100 points times the sigmoid of the fragmentation that the task takes away, in GPUs; in whole points, rounded down, as
/// `FGDScore` of the published simulator. A share tries every GPU with room and goes to the one with the most points, of
/// equal ones the lowest.
pub(super) fn rate(mix: &Mix, room: &Room, request: &Request) -> Rating {
    let before = unusable_by_mix(room, mix);
    let points = |gpus: &[usize]| {
        let mut after = room.clone();
        after.take(request, gpus);
        points(before, unusable_by_mix(&after, mix), mix.total())
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
fn points(before: u64, after: u64, total: u64) -> i64 {
    let gain = before as f64 - after as f64;
    let gpus = gain / (total.max(1) as f64 * f64::from(WHOLE));
    (POINTS as f64 / (1.0 + libm::exp(-gpus))) as i64
}
