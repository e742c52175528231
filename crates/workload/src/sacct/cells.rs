//! Jobs as rows of the table that sacct prints, whatever their file looks like: fields by their names there become cells
//! under sacct's names.

use std::borrow::Cow;
use std::cell;

use super::Reader;
use super::json::text_of;
use super::layout::Layout;
use super::rows::Heading;
use crate::columns::Cell;
use crate::draft::{Complaints, Draft, Parsed};
use crate::instants::{Course, micros};
use crate::json::{LineCount, end_of_value, members, members_of_job, numbered_elements, outermost, skip_blank};
use crate::lines::split_once;
use crate::{Time, UNKNOWN, number, swf};

/// The columns of such rows.
#[rustfmt::skip]
const COLUMNS: [&str; 29] = [
    "JobIDRaw", "JobID", "Submit", "Eligible", "Start", "End", "Elapsed", "ElapsedRaw", "Suspended", "Timelimit",
    "TimelimitRaw", "AllocCPUS", "ReqCPUS", "AllocTRES", "ReqTRES", "ReqGRES", "State", "User", "Group", "Account",
    "JobName", "QOS", "Partition", "Cluster", "NodeList", "Dependency", "NNodes", "ReqMem", "Constraints",
];

fn place(column: &str) -> Option<usize> {
    COLUMNS.iter().position(|it| *it == column)
}

/// The cells of a job, each empty until it is set.
pub struct Cells<'a> {
    row: Vec<Cow<'a, [u8]>>,
    /// Why the job is left out, if it is.
    pub left_out: Option<&'static str>,
}

impl<'a> Cells<'a> {
    /// The cell in a column.
    pub fn get(&self, column: &str) -> &[u8] {
        place(column).map_or(b"", |place| &self.row[place])
    }

    /// Sets the cell in a column.
    pub fn set(&mut self, column: &str, value: impl Into<Cow<'a, [u8]>>) {
        if let Some(place) = place(column) {
            self.row[place] = value.into();
        }
    }

    /// Empties the cells in these columns.
    pub fn clear<const N: usize>(&mut self, columns: [&str; N]) {
        columns.into_iter().for_each(|it| self.set(it, &b""[..]));
    }

    /// Makes instants with fractions of a second whole, all together.
    fn round(&mut self) {
        let words = ["Submit", "Start", "End"].map(|column| self.get(column));
        if !words.iter().any(|it| it.contains(&b'.')) {
            return;
        }
        let [Some(submit), start, end] = words.map(micros) else {
            return;
        };
        let run_time = start.zip(end).map(|(start, end)| end - start);
        let whole = Course { submit, start, run_time, limit: None }.whole();
        let word = |time: Time| time.to_string().into_bytes();
        self.set("Submit", word(whole.submit));
        if start.is_some() {
            self.set("Start", word(whole.submit + whole.wait));
        }
        if run_time.is_some() {
            self.set("End", word(whole.submit + whole.wait + whole.run_time));
        }
    }
}

/// A name and a value.
type Named<'a> = (Cow<'a, [u8]>, Cow<'a, [u8]>);

/// The fields of a job: names with values.
#[derive(Default)]
pub struct Fields<'a> {
    named: Vec<Named<'a>>,
    /// Of each whether anything has asked for it.
    read: Vec<cell::Cell<bool>>,
}

impl<'a> Fields<'a> {
    /// Adds a field.
    pub fn push(&mut self, name: impl Into<Cow<'a, [u8]>>, value: impl Into<Cow<'a, [u8]>>) {
        const USUAL: usize = 40;
        if self.named.is_empty() {
            self.named.reserve(USUAL);
            self.read.reserve(USUAL);
        }
        self.named.push((name.into(), value.into()));
        self.read.push(cell::Cell::new(false));
    }

