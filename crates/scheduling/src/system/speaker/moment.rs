//! Why processors are idle, in words.

use super::{Part, Sentence, Speaker};
use crate::engine::decisions::{Claim, Claimant, Gap, Moment, ProviderMoment, Queued};

/// The most waiting jobs that are named.
const NAMED: usize = 5;

impl Speaker<'_> {
    /// Why these processors are idle at a moment: a few sentences.
    pub fn gap(&self, gap: &Gap, moment: &Moment) -> Vec<Vec<Part>> {
        let Some(here) = moment.providers.get(gap.provider as usize) else {
            return Vec::new();
        };
        let near = match moment.time {
            Some(time) => self.beside(time),
            None => *self,
        };
        let mut said = vec![near.waiting_jobs_in_words(gap, here)];
        for queued in here.queue.iter().take(NAMED) {
            said.extend(near.queued(queued));
        }
        said.extend(near.above(moment));
        said.extend(near.idle_for(here));
        said.extend(near.next_reservation(here, moment));
        said
    }

    fn waiting_jobs_in_words(&self, gap: &Gap, here: &ProviderMoment) -> Vec<Part> {
        let name = self.provider(gap.provider);
        let mut to = Sentence::default();
        to.say(match here.queue_length {
            0 => format!("No job waits at {name}."),
            1 => format!("One job waits at {name}, and does not start:"),
            count => format!("{count} jobs wait at {name}, and do not start:"),
        });
        to.parts
    }

    /// A waiting job, and why it waits.
    pub fn queued(&self, queued: &Queued) -> Option<Vec<Part>> {
        let mut to = Sentence::default();
        to.name(queued.job).say(": ");
        self.say_waits(&mut to, queued.waits.as_ref()?);
        Some(to.parts)
    }

    fn above(&self, moment: &Moment) -> Option<Vec<Part>> {
        let mut to = Sentence::default();
        to.say(match moment.above_count {
            0 => return None,
            1 => "One more job waits for the grid scheduler's next pass: ".to_owned(),
            count => format!("{count} more jobs wait for the grid scheduler's next pass: "),
        });
        for (place, &job) in moment.above.iter().take(NAMED).enumerate() {
            to.say(if place > 0 { ", " } else { "" }).name(job);
        }
        Some(to.parts)
    }

    /// Suspended jobs keep their processors idle.
    fn idle_for(&self, here: &ProviderMoment) -> Vec<Vec<Part>> {
        let suspended = |claim: &&Claim| claim.claimant == Claimant::Suspended;
        let said = here.claims.iter().filter(suspended).take(NAMED).map(|claim| {
            let mut to = Sentence::default();
            self.say_claim(&mut to, claim, false);
            to.parts
        });
        said.collect()
    }

    fn next_reservation(&self, here: &ProviderMoment, moment: &Moment) -> Option<Vec<Part>> {
        let booked = here.claims.iter();
        let next = booked.filter(|it| it.claimant == Claimant::Booked).min_by_key(|it| (it.from, it.job))?;
        let mut to = Sentence::default();
        let late = moment.time.is_some_and(|now| next.from <= now);
        to.say(if late { "Held up: " } else { "Next: " });
        self.say_claim(&mut to, next, true);
        Some(to.parts)
    }
}
