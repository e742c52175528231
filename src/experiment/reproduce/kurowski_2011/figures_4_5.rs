//! Figures 4 and 5: slots of a fixed length beside variable ones.

mod search_cost;

use super::curves::{Axis, Curves, Strategy, Sweep};
use super::figures_8_10::SINGLED_OUT_WORDS;
use super::job_set::of_first_log;
use super::reading::SINGLED_OUT;
use super::setting::{cell, model, over_seeds};
use super::strategies::MCT;
use crate::criteria::Report;
use crate::experiment::Scenario;
use crate::experiment::reproduce::numbers::{difference, number};
use crate::experiment::reproduce::{
    Cell, Claim, Figure, Findings, Item, Options, Picture, Plan, Quantity, Unavailable, Verdict,
};
use crate::system::two_level::Slots;
use crate::workload::{Time, Workload};

pub const FIGURE_4: Item = Item {
    key: "figure-4",
    title: "Figure 4: utilization over time, fixed and variable slots",
    section: "Sect. 3.3",
    paper: "Three charts of the processors used over time: two lengths of fixed slots, and variable \
            ones. Long slots stay partly idle.",
    plan: plan_4,
    conclude: conclude_4,
};

pub const FIGURE_5: Item = Item {
    key: "figure-5",
    title: "Figure 5: mean U, makespan and mean F, fixed and variable slots",
    section: "Sects. 3.3, 3.5",
    paper: "Mean U, makespan and mean F with variable and with fixed slots. The text adds how long \
            searches take.",
    plan: plan_5,
    conclude: conclude_5,
};

fn slots(scenario: &mut Scenario, slots: Slots) {
    (MCT.set)(scenario);
    model(scenario).local.slots = slots;
}

/// The paper names ten minutes as short; the other lengths are ours.
const STRATEGIES: &[Strategy] = &[
    Strategy {
        name: "variable",
        set: |scenario| slots(scenario, Slots::Variable),
    },
    Strategy {
        name: "fixed, 10 min",
        set: |scenario| slots(scenario, Slots::Fixed(600)),
    },
    Strategy {
        name: "fixed, 1 h",
        set: |scenario| slots(scenario, Slots::Fixed(3_600)),
    },
    Strategy {
        name: "fixed, 4 h",
        set: |scenario| slots(scenario, Slots::Fixed(14_400)),
    },
];

/// The slot lengths of [`STRATEGIES`], in seconds; variable first.
const LENGTHS: [Option<Time>; 4] = [None, Some(600), Some(3_600), Some(14_400)];

const SHARES: Axis = Axis {
    label: "advance reservations (%)",
    values: &[20.0, 40.0, 60.0, 80.0, 100.0],
    set: |scenario, percent| scenario.workload.reservations.percent = percent,
};

fn sweep(logs: &[Workload], options: &Options) -> Result<Sweep, Unavailable> {
    Sweep::of_first_log(logs, options, STRATEGIES, SHARES, SINGLED_OUT)
}

fn plan_5(logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
    Ok(sweep(logs, options)?.cells(options.seeds))
}

fn conclude_5(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let Ok(sweep) = sweep(logs, &plan.options) else {
        return Findings::default();
    };
    let curves = sweep.outcome(plan, logs, reports);
    let costs = search_cost::of_sets(&curves.sweep.sets, logs, &LENGTHS);
    let mut claims = vec![underused(&curves), short_is_nearly_variable(&curves)];
    claims.extend(search_cost::claims(&curves.sweep.sets, &costs));
    Findings {
        setting: curves.on()
            + &format!(
                "2 × 64, load balancing, MCT, FCFS with backfilling; {SINGLED_OUT_WORDS}. The paper \
             does not name its workload, nor its slot lengths but for ten minutes. A fixed slot is \
             promised as a whole: reservations hold their processors from the start of their first \
             slot to the end of their last."
            ),
        claims,
        listings: vec![search_cost::listing(&curves.sweep.sets, &costs)],
        figures: curves.figures(
            "figure-5",
            "Figure 5: fixed and variable slots",
            &[0, 1, 2, 3],
            &[
                Quantity::MeanUtilization,
                Quantity::Makespan,
                Quantity::MeanFlowTime,
            ],
        ),
        ..Findings::default()
    }
}

