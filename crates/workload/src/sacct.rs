//! Slurm's accounting, as `sacct --parsable2` prints it: a line that names the columns, then one
//! for each job and one for each of its steps, parted by `|`.
//!
//! Source: the manual page of sacct. Columns may stand in any order; [`Places`] lists those that are
//! read. Steps (`123.batch`) are passed over: the job's own line sums them up.
//!
//! Times that sacct prints bear no time zone: they are the cluster's local times. They are read as if
//! they were UTC, so that the calendar on the page shows the cluster's own days and hours. A
//! difference of two of them is wrong by an hour if the clocks were changed in between. So run times
//! are taken from `ElapsedRaw` or `Elapsed`, which Slurm measures, where they are there; waits can
//! only be taken from a difference. `SLURM_TIME_FORMAT=%s sacct ...` prints seconds since 1970, which
//! leave no doubt, and are read as well.

mod state;
#[cfg(test)]
mod tests;
mod unread;
mod write;

pub use write::write_sacct;

use std::borrow::Cow;

use super::calendar::{read_duration, read_moment};
use super::columns::{Cell, Column, Columns, mended, needed};
use super::complaint::Problem;
use super::draft::Draft;
use super::lines::lines;
use super::names::JobName;
use super::parsed::Parsed;
use super::{Header, MAX_PROCESSORS, MAX_TIME, NameKind, Record, Time, UNKNOWN};
use state::State;
use unread::Unread;

/// The columns that a log needs.
const LEAST: &str = "--format=JobID,Submit,Start,End,AllocCPUS,Timelimit,State,User";

/// Columns that repeat as a number a name of another column, or the other way round.
const RESTATED: &[&str] = &["User", "UID", "Group", "GID", "NCPUS", "JobIDRaw", "JobID"];

/// Whether a line names the columns of such a table.
pub(super) fn names_columns(line: &[u8]) -> bool {
    let is_id = |field: Cow<[u8]>| {
        let field = field.trim_ascii();
        field.eq_ignore_ascii_case(b"JobID") || field.eq_ignore_ascii_case(b"JobIDRaw")
    };
    line.contains(&b'|') && fields(line).any(is_id)
}

fn fields(line: &[u8]) -> impl Iterator<Item = Cow<'_, [u8]>> {
    line.split(|&byte| byte == b'|').map(Cow::Borrowed)
}

/// Where the columns stand that are read; the first that is there, of several.
struct Places {
    /// Unique for each task of an array and each part of a heterogeneous job.
    raw_id: Option<Column>,
    id: Option<Column>,
    submit: Column,
    start: Option<Column>,
    end: Option<Column>,
    elapsed_raw: Option<Column>,
    elapsed: Option<Column>,
    limit_raw: Option<Column>,
    limit: Option<Column>,
    allocated: Option<Column>,
    requested: Option<Column>,
    state: Option<Column>,
    user: Option<Column>,
    group: Option<Column>,
    executable: Option<Column>,
    queue: Option<Column>,
    partition: Option<Column>,
    qos: Option<Column>,
    account: Option<Column>,
    cluster: Option<Column>,
}

impl Places {
    fn find(columns: &Columns) -> Option<Self> {
        Some(Self {
            raw_id: columns.find(&["JobIDRaw"]),
            id: columns.find(&["JobID"]),
            submit: columns.find(&["Submit"])?,
            start: columns.find(&["Start"]),
            end: columns.find(&["End"]),
            elapsed_raw: columns.find(&["ElapsedRaw"]),
            elapsed: columns.find(&["Elapsed"]),
            limit_raw: columns.find(&["TimelimitRaw"]),
            limit: columns.find(&["Timelimit"]),
            // Where processors are not listed, nodes are shared out.
            allocated: columns.find(&["AllocCPUS", "NCPUS", "AllocNodes", "NNodes"]),
            requested: columns.find(&["ReqCPUS", "ReqNodes"]),
            state: columns.find(&["State"]),
            user: columns.find(&["User", "UID"]),
            group: columns.find(&["Group", "GID", "Account"]),
            executable: columns.find(&["JobName"]),
            // Queues of other systems correspond to Slurm's partitions.
            queue: columns.find(&["QOS", "Partition"]),
            partition: columns.find(&["Partition"]),
            qos: columns.find(&["QOS"]),
            account: columns.find(&["Account"]),
            cluster: columns.find(&["Cluster"]),
        })
    }
}

