//! The place of a policy in the palette of pictures.

use serde_json::Value;

use super::next_policy::main_policy;
use super::{Scenario, System, knobs};

/// The place of a scenario's policy among those of all systems, in the order of their tables. A policy that is in none
/// of them has a place behind them all, by its text.
pub fn policy_place(scenario: &Scenario) -> usize {
    let (system, all) = (&scenario.system, System::all());
    let is_same = |it: &System| it.model().key() == system.model().key();
    let (before, whole) = (all.iter().take_while(|it| !is_same(it)), all.iter());
    let Some(knob) = main_policy(system) else {
        return before.map(count).sum();
    };
    let value = knobs::get(scenario, knob.path);
    let rows = knob.choices().map_or(&[][..], |it| it.all);
    match value.as_str().and_then(|key| rows.iter().position(|it| it.key == key)) {
        Some(place) => before.map(count).sum::<usize>() + place,
        None => whole.map(count).sum::<usize>() + by_text(&value),
    }
}

/// How many places a system takes: one if it has no policies.
fn count(system: &System) -> usize {
    let choices = main_policy(system).and_then(|knob| knob.choices());
    choices.map_or(1, |it| it.all.len())
}

/// A number that follows from a value's text (FNV-1a).
fn by_text(value: &Value) -> usize {
    let text = value.to_string();
    let sum = text.bytes().fold(0x811c_9dc5_u32, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    sum as usize % 1024
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use scheduling::policy::local::QueuePolicy;

    #[test]
    fn the_queue_policies_come_first_and_no_two_policies_share_a_place() {
        let mut places = Vec::new();
        for system in System::all() {
            let mut scenario = Scenario { system, ..Scenario::default() };
            let keys = main_policy(&scenario.system).and_then(|it| it.choices()).map_or(&[][..], |it| it.all);
            places.extend(keys.is_empty().then(|| policy_place(&scenario)));
            for row in keys {
                let path = main_policy(&scenario.system).unwrap().path;
                scenario = knobs::set(&scenario, path, &row.key.into()).unwrap();
                places.push(policy_place(&scenario));
            }
        }
        let different: BTreeSet<usize> = places.iter().copied().collect();
        assert!(places.iter().copied().eq(0..different.len()), "{places:?}");
        let easy = QueuePolicy::ALL.iter().position(|it| *it == QueuePolicy::Easy).unwrap();
        let scenario = knobs::set(&Scenario::default(), "system.two_level.local.queue", &"easy".into()).unwrap();
        assert_eq!(policy_place(&scenario), easy);
        let path = "system.two_level.local.queue";
        let own = knobs::set(&scenario, path, &"ordered: -wait / limit".into()).unwrap();
        assert!(policy_place(&own) >= different.len());
    }
}
