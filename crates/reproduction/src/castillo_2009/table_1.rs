//! Table 1: the workloads.

use super::setting::{cell, jobs, servers, words};
use super::traces;
use crate::prelude::*;
use scheduling::system::co_allocation::CoAllocation;
use workload::Job;
use workload::select::select;

pub const ITEM: Item = Item {
    key: "table-1",
    title: "Table 1: the workloads",
    section: "Sect. 5",
    paper: "Processors, jobs and mean estimated l of CTC, KTH and HPC2N; the row of the log at hand is compared.",
    plan,
    conclude,
    ..ON_LOG
};

const HOUR: f64 = 3_600.0;

fn plan(logs: &[Workload], options: &Options) -> Planned {
    let selection = jobs(logs, options)?;
    let own = servers(&logs[0])[0];
    Ok(vec![cell(&selection, own, 0.0, CoAllocation::default(), 1)])
}

/// The mean of a time of jobs, in hours.
fn mean_hours(jobs: &[Job], of: fn(&Job) -> i64) -> f64 {
    let sum: f64 = jobs.iter().map(|it| of(it) as f64).sum();
    sum / jobs.len().max(1) as f64 / HOUR
}

fn conclude(plan: &Plan, logs: &[Workload], _: &[Report]) -> Findings {
    let (Ok(selection), Some(log)) = (jobs(logs, &plan.options), logs.first()) else {
        return Findings::default();
    };
    let all = select(log, &selection, 1);
    let run_time = mean_hours(&all, |it| it.run_time);
    let requested = mean_hours(&all, |it| it.requested_time);
    let at_hand = traces::of(logs);
    let row = |label: &str, quantity, paper: Option<f64>, ours| {
        Row::new(label, quantity, paper, Measured::exact(ours)).of_cell(0)
    };
    let own = servers(log)[0];
    let printed = at_hand.map(|it| f64::from(it.servers));
    let hours = at_hand.map(|it| it.hours);
    Findings {
        setting: format!("On {}.", words(plan, logs)),
        comparisons: vec![Comparison {
            title: format!("Table 1, {}", traces::name(at_hand)),
            rows: vec![
                row("processors N", Quantity::Count, printed, f64::from(own)),
                row("jobs", Quantity::Count, at_hand.map(|it| it.jobs), all.len() as f64),
                row("mean l", Quantity::Seconds, hours.map(|it| it * HOUR), run_time * HOUR),
            ],
        }],
        listings: vec![Listing::new(
            "Mean l in hours",
            ["", "paper", "mean run time", "mean requested time"],
            vec![vec![
                words(plan, logs),
                number(hours.unwrap_or(f64::NAN), 2),
                number(run_time, 2),
                number(requested, 2),
            ]],
        )],
        remarks: remarks(logs, [run_time, requested]),
        ..Findings::default()
    }
}

/// Remarks on a log that Table 1 has.
fn remarks(logs: &[Workload], [run_time, requested]: [f64; 2]) -> Vec<String> {
    let (Some(trace), Some(log)) = (traces::of(logs), logs.first()) else {
        return Vec::new();
    };
    let (near, far) = ((run_time - trace.hours).abs(), (requested - trace.hours).abs());
    let nearer = if near < far {
        "is nearer to the mean run time than to the mean of what was asked for"
    } else {
        "is nearer to the mean of what was asked for than to the mean run time"
    };
    let mut remarks = vec![format!(
        "The paper's “avg. estimated l” of {} {nearer}. Servers are booked for the run time in all items.",
        trace.name
    )];
    if let [own, papers] = servers(log)[..] {
        remarks
            .push(format!("The paper names {papers} processors for {}, and the log {own}: both are run.", trace.name));
    }
    remarks
}
