//! The options of the local schedulers.

use serde::{Deserialize, Serialize};

use super::Estimate;
use crate::policy::local::{LsfTies, PromisedTo, Promises, QueuePolicy, Rule, TurnBy};
use crate::system::prelude::*;
use base::setting::setting;

/// Policies of a local scheduler (Sect. 4.4.3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Local {
    /// How it orders and starts its batch jobs.
    pub queue: QueuePolicy,
    /// The queue policy of each provider, in platform order. Those beyond the last one named have the same as it;
    /// where none is named, all have `queue`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub queues: Vec<QueuePolicy>,
    /// By what `ordered` orders waiting jobs: the smallest value first, of equals the one that arrived first.
    #[serde(skip_serializing_if = "base::is_default")]
    pub order: Formula,
    /// In which order `ordered` takes the jobs that are left when its promises are made; `None` for `order`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backfill_order: Option<Formula>,
    /// To how many waiting jobs `ordered` promises a start.
    #[serde(skip_serializing_if = "base::is_default")]
    pub promises: Promises,
    /// Whether under `ordered` no job overtakes another.
    #[serde(skip_serializing_if = "base::is_default")]
    pub strict: bool,
    /// For how long `ordered` believes that a job runs.
    #[serde(skip_serializing_if = "base::is_default")]
    pub estimate: Estimate,
    /// δ of `lsf`, in seconds: it acts at multiples of it, counted from time 0; 0 acts at every
    /// event. The other queue policies do not read it.
    pub period: Time,
    /// The period of the other queue policies, but `conservative`, for which it has to be 0: it promises starts at
    /// any second.
    #[serde(skip_serializing_if = "base::is_default")]
    pub pass_period: Time,
    /// Which of two jobs of the same size `lsf` takes first.
    #[serde(skip_serializing_if = "base::is_default")]
    pub lsf_ties: LsfTies,
    /// Treatment of a batch job at its processing time limit.
    pub over_limit: OverLimit,
    /// When a reservation gets its processors.
    pub binding: Binding,
    /// How availability is kept.
    pub slots: Slots,
    /// The priority of jobs for the policies `ppp` and `pppd`, and for the grid's queue by
    /// priority.
    pub priority: Priority,
    /// Treatment of a job that `pppd` preempted.
    pub preempted: Preempted,
    /// The usage on which the policy `fss` is based.
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
            order: Formula::default(),
            backfill_order: None,
            promises: Promises::default(),
            strict: false,
            estimate: Estimate::default(),
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

    /// Whether jobs take turns in one of these ways at some provider.
    pub fn takes_turns_by(&self, turns: &[TurnBy]) -> bool {
        self.all_queues().iter().any(|it| turns.contains(&it.turn_by()))
    }

    /// Whether some provider promises every job a start.
    pub fn promises_to_all(&self) -> bool {
        let mut queues = self.all_queues().iter();
        queues.any(|it| it.promised_to() == PromisedTo::All)
    }

    /// The order and the promises of `ordered`.
    pub fn rule(&self) -> Rule {
        Rule {
            order: self.order.clone(),
            backfill_order: self.backfill_order.clone(),
            promises: self.promises,
            strict: self.strict,
            believes_limits: self.estimate.is_limit(),
        }
    }

    /// Whether the provider at `index` goes by estimates that are not the limits.
    pub fn has_estimates(&self, index: usize) -> bool {
        self.queue_of(index).turn_by() == TurnBy::Formula && !self.estimate.is_limit()
    }

    /// The formulas that are read, if any provider orders by them.
    pub fn formulas(&self) -> Vec<&Formula> {
        if !self.takes_turns_by(&[TurnBy::Formula]) {
            return Vec::new();
        }
        let backfill = self.backfill_order.iter();
        let is_read = self.rule().reads_backfill_order();
        std::iter::once(&self.order).chain(backfill.filter(|_| is_read)).collect()
    }

    /// Whether some provider has this queue policy.
    pub fn has_queue(&self, queue: QueuePolicy) -> bool {
        self.all_queues().contains(&queue)
    }

    /// The period of a queue policy, in seconds.
    pub fn period_of(&self, queue: QueuePolicy) -> Time {
        match queue.turn_by() {
            TurnBy::Size => self.period,
            _ => self.pass_period,
        }
    }
}

/// How long before a reservation's end SGE kills its job unless `sge_notice` is set, in seconds.
pub const USUAL_NOTICE: Time = 60;

fn is_usual_notice(seconds: &Time) -> bool {
    *seconds == USUAL_NOTICE
}

setting! {
    /// Treatment of a batch job at its processing time limit.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum OverLimit {
        /// It is killed.
        #[default]
        Kill {
            key: "kill",
            name: "Kill",
            about: "A batch job is stopped at its time limit.",
        }
        /// It runs on.
        Ignore {
            key: "ignore",
            name: "Ignore",
            about: "A batch job runs on past its time limit.",
        }
    }
}

