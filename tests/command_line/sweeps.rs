//! Sweeps and trade-offs.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Folder, THREE_JOBS, assert_says, column, numbers, parsed, printed, refused, text, values};

/// The worked example of Zhao and Sakellariou 2007 (Figure 5), as far as its text has it.
const WORKFLOW: &str = include_str!("../workflows/zhao-2007-figure-5.json");

/// Three jobs on their own machine, and a percentage of reservations.
fn three_jobs(percent: u32) -> Folder {
    let scenario = format!(r#"{{ "platform": [8], "workload": {{ "reservations": {{ "percent": {percent} }} }} }}"#);
    Folder::with(&[("scenario.json", &scenario), ("log.swf", THREE_JOBS)])
}

#[test]
fn a_sweep_prints_a_row_a_value() {
    let folder = three_jobs(0);
    let sweep = "sweep scenario.json - --vary workload.reservations.percent=0,50,..,100";
    let table = folder.printed(&format!("{sweep} --seeds 3 < log.swf"));
    assert_eq!(column(&table, "workload.reservations.percent"), ["0", "50", "100"]);
    assert!(table.lines().all(|row| row.split(',').count() == 1 + 7 * 3), "{table}");
    let head = "workload.reservations.percent,mean_utilization,mean_utilization_deviation,\
        mean_utilization_half_width,mean_flow_time,";
    assert!(table.starts_with(head), "{table}");
    // Which deviations and half widths of a row have values.
    let spreads = |table: &str| -> Vec<String> {
        let of_row = |row: &str| {
            row.split(',')
                .skip(1)
                .enumerate()
                .filter(|it| it.0 % 3 > 0)
                .map(|it| if it.1.is_empty() { '-' } else { '+' })
                .collect()
        };
        table.lines().skip(1).map(of_row).collect()
    };
    let [none, all] = ["--------------", "++++++++++++++"];
    // None or all of the jobs are reservations: nothing is drawn, so that there is neither deviation nor interval.
    assert_eq!(spreads(&table), [none, all, none]);
    // Nor has a single seed any.
    assert_eq!(spreads(&folder.printed(&format!("{sweep} < log.swf"))), [none; 3]);
    folder.assert_refused("sweep scenario.json - --vary no.field=1 < log.swf => \"no\"");
}

#[test]
fn a_sweep_tells_whatever_figures_are_named_behind_those_that_it_tells_anyway() {
    let folder = three_jobs(50);
    let sweep = |more| folder.printed(&format!("sweep scenario.json log.swf --vary seed=1,2,3 --seeds 2 {more}"));
    let usual = sweep("");
    // A default figure does not get a second column.
    let named = "--criteria rejected,batch.mean_waiting_time,makespan,reservations.killed,makespan";
    let table = sweep(named);
    for (usual, row) in usual.lines().zip(table.lines()) {
        assert!(row.starts_with(&format!("{usual},")), "{row}");
        assert_eq!(row.split(',').count(), usual.split(',').count() + 9, "{row}");
    }
    let more = ",batch.mean_waiting_time,batch.mean_waiting_time_deviation,batch.mean_waiting_time_half_width,\
        makespan,makespan_deviation,makespan_half_width,\
        reservations.killed,reservations.killed_deviation,reservations.killed_half_width";
    assert!(table.lines().next().is_some_and(|it| it.ends_with(more)), "{table}");
    let json = parsed(&sweep("--criteria makespan --json"));
    assert!(json["rows"][0]["makespan"].as_f64() > Some(0.0), "{json}");
    // A plan keeps the requested figures.
    sweep(&format!("{named} --plan plan"));
    folder.printed("sweep run plan");
    assert_eq!(folder.printed("sweep gather plan"), table);
    folder.assert_refused(
        "sweep scenario.json log.swf --vary seed=1,2,3 --seeds 2 --criteria luck \
         => --criteria: \"luck\" is no figure … lost_work",
    );
}

#[test]
fn a_heavier_load_waits_longer_and_no_load_is_refused() {
    // Each of five takes the machine for 60 s, and comes 60 s after the one before.
    let log: String = (0..5).map(|job| format!("{} {} 0 60 8 -1 -1 8 60\n", job + 1, 60 * job)).collect();
    let sweep = "sweep {} - --set platform=[8] --vary workload.load_factor=";
    let table = printed(&format!("{sweep}0.5,1,2,4"), &log);
    // Of the k-th, counted from 0, at load 2: 60 + 30 k; at load 4: 60 + 45 k.
    assert_eq!(numbers(&table, "mean_flow_time"), [60.0, 60.0, 120.0, 150.0]);
    for wrong in ["0", "-1", "1000"] {
        assert_says(&refused(&format!("{sweep}{wrong}"), &log), "load_factor: … it is 0.01 to 100");
    }
}

#[test]
fn a_trade_off_prints_the_front_first() {
    let scenario = r#"{ "platform": [8, 8], "workload": { "reservations": { "percent": 30 } } }"#;
    let folder = Folder::with(&[("scenario.json", scenario), ("log.swf", THREE_JOBS)]);
    let trade_off = "trade-off - --scenario scenario.json --seeds 2 --periods 0,60";
    let found = folder.json(&format!("{trade_off} --json --best-period flow-time < log.swf"));
    let all = found["combinations"].as_array().expect("a list");
    let periods: BTreeSet<_> = all.iter().map(|it| it["period"].as_i64()).collect();
    assert_eq!(periods, [Some(0), Some(60)].into());
    assert!(all[0]["on_front"] == true);
    assert!(all.is_sorted_by_key(|it| it["on_front"] != true));
    let best = &found["best_period"];
    let tried = best["tried"].as_array().expect("a list");
    let flow_time = |it: &Value| it["mean_flow_time"].as_f64().expect("a number");
    assert!(tried.len() > 15 && tried.iter().all(|it| flow_time(it) >= flow_time(&best["best"])));
    let table = folder.printed(&format!("{trade_off} < log.swf"));
    let rows: Vec<&str> = table.lines().skip(3).collect();
    assert_eq!(rows.len(), all.len(), "{table}");
    for (row, it) in rows.iter().zip(all) {
        assert_eq!(row.starts_with('*'), it["on_front"] == true, "{row}");
        assert!(row.ends_with(it["label"].as_str().expect("words")), "{row}");
    }
    refused("trade-off - --from -1", THREE_JOBS);
}

#[test]
fn the_periods_of_the_local_queues_are_varied_beside_the_grids() {
    let scenario = r#"{ "platform": [8], "system": { "two_level": { "local": { "queue": "lsf" } } },
        "workload": { "reservations": { "percent": 30 } } }"#;
    let folder = Folder::with(&[("scenario.json", scenario), ("log.swf", THREE_JOBS)]);
    let search = "--seeds 1 --json --best-period flow-time --period-of local --to 30";
    let periods = "--scenario scenario.json --periods 0,60 --local-periods 0,7";
    let found = folder.json(&format!("trade-off - {periods} {search} < log.swf"));
    let all = found["combinations"].as_array().expect("a list");
    let pairs = |queue: &str| -> BTreeSet<String> {
        all.iter().filter(|it| it["queue"] == queue).map(|it| values(it, "/period /local_period")).collect()
    };
    assert_eq!(pairs("lsf"), ["0 0", "0 7", "60 0", "60 7"].map(str::to_owned).into());
    assert_eq!(pairs("easy").len(), 2);
    assert!(all.iter().any(|it| it["label"] == "Largest size first · grid δ 1 min · local δ 7 s"));
    assert_eq!(found["best_period"]["period_of"], "local");
    // On its default scenario nobody reads it.
    folder.assert_refused(&format!("trade-off - {search} < log.swf => largest size first"));
}