    /// The value of the last one.
    pub fn last(&mut self) -> Option<&mut Cow<'a, [u8]>> {
        self.named.last_mut().map(|it| &mut it.1)
    }

    /// The first value of a field; empty where there is none.
    pub fn get(&self, name: &str) -> &[u8] {
        let place = self.named.iter().position(|it| *it.0 == *name.as_bytes());
        place.map_or(b"", |place| {
            self.read[place].set(true);
            &self.named[place].1
        })
    }

    /// The fields with a value that nothing has asked for.
    fn unread(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        let unread = self.named.iter().zip(&self.read).filter(|it| !it.1.get());
        unread.map(|(it, _)| (&*it.0, example(&it.1))).filter(|it| !says_nothing(it.1))
    }

    /// Of the object at `at`: its members, and those of the objects in it that the scheme names, as `object.member`.
    ///
    /// # Errors
    ///
    /// In words, if there is no object.
    fn of_json(text: &'a [u8], at: usize, scheme: &Scheme) -> Result<Self, String> {
        let mut fields = Self::default();
        for (key, at) in members_of_job(text, at)? {
            let is_parted = scheme.objects.iter().any(|it| *it.as_bytes() == *key);
            if is_parted {
                for (inner, at) in members(text, at).map_while(Result::ok) {
                    fields.push([&*key, b".", &*inner].concat(), (scheme.value)(&text[at..]));
                }
            }
            fields.push(key, (scheme.value)(&text[at..]));
            fields.read.last().into_iter().for_each(|it| it.set(is_parted));
        }
        Ok(fields)
    }
}

/// A value as it is shown, empty for an empty list or object and for a number of Slurm's (`{"set": false, …`). It may be the
/// rest of a text that begins with it.
fn example(value: &[u8]) -> &[u8] {
    let inner = value.get(1..).unwrap_or_default().trim_ascii_start();
    match value.first() {
        Some(b'{' | b'[') if inner.starts_with(b"\"set\"") || matches!(inner.first(), Some(b'}' | b']')) => b"",
        Some(b'{') => b"{...}",
        Some(b'[') => b"[...]",
        Some(b'"') => value[1..].split(|byte| *byte == b'"').next().unwrap_or_default(),
        _ => value.split(|byte| b",}\n".contains(byte)).next().unwrap_or_default().trim_ascii(),
    }
}

/// Whether a value is one for none: 0, or a word for it.
fn says_nothing(value: &[u8]) -> bool {
    const WORDS: [&[u8]; 5] = [b"NONE", b"none", b"(null)", b"false", b"undefined"];
    value.iter().all(|byte| b"0.:-".contains(byte)) || WORDS.contains(&value)
}

/// A field: its name, the column of sacct that says the same, and how that column writes its value.
pub type Field = (&'static str, &'static str, fn(&[u8]) -> Cow<'_, [u8]>);

/// What the fields of a program mean.
pub struct Scheme {
    /// Fields that are cells. Of several with one column the first that has a value counts.
    pub fields: &'static [Field],
    /// Sets the cells that follow from several fields; returns whether it is a job of its own.
    pub rest: for<'f> fn(&'f Fields<'_>, &mut Cells<'f>) -> bool,
    /// In JSON: objects of a job whose members are fields.
    pub objects: &'static [&'static str],
    /// In JSON: the value of a field by the text that begins with it.
    pub value: fn(&[u8]) -> Cow<'_, [u8]>,
    /// Whether starts and ends that are expected are among the fields, and complaints call fields as the program does.
    pub is_of_queue: bool,
    /// Added to a complaint about a time that cannot be read.
    pub hint: &'static str,
}

