//! Which run it is, in a line that is the same wherever a run is shown.

use super::{usual_kind, words_on};
use crate::Scenario;
use workload::WorkloadKind;
use workload::reserve::RequestKind;

/// System, policy with its period δ, share of reservations and seed:
/// `Two-level grid: FCFS with backfilling, δ = 0 s · 30 % reservations · seed 1`.
pub fn run_line(scenario: &Scenario, kind: WorkloadKind) -> String {
    let model = scenario.system.model();
    let policy = model.policy(&scenario.surroundings());
    let mut parts = vec![match policy.is_empty() {
        true => model.name().to_owned(),
        false => format!("{}: {policy}", model.name()),
    }];
    if kind == WorkloadKind::Log && model.books() {
        parts.push(share(scenario));
    }
    parts.push(format!("seed {}", scenario.seed));
    parts.join(" · ")
}

/// The caption above a picture: the run's line, and beneath it the whole scenario in words.
pub fn caption(scenario: &Scenario, kind: WorkloadKind) -> String {
    let (line, words) = (run_line(scenario, kind), words_on(scenario, kind));
    format!("{line}\n{words}")
}

/// The line above pictures of many runs: it names the run that they were varied from.
pub fn around(scenario: &Scenario) -> String {
    format!("Varied from {}", run_line(scenario, usual_kind(scenario)))
}

fn share(scenario: &Scenario) -> String {
    let reservations = &scenario.workload.reservations;
    match reservations.request {
        _ if !reservations.any() => "no reservations".to_owned(),
        RequestKind::Listed => "reservations as listed".to_owned(),
        _ => format!("{} % reservations", reservations.percent),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(json: &str, kind: WorkloadKind) -> String {
        run_line(&serde_json::from_str(json).unwrap(), kind)
    }

    #[test]
    fn system_policy_period_share_and_seed_stand_in_one_line() {
        use WorkloadKind::{Log, TaskBatch, Workflow};
        for (scenario, kind, expected) in [
            (
                "{}",
                Log,
                "Two-level grid: FCFS with backfilling, δ = 0 s · 30 % reservations · seed 1",
            ),
            (
                r#"{"workload": {"reservations": {"percent": 0}}, "seed": 7, "system": {"two_level":
                    {"grid": {"period": 300}, "local": {"queue": "lsf", "period": 600}}}}"#,
                Log,
                "Two-level grid: largest size first every 600 s, δ = 300 s · no reservations · seed 7",
            ),
            (
                r#"{"workload": {"reservations": {"request": "listed", "listed": [{"job": 1, "ready": 0, "deadline": 9}]}},
                    "system": {"two_level": {"local": {"systems": ["sge"]}}}}"#,
                Log,
                "Two-level grid: FCFS with backfilling on SGE, δ = 0 s · reservations as listed · seed 1",
            ),
            (
                r#"{"system": {"as_logged": {}}}"#,
                Log,
                "As logged · seed 1",
            ),
            (
                r#"{"system": {"co_allocation": {}}}"#,
                Log,
                "Co-allocation: latest start, Δt = 900 s · 30 % reservations · seed 1",
            ),
            (
                r#"{"system": {"imprecise_calendar": {"configuration": "configuration2", "backfill": false}}}"#,
                Log,
                "Imprecise calendar: configuration 2, no backfilling · 30 % reservations · seed 1",
            ),
            (
                r#"{"system": {"workflow": {}}}"#,
                Workflow,
                "Workflow: HEFT, r_even_time · seed 1",
            ),
            (
                r#"{"system": {"broker": {}}}"#,
                TaskBatch,
                "Broker: offers and a broker · seed 1",
            ),
        ] {
            assert_eq!(line(scenario, kind), expected);
        }
    }

    #[test]
    fn many_runs_are_told_by_the_one_that_they_were_varied_from() {
        for (scenario, expected) in [
            (
                "{}",
                "Varied from Two-level grid: FCFS with backfilling, δ = 0 s · 30 % reservations · seed 1",
            ),
            (
                r#"{"system": {"workflow": {}}}"#,
                "Varied from Workflow: HEFT, r_even_time · seed 1",
            ),
        ] {
            assert_eq!(around(&serde_json::from_str(scenario).unwrap()), expected);
        }
    }

    #[test]
    fn a_caption_is_the_line_above_the_whole_scenario() {
        let scenario = Scenario::default();
        let caption = caption(&scenario, WorkloadKind::Log);
        let lines: Vec<&str> = caption.lines().collect();
        let expected = [
            run_line(&scenario, WorkloadKind::Log),
            words_on(&scenario, WorkloadKind::Log),
        ];
        assert_eq!(lines, expected);
    }
}
