use proptest::prelude::*;

use super::{AsLogged, OVER_THE_TOP, OwnDecision, WITHOUT_RUN_TIME, WITHOUT_WAIT};
use crate::engine::decisions::Waits;
use crate::system::prelude::*;
use crate::system::testing;
use crate::system::testing::{job, jobs, starts};

/// A run of the jobs of a log.
fn run(platform: &[u32], text: &str) -> Run {
    testing::run(&AsLogged {}, platform, jobs(text))
}

/// The first and last processor of the only bar of each job.
fn rows(run: &Run) -> String {
    let rows = (0..run.jobs.len()).map(|job| match run.schedule.bars_of(job) {
        [bar] => format!("{}-{}", bar.first_processor, bar.last_processor),
        bars => format!("{} bars", bars.len()),
    });
    rows.collect::<Vec<_>>().join(" ")
}

fn statuses(run: &Run) -> String {
    let statuses: Vec<Status> = run.schedule.outcomes.iter().map(|it| it.status).collect();
    format!("{statuses:?}")
}

#[test]
fn jobs_run_when_the_log_says_so() {
    let run = run(&[4], "0 2 10 10 wait=5, 1 2 3 3 wait=0, 2 4 1 1 wait=2");
    assert!(run.schedule.outcomes.iter().map(|it| (it.start, it.end)).eq([(5, 15), (1, 4), (4, 5)]));
    assert!(rows(&run).starts_with("0-1 "));
    assert_eq!(run.measures[OVER_THE_TOP], 0.0);
    assert!(run.over_the_top().is_empty());
    // By start, as every chart takes them.
    assert!(run.schedule.bars.is_sorted_by_key(|bar| bar.start));
}

#[test]
fn a_job_that_was_suspended_ends_when_it_ended() {
    let run = run(&[4], "0 2 10 10 wait=5 suspended=30");
    let outcome = run.schedule.outcomes[0];
    assert_eq!((outcome.start, outcome.end, outcome.ran), (5, 45, 10));
    assert_eq!(crate::engine::sound::check_of_log(&run), Ok(()));
}

#[test]
fn parts_that_stand_after_later_jobs_start_when_the_log_says_so() {
    // The second part of job 300 stands after the one that was submitted later.
    let part = "20 2 10 10 wait=5 part=300";
    let mut jobs = jobs(&format!("0 4 10 10 wait=0, {part}, {part}, 100000 4 10 10 wait=7"));
    workload::select::first_parts_first(&mut jobs);
    let run = testing::run(&AsLogged {}, &[4], jobs);
    assert!(run.jobs.iter().map(|it| it.heterogeneous).eq([0, 300, 0, 300]));
    assert_eq!((starts(&run).as_str(), rows(&run).as_str()), ("0 25 100007 25", "0-3 0-1 0-3 2-3"));
}

#[test]
fn a_job_has_the_processors_that_it_was_given() {
    let run = run(&[4], "0 1 10 10 wait=0 allocated=4");
    assert_eq!((run.jobs[0].processors, rows(&run).as_str()), (4, "0-3"));
}

#[test]
fn jobs_that_the_log_calls_stopped_at_their_limit_are_killed() {
    let run = |killed: &[Option<bool>]| {
        let killed = killed.iter().map(|&killed_at_limit| Job { killed_at_limit, ..job("0 1 10 10 wait=0") });
        testing::run(&AsLogged {}, &[4], killed.collect())
    };
    let told = run(&[Some(true), Some(false), None]);
    assert_eq!(statuses(&told), "[Killed, Done, Done]");
    assert!(!told.killed_unknown());
    // Where the log records it of no job, it is unknown.
    let silent = run(&[None, None]);
    assert!(silent.killed_unknown());
    let report = crate::criteria::report(&silent);
    assert_eq!((report.killed, report.killed_unknown), (0, true));
    assert_eq!(crate::criteria::report(&told).killed, 1);
}

#[test]
fn a_job_with_too_few_processors_is_counted_and_drawn_over_the_top() {
    let run = run(&[4], "0 3 10 10 wait=0, 1 2 4 4 wait=0, 2 9 2 2 wait=0, 6 2 2 2 wait=0");
    assert_eq!(run.measures[OVER_THE_TOP], 3.0);
    // The rows are free again when the last one comes.
    assert_eq!(rows(&run), "0-2 4-5 6-14 4-5");
    assert_eq!((run.over_the_top(), run.rows()), (&[11][..], vec![15]));
}

#[test]
fn a_provider_with_room_is_taken_before_the_first() {
    let run = run(&[4, 4], "0 3 10 10 wait=0, 1 2 10 10 wait=0, 2 4 9 9 wait=0");
    // The third fits nowhere, and the second provider has most left.
    assert!(run.schedule.outcomes.iter().map(|it| it.provider).eq([0, 1, 1]));
    assert_eq!(run.over_the_top(), [0, 4]);
}

#[test]
fn what_the_log_does_not_know_is_left_out_and_counted() {
    let run = run(&[4], "0 1 5 5, 0 1 0 1 wait=3 untimed, 0 1 0 1 untimed, 9 1 0 1 wait=0");
    assert_eq!(statuses(&run), "[Rejected, Rejected, Rejected, Done]");
    assert_eq!([WITHOUT_WAIT, WITHOUT_RUN_TIME].map(|it| run.measures[it]), [2.0, 2.0]);
}

#[test]
fn reservations_are_none_here() {
    let run = run(&[4], "0 1 5 5 wait=7 from=100 to=200");
    assert!(!run.jobs[0].is_reservation());
    assert_eq!(starts(&run), "7");
}

fn told(text: &str, watch: Watch) -> Explanation {
    let mut simulation = testing::started(&AsLogged {}, &[4], jobs(text));
    simulation.watch(watch);
    while !simulation.advance(usize::MAX) {}
    simulation.explanation().expect("it was watched")
}

