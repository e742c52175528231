use proptest::prelude::*;

use crate::read as read_any;
use crate::testing::{changed, graph, rows, spliced};
use crate::workflow::{FileKind, Repair, from_dax, from_pegasus, read};

/// A fork in the words of Pegasus' Python interface.
const FORK: &str = r#"x-pegasus: {apiLang: python, createdBy: u1, createdOn: 07-24-20T10:08:48Z}
pegasus: '5.0'
name: fork
replicaCatalog:
  replicas:
  - lfn: f.a
    pfns: [{site: local, pfn: /data/f.a}]
jobs:
- type: job
  name: split
  id: ID0000001
  arguments: [-T, '60', "a: b"]
  uses:
  - {lfn: f.a, type: input}
  - {lfn: f.b, type: output, size: '4000', stageOut: false}
  - {lfn: f.c, type: output}
  profiles: {pegasus: {runtime: '60', cores: '4'}, env: {A: b}}
- type: job
  name: left
  id: ID0000002
  uses:
  - lfn: f.b
    type: input
  - {lfn: f.c, type: input}
  metadata: {runtime: '2.5'}
- type: pegasusWorkflow
  file: inner.yml
  id: inner
  uses:
  - {lfn: f.b, type: input, metadata: {size: '1'}}
jobDependencies:
- id: ID0000001
  children: [ID0000002, inner]
"#;

#[test]
fn a_workflow_of_pegasus_5_is_read() {
    assert_eq!(FileKind::of(FORK.as_bytes()), Some(FileKind::Pegasus));
    let (workflow, repairs) = from_pegasus(FORK).unwrap();
    assert_eq!(graph(&workflow), "ID0000001=60, ID0000002=2.5, inner=1, 0>1=4000, 0>2=4000");
    assert_eq!(repairs, [Repair::NoRunTime(1), Repair::Cores(1), Repair::NoSize(1)]);
    assert_eq!(repairs[0].words(), "the run time of a task is not in the file: it counts as 1 s");
    assert!(workflow.machines.is_empty());
}

#[test]
fn json_and_dax_say_the_same() {
    let json = r#"{"pegasus": "5.0", "name": "two", "jobs": [
        {"type": "job", "id": "a", "uses": [{"lfn": "x", "type": "output", "size": 7}],
         "profiles": {"pegasus": {"runtime": 3}}},
        {"type": "job", "id": "b", "uses": [{"lfn": "x", "type": "inout"}], "profiles": {"pegasus": {"runtime": 4}}}
    ], "jobDependencies": [{"id": "a", "children": ["b"]}]}"#;
    assert_eq!(FileKind::of(json.as_bytes()), Some(FileKind::Pegasus));
    let dax = r#"<adag><job id="a" runtime="3"><uses file="x" link="output" size="7"/></job>
        <job id="b" runtime="4"><uses file="x" link="inout"/></job>
        <child ref="b"><parent ref="a"/></child></adag>"#;
    assert_eq!(from_pegasus(json).unwrap(), from_dax(dax).unwrap());
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    for [piece, other, why] in rows(
        "[ID0000002, inner] | [ID0000002, outer] | line 33, column 25: child: there is no job outer
        - id: ID0000001\\n  children | - id: x\\n  children | line 32, column 3: id: there is no job x
        id: ID0000002 | id: ID0000001 | line 18, column 3: job ID0000001 was there before, in line 9
        \\s\\sid: ID0000002\\n | | line 18, column 3: there is no id
        runtime: '60' | runtime: soon | line 17, column 33: runtime is \"soon\": it must be a number
        runtime: '60' | runtime: -1 | line 17, column 33: the runtime of a job: -1; it is 0 to 100000000000
        jobs: | jobs: 5\\nothers: | line 8, column 7: jobs must be a list
        jobs: | sites: | \
        not a workflow: this file of Pegasus has no jobs: it is a catalog or other part, not a workflow
        children: [ID0000002, inner] | children: [ID0000002 | \
        line 34, column 1: while parsing a flow sequence, expected ',' or ']'
        A: b} | A: &x b, B: *x} | line 17, column 70: aliases (*name) are not read
        [ID0000002, inner] | \
        [ID0000002]\\n- id: inner\\n  children: [ID0000001]\\n- id: ID0000001\\n  children: [inner] | \
        tasks wait for one another in a circle: ID0000001 → inner → ID0000001",
    ) {
        let text = changed(FORK, &piece, &other);
        assert_eq!(read_any("x.yml", text.as_bytes()).unwrap_err().kind.to_string(), why);
    }
    assert_eq!(from_pegasus("pegasus: 1\njobs: []").unwrap_err().to_string(), "a workflow without tasks");
}

#[test]
fn deep_and_wide_texts_are_no_work() {
    let deep = |by: usize| {
        let text = format!("pegasus: 1\njobs: {}", "[".repeat(by));
        from_pegasus(&text).unwrap_err().to_string()
    };
    assert!(deep(70).contains("more than 64 deep"), "{}", deep(70));
    assert_ne!(deep(100_000), "");
    let jobs: String = (0..20_000).map(|it| format!("- id: j{it}\n")).collect();
    let wide = from_pegasus(&format!("pegasus: 1\njobs:\n{jobs}")).unwrap();
    assert_eq!(wide.0.tasks.len(), 20_000);
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(text in spliced(FORK, "[{}\\[\\]:,&*!|>'\"%@?# \n a-e0-9é-]{0,12}")) {
        let _ = read(FileKind::Pegasus, &text);
    }
}
