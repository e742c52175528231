//! The sentences of the lessons on workflows hold in their runs.

use super::{base, cannot_tell, chart, run_of, runs};
use slotscope::chart::lessons::planned;
use slotscope::chart::task_slots::PlanSteps;
use slotscope::criteria::report;
use slotscope::experiment::comparison::Interval;
use slotscope::lesson::Show;

fn steps(id: &str, step: usize, set: &str) -> PlanSteps {
    let Show::Planning(show) = chart(id, step, set) else {
        panic!("step {step} shows a plan");
    };
    planned(&show).expect("a plan")
}

/// The rows of the table after all steps.
fn rows(steps: &PlanSteps) -> Vec<Vec<String>> {
    steps.table(steps.count()).rows
}

/// The row of a task among them, its fields with blanks between.
fn row(steps: &PlanSteps, task: &str) -> String {
    rows(steps).iter().find(|row| row[0] == task).expect("a task").join(" ")
}

const HEFT: &str = "first-free-slot";
const SLACK: &str = "where-to-put-the-slack";

#[test]
fn ranks_and_places_are_as_said() {
    let ten = steps(HEFT, 1, "");
    assert_eq!(rows(&ten)[0].join(" "), "n1 108 p3 0 9");
    assert_eq!(rows(&ten)[1].join(" "), "n4 80 p2 18 26");
    assert!(row(&ten, "n9").starts_with("n9 44.33 "));
    let last = row(&ten, "n10");
    assert!(last.starts_with("n10 14.67 ") && last.ends_with(" 80"), "{last}");
    assert!(ten.words(2).contains("on p1 at 31, on p2 at 26, on p3 at 26"));
    let data = &ten.view(2).transfers[0];
    assert_eq!((data.from, data.to), ((2, 9.0), (1, 18.0)));
}

#[test]
fn dear_data_keep_tasks_where_they_are() {
    let between = ["0.1", "0.2", "1.0", "1.2", "2.0", "2.1"];
    let set = between.map(|it| format!("workflow.communication.{it}=4")).join(" ");
    let rows = rows(&steps(HEFT, 2, &set));
    assert_eq!(rows.iter().filter(|row| row[2] == "p3").count(), 9);
    assert_eq!((rows[0][0].as_str(), rows[0][2].as_str()), ("n1", "p3"));
}

#[test]
fn a_task_goes_into_a_gap_while_it_fits() {
    for (data, is_in_gap) in [(0, false), (1, false), (2, true), (3, true), (4, true)] {
        let steps = steps(HEFT, 3, &format!("workflow.edges.2.data={data}"));
        let at = rows(&steps).iter().position(|row| row[0] == "c").expect("c");
        assert_eq!(steps.words(at + 1).contains("into a gap"), is_in_gap, "{data}");
        assert!(data < 4 || row(&steps, "e").ends_with(" 16"));
    }
    // Without the gap: c behind d, which ends at 13 on m0, or on m1 from 9 to 18, when its data are there;
    // then e on m0 at 18, behind both.
    let rows = rows(&steps(HEFT, 3, ""));
    assert_eq!(rows[2].join(" "), "d 14 m0 11 13");
    assert_eq!(rows[3].join(" "), "c 12.5 m0 2 9");
    let behind_d = 13 + 7;
    let on_m1 = (2 + 7) + 9;
    assert_eq!(behind_d.min(on_m1) + 3, 21);
}

#[test]
fn four_algorithms_take_as_long_as_said() {
    for (scheduler, length) in [("heft", 80.0), ("hybrid_bmct", 76.0), ("fcp", 95.0), ("dls", 91.0)] {
        let runs = runs(HEFT, 4, &format!("scenario.system.workflow.scheduler={scheduler}"));
        assert_eq!(runs[0].measures["schedule_length"], length, "{scheduler}");
    }
}

