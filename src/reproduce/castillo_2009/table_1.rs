//! Table 1: the workloads.

use super::setting::{PAPER_SERVERS, cell, jobs, servers, words};
use crate::criteria::Report;
use crate::reproduce::numbers::number;
use crate::reproduce::{
    Cell, Comparison, Findings, Item, Listing, Measured, Options, Plan, Quantity, Row, Unavailable,
};
use crate::system::co_allocation::CoAllocation;
use crate::workload::Workload;

pub const ITEM: Item = Item {
    key: "table-1",
    title: "Table 1: the workloads",
    section: "Sect. 5",
    paper: "Processors, jobs and mean estimated l of CTC, KTH and HPC2N; of these KTH is at hand.",
    needs_log: true,
    plan,
    conclude,
    open: crate::reproduce::nothing_open,
};

/// Jobs of KTH, and their mean l in hours.
const PAPER: (f64, f64) = (28_481.0, 2.46);

const HOUR: f64 = 3_600.0;

fn plan(logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
    let selection = jobs(logs, options)?;
    let own = servers(&logs[0])[0];
    Ok(vec![cell(&selection, own, 0.0, CoAllocation::default(), 1)])
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let (Ok(selection), Some(report)) = (jobs(logs, &plan.options), reports.first()) else {
        return nothing(plan, logs);
    };
    let run_time = report.mean_flow_time - report.mean_waiting_time;
    let row = |label: &str, quantity, paper, ours| Row {
        label: label.to_owned(),
        quantity,
        paper: Some(paper),
        ours: Measured::exact(ours),
        from_ready: None,
        cell: Some(0),
    };
    let own = servers(&logs[0])[0];
    let (printed_jobs, hours) = PAPER;
    Findings {
        setting: setting(plan, logs),
        comparisons: vec![Comparison {
            title: "Table 1, KTH".to_owned(),
            rows: vec![
                row("processors N", Quantity::Count, f64::from(PAPER_SERVERS), f64::from(own)),
                row("jobs", Quantity::Count, printed_jobs, report.jobs as f64),
                row("mean l", Quantity::Seconds, hours * HOUR, run_time),
            ],
        }],
        listings: vec![Listing {
            title: "Mean l in hours".to_owned(),
            head: ["", "paper", "mean run time"].map(str::to_owned).to_vec(),
            rows: vec![vec![words(&selection), number(hours, 2), number(run_time / HOUR, 2)]],
        }],
        remarks: vec![
            "The paper's “avg. estimated l” is the mean run time of the jobs that ran, not the mean of \
             what they asked for: so servers are booked for the run time."
                .to_owned(),
            format!(
                "The paper names {PAPER_SERVERS} processors for KTH, and the log {own}: both are run."
            ),
        ],
        ..Findings::default()
    }
}

fn setting(plan: &Plan, logs: &[Workload]) -> String {
    let selection = jobs(logs, &plan.options).unwrap_or_default();
    format!("On {}.", words(&selection))
}

fn nothing(plan: &Plan, logs: &[Workload]) -> Findings {
    Findings {
        setting: setting(plan, logs),
        ..Findings::default()
    }
}
