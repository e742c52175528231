//! Slurm's accounting, as `sacct` prints it: a line that names the columns, then one for each job and one for each
//! of its steps, parted by `|` (`--parsable2`), by any other delimiter, or padded with blanks.
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

pub(super) mod cells;
pub(super) mod json;
mod kind;
mod layout;
mod record;
mod request;
mod rows;
#[cfg(test)]
mod tests;
pub(super) mod tres;
mod write;

pub use write::write_sacct;

use std::borrow::Cow;

use super::columns::{Cell, Column, Columns};
use super::draft::{Draft, Parsed};
use super::names::JobName;
use super::swf::shortened;
use super::{Header, Record, Unused};
use layout::Places;
use record::{Unread, record};
use request::RequestColumns;
use rows::{Heading, Row, Table};

/// The columns that a log needs.
const LEAST: &str = "--format=JobID,Submit,Start,End,AllocCPUS,Timelimit,State,User";

/// Columns that repeat as a number a name of another column, or the other way round; and what jobs asked of nodes, which
/// the reader takes and few systems do.
const RESTATED: &str = "User UID Group GID NCPUS JobIDRaw JobID NodeList ReqTRES AllocTRES ReqGRES AllocGRES ReqMem \
                        NNodes AllocNodes ReqNodes Constraints";

/// Whether a text without a byte order mark is such a table, with the names of its columns or without, or such JSON.
pub(super) fn is_one(text: &[u8]) -> bool {
    match text.trim_ascii_start().first() {
        Some(b'{') => json::is_json(text),
        Some(b'[') => false,
        _ => Table::find(text).is_some() || layout::is_nameless(text),
    }
}

/// Reads a whole text. A line that cannot be read is a complaint. O(n log n) for n jobs.
///
/// # Errors
///
/// In words, if the columns do not suffice for a log, or no line names them.
pub(super) fn parse(text: &[u8], max_complaints: usize) -> Result<Parsed, String> {
    if text.trim_ascii_start().starts_with(b"{") {
        return json::parse(text, max_complaints);
    }
    let Some(mut table) = Table::find(text) else {
        return Err(format!(
            "no line names the columns of this table; run sacct again without --noheader (-n): sacct --allusers \
             --parsable2 {LEAST}"
        ));
    };
    let mut reader = Reader::new(&table.heading, Draft::new(max_complaints))?;
    reader.tell_beginning(&table);
    let mut cells = Vec::new();
    while let Some((number, row)) = table.next(&mut cells) {
        let added = match row {
            Row::Heading => reader.go_on(&table.heading),
            _ if reader.is_passing => Err("below columns without Submit, when each job was submitted".to_owned()),
            Row::Whole => reader.add(number, &cells, &table.heading),
            Row::Step => Ok(()),
            Row::Rest => {
                let how = "no row of the table: it counts as the rest of the last column above";
                reader.draft.complaints.amend(number, [how]);
                Ok(())
            }
            Row::Unequal(found) => {
                let named = table.heading.names.len();
                Err(format!("{found} columns where the first line names {named}"))
            }
        };
        if let Err(why) = added {
            reader.draft.complaints.leave_out(number, why);
        }
    }
    Ok(reader.finish())
}

/// That the columns do not suffice, and how to get those that do.
fn lacks_submit() -> String {
    format!(
        "these are columns of sacct without Submit, when each job was submitted; ask for more: \
         sacct --parsable2 {LEAST}, or squeue --json"
    )
}

/// Reads the rows of a table.
struct Reader {
    draft: Draft,
    below: Below,
    /// Of the headings above.
    unused: Unused,
    has_told_constraint: bool,
    has_told_cut: bool,
    has_told_minutes: bool,
    /// Whether the rows belong to columns that do not suffice.
    is_passing: bool,
    /// The line of the first step, which is told if there is no job.
    first_step: Option<u64>,
    has_jobs: bool,
}

/// The columns of the rows below a heading.
struct Below {
    columns: Columns,
    places: Places,
    requests: RequestColumns,
    unread: Unread,
}

