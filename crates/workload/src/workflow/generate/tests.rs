//! Shapes as the paper describes them, amounts as they were asked for.

use super::*;
use crate::workflow::{Dag, Repair, Workflow, to_json};

fn usual(kind: Kind, seed: u64) -> Workflow {
    generate(kind, 60, &Amounts::USUAL, seed)
}

#[test]
fn shapes_have_about_the_tasks_asked_for() {
    let counts = Kind::ALL.map(|kind| usual(kind, 1).tasks.len());
    // Montage, random, Laplace of 8 by 8, ten spawns to one, an FFT of eight points.
    assert_eq!(counts, [60, 60, 64, 55, 40]);
    // Table 2: "Montage workflows each with 57 tasks".
    assert_eq!(generate(Kind::Montage, 57, &Amounts::MONTAGE, 1).tasks.len(), 57);
}

/// Neither kind of FFT has a number of points that makes about 60 tasks.
#[test]
fn the_ffts_nearest_to_60_tasks_have_40_and_82() {
    let of_kind = |tasks| generate(Kind::Fft, tasks, &Amounts::USUAL, 1).tasks.len();
    assert_eq!([30, 60, 90].map(of_kind), [40, 40, 96]);
    let count = |tasks| butterflies(tasks, &Amounts::USUAL, 1).tasks.len();
    assert_eq!([34, 60, 82, 194].map(count), [34, 82, 82, 194]);
}

/// Each point of a row goes to itself and to one other of the next row: 2ᵏ points meet in k rows.
#[test]
fn every_last_butterfly_waits_for_every_point() {
    let workflow = butterflies(82, &Amounts::USUAL, 1);
    let dag = Dag::of(&workflow).expect("no circle");
    assert_eq!(Repair::of(&workflow), []);
    let mut points = vec![0_u32; dag.tasks()];
    for &task in dag.order() {
        for link in dag.predecessors(task) {
            points[task] |= match link.task {
                0 => 1 << (task - 1),
                before => points[before],
            };
        }
    }
    assert!(points[65..81].iter().all(|it| *it == 0xFFFF));
    assert_eq!(workflow.edges.len(), 16 + 2 * 16 * 4 + 16);
}

#[test]
fn every_shape_has_one_first_and_one_last_task_and_no_circle() {
    for kind in Kind::ALL {
        for tasks in [1, 5, 17, 60, 300] {
            let workflow = generate(kind, tasks, &Amounts::USUAL, 7);
            Dag::of(&workflow).expect("no circle");
            let repairs = Repair::of(&workflow);
            assert_eq!(repairs, [], "{} of {tasks}", kind.name());
        }
    }
}

#[test]
fn a_seed_gives_one_workflow() {
    for kind in Kind::ALL {
        assert_eq!(to_json(&usual(kind, 3)), to_json(&usual(kind, 3)));
        assert_ne!(to_json(&usual(kind, 3)), to_json(&usual(kind, 4)));
    }
}

#[test]
fn costs_and_communication_are_in_their_intervals() {
    for seed in 0..50 {
        let workflow = usual(Kind::Layered, seed);
        let costs: Vec<f64> = workflow.tasks.iter().flat_map(|it| it.costs.clone()).collect();
        assert!(costs.iter().all(|it| (10.0..=100.0).contains(it)));
        let dag = Dag::of(&workflow).expect("no circle");
        let data: f64 = workflow.edges.iter().map(|it| it.data).sum();
        let communication = data / workflow.edges.len() as f64 * dag.mean_communication();
        let ccr = communication / (costs.iter().sum::<f64>() / costs.len() as f64);
        assert!((0.0999..=1.0001).contains(&ccr), "{ccr}");
    }
}

/// Sect. 4.1, for the random ones.
#[test]
fn every_task_of_a_level_has_neighbours_in_the_levels_beside() {
    for seed in 0..50 {
        let dag = Dag::of(&usual(Kind::Layered, seed)).expect("no circle");
        let mut level = vec![0; dag.tasks()];
        for &task in dag.order() {
            let before: Vec<usize> = dag.predecessors(task).iter().map(|it| level[it.task]).collect();
            level[task] = before.first().map_or(0, |it| it + 1);
            // Edges go from one level to the next.
            assert!(before.iter().all(|it| it + 1 == level[task]));
        }
        let last = level[dag.tasks() - 1];
        for of_level in 1..last {
            let count = level.iter().filter(|&&it| it == of_level).count();
            assert!(count >= 2, "level {of_level} has {count}");
        }
        for task in 0..dag.tasks() - 1 {
            assert!(!dag.successors(task).is_empty());
        }
    }
}

#[test]
fn the_sample_is_a_mosaic_on_five_machines() {
    let workload = MadeUp::default().workload().unwrap();
    let workflow = workload.workflow().unwrap();
    assert_eq!(workload.name, "Montage workflow, seed 1");
    assert_eq!((workflow.tasks.len(), workflow.machines.len()), (60, 5));
}

#[test]
fn what_is_out_of_range_is_refused() {
    let made = |tasks, machines| MadeUp { tasks, machines, ..MadeUp::default() };
    assert!(made(60, 0).workload().is_err());
    assert!(made(1_000_000, 5).validate().unwrap_err().contains("tasks: 1000000"));
    assert_eq!(made(4, 1).validate(), Ok(()));
    assert!(made(4, 1).workload().is_ok());
}
