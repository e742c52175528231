//! The claims of Sect. 5.3 on a static partition, which are in words only, without a figure.

use super::curves::{Curves, PERCENT, Strategy, Sweep};
use super::figures_8_10::SINGLED_OUT_WORDS;
use super::reading::SINGLED_OUT;
use super::sentences::{OfSet, TOLD, TOLD_FLOW_TIME, TOLD_UTILIZATION, of_second_set, told_words};
use super::setting::model;
use super::strategies::STATIC;
use crate::numbers::{number, signed_percent};
use crate::{Case, Cell, Claim, Findings, Item, Options, Plan, Quantity, Said, ToldIn, Unavailable, Verdict};
use experiment::Scenario;
use scheduling::criteria::Report;
use scheduling::system::two_level::ReservationQueue;
use workload::{Time, Workload};

pub const ITEM: Item = Item {
    key: "static-partition",
    title: "Static partition: one provider for reservations, one for batch jobs",
    section: "Sect. 5.3",
    paper: "In words: mean U is best at 50 % of reservations and mean F mirrors it; mean D rises \
            slightly up to 50 % and then rapidly; different δ make no bigger difference.",
    needs_log: true,
    plan,
    conclude,
    open: crate::nothing_open,
};

fn partition(scenario: &mut Scenario, period: Time) {
    (STATIC.set)(scenario);
    let grid = &mut model(scenario).grid;
    grid.period = period;
    grid.reservation_queue = ReservationQueue::Fcfs;
}

const STRATEGIES: &[Strategy] = &[
    Strategy { name: "δ = 0", set: |scenario| partition(scenario, 0) },
    Strategy { name: "δ = 3600 s", set: |scenario| partition(scenario, 3600) },
];

const CRITERIA: [Quantity; 3] = [Quantity::MeanUtilization, Quantity::MeanFlowTime, Quantity::MeanTardiness];

fn sweep(logs: &[Workload], options: &Options) -> Result<Sweep, Unavailable> {
    Sweep::of_first_log(logs, options, STRATEGIES, PERCENT, SINGLED_OUT)
}

fn plan(logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
    Ok(sweep(logs, options)?.cells(options.seeds))
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let Ok(sweep) = sweep(logs, &plan.options) else {
        return Findings::default();
    };
    let curves = sweep.outcome(plan, logs, reports);
    Findings {
        setting: curves.on()
            + &format!(
                "2 × 64, the first provider for reservations only, the second for batch jobs, FCFS with \
             backfilling; {SINGLED_OUT_WORDS}."
            ),
        claims: vec![
            best_at_half(
                &curves,
                Quantity::MeanUtilization,
                "With the increasing number of AR tasks we observed better utilization of resources \
                 reaching the maximum value for 50% of AR tasks. However, further increase of AR tasks \
                 decreases the investigated criterion",
            ),
            best_at_half(&curves, Quantity::MeanFlowTime, "the trend for the mean F criterion is exactly opposite"),
            symmetric(&curves),
            late_after_half(&curves),
            period(&curves),
        ],
        figures: curves.figures("static-partition", "Sect. 5.3: a static partition", &[0, 1], &CRITERIA),
        ..Findings::default()
    }
}

/// Claim: U is greatest, and F least, at 50 %.
fn best_at_half(curves: &Curves, quantity: Quantity, sentence: &str) -> Claim {
    let half = curves.at(50.0);
    let others = curves.xs(|percent| percent != 50.0);
    let said = Said::better(quantity);
    let sets = curves.sweep.sets.iter().enumerate();
    let cases = sets.map(|(set, jobs)| {
        let better = |x: usize| {
            let better = curves.contrast(set, |at| at(quantity, 0, half) - at(quantity, 0, x));
            better.one_of(others.len())
        };
        let verdicts: Vec<Verdict> = others.iter().map(|&x| better(x).verdict(said)).collect();
        let shares = |wanted| {
            let found = others.iter().zip(&verdicts).filter(|(_, verdict)| **verdict == wanted);
            let found = found.map(|(&x, _)| number(curves.sweep.axis.values[x], 0));
            let found: Vec<String> = found.collect();
            if found.is_empty() { "none".to_owned() } else { found.join(", ") + " %" }
        };
        let words = format!(
            "50 % is better than {}, worse than {}, not told from {}; 0 to 100 %: {}",
            shares(Verdict::Holds),
            shares(Verdict::DoesNotHold),
            shares(Verdict::CannotTell),
            curves.course(set, 0, quantity)
        );
        OfSet::new(set, Case::new(jobs.label(), Verdict::whole(&verdicts), words))
    });
    of_second_set(
        "Sect. 5.3",
        sentence,
        &format!(
            "{} at 50 % less that at every other share, seed by seed, δ = 0: one share that is better \
             refutes it. The intervals are so wide that all ten hold together with 95 %.",
            match quantity {
                Quantity::MeanUtilization => "Mean U",
                _ => "Least at 50 %: mean F",
            }
        ),
        &curves.sweep.sets,
        cases.collect(),
    )
}