impl Below {
    /// # Errors
    ///
    /// In words, if the columns do not suffice.
    fn of(heading: &Heading) -> Result<Self, String> {
        let mut columns = Columns::new(heading.names.iter().cloned());
        columns.shown.clone_from(&heading.shown);
        let places = Places::find(&columns, heading.are_of_queue).ok_or_else(lacks_submit)?;
        let requests = RequestColumns::find(&columns, places.count_nodes());
        let unread = Unread::new(&columns);
        columns.pass_over(RESTATED);
        Ok(Self { columns, places, requests, unread })
    }
}

impl Reader {
    /// # Errors
    ///
    /// In words, if the columns do not suffice.
    fn new(heading: &Heading, draft: Draft) -> Result<Self, String> {
        Ok(Self {
            draft,
            below: Below::of(heading)?,
            unused: Unused::default(),
            has_told_constraint: false,
            has_told_cut: false,
            has_told_minutes: false,
            is_passing: false,
            first_step: None,
            has_jobs: false,
        })
    }

    /// Goes on below another heading: the tables of several calls may follow each other. If its columns do not suffice,
    /// the rows up to the next one are passed over.
    fn go_on(&mut self, heading: &Heading) -> Result<(), String> {
        self.is_passing = false;
        if self.below.columns.are_named(&heading.names) && self.below.places.submit.is_there() {
            return Ok(());
        }
        let below = Below::of(heading).and_then(|it| {
            let have_submit = [&self.below, &it].map(|it| it.places.submit.is_there());
            if have_submit == [true; 2] { Ok(it) } else { Err(lacks_submit()) }
        });
        self.is_passing = below.is_err();
        let above = std::mem::replace(&mut self.below, below?);
        self.unused.add_all(above.unread.finish());
        Ok(())
    }

    /// Says what was passed over or supposed at the beginning.
    fn tell_beginning(&mut self, table: &Table) {
        for &number in &table.before {
            self.draft.complaints.amend(number, ["before the line that names the columns: it is passed over"]);
        }
        if table.is_nameless {
            let how = "no line names the columns; they count as those that Open XDMoD asks for, in its order";
            self.draft.complaints.amend(1, [how]);
        }
        if !self.below.places.submit.is_there() {
            let how = "no column says when jobs were submitted: those that run count as submitted at their start, those that \
                       wait as submitted now; squeue --json says more";
            self.draft.complaints.amend(1, [how]);
        }
    }

    /// Reads a row; a step is passed over.
    fn add(&mut self, number: u64, row: &[Cow<[u8]>], heading: &Heading) -> Result<(), String> {
        let name = name(&self.below.places, row);
        if name.contains(&b'.') {
            self.first_step.get_or_insert(number);
            return Ok(());
        }
        if heading.layout.is_padded() {
            self.check_cut(number, row)?;
        }
        if !name.is_empty() && !kind::is_id(name) {
            return Err(format!("the job's number should be a number but is \"{}\"", shortened(name)));
        }
        let places = &self.below.places;
        let mut amended = Vec::new();
        let record = record(places, row, &mut amended)?;
        let waits = record.wait < 0;
        let submit = places.submit.of(row).word;
        if !self.has_told_minutes && submit.iter().filter(|byte| **byte == b':').count() == 1 {
            self.has_told_minutes = true;
            let how = "the times have no seconds: what follows from two of them is known to the minute";
            amended.push(how.to_owned());
        }
        self.draft.complaints.amend(number, amended);
        let word = |column: Column| column.of(row).known().map_or(&b""[..], |cell| cell.word);
        let words = places.names.map(word);
        let site = word(places.cluster);
        let known_as = match word(places.id) {
            b"" => name,
            id => id,
        };
        let job = JobName { name, site, known_as };
        if let Some(taken) = self.draft.add(number, job, record, &words) {
            self.has_jobs = true;
            self.draft.zones.look(number, submit);
            self.below.unread.look(row, taken, waits);
            let nodes = self.set_nodes(number, taken.place, row);
            self.set_resources(number, (taken.place, &record), row, nodes);
            self.draft.aside.site(site);
            self.below.columns.count_unread(row, &mut self.draft.aside);
        }
        Ok(())
    }

