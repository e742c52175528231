//! Figures of the papers and of the systems, on real logs and by the command line.

#[path = "../common/reproduce.rs"]
mod calls;
mod imprecise_calendar;
mod reproduce;
mod reproduce_tasks;

use super::common;
use slotscope::criteria::{Report, report};
use slotscope::experiment::{Scenario, run};
use slotscope::workload::Workload;

/// Waits of KTH's own records, without any code of the systems.
#[test]
#[ignore = "needs the real logs: cargo xtask test"]
fn the_own_mean_wait_of_a_real_log_comes_out() {
    let log = common::real_log("KTH-SP2-1996-2.swf.gz");
    let waits: Vec<i64> = log.records().iter().filter(|it| it.run_time > 0).map(|it| it.wait).collect();
    assert!(waits.iter().all(|wait| *wait >= 0));
    let sum: i64 = waits.iter().sum();
    assert_eq!((waits.len(), sum), (28_481, 438_187_452));
    let mean = sum as f64 / waits.len() as f64;
    // Whatever share of reservations is drawn: the log knows of none.
    for percent in [0, 30] {
        let json = format!(
            r#"{{"workload": {{"first_job": null, "last_job": null, "reservations": {{"percent": {percent}}}}},
                "platform": [100], "system": {{"as_logged": {{}}}}}}"#
        );
        let scenario = Scenario::from_json(json.as_bytes()).expect("a scenario");
        let report = report(&run(&scenario, &log).expect("it runs"));
        assert_eq!(report.jobs, 28_481);
        assert_eq!((report.rejected, report.killed), (0, 0));
        assert_eq!(report.mean_waiting_time, mean);
        assert_eq!(report.measures["jobs_without_wait"], 0.0);
    }
}

fn kth(log: &Workload, processors: u32, settings: &str) -> Report {
    let json = format!(
        r#"{{"workload": {{"first_job": null, "last_job": null, "reservations": {{"percent": 0}}}},
            "platform": [{processors}], "system": {{"co_allocation": {settings}}}}}"#
    );
    let scenario = Scenario::from_json(json.as_bytes()).expect("a scenario");
    report(&run(&scenario, log).expect("it runs"))
}

/// Mean wait in s, longest wait in h, mean attempts of sizes 1 to 50 and 51 to 100, as they are printed.
fn printed(report: &Report) -> [String; 4] {
    let figure = |key: &str| report.measures[key];
    [
        format!("{:.4}", report.mean_waiting_time),
        format!("{:.1}", figure("longest_wait")),
        format!("{:.2}", figure("attempts_1_50")),
        format!("{:.2}", figure("attempts_51_100")),
    ]
}

#[test]
#[ignore = "needs the real logs: cargo xtask test"]
fn the_waits_and_attempts_of_kth_come_out() {
    let log = common::real_log("KTH-SP2-1996-2.swf.gz");
    for (processors, expected) in
        [(100, ["7518.2753", "77.0", "8.41", "49.60"]), (128, ["2073.5929", "34.8", "2.95", "18.49"])]
    {
        let report = kth(&log, processors, "{}");
        assert_eq!((report.jobs, report.rejected), (28_481, 0));
        assert_eq!(report.measures["acceptance"], 100.0);
        assert_eq!(printed(&report), expected, "{processors}");
    }
}

#[test]
#[ignore = "needs the real logs: SLOTSCOPE_TRACES"]
fn no_reservation_of_sdsc_is_late() {
    let log = common::real_log("SDSC-SP2-1998-first-4961.swf");
    for request in [
        "fixed",
        "flexible",
        "best_effort_processors",
        "best_effort_time",
        "flexible_best_effort_processors",
        "flexible_best_effort_time",
    ] {
        for length in ["requested", "run_time"] {
            for completion in ["reservation", "job"] {
                for slots in [r#""variable""#, r#"{"fixed": 600}"#] {
                    let json = format!(
                        r#"{{"workload": {{"reservations": {{
                              "request": "{request}", "earlier_hours": 2, "later_hours": 8}}}},
                            "system": {{"two_level": {{"local": {{"slots": {slots}}},
                              "late_reservations": "deadline", "reservation_length": "{length}",
                              "completion": "{completion}"}}}}}}"#
                    );
                    let scenario = Scenario::from_json(json.as_bytes()).expect(&json);
                    let report = report(&run(&scenario, &log).expect(&json));
                    assert_eq!(report.mean_tardiness, 0.0, "{json}");
                    assert!(report.reservations.jobs > report.reservations.rejected, "{json}");
                }
            }
        }
    }
}

// Table 2 of Kurowski et al. 2011, the paper's five rows beside ours.
//
// SDSC SP2, tasks 1-1000, the 938 that ran, 1 x 128 processors, jobs over their limit run on.
// Print it with `cargo test --test main figures::table_2 -- --nocapture`.

