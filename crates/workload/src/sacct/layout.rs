//! How the columns of a table of sacct are parted.

use std::borrow::Cow;
use std::ops::Range;

use super::queue;
use crate::csv;
use crate::lines::is_listed;

/// How the columns of a line are parted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// By a mark between two columns: that of `--parsable2`, or of `--delimiter`.
    Mark(Vec<u8>),
    /// By a comma, a semicolon or a tab, with quotes around some fields, as spreadsheets write.
    Quoted(u8),
    /// Padded with blanks: what sacct prints without `--parsable`, with ranges as the line of dashes below the names
    /// shows them, and squeue, with ranges that the names show.
    Padded(Vec<Range<usize>>),
}

/// Columns of which a table that is not parted by bars has one at least, if it is sacct's: other programs have
/// no such names.
const OWN_NAMES: &str = "Submit JobIDRaw AllocCPUS ReqCPUS NCPUS NNodes AllocNodes AllocTRES ReqTRES ElapsedRaw \
                         Timelimit TimelimitRaw ExitCode NodeList QOS";

/// The name that the padding cuts off after ten characters.
const LONG_NAME: &[u8] = b"TimelimitRaw";

impl Layout {
    /// The layout of a table by the line that names its columns and the lines below, with the names; `None` if the
    /// line names no columns of sacct.
    pub fn of<'a>(line: &'a [u8], below: impl Iterator<Item = &'a [u8]> + Clone) -> Option<(Self, Vec<Cow<'a, [u8]>>)> {
        let mut windows = line.windows(5);
        if !windows.any(|it| it.eq_ignore_ascii_case(b"JobID")) {
            return None;
        }
        let padded = below.clone().next().and_then(dashes).map(Self::Padded);
        let common = common_mark(line).map(Self::of_mark);
        let usual = [Self::Mark(b"|".to_vec())].into_iter().chain(b",;\t".map(Self::Quoted));
        let by_names = names_of_queue(line, below).map(Self::Padded);
        padded.into_iter().chain(common).chain(usual).chain(by_names).find_map(|layout| {
            let mut names = layout.names(line);
            // `--parsable` ends each line with a mark.
            if names.last().is_some_and(|it| it.is_empty()) {
                names.pop();
            }
            layout.is_named_by(&names).then_some((layout, names))
        })
    }

    fn of_mark(mark: Vec<u8>) -> Self {
        match mark[..] {
            [byte @ (b',' | b';' | b'\t')] => Self::Quoted(byte),
            _ => Self::Mark(mark),
        }
    }

    fn names<'a>(&self, line: &'a [u8]) -> Vec<Cow<'a, [u8]>> {
        let mut names = Vec::new();
        self.split(line, &mut names);
        for (place, name) in names.iter_mut().enumerate() {
            *name = match name {
                Cow::Borrowed(name) => Cow::Borrowed(name.trim_ascii()),
                Cow::Owned(name) => Cow::Owned(name.trim_ascii().to_vec()),
            };
            if let Self::Padded(ranges) = self
                && ranges[place].len() == name.len()
                && LONG_NAME.starts_with(name)
            {
                *name = Cow::Borrowed(LONG_NAME);
            }
        }
        names
    }

    /// Whether these are names of sacct.
    fn is_named_by(&self, names: &[Cow<[u8]>]) -> bool {
        let has = |list: &str| names.iter().any(|name| is_listed(name, list));
        let by_bars = matches!(self, Self::Mark(mark) if mark.contains(&b'|'));
        // Of LSF's bjobs.
        let is_of_others = has("STAT");
        let is_own = (by_bars && !is_of_others) || has(OWN_NAMES) || queue::names_columns(names);
        has("JobID JobIDRaw") && names.len() > 1 && is_own
    }

    /// The text between two columns; a blank where there are ranges.
    pub fn mark(&self) -> &[u8] {
        match self {
            Self::Mark(mark) => mark,
            Self::Quoted(byte) => std::slice::from_ref(byte),
            Self::Padded(_) => b" ",
        }
    }

    /// Whether values that are longer than the column are cut off.
    pub fn is_padded(&self) -> bool {
        matches!(self, Self::Padded(_))
    }

    /// Whether a field in quotes goes on behind this text.
    pub fn is_open(&self, text: &[u8]) -> bool {
        let quotes = text.iter().filter(|byte| **byte == b'"').count();
        matches!(self, Self::Quoted(_)) && quotes % 2 == 1
    }

    /// Takes a line apart. Cells keep their blanks.
    pub fn split<'a>(&self, line: &'a [u8], cells: &mut Vec<Cow<'a, [u8]>>) {
        cells.clear();
        match self {
            Self::Mark(mark) => match mark[..] {
                [byte] => cells.extend(line.split(|&it| it == byte).map(Cow::Borrowed)),
                _ => split_by(line, mark, cells),
            },
            Self::Quoted(byte) => csv::split(line, *byte, cells),
            Self::Padded(ranges) => cut(line, ranges, cells),
        }
    }
}

