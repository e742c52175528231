//! Reservations that are moved because a task takes longer.

use super::execution::Ran;
use super::plan::Plan;
use crate::policy::spare_time::Slot;

/// The slots if the task at a place of the order ends at `end`, beyond its spare time; those before it in
/// the order have started. None if not all that are left can end by the deadline, by their estimates.
///
/// Zhao and Sakellariou leave open how to renegotiate. Here every slot that is left begins when it did, or
/// as much later as its predecessors make it; whoever is later gives up spare time first. Linear in the
/// schedule's graph.
pub(super) fn moved(
    plan: &Plan,
    slots: &[Slot],
    ran: &[Ran],
    place: usize,
    end: f64,
) -> Option<Vec<Slot>> {
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
        let arrivals = graph.predecessors(task).iter();
        let earliest = arrivals
            .map(|it| ends[it.task] + it.seconds)
            .fold(0.0, f64::max);
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
