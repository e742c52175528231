use proptest::prelude::*;

use super::decisions::OwnDecision;
use super::{AsLogged, OVER_THE_TOP, WITHOUT_RUN_TIME, WITHOUT_WAIT};
use crate::engine::decisions::{Decision, Own, Reason, Waits, Watch};
use crate::engine::{Run, Status};
use crate::system::{Simulation, testing};
use workload::{Job, ReservationRequest, Time};

/// A job of a log: submission, wait and run time, -1 where the log does not know it, and size.
fn job(id: u64, submit: Time, wait: Time, run_time: Time, processors: u32) -> Job {
    Job {
        id,
        submit,
        processors,
        run_time: run_time.max(0),
        requested_time: run_time.max(1),
        logged_wait: (wait >= 0).then_some(wait),
        run_time_known: run_time >= 0,
        ..Job::default()
    }
}

fn run(platform: &[u32], jobs: Vec<Job>) -> Run {
    testing::run(&AsLogged {}, platform, jobs)
}

/// First and last processor of the only bar of a job.
fn bar(run: &Run, job: usize) -> (u32, u32) {
    let [bar] = run.schedule.bars_of(job) else {
        panic!("one bar");
    };
    (bar.first_processor, bar.last_processor)
}

#[test]
fn jobs_run_when_the_log_says_so() {
    let jobs = vec![job(1, 0, 5, 10, 2), job(2, 1, 0, 3, 2), job(3, 2, 2, 1, 4)];
    let run = run(&[4], jobs);
    let times: Vec<(Time, Time)> = run.schedule.outcomes.iter().map(|it| (it.start, it.end)).collect();
    assert_eq!(times, [(5, 15), (1, 4), (4, 5)]);
    assert_eq!(bar(&run, 0), (0, 1));
    assert_eq!(run.measures[OVER_THE_TOP], 0.0);
    assert!(run.over_the_top().is_empty());
    // By start, as every chart takes them.
    assert!(run.schedule.bars.is_sorted_by_key(|bar| bar.start));
}

#[test]
fn a_job_that_was_suspended_ends_when_it_ended() {
    let suspended = Job { suspended: 30, ..job(1, 0, 5, 10, 2) };
    let run = run(&[4], vec![suspended]);
    let outcome = run.schedule.outcomes[0];
    assert_eq!((outcome.start, outcome.end, outcome.ran), (5, 45, 10));
    assert_eq!(crate::engine::sound::check_of_log(&run), Ok(()));
}

#[test]
fn parts_that_stand_after_later_jobs_start_when_the_log_says_so() {
    // The second part of job 300 stands after job 301, which was submitted later.
    let part = |id, submit, wait| Job { heterogeneous: 300, ..job(id, submit, wait, 10, 2) };
    let mut jobs = vec![job(299, 0, 0, 10, 4), part(300, 20, 5), part(300, 20, 5), job(301, 100_000, 7, 10, 4)];
    workload::select::first_parts_first(&mut jobs);
    let run = run(&[4], jobs);
    let times: Vec<(u64, Time)> =
        run.jobs.iter().zip(&run.schedule.outcomes).map(|(job, it)| (job.id, it.start)).collect();
    assert_eq!(times, [(299, 0), (300, 25), (301, 100_007), (300, 25)]);
    assert_eq!([bar(&run, 1), bar(&run, 3)], [(0, 1), (2, 3)]);
}

#[test]
fn a_job_has_the_processors_that_it_was_given() {
    let given = Job { allocated: 4, ..job(1, 0, 0, 10, 1) };
    let run = run(&[4], vec![given]);
    assert_eq!((run.jobs[0].processors, bar(&run, 0)), (4, (0, 3)));
}

#[test]
fn jobs_that_the_log_calls_stopped_at_their_limit_are_killed() {
    let killed = |id: u64, killed_at_limit: Option<bool>| Job { killed_at_limit, ..job(id, 0, 0, 10, 1) };
    let told = run(&[4], vec![killed(1, Some(true)), killed(2, Some(false)), killed(3, None)]);
    let status: Vec<Status> = told.schedule.outcomes.iter().map(|it| it.status).collect();
    assert_eq!(status, [Status::Killed, Status::Done, Status::Done]);
    assert!(!told.killed_unknown());
    // Where the log records it of no job, it is unknown.
    let silent = run(&[4], vec![killed(1, None), killed(2, None)]);
    assert!(silent.killed_unknown());
    let report = crate::criteria::report(&silent);
    assert_eq!((report.killed, report.killed_unknown), (0, true));
    assert_eq!(crate::criteria::report(&told).killed, 1);
}

#[test]
fn a_job_with_too_few_processors_is_counted_and_drawn_over_the_top() {
    let jobs = vec![job(1, 0, 0, 10, 3), job(2, 1, 0, 4, 2), job(3, 2, 0, 2, 9), job(4, 6, 0, 2, 2)];
    let run = run(&[4], jobs);
    assert_eq!(run.measures[OVER_THE_TOP], 3.0);
    assert_eq!([bar(&run, 1), bar(&run, 2)], [(4, 5), (6, 14)]);
    // The rows are free again by then.
    assert_eq!(bar(&run, 3), (4, 5));
    assert_eq!(run.over_the_top(), [11]);
    assert_eq!(run.rows(), [15]);
}

