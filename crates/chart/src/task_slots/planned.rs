//! Reservations that a paper prints, or that were planned after it.

use super::{Piece, TaskSlots, Tone};
use reproduction::PlannedSlot;

/// The slots on their machines, up to a deadline in seconds.
pub fn planned(machines: &[String], slots: &[PlannedSlot], deadline: f64) -> TaskSlots {
    let pieces = slots.iter().flat_map(|slot| {
        let piece = |from, to, tone, name: &str| Piece {
            machine: slot.machine as usize,
            from,
            to,
            tone,
            name: name.to_owned(),
        };
        let estimate = piece(slot.start, slot.finish, Tone::Estimate, &slot.name);
        let extra = piece(slot.finish, slot.until, Tone::Extra, "");
        [Some(estimate), (slot.until > slot.finish).then_some(extra)]
    });
    TaskSlots {
        machines: machines.to_vec(),
        pieces: pieces.flatten().collect(),
        transfers: Vec::new(),
        end: 1.04 * deadline,
        deadline: Some(deadline),
    }
}
