//! The settings of the system.

use std::collections::BTreeSet;

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
        base::ordering::sort_by_key(&mut self.chosen_servers, |it| it.job);
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

/// The most slots of a horizon.
const MOST_SLOTS: i64 = 1_000_000;

/// The most servers of the pool: a row of the chart each.
const MOST_SERVERS: u64 = 1_000_000;

/// The most requests for which servers are chosen.
const MOST_CHOSEN: usize = 1_000;

/// The most idle periods that the printed trees may hold at the beginning, each once a slot: they take
/// some 600 bytes each.
const MOST_IN_TREES: i128 = 1_000_000;

impl CoAllocation {
    /// Checks every value on a platform.
    ///
    /// # Errors
    ///
    /// A sentence that names the first invalid field and its valid values.
    pub fn validate(&self, platform: &[u32]) -> Result<(), String> {
        let within = "no longer than the horizon";
        for (name, value) in [("slot", self.slot), ("step", self.step)] {
            if value > self.horizon {
                return Err(problem(name, &format!("{value} s; it is {within}")));
            }
        }
        if self.slots() > MOST_SLOTS {
            let told = format!("{} slots in the horizon; at most {MOST_SLOTS}", self.slots());
            return Err(problem("slot", &told));
        }
        let servers = platform.iter().map(|&it| u64::from(it)).sum::<u64>();
        if servers > MOST_SERVERS {
            return Err(format!(
                "platform: co-allocation takes the providers as one pool, and {servers} servers are more \
                 than the {MOST_SERVERS} that it can have"
            ));
        }
        self.validate_chosen(servers)?;
        let copies = i128::from(servers) * i128::from(self.slots() + 1);
        if self.has_printed_trees() && copies > MOST_IN_TREES {
            let told = format!(
                "the printed trees hold an idle period of each of {servers} servers in each of {} slots, \
                 {copies} in all, and {MOST_IN_TREES} are the most; choose longer slots, a shorter \
                 horizon, or the fast structure and another selection",
                self.slots() + 1
            );
            return Err(problem("structure", &told));
        }
        Ok(())
    }
}

impl CoAllocation {
    /// Whether every server that a user chose is one of the pool, once, and no job is named twice.
    fn validate_chosen(&self, servers: u64) -> Result<(), String> {
        let count = self.chosen_servers.len();
        if count > MOST_CHOSEN {
            let told = format!("{count} requests; at most {MOST_CHOSEN}");
            return Err(problem("chosen_servers", &told));
        }
        let mut jobs = BTreeSet::new();
        for (index, chosen) in self.chosen_servers.iter().enumerate() {
            let name = format!("chosen_servers[{index}]");
            if !jobs.insert(chosen.job) {
                let told = format!("job {} is named before; name each job once", chosen.job);
                return Err(problem(&name, &told));
            }
            let mut named = BTreeSet::new();
            for &server in &chosen.servers {
                if u64::from(server) >= servers {
                    let told = format!("server {server}; the pool has 0 to {}", servers.max(1) - 1);
                    return Err(problem(&name, &told));
                }
                if !named.insert(server) {
                    let told = format!("server {server} is named twice");
                    return Err(problem(&name, &told));
                }
            }
            if named.is_empty() {
                let told = "no server; name as many as the job has processors, or leave the job out";
                return Err(problem(&name, told));
            }
        }
        Ok(())
    }
}

fn problem(name: &str, what: &str) -> String {
    format!("system.co_allocation.{name}: {what}")
}

#[cfg(test)]
mod tests {

    fn problem(settings: &str, platform: &[u32]) -> Option<String> {
        crate::system::System::CoAllocation(crate::system::testing::settings(settings)).check(platform).err()
    }

    #[test]
    fn what_cannot_be_is_named() {
        for row in "horizon: 0 => co_allocation.horizon: 0 s
            horizon: 40000000 => horizon
            slot: 0 => slot
            slot: -5 => slot
            step: 0 => step
            horizon: 600 => slot: 900 s; it is no longer
            horizon: 600; slot: 60 => step
            horizon: 31622400; slot: 1 => 31622400 slots
            attempts: 0 => attempts
            deadline: -1 => deadline
            chosen_servers: [{\"job\": 3, \"servers\": [128]}] => chosen_servers[0]: server 128; the pool has 0 to 127
            chosen_servers: [{\"job\": 3, \"servers\": [1, 1]}] => server 1 is named twice
            chosen_servers: [{\"job\": 3, \"servers\": []}] => no server
            chosen_servers: [{\"job\": 3, \"servers\": [1]}, {\"job\": 3, \"servers\": [2]}] => chosen_servers[1]: \
                job 3 is named before
            structure: printed; slot: 60 => printed trees
            selection: printed; slot: 60 => printed trees"
            .lines()
        {
            let (settings, word) = row.split_once(" => ").expect(row);
            let problem = problem(settings, &[128]).unwrap_or_else(|| panic!("{settings} is taken"));
            assert!(problem.contains(word), "{settings}: {problem}");
        }
        let problem_of = problem("", &[900_000, 900_000]).unwrap();
        assert!(problem_of.contains("one pool"), "{problem_of}");
        for settings in ["", "structure: printed", "deadline: 0; attempts: 1", "horizon: 900"] {
            assert_eq!(problem(settings, &[128]), None, "{settings}");
        }
    }
}
