//! The offer of a faster queue policy where conservative backfilling takes long.

use super::{Offer, Said, State};
use crate::history::WorkloadKey;
use experiment::{Scenario, validate};
use scheduling::policy::formula::Formula;
use scheduling::policy::local::QueuePolicy;
use scheduling::system::two_level::{Promises, TwoLevel};

/// A run that computes for longer than so many milliseconds is long.
const LONG: f64 = 5_000.0;

/// To how many jobs a start is promised in place of all.
const PROMISED: u32 = 100;

/// Says in which way the offered policy is another one.
const TEXT: &str = "This run takes long: conservative backfilling promises each job a start at its submission. \
                    \u{201c}Ordered\u{201d} by submission is faster: it plans anew at each pass and promises a start to \
                    100 jobs.";

/// What the page knows of its offer to promise fewer jobs a start.
#[derive(Clone, Debug, Default)]
pub(super) struct SlowRun {
    /// The workload on which the offer was turned down: it is not repeated there.
    declined: Option<WorkloadKey>,
}

impl State {
    /// The present scenario has been run for so many milliseconds, or has been run in that time: offers the faster
    /// policy, once for a run.
    pub(super) fn note_time(&mut self, milliseconds: f64) {
        let workload = self.history.present().workload;
        if milliseconds <= LONG
            || self.slow_run.declined == Some(workload)
            || self.notices.offering(&Offer::FewerPromises).is_some()
            || promising_fewer(&self.history.present().scenario).is_none()
        {
            return;
        }
        let said = Said {
            stays: true,
            ..Said::done(TEXT, false).offering(vec![Offer::FewerPromises])
        };
        self.notices.say(said);
    }

    /// The notice of that number is dismissed.
    pub(super) fn note_dismissed(&mut self, number: u32) {
        if self.notices.offering(&Offer::FewerPromises) == Some(number) {
            self.slow_run.declined = Some(self.history.present().workload);
        }
    }
}

/// The scenario with [`PROMISED`] promises, by submission, at each provider with conservative backfilling. `None` if
/// there is none, if another provider goes by an order of its own, or if that cannot be run.
pub(super) fn promising_fewer(scenario: &Scenario) -> Option<Scenario> {
    let local = &TwoLevel::of(&scenario.system)?.local;
    let has = |policy| local.all_queues().contains(&policy);
    if !has(QueuePolicy::Conservative) || has(QueuePolicy::Ordered) {
        return None;
    }
    let mut next = scenario.clone();
    let local = &mut TwoLevel::of_mut(&mut next.system).local;
    for queue in std::iter::once(&mut local.queue).chain(&mut local.queues) {
        if *queue == QueuePolicy::Conservative {
            *queue = QueuePolicy::Ordered;
        }
    }
    local.order = Formula::default();
    local.backfill_order = None;
    local.promises = Promises::Count(PROMISED);
    local.strict = false;
    validate(&next).is_ok().then_some(next)
}
