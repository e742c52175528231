//! Workflows of Pegasus: DAX, its XML up to version 3.

#[cfg(test)]
mod tests;

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::file::{self, Files};
use super::file::{Names, amount, check_size, data};
use super::{Repair, Task, Workflow};
use crate::workflow::file::number;
use crate::workflow::{Fault, MAX_TASKS, TextPosition};

/// Reads a DAX. Its tasks cost their `runtime` in seconds (or the profile `runtime` of Pegasus), on a machine
/// of speed 1. `child` and `parent` give the precedence of tasks. The data between two tasks are the bytes of
/// the files that the one has as `output` and the other as `input` (`inout` is both). It names no machines to
/// choose from. `dag` and `dax` in the place of a `job` are read as one.
///
/// A file that is handed on without a `size` counts as empty, and where no task has a run time each takes
/// [`Task::UNKNOWN_COST`]; both are stated.
///
/// # Errors
///
/// Of several faults the first, with its line. A task without a run time is one if others have one. A document type is one: no DAX has it, and it could hold
/// entities that grow without end.
pub fn from_dax(text: &str) -> Result<(Workflow, Vec<Repair>), Fault> {
    let mut jobs = Vec::new();
    let mut waits = Vec::new();
    for element in read(text)? {
        match element {
            Element::Job(job) => jobs.push(job),
            Element::Waits { child, parents } => waits.push((child, parents)),
        }
    }
    check_size(jobs.len(), 1)?;
    let position = |at: usize| TextPosition::of(text, at);
    let names = Names::of_jobs(jobs.iter().map(|job| Ok((job.id.as_str(), job.at))), position)?;
    let place = |(at, id): &(usize, String), what: &str| names.place(id, || format!("{}: {what}", position(*at)));
    let mut pairs = Vec::new();
    for (child, parents) in &waits {
        let to = place(child, "child")?;
        for parent in parents {
            pairs.push((to, place(parent, "parent")?));
        }
    }
    let (edges, without_size) = file::edges_of_files(pairs, &files(text, &jobs)?);
    let is_unknown = jobs.iter().all(|job| job.run_time.is_none());
    let tasks =
        jobs.iter().map(|job| if is_unknown { Ok(Task::of(&job.id, Task::UNKNOWN_COST)) } else { task(text, job) });
    let workflow = Workflow { tasks: tasks.collect::<Result<_, _>>()?, edges, ..Workflow::default() };
    let unknown = is_unknown.then_some(Repair::NoRunTime(jobs.len()));
    let repair = (without_size > 0).then_some(Repair::NoSize(without_size));
    Ok((workflow, unknown.into_iter().chain(repair).collect()))
}

fn task(text: &str, job: &Job) -> Result<Task, Fault> {
    let Some(run_time) = job.run_time else {
        let why = format!("job {} has no runtime: its cost is not known", job.id);
        return Err(Fault::at(TextPosition::of(text, job.at), why));
    };
    let place = || format!("{}: the runtime of job {}", TextPosition::of(text, job.at), job.id);
    Ok(Task::of(&job.id, amount(run_time, place)?))
}

/// The files that are read and written. Where sizes differ, the first one counts that a job says that writes
/// the file, or else the first one at all.
fn files<'a>(text: &str, jobs: &'a [Job]) -> Result<Files<'a>, Fault> {
    let mut files = Files::default();
    for job in jobs {
        let uses: Vec<(&str, &str)> = job.uses.iter().map(|it| (it.file.as_str(), it.link.as_str())).collect();
        files.add(&uses);
    }
    let uses = |by_writers: bool| {
        let all = jobs.iter().flat_map(|job| &job.uses);
        all.filter(move |it| matches!(it.link.as_str(), "output" | "inout") == by_writers)
    };
    for it in uses(true).chain(uses(false)) {
        let Some(size) = it.size else { continue };
        let place = || format!("{}: the size of file {}", TextPosition::of(text, it.at), it.file);
        let size = data(size, place)?;
        files.sizes.entry(&it.file).or_insert(size);
    }
    Ok(files)
}

/// An element of a DAX. Places are bytes of the text.
enum Element {
    Job(Job),
    Waits { child: (usize, String), parents: Vec<(usize, String)> },
}

#[derive(Default)]
struct Job {
    pub at: usize,
    pub id: String,
    /// In seconds.
    pub run_time: Option<f64>,
    pub uses: Vec<Use>,
}

/// A file that a job reads or writes.
struct Use {
    pub at: usize,
    pub file: String,
    /// `input`, `output`, or `inout` for both.
    pub link: String,
    /// In bytes.
    pub size: Option<f64>,
}

/// All elements, in the text's order.
fn read(text: &str) -> Result<Vec<Element>, Fault> {
    let mut elements = Elements { text, open: Vec::new(), done: false, found: Vec::new(), jobs: 0, profile: None };
    let mut reader = Reader::from_str(text);
    loop {
        let at = reader.buffer_position() as usize;
        let event = reader.read_event();
        let event = event.map_err(|why| elements.fault(reader.error_position() as usize, &why.to_string()))?;
        match event {
            Event::Start(tag) => elements.begin(at, &tag)?,
            Event::Empty(tag) => {
                elements.begin(at, &tag)?;
                elements.end(at)?;
            }
            Event::End(_) => elements.end(at)?,
            Event::DocType(_) => {
                let why = "a DAX has no document type (<!DOCTYPE>): it is not read";
                return Err(elements.fault(at, why));
            }
            Event::Text(words) => elements.words(&words.xml10_content()),
            Event::Eof => return elements.finish(),
            Event::CData(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::GeneralRef(_) => {}
        }
    }
}

/// An element that is not at its end yet.
struct Open {
    at: usize,
    name: String,
}

struct Elements<'a> {
    text: &'a str,
    open: Vec<Open>,
    /// Whether `adag` is at its end.
    done: bool,
    found: Vec<Element>,
    /// How many of them are jobs.
    jobs: usize,
    /// The words so far of a job's profile of its run time.
    profile: Option<String>,
}

