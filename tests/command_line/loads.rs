//! Other loads: users that leave with all their jobs, and logs that are made like another one.

use std::fmt::Write;

use serde_json::Value;

use super::{Folder, slotscope, text};

/// 600 jobs of thirty users, or of none, on eight processors.
fn log(has_users: bool) -> String {
    let mut log = "; MaxProcs: 8\n".to_owned();
    for id in 1..=600_i64 {
        let (submit, run) = (id * 900, 600 + id * 7_919 % 3_000);
        let size = 1 + id * 31 % 6;
        let user = if has_users { 1 + id * id % 31 } else { -1 };
        let _ = writeln!(log, "{id} {submit} 0 {run} {size} -1 -1 {size} {} -1 1 {user} 1 1 1 1 -1 -1", 2 * run);
    }
    log
}

/// The report of a run at a share, and the messages of the command.
fn run(log: &str, share: &str, more: &[&str]) -> (Value, String) {
    let set = format!("workload.thin_users={share}");
    let output = slotscope(&[&["run", "{}", log, "--set", &set], more].concat(), "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let report = serde_json::from_str(&text(&output.stdout)).expect("JSON");
    (report, text(&output.stderr))
}

#[test]
fn a_run_counts_what_left_and_says_how_much_stays() {
    let folder = Folder::new("thinning");
    let log = folder.file("log.swf", &log(true));
    let (report, told) = run(&log, "0.5", &[]);
    let thinned = &report["thinned"];
    let number = |value: &Value| value.as_u64().expect("a number");
    assert_eq!(number(&report["jobs"]) + number(&thinned["jobs_left_out"]), 600);
    let (users, kept) = (number(&thinned["users"]), number(&thinned["users_kept"]));
    assert!(0 < kept && kept < users, "{thinned}");
    let work = thinned["work"].as_f64().expect("a share");
    assert!((work - 0.5).abs() < 0.05, "{thinned}");
    assert!(told.contains(&format!("of users that leave. {kept} of {users} users stay")), "{told}");
    let percent = format!("{:.1}", work * 100.0);
    assert!(told.contains(&percent), "{told} {percent}");
    // The same seed draws the same users, another one others.
    assert_eq!(run(&log, "0.5", &[]).0, report);
    let other = run(&log, "0.5", &["--set", "seed=2"]).0;
    assert_ne!(other["thinned"], report["thinned"]);
    let (all, told) = run(&log, "1", &[]);
    assert!(all["thinned"].is_null() && all["jobs"] == 600, "{told}");
}

#[test]
fn a_sweep_over_thinning_lightens_the_load_and_its_seeds_differ() {
    let folder = Folder::new("thinning-sweep");
    let log = folder.file("log.swf", &log(true));
    let vary = "workload.thin_users=0.25,0.5,1";
    let arguments = ["sweep", "{}", &log, "--vary", vary, "--seeds", "4"];
    let output = slotscope(&arguments, "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let table = text(&output.stdout);
    let rows: Vec<Vec<&str>> = table.lines().map(|it| it.split(',').collect()).collect();
    let column = |name: &str| -> Vec<&str> {
        let at = rows[0].iter().position(|it| *it == name).expect(name);
        rows[1..].iter().map(|it| it[at]).collect()
    };
    let used: Vec<f64> = column("mean_utilization").iter().map(|it| it.parse().unwrap()).collect();
    assert!(used.is_sorted() && used[0] < 0.5 * used[2], "{used:?}");
    let widths = column("mean_utilization_half_width");
    assert!(!widths[0].is_empty() && !widths[1].is_empty(), "{widths:?}");
    assert_eq!(widths[2], "", "where all stay nothing is drawn");
    let knobs = text(&slotscope(&["knobs"], "").stdout);
    assert!(knobs.contains("workload.thin_users"));
}

#[test]
fn what_cannot_be_thinned_is_refused_in_words() {
    let folder = Folder::new("thinning-refused");
    let refused = |log: &str, share: &str| {
        let set = format!("workload.thin_users={share}");
        let output = slotscope(&["run", "{}", log, "--set", &set], "");
        assert!(!output.status.success());
        text(&output.stderr)
    };
    let users = folder.file("users.swf", &log(true));
    let told = refused(&users, "1.5");
    assert!(told.contains("users can only leave") && told.contains("load_factor"), "{told}");
    assert!(refused(&users, "0").contains("from 0.01 to 1"));
    let nameless = folder.file("nameless.swf", &log(false));
    let told = refused(&nameless, "0.5");
    assert!(told.contains("does not say which user submitted a job"), "{told}");
    // Where all stay no users are needed.
    assert_eq!(run(&nameless, "1", &[]).0["jobs"], 600);
}

#[test]
fn a_log_is_made_like_another_one_longer_and_denser() {
    let folder = Folder::new("like");
    let path = folder.file("log.swf", &log(true));
    let (first, second) = (folder.path("first.swf"), folder.path("second.swf"));
    let made = |more: &[&str]| {
        let output = slotscope(&[&["generate", "like", &path], more].concat(), "");
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let asked = ["--jobs", "2400", "--density", "2", "--seed", "5"];
    let printed = made(&asked);
    assert_eq!(made(&[&asked[..], &["--out", &first]].concat()), "");
    assert_eq!(std::fs::read_to_string(&first).expect("a file"), printed);
    assert!(printed.contains("generated by Slotscope like") && printed.contains("density 2, seed 5"));
    made(&["--out", &second]);
    let stats = |path: &str| -> Value {
        let output = slotscope(&["stats", path], "");
        serde_json::from_str(&text(&output.stdout)).expect("JSON")
    };
    let load = |path: &str| stats(path)["offered_load"].as_f64().expect("a load");
    let of_log = load(&path);
    assert!((load(&second) / of_log - 1.0).abs() < 0.15, "{} {of_log}", load(&second));
    assert!((load(&first) / of_log - 2.0).abs() < 0.2, "{} {of_log}", load(&first));
    assert_eq!(stats(&second)["ran"], 600);
    let refused = |more: &[&str], input: &str| {
        let output = slotscope(&[&["generate", "like"], more].concat(), input);
        assert!(!output.status.success());
        text(&output.stderr)
    };
    assert!(refused(&[&path, "--density", "0"], "").contains("from 0.01 to 100"));
    assert!(refused(&["-"], "task,start,end,load\na,0,10,50\n").contains("log"));
    assert!(refused(&[&path, "--out", &path], "").contains("--out"));
}
