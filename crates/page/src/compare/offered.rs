//! What a comparison offers to add.

use crate::formula_edit::KeptFormulas;
use crate::history::Experiment;
use crate::schedulable::Schedulable;
use experiment::comparison::{Contrast, contrasts, ordered_by};

/// The contrasts to the scenario in front that are not there yet and whose systems schedule the workload, those that are
/// ordered by a kept formula first.
pub fn offered(experiment: &Experiment, workload: Schedulable, kept: &KeptFormulas) -> Vec<Contrast> {
    let front = &experiment.scenario;
    let orders = kept.all().iter().rev().enumerate();
    let orders = orders.filter_map(|(place, it)| {
        let name = format!("★ {}", it.name);
        ordered_by(front, format!("order-{place}"), &name, &it.formula)
    });
    let is_new = |it: &Contrast| {
        let is_there = experiment.scenarios().any(|there| *there == it.scenario);
        !is_there && workload.lacks(&it.scenario.system).is_none()
    };
    orders.chain(contrasts(front)).filter(is_new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use experiment::{Scenario, System};
    use scheduling::policy::formula::Formula;

    #[test]
    fn kept_orders_are_offered_first_until_they_are_there() {
        let mut kept = KeptFormulas::default();
        for (name, text) in [("old", "limit"), ("mine", "-wait / limit")] {
            kept.keep(name, Formula::read(text).unwrap());
        }
        let experiment = Experiment::new(Scenario::default(), 0);
        let all = offered(&experiment, Schedulable::default(), &kept);
        let told: Vec<_> = all.iter().take(2).map(|it| (it.id.as_str(), it.label.as_str())).collect();
        assert_eq!(told, [("order-0", "ordered by ★ mine"), ("order-1", "ordered by ★ old")]);
        assert!(all.iter().any(|it| it.id == "fcfs"));
        let beside = Experiment::of(vec![Scenario::default(), all[0].scenario.clone()], 0, 0, 0);
        let left = offered(&beside, Schedulable::default(), &kept);
        assert!(left.iter().all(|it| it.id != "order-0") && left[0].id == "order-1");
        // The log itself has no schedule where it has no waits.
        let has_log = |lacks_waits: bool| {
            let workload = Schedulable { lacks_waits, ..Schedulable::default() };
            let all = offered(&experiment, workload, &kept);
            all.iter().any(|it| it.id == "as-logged")
        };
        assert_eq!((has_log(false), has_log(true)), (true, false));
        // A system that orders none by formula is offered none.
        let system = System::of_key("co_allocation").unwrap();
        let other = Experiment::new(Scenario { system, ..Scenario::default() }, 0);
        assert!(offered(&other, Schedulable::default(), &kept).iter().all(|it| !it.id.starts_with("order-")));
    }
}
