//! Jobs as rows of the table that sacct prints, whatever their file looks like: fields by their names there become cells
//! under sacct's names.

use std::borrow::Cow;
use std::sync::LazyLock;

use super::Reader;
use super::layout::Layout;
use super::rows::Heading;
use crate::draft::Draft;
use crate::json::{members, members_of_job, numbered_elements, outermost};
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
    /// Sets the cells that follow from several fields.
    pub rest: for<'f> fn(&'f Fields<'_>, &mut Cells<'f>),
    /// In JSON: objects of a job whose members are fields.
    pub objects: &'static [&'static str],
    /// In JSON: the value of a field by the text that begins with it.
    pub value: fn(&[u8]) -> Cow<'_, [u8]>,
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
        let names = COLUMNS.iter().map(|column| Cow::Borrowed(column.as_bytes()));
        let heading = Heading::new(Layout::Mark(b"|".to_vec()), names.collect());
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
        (self.scheme.rest)(job, &mut cells);
        if let Err(why) = self.reader.add(line, &cells.0, &self.heading) {
            self.complaints().leave_out(line, why);
        }
    }

    /// The jobs.
    pub fn finish(self) -> Parsed {
        self.reader.finish()
    }
}

/// Reads a whole text: the jobs of the list under `key` of the outermost object, each also with the field `now` of that
/// object. A job that cannot be read is a complaint, with the line where it begins; of a text that is cut short the jobs
/// before the cut are read. O(n log n) for n jobs.
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
    let ([jobs, at_now], fault) = outermost(text, [key, now], intake.complaints())?;
    for (line, job) in numbered_elements(text, jobs, fault) {
        match job.and_then(|at| Fields::of_json(text, at, scheme)) {
            Ok(mut job) => {
                let now_of_list = at_now.map(|at| (now.as_bytes().into(), (scheme.value)(&text[at..])));
                job.0.extend(now_of_list);
                intake.add(line, &job);
            }
            Err(why) => intake.complaints().leave_out(line, why),
        }
    }
    Ok(intake.finish())
}
