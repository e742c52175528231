//! A run in the formats of Batsim, Slurm and the Grid Workloads Archive.

use std::fmt::Display;

use super::swf::schedule_log;
use experiment::Run;
use scheduling::engine::{Bar, NEVER, Of, Status};
use workload::clock::Clock;
use workload::{Header, Time, UNKNOWN_ENERGY, profile_name, write_batsim, write_gwf, write_sacct};

/// The schedule in the Grid Workload Format, as [`super::schedule_swf`] has it. O(jobs).
pub fn schedule_gwf(run: &Run, log: &Header, name: &str, words: &str) -> String {
    write_gwf(&schedule_log(run, log, name, words))
}

/// The schedule as `sacct --parsable2` would print it, as [`super::schedule_swf`] has it.
/// Without a clock the log's time 0 is 1970-01-01. O(jobs).
pub fn schedule_sacct(run: &Run, clock: Option<Clock>) -> String {
    write_sacct(&schedule_log(run, &Header::of_clock(clock), "", ""))
}

/// The jobs taken as a workload for Batsim, JSON ([`write_batsim`]). O(n log n).
pub fn batsim_workload(run: &Run) -> String {
    write_batsim(&run.in_whole_seconds().jobs, processors(run))
}

fn processors(run: &Run) -> u64 {
    run.platform.iter().map(|&it| u64::from(it)).sum()
}

/// The columns of Batsim's `jobs.csv`, in its order.
const COLUMNS: &str = "job_id,workload_name,profile,submission_time,requested_number_of_resources,requested_time,success,final_state,starting_time,execution_time,finish_time,waiting_time,turnaround_time,stretch,allocated_resources,consumed_energy,metadata";

/// The schedule as Batsim's `jobs.csv`, which evalys reads: a row a job, in the run's order.
///
/// Processors are numbered over the whole platform: those of the second provider follow those of the
/// first. For a rejected job all fields from its start on are empty. A job that was interrupted has
/// one row, with the processors of its last stint; its `execution_time` does not count the
/// interruptions, so it is less than `finish_time` - `starting_time`. `requested_time` is the limit
/// with which the scheduler planned. Energy is that of the log, -1 if it is not known or the run is not that of the log.
/// O(jobs + bars).
pub fn batsim_jobs_csv(run: &Run) -> String {
    const USUAL_ROW: usize = 120;
    let run = &*run.in_whole_seconds();
    let mut text = String::with_capacity(COLUMNS.len() + 1 + run.jobs.len() * USUAL_ROW);
    text.push_str(COLUMNS);
    text.push('\n');
    let mut first = 0;
    let firsts: Vec<u64> = run
        .platform
        .iter()
        .map(|&processors| {
            first += u64::from(processors);
            first - u64::from(processors)
        })
        .collect();
    for index in 0..run.jobs.len() {
        let used = interval_set(run.schedule.bars_of(index), &firsts);
        text.push_str(&row(run, index, used).join(","));
        text.push('\n');
    }
    text
}

fn row(run: &Run, index: usize, used: String) -> [String; 17] {
    let (job, outcome) = (&run.jobs[index], &run.schedule.outcomes[index]);
    let ran = outcome.status != Status::Rejected && outcome.start != NEVER;
    let if_ran = |value: Time| field(ran.then_some(value));
    let turnaround = outcome.end - job.submit;
    // Of a job that ran no time the stretch is not defined.
    let has_stretch = ran && outcome.ran > 0;
    let stretch = has_stretch.then(|| format!("{:.6}", turnaround as f64 / outcome.ran as f64));
    let state = match outcome.status {
        Status::Done => "COMPLETED_SUCCESSFULLY",
        Status::Killed => "COMPLETED_WALLTIME_REACHED",
        Status::Rejected => "REJECTED",
    };
    [
        job.id.to_string(),
        "w0".to_owned(),
        profile_name(job.run_time),
        job.submit.to_string(),
        job.processors.to_string(),
        job.requested_time.to_string(),
        u8::from(outcome.status == Status::Done).to_string(),
        state.to_owned(),
        if_ran(outcome.start),
        if_ran(outcome.ran),
        if_ran(outcome.end),
        if_ran(outcome.start - job.submit),
        if_ran(turnaround),
        field(stretch),
        used,
        field(ran.then(|| energy(run, index))),
        String::new(),
    ]
}

/// In joules; -1 where it is not known.
fn energy(run: &Run, index: usize) -> f64 {
    let of_log = match &run.of {
        Of::Log(it) => it.energy.get(index).copied(),
        Of::Workflow(_) | Of::Batch(_) => None,
    };
    of_log.unwrap_or(UNKNOWN_ENERGY)
}

