//! The settings of the system.

use serde::{Deserialize, Serialize};

use crate::availability::idle_periods::{GroupedPeriods, IdlePeriods, Selection, ServerSet, SlotTrees};
use base::setting::setting;
use workload::Time;

/// The settings of co-allocation (Castillo et al. 2009). Times are seconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CoAllocation {
    /// Time horizon H: every booking ends by q + H.
    pub horizon: Time,
    /// Length τ of a slot: the printed trees have one for each, and R_max counts them.
    pub slot: Time,
    /// Δt: the delay from one attempt to the next.
    pub step: Time,
    /// R_max: the most attempts, including the first; `null` is Q/2, half the number of slots in the
    /// horizon (Sect. 5).
    pub attempts: Option<u32>,
    /// How long servers are booked.
    pub length: Length,
    /// Which of the feasible idle periods are taken.
    pub selection: Selection,
    /// The structure that keeps the idle periods. All give the same schedule, except that
    /// [`Selection::Printed`] is the order in which the printed trees return periods, and uses them
    /// whatever this field says.
    pub structure: Structure,
    /// The latest start, as a delay after the earliest one, s, that a user's deadline allows (Sect.
    /// 5.2). `null` for none.
    pub deadline: Option<Time>,
    /// With the requested length: the use of the servers when the job ends early.
    pub early_end: EarlyEnd,
    /// The servers that users chose for their requests, of those that a range search listed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chosen_servers: Vec<ChosenServers>,
}

/// The servers that a user chose for a request: "The user may then run an application-specific algorithm
/// to select a subset of these resources [...], and contact the scheduler to commit the resources
/// resulting from this selection" (Sect. 4.2). Each attempt takes exactly these servers, or fails.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChosenServers {
    /// The number of the job that makes the request.
    pub job: u64,
    /// The servers, counted from 0: as many as the job has processors.
    pub servers: Vec<u32>,
}

impl Default for CoAllocation {
    fn default() -> Self {
        Self {
            horizon: 30 * 86_400,
            slot: 900,
            step: 900,
            attempts: None,
            length: Length::RunTime,
            selection: Selection::LatestStart,
            structure: Structure::Fast,
            deadline: None,
            early_end: EarlyEnd::Held,
            chosen_servers: Vec::new(),
        }
    }
}

setting! {
    /// How long servers are booked: the temporal size l.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Length {
        /// As long as the job runs: Table 1's mean l of 2.46 h is the mean run time of KTH.
        #[default]
        RunTime {
            key: "run_time",
            name: "Run time",
            about: "Servers are booked for as long as the job runs, as the paper does.",
        }
        /// The requested time. A job that is not done by then is stopped.
        Requested {
            key: "requested",
            name: "Requested time",
            about: "Servers are booked for the requested time; a job that still runs then is stopped.",
        }
    }
}

setting! {
    /// The structure that keeps the idle periods.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Structure {
        /// One copy of each period, those of the same times together.
        #[default]
        Fast {
            key: "fast",
            name: "Fast",
            about: "One copy of each idle period; equal ones are stored together.",
        }
        /// The paper's two-dimensional trees, one for each slot.
        Printed {
            key: "printed",
            name: "Printed trees",
            about: "The paper's two-dimensional trees, one for each slot, with their operations counted: the same schedule, but slow.",
        }
    }
}

setting! {
    /// The use of servers that are booked for longer than their job runs.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum EarlyEnd {
        /// They are held to the request's end.
        #[default]
        Held {
            key: "held",
            name: "End of request",
            label: "End of request",
            about: "Servers are held until the requested time is over.",
        }
        /// They are free again with the job's end.
        Freed {
            key: "freed",
            name: "End of job",
            label: "End of job",
            about: "Servers are released when their job ends.",
        }
    }
}

impl CoAllocation {
    /// The servers that a user chose for a job, by its number.
    pub fn chosen_for(&self, job: u64) -> Option<ServerSet> {
        let chosen = self.chosen_servers.iter().find(|it| it.job == job)?;
        Some(ServerSet::of(chosen.servers.clone()))
    }

    /// Sets the servers that a user chose for a job; `None` leaves them to the selection.
    pub fn choose(&mut self, job: u64, servers: Option<&ServerSet>) {
        self.chosen_servers.retain(|it| it.job != job);
        let servers = servers.map(|it| it.iter().collect());
        let chosen = servers.map(|servers| ChosenServers { job, servers });
        self.chosen_servers.extend(chosen);
        self.chosen_servers.sort_by_key(|it| it.job);
    }

    /// Q, the number of slots in the horizon: ⌈H / τ⌉ (Sect. 4.1).
    pub fn slots(&self) -> i64 {
        let slot = self.slot.max(1);
        self.horizon / slot + i64::from(self.horizon % slot > 0)
    }

    /// R_max: the most attempts, at least 1.
    pub fn most_attempts(&self) -> u32 {
        let half = u32::try_from(self.slots() / 2).unwrap_or(u32::MAX);
        self.attempts.unwrap_or(half).max(1)
    }

    /// Whether the printed trees keep the idle periods.
    pub fn has_printed_trees(&self) -> bool {
        self.structure == Structure::Printed || self.selection == Selection::Printed
    }

    /// Idle periods of `servers` servers, never booked, at time `now`.
    pub fn idle_periods(&self, servers: u32, now: Time) -> Box<dyn IdlePeriods> {
        if self.has_printed_trees() {
            Box::new(SlotTrees::new(servers, self.horizon, self.slot, now))
        } else {
            Box::new(GroupedPeriods::new(servers))
        }
    }
}
