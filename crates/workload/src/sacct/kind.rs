//! The values that columns of sacct can have, and the columns of a row in which one value holds the mark that parts them.

use std::borrow::Cow;
use std::ops::Range;

use super::cells::State;
use crate::calendar::{read_duration, read_moment};
use crate::columns::Cell;
use crate::lines::is_listed;
use crate::number;

/// The values that a column can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The name of a job.
    Id,
    /// A moment.
    Moment,
    /// A duration.
    Duration,
    /// A number, perhaps with a unit.
    Count,
    /// A state.
    State,
    /// `0:0`.
    Code,
    /// A name without blanks.
    Word,
    /// Names or resources with commas between them.
    List,
    /// Trackable resources: `cpu=64,mem=16G`.
    Resources,
    /// Any text.
    Free,
}

/// The columns of each kind; all others hold any text.
const NAMES: [(Kind, &str); 9] = [
    (Kind::Id, "JobID JobIDRaw"),
    (Kind::Moment, "Submit Start End Eligible"),
    (Kind::Duration, "Elapsed Timelimit TimelimitRaw Suspended CPUTime TotalCPU UserCPU SystemCPU Reserved Planned"),
    (
        Kind::Count,
        "ElapsedRaw AllocCPUS NCPUS ReqCPUS AllocNodes NNodes ReqNodes NTasks UID GID Priority CPUTimeRAW QOSRAW \
         AssocID",
    ),
    (Kind::State, "State"),
    (Kind::Code, "ExitCode DerivedExitCode"),
    (Kind::Word, "User Group Account QOS Cluster ReqMem"),
    (Kind::List, "Partition NodeList ReqGRES AllocGRES Flags"),
    (Kind::Resources, "ReqTRES AllocTRES"),
];

/// The most marks in the values of a row, beyond those between its columns, for which their place is sought.
const MOST_MARKS: usize = 24;

/// The most columns of a row in which it is sought.
const MOST_COLUMNS: usize = 128;

impl Kind {
    /// Of the column of that name.
    pub fn of(name: &[u8]) -> Self {
        let found = NAMES.iter().find(|(_, names)| is_listed(name, names));
        found.map_or(Self::Free, |(kind, _)| *kind)
    }

    /// Whether a value may hold the mark between two columns.
    fn may_hold(self, mark: &[u8]) -> bool {
        match self {
            Self::Free => true,
            Self::List | Self::Resources => mark == b",",
            _ => false,
        }
    }

    /// Whether these cells, one or more, may be the parts of one value.
    fn fits(self, cells: &[Cow<[u8]>]) -> bool {
        let word = cells[0].trim_ascii();
        let cell = Cell { column: "", word };
        let is_plain = |it: &[u8]| !it.iter().any(|byte| byte.is_ascii_whitespace() || *byte == b'=');
        match self {
            Self::Free => true,
            Self::Id => is_id(word),
            Self::Moment => cell.is_blank() || read_moment(word).is_some(),
            Self::Duration => cell.is_blank() || is_duration(word),
            Self::Count => cell.is_blank() || is_count(word),
            Self::State => !matches!(State::read(word), State::Other(_)),
            Self::Code => {
                let is_code = |byte: &u8| byte.is_ascii_digit() || *byte == b':';
                word.iter().all(is_code)
            }
            Self::Word => is_plain(word),
            Self::List if cells.len() == 1 => is_plain(word) || cell.is_blank() || word == b"None assigned",
            Self::List => {
                let depth = |byte: &u8| i32::from(*byte == b'[') - i32::from(*byte == b']');
                let mut open = cells.iter().map(|it| it.iter().map(depth).sum::<i32>());
                cells.iter().all(|it| !it.is_empty() && is_plain(it)) && open.by_ref().sum::<i32>() == 0
            }
            Self::Resources if cells.len() == 1 => word.is_empty() || word.contains(&b'='),
            Self::Resources => cells.iter().all(|it| it.contains(&b'=')),
        }
    }
}

/// A job's name: `12`, `12_3`, `12_[3-4]`, `12+1`, `12.batch`.
pub fn is_id(word: &[u8]) -> bool {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && word.get(digits).is_none_or(|byte| b"_+.".contains(byte))
}

fn is_duration(word: &[u8]) -> bool {
    read_duration(word).is_some() || is_listed(word, "UNLIMITED Partition_Limit INVALID")
}

fn is_count(word: &[u8]) -> bool {
    let digits = match word.split_last() {
        Some((b'K' | b'M' | b'G' | b'T' | b'?', rest)) => rest,
        _ => word,
    };
    number::parse(digits).is_ok()
}