    /// On which nodes the job at a place ran, if the row says so: how many they are, or 0.
    fn set_nodes(&mut self, number: u64, place: usize, row: &[Cow<[u8]>]) -> u64 {
        // squeue has the reason of a wait there, as `(Resources)`.
        let is_list = |it: &Cell| !it.word.starts_with(b"(");
        let Some(nodes) = record::known(self.below.places.nodes, row).filter(is_list) else {
            return 0;
        };
        let cluster = record::known(self.below.places.cluster, row).map_or(&b""[..], |it| it.word);
        let listed = self.draft.nodes.set(place, cluster, nodes.word);
        listed.unwrap_or_else(|()| {
            let how = format!("{}; its place is unknown", nodes.is_no("list of nodes"));
            self.draft.complaints.amend(number, [how]);
            0
        })
    }

    /// What the job at a place asked of nodes, of which its list has `listed`.
    fn set_resources(&mut self, number: u64, (place, record): (usize, &Record), row: &[Cow<[u8]>], listed: u64) {
        let mut amended = Vec::new();
        let request = self.below.requests.read(row, record, listed, &mut amended);
        if let Some(word) = request.other_constraint {
            self.unused.add_column(b"Constraints");
            if !self.has_told_constraint {
                self.has_told_constraint = true;
                amended.push(request::unused_constraint(word));
            }
        }
        self.draft.complaints.amend(number, amended);
        let nodes = &mut self.draft.nodes;
        nodes.set_held(place, request.held, request.gpu_type);
        self.draft.resources.set(place, request.chunks);
    }

    /// Padded columns are cut off, with a plus at the end: such a name of a job may be that of another as well.
    fn check_cut(&mut self, number: u64, row: &[Cow<[u8]>]) -> Result<(), String> {
        let places = &self.below.places;
        let cut = |columns: &[Column]| {
            let mut cells = columns.iter().map(|column| column.of(row));
            let cell = cells.find(|cell| cell.word.ends_with(b"+"))?;
            Some((cell.column, shortened(cell.word)))
        };
        let id = if places.raw_id.is_there() { places.raw_id } else { places.id };
        if let Some((name, word)) = cut(&[id]) {
            return Err(format!("{name} is cut off ({word}); sacct --parsable2 prints it whole"));
        }
        if !self.has_told_cut
            && let Some((name, word)) = cut(&places.names)
        {
            self.has_told_cut = true;
            let how = format!(
                "{name} is cut off ({word}): names that begin alike count as one; sacct --parsable2 prints them whole"
            );
            self.draft.complaints.amend(number, [how]);
        }
        Ok(())
    }

    fn finish(mut self) -> Parsed {
        let mut header = Header::default();
        if self.below.places.count_nodes() {
            let note = "sizes are numbers of nodes: no column names processors";
            header.entries.push(("Note".to_owned(), note.to_owned()));
        }
        // Programs for tables write 101 as 101.0.
        if let Some(line) = self.first_step.filter(|_| !self.has_jobs) {
            let why = "a step, by the point in its number, and no row is that of a job";
            self.draft.complaints.leave_out(line, why);
        }
        if !self.below.places.submit.is_there() {
            self.draft.count_from_first();
        }
        self.unused.add_all(self.below.unread.finish());
        self.draft.unused = self.unused;
        self.draft.finish(header, 0)
    }
}

/// The name of the job: its own number where that is listed, or else as `123`, `123_4` (a task of
/// an array) or `123+1` (a part of a heterogeneous job).
fn name<'a>(places: &Places, row: &'a [Cow<[u8]>]) -> &'a [u8] {
    match places.raw_id.of(row).word {
        b"" => places.id.of(row).word,
        raw => raw,
    }
}
