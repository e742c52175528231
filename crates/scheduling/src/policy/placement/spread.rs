//! Spread: the node that has the most left when the task is on it.

use super::{Largest, POINTS, Rating, Request, Room, best_fit};

/// The reverse of best fit: the mean of the cores and of the GPUs that are left, each as a part of the largest node's, in
/// whole points of 100. A share goes to the lowest GPU with room. The published simulator has no such policy.
pub(super) fn rate(largest: Largest, room: &Room, request: &Request) -> Rating {
    let (left, all) = best_fit::left(largest, room, request);
    Rating { points: POINTS * left / all, gpu: room.lowest_gpu(request.gpus.of_each()) }
}
