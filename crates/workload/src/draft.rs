//! A log in a format other than SWF, while it is read: names have no numbers yet.

use super::aside::{Aside, Counting};
use super::calendar::FIRST_UNIX_TIME;
use super::clock::Zones;
use super::complaint::{Complaint, Problem};
use super::jobs_on_nodes::{JobsOnNodes, TooMany};
use super::lines::without_control;
use super::machine::tell_size;
use super::names::{JobName, JobNames, Names, Numbers};
use super::resources::Gathering;
use super::swf::shortened;
use super::{Header, Log, LogNames, MAX_TIME, NameKind, Placements, Record, Time, UNKNOWN, Unused};

/// The words of a job for [`NameKind::ALL`], in their order; empty where a format says nothing.
pub(super) type Words<'a> = [&'a [u8]; NameKind::ALL.len()];

/// Of a job of which a format names none of them.
pub(super) const NO_WORDS: Words<'static> = [b""; NameKind::ALL.len()];

/// A job that was taken.
#[derive(Clone, Copy)]
pub(super) struct Taken {
    /// Its place among the records.
    pub place: usize,
    /// Whether no earlier line has it: it replaces the job that waited otherwise.
    pub is_new: bool,
}

/// The jobs read so far.
pub(super) struct Draft {
    records: Vec<Record>,
    jobs: JobNames,
    /// The words so far, in the order of [`NameKind::ALL`].
    names: [Names; NameKind::ALL.len()],
    /// Complaints about the lines.
    pub complaints: Complaints,
    /// Further data of the lines.
    pub aside: Counting,
    /// On which processors the jobs ran.
    pub placements: Placements,
    /// On which nodes they ran.
    pub nodes: JobsOnNodes,
    /// What they ask of nodes.
    pub resources: Gathering,
    /// Features of the format that are not read.
    pub unused: Unused,
    /// The zones of their dates of submission.
    pub zones: Zones,
}

impl Draft {
    /// No job yet; at most `max_complaints` complaints are kept.
    pub fn new(max_complaints: usize) -> Self {
        Self {
            records: Vec::new(),
            jobs: JobNames::default(),
            names: Default::default(),
            complaints: Complaints::new(max_complaints),
            aside: Counting::default(),
            placements: Placements::default(),
            nodes: JobsOnNodes::default(),
            resources: Gathering::default(),
            unused: Unused::default(),
            zones: Zones::default(),
        }
    }

    /// Takes the job called `name` of a line; its number and the values of `words` are filled in.
    /// `None` if it is left out.
    ///
    /// A job without a time of submission is left out, and a run that an earlier line has: one of the same name and
    /// submission. If the start of only one of the two is known, that one counts; two known starts are two runs. Of two
    /// rows with one start the later counts if the job still ran in the earlier, as in dumps one behind the other.
    /// O(1) expected.
    pub fn add(&mut self, line: u64, name: JobName, mut record: Record, words: &Words) -> Option<Taken> {
        let key = name.key(record.submit);
        let earlier = match self.check(name, &key, &record) {
            Ok(earlier) => earlier,
            Err(why) => {
                self.complaints.leave_out(line, why);
                return None;
            }
        };
        if let Some(place) = earlier
            && self.records[place].wait == record.wait
        {
            let name = shortened(name.name);
            let how = format!("job {name} a second time, in a later state: this one counts");
            self.complaints.amend(line, [how]);
        }
        for ((kind, names), word) in NameKind::ALL.into_iter().zip(&mut self.names).zip(words) {
            kind.set(&mut record, names.place(word));
        }
        let place = earlier.unwrap_or(self.records.len());
        if earlier.is_some() {
            record.id = self.records[place].id;
            self.records[place] = record;
        } else {
            record.id = self.jobs.add(place, name, key, record.wait);
            self.records.push(record);
        }
        let is_new = earlier.is_none();
        Some(Taken { place, is_new })
    }

    /// The index of the job that this one is a later state of, if there is one.
    fn check(&self, job: JobName, key: &[u8], record: &Record) -> Result<Option<usize>, String> {
        let name = || shortened(job.name);
        if job.name.is_empty() {
            return Err("the job has no name".to_owned());
        }
        if !(0..=MAX_TIME).contains(&record.submit) {
            return Err(format!("job {} has no time of submission", name()));
        }
        let Some(first) = self.jobs.first(key) else {
            return Ok(None);
        };
        // Only the first can lack its start: a later one without it is left out here.
        let former = self.records[first].wait;
        let same = if former == record.wait { Some(first) } else { self.jobs.further(first, record.wait) };
        match same {
            Some(place) if is_later_state(record, &self.records[place]) => Ok(Some(place)),
            None if record.wait >= 0 => Ok((former < 0).then_some(first)),
            _ => Err(format!("job {} a second time; the first counts", name())),
        }
    }

