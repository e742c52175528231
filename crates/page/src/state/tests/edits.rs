use super::*;
use crate::history::Compared;
use crate::run_told::run_told;
use crate::settings::step;
use crate::sketched::{Sketched, scenario};
use workload::reserve::RequestKind;
use workload::sketch::Sketch;

#[test]
fn a_change_is_a_step_that_undo_takes_back_and_redo_takes_again() {
    Page::open().follow("seed 7 | seed 7\nundo | seed 1\nredo | seed 7");
}

#[test]
fn steps_are_in_words() {
    let mut page = Page::open();
    let mut words = |does: &str| {
        let before = page.present().scenario.clone();
        page.does(does);
        step(&before, &page.present().scenario)
    };
    assert_eq!(words("set system.two_level.local.queue easy"), "FCFS with backfilling → EASY backfilling");
    assert_eq!(words("set system.two_level.grid.period 600"), "on arrival → grid δ 10 min");
    assert_eq!(words("undo; undo"), "EASY backfilling → FCFS with backfilling, and 1 more");
    assert_eq!(words("system cluster"), "Two-level grid → Cluster");
    assert_eq!(page.state.history.beside().map(|it| it.is_some()), [true, false]);
}

#[test]
fn a_system_comes_back_with_the_settings_that_it_had() {
    let mut page = Page::open();
    page.does("set system.two_level.local.queue easy");
    let with_easy = page.present().scenario.clone();
    page.does("system cluster");
    assert_eq!(page.present().scenario.system, System::of_key("cluster").unwrap());
    page.does("system two_level");
    assert_eq!(page.present().scenario, with_easy);
    // Also after another log has come; a step that is undone is forgotten with the settings that it brought.
    page.does("system broker; log 1; system two_level");
    assert_eq!(page.present().scenario.system, with_easy.system);
    page.does("undo; undo; undo; undo; undo; undo; system broker; system two_level");
    assert_eq!(page.present().scenario, Scenario::default());
}

#[test]
fn a_movement_is_one_step_until_it_is_let_go() {
    Page::open().follow(
        "move 2; move 3; move 4; move 5; move 6; move 7; move 8; settle; move 20; undo | seed 8
undo | seed 1 / can (false, true)",
    );
}

#[test]
fn a_share_that_is_set_is_chosen_and_one_of_a_scenario_file_too() {
    Page::open().follow("| chosen false\nset workload.reservations.percent 55.0 | chosen true");
    // A file that says what is there already changes nothing, and chooses nothing.
    let mut page = Page::open();
    let there = page.present().scenario.clone();
    for (seed, is_chosen) in [(there.seed, false), (5, true)] {
        let file = Scenario { seed, ..there.clone() };
        page.drop_scenario(&serde_json::to_string(&file).unwrap());
        assert_eq!(page.present().share_by_hand, is_chosen);
    }
}

#[test]
fn a_scenario_file_is_merged_over_the_workload_that_is_there() {
    Page::on_log().follow(
        "scenario {'seed': 5} | seed 5 / platform [10] / workload.last_job null / workload.reservations.percent 0.0
undo | seed 1",
    );
    // On the sample as well, whose jobs links take from 1 to 1000 on 2 × 64 processors.
    Page::open().follow(
        "scenario {'platform': 'log', 'workload': {'reservations': {'percent': 20}}} | \
         platform [128] / workload.first_job null / workload.reservations.percent 20.0",
    );
}

#[test]
fn a_scenario_file_that_cannot_be_run_changes_nothing() {
    let mut page = Page::on_log();
    let before = page.present().scenario.clone();
    page.follow(
        "| offers 2
scenario {'system': {'two_level': {'grid': {'reservation_allocation': 'static_partition'}}}} | offers 2",
    );
    assert_eq!(page.present().scenario, before);
    let last = &page.last_notice().said.text;
    assert!(last.starts_with("a.json is not a scenario: platform: static_partition needs at least two"), "{last}");
}

#[test]
fn another_scenario_is_taken_with_its_workload() {
    let mut page = Page::on_log();
    let scenario = Scenario { seed: 9, ..Scenario::default() };
    page.edit(EditAction::Take(Box::new(scenario.clone()), SAMPLE));
    assert_eq!(page.present().scenario, scenario);
    page.follow("| log 0\nundo | log 1");
}

#[test]
fn scenarios_join_the_comparison_and_leave_it() {
    let mut page = Page::open();
    page.edit(EditAction::Compare(Compared::Add));
    page.set_seed(2, false);
    page.edit(EditAction::CompareWith(Box::new(Scenario { seed: 3, ..Scenario::default() })));
    page.follow("| seeds [1, 2, 3]");
    assert_eq!(page.present().front(), 2);
    page.edit(EditAction::Compare(Compared::Remove(0)));
    page.follow("| seeds [2, 3]\nundo | seeds [1, 2, 3]");
}

