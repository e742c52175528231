//! The options of the two-level model, as a scenario spells them.
//!
//! Where the paper leaves a reading open, each fair reading is a value here, the default first.

mod local;

use serde::{Deserialize, Serialize};

use base::setting::setting;
use workload::{Job, Time, UNKNOWN};

pub use crate::policy::formula::Formula;
pub use crate::policy::grid::{BatchAllocation, MctTies, ReservationAllocation};
pub use crate::policy::local::{LsfTies, PromisedTo, Promises, QueuePolicy, Rule, TurnBy};
pub use crate::system::estimate::*;
pub use local::*;

/// Grid scheduler above local schedulers (Kurowski et al. 2011, Sect. 4).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TwoLevel {
    /// The grid scheduler's policies.
    pub grid: Grid,
    /// The policies of every local scheduler.
    pub local: Local,
    /// Treatment of a reservation that cannot end by its deadline.
    pub late_reservations: LateReservations,
    /// For how long a reservation is made.
    pub reservation_length: ReservationLength,
    /// When a reservation gives its processors back.
    pub reservation_end: ReservationEnd,
    /// The event that counts as the end time C of a reservation.
    pub completion: Completion,
    /// Which provider MCT chooses among those that offer the same completion time.
    pub mct_ties: MctTies,
}

/// Policies of the grid scheduler (Sect. 4.4.2).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Grid {
    /// δ, in seconds: the grid scheduler acts at multiples of it; 0 acts on arrival.
    pub period: Time,
    /// In which order the batch jobs that wait for δ are forwarded.
    #[serde(skip_serializing_if = "base::is_default")]
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
    #[serde(skip_serializing_if = "base::is_default")]
    pub flexible_start: FlexibleStart,
    /// Seconds between the starts for which a provider is asked: local systems "just return answer "yes" or "no"
    /// concerning specific advance reservation" (Sect. 3.1). 0: it answers an interval search, with its earliest start.
    #[serde(skip_serializing_if = "base::is_default")]
    pub inquiry_step: Time,
}

setting! {
    /// Which start within its window a provider offers to a reservation, whatever the grid scheduler's allocation,
    /// which compares the offers as before. Requests that take less than they ask for get the earliest.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum FlexibleStart {
        #[default]
        Earliest {
            key: "earliest",
            name: "Earliest start",
            about: "The earliest start at which there is room.",
        }
        /// The earliest at which it touches another reservation of the provider, which ends as it begins or begins as it
        /// ends; in whole slots, where slots have a length. The earliest if there is none that meets the deadline: "if
        /// possible, ARs should be allocated after another AR rather than after a batch task" (Sect. 6), "apply it on a local
        /// level" (future work).
        BesideReservation {
            key: "beside_reservation",
            name: "Start beside a reservation",
            about: "The earliest start at which the reservation directly follows another one there, or ends where another begins; if there is none by the deadline, the earliest start.",
        }
    }
}

setting! {
    /// The order in which the grid scheduler forwards the batch jobs that wait for a multiple of δ. It is the order in
    /// which they come to their providers too, so that "first come" there means this order. With δ 0 it orders the jobs that
    /// are submitted in the same second.
    ///
    /// Reservations that wait with them, under "AR FCFS", keep their places in the order of submission: the batch jobs change
    /// places among themselves.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum GridQueue {
        /// First come first served.
        #[default]
        Fcfs {
            key: "fcfs",
            name: "Jobs in order",
            about: "Batch jobs that wait for the period are forwarded in order of submission.",
        }
        /// The largest size first, of equals the one that was submitted first.
        Largest {
            key: "largest",
            name: "Largest jobs first",
            about: "Of the batch jobs that wait for the period, those that request most processors are forwarded first.",
        }
        /// The shortest processing time limit first, of equals the one that was submitted first.
        Shortest {
            key: "shortest",
            name: "Shortest jobs first",
            about: "Of the batch jobs that wait for the period, those with the shortest limits are forwarded first.",
        }
        /// By priority, as `local.priority` makes it, of equals the one that was submitted first.
        Priority {
            key: "priority",
            name: "Jobs by priority",
            about: "Of the batch jobs that wait for the period, those of the highest priority are forwarded first.",
        }
        /// The user or group that has used least of all providers, as `local.fair_share` reckons, at the pass; of equals the
        /// job that was submitted first.
        FairShare {
            key: "fair_share",
            name: "Jobs by fair share",
            about: "Of the batch jobs that wait for the period, those of the user or group with the least usage of all providers are forwarded first.",
        }
    }
}

