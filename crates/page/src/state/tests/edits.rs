use super::*;
use crate::history::Compared;
use crate::run_told::run_told;
use crate::sketched::{Sketched, scenario};
use experiment::System;
use workload::reserve::{ListedRequest, RequestKind};
use workload::sketch::Sketch;

#[test]
fn a_change_is_a_step_that_undo_takes_back_and_redo_takes_again() {
    let mut page = Page::open();
    page.set_seed(7, false);
    assert_eq!(page.present().scenario.seed, 7);
    page.edit(EditAction::Undo);
    assert_eq!(page.present().scenario.seed, 1);
    page.edit(EditAction::Redo);
    assert_eq!(page.present().scenario.seed, 7);
}

#[test]
fn a_system_comes_back_with_the_settings_that_it_had() {
    let mut page = Page::open();
    let easy = |scenario: &mut Scenario| {
        let json = r#"{"two_level": {"local": {"queue": "easy"}}}"#;
        scenario.system = serde_json::from_str(json).expect("settings");
    };
    page.edit(EditAction::Change { control: "queue", moving: false, change: Box::new(easy) });
    let with_easy = page.present().scenario.clone();
    page.edit(EditAction::System("cluster"));
    assert_eq!(page.present().scenario.system, System::of_key("cluster").expect("a system"));
    page.edit(EditAction::System("two_level"));
    assert_eq!(page.present().scenario, with_easy);
    // Also after another log has come; a step that is undone is forgotten with the settings that it brought.
    page.edit(EditAction::System("broker"));
    page.drop_log(1, LOG);
    page.edit(EditAction::System("two_level"));
    assert_eq!(page.present().scenario.system, with_easy.system);
    for _ in 0..6 {
        page.edit(EditAction::Undo);
    }
    page.edit(EditAction::System("broker"));
    page.edit(EditAction::System("two_level"));
    assert_eq!(page.present().scenario, Scenario::default());
}

#[test]
fn a_movement_is_one_step_until_it_is_let_go() {
    let mut page = Page::open();
    for seed in 2..9 {
        page.set_seed(seed, true);
    }
    page.edit(EditAction::Settle);
    page.set_seed(20, true);
    page.edit(EditAction::Undo);
    assert_eq!(page.present().scenario.seed, 8);
    page.edit(EditAction::Undo);
    assert_eq!(page.present().scenario.seed, 1);
    assert_eq!(page.state.history.can(), (false, true));
}

#[test]
fn a_share_that_is_set_is_chosen_and_one_of_a_scenario_file_too() {
    let mut page = Page::open();
    assert!(!page.present().share_by_hand);
    let with_share = |percent: f64, control| EditAction::Change {
        control,
        moving: false,
        change: Box::new(move |it| it.workload.reservations.percent = percent),
    };
    page.edit(with_share(55.0, "share"));
    assert!(page.present().share_by_hand);
    // A file that says what is there already changes nothing, and chooses nothing.
    let mut page = Page::open();
    let mut there = page.present().scenario.clone();
    page.drop_scenario(&serde_json::to_string(&there).expect("JSON"));
    assert!(!page.present().share_by_hand);
    there.seed = 5;
    page.drop_scenario(&serde_json::to_string(&there).expect("JSON"));
    assert!(page.present().share_by_hand);
}

