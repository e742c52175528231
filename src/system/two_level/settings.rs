//! The options of the two-level model, as a scenario spells them.
//!
//! Where the paper leaves a reading open, each fair reading is a value here, the default first.

mod local;
mod routes;

use serde::{Deserialize, Serialize};

pub use local::*;
pub use routes::*;

use crate::workload::{Job, Time};

/// Grid scheduler above local schedulers (Kurowski et al. 2011, Sect. 4).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TwoLevel {
    /// The grid scheduler's policies.
    pub grid: Grid,
    /// The policies of every local scheduler.
    pub local: Local,
    /// What happens to a reservation that cannot end by its deadline.
    pub late_reservations: LateReservations,
    /// For how long a reservation is made.
    pub reservation_length: ReservationLength,
    /// When a reservation gives its processors back.
    pub reservation_end: ReservationEnd,
    /// What counts as the end time C of a reservation.
    pub completion: Completion,
    /// Which provider MCT takes of those that offer the same completion time.
    pub mct_ties: MctTies,
}

/// Policies of the grid scheduler (Sect. 4.4.2).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Grid {
    /// δ, in seconds: the grid scheduler acts at multiples of it; 0 acts on arrival.
    pub period: Time,
    /// In which order the batch jobs that wait for δ are forwarded.
    #[serde(skip_serializing_if = "GridQueue::is_fcfs")]
    pub queue: GridQueue,
    /// Whether reservations wait for δ with the batch jobs.
    pub reservation_queue: ReservationQueue,
    /// Where batch jobs go.
    pub batch_allocation: BatchAllocation,
    /// Where reservations go.
    pub reservation_allocation: ReservationAllocation,
    /// Under resource priority: providers by decreasing priority, counted from 0. Those that are
    /// not named follow in the order of the platform.
    pub resource_order: Vec<u32>,
    /// Which providers certain jobs may go to: the first route that is for a job decides, and those for which there is
    /// none may go to all. The allocations choose among these.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub routes: Vec<Route>,
    /// Which of the starts that its window leaves a reservation is offered.
    #[serde(skip_serializing_if = "FlexibleStart::is_earliest")]
    pub flexible_start: FlexibleStart,
    /// Seconds between the starts for which a provider is asked: local systems "just return answer "yes" or "no"
    /// concerning specific advance reservation" (Sect. 3.1). 0: it answers an interval search, with its earliest start.
    #[serde(skip_serializing_if = "is_zero")]
    pub inquiry_step: Time,
}

/// Which start within its window a provider offers to a reservation, whatever the grid scheduler's allocation, which
/// compares the offers as ever. Requests that take less than they ask for get the earliest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FlexibleStart {
    /// The earliest.
    #[default]
    Earliest,
    /// The earliest at which it touches another reservation of the provider, which ends as it begins or begins as it
    /// ends; in whole slots, where slots have a length. The earliest if there is none that meets the deadline: "if
    /// possible, ARs should be allocated after another AR rather than after a batch task" (Sect. 6), "apply it on a local
    /// level" (future work).
    BesideReservation,
}

impl FlexibleStart {
    /// Both of them, the default first.
    pub const ALL: [Self; 2] = [Self::Earliest, Self::BesideReservation];

    fn is_earliest(&self) -> bool {
        *self == Self::Earliest
    }
}

/// The order in which the grid scheduler forwards the batch jobs that wait for a multiple of δ. It is the order in
/// which they come to their providers too, so that "first come" there means this order. With δ 0 it orders the jobs that
/// are submitted in the same second.
///
/// Reservations that wait with them, under "AR FCFS", keep their places in the order of submission: the batch jobs change
/// places among themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GridQueue {
    /// First come first served.
    #[default]
    Fcfs,
    /// The largest size first, of equals the one that was submitted first.
    Largest,
    /// The shortest processing time limit first, of equals the one that was submitted first.
    Shortest,
    /// By priority, as `local.priority` makes it, of equals the one that was submitted first.
    Priority,
    /// The user or group that has used least of all providers, as `local.fair_share` reckons, at the pass; of equals the
    /// job that was submitted first.
    FairShare,
}

impl GridQueue {
    /// All of them, the default first.
    pub const ALL: [Self; 5] = [
        Self::Fcfs,
        Self::Largest,
        Self::Shortest,
        Self::Priority,
        Self::FairShare,
    ];

    fn is_fcfs(&self) -> bool {
        *self == Self::Fcfs
    }
}

/// The order of reservations in the grid queue (Sect. 4.4.2, "Queue scheduling").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReservationQueue {
    /// "AR first": forwarded whenever they arrive, without waiting for δ.
    #[default]
    First,
    /// "AR FCFS": in the order of arrival among the batch jobs. Before a reservation is forwarded, the
    /// local schedulers decide on the batch jobs that were forwarded before it in the same pass: AR
    /// tasks "have the same priority as non-AR tasks".
    Fcfs,
}

