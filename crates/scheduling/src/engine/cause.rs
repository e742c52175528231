//! Why jobs of a run were rejected, in terms that a report counts.

use std::collections::BTreeMap;

use base::setting::setting;
use serde::{Deserialize, Serialize};

use super::{Outcome, Status};

setting! {
    /// Why a job was rejected. The name stands behind a count: `12 larger than every provider`.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[repr(u8)]
    pub enum Cause {
        /// The run does not say: it was stopped before it came to the job, or the job was not rejected.
        #[default]
        NotKnown {
            key: "not_known",
            name: "for a reason that is not known",
            about: "The run ended before the system came to them.",
        }
        /// It needs more processors than any provider that may take it has.
        TooLarge {
            key: "too_large",
            name: "larger than every provider",
            about: "They need more processors than any provider that may take them has, or may be loaded with. One provider as large as the log's machine, or sizes clipped to the largest provider (Jobs taken), lets them run.",
        }
        /// No interval ends by its deadline.
        NoInterval {
            key: "no_interval",
            name: "without an interval before their deadline",
            about: "No provider has enough processors free for their whole length before the deadline. A later deadline or fewer reservations let them run.",
        }
        /// It asks for no time at all.
        NoLength {
            key: "no_length",
            name: "that ask for no time",
            about: "Their length is 0 s, and a request is at least 1 s long.",
        }
        /// Its earliest start lies before its submission.
        ReadyBeforeSubmission {
            key: "ready_before_submission",
            name: "to start before their submission",
            about: "Their earliest start lies before their submission.",
        }
        /// It cannot end by the horizon of bookings.
        BeyondHorizon {
            key: "beyond_horizon",
            name: "that end beyond the horizon",
            about: "They cannot end by the time up to which the system books. A longer horizon, or shorter requested times (Jobs taken), let them run.",
        }
        /// No node has room for it throughout its fixed interval.
        NoRoom {
            key: "no_room",
            name: "without a node that has room",
            about: "Their interval is fixed and there is no queue: no node that is open to them has room from their start to their end. More nodes, a lower load factor, or a system with a queue lets them run.",
        }
        /// The nodes that have room for its load have as many tasks as may share them.
        NodesShared {
            key: "nodes_shared",
            name: "whose nodes have the most tasks",
            about: "Every node with room for their load already has the most tasks at a time. A higher limit of tasks per node lets them run.",
        }
        /// Nodes have room for it, and no offer of them could be kept.
        NotAnswered {
            key: "not_answered",
            name: "without an offer in time",
            about: "Nodes have room for them, but no offer that could be kept came in time. A longer wait for offers, more tries, or fewer failures let them run.",
        }
        /// Its broker does not know whether it is reserved, and no agent has reserved it.
        InDoubt {
            key: "in_doubt",
            name: "whose broker got no receipt",
            about: "Their broker took an offer and waited for the receipt in vain; no agent has reserved them, and the broker gives them to no other. More tries, or fewer failures and lost messages, let them run.",
        }
        /// It was not placed by its fixed start.
        Begun {
            key: "begun",
            name: "not placed by their start",
            about: "Their interval began before they were placed. A longer lead, or faster messages, lets them run.",
        }
        /// Every broker is down and none returns.
        NoBroker {
            key: "no_broker",
            name: "without a broker",
            about: "Every broker is down, and none returns.",
        }
        /// Every start that was tried has too few idle servers.
        NoAttempt {
            key: "no_attempt",
            name: "with too few idle servers at every start tried",
            about: "Every start that was tried has too few servers that are idle for their whole length. More attempts, or a longer step between them, lets them run.",
        }
        /// Its user chose another number of servers than it needs.
        ChosenCount {
            key: "chosen_count",
            name: "with another number of chosen servers than they need",
            about: "The number of servers that were chosen for them is not the number that they need.",
        }
        /// Its cluster owes too much to others.
        OverDeficit {
            key: "over_deficit",
            name: "whose cluster owes too much",
            about: "They need nodes of other clusters, and their own has used more of others than its limit. A higher limit on the deficit lets them run.",
        }
        /// A task that it depends on failed, or ended too late.
        NoData {
            key: "no_data",
            name: "that depend on a task that failed or was late",
            about: "A task that they depend on failed, or ended after their reservation began. More spare time before the deadline lets them run.",
        }
        /// The empty cluster has no nodes for it.
        NoNodes {
            key: "no_nodes",
            name: "that the empty cluster cannot hold",
            about: "No partition that they may use has nodes for all of their cores, GPUs and memory at once, not even without other jobs. More or larger nodes (Nodes) let them run.",
        }
        /// The log does not say how long it waited and ran.
        NotLogged {
            key: "not_logged",
            name: "without wait or run time in the log",
            about: "The log does not say how long they waited or ran.",
        }
    }
}

/// Why each rejected job of a run was rejected, by its index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Causes(Vec<Cause>);

impl Causes {
    /// Causes by the index of the job: none beyond the last rejected one.
    pub fn from_list(causes: Vec<Cause>) -> Self {
        Self(causes)
    }

    /// Notes why a job is rejected. O(1), amortized.
    pub fn note(&mut self, job: u32, cause: Cause) {
        let job = job as usize;
        if self.0.len() <= job {
            self.0.resize(job + 1, Cause::NotKnown);
        }
        self.0[job] = cause;
    }

    /// Why a job was rejected. O(1).
    pub fn of(&self, job: usize) -> Cause {
        self.0.get(job).copied().unwrap_or_default()
    }

    /// All of them, by the index of the job.
    pub fn as_list(&self) -> &[Cause] {
        &self.0
    }

    /// How many jobs were rejected for each cause, by its key: together as many as `outcomes` has rejected jobs. O(n).
    pub fn counts(&self, outcomes: &[Outcome]) -> BTreeMap<String, usize> {
        self.counts_of(outcomes, |_| true)
    }

    /// The same of the jobs that `is_counted` names by their indices. O(n).
    pub fn counts_of(&self, outcomes: &[Outcome], is_counted: impl Fn(usize) -> bool) -> BTreeMap<String, usize> {
        let mut counts = [0; Cause::ALL.len()];
        for (job, _) in outcomes.iter().enumerate().filter(|it| it.1.status == Status::Rejected && is_counted(it.0)) {
            counts[self.of(job) as usize] += 1;
        }
        Cause::ALL
            .into_iter()
            .zip(counts)
            .filter(|it| it.1 > 0)
            .map(|(cause, count)| (cause.row().key.to_owned(), count))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_for_each_cause_of_the_jobs_that_were_rejected() {
        let mut causes = Causes::default();
        causes.note(3, Cause::TooLarge);
        causes.note(0, Cause::TooLarge);
        causes.note(1, Cause::NoRoom);
        let mut outcomes = vec![Outcome::UNSEEN; 6];
        // It ran after all, and another was not come to.
        outcomes[1].status = Status::Done;
        outcomes[2].status = Status::Done;
        outcomes[5].status = Status::Killed;
        let expected = [("not_known", 1), ("too_large", 2)].map(|(key, count)| (key.to_owned(), count));
        assert_eq!(causes.counts(&outcomes), BTreeMap::from(expected));
        assert_eq!(causes.of(9), Cause::NotKnown);
        assert_eq!(Causes::default().counts(&[]), BTreeMap::new());
    }
}
