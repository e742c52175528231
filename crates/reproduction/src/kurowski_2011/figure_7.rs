//! Figure 7: the Gantt chart of a schedule with half the tasks reservations.

use super::figures_8_10::SINGLED_OUT_WORDS;
use super::job_set::{JobSet, of_first_log};
use super::reading::SINGLED_OUT;
use super::setting::{cell, over_seeds};
use super::strategies::MCT;
use crate::numbers::number;
use crate::{
    Case, Cell, Claim, Figure, Findings, Item, Options, PairedDifference, Picture, Plan, Said, ToldIn, Unavailable,
};
use experiment::Scenario;
use scheduling::criteria::Report;
use workload::{Time, Workload};

pub const ITEM: Item = Item {
    key: "figure-7",
    title: "Figure 7: the Gantt chart of a schedule with 50 % reservations",
    section: "Sect. 5.2",
    paper: "Two providers of 64 processors, half the tasks reservations. One can see the gaps \
            before reservations that lower the utilization.",
    needs_log: true,
    plan,
    conclude,
    open: crate::nothing_open,
};

fn scenario(set: &JobSet, percent: f64) -> Scenario {
    let mut scenario = set.scenario();
    SINGLED_OUT.apply(&mut scenario);
    (MCT.set)(&mut scenario);
    scenario.workload.reservations.percent = percent;
    scenario
}

/// Cells: for each set no reservations and half of the tasks.
fn plan(logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
    let mut cells = Vec::new();
    for set in of_first_log(logs, options)? {
        for percent in [0.0, 50.0] {
            let label = format!("{}, {percent} %", set.label());
            cells.push(cell(label, scenario(&set, percent), options.seeds));
        }
    }
    Ok(cells)
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let sets = of_first_log(logs, &plan.options).unwrap_or_default();
    let results = plan.results(reports);
    let mut cases = Vec::new();
    for (set, pair) in sets.iter().zip(results.chunks(2)) {
        let [(_, none), (_, half)] = pair else {
            continue;
        };
        // Without reservations there are no random draws, and one run is enough.
        let Some(without) = none.first() else {
            continue;
        };
        let lower = half.iter().map(|report| report.mean_utilization - without.mean_utilization);
        let lower = PairedDifference::of(lower.collect(), true);
        let mean = |reports: &[Report]| over_seeds(reports, |report| report.mean_utilization).mean;
        let words = format!(
            "{}, mean U {} against {}",
            lower.words(ToldIn::Utilization),
            number(mean(half), 3),
            number(mean(none), 3)
        );
        cases.push(Case::new(set.label(), lower.verdict(Said::Less), words));
    }
    Findings {
        setting: format!(
            "Load balancing, MCT with ties drawn, FCFS with backfilling; {SINGLED_OUT_WORDS}. The \
             pictures are of the first seed; the paper does not say which jobs its figure shows."
        ),
        claims: vec![Claim::new(
            "Sect. 5.2",
            "One can see the gaps before ARs that lower the total resource utilization",
            "Mean U with 50 % reservations less that without, seed by seed. The gaps are in the \
             pictures; that it is they that lower mean U is not tested.",
            &cases,
        )],
        figures: sets.iter().flat_map(|set| figures(set, logs)).collect(),
        ..Findings::default()
    }
}

/// The whole schedule, and a week in its middle in which single jobs can be distinguished.
fn figures(set: &JobSet, logs: &[Workload]) -> Vec<Figure> {
    const WEEK: Time = 7 * 86_400;
    let (first, last) = set.jobs;
    let records = logs.get(set.log).map_or(&[][..], |log| log.records());
    let mut submits: Vec<Time> =
        records.iter().filter(|record| (first..=last).contains(&record.id)).map(|record| record.submit).collect();
    submits.sort_unstable();
    let middle = submits.get(submits.len() / 2).copied().unwrap_or(0);
    let gantt = |name: String, title: &str, window| Figure {
        name,
        title: title.to_owned(),
        caption: format!("{}, 50 % reservations, seed {}.", set.words(), number(1.0, 0)),
        picture: Picture::Gantt { log: set.log, scenario: Box::new(scenario(set, 50.0)), window },
    };
    vec![
        gantt(format!("figure-7-{}", set.slug()), "Figure 7: the whole schedule", (0, 0)),
        gantt(format!("figure-7-{}-week", set.slug()), "Figure 7: a week of the schedule", (middle, middle + WEEK)),
    ]
}
