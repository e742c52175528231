//! The paper's own figures (Hollingsworth and Maneewongvatana 1999, Sect. 3.1).

use crate::engine::{Outcome, Schedule, Status};
use crate::system::{Better, Measure, Measures, Unit};
use crate::workload::{Job, Time};

/// The classes of run times: below 10 s, 100 s, 1000 s, and all above (Figure 3).
const CLASSES: usize = 4;
const BOUNDS: [Time; CLASSES - 1] = [10, 100, 1_000];

/// Normalized mean queuing delay in its three ways, of some jobs.
macro_rules! delays {
    ($key:literal, $jobs:literal) => {
        [
            Measure::new(
                concat!("weighted_delay", $key),
                concat!("Weighted queuing delay", $jobs),
                "Normalized queuing delay, weighted by processor seconds: Σ p · (completion − submission) / Σ p · run time.",
                Unit::Times,
                Better::Lower,
            ),
            Measure::new(
                concat!("delay", $key),
                concat!("Normalized queuing delay", $jobs),
                "(Completion − submission) / run time, mean over jobs; a job that ran for less than a second is not counted.",
                Unit::Times,
                Better::Lower,
            ),
            Measure::new(
                concat!("delay_by_limit", $key),
                concat!("Queuing delay by the limit", $jobs),
                "(Completion − submission) / limit, mean over jobs.",
                Unit::Times,
                Better::Lower,
            ),
        ]
    };
}

const DELAYS: [[Measure; 3]; CLASSES + 1] = [
    delays!("", ""),
    delays!("_below_10", ", below 10 s"),
    delays!("_10_100", ", 10 to 100 s"),
    delays!("_100_1000", ", 100 to 1000 s"),
    delays!("_above_1000", ", over 1000 s"),
];

const SLOTS: &str = "calendar_slots";
const FLAT: &str = "flat_slots";

const OF_CALENDAR: [Measure; 2] = [
    Measure::new(
        SLOTS,
        "Slots of the calendar",
        "The most slots that the calendar had, counted at submissions.",
        Unit::Times,
        Better::Lower,
    ),
    Measure::new(
        FLAT,
        "Slots of a flat calendar",
        "The most slots that a calendar of the finest ones alone would have needed for the same time.",
        Unit::Times,
        Better::Neither,
    ),
];

/// All of them.
pub(super) const MEASURES: &[Measure] = &{
    let mut all = [OF_CALENDAR[0]; 3 * (CLASSES + 1) + OF_CALENDAR.len()];
    let mut at = 0;
    while at < DELAYS.len() {
        let mut way = 0;
        while way < 3 {
            all[3 * at + way] = DELAYS[at][way];
            way += 1;
        }
        at += 1;
    }
    all[3 * DELAYS.len() + 1] = OF_CALENDAR[1];
    all
};

/// The largest sizes so far of the calendar, and of a flat one in its place.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sizes {
    slots: u64,
    flat: u64,
}

impl Sizes {
    /// The calendar has so many slots, and a flat one would have so many.
    pub fn add(&mut self, (slots, flat): (u64, u64)) {
        self.slots = self.slots.max(slots);
        self.flat = self.flat.max(flat);
    }
}

/// Sums over jobs.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    jobs: u64,
    by_limit: f64,
    timed: u64,
    by_run_time: f64,
    /// Processor seconds from submission to completion, and of the run times.
    spent: i128,
    run: i128,
}

impl Sums {
    fn add(&mut self, job: &Job, outcome: &Outcome) {
        let delay = outcome.end - job.ready();
        let ran = outcome.ran;
        self.jobs += 1;
        self.by_limit += delay as f64 / job.requested_time as f64;
        if ran > 0 {
            self.timed += 1;
            self.by_run_time += delay as f64 / ran as f64;
        }
        self.spent += i128::from(job.processors) * i128::from(delay);
        self.run += i128::from(job.processors) * i128::from(ran);
    }

    fn figures(&self) -> [Option<f64>; 3] {
        let share = |sum: f64, of: f64| (of > 0.0).then(|| sum / of);
        [
            share(self.spent as f64, self.run as f64),
            share(self.by_run_time, self.timed as f64),
            share(self.by_limit, self.jobs as f64),
        ]
    }
}

/// The figures of a run; those of no job are left out. Of a reservation delays count from the time that
/// it asks for. A job that was stopped has run until then. O(jobs).
pub(super) fn measures(jobs: &[Job], schedule: &Schedule, sizes: Sizes) -> Measures {
    let mut sums = [Sums::default(); CLASSES + 1];
    for (job, outcome) in jobs.iter().zip(&schedule.outcomes) {
        if outcome.status == Status::Rejected {
            continue;
        }
        let class = BOUNDS.iter().take_while(|&&it| it <= outcome.ran).count();
        sums[0].add(job, outcome);
        sums[class + 1].add(job, outcome);
    }
    let mut measures = Measures::new();
    for (of, sums) in DELAYS.iter().zip(&sums) {
        for (measure, figure) in of.iter().zip(sums.figures()) {
            if let Some(figure) = figure {
                measures.insert(measure.key.to_owned(), figure);
            }
        }
    }
    for (key, count) in [(SLOTS, sizes.slots), (FLAT, sizes.flat)] {
        if count > 0 {
            measures.insert(key.to_owned(), count as f64);
        }
    }
    measures
}
