//! Jobs as a workload for Batsim.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::{Job, Time};

/// The jobs as a workload for a platform of `processors` processors, JSON with a job and a profile a
/// line. Each job has a `delay` profile of its run time, shared by those of equal run time.
///
/// Values that read back equal: number, submission, size, run time, and the limit where the log
/// names one. The format has no place for the others: users, groups, queues, waits, and whether a
/// job is an advance reservation. O(n log n).
pub fn write_batsim(jobs: &[Job], processors: u64) -> String {
    const USUAL_LINE: usize = 90;
    let mut text = String::with_capacity(jobs.len() * USUAL_LINE + 200);
    push(&mut text, format_args!("{{\n\"nb_res\": {processors},\n\"jobs\": ["));
    for (at, job) in jobs.iter().enumerate() {
        let comma = if at > 0 { "," } else { "" };
        push(&mut text, format_args!("{comma}\n  "));
        write_job(&mut text, job);
    }
    text.push_str("\n],\n\"profiles\": {");
    let delays: BTreeSet<Time> = jobs.iter().map(|job| job.run_time).collect();
    for (at, &delay) in delays.iter().enumerate() {
        let comma = if at > 0 { "," } else { "" };
        let name = profile_name(delay);
        let profile = format_args!("{comma}\n  \"{name}\": {{\"type\": \"delay\", \"delay\": {delay}}}");
        push(&mut text, profile);
    }
    text.push_str("\n}\n}\n");
    text
}

fn write_job(text: &mut String, job: &Job) {
    let (id, submit, size) = (job.id, job.submit, job.processors);
    push(text, format_args!("{{\"id\": \"{id}\", \"subtime\": {submit}, \"res\": {size}, "));
    if job.limit_known {
        push(text, format_args!("\"walltime\": {}, ", job.requested_time));
    }
    push(text, format_args!("\"profile\": \"{}\"}}", profile_name(job.run_time)));
}

/// The name of the profile of jobs with this run time.
pub fn profile_name(run_time: Time) -> String {
    format!("delay{run_time}")
}

fn push(text: &mut String, piece: std::fmt::Arguments) {
    text.write_fmt(piece).expect("writing to a string cannot fail");
}
