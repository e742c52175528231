//! The part of a workflow that is taken: its machines, and its amount of data.

use std::borrow::Cow;

use super::Selection;
use crate::flops;
use crate::workflow::{Dag, MAX_AMOUNT, Workflow};

/// The largest ratio of communication to computation.
pub const MOST_CCR: f64 = 1_000.0;

/// The most machines that can be asked for.
pub const MOST_MACHINES: u32 = 100_000;

/// The workflow that `selection` takes: costs that are measured in operations at its speed, on its first `machines`, with its data scaled to `ccr`, which is
/// measured on those. Its own schedule goes if it has tasks on machines that are left out. Linear in the
/// workflow; unchanged parts are not copied.
///
/// # Errors
///
/// A sentence, if a task takes longer than [`MAX_AMOUNT`], if it names no machines or too few, or if data that take no time would have to take some.
pub fn select_workflow<'a>(workflow: Cow<'a, Workflow>, selection: &Selection) -> Result<Cow<'a, Workflow>, String> {
    let mut taken = workflow;
    if let Some(speed) = selection.flops_per_second.filter(|_| taken.flops) {
        at_speed(&mut taken, speed)?;
    }
    if let Some(machines) = selection.machines {
        first_machines(&mut taken, machines as usize)?;
    }
    if let Some(wanted) = selection.ccr {
        scale(&mut taken, wanted)?;
    }
    Ok(taken)
}

/// Costs that are measured in operations, at a number of them per second.
fn at_speed(workflow: &mut Cow<'_, Workflow>, per_second: f64) -> Result<(), String> {
    let factor = flops::USUAL / per_second;
    for task in &mut workflow.to_mut().tasks {
        for cost in &mut task.costs {
            *cost *= factor;
            if *cost > MAX_AMOUNT {
                return Err(format!(
                    "workload.flops_per_second is {per_second}: task {} takes {cost} s then, more than {MAX_AMOUNT}",
                    task.name
                ));
            }
        }
    }
    Ok(())
}

fn first_machines(workflow: &mut Cow<'_, Workflow>, count: usize) -> Result<(), String> {
    let all = workflow.machines.len();
    if !(1..=all).contains(&count) {
        return Err(format!(
            "workload.machines is {count}: the workflow has {all} machines, of which 1 to {all} can be taken"
        ));
    }
    if count == all {
        return Ok(());
    }
    let workflow = workflow.to_mut();
    workflow.machines.truncate(count);
    for task in &mut workflow.tasks {
        task.costs.truncate(count);
    }
    workflow.communication.truncate(count);
    for row in &mut workflow.communication {
        row.truncate(count);
    }
    let placed = workflow.schedule.iter().flatten();
    if placed.clone().any(|it| it.machine >= count) {
        workflow.schedule = None;
    }
    Ok(())
}

fn scale(workflow: &mut Cow<'_, Workflow>, wanted: f64) -> Result<(), String> {
    let dag = Dag::of(workflow).map_err(|fault| fault.to_string())?;
    let Some(now) = ratio(&dag) else {
        return Ok(());
    };
    if wanted > 0.0 && !(now > 0.0 && now.is_finite()) {
        return Err(format!(
            "workload.ccr is {wanted}: data take no time between the machines, or tasks none on them, and no \
             scaling changes that"
        ));
    }
    let factor = if wanted == 0.0 { 0.0 } else { wanted / now };
    for edge in &mut workflow.to_mut().edges {
        edge.data *= factor;
    }
    Ok(())
}

