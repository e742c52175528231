//! The first visit: an example that three queue policies schedule differently.

use std::rc::Rc;

use serde_json::Value;

use crate::history::WorkloadKey;
use crate::sketched::{NAME, Sketched, scenario};
use experiment::{Scenario, knobs};
use workload::sketch::Sketch;

/// The queue policies that the first visit offers, by their keys.
const POLICIES: [&str; 3] = ["fcfs", "fcfs_backfilling", "easy"];

/// The knob that they are values of.
const KNOB: &str = "queue";

/// A queue policy that the first visit offers.
#[derive(Clone, Debug, PartialEq)]
pub struct Offered {
    /// Its name.
    pub name: &'static str,
    /// Its effect, in a sentence.
    pub about: &'static str,
    /// The scenario with it.
    pub scenario: Scenario,
    /// Whether the present scenario has it.
    pub chosen: bool,
}

/// The policies that are offered beside a scenario; none if its system has no such queue.
pub fn offered(present: &Scenario) -> Vec<Offered> {
    let knobs = knobs::knobs(present);
    let Some(knob) = knobs.into_iter().find(|it| it.key == KNOB) else {
        return Vec::new();
    };
    let rows = knob.choices().map_or(&[][..], |it| it.all);
    let of = |key: &str| {
        let row = rows.iter().find(|it| it.key == key)?;
        let scenario = knobs::set(present, knob.path, &Value::from(key)).ok()?;
        Some(Offered {
            name: row.name,
            about: row.about,
            chosen: scenario == *present,
            scenario,
        })
    };
    POLICIES.into_iter().filter_map(of).collect()
}

/// The example, as the text of a log.
pub fn example_text() -> String {
    Sketch::first_example().swf(NAME)
}

/// The example, as a workload of that key, with the scenario that it opens with: the policy is that of every other
/// beginning, so that a log that is dropped next runs under it.
pub fn example(key: WorkloadKey) -> Sketched {
    Sketched {
        key,
        sketch: Rc::new(Sketch::first_example()),
        opens: Some(scenario()),
        moving: None,
        chosen: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use workload::Workload;

    /// The starts of the jobs of the example, in minutes.
    fn starts(scenario: &Scenario) -> Vec<i64> {
        let read = workload::read("example.swf", example_text().as_bytes());
        let workload: Workload = read.expect("a log").workload;
        let run = experiment::run(scenario, &workload).expect("a run");
        run.schedule
            .outcomes
            .iter()
            .map(|it| it.start / 60)
            .collect()
    }

    #[test]
    fn each_policy_that_is_offered_gives_the_example_another_schedule() {
        let example = example(1);
        let scenario = example.experiment(&crate::history::Experiment::new(Scenario::default(), 0));
        let offered = offered(&scenario.scenario);
        let chosen: Vec<bool> = offered.iter().map(|it| it.chosen).collect();
        assert_eq!(chosen, [false, true, false]);
        let all: Vec<Vec<i64>> = offered.iter().map(|it| starts(&it.scenario)).collect();
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