/// The text that stands between most names of a line, without the quotes of the names and the blanks around it; a blank only
/// if it stands between all of them.
fn common_mark(line: &[u8]) -> Option<Vec<u8>> {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || b"_()".contains(byte);
    let mut rest = line.trim_ascii();
    rest = &rest[rest.iter().take_while(|byte| !is_letter(byte)).count()..];
    let mut marks: Vec<&[u8]> = Vec::new();
    loop {
        rest = &rest[rest.iter().take_while(|byte| is_letter(byte)).count()..];
        let length = rest.iter().take_while(|byte| !is_letter(byte)).count();
        let (mark, after) = rest.split_at(length);
        if after.is_empty() {
            break;
        }
        marks.push(mark);
        rest = after;
    }
    let common = *marks.iter().max_by_key(|mark| marks.iter().filter(|it| it == mark).count())?;
    if common == b" " && marks.iter().any(|it| *it != common) {
        return None;
    }
    let bare: Vec<u8> = common.iter().copied().filter(|it| *it != b'"').collect();
    let trimmed = bare.trim_ascii();
    match (trimmed.is_empty(), bare.len()) {
        (false, _) => Some(trimmed.to_vec()),
        (true, 1) => Some(bare),
        // Columns that are padded have a line of dashes.
        (true, _) => None,
    }
}

/// The ranges of bytes of a line of dashes and blanks.
fn dashes(line: &[u8]) -> Option<Vec<Range<usize>>> {
    if !line.iter().all(|byte| b"- ".contains(byte)) {
        return None;
    }
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for (at, _) in line.iter().enumerate().filter(|it| *it.1 == b'-') {
        match ranges.last_mut() {
            Some(last) if last.end == at => last.end = at + 1,
            _ => ranges.push(at..at + 1),
        }
    }
    (ranges.len() > 1).then_some(ranges)
}

/// The ranges of bytes of the padded columns that squeue prints. Between two names a column ends at the blank that the
/// most rows below have there too, beside one of their values.
fn names_of_queue<'a>(line: &[u8], rows: impl Iterator<Item = &'a [u8]>) -> Option<Vec<Range<usize>>> {
    const ROWS: usize = 50;
    let mut names: Vec<Range<usize>> = Vec::new();
    for (at, _) in line.iter().enumerate().filter(|it| *it.1 != b' ') {
        match names.last_mut() {
            Some(last) if last.end == at => last.end = at + 1,
            _ => names.push(at..at + 1),
        }
    }
    let words: Vec<Cow<[u8]>> = names.iter().map(|it| Cow::Borrowed(&line[it.clone()])).collect();
    if !queue::names_columns(&words) {
        return None;
    }
    let rows: Vec<&[u8]> = rows.take(ROWS).collect();
    let is_blank = |row: &[u8], at: usize| row.get(at).is_none_or(|it| *it == b' ');
    let fit = |at: &usize| {
        let blank = rows.iter().filter(|row| is_blank(row, *at));
        let beside = blank.clone().filter(|row| !is_blank(row, at - 1) || !is_blank(row, at + 1));
        (blank.count(), beside.count())
    };
    let ends = names.windows(2).filter_map(|it| (it[0].end..it[1].start).max_by_key(fit));
    let edges: Vec<usize> = ends.chain([line.len()]).collect();
    let starts = [0].into_iter().chain(edges.iter().map(|it| it + 1));
    Some(starts.zip(&edges).map(|(start, end)| start..*end).collect())
}

fn split_by<'a>(line: &'a [u8], mark: &[u8], cells: &mut Vec<Cow<'a, [u8]>>) {
    let mut rest = line;
    while let Some(at) = rest.windows(mark.len()).position(|it| it == mark) {
        cells.push(Cow::Borrowed(&rest[..at]));
        rest = &rest[at + mark.len()..];
    }
    cells.push(Cow::Borrowed(rest));
}