/// The values of some criteria in the rows of a trade-off.
fn criteria_of(rows: &[Value], names: &[&str]) -> Vec<Vec<f64>> {
    let of = |row: &Value| names.iter().map(|it| row[it].as_f64().expect("a number")).collect();
    rows.iter().map(of).collect()
}

#[test]
fn a_trade_off_of_a_workflow_weighs_its_own_figures() {
    let scenario = r#"{"system": {"workflow": {"qoi_percent": 80, "deadline_factor": 1.3}}}"#;
    let folder = Folder::with(&[("scenario.json", scenario), ("workflow.json", WORKFLOW)]);
    let trade_off =
        |more: &str| folder.printed(&format!("trade-off - --scenario scenario.json --seeds 3 {more} < workflow.json"));
    let found = |more: &str| -> Vec<Value> {
        let found = parsed(&trade_off(&format!("{more} --json")));
        found["combinations"].as_array().expect("a list").clone()
    };
    let usual = found("");
    assert_eq!(usual, found("--criteria schedule_length,spare_least,failures"));
    let pairs: BTreeSet<_> = usual.iter().map(|it| values(it, "/scheduler /variant")).collect();
    assert_eq!((usual.len(), pairs.len()), (24, 24));
    // Short schedules, much spare time and few failures are good: every row against every other.
    let rows = criteria_of(&usual, &["schedule_length", "spare_least", "failures"]);
    let as_good = |a: &[f64], b: &[f64]| a[0] <= b[0] && a[1] >= b[1] && a[2] <= b[2];
    for (row, it) in rows.iter().zip(&usual) {
        let is_bettered = rows.iter().any(|other| as_good(other, row) && other != row);
        assert_eq!(it["on_front"], !is_bettered, "{it}");
    }
    // Two of all that a report has, in another order.
    let two = found("--criteria spare_mean,makespan");
    let rows = criteria_of(&two, &["spare_mean", "makespan"]);
    let is_of_most = |it: &Value| it["other_jobs"] == false;
    for (row, it) in rows.iter().zip(&two) {
        let mut judged = rows.iter().zip(&two).filter(|(_, it)| is_of_most(it));
        let is_bettered = judged.any(|(other, _)| other[0] >= row[0] && other[1] <= row[1] && other != row);
        assert_eq!(it["on_front"], is_of_most(it) && !is_bettered, "{it}");
        assert!(it.get("failures").is_none(), "{it}");
    }
    // Where failures are not weighed, combinations under which other tasks fail are not judged.
    assert!(usual.iter().all(is_of_most) && !two.iter().all(is_of_most));
    assert_says(&trade_off(""), "schedule_length (s)  spare_least (%)");
    // A workflow without a scenario brings the system that takes it.
    assert!(printed("trade-off - --seeds 1", WORKFLOW).starts_with("24 combinations"));
}