impl Places {
    /// The column that names a field by a word.
    fn named(&self, kind: NameKind) -> Option<Column> {
        match kind {
            NameKind::User => self.user,
            NameKind::Group => self.group,
            NameKind::Executable => self.executable,
            NameKind::Queue => self.queue,
            NameKind::Partition => self.partition,
            NameKind::Qos => self.qos,
            NameKind::Account => self.account,
        }
    }

    /// All columns that are read.
    fn all(&self) -> [Option<Column>; 19] {
        [
            self.raw_id,
            self.id,
            Some(self.submit),
            self.start,
            self.end,
            self.elapsed_raw,
            self.elapsed,
            self.limit_raw,
            self.limit,
            self.allocated,
            self.requested,
            self.state,
            self.user,
            self.group,
            self.executable,
            self.queue,
            self.partition,
            self.qos,
            self.account,
        ]
    }
}

/// Reads a whole text. A line that cannot be read is a complaint. O(n log n) for n jobs.
///
/// # Errors
///
/// In words, if the columns do not suffice for a log.
pub(super) fn parse(text: &[u8], max_complaints: usize) -> Result<Parsed, String> {
    let numbered = (1..).zip(lines(text).map(<[u8]>::trim_ascii));
    let mut rows = numbered.filter(|(_, line)| !line.is_empty());
    let columns = Columns::new(rows.next().into_iter().flat_map(|(_, line)| fields(line)));
    let Some(places) = Places::find(&columns) else {
        return Err(format!(
            "these are columns of sacct without Submit, when each job was submitted; ask for more: \
             sacct --parsable2 {LEAST}"
        ));
    };
    let mut draft = Draft::new(max_complaints);
    let mut unread = Unread::new(&columns, &places);
    for (number, line) in rows {
        let row: Vec<Cow<[u8]>> = fields(line).collect();
        // The tables of several calls may follow each other.
        if !names_columns(line)
            && let Err(problem) = add(&mut draft, number, (&places, &mut unread), &columns, &row)
        {
            draft.complaints.add(number, problem);
        }
    }
    draft.unused = unread.finish();
    Ok(draft.finish(Header::default(), 0))
}

/// Reads one line; a step is passed over.
fn add(
    draft: &mut Draft,
    number: u64,
    (places, unread): (&Places, &mut Unread),
    columns: &Columns,
    row: &[Cow<[u8]>],
) -> Result<(), Problem> {
    let name = name(places, row);
    if name.contains(&b'.') {
        return Ok(());
    }
    // A name with a bar in it moves all that stands behind it.
    if row.len() != columns.count() {
        let (found, named) = (row.len(), columns.count());
        let why = format!("{found} columns where the first line names {named}");
        return Err(Problem::LeftOut { why });
    }
    let mut amended = Vec::new();
    let record = record(places, row, &mut amended)?;
    unread.look(row, record.submit);
    for problem in amended {
        draft.complaints.add(number, problem);
    }
    let word = |column: Option<Column>| {
        let cell = column.map(|column| column.of(row));
        cell.filter(|cell| !cell.is_blank())
            .map_or(&b""[..], |cell| cell.word)
    };
    let words = NameKind::ALL.map(|kind| word(places.named(kind)));
    let site = word(places.cluster);
    if draft.add(number, JobName { name, site }, record, &words) {
        draft.aside.site(site);
        columns.count_unread(row, RESTATED, &mut draft.aside);
    }
    Ok(())
}

/// The name of the job: its own number where that is listed, or else as `123`, `123_4` (a task of
/// an array) or `123+1` (a part of a heterogeneous job).
fn name<'a>(places: &Places, row: &'a [Cow<[u8]>]) -> &'a [u8] {
    let ids = [places.raw_id, places.id];
    let mut words = ids.iter().flatten().map(|column| column.of(row).word);
    words.find(|word| !word.is_empty()).unwrap_or_default()
}