impl ReservationQueue {
    /// Both of them, the default first.
    pub const ALL: [Self; 2] = [Self::First, Self::Fcfs];
}

/// Where the grid scheduler sends batch jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BatchAllocation {
    /// The provider with the fewest waiting batch jobs; the first of equals.
    #[default]
    LoadBalancing,
    /// The provider with the fewest waiting batch jobs and reservations that wait for their start, all together; the
    /// first of equals: "a number of tasks in queues of local schedulers" (Sect. 4.4.2), of which each has one for
    /// reservations too (Sect. 4.2).
    LoadBalancingWithReservations,
    /// A seeded draw.
    Random,
    /// One after the other.
    RoundRobin,
    /// The provider with the least waiting work for each of its processors: size times limit.
    LeastWork,
    /// The provider with the most free processors, less those that its waiting jobs ask for.
    MostFree,
}

impl BatchAllocation {
    /// All of them, the default first.
    pub const ALL: [Self; 6] = [
        Self::LoadBalancing,
        Self::LeastWork,
        Self::MostFree,
        Self::Random,
        Self::RoundRobin,
        Self::LoadBalancingWithReservations,
    ];
}

/// Where the grid scheduler sends reservations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReservationAllocation {
    /// Minimum completion time: the provider with the earliest offer.
    #[default]
    Mct,
    /// AR resource priority: the first provider, in order, whose offer meets the request.
    ResourcePriority,
    /// The first provider is the reservations', the others are the batch jobs'.
    StaticPartition,
    /// A seeded draw among the providers with an offer.
    Random,
    /// The provider with the fewest reservations that wait for their start; the first of equals.
    LoadBalancing,
}

impl ReservationAllocation {
    /// All of them, the default first.
    pub const ALL: [Self; 5] = [
        Self::Mct,
        Self::ResourcePriority,
        Self::StaticPartition,
        Self::Random,
        Self::LoadBalancing,
    ];
}

/// What happens to a reservation that cannot end by its deadline (Sect. 4.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LateReservations {
    /// The deadline is a due date: search on past it and count tardiness.
    #[default]
    DueDate,
    /// The deadline is hard: reject, and count rejections.
    Deadline,
}

impl LateReservations {
    /// All of them, the default first.
    pub const ALL: [Self; 2] = [Self::DueDate, Self::Deadline];
}

/// For how long a reservation is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReservationLength {
    /// For the requested time.
    #[default]
    Requested,
    /// For the run time: "processing times for them are given" (Sect. 5.5).
    RunTime,
}

impl ReservationLength {
    /// For how long a reservation of `job` holds its processors, in seconds: at least one.
    pub fn of(self, job: &Job) -> Time {
        match self {
            Self::Requested => job.requested_time,
            Self::RunTime => job.run_time.max(1),
        }
    }
}

/// When a reservation gives its processors back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReservationEnd {
    /// At the end of the reservation.
    #[default]
    ReservationEnd,
    /// As soon as its job ends.
    JobEnd,
}

/// What counts as the end time C of a reservation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Completion {
    /// The end of the interval that was booked: start + the length that it was booked for, without
    /// what slots of a fixed length add to it.
    #[default]
    Reservation,
    /// The end of its job.
    Job,
    /// The end of the requested interval, whatever was booked: start + requested time. It may come
    /// after a hard deadline that the reservation keeps, and is refused with those.
    Requested,
}

impl Completion {
    /// All of them, the default first.
    pub const ALL: [Self; 3] = [Self::Reservation, Self::Job, Self::Requested];
}

/// Which provider MCT takes of those that offer the same completion time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MctTies {
    /// A seeded draw.
    #[default]
    Random,
    /// The one with the fewest reservations; the first of equals.
    FewestReservations,
    /// The first.
    Order,
}

impl MctTies {
    /// All of them, the default first.
    pub const ALL: [Self; 3] = [Self::Random, Self::FewestReservations, Self::Order];
}

/// Whether nothing has to be written.
fn is_zero(seconds: &Time) -> bool {
    *seconds == 0
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde::de::DeserializeOwned;

    use super::*;

    /// How many values a field has: serde lists them all when it is given another.
    fn values<T: DeserializeOwned + Debug>() -> usize {
        let error = serde_json::from_str::<T>("\"?\"").unwrap_err().to_string();
        let (_, listed) = error.split_once("expected").expect("a list of values");
        listed.matches('`').count() / 2
    }

    #[test]
    fn the_lists_of_policies_are_whole() {
        assert_eq!(QueuePolicy::ALL.len(), values::<QueuePolicy>());
        assert_eq!(BatchAllocation::ALL.len(), values::<BatchAllocation>());
        assert_eq!(
            ReservationAllocation::ALL.len(),
            values::<ReservationAllocation>()
        );
        assert_eq!(Completion::ALL.len(), values::<Completion>());
    }
}
