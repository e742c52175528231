//! Philly's `cluster_job_log`: JSON with a list of jobs, each with its attempts.
//!
//! Source: the README of msr-fiddle/philly-traces (Jeon et al., *Analysis of Large-Scale Multi-Tenant GPU Clusters for DNN
//! Training Workloads*, USENIX ATC 2019). The trace has GPUs and no processors: a GPU counts as a processor. A job that
//! was tried several times is one job, which counts as suspended between its attempts.

use serde::Deserialize;

use super::values::{moment, state};
use crate::draft::{Draft, NO_WORDS};
use crate::json;
use crate::names::JobName;
use crate::parsed::Parsed;
use crate::resources::{Chunks, WHOLE};
use crate::signs::has_all;
use crate::unused::Feature;
use crate::{Header, NameKind, Record, Time, UNKNOWN};

/// The words by which it is recognized stand in this many bytes at its beginning.
const BEGINNING: usize = 64 << 10;

/// Whether a text is such a list.
pub fn is_one(text: &[u8]) -> bool {
    let beginning = &text[..text.len().min(BEGINNING)];
    text.trim_ascii_start().first() == Some(&b'[') && has_all(beginning, "\"jobid\" \"attempts\" \"submitted_time\"")
}

#[derive(Deserialize)]
struct Job {
    jobid: String,
    status: Option<String>,
    vc: Option<String>,
    user: Option<String>,
    submitted_time: Option<String>,
    #[serde(default)]
    attempts: Vec<Attempt>,
}

#[derive(Deserialize)]
struct Attempt {
    start_time: Option<String>,
    end_time: Option<String>,
    #[serde(default)]
    detail: Vec<Detail>,
}

#[derive(Deserialize)]
struct Detail {
    #[serde(default)]
    gpus: Vec<serde_json::Value>,
}

/// Reads a whole text. A job that cannot be read is a complaint. O(n log n) for n jobs.
pub fn parse(text: &[u8], max_complaints: usize) -> Parsed {
    let mut draft = Draft::new(max_complaints);
    let at = text.iter().position(|&byte| byte == b'[').unwrap_or(text.len());
    let mut lines = json::LineCount::new(text);
    for element in json::elements(text, at) {
        match element {
            Ok(place) => {
                let line = lines.line(place.start);
                let job = serde_json::from_slice(&text[place]).map_err(|why| format!("the job cannot be read: {why}"));
                if let Err(why) = job.and_then(|job| add(&mut draft, line, &job)) {
                    draft.complaints.leave_out(line, why);
                }
            }
            Err(broken) => {
                let line = lines.line(broken.0.min(text.len()));
                draft.complaints.leave_out(line, "the JSON ends or breaks here; the jobs before it are read");
            }
        }
    }
    draft.unused.add(Feature::Gpus);
    draft.finish(Header::default(), 0)
}

fn add(draft: &mut Draft, line: u64, job: &Job) -> Result<(), String> {
    let instant = |word: &Option<String>| {
        let word = word.as_deref().unwrap_or_default();
        moment(word.as_bytes(), None)
    };
    let submit = instant(&job.submitted_time).map_err(|why| format!("submitted_time {why}"))?;
    let submit = submit.ok_or("the job has no time of submission")?;
    let mut amended = Vec::new();
    let mut spans: Vec<(Time, Time)> = Vec::new();
    for attempt in &job.attempts {
        let start = instant(&attempt.start_time).map_err(|why| format!("start_time {why}"))?;
        let end = instant(&attempt.end_time).map_err(|why| format!("end_time {why}"))?;
        match (start, end) {
            (Some(start), Some(end)) if start <= end => spans.push((start, end)),
            (Some(start), Some(end)) => {
                amended.push(format!("an attempt ends {} s before it starts; it is left out", start - end))
            }
            (Some(_), None) => amended.push("an attempt has no end; it is left out".to_owned()),
            (None, _) => {}
        }
    }
    let gpus = |attempt: &Attempt| attempt.detail.iter().map(|it| it.gpus.len() as i64).sum::<i64>();
    let size = job.attempts.iter().rev().map(gpus).find(|&gpus| gpus > 0);
    let size = size.unwrap_or(UNKNOWN).min(crate::MAX_PROCESSORS.into());
    let times = run(submit, &spans, &mut amended);
    let word = |word: &Option<String>| word.clone().unwrap_or_default();
    let status = state(word(&job.status).as_bytes(), None).map_err(|why| format!("status {why}"))?;
    let killed_at_limit = status.killed_at_limit();
    let record = Record {
        submit,
        requested_processors: size,
        allocated_processors: if spans.is_empty() { UNKNOWN } else { size },
        status: status.status(times.run_time >= 0, &mut amended),
        killed_at_limit,
        ..times
    };
    draft.complaints.amend(line, amended);
    let (user, vc) = (word(&job.user), word(&job.vc));
    let mut words = NO_WORDS;
    words[NameKind::User as usize] = user.as_bytes();
    words[NameKind::Partition as usize] = vc.as_bytes();
    let submitted = word(&job.submitted_time);
    draft.zones.look(line, submitted.as_bytes());
    let taken = draft.add(line, JobName::of(job.jobid.as_bytes()), record, &words);
    if let Some(taken) = taken.filter(|_| size > 0) {
        let a_gpu_each = Chunks { gpus: WHOLE, ..Chunks::default() };
        draft.resources.set(taken.place, Some(a_gpu_each));
    }
    Ok(())
}

