//! The periods δ of a system: knobs in seconds that can be searched for the best.

use super::{Scenario, knobs};
use scheduling::system::{Knob, System};
use workload::Time;

/// The period δ of a part of the system: a knob. Kurowski et al. 2011 write δ for two: in Sect. 5.1 it
/// is that of the local queues, which LSF sorts periodically; in the experiments with reservations
/// that of the grid scheduler.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PeriodOf(&'static Knob);

impl PeriodOf {
    /// All periods of a system, the one that its experiments vary first.
    pub fn all(system: &System) -> Vec<Self> {
        system
            .model()
            .knobs()
            .into_iter()
            .filter(|it| it.numbers().is_some_and(|numbers| numbers.searched))
            .map(Self)
            .collect()
    }

    /// The one with this name: its key, its path, or its owner.
    pub fn named(system: &System, name: &str) -> Option<Self> {
        let is_it = |of: &Self| of.0.key() == name || of.0.path == name || of.owner() == name;
        Self::all(system).into_iter().find(is_it)
    }

    /// The period of a scenario, in seconds.
    pub fn of(self, scenario: &Scenario) -> Time {
        let value = knobs::get(scenario, self.0.path);
        value.as_i64().unwrap_or_default()
    }

    /// Sets it; the other ones are kept. No effect on another system.
    pub fn set(self, scenario: &mut Scenario, period: Time) {
        if let Ok(set) = knobs::set(scenario, self.0.path, &period.into()) {
            *scenario = set;
        }
    }

    /// Whether a scenario reads it.
    ///
    /// # Errors
    ///
    /// Why it does not.
    pub fn is_read_by(self, scenario: &Scenario) -> Result<(), &'static str> {
        if knobs::knob(scenario, self.0.path).is_none() {
            return Err("this system has no such period");
        }
        knobs::reads(scenario, self.0.path)
    }

    /// Its owner, in a word: `grid`.
    pub fn owner(self) -> &'static str {
        let mut steps = self.0.path.rsplit('.');
        steps.nth(1).unwrap_or(self.0.key())
    }

    pub fn knob(self) -> &'static Knob {
        self.0
    }

    /// The title of an axis, without a unit.
    pub fn label(self) -> &'static str {
        self.0.label
    }

    /// The words before a number: `grid δ`.
    pub fn symbol(self) -> &'static str {
        self.0.short
    }

    /// A period as a knob that is set: `grid δ 10 min`, `on arrival`, `local δ 1 h`, `local δ 0`.
    pub fn told(self, period: Time) -> String {
        self.0.told(&period.into())
    }

    /// The symbol with a number in any case: `grid δ 0`.
    pub fn set_to(self, period: Time) -> String {
        self.0.set_to(period as f64)
    }
}
