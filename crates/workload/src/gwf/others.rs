//! The columns behind those that are read.

use super::write::NAMES;
use super::{COLUMNS, COLUMNS_READ, columns};
use crate::{Feature, Unused};

/// The number of columns that are not read.
const OTHERS: usize = COLUMNS - COLUMNS_READ;

/// Where jobs came from, and where they ran.
const SITES: [&str; 2] = ["OrigSiteID", "LastRunSiteID"];

/// Values found so far in the columns that are not read.
#[derive(Default)]
pub(super) struct Others {
    /// Whether each had a value.
    said: [bool; OTHERS],
    /// The first values of the columns of sites.
    first_sites: [Vec<u8>; 2],
    has_sites: bool,
}

impl Others {
    /// Looks at a job's line.
    pub fn look(&mut self, line: &[u8]) {
        let words = columns(line).skip(COLUMNS_READ).take(OTHERS);
        for (place, word) in words.enumerate() {
            if is_blank(word) {
                continue;
            }
            match self.first_sites.get_mut(place) {
                Some(first) if first.is_empty() => *first = word.to_vec(),
                Some(first) => self.has_sites |= *first != word,
                None => self.said[place] = true,
            }
        }
    }

    /// Reports all values that were found.
    pub fn tell(&self, unused: &mut Unused) {
        if self.has_sites {
            unused.add(Feature::Sites);
        }
        let names = NAMES.split(' ').skip(COLUMNS_READ + SITES.len());
        for (name, _) in names.zip(&self.said[SITES.len()..]).filter(|it| *it.1) {
            unused.add_column(name.as_bytes());
        }
    }
}

/// Whether a word is no value: a job that is its own structure has no dependencies either.
fn is_blank(word: &[u8]) -> bool {
    ["", "-1", "-1.0", "?", "UNITARY", "NULL"].iter().any(|it| word.eq_ignore_ascii_case(it.as_bytes()))
}
