use proptest::prelude::*;

use super::*;
use crate::{Format, Record, read};

fn parsed(text: &str) -> Parsed {
    assert!(is_json(text.as_bytes()), "{text}");
    parse(text.as_bytes(), 100).unwrap()
}

fn accounting(jobs: &str) -> String {
    format!("{{\"meta\": {{\"plugin\": {{}}, \"slurm\": {{}}}}, \"jobs\": [{jobs}], \"errors\": []}}")
}

fn records(text: &str) -> Vec<Record> {
    parsed(text).log.records
}

/// Submission, wait, run time, sizes given and asked for, limit and status.
fn figures(record: &Record) -> [i64; 7] {
    let r = record;
    [r.submit, r.wait, r.run_time, r.allocated_processors, r.requested_processors, r.requested_time, r.status]
}

#[test]
fn numbers_are_plain_or_objects_and_states_words_or_lists() {
    let job = |state: &str, limit: &str, cpus: &str| {
        accounting(&format!(
            r#"{{"job_id": 7, "state": {state}, "required": {{"CPUs": {cpus}}},
                "time": {{"submission": 1000, "start": 1010, "end": 1110, "elapsed": 100, "limit": {limit}}},
                "tres": {{"allocated": [{{"type": "billing", "name": "", "count": 9}},
                    {{"type": "cpu", "name": "", "id": 1, "count": 4}}]}}}}"#
        ))
    };
    let object = |number: &str| format!(r#"{{"set": true, "infinite": false, "number": {number}}}"#);
    let expected = [1000, 10, 100, 4, 2, 3600, 0];
    for state in [
        r#""FAILED""#,
        r#"["FAILED"]"#,
        r#"{"current": "FAILED", "reason": "None"}"#,
        r#"{"current": ["FAILED", "COMPLETING"]}"#,
    ] {
        for (limit, cpus) in [("60".into(), "2".into()), (object("60"), object("2"))] {
            let found = records(&job(state, &limit, &cpus));
            assert_eq!(found.iter().map(figures).collect::<Vec<_>>(), [expected]);
        }
    }
    for none in [
        r#"{"set": false, "infinite": false, "number": 0}"#,
        r#"{"set": true, "infinite": true, "number": 0}"#,
        "4294967294",
        "4294967295",
        "null",
    ] {
        let found = records(&job(r#"["FAILED"]"#, none, none));
        assert_eq!(found[0].requested_time, -1, "{none}");
    }
}

#[test]
fn a_job_that_waits_or_runs_has_no_moments_that_are_expected() {
    let text = accounting(
        r#"{"job_id": 1, "state": {"current": ["PENDING"]}, "required": {"CPUs": 3},
            "time": {"submission": 1000, "start": 0, "end": 0, "elapsed": 0, "limit": 10}, "tres": {"allocated": []}}"#,
    );
    assert_eq!(figures(&records(&text)[0]), [1000, -1, 0, -1, 3, 600, -1]);
    let queue = r#"{"jobs": [
        {"job_id": 1, "job_state": ["PENDING"], "submit_time": {"set": true, "number": 1000}, "cpus": 3,
         "start_time": {"set": true, "number": 5000}, "end_time": 5600, "time_limit": 10},
        {"job_id": 2, "job_state": "RUNNING", "submit_time": 1000, "cpus": 8, "tres_req_str": "cpu=6,mem=4G",
         "start_time": 1500, "end_time": 9000, "time_limit": {"set": true, "infinite": false, "number": 125}},
        {"job_id": 3, "job_state": ["COMPLETED"], "submit_time": 1000, "cpus": 8, "tres_alloc_str": "cpu=8",
         "start_time": 1500, "end_time": 1900, "suspend_time": 1800, "pre_sus_time": 200, "time_limit": 125}],
        "last_backfill": 1, "last_update": {"set": true, "infinite": false, "number": 2000}, "meta": {}}"#;
    let found: Vec<_> = records(queue).iter().map(figures).collect();
    assert_eq!(
        found,
        [
            [1000, -1, -1, -1, 3, 600, -1],
            // Up to the moment at which the list was made.
            [1000, 500, 500, 8, 6, 7500, -1],
            // It ran 200 s, was suspended, and ran from 1800 to 1900.
            [1000, 500, 300, 8, -1, 7500, 1],
        ]
    );
}

