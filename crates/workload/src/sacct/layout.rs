//! How the columns of a table of sacct are parted.

use std::borrow::Cow;
use std::ops::Range;

use super::kind::{Kind, align, is_id};
use super::rows::{Line, Lines};
use crate::calendar::read_moment;
use crate::columns::{Column, Columns};
use crate::lines::is_listed;
use crate::{NameKind, csv};

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
        let is_own = (by_bars && !is_of_others) || has(OWN_NAMES) || names_columns(names);
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
    if !names_columns(&words) {
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

/// Where the columns stand that are read; the first that is there, of several.
pub struct Places {
    /// Unique for each task of an array and each part of a heterogeneous job.
    pub raw_id: Column,
    pub id: Column,
    pub submit: Column,
    pub eligible: Column,
    pub start: Column,
    pub end: Column,
    pub elapsed_raw: Column,
    pub elapsed: Column,
    pub suspended: Column,
    pub limit_raw: Column,
    pub limit: Column,
    pub allocated: Size,
    pub requested: Size,
    /// The names of the nodes.
    pub nodes: Column,
    pub state: Column,
    /// The words of [`NameKind::ALL`], in their order.
    pub names: [Column; NameKind::ALL.len()],
    pub cluster: Column,
    /// Whether they are those of squeue: of a job that waits the start is expected, of one that runs the end.
    pub are_of_queue: bool,
}

/// The columns that say how large a job is; the first that has a value counts.
pub struct Size {
    pub processors: Column,
    /// Trackable resources, the processors among them.
    pub resources: Column,
    /// Nodes, where no column names processors.
    pub nodes: Column,
}

impl Places {
    /// The columns of a table; `None` without the submission, unless it is one of squeue that says how long jobs have run.
    pub fn find(columns: &Columns, are_of_queue: bool) -> Option<Self> {
        let processors = ["AllocCPUS NCPUS", "ReqCPUS"].map(|names| columns.find(names));
        let resources = ["AllocTRES", "ReqTRES"].map(|name| columns.find_part(name));
        let names_processors = processors.iter().chain(&resources).any(|it| it.is_there());
        // Nodes beside processors would be another unit.
        let nodes = |names| if names_processors { Column::MISSING } else { columns.find(names) };
        let size = |at: usize, nodes| Size { processors: processors[at], resources: resources[at], nodes };
        let (submit, elapsed) = (columns.find("Submit"), columns.find("Elapsed"));
        (submit.is_there() || are_of_queue && elapsed.is_there()).then(|| Self {
            raw_id: columns.find("JobIDRaw"),
            id: columns.find("JobID"),
            submit,
            eligible: columns.find("Eligible"),
            start: columns.find("Start"),
            end: columns.find("End"),
            elapsed_raw: columns.find("ElapsedRaw"),
            elapsed,
            suspended: columns.find("Suspended"),
            limit_raw: columns.find("TimelimitRaw"),
            limit: columns.find("Timelimit"),
            allocated: size(0, nodes("AllocNodes NNodes")),
            requested: size(1, nodes("ReqNodes")),
            // Policies do not know of nodes.
            nodes: columns.find_part("NodeList"),
            state: columns.find("State"),
            names: NameKind::ALL.map(|kind| {
                columns.find(match kind {
                    NameKind::User => "User UID",
                    NameKind::Group => "Group GID Account",
                    NameKind::Executable => "JobName",
                    // Queues of other systems correspond to Slurm's partitions.
                    NameKind::Queue => "QOS Partition",
                    NameKind::Partition => "Partition",
                    NameKind::Qos => "QOS",
                    NameKind::Account => "Account",
                })
            }),
            cluster: columns.find("Cluster"),
            are_of_queue,
        })
    }

    /// Whether sizes are numbers of nodes, since no column names processors.
    pub fn count_nodes(&self) -> bool {
        self.allocated.nodes.is_there() || self.requested.nodes.is_there()
    }
}

/// The columns in the orders in which Open XDMoD asks for them, the newest first. Source: its manual, *Slurm Notes*,
/// of versions 10 and 9.5 (before, `ReqGRES` and `ReqTRES` stood where `ReqTRES` and `AllocTRES` stand now).
const ORDERS: [&str; 2] = [
    "JobID JobIDRaw Cluster Partition QOS Account Group GID User UID Submit Eligible Start End Elapsed ExitCode State \
     NNodes NCPUS ReqCPUS ReqMem ReqTRES AllocTRES Timelimit NodeList JobName",
    "JobID JobIDRaw Cluster Partition Account Group GID User UID Submit Eligible Start End Elapsed ExitCode State \
     NNodes NCPUS ReqCPUS ReqMem ReqTRES AllocTRES Timelimit NodeList JobName",
];

/// How many rows at the beginning are looked at.
const ROWS: usize = 5;

/// The known order of columns in which a text without their names has its first row that fits one.
pub fn of<'a>(lines: Lines<'a>) -> Option<(Layout, Vec<Cow<'a, [u8]>>)> {
    let layout = Layout::Mark(b"|".to_vec());
    let mut cells = Vec::new();
    for line in lines.take(ROWS).take_while(Line::is_in_beginning) {
        layout.split(line.text, &mut cells);
        for order in ORDERS {
            let names: Vec<&[u8]> = order.split(' ').map(str::as_bytes).collect();
            let kinds: Vec<Kind> = names.iter().map(|name| Kind::of(name)).collect();
            // `--parsable` ends the line with a bar.
            let ends_so = cells.len() == names.len() + 1 && cells.last().is_some_and(|it| it.is_empty());
            let end = cells.len() - usize::from(ends_so);
            if align(&kinds, &cells[..end], b"|").is_some() {
                return Some((layout, names.into_iter().map(Cow::Borrowed).collect()));
            }
        }
    }
    None
}