#[test]
fn a_job_is_explained_by_the_log() {
    let waits = Waits::of(Reason::Own(Own::of(&OwnDecision::AsRecorded { start: 5 })));
    let started = |processors, free| OwnDecision::StartedAsRecorded { processors, free }.into();
    let lacks = OwnDecision::NotLogged { wait: true, run_time: false }.into();
    for (job, expected) in [
        vec![(0, Decision::Submitted), (0, Decision::Waits(waits)), (5, started(3, None)), (15, Decision::Done)],
        vec![(6, Decision::Submitted), (6, started(2, Some(1))), (9, Decision::Done)],
        vec![(7, Decision::Submitted), (7, lacks)],
    ]
    .into_iter()
    .enumerate()
    {
        let told = told("0 3 10 10 wait=5, 6 2 3 3 wait=0, 7 2 3 3", Watch::Job(job as u32));
        let entries: Vec<_> = told.entries.into_iter().map(|it| (it.first, it.decision)).collect();
        assert_eq!(entries, expected, "job {job}");
    }
}

#[test]
fn a_moment_lists_running_and_waiting_jobs() {
    let told = told("0 3 10 10 wait=0, 1 2 3 3 wait=20, 4 1 3 3 wait=0", Watch::Moment(5));
    let moment = told.moment.unwrap();
    assert_eq!((moment.time, moment.previous, moment.next), (Some(4), Some(0), Some(7)));
    let here = &moment.providers[0];
    assert_eq!((here.free, here.queue_length, here.queue[0].job), (0, 1, 1));
    assert!(here.claims.iter().map(|it| (it.job, it.until)).eq([(0, 10), (2, 7)]));
}

/// The twin: every second and every processor of every provider on a board, from the rule alone.
struct Board {
    /// The job on each row, by provider.
    rows: Vec<Vec<Option<usize>>>,
}

impl Board {
    /// Plays the jobs second by second: the provider of each and its lowest row, and whether it went
    /// over the top.
    fn play(platform: &[u32], jobs: &[Job]) -> Vec<Option<(u32, u32, bool)>> {
        let mut board = Self { rows: platform.iter().map(|_| vec![None; 500]).collect() };
        let mut placed = vec![None; jobs.len()];
        let span = |job: &Job| {
            let start = job.submit + job.logged_wait?;
            job.run_time_known.then_some((start, start + job.run_time))
        };
        for now in 0..200 {
            let over = |owner: usize| span(&jobs[owner]).is_some_and(|(_, end)| end <= now);
            for row in board.rows.iter_mut().flatten() {
                row.take_if(|owner| over(*owner));
            }
            for (index, job) in jobs.iter().enumerate() {
                // A job of no length gives its rows back when the next instant comes.
                if span(job).is_some_and(|(start, _)| start == now) {
                    placed[index] = Some(board.place(platform, index, job.processors as usize));
                }
            }
        }
        placed
    }

    fn place(&mut self, platform: &[u32], index: usize, size: usize) -> (u32, u32, bool) {
        let free =
            |rows: &[Option<usize>], count: u32| rows[..count as usize].iter().filter(|row| row.is_none()).count();
        let free: Vec<usize> = (0..platform.len()).map(|at| free(&self.rows[at], platform[at])).collect();
        if let Some(at) = free.iter().position(|&it| it >= size) {
            let mut taken = Vec::new();
            for (row, owner) in self.rows[at].iter_mut().enumerate() {
                if owner.is_none() && taken.len() < size {
                    *owner = Some(index);
                    taken.push(row);
                }
            }
            return (at as u32, taken[0] as u32, false);
        }
        let most = *free.iter().max().unwrap();
        let at = free.iter().position(|&it| it == most).unwrap();
        let above = platform[at] as usize;
        let first = (above..)
            .find(|&first| {
                let rows = &self.rows[at][first..first + size];
                rows.iter().all(Option::is_none)
            })
            .unwrap();
        self.rows[at][first..first + size].fill(Some(index));
        (at as u32, first as u32, true)
    }
}

proptest! {
    #[test]
    fn every_job_is_where_the_board_has_it(
        platform in proptest::collection::vec(1..12u32, 1..3),
        log in proptest::collection::vec((0..40i64, -1..20i64, -1..25i64, 1..10u32), 1..25),
    ) {
        let mut jobs: Vec<Job> = (0..)
            .zip(log)
            .map(|(id, (submit, wait, run_time, processors))| Job {
                id,
                submit,
                processors,
                run_time: run_time.max(0),
                requested_time: run_time.max(1),
                logged_wait: (wait >= 0).then_some(wait),
                run_time_known: run_time >= 0,
                ..Job::default()
            })
            .collect();
        jobs.sort_by_key(|job| (job.submit, job.id));
        let expected = Board::play(&platform, &jobs);
        let run = testing::run(&AsLogged {}, &platform, jobs);
        let mut over = 0;
        for (index, expected) in expected.iter().enumerate() {
            let outcome = &run.schedule.outcomes[index];
            match expected {
                None => prop_assert_eq!(outcome.status, Status::Rejected),
                Some((provider, first, is_over)) => {
                    let bars = run.schedule.bars_of(index);
                    prop_assert_eq!((outcome.provider, bars[0].first_processor), (*provider, *first));
                    let rows: u32 = bars.iter().map(|it| it.last_processor - it.first_processor + 1).sum();
                    prop_assert_eq!(rows, run.jobs[index].processors);
                    over += u32::from(*is_over);
                }
            }
        }
        prop_assert_eq!(run.measures[OVER_THE_TOP], f64::from(over));
        crate::criteria::wait_parts::tests::check_seconds(&run, false)?;
    }
}
