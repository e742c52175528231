//! The worked example of Sect. 3.5.

use crate::PlannedSlot;
use crate::prelude::*;
use scheduling::policy::spare_time::Slot;
use scheduling::policy::workflow::{FirstAssignment, hybrid_bmct};
use scheduling::system::workflow::{Plan, Scheduler, Workflow as Settings};
use workload::draw::{Draw, Stream};
use workload::workflow::{Dag, Edge, Placed, Task, Workflow};

/// When all is to be done.
pub const DEADLINE: f64 = 200.0;

/// Figure 5 (b): the cost of each task on M0, M1 and M2.
const COSTS: [[u8; 3]; 10] = [
    [17, 19, 21],
    [22, 27, 23],
    [15, 15, 9],
    [4, 8, 9],
    [17, 14, 20],
    [30, 27, 18],
    [17, 16, 15],
    [49, 49, 46],
    [25, 22, 16],
    [23, 27, 19],
];

/// Figure 5 (c).
const COMMUNICATION: [[f64; 3]; 3] = [[0.0, 0.9, 1.4], [0.9, 0.0, 1.0], [1.4, 1.0, 0.0]];

/// From, to, data. Figure 5 (a) is a picture that the text at hand lacks. Figure 7 (a) lists all paths from the
/// one entry, 0, to the one exit, 9, and they have these edges. The numbers of Figures 5 and 6 fix the data of
/// 0→1, 0→4, 5→8, 6→9 and 8→9. Those of the others are ours, chosen so that Hybrid.BMCT makes the schedule of
/// Figure 5 (d) and (e) with either first assignment; so they are no evidence that it made it. The printed schedule
/// does not depend on them: both tasks are on one machine, or, 4→7, the data are there in time.
const EDGES: [(usize, usize, f64); 13] = [
    (0, 1, 14.0),
    (0, 4, 13.0),
    (0, 5, 25.0),
    (1, 7, 25.0),
    (2, 8, 25.0),
    (3, 6, 25.0),
    (4, 2, 25.0),
    (4, 7, 15.0),
    (5, 3, 25.0),
    (5, 8, 17.0),
    (6, 9, 26.0),
    (7, 9, 25.0),
    (8, 9, 19.0),
];

/// The edges whose data the numbers do not determine, and the most that they may carry where Figure 5 (e) bounds
/// it: the data of 4 are at the machine of 7 by 59.6.
const FREE: [(usize, usize, Option<f64>); 8] = [
    (0, 5, None),
    (1, 7, None),
    (2, 8, None),
    (3, 6, None),
    (4, 2, None),
    (4, 7, Some(16.9)),
    (5, 3, None),
    (7, 9, None),
];

/// Free data are drawn from here to there: as the data that are fixed.
const DRAWN: (f64, f64) = (13.0, 26.0);

/// Figure 5 (d): on which machine each task runs. It follows from the costs and Figure 5 (e).
const MACHINES: [usize; 10] = [0, 2, 1, 0, 1, 0, 0, 2, 1, 2];

/// Figure 5 (e): start and finish of each task in the initial schedule.
pub const SCHEDULE: [(f64, f64); 10] = [
    (0.0, 17.0),
    (36.6, 59.6),
    (42.7, 57.7),
    (47.0, 51.0),
    (28.7, 42.7),
    (17.0, 47.0),
    (51.0, 68.0),
    (59.6, 105.6),
    (62.3, 84.3),
    (105.6, 124.6),
];

/// The workflow, with its schedule.
fn workflow() -> Workflow {
    let task = |(at, costs): (usize, &[u8; 3])| Task { name: at.to_string(), costs: costs.map(f64::from).to_vec() };
    let placed = |(&machine, &(start, finish)): (&usize, &(f64, f64))| Placed { machine, start, finish };
    Workflow {
        machines: ["m0", "m1", "m2"].map(str::to_owned).to_vec(),
        tasks: COSTS.iter().enumerate().map(task).collect(),
        edges: EDGES.iter().map(|&(from, to, data)| Edge { from, to, data }).collect(),
        communication: COMMUNICATION.map(|row| row.to_vec()).to_vec(),
        flops: false,
        schedule: Some(MACHINES.iter().zip(&SCHEDULE).map(placed).collect()),
    }
}

/// The workflow with free data drawn by a seed, uniformly.
fn drawn_workflow(seed: u64) -> Workflow {
    let mut draw = Draw::new(seed, Stream::ERRORS);
    let mut workflow = workflow();
    for edge in &mut workflow.edges {
        let free = FREE.iter().find(|it| (it.0, it.1) == (edge.from, edge.to));
        if let Some((_, _, most)) = free {
            let (least, usual) = DRAWN;
            let (from, to) = most.map_or((least, usual), |most| (0.0, most));
            edge.data = from + (to - from) * draw.unit();
        }
    }
    workflow
}

