//! The columns of a table, with examples, from which a person tells their meaning.

use serde::{Deserialize, Serialize};

use super::rows::{Row, Rows, delimiter_of, head};
use super::values::{is_blank, length, moment, with_point};
use super::{Key, Unit};
use crate::lines::without_marks;
use crate::number;
use base::text::first_of;

/// The columns are judged by this many rows, which are kept: guesses are held against them.
const JUDGED: usize = 1_000;

/// Spreadsheets' numbers of days of 1 January 2000 and 2100.
const FIRST_DAY: i64 = 36_526;
const LAST_DAY: i64 = 73_051;

/// The most examples of a column.
const EXAMPLES: usize = 3;

/// The longest text of a field that is kept, in characters.
const LONGEST_FIELD: usize = 200;

/// The beginning of a table: its columns and first 1,000 rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// The byte between two fields of a row.
    pub delimiter: u8,
    /// Whether the first row names the columns.
    pub has_header: bool,
    /// The columns, in the order of the file.
    pub columns: Vec<TableColumn>,
    /// The first rows, each with the text of its fields.
    pub rows: Vec<Vec<String>>,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableColumn {
    /// Its name, different from all others: `column 3` where the file has none, or has it twice.
    pub name: String,
    /// The first different values.
    pub examples: Vec<String>,
    /// The kind of its values.
    pub values: Values,
}

/// The kind of the values of a column, as far as the first rows tell; fields without a value say nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Values {
    /// There is none.
    Blank,
    /// Numbers, perhaps with fractions.
    Numbers {
        /// The largest, rounded.
        most: i64,
        /// Whether all are whole.
        whole: bool,
    },
    /// Numbers of days with fractions, from 2000 to 2100 as spreadsheets keep dates.
    DayNumbers,
    /// Dates that begin with the year.
    Dates,
    /// Dates whose first number is above 12 in some row: it is the day.
    DatesDayFirst,
    /// Dates whose second number is above 12 in some row: it is the day.
    DatesMonthFirst,
    /// Dates of which no row tells whether day or month comes first.
    DatesUnsure,
    /// Lengths of time as `03:25:45`.
    Lengths,
    /// Anything else.
    Words,
}

impl Table {
    /// The table in a text; `None` if it is none: rows that have equally many fields, at least three, and among them a
    /// number or a date. O(1): it reads the first rows.
    pub fn of(text: &[u8]) -> Option<Self> {
        let text = without_marks(text);
        let text = head(text);
        let delimiter = delimiter_of(text)?;
        let mut rows = Rows::new(text, delimiter);
        let first = rows.next_row()?;
        let has_header = names_columns(first);
        let mut columns = columns(first, has_header);
        let mut table_rows = Vec::new();
        let mut judges = vec![Judge::default(); columns.len()];
        if !has_header {
            take(first, &mut columns, &mut judges, &mut table_rows);
        }
        for _ in 0..JUDGED {
            let Some(row) = rows.next_row() else { break };
            if row.len() == columns.len() && !row.is_blank() {
                take(row, &mut columns, &mut judges, &mut table_rows);
            }
        }
        for (column, judge) in columns.iter_mut().zip(judges) {
            column.values = judge.finish();
        }
        let is_measured = |it: &TableColumn| !matches!(it.values, Values::Blank | Values::Words);
        let is_table = !table_rows.is_empty() && columns.iter().any(is_measured);
        is_table.then_some(Self { delimiter, has_header, columns, rows: table_rows })
    }

    /// The place of a column by its name; without case if no name is the same with it.
    pub fn place(&self, name: &str) -> Option<usize> {
        let position = |is: &dyn Fn(&str) -> bool| self.columns.iter().position(|it| is(&it.name));
        position(&|it| it == name).or_else(|| position(&|it| it.eq_ignore_ascii_case(name)))
    }

    /// Its columns in a few words: `a, b, c`, the first of many.
    pub fn columns_in_words(&self) -> String {
        const MOST: usize = 12;
        let names = self.columns.iter().map(|it| it.name.as_str());
        first_of(names, self.columns.len(), MOST)
    }
}

/// Whether a row names the columns: none of its fields is a number or a date.
fn names_columns(row: Row) -> bool {
    let is_value = |word: &[u8]| !is_blank(word) && (number::parse(word).is_ok() || is_date(word));
    !row.is_blank() && !row.fields().any(is_value)
}