/// The cells of each column in a row that has more cells than columns, as some values hold the mark that parts them;
/// `None` unless there is just one way to see it. O(c·m²) for c columns and m marks within values.
pub fn align(kinds: &[Kind], cells: &[Cow<[u8]>], mark: &[u8]) -> Option<Vec<Range<usize>>> {
    let more = cells.len().checked_sub(kinds.len())?;
    if more > MOST_MARKS || kinds.len() > MOST_COLUMNS {
        return None;
    }
    // How many ways there are, up to 2, to fill the columns from one on with the cells from its place and `shift`
    // on; one row of `more + 1` for each column.
    let mut ways = vec![0_u8; (kinds.len() + 1) * (more + 1)];
    let at = |column: usize, shift: usize| column * (more + 1) + shift;
    ways[at(kinds.len(), more)] = 1;
    let span = |column: usize, shift: usize, further: usize| {
        let start = column + shift;
        start..start + 1 + further
    };
    let most = |kind: Kind, shift: usize| if kind.may_hold(mark) { more - shift } else { 0 };
    for (column, kind) in kinds.iter().enumerate().rev() {
        for shift in 0..=more {
            let mut count = 0;
            for further in 0..=most(*kind, shift) {
                let after = ways[at(column + 1, shift + further)];
                if after > 0 && kind.fits(&cells[span(column, shift, further)]) {
                    count += after;
                }
            }
            ways[at(column, shift)] = count.min(2);
        }
    }
    if ways[0] != 1 {
        return None;
    }
    let mut shift = 0;
    let ranges = kinds.iter().enumerate().map(|(column, kind)| {
        let fits = |further: &usize| {
            ways[at(column + 1, shift + further)] > 0 && kind.fits(&cells[span(column, shift, *further)])
        };
        let further = (0..=most(*kind, shift)).find(fits).unwrap_or_default();
        let range = span(column, shift, further);
        shift += further;
        range
    });
    Some(ranges.collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::rows;

    /// The row with its values put together.
    fn aligned(names: &str, row: &str, mark: &str) -> Option<Vec<String>> {
        let kinds: Vec<Kind> = names.split(' ').map(|it| Kind::of(it.as_bytes())).collect();
        let words: Vec<&str> = row.split(mark).collect();
        let cells: Vec<Cow<[u8]>> = words.iter().map(|it| Cow::Borrowed(it.as_bytes())).collect();
        let ranges = align(&kinds, &cells, mark.as_bytes())?;
        Some(ranges.into_iter().map(|range| words[range].join(mark)).collect())
    }

    #[test]
    fn a_name_with_bars_is_put_together_where_one_way_fits() {
        for [names, row, expected] in rows(
            "JobID State JobName | 1|COMPLETED|a|b|c | 1 COMPLETED a|b|c
            JobID JobName User State | 1|a|b|mara|FAILED | 1 a|b mara FAILED
            JobName JobID Submit | a|7|7|100 | a|7 7 100
            // Two columns of free text beside one another, or none.
            JobID JobName Comment State | 1|a|b|c|FAILED | none
            JobID User State | 1|a|b|FAILED | none
            // A raw limit is minutes, or a word.
            JobID JobName TimelimitRaw State | 1|a|b|UNLIMITED|FAILED | 1 a|b UNLIMITED FAILED
            JobID JobName TimelimitRaw State | 1|a|b|Partition_Limit|FAILED | 1 a|b Partition_Limit FAILED
            JobID JobName TimelimitRaw State | 1|a|b|60|FAILED | 1 a|b 60 FAILED
            JobID JobName Submit Comment | 1|a|b|100|c | 1 a|b 100 c
            // A number may be a name as well as a time of submission.
            JobID JobName Submit Comment | 1|5|100|200|c | none
            // Resources and nodes hold commas; but this name could be a node.
            JobID AllocTRES NodeList State | 1,billing=4,cpu=4,n[1-2,5],n9,COMPLETED | \
            1 billing=4,cpu=4 n[1-2,5],n9 COMPLETED
            JobID NodeList JobName State | 1,n1,n2,job,COMPLETED | none",
        ) {
            let mark = if row.contains('|') { "|" } else { "," };
            let found = aligned(&names, &row, mark).map_or("none".to_owned(), |it| it.join(" "));
            assert_eq!(found, expected, "{row}");
        }
    }

    proptest! {
        #[test]
        fn a_way_that_is_found_takes_every_cell_once(
            names in "(JobID|JobName|Submit|State|NodeList|AllocTRES|x)( (JobID|JobName|Submit|State|NodeList|AllocTRES|x)){0,6}",
            row in "[1a=,|]{0,12}",
        ) {
            for mark in ["|", ","] {
                if let Some(cells) = aligned(&names, &row, mark) {
                    prop_assert_eq!(cells.join(mark), row.clone());
                }
            }
        }
    }
}
