//! A row of a table into a job.

use std::fmt::Display;

use super::devices::{gpus, memory};
use super::values::{Length, count, is_blank, length, moment, state};
use super::{Factor, Key, Mapping, Source, Table, Unit};
use crate::calendar::FIRST_UNIX_TIME;
use crate::columns::known_or;
use crate::draft::Words;
use crate::resources::{Asked, AskedMemory, MOST_MEBIBYTES};
use crate::sacct::cells::State;
use crate::swf::shortened;
use crate::{MAX_PROCESSORS, MAX_TIME, NameKind, Record, Time, UNKNOWN};

/// Where the columns stand that a mapping names.
pub struct Places {
    columns: [Option<Column>; Key::ALL.len()],
}

/// A column that is there.
#[derive(Clone)]
struct Column {
    name: String,
    place: usize,
    unit: Option<Unit>,
    times: Times,
}

#[derive(Clone)]
enum Times {
    Number(i64),
    /// The column of that name and place.
    Column(String, usize),
}

/// A row's job, before its names have numbers.
pub struct RowJob<'a> {
    /// Its number or name; empty if no column has it.
    pub name: &'a [u8],
    /// The cluster or site where it ran.
    pub site: &'a [u8],
    /// When it was submitted, as it stands in the file.
    pub submitted: &'a [u8],
    /// Its values.
    pub record: Record,
    /// The words of each kind of names, in the order of [`NameKind::ALL`].
    pub words: Words<'a>,
    /// What it asked of nodes.
    pub asked: Asked,
    /// Values that were changed when they were read, in words.
    pub amended: Vec<String>,
}

/// The keys of [`NameKind::ALL`], in their order.
const NAMES: [Key; NameKind::ALL.len()] =
    [Key::User, Key::Group, Key::Executable, Key::Queue, Key::Partition, Key::Qos, Key::Account];

impl Places {
    /// The places of a mapping's columns in a table. O(k c) for k keys and c columns.
    ///
    /// # Errors
    ///
    /// A sentence: a column that the table does not have, and those that it has.
    pub fn find(mapping: &Mapping, table: &Table) -> Result<Self, String> {
        let mut columns = [const { None }; Key::ALL.len()];
        let place = |key: Key, name: &str| {
            let missing = || {
                let there = table.columns_in_words();
                format!("{key}={name}: the table has no column {name}; it has {there}")
            };
            table.place(name).ok_or_else(missing)
        };
        for (key, source) in mapping.iter() {
            let times = match &source.times {
                None => Times::Number(1),
                Some(Factor::Number(number)) => Times::Number((*number).into()),
                Some(Factor::Column(name)) => Times::Column(name.clone(), place(key, name)?),
            };
            columns[key as usize] = Some(Column {
                name: source.column.clone(),
                place: place(key, &source.column)?,
                unit: source.unit,
                times,
            });
        }
        Ok(Self { columns })
    }

    /// Whether a column is read.
    pub fn reads(&self, place: usize) -> bool {
        let mut places = self.columns.iter().flatten().flat_map(|it| match it.times {
            Times::Number(_) => [it.place, it.place],
            Times::Column(_, factor) => [it.place, factor],
        });
        places.any(|it| it == place)
    }

