//! The settings of the system.

use serde::{Deserialize, Serialize};

use super::{Managers, Threshold};
use crate::availability::calendar::{CONFIGURATIONS, Calendar, Grid, Level};
use base::setting::setting;
use workload::{Job, Time};

/// The settings of imprecise calendars (Hollingsworth and Maneewongvatana 1999). Times are seconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ImpreciseCalendar {
    /// Whether the levels are those below, or a configuration of the paper.
    pub configuration: Configured,
    /// The levels S₀ to S_n, the finest first: only the last may have as many slots as are needed.
    pub levels: Vec<Level>,
    /// Resource threshold: the part of a slot, not of the finest level, that may be committed in advance, in
    /// hundredths of its nodes, unless to a single job. One number, or a list of one for each level but the finest.
    pub threshold_percent: Threshold,
    /// A level is refilled when it has fewer slots than this; `null` for fewer than its count.
    pub low_water: Option<u32>,
    /// Whether jobs are moved forward when slots are split and when a job ends early.
    pub backfill: bool,
    /// Which jobs are looked at when some may be moved forward.
    #[serde(skip_serializing_if = "base::is_default")]
    pub refine: Refine,
    /// Whether a request gets a full slot, shared with no other job: otherwise a coarse slot takes
    /// jobs as long as it has node seconds for them, and commitments may break when it is split.
    pub one_job_per_slot: bool,
    /// The managers that keep calendars.
    pub managers: Managers,
    /// The cluster to which a job is submitted, if there are several.
    pub home: Home,
    /// After how many seconds a manager hears of a change in a calendar beneath it, for each manager
    /// that passes it on: until then its shadow calendar shows the earlier state. 0 for at once.
    pub staleness: Time,
    /// How many seconds an inquiry, a reserve or the answer to one is under way between a manager and a cluster
    /// beneath it. 0 for none: then a cluster that has agreed has room, and no reserve fails.
    #[serde(skip_serializing_if = "base::is_default")]
    pub message_time: Time,
    /// Which jobs are submitted to the manager above their cluster's.
    pub promote: Promote,
    /// When a manager above those of the clusters assigns a job to clusters for good.
    pub assignment: Assignment,
    /// Which cluster a manager chooses if several offer the same start.
    pub ties: ClusterTies,
    /// If a manager finds no start within this many seconds, it asks the one above it; `null` for
    /// never.
    pub bump_after: Option<Time>,
    /// A cluster that has consumed this many node hours more than it has supplied gets no others;
    /// `null` for no limit.
    pub deficit_limit: Option<u32>,
}

impl Default for ImpreciseCalendar {
    fn default() -> Self {
        Self {
            configuration: Configured::Levels,
            levels: CONFIGURATIONS[5].levels.to_vec(),
            threshold_percent: Threshold::default(),
            low_water: None,
            backfill: true,
            refine: Refine::AtSubmission,
            one_job_per_slot: true,
            managers: Managers::One,
            home: Home::User,
            staleness: 0,
            message_time: 0,
            promote: Promote::default(),
            assignment: Assignment::AtSubmission,
            ties: ClusterTies::LowestNumber,
            bump_after: Some(CONFIGURATIONS[5].levels[2].length),
            deficit_limit: None,
        }
    }
}

setting! {
    /// Which jobs are looked at when some may be moved forward. Either way a job has whole slots from its submission on, and
    /// starts no later than the first of them begins.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Refine {
        /// All that wait, whenever a division or an early end frees nodes: a place is the best possible from the
        /// submission on.
        #[default]
        AtSubmission {
            key: "at_submission",
            name: "All that wait",
            about: "Whenever nodes become free, all waiting jobs are considered in order of submission.",
        }
        /// Jobs near slots that are divided, given back or left, as `simulation/refining.rs` has the rule: a job far
        /// off keeps its vague place, and "then, as the time of the meeting got closer", a better one (Sect. 2).
        AtDivision {
            key: "at_division",
            name: "Near changes",
            about: "Only jobs that start in or directly after slots that were divided, returned or left are considered: fast with long queues.",
        }
    }
}

setting! {
    /// Of several clusters, to which a job is submitted.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Home {
        /// To that of its user: users, by their numbers, are dealt out in turn.
        #[default]
        User {
            key: "user",
            name: "By user",
            about: "All jobs of a user are submitted to one cluster; users are assigned to clusters in turn.",
        }
        /// To that of its queue: queues, by their numbers, are dealt out in turn.
        Queue {
            key: "queue",
            name: "By queue",
            about: "All jobs of a queue of the log are submitted to one cluster; queues are assigned to clusters in turn.",
        }
        /// Jobs are dealt out in turn.
        InTurn {
            key: "in_turn",
            name: "In turn",
            about: "Jobs are submitted to the clusters in turn.",
        }
    }
}

impl Home {
    /// The cluster of a job, the `index`th, among `clusters` clusters.
    pub(super) fn of(self, job: &Job, index: usize, clusters: usize) -> usize {
        let number = match self {
            Self::User => job.logged.user,
            Self::Queue => job.logged.queue,
            Self::InTurn => index as i64,
        };
        // Jobs for which the log gives no number are submitted to the first cluster.
        (number.max(0) % clusters.max(1) as i64) as usize
    }
}

