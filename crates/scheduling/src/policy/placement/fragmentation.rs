//! Fragmentation: the idle GPUs that tasks of a workload cannot use.

use super::{Gpus, Mix, Request, Room};

/// The part of the node's idle GPUs that a task of this kind cannot use, in thousandths of a GPU.
///
/// Weng et al. 2023, the measure F_n(m): everything idle if the task does not fit or asks for no GPU; else the idle
/// part of GPUs with less room than it asks of each.
pub fn unusable(room: &Room, task: &Request) -> u64 {
    if task.gpus == Gpus::None || !room.fits_but_for_memory(task) {
        return room.idle();
    }
    let too_small = |free: &&u16| **free < task.gpus.of_each();
    room.gpus.iter().filter(too_small).map(|&free| u64::from(free)).sum()
}

/// The sum of [`unusable`] over the tasks of a mix: [`fragmentation`] times [`Mix::total`], in whole numbers, whose
/// differences are exact.
pub(super) fn unusable_by_mix(room: &Room, mix: &Mix) -> u64 {
    mix.tasks.iter().map(|(task, count)| count * unusable(room, task)).sum()
}

/// The fragmentation of a node, F_n(M) of Weng et al. 2023: the expected [`unusable`] of a task drawn from the mix, in
/// thousandths of a GPU. That of a cluster is the sum over its nodes.
pub fn fragmentation(room: &Room, mix: &Mix) -> f64 {
    unusable_by_mix(room, mix) as f64 / mix.total().max(1) as f64
}
