//! A worker that answers at once.

use super::*;
use crate::runs::Runs;
use experiment::report_on;
use reproduction::{Item, Unavailable};
use scheduling::criteria::{report as report_of, report_with_waits};
use workload::Workload;

/// A log of six jobs on ten processors; some of them wait.
const LOG: &str = "; MaxProcs: 10
1 0 0 100 6 -1 -1 6 200 -1 1 1 1 1 1 1 -1 -1
2 10 0 300 6 -1 -1 6 400 -1 1 2 1 1 1 1 -1 -1
3 20 0 100 8 -1 -1 8 200 -1 1 1 2 1 1 1 -1 -1
4 30 0 50 1 -1 -1 1 100 -1 1 2 2 1 1 1 -1 -1
5 40 0 100 3 -1 -1 3 200 -1 1 3 2 1 1 1 -1 -1
6 50 0 200 2 -1 -1 2 300 -1 1 3 2 1 1 1 -1 -1
";

/// That log.
pub(crate) fn log() -> Workload {
    let reading = workload::read("a.swf", LOG.as_bytes());
    reading.unwrap().workload
}

/// A scenario for the log: one provider of its size, and half of the jobs reservations.
pub(crate) fn scenario() -> Scenario {
    let mut scenario = Scenario { platform: vec![10], ..Scenario::default() };
    scenario.workload.reservations.percent = 50.0;
    scenario
}

/// The same without reservations: nothing is drawn.
pub(crate) fn without_draws() -> Scenario {
    with("workload.reservations.percent=0")
}

/// The first of them with other fields, each `path=value`.
pub(crate) fn with(fields: &str) -> Scenario {
    let mut json = serde_json::to_value(scenario()).unwrap();
    for field in fields.split_whitespace() {
        let (path, value) = field.split_once('=').expect(field);
        let place = json.pointer_mut(&format!("/{}", path.replace('.', "/"))).expect(field);
        *place = serde_json::from_str(value).unwrap_or(value.into());
    }
    serde_json::from_value(json).expect(fields)
}

/// How far runs are, and whether they go on.
pub(crate) fn told<T>(runs: &Runs<T>) -> String {
    let state = match (runs.is_running(), runs.cancelled) {
        (true, _) => "running",
        (_, true) => "cancelled",
        _ => "ended",
    };
    let failed = runs.failed.iter().map(|(why, count)| format!(", {count} failed: {why}"));
    format!("{} of {} {state}{}", runs.done, runs.total(), failed.collect::<String>())
}

/// The report of a scenario's run on the log.
pub(crate) fn report_on_log(scenario: &Scenario) -> Report {
    report_of(&run(scenario, &log()))
}

fn run(scenario: &Scenario, workload: &Workload) -> Run {
    experiment::run(scenario, workload).unwrap()
}

/// The answer to a task on a workload.
pub(crate) fn answer(task: &Task, workload: &Workload) -> Made {
    let logs = std::slice::from_ref(workload);
    let outcome = match &task.job {
        Job::Run { scenario, replicate: Some((replication, place)), .. } => {
            match report_on(scenario, workload, Some((replication, *place))) {
                Ok(report) => Ok(Outcome::Report(Box::new(report))),
                Err(why) => Err(NotMade::Refused(why.to_string())),
            }
        }
        Job::Run { scenario, wanted, .. } => Ok(match (run(scenario, workload), wanted) {
            (run, Wanted::Report) => Outcome::Report(Box::new(report_of(&run))),
            (run, Wanted::Waits) => Outcome::Report(Box::new(report_with_waits(&run))),
            (run, Wanted::Run) => {
                let report = report_of(&run);
                Outcome::Run(Box::new(run), Box::new(report))
            }
        }),
        Job::Ask(question, number) => match question.variant(*number) {
            Ok(question) => Ok(Outcome::Asked(Box::new(question))),
            Err(why) => Err(NotMade::Refused(why)),
        },
        Job::Plan(order) => match item(order).plan(logs, &order.options) {
            Ok(plan) => Ok(Outcome::Plan(Box::new(plan))),
            Err(Unavailable(why)) => Err(NotMade::Refused(why)),
        },
        Job::Conclude(order, reports) => {
            let reports: Vec<Report> = reports.iter().map(|it| Report::clone(it)).collect();
            let item = item(order);
            let plan = item.plan(logs, &order.options).unwrap();
            let findings = item.conclude(&plan, logs, &reports);
            Ok(Outcome::Findings(Box::new(findings)))
        }
    };
    (task.mark, outcome)
}

/// The answers to tasks on the log.
pub(crate) fn answers(tasks: &[Task]) -> Vec<Made> {
    let log = log();
    tasks.iter().map(|task| answer(task, &log)).collect()
}

/// The failure of a task that was lost with its worker.
pub(crate) fn lost(task: &Task) -> Made {
    let why = "the worker stopped".to_owned();
    (task.mark, Err(NotMade::Lost(why)))
}

/// The scenarios of runs.
pub(crate) fn scenarios_of(tasks: &[Task]) -> Vec<Scenario> {
    tasks.iter().map(|task| scenario_of(task).clone()).collect()
}

/// The scenario of a run.
pub(crate) fn scenario_of(task: &Task) -> &Scenario {
    match &task.job {
        Job::Run { scenario, .. } => scenario,
        other => panic!("no run: {other:?}"),
    }
}

fn item(order: &Order) -> &'static Item {
    let paper = reproduction::paper(&order.paper).unwrap();
    paper.item(&order.item).unwrap()
}

const MARK: Mark = Mark { question: 3, place: 5 };

#[test]
fn a_run_asks_for_its_report_and_a_whole_run_for_all() {
    for (task, expected) in
        [(Task::run(MARK, 7, scenario()), Wanted::Report), (Task::whole_run(MARK, 7, scenario()), Wanted::Run)]
    {
        let Job::Run { wanted, .. } = task.job else { panic!("no run: {task:?}") };
        assert_eq!((task.mark, task.workload, wanted), (MARK, 7, expected));
    }
}

#[test]
fn only_the_report_of_a_run_is_a_report() {
    let task = Task::run(MARK, 0, scenario());
    assert_eq!(report(answer(&task, &log()).1), Ok(report_on_log(&scenario())));
    let whole = answer(&Task::whole_run(MARK, 0, scenario()), &log()).1;
    let why = report(whole).expect_err("a whole run");
    assert!(why.contains("something else"), "{why}");
    assert_eq!(report(lost(&task).1), Err("the worker stopped".to_owned()));
}