    /// The column of a key, with the field of a row in it.
    fn cell<'a>(&self, key: Key, field: &impl Fn(usize) -> &'a [u8]) -> Option<(&Column, &'a [u8])> {
        let column = self.columns[key as usize].as_ref()?;
        Some((column, field(column.place)))
    }

    /// The value of a row in the column of a key, or why it cannot be read.
    fn read<'a, T>(
        &self,
        key: Key,
        field: &impl Fn(usize) -> &'a [u8],
        read: impl Fn(&'a [u8], Option<Unit>) -> Result<T, String>,
    ) -> Option<Result<T, String>> {
        let (column, word) = self.cell(key, field)?;
        Some(read(word, column.unit).map_err(|why| format!("{} {why}", column.name)))
    }

    /// The job of a row, by its fields.
    ///
    /// # Errors
    ///
    /// In words, if it has no time of submission, or a value that makes another job of it cannot be read.
    pub fn job<'a>(&self, field: impl Fn(usize) -> &'a [u8]) -> Result<RowJob<'a>, String> {
        let mut amended = Vec::new();
        let cell = |key: Key| self.cell(key, &field);
        let word = |key: Key| match cell(key) {
            Some((_, word)) if !is_blank(word) => word,
            _ => b"",
        };
        let size = |key: Key| match cell(key) {
            None => Ok(UNKNOWN),
            Some((column, word)) => self::size(column, word, key, &field),
        };
        let state = self.read(Key::Status, &field, state).unwrap_or(Ok(State::Unknown));
        let known = state.as_ref().unwrap_or(&State::Unknown);
        let times = self.times(&field, known, &mut amended)?;
        let state = known_or(State::Unknown, state, &mut amended);
        let killed_at_limit = state.killed_at_limit();
        let status = match state {
            // A table has the end, not the time at which it was written.
            State::Running if times.run_time >= 0 => {
                let how = "its state is that of a job that runs, but it has an end, up to which its run time counts";
                amended.push(how.to_owned());
                UNKNOWN
            }
            state => state.status(times.run_time >= 0, &mut amended),
        };
        let record = Record {
            requested_processors: size(Key::RequestedProcessors)?,
            allocated_processors: size(Key::AllocatedProcessors)?,
            status,
            killed_at_limit,
            ..times
        };
        Ok(RowJob {
            name: word(Key::Job),
            site: word(Key::Cluster),
            submitted: word(Key::Submit),
            words: NAMES.map(word),
            asked: self.asked(&record, &field, &mut amended),
            record,
            amended,
        })
    }

    /// What a job asked of nodes; what cannot be read counts as unknown.
    fn asked<'a>(&self, job: &Record, field: &impl Fn(usize) -> &'a [u8], amended: &mut Vec<String>) -> Asked {
        let cell = |key: Key| self.cell(key, field);
        let mut known = |read: Result<u64, String>| known_or(0, read, amended);
        let sizes = [job.requested_processors, job.allocated_processors].map(|it| it.max(0) as u32);
        let most = match sizes[0].max(sizes[1]) {
            0 => MAX_PROCESSORS,
            most => most,
        };
        let nodes = cell(Key::Nodes).map_or(0, |(column, word)| {
            let read = self::size(column, word, Key::Nodes, field);
            let read = read.and_then(|it| match it {
                nodes if nodes <= i64::from(most) => Ok(nodes.max(0).unsigned_abs()),
                nodes => Err(format!("{} is {nodes}, more than processors", column.name)),
            });
            known(read) as u32
        });
        let mut types = Vec::new();
        let gpus = cell(Key::RequestedGpus).map_or(0, |(column, word)| {
            let read = gpus(word, column.unit).map_err(|why| format!("{} {why}", column.name));
            known(read.and_then(|read| {
                let of_all = if read.are_of_node { nodes.max(1) } else { 1 };
                types = read.types;
                let gpus = read.thousandths.saturating_mul(of_all.into());
                times(column, word, gpus, (MAX_PROCESSORS.into(), 1_000), field)
            }))
        });
        let memory = cell(Key::RequestedMemory).map_or(0, |(column, word)| {
            let read = memory(word, column.unit).map_err(|why| format!("{} {why}", column.name));
            known(read.and_then(|it| times(column, word, it, (MOST_MEBIBYTES, 1), field)))
        });
        if let Some((_, word)) = cell(Key::GpuType).filter(|(_, word)| !is_blank(word)) {
            types = word.split(|byte| b"|,".contains(byte)).collect();
        }
        let text = |it: &[u8]| Box::from(String::from_utf8_lossy(it.trim_ascii()));
        let mut gpu_types: Vec<Box<str>> = types.into_iter().map(text).collect();
        gpu_types.retain(|it| !it.is_empty());
        gpu_types.sort_unstable();
        gpu_types.dedup();
        Asked {
            processors: if sizes[0] > 0 { sizes[0] } else { sizes[1] },
            nodes,
            gpus,
            memory: match memory {
                0 => AskedMemory::Unnamed,
                memory => AskedMemory::OfJob(memory),
            },
            gpu_types,
            ..Asked::default()
        }
    }

    /// A record with the times of a row. A queue names the expected start of a job that waits, and as the end of one that
    /// runs that of its limit: these are no facts.
    fn times<'a>(
        &self,
        field: &impl Fn(usize) -> &'a [u8],
        state: &State,
        amended: &mut Vec<String>,
    ) -> Result<Record, String> {
        let moment = |key: Key| self.read(key, field, moment).unwrap_or(Ok(None));
        let length = |key: Key| self.read(key, field, length).unwrap_or(Ok(Length::Unknown));
        let mut mended = |read: Result<Length, String>| known_or(Length::Unknown, read, amended).seconds();
        let known = |it: Option<Time>| it.unwrap_or(UNKNOWN);
        let submit = moment(Key::Submit)?.ok_or("the job has no time of submission")?;
        // Accounting writes 0 for what has not happened.
        let later = |read: Option<Time>| read.filter(|&it| it > 0 || submit < FIRST_UNIX_TIME);
        let (mut start, mut end) = (later(moment(Key::Start)?), later(moment(Key::End)?));
        let suspended = mended(length(Key::Suspended)).unwrap_or(0);
        let mut wait = mended(length(Key::Wait));
        let limit = length(Key::RequestedTime);
        let is_unlimited = limit == Ok(Length::Unlimited);
        let limit = mended(limit);
        let mut ran = length(Key::RunTime)?.seconds();
        match (state, start, end) {
            (State::Pending, _, _) => {
                if start.is_some() {
                    let how =
                        "its state is that of a job that waits: its start is an expected one, and counts as unknown";
                    amended.push(how.to_owned());
                }
                (start, end, wait, ran) = (None, None, None, None);
            }
            (State::Running, Some(from), Some(to)) if limit.is_some_and(|limit| (to - from).abs_diff(limit) < 60) => {
                end = None;
            }
            _ => {}
        }
        let spans = Spans { submit, start, end, suspended };
        let run_time = spans.run_time(ran, wait, amended);
        Ok(Record {
            submit,
            wait: known(spans.wait(wait, run_time, amended)),
            run_time: known(run_time),
            requested_time: known(limit),
            eligible: known(later(moment(Key::Eligible)?)),
            suspended: u32::try_from(suspended).unwrap_or(u32::MAX),
            is_unlimited,
            ..Record::UNKNOWN
        })
    }
}

