//! The line above any view: which run it shows, or which runs.

use crate::curves::Sweep;
use crate::finished::Finished;
use crate::history::Experiment;
use crate::lessons::Lessons;
use crate::trade_off::Exploring;
use crate::view::View;
use crate::words;
use experiment::Scenario;
use experiment::words::differences::{differences, letter, usual};
use experiment::words::{common_line, forwarding, words_on};
use scheduling::criteria::{Criterion, Report};
use workload::WorkloadKind;

/// The line above a view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Which run it is; of several, how they differ. Empty where nothing is run.
    pub runs: String,
    /// What sends jobs to providers; of several runs, what they have in common.
    pub beside: String,
    /// Of several scenarios the words beneath the line on paper: the scenario from which they were varied, or all that they
    /// have in common. None of lessons, which have captions of their own.
    pub of_several: Option<String>,
}

/// What views of other runs than the experiment's show.
pub struct Others<'a> {
    pub lessons: &'a Lessons,
    pub sweep: Option<&'a Sweep>,
    pub exploring: Option<&'a Exploring>,
}

/// The line above a view that shows the run of an experiment on a workload of that kind. *Compare* shows all its
/// scenarios, *Curves* and *Trade-off* the runs around one, a step of a lesson runs of its own.
pub fn line_of(view: View, experiment: &Experiment, kind: WorkloadKind, others: &Others) -> Line {
    let lessons = others.lessons;
    let around = |runs: String, base: &Experiment| Line {
        runs,
        beside: experiment::words::around(&base.scenario),
        of_several: Some(words_on(&base.scenario, kind)),
    };
    match (view, others.sweep, others.exploring) {
        (View::Lessons, ..) => {
            let scenarios = lessons.open().map(|_| &lessons.chart.drawn().shots).into_iter().flat_map(|it| it.iter());
            let scenarios = scenarios.map(|it| (&it.scenario, it.kind()));
            let scenarios: Vec<(&Scenario, WorkloadKind)> = scenarios.collect();
            let beside = match scenarios.as_slice() {
                [(one, _)] => forwarding(one),
                _ => String::new(),
            };
            Line { runs: common_line(&scenarios), beside, of_several: None }
        }
        (View::Compare, ..) if experiment.count() > 1 => {
            let scenarios: Vec<&Scenario> = experiment.scenarios().collect();
            let of_kind: Vec<_> = scenarios.iter().map(|&it| (it, kind)).collect();
            let names = differences(&scenarios).into_iter().enumerate();
            let runs = names.map(|(place, name)| format!("{}: {name}", letter(place))).collect::<Vec<_>>().join(" · ");
            Line { runs, beside: common_line(&of_kind), of_several: Some(usual(&scenarios).0) }
        }
        (View::Curves, Some(it), _) => around(it.in_one_line(), &it.base),
        (View::TradeOff, _, Some(it)) => around(it.in_one_line(), &it.base),
        _ => Line { runs: experiment.run_line(kind), beside: forwarding(&experiment.scenario), of_several: None },
    }
}

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
    use crate::Reduce;
    use crate::history::Compared;
    use crate::lessons::LessonAction;
    use experiment::lesson::Lesson;
    use std::rc::Rc;

    /// The line of a view: what it says of its runs, and beside it.
    fn line(view: View, experiment: &Experiment, lessons: &Lessons) -> String {
        let (sweep, exploring) = (None, None);
        let others = Others { lessons, sweep, exploring };
        let Line { runs, beside, .. } = line_of(view, experiment, WorkloadKind::Log, &others);
        format!("{runs} | {beside}")
    }

    /// The view with a lesson of the page.
    fn with_lesson(json: &str) -> Lessons {
        let mut lessons = Lessons::default();
        lessons.apply(LessonAction::Read(Rc::new(Lesson::from_json(json.as_bytes()).unwrap())));
        lessons
    }

    #[test]
    fn a_run_has_its_line_and_what_sends_jobs_to_providers() {
        let one = Experiment::new(Scenario::default(), 0);
        let expected = "Two-level grid: FCFS with backfilling · 30 % reservations · seed 1 | \
            load balancing for batch jobs, MCT for reservations";
        for view in [View::Gantt, View::Compare, View::Reproduce] {
            assert_eq!(line(view, &one, &Lessons::default()), expected);
        }
    }

    #[test]
    fn a_comparison_has_the_names_of_its_scenarios() {
        let mut two = Experiment::new(Scenario::default(), 0).compared(Compared::Add);
        two.scenario.seed = 7;
        let none = Lessons::default();
        let expected = "A: seed 1 · B: seed 7 | Two-level grid: FCFS with backfilling · 30 % reservations";
        assert_eq!(line(View::Compare, &two, &none), expected);
        let front = line(View::Gantt, &two, &none);
        assert!(front.starts_with("B: Two-level grid: "), "{front}");
    }

    #[test]
    fn a_step_of_a_lesson_has_the_line_of_its_own_runs() {
        let one = Experiment::new(Scenario::default(), 0);
        assert_eq!(line(View::Lessons, &one, &Lessons::default()), " | ");
        // Tasks of a batch are no jobs that could reserve.
        let of_tasks = with_lesson(include_str!("../../../static/lessons/what-a-lease-saves.json"));
        let runs = line(View::Lessons, &one, &of_tasks);
        let (runs, _) = runs.split_once(" | ").expect("both parts");
        assert!(runs.starts_with("Broker") && !runs.contains("reservations"), "{runs}");
        // Three policies: what they have in common.
        let mut lessons = with_lesson(include_str!("../../../static/lessons/backfilling.json"));
        lessons.apply(LessonAction::Go(3));
        let expected = "Two-level grid · no reservations | ";
        assert_eq!(line(View::Lessons, &one, &lessons), expected);
    }
}

#[cfg(test)]
mod run_told_tests {
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