impl Scheme {
    /// Of these fields, with words in JSON and no further objects.
    pub const fn of(fields: &'static [Field], rest: for<'f> fn(&'f Fields<'_>, &mut Cells<'f>) -> bool) -> Self {
        Self { fields, rest, objects: &[], value: text_of, is_of_queue: true, hint: "" }
    }
}

/// Takes jobs by a scheme.
pub struct Intake {
    scheme: &'static Scheme,
    /// Of each field that of its column.
    places: Vec<Option<usize>>,
    /// At each place of a job the name of the last field there, and its row of the scheme: jobs have their fields in one
    /// order.
    rows: Vec<(Vec<u8>, Option<usize>)>,
    /// How many jobs there were.
    count: u64,
    heading: Heading<'static>,
    reader: Reader,
}

impl Intake {
    /// No job yet; at most `max_complaints` complaints are kept.
    ///
    /// # Errors
    ///
    /// None: there is always a column of submissions.
    pub fn new(scheme: &'static Scheme, max_complaints: usize) -> Result<Self, String> {
        let name = |column: &&'static str| {
            let is_named = scheme.fields.iter().any(|it| it.1 == *column);
            // Without them others stand in their place.
            let is_lacking = ["Group", "QOS"].contains(column) && !is_named;
            Cow::Borrowed(if is_lacking { &b""[..] } else { column.as_bytes() })
        };
        let mut heading = Heading::new(Layout::Mark(b"|".to_vec()), COLUMNS.iter().map(name).collect());
        heading.are_of_queue = scheme.is_of_queue;
        if scheme.is_of_queue {
            let shown =
                |column: &&'static str| scheme.fields.iter().find(|it| it.1 == *column).map_or(*column, |it| it.0);
            heading.shown = COLUMNS.iter().map(shown).collect();
        }
        let reader = Reader::new(&heading, Draft::new(max_complaints))?;
        let places = scheme.fields.iter().map(|it| place(it.1)).collect();
        Ok(Self { scheme, places, rows: Vec::new(), count: 0, heading, reader })
    }

    /// What is said of the lines.
    pub fn complaints(&mut self) -> &mut Complaints {
        &mut self.reader.draft.complaints
    }

    /// Takes the job of a line, if it has fields.
    pub fn add(&mut self, line: u64, job: &Fields) {
        if job.named.is_empty() {
            return;
        }
        self.count += 1;
        let mut cells = Cells { row: vec![Cow::Borrowed(b""); COLUMNS.len()], left_out: None };
        let found = self.find(job);
        for ((&(name, _, read), place), found) in self.scheme.fields.iter().zip(&self.places).zip(found) {
            let value = found.map_or(&b""[..], |found| &job.named[found].1);
            if let Some(cell) = place.and_then(|place| cells.row.get_mut(place)).filter(|it| it.is_empty()) {
                match value {
                    _ if name == PLACE => *cell = self.count.to_string().into_bytes().into(),
                    b"" => {}
                    value => *cell = read(value),
                }
            }
        }
        let is_job = (self.scheme.rest)(job, &mut cells);
        cells.round();
        if let Some(why) = cells.left_out {
            self.complaints().leave_out(line, why);
        } else if is_job {
            match self.reader.add(line, &cells.row, &self.heading) {
                Ok(()) => job.unread().for_each(|(name, value)| self.reader.draft.aside.unread(name, value)),
                Err(why) => {
                    let hint = if why.contains(" should be a time ") { self.scheme.hint } else { "" };
                    self.complaints().leave_out(line, why + hint);
                }
            }
        }
    }

    /// Of each row of the scheme the first field of a job with its name, which is read. O(f) for f fields in the order of the
    /// job before.
    fn find(&mut self, job: &Fields) -> Vec<Option<usize>> {
        let mut found = vec![None; self.scheme.fields.len()];
        for (at, (name, _)) in job.named.iter().enumerate() {
            if self.rows.len() <= at {
                self.rows.push(Default::default());
            }
            let (last, row) = &mut self.rows[at];
            if *last != **name {
                last.clear();
                last.extend_from_slice(name);
                *row = self.scheme.fields.iter().position(|it| *it.0.as_bytes() == **name);
            }
            if let Some(row) = *row {
                found[row].get_or_insert(at);
                job.read[at].set(true);
            }
        }
        found
    }

    /// The jobs.
    pub fn finish(mut self) -> Parsed {
        // The columns of the table itself are told as those of sacct.
        for name in self.reader.draft.aside.names().filter(|it| place(it).is_none()) {
            self.reader.unused.add_column(name.as_bytes());
        }
        self.reader.finish()
    }
}

