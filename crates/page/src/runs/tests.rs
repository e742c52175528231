use super::*;

/// Has runs return: the question, the place, and a letter or the reason of a failure.
fn take(runs: &mut Runs<char>, returned: &[(u32, usize, Result<char, &str>)]) {
    for &(question, place, made) in returned {
        runs.take(Mark { question, place }, made.map_err(str::to_owned));
    }
}

/// The question, what was made, how many are done, why any failed, and whether they run or were cancelled.
#[track_caller]
fn check(runs: &Runs<char>, expected: &str) {
    let Runs { made, done, failed, cancelled, .. } = runs;
    let made: String = made.iter().map(|it| it.unwrap_or('-')).collect();
    let (question, total, runs) = (runs.question(), runs.total(), runs.is_running());
    let told =
        format!("{question}: {made} {done} of {total}, failed {failed:?}, running {runs}, cancelled {cancelled}");
    assert_eq!(told, expected);
}

#[test]
fn runs_return_in_any_order_to_their_places() {
    let mut runs = Runs::of(7, 3);
    check(&runs, "7: --- 0 of 3, failed None, running true, cancelled false");
    take(&mut runs, &[(7, 2, Ok('c')), (7, 0, Ok('a'))]);
    check(&runs, "7: a-c 2 of 3, failed None, running true, cancelled false");
    take(&mut runs, &[(7, 1, Ok('b'))]);
    check(&runs, "7: abc 3 of 3, failed None, running false, cancelled false");
}

#[test]
fn failures_count_as_done_and_the_first_gives_its_reason() {
    let mut runs = Runs::of(1, 3);
    take(&mut runs, &[(1, 1, Err("no room")), (1, 0, Err("lost")), (1, 2, Ok('c'))]);
    check(&runs, "1: --c 3 of 3, failed Some((\"no room\", 2)), running false, cancelled false");
}

#[test]
fn answers_to_another_question_and_to_no_run_are_dropped() {
    let mut runs = Runs::of(2, 2);
    let before = runs.clone();
    take(&mut runs, &[(1, 0, Ok('x')), (1, 1, Err("an old failure")), (2, 2, Ok('x'))]);
    assert_eq!(runs, before);
}

#[test]
fn nothing_counts_after_a_stop() {
    let mut runs = Runs::of(1, 3);
    take(&mut runs, &[(1, 0, Ok('a'))]);
    runs.cancelled = true;
    let stopped = runs.clone();
    take(&mut runs, &[(1, 1, Ok('b')), (1, 2, Err("lost"))]);
    assert_eq!(runs, stopped);
    check(&runs, "1: a-- 1 of 3, failed None, running false, cancelled true");
}

#[test]
fn no_runs_are_over_at_once() {
    assert!(!Runs::<char>::of(1, 0).is_running());
}
