//! Figures 14 to 16: AR resource priority beside MCT, flexible intervals.

use super::curves::{Axis, Curves, PERCENT, Strategy, Sweep, mean, outcomes};
use super::figures_8_10::SINGLED_OUT_WORDS;
use super::figures_11_13::priority_is_better;
use super::reading::SINGLED_OUT;
use super::sentences::{OfSet, UNTOLD_TARDINESS, of_second_set};
use super::strategies::{MCT, PRIORITY};
use crate::numbers::signed_percent;
use crate::{Case, Cell, Claim, Findings, Item, Options, Plan, Quantity, Said, ToldIn, Unavailable, Verdict};
use experiment::Scenario;
use scheduling::criteria::Report;
use workload::Workload;
use workload::reserve::RequestKind;

pub const FIGURE_14: Item = Item {
    key: "figure-14",
    title: "Figure 14: mean F, AR resource priority and MCT, by the length of the interval",
    section: "Sect. 5.4.2",
    paper: "Mean F at 30 % of reservations for wider and wider intervals.",
    needs_log: true,
    plan: |logs, options| plan(logs, options, LENGTHS),
    conclude: |plan, logs, reports| conclude(plan, logs, reports, 14),
    open: crate::nothing_open,
};

pub const FIGURE_15: Item = Item {
    key: "figure-15",
    title: "Figure 15: mean F, AR resource priority and MCT, interval [1, 4]",
    paper: "Mean F for an increasing share of reservations with the interval [1, 4].",
    needs_log: true,
    plan: |logs, options| plan(logs, options, ONES_TO_FOURS),
    conclude: |plan, logs, reports| conclude(plan, logs, reports, 15),
    ..FIGURE_14
};

pub const FIGURE_16: Item = Item {
    key: "figure-16",
    title: "Figure 16: mean U, AR resource priority and MCT, interval [2, 8]",
    paper: "Mean U for an increasing share of reservations with the interval [2, 8].",
    needs_log: true,
    plan: |logs, options| plan(logs, options, TWOS_TO_EIGHTS),
    conclude: |plan, logs, reports| conclude(plan, logs, reports, 16),
    ..FIGURE_14
};

const STRATEGIES: &[Strategy] = &[MCT, PRIORITY];

fn flexible(scenario: &mut Scenario, earlier: f64, later: f64) {
    let reservations = &mut scenario.workload.reservations;
    reservations.request = RequestKind::Flexible;
    reservations.earlier_hours = earlier;
    reservations.later_hours = later;
}

/// Intervals [a, 4 a] at 30 %: the paper's [1, 4] and [2, 8] are of that shape. The length is 5 a.
const LENGTH: Axis = Axis {
    label: "interval length (h): 1/5 earlier, 4/5 later",
    values: &[0.0, 2.5, 5.0, 10.0, 15.0, 20.0, 30.0, 40.0],
    set: |scenario, hours| {
        scenario.workload.reservations.percent = 30.0;
        flexible(scenario, hours / 5.0, hours * 4.0 / 5.0);
    },
};

/// The other reading of an interval [a, b]: it begins a hours after the fixed one. At 30 %.
const LATER_LENGTH: Axis = Axis {
    label: "interval: begins 1/5 of this (h) later, ends 4/5 later",
    set: |scenario, hours| {
        scenario.workload.reservations.percent = 30.0;
        flexible(scenario, -hours / 5.0, hours * 4.0 / 5.0);
    },
    ..LENGTH
};

/// The intervals that Sect. 5.4 names, by their length: fixed, [1, 4], [2, 8].
pub const PRINTED_LENGTHS: Axis = Axis { values: &[0.0, 5.0, 10.0], ..LENGTH };

const ONE_TO_FOUR: Axis = Axis {
    set: |scenario, percent| {
        scenario.workload.reservations.percent = percent;
        flexible(scenario, 1.0, 4.0);
    },
    ..PERCENT
};

const TWO_TO_EIGHT: Axis = Axis {
    set: |scenario, percent| {
        scenario.workload.reservations.percent = percent;
        flexible(scenario, 2.0, 8.0);
    },
    ..PERCENT
};

