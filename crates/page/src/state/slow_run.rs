//! The offer of quicker settings of the system where a run takes long.

use super::{Offer, Said, State};
use crate::history::WorkloadKey;
use experiment::{Scenario, validate};
use scheduling::system::Quicker;

/// A run is long if it computes for more milliseconds than this.
const LONG: f64 = 5_000.0;

/// What the page knows of its offer of quicker settings.
#[derive(Clone, Debug, Default)]
pub(super) struct SlowRun {
    /// The workload on which the offer was turned down: it is not repeated there.
    declined: Option<WorkloadKey>,
}

impl State {
    /// A run of the present scenario has computed for this number of milliseconds, and lasts or has ended: offers quicker
    /// settings, once for a run.
    pub(super) fn note_time(&mut self, milliseconds: f64) {
        let workload = self.history.present().workload;
        if milliseconds <= LONG || self.slow_run.declined == Some(workload) || self.notices.with_quicker().is_some() {
            return;
        }
        let Some((_, quicker)) = quicker(&self.history.present().scenario) else {
            return;
        };
        let text = format!("This run takes long. {}", quicker.about);
        let said = Said { stays: true, ..Said::done(text, false).offering(vec![Offer::Quicker(quicker.label)]) };
        self.notices.say(said);
    }

    /// The notice of that number is dismissed.
    pub(super) fn note_dismissed(&mut self, number: u32) {
        if self.notices.with_quicker() == Some(number) {
            self.slow_run.declined = Some(self.history.present().workload);
        }
    }
}

/// The scenario with quicker settings of its system, and words about them. `None` if there are none, or they cannot be run.
pub(super) fn quicker(scenario: &Scenario) -> Option<(Scenario, Quicker)> {
    let quicker = scenario.system.model().quicker()?;
    let next = Scenario { system: quicker.system.clone(), ..scenario.clone() };
    validate(&next).is_ok().then_some((next, quicker))
}
