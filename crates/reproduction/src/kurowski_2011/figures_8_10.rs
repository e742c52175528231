//! Figures 8 to 10: the period δ of a random grid scheduler.

mod claims;
mod short_periods;

use super::curves::{Axis, PERCENT, Strategy, Sweep};
use super::reading::SINGLED_OUT;
use super::setting::model;
use crate::{Cell, Claim, Findings, Item, Options, Plan, Quantity, Unavailable};
use experiment::Scenario;
use scheduling::criteria::Report;
use scheduling::system::two_level::{BatchAllocation, ReservationAllocation, ReservationQueue};
use workload::{Time, Workload};

pub const FIGURE_8: Item = Item {
    key: "figure-8",
    title: "Figure 8: mean F for different δ and shares of reservations",
    section: "Sect. 5.3",
    paper: "Batch jobs and reservations go to a provider at random, at multiples of δ = 0, 3600 \
            and 86400 s; FCFS in the local queues.",
    needs_log: true,
    plan,
    conclude: |plan, logs, reports| conclude(plan, logs, reports, Quantity::MeanFlowTime),
    open: crate::nothing_open,
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
    Strategy { name: "δ = 0", set: |scenario| random(scenario, 0, ReservationQueue::Fcfs) },
    Strategy { name: "δ = 3600 s", set: |scenario| random(scenario, 3600, ReservationQueue::Fcfs) },
    Strategy { name: "δ = 86400 s", set: |scenario| random(scenario, 86_400, ReservationQueue::Fcfs) },
    Strategy { name: "δ = 0, AR first", set: |scenario| random(scenario, 0, ReservationQueue::First) },
    Strategy { name: "δ = 3600 s, AR first", set: |scenario| random(scenario, 3600, ReservationQueue::First) },
    Strategy { name: "δ = 86400 s, AR first", set: |scenario| random(scenario, 86_400, ReservationQueue::First) },
];

/// Reservations wait for δ with the batch jobs: the strategies by rising δ.
const FCFS: [usize; 3] = [0, 1, 2];
/// Reservations are forwarded whenever they arrive.
const FIRST: [usize; 3] = [3, 4, 5];

/// The two readings of the grid queue.
const QUEUES: [(&str, [usize; 3]); 2] = [("AR FCFS", FCFS), ("AR first", FIRST)];

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
    let mut figures = curves.figures(&name, &title("AR FCFS: reservations wait for δ"), &FCFS, &[quantity]);
    figures.extend(curves.figures(
        &format!("{name}-ar-first"),
        &title("AR first: reservations do not wait for δ"),
        &FIRST,
        &[quantity],
    ));
    let told: (Vec<Claim>, Vec<String>) = match quantity {
        Quantity::MeanFlowTime => {
            let (mut claims, remarks) = claims::flow_time(&curves);
            claims.extend(short_periods::claims(&curves));
            (claims, remarks)
        }
        Quantity::MeanUtilization => (vec![claims::utilization(&curves)], Vec::new()),
        _ => (vec![claims::tardiness(&curves)], Vec::new()),
    };
    Findings {
        setting: curves.on()
            + &format!(
                "2 × 64, both kinds of task to a provider at random, FCFS with backfilling; {}. Two \
             readings of the grid queue: AR FCFS, where reservations wait for δ with the batch \
             jobs, and AR first, where they do not.",
                SINGLED_OUT_WORDS
            ),
        claims: told.0,
        remarks: told.1,
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
