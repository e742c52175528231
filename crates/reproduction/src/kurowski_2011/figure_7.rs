//! Figure 7: the Gantt chart of a schedule with half the tasks reservations.

use super::curves::{Curves, Sweep};
use super::job_set::JobSet;
use super::job_set::{Axis, MCT, PERCENT, UTILIZATION};
use super::sentences::{SINGLED_OUT_WORDS, in_general};
use crate::prelude::*;
use workload::{Time, Workload};

pub const ITEM: Item = Item {
    key: "figure-7",
    title: "Figure 7: the Gantt chart of a schedule with 50 % reservations",
    section: "Sect. 5.2",
    paper: "Two providers of 64 processors, half the tasks reservations. One can see the gaps \
            before reservations that lower the utilization.",
    plan: |logs, options| SWEEP.plan(logs, options),
    conclude: |plan, logs, reports| SWEEP.conclude(plan, logs, reports, |curves| findings(curves, logs)),
    ..ON_LOG
};

const SWEEP: Sweep = Sweep {
    strategies: &[MCT],
    axis: Axis { values: &[0.0, 50.0], ..PERCENT },
    label: |_, _, percent| format!("{percent} %"),
    ..Sweep::BASE
};

/// Places of the shares.
const NONE: usize = 0;
const HALF: usize = 1;

fn findings(curves: &Curves, logs: &[Workload]) -> Findings {
    let cases = curves.cases(|set| {
        let lower = curves.rise(set, 0, UTILIZATION, (NONE, HALF));
        let mean = |x| curves.mean_words((set, 0, x), UTILIZATION);
        let words = format!("{}, mean U {} against {}", lower.words(ToldIn::Utilization), mean(HALF), mean(NONE));
        (lower.verdict(Said::Less), words)
    });
    Findings {
        setting: format!(
            "Load balancing, MCT with ties drawn, FCFS with backfilling; {SINGLED_OUT_WORDS}. The \
             pictures are of the first seed; the paper does not say which jobs its figure shows."
        ),
        claims: vec![in_general(
            "Sect. 5.2",
            "One can see the gaps before ARs that lower the total resource utilization",
            "Mean U with 50 % reservations less that without, seed by seed. The gaps are in the \
             pictures; that it is they that lower mean U is not tested.",
            cases,
        )],
        figures: curves.sets.iter().flat_map(|set| figures(set, logs)).collect(),
        ..Findings::default()
    }
}

/// The whole schedule, and a week in its middle in which single jobs can be distinguished.
fn figures(set: &JobSet, logs: &[Workload]) -> [Figure; 2] {
    const WEEK: Time = 7 * 86_400;
    let mut submits: Vec<Time> = set.records(logs).map(|record| record.submit).collect();
    submits.sort_unstable();
    let middle = submits.get(submits.len() / 2).copied().unwrap_or(0);
    let gantt = |name: String, title: &str, window| Figure {
        name,
        title: title.to_owned(),
        caption: format!("{}, 50 % reservations, seed 1.", set.words()),
        picture: Picture::Gantt { log: set.log, scenario: Box::new(SWEEP.scenario(set, &MCT, 50.0)), window },
    };
    [
        gantt(format!("figure-7-{}", set.slug()), "Figure 7: the whole schedule", (0, 0)),
        gantt(format!("figure-7-{}-week", set.slug()), "Figure 7: a week of the schedule", (middle, middle + WEEK)),
    ]
}
