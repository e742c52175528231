//! First fit: the first node with room, in the list's order.

use super::{Rating, Request, Room};

/// All nodes are equal, so that the order decides. A share goes to the lowest GPU with room.
pub(super) fn rate(room: &Room, request: &Request) -> Rating {
    Rating { points: 0, gpu: room.lowest_gpu(request.gpus.of_each()) }
}
