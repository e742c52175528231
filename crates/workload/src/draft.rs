//! A log in a format other than SWF, while it is read: names have no numbers yet.

use super::aside::Counting;
use super::calendar::FIRST_UNIX_TIME;
use super::complaint::Problem;
use super::machine::tell_size;
use super::names::{JobNames, Names};
use super::parsed::{Complaints, Parsed};
use super::swf::shortened;
use super::{Field, Header, Log, MAX_TIME, Record, Unused};

/// The fields that other formats name by words, where SWF has numbers.
pub(super) const NAMED: [Field; 5] = [
    Field::User,
    Field::Group,
    Field::Executable,
    Field::Queue,
    Field::Partition,
];

/// The words of a job for the fields of [`NAMED`], in their order; empty where a format says nothing.
pub(super) type Words<'a> = [&'a [u8]; NAMED.len()];

/// Of a job of which a format names none of them.
pub(super) const NO_WORDS: Words<'static> = [b""; NAMED.len()];

/// The jobs read so far.
pub(super) struct Draft {
    records: Vec<Record>,
    jobs: JobNames,
    /// The words so far, in the order of [`NAMED`].
    names: [Names; NAMED.len()],
    /// Complaints about the lines.
    pub complaints: Complaints,
    /// Further data of the lines.
    pub aside: Counting,
    /// Features of the format that are not read.
    pub unused: Unused,
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
            unused: Unused::default(),
        }
    }

    /// Takes the job called `name` of a line; its number and the values of `words` are filled in.
    /// Returns whether it was taken.
    ///
    /// A job without a time of submission, or with the name of an earlier one, is left out.
    pub fn add(&mut self, line: u64, name: &[u8], mut record: Record, words: &Words) -> bool {
        if let Err(why) = self.check(name, &record) {
            self.complaints.add(line, Problem::LeftOut { why });
            return false;
        }
        record.id = self.jobs.add(self.records.len(), name);
        for ((field, names), word) in NAMED.into_iter().zip(&mut self.names).zip(words) {
            field.set(&mut record, names.place(word));
        }
        self.records.push(record);
        true
    }

    fn check(&self, name: &[u8], record: &Record) -> Result<(), String> {
        if name.is_empty() {
            return Err("the job has no name".to_owned());
        }
        if self.jobs.contains(name) {
            let name = shortened(name);
            return Err(format!("job {name} a second time; the first counts"));
        }
        if !(0..=MAX_TIME).contains(&record.submit) {
            let name = shortened(name);
            return Err(format!("job {name} has no time of submission"));
        }
        Ok(())
    }

    /// The log: all names numbered, times counted from its start, and the data on the machine that
    /// its header lacks found from the jobs. `resources` is the number of processors that it names
    /// at least. O(n log n) for n jobs.
    pub fn finish(mut self, mut header: Header, resources: u32) -> Parsed {
        let given = self.jobs.finish();
        for &(index, number) in &given {
            self.records[index].id = number;
        }
        let mut entry = |key: &str, value: String| header.entries.push((key.to_owned(), value));
        if !given.is_empty() {
            let count = given.len();
            let note =
                format!("names of jobs that are no numbers of their own were replaced: {count}");
            entry("Note", note);
        }
        let numbers = self.names.map(Names::finish);
        for record in &mut self.records {
            for (field, numbers) in NAMED.into_iter().zip(&numbers) {
                field.set(record, numbers.number(field.of(record)));
            }
        }
        for (field, numbers) in NAMED.into_iter().zip(&numbers) {
            let key = match field {
                Field::Queue => "Queue",
                Field::Partition => "Partition",
                _ => continue,
            };
            numbers.named().for_each(|name| entry(key, name));
        }
        count_from_start(&mut self.records, &mut header);
        tell_size(&self.records, &mut header, resources);
        Parsed {
            log: Log {
                header,
                records: self.records,
                unused: self.unused,
                work: Vec::new(),
            },
            complaints: self.complaints,
            aside: self.aside.finish(),
        }
    }
}

/// Makes the first submission time 0 where times are Unix times, and says so in the header.
pub(super) fn count_from_start(records: &mut [Record], header: &mut Header) {
    let first = records.iter().map(|record| record.submit).min();
    let Some(first) = first.filter(|&first| first >= FIRST_UNIX_TIME) else {
        return;
    };
    if header.unix_start_time().is_some() {
        return;
    }
    for record in records {
        record.submit -= first;
    }
    let entry = ("UnixStartTime".to_owned(), first.to_string());
    header.entries.push(entry);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Time;

    fn record(submit: Time, wait: Time, run_time: Time, size: i64) -> Record {
        Record {
            submit,
            wait,
            run_time,
            allocated_processors: size,
            ..Record::UNKNOWN
        }
    }

    fn log(jobs: &[(&str, Record)], header: Header) -> Parsed {
        let mut draft = Draft::new(10);
        for (line, (name, record)) in (1..).zip(jobs) {
            draft.add(line, name.as_bytes(), *record, &NO_WORDS);
        }
        draft.finish(header, 0)
    }

    #[test]
    fn the_machine_is_as_large_as_what_ran_at_once() {
        let jobs = [
            ("1", record(0, 0, 10, 4)),
            ("2", record(0, 10, 10, 8)),
            ("3", record(5, 5, 1, 3)),
            ("4", record(0, -1, 10, 9)),
        ];
        assert_eq!(
            log(&jobs, Header::default()).log.header.get("MaxProcs"),
            Some("11")
        );
        let known = Header {
            entries: vec![("MaxProcs".to_owned(), "100".to_owned())],
        };
        assert_eq!(log(&jobs, known.clone()).log.header, known);
    }

    #[test]
    fn unix_times_count_from_the_first_submission() {
        let first = 1_700_000_000;
        let unix = [
            ("1", record(first + 7, 0, 1, 1)),
            ("2", record(first, 0, 1, 1)),
        ];
        let log = self::log(&unix, Header::default()).log;
        assert_eq!(log.header.unix_start_time(), Some(first));
        let times: Vec<Time> = log.records.iter().map(|record| record.submit).collect();
        assert_eq!(times, [7, 0]);
        let own = [("1", record(7, 0, 1, 1))];
        assert_eq!(self::log(&own, Header::default()).log.records[0].submit, 7);
    }

    #[test]
    fn a_name_counts_once() {
        let jobs = [
            ("5_1", record(0, 0, 1, 1)),
            ("5_1", record(0, 0, 1, 1)),
            ("5", record(-1, 0, 1, 1)),
            ("", record(0, 0, 1, 1)),
        ];
        let parsed = log(&jobs, Header::default());
        let left = (parsed.log.records.len(), parsed.complaints.left_out);
        assert_eq!(left, (1, 3));
        let told: Vec<String> = parsed
            .complaints
            .kept
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            told,
            [
                "line 2: job 5_1 a second time; the first counts",
                "line 3: job 5 has no time of submission",
                "line 4: the job has no name",
            ]
        );
    }
}
