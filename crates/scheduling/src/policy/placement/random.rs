//! Random: any node with room.

use super::{Request, Room};
use workload::draw::Draw;

/// One of several, all equally likely: a node of those with room, as `RandomScore` of the published simulator draws.
/// Nothing if there are none.
pub(super) fn one_of<T: Copy>(several: &[T], draw: &mut Draw) -> Option<T> {
    let drawn = draw.below(u32::try_from(several.len()).unwrap_or(u32::MAX));
    several.get(drawn as usize).copied()
}

/// The GPU of a share: one of those with room (`-gpusel random`).
pub(super) fn gpu(room: &Room, request: &Request, draw: &mut Draw) -> Option<usize> {
    let gpus = room.gpus.iter().enumerate();
    let with_room = gpus.filter(|(_, free)| **free >= request.gpus.of_each());
    let with_room: Vec<usize> = with_room.map(|(gpu, _)| gpu).collect();
    one_of(&with_room, draw)
}