fn record(
    places: &Places,
    row: &[Cow<[u8]>],
    amended: &mut Vec<Problem>,
) -> Result<Record, Problem> {
    let cell = |column: Option<Column>| column.map(|column| column.of(row));
    let moment = |column| needed(cell(column).map_or(Ok(UNKNOWN), moment));
    let number = |column, most| cell(column).map_or(Ok(UNKNOWN), |cell| cell.number(most));
    let submit = needed(self::moment(places.submit.of(row)))?;
    let (start, end) = (moment(places.start)?, moment(places.end)?);
    let most = i64::from(MAX_PROCESSORS);
    let state = cell(places.state).map_or(State::Unknown, |cell| State::read(cell.word));
    Ok(Record {
        submit,
        wait: wait(submit, start, amended),
        run_time: run_time(places, row, start, end)?,
        allocated_processors: needed(number(places.allocated, most))?,
        requested_processors: needed(number(places.requested, most))?,
        requested_time: limit(places, row, amended),
        killed_at_limit: state.killed_at_limit(),
        status: state.status(amended),
        ..Record::UNKNOWN
    })
}

/// A moment in seconds since 1970.
#[inline(never)]
fn moment(cell: Cell) -> Result<Time, String> {
    if cell.is_blank() {
        return Ok(UNKNOWN);
    }
    let seconds = read_moment(cell.word).ok_or_else(|| cell.is_no("time"))?;
    if seconds > MAX_TIME {
        return Err(cell.beyond(MAX_TIME));
    }
    Ok(seconds.max(UNKNOWN))
}

fn wait(submit: Time, start: Time, amended: &mut Vec<Problem>) -> Time {
    if submit < 0 || start < 0 {
        return UNKNOWN;
    }
    if start < submit {
        let how = format!(
            "Start is {} s before Submit; the wait counts as 0",
            submit - start
        );
        amended.push(Problem::Amended { how });
    }
    (start - submit).max(0)
}

/// As Slurm measured it, or else from start to end.
fn run_time(places: &Places, row: &[Cow<[u8]>], start: Time, end: Time) -> Result<Time, Problem> {
    let cell = |column: Option<Column>| {
        let cell = column.map(|column| column.of(row));
        cell.filter(|cell| !cell.is_blank())
    };
    if let Some(cell) = cell(places.elapsed_raw) {
        return needed(cell.number(MAX_TIME));
    }
    if let Some(cell) = cell(places.elapsed) {
        let seconds = read_duration(cell.word).ok_or_else(|| cell.is_no("duration"));
        let within = seconds.and_then(|it| {
            if it > MAX_TIME {
                Err(cell.beyond(MAX_TIME))
            } else {
                Ok(it)
            }
        });
        return needed(within);
    }
    Ok(if start >= 0 && end >= start {
        end - start
    } else {
        UNKNOWN
    })
}

/// The run-time limit in seconds; none is known where the job had none, or the partition's.
fn limit(places: &Places, row: &[Cow<[u8]>], amended: &mut Vec<Problem>) -> Time {
    let cells = [places.limit, places.limit_raw].map(|column| column.map(|column| column.of(row)));
    for (cell, is_raw) in cells.into_iter().zip([false, true]) {
        let Some(cell) = cell.filter(|cell| !cell.is_blank()) else {
            continue;
        };
        let is = |word: &str| cell.word.eq_ignore_ascii_case(word.as_bytes());
        if ["UNLIMITED", "Partition_Limit", "INVALID"]
            .into_iter()
            .any(is)
        {
            return UNKNOWN;
        }
        // Raw limits are whole minutes, and so are the others without a unit.
        let seconds = read_duration(cell.word).filter(|&it| it <= MAX_TIME);
        let what = if is_raw {
            "number of minutes"
        } else {
            "duration"
        };
        return mended(seconds.ok_or_else(|| cell.is_no(what)), amended);
    }
    UNKNOWN
}
