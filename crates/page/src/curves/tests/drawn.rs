//! Which figures are drawn, and which axes may be logarithmic.

use super::*;

#[test]
fn the_criteria_are_drawn_and_what_is_0_in_all_runs_is_not() {
    let sweep = finished(form(), scenario());
    let usual = CurvesForm::default();
    let of = |places: Vec<usize>| -> Vec<Criterion> { places.into_iter().map(|at| sweep.figures[at]).collect() };
    let drawn = of(sweep.drawn(&usual));
    assert!(drawn.starts_with(&Criterion::PAPER));
    assert!(!drawn.contains(&Criterion::REJECTED), "no job is rejected");
    assert!(!drawn.contains(&Criterion::MAKESPAN), "it is not usual");
    let by_kind = [Criterion::BATCH_FLOW_TIME, Criterion::RESERVATION_FLOW_TIME];
    assert!(by_kind.iter().all(|it| drawn.contains(it)));
    // The table has the system's own figures as well.
    let tabled = of(sweep.tabled(&usual));
    assert!(drawn.iter().all(|it| tabled.contains(it)));
    let own = |it: &&Criterion| matches!(it, Criterion::Own(_));
    let all = sweep.figures.iter().filter(own).count();
    assert_eq!(tabled.iter().filter(own).count(), all);
}

#[test]
fn flow_times_by_kind_are_drawn_if_a_run_has_jobs_of_both_kinds() {
    let sweep = finished(typed("0", 2), scenario());
    let drawn = sweep.drawn(&typed("0", 2));
    for figure in [Criterion::BATCH_FLOW_TIME, Criterion::RESERVATION_FLOW_TIME] {
        assert!(!drawn.contains(&place_of(&sweep, figure)), "{figure:?}");
    }
}

#[test]
fn chosen_figures_are_drawn_alone_of_the_same_runs() {
    let sweep = finished(form(), scenario());
    let chosen = CurvesForm { figures: vec!["makespan".to_owned()], ..form() };
    let makespan = place_of(&sweep, Criterion::MAKESPAN);
    assert_eq!(sweep.drawn(&chosen), [makespan]);
    assert_eq!(sweep.tabled(&chosen), [makespan]);
    let report = report_on_log(&queued("fcfs", 0.0, 1));
    let shown = sweep.interval(0, 0, makespan).unwrap().mean;
    assert_eq!(Some(shown), Criterion::MAKESPAN.of(&report));
}

/// The keys of the figures that are drawn, and those that are left out with the reasons.
fn told(sweep: &Sweep, form: &CurvesForm) -> (String, String) {
    let drawn: Vec<&str> = sweep.drawn(form).into_iter().map(|at| sweep.figures[at].key()).collect();
    let left_out = sweep.left_out(form).into_iter().map(|it| format!("{}: {}\n", it.figure.key(), it.why));
    (drawn.join(" "), left_out.collect())
}

#[test]
fn a_figure_of_which_no_run_has_a_value_is_no_panel_and_the_reason_is_said() {
    let asked =
        |keys: &str| CurvesForm { figures: keys.split_whitespace().map(str::to_owned).collect(), ..typed("0", 2) };
    let wide = with("platform=[20]");
    let sweep = finished(asked(""), wide.clone());
    let (drawn, left_out) = told(&sweep, &asked(""));
    assert_eq!(drawn, "mean_utilization mean_flow_time");
    assert_eq!(left_out, "mean_tardiness: no reservation ran\n");
    let chosen = asked(
        "waiting_time_90 reservations.waiting_time_90 by_size.16.jobs by_size.1.waiting_time_90 rejections.too_large",
    );
    let (drawn, left_out) = told(&sweep, &chosen);
    assert_eq!(drawn, "waiting_time_90 by_size.1.waiting_time_90 rejections.too_large");
    let expected = "reservations.waiting_time_90: no reservation ran\nby_size.16.jobs: no job of this size ran\n";
    assert_eq!(left_out, expected);
    // As long as runs are to return nothing is said.
    let (sweeps, _) = started(asked(""), wide);
    assert!(super::sweep(&sweeps).left_out(&chosen).is_empty());
    assert_eq!(super::sweep(&sweeps).drawn(&chosen).len(), 5);
    // With reservations at one point tardiness is 0 at the other.
    assert_eq!(told(&finished(form(), scenario()), &form()).1, "");
}

#[test]
fn waits_take_the_place_of_tardiness_where_no_job_can_have_a_deadline() {
    let form = along("workload.load_factor", "1, 2", 2);
    let (drawn, left_out) = told(&finished(form.clone(), without_draws()), &form);
    assert_eq!(drawn, "mean_utilization mean_flow_time mean_waiting_time waiting_time_90 mean_bounded_slowdown");
    assert_eq!(left_out, "");
}

#[test]
fn an_axis_of_positive_values_far_apart_may_be_logarithmic() {
    let is_log = |values| planned(along("workload.load_factor", values, 2)).0.may_be_log();
    for (values, expected) in [("0.2, 1, 2", true), ("2, 0.1", true), ("0.5, 1, 2", false), ("1", false)] {
        assert_eq!(is_log(values), expected, "{values}");
    }
    assert!(!planned(form()).0.may_be_log(), "0 has no logarithm");
}
