//! Figures 14 to 16: AR resource priority beside MCT, flexible intervals.

use super::curves::{Curves, Sweep};
use super::figures_11_13::priority_is_better;
use super::job_set::{
    Axis, BY_MCT, BY_PRIORITY, FLOW_TIME, MCT_AND_PRIORITY, PERCENT, PRIORITY_TO_MCT, TARDINESS, UTILIZATION,
};
use super::sentences::{Differences, OfSet, SINGLED_OUT_WORDS, UNTOLD_TARDINESS, UNTOLD_WORDS, of_second_set};
use crate::prelude::*;
use experiment::Scenario;
use workload::reserve::RequestKind;

pub const FIGURE_14: Item = Item {
    key: "figure-14",
    title: "Figure 14: mean F, AR resource priority and MCT, by the length of the interval",
    section: "Sect. 5.4.2",
    paper: "Mean F at 30 % of reservations for wider and wider intervals.",
    plan: |logs, options| SHOWN_14.plan(logs, options),
    conclude: |plan, logs, reports| SHOWN_14.conclude(plan, logs, reports),
    open: Open::Claims,
    ..ON_LOG
};

pub const FIGURE_15: Item = Item {
    key: "figure-15",
    title: "Figure 15: mean F, AR resource priority and MCT, interval [1, 4]",
    paper: "Mean F for an increasing share of reservations with the interval [1, 4].",
    plan: |logs, options| SHOWN_15.plan(logs, options),
    conclude: |plan, logs, reports| SHOWN_15.conclude(plan, logs, reports),
    ..FIGURE_14
};

pub const FIGURE_16: Item = Item {
    key: "figure-16",
    title: "Figure 16: mean U, AR resource priority and MCT, interval [2, 8]",
    paper: "Mean U for an increasing share of reservations with the interval [2, 8].",
    plan: |logs, options| SHOWN_16.plan(logs, options),
    conclude: |plan, logs, reports| SHOWN_16.conclude(plan, logs, reports),
    ..FIGURE_14
};

/// A figure and its sweeps.
struct Shown {
    figure: u32,
    /// The intervals, in the title of the picture.
    words: &'static str,
    /// The axis in either reading, in the order of [`READINGS`].
    axes: [Axis; READINGS.len()],
    quantities: &'static [Quantity],
    /// The claims from the curves of either reading.
    claims: fn(&[Curves]) -> Vec<Claim>,
}

/// The readings of an interval [a, b]: it begins a hours before the fixed one, or a hours after it.
const READINGS: [&str; 2] = ["begins earlier", "begins later"];

const SHOWN_14: Shown = Shown {
    figure: 14,
    words: "30 % reservations",
    axes: [LENGTH, LATER_LENGTH],
    quantities: &[FLOW_TIME, TARDINESS],
    claims: |readings| vec![better_for_most(readings), negligible_tardiness(readings)],
};

const SHOWN_15: Shown = Shown {
    figure: 15,
    words: "interval [1, 4]",
    axes: [
        Axis { set: |scenario, percent| flexible(scenario, percent, 1.0, 4.0), ..PERCENT },
        Axis { set: |scenario, percent| flexible(scenario, percent, -1.0, 4.0), ..PERCENT },
    ],
    quantities: &[FLOW_TIME],
    claims: |readings| vec![better_too(readings, FLOW_TIME)],
};

const SHOWN_16: Shown = Shown {
    figure: 16,
    words: "interval [2, 8]",
    axes: [
        Axis { set: |scenario, percent| flexible(scenario, percent, 2.0, 8.0), ..PERCENT },
        Axis { set: |scenario, percent| flexible(scenario, percent, -2.0, 8.0), ..PERCENT },
    ],
    quantities: &[UTILIZATION],
    claims: |readings| vec![better_too(readings, UTILIZATION)],
};

/// Intervals [a, 4 a] at 30 %: the paper's [1, 4] and [2, 8] are of that shape. The length is 5 a.
const LENGTH: Axis = Axis {
    label: "interval length (h): 1/5 earlier, 4/5 later",
    values: &[0.0, 2.5, 5.0, 10.0, 15.0, 20.0, 30.0, 40.0],
    set: |scenario, hours| flexible(scenario, 30.0, hours / 5.0, hours * 4.0 / 5.0),
};

/// The same in the other reading.
const LATER_LENGTH: Axis = Axis {
    label: "interval: begins 1/5 of this (h) later, ends 4/5 later",
    set: |scenario, hours| flexible(scenario, 30.0, -hours / 5.0, hours * 4.0 / 5.0),
    ..LENGTH
};

/// The intervals that Sect. 5.4 names, by their length: fixed, [1, 4], [2, 8].
pub const PRINTED_LENGTHS: Axis = Axis { values: &[0.0, 5.0, 10.0], ..LENGTH };

/// Sets the share of reservations, and how many hours their intervals begin earlier and end later.
fn flexible(scenario: &mut Scenario, percent: f64, earlier: f64, later: f64) {
    let reservations = &mut scenario.workload.reservations;
    reservations.percent = percent;
    reservations.request = RequestKind::Flexible;
    reservations.earlier_hours = earlier;
    reservations.later_hours = later;
}

impl Shown {
    fn sweeps(&self) -> [Sweep; READINGS.len()] {
        self.axes.map(|axis| Sweep { strategies: MCT_AND_PRIORITY, axis, is_compared_from_near: true, ..Sweep::BASE })
    }

