//! A run in few words: the figures in the head of the page, and a sentence for screen readers.

use crate::finished::Finished;
use crate::words;
use scheduling::criteria::{Criterion, Report};

/// The key figures of a run: U, F and D; where no job has a deadline, mean wait and bounded slowdown in D's place.
pub fn key_figures(report: &Report) -> Vec<Criterion> {
    let has_deadlines = report.reservations.jobs > 0;
    let rest: &[Criterion] =
        if has_deadlines { &[Criterion::TARDINESS] } else { &[Criterion::WAITING_TIME, Criterion::BOUNDED_SLOWDOWN] };
    [&[Criterion::UTILIZATION, Criterion::FLOW_TIME], rest].concat()
}

/// The figures of a run. The policy stands before them where it is another one than that of the run told before.
pub fn run_told(finished: &Finished, before: Option<&Finished>) -> String {
    let report = &finished.report;
    let policy = policy_of(finished);
    let is_other = before.is_some_and(|it| policy_of(it) != policy);
    let mut text = if is_other && !policy.is_empty() { format!("{policy}. ") } else { String::new() };
    let figure = |it: Criterion| Some(format!("{} {}", it.label(), words::criterion_value(it, it.of(report)?)));
    let figures: Vec<String> = key_figures(report).into_iter().filter_map(figure).collect();
    let jobs = words::plural(report.jobs, finished.run.nouns().job);
    text += &format!("{jobs} scheduled: {}", figures.join(", "));
    if report.rejected > 0 {
        text += &format!(", {} rejected", words::count(report.rejected as i64));
    }
    text
}

fn policy_of(finished: &Finished) -> String {
    let scenario = &finished.experiment.scenario;
    scenario.system.model().policy(&scenario.surroundings())
}

#[cfg(test)]
mod tests {
    use super::*;
    use scheduling::criteria::KindReport;

    #[test]
    fn waits_stand_where_no_job_has_a_deadline() {
        let keys = |jobs| {
            let report = Report { reservations: KindReport { jobs, ..KindReport::default() }, ..Report::default() };
            key_figures(&report).into_iter().map(Criterion::key).collect::<Vec<&str>>()
        };
        assert_eq!(keys(1), ["mean_utilization", "mean_flow_time", "mean_tardiness"]);
        assert_eq!(keys(0), ["mean_utilization", "mean_flow_time", "mean_waiting_time", "mean_bounded_slowdown"]);
    }
}
