//! OAR: `oarstat -f -J`.
//!
//! Sources: the manual page oarstat(1), and the fields of OAR's REST interface (*GET /jobs/<id>*). The processors of a job
//! are the resources that are assigned to it, most often cores; of one that waits they are those of `wanted_resources` if the
//! last level of its hierarchy is one of cores. An advance reservation is a job like another one.

use super::{count, failed, instant, span, word, words_of_list};
use crate::draft::Parsed;
use crate::number;
use crate::sacct::cells::{Cells, Fields, Scheme, read_json};

const SCHEME: Scheme = Scheme {
    value: words_of_list,
    ..Scheme::of(
        &[
            ("Job_Id", "JobID", word),
            ("id", "JobID", word),
            ("submissionTime", "Submit", instant),
            ("startTime", "Start", instant),
            ("stopTime", "End", instant),
            ("walltime", "Timelimit", span),
            ("assigned_network_address", "NodeList", word),
            ("owner", "User", word),
            ("project", "Account", word),
            ("queue", "Partition", word),
            ("name", "JobName", word),
        ],
        put,
    )
};

fn put<'f>(job: &'f Fields, cells: &mut Cells<'f>) -> bool {
    let wanted = wanted(job.get("wanted_resources"));
    match job.get("assigned_resources") {
        b"" => cells.set("ReqCPUS", wanted.unwrap_or_default()),
        given => cells.set("AllocCPUS", given.split(|byte| *byte == b',').count().to_string().into_bytes()),
    }
    let times = ["startTime", "stopTime"].map(|name| count(job.get(name)));
    let state: &[u8] = match (job.get("state"), times) {
        (b"Waiting" | b"Hold" | b"toAckReservation" | b"toLaunch" | b"Launching", _) => {
            cells.clear(["Start", "End"]);
            b"PENDING"
        }
        (b"Running" | b"Suspended" | b"Resuming" | b"Finishing", _) => {
            cells.clear(["End"]);
            b"RUNNING"
        }
        (b"Terminated", _) if number::parse(job.get("exit_code")).unwrap_or(0) == 0 => b"COMPLETED",
        (_, [Some(start), Some(stop)]) if stop > start || !job.get("assigned_resources").is_empty() => {
            failed(cells, (stop - start).to_string().as_bytes(), true)
        }
        _ => {
            // An advance reservation has a start before it gets any resources.
            cells.clear(["Start"]);
            b"CANCELLED"
        }
    };
    cells.set("State", state);
    true
}

/// The processors of `-l "{type = 'default'}/host=2/core=4+/core=1,walltime=1:0:0"`.
fn wanted(resources: &[u8]) -> Option<Vec<u8>> {
    let text = String::from_utf8_lossy(resources);
    let request = text.split('"').nth(1)?.split(",walltime").next()?;
    let of_group = |group: &str| {
        let group = group.rsplit('}').next()?;
        let mut levels = group.split('/').filter(|it| !it.is_empty()).map(|it| it.split_once('='));
        let (mut last, mut all) = ("", 1_u64);
        levels.try_for_each(|level| {
            let (name, count) = level?;
            (last, all) = (name, all.checked_mul(count.parse().ok()?)?);
            Some(())
        })?;
        ["core", "cpuset", "resource_id"].contains(&last).then_some(all)
    };
    let all = request.split('+').map(of_group).try_fold(0_u64, |all, count| all.checked_add(count?))?;
    Some(all.to_string().into_bytes())
}

/// Reads a whole text, an object in which each job has its number as its key. A job that cannot be read is a complaint.
/// O(n log n) for n jobs.
///
/// # Errors
///
/// None.
pub fn parse(text: &[u8], max_complaints: usize) -> Result<Parsed, String> {
    read_json(&SCHEME, text, ["", ""], max_complaints)
}
