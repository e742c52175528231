//! The stages of an item.

use super::*;

#[test]
fn an_item_goes_through_its_stages_to_the_findings_of_the_library() {
    let mut state = wished("pictured");
    let (plan, findings) = library("pictured");
    let mut rounds = Vec::new();
    let mut stage = |state: &Reproduction| {
        rounds.push(making(state).round);
        let tasks = tasks(state);
        for (place, task) in tasks.iter().enumerate() {
            let mark = (task.mark.question, task.mark.place, task.workload);
            assert_eq!(mark, (making(state).round, place, WORKLOAD));
        }
        (tasks, making(state).progress())
    };
    let (asked, progress) = stage(&state);
    let [Task { job: Job::Plan(order), .. }] = &asked[..] else {
        panic!("{asked:?}");
    };
    assert_eq!((&*order.paper, &*order.item), (item("pictured").of, item("pictured").key));
    assert_eq!((&order.options, progress), (&wish(item("pictured")).options, None));
    answer(&mut state);
    let (asked, progress) = stage(&state);
    let planned: Vec<Scenario> = plan.runs().map(|it| it.scenario).collect();
    assert_eq!(scenarios_of(&asked), planned);
    assert_eq!(progress, Some((0, 2)));
    made(&mut state, answers(&asked[1..]));
    assert_eq!(making(&state).progress(), Some((1, 2)));
    made(&mut state, answers(&asked[..1]));
    let (asked, progress) = stage(&state);
    let [Task { job: Job::Conclude(order, reports), .. }] = &asked[..] else {
        panic!("{asked:?}");
    };
    assert_eq!((order.item.as_str(), reports.len()), (item("pictured").key, 2));
    assert_eq!(progress, Some((2, 2)));
    answer(&mut state);
    let (asked, progress) = stage(&state);
    assert!(asked.iter().all(|it| matches!(&it.job, Job::Run { wanted: Wanted::Run, .. })));
    assert_eq!((asked.len(), progress), (2, Some((2, 2))));
    answer(&mut state);
    assert!(state.making.is_none());
    let made = reproduced(&state, "pictured");
    assert_eq!((&made.findings, &made.cells), (&findings, &plan.cells));
    assert!(rounds.windows(2).all(|it| it[0] < it[1]), "{rounds:?}");
}

#[test]
fn each_figure_has_the_runs_that_it_is_drawn_of() {
    let mut state = wished("pictured");
    finish(&mut state);
    let made = reproduced(&state, "pictured");
    let figures = &made.findings.figures;
    assert_eq!(made.pictured.len(), figures.len());
    let mut count = 0;
    for (figure, runs) in figures.iter().zip(&made.pictured) {
        let scenarios = figure.picture.runs();
        assert_eq!(runs.len(), scenarios.len());
        for (run, (_, scenario)) in runs.iter().zip(scenarios) {
            assert_eq!(*run, experiment::run(scenario, &log()).unwrap());
            count += 1;
        }
    }
    assert_eq!(count, 2);
}

#[test]
fn each_cell_has_the_mean_over_its_seeds() {
    let mut state = wished("table");
    finish(&mut state);
    let made = reproduced(&state, "table");
    assert_eq!(made.averages.len(), made.cells.len());
    for (cell, average) in made.cells.iter().zip(&made.averages) {
        let report = crate::tasks::tests::report_on_log(&cell.scenario);
        let mean = average.unwrap().mean;
        assert_eq!(mean.at(0), report.mean_utilization);
        assert_eq!(mean.at(1), report.mean_flow_time);
    }
}

#[test]
fn waits_are_asked_for_if_the_plan_needs_them() {
    let mut state = wished("other-table");
    answer(&mut state);
    let asked = tasks(&state);
    assert!(matches!(&asked[..], [Task { job: Job::Run { wanted: Wanted::Waits, .. }, .. }]), "{asked:?}");
    answer(&mut state);
    let Some(Task { job: Job::Conclude(_, reports), .. }) = tasks(&state).pop() else {
        panic!("it is to be concluded");
    };
    let run = experiment::run(scenario_of(&asked[0]), &log()).unwrap();
    assert_eq!(*reports[0], report_with_waits(&run));
}

#[test]
fn an_item_without_runs_is_concluded_from_its_plan() {
    let mut state = wished("without-runs");
    answer(&mut state);
    let asked = tasks(&state);
    let is_conclusion = |it: &Task| matches!(&it.job, Job::Conclude(_, none) if none.is_empty());
    assert!(asked.len() == 1 && is_conclusion(&asked[0]), "{asked:?}");
    answer(&mut state);
    let (_, findings) = library("without-runs");
    let made = reproduced(&state, "without-runs");
    assert_eq!(made.findings, findings);
    assert!(made.cells.is_empty() && made.pictured.iter().all(Vec::is_empty));
}
