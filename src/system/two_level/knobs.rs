//! What of the settings can sensibly be varied.

use super::labels;
use super::{BatchAllocation, QueuePolicy, ReservationAllocation, ReservationQueue};
use crate::system::{Choices, Knob, KnobChoice, Numbers, Tried, Unit, Values};

pub(super) const QUEUE: &str = "system.two_level.local.queue";
pub(super) const PERIOD: &str = "system.two_level.grid.period";
pub(super) const LOCAL_PERIOD: &str = "system.two_level.local.period";
pub(super) const BATCH_ALLOCATION: &str = "system.two_level.grid.batch_allocation";
pub(super) const RESERVATION_ALLOCATION: &str = "system.two_level.grid.reservation_allocation";
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
            tried: Tried::All,
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
];

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

    #[test]
    fn every_policy_may_be_chosen_by_its_name() {
        assert_choices(KNOBS, "queue", &QueuePolicy::ALL, labels::queue);
        let (all, name) = (&BatchAllocation::ALL, labels::batch_allocation);
        assert_choices(KNOBS, "batch_allocation", all, name);
        let (all, name) = (&ReservationAllocation::ALL, labels::reservation_allocation);
        assert_choices(KNOBS, "reservation_allocation", all, name);
        let (all, name) = (&ReservationQueue::ALL, labels::reservation_queue);
        assert_choices(KNOBS, "reservation_queue", all, name);
    }
}
