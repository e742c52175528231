//! Table 2 of Kurowski et al. 2011, the paper's five rows beside ours.
//!
//! SDSC SP2, tasks 1-1000, the 938 that ran, 1 x 128 processors, jobs over their limit run on.
//! Print it with `cargo test --test main figures::table_2 -- --nocapture`.

use crate::common;
use slotscope::criteria::{Report, report};
use slotscope::experiment::{Scenario, run};

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
