//! A table's text taken apart into rows and fields, by the crate `csv-core`.

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

/// The bytes that may part the fields of a row, in the order in which they are tried.
const DELIMITERS: [u8; 4] = [b'\t', b';', b'|', b','];

/// A row has no more fields; further ones make it one with too many.
pub const MOST_COLUMNS: usize = 256;

/// A row that takes more bytes, or more fields, is read as one without fields.
const MOST_BYTES: usize = 16 << 20;
const MOST_FIELDS: usize = 8 * MOST_COLUMNS;

const TOO_LONG: &str = "the row has more than 16 MiB or more than 2,048 fields";
const OPEN: &str = "a quote opens in this row and is never closed: all rows from here on are left out; close it";

/// A table is judged by its first bytes.
const HEAD: usize = 1 << 20;

/// The first bytes of a text, up to the end of a line: all of a short one.
pub fn head(text: &[u8]) -> &[u8] {
    if text.len() <= HEAD {
        return text;
    }
    let head = &text[..HEAD];
    let end = head.iter().rposition(|&byte| byte == b'\n' || byte == b'\r');
    end.map_or(head, |end| &head[..=end])
}

/// The delimiter of a table: the one with the most fields in its first line, if there are at least three and the next
/// two rows have as many. `None` for a text that is no table.
pub fn delimiter_of(head: &[u8]) -> Option<u8> {
    let fields = |&delimiter: &u8| {
        let mut rows = Rows::new(head, delimiter);
        let count = rows.next_row()?.len();
        for _ in 0..2 {
            let next = rows.next_row().map(|row| row.len());
            if next.is_some_and(|next| next != count) {
                return None;
            }
        }
        (3..=MOST_COLUMNS).contains(&count).then_some((count, delimiter))
    };
    DELIMITERS.iter().filter_map(fields).max_by_key(|(count, _)| *count).map(|(_, delimiter)| delimiter)
}

/// The rows of a text. Fields may stand in quotes, with delimiters and line breaks in them.
pub struct Rows<'a> {
    reader: Reader,
    delimiter: u8,
    rest: &'a [u8],
    bytes: Vec<u8>,
    ends: Vec<usize>,
    line: u64,
}

impl<'a> Rows<'a> {
    /// Those of a text whose fields are parted by a byte.
    pub fn new(text: &'a [u8], delimiter: u8) -> Self {
        Self {
            reader: ReaderBuilder::new().delimiter(delimiter).build(),
            delimiter,
            rest: text,
            bytes: vec![0; 4096],
            ends: vec![0; 64],
            line: 1,
        }
    }

    /// The next row; `None` at the end. Blank lines are passed over.
    pub fn next_row(&mut self) -> Option<Row<'_>> {
        let (mut written, mut count, mut is_too_long, mut is_open) = (0, 0, false, false);
        self.skip_blank();
        self.line = self.reader.line();
        let text = self.rest;
        loop {
            is_open = is_open || self.rest.is_empty() && is_in_quotes(text, self.delimiter);
            let (bytes, ends) = (&mut self.bytes[written..], &mut self.ends[count..]);
            let (result, read, wrote, ended) = self.reader.read_record(self.rest, bytes, ends);
            self.rest = &self.rest[read..];
            written += wrote;
            count += ended;
            match result {
                // An empty input says that the text is at its end.
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull if self.bytes.len() < MOST_BYTES => {
                    self.bytes.resize(self.bytes.len() * 2, 0);
                }
                ReadRecordResult::OutputEndsFull if self.ends.len() < MOST_FIELDS => {
                    self.ends.resize(self.ends.len() * 2, 0);
                }
                // The rest of the row is passed over.
                ReadRecordResult::OutputFull | ReadRecordResult::OutputEndsFull => {
                    (written, count, is_too_long) = (0, 0, true);
                }
                ReadRecordResult::Record => break,
                ReadRecordResult::End => return None,
            }
        }
        let fault = match (is_open, is_too_long) {
            (true, _) => Some(OPEN),
            (false, true) => Some(TOO_LONG),
            (false, false) => None,
        };
        if fault.is_some() {
            count = 0;
        }
        Some(Row { line: self.line, fault, bytes: &self.bytes, ends: &self.ends[..count] })
    }

    /// Passes over blank lines, so that the line of a row is that of its first field.
    fn skip_blank(&mut self) {
        let breaks = self.rest.iter().take_while(|it| b"\r\n".contains(it));
        let blank = &self.rest[..breaks.count()];
        let lines = blank.iter().filter(|&&byte| byte == b'\n').count() as u64;
        self.reader.set_line(self.reader.line() + lines);
        self.rest = &self.rest[blank.len()..];
    }
}

