//! The systems, each assembled from the rooms above and each a folder of its own.
//!
//! A system says all that the rooms below need to know of it through [`SystemModel`] and
//! [`Simulation`]. They name no system: all systems are in one list, [`for_each_system`].

mod booked;
pub mod estimate;
mod knob;
mod measure;
mod model;
pub mod moment;
mod parts;
mod prelude;
mod promises;
pub mod speaker;
#[cfg(test)]
pub(crate) mod testing;
mod unit;
pub mod wanted;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::system::prelude::*;
use base::json;
use wanted::Wanted;
use workload::WorkloadKind;

pub use knob::{
    CHOICES, Choices, Items, KNOB, Knob, NUMBERS, Numbers, PERCENT, Place, SECONDS, Slide, Values, YEAR, choices,
};
pub use measure::{Better, Measure, Measures};
pub use model::{CARD, Card, Changed, Input, Quicker, Simulated, Simulation, Surroundings, SystemModel, Work};
pub use parts::Parts;
pub use unit::Unit;

/// The list of systems: hands `$with!` the module of each, which is its key, and its settings.
///
/// A system is added by a line here, and by the two folders that it names: `crates/scheduling/src/system/<key>/` and
/// `src/app/systems/<key>/`.
#[macro_export]
macro_rules! for_each_system {
    ($with:ident) => {
        $with! {
            two_level: TwoLevel,
            as_logged: AsLogged,
            co_allocation: CoAllocation,
            imprecise_calendar: ImpreciseCalendar,
            workflow: Workflow,
            broker: Broker,
            cluster: Cluster,
        }
    };
}

macro_rules! systems {
    ($($key:ident: $settings:ident,)+) => {
        $(pub mod $key;)+

        /// Which system schedules, with its settings.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum System {
            $(
                #[allow(missing_docs)]
                $settings($key::$settings),
            )+
        }

        $(
            impl $key::$settings {
                /// The settings of a system, if it is this one.
                pub fn of(system: &System) -> Option<&Self> {
                    match system {
                        System::$settings(settings) => Some(settings),
                        _ => None,
                    }
                }

                /// The settings of a system, to be changed: the usual ones take the place of another system.
                pub fn of_mut(system: &mut System) -> &mut Self {
                    if Self::of(system).is_none() {
                        *system = System::$settings(Self::default());
                    }
                    match system {
                        System::$settings(settings) => settings,
                        _ => unreachable!("it was just set"),
                    }
                }
            }
        )+

        impl System {
            /// All systems with their usual settings, the default first.
            pub fn all() -> Vec<Self> {
                vec![$(Self::$settings($key::$settings::default()),)+]
            }

            /// The system's description and behaviour.
            pub fn model(&self) -> &dyn SystemModel {
                match self {
                    $(Self::$settings(settings) => settings,)+
                }
            }

            /// A run before its first instant ([`Simulated::start`]).
            ///
            /// # Errors
            ///
            /// In words, why this cannot be run with these settings.
            pub fn start(&self, input: Input) -> Result<Box<dyn Simulation>, String> {
                match self {
                    $(Self::$settings(settings) => apart(|| settings.start(input)),)+
                }
            }

            /// The reservations that it would make for a workflow ([`Simulated::reservations_of`]).
            ///
            /// # Errors
            ///
            /// A sentence that says why this workflow cannot be planned with these settings.
            pub fn reservations_of(&self, input: Input) -> Result<Vec<Wanted>, String> {
                match self {
                    $(Self::$settings(settings) => settings.reservations_of(input),)+
                }
            }

            /// Its own decisions and reasons in words ([`Simulated::own_words`]).
            pub fn own_words(&self, own: &Own, speaker: &Speaker) -> Option<Sentence> {
                match self {
                    $(Self::$settings(settings) => settings.own_words(own, speaker),)+
                }
            }

            /// The system's description and behaviour, mutably.
            pub fn model_mut(&mut self) -> &mut dyn SystemModel {
                match self {
                    $(Self::$settings(settings) => settings,)+
                }
            }
        }
    };
}
for_each_system!(systems);

/// Keeps the code of one system out of the function that chooses among them. A browser optimizes a
/// function as a whole once much of it has run: in a sweep it would spend its time on the code of
/// systems that are not run.
#[inline(never)]
fn apart<T>(start: impl FnOnce() -> T) -> T {
    start()
}

impl System {
    /// The system of that key with its usual settings.
    pub fn of_key(key: &str) -> Option<Self> {
        Self::all().into_iter().find(|it| it.model().key() == key)
    }
}

impl System {
    /// Checks every value of the settings on a platform.
    ///
    /// # Errors
    ///
    /// A sentence that names the first invalid field and its valid values.
    pub fn check(&self, platform: &[u32]) -> Result<(), String> {
        let json = serde_json::to_value(self).unwrap_or_default();
        for row in self.model().card().rows.iter().filter(|it| it.has_limits()) {
            let field = self.field(row.path).unwrap_or(row.path);
            row.check(&self.value_of(field, &json).unwrap_or_default())?;
        }
        self.model().validate(platform)
    }

