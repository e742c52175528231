//! The sentences of the lessons on workflows hold in their runs.

use serde_json::{Value, json};
use slotscope::chart::lessons::planned;
use slotscope::chart::task_slots::PlanSteps;
use slotscope::criteria::report;
use slotscope::experiment::comparison::Interval;
use slotscope::experiment::{Run, run};
use slotscope::lesson::{Lesson, Shot, Show};

fn lesson(id: &str) -> Lesson {
    let path = format!("{}/static/lessons/{id}.json", env!("CARGO_MANIFEST_DIR"));
    Lesson::from_json(&std::fs::read(path).expect("a lesson")).expect("a lesson that is whole")
}

/// The chart of a step, counted from 1, with fields set.
fn chart(id: &str, step: usize, set: &[(&str, Value)]) -> Show {
    let show = lesson(id).steps.swap_remove(step - 1).show;
    let set = set.iter().map(|(path, value)| (*path, value));
    show.with(set).expect("fields of the chart")
}

fn steps(id: &str, step: usize, set: &[(&str, Value)]) -> PlanSteps {
    let Show::Planning(show) = chart(id, step, set) else {
        panic!("step {step} shows a plan");
    };
    planned(&show).expect("a plan")
}

fn runs(id: &str, step: usize, set: &[(&str, Value)]) -> Vec<Run> {
    let shots = chart(id, step, set).shots().expect("runs");
    let of = |shot: &Shot| {
        let workload = shot.workload().expect("a workload").expect("of its own");
        run(&shot.scenario, &workload).expect("it runs")
    };
    shots.iter().map(of).collect()
}

/// A column of the table after all steps, by task.
fn column(steps: &PlanSteps, column: usize) -> Vec<(String, String)> {
    let rows = steps.table(steps.count()).rows.into_iter();
    rows.map(|mut row| (row.swap_remove(0), row.swap_remove(column))).collect()
}

const HEFT: &str = "first-free-slot";
const SLACK: &str = "where-to-put-the-slack";

#[test]
fn ranks_and_places_are_as_said() {
    let ten = steps(HEFT, 1, &[]);
    let table = ten.table(ten.count()).rows;
    let rank = |task: &str| {
        let row = table.iter().find(|row| row[0] == task).expect("a task");
        row[1].clone()
    };
    assert_eq!(["n10", "n9", "n1"].map(rank), ["14.67", "44.33", "108"]);
    assert_eq!(table[0], ["n1", "108", "p3", "0", "9"]);
    assert_eq!(table[1], ["n4", "80", "p2", "18", "26"]);
    assert!(ten.words(2).contains("on p1 at 31, on p2 at 26, on p3 at 26"));
    let data = &ten.view(2).transfers[0];
    assert_eq!((data.from, data.to), ((2, 9.0), (1, 18.0)));
    let last = table.iter().find(|row| row[0] == "n10").expect("the last");
    assert_eq!(last[4], "80");
}

#[test]
fn dear_data_keep_tasks_where_they_are() {
    let between = [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)];
    let paths = between.map(|(from, to)| format!("workflow.communication.{from}.{to}"));
    let set = paths.iter().map(|it| (it.as_str(), json!(4)));
    let machines = column(&steps(HEFT, 2, &set.collect::<Vec<_>>()), 2);
    let on_p3 = machines.iter().filter(|(_, machine)| machine == "p3");
    assert_eq!(on_p3.count(), 9);
    assert_eq!(machines[0], ("n1".to_owned(), "p3".to_owned()));
}

#[test]
fn a_task_goes_into_a_gap_while_it_fits() {
    let placed = |data: i64| {
        let steps = steps(HEFT, 3, &[("workflow.edges.2.data", json!(data))]);
        let table = steps.table(steps.count()).rows;
        let at = table.iter().position(|row| row[0] == "c").expect("c");
        let end = table.iter().find(|row| row[0] == "e").expect("e")[4].clone();
        (steps.words(at + 1).contains("into a gap"), end)
    };
    assert_eq!(placed(4), (true, "16".to_owned()));
    assert_eq!([0, 1, 2, 3].map(|it| placed(it).0), [false, false, true, true]);
    // Without the gap: c behind d, which ends at 13 on m0, or on m1 from 9 to 18, when its data are there;
    // then e on m0 at 18, behind both.
    let steps = steps(HEFT, 3, &[]);
    let table = steps.table(steps.count()).rows;
    assert_eq!(table[2], ["d", "14", "m0", "11", "13"]);
    assert_eq!(table[3], ["c", "12.5", "m0", "2", "9"]);
    let behind_d = 13 + 7;
    let on_m1 = (2 + 7) + 9;
    assert_eq!(behind_d.min(on_m1) + 3, 21);
}

#[test]
fn four_algorithms_take_as_long_as_said() {
    let of = |scheduler: &str| {
        let set = [("scenario.system.workflow.scheduler", json!(scheduler))];
        let runs = runs(HEFT, 4, &set);
        (runs[0].measures["schedule_length"], runs.len())
    };
    let lengths = ["heft", "hybrid_bmct", "fcp", "dls"].map(|it| of(it).0);
    assert_eq!(lengths, [80.0, 76.0, 95.0, 91.0]);
}

