//! Workflows of other programs, from the text of their files to the length of their schedule.

use scheduling::criteria::Report;
use workload::{WorkloadKind, read};

use crate::{Scenario, System, report_beside_log, run};

/// The report of a run on two machines of speed 1, between which data take no time, and the additions to the file.
fn report(name: &str, text: &str, change: fn(&mut Scenario)) -> (Report, Vec<String>) {
    let reading = read(name, text.as_bytes()).expect("a workflow");
    assert_eq!(reading.workload.kind(), WorkloadKind::Workflow);
    let mut scenario = Scenario {
        system: System::for_kind(WorkloadKind::Workflow).expect("a system"),
        platform: vec![1, 1],
        ..Scenario::default()
    };
    change(&mut scenario);
    let run = run(&scenario, &reading.workload).expect("a run");
    let report = report_beside_log(&run, &scenario, &reading.workload);
    (report, reading.repairs)
}

/// The number of tasks, and the length of the initial schedule in seconds.
fn told(name: &str, text: &str) -> (usize, f64) {
    length(&report(name, text, |_| {}).0)
}

fn length(report: &Report) -> (usize, f64) {
    (report.jobs, report.measures["schedule_length"])
}

const SPLIT: &str = r#""name": "split", "id": "1", "type": "compute", "parents": [], "children": ["2"]"#;
const JOIN: &str = r#""name": "join", "id": "2", "type": "compute", "parents": ["1"], "children": []"#;

/// One after the other: 10.5 s and 19.5 s.
#[test]
fn wfcommons_1_3_and_1_4_take_30_seconds() {
    for (version, run_time, size) in [("1.3", "runtime", "size"), ("1.4", "runtimeInSeconds", "sizeInBytes")] {
        let text = format!(
            r#"{{"schemaVersion": "{version}", "workflow": {{"tasks": [
                {{{SPLIT}, "{run_time}": 10.5, "cores": 1, "files": [{{"link": "output", "name": "f", "{size}": 100}}]}},
                {{{JOIN}, "{run_time}": 19.5, "cores": 4, "files": [{{"link": "input", "name": "f", "{size}": 100}}]}}]}}}}"#
        );
        assert_eq!(told("a.json", &text), (2, 30.0), "{version}");
        let (_, repairs) = report("a.json", &text, |_| {});
        assert_eq!(repairs, ["a task ran on several cores: it runs on one machine, whatever cores that has"]);
    }
}

fn specified(files: &str, execution: &str) -> String {
    format!(
        r#"{{"schemaVersion": "1.5", "workflow": {{"specification": {{"tasks": [
            {{{SPLIT}, "inputFiles": ["big"], "outputFiles": ["f"]}}, {{{JOIN}, "inputFiles": ["f"], "outputFiles": []}}],
            "files": [{{"id": "f", "sizeInBytes": 100}}{files}]}}{execution}}}}}"#
    )
}

#[test]
fn wfcommons_without_an_execution_takes_a_second_for_each_task() {
    assert_eq!(told("a.json", &specified("", "")), (2, 2.0));
}

#[test]
fn a_file_that_no_task_hands_on_may_have_any_size() {
    let big = r#", {"id": "big", "sizeInBytes": 250000000000}"#;
    let ran = r#", "execution": {"makespanInSeconds": 3, "tasks": [
        {"id": "1", "runtimeInSeconds": 10}, {"id": "2", "runtimeInSeconds": 20}]}"#;
    assert_eq!(told("a.json", &specified(big, ran)), (2, 30.0));
}

/// The first and the second run beside one another, for 1 and 5 s, then the third for 2 s: 7 s at 1 Gflop/s.
#[test]
fn sizes_of_simgrid_take_7_seconds() {
    let plain =
        r#"digraph G { c1 [size="1e9"]; c2 [size="5e9"]; c3 [size="2e9"]; c1->c3 [size="5e8"]; c2->c3 [size="-1"]; }"#;
    assert_eq!(told("a.dot", plain), (3, 7.0));
    let whole = r#"digraph G { c1 [size="1e9"]; c2 [size="5e9"]; c3 [size="2e9"]; root->c1 [size="2e8"]; root->c2 [size="1e8"];
        c1->c3 [size="5e8"]; c2->c3 [size="-1."]; c3->end [size="2e8"]; }"#;
    assert_eq!(told("a.dot", whole), (5, 7.0));
    let (twice, repairs) = report("a.dot", whole, |it| it.workload.flops_per_second = Some(2e9));
    assert_eq!(length(&twice), (5, 3.5));
    assert!(repairs[0].starts_with("the sizes of tasks count as floating point operations"));
}

#[test]
fn the_speed_is_told_and_checked() {
    let mut scenario = Scenario::default();
    scenario.workload.flops_per_second = Some(2.5e9);
    assert!(crate::words(&scenario).contains(", 2.5 Gflop/s, "));
    assert_eq!(crate::validate(&scenario), Ok(()));
    for wrong in [0.0, -1.0, 1e22] {
        scenario.workload.flops_per_second = Some(wrong);
        let why = crate::validate(&scenario).expect_err("it is wrong").to_string();
        assert!(why.starts_with("workload.flops_per_second: "), "{why}");
        assert!(why.ends_with("it is 1 to 1e21, or null: 1"), "{why}");
    }
}

#[test]
fn large_sizes_of_simgrid_are_read() {
    let text = r#"digraph G { root [size="0.0"]; a [size="5e11"]; b [size="2e11"]; end [size="0.0"];
        root -> a [size="-1"]; root -> b [size="-1"]; a -> end [size="1e8"]; b -> end [size="2e8"]; }"#;
    assert_eq!(told("a.dot", text), (4, 500.0));
}

/// The first takes 60 s by its profile, the second, of which nothing is known, 1 s.
#[test]
fn pegasus_5_is_read() {
    let text = "x-pegasus: {apiLang: python}\npegasus: '5.0'\nname: diamond\njobs:\n- type: job\n  id: A\n  uses:\n  \
        - {lfn: f, type: output, stageOut: false}\n  profiles: {pegasus: {runtime: '60'}}\n- type: job\n  id: B\n  \
        uses:\n  - {lfn: f, type: input}\njobDependencies:\n- id: A\n  children: [B]\n";
    assert_eq!(told("a.yml", text), (2, 61.0));
}

#[test]
fn a_dax_without_run_times_takes_a_second_for_each_task() {
    let text = r#"<adag version="3.6" name="diamond"><job id="A" name="a"><uses name="f" link="output"/></job>
        <job id="B" name="b"><uses name="f" link="input"/></job><child ref="B"><parent ref="A"/></child></adag>"#;
    assert_eq!(told("a.dax", text), (2, 2.0));
}
