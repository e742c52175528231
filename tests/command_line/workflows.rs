//! `slotscope run scenario.json workflow.json`.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::command_line::{Folder, slotscope, text};

/// The worked example of Zhao and Sakellariou 2007 (Figure 5), as far as its text has it.
const EXAMPLE: &str = include_str!("../workflows/zhao-2007-figure-5.json");

/// A folder of its own for every call: tests run at once.
fn folder() -> Folder {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    Folder::new(&format!("workflow-{}", NEXT.fetch_add(1, Ordering::Relaxed)))
}

/// Runs a workflow; the rows of the jobs CSV by their columns, and the report.
fn run(scenario: &str, workflow: &str) -> (Vec<Vec<String>>, serde_json::Value) {
    let folder = folder();
    let workflow = folder.file("workflow.json", workflow);
    let jobs = folder.path("jobs.csv");
    let ran = slotscope(&["run", "-", &workflow, "--jobs", &jobs], scenario);
    assert!(ran.status.success(), "{}", text(&ran.stderr));
    let csv = std::fs::read_to_string(&jobs).expect("the jobs");
    let rows = csv.lines().map(|line| {
        let line = line.replace("\"0\"", "0");
        line.split(',').map(str::to_owned).collect()
    });
    (rows.collect(), serde_json::from_slice(&ran.stdout).expect("a report"))
}

/// What is said on standard error, and whether it was run.
fn said(scenario: &str, workflow: &str) -> (String, bool) {
    let folder = folder();
    let workflow = folder.file("workflow.json", workflow);
    let ran = slotscope(&["run", "-", &workflow], scenario);
    (text(&ran.stderr), ran.status.success())
}

fn column(rows: &[Vec<String>], name: &str) -> Vec<String> {
    let at = rows[0].iter().position(|it| it == name).expect("a column");
    rows[1..].iter().map(|row| row[at].clone()).collect()
}

fn numbers(rows: &[Vec<String>], name: &str) -> Vec<f64> {
    let fields = column(rows, name).into_iter();
    fields.map(|it| it.parse().expect("a number")).collect()
}

#[test]
fn the_worked_example_is_told_in_seconds_with_fractions() {
    let scenario = r#"{"system": {"workflow": {"scheduler": "given", "deadline": 200,
        "variant": "cp_even_time"}}}"#;
    let (rows, report) = run(scenario, EXAMPLE);
    assert_eq!(column(&rows, "task"), (0..10).map(|it| it.to_string()).collect::<Vec<_>>());
    assert_eq!(column(&rows, "provider")[..4], ["0", "2", "1", "0"]);
    assert_eq!(column(&rows, "machine")[..4], ["m0", "m2", "m1", "m0"]);
    let [start, end, until] = ["start", "end", "reserved_until"].map(|it| numbers(&rows, it));
    // Figure 7 (b), from shares that are not cut to two digits.
    assert_eq!((start[0], end[0]), (0.0, 17.0));
    assert!((until[0] - 35.85).abs() < 1e-9 && (start[1] - 55.45).abs() < 1e-9);
    assert!((until[9] - 200.0).abs() < 1e-9, "{}", until[9]);
    assert!((until[5] - start[5] - 30.0 - 37.7 / 3.0).abs() < 1e-9);
    let measures = &report["measures"];
    assert_eq!(measures["schedule_length"], 124.6);
    assert_eq!(measures["failures"], 0.0);
    let spare = |key: &str| measures[key].as_f64().expect("a number");
    assert!(spare("spare_least") <= spare("spare_mean"));
    assert!(spare("spare_mean") <= spare("spare_most"));
    // The exit's share, 18.85 s of 19, is left between its estimate and the deadline.
    assert!((report["makespan"].as_f64().expect("a number") - 181.15).abs() < 1e-3);
}

#[test]
fn several_first_and_last_tasks_are_joined_and_it_is_said() {
    let (said, ran) = said(
        r#"{"system": {"workflow": {}}}"#,
        r#"{"machines": ["m"], "tasks": [{"name": "a", "costs": [1]}, {"name": "b", "costs": [2]}],
            "edges": []}"#,
    );
    assert!(ran);
    assert!(said.contains("2 tasks have no predecessor: a zero-cost entry task"), "{said}");
    assert!(said.contains("a zero-cost exit task"), "{said}");
}

