//! What a comparison offers to add.

use crate::formula_edit::KeptFormulas;
use crate::history::{Experiment, History};
use crate::schedulable::Schedulable;
use experiment::comparison::{Contrast, contrasts, ordered_by};
use experiment::{Scenario, knobs, validate};

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

/// The scenario that the one in front is first compared with: with the choice of a policy that was tried last before its
/// own, or else the first contrast that is offered.
pub fn natural_contrast(history: &History, workload: Schedulable) -> Option<Scenario> {
    let present = history.present();
    let front = &present.scenario;
    let is_alike = |it: &&Experiment| {
        it.workload == present.workload && it.scenario.system.model().key() == front.system.model().key()
    };
    let tried = history.past().filter(is_alike).find_map(|before| {
        let choices = knobs::knobs(front).into_iter().filter(|it| {
            it.choices().is_some_and(|it| !it.contrasts.is_empty()) && knobs::reads(front, it.path).is_ok()
        });
        let mut set = choices.filter_map(|it| knobs::set(front, it.path, &knobs::get(&before.scenario, it.path)).ok());
        set.find(|it| it != front && validate(it).is_ok())
    });
    tried.or_else(|| {
        let offered = offered(present, workload, &KeptFormulas::default());
        offered.into_iter().next().map(|it| it.scenario)
    })
}

/// The first of the contrasts in another policy than those in which the compared scenarios differ, and the name of its
/// choice; the comparison of queue policies leads to that of grid policies.
pub fn further_policy(experiment: &Experiment, offered: &[Contrast]) -> Option<(String, Scenario)> {
    let front = &experiment.scenario;
    let policies = knobs::knobs(front).into_iter().filter_map(|it| Some((it.path, it.choices()?)));
    let mut shared = policies.filter(|(path, choices)| {
        let chosen = knobs::get(front, path);
        !choices.contrasts.is_empty() && experiment.scenarios().all(|it| knobs::get(it, path) == chosen)
    });
    shared.find_map(|(path, choices)| {
        let other = offered.iter().find(|it| knobs::get(&it.scenario, path) != knobs::get(front, path))?;
        let value = knobs::get(&other.scenario, path);
        Some((choices.name(value.as_str()?).into_owned(), other.scenario.clone()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use experiment::System;
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

    #[test]
    fn a_scenario_is_first_compared_with_the_policy_that_was_tried_before_it() {
        let queue = "system.two_level.local.queue";
        let with = |queue_policy: &str, seed: u64| {
            let scenario = Scenario { seed, ..Scenario::default() };
            Experiment::new(knobs::set(&scenario, queue, &queue_policy.into()).unwrap(), 0)
        };
        let told = |history: &History| {
            let contrast = natural_contrast(history, Schedulable::default()).unwrap();
            (knobs::get(&contrast, queue).as_str().unwrap().to_owned(), contrast.seed)
        };
        let mut history = History::new(with("easy", 1));
        assert_eq!(told(&history), ("fcfs_backfilling".to_owned(), 1));
        history.change(with("conservative", 1), None);
        history.change(with("conservative", 2), None);
        assert_eq!(told(&history), ("easy".to_owned(), 2));
        // Another log's policies were not tried on this one.
        history.change(Experiment { workload: 3, ..with("conservative", 2) }, None);
        assert_eq!(told(&history), ("easy".to_owned(), 2), "the first that is offered");
    }

    #[test]
    fn two_queue_policies_lead_to_another_grid_policy_where_jobs_reserve_on_several_providers() {
        let [queue, share, providers] =
            ["system.two_level.local.queue", knobs::SHARE, "platform.providers"].map(|path| {
                move |scenario: &Scenario, value: serde_json::Value| knobs::set(scenario, path, &value).unwrap()
            });
        let told = |first: Scenario| {
            let second = queue(&first, "easy".into());
            let experiment = Experiment::of(vec![first, second], 0, 0, 0);
            let all = offered(&experiment, Schedulable::default(), &KeptFormulas::default());
            further_policy(&experiment, &all).map(|it| it.0)
        };
        let default = Scenario::default();
        assert_eq!(told(default.clone()).as_deref(), Some("AR resource priority"));
        assert_eq!(told(share(&default, 0.into())), None);
        assert_eq!(told(providers(&default, 1.into())), None);
    }
}
