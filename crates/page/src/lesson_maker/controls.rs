//! The controls that a chart may have.

use serde_json::Value;

use base::text;
use experiment::Scenario;
use experiment::knobs::{get, knobs, number};
use experiment::lesson::{Control, Show};
use export::snapshot::curves_form::numbers;
use scheduling::system::{Knob, Values};

/// A control that a chart may have.
#[derive(Clone, Debug, PartialEq)]
pub struct ControlOffer {
    /// Its name in markup.
    pub key: String,
    pub control: Control,
}

/// The controls that a chart may have beside those that it has: settings of its system, and of its workload where
/// that is the sample.
pub fn offers(show: &Show, present: &[Control]) -> Vec<ControlOffer> {
    let (scenario, is_sample) = match show {
        Show::Schedule(it) => (&it.scenario, it.jobs.is_empty()),
        Show::Slots(it) => (&it.scenario, it.jobs.is_empty()),
        Show::Curve(it) => (&it.scenario, it.jobs.is_empty()),
        Show::Messages(it) => (&it.scenario, false),
        _ => return Vec::new(),
    };
    let is_set = |path: &str| {
        let path = format!("scenario.{path}");
        present.iter().any(|it| it.sets.contains(&path))
    };
    let all = knobs(scenario).into_iter();
    let fitting =
        all.filter(|it| !is_set(it.path) && (is_sample || !it.path.starts_with("workload."))).filter_map(|knob| {
            let control = control(knob, scenario)?;
            let key = knob.key().to_owned();
            Some(ControlOffer { key, control })
        });
    // A chart whose plans set the field themselves, or that lacks it, does not follow.
    fitting
        .filter(|offer| {
            let path = offer.control.sets[0].as_str();
            offer.control.values.iter().all(|value| show.with([(path, value)]).is_ok())
        })
        .collect()
}

/// A control of a setting, which begins where the scenario stands.
fn control(knob: &'static Knob, scenario: &Scenario) -> Option<Control> {
    let own = get(scenario, knob.path);
    let (mut values, unit): (Vec<Value>, &str) = match &knob.values {
        Values::Choices(choices) => {
            let all = choices.all.iter().map(|it| Value::from(it.key));
            (all.collect(), "")
        }
        Values::Numbers(range) => {
            let typed = numbers(range.usual, range.least..=range.most, range.whole).ok()?;
            let all = typed.into_iter().map(number);
            (all.collect(), range.unit.symbol())
        }
        _ => return None,
    };
    let first = match values.iter().position(|it| is_same(it, &own)) {
        Some(first) => first,
        // In its order among the numbers.
        None => {
            let own_number = own.as_f64()?;
            let at = values.iter().filter(|it| it.as_f64() < Some(own_number)).count();
            values.insert(at, number(own_number));
            at
        }
    };
    let choices = knob.choices().map_or(&[][..], |it| it.all);
    let names = choices.iter().map(|it| it.name.to_owned()).collect();
    Some(Control {
        label: text::capital(knob.label),
        sets: vec![format!("scenario.{}", knob.path)],
        values,
        names,
        first,
        unit: unit.to_owned(),
    })
}

fn is_same(a: &Value, b: &Value) -> bool {
    match (a.as_f64(), b.as_f64()) {
        (Some(a), Some(b)) => a == b,
        _ => a == b,
    }
}
