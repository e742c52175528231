//! Why no provider takes a job, in words.

use super::{Sentence, Speaker};
use crate::engine::decisions::Rejection;

impl Speaker<'_> {
    /// Why no provider takes a job.
    pub(super) fn say_rejected<'s>(&self, to: &'s mut Sentence, why: &Rejection) -> &'s mut Sentence {
        let said = match why {
            Rejection::Own(own) => return self.say_own(to, own),
            Rejection::TooLarge { needs, most } => match self.pool() {
                Some(pool) => format!("rejected: needs {needs}, and {pool} has {most}"),
                None => format!("rejected: needs {needs}, and no provider that takes it has more than {most}"),
            },
            Rejection::NoInterval { deadline } => {
                let deadline = self.at(*deadline);
                format!("rejected: no provider has an interval that ends by {deadline}")
            }
            Rejection::NoLength { length } => {
                format!("rejected: it asks for {length} s, and a request is at least 1 s long")
            }
            Rejection::ReadyBeforeSubmission { ready } => {
                let ready = self.at(*ready);
                format!("rejected: it is to start from {ready} on, before it was submitted")
            }
            Rejection::BeyondHorizon { end, horizon } => {
                let (end, horizon) = (self.at(*end), self.at(*horizon));
                format!("rejected: it ends at {end} at the earliest, and the horizon is {horizon} for it")
            }
        };
        to.say(said)
    }
}
