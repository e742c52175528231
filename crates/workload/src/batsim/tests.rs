use proptest::prelude::*;

use super::*;
use crate::draft::Parsed;
use crate::select::{Selection, select};
use crate::testing::{self, damaged, listed, reading};
use crate::{Job, read};

fn complaints(parsed: &Parsed) -> String {
    testing::told(&parsed.complaints.kept)
}

/// A workload of these jobs and profiles.
fn workload(jobs: &str, profiles: &str) -> Parsed {
    let text = format!("{{\"nb_res\": 8,\n\"profiles\": {{{profiles}}},\n\"jobs\": [{jobs}]}}");
    assert!(is_workload(text.as_bytes()));
    parse_workload(text.as_bytes(), 100).unwrap()
}

fn run_times(parsed: &Parsed) -> String {
    listed(parsed.log.records.iter().map(|record| record.run_time), " ")
}

#[test]
fn times_are_rounded_and_none_above_0_becomes_0() {
    let jobs = r#"{"id": 1, "subtime": 1.5, "res": 1, "walltime": 0.3, "profile": "a"},
             {"id": "2", "subtime": 2.4, "res": "1", "profile": "b"},
             {"id": 3, "subtime": 3, "res": 1, "walltime": null, "profile": "c"}"#;
    let parsed = workload(
        jobs,
        r#""a": {"type": "delay", "delay": 0.2}, "b": {"type": "DelayProfile", "delay": 2.5e1},
        "c": {"type": "delay", "delay": 0}"#,
    );
    assert_eq!(complaints(&parsed), "");
    let times = testing::figures(&parsed.log.records, |r| [r.id as i64, r.submit, r.run_time, r.requested_time]);
    assert_eq!(times, "1 2 1 1; 2 2 25 -1; 3 3 0 -1");
}

