//! Batsim's output on the jobs that it ran.

use std::borrow::Cow;

use crate::columns::{Column, Columns, mended};
use crate::csv::fields;
use crate::draft::{Draft, NO_WORDS, Parsed};
use crate::instants::{Course, Micros, WholeCourse, micros};
use crate::lines::lines;
use crate::names::JobName;
use crate::{Header, MAX_PROCESSORS, MAX_TIME, Record, UNKNOWN, UNKNOWN_ENERGY, Unused, number};

/// Columns that follow from others.
const RESTATED: &str = "finish_time turnaround_time stretch";

/// The number of a job, in this version and in those before 3.
const IDS: &str = "job_id jobID";

/// Whether a line names the columns of such a table.
pub fn names_columns(line: &[u8]) -> bool {
    let columns = Columns::new(fields(line).into_iter());
    line.contains(&b',') && columns.find(IDS).is_there() && columns.find("submission_time").is_there()
}

/// Where the columns stand that are read.
struct Places {
    id: Column,
    workload: Column,
    submit: Column,
    processors: Column,
    limit: Column,
    success: Column,
    state: Column,
    start: Column,
    finish: Column,
    wait: Column,
    run_time: Column,
    resources: Column,
    energy: Column,
}

impl Places {
    fn find(columns: &Columns) -> Self {
        Self {
            id: columns.find(IDS),
            workload: columns.find("workload_name"),
            submit: columns.find("submission_time"),
            processors: columns.find("requested_number_of_resources requested_number_of_processors"),
            limit: columns.find("requested_time"),
            success: columns.find("success"),
            state: columns.find("final_state"),
            start: columns.find("starting_time"),
            finish: columns.find_part("finish_time"),
            wait: columns.find("waiting_time"),
            run_time: columns.find("execution_time"),
            resources: columns.find("allocated_resources allocated_processors"),
            energy: columns.find("consumed_energy"),
        }
    }
}

/// Reads a whole text. Never fails: a line that cannot be read is a complaint. O(n log n) for n
/// jobs.
pub fn parse(text: &[u8], max_complaints: usize) -> Parsed {
    let mut rows = (1..).zip(lines(text).map(<[u8]>::trim_ascii)).filter(|(_, line)| !line.is_empty());
    let first = rows.next().map_or(&b""[..], |(_, line)| line);
    let columns = Columns::new(fields(first).into_iter());
    let places = Places::find(&columns);
    let mut draft = Draft::new(max_complaints);
    let mut unread = unread(&columns);
    columns.pass_over(RESTATED);
    let mut resources = 0;
    for (number, line) in rows {
        let row = fields(line);
        match add(&mut draft, number, &places, &columns, &row) {
            Ok(used) => {
                resources = resources.max(used.highest);
                if used.is_taken {
                    tell_unread(&mut unread, &row, &mut draft.unused);
                }
            }
            Err(why) => draft.complaints.leave_out(number, why),
        }
    }
    draft.finish(Header::default(), resources)
}

/// The columns that are not read and do not follow from those that are.
fn unread(columns: &Columns) -> Vec<(Column, String)> {
    const FOLLOW: [&str; 4] = ["profile", "finish_time", "turnaround_time", "stretch"];
    let mut unread = columns.unread();
    unread.retain(|(_, name)| !FOLLOW.contains(&name.as_str()));
    unread
}

/// Names those of the unread columns in which a job's row has a value; they need not be looked at again.
fn tell_unread(unread: &mut Vec<(Column, String)>, row: &[Cow<[u8]>], unused: &mut Unused) {
    unread.retain(|(column, name)| {
        let is_blank = column.of(row).is_blank();
        if !is_blank {
            unused.add_column(name.as_bytes());
        }
        is_blank
    });
}

/// A line that was read.
struct Added {
    /// How many processors there must be, by the numbers of those that it names.
    highest: u32,
    /// Whether its job was taken.
    is_taken: bool,
}

/// Reads one line.
fn add(draft: &mut Draft, number: u64, places: &Places, columns: &Columns, row: &[Cow<[u8]>]) -> Result<Added, String> {
    // Metadata, the last column, may be missing.
    let named = columns.count();
    if row.len() > named || row.len() + 1 < named {
        return Err(format!("{} columns where the first line names {named}", row.len()));
    }
    let mut amended = Vec::new();
    let used = resources(places.resources.of(row).word)?;
    let record = record(places, row, used.count, &mut amended)?;
    draft.complaints.amend(number, amended);
    let (workload, id) = (places.workload.of(row).word, places.id.of(row).word);
    let name = if workload.is_empty() || id.is_empty() { id.to_vec() } else { [workload, b"!", id].concat() };
    let taken = draft.add(number, JobName::of(&name), record, &NO_WORDS);
    if let Some(taken) = taken {
        let energy = std::str::from_utf8(places.energy.of(row).word).ok();
        let energy = energy.and_then(|it| it.parse().ok());
        let energy = energy.filter(|it: &f64| it.is_finite() && *it >= 0.0);
        draft.placements.set(taken.place, used.ranges, energy.unwrap_or(UNKNOWN_ENERGY));
        columns.count_unread(row, &mut draft.aside);
    }
    Ok(Added { highest: used.highest, is_taken: taken.is_some() })
}

