use super::*;
use experiment::System;

#[test]
fn a_run_begins_comes_so_far_and_is_complete() {
    let mut page = Page::at_start();
    assert_eq!(page.state.run.activity, Activity::Running(None));
    page.act(Action::Run(progress(0.25, 100.0)));
    assert_eq!(page.state.run.activity, Activity::Running(Some(0.25)));
    page.run();
    assert_eq!(page.state.run.activity, Activity::Idle);
    assert!(page.state.run.finished.is_some());
    assert_eq!(page.state.run.before, None);
}

#[test]
fn figures_are_compared_with_the_run_before_the_movement() {
    let mut page = Page::open();
    let first = page.state.run.finished.clone().unwrap();
    for seed in 2..5 {
        page.set_seed(seed, true);
        page.run();
    }
    assert_eq!(page.state.run.before.as_deref(), Some(&first.report));
    // Those of another log are nothing to compare with.
    page.drop_log(1, LOG);
    page.run();
    assert_eq!(page.state.run.before, None);
}

#[test]
fn what_is_refused_stays_refused_until_something_has_run() {
    let mut page = Page::open();
    let refused = NotRun::Refused("no provider".into());
    page.act(Action::Run(RunAction::NotRun(refused.clone())));
    assert_eq!(page.state.run.activity, Activity::Idle);
    page.act(Action::Run(RunAction::Running));
    assert_eq!(page.state.run.not_run, Some(refused));
    page.run();
    assert_eq!(page.state.run.not_run, None);
    let lost = NotRun::Lost("the worker died".into());
    for why in [lost, NotRun::Cancelled] {
        page.act(Action::Run(RunAction::NotRun(why.clone())));
        assert_eq!(page.state.run.not_run, Some(why));
        // It is being run again.
        page.act(Action::Run(RunAction::Running));
        assert_eq!(page.state.run.not_run, None);
    }
}

#[test]
fn a_scenario_that_cannot_be_shown_has_another_system() {
    for system in System::all() {
        let mut page = Page::open();
        let key = system.model().key();
        page.act(Action::Edit(EditAction::Change {
            control: "system",
            moving: false,
            change: Box::new(move |it| it.system = system),
        }));
        let other = page.state.other_system().expect("another system");
        let expected = ["two_level", "co_allocation"][usize::from(key == "two_level")];
        assert_eq!(other.model().key(), expected, "{key}");
    }
}

#[test]
fn without_a_worker_nothing_runs_until_somebody_tries_again() {
    let mut page = Page::open();
    page.act(Action::Run(RunAction::Running));
    page.act(Action::Run(RunAction::NoWorker("it does not start".to_owned())));
    assert_eq!(page.state.run.activity, Activity::Idle);
    assert_eq!(page.state.run.no_worker.as_deref(), Some("it does not start"));
    page.act(Action::Run(RunAction::TryAgain));
    assert_eq!(page.state.run.no_worker, None);
}

#[test]
fn what_is_asked_for_without_a_worker_runs_when_there_is_one() {
    let mut page = Page::open();
    let is_running = |page: &Page| page.state.run.activity != Activity::Idle;
    page.act(Action::Run(RunAction::NoWorker("it is gone".to_owned())));
    page.act(Action::Run(RunAction::Running));
    assert!(!is_running(&page), "nobody runs it");
    page.act(Action::Run(RunAction::TryAgain));
    assert!(is_running(&page));
    // Nothing was asked for in the meantime.
    page.act(Action::Run(RunAction::NoWorker("it is gone".to_owned())));
    page.act(Action::Run(RunAction::TryAgain));
    assert!(!is_running(&page));
}

#[test]
fn escape_closes_what_is_open_and_else_stops_a_run_that_shows_progress() {
    let mut page = Page::open();
    page.act(Action::Run(progress(0.5, 100.0)));
    page.act(Action::Layout(LayoutAction::Drawer(true)));
    page.act(Action::Escape);
    assert!(!page.state.layout.drawer);
    assert_eq!(page.state.run.cancels, 0);
    // In the Gantt view it closes the explanation.
    page.view(ViewAction::Job(Some(2)));
    page.act(Action::Escape);
    assert_eq!(page.state.run.cancels, 0);
    page.view(ViewAction::Job(None));
    page.act(Action::Escape);
    assert_eq!(page.state.run.cancels, 1);
    // What shows no progress has hardly begun.
    page.act(Action::Run(RunAction::Running));
    page.act(Action::Escape);
    assert_eq!(page.state.run.cancels, 1);
}