struct Row {
    local_level: &'static str,
    queue: &'static str,
    period: u32,
    mean_utilization: f64,
    mean_flow_time: f64,
    waiting_time: f64,
    /// Whether ours is held to the paper's waiting time. LSF-10 is not: the paper's lies 641 s below
    /// its LSF-60, ours beside it, and nothing in the text explains the gap. LSF-3600 is not: it
    /// falls behind the arrivals, and its queue amplifies every difference.
    held: bool,
}

#[rustfmt::skip]
const PAPER: [Row; 5] = [
    Row { local_level: "FCFS",     queue: "fcfs_backfilling", period: 0,    mean_utilization: 0.587, mean_flow_time: 16_228.0,  waiting_time: 8_056.0,   held: true },
    Row { local_level: "LSF-10",   queue: "lsf",              period: 10,   mean_utilization: 0.587, mean_flow_time: 15_314.0,  waiting_time: 7_142.0,   held: false },
    Row { local_level: "LSF-60",   queue: "lsf",              period: 60,   mean_utilization: 0.587, mean_flow_time: 15_956.0,  waiting_time: 7_783.0,   held: true },
    Row { local_level: "LSF-600",  queue: "lsf",              period: 600,  mean_utilization: 0.58,  mean_flow_time: 19_051.0,  waiting_time: 10_879.0,  held: true },
    Row { local_level: "LSF-3600", queue: "lsf",              period: 3600, mean_utilization: 0.532, mean_flow_time: 141_727.0, waiting_time: 133_555.0, held: false },
];

fn scenario(row: &Row) -> Scenario {
    let json = format!(
        r#"{{
            "workload": {{ "reservations": {{ "percent": 0 }} }},
            "platform": [128],
            "system": {{ "two_level": {{ "local": {{
                "queue": "{}", "period": {}, "over_limit": "ignore"
            }} }} }}
        }}"#,
        row.queue, row.period
    );
    serde_json::from_str(&json).expect("the scenario reads")
}

fn line(name: &str, paper: f64, ours: f64, digits: usize) -> String {
    let difference = 100.0 * (ours - paper) / paper;
    format!("{name} {paper:>9.digits$} | {ours:>9.digits$} | {difference:>+6.1} %")
}

#[test]
#[ignore = "needs the real logs: SLOTSCOPE_TRACES"]
fn table_2_comes_out() {
    let log = common::real_log("SDSC-SP2-1998-first-4961.swf");
    println!("row       criterion      paper |      ours | difference");
    let reports: Vec<Report> = PAPER.iter().map(|row| report(&run(&scenario(row), &log).expect("it runs"))).collect();
    for (row, ours) in PAPER.iter().zip(&reports) {
        let local_level = row.local_level;
        println!("{local_level:9} {}", line("mean U ", row.mean_utilization, ours.mean_utilization, 3));
        println!("{local_level:9} {}", line("mean F ", row.mean_flow_time, ours.mean_flow_time, 0));
        println!("{local_level:9} {}", line("waiting", row.waiting_time, ours.mean_waiting_time, 0));
    }
    for (row, ours) in PAPER.iter().zip(&reports) {
        let local_level = row.local_level;
        assert_eq!(ours.jobs, 938);
        let off = (ours.mean_utilization - row.mean_utilization).abs();
        assert!(off <= 0.01, "{local_level}: mean U is {off} off");
        // Mean F less waiting time is the log's mean run time, uncut, on every row.
        let run_time = ours.mean_flow_time - ours.mean_waiting_time;
        assert!((run_time - 8_172.0).abs() < 1.0, "{local_level}: {run_time}");
        let off = (ours.mean_waiting_time - row.waiting_time).abs() / row.waiting_time;
        assert!(!row.held || off <= 0.08, "{local_level}: waiting time is {off} off");
    }
}

// Table 5 of Kurowski et al. 2011, first workload, without reservations.
//
// SDSC SP2, tasks 1-1000 cut to 64 processors, on 2 x 64, load balancing and FCFS with
// backfilling. Load balancing counts waiting tasks only and the first provider wins a tie: any
// other reading of either lands elsewhere.

#[test]
#[ignore = "needs the real logs: SLOTSCOPE_TRACES"]
fn mean_flow_time_without_reservations_comes_out() {
    let log = common::real_log("SDSC-SP2-1998-first-4961.swf");
    let mut scenario = Scenario::default();
    scenario.workload.clip_size_to = Some(64);
    scenario.workload.reservations.percent = 0.0;
    let ours = report(&run(&scenario, &log).expect("it runs"));
    let paper = 29_995.0;
    println!("mean F: paper {paper} | ours {:.1}", ours.mean_flow_time);
    println!("mean U: paper 0.54 | ours {:.4}", ours.mean_utilization);
    assert!((ours.mean_flow_time - paper).abs() < 0.001 * paper);
    assert!((ours.mean_utilization - 0.54).abs() < 0.02);
}