/// Whether a text seems to be a table of sacct without the names of its columns: the name of a job, bars, and a
/// moment in its first row.
pub fn is_nameless(text: &[u8]) -> bool {
    let mut cells = Vec::new();
    Lines::of(text).next().filter(|line| line.is_in_beginning() && line.text.contains(&b'|')).is_some_and(|line| {
        Layout::Mark(b"|".to_vec()).split(line.text, &mut cells);
        let is_moment = |it: &Cow<[u8]>| it.contains(&b'T') && read_moment(it).is_some();
        is_id(&cells[0]) && cells.iter().any(is_moment)
    })
}

// The columns of `squeue --format` as sacct calls them. Source: the manual page of squeue.

/// The columns of squeue, a line each, with the one of sacct that has the same values.
const COLUMNS: &str = "\
SUBMIT_TIME Submit
ELIGIBLE_TIME Eligible
START_TIME Start
END_TIME End
TIME Elapsed
TIME_LIMIT Timelimit
CPUS ReqCPUS
NODES NNodes
NODELIST NodeList
NODELIST(REASON) NodeList
STATE State
ST State
NAME JobName
FEATURES Constraints
TRES_PER_NODE ReqGRES
USER User
ACCOUNT Account
PARTITION Partition";

/// The fewest characters of a name that padding cuts off.
const CUT: usize = 7;

/// Whether these are names of its columns: in capitals, the state, which tells what is expected, and the time of submission
/// or, as in its usual output, how long the job has run.
pub fn names_columns(names: &[Cow<[u8]>]) -> bool {
    let has = |name: &str| names.iter().any(|it| **it == *name.as_bytes());
    let has_time = has("SUBMIT_TIME") || has("TIME") && (has("NODES") || has("CPUS"));
    has("JOBID") && has_time && (has("STATE") || has("ST"))
}

/// Calls them as sacct does.
pub fn rename(names: &mut [Cow<[u8]>]) {
    for name in names {
        let mut columns = COLUMNS.lines().filter_map(|line| line.split_once(' '));
        let is_it = |it: &str| it.as_bytes() == &**name || name.len() >= CUT && it.as_bytes().starts_with(name);
        if let Some((_, of_sacct)) = columns.find(|(it, _)| is_it(it)) {
            *name = Cow::Borrowed(of_sacct.as_bytes());
        }
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
