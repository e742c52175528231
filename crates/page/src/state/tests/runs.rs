use super::*;

#[test]
fn a_run_begins_comes_so_far_and_is_complete() {
    let mut page = Page::at_start();
    page.follow("| activity Running(None)\nprogress 100 | activity Running(Some(0.5))\nrun | activity Idle");
    assert!(page.state.run.finished.is_some());
    assert_eq!(page.state.run.before, None);
}

#[test]
fn figures_are_compared_with_the_run_before_the_movement() {
    let mut page = Page::open();
    let first = page.state.run.finished.clone().unwrap();
    page.does("move 2; run; move 3; run; move 4; run");
    assert_eq!(page.state.run.before.as_deref(), Some(&first.report));
    // Those of another log are nothing to compare with.
    page.does("log 1; run");
    assert_eq!(page.state.run.before, None);
}

/// What was lost or cancelled is being run again.
#[test]
fn what_is_refused_stays_refused_until_something_has_run() {
    let mut page = Page::open();
    for (why, told, while_running) in [
        (NotRun::Refused("no provider".into()), "Refused(\"no provider\")", "Some(Refused(\"no provider\"))"),
        (NotRun::Lost("the worker died".into()), "Lost(\"the worker died\")", "None"),
        (NotRun::Cancelled, "Cancelled", "None"),
    ] {
        page.act(Action::Run(RunAction::NotRun(why)));
        page.follow(&format!(
            "| activity Idle / not-run Some({told})\nrunning | not-run {while_running}\nrun | not-run None"
        ));
    }
}

#[test]
fn a_scenario_that_cannot_be_shown_has_another_system() {
    for system in System::all() {
        let mut page = Page::open();
        let key = system.model().key();
        page.change(move |it| it.system = system);
        let other = page.state.other_system().unwrap();
        let expected = ["two_level", "co_allocation"][usize::from(key == "two_level")];
        assert_eq!(other.model().key(), expected, "{key}");
    }
}

#[test]
fn without_a_worker_nothing_runs_until_somebody_tries_again() {
    Page::open().follow(
        "running; no-worker | activity Idle / no-worker Some(\"it is gone\")
try | no-worker None",
    );
}

/// Nothing was asked for in the meantime.
#[test]
fn what_is_asked_for_without_a_worker_runs_when_there_is_one() {
    Page::open().follow(
        "no-worker; running | activity Idle
try | activity Running(None)
no-worker; try | activity Idle",
    );
}

/// In the Gantt view it closes the explanation. What shows no progress has hardly begun.
#[test]
fn escape_closes_what_is_open_and_else_stops_a_run_that_shows_progress() {
    let mut page = Page::open();
    page.does("progress 100");
    page.act(Action::Layout(LayoutAction::Drawer(true)));
    page.follow(
        "escape | drawer false / cancels 0
job 2; escape | cancels 0
job none; escape | cancels 1
running; escape | cancels 1",
    );
}
