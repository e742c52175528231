//! Names into numbers: of users, of queues, of jobs.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};

use super::lines::without_control;
use super::record::MAX_OTHER;
use super::{Time, UNKNOWN, number};

/// The values of a column of names: users, groups, partitions.
///
/// If all are whole numbers, they stay as they are. As soon as one is a name, all of them count as
/// names and are numbered from 1 in the order of their first appearance.
#[derive(Default)]
pub(super) struct Names {
    places: BTreeMap<Box<[u8]>, usize>,
}

impl Names {
    /// The place of a word in the order of appearance, as an argument of [`Numbers::number`] later.
    /// [`UNKNOWN`] for an empty word or -1. O(log n) for n different words.
    pub fn place(&mut self, word: &[u8]) -> i64 {
        if word.is_empty() || word == b"-1" {
            return UNKNOWN;
        }
        let next = self.places.len();
        let place = match self.places.get(word) {
            Some(&place) => place,
            None => {
                self.places.insert(word.into(), next);
                next
            }
        };
        place as i64
    }

    /// The numbers, now that the whole column is known.
    /// A number above `limit` counts as a name.
    #[inline(never)]
    pub fn finish(self, limit: i64) -> Numbers {
        let mut words = vec![(UNKNOWN, String::new()); self.places.len()];
        let mut are_numbers = true;
        for (word, &place) in &self.places {
            let whole = whole(word).filter(|&it| it <= limit);
            are_numbers &= whole.is_some();
            let name = String::from_utf8_lossy(word).into_owned();
            words[place] = (whole.unwrap_or(UNKNOWN), name);
        }
        if !are_numbers {
            for (place, (number, _)) in words.iter_mut().enumerate() {
                *number = place as i64 + 1;
            }
        }
        Numbers { words, are_numbers }
    }
}

/// A whole number written in digits alone.
fn whole(word: &[u8]) -> Option<i64> {
    let is_plain = word.iter().all(u8::is_ascii_digit);
    let number = number::parse(word).ok().filter(|_| is_plain);
    number.filter(|&number| number <= MAX_OTHER)
}

/// The numbers of a column's words.
pub(super) struct Numbers {
    words: Vec<(i64, String)>,
    are_numbers: bool,
}

impl Numbers {
    /// The number of the word at a place; [`UNKNOWN`] stays.
    pub fn number(&self, place: i64) -> i64 {
        let place = usize::try_from(place).ok();
        let found = place.and_then(|place| self.words.get(place));
        found.map_or(UNKNOWN, |&(number, _)| number)
    }

    /// Number and name of each, where the column holds names; the first of them.
    pub fn named(&self) -> impl Iterator<Item = String> {
        const MOST: usize = 100;
        let most = if self.are_numbers { 0 } else { MOST };
        self.words.iter().take(most).map(|(number, name)| {
            let name = without_control(name.as_str().into());
            format!("{number} {}", name.trim()).trim_end().to_owned()
        })
    }

    /// The name of each number from 1 on; empty where the column holds numbers.
    pub fn into_names(self) -> Vec<Box<str>> {
        if self.are_numbers {
            return Vec::new();
        }
        let name = |(_, name): (i64, String)| without_control(name.into()).trim().into();
        self.words.into_iter().map(name).collect()
    }
}

/// The name of a job in its log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct JobName<'a> {
    /// How the log calls it.
    pub name: &'a [u8],
    /// The site or cluster whose name it is; empty where the log has only one.
    pub site: &'a [u8],
    /// How people call it, where that is another name: `200_1` for the job with the number 202.
    pub known_as: &'a [u8],
}

impl<'a> JobName<'a> {
    /// The name of a job of a log of one site.
    pub const fn of(name: &'a [u8]) -> Self {
        Self { name, site: b"", known_as: name }
    }

    /// What tells it from other jobs: the name of a job may come again with another submission, of a further run or
    /// where numbers begin anew.
    pub fn key(self, submit: Time) -> Box<[u8]> {
        let mut key = Vec::with_capacity(self.name.len() + self.site.len() + 9);
        key.extend_from_slice(self.name);
        key.push(0);
        key.extend_from_slice(self.site);
        key.extend_from_slice(&submit.to_le_bytes());
        key.into()
    }
}

/// A job by its index, and how people call it.
pub(super) type NamedJob = (usize, Box<[u8]>);

/// The names of jobs, some of which are numbers.
///
/// A name that is a number, as it stands or after a `!` (Batsim's `w0!12`), keeps it, unless an
/// earlier job has it. All others are numbered in their order, from above the highest of those.
#[derive(Default)]
pub(super) struct JobNames {
    /// The first job of each [`JobName::key`].
    jobs: HashMap<Box<[u8]>, usize>,
    /// The further jobs of a key, by the index of the first and their wait.
    further: HashMap<(usize, Time), usize>,
    numbers: HashSet<u64>,
    highest: u64,
    /// The jobs whose name is not their number, in ascending order.
    named: Vec<NamedJob>,
    /// The indices of the jobs that wait for a number.
    waiting: Vec<usize>,
}

