//! The values that the panel's controls offer, and what they mean.

mod local;

use crate::app::control::{Choice, choice};
use crate::app::terms::Term;
use crate::system::two_level::labels;
use crate::system::two_level::{
    BatchAllocation, Completion, LateReservations, MctTies, OverLimit, QueuePolicy,
    ReservationAllocation, ReservationEnd, ReservationLength, ReservationQueue, TwoLevel,
};
pub use local::{
    AMONG, BINDINGS, LOCAL_SYSTEMS, LSF_RESERVATIONS, PREEMPTED, PRIORITIES, PRIORITY_FIRST, SLOTS,
    SYSTEMS, SlotKind,
};

pub const BATCH_ALLOCATIONS: &[Choice<BatchAllocation>] = &[
    choice(
        BatchAllocation::LoadBalancing,
        labels::batch_allocation(BatchAllocation::LoadBalancing),
        labels::batch_allocation_about(BatchAllocation::LoadBalancing),
    ),
    choice(
        BatchAllocation::RoundRobin,
        labels::batch_allocation(BatchAllocation::RoundRobin),
        labels::batch_allocation_about(BatchAllocation::RoundRobin),
    ),
    choice(
        BatchAllocation::Random,
        labels::batch_allocation(BatchAllocation::Random),
        labels::batch_allocation_about(BatchAllocation::Random),
    ),
    choice(
        BatchAllocation::LeastWork,
        labels::batch_allocation(BatchAllocation::LeastWork),
        labels::batch_allocation_about(BatchAllocation::LeastWork),
    ),
    choice(
        BatchAllocation::MostFree,
        labels::batch_allocation(BatchAllocation::MostFree),
        labels::batch_allocation_about(BatchAllocation::MostFree),
    ),
];

pub const AR_ALLOCATIONS: &[Choice<ReservationAllocation>] = &[
    choice(
        ReservationAllocation::Mct,
        labels::reservation_allocation(ReservationAllocation::Mct),
        labels::reservation_allocation_about(ReservationAllocation::Mct),
    ),
    choice(
        ReservationAllocation::ResourcePriority,
        labels::reservation_allocation(ReservationAllocation::ResourcePriority),
        labels::reservation_allocation_about(ReservationAllocation::ResourcePriority),
    ),
    choice(
        ReservationAllocation::StaticPartition,
        labels::reservation_allocation(ReservationAllocation::StaticPartition),
        labels::reservation_allocation_about(ReservationAllocation::StaticPartition),
    ),
    choice(
        ReservationAllocation::Random,
        labels::reservation_allocation(ReservationAllocation::Random),
        labels::reservation_allocation_about(ReservationAllocation::Random),
    ),
    choice(
        ReservationAllocation::LoadBalancing,
        labels::reservation_allocation(ReservationAllocation::LoadBalancing),
        labels::reservation_allocation_about(ReservationAllocation::LoadBalancing),
    ),
];

pub const AR_QUEUES: &[Choice<ReservationQueue>] = &[
    choice(
        ReservationQueue::First,
        labels::reservation_queue(ReservationQueue::First),
        labels::reservation_queue_about(ReservationQueue::First),
    ),
    choice(
        ReservationQueue::Fcfs,
        labels::reservation_queue(ReservationQueue::Fcfs),
        labels::reservation_queue_about(ReservationQueue::Fcfs),
    ),
];

