//! The names that a log gives to users, partitions and jobs, beside the numbers that records have.

use serde::{Deserialize, Serialize};

use super::record::MAX_OTHER;
use super::{Job, Record, UNKNOWN};

/// A field of a record whose number may stand for a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameKind {
    /// The user that submitted the job.
    User,
    /// The user's group.
    Group,
    /// The application.
    Executable,
    /// The queue.
    Queue,
    /// The partition.
    Partition,
    /// The quality of service.
    Qos,
    /// The account that was charged.
    Account,
}

impl NameKind {
    /// All of them, in the order of [`LogNames`].
    pub const ALL: [Self; 7] =
        [Self::User, Self::Group, Self::Executable, Self::Queue, Self::Partition, Self::Qos, Self::Account];

    /// Its number in a record.
    pub const fn of(self, record: &Record) -> i64 {
        match self {
            Self::User => record.user,
            Self::Group => record.group,
            Self::Executable => record.executable,
            Self::Queue => record.queue,
            Self::Partition => record.partition,
            Self::Qos => record.qos as i64,
            Self::Account => record.account as i64,
        }
    }

    /// The largest number of it that a record can have.
    pub(crate) const fn limit(self) -> i64 {
        match self {
            Self::Qos | Self::Account => i32::MAX as i64,
            _ => MAX_OTHER,
        }
    }

    /// Gives a record this number of it, which is within the limit.
    pub(crate) const fn set(self, record: &mut Record, number: i64) {
        match self {
            Self::User => record.user = number,
            Self::Group => record.group = number,
            Self::Executable => record.executable = number,
            Self::Queue => record.queue = number,
            Self::Partition => record.partition = number,
            Self::Qos => record.qos = number as i32,
            Self::Account => record.account = number as i32,
        }
    }

    /// The word before a name: `user`, as in `user u001`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Group => "group",
            Self::Executable => "executable",
            Self::Queue => "queue",
            Self::Partition => "partition",
            Self::Qos => "QOS",
            Self::Account => "account",
        }
    }
}

/// The names of a log. They stay with the log on the machine that read it: no link has them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogNames {
    /// For each of [`NameKind::ALL`] the name of number 1, 2 and so on; empty where the log itself has numbers.
    kinds: Box<[Vec<Box<str>>; NameKind::ALL.len()]>,
    jobs: NamesByPlace,
}

impl LogNames {
    /// No names yet of jobs; those of each kind from number 1 on.
    pub(crate) fn new(kinds: [Vec<Box<str>>; NameKind::ALL.len()]) -> Self {
        Self { kinds: Box::new(kinds), jobs: NamesByPlace::default() }
    }

    /// The name behind a number of a record; `None` where the log itself has numbers, and for [`UNKNOWN`]. O(1).
    pub fn of(&self, kind: NameKind, number: i64) -> Option<&str> {
        let place = usize::try_from(number.checked_sub(1)?).ok()?;
        self.kinds[kind as usize].get(place).map(|it| &**it)
    }

    /// The label of a number of a record: `user u001`, or `user 12` where the log itself has numbers; `None` for
    /// [`UNKNOWN`].
    pub fn label(&self, kind: NameKind, number: i64) -> Option<String> {
        let word = kind.word();
        (number != UNKNOWN).then(|| match self.of(kind, number) {
            Some(name) => format!("{word} {name}"),
            None => format!("{word} {number}"),
        })
    }

    /// The number that stands for a name of a kind. O(n) for n names.
    pub fn number(&self, kind: NameKind, name: &str) -> Option<i64> {
        let place = self.kinds[kind as usize].iter().position(|it| &**it == name)?;
        Some(place as i64 + 1)
    }

    /// The names of a kind, from number 1 on; empty where the log itself has numbers.
    pub fn all(&self, kind: NameKind) -> &[Box<str>] {
        &self.kinds[kind as usize]
    }

    /// The name of the job of the record at a place of the log, where it is not its number. O(log n).
    pub fn job(&self, place: usize) -> Option<&str> {
        self.jobs.get(place)
    }

    /// The names for a run of `jobs`: those of jobs by their indices in it. O(n log n).
    pub fn for_run(&self, jobs: &[Job]) -> Self {
        self.at_places(jobs.iter().map(|job| job.place as usize))
    }

    /// The names for a list of the jobs at these places: those of jobs by their indices in it. O(n log n).
    pub(crate) fn at_places(&self, places: impl Iterator<Item = usize>) -> Self {
        let mut names = Self { kinds: self.kinds.clone(), jobs: NamesByPlace::default() };
        if self.has_jobs() {
            for (index, place) in places.enumerate() {
                if let Some(name) = self.job(place) {
                    names.push_job(index, name);
                }
            }
        }
        names
    }

    /// Whether some job has a name that is not its number.
    pub const fn has_jobs(&self) -> bool {
        !self.jobs.places.is_empty()
    }

    /// Takes the name of the job of the record at a place, which is above all places so far.
    pub(crate) fn push_job(&mut self, place: usize, name: &str) {
        self.jobs.push(place, name);
    }
}

/// Texts of some places of a list, one behind the other in one string.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct NamesByPlace {
    /// In ascending order.
    places: Vec<usize>,
    /// Where the text of each ends.
    ends: Vec<usize>,
    text: String,
}

impl NamesByPlace {
    fn push(&mut self, place: usize, name: &str) {
        self.text.push_str(name);
        self.places.push(place);
        self.ends.push(self.text.len());
    }

    fn get(&self, place: usize) -> Option<&str> {
        let at = self.places.binary_search(&place).ok()?;
        let begin = match at.checked_sub(1) {
            Some(before) => *self.ends.get(before)?,
            None => 0,
        };
        self.text.get(begin..*self.ends.get(at)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_names_that_the_log_gave() {
        let mut names = crate::testing::log_names(&[(NameKind::Partition, &["cpu", "gpu"])]);
        assert_eq!(names.of(NameKind::Partition, 2), Some("gpu"));
        for number in [UNKNOWN, 0, 3, i64::MIN, i64::MAX] {
            assert_eq!(names.of(NameKind::Partition, number), None, "{number}");
        }
        let label = |kind, number| names.label(kind, number);
        assert_eq!(label(NameKind::Partition, 1).as_deref(), Some("partition cpu"));
        assert_eq!(label(NameKind::User, 12).as_deref(), Some("user 12"));
        assert_eq!(label(NameKind::User, UNKNOWN), None);
        assert_eq!(names.number(NameKind::Partition, "gpu"), Some(2));
        assert_eq!(names.number(NameKind::User, "gpu"), None);

        assert!(!names.has_jobs());
        names.push_job(1, "200_1");
        names.push_job(5, "w0!x");
        let found: Vec<Option<&str>> = (0..7).map(|place| names.job(place)).collect();
        assert_eq!(found, [None, Some("200_1"), None, None, None, Some("w0!x"), None]);
    }
}
