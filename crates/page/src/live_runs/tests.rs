use super::*;

type LiveRuns = super::LiveRuns<&'static str, &'static str>;
type Sent = ToWorker<&'static str, &'static str>;

fn number(begins: &Begins<&'static str, &'static str>) -> Number {
    match begins {
        Begins::Now(ToWorker::Run(number, _)) => *number,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_run_under_way_has_a_while_to_finish_and_the_newest_follows() {
    let mut runs = LiveRuns::default();
    let first = number(&runs.run("a", 0.0));
    assert_eq!(runs.run("b", 100.0), Begins::Later(50));
    assert_eq!(runs.run("c", 120.0), Begins::Waits);
    assert_eq!(runs.ended(first), Some("a"));
    assert_eq!(runs.begin_next(130.0), Some(ToWorker::Run(2, "c")));
    assert_eq!(runs.begin_next(150.0), None);
    // What has had its while makes way at once.
    assert_eq!(runs.run("d", 400.0), Begins::Now(ToWorker::Run(3, "d")));
    assert_eq!(runs.ended(2), None, "nobody waits for it any more");
    assert_eq!(runs.ended(3), Some("d"));
}

#[test]
fn what_is_lost_is_told_once_each() {
    let mut runs = LiveRuns::default();
    runs.read(7);
    runs.run("a", 0.0);
    runs.ask("why");
    let lost = runs.lose();
    assert_eq!(lost, Lost { reading: vec![7], run: Some("a"), asked: Some("why") });
    let nothing = Lost { reading: Vec::new(), run: None, asked: None };
    assert_eq!(runs.lose(), nothing);
    assert_eq!(runs.ended(1), None);
    assert!(!runs.has_read(7));
}

#[test]
fn a_lost_run_that_a_newer_one_follows_is_no_news() {
    let mut runs = LiveRuns::default();
    runs.run("a", 0.0);
    runs.run("b", 10.0);
    assert_eq!(runs.lose().run, None);
    assert_eq!(runs.begin_next(20.0), Some(ToWorker::Run(2, "b")));
}

#[test]
fn trying_again_sends_the_run_that_was_lost() {
    let mut runs = LiveRuns::default();
    runs.run("a", 0.0);
    runs.lose();
    assert_eq!(runs.try_again(50.0), [ToWorker::Run(2, "a")]);
    assert_eq!(runs.try_again(60.0), [], "it is under way");
    assert_eq!(runs.ended(2), Some("a"));
}

#[test]
fn a_lost_run_is_forgotten_when_something_newer_is_run() {
    let mut runs = LiveRuns::default();
    runs.run("a", 0.0);
    runs.lose();
    let second = number(&runs.run("b", 10.0));
    runs.ended(second);
    assert_eq!(runs.try_again(20.0), []);
}

#[test]
fn without_a_worker_everything_is_held_and_then_sent() {
    let mut runs = LiveRuns::default();
    runs.read(0);
    runs.run("a", 0.0);
    runs.give_up();
    // What was asked before, and what is asked meanwhile.
    assert_eq!(runs.read(1), None);
    assert_eq!(runs.run("b", 500.0), Begins::Waits);
    assert_eq!(runs.ask("why"), None);
    assert_eq!(runs.begin_next(600.0), None);
    let sent = runs.try_again(1000.0);
    let expected: [Sent; 4] = [ToWorker::Read(0), ToWorker::Read(1), ToWorker::Run(3, "b"), ToWorker::Ask(2, "why")];
    assert_eq!(sent, expected);
    assert_eq!(runs.ended(3), Some("b"));
    assert_eq!(runs.answered(2), Some("why"));
    assert!(runs.has_read(0) && runs.has_read(1));
}

#[test]
fn the_run_that_had_begun_is_held_too() {
    let mut runs = LiveRuns::default();
    runs.run("a", 0.0);
    runs.give_up();
    assert_eq!(runs.try_again(1000.0), [ToWorker::Run(2, "a")]);
}

#[test]
fn cancelling_stops_what_runs_and_what_would_follow() {
    let mut runs = LiveRuns::default();
    assert_eq!(runs.cancel(), (false, None));
    runs.run("a", 0.0);
    runs.run("b", 10.0);
    assert_eq!(runs.cancel(), (true, Some(ToWorker::Stop)));
    assert_eq!(runs.begin_next(200.0), None);
    assert_eq!(runs.ended(1), None);
    assert_eq!(runs.run("c", 210.0), Begins::Now(ToWorker::Run(2, "c")));
}

#[test]
fn a_cancelled_run_begins_again_when_asked() {
    let mut runs = LiveRuns::default();
    runs.run("a", 0.0);
    runs.run("b", 10.0);
    runs.cancel();
    assert_eq!(runs.try_again(20.0), [ToWorker::Run(2, "b")]);
    // Also where there was no worker to begin it.
    runs.give_up();
    assert_eq!(runs.cancel(), (true, None));
    assert_eq!(runs.try_again(30.0), [ToWorker::Run(3, "b")]);
}