#[test]
fn reset_goes_back_to_what_the_workload_began_with() {
    for (mut page, platform) in [(Page::open(), "[64,64]"), (Page::on_log(), "[10]")] {
        let begun = page.present().scenario.clone();
        page.follow(&format!("seed 5; reset | platform {platform}"));
        assert_eq!(page.present().scenario, begun);
    }
    assert_eq!(Page::open().present().scenario, Scenario::default());
}

#[test]
fn a_sketch_that_is_opened_is_shown_to_be_drawn_on_and_its_stroke_keeps_its_job() {
    let mut page = Page::open();
    page.does("show jobs");
    let sketch = Rc::new(Sketch::blackboard());
    let draw = |page: &mut Page, key, opens, moving, chosen| {
        let reading = workload::read("Blackboard", sketch.swf("Blackboard").as_bytes()).unwrap();
        page.workloads.push((key, reading.workload));
        let sketch = sketch.clone();
        page.edit(EditAction::Sketched(Box::new(Sketched { key, sketch, opens, moving, chosen })));
    };
    draw(&mut page, 4, Some(scenario()), None, None);
    assert_eq!(page.present().sketch, Some(sketch.clone()));
    page.follow("| log 4 / view gantt");
    assert!(page.state.view.drawing);
    page.run();
    draw(&mut page, 5, None, Some("pen"), Some(3));
    page.run();
    let job = page.state.view.job.expect("the job that was drawn");
    assert_eq!(page.state.run.finished.as_ref().unwrap().run.jobs[job].id, 3);
    page.follow("reset | workload.last_job null");
}

/// A list of requests for jobs of these numbers.
fn list(name: &str, jobs: &[u64]) -> EditAction {
    let requests = jobs.iter().map(|&job| ListedRequest { job, ready: 500, deadline: 900, best_effort: None });
    listed(name, requests.collect())
}

#[test]
fn a_list_of_requests_is_told_once_a_run_knows_how_many_are_for_jobs_taken() {
    let mut page = Page::on_log();
    page.edit(list("requests.csv", &[1, 3, 77]));
    assert_eq!(page.present().scenario.workload.reservations.request, RequestKind::Listed);
    assert!(!page.said().iter().any(|it| it.contains("requests.csv")));
    page.run();
    let text = "requests.csv: 3 reservations listed, 2 of them for selected jobs.";
    assert_eq!(page.last_notice().said, Said::done(text, true));
    page.follow("| listed Some(2)");
    // The same once more makes no run, and nothing to undo.
    page.edit(list("requests.csv", &[1, 3, 77]));
    assert_eq!(page.last_notice().said, Said::done(text, false));
    // One whose run does not come about is told all the same.
    page.edit(list("b.csv", &[1]));
    page.act(Action::Run(RunAction::NotRun(NotRun::Refused("no".into()))));
    page.follow("| notice b.csv: 1 reservation listed.");
}

#[test]
fn of_a_list_that_was_undone_nothing_is_told() {
    let mut page = Page::on_log();
    page.edit(list("a.csv", &[1]));
    page.follow("undo; run | listed None");
    assert!(!page.said().iter().any(|it| it.contains("a.csv")));
}

#[test]
fn the_next_policy_is_one_step_and_a_run_tells_its_name() {
    let mut page = Page::open();
    let first = page.state.run.finished.clone().unwrap();
    page.does("policy 1; run");
    let next = page.state.run.finished.clone().unwrap();
    let queue = |of: &Experiment| {
        let line = of.run_line(workload::WorkloadKind::Log);
        line.split_once(" · ").map(|(it, _)| it.to_owned())
    };
    assert_eq!(queue(page.present()).as_deref(), Some("Two-level grid: strict FCFS"));
    let told = run_told(&next, Some(&first));
    assert!(told.starts_with("strict FCFS. "), "{told}");
    assert!(told.contains("jobs scheduled: mean utilization U "), "{told}");
    assert_eq!(format!("strict FCFS. {}", run_told(&next, None)), told);
    assert_eq!(run_told(&next, Some(&next)), run_told(&next, None));
    page.does("policy -1; policy -1");
    assert_eq!(queue(page.present()).as_deref(), Some("Two-level grid: ordered by submit, 1 promise"));
    page.follow("undo; undo; undo | can (false, true)");
    assert_eq!(*page.present(), *first.experiment);
}

#[test]
fn there_is_no_next_policy_in_lessons_nor_where_nothing_decides() {
    let mut page = Page::open();
    page.follow("show lessons; policy 1 | can (false, false)");
    page.does("show gantt; system as_logged");
    let as_logged = page.present().clone();
    page.does("policy 1");
    assert_eq!(page.present(), &as_logged);
    page.follow("undo | can (false, true)");
}

/// An edit that arrives late, when another system schedules, changes nothing and is no step.
#[test]
fn an_edit_of_another_system_changes_nothing() {
    let mut page = Page::open();
    let before = page.present().scenario.clone();
    for path in ["system.broker.latency", "system.cluster.nodes", "system.two_level.no_such", "no.such"] {
        page.edit(EditAction::Set { path: path.to_owned(), value: 5.into(), moving: false });
        assert_eq!(page.present().scenario, before, "{path}");
    }
    assert_eq!(page.state.history.can(), (false, false));
}
