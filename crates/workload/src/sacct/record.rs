//! A row of a table of sacct as a record.

use std::borrow::Cow;
use std::collections::HashMap;

use super::cells::{self, State};
use super::layout::{Places, Size};
use crate::calendar::{read_duration, read_moment};
use crate::columns::{Cell, Column, Columns, mended};
use crate::draft::Taken;
use crate::lines::is_listed;
use crate::{Feature, MAX_PROCESSORS, MAX_TIME, Record, Time, UNKNOWN, Unused, number};

/// The present in a table without times of submission and start: below all Unix times, above all run times.
const NOW: Time = 10 * 365 * 86_400;

/// A row as a record: everything but the names. Without a column of submissions a job that runs counts as submitted at its
/// start, and another one as submitted now.
///
/// # Errors
///
/// In words, if a value that every job needs cannot be read: the row is left out.
pub fn record(places: &Places, row: &[Cow<[u8]>], amended: &mut Vec<String>) -> Result<Record, String> {
    let mut submit = moment(places.submit.of(row))?;
    let (mut start, mut end) = (moment(places.start.of(row))?, moment(places.end.of(row))?);
    let state = State::read(places.state.of(row).word);
    let waits = places.are_of_queue && state == State::Pending;
    if waits {
        start = UNKNOWN;
    }
    if places.are_of_queue && state.killed_at_limit().is_none() {
        end = UNKNOWN;
    }
    let Spans { run_time, suspended } =
        if waits { Spans { run_time: UNKNOWN, suspended: 0 } } else { spans(places, row, (start, end), amended)? };
    if !places.submit.is_there() {
        submit = NOW - run_time.max(0);
        start = if waits { UNKNOWN } else { submit };
    }
    let limit = limit(places, row, amended);
    let state = state.of_line(start >= 0 && run_time > 0, end >= 0);
    Ok(Record {
        submit,
        wait: wait(places, (submit, start), amended),
        run_time,
        allocated_processors: size(row, &places.allocated, amended)?,
        requested_processors: size(row, &places.requested, amended)?,
        requested_time: limit.seconds,
        is_unlimited: limit.is_unlimited,
        eligible: moment(places.eligible.of(row))?,
        suspended: u32::try_from(suspended.max(0)).unwrap_or(u32::MAX),
        heterogeneous: whole(places.id.of(row).word),
        killed_at_limit: state.killed_at_limit(),
        status: state.status(run_time >= 0, amended),
        ..Record::UNKNOWN
    })
}

