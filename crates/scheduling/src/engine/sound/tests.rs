//! A sound run, and changes that make it unsound.

use super::{check, check_on_one_provider};
use crate::engine::{Bar, Cause, Causes, NEVER, Outcome, Run, Schedule, Status};
use workload::testing::job;

fn ran(first_bar: u32, processors: u32, start: i64) -> Outcome {
    Outcome {
        status: Status::Done,
        processors,
        allocated: 0,
        promised_start: start,
        start,
        end: start + 10,
        ran: 10,
        held_from: start,
        held_until: start + 10,
        released: start + 10,
        completion: start + 10,
        first_bar,
        bar_count: 1,
        promised_end: NEVER,
        ..Outcome::UNSEEN
    }
}

fn bar(job: u32, processors: (u32, u32), start: i64) -> Bar {
    Bar { job, provider: 0, first_processor: processors.0, last_processor: processors.1, start, end: start + 10 }
}

/// Two jobs beside one another and one behind them, on three processors; a fourth is rejected.
fn sound() -> Run {
    Run {
        platform: vec![3],
        // Each of ten seconds, on the given number of processors.
        jobs: [(1, 2), (2, 1), (3, 3), (4, 9)].map(|(id, processors)| job(id, 0, processors, 10, 10)).to_vec(),
        schedule: Schedule {
            outcomes: vec![ran(0, 2, 0), ran(1, 1, 0), ran(2, 3, 10), Outcome::UNSEEN],
            bars: vec![bar(0, (0, 1), 0), bar(1, (2, 2), 0), bar(2, (0, 2), 10)],
            earlier: Vec::new(),
        },
        causes: Causes::from_list([[Cause::NotKnown; 3].as_slice(), &[Cause::TooLarge]].concat()),
        ..Run::default()
    }
}

#[test]
fn what_can_be_is_sound() {
    assert_eq!(check(&sound()), Ok(()));
}

#[test]
fn what_cannot_be_is_told() {
    type Change = fn(&mut Run);
    let changes: [(&str, Change); 14] = [
        ("job 3: it was rejected for no reason", |it| {
            it.causes = Causes::default();
        }),
        ("4 jobs, 3 outcomes", |it| it.schedule.outcomes.truncate(3)),
        ("order of start", |it| it.schedule.bars[0].start = 5),
        ("of 2 rows", |it| it.platform = vec![2]),
        ("at once", |it| {
            it.schedule.bars[1].first_processor = 1;
            it.schedule.bars[1].last_processor = 1;
        }),
        ("job 3: it has bars", |it| {
            it.schedule.outcomes[3].bar_count = 1;
        }),
        ("job 0: its bars are 2 wide", |it| {
            it.schedule.outcomes[0].processors = 1;
        }),
        ("job 1: it has 1 processors", |it| it.jobs[1].processors = 2),
        ("job 2: its bars are", |it| {
            it.schedule.outcomes[2].released = 21;
        }),
        ("job 1: no bar is at its provider", |it| {
            it.platform.push(3);
            it.schedule.outcomes[1].provider = 1;
        }),
        ("job 2: it starts too early", |it| it.jobs[2].submit = 11),
        ("job 2: its provider", |it| {
            it.schedule.outcomes[2].allocated = 11;
        }),
        ("job 0: it ran for 10 of 12", |it| it.jobs[0].run_time = 12),
        ("job 0: 0 stints", |it| {
            it.schedule.outcomes[0].interruptions = 1;
        }),
    ];
    for (told, change) in changes {
        let mut run = sound();
        change(&mut run);
        let why = check(&run).expect_err(told);
        assert!(why.contains(told), "{told}: {why}");
    }
}

/// Half of the first job's processors are at another provider: valid, but not in every system.
#[test]
fn a_job_spread_over_providers_is_reported() {
    let mut run = sound();
    assert_eq!(check_on_one_provider(&run), Ok(()));
    run.platform.push(3);
    run.schedule.outcomes[0].bar_count = 2;
    run.schedule.outcomes[1].first_bar = 2;
    run.schedule.outcomes[2].first_bar = 3;
    let bars = &mut run.schedule.bars;
    bars[0].last_processor = 0;
    bars.insert(1, Bar { provider: 1, ..bar(0, (0, 0), 0) });
    assert_eq!(check(&run), Ok(()));
    let why = check_on_one_provider(&run).expect_err("spread");
    assert!(why.contains("provider: 1") && why.contains("Some(0)"), "{why}");
}
