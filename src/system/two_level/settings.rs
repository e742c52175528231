//! The options of the two-level model, as a scenario spells them.
//!
//! Where the paper leaves a reading open, each fair reading is a value here, the default first.

use serde::{Deserialize, Serialize};

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
    /// Whether reservations wait for δ with the batch jobs.
    pub reservation_queue: ReservationQueue,
    /// Where batch jobs go.
    pub batch_allocation: BatchAllocation,
    /// Where reservations go.
    pub reservation_allocation: ReservationAllocation,
    /// Under resource priority: providers by decreasing priority, counted from 0. Those that are
    /// not named follow in the order of the platform.
    pub resource_order: Vec<u32>,
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
    pub const ALL: [Self; 5] = [
        Self::LoadBalancing,
        Self::LeastWork,
        Self::MostFree,
        Self::Random,
        Self::RoundRobin,
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

/// Policies of a local scheduler (Sect. 4.4.3).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Local {
    /// How it orders and starts its batch jobs.
    pub queue: QueuePolicy,
    /// δ of `lsf`, in seconds: it acts at multiples of it, counted from time 0; 0 acts at every
    /// event. The other queue policies act at every event and do not read it.
    pub period: Time,
    /// Which of two jobs of the same size `lsf` takes first.
    #[serde(skip_serializing_if = "LsfTies::is_arrival")]
    pub lsf_ties: LsfTies,
    /// What happens to a batch job at its processing time limit.
    pub over_limit: OverLimit,
    /// When a reservation gets its processors.
    pub binding: Binding,
    /// How availability is kept.
    pub slots: Slots,
    /// What the policies `ppp` and `pppd` go by.
    pub priority: Priority,
    /// What becomes of a job that `pppd` preempted.
    pub preempted: Preempted,
    /// What the policy `fss` goes by.
    pub fair_share: FairShare,
    /// The local system of each provider, in platform order. Those beyond the last one named have
    /// the same as it; where none is named, all are the paper's model.
    pub systems: Vec<LocalSystem>,
    /// Whether the reservations of Platform LSF are open. The others know only closed ones.
    pub platform_lsf_reservations: LsfReservations,
}

/// The queue policies of a local scheduler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QueuePolicy {
    /// First come first served with backfilling, no promise to anybody (the paper's FCFS-BF).
    #[default]
    FcfsBackfilling,
    /// Strict first come first served.
    Fcfs,
    /// Backfilling with a promise to the head of the queue.
    Easy,
    /// Backfilling with a promise to every job.
    Conservative,
    /// Largest size first, at multiples of the period.
    Lsf,
    /// Shortest job first, by the processing time limit.
    Sjf,
    /// By priority.
    Ppp,
    /// By priority, preempting running jobs of a lower one.
    Pppd,
    /// Fair share: those first whose users have used least.
    Fss,
}

impl QueuePolicy {
    /// All of them, the default first.
    pub const ALL: [Self; 9] = [
        Self::FcfsBackfilling,
        Self::Fcfs,
        Self::Easy,
        Self::Conservative,
        Self::Lsf,
        Self::Sjf,
        Self::Ppp,
        Self::Pppd,
        Self::Fss,
    ];
}

/// Which of two waiting jobs of the same size `lsf` takes first. The paper does not say; the waiting times of its Table 2
/// hang on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LsfTies {
    /// The one that arrived first.
    #[default]
    Arrival,
    /// The one that was submitted last.
    Latest,
    /// The one with the shorter limit, then the one that arrived first.
    ShorterLimit,
}

impl LsfTies {
    /// All of them, the default first.
    pub const ALL: [Self; 3] = [Self::Arrival, Self::Latest, Self::ShorterLimit];

    /// Whether the one that arrived first is taken.
    fn is_arrival(&self) -> bool {
        *self == Self::Arrival
    }
}

/// What happens to a batch job at its processing time limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OverLimit {
    /// It is killed.
    #[default]
    Kill,
    /// It runs on.
    Ignore,
}

/// When a reservation gets its processors (Sect. 3.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Binding {
    /// At its start: the free ones of lowest index.
    #[default]
    Dynamic,
    /// When it is accepted: the ones of lowest index that are free throughout. Batch jobs too start
    /// only on processors that are not promised to a reservation before their limit.
    Static,
}

/// How availability is kept (Sect. 3.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Slots {
    /// A slot for each change: CARTS.
    #[default]
    Variable,
    /// Slots of this length in seconds, counted from time 0. What is promised is promised for whole
    /// slots.
    Fixed(Time),
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

/// What makes a job's priority (Sect. 2.1: "end-users priorities or task-size").
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Priority {
    /// The property of the job.
    pub by: PriorityBy,
    /// Which values come first.
    pub first: PriorityFirst,
    /// Values of the property that come before all others, the first of them first: users by their
    /// rank, say.
    pub ranked: Vec<i64>,
}

/// The property of a job that makes its priority.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PriorityBy {
    /// Its size s.
    #[default]
    Size,
    /// Its processing time limit c.
    Limit,
    /// Size times limit.
    Work,
    /// The number of its queue in the log.
    Queue,
    /// The number of its user in the log.
    User,
    /// The number of its user's group in the log.
    Group,
}

/// Which values of the property come first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PriorityFirst {
    /// The highest.
    #[default]
    High,
    /// The lowest.
    Low,
}

/// What becomes of a job that was preempted. It goes back to its place in the queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Preempted {
    /// It goes on where it was stopped, on whatever processors of its provider are free then.
    #[default]
    Resume,
    /// It begins anew.
    Restart,
}

/// Fair share (Sect. 2.1): "resource usage is equally distributed among system users or groups".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FairShare {
    /// Among whom.
    pub among: ShareAmong,
    /// After so many seconds past usage counts half; 0 never forgets.
    pub half_life: Time,
}

impl Default for FairShare {
    fn default() -> Self {
        Self {
            among: ShareAmong::default(),
            half_life: 7 * 86_400,
        }
    }
}

/// Among whom resources are shared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShareAmong {
    /// The users of the log.
    #[default]
    Users,
    /// Their groups.
    Groups,
}

/// A local resource management system of Table 1, as far as a schedule shows it; see
/// `rules.rs` for what each does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LocalSystem {
    /// The paper's own model (Sect. 4), with the binding and the slots of the settings.
    #[default]
    Model,
    /// Platform LSF.
    PlatformLsf,
    /// PBS Pro.
    PbsPro,
    /// Maui.
    Maui,
    /// Sun Grid Engine.
    Sge,
}

/// What becomes of a job that outlasts its reservation in Platform LSF: "tasks killed (if AR is open
/// tasks are suspended)" (Table 1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LsfReservations {
    /// It is killed at the reservation's end.
    #[default]
    Closed,
    /// It is suspended there, and is a batch job from then on: it goes on where it was as soon as all
    /// its processors are its own again, until it is done or has run to its limit, and gives way to
    /// reservations like any other.
    Open,
}

impl LocalSystem {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Model,
        Self::PlatformLsf,
        Self::PbsPro,
        Self::Maui,
        Self::Sge,
    ];
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
