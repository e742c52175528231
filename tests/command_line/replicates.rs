//! Sweeps and trade-offs on replicates of a log.

use std::fmt::Write;

use super::{Folder, slotscope, text};

/// Five weeks of the jobs of twelve users on eight processors, which have to wait; nothing is drawn.
fn log() -> String {
    let mut log = "; MaxProcs: 8\n".to_owned();
    for id in 1..=300_i64 {
        let (submit, run) = (id * 10_000, 2_000 + id * 7_919 % 30_000);
        let (size, user) = (1 + id * 31 % 6, id * id % 12 + 1);
        let limit = 2 * run;
        let _ = writeln!(log, "{id} {submit} 0 {run} {size} -1 -1 {size} {limit} -1 1 {user} 1 1 1 1 -1 -1");
    }
    log
}

/// The rows of a table, each a list of cells by the names of columns.
fn column(table: &str, name: &str) -> Vec<String> {
    let mut rows = table.lines().map(|it| it.split(',').map(str::to_owned));
    let at = rows.next().and_then(|mut it| it.position(|it| it == name));
    let at = at.unwrap_or_else(|| panic!("no column {name}"));
    rows.map(|mut it| it.nth(at).expect("a cell")).collect()
}

fn numbers(table: &str, name: &str) -> Vec<f64> {
    let cells = column(table, name);
    cells.iter().map(|it| it.parse().expect("a number")).collect()
}

const BASE: [&str; 6] = [
    "--vary",
    "system.two_level.local.queue=easy,fcfs",
    "--criteria",
    "waiting_time_90,by_size.2.mean_waiting_time",
    "--replicate",
    "",
];

fn arguments<'a>(log: &'a str, replicate: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut all = vec!["sweep", "{}", log];
    all.extend(BASE);
    *all.last_mut().expect("arguments") = replicate;
    all.extend(more);
    all
}

#[test]
fn replicates_give_intervals_and_paired_differences_where_nothing_is_drawn() {
    let folder = Folder::new("sweep-replicates");
    let log = folder.file("log.swf", &log());
    for (replicate, written) in [("windows=5", "windows=5:0.1"), ("users=6", "users=6"), ("shake=6:600", "shake=6:600")]
    {
        let output = slotscope(&arguments(&log, replicate, &[]), "");
        assert!(output.status.success(), "{}", text(&output.stderr));
        let table = text(&output.stdout);
        assert_eq!(column(&table, "replicate"), [written; 2]);
        for name in ["mean_flow_time", "waiting_time_90", "by_size.2.mean_waiting_time"] {
            let means = numbers(&table, name);
            let widths = numbers(&table, &format!("{name}_half_width"));
            assert!(widths.iter().all(|it| *it > 0.0), "{replicate} {name}");
            let differences = column(&table, &format!("{name}_difference"));
            assert_eq!(differences[0], "", "the first row is what the others differ from");
            let difference: f64 = differences[1].parse().expect("a number");
            assert!((difference - (means[1] - means[0])).abs() < 1e-3, "{replicate} {name}");
            let width: f64 = column(&table, &format!("{name}_difference_half_width"))[1].parse().expect("a number");
            assert!(width > 0.0);
        }
        // The same again to the last byte, whatever the number of threads.
        let again = slotscope(&arguments(&log, replicate, &["--threads", "1"]), "");
        assert_eq!(text(&again.stdout), table);
    }
}

#[test]
fn a_plan_of_replicates_gathers_the_table_of_the_sweep_and_files_say_what_was_done() {
    let folder = Folder::new("sweep-replicates-plan");
    let log = folder.file("log.swf", &log());
    let (plan, curves) = (folder.path("plan"), folder.path("curves.json"));
    let of = |more: &[&str]| {
        let output = slotscope(&arguments(&log, "users=3", more), "");
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let table = of(&[]);
    of(&["--plan", &plan]);
    assert!(slotscope(&["sweep", "run", &plan], "").status.success());
    let gathered = slotscope(&["sweep", "gather", &plan, "--out", &curves], "");
    assert_eq!(text(&gathered.stdout), table);
    let read = |path: &str| -> serde_json::Value {
        let text = std::fs::read_to_string(path).expect("a file");
        serde_json::from_str(&text).expect("JSON")
    };
    let expected = serde_json::json!({ "users": { "count": 3 } });
    assert_eq!(read(&curves)["replicate"], expected);
    let provenance = read(&format!("{curves}.provenance.json"));
    assert_eq!(provenance["sweep"]["replicate"], expected);
    assert_eq!(provenance["sweep"]["seeds"], 3);
    let json: serde_json::Value = serde_json::from_str(&of(&["--json"])).expect("JSON");
    assert_eq!(json["rows"][1]["replicate"], "users=3");
    assert!(json["rows"][1]["mean_flow_time_difference"].is_number());
}

#[test]
fn what_cannot_be_replicated_is_refused_in_words() {
    let folder = Folder::new("sweep-replicates-refused");
    let log = folder.file("log.swf", &log());
    let refused = |replicate: &str, more: &[&str]| {
        let output = slotscope(&arguments(&log, replicate, more), "");
        assert!(!output.status.success(), "{replicate}");
        text(&output.stderr)
    };
    assert!(refused("shuffle=3", &[]).contains("write windows=10"));
    assert!(refused("users=1", &[]).contains("there must be 2 to"));
    assert!(refused("windows=300", &[]).contains("take fewer windows"));
    let plan = folder.path("plan");
    assert!(refused("windows=300", &["--plan", &plan]).contains("take fewer windows"));
    assert!(refused("users=3", &["--seeds", "3"]).contains("--seeds"));
}

/// A trade-off of two policies with one period on replicates of a log.
fn trade_off<'a>(log: &'a str, replicate: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut all = vec!["trade-off", log, "--periods", "0", "--replicate", replicate];
    all.extend(["--vary", "system.two_level.local.queue=easy,fcfs"]);
    all.extend(more);
    all
}

