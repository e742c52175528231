//! A schedule in the Standard Workload Format, as if it were the log of a real machine.

use super::schedule_header::schedule_header;
use experiment::Run;
use scheduling::engine::{Outcome, Status};
use workload::{Header, Job, Log, Record, UNKNOWN, Workload, write_swf};

/// The schedule as a log in SWF 2.2 that other tools read: wait is start less submission, run time
/// is how long it ran, interruptions not counted, the partition is the provider counted from 1. Status is 1 of jobs that were
/// done, 0 of those killed at their limit, and 5 of those rejected, whose wait and run time are -1.
///
/// The header is that of the log (`log`) with the changes of the schedule, and names the log (`name`) and the
/// scenario (`words`, a note for each line). CPU times, memory, executables, preceding jobs and think times are -1: a
/// run does not know them.
pub fn schedule_swf(run: &Run, log: &Header, name: &str, words: &str) -> String {
    write_swf(&schedule_log(run, log, name, words))
}

/// The schedule as a log, before it is text.
pub(super) fn schedule_log(run: &Run, log: &Header, name: &str, words: &str) -> Workload {
    let run = &*run.in_whole_seconds();
    let records = run.jobs.iter().zip(&run.schedule.outcomes).map(|(job, outcome)| record(job, outcome));
    let log = Log { header: schedule_header(run, log, name, words), records: records.collect(), ..Log::default() };
    Workload::of_log(name, log)
}

fn record(job: &Job, outcome: &Outcome) -> Record {
    let ran = outcome.status != Status::Rejected;
    let if_ran = |value: i64| if ran { value } else { UNKNOWN };
    Record {
        id: job.id,
        submit: job.submit,
        wait: if_ran(outcome.start.saturating_sub(job.submit)),
        run_time: if_ran(outcome.ran),
        suspended: if ran { u32::try_from(outcome.end - outcome.start - outcome.ran).unwrap_or(0) } else { 0 },
        allocated_processors: if_ran(i64::from(outcome.processors)),
        requested_processors: i64::from(job.processors),
        requested_time: job.requested_time,
        status: match outcome.status {
            Status::Done => 1,
            Status::Killed => 0,
            Status::Rejected => 5,
        },
        partition: if_ran(i64::from(outcome.provider) + 1),
        killed_at_limit: Some(outcome.status == Status::Killed),
        ..job.logged.record()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use proptest::prelude::*;
    use scheduling::engine::testing::{job, random_run};
    use scheduling::engine::{Bar, NEVER, Schedule};
    use workload::{Flexibility, ReservationRequest, Time, read};

    /// A job killed, a reservation done, a job too large.
    pub(crate) fn three_jobs() -> Run {
        let mut jobs = vec![job(4, 10, 3, 60), job(7, 12, 1, 30), job(9, 15, 99, 5)];
        jobs[0].requested_time = 30;
        jobs[1].requested_time = 60;
        jobs[1].reservation =
            Some(ReservationRequest { ready: 100, deadline: 160, flexibility: Flexibility::Rigid, is_listed: false });
        let outcome = |status, provider, start, end, first_bar, bar_count| Outcome {
            status,
            provider,
            processors: [3, 1][provider as usize],
            allocated: start,
            promised_start: start,
            start,
            end,
            ran: end - start,
            released: end,
            completion: end,
            first_bar,
            bar_count,
            ..Outcome::UNSEEN
        };
        let bar = |job, provider, first_processor, last_processor, start: Time, end| Bar {
            job,
            provider,
            first_processor,
            last_processor,
            start,
            end,
        };
        Run {
            platform: vec![4, 4],
            jobs,
            schedule: Schedule {
                outcomes: vec![
                    outcome(Status::Killed, 0, 20, 50, 0, 2),
                    outcome(Status::Done, 1, 100, 130, 2, 1),
                    outcome(Status::Rejected, 0, NEVER, NEVER, 0, 0),
                ],
                bars: vec![bar(0, 0, 0, 1, 20, 50), bar(0, 0, 3, 3, 20, 50), bar(1, 1, 2, 2, 100, 130)],
                earlier: Vec::new(),
            },
            ..Run::default()
        }
    }

    #[test]
    fn the_header_names_log_and_scenario() {
        let text = schedule_swf(&three_jobs(), &Header::default(), "KTH\nSP2", "jobs 1–3 · seed 1");
        for line in
            ["; MaxProcs: 8", "; Partition: 2 provider of 4 processors", "; Note: KTH SP2", "; Note: jobs 1–3 · seed 1"]
        {
            assert!(text.lines().any(|other| other == line), "{line}\n{text}");
        }
    }

    #[test]
    fn jobs_read_back_with_their_fates() {
        let text = schedule_swf(&three_jobs(), &Header::default(), "", "");
        let workload = read("three", text.as_bytes()).unwrap().workload;
        let fates: Vec<_> =
            workload.records().iter().map(|r| (r.id, r.wait, r.run_time, r.status, r.partition)).collect();
        assert_eq!(fates, [(4, 10, 30, 0, 1), (7, 88, 30, 1, 2), (9, -1, -1, 5, -1)]);
    }

    proptest! {
        #[test]
        fn every_schedule_reads_back(run in random_run()) {
            let text = schedule_swf(&run, &Header::default(), "any", "words");
            // An empty log is refused by the reader.
            prop_assume!(!run.jobs.is_empty());
            let workload = read("any", text.as_bytes()).unwrap().workload;
            let wanted: Vec<Record> = run.jobs.iter().zip(&run.schedule.outcomes)
                .map(|(job, outcome)| record(job, outcome)).collect();
            // SWF does not distinguish a job that was stopped at its limit from one that failed.
            prop_assert_eq!(workload.records(), wanted.iter().map(Record::in_swf).collect::<Vec<_>>());
            prop_assert_eq!(workload.header().max_processors(), Some(run.platform.iter().sum()));
        }
    }
}
