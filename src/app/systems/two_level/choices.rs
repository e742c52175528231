//! The values that the panel's controls offer, and what they mean.

mod local;

use crate::app::control::{Choice, choice, choices};
pub use local::{
    AMONG, BINDINGS, LOCAL_SYSTEMS, LSF_RESERVATIONS, LSF_TIES, PREEMPTED, PRIORITIES,
    PRIORITY_FIRST, ROUTES_BY, SLOTS, SYSTEMS, SlotKind,
};
use slotscope::system::two_level::labels;
use slotscope::system::two_level::{
    BatchAllocation, Completion, FlexibleStart, GridQueue, LateReservations, MctTies, OverLimit,
    QueuePolicy, ReservationAllocation, ReservationEnd, ReservationLength, ReservationQueue,
    TwoLevel,
};

pub fn batch_allocations() -> Vec<Choice<BatchAllocation>> {
    let (name, about) = (labels::batch_allocation, labels::batch_allocation_about);
    choices(&BatchAllocation::ALL, name, about)
}

pub fn reservation_allocations() -> Vec<Choice<ReservationAllocation>> {
    let name = labels::reservation_allocation;
    let about = labels::reservation_allocation_about;
    choices(&ReservationAllocation::ALL, name, about)
}

pub fn reservation_queues() -> Vec<Choice<ReservationQueue>> {
    let (name, about) = (labels::reservation_queue, labels::reservation_queue_about);
    choices(&ReservationQueue::ALL, name, about)
}

pub fn flexible_starts() -> Vec<Choice<FlexibleStart>> {
    let (name, about) = (labels::flexible_start, labels::flexible_start_about);
    choices(&FlexibleStart::ALL, name, about)
}

pub fn grid_queues() -> Vec<Choice<GridQueue>> {
    choices(
        &GridQueue::ALL,
        labels::grid_queue,
        labels::grid_queue_about,
    )
}

pub fn queues() -> Vec<Choice<QueuePolicy>> {
    choices(
        &QueuePolicy::ALL,
        labels::queue_in_full,
        labels::queue_about,
    )
}

/// The policies of a scenario by the names that tables and legends have for them, each with what it
/// means.
pub fn policies(settings: &TwoLevel) -> String {
    let grid = &settings.grid;
    let (batch, reserved) = (grid.batch_allocation, grid.reservation_allocation);
    let queues = settings.local.all_queues().iter();
    let mut named: Vec<_> = queues
        .map(|&queue| (labels::queue(queue), labels::queue_about(queue)))
        .collect();
    named.extend([
        (
            labels::batch_allocation(batch),
            labels::batch_allocation_about(batch),
        ),
        (
            labels::reservation_allocation(reserved),
            labels::reservation_allocation_about(reserved),
        ),
    ]);
    let told = named.iter().map(|(name, term)| format!("{name}: {term}"));
    told.collect::<Vec<_>>().join(" ")
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
        labels::late_reservations_about(LateReservations::DueDate),
    ),
    choice(
        LateReservations::Deadline,
        "Deadline",
        labels::late_reservations_about(LateReservations::Deadline),
    ),
];

pub const LENGTHS: &[Choice<ReservationLength>] = &[
    choice(
        ReservationLength::Requested,
        "Requested time",
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
        "Booked end",
        "Processors are held to the end that was booked, also when the job ends before.",
    ),
    choice(
        ReservationEnd::JobEnd,
        "Job's end",
        "Processors are freed as soon as the job ends.",
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
        labels::mct_ties_about(MctTies::Random),
    ),
    choice(
        MctTies::FewestReservations,
        "Fewest",
        labels::mct_ties_about(MctTies::FewestReservations),
    ),
    choice(
        MctTies::Order,
        "First",
        labels::mct_ties_about(MctTies::Order),
    ),
];
