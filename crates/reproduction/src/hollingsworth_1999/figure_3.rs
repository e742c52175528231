//! Figure 3: how long the jobs of the two months run.

use super::setting::{CLASSES, Period, periods};
use crate::prelude::*;
use scheduling::engine::queuing_delay::class_of;
use workload::select::select;

pub const ITEM: Item = Item {
    key: "figure-3",
    title: "Figure 3: lengths of jobs",
    section: "Sect. 3.1",
    paper: "How many jobs of KTH in October and November 1996 run less than 10 s, 100 s and 1,000 s, and \
            longer.",
    plan,
    conclude,
    ..ON_LOG
};

/// All jobs, then by class: October, November.
const PAPER: [[f64; 5]; 2] = [[2_404.0, 156.0, 1_005.0, 496.0, 747.0], [1_982.0, 194.0, 580.0, 376.0, 832.0]];

/// There are no runs: the jobs are counted.
fn plan(logs: &[Workload], options: &Options) -> Planned {
    periods(logs, options).map(|_| Vec::new())
}

/// How many jobs of the first log there are, then of each class.
fn counts(logs: &[Workload], period: &Period) -> [u32; CLASSES.len()] {
    let jobs = logs.first().map(|log| select(log, &period.selection, 1));
    let mut counts = [0; CLASSES.len()];
    for job in jobs.unwrap_or_default() {
        counts[0] += 1;
        counts[class_of(job.run_time) + 1] += 1;
    }
    counts
}

fn conclude(plan: &Plan, logs: &[Workload], _: &[Report]) -> Findings {
    let periods = periods(logs, &plan.options).unwrap_or_default();
    let is_the_months = plan.options.jobs.is_none();
    let mut rows = Vec::new();
    for (at, period) in periods.iter().enumerate() {
        let counts = counts(logs, period);
        for (class, name) in CLASSES.iter().enumerate() {
            let printed = PAPER.get(at).filter(|_| is_the_months);
            rows.push(Row::new(
                format!("{}, jobs, {name}", period.name),
                Quantity::Count,
                printed.map(|it| it[class]),
                Measured::exact(f64::from(counts[class])),
            ));
        }
    }
    Findings {
        setting: "All jobs of the month that ran, by submission in local time and by their run time in the log."
            .to_owned(),
        comparisons: vec![Comparison { title: "Figure 3".to_owned(), rows }],
        remarks: vec![
            "The archive's log has two jobs more in October and one in November than the paper counts; which \
             ones the authors left out is not known."
                .to_owned(),
        ],
        ..Findings::default()
    }
}
