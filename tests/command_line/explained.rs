//! `explain` calls jobs by the log's numbers and tasks by their names, everywhere.

use serde_json::Value;

use super::{slotscope, text};

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
    let (log, mut waited, mut overtook) = (log(), false, false);
    for policy in ["easy", "fcfs_backfilling", "conservative", "sjf", "pppd"] {
        for job in ["5003", "5020", "5055", "5090"] {
            let queue = format!("system.two_level.local.queue={policy}");
            let arguments = ["explain", "{}", "-", "--job", job, "--json", "--set", &queue];
            let output = slotscope(&arguments, &log);
            assert!(output.status.success(), "{}", text(&output.stderr));
            let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
            let mut found = Vec::new();
            jobs_named(&json, &mut found);
            assert!(!found.is_empty());
            assert!(found.iter().all(|it| (5_000..5_100).contains(it)), "{json}");
            let entries = json.as_array().expect("a list");
            let number: u32 = job.parse().expect("a number");
            assert!(entries.iter().all(|it| it["job"] == number), "{json}");
            waited |= json.to_string().contains("\"Waits\"");
            overtook |= json.to_string().contains("\"passed\":{\"listed\":[5");
        }
    }
    assert!(waited && overtook);
}

#[test]
fn tasks_are_called_by_their_names() {
    let tasks = "task,start,end,load\nalpha,0,10,50\nbeta,0,10,20\n";
    let scenario = r#"{"system": {"broker": {}}, "platform": [100]}"#;
    let explained = |more: &[&str]| {
        let arguments = [&["explain", scenario, "-"][..], more].concat();
        let output = slotscope(&arguments, tasks);
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    assert!(explained(&["--job", "beta"]).starts_with("task beta\n"));
    assert_eq!(explained(&["--job", "2"]), explained(&["--job", "beta"]));
    let json: Value = serde_json::from_str(&explained(&["--job", "alpha", "--json"])).expect("JSON");
    let entries = json.as_array().expect("a list");
    assert!(!entries.is_empty() && entries.iter().all(|it| it["job"] == "alpha"), "{json}");
    let output = slotscope(&["explain", scenario, "-", "--job", "gamma"], tasks);
    let told = text(&output.stderr);
    assert!(told.ends_with("slotscope: task gamma is not among the 2 tasks\n"), "{told}");
}
