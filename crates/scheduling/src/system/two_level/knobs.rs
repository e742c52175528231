//! The settings that can sensibly be varied.

mod readings;

use serde_json::Value;

use super::{BatchAllocation, QueuePolicy, ReservationAllocation, ReservationQueue, Slots, TwoLevel};
use crate::policy::formula::Formula;
use crate::system::{Choices, Knob, Numbers, Unit, Values};
use readings::{BINDING_KNOB, LATE_KNOB, SLOTS_KNOB, TIES_KNOB};
use workload::Time;

/// Where the fields of the local policy begin.
pub(super) const LOCAL: &str = "system.two_level.local.";
pub(super) const QUEUE: &str = "system.two_level.local.queue";
pub(super) const PROMISES: &str = "system.two_level.local.promises";
pub(super) const PERIOD: &str = "system.two_level.grid.period";
pub(super) const LOCAL_PERIOD: &str = "system.two_level.local.period";
pub(super) const PASS_PERIOD: &str = "system.two_level.local.pass_period";
pub(super) const BINDING: &str = "system.two_level.local.binding";
/// The length of fixed slots: no field as it stands, `slots` is a word where there is none.
pub(super) const SLOTS: &str = "system.two_level.local.slots";
pub(super) const LATE_RESERVATIONS: &str = "system.two_level.late_reservations";
pub(super) const MCT_TIES: &str = "system.two_level.mct_ties";
pub(super) const BATCH_ALLOCATION: &str = "system.two_level.grid.batch_allocation";
pub(super) const RESERVATION_ALLOCATION: &str = "system.two_level.grid.reservation_allocation";
pub(super) const INQUIRY_STEP: &str = "system.two_level.grid.inquiry_step";
pub(super) const RESERVATION_QUEUE: &str = "system.two_level.grid.reservation_queue";

/// A year, in seconds.
const LONGEST_PERIOD: f64 = 31_536_000.0;

/// The queue policies.
const QUEUES: Choices = Choices {
    all: QueuePolicy::ROWS,
    overlaid: &["fcfs_backfilling", "fcfs", "easy"],
    contrasts: &["easy", "fcfs", "conservative", "fcfs_backfilling"],
    with: "under",
    by_formula: "ordered",
};

/// In the order in which they combine: the first varies slowest.
pub(super) const KNOBS: &[Knob] = &[
    Knob {
        path: QUEUE,
        key: "queue",
        label: "queue policy",
        short: "Queue policies",
        about: "How every local scheduler orders and starts its batch jobs.",
        values: Values::Choices(QUEUES),
    },
    Knob {
        path: RESERVATION_ALLOCATION,
        key: "reservation_allocation",
        label: "allocation of reservations",
        short: "AR allocation",
        about: "To which provider the grid scheduler sends advance reservations.",
        values: Values::Choices(Choices {
            all: ReservationAllocation::ROWS,
            overlaid: &["mct"],
            contrasts: &[],
            with: "with reservations by",
            by_formula: "",
        }),
    },
    Knob {
        path: BATCH_ALLOCATION,
        key: "batch_allocation",
        label: "allocation of batch jobs",
        short: "Batch allocation",
        about: "To which provider the grid scheduler sends batch jobs.",
        values: Values::Choices(Choices {
            all: BatchAllocation::ROWS,
            overlaid: &[],
            contrasts: &[],
            with: "with batch jobs by",
            by_formula: "",
        }),
    },
    Knob {
        path: RESERVATION_QUEUE,
        key: "reservation_queue",
        label: "order of reservations",
        short: "Reservations wait",
        about: "Whether advance reservations wait for δ together with the batch jobs.",
        values: Values::Choices(Choices {
            all: ReservationQueue::ROWS,
            overlaid: &[],
            contrasts: &[],
            with: "with",
            by_formula: "",
        }),
    },
    Knob {
        path: PERIOD,
        key: "period",
        label: "period δ of the grid scheduler",
        short: "grid δ",
        about: "The grid scheduler acts at multiples of it; 0 acts on arrival.",
        values: Values::Numbers(Numbers {
            zero: "on arrival",
            tried: &[0.0, 600.0, 3_600.0, 14_400.0, 86_400.0],
            contrasts: &[
                ("every-hour", "with a period δ of 1 h", 3_600.0),
                ("on-arrival", "forwarding on arrival", 0.0),
            ],
            ..PERIODS
        }),
    },
    Knob {
        path: LOCAL_PERIOD,
        key: "local_period",
        label: "period δ of the local queues",
        short: "local δ",
        about: "Largest size first acts at multiples of it; the other queue policies do not read it.",
        values: Values::Numbers(PERIODS),
    },
    Knob {
        path: PASS_PERIOD,
        key: "pass_period",
        label: "period δ of the local queues but largest size first",
        short: "pass δ",
        about: "The queue policies but largest size first, and conservative backfilling, act at multiples of it; 0 acts at every event.",
        values: Values::Numbers(Numbers { searched: false, ..PERIODS }),
    },
    Knob {
        path: INQUIRY_STEP,
        key: "inquiry_step",
        label: "step between inquiries",
        short: "inquiry step",
        about: "The distance between the starts that a provider accepts or declines; 0 is an interval search, which finds the earliest of all.",
        values: Values::Numbers(Numbers { searched: false, zero: "interval search", ..PERIODS }),
    },
    Knob {
        path: PROMISES,
        key: "promises",
        label: "promised starts of an order by formula",
        short: "promises",
        about: "To how many waiting jobs a pass promises a start. Only the queue policy Ordered reads it.",
        values: Values::Numbers(Numbers {
            unit: Unit::Times,
            usual: "0, 1, 2, 4, 16, 64",
            most: 1e6,
            searched: false,
            zero: "no promises",
            ..PERIODS
        }),
    },
    BINDING_KNOB,
    SLOTS_KNOB,
    LATE_KNOB,
    TIES_KNOB,
];

