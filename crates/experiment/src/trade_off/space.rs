//! The search space: its knobs, and the scenarios in it.

use serde_json::Value;

use crate::{Scenario, knobs, validate};
use scheduling::system::{Knob, Values};

/// The knobs that are combined, and the values that each takes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Space {
    /// The first knob turns slowest.
    pub varied: Vec<Varied>,
}

/// A knob and its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Varied {
    pub knob: &'static Knob,
    /// The values that it takes in turn; none for the scenario's own.
    pub values: Vec<Value>,
}

impl Space {
    /// The default values of the knobs of a scenario's system, and the scenario's own value for knobs
    /// without default values.
    pub fn usual(scenario: &Scenario) -> Self {
        let usual = scenario.system.model().knobs().into_iter().map(|knob| Varied {
            knob,
            values: match &knob.values {
                Values::Choices(choices) => choices.tried().into_iter().map(Value::from).collect(),
                Values::Numbers(numbers) => numbers.tried.iter().copied().map(knobs::number).collect(),
                _ => Vec::new(),
            },
        });
        Self { varied: usual.collect() }
    }

    /// The values of the knob of that key.
    pub fn values(&self, key: &str) -> Option<&[Value]> {
        let varied = self.varied.iter().find(|it| it.knob.key() == key)?;
        Some(&varied.values)
    }

    /// The space with other values of the knob of that key; the same if there is none.
    pub fn with<T: Into<Value>>(mut self, key: &str, values: impl IntoIterator<Item = T>) -> Self {
        if let Some(varied) = self.varied.iter_mut().find(|it| it.knob.key() == key) {
            varied.values = values.into_iter().map(Into::into).collect();
        }
        self
    }

    /// The space with the values of any knob: one that it does not vary yet turns fastest.
    pub fn with_knob(mut self, knob: &'static Knob, values: Vec<Value>) -> Self {
        match self.varied.iter_mut().find(|it| it.knob.path == knob.path) {
            Some(varied) => varied.values = values,
            None => self.varied.push(Varied { knob, values }),
        }
        self
    }

    /// Whether two scenarios differ only in their place in the space.
    pub fn is_around(&self, one: &Scenario, other: &Scenario) -> bool {
        let placed = self.varied.iter().try_fold(one.clone(), |scenario, varied| {
            let value = knobs::get(other, varied.knob.path);
            knobs::set(&scenario, varied.knob.path, &value).ok()
        });
        placed.as_ref() == Some(other)
    }
}

/// One combination of a space: a value for each of its knobs.
pub type Choice = Vec<(&'static Knob, Value)>;

/// A scenario to be tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Its combination in a few words: `EASY backfilling · MCT · Load balancing · grid δ 10 min`.
    /// Knobs without effect on the scenario are left out: with one provider there is no allocation.
    pub label: String,
    /// Its combination.
    pub choice: Choice,
    /// The scenario that the space was spanned around, with that combination.
    pub scenario: Scenario,
}

/// Every combination of a space around a scenario, each once, in order: the first knob turns slowest.
/// All other fields of the scenario are kept.
///
/// Values without effect are not tried: where a knob is not read, the scenario's own value stands for
/// all (with one provider its own allocations do, without reservations that of reservations).
/// Combinations that cannot be run (a static partition of one provider) are left out. Where a list of
/// the space is empty, the scenario's own value takes its place.
///
/// O(combinations · a system's size).
pub fn candidates(scenario: &Scenario, space: &Space) -> Vec<Candidate> {
    let mut found = Vec::new();
    let none = Candidate { label: String::new(), choice: Vec::new(), scenario: scenario.clone() };
    combine(none, &space.varied, &mut found);
    found.retain(|it| validate(&it.scenario).is_ok());
    found
}