setting! {
    /// When a reservation gets its processors (Sect. 3.2).
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Binding {
        /// At its start: the free ones of lowest index.
        #[default]
        Dynamic {
            key: "dynamic",
            name: "Dynamic binding",
            label: "Dynamic",
            about: "A reservation gets any processors that are free when it begins; to promise them, counting suffices.",
        }
        /// When it is accepted: the ones of lowest index that are free throughout. Batch jobs too start
        /// only on processors that are not promised to a reservation before their limit.
        Static {
            key: "static",
            name: "Static binding",
            label: "Static",
            about: "A reservation gets certain processors when it is accepted. Batch jobs start only on other processors.",
        }
    }
}

/// How availability is kept (Sect. 3.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Slots {
    /// A slot for each change: CARTS.
    #[default]
    Variable,
    /// Slots of this length in seconds, counted from time 0. Promises cover whole slots.
    Fixed(Time),
}

/// The source of a job's priority (Sect. 2.1: "end-users priorities or task-size").
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

setting! {
    /// The property of a job that makes its priority.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum PriorityBy {
        /// Its size s.
        #[default]
        Size {
            key: "size",
            name: "Size",
            about: "The size s of the job.",
        }
        /// Its processing time limit c.
        Limit {
            key: "limit",
            name: "Limit",
            about: "The time limit of the job.",
        }
        /// Size times limit.
        Work {
            key: "work",
            name: "Work",
            about: "Size times limit.",
        }
        /// The number of its queue in the log.
        Queue {
            key: "queue",
            name: "Queue",
            about: "The number of the job's queue in the log.",
        }
        /// The number of its user in the log.
        User {
            key: "user",
            name: "User",
            about: "The number of the job's user in the log.",
        }
        /// The number of its user's group in the log.
        Group {
            key: "group",
            name: "Group",
            about: "The number of the user's group in the log.",
        }
    }
}

setting! {
    /// Which values of the property come first.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum PriorityFirst {
        /// The highest.
        #[default]
        High {
            key: "high",
            name: "Highest",
            about: "The highest values first.",
        }
        /// The lowest.
        Low {
            key: "low",
            name: "Lowest",
            about: "The lowest values first.",
        }
    }
}

setting! {
    /// Treatment of a job that was preempted. It goes back to its place in the queue.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Preempted {
        /// It resumes where it was stopped, on any free processors of its provider.
        #[default]
        Resume {
            key: "resume",
            name: "Goes on",
            about: "It goes on where it was stopped, on any processors that are free then.",
        }
        /// It begins anew.
        Restart {
            key: "restart",
            name: "Begins anew",
            about: "Its work so far is lost.",
        }
    }
}

/// Fair share (Sect. 2.1): "resource usage is equally distributed among system users or groups".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FairShare {
    /// The owners among whom resources are shared.
    pub among: ShareAmong,
    /// After this many seconds past usage counts half; with 0 it always counts in full.
    pub half_life: Time,
}

impl Default for FairShare {
    fn default() -> Self {
        Self { among: ShareAmong::default(), half_life: 7 * 86_400 }
    }
}

setting! {
    /// The owners among whom resources are shared.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum ShareAmong {
        /// The users of the log.
        #[default]
        Users {
            key: "users",
            name: "Users",
            about: "The users of the log.",
        }
        Groups {
            key: "groups",
            name: "Groups",
            about: "The groups of the log's users.",
        }
    }
}

setting! {
    /// A local resource management system of Table 1, as far as its rules are visible in a
    /// schedule; see `rules.rs` for the rules of each.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum LocalSystem {
        /// The paper's own model (Sect. 4), with the binding and the slots of the settings.
        #[default]
        Model {
            key: "model",
            name: "the model",
            label: "Kurowski 2011",
            about: "Reservations begin and end at any second, and batch jobs count until their limits.",
        }
        PlatformLsf {
            key: "platform_lsf",
            name: "Platform LSF",
            label: "Platform LSF",
            about: "Reservations are rounded outward to ten minutes. Batch jobs do not count: they are suspended while a reservation uses their processors.",
        }
        PbsPro {
            key: "pbs_pro",
            name: "PBS Pro",
            label: "PBS Pro",
            about: "A reservation is a number of processors, bound when it begins. Batch jobs count until their limits.",
        }
        Maui {
            key: "maui",
            name: "Maui",
            label: "Maui",
            about: "A reservation is bound to its processors when it is made. Batch jobs count until their limits.",
        }
        /// Sun Grid Engine.
        Sge {
            key: "sge",
            name: "SGE",
            label: "Sun Grid Engine",
            about: "As Maui, but the job of a reservation is killed some time before its end, 60 s unless set, and a batch job without a limit of its own or a fixed one for all counts for ever.",
        }
    }
}

setting! {
    /// Treatment of a job that outlasts its reservation in Platform LSF: "tasks killed (if AR is open
    /// tasks are suspended)" (Table 1).
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum LsfReservations {
        /// It is killed at the reservation's end.
        #[default]
        Closed {
            key: "closed",
            name: "Closed",
            about: "A job that still runs when its reservation ends is killed.",
        }
        /// It is suspended there, and is a batch job from then on: it resumes there as soon as all its
        /// processors are its own again, until it is done or has run to its limit, and gives way to
        /// reservations like any other.
        Open {
            key: "open",
            name: "Open",
            about: "A job that still runs when its reservation ends is suspended, and goes on as a batch job when it has its processors again.",
        }
    }
}
