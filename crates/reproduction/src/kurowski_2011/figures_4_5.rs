//! Figures 4 and 5: slots of a fixed length beside variable ones.

mod search_cost;

use super::curves::{Curves, Sweep};
use super::sentences::{Differences, SINGLED_OUT_WORDS, in_general};
use super::setting::{Axis, FLOW_TIME, MCT, PERCENT, Strategy, UTILIZATION, model};
use crate::prelude::*;
use experiment::Scenario;
use scheduling::system::two_level::Slots;
use workload::{Time, Workload};

pub const FIGURE_4: Item = Item {
    key: "figure-4",
    title: "Figure 4: utilization over time, fixed and variable slots",
    section: "Sect. 3.3",
    paper: "Three charts of the processors used over time: two lengths of fixed slots, and variable \
            ones. Long slots stay partly idle.",
    plan: |logs, options| SWEEP_4.plan(logs, options),
    conclude: |plan, logs, reports| SWEEP_4.conclude(plan, logs, reports, findings_4),
    open: Open::Claims,
    ..ON_LOG
};

pub const FIGURE_5: Item = Item {
    key: "figure-5",
    title: "Figure 5: mean U, makespan and mean F, fixed and variable slots",
    section: "Sects. 3.3, 3.5",
    paper: "Mean U, makespan and mean F with variable and with fixed slots. The text adds how long \
            searches take.",
    plan: |logs, options| SWEEP_5.plan(logs, options),
    conclude: |plan, logs, reports| SWEEP_5.conclude(plan, logs, reports, |curves| findings_5(curves, logs)),
    open: Open::Claims,
    ..ON_LOG
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

/// Places of the strategies.
const VARIABLE: usize = 0;
const TEN_MINUTES: usize = 1;
const AN_HOUR: usize = 2;
const FOUR_HOURS: usize = 3;

/// The slot lengths of [`STRATEGIES`], in seconds; variable first.
const LENGTHS: [Option<Time>; 4] = [None, Some(600), Some(3_600), Some(14_400)];

const SWEEP_5: Sweep =
    Sweep { strategies: STRATEGIES, axis: Axis { values: &[20.0, 40.0, 60.0, 80.0, 100.0], ..PERCENT }, ..Sweep::BASE };

fn findings_5(curves: &Curves, logs: &[Workload]) -> Findings {
    let costs = search_cost::of_sets(&curves.sets, logs, &LENGTHS);
    let mut claims = vec![underused(curves), no_trade_off(curves)];
    claims.extend(search_cost::claims(&curves.sets, &costs, logs));
    let setting = format!(
        "2 × 64, load balancing, MCT, FCFS with backfilling; {SINGLED_OUT_WORDS}. The paper \
         does not name its workload, nor its slot lengths but for ten minutes. A fixed slot is \
         promised as a whole: reservations hold their processors from the start of their first \
         slot to the end of their last."
    );
    Findings {
        listings: vec![search_cost::listing(&curves.sets, &costs)],
        figures: curves.figures(
            "figure-5",
            "Figure 5: fixed and variable slots",
            &[VARIABLE, TEN_MINUTES, AN_HOUR, FOUR_HOURS],
            &[UTILIZATION, Quantity::Makespan, FLOW_TIME],
        ),
        ..curves.findings(setting, claims)
    }
}

/// A difference for each length of the fixed slots; widened, since all are looked at together.
fn each_fixed(of: impl Fn(usize) -> PairedDifference) -> Differences {
    let fixed = [TEN_MINUTES, AN_HOUR, FOUR_HOURS].into_iter();
    Differences::of(fixed.map(|strategy| (STRATEGIES[strategy].name.to_owned(), of(strategy)))).together()
}

/// Claim: long slots lower the utilization.
fn underused(curves: &Curves) -> Claim {
    let last = curves.at(100.0);
    let cases = curves.cases(|set| {
        let each = each_fixed(|fixed| curves.excess(set, (fixed, VARIABLE), UTILIZATION, &[last]));
        let words = format!(
            "variable {}; {}",
            curves.mean_words((set, VARIABLE, last), UTILIZATION),
            each.words(ToldIn::Utilization, "; ")
        );
        (Verdict::of_any(&each.verdicts(Said::Less)), words)
    });
    in_general(
        "Sect. 3.3",
        "too long slots may cause significant resource under-utilization",
        "Mean U with fixed slots less that with variable ones where all are reservations, seed by \
         seed: one length that lowers it shows that it may.",
        cases,
    )
}

/// Claim: variable slots avoid the trade-off.
fn no_trade_off(curves: &Curves) -> Claim {
    let xs = curves.xs(|_| true);
    let cases = curves.cases(|set| {
        let each = each_fixed(|fixed| curves.relative_excess(set, (fixed, VARIABLE), FLOW_TIME, &xs));
        (Verdict::whole(&each.verdicts(Said::More)), each.words(ToldIn::Share, "; "))
    });
    in_general(
        "Sect. 3.3",
        "It is difficult to set a slot length correctly ... To avoid this problem the variable-length \
         slots can be used",
        "Mean F with each fixed length less that with variable slots, as a share of it, seed by seed, \
         in the mean over 20 to 100 % of reservations: no length is as good.",
        cases,
    )
}

/// The strips of Figure 4, all tasks reservations: two fixed lengths above, variable slots below.
const SWEEP_4: Sweep = Sweep {
    strategies: &[
        Strategy { name: "fixed slots of 4 h", ..STRATEGIES[FOUR_HOURS] },
        Strategy { name: "fixed slots of 1 h", ..STRATEGIES[AN_HOUR] },
        Strategy { name: "variable slots", ..STRATEGIES[VARIABLE] },
    ],
    axis: Axis { values: &[100.0], ..PERCENT },
    label: |strategy, _, _| strategy.name.to_owned(),
    ..Sweep::BASE
};

fn findings_4(curves: &Curves) -> Findings {
    let (strips, variable) = (SWEEP_4.strategies, 2);
    let cases = curves.cases_of(&[0, 1], |set, fixed| {
        let higher = curves.excess(set, (variable, fixed), UTILIZATION, &[0]);
        let mean = |strategy| curves.mean_words((set, strategy, 0), UTILIZATION);
        let words = format!("{}, mean U {} against {}", higher.words(ToldIn::Utilization), mean(variable), mean(fixed));
        Case::new(strips[fixed].name, higher.verdict(Said::More), words)
    });
    let figures = curves.sets.iter().map(|set| {
        let strip = |strip: &Strategy| (strip.name.to_owned(), SWEEP_4.scenario(set, strip, 100.0));
        Figure {
            name: format!("figure-4-{}", set.slug()),
            title: "Figure 4: processors used over time".to_owned(),
            caption: format!("{}, all tasks reservations, seed 1.", set.words()),
            picture: Picture::Utilization { log: set.log, strips: strips.iter().map(strip).collect(), window: (0, 0) },
        }
    });
    Findings {
        setting: format!(
            "2 × 64, MCT, every task a reservation, so that nothing but the slots decides; \
             {SINGLED_OUT_WORDS}. The paper names neither the workload nor the slot lengths of its \
             two upper charts; ours are 4 and 1 hours."
        ),
        claims: vec![in_general(
            "Sect. 6",
            "we proposed a new data structure based on variable-length slots which improved the \
             utilization",
            "Mean U with variable slots less that with the fixed ones of the upper charts, seed by \
             seed.",
            cases,
        )],
        figures: figures.collect(),
        ..Findings::default()
    }
}
