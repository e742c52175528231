//! A workload as text in the Grid Workload Format.

use std::fmt::Write;

use super::COLUMNS;
use crate::{Record, UNKNOWN, Workload};

/// The names of the columns, by the archive's definition.
pub(super) const NAMES: &str = "JobID SubmitTime WaitTime RunTime NProcs AverageCPUTimeUsed UsedMemory ReqNProcs \
                                ReqTime ReqMemory Status UserID GroupID ExecutableID QueueID PartitionID OrigSiteID \
                                LastRunSiteID JobStructure JobStructureParams UsedNetwork UsedLocalDiskSpace \
                                UsedResources ReqPlatform ReqNetwork ReqLocalDiskSpace ReqResources VOID ProjectID";

/// The whole workload, the header as comments, then a line of 29 columns a job.
///
/// Preceding jobs and think times have no column and are lost, and comments without a key no place;
/// the rest reads back equal. Every job
/// is its own structure (`UNITARY`). O(n).
pub fn write_gwf(workload: &Workload) -> String {
    const USUAL_LINE: usize = 130;
    let mut text = String::with_capacity(workload.records().len() * USUAL_LINE + 2000);
    let keyed = |(key, _): &&(String, String)| !key.is_empty();
    for (key, value) in workload.header().entries.iter().filter(keyed) {
        let mut lines = value.split(['\n', '\r']);
        push(&mut text, format_args!("# {key}: {}\n", lines.next().unwrap_or_default()));
        for line in lines.filter(|line| !line.is_empty()) {
            push(&mut text, format_args!("#   {line}\n"));
        }
    }
    push(&mut text, format_args!("# {}\n", NAMES.replace(' ', "\t")));
    for record in workload.records() {
        write_record(&mut text, record);
    }
    text
}

fn write_record(text: &mut String, record: &Record) {
    const SAME_AS_SWF: usize = 16;
    for value in &record.values()[..SAME_AS_SWF] {
        push(text, format_args!("{value}\t"));
    }
    // Two sites, then the structure.
    push(text, format_args!("{UNKNOWN}\t{UNKNOWN}\tUNITARY"));
    for _ in SAME_AS_SWF + 3..COLUMNS {
        push(text, format_args!("\t{UNKNOWN}"));
    }
    text.push('\n');
}

fn push(text: &mut String, piece: std::fmt::Arguments) {
    text.write_fmt(piece).expect("writing to a string cannot fail");
}
