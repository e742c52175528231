//! Figures 4 and 5: slots of a fixed length beside variable ones.

mod search_cost;

use super::curves::{Axis, Curves, Strategy, Sweep};
use super::figures_8_10::SINGLED_OUT_WORDS;
use super::job_set::of_first_log;
use super::reading::SINGLED_OUT;
use super::setting::{cell, model, over_seeds};
use super::strategies::MCT;
use crate::numbers::number;
use crate::{
    Case, Cell, Claim, Figure, Findings, Item, Options, PairedDifference, Picture, Plan, Quantity, Said, ToldIn,
    Unavailable, Verdict,
};
use experiment::Scenario;
use scheduling::criteria::Report;
use scheduling::system::two_level::Slots;
use workload::{Time, Workload};

pub const FIGURE_4: Item = Item {
    key: "figure-4",
    title: "Figure 4: utilization over time, fixed and variable slots",
    section: "Sect. 3.3",
    paper: "Three charts of the processors used over time: two lengths of fixed slots, and variable \
            ones. Long slots stay partly idle.",
    needs_log: true,
    plan: plan_4,
    conclude: conclude_4,
    open: crate::nothing_open,
};

pub const FIGURE_5: Item = Item {
    key: "figure-5",
    title: "Figure 5: mean U, makespan and mean F, fixed and variable slots",
    section: "Sects. 3.3, 3.5",
    paper: "Mean U, makespan and mean F with variable and with fixed slots. The text adds how long \
            searches take.",
    needs_log: true,
    plan: plan_5,
    conclude: conclude_5,
    open: crate::nothing_open,
};

fn slots(scenario: &mut Scenario, slots: Slots) {
    (MCT.set)(scenario);
    model(scenario).local.slots = slots;
}

/// The paper names ten minutes as short; the other lengths are ours.
const STRATEGIES: &[Strategy] = &[
    Strategy { name: "variable", set: |scenario| slots(scenario, Slots::Variable) },
    Strategy { name: "fixed, 10 min", set: |scenario| slots(scenario, Slots::Fixed(600)) },
    Strategy { name: "fixed, 1 h", set: |scenario| slots(scenario, Slots::Fixed(3_600)) },
    Strategy { name: "fixed, 4 h", set: |scenario| slots(scenario, Slots::Fixed(14_400)) },
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
    let mut claims = vec![underused(&curves), no_trade_off(&curves)];
    claims.extend(search_cost::claims(&curves.sweep.sets, &costs, logs));
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
            &[Quantity::MeanUtilization, Quantity::Makespan, Quantity::MeanFlowTime],
        ),
        ..Findings::default()
    }
}

/// Claim: long slots lower the utilization.
fn underused(curves: &Curves) -> Claim {
    let quantity = Quantity::MeanUtilization;
    let last = curves.at(100.0);
    let cases = curves.sweep.sets.iter().enumerate().map(|(set, jobs)| {
        let fixed = 1..STRATEGIES.len();
        let of = |strategy| {
            let lower = curves.excess(set, (strategy, 0), quantity, &[last]);
            lower.one_of(STRATEGIES.len() - 1)
        };
        let verdicts: Vec<Verdict> = fixed.clone().map(|it| of(it).verdict(Said::Less)).collect();
        let words = fixed.map(|strategy| {
            let name = STRATEGIES[strategy].name;
            format!("{name} {}", of(strategy).words(ToldIn::Utilization))
        });
        let words = format!(
            "variable {}; {}",
            number(curves.mean((set, 0, last), quantity), 3),
            words.collect::<Vec<_>>().join("; ")
        );
        Case::new(jobs.label(), Verdict::of_any(&verdicts), words)
    });
    Claim::new(
        "Sect. 3.3",
        "too long slots may cause significant resource under-utilization",
        "Mean U with fixed slots less that with variable ones where all are reservations, seed by \
         seed: one length that lowers it shows that it may.",
        &cases.collect::<Vec<_>>(),
    )
}

/// Claim: variable slots avoid the trade-off.
fn no_trade_off(curves: &Curves) -> Claim {
    let quantity = Quantity::MeanFlowTime;
    let xs = curves.xs(|_| true);
    let cases = curves.sweep.sets.iter().enumerate().map(|(set, jobs)| {
        let fixed = 1..STRATEGIES.len();
        let of = |strategy| {
            let longer = curves.relative_excess(set, (strategy, 0), quantity, &xs);
            longer.one_of(STRATEGIES.len() - 1)
        };
        let verdicts: Vec<Verdict> = fixed.clone().map(|it| of(it).verdict(Said::More)).collect();
        let words = fixed.map(|strategy| {
            let name = STRATEGIES[strategy].name;
            format!("{name} {}", of(strategy).words(ToldIn::Share))
        });
        let words = words.collect::<Vec<_>>().join("; ");
        Case::new(jobs.label(), Verdict::whole(&verdicts), words)
    });
    Claim::new(
        "Sect. 3.3",
        "It is difficult to set a slot length correctly ... To avoid this problem the variable-length \
         slots can be used",
        "Mean F with each fixed length less that with variable slots, as a share of it, seed by seed, \
         in the mean over 20 to 100 % of reservations: no length is as good.",
        &cases.collect::<Vec<_>>(),
    )
}

/// The strips of Figure 4: two fixed lengths above, variable below.
const STRIPS: [(usize, &str); 3] = [(3, "fixed slots of 4 h"), (2, "fixed slots of 1 h"), (0, "variable slots")];

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
    let mut cases = Vec::new();
    for (set, three) in sets.iter().zip(results.chunks(3)) {
        let [long, middle, variable] = three else {
            continue;
        };
        for ((_, fixed), (_, name)) in [long, middle].into_iter().zip(STRIPS) {
            let higher =
                variable.1.iter().zip(*fixed).map(|(one, other)| one.mean_utilization - other.mean_utilization);
            let higher = PairedDifference::of(higher.collect(), true);
            let mean = |own: &[Report]| number(over_seeds(own, |report| report.mean_utilization).mean, 3);
            let words =
                format!("{}, mean U {} against {}", higher.words(ToldIn::Utilization), mean(variable.1), mean(fixed));
            let name = format!("{}, {name}", set.label());
            cases.push(Case::new(name, higher.verdict(Said::More), words));
        }
    }
    let figures = sets.iter().map(|set| Figure {
        name: format!("figure-4-{}", set.slug()),
        title: "Figure 4: processors used over time".to_owned(),
        caption: format!("{}, all tasks reservations, seed 1.", set.words()),
        picture: Picture::Utilization {
            log: set.log,
            strips: STRIPS.iter().map(|&(strategy, name)| (name.to_owned(), strip(set, strategy))).collect(),
            window: (0, 0),
        },
    });
    Findings {
        setting: format!(
            "2 × 64, MCT, every task a reservation, so that nothing but the slots decides; \
             {SINGLED_OUT_WORDS}. The paper names neither the workload nor the slot lengths of its \
             two upper charts; ours are 4 and 1 hours."
        ),
        claims: vec![Claim::new(
            "Sect. 6",
            "we proposed a new data structure based on variable-length slots which improved the \
             utilization",
            "Mean U with variable slots less that with the fixed ones of the upper charts, seed by \
             seed.",
            &cases,
        )],
        figures: figures.collect(),
        ..Findings::default()
    }
}
