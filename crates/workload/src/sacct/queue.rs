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
STATE State
ST State
NAME JobName
FEATURES Constraints
TRES_PER_NODE ReqGRES
USER User
ACCOUNT Account
PARTITION Partition";

/// Whether these are names of its columns: in capitals, the time of submission and the state, which tells what is
/// expected, among them.
pub fn names_columns(names: &[Cow<[u8]>]) -> bool {
    let has = |name: &str| names.iter().any(|it| **it == *name.as_bytes());
    has("JOBID") && has("SUBMIT_TIME") && (has("STATE") || has("ST"))
}

/// Calls them as sacct does.
pub fn rename(names: &mut [Cow<[u8]>]) {
    for name in names {
        let mut columns = COLUMNS.lines().filter_map(|line| line.split_once(' '));
        if let Some((_, of_sacct)) = columns.find(|(it, _)| it.as_bytes() == &**name) {
            *name = Cow::Borrowed(of_sacct.as_bytes());
        }
    }
}
