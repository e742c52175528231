//! Lines as differences from the first one.

use super::*;

/// A sweep of three seeds from a file, in which seeds shift mean flow time by 100 s and EASY shifts it by this.
fn shifted(easy: f64) -> Sweep {
    let varied = ["workload.reservations.percent=0,50", "system.two_level.local.queue=fcfs,easy"];
    let runs = |it: &Scenario| {
        let is_easy = format!("{:?}", it.system).contains("Easy");
        let flow_time = 1000.0 + 100.0 * it.seed as f64 + if is_easy { easy } else { 0.0 };
        Figures { criteria: [0.5, flow_time, 0.0], ..Figures::default() }
    };
    read(&file(scenario(), &varied, 3, runs)).unwrap()
}

#[test]
fn lines_that_lie_on_each_other_are_drawn_as_differences_seed_by_seed() {
    let sweep = shifted(-5.0);
    let at = place_of(&sweep, Criterion::FLOW_TIME);
    let usual = CurvesForm::default();
    assert!(sweep.as_differences(&usual));
    let means = CurvesForm { differences: Some(false), ..usual.clone() };
    assert!(!sweep.as_differences(&means));
    for x in [0, 1] {
        let [first, second] = [0, 1].map(|series| sweep.shown(&usual, series, x, at).unwrap());
        assert_eq!([first.mean, second.mean], [0.0, -5.0]);
        assert_eq!([first.half_width, second.half_width], [Some(0.0); 2]);
        assert_eq!(sweep.shown(&means, 1, x, at), sweep.interval(1, x, at));
    }
    let panel = &curves(&sweep, &usual, &[at]).panels[0];
    assert_eq!(panel.y_label, "Δ mean flow time F (s)");
    assert_eq!(panel.series[1].points[1].mean, -5.0);
    let told = "Differences from Strict FCFS, seed by seed. The file does not say whether the same jobs ran.";
    assert_eq!(sweep.differences_told(), told);
}

#[test]
fn lines_apart_equal_ones_and_single_ones_are_drawn_as_means() {
    let usual = CurvesForm::default();
    for easy in [-900.0, 0.0] {
        assert!(!shifted(easy).as_differences(&usual), "{easy}");
    }
    let asked = CurvesForm { differences: Some(true), ..usual };
    assert!(shifted(-900.0).as_differences(&asked));
    let one = CurvesForm { overlaid: [("queue".to_owned(), vec!["easy".to_owned()])].into(), ..typed("50", 1) };
    assert!(!planned(one).0.as_differences(&asked));
}

#[test]
fn points_of_other_jobs_are_counted() {
    let mut sweep = Sweep { given: None, ..shifted(-5.0) };
    assert_eq!(sweep.differences_told(), "Differences from Strict FCFS, seed by seed.");
    // EASY at 50 %, with the first seed.
    sweep.runs.made[3].as_mut().unwrap().population = 7;
    let told = sweep.differences_told();
    assert_eq!(
        told,
        "Differences from Strict FCFS, seed by seed. At 1 of 2 points the jobs that ran differ: no verdict there."
    );
}

#[test]
fn a_sweep_that_runs_is_drawn_as_the_one_before_it() {
    let mut sweeps = Sweeps::default();
    start(&mut sweeps, shifted(-5.0));
    let names = sweep(&sweeps).names.clone();
    let (next, _) = planned(form());
    assert_eq!(next.names, names);
    start(&mut sweeps, next);
    let tasks = sweep(&sweeps).tasks();
    assert!(sweep(&sweeps).as_differences(&CurvesForm::default()));
    answer(&mut sweeps, &tasks);
    // Once all have returned it is its own lines that decide.
    assert_eq!(sweep(&sweeps).as_differences(&CurvesForm::default()), sweep(&sweeps).lines_coincide());
}