/// The instants of a job.
struct Spans {
    submit: Time,
    start: Option<Time>,
    end: Option<Time>,
    suspended: Time,
}

impl Spans {
    /// How long it waited: from its submission to its start, or as the table says.
    fn wait(&self, wait: Option<Time>, run_time: Option<Time>, amended: &mut Vec<String>) -> Option<Time> {
        let from_end = || wait.is_none().then_some(self.end? - run_time? - self.suspended);
        let start = self.start.or_else(from_end);
        let Some(start) = start else {
            return wait;
        };
        if start < self.submit {
            let early = self.submit - start;
            amended.push(format!("the start is {early} s before the submission; the wait counts as 0"));
        }
        let from_submit = (start - self.submit).max(0);
        if let Some(wait) = wait.filter(|wait| wait.abs_diff(from_submit) > 1) {
            amended.push(format!(
                "from submission to start it is {from_submit} s, and the wait is {wait} s; the start counts"
            ));
        }
        Some(from_submit)
    }

    /// How long it ran: from its start to its end without suspensions. What the table says counts if that is another
    /// time by more than a second, which is rounding.
    fn run_time(&self, ran: Option<Time>, wait: Option<Time>, amended: &mut Vec<String>) -> Option<Time> {
        let start = self.start.or_else(|| Some(self.submit + wait?));
        let (Some(start), Some(end)) = (start, self.end) else {
            return ran;
        };
        let span = end - start - self.suspended;
        match ran {
            None if span < 0 => {
                amended.push(format!("the end is {} s before the start; the run time counts as unknown", -span));
                None
            }
            None => Some(span),
            Some(ran) if (ran - span).abs() <= 1 && span >= 0 => Some(if span == 0 { ran } else { span }),
            Some(ran) => {
                amended.push(format!(
                    "from start to end it is {span} s, and the run time is {ran} s; the run time counts"
                ));
                Some(ran)
            }
        }
    }
}

impl Column {
    /// The factor in a row; `None` where the column of factors has no value.
    fn factor<'a>(&self, field: &impl Fn(usize) -> &'a [u8]) -> Result<Option<i64>, String> {
        match &self.times {
            Times::Number(times) => Ok(Some(*times)),
            Times::Column(name, place) => count(field(*place), Key::Nodes, None).map_err(|why| format!("{name} {why}")),
        }
    }

    /// That a value times a factor is too large.
    fn beyond(&self, word: &[u8], times: i64, most: impl Display) -> String {
        format!("{} is {} times {times}, more than {most}", self.name, shortened(word))
    }
}

/// A number times the factor of its column, at most `most` times `of`.
fn times<'a>(
    column: &Column,
    word: &[u8],
    number: u64,
    (most, of): (u64, u64),
    field: &impl Fn(usize) -> &'a [u8],
) -> Result<u64, String> {
    let times = column.factor(field)?.unwrap_or(0);
    match number.saturating_mul(times.max(0).unsigned_abs()) {
        product if product <= most.saturating_mul(of) => Ok(product),
        _ => Err(column.beyond(word, times, most)),
    }
}

/// A number of processors or nodes.
fn size<'a>(column: &Column, word: &'a [u8], key: Key, field: &impl Fn(usize) -> &'a [u8]) -> Result<i64, String> {
    let read = count(word, key, column.unit).map_err(|why| format!("{} {why}", column.name))?;
    let Some(number) = read else {
        return Ok(UNKNOWN);
    };
    let Some(times) = column.factor(field)? else {
        return Ok(UNKNOWN);
    };
    match number.saturating_mul(times) {
        product if product <= i64::from(MAX_PROCESSORS) => Ok(product),
        _ => Err(column.beyond(word, times, MAX_PROCESSORS)),
    }
}

/// The instants of a key in the first rows of a table.
pub fn instants(table: &Table, mapping: &Mapping, key: Key) -> Vec<Option<Time>> {
    let source = mapping.get(key);
    let place = source.and_then(|source| table.place(&source.column));
    let unit = source.and_then(|source| source.unit);
    let of = |row: &Vec<String>| {
        let word = row.get(place?)?;
        moment(word.as_bytes(), unit).ok()?.filter(|&it| it > 0)
    };
    table.rows.iter().map(of).collect()
}

/// The lengths of time of a column in the first rows of a table.
pub fn lengths(table: &Table, source: &Source) -> Vec<Option<Time>> {
    let place = table.place(&source.column);
    let of = |row: &Vec<String>| match length(row.get(place?)?.as_bytes(), source.unit) {
        Ok(Length::Seconds(seconds)) if seconds <= MAX_TIME => Some(seconds),
        _ => None,
    };
    table.rows.iter().map(of).collect()
}
