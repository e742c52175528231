//! The first visit: an example that three queue policies schedule differently.

use std::rc::Rc;

use serde_json::Value;

use crate::history::WorkloadKey;
use crate::sketched::{NAME, Sketched, scenario};
use experiment::{Scenario, knobs};
use scheduling::system::Knob;
use workload::sketch::Sketch;

/// The queue policies that the first visit offers, by their keys.
const POLICIES: [&str; 3] = ["fcfs", "fcfs_backfilling", "easy"];

/// The knob that they are values of.
const KNOB: &str = "queue";

/// A queue policy that the first visit offers.
#[derive(Clone, Debug, PartialEq)]
pub struct Offered {
    /// Its key.
    pub key: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its effect, in a sentence.
    pub about: &'static str,
    /// Whether the present scenario has it.
    pub chosen: bool,
}

/// The policies that are offered beside a scenario; none if its system has no such queue.
pub fn offered(present: &Scenario) -> Vec<Offered> {
    let Some(knob) = queue(present) else {
        return Vec::new();
    };
    let rows = knob.choices().map_or(&[][..], |it| it.all);
    let now = knobs::get(present, knob.path);
    let of = |key: &'static str| {
        let row = rows.iter().find(|it| it.key == key)?;
        Some(Offered { key, name: row.name, about: row.about, chosen: now == key })
    };
    POLICIES.into_iter().filter_map(of).collect()
}

/// Gives a scenario the queue policy of a key; one without such a queue stays as it is.
pub fn choose(present: &mut Scenario, key: &str) {
    let next = queue(present).and_then(|it| knobs::set(present, it.path, &Value::from(key)).ok());
    if let Some(next) = next {
        *present = next;
    }
}

fn queue(present: &Scenario) -> Option<&'static Knob> {
    knobs::knobs(present).into_iter().find(|it| it.key == KNOB)
}

/// The example, as the text of a log.
pub fn example_text() -> String {
    Sketch::first_example().swf(NAME)
}

/// The example, as a workload of that key, with the scenario that it opens with: the policy is that of every other
/// beginning, so that a log that is dropped next runs under it.
pub fn example(key: WorkloadKey) -> Sketched {
    Sketched { key, sketch: Rc::new(Sketch::first_example()), opens: Some(scenario()), moving: None, chosen: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use workload::Workload;

    /// The starts of the jobs of the example, in minutes.
    fn starts(scenario: &Scenario) -> Vec<i64> {
        let read = workload::read("example.swf", example_text().as_bytes());
        let workload: Workload = read.unwrap().workload;
        let run = experiment::run(scenario, &workload).unwrap();
        run.schedule.outcomes.iter().map(|it| it.start / 60).collect()
    }

    #[test]
    fn each_policy_that_is_offered_gives_the_example_another_schedule() {
        let example = example(1);
        let scenario = example.experiment(&crate::history::Experiment::new(Scenario::default(), 0));
        let offered = offered(&scenario.scenario);
        let chosen: Vec<bool> = offered.iter().map(|it| it.chosen).collect();
        assert_eq!(chosen, [false, true, false]);
        let under = |it: &Offered| {
            let mut scenario = scenario.scenario.clone();
            choose(&mut scenario, it.key);
            starts(&scenario)
        };
        let all: Vec<Vec<i64>> = offered.iter().map(under).collect();
        assert_eq!(
            all,
            [
                // No job overtakes the second.
                vec![0, 60, 90, 90, 90],
                // The fourth starts as soon as it fits, and the second waits for it.
                vec![0, 105, 10, 15, 60],
                // The third ends before the second is due, the fourth would not.
                vec![0, 60, 10, 90, 90],
            ]
        );
        let different: BTreeSet<&Vec<i64>> = all.iter().collect();
        assert_eq!(different.len(), 3);
    }
}
