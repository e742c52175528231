//! The columns of `squeue --format` as sacct calls them. Source: the manual page of squeue.

use std::borrow::Cow;

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
