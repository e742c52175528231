use super::*;

/// Calls of new runs row by row, each with what it returns.
#[track_caller]
fn follow(rows: &'static str) {
    let mut runs = LiveRuns::<&str, &str>::default();
    for row in rows.lines() {
        let (call, expected) = row.split_once(" -> ").expect(row);
        let (call, of) = call.split_once(' ').unwrap_or((call, ""));
        let number = || of.parse::<u32>().expect(row);
        let returned = match call {
            "run" => {
                let (run, now) = of.split_once(" at ").expect(row);
                format!("{:?}", runs.run(run, now.parse().expect(row)))
            }
            "begin-next" => format!("{:?}", runs.begin_next(number().into())),
            "ended" => format!("{:?}", runs.ended(number())),
            "lose" => format!("{:?}", runs.lose()),
            "try-again" => format!("{:?}", runs.try_again(number().into())),
            "give-up" => format!("{:?}", runs.give_up()),
            "cancel" => format!("{:?}", runs.cancel()),
            "read" => format!("{:?}", runs.read(number())),
            "has-read" => runs.has_read(number()).to_string(),
            "ask" => format!("{:?}", runs.ask(of)),
            "answered" => format!("{:?}", runs.answered(number())),
            _ => panic!("no call: {row}"),
        };
        assert_eq!(returned.replace('"', ""), expected, "{row}");
    }
}

/// A run that has had its time to finish is stopped at once, and its result is dropped.
#[test]
fn a_run_under_way_has_a_while_to_finish_and_the_newest_follows() {
    follow(
        "run a at 0 -> Now(Run(1, a))
run b at 100 -> Later(50)
run c at 120 -> Waits
ended 1 -> Some(a)
begin-next 130 -> Some(Run(2, c))
begin-next 150 -> None
run d at 400 -> Now(Run(3, d))
ended 2 -> None
ended 3 -> Some(d)",
    );
}

#[test]
fn what_is_lost_is_told_once_each() {
    follow(
        "read 7 -> Some(Read(7))
run a at 0 -> Now(Run(1, a))
ask why -> Some(Ask(2, why))
lose -> Lost { reading: [7], run: Some(a), asked: Some(why) }
lose -> Lost { reading: [], run: None, asked: None }
ended 1 -> None
has-read 7 -> false",
    );
}

#[test]
fn a_lost_run_that_a_newer_one_follows_is_no_news() {
    follow(
        "run a at 0 -> Now(Run(1, a))
run b at 10 -> Later(140)
lose -> Lost { reading: [], run: None, asked: None }
begin-next 20 -> Some(Run(2, b))",
    );
}

/// Once: then it is under way.
#[test]
fn trying_again_sends_the_run_that_was_lost() {
    follow(
        "run a at 0 -> Now(Run(1, a))
lose -> Lost { reading: [], run: Some(a), asked: None }
try-again 50 -> [Run(2, a)]
try-again 60 -> []
ended 2 -> Some(a)",
    );
}

#[test]
fn a_lost_run_is_forgotten_when_something_newer_is_run() {
    follow(
        "run a at 0 -> Now(Run(1, a))
lose -> Lost { reading: [], run: Some(a), asked: None }
run b at 10 -> Now(Run(2, b))
ended 2 -> Some(b)
try-again 20 -> []",
    );
}

/// Requests from before the worker was given up, and requests made since.
#[test]
fn without_a_worker_everything_is_held_and_then_sent() {
    follow(
        "read 0 -> Some(Read(0))
run a at 0 -> Now(Run(1, a))
give-up -> ()
read 1 -> None
run b at 500 -> Waits
ask why -> None
begin-next 600 -> None
try-again 1000 -> [Read(0), Read(1), Run(3, b), Ask(2, why)]
ended 3 -> Some(b)
answered 2 -> Some(why)
has-read 0 -> true
has-read 1 -> true",
    );
}

#[test]
fn the_run_that_had_begun_is_held_too() {
    follow("run a at 0 -> Now(Run(1, a))\ngive-up -> ()\ntry-again 1000 -> [Run(2, a)]");
}

#[test]
fn cancelling_stops_what_runs_and_what_would_follow() {
    follow(
        "cancel -> (false, None)
run a at 0 -> Now(Run(1, a))
run b at 10 -> Later(140)
cancel -> (true, Some(Stop))
begin-next 200 -> None
ended 1 -> None
run c at 210 -> Now(Run(2, c))",
    );
}

/// Also where there was no worker to begin it.
#[test]
fn a_cancelled_run_begins_again_when_asked() {
    follow(
        "run a at 0 -> Now(Run(1, a))
run b at 10 -> Later(140)
cancel -> (true, Some(Stop))
try-again 20 -> [Run(2, b)]
give-up -> ()
cancel -> (true, None)
try-again 30 -> [Run(3, b)]",
    );
}
