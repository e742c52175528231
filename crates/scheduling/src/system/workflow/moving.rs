//! Reservations that are moved because a task takes longer, or less.

use super::execution::{ROUNDING, Ran};
use super::plan::Plan;
use crate::policy::spare_time::Slot;

/// The slots if the task at a place of the order ends at `end`, beyond its spare time; those before it in
/// the order have started. `None` if not all remaining ones can end by the deadline, by their estimates.
///
/// Zhao and Sakellariou leave open how to renegotiate. Here every remaining slot begins when it did, or as
/// much later as its predecessors make it; a slot that begins later gives up spare time first. Linear in
/// the schedule's graph.
pub(super) fn moved(plan: &Plan, slots: &[Slot], ran: &[Ran], place: usize, end: f64) -> Option<Vec<Slot>> {
    if end > plan.deadline {
        return None;
    }
    let graph = &plan.graph;
    let mut slots = slots.to_vec();
    let (begun, left) = graph.order().split_at(place + 1);
    let late = begun[place];
    slots[late].reserved_until = end;
    // When each task ends at the earliest, as far as one knows.
    let mut ends: Vec<f64> = slots.iter().map(|it| it.finish).collect();
    for &task in begun {
        ends[task] = ran[task].ended.unwrap_or(slots[task].reserved_until);
    }
    ends[late] = end;
    for &task in left {
        let earliest = graph.predecessors(task).iter().map(|it| ends[it.task] + it.seconds).fold(0.0, f64::max);
        let slot = &mut slots[task];
        if earliest > slot.start {
            slot.start = earliest;
            slot.finish = earliest + graph.estimates()[task];
        }
        if slot.finish > plan.deadline {
            return None;
        }
        ends[task] = slot.finish;
    }
    for &task in left {
        // No longer than those behind it leave, and no shorter than its estimate.
        let wanted = slots[task].reserved_until;
        slots[task].reserved_until = slots[task].finish;
        let most = graph.limit(&slots, task, plan.deadline);
        slots[task].reserved_until = wanted.clamp(slots[task].finish, most);
    }
    Some(slots)
}

/// Moves the slot of a task whose predecessors in the DAG are done forward, as a whole, if they and the task before
/// it on its machine are over early: to when the last of their data are there and the machine is free. By how many
/// seconds; 0 if it stays. O(predecessors).
///
/// That time is not known before the last of them is over, and until then the slot stays: so no running task loses
/// time in which it may run on after its own slot. The rest of the slot before it on the machine is given back from
/// there on. A slot whose task never runs is kept, and holds its machine to its end. The order on a machine stays,
/// and no slot grows: time that is gained is not shared out again.
pub(super) fn move_forward(plan: &Plan, slots: &mut [Slot], ran: &[Ran], task: usize) -> f64 {
    let before = plan.graph.predecessors(task);
    let over = |it: usize| ran[it].ended.unwrap_or(slots[it].reserved_until);
    let earliest = before.iter().map(|it| over(it.task) + it.seconds).fold(0.0, f64::max);
    let gained = slots[task].start - earliest;
    if gained <= ROUNDING * plan.deadline {
        return 0.0;
    }
    let slot = &mut slots[task];
    let extra = slot.reserved_until - slot.finish;
    slot.start = earliest;
    slot.finish = earliest + plan.graph.estimates()[task];
    slot.reserved_until = slot.finish + extra;
    let machine = slot.machine;
    for it in before {
        let last = &mut slots[it.task];
        if last.machine == machine && last.reserved_until > earliest {
            last.reserved_until = earliest;
            last.finish = last.finish.min(earliest);
        }
    }
    gained
}
