//! Why nobody takes a job, in words.

use super::{Speaker, times};
use crate::engine::decisions::Rejection;

impl Speaker<'_> {
    /// Why nobody takes a job.
    pub(super) fn rejected(&self, why: Rejection) -> String {
        match why {
            Rejection::TooLarge { needs, most } => match self.pool {
                Some(pool) => format!("rejected: needs {needs}, and {pool} has {most}"),
                None => format!(
                    "rejected: needs {needs}, and no provider that takes it has more than {most}"
                ),
            },
            Rejection::NoInterval { deadline } => {
                let deadline = self.at(deadline);
                format!("rejected: no provider has an interval that ends by {deadline}")
            }
            Rejection::NoLength { length } => {
                format!("rejected: it asks for {length} s, and a request is at least 1 s long")
            }
            Rejection::ReadyBeforeSubmission { ready } => {
                let ready = self.at(ready);
                format!("rejected: it is to start from {ready} on, before it was submitted")
            }
            Rejection::BeyondHorizon { end, horizon } => {
                let (end, horizon) = (self.at(end), self.at(horizon));
                format!(
                    "rejected: it ends at {end} at the earliest, and the horizon is {horizon} for it"
                )
            }
            Rejection::NoAttempt {
                needs,
                attempts,
                last,
                chosen,
            } => {
                let (tries, last) = (times(attempts), self.at(last));
                let found = match chosen {
                    true => format!("the {needs} chosen servers were never all idle"),
                    false => format!("never found {needs} idle servers"),
                };
                format!("rejected: tried {tries}, last at {last}, and {found}")
            }
            Rejection::ChosenCount { needs, chosen } => {
                format!("rejected: it needs {needs} servers, and {chosen} were chosen for it")
            }
            Rejection::OverDeficit { owes, limit } => {
                let hours = |seconds: i64| seconds / 3_600;
                format!(
                    "rejected: it needs nodes of others, and its cluster owes {} node hours already, more than {}",
                    hours(owes),
                    hours(limit)
                )
            }
            Rejection::NoOffer { needs, least } => self.no_offer(needs, least),
            Rejection::Begun { start } => format!(
                "rejected: it had to begin at {}, and was not placed by then",
                self.at(start)
            ),
            Rejection::NotAnswered => {
                "rejected: nodes have room for it, and no offer came in time that could be kept"
                    .to_owned()
            }
            Rejection::NodesShared => {
                "rejected: every node that has room for its load is shared by as many tasks as may be"
                    .to_owned()
            }
            Rejection::NoBroker => "rejected: every broker is down, and none returns".to_owned(),
            Rejection::NoData => {
                "never runs: a task that it waits for has failed, or ended too late".to_owned()
            }
            Rejection::NotLogged { wait, run_time } => {
                let what = match (wait, run_time) {
                    (true, true) => "how long it waited and ran",
                    (true, false) => "how long it waited",
                    _ => "how long it ran",
                };
                format!("left out: the log does not say {what}")
            }
        }
    }
}
