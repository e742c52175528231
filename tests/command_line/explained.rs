//! `explain` calls jobs by the log's numbers and tasks by their names, everywhere.

use serde_json::Value;

use super::{Folder, assert_says, json};

/// 100 jobs whose numbers begin at 5000, of which many wait for others and overtake them.
fn log() -> String {
    let job = |at: u32| {
        let (size, run) = (1 + at * 7 % 8, 20 + at * 13 % 90);
        format!("{} {} 0 {run} {size} -1 -1 {size} {}\n", 5_000 + at, at * 5, run + at % 40)
    };
    "; MaxProcs: 8\n".to_owned() + &(0..100).map(job).collect::<String>()
}

/// All numbers that stand for jobs, found by the fields that hold them.
fn jobs_named(json: &Value, found: &mut Vec<i64>) {
    match json {
        Value::Array(items) => items.iter().for_each(|it| jobs_named(it, found)),
        Value::Object(fields) => {
            for (name, value) in fields {
                match (name.as_str(), value) {
                    ("job" | "by", Value::Number(number)) => found.extend(number.as_i64()),
                    ("listed", Value::Array(items)) => {
                        found.extend(items.iter().filter_map(Value::as_i64));
                        jobs_named(value, found);
                    }
                    _ => jobs_named(value, found),
                }
            }
        }
        _ => {}
    }
}

#[test]
fn json_says_the_logs_own_numbers_in_every_field() {
    let (log, mut all) = (log(), String::new());
    for policy in ["easy", "fcfs_backfilling", "conservative", "sjf", "pppd"] {
        for job in [5003, 5020, 5055, 5090] {
            let set = format!("--set system.two_level.local.queue={policy}");
            let json = json(&format!("explain {{}} - --job {job} --json {set}"), &log);
            let mut found = Vec::new();
            jobs_named(&json, &mut found);
            assert!(!found.is_empty() && found.iter().all(|it| (5_000..5_100).contains(it)), "{json}");
            assert!(json.as_array().expect("a list").iter().all(|it| it["job"] == job), "{json}");
            all += &json.to_string();
        }
    }
    assert_says(&all, "\"Waits\" … \"passed\":{\"listed\":[5");
}

#[test]
fn tasks_are_called_by_their_names() {
    let folder = Folder::with(&[
        ("scenario.json", r#"{"system": {"broker": {}}, "platform": [100]}"#),
        ("tasks.csv", "task,start,end,load\nalpha,0,10,50\nbeta,0,10,20\n"),
    ]);
    let beta = folder.printed("explain scenario.json - --job beta < tasks.csv");
    assert!(beta.starts_with("task beta\n"), "{beta}");
    assert_eq!(folder.printed("explain scenario.json - --job 2 < tasks.csv"), beta);
    let json = folder.json("explain scenario.json - --job alpha --json < tasks.csv");
    let entries = json.as_array().expect("a list");
    assert!(!entries.is_empty() && entries.iter().all(|it| it["job"] == "alpha"), "{json}");
    let told = folder.refused("explain scenario.json - --job gamma < tasks.csv");
    assert!(told.ends_with("slotscope: task gamma is not among the 2 tasks\n"), "{told}");
}
