//! Logs as clusters have them today: what they name is what a run shows.

use super::{log, starts};
use slotscope::criteria::report;
use slotscope::engine::Run;
use slotscope::experiment::words::Speaker;
use slotscope::experiment::{Scenario, Watch, explain, run};
use slotscope::export::batsim_jobs_csv;
use slotscope::workload::select::unmet_dependencies;
use slotscope::workload::{KnownBy, Machine, Workload};

/// All jobs of a log as batch jobs, with further fields of the selection, on one provider.
fn scenario(processors: u32, system: &str, selection: &str) -> Scenario {
    let json = format!(
        r#"{{"platform": [{processors}], "system": {system},
            "workload": {{"first_job": null, "last_job": null, "reservations": {{"percent": 0}}{selection}}}}}"#
    );
    Scenario::from_json(json.as_bytes()).expect("a scenario")
}

fn ran(log: &Workload, processors: u32, system: &str, selection: &str) -> Run {
    run(&scenario(processors, system, selection), log).expect("a run")
}

const EASY: &str = r#"{"two_level": {"local": {"queue": "easy"}}}"#;
const AS_LOGGED: &str = r#"{"as_logged": {}}"#;

const HONOUR: &str = r#", "dependencies": "honour""#;

/// Job 2 comes 5 s after the end of job 1, job 3 at the end of job 2.
const CHAIN: &str = "; MaxProcs: 16\n\
    1 0 0 100 16 -1 -1 16 200 -1 1 1 1 1 1 1 -1 -1\n\
    2 10 90 50 16 -1 -1 16 100 -1 1 1 1 1 1 1 1 5\n\
    3 20 130 30 16 -1 -1 16 60 -1 1 1 1 1 1 1 2 0\n";

