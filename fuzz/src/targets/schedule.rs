//! Whole runs: any scenario that bytes can choose, on a small workload of a kind that its system takes.

mod choices;

use serde_json::Value;
use slotscope::criteria::{Report, report};
use slotscope::engine::sound;
use slotscope::engine::{Run, Status};
use slotscope::experiment::wire::{decode, encode};
use slotscope::experiment::{self, Scenario, explain, run, start};
use slotscope::export::{batsim_jobs_csv, jobs_csv, schedule_gwf, schedule_sacct, schedule_swf};
use slotscope::workload::{MAX_TIME, Workload, WorkloadKind, read};

pub use choices::{scenario_of, workload_of};

use crate::Watch;
use crate::draws::Draws;

/// The system that gives a job processors of several providers at once.
const SPREADS: &str = "imprecise_calendar";

/// A run of what the bytes choose: it is sound and its figures are finite, it is the same in pieces, as columns,
/// and under a watch, and can be exported.
pub fn schedule(input: &[u8], watch: &mut Watch) {
    let mut draws = Draws::new(input);
    let scenario = scenario_of(&mut draws);
    let kinds = scenario.system.model().takes();
    let kind = draws.one_of(kinds).expect("every system takes something");
    let workload = workload_of(&mut draws, *kind);
    let told = || serde_json::to_string(&scenario).unwrap_or_default();
    let run = match watch.running(input.len(), || run(&scenario, &workload)) {
        Ok(run) => run,
        Err(why) => return assert!(!why.to_string().is_empty()),
    };
    let check = if scenario.system.model().card().is_the_log { sound::check_of_log } else { sound::check };
    assert_eq!(check(&run), Ok(()), "{}", told());
    if scenario.system.model().key() != SPREADS {
        assert_eq!(sound::check_on_one_provider(&run), Ok(()), "{}", told());
    }
    let finite = watch.running(input.len(), || is_finite(&report(&run)));
    assert!(finite, "{:?}\n{}", report(&run), told());
    assert_reservations_are_kept(&scenario, &run);
    assert_same_in_pieces(&scenario, &workload, &run, &mut draws);
    let bytes = encode(&run);
    let back = decode(&bytes).expect("it was sent");
    assert_eq!(encode(&back), bytes);
    explain_something(&scenario, &workload, &run, &mut draws);
    export(&run, &workload);
}

/// Whether all numbers of a report are: neither infinite nor none.
fn is_finite(report: &Report) -> bool {
    serde_json::to_value(report).is_ok_and(|it| has_numbers(&it))
}

/// What is no number is written as null. Means over jobs of which none ran are none.
fn has_numbers(json: &Value) -> bool {
    let Value::Object(fields) = json else {
        let parts = json.as_array();
        return !json.is_null() && parts.is_none_or(|all| all.iter().all(has_numbers));
    };
    let count = |name: &str| json[name].as_u64().unwrap_or_default();
    let none_ran = count("jobs") == count("rejected");
    let is_mean = |name: &str| ["mean_", "median_", "waiting_"].iter().any(|it| name.starts_with(it));
    fields.iter().all(|(name, it)| if it.is_null() { none_ran && is_mean(name) } else { has_numbers(it) })
}

/// Who was promised a place gets it: no start before or after the promise where every job is stopped at its limit,
/// and no end after a deadline that is hard.
fn assert_reservations_are_kept(scenario: &Scenario, run: &Run) {
    let json = serde_json::to_value(&scenario.system).expect("settings are JSON");
    let Some(settings) = json.get("two_level") else {
        return;
    };
    let is = |path: &str, value: &str| settings.pointer(path) == Some(&Value::from(value));
    if !is("/local/over_limit", "kill") {
        return;
    }
    for (job, outcome) in run.jobs.iter().zip(&run.schedule.outcomes) {
        let Some(request) = job.reservation else {
            continue;
        };
        if outcome.status != Status::Rejected {
            let told = || format!("{job:?} {outcome:?} {json}");
            assert_eq!(outcome.start, outcome.promised_start, "{}", told());
            if is("/late_reservations", "deadline") {
                assert!(outcome.completion <= request.deadline, "{}", told());
            }
        }
    }
}

fn assert_same_in_pieces(scenario: &Scenario, workload: &Workload, whole: &Run, draws: &mut Draws) {
    let mut simulation = start(scenario, workload).expect("it was run");
    while !simulation.advance(draws.number(1, 9) as usize) {
        let standing = simulation.standing();
        assert!(standing.waiting <= whole.jobs.len());
    }
    // Numbers that are none equal nothing.
    assert_eq!(encode(&simulation.finish()), encode(whole));
}

/// Why one job waited, or how all stood at one moment.
fn explain_something(scenario: &Scenario, workload: &Workload, run: &Run, draws: &mut Draws) {
    let last = run.jobs.len() as i64 - 1;
    let watch = if draws.flag() && last >= 0 {
        experiment::Watch::Job(draws.number(0, last) as u32)
    } else {
        experiment::Watch::Moment(draws.number(0, 4000))
    };
    explain(scenario, workload, watch).expect("it was run");
}

/// Every format that a run is written in, and what was written is read, unless limits of thousands of years made
/// somebody wait for longer than a log may name.
fn export(run: &Run, workload: &Workload) {
    jobs_csv(run);
    batsim_jobs_csv(run);
    let header = workload.header();
    let is_named = run.schedule.outcomes.iter().all(|it| it.released <= MAX_TIME);
    if workload.kind() == WorkloadKind::Log && !run.jobs.is_empty() && is_named {
        let swf = schedule_swf(run, header, "name", "words");
        let gwf = schedule_gwf(run, header, "name", "words");
        for text in [swf, gwf] {
            let reading = read("run", text.as_bytes()).unwrap_or_else(|why| panic!("{why}\n{text}"));
            assert_eq!(reading.complaint_count, 0, "{:?}\n{text}", reading.complaints);
            assert_eq!(reading.workload.records().len(), run.jobs.len(), "{text}");
        }
        schedule_sacct(run, header.clock());
    }
}
