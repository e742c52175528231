//! Files of tasks, made, read and converted.

use super::{
    Folder, THREE_JOBS, assert_says, called, column, criteria, json, printed, refused, succeeded, text, values,
};

const GRID: &str = r#"<batch><resources><agent><resource><Id>1</Id><nodeName>n1</nodeName></resource></agent></resources>
<tasks>
<task><taskId>1</taskId><startTime>0</startTime><endTime>60</endTime><load>20</load></task>
<task taskId="2" startTime="60" endTime="60" load="20"/>
<task taskId="3" startTime="30" endTime="70" load="60"/>
</tasks></batch>"#;

#[test]
fn a_file_of_tasks_is_converted_and_back() {
    let output = called("convert - --to tasks-csv", GRID);
    let table = succeeded(&output);
    assert_eq!(table, "task,start,end,load\n1,0,60,20\n3,30,70,60\n");
    assert_eq!(
        text(&output.stderr),
        "standard input: line 4: task 2: endTime 60 is not after startTime 60\n\
         standard input: its node has no place in a table of tasks\n"
    );
    let output = called("convert - --to tasks-xml", &table);
    assert_eq!(text(&output.stderr), "");
    assert_eq!(printed("convert - --to tasks-csv", &succeeded(&output)), table);
    assert_says(
        &printed("convert - --to tasks-xml", GRID),
        "<agent>\n      <resource><Id>1</Id><nodeName>n1</nodeName></resource>",
    );
}

#[test]
fn a_batch_is_no_log() {
    assert_eq!(
        refused("convert - --to swf", "task,start,end,load\n1,0,60,20\n"),
        "slotscope: standard input: this is a task batch, and a log is needed here\n"
    );
    assert_eq!(
        refused("convert - --to tasks-xml", THREE_JOBS),
        "slotscope: standard input: this is a log, and a task batch is needed here\n"
    );
}

#[test]
fn stats_sums_a_batch_up() {
    assert_eq!(values(&json("stats -", GRID), "/tasks /nodes /agents /highest_load /work"), "2 1 1 80 36.0");
}

#[test]
fn batches_are_made_up_the_same_in_both_formats() {
    let made = |more: &str| printed(&format!("generate tasks --tasks 50 --seed 7 {more}"), "");
    let table = made("");
    assert_eq!(table.lines().count(), 51);
    assert_eq!(table, made(""));
    let folder = Folder::with(&[("tasks.xml", &made("--to xml --ahead 600"))]);
    let back = folder.printed("convert tasks.xml --to tasks-csv");
    assert_eq!(folder.warned("convert tasks.xml --to tasks-csv"), "");
    for name in ["task", "start", "end", "load"] {
        assert_eq!(column(&back, name), column(&table, name), "{name}");
    }
    assert!(table.starts_with("task,start,end,load") && back.starts_with("task,start,end,load,submit\n"));
    assert_eq!(refused("generate tasks --least 60", ""), "slotscope: most: 40; for a made-up batch it is 60 to 100\n");
}

/// The tasks stand in the report's table with the nodes that the file names; what is handed out runs the same.
#[test]
fn a_batch_is_run_on_its_own_nodes() {
    let folder = Folder::with(&[("grid.xml", GRID), ("scenario.json", r#"{"system": {"broker": {}}}"#)]);
    let ran = folder.printed("run - grid.xml --jobs jobs.csv --export tasks-xml=again.xml < scenario.json");
    let jobs = folder.read("jobs.csv");
    for (name, cells) in [
        ("task", ["1", "3"]),
        ("node", ["n1", "n1"]),
        ("start", ["0", "30"]),
        ("end", ["60", "70"]),
        ("processors", ["20", "60"]),
    ] {
        assert_eq!(column(&jobs, name), cells, "{name}");
    }
    let again = "run - again.xml < scenario.json";
    assert_eq!(criteria(&folder.printed(again)), criteria(&ran));
    assert_eq!(folder.warned(again), "");
}