/// A field of every job: its place in the text, from 1.
pub const PLACE: &str = "#";

/// Reads a whole text of JSON, or several one behind the other: the jobs under `key` of an outermost object, a list or an
/// object in which each has its `id` as its key; of a list, or with an empty key, the jobs in it; an object without that key
/// is a job. Each also has the field `now` of the outermost object. A job that cannot be read is a complaint, with the line where it begins; of a text that is cut short the jobs before the cut
/// are read. O(n log n) for n jobs.
///
/// # Errors
///
/// A sentence, if the key of the jobs is there twice.
pub fn read_json(
    scheme: &'static Scheme,
    text: &[u8],
    [key, now]: [&'static str; 2],
    max_complaints: usize,
) -> Result<Parsed, String> {
    let mut intake = Intake::new(scheme, max_complaints)?;
    let mut lines = LineCount::new(text);
    let mut next = skip_blank(text, 0);
    while next < text.len() {
        let ([listed, at_now], end) = match text[next] {
            b'[' => ([Some(next), None], end_of_value(text, next)),
            _ => outermost(text, next, [key, now], intake.complaints())?,
        };
        let mut add = |line: u64, job: Result<usize, String>, id: Option<Cow<[u8]>>| match job
            .and_then(|at| Fields::of_json(text, at, scheme))
        {
            Ok(mut job) => {
                if let Some(at) = at_now {
                    job.push(now.as_bytes(), (scheme.value)(&text[at..]));
                }
                if let Some(id) = id {
                    job.push(&b"id"[..], id.into_owned());
                }
                intake.add(line, &job);
            }
            Err(why) => intake.complaints().leave_out(line, why),
        };
        match if key.is_empty() { Some(next) } else { listed } {
            Some(at) if text[at..].starts_with(b"{") => {
                let is_whole = |at: usize| end.is_ok() || end_of_value(text, at).is_ok();
                for (id, at) in members(text, at).map_while(Result::ok).take_while(|it| is_whole(it.1)) {
                    add(lines.line(at), Ok(at), Some(id));
                }
            }
            Some(_) => {
                let is_told = text[next] != b'[' && end.is_err();
                numbered_elements(text, listed.or(Some(next)), &mut lines, is_told)
                    .for_each(|(line, job)| add(line, job, None));
            }
            None if end.is_ok() => add(lines.line(next), Ok(next), None),
            None => {}
        }
        next = end.map_or(text.len(), |end| skip_blank(text, end));
    }
    Ok(intake.finish())
}

/// The values that Slurm writes where there is no number, of 32 and of 64 bits.
pub const NO_NUMBER: [&[u8]; 2] = [b"4294967294", b"18446744073709551614"];

/// The values that it writes for infinity, of 32 and of 64 bits.
pub const INFINITE: [&[u8]; 2] = [b"4294967295", b"18446744073709551615"];

/// Slurm's units: it divides by 1024 until the number is short.
const UNITS: &[u8] = b"KMGTP";

/// A number from 0 to `most`, perhaps with a unit (`64K`, `9.22K`); unknown where there is none.
///
/// # Errors
///
/// If it is no number or too large: the line is left out.
pub fn count(cell: Cell, most: i64, amended: &mut Vec<String>) -> Result<i64, String> {
    if NO_NUMBER.contains(&cell.word) || INFINITE.contains(&cell.word) {
        return Ok(UNKNOWN);
    }
    let Some((unit, digits)) = cell.word.split_last().filter(|it| !it.0.is_ascii_digit()) else {
        return cell.number(most);
    };
    let (name, word) = (cell.column, String::from_utf8_lossy(cell.word));
    if *unit == b'?' && number::parse(digits).is_ok() {
        // Beyond the last unit: it is one of the values above, divided.
        amended.push(format!("{name} is {word}, which Slurm writes for no number; it counts as unknown"));
        return Ok(UNKNOWN);
    }
    let exponent = UNITS.iter().position(|it| it == unit);
    let digits = std::str::from_utf8(digits).ok();
    let digits = digits.filter(|it| number::parse(it.as_bytes()).is_ok_and(|it| it >= 0));
    let (Some(exponent), Some(digits)) = (exponent, digits) else {
        return cell.number(most);
    };
    let factor = (1_u64 << (10 * (exponent + 1))) as f64;
    let number = digits.parse::<f64>().unwrap_or_default() * factor;
    if number > most as f64 {
        return Err(cell.beyond(most));
    }
    let number = number.round() as i64;
    if digits.contains('.') {
        amended.push(format!("{name} is {word}, a rounded number; it counts as {number}"));
    }
    Ok(number)
}

/// The processors among trackable resources: `cpu=64` of `billing=64,cpu=64,mem=16G`, or `1=64` of `1=64,2=4096`, if
/// they are there.
pub fn processors(word: &[u8]) -> Option<&[u8]> {
    let mut parts = word.split(|&byte| byte == b',').map(<[u8]>::trim_ascii);
    parts.find_map(|part| {
        let (key, value) = split_once(part, b'=')?;
        (key.eq_ignore_ascii_case(b"cpu") || key == b"1").then_some(value)
    })
}

/// How a job ended, as far as SWF distinguishes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// The state is not given.
    Unknown,
    /// It has not started.
    Pending,
    /// It goes on.
    Running,
    /// It came to its own end.
    Completed,
    /// Its time limit was up.
    TimedOut,
    /// It came to another end: it failed, or was preempted, or could not end by its deadline.
    Failed,
    /// It was cancelled.
    Cancelled,
    /// The run ended as it was put back into the queue, or it waits to be.
    Requeued,
    /// It is about to change its size, or this part of it ended so.
    Resizing,
    /// A part of a job, which went on with another size.
    Resized,
    /// Another word, shortened.
    Other(String),
}