    /// The cells of both readings, one behind the other.
    fn plan(&self, logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
        let mut cells = Vec::new();
        for (name, sweep) in READINGS.iter().zip(self.sweeps()) {
            let own = sweep.plan(logs, options)?.into_iter();
            cells.extend(own.map(|cell| Cell { label: format!("{}, {name}", cell.label), ..cell }));
        }
        Ok(cells)
    }

    fn conclude(&self, plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
        let readings = Curves::of_sweeps(&self.sweeps(), plan, logs, reports);
        let Some(own) = readings.first() else {
            return Findings::default();
        };
        let setting = format!(
            "2 × 64, load balancing, FCFS with backfilling; {SINGLED_OUT_WORDS}. \"The book ahead \
             time is enlarged by the given parameter, as well as the search limit time\" (Sect. 5.2) \
             can be read in two ways, and both are run: an interval [a, b] begins up to a hours \
             before the fixed one, as the pictures show, or a hours after it; it ends up to b hours \
             after it. The paper gives no unit; hours fit its logged waits."
        );
        Findings {
            figures: own.figures(
                &format!("figure-{}", self.figure),
                &format!("Figure {}: AR resource priority and MCT, {}", self.figure, self.words),
                &[BY_MCT, BY_PRIORITY],
                self.quantities,
            ),
            ..own.findings(setting, (self.claims)(&readings))
        }
    }
}

/// The cases of every reading, its name behind theirs.
fn of_readings(readings: &[Curves], cases: impl Fn(&Curves) -> Vec<OfSet>) -> Vec<OfSet> {
    let mut all = Vec::new();
    for (name, curves) in READINGS.iter().zip(readings) {
        for mut it in cases(curves) {
            it.case.name = format!("{}, {name}", it.case.name);
            all.push(it);
        }
    }
    all
}

/// Claim: AR resource priority is better for most lengths.
fn better_for_most(readings: &[Curves]) -> Claim {
    of_second_set(
        "Sect. 5.4.2",
        "Figure 14 shows that AR resource priority gives better results for the majority of AR \
         interval lengths",
        "Mean F under AR resource priority less that under MCT, seed by seed, at each of our lengths: \
         it holds if more than half of them are told better, and does not if half are told not to be.",
        &readings[0].sets,
        of_readings(readings, of_most_lengths),
    )
}

fn of_most_lengths(curves: &Curves) -> Vec<OfSet> {
    let lengths = || curves.sweep.axis.values.iter().enumerate();
    curves.cases(|set| {
        let of = |x| curves.excess(set, PRIORITY_TO_MCT, FLOW_TIME, &[x]);
        let each = Differences::of(lengths().map(|(x, length)| (format!("{length} h"), of(x))));
        let verdicts = each.verdicts(Said::Less);
        let words = format!(
            "better at {} of {} lengths, worse at {}, not told at {}: {}",
            Verdict::Holds.count(&verdicts),
            verdicts.len(),
            Verdict::DoesNotHold.count(&verdicts),
            Verdict::CannotTell.count(&verdicts),
            each.words(ToldIn::Seconds, ", ")
        );
        (Verdict::of_most(&verdicts), words)
    })
}

/// Claim: AR resource priority is better with flexible intervals too.
fn better_too(readings: &[Curves], quantity: Quantity) -> Claim {
    of_second_set(
        "Sect. 5.4.2",
        "AR resource priority policy produces better results with respect to mean F and mean U also \
         for flexible AR intervals",
        &format!(
            "The {} of this figure under AR resource priority less that under MCT, seed by seed, in \
             the mean over 10 to 100 % of reservations. An interval {UNTOLD_WORDS} tells that neither is better.",
            quantity.words()
        ),
        &readings[0].sets,
        of_readings(readings, |curves| priority_is_better(curves, quantity)),
    )
    .by_our_margin()
}

/// Claim: with longer intervals tardiness is so small that the two hardly differ.
fn negligible_tardiness(readings: &[Curves]) -> Claim {
    of_second_set(
        "Sect. 5.4.2",
        "for longer AR request intervals the mean tardiness values were so small that differences \
         between both methods were negligible",
        &format!(
            "Mean D under AR resource priority less that under MCT in the mean over the lengths of 20 \
             h and more, as a share of mean D with fixed intervals under MCT, seed by seed. Negligible \
             is what lies within {} of it: the difference in Table 6 that the paper calls none.",
            percent(UNTOLD_TARDINESS)
        ),
        &readings[0].sets,
        of_readings(readings, tardiness_of_long_intervals),
    )
}

fn tardiness_of_long_intervals(curves: &Curves) -> Vec<OfSet> {
    let long = curves.xs(|length| length >= 20.0);
    curves.cases(|set| {
        let apart = curves.contrast(set, |at| {
            let of = |strategy| mean(long.iter().map(|&x| at(TARDINESS, strategy, x)));
            (of(BY_PRIORITY) - of(BY_MCT)) / at(TARDINESS, BY_MCT, 0)
        });
        let words = format!(
            "{}; mean D by length: MCT {} s, priority {} s",
            apart.words(ToldIn::Share),
            curves.course(set, BY_MCT, TARDINESS),
            curves.course(set, BY_PRIORITY, TARDINESS)
        );
        (apart.verdict(Said::Within(UNTOLD_TARDINESS)), words)
    })
}
