//! Placement, held to a second one in the plainest style and to examples by hand.

mod by_hand;
mod naive;
mod twin;

use super::{Gpus, Request};

/// A request without types.
fn request(cores: u64, memory: u64, gpus: Gpus) -> Request {
    Request { cores, memory, gpus, types: Vec::new() }
}
