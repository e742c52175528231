//! Jobs as rows of the table that sacct prints, whatever their file looks like: fields by their names there become cells
//! under sacct's names.

use std::borrow::Cow;
use std::sync::LazyLock;

use super::Reader;
use super::layout::Layout;
use super::rows::Heading;
use crate::Time;
use crate::draft::Draft;
use crate::instants::{Course, micros};
use crate::json::{LineCount, broken, end_of_value, members, members_of_job, numbered_elements, outermost};
use crate::parsed::{Complaints, Parsed};

/// The columns of such rows.
static COLUMNS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let names = "JobIDRaw JobID Submit Eligible Start End Elapsed ElapsedRaw Suspended Timelimit TimelimitRaw AllocCPUS \
                 ReqCPUS AllocTRES ReqTRES ReqGRES State User Group Account JobName QOS Partition Cluster NodeList \
                 Dependency NNodes ReqMem Constraints";
    names.split(' ').collect()
});

fn place(column: &str) -> Option<usize> {
    COLUMNS.iter().position(|it| *it == column)
}

/// The cells of a job, each empty until it is set.
pub struct Cells<'a>(Vec<Cow<'a, [u8]>>);

impl<'a> Cells<'a> {
    /// The cell in a column.
    pub fn get(&self, column: &str) -> &[u8] {
        place(column).map_or(b"", |place| &self.0[place])
    }

    /// Sets the cell in a column.
    pub fn set(&mut self, column: &str, value: impl Into<Cow<'a, [u8]>>) {
        if let Some(place) = place(column) {
            self.0[place] = value.into();
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
pub struct Fields<'a>(pub Vec<Named<'a>>);

impl<'a> Fields<'a> {
    /// The first value of a field; empty where there is none.
    pub fn get(&self, name: &str) -> &[u8] {
        self.0.iter().find(|it| *it.0 == *name.as_bytes()).map_or(b"", |it| &it.1)
    }

    /// Of the object at `at`: its members, and those of the objects in it that the scheme names, as `object.member`.
    ///
    /// # Errors
    ///
    /// In words, if there is no object.
    fn of_json(text: &'a [u8], at: usize, scheme: &Scheme) -> Result<Self, String> {
        let mut fields = Self::default();
        for (key, at) in members_of_job(text, at)? {
            if scheme.objects.iter().any(|it| *it.as_bytes() == *key) {
                for (inner, at) in members(text, at).map_while(Result::ok) {
                    fields.0.push((Cow::Owned([&*key, b".", &*inner].concat()), (scheme.value)(&text[at..])));
                }
            }
            fields.0.push((key, (scheme.value)(&text[at..])));
        }
        Ok(fields)
    }
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

/// Takes jobs by a scheme.
pub struct Intake {
    scheme: &'static Scheme,
    /// Of each field that of its column.
    places: Vec<Option<usize>>,
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
        Ok(Self { scheme, places, heading, reader })
    }

    /// What is said of the lines.
    pub fn complaints(&mut self) -> &mut Complaints {
        &mut self.reader.draft.complaints
    }

    /// Takes the job of a line.
    pub fn add(&mut self, line: u64, job: &Fields) {
        let mut cells = Cells(vec![Cow::Borrowed(b""); COLUMNS.len()]);
        for ((name, _, read), place) in self.scheme.fields.iter().zip(&self.places) {
            if let Some(cell) = place.and_then(|place| cells.0.get_mut(place)).filter(|it| it.is_empty()) {
                let value = job.get(name);
                *cell = if value.is_empty() { Cow::default() } else { read(value) };
            }
        }
        let is_job = (self.scheme.rest)(job, &mut cells);
        cells.round();
        if is_job && let Err(why) = self.reader.add(line, &cells.0, &self.heading) {
            let hint = if why.contains(" should be a time ") { self.scheme.hint } else { "" };
            self.complaints().leave_out(line, why + hint);
        }
    }

    /// The jobs.
    pub fn finish(self) -> Parsed {
        self.reader.finish()
    }
}

/// The field with the place of a job in its text, from 1.
pub const PLACE: &str = "#";

/// Reads a whole text: the jobs under `key` of the outermost object, a list or an object in which each has its `id` as its
/// key; of a text that is a list, or with an empty key, the jobs of the text itself; without that key jobs one behind the
/// other. Each also has the field `now` of the outermost object, and its [`PLACE`] if that is a field of the scheme. A job
/// that cannot be read is a complaint, with the line where it begins; of a text that is cut short the jobs before the cut
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
    let first = text.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(0);
    let ([mut jobs, at_now], fault) = match text.get(first) {
        Some(b'[') => ([Some(first), None], None),
        _ => outermost(text, [key, now], intake.complaints())?,
    };
    if key.is_empty() {
        jobs = Some(first);
    }
    let now: Option<Named> = at_now.map(|at| (now.as_bytes().into(), (scheme.value)(&text[at..])));
    let has_place = scheme.fields.iter().any(|it| it.0 == PLACE);
    let mut places = 1_u64..;
    let mut add = |line: u64, job: Result<usize, String>, id: Option<Cow<[u8]>>| match job
        .and_then(|at| Fields::of_json(text, at, scheme))
    {
        Ok(mut job) => {
            job.0.extend(now.clone());
            if has_place {
                job.0.extend(places.next().map(|it| (PLACE.as_bytes().into(), it.to_string().into_bytes().into())));
            }
            job.0.extend(id.map(|id| (b"id".into(), id.into_owned().into())));
            intake.add(line, &job);
        }
        Err(why) => intake.complaints().leave_out(line, why),
    };
    let mut lines = LineCount::new(text);
    match jobs {
        Some(at) if text[at..].starts_with(b"{") => {
            let is_whole = |at: usize| fault.is_none() || end_of_value(text, at).is_ok();
            for (id, at) in members(text, at).map_while(Result::ok).take_while(|it| is_whole(it.1)) {
                add(lines.line(at), Ok(at), Some(id));
            }
        }
        Some(_) => numbered_elements(text, jobs, fault).for_each(|(line, job)| add(line, job, None)),
        None => {
            let mut at = 0;
            while let Ok(end) = end_of_value(text, at) {
                let blank = text[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
                add(lines.line(at + blank), Ok(at), None);
                at = end;
            }
            if let Some(rest) = text[at..].iter().position(|byte| !byte.is_ascii_whitespace()) {
                add(lines.line(at + rest), Err(broken(text, end_of_value(text, at).unwrap_or_else(|it| it.0))), None);
            }
        }
    }
    Ok(intake.finish())
}