#[test]
fn a_trade_off_on_replicates_has_the_means_and_intervals_of_the_sweep() {
    let folder = Folder::new("trade-off-replicates");
    let log = folder.file("log.swf", &log());
    for (replicate, words) in [
        ("windows=4", "4 windows of the log, of each the first 10 % warm-up"),
        ("users=4", "4 resamplings of the log by user"),
        ("shake=4:600", "4 perturbations of the submissions by up to 600 s"),
    ] {
        let of = |more: &[&str]| {
            let output = slotscope(&trade_off(&log, replicate, more), "");
            assert!(output.status.success(), "{}", text(&output.stderr));
            text(&output.stdout)
        };
        assert!(of(&[]).contains(&format!("means over {words};")), "{}", of(&[]));
        let found: serde_json::Value = serde_json::from_str(&of(&["--json"])).expect("JSON");
        assert_eq!(found["seeds"], 4);
        assert!(found["replicate"].is_object(), "{replicate}");
        let swept = slotscope(&arguments(&log, replicate, &["--set", "workload.reservations.percent=0"]), "");
        let swept = text(&swept.stdout);
        let combinations = found["combinations"].as_array().expect("a list");
        assert_eq!(combinations.len(), 2);
        for (row, queue) in ["easy", "fcfs"].into_iter().enumerate() {
            let mut all = combinations.iter();
            let one = all.find(|it| it["queue"] == queue).expect("a combination");
            let near = |told: &serde_json::Value, name: &str| {
                let told = told.as_f64().expect("a number");
                let swept = numbers(&swept, name)[row];
                assert!((told - swept).abs() < 1e-3, "{replicate} {queue} {name}: {told} {swept}");
            };
            near(&one["mean_flow_time"], "mean_flow_time");
            near(&one["half_width"]["mean_flow_time"], "mean_flow_time_half_width");
        }
    }
}

#[test]
fn the_best_period_is_searched_for_on_replicates() {
    let folder = Folder::new("trade-off-period-replicates");
    let log = folder.file("log.swf", &log());
    let search = ["--best-period", "flow-time", "--to", "600", "--json"];
    let output = slotscope(&trade_off(&log, "shake=3", &search), "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let found: serde_json::Value = serde_json::from_str(&text(&output.stdout)).expect("JSON");
    let best = &found["best_period"]["best"];
    assert_eq!(best["seeds"], 3);
    assert!(best["half_width"]["mean_flow_time"].is_number(), "{best}");
}

#[test]
fn a_trade_off_on_replicates_that_cannot_be_made_is_refused_in_words() {
    let folder = Folder::new("trade-off-replicates-refused");
    let log = folder.file("log.swf", &log());
    let refused = |replicate: &str, more: &[&str]| {
        let output = slotscope(&trade_off(&log, replicate, more), "");
        assert!(!output.status.success(), "{replicate}");
        text(&output.stderr)
    };
    for wrong in ["shuffle=3", "windows", "users=3:2", "shake=x"] {
        let why = refused(wrong, &[]);
        let allowed = ["windows=10", "users=20", "shake=20"];
        assert!(allowed.iter().all(|it| why.contains(it)), "{why}");
    }
    assert!(refused("windows=5:1", &[]).contains("from 0 to less than 1"));
    assert!(refused("shake=1", &[]).contains("there must be 2 to"));
    assert!(refused("windows=300", &[]).contains("take fewer windows"));
    assert!(refused("users=3", &["--seeds", "3"]).contains("--seeds"));
}