#[test]
fn a_job_is_submitted_when_the_one_that_it_names_has_ended_in_this_run() {
    let log = log(CHAIN);
    let systems =
        [EASY, r#"{"two_level": {"local": {"queue": "conservative"}}}"#, r#"{"co_allocation": {"horizon": 100000}}"#];
    for system in systems {
        let run = ran(&log, 16, system, HONOUR);
        assert_eq!(starts(&run), [0, 105, 155], "{system}");
        assert!(run.jobs.iter().map(|it| it.submit).eq([0, 105, 155]), "{system}");
        assert_eq!(unmet_dependencies(&run.jobs, log.records()), 0);
    }
    assert_eq!(starts(&ran(&log, 16, EASY, "")), [0, 100, 150]);
    // The log itself has its own submissions.
    assert_eq!(starts(&ran(&log, 16, AS_LOGGED, HONOUR)), [0, 100, 150]);
    // Without the named job the logged submission holds.
    let rest: Vec<&str> = CHAIN.lines().skip(2).collect();
    let rest = super::log(rest.join("\n"));
    let without = ran(&rest, 16, EASY, HONOUR);
    assert_eq!(starts(&without), [10, 60]);
    assert_eq!(unmet_dependencies(&without.jobs, rest.records()), 1);
}

#[test]
fn systems_that_start_jobs_later_submit_the_next_one_later() {
    let log = log(CHAIN);
    let systems = [
        r#"{"imprecise_calendar": {}}"#,
        r#"{"broker": {"placement": "broker", "lead": 60}}"#,
        r#"{"broker": {"placement": "first_fit"}}"#,
    ];
    for system in systems {
        let run = ran(&log, 64, system, HONOUR);
        let outcomes = &run.schedule.outcomes;
        assert!(starts(&run).iter().all(|&it| it >= 0), "{system}: {outcomes:?}");
        assert_eq!(run.jobs[1].submit, outcomes[0].end + 5, "{system}");
        assert_eq!(run.jobs[2].submit, outcomes[1].end, "{system}");
    }
}

#[test]
fn a_rejected_job_releases_those_that_wait_for_it() {
    // Job 1 is larger than the machine; job 2 names it and keeps its later submission, job 3 names job 2.
    let log = log("1 0 0 100 32 -1 -1 32 200 -1 1 1 1 1 1 1 -1 -1\n\
         2 10 0 50 16 -1 -1 16 100 -1 1 1 1 1 1 1 1 5\n\
         3 20 0 30 16 -1 -1 16 60 -1 1 1 1 1 1 1 2 0\n");
    let run = ran(&log, 16, EASY, HONOUR);
    assert_eq!(starts(&run), [-1, 10, 60]);
}

/// Whole nodes: one processor asked for, 64 given, one job after the other.
const WHOLE_NODES: &str = "JobID|Submit|Start|End|ReqCPUS|AllocCPUS|State\n\
    1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|1|64|COMPLETED\n\
    2|2024-03-01T00:00:00|2024-03-01T01:00:00|2024-03-01T02:00:00|1|64|COMPLETED\n";

#[test]
fn the_log_shows_what_was_given_and_policies_get_what_was_asked_for() {
    let log = log(WHOLE_NODES);
    let as_logged = report(&ran(&log, 64, AS_LOGGED, ""));
    assert_eq!((as_logged.mean_utilization, as_logged.makespan), (1.0, 7200.0));
    let makespan = |selection| report(&ran(&log, 64, EASY, selection)).makespan;
    assert_eq!(makespan(""), 3600.0);
    assert_eq!(makespan(r#", "size_from": "allocated""#), 7200.0);
}

#[test]
fn the_log_shows_jobs_on_the_processors_that_it_names() {
    let text = "job_id,workload_name,profile,submission_time,requested_number_of_resources,requested_time,success,final_state,starting_time,execution_time,finish_time,waiting_time,turnaround_time,stretch,allocated_resources,consumed_energy,metadata\n\
        1,w0,p,0,4,60,1,COMPLETED_SUCCESSFULLY,0,20,20,0,20,1,4-7,120.5,\"\"\n\
        2,w0,p,0,2,60,1,COMPLETED_SUCCESSFULLY,5,10,15,5,15,1.5,0 3,60.1,\"\"\n";
    let log = log(text);
    let run = ran(&log, 8, AS_LOGGED, "");
    let used = [0, 1].map(|job| run.schedule.bars_of(job)).concat();
    assert!(used.iter().map(|it| (it.job, it.first_processor, it.last_processor)).eq([
        (0, 4, 7),
        (1, 0, 0),
        (1, 3, 3)
    ]));
    let exported = batsim_jobs_csv(&run);
    let rows: Vec<&str> = exported.lines().skip(1).collect();
    assert!(rows[0].ends_with(",4-7,120.5,") && rows[1].ends_with(",0 3,60.1,"), "{exported}");
    // Other systems place the jobs themselves, and take no energy that is known.
    let easy = batsim_jobs_csv(&ran(&log, 8, EASY, ""));
    assert!(easy.lines().nth(1).is_some_and(|it| it.ends_with(",0-3,-1,")), "{easy}");
    // On a smaller machine the named processors are not there.
    let small = ran(&log, 4, AS_LOGGED, "");
    assert_eq!(small.schedule.bars_of(1).len(), 1);
}

#[test]
fn jobs_keep_the_names_that_people_know() {
    let log = log("JobID|Submit|Start|End|AllocCPUS|State\n\
        200_1|2024-03-01T00:00:00|2024-03-01T00:00:10|2024-03-01T01:00:00|1|COMPLETED\n\
        200_2|2024-03-01T00:00:00|2024-03-01T00:00:10|2024-03-01T01:00:00|1|COMPLETED\n\
        201|2024-03-01T00:00:00|2024-03-01T00:00:10|2024-03-01T01:00:00|1|COMPLETED\n");
    let run = ran(&log, 2, EASY, "");
    assert_eq!([0, 1, 2].map(|job| run.job_name(job)), ["200_1", "200_2", "201"]);
    // Numbers that the reader gave do not decide which of them comes first.
    assert_eq!(starts(&run), [0, 0, 3590]);
    let csv = slotscope::export::jobs_csv(&run);
    assert!(csv.lines().filter_map(|it| it.rsplit(',').next()).eq(["name", "200_1", "200_2", "201"]), "{csv}");
}

/// Job 2 depends on job 1, job 3 asked to begin at midday of the third day.
const ELIGIBLE_LATER: &str = "JobID|Submit|Eligible|Start|End|AllocCPUS|Timelimit|State\n\
    1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T10:00:00|8|10:00:00|COMPLETED\n\
    2|2024-03-01T00:00:00|2024-03-01T10:00:00|2024-03-01T10:00:03|2024-03-01T11:00:03|8|01:00:00|COMPLETED\n\
    3|2024-03-01T00:00:00|2024-03-03T12:00:00|2024-03-03T12:00:02|2024-03-03T13:00:02|8|01:00:00|COMPLETED\n";

#[test]
fn a_job_waits_from_when_it_became_eligible() {
    let log = log(ELIGIBLE_LATER);
    assert!((report(&ran(&log, 8, AS_LOGGED, "")).mean_waiting_time - 5.0 / 3.0).abs() < 1e-9);
    let run = ran(&log, 8, EASY, "");
    assert_eq!(starts(&run), [0, 36_000, 216_000]);
    let report = report(&run);
    assert_eq!((report.makespan, report.mean_waiting_time), (219_600.0, 0.0));
    // The load divides the times between submissions, not the delays after them.
    let doubled = ran(&log, 8, EASY, r#", "load_factor": 2.0"#);
    assert_eq!(starts(&doubled), [0, 36_000, 216_000]);
    let told = explained(&log, 8, "3");
    assert!(told.contains("eligible, submitted at"), "{told}");
}

/// The life of the job of that name under EASY.
fn explained(log: &Workload, processors: u32, name: &str) -> String {
    let scenario = scenario(processors, EASY, "");
    let run = run(&scenario, log).expect("a run");
    let index = (0..run.jobs.len()).find(|&at| run.job_name(at) == name);
    let watch = Watch::Job(index.expect("a job") as u32);
    let explanation = explain(&scenario, log, watch).expect("an explanation");
    let clock = |time: i64, _| time.to_string();
    let speaker = Speaker::new(&run.jobs, &clock).of_run(&run);
    explanation.entries.iter().map(|it| speaker.text(&speaker.entry(it)) + "\n").collect()
}

#[test]
fn parts_of_a_heterogeneous_job_start_together_and_are_jobs_of_their_own() {
    let log = log("JobID|Submit|Start|End|AllocCPUS|Timelimit|State\n\
        299|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|56|01:00:00|COMPLETED\n\
        300+0|2024-03-01T00:00:10|2024-03-01T01:00:00|2024-03-01T02:00:00|8|01:00:00|COMPLETED\n\
        300+1|2024-03-01T00:00:10|2024-03-01T01:00:00|2024-03-01T02:00:00|56|01:00:00|COMPLETED\n");
    let run = ran(&log, 64, EASY, "");
    assert_eq!(starts(&run), [0, 3600, 3600]);
    let told = explained(&log, 64, "300+1");
    let expected = "one entry of the queue with 300+1: 64 processors together";
    assert!(told.contains(expected), "{told}");
    assert_eq!(starts(&ran(&log, 64, AS_LOGGED, "")), [0, 3600, 3600]);
}

#[test]
fn nothing_is_promised_behind_a_job_without_a_limit() {
    let log = log("JobID|Submit|Start|End|AllocCPUS|Timelimit|State\n\
        1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T02:00:00|4|UNLIMITED|COMPLETED\n\
        2|2024-03-01T00:01:00|2024-03-01T02:00:00|2024-03-01T03:00:00|8|01:00:00|COMPLETED\n\
        3|2024-03-01T00:02:00|2024-03-01T00:02:00|2024-03-01T02:02:00|4|02:00:00|COMPLETED\n");
    let run = ran(&log, 8, EASY, "");
    // Job 2 may wait for ever, so job 3 fits before it; it starts when both have ended.
    assert_eq!(starts(&run), [0, 7320, 120]);
    // With a limit of an hour job 2 is promised that hour, and job 3 would be in its way.
    let limited = ran(&log, 8, EASY, r#", "unlimited": 3600"#);
    assert_eq!(starts(&limited)[2], 7200);
}

#[test]
fn every_run_of_a_job_counts_once() {
    let requeued = log("JobID|Submit|Start|End|AllocCPUS|State|Cluster\n\
        7|2024-03-01T00:00:00|2024-03-01T00:00:10|2024-03-01T00:10:00|2|REQUEUED|a\n\
        7|2024-03-01T00:10:00|2024-03-01T00:12:00|2024-03-01T01:00:00|2|COMPLETED|a\n\
        7|2024-03-01T00:00:00|2024-03-01T00:00:10|2024-03-01T00:10:00|2|REQUEUED|a\n\
        7|2024-03-01T00:00:00|2024-03-01T00:00:20|2024-03-01T00:05:00|1|COMPLETED|b\n");
    let run = ran(&requeued, 8, AS_LOGGED, "");
    assert_eq!(run.jobs.len(), 3);
    assert!((0..3).all(|job| run.job_name(job) == "7"));
    assert!(run.schedule.outcomes.iter().map(|it| it.end).eq([600, 300, 3600]));
}

#[test]
fn a_suspended_job_is_there_until_it_ended() {
    let log = log("JobID|Submit|Start|End|Elapsed|Suspended|AllocCPUS|State\n\
        1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T05:00:00|02:00:00|03:00:00|1|COMPLETED\n");
    let run = ran(&log, 1, AS_LOGGED, "");
    let report = report(&run);
    assert_eq!((report.makespan, report.mean_utilization), (18_000.0, 0.4));
    assert_eq!(starts(&run), [0]);
}

/// Jobs 1 and 2 share node n1, job 3 has nodes n1 and n2, job 4 none that are known.
const ON_NODES: &str = "JobID|Submit|Start|End|AllocCPUS|NodeList|State\n\
    1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|4|n1|COMPLETED\n\
    2|2024-03-01T00:00:00|2024-03-01T00:10:00|2024-03-01T01:00:00|2|n1|COMPLETED\n\
    3|2024-03-01T00:00:00|2024-03-01T01:00:00|2024-03-01T02:00:00|8|n[1-2]|COMPLETED\n\
    4|2024-03-01T00:00:00|2024-03-01T00:20:00|2024-03-01T00:30:00|3|None assigned|COMPLETED\n";

#[test]
fn jobs_of_slurm_are_on_the_nodes_that_they_had() {
    let log = log(ON_NODES);
    let machine = Machine::of(log.header(), log.records());
    assert_eq!((machine.processors, machine.known), (10, KnownBy::Nodes));
    let run = ran(&log, 10, AS_LOGGED, "");
    let nodes = run.nodes().expect("nodes");
    assert_eq!(nodes.names(0..nodes.count()), "n[1-2]");
    assert_eq!((nodes.first_processor(1), nodes.processors()), (6, 10));
    let of_jobs = [0, 1, 2, 3].map(|at| run.nodes_of(at).expect("nodes"));
    assert_eq!(of_jobs, ["n1", "n1", "n[1-2]", "n2"]);
    let exported = batsim_jobs_csv(&run);
    for part in [",0-3,", ",4-5,", ",0-3 6-9,"] {
        assert!(exported.contains(part), "{exported}");
    }
    assert_eq!(run.measures["jobs_elsewhere"], 0.0);
    // A policy does not know of nodes.
    assert!(ran(&log, 10, EASY, "").nodes().is_none());
}

#[test]
fn jobs_that_are_not_on_their_nodes_are_counted() {
    let log = log(ON_NODES);
    let smaller = ran(&log, 8, AS_LOGGED, "");
    assert!(smaller.nodes().is_none());
    assert_eq!(smaller.measures["jobs_elsewhere"], 1.0);
    // Without nodes there is nothing to count.
    assert!(!ran(&super::log(CHAIN), 16, AS_LOGGED, "").measures.contains_key("jobs_elsewhere"));
}