/// Cuts a line into ranges of bytes, or of characters where the bytes between the columns are not blank: names that
/// are not in ASCII are padded by either. The last column goes on to the end.
fn cut<'a>(line: &'a [u8], ranges: &[Range<usize>], cells: &mut Vec<Cow<'a, [u8]>>) {
    let is_blank = |range: &Range<usize>| line.get(range.end).is_none_or(|it| *it == b' ');
    let by_bytes = line.is_ascii() || ranges.iter().all(is_blank);
    let starts: Vec<usize> =
        if by_bytes { Vec::new() } else { (0..line.len()).filter(|&at| line[at] & 0xc0 != 0x80).collect() };
    let byte = |at: usize| if by_bytes { at.min(line.len()) } else { starts.get(at).copied().unwrap_or(line.len()) };
    for (place, range) in ranges.iter().enumerate() {
        let end = if place + 1 == ranges.len() { line.len() } else { byte(range.end) };
        let start = byte(range.start).min(end);
        cells.push(Cow::Borrowed(&line[start..end]));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::listed;

    /// The layout, and the names of the columns parted by bars.
    fn mark(line: &str, below: &str) -> Option<(Layout, String)> {
        let (layout, names) = Layout::of(line.as_bytes(), below.lines().map(str::as_bytes))?;
        Some((layout, listed(names.iter().map(|it| String::from_utf8_lossy(it).into_owned()), "|")))
    }

    #[test]
    fn the_names_of_the_columns_show_what_parts_them() {
        let bar = |it: &str| Layout::Mark(it.as_bytes().to_vec());
        for (line, layout) in [
            ("JobID|Submit|Start", bar("|")),
            ("JobID|Submit|Start|", bar("|")),
            ("jobid | submit | start", bar("|")),
            ("JobID^|^Submit^|^Start", bar("^|^")),
            ("JobID~Submit~Start", bar("~")),
            ("JobID Submit Start", bar(" ")),
            ("JobID,Submit,Start", Layout::Quoted(b',')),
            ("JobID;Submit;Start", Layout::Quoted(b';')),
            ("JobID\tSubmit\tStart", Layout::Quoted(b'\t')),
            ("\"JobID\",\"Submit\",\"Start\"", Layout::Quoted(b',')),
        ] {
            let (found, names) = mark(line, "").expect(line);
            assert_eq!((found, &*names.to_lowercase()), (layout, "jobid|submit|start"), "{line}");
        }
        // One name that is not a word makes no difference.
        assert_eq!(mark("JobID|% used|Submit", "").unwrap().0, bar("|"));
    }

    #[test]
    fn padded_columns_are_as_wide_as_their_dashes() {
        let (layout, names) = mark("JobID           JobName TimelimitR", "------------ ---------- ----------").unwrap();
        assert_eq!(layout, Layout::Padded(vec![0..12, 13..23, 24..34]));
        assert_eq!(names, "JobID|JobName|TimelimitRaw");
        for (line, expected) in [
            ("1              a b c         60", "1|a b c|60"),
            ("1              a b c", "1|a b c|"),
            // By bytes, and by characters.
            ("1              äöü         60", "1|äöü|60"),
            ("1            äöüäöüäöüä         60", "1|äöüäöüäöüä|60"),
        ] {
            let mut cells = Vec::new();
            layout.split(line.as_bytes(), &mut cells);
            let cells = cells.iter().map(|it| String::from_utf8_lossy(it.trim_ascii()).into_owned());
            assert_eq!(listed(cells, "|"), expected);
        }
    }

    #[test]
    fn tables_of_other_programs_are_not_taken() {
        for line in [
            "",
            "JobID",
            "jobID,submission_time,requested_time,success",
            "JobID SubmitTime WaitTime RunTime",
            "JobID\tSubmitTime\tWaitTime",
            "job,ready,deadline",
            "id_job,state,timelimit",
            "1|2|3",
        ] {
            assert_eq!(mark(line, ""), None, "{line}");
        }
    }

    proptest! {
        #[test]
        fn any_lines_are_taken(line in "(JobID|Submit|[-|,;^ \"é]){0,12}", below in "[- é]{0,30}", row in ".{0,40}") {
            if let Some((layout, _)) = Layout::of(line.as_bytes(), below.lines().map(str::as_bytes)) {
                layout.split(row.as_bytes(), &mut Vec::new());
            }
        }
    }
}