fn record(places: &Places, row: &[Cow<[u8]>], used: i64, amended: &mut Vec<String>) -> Result<Record, String> {
    let submit = places.submit.of(row).number(MAX_TIME)?;
    let start = places.start.of(row).number(MAX_TIME)?;
    let wait = match (submit, start) {
        (0.., 0..) if start < submit => {
            let early = submit - start;
            amended.push(format!("starting_time is {early} s before submission_time; the wait counts as 0"));
            0
        }
        (0.., 0..) => start - submit,
        _ => mended(places.wait.of(row).duration(), amended),
    };
    let run_time = places.run_time.of(row).duration()?;
    let limit = mended(places.limit.of(row).duration(), amended);
    let times = whole_times(places, row, WholeCourse { submit, wait, run_time, limit });
    let requested_processors = places.processors.of(row).number(MAX_PROCESSORS.into())?;
    let (status, killed_at_limit) = end(places, row, amended);
    Ok(Record {
        submit: times.submit,
        wait: times.wait,
        run_time: times.run_time,
        allocated_processors: used,
        requested_processors,
        requested_time: times.limit,
        status,
        killed_at_limit,
        ..Record::UNKNOWN
    })
}

/// The times of a row made whole together, by its instants; as they are where one that is needed is not known.
fn whole_times(places: &Places, row: &[Cow<[u8]>], times: WholeCourse) -> WholeCourse {
    const SECOND: Micros = 1_000_000;
    let exact = |column: Column| micros(column.of(row).word).filter(|&micros| micros >= 0);
    let (submit, start) = (exact(places.submit), exact(places.start));
    let (Some(submit), Some(start)) = (submit, start.filter(|_| times.run_time >= 0)) else {
        return times;
    };
    let run_time = exact(places.run_time);
    // The instant at which the next job starts is written in the same way.
    let finish = exact(places.finish).map(|finish| finish - start);
    let is_end = |by_finish: &Micros| run_time.is_some_and(|it| (it - by_finish).abs() <= SECOND);
    let course = Course {
        submit,
        start: Some(start.max(submit)),
        run_time: finish.filter(is_end).or(run_time),
        limit: exact(places.limit),
    };
    course.whole()
}

/// Field 11 of SWF, by the final state, or else by whether the job had success; and whether Batsim stopped it at its
/// limit, if the final state says so.
fn end(places: &Places, row: &[Cow<[u8]>], amended: &mut Vec<String>) -> (i64, Option<bool>) {
    let Some(state) = places.state.of(row).known() else {
        return (mended(places.success.of(row).number(1), amended), None);
    };
    match state.word {
        b"COMPLETED_SUCCESSFULLY" => (1, Some(false)),
        b"COMPLETED_FAILED" => (0, Some(false)),
        b"COMPLETED_WALLTIME_REACHED" => (0, Some(true)),
        b"COMPLETED_KILLED" | b"REJECTED" => (5, Some(false)),
        _ => (mended(Err(state.is_no("state")), amended), None),
    }
}

/// The content of a set of processors.
struct Resources {
    /// Ascending; neighbours are joined.
    ranges: Box<[(u32, u32)]>,
    count: i64,
    /// The highest number and one more.
    highest: u32,
}

/// Reads a set such as `0-3 8` or, as older versions write, `0 1 2`; the intervals may overlap.
fn resources(word: &[u8]) -> Result<Resources, String> {
    let is_part = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
    let parts = word.split(is_part).filter(|part| !part.is_empty());
    let mut ranges: Vec<(i64, i64)> = parts
        .map(range)
        .collect::<Option<_>>()
        .ok_or_else(|| format!("allocated_resources is \"{}\", no set of numbers", crate::swf::shortened(word)))?;
    ranges.sort_unstable();
    let (mut count, mut end) = (0, 0);
    let mut joined: Vec<(u32, u32)> = Vec::new();
    for (first, last) in ranges {
        count += (last + 1 - first.max(end)).max(0);
        match joined.last_mut() {
            Some(before) if first <= end => before.1 = before.1.max(last as u32),
            _ => joined.push((first as u32, last as u32)),
        }
        end = end.max(last + 1);
    }
    Ok(Resources { ranges: joined.into(), count: if end == 0 { UNKNOWN } else { count }, highest: end as u32 })
}

/// First and last of `4-7` or `4`.
fn range(part: &[u8]) -> Option<(i64, i64)> {
    let mut ends = part.splitn(2, |&byte| byte == b'-').map(|word| {
        let is_plain = !word.is_empty() && word.iter().all(u8::is_ascii_digit);
        number::parse(word).ok().filter(|_| is_plain)
    });
    let first = ends.next()??;
    let last = ends.next().unwrap_or(Some(first))?;
    (first <= last && last < i64::from(MAX_PROCESSORS)).then_some((first, last))
}