fn is_date(word: &[u8]) -> bool {
    [None, Some(Unit::DayFirst), Some(Unit::MonthFirst)]
        .into_iter()
        .any(|unit| matches!(moment(word, unit), Ok(Some(_))))
}

/// The columns by the row that names them, or by the number of fields.
fn columns(first: Row, has_header: bool) -> Vec<TableColumn> {
    let mut columns: Vec<TableColumn> = Vec::with_capacity(first.len());
    for (place, field) in first.fields().enumerate() {
        let given =
            if has_header { text(field).trim_start_matches('#').trim_start().to_owned() } else { String::new() };
        let is_free = |name: &String| !name.is_empty() && !columns.iter().any(|it| it.name == *name);
        let numbered = (place + 1..).map(|number| format!("column {number}"));
        let mut names = std::iter::once(given).chain(numbered);
        let name = names.find(is_free).unwrap_or_default();
        columns.push(TableColumn { name, examples: Vec::new(), values: Values::Blank });
    }
    columns
}

/// Takes the values of a row.
fn take(row: Row, columns: &mut [TableColumn], judges: &mut [Judge], rows: &mut Vec<Vec<String>>) {
    for ((column, judge), field) in columns.iter_mut().zip(judges).zip(row.fields()) {
        judge.see(field);
        if column.examples.len() < EXAMPLES && !field.is_empty() {
            let example = text(field);
            if !column.examples.contains(&example) {
                column.examples.push(example);
            }
        }
    }
    rows.push(row.fields().map(text).collect());
}

/// A field as text without control characters, shortened.
fn text(field: &[u8]) -> String {
    let text = String::from_utf8_lossy(field);
    text.chars()
        .map(|it| if it.is_control() { ' ' } else { it })
        .take(LONGEST_FIELD)
        .collect::<String>()
        .trim()
        .to_owned()
}

/// Which kinds of values all fields so far have.
#[derive(Clone, Copy)]
struct Judge {
    any: bool,
    are_numbers: bool,
    are_whole: bool,
    least: i64,
    most: i64,
    /// Of the fraction of some number, at most.
    decimals: usize,
    are_lengths: bool,
    are_dates: bool,
    are_day_first: bool,
    are_month_first: bool,
}

impl Default for Judge {
    fn default() -> Self {
        Self {
            any: false,
            are_numbers: true,
            are_whole: true,
            least: i64::MAX,
            most: i64::MIN,
            decimals: 0,
            are_lengths: true,
            are_dates: true,
            are_day_first: true,
            are_month_first: true,
        }
    }
}

impl Judge {
    fn see(&mut self, word: &[u8]) {
        if is_blank(word) {
            return;
        }
        self.any = true;
        let word = &*with_point(word);
        match number::parse(word) {
            Ok(number) => {
                self.least = self.least.min(number);
                self.most = self.most.max(number);
                let point = word.iter().position(|byte| *byte == b'.');
                let decimals = point.map_or(0, |at| word.len() - at - 1);
                self.decimals = self.decimals.max(decimals);
                let is_whole = |byte: &u8| byte.is_ascii_digit() || *byte == b'-';
                self.are_whole &= word.iter().all(is_whole);
                self.are_lengths = false;
                (self.are_dates, self.are_day_first, self.are_month_first) = (false, false, false);
            }
            Err(_) => {
                self.are_numbers = false;
                let is = |unit| matches!(moment(word, unit), Ok(Some(_)));
                self.are_dates = self.are_dates && is(None);
                self.are_day_first = self.are_day_first && is(Some(Unit::DayFirst));
                self.are_month_first = self.are_month_first && is(Some(Unit::MonthFirst));
                self.are_lengths = self.are_lengths && length(word, None).is_ok();
            }
        }
    }

    fn finish(self) -> Values {
        match self {
            Self { any: false, .. } => Values::Blank,
            Self { are_numbers: true, least: FIRST_DAY.., most: ..LAST_DAY, decimals: 4.., .. } => Values::DayNumbers,
            Self { are_numbers: true, .. } => Values::Numbers { most: self.most, whole: self.are_whole },
            Self { are_dates: true, .. } => Values::Dates,
            Self { are_day_first: true, are_month_first: true, .. } => Values::DatesUnsure,
            Self { are_day_first: true, .. } => Values::DatesDayFirst,
            Self { are_month_first: true, .. } => Values::DatesMonthFirst,
            Self { are_lengths: true, .. } => Values::Lengths,
            _ => Values::Words,
        }
    }
}