/// Goes on from a combination of some knobs with each value of the next.
fn combine(so_far: Candidate, varied: &[Varied], found: &mut Vec<Candidate>) {
    let Some((next, rest)) = varied.split_first() else {
        return found.push(so_far);
    };
    let path = next.knob.path;
    let own = knobs::get(&so_far.scenario, path);
    let is_read = knobs::reads(&so_far.scenario, path).is_ok();
    let mut tried: Vec<&Value> = Vec::with_capacity(next.values.len());
    for value in &next.values {
        if is_read && !tried.contains(&value) {
            tried.push(value);
        }
    }
    if tried.is_empty() {
        tried.push(&own);
    }
    for &value in &tried {
        let scenario = if *value == own {
            so_far.scenario.clone()
        } else {
            match knobs::set(&so_far.scenario, path, value) {
                Ok(scenario) => scenario,
                Err(_) => continue,
            }
        };
        let mut choice = so_far.choice.clone();
        choice.push((next.knob, value.clone()));
        // A knob without effect, or neither varied nor part of the usual label, is left out of the
        // label.
        let mut label = so_far.label.clone();
        if is_read && is_told(next) {
            if !label.is_empty() {
                label.push_str(" · ");
            }
            label.push_str(&next.knob.told(value));
        }
        let next = Candidate { label, choice, scenario };
        combine(next, rest, found);
    }
}

