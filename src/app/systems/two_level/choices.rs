//! Choices of settings, and choices beside the values of a setting.

use crate::app::control::{Choice, choice};
use slotscope::system::two_level::TwoLevel;

/// The policies of a scenario by the names that tables and legends have for them, each with its explanation.
pub fn policies(settings: &TwoLevel) -> String {
    let grid = &settings.grid;
    let (batch, reserved) = (grid.batch_allocation, grid.reservation_allocation);
    let queues = settings.local.all_queues().iter();
    let mut named: Vec<_> = queues.map(|&queue| (queue.name(), queue.about())).collect();
    named.extend([(batch.name(), batch.about()), (reserved.name(), reserved.about())]);
    let told = named.iter().map(|(name, term)| format!("{name}: {term}"));
    told.collect::<Vec<_>>().join(" ")
}

/// Whether slots have a length of their own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SlotKind {
    Variable,
    Fixed,
}

pub const SLOTS: &[Choice<SlotKind>] = &[
    choice(SlotKind::Variable, "Variable", "CARTS: a slot for each change. Reservations begin and end at any second."),
    choice(SlotKind::Fixed, "Fixed", "Slots of one length: promises are for whole slots."),
];
