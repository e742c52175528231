use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::snapshot::FileMark;
use crate::snapshot::tests::snapshot;
use experiment::{Scenario, System};
use workload::testing::{assert_told, rows, with_value};
use workload::workflow::FileKind;
use workload::{self, WorkloadKind};

const LOG: &[u8] = b"; MaxProcs: 8\n1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n";

fn with_log(bytes: &[u8]) -> Project {
    Project {
        snapshot: Snapshot { workload: Source::File(FileMark::of("small.swf", bytes)), ..Snapshot::default() },
        log: Some(bytes.to_vec()),
    }
}

/// A workflow, in each of the formats that are dropped, with a scenario that takes a part of it.
#[test]
fn a_project_holds_a_workflow() {
    let system = System::for_kind(WorkloadKind::Workflow).expect("a system");
    let mut scenario = Scenario { system, ..Scenario::default() };
    (scenario.workload.ccr, scenario.workload.machines) = (Some(0.5), Some(1));
    for text in [
        r#"{"machines": ["m"], "tasks": [{"name": "a", "costs": [1.5]}]}"#,
        r#"<adag><job id="a" runtime="1.5"/></adag>"#,
        r#"digraph { a [cost=1.5] }"#,
    ] {
        let project = Project {
            snapshot: Snapshot {
                workload: Source::File(FileMark::of("a.txt", text.as_bytes())),
                scenarios: vec![scenario.clone()],
                view: "gantt".to_owned(),
                ..Snapshot::default()
            },
            log: Some(text.as_bytes().to_vec()),
        };
        let written = write(&project).expect("a file");
        assert!(looks_like_one(written.as_bytes()));
        let read = read(written.as_bytes()).expect("a project");
        assert_eq!(read, project);
        let bytes = read.log.expect("its workflow");
        assert_eq!(read.snapshot.workload, Source::File(FileMark::of("a.txt", &bytes)));
        let workload = workload::read("a.txt", &bytes).expect("a workflow").workload;
        assert_eq!(workload.kind(), WorkloadKind::Workflow);
        // An exported scenario is no workflow.
        let scenario = serde_json::to_string(&scenario).expect("a text");
        assert_eq!(FileKind::of(scenario.as_bytes()), None);
    }
}

#[track_caller]
fn assert_refused(json: &Value, told: &str) {
    assert_told(read(json.to_string().as_bytes()).expect_err(told).0, told, told);
}

#[test]
fn a_project_is_told_from_a_scenario() {
    let text = write(&with_log(LOG)).unwrap();
    assert!(looks_like_one(text.as_bytes()));
    assert!(looks_like_one(format!("\u{feff}{text}").as_bytes()));
    for other in ["{}", "{\"seed\": 1}", "", "[1]", "; MaxProcs: 8\n"] {
        assert!(!looks_like_one(other.as_bytes()), "{other}");
    }
    // Wherever the sign stands.
    let value: Value = serde_json::from_str(&text).unwrap();
    let mut fields = value.as_object().unwrap().clone();
    let sign = fields.remove("slotscope_project").unwrap();
    let rest = Value::Object(fields).to_string();
    let moved = format!("{},\"slotscope_project\":{sign}}}", &rest[..rest.len() - 1]);
    assert!(looks_like_one(moved.as_bytes()));
    assert_eq!(read(moved.as_bytes()), read(text.as_bytes()));
}

#[test]
fn a_packed_log_is_not_packed_again() {
    let packed = deflate::gzip(LOG);
    let project = with_log(&packed);
    let text = write(&project).unwrap();
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["log"]["packed"], json!(false));
    assert_eq!(read(text.as_bytes()), Ok(project));
}

#[test]
fn what_is_wrong_is_named() {
    let text = write(&with_log(LOG)).unwrap();
    let whole: Value = serde_json::from_str(&text).unwrap();
    for [place, value, told] in rows(
        "/slotscope_project | 2 | …version 2…
        /snapshot/scenarios | [] | …0 scenarios…
        /snapshot/workload | \"sample\" | …no file…
        /log/base64 | \"AAAA\" | …damaged…
        /log/base64 | \"é\" | …damaged…
        /snapshot | {\"tempo\": 1} | …tempo…",
    ) {
        assert_refused(&with_value(&whole, &place, serde_json::from_str::<Value>(&value).unwrap()), &told);
    }
    assert_refused(&json!({"slotscope_project": 1}), "…snapshot…");
    assert!(read(&text.as_bytes()[..text.len() / 2]).is_err());
}

#[test]
fn a_bomb_of_a_log_is_refused() {
    let json: Value = serde_json::from_str(&write(&with_log(LOG)).unwrap()).unwrap();
    let bomb = BASE64_STANDARD.encode(deflate::gzip(&vec![b'0'; MOST_LOG + 1]));
    assert_refused(&with_value(&json, "/log/base64", bomb), "…unpacks to more than 64 MB…");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(64)))]

    #[test]
    fn a_project_reads_back(snapshot in snapshot(), bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let log = matches!(snapshot.workload, Source::File(_)).then_some(bytes);
        let project = Project { snapshot, log };
        let text = write(&project).unwrap();
        prop_assert_eq!(read(text.as_bytes()), Ok(project));
    }

    #[test]
    fn noise_is_refused(noise in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(!looks_like_one(&noise) && read(&noise).is_err());
    }
}