/// States that padded columns cut off after nine characters.
const LONG: [&[u8]; 5] = [b"OUT_OF_MEMORY", b"LAUNCH_FAILED", b"RECONFIG_FAIL", b"SPECIAL_EXIT", b"CONFIGURING"];

/// The fewest characters of such a word.
const CUT: usize = 9;

impl State {
    /// Reads `COMPLETED`, `CANCELLED by 1003`, `TIMEOUT` and so on, long, short or cut off (`OUT_OF_ME+`).
    pub fn read(word: &[u8]) -> Self {
        let end = word.iter().position(|byte| b" +".contains(byte));
        let first = word[..end.unwrap_or(word.len())].to_ascii_uppercase();
        let is_cut = word.ends_with(b"+") && first.len() >= CUT;
        let mut long = LONG.into_iter().filter(|_| is_cut);
        let whole = long.find(|it| it.starts_with(&first));
        match whole.unwrap_or(&first) {
            b"" | b"UNKNOWN" => Self::Unknown,
            b"PENDING" | b"PD" | b"CONFIGURING" | b"CF" | b"REQUEUE_HOLD" | b"RH" | b"REQUEUE_FED" | b"RF"
            | b"RESV_DEL_HOLD" | b"RD" => Self::Pending,
            b"REQUEUED" | b"RQ" => Self::Requeued,
            b"RESIZING" | b"RS" => Self::Resizing,
            b"RUNNING" | b"R" | b"COMPLETING" | b"CG" | b"SUSPENDED" | b"S" | b"STOPPED" | b"ST" | b"SIGNALING"
            | b"SI" | b"STAGE_OUT" | b"SO" => Self::Running,
            b"COMPLETED" | b"CD" => Self::Completed,
            b"TIMEOUT" | b"TO" => Self::TimedOut,
            b"FAILED" | b"F" | b"NODE_FAIL" | b"NF" | b"BOOT_FAIL" | b"BF" | b"OUT_OF_MEMORY" | b"OOM"
            | b"DEADLINE" | b"DL" | b"PREEMPTED" | b"PR" | b"LAUNCH_FAILED" | b"RECONFIG_FAIL" | b"SPECIAL_EXIT"
            | b"SE" => Self::Failed,
            b"CANCELLED" | b"CANCELED" | b"CA" | b"REVOKED" | b"RV" => Self::Cancelled,
            _ => Self::Other(swf::shortened(word)),
        }
    }

