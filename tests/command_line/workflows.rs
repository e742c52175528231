//! `slotscope run scenario.json workflow.json`.

use slotscope::workload::workflow::generate::{Kind, MadeUp};
use slotscope::workload::workflow::to_json;

use super::{Folder, THREE_JOBS, assert_says, column, criteria, numbers, printed, refused, values};

/// The worked example of Zhao and Sakellariou 2007 (Figure 5), as far as its text has it.
const EXAMPLE: &str = include_str!("../workflows/zhao-2007-figure-5.json");

const USUAL: &str = r#"{"system": {"workflow": {}}}"#;

/// A folder with a scenario of these settings and a workflow.
fn folder(settings: &str, workflow: &str) -> Folder {
    let scenario = format!(r#"{{"system": {{"workflow": {{{settings}}}}}}}"#);
    Folder::with(&[("scenario.json", &scenario), ("workflow.json", workflow), ("log.swf", THREE_JOBS)])
}

const RUN: &str = "run - workflow.json --jobs jobs.csv < scenario.json";

#[test]
fn the_worked_example_is_told_in_seconds_with_fractions() {
    let folder = folder(r#""scheduler": "given", "deadline": 200, "variant": "cp_even_time""#, EXAMPLE);
    let report = folder.json(RUN);
    let jobs = folder.read("jobs.csv");
    assert_eq!(column(&jobs, "task").join(" "), "0 1 2 3 4 5 6 7 8 9");
    assert_eq!(column(&jobs, "provider")[..4], ["0", "2", "1", "0"]);
    assert_eq!(column(&jobs, "machine")[..4], ["m0", "m2", "m1", "m0"]);
    let [start, end, until] = ["start", "end", "reserved_until"].map(|it| numbers(&jobs, it));
    // Figure 7 (b), from shares that are not cut to two digits.
    assert_eq!((start[0], end[0]), (0.0, 17.0));
    assert!((until[0] - 35.85).abs() < 1e-9 && (start[1] - 55.45).abs() < 1e-9);
    assert!((until[9] - 200.0).abs() < 1e-9, "{}", until[9]);
    assert!((until[5] - start[5] - 30.0 - 37.7 / 3.0).abs() < 1e-9);
    assert_eq!(values(&report, "/measures/schedule_length /measures/failures"), "124.6 0.0");
    let spare =
        ["spare_least", "spare_mean", "spare_most"].map(|it| report["measures"][it].as_f64().expect("a number"));
    assert!(spare.is_sorted(), "{spare:?}");
    // The exit's share, 18.85 s of 19, is left between its estimate and the deadline.
    assert!((report["makespan"].as_f64().expect("a number") - 181.15).abs() < 1e-3);
}

#[test]
fn several_first_and_last_tasks_are_joined_and_it_is_said() {
    let two =
        r#"{"machines": ["m"], "tasks": [{"name": "a", "costs": [1]}, {"name": "b", "costs": [2]}], "edges": []}"#;
    assert_says(
        &folder("", two).warned(RUN),
        "2 tasks have no predecessor: a zero-cost entry task … a zero-cost exit task",
    );
}

#[test]
fn what_is_wrong_with_a_workflow_is_said() {
    let folder = folder("", "");
    // Of a list of tasks without edges, and of edges between tasks a and b.
    for row in r#"
        tasks =>  => without tasks
        tasks => {"name": "a", "costs": [1]} => task a has 1 costs for 2 machines
        tasks => {"name": "a"} => missing field `costs`
        tasks => {"name": "a", "costs": [1, -2]} => -2; it is 0 to
        tasks => {"name": "a", "costs": [1, NaN]} => not a workflow
        tasks => {"name": "a", "costs": [1, 1e400]} => number out of range
        tasks => {"name": "a", "costs": [1, 1e300]} => it is 0 to
        tasks => TWO, TWO => two tasks are called a
        edges => {"from": "a", "to": "c"} => there is no task c
        edges => {"from": "a", "to": "b"}, {"from": "b", "to": "a"} => in a circle: a → b → a
        edges => {"from": "a", "to": "a"} => in a circle
        edges => {"from": "a", "to": "b", "data": -1} => -1
        whole => {"tasks": [{"name": "a", "costs": [1]} => EOF
        whole => {"machines": ["m", "m"], "tasks": []} => two machines are called m
        whole =>  => the file is empty"#
        .lines()
        .skip(1)
    {
        let [of, given, words] = row.split(" => ").collect::<Vec<_>>()[..] else { panic!("{row}") };
        let workflow = match of.trim() {
            "tasks" => format!(r#"{{"machines": ["m", "n"], "tasks": [{given}]}}"#),
            "edges" => format!(r#"{{"machines": ["m", "n"], "tasks": [TWO], "edges": [{given}]}}"#),
            _ => given.to_owned(),
        };
        let two = r#"{"name": "a", "costs": [1, 2]}, {"name": "b", "costs": [1, 2]}"#;
        folder.file("workflow.json", &workflow.replace("TWO", two));
        let said = folder.refused(RUN);
        assert!(said.contains(words) && said.contains("workflow.json"), "{row}: {said}");
    }
}

#[test]
fn settings_that_cannot_be_are_said() {
    for row in r#"
        "scheduler": "given", "deadline_factor": 0.5 => deadline_factor: 0.5; it is 1 to
        "scheduler": "given", "deadline": 100 => 100 s is before the end of the schedule, 124.6 s
        "scheduler": "given", "qoi_percent": -1 => qoi_percent
        "scheduler": "given", "variant": "r_odd_time" => r_odd_time
        "scheduler": "peft" => peft"#
        .lines()
        .skip(1)
    {
        let (settings, words) = row.split_once(" => ").expect(row);
        let said = folder(settings, EXAMPLE).refused(RUN);
        assert!(said.contains(words), "{row}: {said}");
    }
}

#[test]
fn systems_say_which_kind_of_workload_they_take() {
    folder("", EXAMPLE).assert_refused(
        "run {} workflow.json => takes a log, and this is a workflow\n\
         run - log.swf < scenario.json => Workflow takes a workflow, and this is a log\n\
         stats workflow.json => a log is needed here",
    );
}

#[test]
fn errors_are_drawn_by_the_seed() {
    let given = r#""scheduler": "given", "deadline_factor": 1.2, "qoi_percent": 90"#;
    let folder = folder(given, EXAMPLE);
    let failures = |seed: u32, on_overrun: &str| {
        let set = format!("--set seed={seed} --set system.workflow.on_overrun={on_overrun}");
        let report = folder.json(&format!("run - workflow.json {set} < scenario.json"));
        report["measures"]["failures"].as_f64().expect("a number")
    };
    assert_eq!(failures(1, "fail"), failures(1, "fail"));
    let mut failed = (1..=20).filter(|&seed| failures(seed, "fail") > 0.0).peekable();
    assert!(failed.peek().is_some());
    assert!(failed.any(|seed| failures(seed, "renegotiate") == 0.0));
}

/// Four processors; the second job waits for the first.
const BUSY: &str = "; MaxProcs: 4\n\
    1 0 -1 200 3 -1 -1 3 300 -1 1 1 1 -1 1 -1 -1 -1\n\
    2 10 -1 50 3 -1 -1 3 50 -1 1 1 1 -1 1 -1 -1 -1\n";

/// The figures, and what `run --requests` makes of the files that were written.
#[test]
fn a_workflow_is_reserved_among_the_jobs_of_a_log() {
    let scenario = r#"{"system": {"two_level": {"local": {"queue": "easy"}}}}"#;
    let folder = Folder::with(&[("scenario.json", scenario), ("workflow.json", EXAMPLE), ("log.swf", BUSY)]);
    let reserve = "reserve scenario.json log.swf --workflow workflow.json --at 100 --write-log with.swf \
        --write-requests requests.csv";
    let told = folder.json(reserve);
    assert_eq!(values(&told["workflow"], "/tasks /reservations /first_job /moved /refused"), "10 10 3 0 0");
    // One processor is free until the first job's limit, and the example wants three machines at once.
    let of = |pointer| told.pointer(pointer).and_then(|it| it.as_f64()).expect("a number");
    assert!(of("/workflow/late") > 0.0 && of("/workflow/delay") > 0.0, "{told}");
    // Alone the second job starts when the first ends; with the workflow no sooner.
    assert_eq!(of("/batch_alone/mean_flow_time"), (200.0 + 240.0) / 2.0);
    assert!(of("/batch_with/mean_flow_time") >= of("/batch_alone/mean_flow_time"));
    let report = folder.json("run scenario.json with.swf --requests requests.csv");
    assert_eq!(report["batch"], told["batch_with"]);
    assert_eq!(report["reservations"]["jobs"], 10);
    folder.assert_refused(&format!("{reserve} --set workload.load_factor=2 => only first_job"));
}

/// A chain of two in each format that is read.
const CHAINS: &[(&str, &str)] = &[
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
    let folder = Folder::with(CHAINS);
    let first = folder.printed("convert x.json --to workflow");
    for (name, _) in CHAINS {
        assert_eq!(folder.printed(&format!("convert {name} --to workflow")), first, "{name}");
        let instance = folder.printed(&format!("convert {name} --to wfcommons"));
        assert_eq!(printed("convert - --to workflow", &instance), first, "{name}");
    }
    folder.file("log.swf", THREE_JOBS);
    folder.assert_refused(
        "convert - --to wfcommons < log.swf => this is a log, and a workflow is needed here\n\
         convert - --to swf < x.dot => this is a workflow, and a log is needed here",
    );
}

#[test]
fn a_run_is_handed_out_as_a_workflow_and_runs_as_it_did() {
    let folder = folder(r#""scheduler": "given", "variant": "cp_even_time""#, EXAMPLE);
    let ran = folder.printed(
        "run - workflow.json --jobs jobs.csv --export workflow=own.json --export wfcommons=instance.json \
         < scenario.json",
    );
    let first = folder.read("jobs.csv");
    let again = folder.printed("run - own.json --jobs jobs.csv < scenario.json");
    assert_eq!(criteria(&again), criteria(&ran));
    assert_eq!(folder.read("jobs.csv"), first);
    folder.file("scenario.json", USUAL);
    folder.printed("run - instance.json --jobs jobs.csv < scenario.json");
    assert_eq!(folder.read("jobs.csv").lines().count(), 11);
    folder.assert_refused("run {} log.swf --export workflow=own.json => this run is of a log");
}

/// Two equal tasks that wait for a third on two equal machines: the less data take, the sooner both run at
/// once; at some point it is as well to run all on one.
#[test]
fn data_and_machines_of_a_workflow_can_be_varied() {
    let fork = r#"{"machines": ["m0", "m1"], "tasks": [{"name": "a", "costs": [10, 10]},
        {"name": "b", "costs": [10, 10]}, {"name": "c", "costs": [10, 10]}],
        "edges": [{"from": "a", "to": "b", "data": 7}, {"from": "a", "to": "c", "data": 7}],
        "communication": [[0, 1], [1, 0]]}"#;
    let folder = folder(r#""deadline_factor": 1"#, fork);
    let lengths = |values: &str| {
        let table = folder.printed(&format!("sweep scenario.json workflow.json --vary workload.{values}"));
        numbers(&table, "schedule_length")
    };
    assert_eq!(lengths("ccr=0,0.5,0.9,5"), [20.0, 25.0, 29.0, 30.0]);
    assert_eq!(lengths("machines=1,2"), [30.0, 27.0]);
    for row in [
        "machines=3 => the workflow has 2 machines, of which 1 to 2 can be taken",
        "ccr=-1 => workload.ccr: -1; it is 0 to 1000, or null",
    ] {
        let (vary, words) = row.split_once(" => ").expect(row);
        assert_says(&folder.refused(&format!("sweep scenario.json workflow.json --vary workload.{vary}")), words);
    }
}

#[test]
fn what_is_varied_of_workflows_is_not_offered_on_logs() {
    let [of_workflows, of_logs] = ["workflow", "as_logged"].map(|it| printed(&format!("knobs {it}"), ""));
    for path in ["workload.ccr", "workload.machines"] {
        assert!(of_workflows.contains(path) && !of_logs.contains(path), "{path}");
        let said = refused(&format!("sweep '{{\"platform\": [8]}}' - --vary {path}=1"), THREE_JOBS);
        assert_says(&said, &format!("{path} is for workflows, and this is a log: set it to null"));
    }
}

/// A generated workflow is that of the library with the same numbers, and runs.
#[test]
fn a_generated_workflow_is_the_librarys_and_runs() {
    for (name, kind) in [
        ("montage", Kind::Montage),
        ("layered", Kind::Layered),
        ("laplace", Kind::Laplace),
        ("fork-join", Kind::ForkJoin),
        ("fft", Kind::Fft),
    ] {
        let made = printed(&format!("generate workflow --kind {name} --tasks 30 --machines 4 --seed 7"), "");
        let workflow = MadeUp { kind, tasks: 30, machines: 4, seed: 7 }.workflow().unwrap();
        assert_eq!(made, to_json(&workflow) + "\n");
        let folder = folder("", &made);
        folder.printed(RUN);
        assert_eq!(folder.read("jobs.csv").lines().count(), workflow.tasks.len() + 1, "{name}");
    }
    let sample = MadeUp::default().workflow().unwrap();
    assert_eq!(printed("generate workflow", ""), to_json(&sample) + "\n");
    assert_says(&refused("generate workflow --tasks 3", ""), "4 to 10000");
}