/// The first that is known of a number of processors, the processors among resources, and a number of nodes.
fn size(row: &[Cow<[u8]>], columns: &Size, amended: &mut Vec<String>) -> Result<i64, String> {
    let among = || {
        let cell = columns.resources.of(row).known()?;
        cells::processors(cell.word).map(|word| Cell { word, ..cell })
    };
    let processors = columns.processors.of(row).known().or_else(among);
    let known = processors.or_else(|| columns.nodes.of(row).known());
    known.map_or(Ok(UNKNOWN), |cell| cells::count(cell, MAX_PROCESSORS.into(), amended))
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

fn wait(places: &Places, (submit, start): (Time, Time), amended: &mut Vec<String>) -> Time {
    if submit < 0 || start < 0 {
        return UNKNOWN;
    }
    if start < submit {
        let (early, [start, submit]) = (submit - start, [places.start.name, places.submit.name]);
        amended.push(format!("{start} is {early} s before {submit}; the wait counts as 0"));
    }
    (start - submit).max(0)
}

/// The number of the heterogeneous job of which `300+1` is a part; 0 for another name.
fn whole(name: &[u8]) -> u32 {
    let mut parts = name.splitn(2, |byte| *byte == b'+');
    let (whole, part) = (parts.next(), parts.next());
    let is_part = part.is_some_and(|it| it.first().is_some_and(u8::is_ascii_digit));
    let number = whole.filter(|_| is_part).map(number::parse);
    let number = number.and_then(Result::ok);
    number.and_then(|it| it.try_into().ok()).unwrap_or(0)
}

/// How long a job ran, and how long it was suspended.
struct Spans {
    run_time: Time,
    suspended: Time,
}

/// By what Slurm measured, or else from start to end: its `Elapsed` does not count what it lists as `Suspended`.
///
/// Without that column a job was suspended for what `Elapsed` lacks of the time from start to end. Less than a minute
/// may be due to times without seconds, and an hour to a change of the clocks.
fn spans(
    places: &Places,
    row: &[Cow<[u8]>],
    (start, end): (Time, Time),
    amended: &mut Vec<String>,
) -> Result<Spans, String> {
    const HOUR: Time = 3600;
    let between = (start >= 0 && end >= start).then(|| end - start);
    let listed = places.suspended.of(row).known().map(|cell| mended(duration(cell), amended));
    let listed = listed.filter(|_| start >= 0).map(|seconds| seconds.max(0));
    let measured = match (places.elapsed_raw.of(row).known(), places.elapsed.of(row).known()) {
        (Some(cell), _) => Some(cell.number(MAX_TIME)?),
        (None, Some(cell)) => Some(duration(cell)?),
        (None, None) => None,
    };
    let Some(run_time) = measured else {
        let suspended = listed.unwrap_or(0);
        let run_time = between.map_or(UNKNOWN, |between| (between - suspended).max(0));
        return Ok(Spans { run_time, suspended: suspended.min(between.unwrap_or(suspended)) });
    };
    let lacking = between.filter(|_| run_time >= 0).map_or(0, |it| it - run_time);
    let is_suspension = lacking >= 60 && lacking != HOUR;
    let suspended = listed.unwrap_or(if is_suspension { lacking } else { 0 });
    Ok(Spans { run_time, suspended })
}

fn duration(cell: Cell) -> Result<Time, String> {
    let seconds = read_duration(cell.word).ok_or_else(|| cell.is_no("duration"))?;
    if seconds > MAX_TIME { Err(cell.beyond(MAX_TIME)) } else { Ok(seconds) }
}

/// The run-time limit.
struct Limit {
    /// In seconds; unknown where there is none, or the partition's.
    seconds: Time,
    /// Whether the log says that there is none.
    is_unlimited: bool,
}

fn limit(places: &Places, row: &[Cow<[u8]>], amended: &mut Vec<String>) -> Limit {
    let mut limit = Limit { seconds: UNKNOWN, is_unlimited: false };
    for (column, is_raw) in [(places.limit, false), (places.limit_raw, true)] {
        let Some(cell) = column.of(row).known() else {
            continue;
        };
        let is = |word: &str| cell.word.eq_ignore_ascii_case(word.as_bytes());
        if is("UNLIMITED") {
            limit.is_unlimited = true;
        } else if !is("Partition_Limit") && !is("INVALID") {
            // Raw limits are whole minutes, and so are the others without a unit.
            let seconds = read_duration(cell.word).filter(|&it| it <= MAX_TIME);
            let what = if is_raw { "number of minutes" } else { "duration" };
            limit.seconds = mended(seconds.ok_or_else(|| cell.is_no(what)), amended);
        }
        break;
    }
    limit
}

/// The information of a column that is not read, by its name.
#[derive(Clone, Copy)]
enum Says {
    /// Trackable resources: GPUs, memory.
    Resources,
    /// This feature, where the column has a value.
    Feature(Feature),
    /// Other information.
    Other,
}

/// Columns whose values matter, beside their presence.
const SAYS: [(&str, Says); 6] = [
    ("ReqTRES AllocTRES ReqGRES AllocGRES", Says::Resources),
    ("ReqMem", Says::Feature(Feature::Memory)),
    ("NodeList AllocNodes NNodes ReqNodes", Says::Feature(Feature::Nodes)),
    ("Dependency", Says::Feature(Feature::Dependencies)),
    ("Licenses", Says::Feature(Feature::Licences)),
    ("Constraints", Says::Feature(Feature::NodeFeatures)),
];

/// The columns of a table that are not read, and the features found in them.
pub struct Unread {
    /// With the name in the file, and whether it had a value.
    columns: Vec<(Column, Vec<u8>, Says, bool)>,
    unused: Unused,
    /// What was counted of jobs, by their places, that a later row may replace.
    counted: HashMap<usize, Vec<Feature>>,
}

impl Unread {
    /// The columns of a table that no reader has looked for, once [`super::layout::Places::find`] has.
    pub fn new(columns: &Columns) -> Self {
        let unread = columns.unread().into_iter();
        Self {
            columns: unread
                .map(|(column, name)| {
                    let says = says(&name);
                    (column, name.into_bytes(), says, false)
                })
                .collect(),
            unused: Unused::default(),
            counted: HashMap::new(),
        }
    }

    /// Looks at a job's row; what an earlier row of it has said is counted once. `waits` is whether another row may
    /// follow that says more.
    pub fn look(&mut self, row: &[Cow<[u8]>], taken: Taken, waits: bool) {
        let mut features: Vec<Feature> = Vec::new();
        for (column, _, says, has_said) in &mut self.columns {
            let cell = column.of(row);
            if matches!(says, Says::Other) && *has_said || is_blank(cell) {
                continue;
            }
            match *says {
                Says::Resources => look_at_resources(cell.word, &mut features),
                Says::Feature(feature) => features.push(feature),
                Says::Other => *has_said = true,
            }
        }
        if let Some(before) = self.counted.remove(&taken.place).filter(|_| !taken.is_new) {
            features.retain(|it| !before.contains(it));
        } else if waits {
            self.counted.insert(taken.place, features.clone());
        }
        self.unused.count_each(features);
    }

    /// All that was found.
    pub fn finish(mut self) -> Unused {
        for (_, name, says, has_said) in &self.columns {
            if matches!(says, Says::Other) && *has_said {
                self.unused.add_column(name);
            }
        }
        self.unused
    }
}

fn is_blank(cell: Cell) -> bool {
    cell.is_blank() || [&b"0"[..], b"None assigned", b"(null)"].contains(&cell.word)
}

/// The cell of a row in a column, if it says something.
pub fn known<'a>(column: Column, row: &'a [Cow<[u8]>]) -> Option<Cell<'a>> {
    Some(column.of(row)).filter(|cell| !is_blank(*cell))
}

/// The information of the column of that name.
fn says(name: &str) -> Says {
    let found = SAYS.iter().find(|(names, _)| is_listed(name.as_bytes(), names));
    found.map_or(Says::Other, |(_, says)| *says)
}

/// `cpu=64,mem=16G,gres/gpu=4` or `gpu:4`: GPUs, and memory that was asked for.
fn look_at_resources(word: &[u8], features: &mut Vec<Feature>) {
    for part in word.split(|&byte| byte == b',') {
        let is_none = part.ends_with(b"=0") || part.ends_with(b":0");
        if !is_none && part.windows(3).any(|it| it.eq_ignore_ascii_case(b"gpu")) {
            features.push(Feature::Gpus);
        }
        if !is_none && part.starts_with(b"mem=") {
            features.push(Feature::Memory);
        }
    }
}
