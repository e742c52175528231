//! The outcome of each job, as a table (RFC 4180, except that lines end in LF).

use std::fmt::{self, Write};

use experiment::Run;
use scheduling::criteria::job_fields::{JobField, Value, write_ranges};
use scheduling::engine::{Bar, Tick};
use workload::Time;
use workload::csv::name_field;

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
    let fields: Vec<JobField> = columns(run).collect();
    let names: Vec<&str> = fields.iter().map(|it| it.row().key).collect();
    let mut text = String::with_capacity((run.jobs.len() + 2) * USUAL_ROW);
    text.push_str(&names.join(","));
    text.push('\n');
    for at in 0..run.jobs.len() {
        for (place, &field) in fields.iter().enumerate() {
            if place > 0 {
                text.push(',');
            }
            push_cell(&mut text, run, field, at);
        }
        text.push('\n');
    }
    text
}

/// The columns for a run, in their order.
fn columns(run: &Run) -> impl Iterator<Item = JobField> {
    JobField::ALL.into_iter().filter(|it| (it.row().in_csv)(run))
}

fn push_cell(text: &mut String, run: &Run, field: JobField, at: usize) {
    // Writing to a string does not fail.
    let _ = match (field, run.tasks().get(at)) {
        (JobField::ProcessorsUsed, _) => push_ranges(text, run.schedule.bars_of(at)),
        (JobField::Provider, Some(task)) => write!(text, "{}", task.machine),
        (JobField::Start, Some(task)) => write!(text, "{}", task.start),
        (JobField::End, Some(task)) => write!(text, "{}", task.finish),
        _ => match field.value(run, at) {
            None => Ok(()),
            Some(Value::Whole(ticks)) if field.row().values.is_time() => push_seconds(text, run.tick, ticks),
            Some(Value::Whole(number)) => write!(text, "{number}"),
            Some(Value::Real(number)) => write!(text, "{number}"),
            Some(Value::Word(word, _)) => text.write_str(word),
            Some(Value::Name(name)) => text.write_str(&name_field(&name)),
        },
    };
}

/// A number of ticks in seconds: whole seconds where a tick is a second.
fn push_seconds(text: &mut String, tick: Tick, time: Time) -> fmt::Result {
    match tick {
        Tick::SECOND => write!(text, "{time}"),
        _ => write!(text, "{}", tick.seconds(time)),
    }
}

fn push_ranges(text: &mut String, bars: &[Bar]) -> fmt::Result {
    let Some(first) = bars.first() else {
        return Ok(());
    };
    text.push('"');
    write_ranges(text, bars, first.provider, 0)?;
    text.push('"');
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::swf::tests::three_jobs;
    use proptest::prelude::*;
    use scheduling::engine::{BatchNames, Of};

    /// The head and the rows of [`three_jobs`], without columns that were added later and stand behind: programs may count
    /// on the places of these.
    const THREE_JOBS: [&str; 4] = [
        "job,kind,provider,processors_used,submit,ready,deadline,start,end,processors,run_time,requested_time,status,processors_given,ran,lost,interruptions",
        "4,batch,0,\"0-1,3\",10,10,,20,50,3,60,30,killed,3,30,0,0",
        "7,reservation,1,\"2\",12,100,160,100,130,1,30,60,done,1,30,0,0",
        "9,batch,,,15,15,,,,99,5,5,rejected,,,,0",
    ];

    /// The lines have as many fields as the run has columns, and begin with these.
    #[track_caller]
    fn assert_begin(run: &Run, beginnings: [String; 4]) {
        let text = jobs_csv(run);
        assert!(text.ends_with('\n'));
        assert_eq!(text.lines().count(), beginnings.len());
        for (line, beginning) in text.lines().zip(&beginnings) {
            let behind = line.strip_prefix(beginning);
            let is_whole = behind.is_some_and(|it| it.is_empty() || it.starts_with(','));
            assert!(is_whole, "{line}");
            assert_eq!(fields(line).len(), columns(run).count(), "{line}");
        }
    }

    #[test]
    fn one_row_for_each_job() {
        assert_begin(&three_jobs(), THREE_JOBS.map(str::to_owned));
    }

    /// The node of the second task has a comma in its name; the third task has no node.
    #[test]
    fn tasks_of_a_batch_have_names_and_nodes() {
        let mut run = three_jobs();
        run.of = Of::Batch(BatchNames {
            tasks: ["a", "b", "c\"d"].map(str::to_owned).to_vec(),
            nodes: ["n1", "n, 2"].map(str::to_owned).to_vec(),
        });
        let names = ["task,node", "a,n1", "b,\"n, 2\"", "\"c\"\"d\","];
        let rows = std::array::from_fn(|at| format!("{},{}", THREE_JOBS[at], names[at]));
        assert_begin(&run, rows);
    }

    #[test]
    fn no_jobs_leave_the_header() {
        let text = jobs_csv(&Run::default());
        assert_eq!(text.lines().count(), 1);
        assert!(text.starts_with("job,kind,provider,") && text.ends_with('\n'));
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
                prop_assert_eq!(row.len(), columns(&run).count());
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
