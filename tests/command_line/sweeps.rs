//! Sweeps and trade-offs.

use super::{Folder, THREE_JOBS, slotscope, text};

/// The worked example of Zhao and Sakellariou 2007 (Figure 5), as far as its text has it.
const WORKFLOW: &str = include_str!("../workflows/zhao-2007-figure-5.json");

#[test]
fn a_sweep_prints_a_row_a_value() {
    let folder = Folder::new("sweep");
    let scenario = folder.file("scenario.json", r#"{ "platform": [8] }"#);
    let vary = "workload.reservations.percent=0,50,..,100";
    let arguments = ["sweep", &scenario, "-", "--vary", vary, "--seeds", "3"];
    let output = slotscope(&arguments, THREE_JOBS);
    let table = text(&output.stdout);
    let first_column: Vec<&str> = table.lines().map(|row| row.split(',').next().unwrap()).collect();
    assert_eq!(first_column, ["workload.reservations.percent", "0", "50", "100"]);
    assert!(table.lines().all(|row| row.split(',').count() == 1 + 7 * 3), "{table}");
    assert!(
        table.starts_with("workload.reservations.percent,mean_utilization,mean_utilization_deviation,mean_utilization_half_width,mean_flow_time,"),
        "{table}"
    );
    // None or all of the jobs are reservations: nothing is drawn, so that there is neither deviation nor interval.
    let spread = |row: usize| -> Vec<String> {
        let row = table.lines().nth(row).unwrap();
        let cells: Vec<&str> = row.split(',').skip(1).collect();
        let spread = cells.chunks(3).flat_map(|three| &three[1..]);
        spread.map(ToString::to_string).collect()
    };
    for row in [1, 3] {
        assert_eq!(spread(row), [""; 14], "{table}");
    }
    assert!(spread(2).iter().all(|it| !it.is_empty()), "{table}");
    // Nor has a single seed any.
    let one = slotscope(&arguments[..5], THREE_JOBS);
    let rows: Vec<String> = text(&one.stdout).lines().skip(1).map(str::to_owned).collect();
    let is_alone = |row: &String| row.split(',').skip(1).collect::<Vec<_>>().chunks(3).all(|it| it[1..] == ["", ""]);
    assert!(rows.len() == 3 && rows.iter().all(is_alone), "{rows:?}");
    let wrong = slotscope(&["sweep", &scenario, "-", "--vary", "no.field=1"], THREE_JOBS);
    assert!(text(&wrong.stderr).contains("\"no\""), "{}", text(&wrong.stderr));
}

#[test]
fn a_sweep_tells_whatever_figures_are_named_behind_those_that_it_tells_anyway() {
    let folder = Folder::new("sweep-criteria");
    let scenario =
        folder.file("scenario.json", r#"{ "platform": [8], "workload": { "reservations": { "percent": 50 } } }"#);
    let log = folder.file("log.swf", THREE_JOBS);
    let plan = folder.path("plan");
    let base = ["sweep", &scenario, &log, "--vary", "seed=1,2,3", "--seeds", "2"];
    let sweep = |more: &[&str]| {
        let output = slotscope(&[&base[..], more].concat(), "");
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let usual = sweep(&[]);
    // A default figure does not get a second column.
    let named = "rejected,batch.mean_waiting_time,makespan,reservations.killed,makespan";
    let table = sweep(&["--criteria", named]);
    for (usual, row) in usual.lines().zip(table.lines()) {
        assert!(row.starts_with(&format!("{usual},")), "{row}");
        assert_eq!(row.split(',').count(), usual.split(',').count() + 9, "{row}");
    }
    let three = |name: &str| format!("{name},{name}_deviation,{name}_half_width");
    let head = table.lines().next().expect("a head");
    let more = ["batch.mean_waiting_time", "makespan", "reservations.killed"].map(three);
    assert!(head.ends_with(&more.join(",")), "{head}");
    let json = sweep(&["--criteria", "makespan", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert!(json["rows"][0]["makespan"].as_f64() > Some(0.0), "{json}");
    // A plan keeps the requested figures.
    sweep(&["--criteria", named, "--plan", &plan]);
    assert!(slotscope(&["sweep", "run", &plan], "").status.success());
    assert_eq!(text(&slotscope(&["sweep", "gather", &plan], "").stdout), table);
    let refused = slotscope(&[&base[..], &["--criteria", "luck"]].concat(), "");
    let told = text(&refused.stderr);
    assert!(told.contains("--criteria: \"luck\" is no figure") && told.contains("lost_work"), "{told}");
}

#[test]
fn a_heavier_load_waits_longer_and_no_load_is_refused() {
    let folder = Folder::new("load");
    let scenario =
        folder.file("scenario.json", r#"{ "platform": [8], "workload": { "reservations": { "percent": 0 } } }"#);
    // Each of five takes the machine for 60 s, and comes 60 s after the one before.
    let log: String = (0..5).map(|job| format!("{} {} 0 60 8 -1 -1 8 60\n", job + 1, 60 * job)).collect();
    let sweep = |values: &str| {
        let vary = format!("workload.load_factor={values}");
        slotscope(&["sweep", &scenario, "-", "--vary", &vary], &log)
    };
    let table = text(&sweep("0.5,1,2,4").stdout);
    let mut rows = table.lines().map(|row| row.split(',').collect::<Vec<_>>());
    let column = rows.next().unwrap().iter().position(|it| *it == "mean_flow_time");
    let column = column.unwrap_or_else(|| panic!("{table}"));
    let flow: Vec<f64> = rows.map(|row| row[column].parse().unwrap()).collect();
    // Of the k-th, counted from 0, at load 2: 60 + 30 k; at load 4: 60 + 45 k.
    assert_eq!(flow, [60.0, 60.0, 120.0, 150.0]);
    for wrong in ["0", "-1", "1000"] {
        let output = sweep(wrong);
        let told = text(&output.stderr);
        assert!(!output.status.success(), "{wrong}");
        assert!(told.contains("load_factor is") && told.contains("from 0.01 to 100"), "{told}");
    }
}

#[test]
fn a_trade_off_prints_the_front_first() {
    let folder = Folder::new("trade-off");
    let scenario =
        folder.file("scenario.json", r#"{ "platform": [8, 8], "workload": { "reservations": { "percent": 30 } } }"#);
    let arguments = |more: &[&'static str]| {
        let mut all = vec!["trade-off", "-", "--scenario", &scenario, "--seeds", "2"];
        all.extend(more);
        slotscope(&all, THREE_JOBS)
    };
    let output = arguments(&["--periods", "0,60", "--json", "--best-period", "flow-time"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let all = found["combinations"].as_array().expect("a list");
    let periods: std::collections::BTreeSet<_> = all.iter().map(|it| it["period"].as_i64()).collect();
    assert_eq!(periods, [Some(0), Some(60)].into());
    let on_front: Vec<bool> = all.iter().map(|it| it["on_front"] == true).collect();
    assert!(on_front[0] && on_front.is_sorted_by(|before, after| before >= after));
    let best = &found["best_period"];
    let tried = best["tried"].as_array().expect("a list");
    let flow_time = |it: &serde_json::Value| it["mean_flow_time"].as_f64().expect("a number");
    assert!(tried.len() > 15 && tried.iter().all(|it| flow_time(it) >= flow_time(&best["best"])));
    let table = text(&arguments(&["--periods", "0,60"]).stdout);
    let rows: Vec<&str> = table.lines().skip(3).collect();
    assert_eq!(rows.len(), all.len(), "{table}");
    for (row, it) in rows.iter().zip(all) {
        assert_eq!(row.starts_with('*'), it["on_front"] == true, "{row}");
        assert!(row.ends_with(it["label"].as_str().expect("words")), "{row}");
    }
    let refused = slotscope(&["trade-off", "-", "--from", "-1"], THREE_JOBS);
    assert!(!refused.status.success());
}

#[test]
fn the_periods_of_the_local_queues_are_varied_beside_the_grids() {
    let folder = Folder::new("local-periods");
    let scenario = folder.file(
        "scenario.json",
        r#"{ "platform": [8], "system": { "two_level": { "local": { "queue": "lsf" } } },
            "workload": { "reservations": { "percent": 30 } } }"#,
    );
    let arguments = |more: &[&'static str]| {
        let mut all = vec!["trade-off", "-", "--seeds", "1", "--json"];
        all.extend(more);
        slotscope(&all, THREE_JOBS)
    };
    let of_scenario = ["--scenario", Box::leak(scenario.into_boxed_str())];
    let local = ["--periods", "0,60", "--local-periods", "0,7"];
    let search = ["--best-period", "flow-time", "--period-of", "local", "--to", "30"];
    let output = arguments(&[&of_scenario[..], &local, &search].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let all = found["combinations"].as_array().expect("a list");
    let pairs = |queue: &str| -> std::collections::BTreeSet<_> {
        let of_queue = all.iter().filter(|it| it["queue"] == queue);
        let pair = |it: &serde_json::Value| (it["period"].as_i64(), it["local_period"].as_i64());
        of_queue.map(pair).collect()
    };
    let all_pairs = [(0, 0), (0, 7), (60, 0), (60, 7)].map(|(a, b)| (Some(a), Some(b)));
    assert_eq!(pairs("lsf"), all_pairs.into());
    assert_eq!(pairs("easy").len(), 2);
    assert!(all.iter().any(|it| it["label"] == "Largest size first · grid δ 1 min · local δ 7 s"));
    assert_eq!(found["best_period"]["period_of"], "local");
    // On its default scenario nobody reads it.
    let refused = arguments(&search);
    assert!(!refused.status.success());
    assert!(text(&refused.stderr).contains("largest size first"));
}

/// The values of some criteria in the rows of a trade-off.
fn values(rows: &[serde_json::Value], names: &[&str]) -> Vec<Vec<f64>> {
    let of = |row: &serde_json::Value| -> Vec<f64> {
        let number = |name: &&str| row[*name].as_f64().expect("a number");
        names.iter().map(number).collect()
    };
    rows.iter().map(of).collect()
}

#[test]
fn a_trade_off_of_a_workflow_weighs_its_own_figures() {
    let folder = Folder::new("trade-off-workflow");
    let scenario =
        folder.file("scenario.json", r#"{"system": {"workflow": {"qoi_percent": 80, "deadline_factor": 1.3}}}"#);
    let arguments = |more: &[&str]| {
        let mut all = vec!["trade-off", "-", "--scenario", &scenario, "--seeds", "3"];
        all.extend(more);
        slotscope(&all, WORKFLOW)
    };
    let found = |more: &[&str]| -> Vec<serde_json::Value> {
        let output = arguments(&[more, &["--json"]].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        found["combinations"].as_array().expect("a list").clone()
    };
    let usual = found(&[]);
    let names = ["schedule_length", "spare_least", "failures"];
    assert_eq!(usual, found(&["--criteria", &names.join(",")]));
    let pairs: std::collections::BTreeSet<_> =
        usual.iter().map(|it| (it["scheduler"].as_str(), it["variant"].as_str())).collect();
    assert_eq!((usual.len(), pairs.len()), (24, 24));
    // Short schedules, much spare time and few failures are good: every row against every other.
    let rows = values(&usual, &names);
    let as_good = |a: &[f64], b: &[f64]| a[0] <= b[0] && a[1] >= b[1] && a[2] <= b[2];
    for (row, it) in rows.iter().zip(&usual) {
        let is_bettered = rows.iter().any(|other| as_good(other, row) && other != row);
        assert_eq!(it["on_front"], !is_bettered, "{it}");
    }
    // Two of all that a report has, in another order.
    let two = found(&["--criteria", "spare_mean,makespan"]);
    let rows = values(&two, &["spare_mean", "makespan"]);
    let is_of_most = |it: &serde_json::Value| it["other_jobs"] == false;
    for (row, it) in rows.iter().zip(&two) {
        let mut judged = rows.iter().zip(&two).filter(|(_, it)| is_of_most(it));
        let is_bettered = judged.any(|(other, _)| other[0] >= row[0] && other[1] <= row[1] && other != row);
        assert_eq!(it["on_front"], is_of_most(it) && !is_bettered, "{it}");
        assert!(it.get("failures").is_none(), "{it}");
    }
    // Where failures are not weighed, combinations under which other tasks fail are not judged.
    assert!(usual.iter().all(is_of_most) && !two.iter().all(is_of_most));
    let table = text(&arguments(&[]).stdout);
    assert!(table.contains("schedule_length (s)  spare_least (%)"), "{table}");
    // A workflow without a scenario brings the system that takes it.
    let alone = slotscope(&["trade-off", "-", "--seeds", "1"], WORKFLOW);
    assert!(text(&alone.stdout).starts_with("24 combinations"));
}

#[test]
fn a_trade_off_refuses_criteria_that_are_none_in_words() {
    let refused = |criteria: &str, input: &str| {
        let output = slotscope(&["trade-off", "-", "--criteria", criteria], input);
        assert!(!output.status.success(), "{criteria}");
        text(&output.stderr)
    };
    let told = refused("mean_flow_time,failures", THREE_JOBS);
    assert!(told.contains("--criteria: \"failures\" is no criterion") && told.contains("makespan"), "{told}");
    let told = refused("schedule_length,luck", WORKFLOW);
    assert!(told.contains("\"luck\"") && told.contains("spare_least"), "{told}");
    assert!(refused("makespan", THREE_JOBS).contains("two or three"));
    assert!(refused("makespan,makespan", THREE_JOBS).contains("named twice"));
}

#[test]
fn a_trade_off_of_a_log_weighs_utilization_flow_time_and_tardiness() {
    let arguments = |more: &[&'static str]| {
        let all = [&["trade-off", "-", "--seeds", "1", "--periods", "0"][..], more].concat();
        text(&slotscope(&all, THREE_JOBS).stdout)
    };
    let usual = arguments(&[]);
    assert!(usual.contains("no randomness") && usual.contains("dominates in all of U, F and D\n"), "{usual}");
    assert!(usual.contains("\n        U         F (s)         D (s)  combination\n"), "{usual}");
    let named = "mean_utilization,mean_flow_time,mean_tardiness";
    assert_eq!(usual, arguments(&["--criteria", named]));
    let by_kind = arguments(&["--criteria", "batch.mean_flow_time,killed"]);
    assert!(
        by_kind.contains("in both flow time of batch jobs and killed jobs")
            && by_kind.contains("batch.mean_flow_time (s)        killed"),
        "{by_kind}"
    );
    let others = arguments(&["--criteria", "mean_waiting_time,makespan"]);
    assert!(others.contains("dominates in both waiting time and makespan"), "{others}");
    assert!(others.contains("mean_waiting_time (s)  makespan (s)"), "{others}");
}

#[test]
fn where_nothing_is_drawn_a_trade_off_has_no_intervals_and_says_so() {
    let folder = Folder::new("exact-trade-off");
    let scenario =
        folder.file("scenario.json", r#"{ "platform": [8], "workload": { "reservations": { "percent": 0 } } }"#);
    let base = ["trade-off", "-", "--scenario", &scenario, "--seeds", "3", "--periods", "0"];
    let table = slotscope(&base, THREE_JOBS);
    let table = text(&table.stdout);
    assert!(table.contains("no randomness: all seeds agree"), "{table}");
    assert!(!table.contains('~') && !table.contains("means over"), "{table}");
    let json = slotscope(&[&base[..], &["--json"]].concat(), THREE_JOBS);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    let first = &json["combinations"][0];
    assert!(first["half_width"].is_null() && first["deviation"].is_null(), "{first}");
    assert!(first["mean_flow_time"].is_number());
}

/// A field of the local policy, or a knob, that no combination reads; the error names the field that would make it read.
#[test]
fn what_no_combination_reads_is_refused() {
    let folder = Folder::new("sweep-unread");
    let log = folder.file("log.swf", THREE_JOBS);
    const LOCAL: &str = "system.two_level.local.";
    let vary = |path: &str, values: &str| ["--vary".to_owned(), format!("{path}={values}")];
    let set = |path: &str, value: &str| ["--set".to_owned(), format!("{path}={value}")];
    let local = |field: &str| format!("{LOCAL}{field}");
    let easy = set(&local("queue"), "easy");
    let ordered = set(&local("queue"), "ordered");
    for (command, given, names) in [
        ("run", vec![set(&local("order"), "size")], "set local.queue to ordered"),
        ("run", vec![set(&local("period"), "60")], "set local.queue to lsf"),
        ("run", vec![set(&local("priority.by"), "limit")], "grid.queue to priority"),
        ("run", vec![set(&local("preempted"), "restart")], "local.queue to pppd"),
        ("run", vec![set(&local("fair_share.half_life"), "60")], "local.queue to fss"),
        ("run", vec![set(&local("sge_notice"), "9")], "set local.systems"),
        (
            "run",
            vec![ordered.clone(), set(&local("strict"), "true"), set(&local("promises"), "2")],
            "set local.strict to false",
        ),
        ("run", vec![set("workload.reservations.request", "flexible")], "set workload.reservations.percent"),
        ("sweep", vec![easy.clone(), vary(&local("order"), "size,limit")], "set local.queue to ordered"),
        ("sweep", vec![set(&local("order"), "size"), vary("seed", "1,2")], "set local.queue to ordered"),
        ("sweep", vec![vary("workload.reservations.window_hours", "0,1")], "set workload.reservations.percent"),
        ("run", vec![ordered.clone(), set(&local("order"), "size")], ""),
        ("sweep", vec![ordered, vary(&local("order"), "size,limit")], ""),
        ("sweep", vec![vary(&local("queue"), "easy,ordered"), vary(&local("order"), "size,limit")], ""),
        (
            "sweep",
            vec![vary("workload.reservations.percent", "0,50"), set("workload.reservations.request", "flexible")],
            "",
        ),
    ] {
        let mut arguments = vec![command.to_owned(), "{}".to_owned(), log.clone()];
        arguments.extend(given.into_iter().flatten());
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let output = slotscope(&arguments, "");
        let told = text(&output.stderr);
        assert_eq!(output.status.success(), names.is_empty(), "{arguments:?}: {told}");
        assert!(told.contains(names), "{arguments:?}: {told}");
    }
    // A scenario file holds what is not read.
    let unread = r#"{"system": {"two_level": {"local": {"queue": "easy", "order": "size"}}}}"#;
    assert!(slotscope(&["run", unread, &log], "").status.success());
}

#[test]
fn an_order_by_the_machine_warns() {
    for (order, warns) in
        [("-(wait / limit)^3 * processors", true), ("-(wait / limit)^3 * size", false), ("size / processors", false)]
    {
        let scenario =
            format!(r#"{{"system": {{"two_level": {{"local": {{"queue": "ordered", "order": "{order}"}}}}}}}}"#);
        let output = slotscope(&["run", &scenario, "-"], THREE_JOBS);
        let told = text(&output.stderr);
        assert!(output.status.success(), "{told}");
        assert_eq!(told.contains("a job's own processors are size"), warns, "{order}: {told}");
    }
}