    /// Makes times count from the first submission. O(n) for n jobs.
    pub fn count_from_first(&mut self) {
        let first = self.records.iter().map(|it| it.submit).min().unwrap_or(0);
        self.records.iter_mut().for_each(|it| it.submit -= first);
    }

    /// The log: all names numbered, times counted from its start, and the data on the machine that
    /// its header lacks found from the jobs. `resources` is the number of processors that it names
    /// at least. O(n log n) for n jobs.
    pub fn finish(mut self, mut header: Header, resources: u32) -> Parsed {
        let (given, named) = self.jobs.finish();
        for &(index, number) in &given {
            self.records[index].id = number;
        }
        let mut entry = |key: &str, value: String| header.entries.push((key.to_owned(), value));
        if !given.is_empty() {
            let count = given.len();
            let note = format!("names of jobs that are no numbers of their own were replaced: {count}");
            entry("Note", note);
        }
        let mut kinds = NameKind::ALL.into_iter();
        let numbers = self.names.map(|names| names.finish(kinds.next().map_or(0, NameKind::limit)));
        for record in &mut self.records {
            for (kind, numbers) in NameKind::ALL.into_iter().zip(&numbers) {
                kind.set(record, numbers.number(kind.of(record)));
            }
        }
        for (kind, key) in [(NameKind::Queue, "Queue"), (NameKind::Partition, "Partition")] {
            numbers[kind as usize].named().for_each(|name| entry(key, name));
        }
        let mut names = LogNames::new(numbers.map(Numbers::into_names));
        for (place, name) in named {
            let name = without_control(String::from_utf8_lossy(&name));
            names.push_job(place, &name);
        }
        count_from_start(&mut self.records, &mut header);
        self.zones.tell(&mut header, &mut self.complaints);
        let mut asked = self.resources.finish();
        match self.nodes.place(&self.records, &asked, &names) {
            Ok(Some(placed)) => {
                self.complaints.amend(1, placed.of_several_types.iter().map(|it| it.words()));
                asked.nodes = self.placements.set_nodes(placed);
            }
            Ok(None) => {}
            Err(TooMany) => {
                let how = "the nodes of jobs are too many for so short a log; where jobs ran is not used";
                self.complaints.amend(1, [how]);
            }
        }
        let of_nodes = self.placements.nodes().processors();
        tell_size(&self.records, &mut header, resources, of_nodes);
        Parsed {
            log: Log {
                header,
                records: self.records,
                unused: self.unused,
                names,
                placements: Box::new(self.placements),
                resources: Box::new(asked),
                work: Vec::new(),
                mapping: None,
            },
            complaints: self.complaints,
            aside: self.aside.finish(),
        }
    }
}

/// Whether a row with the same start is a later state of a job: it has ended, or run on, since a row without an end.
fn is_later_state(record: &Record, earlier: &Record) -> bool {
    let has_ended = record.status != UNKNOWN;
    earlier.status == UNKNOWN && (has_ended || record.run_time > earlier.run_time)
}

/// Makes times that are Unix times count from the start of the log, and says in the header when that was.
///
/// The start is the header's `UnixStartTime`, or else the first submission, also where that is before the header's start
/// or ten years and more behind it.
pub(super) fn count_from_start(records: &mut [Record], header: &mut Header) {
    const YEAR: Time = 366 * 86_400;
    let first = records.iter().map(|record| record.submit).min();
    let Some(first) = first.filter(|&first| first >= FIRST_UNIX_TIME) else {
        return;
    };
    let origin = match header.unix_start_time() {
        None => first,
        // Times count from it, whatever they are, unless they are near to it themselves.
        Some(start) if start < FIRST_UNIX_TIME || first.saturating_add(YEAR) < start => return,
        Some(start) if first >= start && first - start < FIRST_UNIX_TIME => start,
        Some(_) => first,
    };
    for record in records {
        record.submit -= origin;
        if record.eligible >= 0 {
            record.eligible = (record.eligible - origin).max(0);
        }
    }
    header.set("UnixStartTime", origin.to_string());
}

/// The content of a text: its good lines, and the complaints about the others.
pub(super) struct Parsed {
    /// Its unused features are those of the format beyond the records; those of the records are added later.
    pub log: Log,
    pub complaints: Complaints,
    pub aside: Aside,
}