#[test]
fn a_trade_off_refuses_criteria_that_are_none_in_words() {
    let folder = Folder::with(&[("log.swf", THREE_JOBS), ("workflow.json", WORKFLOW)]);
    folder.assert_refused(
        "trade-off - --criteria mean_flow_time,failures < log.swf \
         => --criteria: \"failures\" is no criterion … makespan\n\
         trade-off - --criteria schedule_length,luck < workflow.json => \"luck\" … spare_least\n\
         trade-off - --criteria makespan < log.swf => two or three\n\
         trade-off - --criteria makespan,makespan < log.swf => named twice",
    );
}

#[test]
fn a_trade_off_of_a_log_weighs_utilization_flow_time_and_tardiness() {
    let trade_off = |more: &str| printed(&format!("trade-off - --seeds 1 --periods 0 {more}"), THREE_JOBS);
    let usual = trade_off("");
    assert_eq!(usual, trade_off("--criteria mean_utilization,mean_flow_time,mean_tardiness"));
    assert_says(
        &usual,
        "no randomness … dominates in all of U, F and D\n … \
         \n        U         F (s)         D (s)  combination\n",
    );
    assert_says(
        &trade_off("--criteria batch.mean_flow_time,killed"),
        "in both flow time of batch jobs and killed jobs … batch.mean_flow_time (s)        killed",
    );
    assert_says(
        &trade_off("--criteria mean_waiting_time,makespan"),
        "dominates in both waiting time and makespan … mean_waiting_time (s)  makespan (s)",
    );
}

