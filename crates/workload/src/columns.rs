//! Tables whose first line names the columns, in any order.
//!
//! Functions that are called for each of many columns are not inlined: the worker is downloaded
//! with the page.

use std::borrow::Cow;
use std::cell::Cell as Mark;

use super::aside::Counting;
use super::lines::is_listed;
use super::number::{self, NumberError};
use super::swf::shortened;
use super::{MAX_TIME, UNKNOWN};

/// Where each column stands.
pub(super) struct Columns {
    names: Vec<String>,
    /// Which of them have been found: the others are not read.
    found: Vec<Mark<bool>>,
    /// The names that complaints give to them, where they are others.
    pub shown: Vec<&'static str>,
}

impl Columns {
    /// By the line that names them, parted into fields.
    pub fn new<'a>(fields: impl Iterator<Item = Cow<'a, [u8]>>) -> Self {
        let name = |field: Cow<[u8]>| String::from_utf8_lossy(&field).into_owned();
        let names: Vec<String> = fields.map(name).collect();
        let found = vec![Mark::new(false); names.len()];
        Self { names, found, shown: Vec::new() }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.names.len()
    }

    /// Whether these are the names, compared without case.
    pub fn are_named(&self, names: &[Cow<[u8]>]) -> bool {
        let is = |(one, other): (&String, &Cow<[u8]>)| one.as_bytes().eq_ignore_ascii_case(other);
        self.names.len() == names.len() && self.names.iter().zip(names).all(is)
    }

    /// The columns with a name that [`Self::find`] has not found so far, with their names in the file. O(c) for c columns.
    pub fn unread(&self) -> Vec<(Column, String)> {
        let others = self
            .names
            .iter()
            .zip(&self.found)
            .enumerate()
            .filter(|(_, (name, found))| !name.is_empty() && !found.get());
        let column = |(place, (name, _)): (usize, (&String, _))| (Column { name: "", place }, name.clone());
        others.map(column).collect()
    }

    /// The first that is there of several names with blanks between them, compared without case.
    #[inline(never)]
    pub fn find(&self, names: &'static str) -> Column {
        let column = names.split(' ').map(|name| self.find_part(name)).find(|it| it.is_there());
        let column = column.unwrap_or(Column::MISSING);
        if let Some(found) = self.found.get(column.place) {
            found.set(true);
        }
        column
    }

    /// As [`Self::find`], for a column of which a part only is read: it counts as not read.
    pub fn find_part(&self, name: &'static str) -> Column {
        let place = self.names.iter().position(|it| it.eq_ignore_ascii_case(name));
        let shown = |place: usize| self.shown.get(place).copied().unwrap_or(name);
        place.map_or(Column::MISSING, |place| Column { name: shown(place), place })
    }

    /// Counts columns that repeat others as read.
    pub fn pass_over(&self, names: &str) {
        for (name, found) in self.names.iter().zip(&self.found) {
            found.set(found.get() || is_listed(name.as_bytes(), names));
        }
    }

    /// Passes to `counting` the values of a row in columns that no reader has looked for.
    pub fn count_unread(&self, row: &[Cow<[u8]>], counting: &mut Counting) {
        let columns = self.names.iter().zip(&self.found).zip(row);
        for ((name, found), field) in columns {
            if !found.get() {
                counting.unread(name.as_bytes(), field.trim_ascii());
            }
        }
    }
}

/// A column; one that is missing has no value in any row.
#[derive(Clone, Copy)]
pub(super) struct Column {
    pub name: &'static str,
    place: usize,
}

impl Column {
    /// No column.
    pub const MISSING: Self = Self { name: "", place: usize::MAX };

    /// Whether the table has it.
    pub const fn is_there(self) -> bool {
        self.place != Self::MISSING.place
    }

    /// The value of a row in this column, without blanks at its ends.
    #[inline(never)]
    pub fn of<'a>(self, row: &'a [Cow<[u8]>]) -> Cell<'a> {
        let word = row.get(self.place).map_or(&b""[..], |field| field.trim_ascii());
        Cell { column: self.name, word }
    }
}

/// A value in a table, or of a key of an object.
#[derive(Clone, Copy)]
pub(super) struct Cell<'a> {
    /// The name of the column.
    pub column: &'static str,
    /// How it is written.
    pub word: &'a [u8],
}