#[test]
fn sequences_of_delays_have_a_time() {
    let job = |(id, profile)| format!(r#"{{"id": {id}, "subtime": 0, "res": 1, "profile": "{profile}"}}"#);
    let parsed = workload(
        &listed((1..).zip(["twice", "all", "self", "holed", "task"]).map(job), ",\n"),
        r#""one": {"type": "delay", "delay": 0.4},
        "twice": {"type": "composed", "nb": 2, "seq": ["one", "one"]},
        "all": {"type": "SequentialCompositionProfile", "repeat": 10, "seq": ["twice", "one"]},
        "self": {"type": "composed", "seq": ["one", "self", "self"]},
        "holed": {"type": "composed", "seq": ["one", "two"]},
        "task": {"type": "composed", "seq": ["flops"]},
        "flops": {"type": "parallel_homogeneous_pfs", "cpu": 1, "com": 0}"#,
    );
    assert_eq!(run_times(&parsed), "2 20");
    assert_eq!(
        complaints(&parsed),
        "line 11: profile \"self\" is a sequence of itself, or too deep\n\
        line 12: profile \"holed\" is made of \"two\", which is missing\n\
        line 13: profile \"task\" is of type \"parallel_homogeneous_pfs\", which names no time: it depends on \
        Batsim's platform"
    );
}

/// Run times at 10⁹ operations per second: each of three processors does 6e9, or all three share them; of a list the
/// longest counts.
#[test]
fn profiles_of_operations_have_a_time_at_a_speed() {
    let profiles = [
        r#"{"type": "parallel_homogeneous", "cpu": 6e9, "com": 1e6}"#,
        r#"{"type": "msg_par_hg", "cpu": 6e9, "com": 0}"#,
        r#"{"type": "parallel_homogeneous_total", "cpu": 6e9, "com": 0}"#,
        r#"{"type": "parallel", "cpu": [1e9, 9e9, 2e9], "com": [0, 0, 0, 0, 0, 0, 0, 0, 0]}"#,
        r#"{"type": "parallel", "cpu": [1, 0, 0], "com": [0, 5]}"#,
        r#"{"type": "ParallelTaskHomogeneousProfile", "computation_amount": 6e9,
            "generation_strategy": "DefinedAmountsSpreadUniformly"}"#,
        r#"{"type": "composed", "repeat": 2, "seq": ["p0", "p2", "wait"]}"#,
    ];
    let job = |it| format!(r#"{{"id": "w!{}", "subtime": 0, "res": 3, "profile": "p{it}"}}"#, 9 - it);
    let profile = |(at, it): (usize, &&str)| format!("\"p{at}\": {it}");
    let reading = reading(&format!(
        "{{\"nb_res\": 4, \"jobs\": [{}], \"profiles\": {{\"wait\": {{\"type\": \"delay\", \"delay\": 3.4}}, {}}}}}",
        listed((0..profiles.len()).map(job), ","),
        listed(profiles.iter().enumerate().map(profile), ",")
    ));
    assert_eq!(reading.complaint_count, 0, "{:?}", reading.complaints);
    assert_eq!(
        reading.repairs,
        ["the profiles of 7 jobs count floating-point operations: a processor does 10⁹ in a second unless \
            workload.flops_per_second is another number; messages, which 3 of them send, take no time"]
    );
    for (flops_per_second, run_times) in
        [(None, "6 6 2 9 1 2 23"), (Some(1e9), "6 6 2 9 1 2 23"), (Some(5e8), "12 12 4 18 1 4 39")]
    {
        let selection = Selection { flops_per_second, skip_never_ran: false, ..Selection::of_all() };
        let mut jobs = select(&reading.workload, &selection, 1);
        jobs.sort_by_key(|it| std::cmp::Reverse(it.id));
        assert_eq!(listed(jobs.iter().map(|it| it.run_time), " "), run_times, "{flops_per_second:?}");
    }
    assert!(reading.workload.has_flops());
}

#[test]
fn profiles_whose_operations_cannot_be_read_are_told() {
    let job = |it| format!(r#"{{"id": {it}, "subtime": 0, "res": 1, "profile": "p{it}"}}"#);
    let parsed = workload(
        &listed((0..4).map(job), ",\n"),
        r#""p0": {"type": "parallel", "cpu": [1, "x"]}, "p1": {"type": "parallel_homogeneous", "com": 1},
        "p2": {"type": "parallel_homogeneous", "cpu": -1}, "p3": {"type": "parallel_homogeneous", "cpu": 1e25}"#,
    );
    assert_eq!(run_times(&parsed), "");
    assert_eq!(
        complaints(&parsed),
        "line 4: profile \"p0\" has no amounts from 0 to 1e30 but \"x\"\n\
        line 5: profile \"p1\" has no cpu\n\
        line 6: profile \"p2\" has no amounts from 0 to 1e30 but \"-1\"\n\
        line 7: profile \"p3\" takes longer than 100000000000 s"
    );
}

#[test]
fn jobs_that_cannot_be_read_are_left_out_and_told() {
    let parsed = workload(
        r#"{"id": 1, "subtime": 0, "res": 1, "profile": "a"},
        {"id": 1, "subtime": 0, "res": 1, "profile": "a"},
        {"id": 2, "res": 1, "profile": "a"},
        {"subtime": 0, "res": 1, "profile": "a"},
        {"id": 3, "subtime": 0, "res": "many", "profile": "a"},
        {"id": 4, "subtime": 0, "res": 1, "profile": "z"},
        {"id": 5, "subtime": 0, "res": 1},
        {"id": 6, "subtime": 0, "res": 1, "walltime": "x", "profile": "a"},
        17,
        {"id": 7, "subtime" 0}"#,
        r#""a": {"type": "delay", "delay": 5}"#,
    );
    assert_eq!(parsed.log.records.len(), 2);
    assert_eq!(
        complaints(&parsed),
        "line 4: job 1 a second time; the first counts\n\
        line 5: job 2 has no time of submission\n\
        line 6: the job has no name\n\
        line 7: res should be a number but is \"many\"\n\
        line 8: there is no profile \"z\"\n\
        line 9: the job has no profile\n\
        line 10: walltime should be a number but is \"x\"; it counts as unknown\n\
        line 11: the job should be a JSON object but is none\n\
        line 12: the job should be a JSON object but is none"
    );
}

#[test]
fn of_a_workload_that_is_cut_short_the_beginning_is_read() {
    let reading = reading(
        "{\"profiles\": {\"a\": {\"type\": \"delay\", \"delay\": 5}},\n\"jobs\": [\n\
        {\"id\": 1, \"subtime\": 0, \"res\": 1, \"profile\": \"a\"},\n\
        {\"id\": 2, \"subtime\": 0, \"re",
    );
    assert_eq!(reading.workload.records().len(), 1);
    assert_eq!(testing::told(&reading.complaints), "line 4: the JSON is cut short: it ends here");
    assert_eq!(reading.complaint_count, 1);
    // Without the profiles no job has a time.
    let error = read("a", b"{\"nb_res\": 4, \"jobs\": [{\"id\": 1,").unwrap_err();
    assert_eq!(error.to_string(), "a: no line is a job; line 1: the JSON is cut short: it ends here");
}

fn table(rows: &str) -> Parsed {
    let header = "job_id,workload_name,submission_time,requested_number_of_resources,\
                  requested_time,success,final_state,starting_time,execution_time,waiting_time,\
                  allocated_resources,metadata";
    parse_jobs(format!("{header}\n{rows}").as_bytes(), 100)
}

#[test]
fn sets_of_processors_are_counted() {
    let of_set = |set: &str| table(&format!("1,w0,0,1,9,1,COMPLETED_SUCCESSFULLY,0,5,0,{set},")).log;
    for (set, count, highest) in
        [("0-3 8", 5, 9), ("8 0-3", 5, 9), ("0-3 2-5", 6, 6), ("\"4,5\"", 2, 6), ("7", 1, 8), ("", -1, 1)]
    {
        let log = of_set(set);
        assert_eq!((log.records[0].allocated_processors, log.header.max_processors()), (count, Some(highest)), "{set}");
    }
    for set in ["3-", "-3", "5-4", "a", "99999999999", "0-9999999999999999999"] {
        assert_eq!(of_set(set).records, [], "{set}");
    }
}

/// Submission, wait, run time, limit and both sizes.
fn figures(text: &str) -> String {
    testing::figures(reading(text).workload.records(), |r| {
        [r.submit, r.wait, r.run_time, r.requested_time, r.allocated_processors, r.requested_processors]
    })
}

#[test]
fn instants_are_rounded_and_durations_follow() {
    let head = "job_id,workload_name,submission_time,requested_number_of_resources,requested_time,success,\
             starting_time,execution_time,finish_time,waiting_time,allocated_resources\n";
    let text = format!("{head}1,w0,0.0,4,60,1,0.6,10.5,11.1,0.6,0-3\n2,w0,0.0,4,60,1,11.1,10,21.1,11.1,0-3\n");
    assert_eq!(figures(&text), "0 1 10 60 4 4; 0 11 10 60 4 4");
    assert_eq!(reading(&text).workload.header().max_processors(), Some(4));
    // One that ran stays one that ran; one that began before its submission did not wait.
    let text = format!("{head}1,w0,0,1,60,1,0.5,0.1,0.6,0.5,0\n2,w0,9,1,60,1,4,3,7,-5,0\n");
    assert_eq!(figures(&text), "0 1 1 60 1 1; 9 0 3 60 1 1");
    let told = reading(&text).complaints[0].to_string();
    assert_eq!(told, "line 3: starting_time is 5 s before submission_time; the wait counts as 0");
}

#[test]
fn the_columns_of_older_versions_are_read() {
    let text = "jobID,submission_time,requested_number_of_processors,requested_time,success,starting_time,\
        execution_time,finish_time,waiting_time,turnaround_time,stretch,consumed_energy,allocated_processors\n\
        0,11.739317,4,63.993000,1,11.739317,3.993000,15.732317,0.000000,3.993000,1.000000,-1.000000,0-3\n\
        1,27.193503,1,148.510000,1,27.193503,88.510000,115.703503,0.000000,88.510000,1.000000,-1.000000,0\n";
    assert_eq!(figures(text), "12 0 4 64 4 4; 27 0 89 149 1 1");
}

#[test]
fn jobs_of_two_workloads_get_numbers_of_their_own() {
    let parsed = table("1,w0,0,1,9,1,,0,5,0,0,\n1,w1,0,1,9,0,,0,5,0,0,\n1,w0,0,1,9,1,,0,5,0,0,\n");
    assert_eq!(testing::figures(&parsed.log.records, |r| [r.id as i64, r.status]), "1 1; 2 0");
    assert_eq!(complaints(&parsed), "line 4: job w0!1 a second time; the first counts");
}

#[test]
fn rows_that_cannot_be_read_are_told() {
    let parsed = table(
        "1,w0,0,1,9,1,UNHEARD_OF,0,5,0,0,\n2,w0,0,1\n3,w0,x,1,9,1,,0,5,0,0,\n4,w0,,1,9,1,,0,5,0,0,\n\
        5,w0,0,1,9,1,COMPLETED_KILLED,0,5,0,0,\"{\"\"a\"\": \"\"b,c\"\"}\"\n6,w0,0,1,9,1,REJECTED,,,,\n",
    );
    assert_eq!(testing::figures(&parsed.log.records, |r| [r.id as i64, r.status, r.wait]), "1 -1 0; 5 5 0; 6 5 -1");
    assert_eq!(
        complaints(&parsed),
        "line 2: final_state should be a state but is \"UNHEARD_OF\"; it counts as unknown\n\
        line 3: 4 columns where the first line names 12\n\
        line 4: submission_time should be a number but is \"x\"\n\
        line 5: job w0!4 has no time of submission"
    );
}

/// Jobs with values that the workload file can represent.
fn jobs() -> impl Strategy<Value = Vec<Job>> {
    let job = (
        1..u64::from(u32::MAX),
        0..300_000_000_i64,
        1..10_000_000_u32,
        0..1_000_000_i64,
        prop::option::of(1..1_000_000_i64),
    );
    let job = job.prop_map(|(id, submit, processors, run_time, limit)| {
        let requested_time = limit.unwrap_or(run_time.max(1));
        Job { limit_known: limit.is_some(), ..testing::job(id, submit, processors, run_time, requested_time) }
    });
    prop::collection::vec(job, 1..20).prop_map(|mut jobs| {
        jobs.sort_by_key(|job| job.id);
        jobs.dedup_by_key(|job| job.id);
        jobs.sort_by_key(|job| (job.submit, job.id));
        for (job, place) in jobs.iter_mut().zip(0..) {
            job.place = place;
        }
        jobs
    })
}

proptest! {
    #[test]
    fn what_is_written_reads_back_equal(jobs in jobs(), processors in 1..10_000_000_u64) {
        let text = write_batsim(&jobs, processors);
        prop_assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok());
        let reading = read("a", text.as_bytes()).unwrap();
        prop_assert_eq!(reading.complaint_count, 0);
        prop_assert_eq!(reading.workload.header().max_processors(), Some(processors as u32));
        let mut all = Selection { first_job: None, last_job: None, skip_never_ran: false, ..Selection::default() };
        all.reservations.percent = 0.0;
        prop_assert_eq!(select(&reading.workload, &all, 1), jobs);
    }

    #[test]
    fn any_bytes_are_taken(text in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = parse_workload(&text, 10);
        parse_jobs(&text, 10);
        is_workload(&text);
        parse_jobs(&[b"job_id,submission_time,allocated_resources\n", &text[..]].concat(), 10);
    }

    #[test]
    fn any_damage_is_survived(
        workload in damaged(include_bytes!("../../../../tests/formats/workload.json")),
        jobs in damaged(include_bytes!("../../../../tests/formats/jobs.csv")),
    ) {
        for text in [workload, jobs] {
            let _ = read("a", &text)
                .map(|it| assert!(it.workload.records().iter().all(|record| record.submit >= 0)))
                .map_err(|error| error.to_string());
        }
    }
}