/// The ratio of communication to computation (CCR): the mean time of data over all edges and all ordered
/// pairs of distinct machines, divided by the mean cost over all tasks and machines ("the ratio of the average
/// communication cost to the average computation cost", Topcuoglu, Hariri and Wu 2002, Sect. 5.1). None where
/// there is no communication at all: without edges, or on one machine. Infinite, or no number, where tasks
/// take no time.
pub fn ratio(dag: &Dag) -> Option<f64> {
    let (count, data) = (0..dag.tasks())
        .flat_map(|task| dag.successors(task))
        .fold((0usize, 0.0), |(count, data), link| (count + 1, data + link.data));
    if count == 0 || dag.machines() == 1 {
        return None;
    }
    let computation = (0..dag.tasks()).map(|task| dag.mean_cost(task)).sum::<f64>() / dag.tasks() as f64;
    Some(data / count as f64 * dag.mean_communication() / computation)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::workflow::from_json;
    use crate::workflow::generate::{Amounts, Kind, generate};

    const PAIR: &str = r#"{"machines": ["x", "y", "z"],
        "tasks": [{"name": "a", "costs": [1, 2, 3]}, {"name": "b", "costs": [3, 4, 5]}],
        "edges": [{"from": "a", "to": "b", "data": 10}],
        "communication": [[0, 1, 2], [3, 0, 4], [5, 6, 0]],
        "schedule": [{"task": "a", "machine": "x", "start": 0, "finish": 1},
            {"task": "b", "machine": "y", "start": 11, "finish": 15}]}"#;

    fn taken(text: &str, ccr: Option<f64>, machines: Option<u32>) -> Result<Workflow, String> {
        let workflow = from_json(text).expect("a workflow");
        let selection = Selection { ccr, machines, ..Selection::default() };
        select_workflow(Cow::Borrowed(&workflow), &selection).map(Cow::into_owned)
    }

    /// Communication takes 10 × 3.5 s in the mean, and tasks take 3 s.
    #[test]
    fn the_ratio_is_of_means_over_pairs_of_distinct_machines() {
        let workflow = from_json(PAIR).expect("a workflow");
        assert_eq!(ratio(&Dag::of(&workflow).expect("a graph")), Some(35.0 / 3.0));
        let scaled = taken(PAIR, Some(0.5), None).expect("a workflow");
        assert!((scaled.edges[0].data - 1.5 / 3.5).abs() < 1e-12);
        assert_eq!(scaled.tasks, workflow.tasks);
        let none = taken(PAIR, Some(0.0), None).expect("a workflow");
        assert_eq!(none.edges[0].data, 0.0);
    }

    #[test]
    fn the_first_machines_are_taken_before_the_ratio() {
        // On x and y communication takes 10 × 2 s, and tasks take 2.5 s.
        let two = taken(PAIR, Some(1.0), Some(2)).expect("a workflow");
        assert_eq!(two.machines, ["x", "y"]);
        assert_eq!(two.communication, [[0.0, 1.0], [3.0, 0.0]]);
        assert_eq!(two.tasks[1].costs, [3.0, 4.0]);
        assert_eq!(two.edges[0].data, 1.25);
        assert!(two.schedule.is_some());
        let one = taken(PAIR, Some(1.0), Some(1)).expect("a workflow");
        assert_eq!((one.schedule, one.edges[0].data), (None, 10.0));
    }

    #[test]
    fn operations_take_their_time_at_the_speed_that_is_asked_for() {
        let counted = PAIR.replacen('{', r#"{"flops": true,"#, 1);
        let at = |text: &str, speed| {
            let workflow = from_json(text).expect("a workflow");
            let selection = Selection { flops_per_second: Some(speed), ..Selection::default() };
            let taken = select_workflow(Cow::Borrowed(&workflow), &selection);
            taken.map(|it| it.tasks[0].costs.clone())
        };
        assert_eq!(at(&counted, 5e8), Ok(vec![2.0, 4.0, 6.0]));
        assert_eq!(at(&counted, 1e9), Ok(vec![1.0, 2.0, 3.0]));
        // Seconds are seconds.
        assert_eq!(at(PAIR, 5e8), Ok(vec![1.0, 2.0, 3.0]));
        assert!(at(&counted, 1e-3).unwrap_err().starts_with("workload.flops_per_second is 0.001: task a takes "));
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let refused = |text: &str, ccr, machines| taken(text, ccr, machines).expect_err("it is refused");
        assert_eq!(
            refused(PAIR, None, Some(4)),
            "workload.machines is 4: the workflow has 3 machines, of which 1 to 3 can be taken"
        );
        let free = PAIR.replace("[[0, 1, 2], [3, 0, 4], [5, 6, 0]]", "[]");
        assert!(refused(&free, Some(1.0), None).starts_with("workload.ccr is 1: data take no time"));
        assert!(taken(&free, Some(0.0), None).is_ok());
    }

    #[test]
    fn what_is_taken_as_it_is_is_not_copied() {
        let workflow = from_json(PAIR).expect("a workflow");
        let all = Selection { machines: Some(3), ..Selection::default() };
        let taken = select_workflow(Cow::Borrowed(&workflow), &all).expect("a workflow");
        assert!(matches!(taken, Cow::Borrowed(_)));
    }

    proptest! {
        #[test]
        fn a_workflow_has_the_ratio_asked_for(
            kind in prop::sample::select(Kind::ALL.to_vec()),
            seed: u64,
            wanted in 0.01..20.0f64,
            machines in 2..5u32,
        ) {
            let workflow = generate(kind, 20, &Amounts::USUAL, seed);
            let selection = Selection {
                ccr: Some(wanted),
                machines: Some(machines),
                ..Selection::default()
            };
            let taken = select_workflow(Cow::Borrowed(&workflow), &selection).expect("a workflow");
            // The plainest way: every edge on every pair of machines, every task on every machine.
            let count = machines as usize;
            let mut transfers = Vec::new();
            for edge in &taken.edges {
                for (from, row) in taken.communication.iter().enumerate() {
                    for (to, unit) in row.iter().enumerate().filter(|it| it.0 != from) {
                        prop_assert!(to < count);
                        transfers.push(edge.data * unit);
                    }
                }
            }
            let costs: Vec<f64> = taken.tasks.iter().flat_map(|it| it.costs.clone()).collect();
            prop_assert_eq!(costs.len(), taken.tasks.len() * count);
            let mean = |of: &[f64]| of.iter().sum::<f64>() / of.len() as f64;
            let found = mean(&transfers) / mean(&costs);
            prop_assert!((found / wanted - 1.0).abs() < 1e-9, "{found} for {wanted}");
        }
    }
}