    /// The field of its settings that the path of a scenario names: `grid.period` of `system.two_level.grid.period`.
    pub fn field<'a>(&self, path: &'a str) -> Option<&'a str> {
        path.strip_prefix("system.")?.strip_prefix(self.model().key())?.strip_prefix('.')
    }

    /// The value of a field, where the system is written as `json`; none if it is left out there.
    pub fn value_of(&self, field: &str, json: &Value) -> Option<Value> {
        let written = || json::at(json.get(self.model().key())?, field).ok().cloned();
        self.model().knob_value(field).or_else(written)
    }

    /// The settings in words ([`SystemModel::words`]).
    pub fn words(&self, of: &Surroundings) -> Vec<String> {
        let model = self.model();
        let usual = Self::of_key(model.key()).unwrap_or_default();
        let [own, others] = [self, &usual].map(|it| serde_json::to_value(it).unwrap_or_default());
        let changed = model.card().rows.iter().filter_map(|row| {
            let field = self.field(row.path)?;
            let value = self.value_of(field, &own).unwrap_or_else(|| row.absent());
            let is_usual = value == usual.value_of(field, &others).unwrap_or_else(|| row.absent());
            (!is_usual && model.reads(field, of).is_ok()).then(|| (row, row.words(&value)))
        });
        model.words(of, &Changed(changed.collect()))
    }

    /// The first system that takes such a workload, with its usual settings.
    pub fn for_kind(kind: WorkloadKind) -> Option<Self> {
        Self::all().into_iter().find(|it| it.model().takes().contains(&kind))
    }

    /// The first system that has a list of nodes, with its usual settings.
    pub fn with_nodes() -> Option<Self> {
        Self::all().into_iter().find_map(|mut it| it.model_mut().nodes_mut().is_some().then_some(it))
    }
}

impl Default for System {
    /// The first of the list.
    fn default() -> Self {
        Self::all().swap_remove(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_is_written_by_its_key() {
        for system in System::all() {
            let json = serde_json::to_value(&system).unwrap();
            let keys: Vec<&String> = json.as_object().unwrap().keys().collect();
            assert_eq!(keys, [system.model().key()]);
            assert_eq!(System::of_key(system.model().key()), Some(system));
        }
        assert_eq!(System::of_key("none"), None);
    }

    #[test]
    fn every_system_says_what_it_is_and_what_its_picture_means() {
        let all = System::all();
        for (at, system) in all.iter().enumerate() {
            let model = system.model();
            let about = model.card().inside_about;
            let rest = about.strip_prefix(model.name()).unwrap_or_default();
            let rest = rest.strip_prefix(": ").expect(about);
            // What it is, and what the picture means: it stands in one or two lines above the picture.
            assert_eq!(rest.matches(". ").count(), 1, "{about}");
            assert!(rest.ends_with('.') && about.len() < 260, "{about}");
            let others = all[..at].iter().map(System::model);
            assert!(others.clone().all(|it| it.card().inside != model.card().inside), "{about}");
            assert!(model.provider_noun().is_none() || model.pool().is_none());
        }
    }

    #[test]
    fn settings_that_are_not_usual_are_named() {
        let of = Surroundings { platform: &[8, 8], reservations: true, batch: true };
        for line in include_str!("words.txt").lines() {
            let (json, expected) = line.split_once(" => ").expect(line);
            let system: System = serde_json::from_str(json).expect(line);
            assert_eq!(system.words(&of).join("; "), expected, "{line}");
        }
    }

    #[test]
    fn what_is_overlaid_or_contrasted_may_be_chosen() {
        for system in System::all() {
            let choices = system.model().knobs().into_iter();
            for choices in choices.filter_map(|it| it.choices()) {
                let is_choice = |value: &&str| choices.all.iter().any(|it| it.key == *value);
                let named = [choices.overlaid, choices.contrasts].concat();
                assert!(named.iter().all(is_choice), "{named:?}");
            }
        }
    }

    #[test]
    fn no_settings_take_an_unknown_field() {
        for system in System::all() {
            let json = format!(r#"{{"{}": {{"no_such_field": 1}}}}"#, system.model().key());
            assert!(serde_json::from_str::<System>(&json).is_err(), "{json}");
        }
    }

    #[test]
    fn knobs_and_measures_are_told_apart() {
        for system in System::all() {
            let model = system.model();
            let prefix = format!("system.{}.", model.key());
            let mut paths: Vec<&str> = model.knobs().into_iter().map(|it| it.path).collect();
            assert!(paths.iter().all(|path| path.starts_with(&prefix)));
            let mut keys: Vec<&str> = model.measures().iter().map(|it| it.key).collect();
            for list in [&mut paths, &mut keys] {
                let count = list.len();
                list.sort_unstable();
                list.dedup();
                assert_eq!(list.len(), count, "{list:?}");
            }
        }
    }
}
