//! The outcome of each job, as a table (RFC 4180, except that lines end in LF).

use std::fmt::{Display, Write};

use experiment::Run;
use scheduling::engine::{Bar, NEVER, Status, Tick};
use workload::Time;
use workload::csv::name_field;

/// The names of the columns.
const HEADER: &str = "job,kind,provider,processors_used,submit,ready,deadline,start,end,processors,run_time,requested_time,status,processors_given,ran,lost,interruptions";

/// The names of the columns that the tasks of a workflow have as well.
const OF_TASKS: &str = ",task,reserved_until,machine,ended";

/// The names of the columns that jobs have as well where brokers and agents place them.
const OF_MESSAGES: &str = ",task,agent,broker,round,offers,in_doubt";

/// One row for each job, in the run's order. `provider` counts from 0, `processors_used` lists ranges of its
/// processors (`"0-15,32"`, always quoted; of a job that runs on several providers `"0-15,2:0-7"` with 0 to 7 of
/// provider 2), times are seconds. A field is empty where the job has no such value: the provider of a rejected
/// job, the deadline of a batch job. `processors_given` is less than `processors` for a best effort reservation
/// that took fewer; `ran` is how long it ran, `lost` how long it ran before it was preempted and began anew.
/// `processors_used` are those of its last stint.
///
/// The tasks of a workflow have their machine's place as provider, `start` and `end` by the estimate, and columns
/// of their own: `task`, its name, `reserved_until`, `machine`, its name, and `ended`, its real end. These times
/// are exact, with all their digits.
///
/// Where brokers and agents place them, jobs have `task`, the name in its file, `agent`, the one on whose node it
/// is reserved, `broker`, `round`, the one in which it was reserved or tried last, all counted from 0, `offers`,
/// how many its broker got for it, and `in_doubt`, 1 where the broker does not know whether it is reserved. The
/// tasks of a batch have `task` and, last, `node`, its name; `processors` are percent of a node. O(jobs + bars).
pub fn jobs_csv(run: &Run) -> String {
    const USUAL_ROW: usize = 90;
    let mut text = String::with_capacity(HEADER.len() + 1 + run.jobs.len() * USUAL_ROW);
    text.push_str(HEADER);
    if run.is_of_workflow() {
        text.push_str(OF_TASKS);
    }
    if !run.messages.bookings.is_empty() {
        text.push_str(OF_MESSAGES);
    } else if run.batch().is_some() {
        text.push_str(",task");
    }
    if run.batch().is_some() {
        text.push_str(",node");
    }
    text.push('\n');
    for index in 0..run.jobs.len() {
        text.push_str(&row(run, index).join(","));
        text.push('\n');
    }
    text
}

fn row(run: &Run, index: usize) -> Vec<String> {
    let (job, outcome) = (&run.jobs[index], &run.schedule.outcomes[index]);
    let kind = if job.is_reservation() {
        "reservation"
    } else {
        "batch"
    };
    let ran = outcome.status != Status::Rejected;
    let deadline = job.reservation.map(|request| request.deadline);
    let seconds = |time: Time| in_seconds(run.tick, time);
    let time = |time: Time| field((ran && time != NEVER).then(|| seconds(time)));
    let mut columns = vec![
        job.id.to_string(),
        kind.to_owned(),
        field(ran.then_some(outcome.provider)),
        processors_used(run.schedule.bars_of(index)),
        seconds(job.submit),
        seconds(job.ready()),
        field(deadline.map(seconds)),
        time(outcome.start),
        time(outcome.end),
        job.processors.to_string(),
        seconds(job.run_time),
        seconds(job.requested_time),
        outcome.status.word().to_owned(),
        field(ran.then_some(outcome.processors)),
        field(ran.then(|| seconds(outcome.ran))),
        field(ran.then(|| seconds(outcome.lost))),
        outcome.interruptions.to_string(),
    ];
    if let Some(workflow) = run.workflow() {
        let task = &workflow.tasks[index];
        let machine = workflow.machines.get(task.machine as usize);
        columns[2] = task.machine.to_string();
        columns[7] = task.start.to_string();
        columns[8] = task.finish.to_string();
        columns.push(name_field(&task.name).into_owned());
        columns.push(task.reserved_until.to_string());
        columns.push(name_field(machine.map_or("", String::as_str)).into_owned());
        columns.push(field(task.ended));
    }
    if let Some(booking) = run.messages.bookings.get(index) {
        columns.push(name_field(&run.job_name(index)).into_owned());
        columns.push(field(booking.agent));
        columns.push(booking.broker.to_string());
        columns.push(booking.round.to_string());
        columns.push(booking.offers.to_string());
        columns.push(u32::from(booking.in_doubt).to_string());
    } else if run.batch().is_some() {
        columns.push(name_field(&run.job_name(index)).into_owned());
    }
    if let Some(batch) = run.batch() {
        let node = batch.nodes.get(outcome.provider as usize);
        columns.push(name_field(node.filter(|_| ran).map_or("", String::as_str)).into_owned());
    }
    columns
}

/// A number of ticks in seconds: whole ones where a tick is a second.
fn in_seconds(tick: Tick, time: Time) -> String {
    match tick {
        Tick::SECOND => time.to_string(),
        _ => tick.seconds(time).to_string(),
    }
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
        let of = match bar.provider == bars[0].provider {
            true => String::new(),
            false => format!("{}:", bar.provider),
        };
        // Writing to a string does not fail.
        let _ = match (bar.first_processor, bar.last_processor) {
            (first, last) if first == last => write!(text, "{comma}{of}{first}"),
            (first, last) => write!(text, "{comma}{of}{first}-{last}"),
        };
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::swf::tests::three_jobs;
    use proptest::prelude::*;
    use scheduling::engine::{BatchNames, Of};

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

    /// The node of the second task has a comma in its name; the third task has no node.
    #[test]
    fn tasks_of_a_batch_have_names_and_nodes() {
        let mut run = three_jobs();
        run.of = Of::Batch(BatchNames {
            tasks: ["a", "b", "c\"d"].map(str::to_owned).to_vec(),
            nodes: ["n1", "n, 2"].map(str::to_owned).to_vec(),
        });
        let (plain, text) = (jobs_csv(&three_jobs()), jobs_csv(&run));
        let more = [",task,node", ",a,n1", ",b,\"n, 2\"", ",\"c\"\"d\","];
        let expected = plain
            .lines()
            .zip(more)
            .map(|(line, more)| format!("{line}{more}\n"));
        assert_eq!(text, expected.collect::<String>());
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
        fn rows_read_back(run in scheduling::engine::testing::random_run()) {
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
