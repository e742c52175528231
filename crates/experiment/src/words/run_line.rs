//! Which run it is, in a line that is the same wherever a run is shown.

use super::{usual_kind, words_on};
use crate::{Scenario, draws};
use workload::WorkloadKind;
use workload::reserve::RequestKind;

/// System, policy with its period δ if it has one, share of reservations, and the seed if anything is drawn:
/// `Two-level grid: FCFS with backfilling, δ = 300 s · 30 % reservations · seed 1`.
pub fn run_line(scenario: &Scenario, kind: WorkloadKind) -> String {
    let model = scenario.system.model();
    let policy = model.policy(&scenario.surroundings());
    let mut parts =
        vec![if policy.is_empty() { model.name().to_owned() } else { format!("{}: {policy}", model.name()) }];
    if kind == WorkloadKind::Log && model.books() {
        parts.push(share(scenario));
    }
    if kind == WorkloadKind::Log {
        parts.extend(load(scenario));
    }
    if draws(scenario, kind) {
        parts.push(format!("seed {}", scenario.seed));
    }
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

/// The policies that send jobs to providers, which the run's line leaves out; empty where there are none.
pub fn forwarding(scenario: &Scenario) -> String {
    scenario.system.model().forwarding(&scenario.surroundings())
}

/// The line of several scenarios, each on a workload of its kind: the parts that their lines have in common, so that what differs can stand with each.
/// Empty without scenarios.
pub fn common_line(scenarios: &[(&Scenario, WorkloadKind)]) -> String {
    let lines = scenarios.iter().map(|&(it, kind)| run_line(it, kind));
    let lines: Vec<String> = lines.collect();
    let all: Vec<Vec<(&str, &str)>> = lines.iter().map(|it| parts(it)).collect();
    let Some((first, others)) = all.split_first() else {
        return String::new();
    };
    let mut line = String::new();
    for part @ (sign, words) in first {
        if others.iter().all(|it| it.contains(part)) {
            line += if line.is_empty() { "" } else { sign };
            line += words;
        }
    }
    line
}

/// The parts of a run's line, each with the sign before it.
fn parts(line: &str) -> Vec<(&str, &str)> {
    let mut parts = Vec::new();
    for (at, part) in line.split(" · ").enumerate() {
        let (name, rest) = part.split_once(": ").unwrap_or((part, ""));
        parts.push((if at == 0 { "" } else { " · " }, name));
        let policy = rest.split(", ").filter(|it| !it.is_empty()).enumerate();
        parts.extend(policy.map(|(at, it)| (if at == 0 { ": " } else { ", " }, it)));
    }
    parts
}

fn share(scenario: &Scenario) -> String {
    let reservations = &scenario.workload.reservations;
    match reservations.request {
        _ if !reservations.any() => "no reservations".to_owned(),
        RequestKind::Listed => "reservations as listed".to_owned(),
        _ => format!("{} % reservations", reservations.percent),
    }
}

/// Where the jobs do not come as the log has them: how much denser, and which part of the work stays.
fn load(scenario: &Scenario) -> Option<String> {
    let selection = &scenario.workload;
    let denser = (selection.load_factor != 1.0).then(|| format!("load × {}", selection.load_factor));
    let thinned = selection.thin_users.filter(|_| selection.thins());
    let thinned = thinned.map(|share| format!("users thinned to {share} of the work"));
    let told: Vec<String> = denser.into_iter().chain(thinned).collect();
    (!told.is_empty()).then(|| told.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use workload::testing::rows;

    #[test]
    fn system_policy_period_share_and_seed_stand_in_one_line() {
        for [scenario, expected] in rows(
            "{} | Two-level grid: FCFS with backfilling · 30 % reservations · seed 1
            {\"workload\": {\"reservations\": {\"percent\": 0}}, \"seed\": 7, \"system\": {\"two_level\": \
            {\"grid\": {\"period\": 300}, \"local\": {\"queue\": \"lsf\", \"period\": 600}}}} | \
            Two-level grid: largest size first every 600 s, δ = 300 s · no reservations
            {\"workload\": {\"reservations\": {\"request\": \"listed\", \
            \"listed\": [{\"job\": 1, \"ready\": 0, \"deadline\": 9}]}}, \
            \"system\": {\"two_level\": {\"local\": {\"systems\": [\"sge\"]}}}} | \
            Two-level grid: FCFS with backfilling on SGE · reservations as listed · seed 1
            {\"workload\": {\"load_factor\": 1.5, \"thin_users\": 0.5}} | \
            Two-level grid: FCFS with backfilling · 30 % reservations · \
            load × 1.5, users thinned to 0.5 of the work · seed 1
            {\"system\": {\"as_logged\": {}}} | As logged
            {\"system\": {\"co_allocation\": {}}} | \
            Co-allocation: latest start, Δt = 900 s · 30 % reservations · seed 1
            {\"system\": {\"imprecise_calendar\": {\"configuration\": \"configuration2\", \"backfill\": false}}} | \
            Imprecise calendar: configuration 2, no backfilling · 30 % reservations · seed 1
            {\"system\": {\"workflow\": {}}} | Workflow: HEFT, r_even_time
            {\"system\": {\"broker\": {}}} | Broker: offers and a broker",
        ) {
            let scenario: Scenario = serde_json::from_str(&scenario).unwrap();
            assert_eq!(run_line(&scenario, scenario.system.model().takes()[0]), expected);
        }
    }

    #[test]
    fn many_runs_are_told_by_the_one_that_they_were_varied_from() {
        for (scenario, expected) in [
            ("{}", "Varied from Two-level grid: FCFS with backfilling · 30 % reservations · seed 1"),
            (r#"{"system": {"workflow": {}}}"#, "Varied from Workflow: HEFT, r_even_time"),
        ] {
            assert_eq!(around(&serde_json::from_str(scenario).unwrap()), expected);
        }
    }

    #[test]
    fn several_scenarios_have_a_line_of_what_they_have_in_common() {
        let of = |json: &str| -> Scenario { serde_json::from_str(json).unwrap() };
        let easy = of(r#"{"system": {"two_level": {"local": {"queue": "easy"}}}}"#);
        let shared = of(r#"{"workload": {"reservations": {"percent": 0}}}"#);
        let (usual, workflow) = (Scenario::default(), of(r#"{"system": {"workflow": {}}}"#));
        let line = |all: &[&Scenario]| {
            let all: Vec<_> = all.iter().map(|&it| (it, usual_kind(it))).collect();
            common_line(&all)
        };
        assert_eq!(line(&[]), "");
        assert_eq!(line(&[&usual]), run_line(&usual, WorkloadKind::Log));
        for (all, expected) in [
            ([&usual, &easy], "Two-level grid · 30 % reservations · seed 1"),
            ([&usual, &shared], "Two-level grid: FCFS with backfilling"),
            ([&usual, &workflow], ""),
        ] {
            assert_eq!(line(&all), expected);
            assert_eq!(line(&[all[1], all[0]]), expected);
        }
    }

    #[test]
    fn what_sends_jobs_to_providers_is_told_where_there_is_a_choice() {
        for [scenario, expected] in rows(
            "{} | load balancing for batch jobs, MCT for reservations
            {\"workload\": {\"reservations\": {\"percent\": 0}}} | load balancing for batch jobs
            {\"workload\": {\"reservations\": {\"percent\": 100}}} | MCT for reservations
            {\"platform\": [64]} |
            {\"system\": {\"broker\": {}}} |",
        ) {
            assert_eq!(forwarding(&serde_json::from_str(&scenario).unwrap()), expected, "{scenario}");
        }
    }

    #[test]
    fn a_caption_is_the_line_above_the_whole_scenario() {
        let scenario = Scenario::default();
        let lines = [run_line(&scenario, WorkloadKind::Log), words_on(&scenario, WorkloadKind::Log)];
        assert!(caption(&scenario, WorkloadKind::Log).lines().eq(lines));
    }
}
