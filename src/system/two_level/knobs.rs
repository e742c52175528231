//! What of the settings can sensibly be varied.

mod readings;

use serde_json::Value;

use super::labels;
use super::{
    BatchAllocation, QueuePolicy, ReservationAllocation, ReservationQueue, Slots, TwoLevel,
};
use crate::system::{Choices, Knob, KnobChoice, Numbers, Tried, Unit, Values};
use crate::workload::Time;
use readings::{BINDING_KNOB, LATE_KNOB, SLOTS_KNOB, TIES_KNOB};

pub(super) const QUEUE: &str = "system.two_level.local.queue";
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

/// In the order in which they combine: what stands first turns slowest.
pub(super) const KNOBS: &[Knob] = &[
    Knob {
        path: QUEUE,
        key: "queue",
        label: "queue policy",
        short: "Queue policies",
        about: "How every local scheduler orders and starts its batch jobs.",
        values: Values::Choices(Choices {
            all: QUEUES,
            tried: Tried::All,
            overlaid: &["fcfs_backfilling", "fcfs", "easy"],
            contrasts: &["easy", "fcfs", "conservative", "fcfs_backfilling"],
            with: "under",
        }),
    },
    Knob {
        path: RESERVATION_ALLOCATION,
        key: "reservation_allocation",
        label: "allocation of reservations",
        short: "Reservations go",
        about: "To which provider the grid scheduler sends advance reservations.",
        values: Values::Choices(Choices {
            all: RESERVATION_ALLOCATIONS,
            tried: Tried::All,
            overlaid: &["mct"],
            contrasts: &[],
            with: "with reservations by",
        }),
    },
    Knob {
        path: BATCH_ALLOCATION,
        key: "batch_allocation",
        label: "allocation of batch jobs",
        short: "Batch jobs go",
        about: "To which provider the grid scheduler sends batch jobs.",
        values: Values::Choices(Choices {
            all: BATCH_ALLOCATIONS,
            tried: Tried::These(&[
                "load_balancing",
                "least_work",
                "most_free",
                "random",
                "round_robin",
            ]),
            overlaid: &[],
            contrasts: &[],
            with: "with batch jobs by",
        }),
    },
    Knob {
        path: RESERVATION_QUEUE,
        key: "reservation_queue",
        label: "order of reservations",
        short: "Reservations wait",
        about: "Whether advance reservations wait for δ with the batch jobs.",
        values: Values::Choices(Choices {
            all: RESERVATION_QUEUES,
            tried: Tried::None,
            overlaid: &[],
            contrasts: &[],
            with: "with",
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
        label: "period δ of the local queues but LSF",
        short: "pass δ",
        about: "The queue policies but largest size first, and conservative backfilling, act at multiples of it; 0 acts at every event.",
        values: Values::Numbers(Numbers {
            searched: false,
            ..PERIODS
        }),
    },
    Knob {
        path: INQUIRY_STEP,
        key: "inquiry_step",
        label: "step between inquiries",
        short: "inquiry step",
        about: "A provider says yes or no to starts so far apart; 0 is an interval search, which finds the earliest of all.",
        values: Values::Numbers(Numbers {
            searched: false,
            zero: "interval search",
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
        SLOTS => Some(match settings.local.slots {
            Slots::Variable => 0.into(),
            Slots::Fixed(length) => length.into(),
        }),
        _ => None,
    }
}

/// Sets such a knob; whether it was one and took the value.
pub(super) fn set(settings: &mut TwoLevel, path: &str, value: &Value) -> bool {
    let Some(seconds) = value.as_i64().filter(|_| path == SLOTS) else {
        return false;
    };
    settings.local.slots = match seconds as Time {
        0 => Slots::Variable,
        length => Slots::Fixed(length),
    };
    true
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

const QUEUES: &[KnobChoice] = &[
    KnobChoice {
        value: "fcfs_backfilling",
        name: labels::queue(QueuePolicy::FcfsBackfilling),
        about: labels::queue_about(QueuePolicy::FcfsBackfilling),
    },
    KnobChoice {
        value: "fcfs",
        name: labels::queue(QueuePolicy::Fcfs),
        about: labels::queue_about(QueuePolicy::Fcfs),
    },
    KnobChoice {
        value: "easy",
        name: labels::queue(QueuePolicy::Easy),
        about: labels::queue_about(QueuePolicy::Easy),
    },
    KnobChoice {
        value: "conservative",
        name: labels::queue(QueuePolicy::Conservative),
        about: labels::queue_about(QueuePolicy::Conservative),
    },
    KnobChoice {
        value: "lsf",
        name: labels::queue(QueuePolicy::Lsf),
        about: labels::queue_about(QueuePolicy::Lsf),
    },
    KnobChoice {
        value: "sjf",
        name: labels::queue(QueuePolicy::Sjf),
        about: labels::queue_about(QueuePolicy::Sjf),
    },
    KnobChoice {
        value: "ppp",
        name: labels::queue(QueuePolicy::Ppp),
        about: labels::queue_about(QueuePolicy::Ppp),
    },
    KnobChoice {
        value: "pppd",
        name: labels::queue(QueuePolicy::Pppd),
        about: labels::queue_about(QueuePolicy::Pppd),
    },
    KnobChoice {
        value: "fss",
        name: labels::queue(QueuePolicy::Fss),
        about: labels::queue_about(QueuePolicy::Fss),
    },
];

const BATCH_ALLOCATIONS: &[KnobChoice] = &[
    KnobChoice {
        value: "load_balancing",
        name: labels::batch_allocation(BatchAllocation::LoadBalancing),
        about: labels::batch_allocation_about(BatchAllocation::LoadBalancing),
    },
    KnobChoice {
        value: "least_work",
        name: labels::batch_allocation(BatchAllocation::LeastWork),
        about: labels::batch_allocation_about(BatchAllocation::LeastWork),
    },
    KnobChoice {
        value: "most_free",
        name: labels::batch_allocation(BatchAllocation::MostFree),
        about: labels::batch_allocation_about(BatchAllocation::MostFree),
    },
    KnobChoice {
        value: "random",
        name: labels::batch_allocation(BatchAllocation::Random),
        about: labels::batch_allocation_about(BatchAllocation::Random),
    },
    KnobChoice {
        value: "round_robin",
        name: labels::batch_allocation(BatchAllocation::RoundRobin),
        about: labels::batch_allocation_about(BatchAllocation::RoundRobin),
    },
    KnobChoice {
        value: "load_balancing_with_reservations",
        name: labels::batch_allocation(BatchAllocation::LoadBalancingWithReservations),
        about: labels::batch_allocation_about(BatchAllocation::LoadBalancingWithReservations),
    },
];

const RESERVATION_ALLOCATIONS: &[KnobChoice] = &[
    KnobChoice {
        value: "mct",
        name: labels::reservation_allocation(ReservationAllocation::Mct),
        about: labels::reservation_allocation_about(ReservationAllocation::Mct),
    },
    KnobChoice {
        value: "resource_priority",
        name: labels::reservation_allocation(ReservationAllocation::ResourcePriority),
        about: labels::reservation_allocation_about(ReservationAllocation::ResourcePriority),
    },
    KnobChoice {
        value: "static_partition",
        name: labels::reservation_allocation(ReservationAllocation::StaticPartition),
        about: labels::reservation_allocation_about(ReservationAllocation::StaticPartition),
    },
    KnobChoice {
        value: "random",
        name: labels::reservation_allocation(ReservationAllocation::Random),
        about: labels::reservation_allocation_about(ReservationAllocation::Random),
    },
    KnobChoice {
        value: "load_balancing",
        name: labels::reservation_allocation(ReservationAllocation::LoadBalancing),
        about: labels::reservation_allocation_about(ReservationAllocation::LoadBalancing),
    },
];

const RESERVATION_QUEUES: &[KnobChoice] = &[
    KnobChoice {
        value: "first",
        name: labels::reservation_queue(ReservationQueue::First),
        about: labels::reservation_queue_about(ReservationQueue::First),
    },
    KnobChoice {
        value: "fcfs",
        name: labels::reservation_queue(ReservationQueue::Fcfs),
        about: labels::reservation_queue_about(ReservationQueue::Fcfs),
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::testing::assert_choices;
    use crate::system::two_level::{Binding, LateReservations, MctTies};

    #[test]
    fn every_policy_may_be_chosen_by_its_name() {
        assert_choices(KNOBS, "queue", &QueuePolicy::ALL, labels::queue);
        let (all, name) = (&BatchAllocation::ALL, labels::batch_allocation);
        assert_choices(KNOBS, "batch_allocation", all, name);
        let (all, name) = (&ReservationAllocation::ALL, labels::reservation_allocation);
        assert_choices(KNOBS, "reservation_allocation", all, name);
        let (all, name) = (&ReservationQueue::ALL, labels::reservation_queue);
        assert_choices(KNOBS, "reservation_queue", all, name);
        assert_choices(KNOBS, "binding", &Binding::ALL, labels::binding);
        let (all, name) = (&LateReservations::ALL, labels::late_reservations);
        assert_choices(KNOBS, "late_reservations", all, name);
        assert_choices(KNOBS, "mct_ties", &MctTies::ALL, labels::mct_ties);
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
