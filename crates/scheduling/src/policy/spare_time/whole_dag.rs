//! The baseline: the whole DAG is reserved, on all machines that it uses, until the deadline.

use super::Slot;

/// Extends each slot of a task that runs last until the next such task begins on its machine, the last
/// one until the deadline: no machine is given back before. `order` has every task behind those that its
/// machine runs before. Linear.
pub fn hold_machines(slots: &mut [Slot], order: &[usize], runs: impl Fn(usize) -> bool, deadline: f64) {
    let machines = slots.iter().map(|it| it.machine + 1).max().unwrap_or(0);
    let mut until = vec![deadline; machines];
    for &task in order.iter().rev().filter(|&&it| runs(it)) {
        let slot = &mut slots[task];
        slot.reserved_until = until[slot.machine];
        until[slot.machine] = slot.start;
    }
}
