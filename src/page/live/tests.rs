use super::*;

type Desk = super::Desk<&'static str, &'static str>;
type Sent = Send<&'static str, &'static str>;

fn number(begins: &Begins<&'static str, &'static str>) -> Number {
    match begins {
        Begins::Now(Send::Run(number, _)) => *number,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_run_under_way_has_a_while_to_finish_and_the_newest_follows() {
    let mut desk = Desk::default();
    let first = number(&desk.run("a", 0.0));
    assert_eq!(desk.run("b", 100.0), Begins::Later(50));
    assert_eq!(desk.run("c", 120.0), Begins::Waits);
    assert_eq!(desk.ended(first), Some("a"));
    assert_eq!(desk.begin_next(130.0), Some(Send::Run(2, "c")));
    assert_eq!(desk.begin_next(150.0), None);
    // What has had its while makes way at once.
    assert_eq!(desk.run("d", 400.0), Begins::Now(Send::Run(3, "d")));
    assert_eq!(desk.ended(2), None, "nobody waits for it any more");
    assert_eq!(desk.ended(3), Some("d"));
}

#[test]
fn what_is_lost_is_told_once_each() {
    let mut desk = Desk::default();
    desk.read(7);
    desk.run("a", 0.0);
    desk.ask("why");
    let lost = desk.lose();
    assert_eq!(
        lost,
        Lost {
            reading: vec![7],
            run: Some("a"),
            asked: Some("why"),
        }
    );
    let nothing = Lost {
        reading: Vec::new(),
        run: None,
        asked: None,
    };
    assert_eq!(desk.lose(), nothing);
    assert_eq!(desk.ended(1), None);
    assert!(!desk.has_read(7));
}

#[test]
fn a_lost_run_that_a_newer_one_follows_is_no_news() {
    let mut desk = Desk::default();
    desk.run("a", 0.0);
    desk.run("b", 10.0);
    assert_eq!(desk.lose().run, None);
    assert_eq!(desk.begin_next(20.0), Some(Send::Run(2, "b")));
}

#[test]
fn trying_again_sends_the_run_that_was_lost() {
    let mut desk = Desk::default();
    desk.run("a", 0.0);
    desk.lose();
    assert_eq!(desk.try_again(50.0), [Send::Run(2, "a")]);
    assert_eq!(desk.try_again(60.0), [], "it is under way");
    assert_eq!(desk.ended(2), Some("a"));
}

#[test]
fn a_lost_run_is_forgotten_when_something_newer_is_run() {
    let mut desk = Desk::default();
    desk.run("a", 0.0);
    desk.lose();
    let second = number(&desk.run("b", 10.0));
    desk.ended(second);
    assert_eq!(desk.try_again(20.0), []);
}

#[test]
fn without_a_worker_everything_is_held_and_then_sent() {
    let mut desk = Desk::default();
    desk.read(0);
    desk.run("a", 0.0);
    desk.give_up();
    // What was asked before, and what is asked meanwhile.
    assert_eq!(desk.read(1), None);
    assert_eq!(desk.run("b", 500.0), Begins::Waits);
    assert_eq!(desk.ask("why"), None);
    assert_eq!(desk.begin_next(600.0), None);
    let sent = desk.try_again(1000.0);
    let expected: [Sent; 4] = [
        Send::Read(0),
        Send::Read(1),
        Send::Run(3, "b"),
        Send::Ask(2, "why"),
    ];
    assert_eq!(sent, expected);
    assert_eq!(desk.ended(3), Some("b"));
    assert_eq!(desk.answered(2), Some("why"));
    assert!(desk.has_read(0) && desk.has_read(1));
}

#[test]
fn the_run_that_had_begun_is_held_too() {
    let mut desk = Desk::default();
    desk.run("a", 0.0);
    desk.give_up();
    assert_eq!(desk.try_again(1000.0), [Send::Run(2, "a")]);
}

#[test]
fn cancelling_stops_what_runs_and_what_would_follow() {
    let mut desk = Desk::default();
    assert_eq!(desk.cancel(), (false, None));
    desk.run("a", 0.0);
    desk.run("b", 10.0);
    assert_eq!(desk.cancel(), (true, Some(Send::Stop)));
    assert_eq!(desk.begin_next(200.0), None);
    assert_eq!(desk.ended(1), None);
    assert_eq!(desk.run("c", 210.0), Begins::Now(Send::Run(2, "c")));
}

#[test]
fn a_cancelled_run_begins_again_when_asked() {
    let mut desk = Desk::default();
    desk.run("a", 0.0);
    desk.run("b", 10.0);
    desk.cancel();
    assert_eq!(desk.try_again(20.0), [Send::Run(2, "b")]);
    // Also where there was no worker to begin it.
    desk.give_up();
    assert_eq!(desk.cancel(), (true, None));
    assert_eq!(desk.try_again(30.0), [Send::Run(3, "b")]);
}