#[test]
fn groups_are_balanced_as_said() {
    let groups = steps(HEFT, 5, &[]);
    let at = |shown: usize, words: &str| {
        let told = groups.words(shown);
        assert!(told.contains(words), "{told}");
    };
    let second: Vec<String> =
        column(&groups, 2).into_iter().filter_map(|(task, group)| (group == "2").then_some(task)).collect();
    assert_eq!(second, ["n4", "n3", "n2", "n5", "n6"]);
    at(5, "n2, rank 77, takes 13 s on p1, 19 s on p2, 18 s on p3: it first goes to p1, from 32");
    at(8, "p1 is done last, at 45. Without n3 it is done at 40, p2 with it at 39");
    at(9, "p1 is done last, at 40. Tried: with n2 another machine would be done at 46");
    at(13, "Without n7 it is done at 58, p2 with it at 68");
    let rows = groups.table(groups.count()).rows;
    assert_eq!(rows.last().expect("tasks")[5], "76");
}

#[test]
fn one_late_task_ends_others() {
    let told = |seed: u64| {
        let runs = runs(SLACK, 1, &[("scenario.seed", json!(seed))]);
        runs.iter().map(report).map(|it| (it.killed, it.rejected)).collect::<Vec<_>>()
    };
    let first = told(1);
    assert_eq!((first[0], first[2]), ((3, 6), (0, 0)));
    let at_140: Vec<usize> = (1..=6).map(|seed| told(seed)[1].0).collect();
    assert!(at_140.iter().any(|it| *it > 0) && at_140.contains(&0), "{at_140:?}");
}

#[test]
fn rounds_and_paths_share_out_as_said() {
    let rounds = steps(SLACK, 2, &[]);
    assert!(rounds.words(1).ends_with("40.1 s are left now."));
    let lacking = rounds.table(1).rows.into_iter().filter(|row| row[1] != "0");
    let lacking: Vec<String> = lacking.map(|mut row| row.swap_remove(0)).collect();
    assert_eq!(lacking, ["2", "6", "8"]);
    let given = |variant: &str| column(&steps(SLACK, 3, &[("variant", json!(variant))]), 2);
    let of = |rows: &[(String, String)], task: &str| {
        let row = rows.iter().find(|row| row.0 == task).expect("a task");
        row.1.clone()
    };
    let even = given("cp_even_time");
    assert_eq!(["0", "1", "7", "9"].map(|it| of(&even, it)), ["18.85"; 4]);
    let percent = given("cp_even_percent");
    // 75.4 of 17 + 23 + 46 + 19 s: 71.8 %.
    assert_eq!(["0", "7"].map(|it| of(&percent, it)), ["12.21", "33.03"]);
}

#[test]
fn the_least_percentage_fails_first() {
    let variants = ["r_even_time", "r_even_percent2", "cp_even_time", "cp_even_percent"];
    let run_of = |variant: &str, qoi: u32, seed: u64| {
        let set = [
            ("scenario.system.workflow.variant", json!(variant)),
            ("scenario.system.workflow.qoi_percent", json!(qoi)),
            ("scenario.seed", json!(seed)),
        ];
        let Show::Curve(mut curve) = chart(SLACK, 4, &set) else {
            panic!("a curve");
        };
        curve.plans.clear();
        let shot = Show::Curve(curve).experiments().expect("one").remove(0);
        let workload = shot.workload().expect("a workload").expect("of its own");
        run(&shot.scenario, &workload).expect("it runs")
    };
    let least = variants.map(|it| run_of(it, 0, 1).measures["spare_least"].floor());
    assert_eq!(least, [44.0, 63.0, 40.0, 71.0]);
    let even = run_of("r_even_time", 0, 1);
    let beyond = |task: usize| {
        let it = &even.tasks()[task];
        (it.reserved_until - it.finish) / (it.finish - it.start)
    };
    assert!((0.44..0.45).contains(&beyond(5)) && beyond(3) > 3.0);
    let failures = |variant: &str, qoi: u32| -> Vec<f64> {
        let of_seed = |seed| run_of(variant, qoi, seed).measures["failures"];
        (1..=20).map(of_seed).collect()
    };
    let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len() as f64;
    let at_60 = variants.map(|it| mean(&failures(it, 60)));
    assert_eq!(at_60, [0.15, 0.0, 0.25, 0.0]);
    let [time, percent] = ["r_even_time", "cp_even_percent"].map(|it| failures(it, 100));
    assert_eq!([mean(&time), mean(&percent)], [0.75, 0.6]);
    let others = variants[..3].iter().map(|it| mean(&failures(it, 100)));
    assert!(others.fold(f64::INFINITY, f64::min) > 0.6);
    let difference = Interval::of_differences(&percent, &time).expect("differences");
    assert!(difference.low() < 0.0 && difference.high() > 0.0, "cannot tell");
}
