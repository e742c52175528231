//! The options of the local schedulers.

use serde::{Deserialize, Serialize};

use crate::workload::Time;

/// Policies of a local scheduler (Sect. 4.4.3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Local {
    /// How it orders and starts its batch jobs.
    pub queue: QueuePolicy,
    /// The same of each provider, in platform order. Those beyond the last one named have the same as it; where none is
    /// named, all have `queue`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub queues: Vec<QueuePolicy>,
    /// δ of `lsf`, in seconds: it acts at multiples of it, counted from time 0; 0 acts at every
    /// event. The other queue policies do not read it.
    pub period: Time,
    /// The same of the other queue policies, but `conservative`, which has to be 0 there: it promises starts at any
    /// second.
    #[serde(skip_serializing_if = "super::is_zero")]
    pub pass_period: Time,
    /// Which of two jobs of the same size `lsf` takes first.
    #[serde(skip_serializing_if = "LsfTies::is_arrival")]
    pub lsf_ties: LsfTies,
    /// What happens to a batch job at its processing time limit.
    pub over_limit: OverLimit,
    /// When a reservation gets its processors.
    pub binding: Binding,
    /// How availability is kept.
    pub slots: Slots,
    /// What the policies `ppp` and `pppd` go by, and the grid's queue by priority.
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
    /// How long before a reservation's end SGE kills its job, in seconds: "Tasks killed (by default 60 s
    /// before AR end)" (Table 1).
    #[serde(skip_serializing_if = "is_usual_notice")]
    pub sge_notice: Time,
}

impl Default for Local {
    fn default() -> Self {
        Self {
            queue: QueuePolicy::default(),
            queues: Vec::new(),
            period: 0,
            pass_period: 0,
            lsf_ties: LsfTies::default(),
            over_limit: OverLimit::default(),
            binding: Binding::default(),
            slots: Slots::default(),
            priority: Priority::default(),
            preempted: Preempted::default(),
            fair_share: FairShare::default(),
            systems: Vec::new(),
            platform_lsf_reservations: LsfReservations::default(),
            sge_notice: USUAL_NOTICE,
        }
    }
}

impl Local {
    /// The local system of the provider at `index`.
    pub fn system_of(&self, index: usize) -> LocalSystem {
        let named = self.systems.get(index).or(self.systems.last());
        named.copied().unwrap_or_default()
    }

    /// The queue policy of the provider at `index`.
    pub fn queue_of(&self, index: usize) -> QueuePolicy {
        let named = self.queues.get(index).or(self.queues.last());
        named.copied().unwrap_or(self.queue)
    }

    /// The queue policies in use, in the order of the providers: one that stands for all of them, or as many as are named.
    pub fn all_queues(&self) -> &[QueuePolicy] {
        match self.queues.as_slice() {
            [] => std::slice::from_ref(&self.queue),
            named => named,
        }
    }

    /// Whether some provider has this queue policy.
    pub fn has_queue(&self, queue: QueuePolicy) -> bool {
        self.all_queues().contains(&queue)
    }

    /// The period of a queue policy, in seconds.
    pub fn period_of(&self, queue: QueuePolicy) -> Time {
        match queue {
            QueuePolicy::Lsf => self.period,
            _ => self.pass_period,
        }
    }
}

/// How long before a reservation's end SGE kills its job unless `sge_notice` is set, in seconds.
pub const USUAL_NOTICE: Time = 60;

fn is_usual_notice(seconds: &Time) -> bool {
    *seconds == USUAL_NOTICE
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

impl Binding {
    /// All of them, the default first.
    pub const ALL: [Self; 2] = [Self::Dynamic, Self::Static];
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