/// Whether labels name a knob: unless only the scenario's own value of it is tried, and that is usual.
fn is_told(varied: &Varied) -> bool {
    let usual = match &varied.knob.values {
        Values::Choices(choices) => choices.is_tried(),
        Values::Numbers(numbers) => numbers.searched || !numbers.tried.is_empty(),
        _ => false,
    };
    usual || !varied.values.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{System, run_all};
    use workload::testing::listed;
    use workload::workflow::generate::MadeUp;

    fn usual() -> Space {
        Space::usual(&Scenario::default())
    }

    fn count(space: &Space, keys: &[&str]) -> usize {
        keys.iter().map(|key| space.values(key).unwrap().len()).product()
    }

    fn value<'a>(candidate: &'a Candidate, key: &str) -> &'a Value {
        let mut choice = candidate.choice.iter();
        &choice.find(|(knob, _)| knob.key() == key).unwrap().1
    }

    #[test]
    fn every_combination_is_tried_once() {
        let space = usual();
        let three_providers = Scenario { platform: vec![64, 64, 32], ..Scenario::default() };
        let all = candidates(&three_providers, &space);
        let keys = ["queue", "batch_allocation", "reservation_allocation", "period"];
        let expected = count(&space, &keys);
        assert_eq!((all.len(), expected), (9 * 5 * 5 * 5, 9 * 5 * 5 * 5));
        let mut labels: Vec<&str> = all.iter().map(|it| it.label.as_str()).collect();
        assert!(labels.contains(&"EASY backfilling · AR resource priority · Load balancing · grid δ 10 min"));
        labels.sort_unstable();
        labels.dedup();
        assert_eq!(labels.len(), expected, "two combinations with one label");
    }

    #[test]
    fn a_candidate_differs_from_its_scenario_in_its_choice_alone() {
        let mut base = Scenario { seed: 7, ..Scenario::default() };
        base.workload.reservations.percent = 45.0;
        let space = usual();
        for candidate in candidates(&base, &space) {
            assert!(space.is_around(&candidate.scenario, &base));
            for (knob, value) in &candidate.choice {
                assert_eq!(knobs::get(&candidate.scenario, knob.path), *value);
            }
        }
        let mut other = base.clone();
        other.seed = 8;
        assert!(!space.is_around(&other, &base));
    }

    #[test]
    fn what_makes_no_difference_is_not_tried() {
        let space = usual();
        let (queues, periods) = (count(&space, &["queue"]), count(&space, &["period"]));
        let one_provider = Scenario { platform: vec![128], ..Scenario::default() };
        let all = candidates(&one_provider, &space);
        assert_eq!(all.len(), queues * periods);
        assert!(all.iter().any(|it| it.label == "SJF · grid δ 1 d"));
        let all = candidates(&Scenario::default(), &space);
        let one_for_batch_jobs = all.iter().filter(|it| it.label.starts_with("SJF · AR static partition ·"));
        assert_eq!(one_for_batch_jobs.count(), periods);
        let mut batch_only = Scenario::default();
        batch_only.workload.reservations.percent = 0.0;
        let all = candidates(&batch_only, &space);
        let keys = ["queue", "batch_allocation", "period"];
        assert_eq!(all.len(), count(&space, &keys));
        assert!(all.iter().any(|it| it.label == "SJF · Random provider (batch) · on arrival"));
    }

    fn labels(all: &[Candidate]) -> String {
        listed(all.iter().map(|it| &it.label), "\n")
    }

    #[test]
    fn both_periods_are_varied_and_told_apart() {
        let space =
            usual().with("queue", ["lsf", "easy"]).with("period", [0, 600]).with("local_period", [0, 600, 3_600]);
        let json = r#"{"platform": [128], "system": {"two_level": {"local": {"period": 60}}}}"#;
        let all = candidates(&Scenario::from_json(json.as_bytes()).unwrap(), &space);
        // EASY does not read the local one, and keeps the scenario's own.
        assert_eq!(
            labels(&all),
            "Largest size first · on arrival · local δ 0\n\
            Largest size first · on arrival · local δ 10 min\n\
            Largest size first · on arrival · local δ 1 h\n\
            Largest size first · grid δ 10 min · local δ 0\n\
            Largest size first · grid δ 10 min · local δ 10 min\n\
            Largest size first · grid δ 10 min · local δ 1 h\n\
            EASY backfilling · on arrival\n\
            EASY backfilling · grid δ 10 min"
        );
        for candidate in all.iter().filter(|it| it.label.starts_with("EASY")) {
            assert_eq!(value(candidate, "local_period"), 60);
        }
    }

    #[test]
    fn an_empty_list_stands_for_the_scenarios_own_value_and_equal_values_for_one() {
        let space = usual()
            .with("queue", [0; 0])
            .with("batch_allocation", [0; 0])
            .with("reservation_allocation", ["mct"; 3])
            .with("period", [60, 60, -1, 0]);
        let all = candidates(&Scenario::default(), &space);
        let periods: Vec<&Value> = all.iter().map(|it| value(it, "period")).collect();
        assert_eq!(periods, [60, 0], "a negative period cannot be run");
    }

    #[test]
    fn any_knob_can_be_varied_beside_the_usual_ones() {
        let scenario = Scenario::default();
        let share = knobs::knob(&scenario, knobs::SHARE).unwrap();
        let space = usual()
            .with("queue", ["easy"])
            .with("batch_allocation", [0; 0])
            .with("reservation_allocation", [0; 0])
            .with("period", [0])
            .with_knob(share, vec![10.into(), 40.into()]);
        assert_eq!(
            labels(&candidates(&scenario, &space)),
            "EASY backfilling · MCT · Load balancing · on arrival · AR share 10 %\n\
            EASY backfilling · MCT · Load balancing · on arrival · AR share 40 %"
        );
    }

    /// Every scheduler that makes a schedule with every sharing out that reserves task by task, and each of
    /// them runs on a workflow that brings no schedule along.
    #[test]
    fn a_workflow_is_tried_with_four_schedulers_and_six_ways_to_share_out() {
        let scenario = Scenario { system: System::of_key("workflow").expect("a system"), ..Scenario::default() };
        let space = Space::usual(&scenario);
        let all = candidates(&scenario, &space);
        let mut pairs: Vec<(&str, &str)> = all
            .iter()
            .map(|it| ["scheduler", "variant"].map(|key| value(it, key).as_str().expect("a word")))
            .map(|[scheduler, variant]| (scheduler, variant))
            .collect();
        assert_eq!(pairs.len(), 24);
        pairs.sort_unstable();
        pairs.dedup();
        assert_eq!(pairs.len(), 24, "a combination is tried twice");
        let count = |of: fn(&(&str, &str)) -> bool| pairs.iter().filter(|it| of(it)).count();
        for scheduler in ["heft", "hybrid_bmct", "fcp", "dls"] {
            assert_eq!(pairs.iter().filter(|it| it.0 == scheduler).count(), 6);
        }
        assert_eq!(count(|it| it.0 == "given" || it.1 == "dag_reserve"), 0);
        let made = MadeUp { tasks: 12, machines: 3, ..MadeUp::default() };
        let workload = made.workload().expect("a workflow");
        let scenarios: Vec<Scenario> = all.into_iter().map(|it| it.scenario).collect();
        let reports = run_all(&scenarios, &workload).expect("they run");
        assert!(reports.iter().all(|it| it.measures["spare_least"] >= 0.0));
        // The whole workflow's reservation is a seventh that can be added.
        let with = space.with("variant", ["cp_even_time", "dag_reserve"]);
        assert_eq!(candidates(&scenario, &with).len(), 8);
    }

    #[test]
    fn a_system_without_knobs_is_tried_as_it_is() {
        for system in System::all() {
            let scenario = Scenario { system, ..Scenario::default() };
            let all = candidates(&scenario, &Space::usual(&scenario));
            assert!(!all.is_empty());
        }
    }
}
