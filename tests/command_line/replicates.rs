//! Sweeps and trade-offs on replicates of a log.

use std::fmt::Write;

use super::{Folder, assert_says, column, numbers, parsed, values};

/// Five weeks of the jobs of twelve users on eight processors, which have to wait; nothing is drawn.
fn folder() -> Folder {
    let mut log = "; MaxProcs: 8\n".to_owned();
    for id in 1..=300_i64 {
        let (submit, run) = (id * 10_000, 2_000 + id * 7_919 % 30_000);
        let (size, user) = (1 + id * 31 % 6, id * id % 12 + 1);
        let limit = 2 * run;
        let _ = writeln!(log, "{id} {submit} 0 {run} {size} -1 -1 {size} {limit} -1 1 {user} 1 1 1 1 -1 -1");
    }
    Folder::with(&[("log.swf", &log)])
}

const SWEEP: &str = "sweep {} log.swf --vary system.two_level.local.queue=easy,fcfs \
    --criteria waiting_time_90,by_size.2.mean_waiting_time --replicate";

/// Of two policies with one period.
const TRADE_OFF: &str = "trade-off log.swf --periods 0 --vary system.two_level.local.queue=easy,fcfs --replicate";

#[test]
fn replicates_give_intervals_and_paired_differences_where_nothing_is_drawn() {
    let folder = folder();
    for (replicate, written) in [("windows=5", "windows=5:0.1"), ("users=6", "users=6"), ("shake=6:600", "shake=6:600")]
    {
        let table = folder.printed(&format!("{SWEEP} {replicate}"));
        assert_eq!(column(&table, "replicate"), [written; 2]);
        for name in ["mean_flow_time", "waiting_time_90", "by_size.2.mean_waiting_time"] {
            let means = numbers(&table, name);
            let widths = numbers(&table, &format!("{name}_half_width"));
            assert!(widths.iter().all(|it| *it > 0.0), "{replicate} {name}");
            // The first row is what the others differ from.
            let [difference, width] = ["difference", "difference_half_width"].map(|it| {
                let cells = column(&table, &format!("{name}_{it}"));
                assert_eq!(cells[0], "", "{replicate} {name}");
                cells[1].parse::<f64>().expect("a number")
            });
            assert!((difference - (means[1] - means[0])).abs() < 1e-3 && width > 0.0, "{replicate} {name}");
        }
        // The same again to the last byte, whatever the number of threads.
        assert_eq!(folder.printed(&format!("{SWEEP} {replicate} --threads 1")), table);
    }
}

#[test]
fn a_plan_of_replicates_gathers_the_table_of_the_sweep_and_files_say_what_was_done() {
    let folder = folder();
    let of = |more: &str| folder.printed(&format!("{SWEEP} users=3 {more}"));
    let table = of("");
    of("--plan plan");
    folder.printed("sweep run plan");
    assert_eq!(folder.printed("sweep gather plan --out curves.json"), table);
    let [curves, provenance] = ["curves.json", "curves.json.provenance.json"].map(|it| parsed(&folder.read(it)));
    let expected = r#"{"users":{"count":3}}"#;
    assert_eq!(curves["replicate"].to_string(), expected);
    assert_eq!(values(&provenance["sweep"], "/replicate /seeds"), format!("{expected} 3"));
    let second = &parsed(&of("--json"))["rows"][1];
    assert_eq!(second["replicate"], "users=3");
    assert!(second["mean_flow_time_difference"].is_number());
}

#[test]
fn what_cannot_be_replicated_is_refused_in_words() {
    let folder = folder();
    for row in [
        "shuffle=3 => write windows=10",
        "users=1 => there must be 2 to",
        "windows=300 --plan plan => take fewer windows",
        "users=3 --seeds 3 => --seeds",
    ] {
        folder.assert_refused(&format!("{SWEEP} {row}"));
    }
    assert_says(&folder.refused(&format!("{SWEEP} windows=300")), "take fewer windows");
}

#[test]
fn a_trade_off_on_replicates_has_the_means_and_intervals_of_the_sweep() {
    let folder = folder();
    for (replicate, words) in [
        ("windows=4", "4 windows of the log, of each the first 10 % warm-up"),
        ("users=4", "4 resamplings of the log by user"),
        ("shake=4:600", "4 perturbations of the submissions by up to 600 s"),
    ] {
        assert_says(&folder.printed(&format!("{TRADE_OFF} {replicate}")), &format!("means over {words};"));
        let found = folder.json(&format!("{TRADE_OFF} {replicate} --json"));
        assert_eq!(found["seeds"], 4);
        assert!(found["replicate"].is_object(), "{replicate}");
        let swept = folder.printed(&format!("{SWEEP} {replicate} --set workload.reservations.percent=0"));
        let combinations = found["combinations"].as_array().expect("a list");
        assert_eq!(combinations.len(), 2);
        for (row, queue) in ["easy", "fcfs"].into_iter().enumerate() {
            let one = combinations.iter().find(|it| it["queue"] == queue).expect("a combination");
            for (pointer, name) in
                [("/mean_flow_time", "mean_flow_time"), ("/half_width/mean_flow_time", "mean_flow_time_half_width")]
            {
                let told = one.pointer(pointer).and_then(serde_json::Value::as_f64).expect("a number");
                let swept = numbers(&swept, name)[row];
                assert!((told - swept).abs() < 1e-3, "{replicate} {queue} {name}: {told} {swept}");
            }
        }
    }
}

#[test]
fn the_best_period_is_searched_for_on_replicates() {
    let found = folder().json(&format!("{TRADE_OFF} shake=3 --best-period flow-time --to 600 --json"));
    let best = &found["best_period"]["best"];
    assert_eq!(best["seeds"], 3);
    assert!(best["half_width"]["mean_flow_time"].is_number(), "{best}");
}

#[test]
fn a_trade_off_on_replicates_that_cannot_be_made_is_refused_in_words() {
    let folder = folder();
    for row in [
        "shuffle=3 => windows=10 … users=20 … shake=20",
        "windows => windows=10 … users=20 … shake=20",
        "users=3:2 => windows=10 … users=20 … shake=20",
        "shake=x => windows=10 … users=20 … shake=20",
        "windows=5:1 => from 0 to less than 1",
        "shake=1 => there must be 2 to",
        "windows=300 => take fewer windows",
        "users=3 --seeds 3 => --seeds",
    ] {
        folder.assert_refused(&format!("{TRADE_OFF} {row}"));
    }
}
