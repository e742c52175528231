//! Table 6's strategies on every thousand jobs in a row.

use super::super::curves::Curves;
use super::super::job_set::{JobSet, Origin, of_further_logs, thousands};
use super::super::sentences::{OfSet, in_general};
use super::{CRITERIA, STEPS, apart, margin, margin_words};
use crate::numbers::number;
use crate::{Case, Claim, Listing, Options, Quantity, Readings, Said, ToldIn};
use workload::Workload;

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
            let apart = curves.relative_excess(set, (2, 1), Quantity::MeanFlowTime, &[0]);
            cells.push(apart.words(ToldIn::Share));
            cells.extend([0, 1, 2].map(|one| number(curves.mean((set, one, 0), Quantity::MeanUtilization), 3)));
            cells
        })
        .collect();
    (!rows.is_empty()).then(|| Listing {
        title: "Every thousand jobs in a row, the reading singled out, means over the seeds".to_owned(),
        head: head.map(str::to_owned).to_vec(),
        rows,
    })
}

/// Claim: AR resource priority is better than MCT, wherever.
pub fn claim(curves: &Curves, logs: &[Workload]) -> Option<Claim> {
    let mut cases = Vec::new();
    for log in 0..logs.len() {
        let sets = curves.sweep.sets.iter().enumerate();
        let own = sets.filter(|(_, set)| set.log == log);
        let own: Vec<usize> = own.map(|(at, _)| at).collect();
        if own.is_empty() {
            continue;
        }
        for quantity in [CRITERIA[1], CRITERIA[0]] {
            let said = Said::better(quantity);
            for &set in &own {
                let apart = apart(curves, set, STEPS[0], quantity).one_of(own.len() * curves.looks);
                let verdict = apart.verdict_beyond(margin(curves, set, quantity), said);
                let words = format!("{}, {} seeds", apart.words(ToldIn::of(quantity)), apart.seeds(said).1);
                let jobs = curves.sweep.sets[set].label();
                let name = format!("{jobs}, {}", quantity.words());
                cases.push(OfSet::new(set, Case::new(name, verdict, words)));
            }
        }
    }
    (!cases.is_empty()).then(|| {
        in_general(
            "Sect. 5.4.2",
            "the AR resource priority strategy reduces the negative impact of ARs in resource \
             management systems",
            &format!(
                "Mean F and mean U under AR resource priority less those under MCT, seed by seed, on every \
                 thousand jobs in a row at 30 % of reservations: better where the interval lies on that side of 0, \
                 and not where it lies on the other, or {}. The intervals are widened so that with 95 % all \
                 intervals of a log hold together, however often seeds are added.",
                margin_words()
            ),
            cases,
        )
    })
}
