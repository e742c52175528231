//! Which providers a job may go to, by its queue, its user or its limit.

use serde::{Deserialize, Serialize};

use super::Grid;
use base::setting::setting;
use workload::{Job, Time, UNKNOWN};

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
