//! A workload as Slurm's accounting would list it.

use crate::calendar::{write_duration, write_moment, write_offset};
use crate::clock::{Clock, Zone};
use crate::resources::{ALL_MEMORY, Chunks, WHOLE};
use crate::{Record, Time, UNKNOWN, Workload};

/// The columns, all of them sacct's own.
const COLUMNS: &str =
    "JobID|JobName|User|Group|Partition|QOS|Submit|Start|End|Elapsed|ElapsedRaw|Timelimit|ReqCPUS|AllocCPUS|State";

/// Those of what jobs asked of nodes.
const COLUMNS_OF_NODES: &str = "|NNodes|ReqTRES|ReqMem|Constraints";

/// The whole workload as `sacct --parsable2` prints it, a line a job.
///
/// Dates are by the log's clock, with their offset from UTC where the log names a zone; where the log does not say when it began, its time 0 is 1970-01-01. Values that read back
/// equal: submission, wait, run time, sizes, limit or that there is none, user, group, queue (`QOS`), partition and executable
/// (`JobName`) as numbers, and whether the job was completed, stopped at its limit (`TIMEOUT`), failed or was
/// cancelled. A failed job for which the log does not say whether it was stopped at its limit is `FAILED`, which
/// says that it was not. `End` counts a suspension, which so reads back from a minute on, unless it is of just one hour.
///
/// If the log knows what jobs asked of nodes, there are the columns `NNodes`, `ReqTRES`, `ReqMem` and `Constraints`, from which
/// it reads back equal but for shares of GPUs and several types of GPUs.
///
/// Lost are the header, processor time, memory in use, preceding jobs, think times, eligible times, accounts, qualities of
/// service (the column has the queue), heterogeneous jobs and names. O(n).
pub fn write_sacct(workload: &Workload) -> String {
    const USUAL_LINE: usize = 160;
    let mut text = String::with_capacity((workload.records().len() + 1) * USUAL_LINE);
    text.push_str(COLUMNS);
    let resources = workload.log().map(|it| &it.resources);
    let resources = resources.filter(|it| it.has_requests());
    if resources.is_some() {
        text.push_str(COLUMNS_OF_NODES);
    }
    text.push('\n');
    let clock = workload.header().clock().unwrap_or(Clock::utc(0));
    for (place, record) in workload.records().iter().enumerate() {
        text.push_str(&row(record, clock).join("|"));
        if let Some(resources) = resources {
            let asked = asked(record, resources.of(place));
            asked.iter().for_each(|cell| text.extend(["|", cell]));
        }
        text.push('\n');
    }
    text
}

/// A Unix time in this zone.
fn write_zoned(unix: Time, zone: Zone) -> String {
    let offset = zone.at(unix).0;
    let moment = write_moment(unix + offset);
    match zone {
        Zone::Utc | Zone::NotGiven => moment,
        Zone::Offset(_) | Zone::Named(_) => moment + &write_offset(offset),
    }
}

fn row(record: &Record, clock: Clock) -> [String; 15] {
    let number = |value: i64| {
        if value < 0 { String::new() } else { value.to_string() }
    };
    let moment = |at: Option<Time>| {
        // No calendar reaches as far as a wild log.
        let unix = at.and_then(|at| at.checked_add(clock.start));
        let unix = unix.filter(|at| (0..=LAST_MOMENT).contains(at));
        unix.map_or_else(|| "Unknown".to_owned(), |unix| write_zoned(unix, clock.zone))
    };
    let start = (record.wait >= 0).then(|| record.submit + record.wait);
    let end = start.filter(|_| record.run_time >= 0);
    let end = end.map(|start| start + record.run_time + Time::from(record.suspended));
    let duration = |seconds: Time, otherwise: &str| match seconds {
        0.. => write_duration(seconds),
        _ => otherwise.to_owned(),
    };
    let no_limit = if record.is_unlimited { "UNLIMITED" } else { "Partition_Limit" };
    [
        record.id.to_string(),
        number(record.executable),
        number(record.user),
        number(record.group),
        number(record.partition),
        number(record.queue),
        moment(Some(record.submit)),
        moment(start),
        moment(end),
        duration(record.run_time, ""),
        number(record.run_time),
        duration(record.requested_time, no_limit),
        number(record.requested_processors),
        number(record.allocated_processors),
        state(record).to_owned(),
    ]
}

/// The cells of what a job asked of nodes.
fn asked(record: &Record, chunks: Option<&Chunks>) -> [String; 4] {
    let Some(chunks) = chunks else {
        return Default::default();
    };
    let sizes = [record.requested_processors, record.allocated_processors];
    let processors = sizes.into_iter().find(|it| *it > 0).unwrap_or(1);
    let count = u64::from(chunks.count_for(processors as u32));
    let mut tres = Vec::new();
    let mut nodes = String::new();
    if chunks.on_distinct_nodes {
        nodes = count.to_string();
        tres.push(format!("node={nodes}"));
    }
    let gpus = u64::from(chunks.gpus / WHOLE) * count;
    if gpus > 0 {
        let kind = match &chunks.gpu_types[..] {
            [one] => format!(":{one}"),
            _ => String::new(),
        };
        tres.push(format!("gres/gpu{kind}={gpus}"));
    }
    let mut memory = String::new();
    match (chunks.memory, chunks.count) {
        (0, _) => {}
        (ALL_MEMORY, _) => memory = "0".to_owned(),
        (of_processor, 0) => memory = format!("{of_processor}Mc"),
        (each, _) => tres.push(format!("mem={}M", each.saturating_mul(count))),
    }
    [nodes, tres.join(","), memory, chunks.features.join("&")]
}

/// The end of the year 9999.
const LAST_MOMENT: Time = 253_402_300_799;

fn state(record: &Record) -> &'static str {
    if record.killed_at_limit == Some(true) {
        return "TIMEOUT";
    }
    match record.status {
        1 => "COMPLETED",
        5 => "CANCELLED",
        // Parts of a checkpointed job were stopped as well.
        0 | 2..=4 => "FAILED",
        UNKNOWN => "",
        _ => "UNKNOWN",
    }
}
