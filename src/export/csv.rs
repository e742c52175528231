//! What became of each job, as a table (RFC 4180, except that lines end in LF).

use std::fmt::{Display, Write};

use crate::engine::{Bar, NEVER, Outcome, Status};
use crate::experiment::Run;
use crate::workload::{Job, Time};

/// The names of the columns.
const HEADER: &str = "job,kind,provider,processors_used,submit,ready,deadline,start,end,processors,run_time,requested_time,status,processors_given,ran,lost,interruptions";

/// One row for each job, in the run's order. `provider` counts from 0, `processors_used` lists
/// ranges of its processors (`"0-15,32"`, always quoted), times are seconds. A field is empty
/// where it never came to that: where a rejected job ran, the deadline of a batch job.
/// `processors_given` is less than `processors` for a best effort reservation that took fewer;
/// `ran` is how long it ran, `lost` how long in vain before it was preempted and began anew.
/// `processors_used` are those of its last stint. O(jobs + bars).
pub fn jobs_csv(run: &Run) -> String {
    const USUAL_ROW: usize = 90;
    let mut text = String::with_capacity(HEADER.len() + 1 + run.jobs.len() * USUAL_ROW);
    text.push_str(HEADER);
    text.push('\n');
    for (index, (job, outcome)) in run.jobs.iter().zip(&run.schedule.outcomes).enumerate() {
        write_row(&mut text, job, outcome, run.schedule.bars_of(index));
    }
    text
}

fn write_row(text: &mut String, job: &Job, outcome: &Outcome, bars: &[Bar]) {
    let kind = if job.is_reservation() {
        "reservation"
    } else {
        "batch"
    };
    let ran = outcome.status != Status::Rejected;
    let deadline = job.reservation.map(|request| request.deadline);
    let time = |time: Time| field((ran && time != NEVER).then_some(time));
    let columns = [
        job.id.to_string(),
        kind.to_owned(),
        field(ran.then_some(outcome.provider)),
        processors_used(bars),
        job.submit.to_string(),
        job.ready().to_string(),
        field(deadline),
        time(outcome.start),
        time(outcome.end),
        job.processors.to_string(),
        job.run_time.to_string(),
        job.requested_time.to_string(),
        outcome.status.word().to_owned(),
        field(ran.then_some(outcome.processors)),
        field(ran.then_some(outcome.ran)),
        field(ran.then_some(outcome.lost)),
        outcome.interruptions.to_string(),
    ];
    text.push_str(&columns.join(","));
    text.push('\n');
}

fn field(value: Option<impl Display>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

fn processors_used(bars: &[Bar]) -> String {
    if bars.is_empty() {
        return String::new();
    }
    let mut text = String::from('"');
    for (at, bar) in bars.iter().enumerate() {
        let comma = if at > 0 { "," } else { "" };
        // Writing to a string does not fail.
        let _ = match (bar.first_processor, bar.last_processor) {
            (first, last) if first == last => write!(text, "{comma}{first}"),
            (first, last) => write!(text, "{comma}{first}-{last}"),
        };
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::swf::tests::three_jobs;
    use proptest::prelude::*;

    #[test]
    fn one_row_for_each_job() {
        assert_eq!(
            jobs_csv(&three_jobs()),
            format!(
                "{HEADER}\n\
                 4,batch,0,\"0-1,3\",10,10,,20,50,3,60,30,killed,3,30,0,0\n\
                 7,reservation,1,\"2\",12,100,160,100,130,1,30,60,done,1,30,0,0\n\
                 9,batch,,,15,15,,,,99,5,5,rejected,,,,0\n"
            )
        );
    }

    #[test]
    fn no_jobs_leave_the_header() {
        assert_eq!(jobs_csv(&Run::default()), format!("{HEADER}\n"));
    }

    /// Reads a row back: a comma within quotes does not part fields.
    fn fields(row: &str) -> Vec<String> {
        let mut fields = vec![String::new()];
        let mut quoted = false;
        for c in row.chars() {
            match c {
                '"' => quoted = !quoted,
                ',' if !quoted => fields.push(String::new()),
                c => fields.last_mut().unwrap().push(c),
            }
        }
        fields
    }

    proptest! {
        #[test]
        fn rows_read_back(run in crate::chart::testing::random_run()) {
            let text = jobs_csv(&run);
            let rows: Vec<Vec<String>> = text.lines().skip(1).map(fields).collect();
            prop_assert_eq!(rows.len(), run.jobs.len());
            for ((row, job), outcome) in rows.iter().zip(&run.jobs).zip(&run.schedule.outcomes) {
                prop_assert_eq!(row.len(), 17);
                prop_assert_eq!(&row[0], &job.id.to_string());
                prop_assert_eq!(row[7].parse(), Ok(outcome.start));
                prop_assert_eq!(row[8].parse(), Ok(outcome.end));
                let used: u32 = row[3].split(',').map(|range| {
                    let (first, last) = range.split_once('-').unwrap_or((range, range));
                    last.parse::<u32>().unwrap() - first.parse::<u32>().unwrap() + 1
                }).sum();
                prop_assert_eq!(used, job.processors);
            }
        }
    }
}