impl JobNames {
    /// The index of the first job of a [`JobName::key`]. O(1).
    pub fn first(&self, key: &[u8]) -> Option<usize> {
        self.jobs.get(key).copied()
    }

    /// The index of the further job of the key of the job at `first` that has this wait. O(1).
    pub fn further(&self, first: usize, wait: Time) -> Option<usize> {
        self.further.get(&(first, wait)).copied()
    }

    /// Takes the job at `index`, of this name, key and wait; its number, or 0 if it gets one in the end. O(1).
    pub fn add(&mut self, index: usize, name: JobName, key: Box<[u8]>, wait: Time) -> u64 {
        match self.jobs.entry(key) {
            Entry::Vacant(place) => {
                place.insert(index);
            }
            Entry::Occupied(first) => {
                self.further.insert((*first.get(), wait), index);
            }
        }
        let last = name.name.rsplit(|&byte| byte == b'!').next();
        let number = last.and_then(job_number);
        let own = number.filter(|&number| self.numbers.insert(number));
        if own.is_none() || last != Some(name.known_as) {
            self.named.push((index, name.known_as.into()));
        }
        match own {
            Some(number) => {
                self.highest = self.highest.max(number);
                number
            }
            None => {
                self.waiting.push(index);
                0
            }
        }
    }

    /// The numbers of those that wait, each with the index of its job; the names of jobs that are not their numbers, each
    /// with the index of its job, in ascending order.
    pub fn finish(mut self) -> (Vec<(usize, u64)>, Vec<NamedJob>) {
        let mut next = self.highest;
        let mut given = Vec::with_capacity(self.waiting.len());
        let above = |number: u64| if number < MOST_NUMBER { number + 1 } else { 1 };
        for index in std::mem::take(&mut self.waiting) {
            next = above(next);
            while !self.numbers.insert(next) {
                next = above(next);
            }
            given.push((index, next));
        }
        (given, self.named)
    }
}

/// The highest number of a job.
const MOST_NUMBER: u64 = i64::MAX as u64;

/// The number that a job's name is, if it is one in digits alone.
fn job_number(word: &[u8]) -> Option<u64> {
    let is_plain = !word.is_empty() && word.iter().all(u8::is_ascii_digit);
    let text = std::str::from_utf8(word).ok().filter(|_| is_plain)?;
    text.parse().ok().filter(|&number| number <= MOST_NUMBER)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{listed, rows};

    fn numbers(words: &str) -> String {
        let mut names = Names::default();
        let places: Vec<i64> = words.split(' ').map(|word| names.place(word.as_bytes())).collect();
        let numbers = names.finish(MAX_OTHER);
        listed(places.into_iter().map(|place| numbers.number(place)), " ")
    }

    #[test]
    fn numbers_stay_and_names_are_numbered_as_they_appear() {
        for [words, expected] in rows(
            "1003 7 1003 -1\\s | 1003 7 1003 -1 -1
            bob alice bob\\s | 1 2 1 -1
            1003 alice 1003 | 1 2 1
            99999999999999999999 5 | 1 2",
        ) {
            assert_eq!(numbers(&words), expected, "{words}");
        }
    }

    /// They go into the header. Found by fuzzing.
    #[test]
    fn names_are_told_without_control_characters() {
        let mut names = Names::default();
        for word in [&b"1 "[..], b"a\x08b", b" \0c", b"\0"] {
            names.place(word);
        }
        let told: Vec<String> = names.finish(MAX_OTHER).named().collect();
        assert_eq!(told, ["1 1", "2 a b", "3 c", "4"]);
    }

    fn add(names: &mut JobNames, index: usize, name: &[u8]) -> u64 {
        let name = JobName::of(name);
        names.add(index, name, name.key(0), 0)
    }

    #[test]
    fn job_names_that_are_numbers_keep_them() {
        let mut names = JobNames::default();
        let all: [&[u8]; 6] = [b"12", b"w0!3", b"123_4", b"w1!3", b"007", b"12"];
        let first: Vec<u64> = all.iter().enumerate().map(|(index, name)| add(&mut names, index, name)).collect();
        assert_eq!(first, [12, 3, 0, 0, 7, 0]);
        let (given, named) = names.finish();
        assert_eq!(given, [(2, 13), (3, 14), (5, 15)]);
        let named: Vec<usize> = named.into_iter().map(|(index, _)| index).collect();
        assert_eq!(named, [1, 2, 3, 5]);
    }

    #[test]
    fn above_the_highest_number_it_begins_anew() {
        for (all, expected) in [
            (["9223372036854775807", "1", "a"], &[(2, 2)][..]),
            (["4294967295", "9223372036854775808", "a"], &[(1, 4_294_967_296), (2, 4_294_967_297)]),
        ] {
            let mut names = JobNames::default();
            for (index, name) in all.into_iter().enumerate() {
                add(&mut names, index, name.as_bytes());
            }
            assert_eq!(names.finish().0, expected, "{all:?}");
        }
    }
}
