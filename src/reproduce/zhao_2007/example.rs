//! The worked example of Sect. 3.5.

use crate::policy::spare_time::Slot;
use crate::reproduce::{Measured, PlannedSlot, Quantity, Row};
use crate::system::workflow::{Plan, Scheduler, Workflow as Settings};
use crate::workload::workflow::{Edge, Placed, Task, Workflow};

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

/// Figure 5 (a) is a picture that the text at hand lacks. These edges, from, to, data, are those that the
/// numbers of Figures 5 to 7 tell of; others, if there are any, decide nothing.
const EDGES: [(usize, usize, f64); 8] = [
    (0, 1, 14.0),
    (0, 4, 13.0),
    (5, 8, 17.0),
    (6, 9, 26.0),
    (8, 9, 19.0),
    (1, 7, 0.0),
    (4, 7, 0.0),
    (7, 9, 0.0),
];

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
    let task = |(at, costs): (usize, &[u8; 3])| Task {
        name: at.to_string(),
        costs: costs.map(f64::from).to_vec(),
    };
    let placed = |(&machine, &(start, finish)): (&usize, &(f64, f64))| Placed {
        machine,
        start,
        finish,
    };
    Workflow {
        machines: ["m0", "m1", "m2"].map(str::to_owned).to_vec(),
        tasks: COSTS.iter().enumerate().map(task).collect(),
        edges: EDGES
            .iter()
            .map(|&(from, to, data)| Edge { from, to, data })
            .collect(),
        communication: COMMUNICATION.map(|row| row.to_vec()).to_vec(),
        schedule: Some(MACHINES.iter().zip(&SCHEDULE).map(placed).collect()),
    }
}

/// The schedule with its deadline; none if it broke the rules, which it does not.
pub fn plan() -> Option<Plan> {
    let settings = Settings {
        scheduler: Scheduler::Given,
        deadline: Some(DEADLINE),
        ..Settings::default()
    };
    Plan::new(&workflow(), &settings, 0).ok()
}

/// Rows of a figure that gives each task some times: `start of 0`.
pub fn rows(what: &str, printed: &[f64], ours: impl IntoIterator<Item = f64>) -> Vec<Row> {
    let pairs = printed.iter().zip(ours).enumerate();
    let row = |(task, (&paper, ours)): (usize, (&f64, f64))| Row {
        label: format!("{what} of {task}"),
        quantity: Quantity::ExactTime,
        paper: Some(paper),
        ours: Measured::exact(ours),
        from_ready: None,
        cell: None,
    };
    pairs.map(row).collect()
}

/// Rows of slots that are printed as start and finish.
pub fn slot_rows(printed: &[(f64, f64)], slots: &[Slot]) -> Vec<Row> {
    let starts: Vec<f64> = printed.iter().map(|it| it.0).collect();
    let ends: Vec<f64> = printed.iter().map(|it| it.1).collect();
    let mut all = rows("start", &starts, slots.iter().map(|it| it.start));
    all.extend(rows(
        "finish",
        &ends,
        slots.iter().map(|it| it.reserved_until),
    ));
    all
}

/// How far the farthest of some rows is from what is printed, in seconds.
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

/// What the machines are called in pictures.
pub fn machines() -> Vec<String> {
    workflow().machines
}

/// That everything is within a hundredth, the last digit printed.
pub fn within_a_hundredth(rows: &[Row]) -> bool {
    // What is left of rounding is no difference.
    farthest(rows) <= 0.01 + 1e-9
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::workflow::from_json;

    /// The same example lies among the tests as a file that can be dropped.
    #[test]
    fn it_is_the_file_of_the_tests() {
        let file = include_str!("../../../tests/workflows/zhao-2007-figure-5.json");
        assert_eq!(from_json(file).unwrap(), workflow());
        assert!(plan().is_some());
    }
}
