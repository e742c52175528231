//! A run in a sentence, for screen readers.

use crate::state::Finished;
use crate::words;

/// The figures of a run. The policy stands before them where it is another one than that of the run told before.
pub fn run_told(finished: &Finished, before: Option<&Finished>) -> String {
    let report = &finished.report;
    let policy = policy_of(finished);
    let is_other = before.is_some_and(|it| policy_of(it) != policy);
    let mut text = match is_other && !policy.is_empty() {
        true => format!("{policy}. "),
        false => String::new(),
    };
    text += &format!(
        "{} scheduled: utilization {} %, mean flow time {}, mean tardiness {}",
        words::plural(report.jobs, finished.run.nouns().job),
        words::decimal(report.mean_utilization * 100.0, 1),
        words::duration(report.mean_flow_time),
        words::duration(report.mean_tardiness),
    );
    if report.rejected > 0 {
        text += &format!(", {} rejected", words::count(report.rejected as i64));
    }
    text
}

fn policy_of(finished: &Finished) -> String {
    let scenario = &finished.experiment.scenario;
    scenario.system.model().policy(&scenario.surroundings())
}