/// Claim: U and F are as far from 50 % on the one side as on the other.
fn symmetric(curves: &Curves) -> Claim {
    let halves = curves.xs(|percent| percent < 50.0);
    let mut cases = Vec::new();
    for (set, jobs) in curves.sweep.sets.iter().enumerate() {
        for (quantity, margin, unit) in [
            (Quantity::MeanUtilization, TOLD_UTILIZATION, ToldIn::Utilization),
            (Quantity::MeanFlowTime, TOLD_FLOW_TIME, ToldIn::Share),
        ] {
            let apart = |x: usize| {
                let mirrored = curves.at(100.0 - curves.sweep.axis.values[x]);
                let apart = curves.contrast(set, |at| {
                    let (one, other) = (at(quantity, 0, mirrored), at(quantity, 0, x));
                    match unit {
                        ToldIn::Share => one / other - 1.0,
                        _ => one - other,
                    }
                });
                apart.one_of(halves.len())
            };
            let said = Said::Within(margin);
            let verdicts: Vec<Verdict> = halves.iter().map(|&x| apart(x).verdict(said)).collect();
            let each = halves.iter().map(|&x| {
                let percent = curves.sweep.axis.values[x];
                format!("{} % {}", 100.0 - percent, apart(x).words(unit))
            });
            let words = each.collect::<Vec<_>>().join(", ");
            let name = format!("{}, {}", jobs.label(), quantity.words());
            cases.push(OfSet::new(set, Case::new(name, Verdict::whole(&verdicts), words)));
        }
    }
    of_second_set(
        "Sect. 5.3",
        "both functions related to the considered metrics are roughly symmetric about point of equal \
         partitioning of workload into sets with 50% of AR and non-AR tasks",
        &format!(
            "Mean U and mean F at 60, 70, 80, 90 and 100 % less those at 40, 30, 20, 10 and 0 %, seed by \
             seed, δ = 0, mean F as a share of the latter. Roughly symmetric is what lies within the \
             differences that Table 6 reports as such: {} of mean U, {} of mean F; beyond, an interval \
             off 0 refutes. The intervals are so wide that all five of a case hold together with 95 %.",
            number(TOLD_UTILIZATION, 3),
            signed_percent(TOLD_FLOW_TIME).trim_start_matches('+')
        ),
        &curves.sweep.sets,
        cases,
    )
}

/// Claim: D rises slightly up to 50 %, rapidly beyond.
fn late_after_half(curves: &Curves) -> Claim {
    let quantity = Quantity::MeanTardiness;
    let (first, half, last) = (curves.at(10.0), curves.at(50.0), curves.at(100.0));
    let sets = curves.sweep.sets.iter().enumerate();
    let cases = sets.map(|(set, jobs)| {
        let rise = curves.contrast(set, |at| at(quantity, 0, half) - at(quantity, 0, first));
        let steeper = curves.contrast(set, |at| {
            let of = |x| at(quantity, 0, x);
            // For each ten percent: five steps beyond the half, four before it.
            (of(last) - of(half)) / 5.0 - (of(half) - of(first)) / 4.0
        });
        let verdicts = [&rise, &steeper].map(|it| it.verdict(Said::More));
        let words = format!(
            "from 10 to 50 % {}; beyond, for each further 10 %, more by {}; 0 to 100 %: {}",
            rise.words(ToldIn::Seconds),
            steeper.words(ToldIn::Seconds),
            curves.course(set, 0, quantity)
        );
        OfSet::new(set, Case::new(jobs.label(), Verdict::whole(&verdicts), words))
    });
    of_second_set(
        "Sect. 5.3",
        "the mean D criterion showed the slight increase of tardiness until threshold level of about \
         50% of AR tasks is reached. Then we noticed a rapid deterioration of evaluated measure",
        "Mean D at 50 % less that at 10 %, seed by seed, is above 0; and from 50 to 100 % it rises more \
         for each 10 % than before.",
        &curves.sweep.sets,
        cases.collect(),
    )
}

/// Claim: δ makes no bigger difference.
fn period(curves: &Curves) -> Claim {
    let xs = curves.xs(|percent| percent > 0.0);
    let mut cases = Vec::new();
    for (set, jobs) in curves.sweep.sets.iter().enumerate() {
        for (quantity, margin) in TOLD {
            let (change, unit) = curves.change(set, (1, 0), quantity, &xs);
            let name = format!("{}, {}", jobs.label(), quantity.words());
            let case = Case::of(name, &change, Said::Within(margin), unit);
            cases.push(OfSet::new(set, case));
        }
    }
    of_second_set(
        "Sect. 5.3",
        "we performed those experiments with different δ values and we have not observed bigger \
         differences on considered criteria",
        &format!(
            "Each criterion with δ = 3600 s less that with δ = 0, seed by seed, in the mean over 10 to \
             100 %. Bigger is what goes beyond the differences that the paper reports as such in Table \
             6: {}.",
            told_words()
        ),
        &curves.sweep.sets,
        cases,
    )
}
