//! Where the reservations of a plan go in a grid that runs batch jobs already.

use super::PER_MINUTE;
use crate::availability::{Availability, Carts, Request};
use crate::engine::Run;
use crate::policy::spare_time::Variant;
use crate::system::workflow::Plan;
use crate::workload::Time;

/// What is left of rounding, in seconds.
const ROUNDING: f64 = 1e-3;

/// A reservation that was placed. Times are seconds of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    pub start: Time,
    pub end: Time,
    /// How long its task runs.
    pub run_time: Time,
    pub processors: u32,
    /// Whether it could not be had at the time at which it was wanted.
    pub is_late: bool,
}

/// The reservations of a plan, in the order in which they were placed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Placement {
    pub reservations: Vec<Placed>,
    /// How much later the last one ends than was planned, in seconds.
    pub delay: f64,
}

impl Placement {
    /// What is booked, in processor hours.
    pub fn booked(&self) -> f64 {
        let seconds = |it: &Placed| f64::from(it.processors) * (it.end - it.start) as f64;
        self.reservations.iter().map(seconds).sum::<f64>() / 3_600.0
    }

    /// How many could not be had at their time.
    pub fn late(&self) -> usize {
        self.reservations.iter().filter(|it| it.is_late).count()
    }
}

/// Who is free when, at an instant of a run: running jobs have their processors until their limits.
pub fn free_at(run: &Run, now: Time) -> Carts {
    let capacity = run.platform.first().copied().unwrap_or(0);
    let mut free = Carts::new(capacity);
    for it in &run.schedule.outcomes {
        if it.start >= 0 && it.start < now && it.end > now {
            free.reserve(now, it.held_until, it.processors);
        }
    }
    free
}

/// Places the plan of a workflow that comes at an instant, a machine being so many processors: one
/// reservation after the other in the order of their starts, each where it was planned or as soon after as
/// the ones that it waits for and the processors allow. Reservations keep their lengths.
pub fn place(plan: &Plan, free: &mut Carts, now: Time, processors: u32) -> Placement {
    if plan.variant == Variant::DagReserve {
        return place_whole(plan, free, now, processors);
    }
    let graph = &plan.graph;
    let seconds = |minutes: f64| PER_MINUTE * minutes;
    let mut ends = vec![0.0; graph.tasks()];
    let mut placement = Placement::default();
    for &task in graph.order() {
        let slot = &plan.slots[task];
        let arrivals = graph.predecessors(task).iter();
        let earliest = arrivals.map(|it| ends[it.task] + seconds(it.seconds));
        let earliest = earliest.fold(seconds(slot.start), f64::max);
        // In the plan a slot begins when the last of its predecessors lets it.
        let wanted = match earliest - seconds(slot.start) < ROUNDING {
            true => seconds(slot.start),
            false => earliest,
        };
        let length = seconds(slot.reserved_until - slot.start);
        let run_time = seconds(graph.estimates()[task]);
        let placed = book(free, now, wanted, (length, run_time), processors);
        let start = match placed.is_late {
            true => (placed.start - now) as f64,
            false => wanted,
        };
        ends[task] = start + length;
        placement.reservations.push(placed);
    }
    let planned = plan.slots.iter().map(|it| seconds(it.reserved_until));
    let last = ends.iter().copied().fold(0.0, f64::max);
    placement.delay = last - planned.fold(0.0, f64::max);
    placement
}

/// All machines that are used at once, from the start to the deadline; they are free again when the last
/// task is done.
fn place_whole(plan: &Plan, free: &mut Carts, now: Time, processors: u32) -> Placement {
    let mut used: Vec<usize> = plan.slots.iter().map(|it| it.machine).collect();
    used.sort_unstable();
    used.dedup();
    let lengths = [plan.deadline, plan.allocation.finish()].map(|it| PER_MINUTE * it);
    let all = processors * used.len() as u32;
    let placed = book(free, now, 0.0, (lengths[0], lengths[1]), all);
    Placement {
        delay: (placed.start - now) as f64,
        reservations: vec![placed],
    }
}

/// Books a reservation that is wanted so many seconds after now, or the first time after that.
fn book(
    free: &mut Carts,
    now: Time,
    wanted: f64,
    (length, run_time): (f64, f64),
    processors: u32,
) -> Placed {
    let ready = now + wanted.round() as Time;
    let length = ((wanted + length).round() - wanted.round()).max(1.0) as Time;
    let request = Request {
        ready,
        deadline: None,
        length,
        processors,
    };
    // It fits behind everything that is booked.
    let start = free.earliest_fit(&request).unwrap_or(ready);
    free.reserve(start, start + length, processors);
    Placed {
        start,
        end: start + length,
        run_time: (run_time.round() as Time).clamp(1, length),
        processors,
        is_late: start > ready,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::workflow::Workflow as Settings;
    use crate::workload::workflow::from_json;

    /// a and b in a row on one machine, 10 min each, c on another behind a, 2 min of data in between.
    fn plan(variant: Variant) -> Plan {
        let workflow = from_json(
            r#"{"machines": ["m0", "m1"], "communication": [[0, 1], [1, 0]],
                "tasks": [{"name": "a", "costs": [10, 90]}, {"name": "b", "costs": [10, 90]},
                          {"name": "c", "costs": [90, 4]}],
                "edges": [{"from": "a", "to": "b", "data": 9}, {"from": "a", "to": "c", "data": 2}]}"#,
        )
        .unwrap();
        let settings = Settings {
            variant,
            deadline: Some(20.0),
            ..Settings::default()
        };
        Plan::new(&workflow, &settings, 0).unwrap()
    }

    fn told(placement: &Placement) -> Vec<(Time, Time, bool)> {
        let placed = placement.reservations.iter();
        placed.map(|it| (it.start, it.end, it.is_late)).collect()
    }

    #[test]
    fn on_idle_processors_everything_is_as_planned() {
        let mut free = Carts::new(4);
        let placement = place(&plan(Variant::REvenTime), &mut free, 1_000, 2);
        let expected = [
            (1_000, 1_600, false),
            (1_600, 2_200, false),
            (1_720, 1_960, false),
        ];
        assert_eq!(told(&placement), expected);
        assert_eq!((placement.delay, placement.late()), (0.0, 0));
        assert_eq!(placement.booked(), 2.0 * (600.0 + 600.0 + 240.0) / 3_600.0);
    }

    /// Three of four processors are taken for the first 300 s: a begins then, and b and c behind it; only a
    /// was refused at its time.
    #[test]
    fn who_is_late_makes_others_late() {
        let mut free = Carts::new(4);
        free.reserve(1_000, 1_300, 3);
        let placement = place(&plan(Variant::REvenTime), &mut free, 1_000, 2);
        let expected = [
            (1_300, 1_900, true),
            (1_900, 2_500, false),
            (2_020, 2_260, false),
        ];
        assert_eq!(told(&placement), expected);
        assert_eq!((placement.delay, placement.late()), (300.0, 1));
    }

    #[test]
    fn the_whole_workflow_waits_for_all_its_machines() {
        let mut free = Carts::new(4);
        free.reserve(1_000, 1_300, 1);
        let placement = place(&plan(Variant::DagReserve), &mut free, 1_000, 2);
        assert_eq!(told(&placement), [(1_300, 2_500, true)]);
        assert_eq!(placement.reservations[0].processors, 4);
        assert_eq!(placement.delay, 300.0);
    }
}