/// Whether a row that ends with its text ends in quotes: they open at the beginning of a field, and two of them within
/// quotes are one that is meant.
fn is_in_quotes(row: &[u8], delimiter: u8) -> bool {
    let (mut is_open, mut may_open) = (false, true);
    for &byte in row {
        match byte {
            b'"' if is_open => (is_open, may_open) = (false, true),
            b'"' if may_open => is_open = true,
            _ => may_open = byte == delimiter,
        }
    }
    is_open
}

/// The fields of a row.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    /// The number of its first line, from 1.
    pub line: u64,
    /// Why it has no fields, in a sentence.
    pub fault: Option<&'static str>,
    bytes: &'a [u8],
    ends: &'a [usize],
}

impl<'a> Row<'a> {
    /// How many fields it has.
    pub fn len(self) -> usize {
        self.ends.len()
    }

    /// The field at a place, without blanks at its ends; empty beyond the last.
    pub fn field(self, place: usize) -> &'a [u8] {
        let Some(&end) = self.ends.get(place) else {
            return b"";
        };
        let start = match place {
            0 => 0,
            place => self.ends[place - 1],
        };
        self.bytes[start..end].trim_ascii()
    }

    /// Its fields.
    pub fn fields(self) -> impl Iterator<Item = &'a [u8]> {
        (0..self.len()).map(move |place| self.field(place))
    }

    /// Whether no field has a value.
    pub fn is_blank(self) -> bool {
        self.fault.is_none() && self.fields().all(<[u8]>::is_empty)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The fields of each row, by its line.
    fn fields(text: &str) -> Vec<(u64, Vec<String>)> {
        let mut rows = Rows::new(text.as_bytes(), b',');
        let mut all = Vec::new();
        while let Some(row) = rows.next_row() {
            let fields = row.fields().map(|it| String::from_utf8_lossy(it).into_owned());
            all.push((row.line, fields.collect()));
        }
        all
    }

    #[test]
    fn quotes_hold_delimiters_and_line_breaks() {
        let text = "a,b,c\r\n\r\n1,\"x, \"\"y\"\"\nz\",3\n4,5\n";
        let expected = r#"[(1, ["a", "b", "c"]), (3, ["1", "x, \"y\"\nz", "3"]), (5, ["4", "5"])]"#;
        assert_eq!(format!("{:?}", fields(text)), expected);
    }

    #[test]
    fn a_quote_that_is_not_closed_leaves_no_fields() {
        for (text, is_open) in [
            ("1,\"a\n2,b\n", true),
            ("1,\"a\n2,\"\"b", true),
            ("1,\"", true),
            ("1,\"a\"", false),
            ("1,5\"", false),
            ("1,\"a\"\n", false),
        ] {
            let mut rows = Rows::new(text.as_bytes(), b',');
            let row = rows.next_row().unwrap();
            assert_eq!(row.fault, is_open.then_some(OPEN), "{text}");
            assert_eq!((row.len() == 0, row.is_blank()), (is_open, false), "{text}");
            assert!(rows.next_row().is_none(), "{text}");
        }
    }

    #[test]
    fn the_delimiter_is_the_one_of_all_rows() {
        for (text, delimiter) in [
            ("a,b,c\n1,2,3\n", Some(b',')),
            ("a;b;c\n1,5;2;3\n", Some(b';')),
            ("a\tb\tc\n1\t2\t3\n", Some(b'\t')),
            ("a|b|c\n1|2|3", Some(b'|')),
            ("a,b\n1,2\n", None),
            ("a,b,c\n1,2\n", None),
            ("hello, dear, reader\n", Some(b',')),
            ("1 0 5 10 4\n", None),
        ] {
            assert_eq!(delimiter_of(text.as_bytes()), delimiter, "{text}");
        }
    }

    #[test]
    fn a_row_that_is_too_long_has_no_fields() {
        for row in [",".repeat(MOST_FIELDS + 10), "x".repeat(MOST_BYTES + 10) + ",y"] {
            assert!(fields(&format!("{row}\n1,2\n")).iter().map(|(_, row)| row.len()).eq([0, 2]));
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_taken_apart(text in prop::collection::vec(any::<u8>(), 0..300)) {
            delimiter_of(&text);
            let mut rows = Rows::new(&text, b',');
            let mut count = 0;
            while let Some(row) = rows.next_row() {
                row.fields().for_each(drop);
                count += 1;
            }
            prop_assert!(count <= text.len());
        }
    }
}
