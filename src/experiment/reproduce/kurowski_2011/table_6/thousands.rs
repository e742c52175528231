//! Table 6's strategies on every thousand jobs in a row.

use super::super::curves::Curves;
use super::super::job_set::{JobSet, Origin, of_further_logs, thousands};
use super::{CRITERIA, STEPS, holds};
use crate::experiment::reproduce::numbers::{difference, number};
use crate::experiment::reproduce::{Claim, Listing, Options, Quantity, Readings, Verdict};
use crate::workload::Workload;

/// Every thousand jobs of every log, where no jobs are asked for and all is to be run.
pub fn sets(logs: &[Workload], options: &Options) -> Vec<JobSet> {
    if options.jobs.is_some() || options.readings != Readings::All {
        return Vec::new();
    }
    let further = of_further_logs(logs);
    (0..logs.len())
        .flat_map(|log| {
            let platform = further.iter().find(|set| set.log == log);
            let platform = platform.map_or(vec![64, 64], |set| set.platform.clone());
            thousands(logs, log, &platform)
        })
        .collect()
}

/// Every thousand jobs: the three strategies' mean F and U.
pub fn listing(curves: &Curves) -> Option<Listing> {
    let head = [
        "jobs",
        "offered load",
        "mean F: static",
        "MCT",
        "priority",
        "priority against MCT",
        "mean U: static",
        "MCT",
        "priority",
    ];
    let sets = curves.sweep.sets.iter().enumerate();
    let rows: Vec<Vec<String>> = sets
        .map(|(set, jobs)| {
            let flow = [0, 1, 2].map(|one| curves.mean((set, one, 0), Quantity::MeanFlowTime));
            let load = match jobs.origin {
                Origin::Busiest(load) => number(load, 2),
                _ => String::new(),
            };
            let mut cells = vec![jobs.label(), load];
            cells.extend(flow.map(|mean| number(mean, 0)));
            cells.push(difference((flow[2] - flow[1]) / flow[1]));
            cells.extend(
                [0, 1, 2]
                    .map(|one| number(curves.mean((set, one, 0), Quantity::MeanUtilization), 3)),
            );
            cells
        })
        .collect();
    (!rows.is_empty()).then(|| Listing {
        title: "Every thousand jobs in a row, the reading singled out, means over the seeds"
            .to_owned(),
        head: head.map(str::to_owned).to_vec(),
        rows,
    })
}

/// Claim: on any jobs, priority is better than MCT, and MCT than static.
pub fn claims(curves: &Curves, logs: &[Workload]) -> Vec<Claim> {
    let mut claims = Vec::new();
    for step in STEPS {
        let mut verdicts = Vec::new();
        let mut evidence = Vec::new();
        for (log, workload) in logs.iter().enumerate() {
            let sets = curves.sweep.sets.iter().enumerate();
            let own = sets.filter(|(_, set)| set.log == log);
            let own: Vec<usize> = own.map(|(at, _)| at).collect();
            for quantity in [CRITERIA[1], CRITERIA[0]] {
                let held = own
                    .iter()
                    .filter(|&&set| holds(curves, set, step, quantity));
                let (held, all) = (held.count(), own.len());
                if all > 0 {
                    verdicts.push(held == all);
                    let name = quantity.words();
                    evidence.push(format!("{}: on {name} in {held} of {all}", workload.name));
                }
            }
        }
        if !verdicts.is_empty() {
            claims.push(Claim::with(
                "Table 6",
                &format!(
                    "On every thousand jobs in a row at 30 %, on mean F and mean U: {}.",
                    step.2
                ),
                Verdict::of_all(&verdicts),
                evidence.join("; ") + ".",
            ));
        }
    }
    claims
}