/// Claim: long slots lower the utilization.
fn underused(curves: &Curves) -> Claim {
    let last = curves.at(100.0);
    let mut evidence = Vec::new();
    let mut verdicts = Vec::new();
    for (set, jobs) in curves.sweep.sets.iter().enumerate() {
        let at = |strategy, quantity| curves.mean((set, strategy, last), quantity);
        let utilization = |strategy| at(strategy, Quantity::MeanUtilization);
        verdicts.push(utilization(3) < utilization(0));
        let each = STRATEGIES.iter().enumerate().map(|(strategy, one)| {
            format!(
                "{} {} ({} s)",
                one.name,
                number(utilization(strategy), 3),
                number(at(strategy, Quantity::MeanFlowTime), 0)
            )
        });
        let each: Vec<String> = each.collect();
        evidence.push(format!("{}: {}", jobs.label(), each.join("; ")));
    }
    Claim::with(
        "Sect. 3.3",
        "Too long slots cause significant under-utilization.",
        Verdict::of_all(&verdicts),
        format!(
            "Mean U (mean F) where all are reservations. {}.",
            evidence.join(". ")
        ),
    )
}

/// Claim: variable slots are at least as good as any length.
fn short_is_nearly_variable(curves: &Curves) -> Claim {
    let mut verdicts = Vec::new();
    let mut evidence = Vec::new();
    for (set, jobs) in curves.sweep.sets.iter().enumerate() {
        let xs = 0..curves.sweep.axis.values.len();
        let best = xs.clone().filter(|&x| {
            let at = |strategy| curves.mean((set, strategy, x), Quantity::MeanFlowTime);
            (1..STRATEGIES.len()).all(|strategy| at(0) <= at(strategy))
        });
        let count = best.count();
        verdicts.push(count == xs.len());
        let short = xs.map(|x| {
            let at = |strategy| curves.mean((set, strategy, x), Quantity::MeanFlowTime);
            difference((at(1) - at(0)) / at(0))
        });
        let short: Vec<String> = short.collect();
        evidence.push(format!(
            "{}: variable slots have the least mean F at {count} of {} shares; slots of 10 min \
             change it by {}",
            jobs.label(),
            curves.sweep.axis.values.len(),
            short.join(", ")
        ));
    }
    Claim::with(
        "Sects. 3.3, 3.4",
        "Variable slots avoid the trade-off: none of the fixed lengths gives a better mean F.",
        Verdict::of_all(&verdicts),
        format!("20 to 100 %. {}.", evidence.join("; ")),
    )
}

/// The strips of Figure 4: two fixed lengths above, variable below.
const STRIPS: [(usize, &str); 3] = [
    (3, "fixed slots of 4 h"),
    (2, "fixed slots of 1 h"),
    (0, "variable slots"),
];

fn strip(set: &super::job_set::JobSet, strategy: usize) -> Scenario {
    let mut scenario = set.scenario();
    SINGLED_OUT.apply(&mut scenario);
    (STRATEGIES[strategy].set)(&mut scenario);
    scenario.workload.reservations.percent = 100.0;
    scenario
}

/// Cells: for each set the strips, all tasks reservations.
fn plan_4(logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
    let mut cells = Vec::new();
    for set in of_first_log(logs, options)? {
        for (strategy, name) in STRIPS {
            let label = format!("{}, {name}", set.label());
            cells.push(cell(label, strip(&set, strategy), options.seeds));
        }
    }
    Ok(cells)
}

fn conclude_4(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let sets = of_first_log(logs, &plan.options).unwrap_or_default();
    let results = plan.results(reports);
    let mut evidence = Vec::new();
    let mut verdicts = Vec::new();
    for (set, three) in sets.iter().zip(results.chunks(3)) {
        let means = three
            .iter()
            .map(|(_, own)| over_seeds(own, |report| report.mean_utilization).mean);
        let means: Vec<f64> = means.collect();
        if let [long, middle, variable] = means[..] {
            verdicts.push(long < middle && middle < variable);
        }
        let words: Vec<String> = STRIPS
            .iter()
            .zip(&means)
            .map(|((_, name), mean)| format!("{name} {}", number(*mean, 3)))
            .collect();
        evidence.push(format!("{}: {}", set.label(), words.join(", ")));
    }
    let figures = sets.iter().map(|set| Figure {
        name: format!("figure-4-{}", set.slug()),
        title: "Figure 4: processors used over time".to_owned(),
        caption: format!("{}, all tasks reservations, seed 1.", set.words()),
        picture: Picture::Utilization {
            log: set.log,
            strips: STRIPS
                .iter()
                .map(|&(strategy, name)| (name.to_owned(), strip(set, strategy)))
                .collect(),
            window: (0, 0),
        },
    });
    Findings {
        setting: format!(
            "2 × 64, MCT, every task a reservation, so that nothing but the slots decides; \
             {SINGLED_OUT_WORDS}. The paper names neither the workload nor the slot lengths of its \
             two upper charts; ours are 4 and 1 hours."
        ),
        claims: vec![Claim::with(
            "Sect. 3.3",
            "The longer the fixed slots, the lower the utilization; variable slots have the highest.",
            Verdict::of_all(&verdicts),
            format!("Mean U. {}.", evidence.join("; ")),
        )],
        figures: figures.collect(),
        ..Findings::default()
    }
}