/// Wait, run time and suspensions of a job with these attempts; `amended` gets what was changed.
fn run(submit: Time, spans: &[(Time, Time)], amended: &mut Vec<String>) -> Record {
    let first = spans.iter().map(|(start, _)| *start).min();
    let last = spans.iter().map(|(_, end)| *end).max();
    let (Some(first), Some(last)) = (first, last) else {
        return Record::UNKNOWN;
    };
    if first < submit {
        let early = submit - first;
        amended.push(format!("the first attempt starts {early} s before the submission; the wait counts as 0"));
    }
    let run_time: Time = spans.iter().map(|(start, end)| end - start).sum();
    Record {
        wait: (first - submit).max(0),
        run_time,
        suspended: u32::try_from((last - first - run_time).max(0)).unwrap_or(u32::MAX),
        ..Record::UNKNOWN
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{figures, reading, told};

    #[test]
    fn attempts_that_are_mended_are_told() {
        let reading = reading(
            r#"[{"status": "Pass", "vc": "v", "jobid": "a_1", "user": "u", "submitted_time": "2017-10-07 01:00:00",
            "attempts": [
                {"start_time": "2017-10-07 00:59:50", "end_time": "2017-10-07 01:02:00", "detail": [{"ip": "m4", "gpus": ["gpu0"]}]},
                {"start_time": "2017-10-07 01:04:00", "end_time": "2017-10-07 01:03:00", "detail": []},
                {"start_time": "2017-10-07 01:05:00", "end_time": null, "detail": []}]}]"#,
        );
        assert_eq!(
            told(&reading.complaints),
            "line 1: an attempt ends 60 s before it starts; it is left out\n\
            line 1: an attempt has no end; it is left out\n\
            line 1: the first attempt starts 10 s before the submission; the wait counts as 0"
        );
        assert_eq!(reading.workload.records()[0].run_time, 130);
    }

    /// Two attempts with a pause of 50 s, the second on four GPUs of two machines; a job that never started; one
    /// whose time is wrong.
    #[test]
    fn attempts_are_one_job() {
        let text = r#"[
            {"status": "Pass", "vc": "ee9e8c", "jobid": "application_1_7", "user": "ce2e4c", "submitted_time": "2017-10-07 01:00:00",
            "attempts": [
                {"start_time": "2017-10-07 01:01:00", "end_time": "2017-10-07 01:02:00", "detail": [{"ip": "m4", "gpus": ["gpu0"]}]},
                {"start_time": "2017-10-07 01:02:50", "end_time": "2017-10-07 01:04:30",
                "detail": [{"ip": "m4", "gpus": ["gpu0", "gpu1"]}, {"ip": "m5", "gpus": ["gpu0", "gpu1"]}]}]},
            {"status": "Killed", "vc": "ee9e8c", "jobid": "application_1_8", "user": "b", "submitted_time": "2017-10-07 01:00:10",
            "attempts": []},
            {"status": "Failed", "jobid": "application_1_9", "submitted_time": "once", "attempts": []}
        ]"#;
        let whole = reading(text);
        let jobs = figures(whole.workload.records(), |it| {
            [it.submit, it.wait, it.run_time, it.suspended.into(), it.requested_processors, it.status]
        });
        assert_eq!(jobs, "0 60 160 50 4 1; 10 -1 -1 0 -1 5");
        assert_eq!(whole.complaints[0].to_string(), "line 9: submitted_time should be a time but is \"once\"");
        let repair = "the file is read as Philly's cluster_job_log: a GPU counts as a processor, and a job that was \
            tried again as one job, suspended in between";
        assert_eq!(whole.repairs, [repair]);
        let cut = reading(&text[..text.find("},\n            {\"status\": \"Failed\"").unwrap()]);
        assert_eq!((cut.workload.records().len(), cut.left_out), (1, 1));
    }
}
