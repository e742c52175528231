//! Figures 8 to 10: the period δ of a random grid scheduler.

use super::curves::{Axis, Curves, PERCENT, Strategy, Sweep};
use super::reading::SINGLED_OUT;
use super::setting::model;
use crate::criteria::Report;
use crate::experiment::Scenario;
use crate::experiment::reproduce::numbers::{difference, measured, number};
use crate::experiment::reproduce::{
    Cell, Claim, Findings, Item, Options, Plan, Quantity, Unavailable, Verdict,
};
use crate::system::two_level::{BatchAllocation, ReservationAllocation, ReservationQueue};
use crate::workload::{Time, Workload};

pub const FIGURE_8: Item = Item {
    key: "figure-8",
    title: "Figure 8: mean F for different δ and shares of reservations",
    section: "Sect. 5.3",
    paper: "Batch jobs and reservations go to a provider at random, at multiples of δ = 0, 3600 \
            and 86400 s; FCFS in the local queues.",
    plan,
    conclude: |plan, logs, reports| conclude(plan, logs, reports, Quantity::MeanFlowTime),
};

pub const FIGURE_9: Item = Item {
    key: "figure-9",
    title: "Figure 9: mean U for different δ and shares of reservations",
    conclude: |plan, logs, reports| conclude(plan, logs, reports, Quantity::MeanUtilization),
    ..FIGURE_8
};

pub const FIGURE_10: Item = Item {
    key: "figure-10",
    title: "Figure 10: mean D for different δ and shares of reservations",
    conclude: |plan, logs, reports| conclude(plan, logs, reports, Quantity::MeanTardiness),
    ..FIGURE_8
};

fn random(scenario: &mut Scenario, period: Time, queue: ReservationQueue) {
    let grid = &mut model(scenario).grid;
    grid.batch_allocation = BatchAllocation::Random;
    grid.reservation_allocation = ReservationAllocation::Random;
    grid.reservation_queue = queue;
    grid.period = period;
}

const STRATEGIES: &[Strategy] = &[
    Strategy {
        name: "δ = 0",
        set: |scenario| random(scenario, 0, ReservationQueue::Fcfs),
    },
    Strategy {
        name: "δ = 3600 s",
        set: |scenario| random(scenario, 3600, ReservationQueue::Fcfs),
    },
    Strategy {
        name: "δ = 86400 s",
        set: |scenario| random(scenario, 86_400, ReservationQueue::Fcfs),
    },
    Strategy {
        name: "δ = 0, AR first",
        set: |scenario| random(scenario, 0, ReservationQueue::First),
    },
    Strategy {
        name: "δ = 3600 s, AR first",
        set: |scenario| random(scenario, 3600, ReservationQueue::First),
    },
    Strategy {
        name: "δ = 86400 s, AR first",
        set: |scenario| random(scenario, 86_400, ReservationQueue::First),
    },
];

/// Reservations wait for δ with the batch jobs.
const FCFS: [usize; 3] = [0, 1, 2];
/// Reservations are forwarded whenever they arrive.
const FIRST: [usize; 3] = [3, 4, 5];

fn sweep(logs: &[Workload], options: &Options) -> Result<Sweep, Unavailable> {
    const AXIS: Axis = PERCENT;
    Sweep::of_first_log(logs, options, STRATEGIES, AXIS, SINGLED_OUT)
}

fn plan(logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
    Ok(sweep(logs, options)?.cells(options.seeds))
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report], quantity: Quantity) -> Findings {
    let Ok(sweep) = sweep(logs, &plan.options) else {
        return Findings::default();
    };
    let curves = sweep.outcome(plan, logs, reports);
    let number = match quantity {
        Quantity::MeanFlowTime => 8,
        Quantity::MeanUtilization => 9,
        _ => 10,
    };
    let name = format!("figure-{number}");
    let title = |queue| format!("Figure {number}: {}, {queue}", axis_words(quantity));
    let mut figures = curves.figures(
        &name,
        &title("AR FCFS: reservations wait for δ"),
        &FCFS,
        &[quantity],
    );
    figures.extend(curves.figures(
        &format!("{name}-ar-first"),
        &title("AR first: reservations do not wait for δ"),
        &FIRST,
        &[quantity],
    ));
    Findings {
        setting: curves.on()
            + &format!(
                "2 × 64, both kinds of task to a provider at random, FCFS with backfilling; {}. Two \
             readings of the grid queue: AR FCFS, where reservations wait for δ with the batch \
             jobs, and AR first, where they do not.",
                SINGLED_OUT_WORDS
            ),
        claims: match quantity {
            Quantity::MeanFlowTime => flow_time(&curves),
            Quantity::MeanUtilization => utilization(&curves),
            _ => tardiness(&curves),
        },
        figures,
        ..Findings::default()
    }
}