#[test]
fn a_scenario_file_is_merged_over_the_workload_that_is_there() {
    let mut page = Page::on_log();
    page.drop_scenario(r#"{"seed": 5}"#);
    let scenario = &page.present().scenario;
    assert_eq!((scenario.seed, scenario.platform.as_slice()), (5, &[10][..]));
    assert_eq!(scenario.workload.last_job, None);
    assert_eq!(scenario.workload.reservations.percent, 0.0);
    page.edit(EditAction::Undo);
    assert_eq!(page.present().scenario.seed, 1);
    // On the sample as well, whose jobs links take from 1 to 1000 on 2 × 64 processors.
    let mut page = Page::open();
    page.drop_scenario(r#"{"platform": "log", "workload": {"reservations": {"percent": 20}}}"#);
    let scenario = &page.present().scenario;
    assert_eq!(scenario.platform, [128]);
    assert_eq!(scenario.workload.first_job, None);
    assert_eq!(scenario.workload.reservations.percent, 20.0);
}

#[test]
fn a_scenario_file_that_cannot_be_run_changes_nothing() {
    let mut page = Page::on_log();
    let before = page.present().scenario.clone();
    let offers = |page: &Page| -> usize {
        let shown = page.state.notices.shown.iter();
        shown.map(|notice| notice.said.offers.len()).sum()
    };
    assert!(offers(&page) > 0);
    page.drop_scenario(r#"{"system": {"two_level": {"grid": {"reservation_allocation": "static_partition"}}}}"#);
    assert_eq!(page.present().scenario, before);
    assert!(offers(&page) > 0);
    let said = page.said();
    let last = said.last().expect("a notice");
    assert!(last.starts_with("a.json is not a scenario: platform: static_partition needs at least two"), "{last}");
}

#[test]
fn another_scenario_is_taken_with_its_workload() {
    let mut page = Page::on_log();
    let scenario = Scenario { seed: 9, ..Scenario::default() };
    page.edit(EditAction::Take(Box::new(scenario.clone()), SAMPLE));
    assert_eq!(page.present().scenario, scenario);
    assert_eq!(page.present().workload, SAMPLE);
    page.edit(EditAction::Undo);
    assert_eq!(page.present().workload, 1);
}

#[test]
fn scenarios_join_the_comparison_and_leave_it() {
    let mut page = Page::open();
    page.edit(EditAction::Compare(Compared::Add));
    page.set_seed(2, false);
    let third = Scenario { seed: 3, ..Scenario::default() };
    page.edit(EditAction::CompareWith(Box::new(third)));
    let seeds = |page: &Page| -> Vec<u64> { page.present().scenarios().map(|it| it.seed).collect() };
    assert_eq!(seeds(&page), [1, 2, 3]);
    assert_eq!(page.present().front(), 2);
    page.edit(EditAction::Compare(Compared::Remove(0)));
    assert_eq!(seeds(&page), [2, 3]);
    page.edit(EditAction::Undo);
    assert_eq!(seeds(&page), [1, 2, 3]);
}

#[test]
fn reset_goes_back_to_what_the_workload_began_with() {
    let mut page = Page::open();
    page.set_seed(5, false);
    page.edit(EditAction::Reset);
    assert_eq!(page.present().scenario, Scenario::default());
    let mut page = Page::on_log();
    let begun = page.present().scenario.clone();
    page.set_seed(5, false);
    page.edit(EditAction::Reset);
    assert_eq!(page.present().scenario, begun);
    assert_eq!(page.present().scenario.platform, [10]);
}

#[test]
fn a_sketch_that_is_opened_is_shown_to_be_drawn_on_and_its_stroke_keeps_its_job() {
    let mut page = Page::open();
    page.view(ViewAction::Show(View::Jobs));
    let sketch = Rc::new(Sketch::blackboard());
    let reading = workload::read("Blackboard", sketch.swf("Blackboard").as_bytes()).unwrap();
    page.workloads.push((4, reading.workload));
    page.edit(EditAction::Sketched(Box::new(Sketched {
        key: 4,
        sketch: sketch.clone(),
        opens: Some(scenario()),
        moving: None,
        chosen: None,
    })));
    assert_eq!(page.present().workload, 4);
    assert_eq!(page.present().sketch, Some(sketch.clone()));
    assert_eq!(page.state.view.shown, View::Gantt);
    assert!(page.state.view.drawing);
    page.run();
    let reading = workload::read("Blackboard", sketch.swf("Blackboard").as_bytes()).unwrap();
    page.workloads.push((5, reading.workload));
    page.edit(EditAction::Sketched(Box::new(Sketched {
        key: 5,
        sketch,
        opens: None,
        moving: Some("pen"),
        chosen: Some(3),
    })));
    page.run();
    let job = page.state.view.job.expect("the job that was drawn");
    assert_eq!(page.state.run.finished.as_ref().unwrap().run.jobs[job].id, 3);
    page.edit(EditAction::Reset);
    assert_eq!(page.present().scenario.workload.last_job, None);
}

#[test]
fn a_list_of_requests_is_told_once_a_run_knows_how_many_are_for_jobs_taken() {
    let mut page = Page::on_log();
    let request = |job| ListedRequest { job, ready: 500, deadline: 900, best_effort: None };
    let list =
        || EditAction::List { name: "requests.csv".to_owned(), requests: vec![request(1), request(3), request(77)] };
    page.edit(list());
    let reservations = &page.present().scenario.workload.reservations;
    assert_eq!(reservations.request, RequestKind::Listed);
    assert!(!page.said().iter().any(|it| it.contains("requests.csv")));
    page.run();
    let text = "requests.csv: 3 reservations listed, 2 of them for selected jobs.";
    assert_eq!(page.last_notice().said, Said::done(text, true));
    assert_eq!(page.state.listed_jobs(), Some(2));
    // The same once more makes no run, and nothing to undo.
    page.edit(list());
    assert_eq!(page.last_notice().said, Said::done(text, false));
    // One whose run does not come about is told all the same.
    page.edit(EditAction::List { name: "b.csv".to_owned(), requests: vec![request(1)] });
    let refused = NotRun::Refused("no".into());
    page.act(Action::Run(RunAction::NotRun(refused)));
    assert_eq!(page.last_notice().said.text, "b.csv: 1 reservation listed.");
}

#[test]
fn of_a_list_that_was_undone_nothing_is_told() {
    let mut page = Page::on_log();
    page.edit(EditAction::List {
        name: "a.csv".to_owned(),
        requests: vec![ListedRequest { job: 1, ready: 500, deadline: 900, best_effort: None }],
    });
    page.edit(EditAction::Undo);
    page.run();
    assert!(!page.said().iter().any(|it| it.contains("a.csv")));
    assert_eq!(page.state.listed_jobs(), None);
}

#[test]
fn the_next_policy_is_one_step_and_a_run_tells_its_name() {
    let mut page = Page::open();
    let first = page.state.run.finished.clone().expect("a run");
    page.edit(EditAction::NextPolicy(1));
    page.run();
    let next = page.state.run.finished.clone().expect("a run");
    let queue = |of: &Experiment| {
        let line = of.run_line(workload::WorkloadKind::Log);
        line.split_once(',').map(|(it, _)| it.to_owned())
    };
    assert_eq!(queue(page.present()).as_deref(), Some("Two-level grid: strict FCFS"));
    let told = run_told(&next, Some(&first));
    assert!(told.starts_with("strict FCFS, δ = 0 s. "), "{told}");
    assert!(told.contains("jobs scheduled: utilization "), "{told}");
    assert_eq!(format!("strict FCFS, δ = 0 s. {}", run_told(&next, None)), told);
    assert_eq!(run_told(&next, Some(&next)), run_told(&next, None));
    page.edit(EditAction::NextPolicy(-1));
    page.edit(EditAction::NextPolicy(-1));
    assert_eq!(queue(page.present()).as_deref(), Some("Two-level grid: ordered by submit"));
    for _ in 0..3 {
        page.edit(EditAction::Undo);
    }
    assert_eq!(*page.present(), *first.experiment);
    assert_eq!(page.state.history.can(), (false, true));
}

#[test]
fn there_is_no_next_policy_in_lessons_nor_where_nothing_decides() {
    let mut page = Page::open();
    page.view(ViewAction::Show(View::Lessons));
    page.edit(EditAction::NextPolicy(1));
    assert_eq!(page.state.history.can(), (false, false));
    page.view(ViewAction::Show(View::Gantt));
    page.edit(EditAction::Change {
        control: "system",
        moving: false,
        change: Box::new(|it| it.system = experiment::System::of_key("as_logged").expect("one")),
    });
    let as_logged = page.present().clone();
    page.edit(EditAction::NextPolicy(1));
    assert_eq!(page.present(), &as_logged);
    page.edit(EditAction::Undo);
    assert_eq!(page.state.history.can(), (false, true));
}