#[test]
fn what_is_wrong_with_a_workflow_is_said() {
    let task = |rest: &str| format!(r#"{{"machines": ["m", "n"], "tasks": [{rest}]}}"#);
    let two = r#"{"name": "a", "costs": [1, 2]}, {"name": "b", "costs": [1, 2]}"#;
    let edges = |edges: &str| format!(r#"{{"machines": ["m", "n"], "tasks": [{two}], "edges": [{edges}]}}"#);
    for (workflow, words) in [
        (String::new(), "the file is empty"),
        (task(""), "without tasks"),
        (task(r#"{"name": "a", "costs": [1]}"#), "task a has 1 costs for 2 machines"),
        (task(r#"{"name": "a"}"#), "missing field `costs`"),
        (task(r#"{"name": "a", "costs": [1, -2]}"#), "-2; it is 0 to"),
        (task(r#"{"name": "a", "costs": [1, NaN]}"#), "not a workflow"),
        (task(r#"{"name": "a", "costs": [1, 1e400]}"#), "number out of range"),
        (task(r#"{"name": "a", "costs": [1, 1e300]}"#), "it is 0 to"),
        (task(&format!("{two}, {two}")), "two tasks are called a"),
        (edges(r#"{"from": "a", "to": "c"}"#), "there is no task c"),
        (edges(r#"{"from": "a", "to": "b"}, {"from": "b", "to": "a"}"#), "in a circle: a → b → a"),
        (edges(r#"{"from": "a", "to": "a"}"#), "in a circle"),
        (edges(r#"{"from": "a", "to": "b", "data": -1}"#), "-1"),
        (r#"{"tasks": [{"name": "a", "costs": [1]}"#.to_owned(), "EOF"),
        (r#"{"machines": ["m", "m"], "tasks": []}"#.to_owned(), "two machines are called m"),
    ] {
        let (said, ran) = said(r#"{"system": {"workflow": {}}}"#, &workflow);
        assert!(!ran, "{workflow}");
        assert!(said.contains(words), "{workflow}: {said}");
        assert!(said.contains("workflow.json"), "{said}");
    }
}

#[test]
fn settings_that_cannot_be_are_said() {
    for (settings, words) in [
        (r#""deadline_factor": 0.5"#, "deadline_factor: 0.5; it is 1 to"),
        (r#""deadline": 100"#, "100 s is before the end of the schedule, 124.6 s"),
        (r#""qoi_percent": -1"#, "qoi_percent"),
        (r#""variant": "r_odd_time""#, "r_odd_time"),
        (r#""scheduler": "peft""#, "peft"),
    ] {
        let scenario = format!(r#"{{"system": {{"workflow": {{"scheduler": "given", {settings}}}}}}}"#);
        let scenario = match settings.contains("scheduler") {
            true => format!(r#"{{"system": {{"workflow": {{{settings}}}}}}}"#),
            false => scenario,
        };
        let (said, ran) = said(&scenario, EXAMPLE);
        assert!(!ran && said.contains(words), "{settings}: {said}");
    }
}

#[test]
fn systems_say_which_kind_of_workload_they_take() {
    let (words, ran) = said("{}", EXAMPLE);
    assert!(!ran);
    assert!(words.contains("takes a log, and this is a workflow"), "{words}");
    let (words, ran) = said(r#"{"system": {"workflow": {}}}"#, crate::command_line::THREE_JOBS);
    assert!(!ran);
    assert!(words.contains("Workflow takes a workflow, and this is a log"), "{words}");
    let folder = folder();
    let workflow = folder.file("workflow.json", EXAMPLE);
    let stats = slotscope(&["stats", &workflow], "");
    assert!(!stats.status.success());
    assert!(text(&stats.stderr).contains("a log is needed here"));
}

#[test]
fn errors_are_drawn_by_the_seed() {
    let scenario = |seed: u32, on_overrun: &str| {
        format!(
            r#"{{"seed": {seed}, "system": {{"workflow": {{"scheduler": "given", "deadline_factor": 1.2,
                "qoi_percent": 90, "on_overrun": "{on_overrun}"}}}}}}"#
        )
    };
    let failures = |seed: u32, on_overrun: &str| {
        let (_, report) = run(&scenario(seed, on_overrun), EXAMPLE);
        report["measures"]["failures"].as_f64().expect("a number")
    };
    assert_eq!(failures(1, "fail"), failures(1, "fail"));
    let seeds = || 1..=20;
    let all: f64 = seeds().map(|seed| failures(seed, "fail")).sum();
    assert!(all > 0.0);
    let moved = seeds().filter(|&seed| failures(seed, "fail") > 0.0);
    let saved = moved.filter(|&seed| failures(seed, "renegotiate") == 0.0);
    assert!(saved.count() > 0);
}

/// Four processors; the second job waits for the first.
const BUSY: &str = "; MaxProcs: 4\n\
    1 0 -1 200 3 -1 -1 3 300 -1 1 1 1 -1 1 -1 -1 -1\n\
    2 10 -1 50 3 -1 -1 3 50 -1 1 1 1 -1 1 -1 -1 -1\n";

/// The figures, and what `run --requests` makes of the files that were written.
#[test]
fn a_workflow_is_reserved_among_the_jobs_of_a_log() {
    let folder = folder();
    let (workflow, log) = (folder.file("workflow.json", EXAMPLE), folder.file("log.swf", BUSY));
    let (with, requests) = (folder.path("with.swf"), folder.path("requests.csv"));
    let scenario = r#"{"system": {"two_level": {"local": {"queue": "easy"}}}}"#;
    let arguments = |more: &[&'static str]| {
        let files = [&workflow, &log, &with, &requests].map(String::as_str);
        let [workflow, log, with, requests] = files;
        let mut all: Vec<String> = ["reserve", scenario, log, "--workflow", workflow, "--at", "100"]
            .into_iter()
            .chain(["--write-log", with, "--write-requests", requests])
            .map(str::to_owned)
            .collect();
        all.extend(more.iter().map(|it| (*it).to_owned()));
        all
    };
    let run_with = |more: &[&'static str]| {
        let all = arguments(more);
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        slotscope(&all, "")
    };
    let reserved = run_with(&[]);
    assert!(reserved.status.success(), "{}", text(&reserved.stderr));
    let told: serde_json::Value = serde_json::from_slice(&reserved.stdout).expect("JSON");
    let of = |field: &str| told["workflow"][field].as_f64().expect("a number");
    assert_eq!([of("tasks"), of("reservations"), of("first_job")], [10.0, 10.0, 3.0]);
    // One processor is free until the first job's limit, and the example wants three machines at once.
    assert!(of("late") > 0.0 && of("delay") > 0.0, "{told}");
    assert_eq!([of("moved"), of("refused")], [0.0, 0.0]);
    // Alone the second job starts when the first ends; with the workflow no sooner.
    let flow = |of: &str| told[of]["mean_flow_time"].as_f64().expect("a number");
    assert_eq!(flow("batch_alone"), (200.0 + 240.0) / 2.0);
    assert!(flow("batch_with") >= flow("batch_alone"));
    let again = slotscope(&["run", scenario, &with, "--requests", &requests], "");
    assert!(again.status.success(), "{}", text(&again.stderr));
    let report: serde_json::Value = serde_json::from_slice(&again.stdout).expect("a report");
    assert_eq!(report["batch"], told["batch_with"]);
    assert_eq!(report["reservations"]["jobs"], 10);
    let refused = run_with(&["--set", "workload.load_factor=2"]);
    assert!(!refused.status.success());
    assert!(text(&refused.stderr).contains("only first_job"));
}

/// A chain of two in each format that is read.
const CHAINS: [(&str, &str); 4] = [
    (
        "x.json",
        r#"{"tasks": [{"name": "a", "costs": [2]}, {"name": "b", "costs": [3]}],
            "edges": [{"from": "a", "to": "b", "data": 8}]}"#,
    ),
    (
        "x.dax",
        r#"<adag><job id="a" runtime="2"><uses file="f" link="output" size="8"/></job>
            <job id="b" runtime="3"><uses file="f" link="input"/></job>
            <child ref="b"><parent ref="a"/></child></adag>"#,
    ),
    ("x.dot", "digraph { a [cost=2] b [cost=3] a -> b [size=8] }"),
    (
        "y.json",
        r#"{"workflow": {"specification": {"tasks": [{"id": "a", "outputFiles": ["f"]},
            {"id": "b", "parents": ["a"], "inputFiles": ["f"]}], "files": [{"id": "f", "sizeInBytes": 8}]},
            "execution": {"tasks": [{"id": "a", "runtimeInSeconds": 2}, {"id": "b", "runtimeInSeconds": 3}]}}}"#,
    ),
];

#[test]
fn every_format_is_told_by_what_it_holds_and_converted() {
    let folder = folder();
    let mut all = Vec::new();
    for (name, chain) in CHAINS {
        let path = folder.file(name, chain);
        let own = slotscope(&["convert", &path, "--to", "workflow"], "");
        assert!(own.status.success(), "{name}: {}", text(&own.stderr));
        all.push(text(&own.stdout));
        let instance = slotscope(&["convert", &path, "--to", "wfcommons"], "");
        assert!(instance.status.success(), "{name}: {}", text(&instance.stderr));
        let again = slotscope(&["convert", "-", "--to", "workflow"], &text(&instance.stdout));
        assert_eq!(text(&again.stdout), all[0], "{name}");
    }
    assert!(all.iter().all(|it| *it == all[0]), "{all:#?}");
    let log = slotscope(&["convert", "-", "--to", "wfcommons"], crate::command_line::THREE_JOBS);
    assert!(text(&log.stderr).contains("this is a log, and a workflow is needed here"));
    let swf = slotscope(&["convert", "-", "--to", "swf"], CHAINS[2].1);
    assert!(text(&swf.stderr).contains("this is a workflow, and a log is needed here"));
}

#[test]
fn a_run_is_handed_out_as_a_workflow_and_runs_as_it_did() {
    let folder = folder();
    let scenario = r#"{"system": {"workflow": {"scheduler": "given", "variant": "cp_even_time"}}}"#;
    let workflow = folder.file("workflow.json", EXAMPLE);
    let jobs = folder.path("jobs.csv");
    let [own, instance] = ["own.json", "instance.json"].map(|it| folder.path(it));
    let [to_own, to_instance] = [format!("workflow={own}"), format!("wfcommons={instance}")];
    let exports = ["--export", &to_own, "--export", &to_instance];
    let arguments = [&["run", "-", &workflow, "--jobs", &jobs][..], &exports].concat();
    let ran = slotscope(&arguments, scenario);
    assert!(ran.status.success(), "{}", text(&ran.stderr));
    let first = std::fs::read_to_string(&jobs).expect("the jobs");
    let again = slotscope(&["run", "-", &own, "--jobs", &jobs], scenario);
    assert!(again.status.success(), "{}", text(&again.stderr));
    assert_eq!(crate::command_line::criteria(&again.stdout), crate::command_line::criteria(&ran.stdout));
    assert_eq!(std::fs::read_to_string(&jobs).expect("the jobs"), first);
    let (rows, _) = run(r#"{"system": {"workflow": {}}}"#, &std::fs::read_to_string(&instance).expect("an instance"));
    assert_eq!(rows.len(), 11);
    let log = folder.file("log.swf", crate::command_line::THREE_JOBS);
    let refused = slotscope(&["run", "-", &log, "--export", &to_own], "{}");
    assert!(text(&refused.stderr).contains("this run is of a log"));
}

/// What a sweep over a knob of workflows prints, without its columns of spreads; or what it says.
fn swept(vary: &str, input: &str) -> Result<Vec<Vec<String>>, String> {
    let folder = folder();
    let scenario = r#"{"system": {"workflow": {"deadline_factor": 1}}}"#;
    let scenario = folder.file("scenario.json", scenario);
    let workload = folder.file("workload", input);
    let swept = slotscope(&["sweep", &scenario, &workload, "--vary", vary], "");
    if !swept.status.success() {
        return Err(text(&swept.stderr));
    }
    let row = |line: &str| line.split(',').map(str::to_owned).collect();
    Ok(text(&swept.stdout).lines().map(row).collect())
}

/// Two equal tasks that wait for a third on two equal machines: the less data take, the sooner both run at
/// once; at some point it is as well to run all on one.
#[test]
fn data_and_machines_of_a_workflow_can_be_varied() {
    let fork = r#"{"machines": ["m0", "m1"], "tasks": [{"name": "a", "costs": [10, 10]},
        {"name": "b", "costs": [10, 10]}, {"name": "c", "costs": [10, 10]}],
        "edges": [{"from": "a", "to": "b", "data": 7}, {"from": "a", "to": "c", "data": 7}],
        "communication": [[0, 1], [1, 0]]}"#;
    let rows = swept("workload.ccr=0,0.5,0.9,5", fork).expect("a sweep");
    assert_eq!(numbers(&rows, "schedule_length"), [20.0, 25.0, 29.0, 30.0]);
    let rows = swept("workload.machines=1,2", fork).expect("a sweep");
    assert_eq!(numbers(&rows, "schedule_length"), [30.0, 27.0]);
    let refused = swept("workload.machines=3", fork).expect_err("too many");
    assert!(refused.contains("the workflow has 2 machines, of which 1 to 2 can be taken"), "{refused}");
    let refused = swept("workload.ccr=-1", fork).expect_err("too little");
    assert!(refused.contains("workload.ccr is -1: it must be from 0 to 1000, or null"), "{refused}");
}

#[test]
fn what_is_varied_of_workflows_is_not_offered_on_logs() {
    let listed = |system: &str| text(&slotscope(&["knobs", system], "").stdout);
    for path in ["workload.ccr", "workload.machines"] {
        assert!(listed("workflow").contains(path));
        assert!(!listed("as_logged").contains(path));
        let folder = folder();
        let log = folder.file("log.swf", crate::command_line::THREE_JOBS);
        let vary = format!("{path}=1");
        let swept = slotscope(&["sweep", "-", &log, "--vary", &vary], r#"{"platform": [8]}"#);
        let why = format!("{path} is for workflows, and this is a log: set it to null");
        assert!(text(&swept.stderr).contains(&why), "{}", text(&swept.stderr));
    }
}

/// A generated workflow is that of the library with the same numbers, and runs.
#[test]
fn a_generated_workflow_is_the_librarys_and_runs() {
    use slotscope::workload::workflow::generate::{Kind, MadeUp};
    use slotscope::workload::workflow::to_json;

    for (name, kind) in [
        ("montage", Kind::Montage),
        ("layered", Kind::Layered),
        ("laplace", Kind::Laplace),
        ("fork-join", Kind::ForkJoin),
        ("fft", Kind::Fft),
    ] {
        let arguments = ["generate", "workflow", "--kind", name, "--tasks", "30", "--machines", "4", "--seed", "7"];
        let made = slotscope(&arguments, "");
        let expected = MadeUp { kind, tasks: 30, machines: 4, seed: 7 };
        let workflow = expected.workflow().unwrap();
        assert_eq!(text(&made.stdout), to_json(&workflow) + "\n");
        let (rows, _) = run(r#"{"system": {"workflow": {}}}"#, &text(&made.stdout));
        assert_eq!(rows.len(), workflow.tasks.len() + 1, "{name}");
    }
    let usual = slotscope(&["generate", "workflow"], "");
    let sample = MadeUp::default().workflow().unwrap();
    assert_eq!(text(&usual.stdout), to_json(&sample) + "\n");
    let refused = slotscope(&["generate", "workflow", "--tasks", "3"], "");
    assert!(!refused.status.success());
    assert!(text(&refused.stderr).contains("4 to 10000"));
}
