//! Tables without the line that names their columns: `sacct --noheader`.

use std::borrow::Cow;

use super::kind::{Kind, align, is_id};
use super::layout::Layout;
use super::rows::{Line, Lines};
use crate::calendar::read_moment;

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