pub const QUEUES: &[Choice<QueuePolicy>] = &[
    choice(
        QueuePolicy::FcfsBackfilling,
        labels::queue_in_full(QueuePolicy::FcfsBackfilling),
        labels::queue_about(QueuePolicy::FcfsBackfilling),
    ),
    choice(
        QueuePolicy::Fcfs,
        labels::queue_in_full(QueuePolicy::Fcfs),
        labels::queue_about(QueuePolicy::Fcfs),
    ),
    choice(
        QueuePolicy::Easy,
        labels::queue_in_full(QueuePolicy::Easy),
        labels::queue_about(QueuePolicy::Easy),
    ),
    choice(
        QueuePolicy::Conservative,
        labels::queue_in_full(QueuePolicy::Conservative),
        labels::queue_about(QueuePolicy::Conservative),
    ),
    choice(
        QueuePolicy::Lsf,
        labels::queue_in_full(QueuePolicy::Lsf),
        labels::queue_about(QueuePolicy::Lsf),
    ),
    choice(
        QueuePolicy::Sjf,
        labels::queue_in_full(QueuePolicy::Sjf),
        labels::queue_about(QueuePolicy::Sjf),
    ),
    choice(
        QueuePolicy::Ppp,
        labels::queue_in_full(QueuePolicy::Ppp),
        labels::queue_about(QueuePolicy::Ppp),
    ),
    choice(
        QueuePolicy::Pppd,
        labels::queue_in_full(QueuePolicy::Pppd),
        labels::queue_about(QueuePolicy::Pppd),
    ),
    choice(
        QueuePolicy::Fss,
        labels::queue_in_full(QueuePolicy::Fss),
        labels::queue_about(QueuePolicy::Fss),
    ),
];

/// What a value that the panel offers means; nothing of one that it does not offer.
fn meaning<T: Copy + PartialEq>(choices: &[Choice<T>], value: T) -> Term {
    let found = choices.iter().find(|choice| choice.value == value);
    found.map_or("", |choice| choice.term)
}

/// The policies of a scenario by the names that tables and legends have for them, each with what it
/// means.
pub fn policies(settings: &TwoLevel) -> String {
    let (grid, queue) = (&settings.grid, settings.local.queue);
    let (batch, reserved) = (grid.batch_allocation, grid.reservation_allocation);
    [
        (labels::queue(queue), meaning(QUEUES, queue)),
        (
            labels::batch_allocation(batch),
            meaning(BATCH_ALLOCATIONS, batch),
        ),
        (
            labels::reservation_allocation(reserved),
            meaning(AR_ALLOCATIONS, reserved),
        ),
    ]
    .map(|(name, term)| format!("{name}: {term}"))
    .join(" ")
}

pub const OVER_LIMITS: &[Choice<OverLimit>] = &[
    choice(
        OverLimit::Kill,
        "Kill",
        "A batch job is stopped at its time limit.",
    ),
    choice(
        OverLimit::Ignore,
        "Ignore",
        "A batch job runs on past its time limit.",
    ),
];

pub const LATE: &[Choice<LateReservations>] = &[
    choice(
        LateReservations::DueDate,
        "Due date",
        "A late place is better than none; tardiness counts.",
    ),
    choice(
        LateReservations::Deadline,
        "Deadline",
        "No place in time: the reservation is rejected.",
    ),
];

pub const LENGTHS: &[Choice<ReservationLength>] = &[
    choice(
        ReservationLength::Requested,
        "Requested",
        "Made for the requested time.",
    ),
    choice(
        ReservationLength::RunTime,
        "Run time",
        "Made for the time the job really runs.",
    ),
];

pub const ENDS: &[Choice<ReservationEnd>] = &[
    choice(
        ReservationEnd::ReservationEnd,
        "Own end",
        "Processors are held to the reservation's end.",
    ),
    choice(
        ReservationEnd::JobEnd,
        "Job's end",
        "Processors are freed when the job ends.",
    ),
];

pub const COMPLETIONS: &[Choice<Completion>] = &[
    choice(
        Completion::Reservation,
        "Interval",
        "C is the end of the interval that was booked.",
    ),
    choice(Completion::Job, "Job", "C is the end of the job."),
    choice(
        Completion::Requested,
        "Requested",
        "C is start + requested time, whatever was booked. Not with hard deadlines.",
    ),
];

pub const TIES: &[Choice<MctTies>] = &[
    choice(
        MctTies::Random,
        "Random",
        "One of them by chance, from the seed.",
    ),
    choice(
        MctTies::FewestReservations,
        "Fewest",
        "The one with the fewest reservations.",
    ),
    choice(MctTies::Order, "First", "The first in order."),
];