const LATER_ONE_TO_FOUR: Axis = Axis {
    set: |scenario, percent| {
        scenario.workload.reservations.percent = percent;
        flexible(scenario, -1.0, 4.0);
    },
    ..PERCENT
};

const LATER_TWO_TO_EIGHT: Axis = Axis {
    set: |scenario, percent| {
        scenario.workload.reservations.percent = percent;
        flexible(scenario, -2.0, 8.0);
    },
    ..PERCENT
};

/// The two readings of a figure's intervals, by its axis.
type Readings = [(&'static str, Axis); 2];

const LENGTHS: Readings = [(WIDER, LENGTH), (LATER, LATER_LENGTH)];
const ONES_TO_FOURS: Readings = [(WIDER, ONE_TO_FOUR), (LATER, LATER_ONE_TO_FOUR)];
const TWOS_TO_EIGHTS: Readings = [(WIDER, TWO_TO_EIGHT), (LATER, LATER_TWO_TO_EIGHT)];

/// The names of the readings.
const WIDER: &str = "begins earlier";
const LATER: &str = "begins later";

fn sweep(logs: &[Workload], options: &Options, axis: Axis) -> Result<Sweep, Unavailable> {
    let sweep = Sweep::of_first_log(logs, options, STRATEGIES, axis, SINGLED_OUT)?;
    Ok(Sweep { is_compared_from_near: true, ..sweep })
}

/// The cells of both readings, one behind the other.
fn plan(logs: &[Workload], options: &Options, readings: Readings) -> Result<Vec<Cell>, Unavailable> {
    let mut cells = Vec::new();
    for (name, axis) in readings {
        let own = sweep(logs, options, axis)?.cells(options.seeds);
        cells.extend(own.into_iter().map(|cell| Cell { label: format!("{}, {name}", cell.label), ..cell }));
    }
    Ok(cells)
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report], figure: u32) -> Findings {
    let (readings, quantities, interval) = match figure {
        14 => (LENGTHS, &[Quantity::MeanFlowTime, Quantity::MeanTardiness][..], "30 % reservations"),
        15 => (ONES_TO_FOURS, &[Quantity::MeanFlowTime][..], "interval [1, 4]"),
        _ => (TWOS_TO_EIGHTS, &[Quantity::MeanUtilization][..], "interval [2, 8]"),
    };
    let sweeps = readings.map(|(_, axis)| sweep(logs, &plan.options, axis));
    let sweeps = sweeps.into_iter().filter_map(Result::ok);
    let outcomes = outcomes(sweeps, plan, logs, reports);
    let all: Vec<(&str, &Curves)> =
        readings.iter().zip(&outcomes).map(|((name, _), (_, curves))| (*name, curves)).collect();
    let Some((_, own)) = all.first() else {
        return Findings::default();
    };
    let claims = match figure {
        14 => vec![better_for_most(&all), negligible_tardiness(&all)],
        _ => vec![better_too(&all, quantities[0])],
    };
    Findings {
        setting: own.on()
            + &format!(
                "2 × 64, load balancing, FCFS with backfilling; {SINGLED_OUT_WORDS}. \"The book ahead \
             time is enlarged by the given parameter, as well as the search limit time\" (Sect. 5.2) \
             can be read in two ways, and both are run: an interval [a, b] begins up to a hours \
             before the fixed one, as the pictures show, or a hours after it; it ends up to b hours \
             after it. The paper gives no unit; hours fit its logged waits."
            ),
        claims,
        figures: own.figures(
            &format!("figure-{figure}"),
            &format!("Figure {figure}: AR resource priority and MCT, {interval}"),
            &[0, 1],
            quantities,
        ),
        ..Findings::default()
    }
}

/// The cases of every reading, its name behind theirs.
fn of_readings(readings: &[(&str, &Curves)], cases: impl Fn(&Curves) -> Vec<OfSet>) -> Vec<OfSet> {
    let mut all = Vec::new();
    for (name, curves) in readings {
        for mut it in cases(curves) {
            it.case.name = format!("{}, {name}", it.case.name);
            all.push(it);
        }
    }
    all
}

/// Claim: AR resource priority is better for most lengths.
fn better_for_most(readings: &[(&str, &Curves)]) -> Claim {
    of_second_set(
        "Sect. 5.4.2",
        "Figure 14 shows that AR resource priority gives better results for the majority of AR \
         interval lengths",
        "Mean F under AR resource priority less that under MCT, seed by seed, at each of our lengths: \
         it holds if more than half of them are told better, and does not if half are told not to be.",
        &readings[0].1.sweep.sets,
        of_readings(readings, of_most_lengths),
    )
}

fn of_most_lengths(curves: &Curves) -> Vec<OfSet> {
    let quantity = Quantity::MeanFlowTime;
    let cases = curves.sweep.sets.iter().enumerate().map(|(set, jobs)| {
        let xs = 0..curves.sweep.axis.values.len();
        let of = |x| curves.excess(set, (1, 0), quantity, &[x]);
        let verdicts: Vec<Verdict> = xs.clone().map(|x| of(x).verdict(Said::Less)).collect();
        let count = |wanted| verdicts.iter().filter(|&&one| one == wanted).count();
        let each = xs.map(|x| {
            let length = curves.sweep.axis.values[x];
            format!("{length} h {}", of(x).words(ToldIn::Seconds))
        });
        let words = format!(
            "better at {} of {} lengths, worse at {}, not told at {}: {}",
            count(Verdict::Holds),
            verdicts.len(),
            count(Verdict::DoesNotHold),
            count(Verdict::CannotTell),
            each.collect::<Vec<_>>().join(", ")
        );
        OfSet::new(set, Case::new(jobs.label(), Verdict::of_most(&verdicts), words))
    });
    cases.collect()
}

/// Claim: AR resource priority is better with flexible intervals too.
fn better_too(readings: &[(&str, &Curves)], quantity: Quantity) -> Claim {
    of_second_set(
        "Sect. 5.4.2",
        "AR resource priority policy produces better results with respect to mean F and mean U also \
         for flexible AR intervals",
        &format!(
            "The {} of this figure under AR resource priority less that under MCT, seed by seed, in \
             the mean over 10 to 100 % of reservations.",
            quantity.words()
        ),
        &readings[0].1.sweep.sets,
        of_readings(readings, |curves| priority_is_better(curves, quantity)),
    )
}

/// Claim: with longer intervals tardiness is so small that the two hardly differ.
fn negligible_tardiness(readings: &[(&str, &Curves)]) -> Claim {
    of_second_set(
        "Sect. 5.4.2",
        "for longer AR request intervals the mean tardiness values were so small that differences \
         between both methods were negligible",
        &format!(
            "Mean D under AR resource priority less that under MCT in the mean over the lengths of 20 \
             h and more, as a share of mean D with fixed intervals under MCT, seed by seed. Negligible \
             is what lies within {} of it: the difference in Table 6 that the paper calls none.",
            signed_percent(UNTOLD_TARDINESS).trim_start_matches('+')
        ),
        &readings[0].1.sweep.sets,
        of_readings(readings, tardiness_of_long_intervals),
    )
}

fn tardiness_of_long_intervals(curves: &Curves) -> Vec<OfSet> {
    let quantity = Quantity::MeanTardiness;
    let long = curves.xs(|length| length >= 20.0);
    let cases = curves.sweep.sets.iter().enumerate().map(|(set, jobs)| {
        let apart = curves.contrast(set, |at| {
            let of = |strategy| mean(long.iter().map(|&x| at(quantity, strategy, x)));
            (of(1) - of(0)) / at(quantity, 0, 0)
        });
        let words = format!(
            "{}; mean D by length: MCT {} s, priority {} s",
            apart.words(ToldIn::Share),
            curves.course(set, 0, quantity),
            curves.course(set, 1, quantity)
        );
        let verdict = apart.verdict(Said::Within(UNTOLD_TARDINESS));
        OfSet::new(set, Case::new(jobs.label(), verdict, words))
    });
    cases.collect()
}