    /// The state of a line by what else it says: whether the job ran, and whether that has ended.
    ///
    /// Slurm keeps a record for each run of a requeued job, of which the earlier ones end as `REQUEUED`, and one for each
    /// size of a job that was resized, of which the earlier ones end as `RESIZING`. Each held its processors from
    /// its start to its end, so each is a run; a run that was requeued counts as failed, as one that was preempted.
    pub fn of_line(self, ran: bool, has_ended: bool) -> Self {
        match self {
            Self::Requeued if ran => Self::Failed,
            Self::Requeued => Self::Pending,
            Self::Resizing if ran && has_ended => Self::Resized,
            Self::Resizing => Self::Running,
            other => other,
        }
    }

    /// Whether it was stopped at its limit, if the state says so: it does once the job has ended.
    pub fn killed_at_limit(&self) -> Option<bool> {
        match self {
            Self::TimedOut => Some(true),
            Self::Completed | Self::Failed | Self::Cancelled | Self::Resized => Some(false),
            Self::Unknown | Self::Pending | Self::Running | Self::Requeued | Self::Resizing | Self::Other(_) => None,
        }
    }

    /// Field 11 of SWF. For a job that still runs, reports that its run time is not final, or not known.
    pub fn status(self, has_run_time: bool, amended: &mut Vec<String>) -> i64 {
        let how = match self {
            Self::Completed => return 1,
            Self::Failed | Self::TimedOut => return 0,
            Self::Cancelled => return 5,
            Self::Unknown | Self::Pending | Self::Requeued | Self::Resized => return UNKNOWN,
            Self::Running | Self::Resizing if has_run_time => {
                "the job still runs; its run time counts up to now".to_owned()
            }
            Self::Running | Self::Resizing => "the job still runs; its run time is unknown".to_owned(),
            Self::Other(word) => format!("State is \"{word}\"; it counts as unknown"),
        };
        amended.push(how);
        UNKNOWN
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::rows;

    fn read(word: &str) -> (Result<i64, String>, usize) {
        let cell = Cell { column: "ReqCPUS", word: word.as_bytes() };
        let mut amended = Vec::new();
        (count(cell, 10_000_000, &mut amended), amended.len())
    }

    #[test]
    fn units_are_powers_of_1024() {
        for [word, expected] in rows(
            "64 | (Ok(64), 0)
            64K | (Ok(65536), 0)
            9.22K | (Ok(9441), 1)
            2M | (Ok(2097152), 0)
            | (Ok(-1), 0)
            16? | (Ok(-1), 1)
            4294967294 | (Ok(-1), 0)
            18446744073709551614 | (Ok(-1), 0)",
        ) {
            assert_eq!(format!("{:?}", read(&word)), expected, "{word}");
        }
        for word in ["K", "64Q", "-1K", "10M", "1G", "many", "?"] {
            assert!(read(word).0.is_err(), "{word}");
        }
    }

    #[test]
    fn processors_are_one_of_the_resources() {
        for (word, found) in [
            ("billing=64,cpu=8,mem=250G", Some("8")),
            ("cpu=1", Some("1")),
            ("1=64, 2=4096", Some("64")),
            ("mem=250G,node=1", None),
            ("", None),
        ] {
            assert_eq!(processors(word.as_bytes()), found.map(str::as_bytes), "{word}");
        }
    }

    proptest! {
        #[test]
        fn any_word_is_taken(word in "[0-9.?KMGTPe+-]{0,8}") {
            let _ = read(&word);
        }
    }
}
