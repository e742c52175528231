//! Scenarios that make a good contrast to one that is there.

use crate::experiment::{Scenario, System, names, validate};
use crate::system::two_level::{QueuePolicy, TwoLevel};
use crate::workload::reserve::RequestKind;

/// A scenario that differs from another one in one thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Contrast {
    /// Its name in ids.
    pub id: &'static str,
    /// What differs, in a few words: `under EASY backfilling`.
    pub label: String,
    /// The scenario.
    pub scenario: Scenario,
}

/// Changes a scenario, or the options of its system.
type Change = fn(&mut Scenario, &mut TwoLevel);

/// What is worth comparing with `scenario`: other queue policies, without or with reservations, other
/// periods, in the order in which a lecture would take them. What is no change, and what cannot be
/// run, is left out.
pub fn contrasts(scenario: &Scenario) -> Vec<Contrast> {
    let System::TwoLevel(_) = &scenario.system;
    let under = |queue| format!("under {}", names::in_text(names::queue(queue)));
    let queues: [(&str, QueuePolicy, Change); 4] = [
        ("easy", QueuePolicy::Easy, |_, it| {
            it.local.queue = QueuePolicy::Easy;
        }),
        ("fcfs", QueuePolicy::Fcfs, |_, it| {
            it.local.queue = QueuePolicy::Fcfs;
        }),
        ("conservative", QueuePolicy::Conservative, |_, it| {
            it.local.queue = QueuePolicy::Conservative;
        }),
        ("fcfs-backfilling", QueuePolicy::FcfsBackfilling, |_, it| {
            it.local.queue = QueuePolicy::FcfsBackfilling;
        }),
    ];
    let others: [(&str, &str, Change); 4] = [
        ("no-reservations", "without reservations", |scenario, _| {
            scenario.workload.reservations.percent = 0.0;
            scenario.workload.reservations.listed = Vec::new().into();
        }),
        (
            "half-reservations",
            "with 50 % reservations",
            |scenario, _| {
                let reservations = &mut scenario.workload.reservations;
                if reservations.request != RequestKind::Listed {
                    reservations.percent = 50.0;
                }
            },
        ),
        ("every-hour", "with a period δ of 1 h", |_, it| {
            it.grid.period = 3_600;
        }),
        ("on-arrival", "forwarding on arrival", |_, it| {
            it.grid.period = 0;
        }),
    ];
    let queues = queues.map(|(id, queue, change)| (id, under(queue), change));
    let others = others.map(|(id, label, change)| (id, label.to_owned(), change));
    queues
        .into_iter()
        .chain(others)
        .filter_map(|(id, label, change)| {
            let mut contrast = scenario.clone();
            let System::TwoLevel(mut options) = contrast.system.clone();
            change(&mut contrast, &mut options);
            contrast.system = System::TwoLevel(options);
            let differs = contrast != *scenario && validate(&contrast).is_ok();
            differs.then_some(Contrast {
                id,
                label,
                scenario: contrast,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::words::differences::differences;

    fn ids(scenario: &Scenario) -> Vec<&'static str> {
        contrasts(scenario).iter().map(|it| it.id).collect()
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
        assert!(!ids(&scenario).contains(&"fcfs-backfilling"));
        assert!(!ids(&scenario).contains(&"on-arrival"));
        let easy = contrasts(&scenario).swap_remove(0).scenario;
        assert!(!ids(&easy).contains(&"easy"));
        let mut plain = scenario;
        plain.workload.reservations.percent = 0.0;
        assert!(!ids(&plain).contains(&"no-reservations"));
        assert!(ids(&plain).contains(&"half-reservations"));
    }

    #[test]
    fn what_cannot_be_run_is_not_offered() {
        // Conservative backfilling promises counts at any second.
        let json = r#"{"system": {"two_level": {"local": {"binding": "static"}}}}"#;
        let fixed = Scenario::from_json(json.as_bytes()).unwrap();
        assert!(!ids(&fixed).contains(&"conservative"));
    }
}