setting! {
    /// When a manager above those of the clusters assigns a job to clusters for good.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Assignment {
        /// When it is submitted: it waits for the same clusters until it starts.
        #[default]
        AtSubmission {
            key: "at_submission",
            name: "At submission",
            about: "A job of a higher manager keeps its clusters until it starts.",
        }
        /// When it starts: until then it has a place in some clusters, and whenever a cluster beneath the manager has
        /// room again it may get an earlier one in any of them. "A manager … might plan when tasks are to be performed
        /// but wait to assign them to specific workers until just before the tasks begin" (Sect. 2).
        Late {
            key: "late",
            name: "Late",
            about: "A job of a higher manager may get an earlier place in any cluster beneath it, until it starts.",
        }
    }
}

setting! {
    /// Which cluster a manager chooses if several offer the same start. Both take the job's own cluster first.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum ClusterTies {
        /// The one of the lowest number: so the first clusters get more foreign jobs than the last. "Our work allocation
        /// algorithm … appears to favors lower numbered nodes" (footnote 3).
        #[default]
        LowestNumber {
            key: "lowest_number",
            name: "Lowest number",
            about: "After the job's own cluster, the one with the lowest number: the first clusters get more foreign jobs.",
        }
        /// The next behind the job's own, the first behind the last: no number is favoured.
        AfterOwn {
            key: "after_own",
            name: "Next behind own",
            about: "After the job's own cluster, the next by number, cyclically: no cluster is favoured.",
        }
    }
}

impl ClusterTies {
    /// The rank of a cluster for a job of the cluster `home`, among `clusters` clusters: the lowest is taken. O(1).
    pub(super) fn rank(self, cluster: usize, home: usize, clusters: usize) -> usize {
        match self {
            Self::LowestNumber if cluster == home => 0,
            Self::LowestNumber => cluster + 1,
            Self::AfterOwn => (cluster + clusters - home) % clusters.max(1),
        }
    }
}

/// Which jobs are submitted to the manager above their cluster's (Sect. 3.3): `null` for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Promote {
    /// Jobs of more nodes than this.
    pub processors: Option<u32>,
    /// Jobs with a limit of this many hours or more.
    pub hours: Option<u32>,
}

impl Promote {
    pub(super) fn takes(self, job: &Job) -> bool {
        self.processors.is_some_and(|most| job.processors > most)
            || self.hours.is_some_and(|hours| job.requested_time >= Time::from(hours) * 3_600)
    }
}

setting! {
    /// Where the levels come from.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Configured {
        /// From the field `levels`.
        #[default]
        Levels {
            key: "levels",
            name: "Custom levels",
            label: "Custom levels",
            about: "The levels that you set here, the finest first.",
        }
        /// Figure 4's first: slots of 40 s alone.
        Configuration1 {
            key: "configuration1",
            name: "Configuration 1",
            label: "Configuration 1",
            about: "100,000 slots of 40 s: a flat calendar, as traditional schedulers have it.",
        }
        /// Its second: 64 slots of 40 s, then 2560 s.
        Configuration2 {
            key: "configuration2",
            name: "Configuration 2",
            label: "Configuration 2",
            about: "64 slots of 40 s, then slots of 2560 s.",
        }
        /// Its third: 8 of 40 s, 8 of 320 s, then 2560 s.
        Configuration3 {
            key: "configuration3",
            name: "Configuration 3",
            label: "Configuration 3",
            about: "8 slots of 40 s, 8 of 320 s, then slots of 2560 s.",
        }
        /// Its fourth: 2 of 40 s, 2 of 1280 s, then 2560 s.
        Configuration4 {
            key: "configuration4",
            name: "Configuration 4",
            label: "Configuration 4",
            about: "2 slots of 40 s, 2 of 1280 s, then slots of 2560 s.",
        }
        /// Its fifth: 2 of 10 s, 2 of 1280 s, then 2560 s.
        Configuration5 {
            key: "configuration5",
            name: "Configuration 5",
            label: "Configuration 5",
            about: "2 slots of 10 s, 2 of 1280 s, then slots of 2560 s.",
        }
        /// Its sixth: 32 of 10 s, 8 of 320 s, then 2560 s.
        Configuration6 {
            key: "configuration6",
            name: "Configuration 6",
            label: "Configuration 6",
            about: "32 slots of 10 s, 8 of 320 s, then slots of 2560 s.",
        }
        /// That of the Los Alamos study: 16 each of 10, 40, 160, 640 and 2560 s.
        LosAlamos {
            key: "los_alamos",
            name: "Los Alamos",
            label: "Los Alamos",
            about: "16 slots each of 10, 40, 160, 640 and 2560 s.",
        }
    }
}

impl Configured {
    /// Its levels; none if they are given.
    pub fn levels(self) -> Option<&'static [Level]> {
        let index = Self::ALL.iter().position(|&it| it == self)?.checked_sub(1)?;
        CONFIGURATIONS.get(index).map(|it| it.levels)
    }
}

impl ImpreciseCalendar {
    /// The levels in force.
    pub fn levels(&self) -> &[Level] {
        self.configuration.levels().unwrap_or(&self.levels)
    }

    /// The least number of slots of the last level.
    pub(super) fn least_slots(&self) -> u32 {
        self.levels().last().and_then(|it| it.count).unwrap_or(1)
    }

    /// The slots at time `now` of a run whose first job was submitted at `first`.
    pub(super) fn grid_at(&self, first: Time, now: Time) -> Grid {
        let mut grid = Grid::new(self.levels(), self.low_water, first);
        grid.roll(now.max(first));
        grid
    }

    /// The calendar of `nodes` nodes, all free, at time `now`.
    pub fn calendar(&self, nodes: u32, now: Time) -> Calendar {
        let levels = self.levels();
        let calendar = Calendar::new(levels, self.low_water, 100, nodes, now);
        calendar.with_thresholds(&self.threshold_percent.percents(levels.len()))
    }
}
