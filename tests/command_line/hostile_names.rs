//! Names that others have chosen: none commands the terminal, and none is a formula in a spreadsheet.

use super::plans::{log, planned};
use super::{Folder, THREE_JOBS, parsed, printed, text};

/// Clears the screen and sets the window's title, by the characters of C0 and by those of C1.
const ESCAPES: &str = "\u{1b}[2J\u{1b}]0;t\u{7}\u{9b}2J";

/// The same in JSON.
const ESCAPED: &str = "\\u001b[2J\\u001b]0;t\\u0007\\u009b2J";

#[track_caller]
fn assert_harmless(folder: &Folder, line: &str) {
    let ran = folder.called(line);
    let said = text(&ran.stdout) + &text(&ran.stderr);
    let control = said.chars().find(|&it| it.is_control() && it != '\n');
    assert_eq!(control, None, "{line:?}: {said:?}");
    assert!(said.contains("2J"), "{line:?} does not say the name: {said}");
}

#[test]
fn no_name_commands_the_terminal() {
    let folder = Folder::with(&[
        ("batch", "task,start,end,load\nNAME,0,60,20\n"),
        ("header", &["; Computer: NAME\n", THREE_JOBS].concat()),
        (
            "workflow",
            r#"{"machines": ["m"], "edges": [],
                "tasks": [{"name": "JSON", "costs": [5]}, {"name": "b", "costs": [5]}]}"#,
        ),
        ("dot", "digraph { \"NAME\" -> b }"),
        // XML holds no control character of C0 as such, but those of C1.
        ("dax", "<adag><job id=\"a\" name=\"a\" runtime=\"\u{9b}2J\"/></adag>"),
        ("log.swf", THREE_JOBS),
        ("requests.csv", "job,ready,deadline\nNAME,0,9\n"),
        ("lesson.json", r#"{"JSON": 1}"#),
        ("\u{1b}[2J.swf", "no log"),
    ]);
    for name in ["batch", "header", "workflow", "dot", "requests.csv", "lesson.json"] {
        let text = folder.read(name).replace("NAME", ESCAPES);
        folder.file(name, &text.replace("JSON", ESCAPED));
    }
    for line in [
        "convert - --to tasks-csv < batch",
        "convert - --to tasks-xml < batch",
        "convert - --to swf < header",
        "convert - --to wfcommons < workflow",
        "convert - --to workflow < dot",
        "convert - --to workflow < dax",
        "run {\"system\":{\"JSON\":{}}} log.swf",
        "run {} log.swf --requests requests.csv",
        "lesson lesson.json",
        "run {} \u{1b}[2J.swf",
        ESCAPES,
    ] {
        assert_harmless(&folder, &line.replace("JSON", ESCAPED));
    }
}

#[test]
fn no_name_in_a_plan_commands_the_terminal() {
    let folder = planned(2, "");
    let mut json = parsed(&folder.read("plan/plan.json"));
    json["log"]["name"] = ESCAPES.into();
    folder.file("plan/plan.json", &json.to_string());
    // The log is to be copied here again, by its name.
    folder.file(&log(), "another");
    assert_harmless(&folder, "sweep run plan");
    json["program"] = ESCAPES.into();
    folder.file("plan/plan.json", &json.to_string());
    for verb in ["run", "status", "gather"] {
        assert_harmless(&folder, &format!("sweep {verb} plan"));
    }
}

#[test]
fn no_name_is_a_formula_and_all_are_read_back() {
    let names = ["=HYPERLINK(A1)", "+1", "-1+2", "@SUM(A1)", "'=1", "plain"];
    let rows = names.map(|name| {
        format!("<task><taskId>{name}</taskId><startTime>0</startTime><endTime>60</endTime><load>20</load></task>")
    });
    let table = printed("convert - --to tasks-csv", &format!("<batch><tasks>{}</tasks></batch>", rows.concat()));
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("task,start,end,load"));
    assert!(lines.all(|line| !line.starts_with(['=', '+', '-', '@'])), "{table}");
    let back = printed("convert - --to tasks-xml", &table);
    for name in names {
        assert!(back.contains(&format!("{}<", name.replace('\'', "&apos;"))) || back.contains(name), "{name}: {back}");
    }
    assert!(!back.contains("''="));
}

#[cfg(unix)]
#[test]
fn names_of_files_need_not_be_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = Folder::with(&[]);
    let path = |name: &[u8]| std::path::Path::new(&folder.path("")).join(OsStr::from_bytes(name));
    let [log, scenario] = [path(b"log-\xff.swf"), path(b"scenario-\xfe.json")];
    let [requests, report] = [path(b"requests-\xff.csv"), path(b"report-\xff.json")];
    std::fs::write(&log, THREE_JOBS).expect("a log");
    std::fs::write(&scenario, "{}").expect("a scenario");
    std::fs::write(&requests, "job,ready,deadline\n1,1000,2000\n").expect("requests");
    let run = || {
        let mut run = super::program(&["run"]);
        run.args([&scenario, &log]);
        run
    };
    let ran = run().args([OsStr::new("--requests"), requests.as_os_str()]).arg("--report").arg(&report).output();
    super::succeeded(&ran.expect("slotscope starts"));
    assert!(std::fs::read(&report).is_ok_and(|it| it.starts_with(b"{")));
    // A result that would take the place of such a log is refused.
    super::failed(&run().arg("--report").arg(&log).output().expect("slotscope starts"));
    assert_eq!(std::fs::read(&log).ok().as_deref(), Some(THREE_JOBS.as_bytes()));
}
