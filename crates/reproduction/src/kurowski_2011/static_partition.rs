//! The claims of Sect. 5.3 on a static partition, which are in words only, without a figure.

use super::curves::{Curves, Sweep};
use super::job_set::{CRITERIA, FLOW_TIME, STATIC, Strategy, TARDINESS, UTILIZATION, model};
use super::sentences::{
    Differences, SINGLED_OUT_WORDS, TOLD, TOLD_FLOW_TIME, TOLD_UTILIZATION, of_second_set, told_words,
};
use crate::prelude::*;
use experiment::Scenario;
use scheduling::system::two_level::ReservationQueue;
use workload::Time;

pub const ITEM: Item = Item {
    key: "static-partition",
    title: "Static partition: one provider for reservations, one for batch jobs",
    section: "Sect. 5.3",
    paper: "In words: mean U is best at 50 % of reservations and mean F mirrors it; mean D rises \
            slightly up to 50 % and then rapidly; different δ make no bigger difference.",
    plan: |logs, options| SWEEP.plan(logs, options),
    conclude: |plan, logs, reports| SWEEP.conclude(plan, logs, reports, findings),
    open: Open::Claims,
    ..ON_LOG
};

fn partition(scenario: &mut Scenario, period: Time) {
    (STATIC.set)(scenario);
    let grid = &mut model(scenario).grid;
    grid.period = period;
    grid.reservation_queue = ReservationQueue::Fcfs;
}

const SWEEP: Sweep = Sweep {
    strategies: &[
        Strategy { name: "δ = 0", set: |scenario| partition(scenario, 0) },
        Strategy { name: "δ = 3600 s", set: |scenario| partition(scenario, 3600) },
    ],
    ..Sweep::BASE
};

/// Places of the strategies.
const AT_ONCE: usize = 0;
const HOURLY: usize = 1;

fn findings(curves: &Curves) -> Findings {
    let setting = format!(
        "2 × 64, the first provider for reservations only, the second for batch jobs, FCFS with \
         backfilling; {SINGLED_OUT_WORDS}."
    );
    let claims = vec![
        best_at_half(
            curves,
            UTILIZATION,
            "Mean U",
            "With the increasing number of AR tasks we observed better utilization of resources \
                 reaching the maximum value for 50% of AR tasks. However, further increase of AR tasks \
                 decreases the investigated criterion",
        ),
        best_at_half(
            curves,
            FLOW_TIME,
            "Least at 50 %: mean F",
            "the trend for the mean F criterion is exactly opposite",
        ),
        symmetric(curves),
        late_after_half(curves),
        period(curves),
    ];
    Findings {
        figures: curves.figures("static-partition", "Sect. 5.3: a static partition", &[AT_ONCE, HOURLY], &CRITERIA),
        ..curves.findings(setting, claims)
    }
}

/// Claim: U is greatest, and F least, at 50 %.
fn best_at_half(curves: &Curves, quantity: Quantity, words: &str, sentence: &str) -> Claim {
    let half = curves.at(50.0);
    let others = curves.xs(|percent| percent != 50.0);
    let cases = curves.cases(|set| {
        let each = others.iter().map(|&x| {
            let better = curves.rise(set, AT_ONCE, quantity, (x, half));
            (number(curves.sweep.axis.values[x], 0), better)
        });
        let each = Differences::of(each).together();
        let verdicts = each.verdicts(Said::better(quantity));
        let shares = |wanted| {
            let found = each.0.iter().zip(&verdicts).filter(|(_, verdict)| **verdict == wanted);
            let found = joined(found.map(|((share, _), _)| share.clone()), ", ");
            if found.is_empty() { "none".to_owned() } else { found + " %" }
        };
        let words = format!(
            "50 % is better than {}, worse than {}, not told from {}; 0 to 100 %: {}",
            shares(Verdict::Holds),
            shares(Verdict::DoesNotHold),
            shares(Verdict::CannotTell),
            curves.course(set, AT_ONCE, quantity)
        );
        (Verdict::whole(&verdicts), words)
    });
    of_second_set(
        "Sect. 5.3",
        sentence,
        &format!(
            "{words} at 50 % less that at every other share, seed by seed, δ = 0: one share that is better \
             refutes it. The intervals are so wide that all ten hold together with 95 %."
        ),
        &curves.sets,
        cases,
    )
}

/// Claim: U and F are as far from 50 % on the one side as on the other.
fn symmetric(curves: &Curves) -> Claim {
    let halves = curves.xs(|percent| percent < 50.0);
    let told = [(UTILIZATION, TOLD_UTILIZATION, ToldIn::Utilization), (FLOW_TIME, TOLD_FLOW_TIME, ToldIn::Share)];
    let cases = curves.cases_of(&told, |set, (quantity, margin, unit)| {
        let each = halves.iter().map(|&x| {
            let mirrored = 100.0 - curves.sweep.axis.values[x];
            let apart = curves.contrast(set, |at| {
                let (one, other) = (at(quantity, AT_ONCE, curves.at(mirrored)), at(quantity, AT_ONCE, x));
                if unit == ToldIn::Share { one / other - 1.0 } else { one - other }
            });
            (format!("{mirrored} %"), apart)
        });
        let each = Differences::of(each).together();
        let verdict = Verdict::whole(&each.verdicts(Said::Within(margin)));
        Case::new(quantity.words(), verdict, each.words(unit, ", "))
    });
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
            percent(TOLD_FLOW_TIME)
        ),
        &curves.sets,
        cases,
    )
}

/// Claim: D rises slightly up to 50 %, rapidly beyond.
fn late_after_half(curves: &Curves) -> Claim {
    let (first, half, last) = (curves.at(10.0), curves.at(50.0), curves.at(100.0));
    let cases = curves.cases(|set| {
        let rise = curves.rise(set, AT_ONCE, TARDINESS, (first, half));
        let beyond = curves.rise(set, AT_ONCE, TARDINESS, (half, last));
        // For each ten percent: five steps beyond the half, four before it.
        let steeper = beyond.and(&rise, |beyond, before| beyond / 5.0 - before / 4.0);
        let verdicts = [&rise, &steeper].map(|it| it.verdict(Said::More));
        let words = format!(
            "from 10 to 50 % {}; beyond, for each further 10 %, more by {}; 0 to 100 %: {}",
            rise.words(ToldIn::Seconds),
            steeper.words(ToldIn::Seconds),
            curves.course(set, AT_ONCE, TARDINESS)
        );
        (Verdict::whole(&verdicts), words)
    });
    of_second_set(
        "Sect. 5.3",
        "the mean D criterion showed the slight increase of tardiness until threshold level of about \
         50% of AR tasks is reached. Then we noticed a rapid deterioration of evaluated measure",
        "Mean D at 50 % less that at 10 %, seed by seed, is above 0; and from 50 to 100 % it rises more \
         for each 10 % than before.",
        &curves.sets,
        cases,
    )
}

/// Claim: δ makes no bigger difference.
fn period(curves: &Curves) -> Claim {
    let xs = curves.xs(|percent| percent > 0.0);
    let cases = curves.cases_of(&TOLD, |set, (quantity, margin)| {
        let (change, unit) = curves.change(set, (HOURLY, AT_ONCE), quantity, &xs);
        Case::of(quantity.words(), &change, Said::Within(margin), unit)
    });
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
        &curves.sets,
        cases,
    )
}