impl Cell<'_> {
    /// Whether it has no value: empty, or one of the words for that.
    #[inline(never)]
    pub fn is_blank(self) -> bool {
        const WORDS: [&str; 6] = ["", "None", "Unknown", "N/A", "nan", "null"];
        let is = |word: &&str| self.word.eq_ignore_ascii_case(word.as_bytes());
        WORDS.iter().any(is)
    }

    /// The cell, if it has a value.
    pub fn known(self) -> Option<Self> {
        (!self.is_blank()).then_some(self)
    }

    /// A number from 0 to `limit`, rounded to the nearest whole one; [`UNKNOWN`] where it is blank
    /// or below 0.
    ///
    /// # Errors
    ///
    /// In words, if it is no number or too large.
    #[inline(never)]
    pub fn number(self, limit: i64) -> Result<i64, String> {
        if self.is_blank() {
            return Ok(UNKNOWN);
        }
        match number::parse(self.word) {
            Ok(number) if number < 0 => Ok(UNKNOWN),
            Ok(number) if number <= limit => Ok(number),
            Ok(_) | Err(NumberError::TooLarge) => Err(self.beyond(limit)),
            Err(NumberError::NotANumber) => Err(self.is_no("number")),
        }
    }

    /// The number in it as a duration in seconds, except that one above 0 is at least 1 second: no
    /// job that ran shall seem not to have.
    ///
    /// # Errors
    ///
    /// As [`Self::number`].
    #[inline(never)]
    pub fn duration(self) -> Result<i64, String> {
        let seconds = self.number(MAX_TIME)?;
        let mantissa = self.word.split(|byte| b"eE".contains(byte)).next();
        let is_above_0 = mantissa.is_some_and(|it| it.iter().any(|byte| (b'1'..=b'9').contains(byte)));
        Ok(if seconds == 0 && is_above_0 && self.word[0] != b'-' { 1 } else { seconds })
    }

    /// The complaint that the value is not `what`.
    #[inline(never)]
    pub fn is_no(self, what: &str) -> String {
        format!("{} should be a {what} but is \"{}\"", self.column, shortened(self.word))
    }

    /// That it is too large.
    #[inline(never)]
    pub fn beyond(self, limit: i64) -> String {
        format!("{} is {}, more than {limit}", self.column, shortened(self.word))
    }
}

/// A value that no job needs: an unreadable one counts as unknown, which `amended` says.
pub(super) fn known_or<T>(unknown: T, value: Result<T, String>, amended: &mut Vec<String>) -> T {
    value.unwrap_or_else(|why| {
        amended.push(format!("{why}; it counts as unknown"));
        unknown
    })
}

/// As [`known_or`], for a number.
#[inline(never)]
pub(super) fn mended(value: Result<i64, String>, amended: &mut Vec<String>) -> i64 {
    known_or(UNKNOWN, value, amended)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(word: &str) -> Cell<'_> {
        Cell { column: "here", word: word.as_bytes() }
    }

    #[test]
    fn numbers_are_rounded_and_what_is_negative_unknown() {
        for (word, number) in [("2.5", 3), ("2.49", 2), ("0.2", 0), ("-1", -1), ("-3.7", -1), ("nan", -1), ("", -1)] {
            assert_eq!(cell(word).number(100), Ok(number), "{word}");
        }
        for (word, why) in [
            ("101", "is 101, more than 100"),
            ("1e99", "is 1e99, more than 100"),
            ("x", "should be a number but is \"x\""),
        ] {
            assert_eq!(cell(word).number(100), Err(format!("here {why}")));
        }
    }

    #[test]
    fn no_duration_above_0_becomes_0() {
        for (word, number) in [("0.2", 1), ("1e-9", 1), ("0", 0), ("0.00", 0), ("0e5", 0), ("1.4", 1), ("-0.1", -0)] {
            assert_eq!(cell(word).duration(), Ok(number), "{word}");
        }
    }

    #[test]
    fn columns_are_found_without_case() {
        let names = ["JobID", "NCPUS"].map(|name| Cow::Borrowed(name.as_bytes()));
        let columns = Columns::new(names.into_iter());
        let found = columns.find("AllocCPUS ncpus");
        let row = [Cow::Borrowed(&b"1"[..]), Cow::Borrowed(&b" 16 "[..])];
        assert_eq!((found.of(&row).column, found.of(&row).word), ("ncpus", &b"16"[..]));
        assert_eq!(found.of(&row[..1]).word, b"");
        assert!(!columns.find("Start").is_there());
    }

    #[test]
    fn columns_that_were_not_found_are_not_read() {
        let names = ["JobID", "NCPUS", "", "AllocTRES", "WorkDir"];
        let columns = Columns::new(names.iter().map(|name| Cow::Borrowed(name.as_bytes())));
        columns.find("AllocCPUS ncpus");
        columns.find_part("AllocTRES");
        let unread: Vec<String> = columns.unread().into_iter().map(|(_, name)| name).collect();
        assert_eq!(unread, ["JobID", "AllocTRES", "WorkDir"]);
    }
}
