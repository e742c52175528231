use proptest::prelude::*;

use super::*;
use crate::testing::{self, damaged, told};
use crate::{Format, read};

fn parsed(text: &str) -> Parsed {
    assert!(is_json(text.as_bytes()), "{text}");
    parse(text.as_bytes(), 100).unwrap()
}

fn accounting(jobs: &str) -> String {
    format!("{{\"meta\": {{\"plugin\": {{}}, \"slurm\": {{}}}}, \"jobs\": [{jobs}], \"errors\": []}}")
}

/// Submission, wait, run time, sizes given and asked for, limit and status of each job.
fn figures(text: &str) -> String {
    testing::figures(&parsed(text).log.records, |r| {
        [r.submit, r.wait, r.run_time, r.allocated_processors, r.requested_processors, r.requested_time, r.status]
    })
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
    for state in [
        r#""FAILED""#,
        r#"["FAILED"]"#,
        r#"{"current": "FAILED", "reason": "None"}"#,
        r#"{"current": ["FAILED", "COMPLETING"]}"#,
    ] {
        for (limit, cpus) in [("60".into(), "2".into()), (object("60"), object("2"))] {
            assert_eq!(figures(&job(state, &limit, &cpus)), "1000 10 100 4 2 3600 0", "{state} {limit}");
        }
    }
    for none in [
        r#"{"set": false, "infinite": false, "number": 0}"#,
        r#"{"set": true, "infinite": true, "number": 0}"#,
        "4294967294",
        "4294967295",
        "null",
    ] {
        let found = parsed(&job(r#"["FAILED"]"#, none, none)).log.records;
        assert_eq!(found[0].requested_time, -1, "{none}");
    }
}

#[test]
fn a_job_that_waits_or_runs_has_no_moments_that_are_expected() {
    let text = accounting(
        r#"{"job_id": 1, "state": {"current": ["PENDING"]}, "required": {"CPUs": 3},
            "time": {"submission": 1000, "start": 0, "end": 0, "elapsed": 0, "limit": 10}, "tres": {"allocated": []}}"#,
    );
    assert_eq!(figures(&text), "1000 -1 0 -1 3 600 -1");
    let queue = r#"{"jobs": [
        {"job_id": 1, "job_state": ["PENDING"], "submit_time": {"set": true, "number": 1000}, "cpus": 3,
        "start_time": {"set": true, "number": 5000}, "end_time": 5600, "time_limit": 10},
        {"job_id": 2, "job_state": "RUNNING", "submit_time": 1000, "cpus": 8, "tres_req_str": "cpu=6,mem=4G",
        "start_time": 1500, "end_time": 9000, "time_limit": {"set": true, "infinite": false, "number": 125}},
        {"job_id": 3, "job_state": ["COMPLETED"], "submit_time": 1000, "cpus": 8, "tres_alloc_str": "cpu=8",
        "start_time": 1500, "end_time": 1900, "suspend_time": 1800, "pre_sus_time": 200, "time_limit": 125}],
        "last_backfill": 1, "last_update": {"set": true, "infinite": false, "number": 2000}, "meta": {}}"#;
    // The second runs up to the moment at which the list was made; the third ran 200 s, was suspended, and ran from
    // 1800 to 1900.
    let jobs = "1000 -1 -1 -1 3 600 -1; 1000 500 500 8 6 7500 -1; 1000 500 300 8 -1 7500 1";
    assert_eq!(figures(queue), jobs);
}

/// No sum of them overflows, and none of them is taken for a time.
#[test]
fn jobs_with_wild_times_are_left_out_and_told() {
    for (status, times, field) in [
        (
            "COMPLETED",
            r#""start_time": 1500, "end_time": 1900, "suspend_time": 1800, "pre_sus_time": MOST"#,
            "ElapsedRaw",
        ),
        ("SUSPENDED", r#""start_time": 1500, "suspend_time": MOST, "pre_sus_time": MOST"#, "ElapsedRaw"),
        ("RUNNING", r#""start_time": 99999999999999999999"#, "Start"),
        ("COMPLETED", r#""start_time": 1500, "end_time": MOST"#, "End"),
    ] {
        let most = i64::MAX.to_string();
        let times = times.replace("MOST", &most);
        let parsed = parsed(&format!(
            r#"{{"jobs": [{{"job_id": 1, "job_state": "{status}", "submit_time": 1000, "cpus": 3, {times}}}],
                "last_update": 2000}}"#
        ));
        assert_eq!(parsed.log.records, [], "{times}");
        let expected = format!("line 1: {field} is {most}, more than 100000000000");
        assert_eq!(parsed.complaints.kept[0].to_string(), expected, "{times}");
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
    let parsed = parsed(&accounting(&jobs.join(",")));
    assert!(parsed.log.records.iter().map(|it| it.id).eq([300, 301, 403]));
}

#[test]
fn of_a_text_that_is_cut_short_the_beginning_is_read() {
    let whole = accounting(
        "{\"job_id\": 1, \"time\": {\"submission\": 5}},\n{\"job_id\": 2, \"time\": {\"submission\": 6}},\n\
        {\"job_id\": 3}, 17",
    );
    let cut = parsed(&whole[..whole.find(", \"time\": {\"submission\": 6").unwrap()]);
    assert_eq!(cut.log.records.len(), 1);
    assert_eq!(cut.complaints.kept[0].to_string(), "line 2: the JSON is cut short: it ends here");
    let said = "line 3: job 3 has no time of submission\nline 3: the job should be a JSON object but is none";
    assert_eq!(told(&parse(whole.as_bytes(), 9).unwrap().complaints.kept), said);
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
    fn any_damage_is_survived(text in damaged(accounting(
        r#"{"job_id": 7, "state": {"current": ["FAILED"]}, "required": {"CPUs": {"set": true, "number": 3}},
            "time": {"submission": 1000, "start": 1010, "end": 1110, "elapsed": 100, "limit": {"number": 5}},
            "array": {"job_id": 4, "task_id": 5}, "het": {"job_id": 0, "job_offset": null},
            "tres": {"allocated": [{"type": "cpu", "count": 4}]}}, {"job_id": 8, "submit_time": 3, "job_state": "PD"}"#,
    ))) {
        let _ = read("a", &text).map_err(|error| error.to_string());
    }
}
