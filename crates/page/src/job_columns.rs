//! The columns of the table of jobs: their titles, their cells, and the numbers by which they are sorted.

use chart::Origin;
use chart::time_axis::time_label;
use experiment::Run;
use scheduling::criteria::job_fields::{JobField, Value, ValueType, write_ranges};
use scheduling::engine::Tick;
use workload::{Time, UNKNOWN};

use crate::words;
use base::text::capital;

/// The cell of a job without a value.
const NOTHING: &str = "–";

/// All columns, in their order.
pub fn columns() -> impl Iterator<Item = JobField> {
    JobField::ALL.into_iter().filter(|it| it.row().in_table)
}

/// The columns for a run. Tasks have no kind, since all are reserved, and no numbers of a log. Partitions, qualities of
/// service and accounts have a column where the log names them. O(1) for each column.
pub fn columns_of(run: &Run) -> impl Iterator<Item = JobField> {
    columns().filter(|&it| match it {
        JobField::Kind | JobField::User => run.is_of_log(),
        _ => !is_logged(it) || is_named(it, run),
    })
}

/// Whether the log has names behind the numbers of a field.
fn is_named(field: JobField, run: &Run) -> bool {
    let names = run.names().zip(field.row().names);
    names.is_some_and(|(names, kind)| !names.all(kind).is_empty())
}

/// Whether the values are numbers of the log, except those of jobs.
fn is_logged(field: JobField) -> bool {
    field != JobField::Job && field.row().values == ValueType::LogNumber
}

/// The known numbers of the log for a job, such as its user, each with the title of its column.
pub fn logged_facts(run: &Run, at: usize) -> impl Iterator<Item = (&'static str, String)> {
    let known = move |field: JobField| field.whole(run, at).filter(|&it| it != UNKNOWN);
    columns().filter(|&it| is_logged(it)).filter_map(move |it| {
        let number = known(it)?.to_string();
        let name = it.name(run, at).map_or(number, str::to_owned);
        Some((it.row().title, name))
    })
}

/// The title of a column: a workflow has tasks and machines, a task batch tasks and nodes.
pub fn title(field: JobField, run: &Run) -> String {
    match field {
        JobField::Job => capital(run.nouns().job),
        JobField::Provider => capital(run.nouns().provider),
        _ => field.row().title.to_owned(),
    }
}

/// The least width of a column in CSS pixels. The column of processors takes the rest of the row.
pub fn width(field: JobField, run: &Run) -> u32 {
    let of_log_or_tasks = |log, tasks| if run.is_of_log() { log } else { tasks };
    match field {
        JobField::Job => of_log_or_tasks(84, 96),
        JobField::Kind => 48,
        JobField::User => 72,
        JobField::Partition | JobField::Qos | JobField::Account => 96,
        JobField::Provider => of_log_or_tasks(66, 84),
        JobField::ProcessorsUsed => 92,
        JobField::Processors => 60,
        JobField::Status => 64,
        _ if field.row().values == ValueType::Moment => of_log_or_tasks(156, 80),
        _ => 84,
    }
}

/// The widths of all columns of a run as CSS has the tracks of a grid, times `--wide`, and the least width of all of them
/// in CSS pixels.
pub fn tracks(run: &Run) -> (String, u32) {
    let track = |field| {
        let width = format!("calc({}px * var(--wide, 1))", width(field, run));
        match field {
            JobField::ProcessorsUsed => format!("minmax({width}, 1fr)"),
            _ => width,
        }
    };
    let tracks: Vec<String> = columns_of(run).map(track).collect();
    (tracks.join(" "), columns_of(run).map(|it| width(it, run)).sum())
}

/// The cell of the job at this index of a run. Times count from `origin`.
pub fn text(field: JobField, run: &Run, at: usize, origin: Origin) -> String {
    match field {
        JobField::Job => return run.job_name(at),
        JobField::Kind => return kind(run, at).to_owned(),
        JobField::ProcessorsUsed => return ranges(run, at),
        _ => {}
    }
    let values = field.row().values;
    match (field.value(run, at), values) {
        (None, _) => NOTHING.to_owned(),
        (Some(Value::Whole(time)), ValueType::Moment) => time_label(time, origin),
        (Some(Value::Whole(time)), ValueType::Duration) => seconds(run.tick, time),
        (Some(Value::Whole(place)), ValueType::Place) => {
            if run.is_of_workflow() {
                run.provider_name(place as usize)
            } else {
                (place + 1).to_string()
            }
        }
        (Some(Value::Whole(count)), ValueType::Count) => words::count(count),
        (Some(Value::Whole(number)), _) => match field.name(run, at) {
            Some(name) => name.to_owned(),
            None => number.to_string(),
        },
        (Some(Value::Real(number)), _) => words::decimal(number, 2),
        (Some(Value::Word(word, _)), _) => word.to_owned(),
        (Some(Value::Name(name)), _) => name,
    }
}

/// The number by which the job at this index of a run is sorted; −1 without a value. Names are not sorted.
pub fn sort_key(field: JobField, run: &Run, at: usize) -> i64 {
    const THOUSANDTHS: f64 = 1000.0;
    match field.value(run, at) {
        Some(Value::Whole(number) | Value::Word(_, number)) => number,
        Some(Value::Real(number)) => (number * THOUSANDTHS) as i64,
        Some(Value::Name(_)) => 0,
        None => -1,
    }
}