/// The reading that Table 5's last column singles out, in a caption's words.
pub const SINGLED_OUT_WORDS: &str = "wider tasks dropped, reservations for the run time from \
     submission + logged wait, F from the submission, limits ignored (the reading that Table 5's \
     last column singles out)";

fn axis_words(quantity: Quantity) -> &'static str {
    match quantity {
        Quantity::MeanFlowTime => "mean flow time",
        Quantity::MeanUtilization => "mean utilization",
        _ => "mean tardiness",
    }
}

/// Below 100 %, where there are batch jobs.
fn flow_time(curves: &Curves) -> Vec<Claim> {
    let quantity = Quantity::MeanFlowTime;
    let mut claims = Vec::new();
    let mut evidence = Vec::new();
    let (mut rises, mut more_with_few) = (Vec::new(), Vec::new());
    for (set, jobs) in curves.sweep.sets.iter().enumerate() {
        for (queue, [none, hour, day]) in [("AR FCFS", FCFS), ("AR first", FIRST)] {
            let at = |strategy, x| curves.mean((set, strategy, x), quantity);
            let xs = 0..curves.at(100.0);
            let rising = xs
                .clone()
                .filter(|&x| at(day, x) > at(hour, x) && at(day, x) > at(none, x));
            let count = rising.count();
            rises.push(count == xs.len());
            let more = |x| (at(day, x) - at(none, x)) / at(none, x);
            let (few, many) = (more(curves.at(10.0)), more(curves.at(90.0)));
            more_with_few.push(few > many);
            evidence.push(format!(
                "{}, {queue}: highest with δ = 86400 s at {count} of {} shares; against δ = 0 by {} at \
                 10 % and {} at 90 % of reservations",
                jobs.label(),
                xs.len(),
                difference(few),
                difference(many)
            ));
        }
    }
    claims.push(Claim::with(
        "Sect. 5.3",
        "With increasing δ mean F gets worse.",
        Verdict::of_all(&rises),
        evidence.join("; ") + ".",
    ));
    claims.push(Claim::with(
        "Sect. 5.3",
        "... especially where there are few reservations (the paper writes \"a relatively small \
         amount of non-AR tasks\"; we read AR tasks, since mean F has least to lose where only few \
         batch jobs wait).",
        Verdict::of_all(&more_with_few),
        "As above: 10 % beside 90 %.".to_owned(),
    ));
    claims
}

fn utilization(curves: &Curves) -> Vec<Claim> {
    let quantity = Quantity::MeanUtilization;
    let mut evidence = Vec::new();
    let mut same = Vec::new();
    for (set, jobs) in curves.sweep.sets.iter().enumerate() {
        for (queue, [none, hour, day]) in [("AR FCFS", FCFS), ("AR first", FIRST)] {
            let xs = 0..curves.sweep.axis.values.len();
            let apart = |strategy| {
                let off = xs.clone().map(|x| {
                    let own = curves.measured((set, none, x), quantity);
                    (curves.mean((set, strategy, x), quantity) - own.mean).abs()
                });
                off.fold(0.0, f64::max)
            };
            let spread = xs
                .clone()
                .map(|x| curves.measured((set, none, x), quantity).deviation);
            let spread = spread.fold(0.0, f64::max);
            same.push(apart(hour) <= spread && apart(day) <= spread);
            evidence.push(format!(
                "{}, {queue}: mean U differs from that of δ = 0 by at most {} with δ = 3600 s and {} \
                 with δ = 86400 s (largest deviation over seeds {})",
                jobs.label(),
                number(apart(hour), 3),
                number(apart(day), 3),
                number(spread, 3)
            ));
        }
    }
    vec![Claim::with(
        "Sect. 5.3",
        "Different δ do not change mean U.",
        Verdict::of_all(&same),
        evidence.join("; ") + ".",
    )]
}

fn tardiness(curves: &Curves) -> Vec<Claim> {
    let quantity = Quantity::MeanTardiness;
    let mut evidence = Vec::new();
    let mut much_higher = Vec::new();
    for (set, jobs) in curves.sweep.sets.iter().enumerate() {
        for (queue, [none, _, day]) in [("AR FCFS", FCFS), ("AR first", FIRST)] {
            let x = curves.at(30.0);
            let (low, high) = (
                curves.measured((set, none, x), quantity),
                curves.measured((set, day, x), quantity),
            );
            much_higher.push(high.mean > 2.0 * low.mean);
            evidence.push(format!(
                "{}, {queue}: at 30 % mean D {} s with δ = 0, {} s with δ = 86400 s",
                jobs.label(),
                measured(low, quantity),
                measured(high, quantity)
            ));
        }
    }
    vec![Claim::with(
        "Sect. 5.3",
        "δ = 86400 s gives much higher mean D (we ask for twice that of δ = 0). By its nature this \
         can only be so where reservations wait for δ.",
        Verdict::of_all(&much_higher),
        evidence.join("; ") + ".",
    )]
}
