//! Names that others have chosen: none commands the terminal, and none is a formula in a spreadsheet.

use std::path::Path;

use crate::command_line::plans::planned;
use crate::command_line::{Folder, slotscope, text};

/// Clears the screen and sets the window's title, by the characters of C0 and by those of C1.
const ESCAPES: &str = "\u{1b}[2J\u{1b}]0;t\u{7}\u{9b}2J";

#[track_caller]
fn assert_harmless(arguments: &[&str], input: &str) {
    let ran = slotscope(arguments, input);
    for (stream, said) in [("output", &ran.stdout), ("errors", &ran.stderr)] {
        let said = text(said);
        let control = said.chars().find(|&it| it.is_control() && it != '\n');
        assert_eq!(control, None, "{arguments:?}: {stream}: {said:?}");
    }
    let said = text(&ran.stdout) + &text(&ran.stderr);
    assert!(said.contains("2J"), "{arguments:?} does not say the name: {said}");
}

#[test]
fn no_name_commands_the_terminal() {
    let folder = Folder::new("hostile-names");
    let escaped = "\\u001b[2J\\u001b]0;t\\u0007\\u009b2J";
    let batch = format!("task,start,end,load\n{ESCAPES},0,60,20\n");
    let workflow = format!(
        r#"{{"machines": ["m"], "tasks": [{{"name": "{escaped}", "costs": [5]}}, {{"name": "b", "costs": [5]}}], "edges": []}}"#
    );
    let header = format!("; Computer: {ESCAPES}\n{}", crate::command_line::THREE_JOBS);
    let dot = format!("digraph {{ \"{ESCAPES}\" -> b }}");
    // XML holds no control character of C0 as such, but those of C1.
    let dax = "<adag><job id=\"a\" name=\"a\" runtime=\"\u{9b}2J\"/></adag>";
    let scenario = format!(r#"{{"system": {{"{escaped}": {{}}}}}}"#);
    let requests = format!("job,ready,deadline\n{ESCAPES},0,9\n");
    let path = |name: &str, text: &str| {
        let path = folder.path(name);
        std::fs::write(&path, text).expect("a file");
        path
    };
    let log = path("log.swf", crate::command_line::THREE_JOBS);
    let requests = path("requests.csv", &requests);
    let lesson = path("lesson.json", &format!(r#"{{"{escaped}": 1}}"#));
    let named = path(&format!("{}.swf", "\u{1b}[2J"), "no log");
    for (arguments, input) in [
        (vec!["convert", "-", "--to", "tasks-csv"], batch.as_str()),
        (vec!["convert", "-", "--to", "tasks-xml"], &batch),
        (vec!["convert", "-", "--to", "swf"], &header),
        (vec!["convert", "-", "--to", "wfcommons"], &workflow),
        (vec!["convert", "-", "--to", "workflow"], &dot),
        (vec!["convert", "-", "--to", "workflow"], dax),
        (vec!["run", &scenario, &log], ""),
        (vec!["run", "{}", &log, "--requests", &requests], ""),
        (vec!["lesson", &lesson], ""),
        (vec!["run", "{}", &named], ""),
        (vec![ESCAPES], ""),
    ] {
        assert_harmless(&arguments, input);
    }
}

#[test]
fn no_name_in_a_plan_commands_the_terminal() {
    let planned = planned("hostile-plan-names", 2, &[]);
    let path = Path::new(&planned.plan).join("plan.json");
    let text = std::fs::read_to_string(&path).expect("a plan");
    let mut json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    json["log"]["name"] = ESCAPES.into();
    std::fs::write(&path, json.to_string()).expect("a plan");
    let logs = std::fs::read_dir(Path::new(&planned.plan).join("logs")).expect("logs");
    let log = logs.flatten().next().expect("a log").path();
    std::fs::write(log, "another").expect("a log");
    // The log is to be copied here again, by its name.
    assert_harmless(&["sweep", "run", &planned.plan], "");
    json["program"] = ESCAPES.into();
    std::fs::write(&path, json.to_string()).expect("a plan");
    for verb in ["run", "status", "gather"] {
        assert_harmless(&["sweep", verb, &planned.plan], "");
    }
}

#[test]
fn no_name_is_a_formula_and_all_are_read_back() {
    let names = ["=HYPERLINK(A1)", "+1", "-1+2", "@SUM(A1)", "'=1", "plain"];
    let rows = names.map(|name| {
        format!("<task><taskId>{name}</taskId><startTime>0</startTime><endTime>60</endTime><load>20</load></task>")
    });
    let xml = format!("<batch><tasks>{}</tasks></batch>", rows.concat());
    let table = text(&slotscope(&["convert", "-", "--to", "tasks-csv"], &xml).stdout);
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("task,start,end,load"));
    for line in lines {
        assert!(!line.starts_with(['=', '+', '-', '@']), "{line}");
    }
    let back = text(&slotscope(&["convert", "-", "--to", "tasks-xml"], &table).stdout);
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
    use std::process::Command;

    let folder = Folder::new("not-utf-8");
    let path = |name: &[u8]| Path::new(&folder.path("")).join(OsStr::from_bytes(name));
    let log = path(b"log-\xff.swf");
    let scenario = path(b"scenario-\xfe.json");
    let requests = path(b"requests-\xff.csv");
    let report = path(b"report-\xff.json");
    std::fs::write(&log, crate::command_line::THREE_JOBS).expect("a log");
    std::fs::write(&scenario, "{}").expect("a scenario");
    std::fs::write(&requests, "job,ready,deadline\n1,1000,2000\n").expect("requests");
    let ran = Command::new(env!("CARGO_BIN_EXE_slotscope"))
        .args([OsStr::new("run"), scenario.as_os_str(), log.as_os_str()])
        .args([OsStr::new("--requests"), requests.as_os_str()])
        .args([OsStr::new("--report"), report.as_os_str()])
        .output()
        .expect("slotscope starts");
    assert!(ran.status.success(), "{}", text(&ran.stderr));
    assert!(std::fs::read(&report).is_ok_and(|it| it.starts_with(b"{")));
    // A result that would take the place of such a log is refused.
    let ran = Command::new(env!("CARGO_BIN_EXE_slotscope"))
        .args([OsStr::new("run"), scenario.as_os_str(), log.as_os_str()])
        .args([OsStr::new("--report"), log.as_os_str()])
        .output()
        .expect("slotscope starts");
    assert!(!ran.status.success());
    assert!(std::fs::read(&log).is_ok_and(|it| it == crate::command_line::THREE_JOBS.as_bytes()));
}