fn kind(run: &Run, at: usize) -> &'static str {
    match (run.jobs[at].is_reservation(), run.is_of_log()) {
        (true, false) => "reserved",
        (true, true) => "AR",
        (false, _) => "batch",
    }
}

/// A length of time in seconds, with as many decimals as its ticks have.
fn seconds(tick: Tick, time: Time) -> String {
    match tick {
        Tick::SECOND => words::count(time),
        tick => words::decimal(tick.seconds(time), tick.per_second().ilog10() as usize),
    }
}

/// The processors that a job used, as ranges: 0-15,32; those of a second provider as 2:0-7.
fn ranges(run: &Run, at: usize) -> String {
    let bars = run.schedule.bars_of(at);
    if bars.is_empty() {
        return NOTHING.to_owned();
    }
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write_ranges(&mut text, bars, run.schedule.outcomes[at].provider, 1);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use scheduling::engine::testing::bar_run;
    use scheduling::engine::{Of, Status, Tasks};

    /// Job 7 of user 3 on two ranges of the second provider; job 8, which never ran.
    fn two_jobs() -> Run {
        let bars = [(7, 1, 2, 3, 10, 5_050), (8, 0, 0, 0, 20, 30)];
        let mut run = bar_run(&[4, 4], &bars);
        run.jobs[0].submit = 0;
        run.jobs[0].logged.user = 3;
        run.schedule.outcomes[1].status = Status::Rejected;
        run.schedule.outcomes[1].bar_count = 0;
        run
    }

    fn cells(run: &Run, at: usize) -> String {
        columns_of(run).map(|it| format!("{}|", text(it, run, at, Origin::Seconds))).collect()
    }

    fn titles(run: &Run) -> String {
        columns_of(run).map(|it| format!("{}|", title(it, run))).collect()
    }

    #[test]
    fn columns_stand_in_their_order() {
        let titles_of_jobs = titles(&two_jobs());
        let expected = "Job|Kind|User|Provider|On|Submitted|Ready r|Deadline d|Start|End|Wait, s|Size s|Run p, s|\
            Limit c, s|Status|Interrupted";
        assert!(titles_of_jobs.starts_with(expected), "{titles_of_jobs}");
        let of_tasks = titles(&Run { of: Of::Workflow(Tasks::default()), ..two_jobs() });
        assert!(of_tasks.starts_with("Task|Machine|On|Submitted|"), "{of_tasks}");
    }

    #[test]
    fn partitions_and_accounts_have_columns_where_the_log_names_them() {
        let text = "JobID|Submit|Start|End|AllocCPUS|User|Partition|Account\n\
            1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|4|ann|gpu|chem\n";
        let log = workload::read("a", text.as_bytes()).unwrap().workload;
        let scenario = "{'platform': [4], 'system': {'as_logged': {}}, \
            'workload': {'first_job': null, 'last_job': null}}";
        let scenario = experiment::Scenario::from_json(scenario.replace('\'', "\"").as_bytes());
        let run = experiment::run(&scenario.unwrap(), &log).unwrap();
        let names = columns_of(&run)
            .filter(|&it| is_logged(it))
            .map(|it| format!("{it:?} {}|", super::text(it, &run, 0, Origin::Seconds)));
        assert_eq!(names.collect::<String>(), "User ann|Partition gpu|Account chem|");
    }

    #[test]
    fn every_column_has_a_track() {
        let run = two_jobs();
        let (tracks, least) = tracks(&run);
        let first = "calc(84px * var(--wide, 1)) calc(48px * var(--wide, 1)) calc(72px";
        assert!(tracks.starts_with(first), "{tracks}");
        assert_eq!(tracks.matches("px").count(), columns_of(&run).count());
        assert_eq!(least, columns_of(&run).map(|it| width(it, &run)).sum::<u32>());
    }

    #[test]
    fn cells_have_the_value_of_a_job_or_a_dash() {
        let run = two_jobs();
        let [first, start, end] = [0, 10, 5_050].map(|it| time_label(it, Origin::Seconds));
        let length = words::count(5_040);
        let expected = format!("7|batch|3|2|2-3|{first}|{first}|–|{start}|{end}|10|2|{length}|{length}|done|0|");
        assert!(cells(&run, 0).starts_with(&expected), "{}", cells(&run, 0));
        let rejected = cells(&run, 1);
        let rejected: Vec<&str> = rejected.split('|').collect();
        assert_eq!(rejected[..5].join("|"), "8|batch|-1|–|–");
        assert_eq!(rejected[8..11].join("|"), "–|–|–");
        assert_eq!(rejected[14], "rejected");
    }

    #[test]
    fn jobs_are_sorted_by_their_numbers() {
        let run = two_jobs();
        for (field, expected) in [
            (JobField::Wait, [10, -1]),
            (JobField::Provider, [1, -1]),
            (JobField::ProcessorsUsed, [2, -1]),
            (JobField::Status, [0, 2]),
            (JobField::User, [3, -1]),
        ] {
            assert_eq!([0, 1].map(|at| sort_key(field, &run, at)), expected, "{field:?}");
        }
    }

    #[test]
    fn known_numbers_of_the_log_are_listed() {
        let run = two_jobs();
        let facts = |at| logged_facts(&run, at).collect::<Vec<_>>();
        assert_eq!(facts(0), [("User", "3".to_owned())]);
        assert_eq!(facts(1), []);
    }
}
