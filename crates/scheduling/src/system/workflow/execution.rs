//! How the tasks really run in their reservations.

use super::plan::{Plan, execute_whole};
use super::{OnEarlyEnd, OnOverrun, RunUntil, Workflow};
use crate::policy::spare_time::{Slot, Variant};
use workload::draw::{Draw, Stream};

/// The rounding error, as a part of the deadline.
pub(super) const ROUNDING: f64 = 1e-12;

/// How a task ran.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Ran {
    /// Its run time unless it is killed, in seconds.
    pub run_time: f64,
    /// When it ended, done or killed; none if it never started.
    pub ended: Option<f64>,
    /// Whether it was killed; where the whole DAG is reserved, also if it could have begun no earlier than
    /// at the deadline.
    pub failed: bool,
}

impl Ran {
    /// Whether its data are there for others.
    pub fn is_done(&self) -> bool {
        self.ended.is_some() && !self.failed
    }
}

/// How a plan was carried out.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Execution {
    /// Task by task.
    pub ran: Vec<Ran>,
    /// The reservations as they were in the end.
    pub slots: Vec<Slot>,
    /// How often the reservations that were left were moved.
    pub moves: u32,
    /// How many reservations were moved forward, and by how many seconds together.
    pub forward: (u32, f64),
}

/// Carries a plan out. Every task starts with its reservation, which may have been moved forward, and may run as long as [`RunUntil`] says. A
/// task that takes longer is killed, unless the reservations that are left can be moved; a task that waits
/// for the data of one that was killed never runs.
pub(super) fn execute(plan: &Plan, settings: &Workflow, seed: u64) -> Execution {
    let (dag, graph) = (&plan.dag, &plan.graph);
    let run_times = run_times(graph.estimates(), settings.qoi_percent, seed);
    if plan.variant == Variant::DagReserve {
        return execute_whole(plan, &run_times);
    }
    let rounding = ROUNDING * plan.deadline;
    let mut slots = plan.slots.clone();
    let mut ran = vec![Ran::default(); slots.len()];
    let mut moves = 0;
    let mut forward = (0, 0.0);
    for (place, &task) in graph.order().iter().enumerate() {
        ran[task].run_time = run_times[task];
        if !dag.predecessors(task).iter().all(|it| ran[it.task].is_done()) {
            continue;
        }
        if settings.on_early_end == OnEarlyEnd::MoveEarlier {
            let gained = move_forward(plan, &mut slots, &ran, task);
            forward.0 += u32::from(gained > 0.0);
            forward.1 += gained;
        }
        let slot = slots[task];
        // With the estimate itself it ends when it was planned to, to the last digit.
        let end = if run_times[task] == graph.estimates()[task] { slot.finish } else { slot.start + run_times[task] };
        let limit = match settings.run_until {
            RunUntil::SpareTime => graph.limit(&slots, task, plan.deadline),
            RunUntil::Reservation => slot.reserved_until,
        };
        let mut done = Some(end).filter(|end| *end <= limit + rounding);
        if done.is_none()
            && settings.on_overrun == OnOverrun::Renegotiate
            && let Some(others) = moved(plan, &slots, &ran, place, end)
        {
            slots = others;
            moves += 1;
            done = Some(end);
        }
        ran[task].failed = done.is_none();
        ran[task].ended = Some(done.unwrap_or(limit));
    }
    Execution { ran, slots, moves, forward }
}

/// Run times off the estimates by up to `qoi_percent` percent, uniformly distributed; none below 0.
fn run_times(estimates: &[f64], qoi_percent: f64, seed: u64) -> Vec<f64> {
    if qoi_percent <= 0.0 {
        return estimates.to_vec();
    }
    let mut draw = Draw::new(seed, Stream::ERRORS);
    let off = qoi_percent / 100.0;
    let mut run_time = |estimate: &f64| {
        let factor = 1.0 + off * (2.0 * draw.unit() - 1.0);
        estimate * factor.max(0.0)
    };
    estimates.iter().map(&mut run_time).collect()
}

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