#[test]
fn a_provider_with_room_is_taken_before_the_first() {
    let jobs = vec![job(1, 0, 0, 10, 3), job(2, 1, 0, 10, 2), job(3, 2, 0, 9, 4)];
    let run = run(&[4, 4], jobs);
    let providers: Vec<u32> = run.schedule.outcomes.iter().map(|it| it.provider).collect();
    // The third fits nowhere, and the second provider has most left.
    assert_eq!(providers, [0, 1, 1]);
    assert_eq!(run.over_the_top(), [0, 4]);
}

#[test]
fn what_the_log_does_not_know_is_left_out_and_counted() {
    let jobs = vec![job(1, 0, -1, 5, 1), job(2, 0, 3, -1, 1), job(3, 0, -1, -1, 1), job(4, 9, 0, 0, 1)];
    let run = run(&[4], jobs);
    let statuses: Vec<Status> = run.schedule.outcomes.iter().map(|it| it.status).collect();
    let rejected = Status::Rejected;
    assert_eq!(statuses, [rejected, rejected, rejected, Status::Done]);
    assert_eq!(run.measures[WITHOUT_WAIT], 2.0);
    assert_eq!(run.measures[WITHOUT_RUN_TIME], 2.0);
}

#[test]
fn reservations_are_none_here() {
    let mut reserved = job(1, 0, 7, 5, 1);
    reserved.reservation = Some(ReservationRequest {
        ready: 100,
        deadline: 200,
        flexibility: workload::Flexibility::Rigid,
        is_listed: false,
    });
    let run = run(&[4], vec![reserved]);
    assert!(!run.jobs[0].is_reservation());
    assert_eq!(run.schedule.outcomes[0].start, 7);
}

fn told(jobs: Vec<Job>, watch: Watch) -> Box<dyn Simulation> {
    let mut simulation = testing::started(&AsLogged {}, &[4], jobs);
    simulation.watch(watch);
    while !simulation.advance(usize::MAX) {}
    simulation
}

#[test]
fn a_job_is_explained_by_the_log() {
    let jobs = || vec![job(1, 0, 5, 10, 3), job(2, 6, 0, 3, 2), job(3, 7, -1, 3, 2)];
    let decisions = |watched| {
        let explanation = told(jobs(), Watch::Job(watched)).explanation().unwrap();
        let entries = explanation.entries.into_iter();
        entries.map(|it| (it.first, it.decision)).collect::<Vec<_>>()
    };
    let waits = Waits::of(Reason::Own(Own::of(&OwnDecision::AsRecorded { start: 5 })));
    let started = |processors, free| OwnDecision::StartedAsRecorded { processors, free }.into();
    assert_eq!(
        decisions(0),
        [(0, Decision::Submitted), (0, Decision::Waits(waits)), (5, started(3, None)), (15, Decision::Done),]
    );
    assert_eq!(decisions(1), [(6, Decision::Submitted), (6, started(2, Some(1))), (9, Decision::Done)]);
    let lacks = OwnDecision::NotLogged { wait: true, run_time: false };
    assert_eq!(decisions(2), [(7, Decision::Submitted), (7, lacks.into())]);
}

#[test]
fn a_moment_lists_running_and_waiting_jobs() {
    let jobs = vec![job(1, 0, 0, 10, 3), job(2, 1, 20, 3, 2), job(3, 4, 0, 3, 1)];
    let explanation = told(jobs, Watch::Moment(5)).explanation().unwrap();
    let moment = explanation.moment.unwrap();
    assert_eq!((moment.time, moment.previous, moment.next), (Some(4), Some(0), Some(7)));
    let here = &moment.providers[0];
    assert_eq!((here.free, here.queue_length), (0, 1));
    assert_eq!(here.queue[0].job, 1);
    let claims: Vec<(u32, Time)> = here.claims.iter().map(|it| (it.job, it.until)).collect();
    assert_eq!(claims, [(0, 10), (2, 7)]);
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
                if let Some((start, end)) = span(job)
                    && start == now
                {
                    placed[index] = Some(board.place(platform, index, job.processors as usize));
                    // A job of no length gives its rows back when the next instant comes.
                    let _ = end;
                }
            }
        }
        placed
    }

    fn place(&mut self, platform: &[u32], index: usize, size: usize) -> (u32, u32, bool) {
        let free = |rows: &[Option<usize>], count: u32| {
            let own = rows[..count as usize].iter();
            own.filter(|row| row.is_none()).count()
        };
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
        let mut jobs: Vec<Job> = log
            .iter()
            .enumerate()
            .map(|(id, &(submit, wait, run_time, size))| job(id as u64, submit, wait, run_time, size))
            .collect();
        jobs.sort_by_key(|job| (job.submit, job.id));
        let expected = Board::play(&platform, &jobs);
        let run = run(&platform, jobs);
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
