//! The values that the panel's controls offer, and what they mean.

mod local;

use crate::app::control::{Choice, choice};
use crate::app::terms::Term;
use crate::experiment::{Scenario, System, names};
use crate::system::two_level::{
    BatchAllocation, Completion, LateReservations, MctTies, OverLimit, QueuePolicy,
    ReservationAllocation, ReservationEnd, ReservationLength, ReservationQueue,
};
use crate::workload::reserve::{IntervalLength, IntervalStart, RequestKind};
use crate::workload::select::SizeFrom;
pub use local::{
    AMONG, BINDINGS, LOCAL_SYSTEMS, LSF_RESERVATIONS, PREEMPTED, PRIORITIES, PRIORITY_FIRST, SLOTS,
    SYSTEMS, SlotKind,
};

pub const SIZES: &[Choice<SizeFrom>] = &[
    choice(
        SizeFrom::Requested,
        "Requested",
        "The processors a job asked for.",
    ),
    choice(
        SizeFrom::Allocated,
        "Allocated",
        "The processors a job was given.",
    ),
];

pub const REQUESTS: &[Choice<RequestKind>] = &[
    choice(RequestKind::Fixed, "Fixed", "One interval and no other."),
    choice(
        RequestKind::Flexible,
        "Flexible",
        "That interval, widened on both sides.",
    ),
    choice(
        RequestKind::Listed,
        "Listed",
        "Exactly the jobs of a list are reservations, each with a ready time and a deadline of its own.",
    ),
    choice(
        RequestKind::BestEffortProcessors,
        "Fewer processors",
        "Best effort: that interval, with as many processors as there are, down to a least share of the size.",
    ),
    choice(
        RequestKind::BestEffortTime,
        "Shorter time",
        "Best effort: from the start of that interval for as long as there is room, down to a least share of the length.",
    ),
    choice(
        RequestKind::FlexibleBestEffortProcessors,
        "Flexible, fewer processors",
        "Both: anywhere in the widened interval, from the first start with the least share of the processors, on as many as there are from then on.",
    ),
    choice(
        RequestKind::FlexibleBestEffortTime,
        "Flexible, shorter time",
        "Both: anywhere in the widened interval, from the first start with room for the least share of the length, for as long as there is room.",
    ),
];

pub const STARTS: &[Choice<IntervalStart>] = &[
    choice(
        IntervalStart::LoggedWait,
        "As logged",
        "When the job started in the log: submission + logged wait.",
    ),
    choice(
        IntervalStart::LeadTime,
        "Drawn",
        "A lead time after submission, drawn for each job from the seed.",
    ),
];

pub const BATCH_ALLOCATIONS: &[Choice<BatchAllocation>] = &[
    choice(
        BatchAllocation::LoadBalancing,
        names::batch_allocation(BatchAllocation::LoadBalancing),
        "Load balancing: to the provider with the fewest waiting batch jobs.",
    ),
    choice(
        BatchAllocation::RoundRobin,
        names::batch_allocation(BatchAllocation::RoundRobin),
        "Round-robin: one provider after the other.",
    ),
    choice(
        BatchAllocation::Random,
        names::batch_allocation(BatchAllocation::Random),
        "To a provider drawn by chance, from the seed.",
    ),
    choice(
        BatchAllocation::LeastWork,
        names::batch_allocation(BatchAllocation::LeastWork),
        "To the provider whose waiting jobs ask for the least work (size times limit) for each of its processors.",
    ),
    choice(
        BatchAllocation::MostFree,
        names::batch_allocation(BatchAllocation::MostFree),
        "To the provider with the most free processors, less those that its waiting jobs ask for.",
    ),
];

pub const AR_ALLOCATIONS: &[Choice<ReservationAllocation>] = &[
    choice(
        ReservationAllocation::Mct,
        names::reservation_allocation(ReservationAllocation::Mct),
        "Minimum completion time: the provider with the earliest offer.",
    ),
    choice(
        ReservationAllocation::ResourcePriority,
        names::reservation_allocation(ReservationAllocation::ResourcePriority),
        "AR resource priority: the first provider, in order, that can meet the request.",
    ),
    choice(
        ReservationAllocation::StaticPartition,
        names::reservation_allocation(ReservationAllocation::StaticPartition),
        "Static partition: the first provider is for reservations, the others for batch jobs.",
    ),
    choice(
        ReservationAllocation::Random,
        names::reservation_allocation(ReservationAllocation::Random),
        "To a provider drawn by chance among those with an offer.",
    ),
    choice(
        ReservationAllocation::LoadBalancing,
        names::reservation_allocation(ReservationAllocation::LoadBalancing),
        "Load balancing: to the provider with the fewest reservations that wait for their start.",
    ),
];

