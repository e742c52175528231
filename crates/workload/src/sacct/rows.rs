//! The rows of a table of sacct: where it begins, and lines put together where a value holds a line break.

use std::borrow::Cow;

use super::kind::{Kind, align, is_id};
use super::layout;
use super::layout::Layout;

/// The names of the columns stand within this many lines from the beginning of a text, below those that were written
/// to the standard error.
const MOST_LINES_BEFORE: usize = 50;

/// No line that names columns, and none by which an order without names is known, ends behind this many bytes.
const BEGINNING: usize = 64 << 10;

/// The most lines that are put together into one row.
const MOST_JOINED: usize = 20;

/// A line of a text.
#[derive(Clone, Copy)]
pub struct Line<'a> {
    /// From 1.
    pub number: u64,
    /// Where it begins and ends in the text.
    start: usize,
    end: usize,
    pub text: &'a [u8],
}

/// The lines of a text that are not blank, with their ends as [`crate::lines::lines`] has them.
#[derive(Clone, Copy)]
pub struct Lines<'a> {
    text: &'a [u8],
    at: usize,
    number: u64,
}

impl Line<'_> {
    /// Whether it ends where the beginning of a text does at the latest.
    pub const fn is_in_beginning(&self) -> bool {
        self.end <= BEGINNING
    }
}

impl<'a> Lines<'a> {
    pub fn of(text: &'a [u8]) -> Self {
        Self { text, at: 0, number: 0 }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        loop {
            let rest = &self.text[self.at..];
            if rest.is_empty() {
                return None;
            }
            let length = rest.iter().position(|&byte| byte == b'\n' || byte == b'\r');
            let length = length.unwrap_or(rest.len());
            let (start, end) = (self.at, self.at + length);
            let mark = 1 + usize::from(rest[length..].starts_with(b"\r\n"));
            self.at = (end + mark).min(self.text.len());
            self.number += 1;
            let text = rest[..length].trim_ascii_end();
            if !text.is_empty() {
                let number = self.number;
                return Some(Line { number, start, end, text });
            }
        }
    }
}

/// The names of the columns of a table, and how they are parted.
pub struct Heading<'a> {
    pub layout: Layout,
    pub names: Vec<Cow<'a, [u8]>>,
    kinds: Vec<Kind>,
    /// Whether squeue has named them, which tells expected starts and ends.
    pub are_of_queue: bool,
    /// The names that complaints give to the columns, where they are others.
    pub shown: Vec<&'static str>,
}

impl<'a> Heading<'a> {
    /// Of these columns.
    pub fn new(layout: Layout, mut names: Vec<Cow<'a, [u8]>>) -> Self {
        let are_of_queue = layout::names_columns(&names);
        if are_of_queue {
            layout::rename(&mut names);
        }
        let kinds = names.iter().map(|name| Kind::of(name)).collect();
        Self { layout, names, kinds, are_of_queue, shown: Vec::new() }
    }

    /// By a line that names columns, and the line of dashes that may stand below, which is passed over.
    fn at(line: Line<'a>, lines: &mut Lines<'a>) -> Option<Self> {
        let (layout, names) = Layout::of(line.text, (*lines).map(|it| it.text))?;
        let mut after = *lines;
        let below = after.next().map_or(&b""[..], |it| it.text);
        if layout.is_padded() && below.iter().all(|byte| b"- ".contains(byte)) {
            *lines = after;
        }
        Some(Self::new(layout, names))
    }
}

/// A row, or the reason why a line is none.
pub enum Row {
    /// A cell for each column.
    Whole,
    /// A row of a step, which need not be whole.
    Step,
    /// The number of cells is another than that of the columns.
    Unequal(usize),
    /// The end of a text in the last column, in whose name there was a line break.
    Rest,
    /// Names of columns follow.
    Heading,
}

/// A table, row by row.
pub struct Table<'a> {
    lines: Lines<'a>,
    pub heading: Heading<'a>,
    /// Lines before the names of the columns.
    pub before: Vec<u64>,
    /// Whether no line names the columns: they are taken in an order that is known.
    pub is_nameless: bool,
    /// Whether the last column of the row above may go on in the next line.
    may_go_on: bool,
}

impl<'a> Table<'a> {
    /// Finds the table in a text without a byte order mark; `None` if there is none. It reads no further than the
    /// first lines.
    pub fn find(text: &'a [u8]) -> Option<Self> {
        let mut lines = Lines::of(text);
        let mut before = Vec::new();
        for _ in 0..=MOST_LINES_BEFORE {
            let Some(line) = lines.next().filter(Line::is_in_beginning) else {
                break;
            };
            if let Some(heading) = Heading::at(line, &mut lines) {
                return Some(Self { lines, heading, before, is_nameless: false, may_go_on: false });
            }
            before.push(line.number);
        }
        let (layout, names) = layout::of(Lines::of(text))?;
        Some(Self {
            lines: Lines::of(text),
            heading: Heading::new(layout, names),
            before: Vec::new(),
            is_nameless: true,
            may_go_on: false,
        })
    }

