//! Tables of jobs of no known format, by a mapping of their columns.

use super::{Folder, slotscope, text};

const TABLE: &str = "Job;Submitted;Begin;Finished;Cores\n\
    17;2024-03-01 12:00:00;2024-03-01 12:00:10;2024-03-01 13:00:10;40\n\
    18;2024-03-01 12:01:40;2024-03-01 13:00:10;2024-03-01 14:00:10;80\n";

const COLUMNS: &str = "job=Job,submit=Submitted,start=Begin,end=Finished,requested_processors=Cores";

#[test]
fn an_unknown_table_is_refused_with_the_line_to_copy() {
    let output = slotscope(&["run", "{}", "-"], TABLE);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stderr),
        format!(
            "slotscope: standard input: this is a table with columns of no known format (Job, Submitted, Begin, Finished, \
             Cores); if this guess is right, or when it is corrected, add --columns '{COLUMNS}'\n"
        )
    );
}

#[test]
fn limits_that_completed_jobs_exceed_warn() {
    let table = "id,submit,start,end,limit,state\n\
        1,2024-03-01 12:00:00,2024-03-01 12:00:10,2024-03-01 13:00:10,120,COMPLETED\n\
        2,2024-03-01 12:00:00,2024-03-01 12:00:10,2024-03-01 12:30:10,60,COMPLETED\n";
    let columns = "submit=submit,start=start,end=end,requested_time=limit,status=state";
    let output = slotscope(&["run", "{}", "-", "--columns", columns], table);
    let told = text(&output.stderr);
    assert!(told.contains("2 of 2 completed jobs ran longer than their limits, at which jobs are stopped"), "{told}");
    let minutes = columns.replace("=limit", "=limit:min");
    let output = slotscope(&["run", "{}", "-", "--columns", &minutes], table);
    assert!(!text(&output.stderr).contains("limits"));
}

#[test]
fn a_table_runs_by_its_columns() {
    let output = slotscope(&["stats", "-", "--columns", COLUMNS], TABLE);
    let json = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(report["jobs"], 2, "{json}");
    let output = slotscope(&["run", "{\"system\": {\"as_logged\": {}}}", "-", "--columns", COLUMNS], TABLE);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let report: serde_json::Value = serde_json::from_str(&text(&output.stdout)).expect("JSON");
    // (10 + 3510) / 2
    assert_eq!(report["mean_waiting_time"], 1760.0);
}

#[test]
fn a_table_is_converted_by_its_columns() {
    let output = slotscope(&["convert", "-", "--columns", COLUMNS, "--to", "swf"], TABLE);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let swf = text(&output.stdout);
    assert!(swf.contains(&format!("; Note: columns were read so: {COLUMNS}\n")), "{swf}");
    let jobs: Vec<Vec<&str>> = swf
        .lines()
        .filter(|it| !it.starts_with(';'))
        .map(|it| it.split_whitespace().take(5).chain(it.split_whitespace().skip(7).take(1)).collect())
        .collect();
    assert_eq!(jobs, [["17", "0", "10", "3600", "-1", "40"], ["18", "100", "3510", "3600", "-1", "80"]]);
}

#[test]
fn wrong_columns_say_what_is_wrong() {
    let output = slotscope(&["stats", "-", "--columns", "submit=Sent,run_time=Cores"], TABLE);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stderr),
        "slotscope: standard input: submit=Sent: the table has no column Sent; it has Job, Submitted, Begin, Finished, Cores\n"
    );
    let output = slotscope(&["stats", "-", "--columns", "begin=Begin"], TABLE);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("begin is no key; keys are job, submit,"));
}

/// The columns are part of the plan: its tasks run without the option.
#[test]
fn a_plan_of_a_table_runs_without_the_option() {
    let folder = Folder::new("table-plan");
    let plan = folder.path("plan");
    let made = ["sweep", "{}", "-", "--columns", COLUMNS, "--vary", "workload.load_factor=0.5,1", "--plan", &plan];
    let output = slotscope(&made, TABLE);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let output = slotscope(&["sweep", "run", &plan, "--tasks", "1-2"], "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let output = slotscope(&["sweep", "gather", &plan], "");
    assert!(output.status.success(), "{}", text(&output.stderr));
}
