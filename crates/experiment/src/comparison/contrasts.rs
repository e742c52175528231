//! Scenarios that make a good contrast to one that is there.

use serde_json::Value;

use crate::{Scenario, System, knobs, validate};
use base::text;
use scheduling::policy::formula::Formula;
use scheduling::system::{Knob, Values};
use workload::reserve::RequestKind;

/// A scenario that differs from another one in one thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Contrast {
    /// Its name in ids.
    pub id: String,
    /// The difference, in a few words: `under EASY backfilling`.
    pub label: String,
    pub scenario: Scenario,
}

/// Scenarios that are worth comparing with `scenario`: other choices of its system's knobs, other numbers, and the
/// other systems that take the same kind of workload with their usual settings, in the order in which a lecture would
/// take them. Scenarios that equal it, and those that cannot be run, are left out.
pub fn contrasts(scenario: &Scenario) -> Vec<Contrast> {
    let knobs = knobs::knobs(scenario);
    let choices = knobs.iter().flat_map(|knob| of_choices(scenario, knob));
    let numbers = knobs.iter().flat_map(|knob| of_numbers(scenario, knob));
    let systems = System::all().into_iter().filter_map(|system| {
        let model = system.model();
        let present = scenario.system.model();
        let takes_the_same = model.takes().iter().any(|it| present.takes().contains(it));
        if model.key() == present.key() || !takes_the_same {
            return None;
        }
        let (id, label) = (model.key().replace('_', "-"), text::in_text(model.name()));
        Some(Contrast { id, label, scenario: Scenario { system, ..scenario.clone() } })
    });
    choices
        .chain(numbers)
        .chain(systems)
        .filter(|it| it.scenario != *scenario && validate(&it.scenario).is_ok())
        .collect()
}

fn of_choices(scenario: &Scenario, knob: &Knob) -> Vec<Contrast> {
    let Values::Choices(choices) = &knob.values else {
        return Vec::new();
    };
    if knobs::reads(scenario, knob.path).is_err() {
        return Vec::new();
    }
    let contrasts = choices.contrasts.iter().filter_map(|value| {
        let name = text::in_text(&choices.name(value));
        Some(Contrast {
            id: value.replace('_', "-"),
            label: format!("{} {name}", choices.with),
            scenario: knobs::set(scenario, knob.path, &Value::from(*value)).ok()?,
        })
    });
    contrasts.collect()
}

/// The scenario with its jobs ordered by a formula that has a name, as a contrast; `None` if its system orders none by formula,
/// or if it equals the scenario or cannot be run.
pub fn ordered_by(scenario: &Scenario, id: String, name: &str, formula: &Formula) -> Option<Contrast> {
    let knobs = scenario.system.model().knobs().into_iter();
    let mut takes_formulas = knobs.filter_map(|knob| {
        let choices = knob.choices().filter(|it| !it.by_formula.is_empty())?;
        knobs::reads(scenario, knob.path).ok()?;
        Some((knob, choices))
    });
    let (knob, choices) = takes_formulas.next()?;
    let value = Value::from(choices.with_formula(formula));
    let set = knobs::set(scenario, knob.path, &value).ok()?;
    let is_offered = set != *scenario && validate(&set).is_ok();
    is_offered.then(|| Contrast { id, label: format!("ordered by {name}"), scenario: set })
}

fn of_numbers(scenario: &Scenario, knob: &Knob) -> Vec<Contrast> {
    let Values::Numbers(numbers) = &knob.values else {
        return Vec::new();
    };
    let contrasts = numbers.contrasts.iter().filter_map(|&(id, label, value)| {
        let mut set = knobs::set(scenario, knob.path, &knobs::number(value)).ok()?;
        let reservations = &mut set.workload.reservations;
        // Without reservations there are no listed ones either, and no share of them can be drawn.
        if knob.path == knobs::SHARE && reservations.request == RequestKind::Listed {
            if value > 0.0 {
                return None;
            }
            reservations.listed = Vec::new().into();
        }
        Some(Contrast { id: id.to_owned(), label: label.to_owned(), scenario: set })
    });
    contrasts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::differences::differences;

    fn ids(scenario: &Scenario) -> Vec<String> {
        contrasts(scenario).into_iter().map(|it| it.id).collect()
    }

    /// So that all that stand beside each other are runs of one workload, counted in one tick.
    #[test]
    fn contrasts_take_the_workload_of_the_scenario() {
        for system in System::all() {
            let takes = system.model().takes();
            let scenario = Scenario { system: system.clone(), ..Scenario::default() };
            for contrast in contrasts(&scenario) {
                let other = contrast.scenario.system.model().takes();
                assert!(other.iter().any(|it| takes.contains(it)), "{}", contrast.id);
            }
        }
    }

    #[test]
    fn every_contrast_differs_and_can_be_run() {
        let scenario = Scenario::default();
        let all = contrasts(&scenario);
        assert!(all.len() >= 6);
        for contrast in all {
            assert_ne!(contrast.scenario, scenario, "{}", contrast.id);
            assert_eq!(validate(&contrast.scenario), Ok(()));
            let told = differences(&[&scenario, &contrast.scenario]);
            assert_ne!(told[0], told[1], "{}", contrast.id);
        }
    }

    #[test]
    fn what_is_there_already_is_not_offered() {
        let scenario = Scenario::default();
        assert!(!ids(&scenario).iter().any(|it| it == "fcfs-backfilling"));
        assert!(!ids(&scenario).iter().any(|it| it == "on-arrival"));
        let easy = contrasts(&scenario).swap_remove(0).scenario;
        assert!(!ids(&easy).iter().any(|it| it == "easy"));
        let mut plain = scenario;
        plain.workload.reservations.percent = 0.0;
        assert!(!ids(&plain).iter().any(|it| it == "no-reservations"));
        assert!(ids(&plain).iter().any(|it| it == "half-reservations"));
    }

    #[test]
    fn what_cannot_be_run_is_not_offered() {
        // Conservative backfilling promises counts at any second.
        let json = r#"{"system": {"two_level": {"local": {"binding": "static"}}}}"#;
        let fixed = Scenario::from_json(json.as_bytes()).unwrap();
        assert!(!ids(&fixed).iter().any(|it| it == "conservative"));
    }

    #[test]
    fn systems_that_take_the_same_are_contrasts_to_one_another() {
        for system in System::all() {
            let scenario = Scenario { system, ..Scenario::default() };
            let key = scenario.system.model().key();
            let takes = scenario.system.model().takes();
            let takes_the_same = |it: &&System| it.model().takes().iter().any(|kind| takes.contains(kind));
            let others = System::all().iter().filter(takes_the_same).count() - 1;
            let contrasts = contrasts(&scenario);
            let of_others = contrasts.iter().filter(|it| it.scenario.system.model().key() != key);
            assert_eq!(of_others.count(), others);
        }
    }
}
