//! One line: up to 18 numbers into a record.

use crate::complaint::Problem;
use crate::instants::{Course, micros};
use crate::number::{self, NumberError};
use crate::{Field, Record, UNKNOWN};

/// With fewer columns a line cannot be a job: number, submission, wait, run time, size.
pub(crate) const FEWEST_COLUMNS: usize = 5;

/// A line read.
pub(super) struct Line<'a> {
    pub record: Record,
    /// How many columns were there, at most 18.
    pub columns: usize,
    /// The text after the 18th column.
    pub beyond: &'a [u8],
}

impl<'a> Line<'a> {
    /// Reads a line without blanks at its ends. Values that could be repaired are listed in
    /// `amended`; the submission may still be unknown.
    pub fn parse(text: &'a [u8], amended: &mut Vec<Problem>) -> Result<Self, Problem> {
        let mut values = [UNKNOWN; Field::ALL.len()];
        let mut words = [&b""[..]; Field::ALL.len()];
        let mut columns = 0;
        let mut rest = text;
        for (field, value) in Field::ALL.into_iter().zip(&mut values) {
            rest = rest.trim_ascii_start();
            if matches!(rest.first(), None | Some(b';')) {
                break;
            }
            let digits = number::leading(rest).filter(|it| rest.get(it.1).is_none_or(|&byte| is_end_of_word(byte)));
            let end = digits.map(|it| it.1).or_else(|| rest.iter().position(|&byte| is_end_of_word(byte)));
            let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
            rest = after;
            words[columns] = word;
            columns += 1;
            match digits.map_or_else(|| number::parse(word), |it| Ok(it.0)) {
                Ok(number) if (UNKNOWN..=field.limit()).contains(&number) => *value = number,
                other => *value = mend(field, word, other, amended)?,
            }
        }
        if columns < FEWEST_COLUMNS {
            return Err(Problem::TooFewColumns { found: columns });
        }
        if values[0] < 0 {
            let (field, value) = (Field::Id, values[0]);
            return Err(Problem::Missing { field, value });
        }
        settle(&words, &mut values);
        let record = Record::of_values(&values);
        let beyond = rest;
        Ok(Self { record, columns, beyond })
    }
}

/// Reads one field. A value that could be repaired is listed in `amended`. The loop above has the
/// same in place, since a result for each of a log's fields takes time.
#[inline(never)]
pub(crate) fn read(field: Field, word: &[u8], amended: &mut Vec<Problem>) -> Result<i64, Problem> {
    match number::parse(word) {
        Ok(number) if (UNKNOWN..=field.limit()).contains(&number) => Ok(number),
        other => mend(field, word, other, amended),
    }
}

/// The columns that are times of a job.
const TIMES: [Field; 4] = [Field::Submit, Field::Wait, Field::RunTime, Field::RequestedTime];

/// Makes the times of a line whole together where one of them has a fraction: each of them rounded for itself
/// does not add up. `words` are the columns as they are written, `values` the same as numbers.
pub(crate) fn settle(words: &[&[u8]], values: &mut [i64; Field::ALL.len()]) {
    let has_fraction = |field: &Field| words[*field as usize].iter().any(|byte| b".eE".contains(byte));
    if TIMES.iter().any(has_fraction) {
        settle_fractions(words, values);
    }
}

#[cold]
fn settle_fractions(words: &[&[u8]], values: &mut [i64; Field::ALL.len()]) {
    // A value that was not taken as it is written has been told.
    let exact = |field: Field| {
        let known = values[field as usize] >= 0;
        micros(words[field as usize]).filter(|micros| known && *micros >= 0)
    };
    let Some(submit) = exact(Field::Submit) else {
        return;
    };
    // A job that began before it was submitted waited 0 seconds.
    let wait = exact(Field::Wait).or_else(|| (values[Field::Wait as usize] == 0).then_some(0));
    let whole = Course {
        submit,
        start: wait.map(|wait| submit + wait),
        run_time: exact(Field::RunTime),
        limit: exact(Field::RequestedTime),
    }
    .whole();
    values[Field::Submit as usize] = whole.submit;
    values[Field::Wait as usize] = whole.wait;
    values[Field::RunTime as usize] = whole.run_time;
    values[Field::RequestedTime as usize] = whole.limit;
}

/// The words after the 18th column, up to a comment.
pub(super) fn words(beyond: &[u8]) -> impl Iterator<Item = &[u8]> {
    let end = beyond.iter().position(|&byte| byte == b';');
    beyond[..end.unwrap_or(beyond.len())].split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

fn is_end_of_word(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b';'
}

/// The value of a word that is no number from -1 to its field's limit.
#[cold]
fn mend(
    field: Field,
    word: &[u8],
    number: Result<i64, NumberError>,
    amended: &mut Vec<Problem>,
) -> Result<i64, Problem> {
    let text = shortened(word);
    let limit = field.limit();
    match number {
        Ok(value) if value < 0 && matches!(field, Field::Id | Field::Submit) => {
            return Err(Problem::Missing { field, value });
        }
        Ok(value) if value < 0 && field == Field::Wait => {
            let how = format!("{field} is {value}: the job began before its submission; the wait counts as 0");
            amended.push(Problem::Amended { how });
            return Ok(0);
        }
        Ok(value) if value < 0 => amended.push(Problem::Negative { field, value }),
        Err(NumberError::NotANumber) if field.is_needed() => {
            return Err(Problem::NotANumber { field, text });
        }
        Ok(_) | Err(NumberError::TooLarge) if field.is_needed() => {
            return Err(Problem::TooLarge { field, text, limit });
        }
        _ => amended.push(Problem::Unreadable { field, text }),
    }
    Ok(UNKNOWN)
}

/// A word as it can be shown: the first few characters, with bytes that are not UTF-8 replaced.
pub(crate) fn shortened(word: &[u8]) -> String {
    const LONGEST: usize = 24;
    let text = String::from_utf8_lossy(&word[..word.len().min(4 * LONGEST)]);
    let mut shown: String = text.chars().take(LONGEST).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}