setting! {
    /// The order of reservations in the grid queue (Sect. 4.4.2, "Queue scheduling").
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum ReservationQueue {
        /// "AR first": forwarded whenever they arrive, without waiting for δ.
        #[default]
        First {
            key: "first",
            name: "AR first",
            about: "Reservations are forwarded as they arrive.",
        }
        /// "AR FCFS": in the order of arrival among the batch jobs. Before a reservation is forwarded, the
        /// local schedulers decide on the batch jobs that were forwarded before it in the same pass: AR
        /// tasks "have the same priority as non-AR tasks".
        Fcfs {
            key: "fcfs",
            name: "AR FCFS",
            about: "Reservations wait for the period, in order of arrival among the batch jobs.",
        }
    }
}

setting! {
    /// Treatment of a reservation that cannot end by its deadline (Sect. 4.1).
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum LateReservations {
        /// The deadline is a due date: search on past it and count tardiness.
        #[default]
        DueDate {
            key: "due_date",
            name: "Due dates",
            label: "Accept late",
            about: "A reservation that cannot end by its deadline gets a later place; its tardiness counts.",
        }
        /// The deadline is hard: reject, and count rejections.
        Deadline {
            key: "deadline",
            name: "Hard deadlines",
            label: "Reject",
            about: "A reservation that cannot end by its deadline is rejected.",
        }
    }
}

setting! {
    /// For how long a reservation is made.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum ReservationLength {
        #[default]
        Requested {
            key: "requested",
            name: "Requested time",
            about: "Made for the requested time.",
        }
        /// For the run time: "processing times for them are given" (Sect. 5.5).
        RunTime {
            key: "run_time",
            name: "Run time",
            about: "Made for the run time of the job.",
        }
    }
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

setting! {
    /// When a reservation gives its processors back.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum ReservationEnd {
        /// At the end of the reservation.
        #[default]
        ReservationEnd {
            key: "reservation_end",
            name: "End of reservation",
            label: "End of reservation",
            about: "Processors are held until the booked end, even if the job ends earlier.",
        }
        /// As soon as its job ends.
        JobEnd {
            key: "job_end",
            name: "End of job",
            label: "End of job",
            about: "Processors are released as soon as the job ends.",
        }
    }
}

setting! {
    /// The event that counts as the end time C of a reservation.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Completion {
        /// The end of the interval that was booked: start + the length that it was booked for, without
        /// the time added by slots of a fixed length.
        #[default]
        Reservation {
            key: "reservation",
            name: "Interval",
            label: "End of interval",
            about: "C is the end of the interval that was booked.",
        }
        /// The end of its job.
        Job {
            key: "job",
            name: "Job",
            label: "End of job",
            about: "C is the end of the job.",
        }
        /// The end of the requested interval, whatever was booked: start + requested time. It may come
        /// after a hard deadline that the reservation keeps, and is refused with those.
        Requested {
            key: "requested",
            name: "Requested",
            label: "Requested time",
            about: "C is start + requested time, whatever was booked. Not with hard deadlines.",
        }
    }
}

/// A rule that keeps some jobs, batch jobs and reservations, to some providers: "the partitioning technique [...] assigns
/// tasks or resources to various queues, such as: interactive, short, medium, or long queue, according to the expected
/// runtime or specific requirements" (Sect. 5.3).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Route {
    /// The property of the job.
    pub by: RouteBy,
    /// For a route by queue or user, the numbers in the log; -1 for jobs of which the log does not know it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<i64>,
    /// For a route by limit, the least limit, in seconds.
    #[serde(skip_serializing_if = "base::is_default")]
    pub least: Time,
    /// For a route by limit, the greatest limit, in seconds; none for no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<Time>,
    /// The providers that such a job may go to, counted from 0.
    pub providers: Vec<u32>,
}