impl Values {
    /// The unit that such values have for a key, if it is not the usual one.
    pub fn unit_for(self, key: Key) -> Option<Unit> {
        self.for_key(key).flatten()
    }

    /// Whether they are numbers.
    pub(super) const fn are_numbers(self) -> bool {
        matches!(self, Self::Numbers { .. } | Self::DayNumbers)
    }

    /// Whether a key may have such values, and with which unit, if it is not the usual one.
    pub(super) fn for_key(self, key: Key) -> Option<Option<Unit>> {
        use super::Takes;
        match (key.takes(), self) {
            (_, Self::Blank) => None,
            (Takes::Name | Takes::Status, _) => Some(None),
            (Takes::Moment, Self::Numbers { most, .. }) => Some(match most {
                ..100_000_000_000 => None,
                100_000_000_000..100_000_000_000_000 => Some(Unit::Millis),
                100_000_000_000_000..100_000_000_000_000_000 => Some(Unit::Micros),
                _ => Some(Unit::Nanos),
            }),
            (Takes::Moment, Self::DayNumbers) => Some(Some(Unit::Days)),
            (Takes::Moment, Self::Dates | Self::DatesUnsure) => Some(None),
            (Takes::Moment, Self::DatesDayFirst) => Some(Some(Unit::DayFirst)),
            (Takes::Moment, Self::DatesMonthFirst) => Some(Some(Unit::MonthFirst)),
            (Takes::Duration, Self::Numbers { .. } | Self::DayNumbers | Self::Lengths) => Some(None),
            (Takes::Count, Self::Numbers { .. } | Self::DayNumbers) => Some(None),
            // GPUs are asked for as gpu:2, processors as cpu=64.
            (Takes::Count, Self::Words) if key == Key::RequestedGpus => Some(None),
            (Takes::Memory, Self::Numbers { .. } | Self::DayNumbers | Self::Words | Self::Lengths) => Some(None),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{listed, rows};

    fn names(text: &str) -> String {
        listed(Table::of(text.as_bytes()).expect("a table").columns.iter().map(|it| &it.name), "|")
    }

    #[test]
    fn no_two_columns_have_one_name() {
        for [text, expected] in rows(
            "a,column 4,,a,b\\n1,2,3,4,5\\n1,2,3,4,5\\n | a|column 4|column 3|column 5|b
            a,,a\\n1,2,3\\n | a|column 2|column 3",
        ) {
            assert_eq!(names(&text), expected);
        }
        assert_eq!(Table::of(b"a,,a\n1,2,3\n").expect("a table").place("A"), Some(0));
    }

    #[test]
    fn columns_are_judged_by_their_values() {
        let text = "id,when,day,month,either,length,size,share,blank,word\n\
            1,2024-03-01 12:00:00,13.03.2024,03/14/2024,03/04/2024,01:00:00,64,0.5,,a\n\
            2,2024-03-02 12:00:00,01.02.2024,03/01/2024,05/06/2024,1-01:00:00,128,1,nan,7\n";
        let table = Table::of(text.as_bytes()).expect("a table");
        assert_eq!(
            listed(table.columns.iter().map(|it| format!("{} {:?}", it.name, it.values)), "; "),
            "id Numbers { most: 2, whole: true }; when Dates; day DatesDayFirst; month DatesMonthFirst; \
            either DatesUnsure; length Lengths; size Numbers { most: 128, whole: true }; \
            share Numbers { most: 1, whole: false }; blank Blank; word Words"
        );
    }

    #[test]
    fn a_table_without_a_header_has_numbered_columns() {
        let text = "1,5,x\n2,6,y\n2,6,y\n";
        let table = Table::of(text.as_bytes()).expect("a table");
        assert!(!table.has_header);
        assert_eq!(names(text), "column 1|column 2|column 3");
        assert_eq!(table.columns[2].examples, ["x", "y"]);
        assert_eq!(table.rows.len(), 3);
    }

    #[test]
    fn prose_is_no_table() {
        for text in ["hello, dear, reader\nhow, are, you\n", "a,b,c\n", "", "1 2 3\n"] {
            assert_eq!(Table::of(text.as_bytes()), None, "{text}");
        }
    }
}
