//! Every sentence of a lesson that names a figure holds in its runs.

mod of_batches;
mod of_logs;
mod of_workflows;

use std::collections::BTreeMap;
use std::sync::Mutex;

use serde_json::Value;
use slotscope::experiment::comparison::Interval;
use slotscope::experiment::{Run, run};
use slotscope::lesson::{Lesson, Shot, Show};

fn lesson(id: &str) -> Lesson {
    static READ: Mutex<BTreeMap<String, Lesson>> = Mutex::new(BTreeMap::new());
    let read = || {
        let path = format!("{}/static/lessons/{id}.json", env!("CARGO_MANIFEST_DIR"));
        Lesson::from_json(&std::fs::read(path).expect("a lesson")).expect("a lesson that is whole")
    };
    READ.lock().expect("no test panics here").entry(id.to_owned()).or_insert_with(read).clone()
}

/// The chart of a step, counted from 1, with fields set as in `jobs.2.run=150 scenario.seed=3`; that of the question as
/// of a step after the last.
fn chart(id: &str, step: usize, set: &str) -> Show {
    let mut lesson = lesson(id);
    let show = if step > lesson.steps.len() {
        lesson.questions.swap_remove(step - lesson.steps.len() - 1).show
    } else {
        lesson.steps.swap_remove(step - 1).show
    };
    let field = |it| {
        let (path, value) = str::split_once(it, '=').expect("a field and its value");
        (path, serde_json::from_str(value).unwrap_or_else(|_| value.into()))
    };
    let set: Vec<(&str, Value)> = set.split_whitespace().map(field).collect();
    show.with(set.iter().map(|(path, value)| (*path, value))).expect("fields of the chart")
}

fn run_of(shot: &Shot) -> Run {
    let workload = shot.workload().expect("a workload").expect("of its own");
    run(&shot.scenario, &workload).expect("it runs")
}

/// The runs of such a chart.
fn runs(id: &str, step: usize, set: &str) -> Vec<Run> {
    chart(id, step, set).shots().expect("runs").iter().map(run_of).collect()
}

/// The chart of a step without its plans.
fn base(id: &str, step: usize, set: &str) -> Shot {
    let mut show = chart(id, step, set);
    match &mut show {
        Show::Schedule(it) => it.plans.clear(),
        Show::Curve(it) => it.plans.clear(),
        other => panic!("{other:?} has no plans"),
    }
    show.experiments().expect("one").remove(0)
}

fn starts(run: &Run) -> Vec<i64> {
    run.schedule.outcomes.iter().map(|it| it.start).collect()
}

fn measures<const N: usize>(run: &Run, keys: [&str; N]) -> [f64; N] {
    keys.map(|key| run.measures[key])
}

fn cannot_tell(it: &Interval) -> bool {
    it.low() < 0.0 && it.high() > 0.0
}