#[test]
fn where_nothing_is_drawn_a_trade_off_has_no_intervals_and_says_so() {
    let folder = three_jobs(0);
    let trade_off = "trade-off - --scenario scenario.json --seeds 3 --periods 0";
    let table = folder.printed(&format!("{trade_off} < log.swf"));
    assert_says(&table, "no randomness: all seeds agree");
    assert!(!table.contains('~') && !table.contains("means over"), "{table}");
    let first = &folder.json(&format!("{trade_off} --json < log.swf"))["combinations"][0];
    assert_eq!(values(first, "/half_width /deviation"), "null null", "{first}");
    assert!(first["mean_flow_time"].is_number());
}

/// A field of the local policy, or a knob, that no combination reads; the error names the field that would make it read.
#[test]
fn what_no_combination_reads_is_refused() {
    let folder = Folder::with(&[("log.swf", THREE_JOBS)]);
    for row in [
        "run --set LOCAL.order=size => set local.queue to ordered",
        "run --set LOCAL.period=60 => set local.queue to lsf",
        "run --set LOCAL.priority.by=limit => grid.queue to priority",
        "run --set LOCAL.preempted=restart => local.queue to pppd",
        "run --set LOCAL.fair_share.half_life=60 => local.queue to fss",
        "run --set LOCAL.sge_notice=9 => set local.systems",
        "run --set LOCAL.queue=ordered --set LOCAL.strict=true --set LOCAL.promises=2 => set local.strict to false",
        "run --set JOBS.request=flexible => set workload.reservations.percent",
        "sweep --set LOCAL.queue=easy --vary LOCAL.order=size,limit => set local.queue to ordered",
        "sweep --set LOCAL.order=size --vary seed=1,2 => set local.queue to ordered",
        "sweep --vary JOBS.window_hours=0,1 => set workload.reservations.percent",
        "run --set LOCAL.queue=ordered --set LOCAL.order=size",
        "sweep --set LOCAL.queue=ordered --vary LOCAL.order=size,limit",
        "sweep --vary LOCAL.queue=easy,ordered --vary LOCAL.order=size,limit",
        "sweep --vary JOBS.percent=0,50 --set JOBS.request=flexible",
    ] {
        let row = row.replace("LOCAL", "system.two_level.local").replace("JOBS", "workload.reservations");
        let (line, names) = row.split_once(" => ").unwrap_or((&row, ""));
        let output = folder.called(&format!("{line} {{}} log.swf"));
        let told = text(&output.stderr);
        assert_eq!(output.status.success(), names.is_empty(), "{row}: {told}");
        assert!(told.contains(names), "{row}: {told}");
    }
    // A scenario file holds what is not read.
    folder.printed(r#"run '{"system": {"two_level": {"local": {"queue": "easy", "order": "size"}}}}' log.swf"#);
}

#[test]
fn an_order_by_the_machine_warns() {
    let folder = Folder::with(&[("log.swf", THREE_JOBS)]);
    for (order, warns) in
        [("-(wait / limit)^3 * processors", true), ("-(wait / limit)^3 * size", false), ("size / processors", false)]
    {
        let local = format!(r#"{{"queue": "ordered", "order": "{order}"}}"#);
        let told = folder.warned(&format!("run {{}} - --set 'system.two_level.local={local}' < log.swf"));
        assert_eq!(told.contains("a job's own processors are size"), warns, "{order}: {told}");
    }
}
