//! Table 2: scheduling attempts by size.

use super::setting::{cell, jobs, servers, words};
use crate::criteria::Report;
use crate::reproduce::numbers::number;
use crate::reproduce::{
    Case, Cell, Claim, Comparison, Findings, Item, Listing, Measured, Options, Plan, Quantity, Row,
    Unavailable, Verdict,
};
use crate::system::co_allocation::CoAllocation;
use crate::workload::Workload;

pub const ITEM: Item = Item {
    key: "table-2",
    title: "Table 2: scheduling attempts by spatial size",
    section: "Sect. 5.1",
    paper: "How often requests of KTH and CTC are tried, on average, in groups of 50 servers.",
    needs_log: true,
    plan,
    conclude,
    open: crate::reproduce::nothing_open,
};

/// The row of KTH: group, key of ours, attempts.
const PAPER: [(&str, &str, f64); 3] = [
    ("(0:50]", "attempts_1_50", 10.27),
    ("(50:100]", "attempts_51_100", 60.0),
    ("(100:150]", "attempts_101_150", 120.0),
];

fn plan(logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
    let selection = jobs(logs, options)?;
    let of = |servers| cell(&selection, servers, 0.0, CoAllocation::default(), 1);
    Ok(servers(&logs[0]).into_iter().map(of).collect())
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let selection = jobs(logs, &plan.options).unwrap_or_default();
    let results = plan.results(reports);
    let mut rows = Vec::new();
    let mut listed = Vec::new();
    let mut cases = Vec::new();
    for (at, (cell, reports)) in results.iter().enumerate() {
        let Some(report) = reports.first() else {
            continue;
        };
        let servers = cell.scenario.platform[0];
        let attempts = |key: &str| report.measures.get(key).copied();
        for (group, key, paper) in PAPER {
            let Some(ours) = attempts(key) else {
                continue;
            };
            rows.push(Row {
                label: format!("{servers} servers, {group}, attempts"),
                quantity: Quantity::Count,
                paper: Some(paper),
                ours: Measured::exact(ours),
                from_ready: None,
                cell: Some(at),
            });
        }
        let told =
            PAPER.map(|(_, key, _)| attempts(key).map_or("–".to_owned(), |it| number(it, 2)));
        let mut row = vec![format!("{servers} servers")];
        row.extend(told.clone());
        listed.push(row);
        if let (Some(small), Some(large)) = (attempts(PAPER[0].1), attempts(PAPER[1].1)) {
            let evidence = format!("{} against {}", number(large, 2), number(small, 2));
            let verdict = Verdict::exact(large > small);
            cases.push(Case::new(format!("{servers} servers"), verdict, evidence));
        }
    }
    let mut printed = vec!["paper".to_owned()];
    printed.extend(PAPER.map(|(_, _, attempts)| number(attempts, 2)));
    listed.insert(0, printed);
    let mut head = vec![String::new()];
    head.extend(PAPER.map(|(group, ..)| group.to_owned()));
    Findings {
        setting: format!(
            "On {}, booked for their run time; Δt 15 min, horizon 30 d, nothing is drawn.",
            words(&selection)
        ),
        comparisons: vec![Comparison {
            title: "Table 2, KTH".to_owned(),
            rows,
        }],
        claims: vec![Claim::new(
            "Sect. 5.1",
            "as n_r increases, the number of scheduling attempts increases as well",
            "Mean attempts of requests for 51 to 100 servers against those for up to 50. Nothing is \
             drawn: one run tells.",
            &cases,
        )],
        listings: vec![Listing {
            title: "Mean attempts, to two digits".to_owned(),
            head,
            rows: listed,
        }],
        remarks: vec![
            "The paper has 120 attempts for 101 to 150 servers. The log has no such job: its machine \
             had 100 processors."
                .to_owned(),
        ],
        ..Findings::default()
    }
}