fn field(value: Option<impl Display>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// The processors of some bars as `0-3 8`: in order, neighbours joined. `firsts` are the numbers of
/// the providers' first processors.
fn interval_set(bars: &[Bar], firsts: &[u64]) -> String {
    let range = |bar: &Bar| {
        let first = firsts[bar.provider as usize];
        let [from, to] = [bar.first_processor, bar.last_processor].map(u64::from);
        (first + from, first + to)
    };
    let mut ranges: Vec<(u64, u64)> = bars.iter().map(range).collect();
    ranges.sort_unstable();
    ranges.dedup_by(|next, before| {
        let joins = next.0 <= before.1 + 1;
        if joins {
            before.1 = before.1.max(next.1);
        }
        joins
    });
    let words = ranges.iter().map(|&(first, last)| match last - first {
        0 => first.to_string(),
        _ => format!("{first}-{last}"),
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::schedule_swf;
    use crate::swf::tests::three_jobs;
    use scheduling::engine::testing::random_run;
    use workload::select::{Selection, select};
    use workload::{Job, Record, UNKNOWN, Workload, read};

    #[test]
    fn one_row_for_each_job() {
        assert_eq!(
            batsim_jobs_csv(&three_jobs()),
            format!(
                "{COLUMNS}\n\
                 4,w0,delay60,10,3,30,0,COMPLETED_WALLTIME_REACHED,20,30,50,10,40,1.333333,0-1 3,-1,\n\
                 7,w0,delay30,12,1,60,1,COMPLETED_SUCCESSFULLY,100,30,130,88,118,3.933333,6,-1,\n\
                 9,w0,delay5,15,99,5,0,REJECTED,,,,,,,,,\n"
            )
        );
    }

    #[test]
    fn neighbours_are_joined() {
        let bar = |provider, first_processor, last_processor| Bar {
            job: 0,
            provider,
            first_processor,
            last_processor,
            start: 0,
            end: 1,
        };
        let bars = [bar(1, 0, 0), bar(0, 2, 3), bar(0, 0, 0), bar(1, 5, 6)];
        assert_eq!(interval_set(&bars, &[0, 4]), "0 2-4 9-10");
        assert_eq!(interval_set(&[], &[0, 4]), "");
    }

    #[test]
    fn accounting_has_the_dates_of_the_log() {
        let text = schedule_sacct(&three_jobs(), Some(Clock::utc(1_709_280_000)));
        let row = text.lines().find(|row| row.starts_with("7|"));
        assert_eq!(
            row,
            Some(
                "7||||2||2024-03-01T08:00:12|2024-03-01T08:01:40|2024-03-01T08:02:10|00:00:30|30|00:01:00|1|1|COMPLETED"
            )
        );
    }

    /// It ran for 30 of 100 s.
    #[test]
    fn a_job_that_was_suspended_ends_when_it_ended() {
        let mut run = three_jobs();
        run.schedule.outcomes[1].end = 200;
        let text = schedule_sacct(&run, Some(Clock::utc(1_709_280_000)));
        let row = text.lines().find(|row| row.starts_with("7|")).unwrap();
        assert!(row.contains("|2024-03-01T08:01:40|2024-03-01T08:03:20|00:00:30|"), "{row}");
        let read = log(&text).records()[1];
        assert_eq!((read.run_time, read.suspended), (30, 70));
    }

    fn log(text: &str) -> Workload {
        let reading = read("any", text.as_bytes()).unwrap();
        assert_eq!(reading.complaint_count, 0);
        reading.workload
    }

    #[test]
    fn a_job_that_was_stopped_at_its_limit_is_timed_out() {
        let text = schedule_sacct(&three_jobs(), None);
        let states: Vec<&str> = text.lines().skip(1).filter_map(|it| it.rsplit('|').next()).collect();
        assert_eq!(states, ["TIMEOUT", "COMPLETED", "CANCELLED"]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(256)))]

        #[test]
        fn every_schedule_reads_back(run in random_run()) {
            // An empty log is refused by the reader.
            prop_assume!(!run.jobs.is_empty());
            let by_swf = log(&schedule_swf(&run, &Header::default(), "any", "words"));
            prop_assert_eq!(&log(&schedule_gwf(&run, &Header::default(), "any", "words")), &by_swf);
            // Unlike SWF they distinguish a job that was stopped at its limit from one that failed.
            let killed = |it: &Record| Record { killed_at_limit: Some(it.status == 0), ..*it };
            let told: Vec<Record> = by_swf.records().iter().map(killed).collect();
            let by_sacct = log(&schedule_sacct(&run, None));
            // SWF does not know suspensions.
            let unsuspended = |it: &Record| Record { suspended: 0, ..*it };
            let by_sacct: Vec<Record> = by_sacct.records().iter().map(unsuspended).collect();
            prop_assert_eq!(&by_sacct, &told);
            let no_place = |record: &Record| Record {
                user: UNKNOWN,
                group: UNKNOWN,
                queue: UNKNOWN,
                partition: UNKNOWN,
                ..*record
            };
            let expected: Vec<Record> = told.iter().map(no_place).collect();
            let by_batsim = log(&batsim_jobs_csv(&run));
            prop_assert_eq!(by_batsim.records(), expected);
            // A workload has no reservations and knows no waits, nor the limits that the runs here
            // made up.
            let mut all = Selection { skip_never_ran: false, ..Selection::default() };
            all.reservations.percent = 0.0;
            let plain = |(place, job): (u32, &Job)| Job {
                place,
                reservation: None,
                logged_wait: None,
                ..job.clone()
            };
            let plain: Vec<Job> = (0..).zip(&run.jobs).map(plain).collect();
            prop_assert_eq!(select(&log(&batsim_workload(&run)), &all, 1), plain);
        }
    }
}
