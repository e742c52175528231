use super::*;

fn mark(question: u32, place: usize) -> Mark {
    Mark { question, place }
}

#[test]
fn runs_return_in_any_order_to_their_places() {
    let mut runs = Runs::of(7, 3);
    assert_eq!((runs.question(), runs.total(), runs.done), (7, 3, 0));
    assert!(runs.is_running());
    runs.take(mark(7, 2), Ok('c'));
    runs.take(mark(7, 0), Ok('a'));
    assert_eq!(runs.made, [Some('a'), None, Some('c')]);
    assert!(runs.is_running());
    runs.take(mark(7, 1), Ok('b'));
    assert_eq!(runs.made, [Some('a'), Some('b'), Some('c')]);
    assert!(!runs.is_running());
    assert_eq!((runs.done, runs.failed, runs.cancelled), (3, None, false));
}

#[test]
fn failures_count_as_done_and_the_first_gives_its_reason() {
    let mut runs = Runs::of(1, 3);
    runs.take(mark(1, 1), Err("no room".to_owned()));
    runs.take(mark(1, 0), Err("lost".to_owned()));
    runs.take(mark(1, 2), Ok('c'));
    assert_eq!(runs.made, [None, None, Some('c')]);
    assert_eq!(runs.done, 3);
    assert_eq!(runs.failed, Some(("no room".to_owned(), 2)));
    assert!(!runs.is_running());
}

#[test]
fn answers_to_another_question_and_to_no_run_are_dropped() {
    let mut runs = Runs::of(2, 2);
    let before = runs.clone();
    runs.take(mark(1, 0), Ok('x'));
    runs.take(mark(1, 1), Err("an old failure".to_owned()));
    runs.take(mark(2, 2), Ok('x'));
    assert_eq!(runs, before);
}

#[test]
fn nothing_counts_after_a_stop() {
    let mut runs = Runs::of(1, 3);
    runs.take(mark(1, 0), Ok('a'));
    runs.cancelled = true;
    assert!(!runs.is_running());
    let stopped = runs.clone();
    runs.take(mark(1, 1), Ok('b'));
    runs.take(mark(1, 2), Err("lost".to_owned()));
    assert_eq!(runs, stopped);
}

#[test]
fn no_runs_are_over_at_once() {
    assert!(!Runs::<char>::of(1, 0).is_running());
}