/// The value of a knob that is not a field as it stands.
pub(super) fn value(settings: &TwoLevel, path: &str) -> Option<Value> {
    match path {
        // Written only where it is set.
        PASS_PERIOD => Some(settings.local.pass_period.into()),
        INQUIRY_STEP => Some(settings.grid.inquiry_step.into()),
        PROMISES => serde_json::to_value(settings.local.promises).ok(),
        // With the formula, where that is not the usual one.
        QUEUE if settings.local.queue == QueuePolicy::Ordered && !is_default(&settings.local.order) => {
            Some(QUEUES.with_formula(&settings.local.order).into())
        }
        SLOTS => Some(match settings.local.slots {
            Slots::Variable => 0.into(),
            Slots::Fixed(length) => length.into(),
        }),
        _ => None,
    }
}

/// Sets such a knob; whether it was one and took the value.
pub(super) fn set(settings: &mut TwoLevel, path: &str, value: &Value) -> bool {
    if path == QUEUE
        && let Some(order) = value.as_str().and_then(|value| QUEUES.formula_of(value))
    {
        settings.local.queue = QueuePolicy::Ordered;
        settings.local.order = order;
        return true;
    }
    let Some(seconds) = value.as_i64().filter(|_| path == SLOTS) else {
        return false;
    };
    settings.local.slots = match seconds as Time {
        0 => Slots::Variable,
        length => Slots::Fixed(length),
    };
    true
}

fn is_default(formula: &Formula) -> bool {
    *formula == Formula::default()
}

/// A period δ, in seconds.
const PERIODS: Numbers = Numbers {
    unit: Unit::Seconds,
    usual: "0, 60, 600, 1800, 3600, 7200, 14400",
    least: 0.0,
    most: LONGEST_PERIOD,
    whole: true,
    searched: true,
    zero: "",
    tried: &[],
    contrasts: &[],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queue_policy_may_have_a_formula_behind_it() {
        let mut settings = TwoLevel::default();
        assert!(set(&mut settings, QUEUE, &"ordered: -wait / limit".into()));
        assert_eq!(settings.local.queue, QueuePolicy::Ordered);
        assert_eq!(settings.local.order.text(), "-wait / limit");
        assert_eq!(value(&settings, QUEUE), Some("ordered: -wait / limit".into()));
        // Without one it is a field like others, and so is a text that is no formula: an unknown policy.
        for other in ["ordered", "ordered: -wiat", "easy: work"] {
            assert!(!set(&mut settings, QUEUE, &other.into()));
        }
        assert_eq!(value(&TwoLevel::default(), QUEUE), None);
    }

    #[test]
    fn slots_are_set_by_their_length() {
        let mut settings = TwoLevel::default();
        assert_eq!(value(&settings, SLOTS), Some(0.into()));
        assert!(set(&mut settings, SLOTS, &600.into()));
        assert_eq!(settings.local.slots, Slots::Fixed(600));
        assert_eq!(value(&settings, SLOTS), Some(600.into()));
        // As its JSON has it: a field like others.
        assert!(!set(&mut settings, SLOTS, &"variable".into()));
        assert!(!set(&mut settings, PERIOD, &600.into()));
        assert!(set(&mut settings, SLOTS, &0.into()));
        assert_eq!(settings, TwoLevel::default());
    }
}