/// The schedule of Hybrid.BMCT for a workflow.
fn scheduled(workflow: &Workflow, first: FirstAssignment) -> Vec<Placed> {
    Dag::of(workflow).map_or(Vec::new(), |dag| hybrid_bmct(&dag, first).placed)
}

/// How far a schedule is from Figure 5 (d, e): the farthest start or finish, in seconds; none if a task is on
/// another machine.
fn farthest_of(placed: &[Placed]) -> Option<f64> {
    let off = MACHINES.iter().zip(&SCHEDULE).zip(placed).map(|((&machine, &(start, finish)), it)| {
        let off = f64::max((it.start - start).abs(), (it.finish - finish).abs());
        (it.machine == machine).then_some(off)
    });
    let off: Option<Vec<f64>> = off.collect();
    off.filter(|it| it.len() == MACHINES.len()).map(|it| it.into_iter().fold(0.0, f64::max))
}

/// The number of draws of the free data with which Hybrid.BMCT makes the printed schedule, to ±
/// 0.01.
pub fn draws_that_print_it(draws: u64, first: FirstAssignment) -> usize {
    let prints = |seed: &u64| {
        let off = farthest_of(&scheduled(&drawn_workflow(*seed), first));
        off.is_some_and(|it| it <= 0.01)
    };
    (1..=draws).filter(prints).count()
}

/// The schedule with its deadline; none if it broke the rules, which it does not.
pub fn plan() -> Option<Plan> {
    let settings = Settings { scheduler: Scheduler::Given, deadline: Some(DEADLINE), ..Settings::default() };
    Plan::new(&workflow(), &settings, 0).ok()
}

/// Rows of a figure that gives each task some times: `start of 0`.
pub fn rows(what: &str, printed: &[f64], ours: impl IntoIterator<Item = f64>) -> Vec<Row> {
    let pairs = printed.iter().zip(ours).enumerate();
    let row = |(task, (&paper, ours)): (usize, (&f64, f64))| {
        Row::new(format!("{what} of {task}"), Quantity::ExactTime, Some(paper), Measured::exact(ours))
    };
    pairs.map(row).collect()
}

/// Rows of slots that are printed as start and finish.
pub fn slot_rows(printed: &[(f64, f64)], slots: &[Slot]) -> Vec<Row> {
    let starts: Vec<f64> = printed.iter().map(|it| it.0).collect();
    let ends: Vec<f64> = printed.iter().map(|it| it.1).collect();
    let mut all = rows("start", &starts, slots.iter().map(|it| it.start));
    all.extend(rows("finish", &ends, slots.iter().map(|it| it.reserved_until)));
    all
}

/// The largest difference between some rows and the printed values, in seconds.
pub fn farthest(rows: &[Row]) -> f64 {
    let off = |it: &Row| Some((it.ours.mean - it.paper?).abs());
    rows.iter().filter_map(off).fold(0.0, f64::max)
}

/// Slots as they are drawn.
pub fn drawn(slots: &[Slot]) -> Vec<PlannedSlot> {
    let slot = |(task, it): (usize, &Slot)| PlannedSlot {
        name: task.to_string(),
        machine: it.machine as u32,
        start: it.start,
        finish: it.finish,
        until: it.reserved_until,
    };
    slots.iter().enumerate().map(slot).collect()
}

/// The names of the machines in pictures.
pub fn machines() -> Vec<String> {
    workflow().machines
}

/// That everything is within a hundredth, the last digit printed.
pub fn within_a_hundredth(rows: &[Row]) -> bool {
    // A rounding error is no difference.
    farthest(rows) <= 0.01 + 1e-9
}

#[cfg(test)]
mod tests {
    use super::*;
    use workload::workflow::from_json;

    /// The example is also among the tests as a file that can be dropped.
    #[test]
    fn it_is_the_file_of_the_tests() {
        let file = include_str!("../../../../tests/workflows/zhao-2007-figure-5.json");
        assert_eq!(from_json(file).unwrap(), workflow());
        assert!(plan().is_some());
    }

    /// The data that the numbers do not fix are chosen for this.
    #[test]
    fn hybrid_bmct_makes_the_printed_schedule_with_either_first_assignment() {
        for first in FirstAssignment::ALL {
            let off = farthest_of(&scheduled(&workflow(), first));
            assert!(off.is_some_and(|it| it <= 0.01), "{first:?}: {off:?}");
        }
    }
}