impl Elements<'_> {
    fn fault(&self, at: usize, why: &str) -> Fault {
        Fault::at(TextPosition::of(self.text, at), why)
    }

    fn begin(&mut self, at: usize, tag: &BytesStart<'_>) -> Result<(), Fault> {
        let name = tag.local_name().as_ref().to_owned();
        if self.done {
            return Err(self.fault(at, &format!("<{name}> after the end of <adag>")));
        }
        let within = match self.open.as_slice() {
            [] => ["", ""],
            [root] => [&root.name, ""],
            [root, inner] => [&root.name, inner.name.as_str()],
            _ => ["", "deeper"],
        };
        match (within, name.as_str()) {
            (["", ""], "adag") => {}
            (["", ""], _) => {
                return Err(self.fault(at, &format!("a DAX begins with <adag>, not <{name}>")));
            }
            (["adag", ""], "job" | "dag" | "dax") => {
                let id = self.required(at, tag, "id")?;
                self.jobs += 1;
                if self.jobs > MAX_TASKS {
                    return Err(Fault::TooManyTasks(self.jobs));
                }
                let run_time = self.number(at, tag, "runtime")?;
                self.found.push(Element::Job(Job { at, id, run_time, uses: Vec::new() }));
            }
            (["adag", ""], "child") => {
                let child = (at, self.required(at, tag, "ref")?);
                let parents = Vec::new();
                self.found.push(Element::Waits { child, parents });
            }
            (["adag", "job" | "dag" | "dax"], "uses") => self.uses(at, tag)?,
            (["adag", "job" | "dag" | "dax"], "profile") => {
                let of_pegasus = self.value(at, tag, "namespace")?.as_deref() == Some("pegasus");
                let run_time = self.value(at, tag, "key")?.as_deref() == Some("runtime");
                self.profile = (of_pegasus && run_time).then(String::new);
            }
            (["adag", "child"], "parent") => {
                let parent = (at, self.required(at, tag, "ref")?);
                if let Some(Element::Waits { parents, .. }) = self.found.last_mut() {
                    parents.push(parent);
                }
            }
            // Its other elements affect no schedule.
            _ => {}
        }
        self.open.push(Open { at, name });
        Ok(())
    }

    fn uses(&mut self, at: usize, tag: &BytesStart<'_>) -> Result<(), Fault> {
        let file = match self.value(at, tag, "file")? {
            Some(file) => Some(file),
            None => self.value(at, tag, "name")?,
        };
        let file = file.ok_or_else(|| self.fault(at, "<uses> has neither file nor name"))?;
        let link = self.value(at, tag, "link")?.unwrap_or_default();
        let size = self.number(at, tag, "size")?;
        let used = Use { at, file, link, size };
        if let Some(Element::Job(job)) = self.found.last_mut() {
            job.uses.push(used);
        }
        Ok(())
    }

    fn words(&mut self, words: &str) {
        if let Some(profile) = &mut self.profile {
            profile.push_str(words);
        }
    }

    /// The end of the innermost element. That it is the right one was checked by the reader.
    fn end(&mut self, at: usize) -> Result<(), Fault> {
        self.open.pop();
        self.done = self.open.is_empty();
        let Some(profile) = self.profile.take() else {
            return Ok(());
        };
        let run_time = number(&profile, "the profile runtime", || TextPosition::of(self.text, at))?;
        if let Some(Element::Job(job)) = self.found.last_mut() {
            job.run_time = job.run_time.or(Some(run_time));
        }
        Ok(())
    }

    fn finish(self) -> Result<Vec<Element>, Fault> {
        match self.open.last() {
            Some(open) => {
                let why = format!("<{}> has no end: the text was cut short", open.name);
                Err(self.fault(open.at, &why))
            }
            None if !self.done => Err(self.fault(self.text.len(), "a DAX begins with <adag>")),
            None => Ok(self.found),
        }
    }

    /// An attribute's value, references resolved: those that XML itself has, as there is no document type.
    fn value(&self, at: usize, tag: &BytesStart<'_>, name: &str) -> Result<Option<String>, Fault> {
        let mut found = None;
        // Its own check for names that stand twice takes time quadratic in their number.
        for attribute in tag.attributes().with_checks(false) {
            let attribute = attribute.map_err(|why| self.fault(at, &why.to_string()))?;
            if attribute.key.local_name().as_ref() == name {
                let value = attribute.normalized_value(XmlVersion::Implicit1_0);
                let value = value.map_err(|why| self.fault(at, &why.to_string()))?;
                if found.replace(value.into_owned()).is_some() {
                    return Err(self.fault(at, &format!("{name} stands there twice")));
                }
            }
        }
        Ok(found)
    }

    fn required(&self, at: usize, tag: &BytesStart<'_>, name: &str) -> Result<String, Fault> {
        let of_tag = || format!("<{}> has no {name}", tag.local_name().as_ref());
        self.value(at, tag, name)?.ok_or_else(|| self.fault(at, &of_tag()))
    }

    fn number(&self, at: usize, tag: &BytesStart<'_>, name: &str) -> Result<Option<f64>, Fault> {
        let value = self.value(at, tag, name)?;
        value.map(|it| number(&it, name, || TextPosition::of(self.text, at))).transpose()
    }
}
