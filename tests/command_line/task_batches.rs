//! Files of tasks, made, read and converted.

use crate::command_line::{Folder, slotscope, text};

const GRID: &str = r#"<batch><resources><agent><resource><Id>1</Id><nodeName>n1</nodeName></resource></agent></resources>
<tasks>
<task><taskId>1</taskId><startTime>0</startTime><endTime>60</endTime><load>20</load></task>
<task taskId="2" startTime="60" endTime="60" load="20"/>
<task taskId="3" startTime="30" endTime="70" load="60"/>
</tasks></batch>"#;

fn said(arguments: &[&str], input: &str) -> (String, String) {
    let ran = slotscope(arguments, input);
    (text(&ran.stdout), text(&ran.stderr))
}

#[test]
fn a_file_of_tasks_is_converted_and_back() {
    let (table, told) = said(&["convert", "-", "--to", "tasks-csv"], GRID);
    assert_eq!(table, "task,start,end,load\n1,0,60,20\n3,30,70,60\n");
    assert_eq!(
        told,
        "standard input: line 4: task 2: endTime 60 is not after startTime 60\n\
         standard input: its node has no place in a table of tasks\n"
    );
    let (xml, told) = said(&["convert", "-", "--to", "tasks-xml"], &table);
    assert_eq!(told, "");
    let (back, _) = said(&["convert", "-", "--to", "tasks-csv"], &xml);
    assert_eq!(back, table);
    let (xml, _) = said(&["convert", "-", "--to", "tasks-xml"], GRID);
    assert!(xml.contains("<agent>\n      <resource><Id>1</Id><nodeName>n1</nodeName></resource>"));
}

#[test]
fn a_batch_is_no_log() {
    let (_, told) = said(&["convert", "-", "--to", "swf"], "task,start,end,load\n1,0,60,20\n");
    assert_eq!(told, "slotscope: standard input: this is a task batch, and a log is needed here\n");
    let (_, told) = said(&["convert", "-", "--to", "tasks-xml"], crate::command_line::THREE_JOBS);
    assert_eq!(told, "slotscope: standard input: this is a log, and a task batch is needed here\n");
}

#[test]
fn stats_sums_a_batch_up() {
    let (json, _) = said(&["stats", "-"], GRID);
    let stats: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&stats["tasks"], &stats["nodes"], &stats["agents"]), (&2.into(), &1.into(), &1.into()));
    assert_eq!((&stats["highest_load"], &stats["work"]), (&80.into(), &36.0.into()));
}

#[test]
fn batches_are_made_up_the_same_in_both_formats() {
    let made = |more: &[&str]| said(&[&["generate", "tasks", "--tasks", "50", "--seed", "7"], more].concat(), "").0;
    let table = made(&[]);
    assert_eq!(table.lines().count(), 51);
    assert_eq!(table, made(&[]));
    let folder = Folder::new("made-up-tasks");
    let xml = folder.file("tasks.xml", &made(&["--to", "xml", "--ahead", "600"]));
    let (back, told) = said(&["convert", &xml, "--to", "tasks-csv"], "");
    assert_eq!(told, "");
    let rows = |text: &str| -> Vec<String> {
        let columns = |line: &str| line.split(',').take(4).collect::<Vec<_>>().join(",");
        text.lines().map(columns).collect()
    };
    assert_eq!(rows(&back), rows(&table));
    assert!(back.starts_with("task,start,end,load,submit\n"));
    let (_, told) = said(&["generate", "tasks", "--least", "60"], "");
    assert_eq!(told, "slotscope: most: 40; for a made-up batch it is 60 to 100\n");
}

/// The tasks stand in the report's table with the nodes that the file names; what is handed out runs the same.
#[test]
fn a_batch_is_run_on_its_own_nodes() {
    let folder = Folder::new("run-tasks");
    let (grid, jobs, again) = (folder.file("grid.xml", GRID), folder.path("jobs.csv"), folder.path("again.xml"));
    let export = format!("tasks-xml={again}");
    let scenario = r#"{"system": {"broker": {}}}"#;
    let ran = slotscope(&["run", "-", &grid, "--jobs", &jobs, "--export", &export], scenario);
    assert!(ran.status.success(), "{}", text(&ran.stderr));
    let table = std::fs::read_to_string(&jobs).expect("the jobs");
    let column = |name: &str| -> Vec<String> {
        let plain = table.replace('"', "");
        let at = plain.lines().next().and_then(|it| it.split(',').position(|it| it == name));
        let of = |line: &str| line.split(',').nth(at.expect("a column")).map(str::to_owned);
        plain.lines().skip(1).filter_map(of).collect()
    };
    assert_eq!(column("task"), ["1", "3"]);
    assert_eq!(column("node"), ["n1", "n1"]);
    assert_eq!((column("start"), column("end")), (vec!["0".into(), "30".into()], vec!["60".into(), "70".into()]));
    assert_eq!(column("processors"), ["20", "60"]);
    let second = slotscope(&["run", "-", &again], scenario);
    assert_eq!(
        (crate::command_line::criteria(&second.stdout), text(&second.stderr)),
        (crate::command_line::criteria(&ran.stdout), String::new())
    );
}