pub const AR_QUEUES: &[Choice<ReservationQueue>] = &[
    choice(
        ReservationQueue::First,
        names::reservation_queue(ReservationQueue::First),
        "Reservations are forwarded as they arrive.",
    ),
    choice(
        ReservationQueue::Fcfs,
        names::reservation_queue(ReservationQueue::Fcfs),
        "Reservations wait for the period, in order of arrival among the batch jobs.",
    ),
];

pub const QUEUES: &[Choice<QueuePolicy>] = &[
    choice(
        QueuePolicy::FcfsBackfilling,
        names::queue_in_full(QueuePolicy::FcfsBackfilling),
        "The queue is walked in order of arrival, and whatever fits starts; nobody is promised anything.",
    ),
    choice(
        QueuePolicy::Fcfs,
        names::queue_in_full(QueuePolicy::Fcfs),
        "First come, first served: nobody overtakes the head of the queue.",
    ),
    choice(
        QueuePolicy::Easy,
        names::queue_in_full(QueuePolicy::Easy),
        "Jobs may overtake as long as they do not delay the head of the queue.",
    ),
    choice(
        QueuePolicy::Conservative,
        names::queue_in_full(QueuePolicy::Conservative),
        "Every job is promised a start when it is submitted; nobody may delay it, so that reservations find less room.",
    ),
    choice(
        QueuePolicy::Lsf,
        names::queue_in_full(QueuePolicy::Lsf),
        "At multiples of its period the largest waiting job starts first, then whatever fits.",
    ),
    choice(
        QueuePolicy::Sjf,
        names::queue_in_full(QueuePolicy::Sjf),
        "The job with the shortest time limit first.",
    ),
    choice(
        QueuePolicy::Ppp,
        names::queue_in_full(QueuePolicy::Ppp),
        "The job of the highest priority first, then whatever fits.",
    ),
    choice(
        QueuePolicy::Pppd,
        names::queue_in_full(QueuePolicy::Pppd),
        "The job of the highest priority first; running jobs of a lower one give up their processors for it.",
    ),
    choice(
        QueuePolicy::Fss,
        names::queue_in_full(QueuePolicy::Fss),
        "The job whose user has used least so far first, then whatever fits.",
    ),
];

/// What a value that the panel offers means; nothing of one that it does not offer.
fn meaning<T: Copy + PartialEq>(choices: &[Choice<T>], value: T) -> Term {
    let found = choices.iter().find(|choice| choice.value == value);
    found.map_or("", |choice| choice.term)
}

/// The policies of a scenario by the names that tables and legends have for them, each with what it
/// means.
pub fn policies(scenario: &Scenario) -> String {
    let System::TwoLevel(settings) = &scenario.system;
    let (grid, queue) = (&settings.grid, settings.local.queue);
    let (batch, reserved) = (grid.batch_allocation, grid.reservation_allocation);
    [
        (names::queue(queue), meaning(QUEUES, queue)),
        (
            names::batch_allocation(batch),
            meaning(BATCH_ALLOCATIONS, batch),
        ),
        (
            names::reservation_allocation(reserved),
            meaning(AR_ALLOCATIONS, reserved),
        ),
    ]
    .map(|(name, term)| format!("{name}: {term}"))
    .join(" ")
}

/// The queue policies by their short names, where several are chosen among.
pub fn queue_choices() -> Vec<Choice<QueuePolicy>> {
    let short = |it: &Choice<QueuePolicy>| choice(it.value, names::queue(it.value), it.term);
    QUEUES.iter().map(short).collect()
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

pub const INTERVALS: &[Choice<IntervalLength>] = &[
    choice(
        IntervalLength::Requested,
        "Requested",
        "As long as the requested time.",
    ),
    choice(
        IntervalLength::RunTime,
        "Run time",
        "As long as the job really runs.",
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