#[test]
fn groups_are_balanced_as_said() {
    let groups = steps(HEFT, 5, "");
    let rows = rows(&groups);
    let second: Vec<&str> = rows.iter().filter(|row| row[2] == "2").map(|row| row[0].as_str()).collect();
    assert_eq!(second, ["n4", "n3", "n2", "n5", "n6"]);
    for (shown, words) in [
        (5, "n2, rank 77, takes 13 s on p1, 19 s on p2, 18 s on p3: it first goes to p1, from 32"),
        (8, "p1 is done last, at 45. Without n3 it is done at 40, p2 with it at 39"),
        (9, "p1 is done last, at 40. Tried: with n2 another machine would be done at 46"),
        (13, "Without n7 it is done at 58, p2 with it at 68"),
    ] {
        let told = groups.words(shown);
        assert!(told.contains(words), "{told}");
    }
    assert_eq!(rows.last().expect("tasks")[5], "76");
}

#[test]
fn one_late_task_ends_others() {
    let told = |seed: u64| {
        let runs = runs(SLACK, 1, &format!("scenario.seed={seed}"));
        runs.iter().map(report).map(|it| (it.killed, it.rejected)).collect::<Vec<_>>()
    };
    let first = told(1);
    assert_eq!((first[0], first[2]), ((3, 6), (0, 0)));
    let at_140: Vec<usize> = (1..=6).map(|seed| told(seed)[1].0).collect();
    assert!(at_140.iter().any(|it| *it > 0) && at_140.contains(&0), "{at_140:?}");
}

#[test]
fn rounds_and_paths_share_out_as_said() {
    let rounds = steps(SLACK, 2, "");
    assert!(rounds.words(1).ends_with("40.1 s are left now."));
    let table = rounds.table(1).rows;
    let lacking: Vec<&str> = table.iter().filter(|row| row[1] != "0").map(|row| row[0].as_str()).collect();
    assert_eq!(lacking, ["2", "6", "8"]);
    // 75.4 of 17 + 23 + 46 + 19 s: 71.8 %.
    for (variant, tasks, given) in [
        ("cp_even_time", &["0", "1", "7", "9"][..], &["18.85"; 4][..]),
        ("cp_even_percent", &["0", "7"], &["12.21", "33.03"]),
    ] {
        let rows = rows(&steps(SLACK, 3, &format!("variant={variant}")));
        let of = |task: &&str| rows.iter().find(|row| row[0] == *task).expect("a task")[2].clone();
        assert_eq!(tasks.iter().map(of).collect::<Vec<_>>(), given, "{variant}");
    }
}

#[test]
fn the_least_percentage_fails_first() {
    let variants = ["r_even_time", "r_even_percent2", "cp_even_time", "cp_even_percent"];
    let run_with = |variant: &str, qoi: u32, seed: u64| {
        let workflow = "scenario.system.workflow";
        let set = format!("{workflow}.variant={variant} {workflow}.qoi_percent={qoi} scenario.seed={seed}");
        run_of(&base(SLACK, 4, &set))
    };
    let least = variants.map(|it| run_with(it, 0, 1).measures["spare_least"].floor());
    assert_eq!(least, [44.0, 63.0, 40.0, 71.0]);
    let even = run_with("r_even_time", 0, 1);
    let beyond = |task: usize| {
        let it = &even.tasks()[task];
        (it.reserved_until - it.finish) / (it.finish - it.start)
    };
    assert!((0.44..0.45).contains(&beyond(5)) && beyond(3) > 3.0);
    let failures = |variant: &str, qoi: u32| -> Vec<f64> {
        let of_seed = |seed| run_with(variant, qoi, seed).measures["failures"];
        (1..=20).map(of_seed).collect()
    };
    let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len() as f64;
    let at_60 = variants.map(|it| mean(&failures(it, 60)));
    assert_eq!(at_60, [0.15, 0.0, 0.25, 0.0]);
    let at_100 = variants.map(|it| failures(it, 100));
    let [time, .., percent] = &at_100;
    assert_eq!([mean(time), mean(percent)], [0.75, 0.6]);
    let others = at_100[..3].iter().map(|it| mean(it));
    assert!(others.fold(f64::INFINITY, f64::min) > 0.6);
    assert!(cannot_tell(&Interval::of_differences(percent, time).expect("differences")));
}