    /// The next row, taken apart into `cells`, with the number of its line.
    pub fn next(&mut self, cells: &mut Vec<Cow<'a, [u8]>>) -> Option<(u64, Row)> {
        let line = self.lines.next()?;
        let row = self.row(line, cells);
        self.may_go_on = matches!(row, Row::Whole | Row::Rest);
        Some((line.number, row))
    }

    fn row(&mut self, line: Line<'a>, cells: &mut Vec<Cow<'a, [u8]>>) -> Row {
        let columns = self.heading.names.len();
        self.heading.layout.split(line.text, cells);
        drop_last(cells, columns);
        let begins_as_row = line.text.first().is_some_and(u8::is_ascii_digit);
        if !begins_as_row && let Some(heading) = Heading::at(line, &mut self.lines) {
            self.heading = heading;
            return Row::Heading;
        }
        if cells.len() == columns {
            return Row::Whole;
        }
        if self.is_step(cells) {
            return Row::Step;
        }
        let found = cells.len();
        if found > columns && self.put_together(cells) {
            return Row::Whole;
        }
        if found < columns {
            let ends_free = self.heading.kinds.last() == Some(&Kind::Free);
            if found == 1 && ends_free && self.may_go_on && !is_id(line.text) {
                return Row::Rest;
            }
            if self.join(line, cells) {
                return Row::Whole;
            }
        }
        Row::Unequal(found)
    }

    /// Whether an incomplete row is that of a step.
    fn is_step(&self, cells: &[Cow<[u8]>]) -> bool {
        let ids = self.heading.kinds.iter().zip(cells);
        let mut ids = ids.filter(|(kind, _)| **kind == Kind::Id);
        ids.any(|(_, cell)| is_id(cell) && cell.contains(&b'.'))
    }

    /// Puts together the cells of values that hold the mark; returns whether there is one way.
    fn put_together(&self, cells: &mut Vec<Cow<'a, [u8]>>) -> bool {
        let mark = self.heading.layout.mark();
        let Some(ranges) = align(&self.heading.kinds, cells, mark) else {
            return false;
        };
        let whole = ranges.into_iter().map(|range| match range.len() {
            1 => cells[range.start].clone(),
            _ => Cow::Owned(cells[range].join(mark)),
        });
        *cells = whole.collect();
        true
    }

    /// Adds the lines that follow to a row with too few cells, if one of its values is a text with line breaks.
    fn join(&mut self, line: Line<'a>, cells: &mut Vec<Cow<'a, [u8]>>) -> bool {
        if self.heading.layout.is_padded() || !self.heading.kinds.contains(&Kind::Free) {
            return false;
        }
        let columns = self.heading.names.len();
        let mut lines = self.lines;
        let mut text = line.text;
        for _ in 0..MOST_JOINED {
            let is_open = self.heading.layout.is_open(text);
            let is_part = |next: &Line| is_open || self.is_part(next.text);
            let Some(next) = lines.next().filter(is_part) else {
                return false;
            };
            text = &self.lines.text[line.start..next.end];
            self.heading.layout.split(text, cells);
            drop_last(cells, columns);
            if cells.len() < columns {
                continue;
            }
            let is_whole = self.put_together(cells) && self.breaks_are_free(cells);
            if is_whole {
                self.lines = lines;
            }
            return is_whole;
        }
        false
    }

    /// Whether a line is no row of its own: it has too few cells, and begins with no job's name where each row does.
    fn is_part(&self, line: &[u8]) -> bool {
        let mut cells = Vec::new();
        self.heading.layout.split(line, &mut cells);
        let begins_with_id =
            self.heading.kinds.first() == Some(&Kind::Id) && cells.first().is_some_and(|it| is_id(it.trim_ascii()));
        cells.len() < self.heading.names.len() && !begins_with_id
    }

    /// Whether line breaks stand in columns of free text only.
    fn breaks_are_free(&self, cells: &[Cow<[u8]>]) -> bool {
        let is_break = |byte: &u8| b"\r\n".contains(byte);
        let mut cells = self.heading.kinds.iter().zip(cells);
        cells.all(|(kind, cell)| *kind == Kind::Free || !cell.trim_ascii().iter().any(is_break))
    }
}

/// Drops the empty cell behind the last mark that `--parsable` puts at the end.
fn drop_last(cells: &mut Vec<Cow<[u8]>>, columns: usize) {
    if cells.len() == columns + 1 && cells.last().is_some_and(|it| it.trim_ascii().is_empty()) {
        cells.pop();
    }
}
