//! Figure 5: waiting time by size, beside what the log says happened.

use super::setting::{as_logged, cell, jobs, servers, words};
use crate::criteria::Report;
use crate::reproduce::numbers::{number, seconds};
use crate::reproduce::{
    Case, Cell, Claim, Findings, Item, Listing, Options, Plan, Unavailable, Verdict,
};
use crate::system::System;
use crate::system::co_allocation::CoAllocation;
use crate::workload::Workload;

pub const ITEM: Item = Item {
    key: "figure-5",
    title: "Figure 5: waiting time by spatial size",
    section: "Sect. 5.1",
    paper: "The average waiting time against the number of servers, on-line and as the batch \
            scheduler of the log had it.",
    needs_log: true,
    plan,
    conclude,
    open: crate::reproduce::nothing_open,
};

/// By size: key and name.
const SIZES: [(&str, &str); 2] = [("wait_1_50", "1–50"), ("wait_51_100", "51–100")];

fn plan(logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
    let selection = jobs(logs, options)?;
    let servers = servers(&logs[0]);
    let of = |&servers: &u32| cell(&selection, servers, 0.0, CoAllocation::default(), 1);
    let mut cells: Vec<Cell> = servers.iter().map(of).collect();
    cells.extend(as_logged(&selection, servers[0]));
    Ok(cells)
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let selection = jobs(logs, &plan.options).unwrap_or_default();
    let results = plan.results(reports);
    let is_online = |cell: &Cell| matches!(cell.scenario.system, System::CoAllocation(_));
    let logged = results.iter().find(|(cell, _)| !is_online(cell));
    let logged = logged.and_then(|(_, reports)| reports.first());
    let (mut by_size, mut against_log, mut rows) = (Vec::new(), Vec::new(), Vec::new());
    for (cell, reports) in results.iter().filter(|(cell, _)| is_online(cell)) {
        let Some(report) = reports.first() else {
            continue;
        };
        let name = format!("{} servers", cell.scenario.platform[0]);
        let wait = |key: &str| report.measures.get(key).copied();
        let mut row = vec![name.clone(), number(report.mean_waiting_time, 0)];
        row.extend(SIZES.map(|(key, _)| wait(key).map_or("–".to_owned(), |it| number(it, 0))));
        let longest = wait("longest_wait").unwrap_or(f64::NAN);
        row.push(number(longest, 1));
        rows.push(row);
        if let [Some(small), Some(large)] = SIZES.map(|(key, _)| wait(key)) {
            let evidence = format!("{} against {}", seconds(large), seconds(small));
            by_size.push(Case::new(
                name.clone(),
                Verdict::exact(large > small),
                evidence,
            ));
        }
        if let Some(logged) = logged {
            let (ours, theirs) = (report.mean_waiting_time, logged.mean_waiting_time);
            let evidence = format!("{} against {}", seconds(ours), seconds(theirs));
            against_log.push(Case::new(name, Verdict::exact(ours < theirs), evidence));
        }
    }
    if let Some(logged) = logged {
        let dash = || "–".to_owned();
        let wait = number(logged.mean_waiting_time, 0);
        rows.push(vec!["as logged".to_owned(), wait, dash(), dash(), dash()]);
    }
    let head = ["", "mean wait (s)", "1–50 (s)", "51–100 (s)", "longest (h)"];
    let test = "Nothing is drawn: one run of each tells.";
    Findings {
        setting: format!(
            "On {}, booked for their run time; Δt 15 min, horizon 30 d.",
            words(&selection)
        ),
        claims: vec![
            Claim::new(
                "Sect. 5.1",
                "the waiting time increases with the spatial size for both online and batch algorithms",
                &format!(
                    "On-line alone: the mean wait of requests for 51 to 100 servers against that of \
                     requests for up to 50. {test}"
                ),
                &by_size,
            ),
            Claim::new(
                "Sect. 5.1",
                "our algorithm achieves smaller average waiting time compared to the batch algorithm \
                 for both workloads",
                &format!("On KTH: the mean wait against that of the log's own jobs. {test}"),
                &against_log,
            ),
        ],
        listings: vec![Listing {
            title: "Waits on-line and as logged".to_owned(),
            head: head.map(str::to_owned).to_vec(),
            rows,
        }],
        remarks: vec![
            "The paper says that the longest wait is 75 h on-line, on 128 processors, and 272.5 h in the \
             log."
                .to_owned(),
        ],
        ..Findings::default()
    }
}
