//! The policy of a scenario, which decides the colour of its lines in figures of papers.

use serde_json::Value;

use experiment::{Scenario, knobs};
use scheduling::system::Knob;

/// The knob by which a scenario's policy is told: the first choice of the system that curves overlay by default, or
/// else its first choice.
fn policy_knob(scenario: &Scenario) -> Option<&'static Knob> {
    let choices = || {
        let all = scenario.system.model().knobs().iter();
        all.filter(|it| it.choices().is_some())
    };
    let is_overlaid = |it: &&Knob| it.choices().is_some_and(|it| !it.overlaid.is_empty());
    choices().find(is_overlaid).or_else(|| choices().next())
}

/// The place of a scenario's policy among all of its system, which decides its colour. A policy that is none of these
/// has a place by its text.
pub(super) fn policy_place(scenario: &Scenario) -> usize {
    let Some(knob) = policy_knob(scenario) else {
        return 0;
    };
    let value = knobs::get(scenario, knob.path);
    let rows = knob.choices().map_or(&[][..], |it| it.all);
    let known = value.as_str().and_then(|key| rows.iter().position(|it| it.key == key));
    known.unwrap_or_else(|| rows.len() + by_text(&value))
}

/// A number that follows from a value's text (FNV-1a).
fn by_text(value: &Value) -> usize {
    let text = value.to_string();
    let sum = text.bytes().fold(0x811c_9dc5_u32, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    sum as usize % 1024
}