/// No sum of them overflows, and none of them is taken for a time.
#[test]
fn jobs_with_wild_times_are_left_out_and_told() {
    let told = |status: &str, more: &str| {
        let text = format!(
            r#"{{"jobs": [{{"job_id": 1, "job_state": "{status}", "submit_time": 1000, "cpus": 3, {more}}}],
                "last_update": 2000}}"#
        );
        let parsed = parsed(&text);
        assert_eq!(parsed.log.records, [], "{more}");
        parsed.complaints.kept[0].to_string()
    };
    let largest = i64::MAX;
    for (status, more, expected) in [
        (
            "COMPLETED",
            format!(r#""start_time": 1500, "end_time": 1900, "suspend_time": 1800, "pre_sus_time": {largest}"#),
            format!("ElapsedRaw is {largest}, more than 100000000000"),
        ),
        (
            "SUSPENDED",
            format!(r#""start_time": 1500, "suspend_time": {largest}, "pre_sus_time": {largest}"#),
            format!("ElapsedRaw is {largest}, more than 100000000000"),
        ),
        (
            "RUNNING",
            r#""start_time": 99999999999999999999"#.to_owned(),
            format!("Start is {largest}, more than 100000000000"),
        ),
        (
            "COMPLETED",
            format!(r#""start_time": 1500, "end_time": {largest}"#),
            format!("End is {largest}, more than 100000000000"),
        ),
    ] {
        assert_eq!(told(status, &more), format!("line 1: {expected}"), "{more}");
    }
}

#[test]
fn what_is_not_read_is_named() {
    let text = r#"{"jobs": [{"job_id": 1, "job_state": ["PENDING"], "submit_time": 1000, "cpus": 3, "nodes": "",
        "dependency": "afterok:7(unfulfilled)", "tres_req_str": "cpu=3,gres/gpu=1"}]}"#;
    let unused = parsed(text).log.unused;
    assert_eq!(unused.features, [crate::Feature::Gpus, crate::Feature::Dependencies]);
}

#[test]
fn tasks_and_parts_keep_their_own_numbers() {
    let job = |id: u64, more: &str| {
        format!(r#"{{"job_id": {id}, "time": {{"submission": 5}}, "state": {{"current": ["COMPLETED"]}}{more}}}"#)
    };
    let jobs = [
        job(300, r#", "het": {"job_id": 300, "job_offset": {"set": true, "infinite": false, "number": 0}}"#),
        job(301, r#", "het": {"job_id": 300, "job_offset": {"set": true, "infinite": false, "number": 1}}"#),
        job(403, r#", "array": {"job_id": 400, "task_id": {"set": true, "infinite": false, "number": 2}, "task": ""}"#),
    ];
    let ids: Vec<u64> = records(&accounting(&jobs.join(","))).iter().map(|it| it.id).collect();
    assert_eq!(ids, [300, 301, 403]);
}

#[test]
fn of_a_text_that_is_cut_short_the_beginning_is_read() {
    let whole = accounting(
        "{\"job_id\": 1, \"time\": {\"submission\": 5}},\n{\"job_id\": 2, \"time\": {\"submission\": 6}},\n\
         {\"job_id\": 3}, 17",
    );
    let cut = &whole[..whole.find(", \"time\": {\"submission\": 6").unwrap()];
    let parsed = parsed(cut);
    assert_eq!(parsed.log.records.len(), 1);
    assert_eq!(parsed.complaints.kept[0].to_string(), "line 2: the JSON is cut short: it ends here");
    let told: Vec<String> =
        parse(whole.as_bytes(), 9).unwrap().complaints.kept.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        ["line 3: job 3 has no time of submission", "line 3: the job should be a JSON object but is none",]
    );
}

#[test]
fn other_json_is_not_taken() {
    for text in [
        "{}",
        r#"{"jobs": []}"#,
        r#"{"jobs": [{"id": 1}], "nb_res": 4}"#,
        r#"{"jobs": {"job_id": 1}}"#,
        r#"{"workload": {"jobs": 3}}"#,
    ] {
        assert!(!is_json(text.as_bytes()), "{text}");
    }
    let none = r#"{"jobs": [], "meta": {"Slurm": {"version": {}}}}"#;
    assert_eq!(Format::of(none.as_bytes()), Format::Sacct);
    let error = read("a", none.as_bytes()).unwrap_err().to_string();
    assert_eq!(error, "a: the file holds comments or a header only, no job");
}

proptest! {
    #[test]
    fn any_bytes_are_taken(text in prop::collection::vec(any::<u8>(), 0..200)) {
        is_json(&text);
        let _ = parse(&text, 10);
    }

    #[test]
    fn any_damage_is_survived(place in 0_usize..600, byte: u8, cut: bool) {
        let mut text = accounting(
            r#"{"job_id": 7, "state": {"current": ["FAILED"]}, "required": {"CPUs": {"set": true, "number": 3}},
                "time": {"submission": 1000, "start": 1010, "end": 1110, "elapsed": 100, "limit": {"number": 5}},
                "array": {"job_id": 4, "task_id": 5}, "het": {"job_id": 0, "job_offset": null},
                "tres": {"allocated": [{"type": "cpu", "count": 4}]}}, {"job_id": 8, "submit_time": 3, "job_state": "PD"}"#,
        ).into_bytes();
        let place = place % text.len();
        text[place] = byte;
        if cut {
            text.truncate(place);
        }
        let _ = read("a", &text).map_err(|error| error.to_string());
    }
}