setting! {
    /// The property of a job by which it is routed.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum RouteBy {
        /// Its processing time limit c; of a reservation the time that it asks for.
        #[default]
        Limit {
            key: "limit",
            name: "Limit",
            about: "The time limit of the job.",
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
    }
}

/// The properties of a job that decide its route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Routed {
    /// The number of its queue.
    pub queue: i64,
    /// The number of its user.
    pub user: i64,
    /// Its limit, in seconds.
    pub limit: Time,
}

impl Routed {
    /// The properties of a job.
    pub fn of(job: &Job) -> Self {
        Self { queue: job.logged.queue, user: job.logged.user, limit: job.requested_time }
    }

    /// The properties of a job of which only the limit is known.
    pub fn with_limit(limit: Time) -> Self {
        Self { queue: UNKNOWN, user: UNKNOWN, limit }
    }
}

impl Route {
    pub fn is_for(&self, job: Routed) -> bool {
        match self.by {
            RouteBy::Queue => self.values.contains(&job.queue),
            RouteBy::User => self.values.contains(&job.user),
            RouteBy::Limit => self.least <= job.limit && self.most.is_none_or(|most| job.limit <= most),
        }
    }
}

impl Grid {
    /// Whether a job may go to a provider: the first route that is for it says so, if there is one.
    pub fn allows(&self, job: Routed, provider: usize) -> bool {
        self.routes.iter().find(|it| it.is_for(job)).is_none_or(|it| it.providers.contains(&(provider as u32)))
    }

    /// Forgets all providers but those for which `stays` says which they are now; routes to none are dropped. Whether any
    /// was.
    pub(crate) fn renumber_routes(&mut self, stays: impl Fn(u32) -> Option<u32>) -> bool {
        let before = self.routes.len();
        for route in &mut self.routes {
            route.providers = route.providers.iter().filter_map(|&it| stays(it)).collect();
        }
        self.routes.retain(|it| !it.providers.is_empty());
        self.routes.len() < before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_policies_have_the_same_name() {
        let queues = QueuePolicy::ALL.map(QueuePolicy::name);
        let batch = BatchAllocation::ALL.map(BatchAllocation::name);
        let reservations = ReservationAllocation::ALL.map(ReservationAllocation::name);
        let all = [&queues[..], &batch, &reservations].concat();
        let different: std::collections::BTreeSet<&str> = all.iter().copied().collect();
        assert_eq!(different.len(), all.len(), "{all:?}");
    }

    #[test]
    fn the_settings_of_ordered_are_left_out_where_they_are_usual() {
        let usual = serde_json::to_value(Local::default()).unwrap();
        for field in ["order", "backfill_order", "promises", "strict"] {
            assert_eq!(usual.get(field), None);
        }
        let json = serde_json::json!({
            "order": "-size", "backfill_order": "limit", "promises": "all", "strict": true
        });
        let read: Local = serde_json::from_value(json.clone()).unwrap();
        let written = serde_json::to_value(&read).unwrap();
        for (field, value) in json.as_object().unwrap() {
            assert_eq!(&written[field], value);
        }
        let null: Local = serde_json::from_str(r#"{"backfill_order": null}"#).unwrap();
        assert_eq!(null, Local::default());
        let problem = serde_json::from_str::<Local>(r#"{"order": "sise"}"#).unwrap_err();
        let problem = problem.to_string();
        assert!(problem.contains("did you mean size?"), "{problem}");
        assert!(problem.contains("at letter 1"), "{problem}");
    }

    #[test]
    fn what_letters_stand_for_comes_after_them() {
        for policy in QueuePolicy::ALL {
            assert!(policy.row().label.starts_with(policy.name()));
        }
    }
}
