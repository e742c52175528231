//! From one policy to the next.

use serde_json::Value;

use super::{Scenario, System, knobs, validate};
use scheduling::system::Knob;

/// The setting by which a system decides above all, the first of its knobs with choices: the queue policy
/// of a grid, the scheduler of a workflow. None for a system without decisions.
pub(crate) fn main_policy(system: &System) -> Option<&'static Knob> {
    let knobs = system.model().knobs();
    knobs.into_iter().find(|knob| knob.choices().is_some())
}

/// The scenario under the policy that stands `by` places further in the table of its system's main policy, round
/// and round. Policies under which it cannot be run are passed over.
///
/// None if there is no other one, or if the setting has no effect: where each provider has a queue policy of its own.
pub fn next_policy(scenario: &Scenario, by: isize) -> Option<Scenario> {
    let knob = main_policy(&scenario.system)?;
    let choices = knob.choices()?;
    let all = choices.all;
    knobs::reads(scenario, knob.path).ok()?;
    let now = knobs::get(scenario, knob.path);
    let now = now.as_str()?;
    let now = match choices.formula_of(now) {
        Some(_) => choices.by_formula,
        None => now,
    };
    let at = all.iter().position(|it| now == it.key)?;
    let place = |step: isize| (at as isize + by.signum() * step).rem_euclid(all.len() as isize);
    let steps = by.abs()..by.abs() + all.len() as isize;
    steps
        .map(|step| place(step) as usize)
        .filter(|&place| place != at)
        .filter_map(|place| knobs::set(scenario, knob.path, &Value::from(all[place].key)).ok())
        .find(|next| validate(next).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use scheduling::system::two_level::{QueuePolicy, TwoLevel};

    fn queue(scenario: &Scenario) -> QueuePolicy {
        TwoLevel::of(&scenario.system).expect("a grid").local.queue
    }

    #[test]
    fn the_queue_policies_follow_one_another_as_in_their_table_and_go_round() {
        let mut scenario = Scenario::default();
        assert_eq!(queue(&scenario), QueuePolicy::ALL[0]);
        for &expected in QueuePolicy::ALL[1..].iter().chain(&QueuePolicy::ALL[..1]) {
            let next = next_policy(&scenario, 1).expect("another policy");
            assert_eq!(queue(&next), expected);
            assert_eq!(next_policy(&next, -1).as_ref(), Some(&scenario));
            scenario = next;
        }
        assert_eq!(scenario, Scenario::default());
    }

    #[test]
    fn every_system_that_decides_has_policies_that_can_all_be_run() {
        for system in System::all() {
            let scenario = Scenario { system, ..Scenario::default() };
            let Some(knob) = main_policy(&scenario.system) else {
                assert!(scenario.system.model().card().is_the_log);
                assert_eq!(next_policy(&scenario, 1), None);
                continue;
            };
            let count = knob.choices().expect("choices").all.len();
            let mut met = vec![scenario.clone()];
            for _ in 1..count {
                let last = &met[met.len() - 1];
                let next = next_policy(last, 1).expect("another policy");
                assert_eq!(validate(&next), Ok(()), "{}", knob.path);
                assert!(!met.contains(&next), "{}", knob.path);
                met.push(next);
            }
            assert_eq!(next_policy(&met[count - 1], 1), Some(scenario));
        }
    }

    #[test]
    fn policies_of_each_provider_are_left_as_they_are() {
        let mut scenario = Scenario::default();
        let queues = vec![QueuePolicy::Easy, QueuePolicy::Fcfs];
        TwoLevel::of_mut(&mut scenario.system).local.queues = queues;
        assert_eq!(next_policy(&scenario, 1), None);
        assert_eq!(next_policy(&scenario, -1), None);
    }
}
