//! The schedule on the page as the chart of a lesson.

use serde_json::{Map, Value};

use crate::history::{Experiment, SAMPLE};
use experiment::Scenario;
use experiment::lesson::{Job, MOST_JOBS, MOST_PLANS, Plan, Schedule, Show, Task};
use experiment::words::differences::{differences, letter};
use export::workflow_json;
use scheduling::criteria::Criterion;
use scheduling::engine::{NEVER, Run};
use workload::select::Selection;
use workload::{Job as RunJob, MAX_TIME, Time, WorkloadKind};

/// A chart that was taken from the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Taken {
    /// The chart.
    pub show: Show,
    /// The place among its schedules of the one that was in front.
    pub front: usize,
    /// When each of its jobs started on the page, in seconds from the first submission; [`NEVER`] if it was rejected.
    /// Empty where the chart runs the same workload as the page.
    pub starts: Vec<Time>,
    /// What the chart leaves out, in a sentence; empty for nothing.
    pub left_out: String,
}

/// The run in front as a chart, or with `all` the first three of the scenarios that are compared.
///
/// The jobs are those of the run, with the times, sizes and reservations that it gave them; the sample stays the
/// sample.
///
/// # Errors
///
/// What is too large for a lesson, or cannot be said in one, and what to do about it.
pub fn taken(experiment: &Experiment, run: &Run, all: bool) -> Result<Taken, String> {
    let compared: Vec<&Scenario> = if all { experiment.scenarios().collect() } else { vec![&experiment.scenario] };
    let left_out = match compared.len() {
        count if count > MOST_PLANS => {
            format!("A chart has at most {MOST_PLANS} schedules: it leaves out {} of {count}.", count - MOST_PLANS)
        }
        _ => String::new(),
    };
    let compared = &compared[..compared.len().min(MOST_PLANS)];
    let scenario = compared.first().copied().unwrap_or(&experiment.scenario);
    let mut chart = Schedule { scenario: scenario.clone(), plans: plans(compared)?, ..Schedule::default() };
    // Some figures of the system's own.
    let own = scenario.system.model().measures().iter().take(3);
    chart.criteria.extend(own.map(Criterion::Own));
    let is_sample = experiment.workload == SAMPLE && experiment.sketch.is_none();
    if !is_sample {
        bring(&mut chart, run, compared)?;
    }
    let front = if all { experiment.front().min(compared.len().saturating_sub(1)) } else { 0 };
    let is_front = !all || experiment.front() < compared.len();
    Ok(Taken {
        show: Show::Schedule(chart),
        front,
        starts: if is_sample || !is_front { Vec::new() } else { starts(run) },
        left_out,
    })
}

/// Brings the workload of a run into a chart.
fn bring(chart: &mut Schedule, run: &Run, all: &[&Scenario]) -> Result<(), String> {
    if run.jobs.len() > MOST_JOBS {
        return Err(format!(
            "A chart of a lesson has at most {MOST_JOBS} jobs, and this run has {}. Choose fewer in Workload: jobs from and to.",
            run.jobs.len()
        ));
    }
    match run.kind() {
        WorkloadKind::Log => {
            if let Some(at) = all.iter().position(|it| it.workload != all[0].workload) {
                let letter = letter(at);
                return Err(format!(
                    "Scenario {letter} takes other jobs of the log than scenario A, or other reservations among them. The schedules of a chart share their jobs: set Workload to the same in both."
                ));
            }
            chart.jobs = jobs(run);
            chart.scenario.workload = Selection::default();
        }
        WorkloadKind::Workflow => {
            let file = workflow_json(run)?;
            chart.workflow = serde_json::from_str(&file).ok();
        }
        WorkloadKind::TaskBatch => chart.tasks = tasks(run),
    }
    Ok(())
}

/// When the first job was submitted.
fn first(run: &Run) -> Time {
    run.jobs.iter().map(submitted).min().unwrap_or(0)
}

fn submitted(job: &RunJob) -> Time {
    job.submit + Time::from(job.eligible_after)
}

/// The jobs of a run, their times from the first submission.
fn jobs(run: &Run) -> Vec<Job> {
    let first = first(run);
    let of = |job: &RunJob| {
        let limit = job.requested_time.min(MAX_TIME);
        Job {
            submit: submitted(job) - first,
            size: job.processors,
            gpus: 0,
            run: job.run_time,
            limit: (limit != job.run_time).then_some(limit),
            ready: job.reservation.map(|it| (it.ready - first).max(0)),
            deadline: job.reservation.map(|it| (it.deadline - first).min(MAX_TIME)),
        }
    };
    run.jobs.iter().map(of).collect()
}

/// The tasks of the run of a batch.
fn tasks(run: &Run) -> Vec<Task> {
    let names = run.batch().map_or(&[][..], |it| &it.tasks);
    let of = |(at, job): (usize, &RunJob)| {
        let start = job.reservation.map_or(job.submit, |it| it.ready);
        Task {
            task: names.get(at).cloned().unwrap_or_else(|| job.id.to_string()),
            start,
            end: start + job.run_time,
            load: job.processors,
            cluster: None,
            submit: job.submit,
        }
    };
    run.jobs.iter().enumerate().map(of).collect()
}

fn starts(run: &Run) -> Vec<Time> {
    let first = match run.kind() {
        WorkloadKind::Log => first(run),
        WorkloadKind::Workflow | WorkloadKind::TaskBatch => 0,
    };
    let start = |start: Time| match start {
        NEVER => NEVER,
        start => run.tick.seconds(start).round() as Time - first,
    };
    run.schedule.outcomes.iter().map(|it| start(it.start)).collect()
}

/// How many jobs of the run of a chart start at other times than on the page.
pub(super) fn moved(taken: &[Time], run: &Run) -> usize {
    let now = starts(run);
    taken.iter().zip(&now).filter(|(then, now)| then != now).count() + taken.len().abs_diff(now.len())
}

/// The schedules of a chart by their differences from the first scenario; none for a single one.
///
/// # Errors
///
/// If a scenario cannot be written.
fn plans(scenarios: &[&Scenario]) -> Result<Vec<Plan>, String> {
    if scenarios.len() < 2 {
        return Ok(Vec::new());
    }
    let base = written(scenarios[0])?;
    let named = differences(scenarios);
    let plan = |(at, scenario): (usize, &&Scenario)| {
        let mut set = Vec::new();
        differing(&base, &written(scenario)?, "scenario", &mut set);
        let name = format!("{}: {}", letter(at), named[at]);
        Ok(Plan { name: name.chars().take(200).collect(), set: set.into_iter().collect() })
    };
    scenarios.iter().enumerate().map(plan).collect()
}

fn written(scenario: &Scenario) -> Result<Value, String> {
    serde_json::to_value(scenario).map_err(|error| error.to_string())
}

/// The fields of `other` that differ, by their paths. A part that has other fields is taken whole.
fn differing(base: &Value, other: &Value, path: &str, set: &mut Vec<(String, Value)>) {
    match (base, other) {
        _ if base == other => {}
        (Value::Object(base), Value::Object(other)) if have_same_fields(base, other) => {
            for (name, value) in other {
                differing(&base[name], value, &format!("{path}.{name}"), set);
            }
        }
        _ => set.push((path.to_owned(), other.clone())),
    }
}

fn have_same_fields(a: &Map<String, Value>, b: &Map<String, Value>) -> bool {
    a.len() == b.len() && a.keys().all(|name| b.contains_key(name))
}