/// Complaints about some lines of a text, in their order.
pub(super) struct Complaints {
    /// The first of them.
    pub kept: Vec<Complaint>,
    most: usize,
    /// How many there were.
    pub count: u64,
    /// How many lines had to be left out because of them.
    pub left_out: u64,
}

impl Complaints {
    /// None yet; at most `most` are kept.
    pub fn new(most: usize) -> Self {
        Self { kept: Vec::new(), most, count: 0, left_out: 0 }
    }

    /// A line that had to be left out, and why.
    pub fn leave_out(&mut self, line: u64, why: impl Into<String>) {
        self.add(line, Problem::LeftOut { why: why.into() });
    }

    /// Values of a line that were changed, each in words.
    pub fn amend(&mut self, line: u64, changes: impl IntoIterator<Item = impl Into<String>>) {
        for how in changes {
            self.add(line, Problem::Amended { how: how.into() });
        }
    }

    /// Takes one more.
    pub fn add(&mut self, line: u64, problem: Problem) {
        self.count += 1;
        self.left_out += u64::from(problem.leaves_out());
        if self.kept.len() < self.most {
            self.kept.push(Complaint { line, problem });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A job by name, submission, wait, run time and size.
    type Row<'a> = (&'a str, [i64; 4]);

    fn log(jobs: &[Row], header: Header) -> Parsed {
        let mut draft = Draft::new(10);
        for (line, &(name, [submit, wait, run_time, allocated_processors])) in (1..).zip(jobs) {
            let record = Record { submit, wait, run_time, allocated_processors, ..Record::UNKNOWN };
            draft.add(line, JobName::of(name.as_bytes()), record, &NO_WORDS);
        }
        draft.finish(header, 0)
    }

    #[test]
    fn the_machine_is_as_large_as_what_ran_at_once() {
        let jobs = [("1", [0, 0, 10, 4]), ("2", [0, 10, 10, 8]), ("3", [5, 5, 1, 3]), ("4", [0, -1, 10, 9])];
        assert_eq!(log(&jobs, Header::default()).log.header.get("MaxProcs"), Some("11"));
        let known = Header { entries: vec![("MaxProcs".to_owned(), "100".to_owned())] };
        assert_eq!(log(&jobs, known.clone()).log.header, known);
    }

    #[test]
    fn unix_times_count_from_the_first_submission() {
        let first = 1_700_000_000;
        for (submits, start, expected) in [(&[first + 7, first][..], Some(first), &[7, 0][..]), (&[7], None, &[7])] {
            let jobs: Vec<Row> = ["1", "2"].into_iter().zip(submits.iter().map(|&it| [it, 0, 1, 1])).collect();
            let log = self::log(&jobs, Header::default()).log;
            assert_eq!(log.header.unix_start_time(), start);
            assert!(log.records.iter().map(|record| record.submit).eq(expected.iter().copied()), "{submits:?}");
        }
    }

    #[test]
    fn runs_of_one_submission_that_are_listed_again_count_once() {
        for (waits, kept, told) in [
            (&[10, 60, 10, 60][..], &[10, 60][..], [3, 4]),
            // A run whose start is known replaces the job that waited.
            (&[-1, 10, 60, -1, 10], &[10, 60], [4, 5]),
            (&[10, 20, 30, 20, 40, 10], &[10, 20, 30, 40], [4, 6]),
        ] {
            let runs: Vec<Row> = waits.iter().map(|&wait| ("1", [100, wait, 5, 1])).collect();
            let parsed = log(&runs, Header::default());
            assert!(parsed.log.records.iter().map(|it| it.wait).eq(kept.iter().copied()), "{waits:?}");
            assert!(parsed.complaints.kept.iter().map(|it| it.line).eq(told), "{waits:?}");
        }
    }

    #[test]
    fn a_name_counts_once() {
        let jobs = [("5_1", [0, 0, 1, 1]), ("5_1", [0, 0, 1, 1]), ("5", [-1, 0, 1, 1]), ("", [0, 0, 1, 1])];
        let parsed = log(&jobs, Header::default());
        assert_eq!((parsed.log.records.len(), parsed.complaints.left_out), (1, 3));
        assert_eq!(
            crate::testing::told(&parsed.complaints.kept),
            "line 2: job 5_1 a second time; the first counts\n\
            line 3: job 5 has no time of submission\n\
            line 4: the job has no name"
        );
    }
}
