//! The right answer, computed.

use serde::{Deserialize, Serialize};

use super::control::turned;
use super::format::{Schedule, Show, Slots};
use super::question::{Answer, Question};
use super::shots::Shot;
use super::shots::{bound, commitments, range_search, search};
use crate::Run;
use scheduling::availability::{Availability, Carts};
use scheduling::criteria::{Criterion, Report, report};
use scheduling::engine::NEVER;
use scheduling::system::moment::slots;
use scheduling::system::two_level::{Asked, TwoLevel};
use workload::lublin::Lublin;
use workload::{Time, Workload};

/// How the right answer follows from the question's chart, its controls standing where they begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Computed {
    /// Free processors at a time (of slots and algorithms).
    Free {
        /// In seconds.
        at: Time,
    },
    /// How many slots there are (of slots and algorithms).
    SlotCount,
    /// The earliest start of the request (of slots and Algorithm 2), in seconds.
    EarliestStart,
    /// The number of the job that starts first from a time on (of a schedule); of several the first in the list.
    Next {
        /// In seconds.
        from: Time,
        /// Which plan, counted from 0.
        #[serde(default)]
        plan: usize,
    },
    /// When a job starts (of a schedule), in seconds.
    Start {
        /// The job's number.
        job: u64,
        /// Which plan, counted from 0.
        #[serde(default)]
        plan: usize,
    },
    /// The last value of the first control with which a job starts at a time (of a schedule).
    Last {
        /// The job's number.
        job: u64,
        /// In seconds.
        start: Time,
    },
    /// The first value of the first control with which a job runs at all (of a schedule).
    First {
        /// The job's number.
        job: u64,
    },
    /// The plan (of a schedule: its name), or the value on the axis (of a curve, on its first line),
    /// that is best by a criterion.
    Best { by: Criterion },
    /// A criterion of a run (of a schedule or of messages).
    Figure {
        of: Criterion,
        /// Which plan, counted from 0.
        #[serde(default)]
        plan: usize,
    },
    /// How many servers are idle for all of the request (of a range search).
    Idle,
    /// Which reservation static binding refuses first, counted from 1 (of a binding).
    Refused,
}

/// The result of a chart.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Number(f64),
    /// The name of a plan.
    Name(String),
}

/// The result of the question's chart; `None` where the question does not say how to compute it.
/// Makes the runs that it needs.
///
/// # Errors
///
/// If the chart cannot be run, or lacks the value asked for.
pub fn computed(question: &Question) -> Result<Option<Value>, String> {
    question.computed.map(|how| value_of(question, how)).transpose()
}

/// The value of the question's chart, computed in that way.
pub(super) fn value_of(question: &Question, how: Computed) -> Result<Value, String> {
    let show = turned(&question.show, &question.controls, &[])?;
    let number = |number: Time| Value::Number(number as f64);
    let value = match how {
        Computed::Free { at } => number(slots_of(&show)?.least_free(at, at + 1)),
        Computed::SlotCount => number(slots_of(&show)?.slots().len() as Time),
        Computed::EarliestStart => number(earliest(&show)?.ok_or("the request never fits")?),
        Computed::Next { from, plan } => Value::Number(next(&run_of(&show, plan)?, from)? as f64),
        Computed::Start { job, plan } => Value::Number(begin(&run_of(&show, plan)?, job)?),
        Computed::Last { job, start } => {
            let starts = starts(question, job)?.into_iter().rev();
            found(starts, |it| it == start)?
        }
        Computed::First { job } => found(starts(question, job)?.into_iter(), |it| it != NEVER)?,
        Computed::Best { by } => best(&show, by)?,
        Computed::Figure { of, plan } => Value::Number(figure(&show, of, plan)?),
        Computed::Idle => number(idle(&show)?),
        Computed::Refused => number(refused(&show)?),
    };
    Ok(value)
}

const OTHER_CHART: &str = "the question's chart lacks the value to be computed";

fn run(shot: &Shot) -> Result<Run, String> {
    run_on(shot, &mut None)
}

/// The run of a shot, and the sample for it, which is made once for several.
fn run_on(shot: &Shot, sample: &mut Option<Workload>) -> Result<Run, String> {
    let own = shot.workload()?;
    let workload = match &own {
        Some(workload) => workload,
        None => match sample {
            Some(sample) => sample,
            None => sample.insert(Lublin::default().generate()?),
        },
    };
    crate::run(&shot.scenario, workload).map_err(|why| why.to_string())
}

fn runs(shots: &[Shot]) -> Result<Vec<(String, Run)>, String> {
    let mut sample = None;
    let mut run = |shot: &Shot| Ok((shot.name.clone(), run_on(shot, &mut sample)?));
    shots.iter().map(&mut run).collect()
}

fn slots_of(show: &Show) -> Result<Carts, String> {
    match show {
        Show::Slots(it) => {
            let asked = asked(show, it)?;
            let provider = asked.providers.get(it.provider);
            let provider = provider.ok_or("no such provider")?;
            Ok(slots(provider.processors, &provider.promises))
        }
        Show::Generate(it) => Ok(Carts::generate(it.capacity, &commitments(&it.reservations))),
        Show::Search(it) => Ok(Carts::generate(it.capacity, &commitments(&it.reservations))),
        _ => Err(OTHER_CHART.to_owned()),
    }
}

/// The providers of a chart of slots, as a reservation finds them.
fn asked(show: &Show, slots: &Slots) -> Result<Asked, String> {
    let shots = show.shots()?;
    let run = run(shots.first().ok_or(OTHER_CHART)?)?;
    let settings = TwoLevel::of(&slots.scenario.system).cloned().unwrap_or_default();
    Ok(Asked::of(&settings, &run, slots.at, None))
}

fn earliest(show: &Show) -> Result<Option<Time>, String> {
    match show {
        Show::Search(it) => Ok(search(it).earliest()),
        Show::Slots(it) => {
            let request = it.request.ok_or(OTHER_CHART)?.request();
            let asked = asked(show, it)?;
            if it.provider >= asked.providers.len() {
                return Err("no such provider".to_owned());
            }
            Ok(asked.given(it.provider, &request).map(|given| given.start))
        }
        _ => Err(OTHER_CHART.to_owned()),
    }
}

/// The value of a schedule whose runs, one for each plan, are there already.
///
/// # Errors
///
/// If the value does not follow from the runs of a schedule alone, or they lack it.
pub fn computed_of_runs(schedule: &Schedule, how: Computed, runs: &[(&Run, &Report)]) -> Result<Value, String> {
    let of = |plan: usize| runs.get(plan).ok_or("there is no such plan");
    match how {
        Computed::Start { job, plan } => Ok(Value::Number(begin(of(plan)?.0, job)?)),
        Computed::Next { from, plan } => Ok(Value::Number(next(of(plan)?.0, from)? as f64)),
        Computed::Figure { of: figure, plan } => Ok(Value::Number(figure_of(of(plan)?.1, figure)?)),
        Computed::Best { by } => {
            let reports = schedule.plans.iter().map(|it| it.name.as_str()).zip(runs.iter().map(|it| it.1));
            best_of(reports, by)
        }
        _ => Err(OTHER_CHART.to_owned()),
    }
}

/// When a job starts, in seconds.
fn begin(run: &Run, job: u64) -> Result<f64, String> {
    match start(run, job)? {
        NEVER => Err(format!("job {job} never starts")),
        start => Ok(run.tick.seconds(start)),
    }
}

/// The run of a plan of a schedule.
fn run_of(show: &Show, plan: usize) -> Result<Run, String> {
    let Show::Schedule(_) = show else {
        return Err(OTHER_CHART.to_owned());
    };
    let shots = show.shots()?;
    run(shots.get(plan).ok_or("there is no such plan")?)
}

/// The number of the job that starts first from a time on.
fn next(run: &Run, from: Time) -> Result<u64, String> {
    let first = run
        .jobs
        .iter()
        .zip(&run.schedule.outcomes)
        .filter(|(_, it)| it.start != NEVER && run.tick.seconds(it.start) >= from as f64)
        .min_by_key(|(job, it)| (it.start, job.id));
    Ok(first.ok_or("no job starts from then on")?.0.id)
}

/// When a job starts, in the run's ticks.
fn start(run: &Run, job: u64) -> Result<Time, String> {
    let at = run.jobs.iter().position(|it| it.id == job);
    let at = at.ok_or_else(|| format!("there is no job {job}"))?;
    Ok(run.schedule.outcomes[at].start)
}

/// Each value of the first control, and when the job starts then.
fn starts(question: &Question, job: u64) -> Result<Vec<(f64, Time)>, String> {
    let control = question.controls.first().ok_or("there is no control")?;
    let started = control.values.iter().enumerate().map(|(index, value)| {
        let value = value.as_f64().ok_or("the control sets no number")?;
        let show = turned(&question.show, &question.controls, &[index])?;
        Ok((value, start(&run_of(&show, 0)?, job)?))
    });
    started.collect()
}

fn found(mut starts: impl Iterator<Item = (f64, Time)>, is_it: impl Fn(Time) -> bool) -> Result<Value, String> {
    let (value, _) = starts.find(|&(_, start)| is_it(start)).ok_or("no value of the control does it")?;
    Ok(Value::Number(value))
}

fn best(show: &Show, by: Criterion) -> Result<Value, String> {
    let mut shots = show.shots()?;
    if let Show::Curve(it) = show {
        // The first line.
        shots.truncate(it.vary.values.len() * it.seeds.max(1) as usize);
    }
    let reports: Vec<(String, Report)> = runs(&shots)?.into_iter().map(|(name, run)| (name, report(&run))).collect();
    match show {
        Show::Schedule(_) => best_of(reports.iter().map(|(name, it)| (name.as_str(), it)), by),
        Show::Curve(it) => {
            // Its seeds side by side.
            let seeds = it.seeds.max(1) as usize;
            let points = it.vary.values.iter().zip(reports.chunks(seeds));
            let mean = |all: &[(String, Report)]| -> f64 { all.iter().map(|(_, report)| cost(report, by)).sum() };
            let best = points.min_by(|a, b| mean(a.1).total_cmp(&mean(b.1)));
            Ok(Value::Number(*best.ok_or(OTHER_CHART)?.0))
        }
        _ => Err(OTHER_CHART.to_owned()),
    }
}

/// The name of the plan that is best by a criterion.
fn best_of<'a>(reports: impl Iterator<Item = (&'a str, &'a Report)>, by: Criterion) -> Result<Value, String> {
    let best = reports.min_by(|a, b| cost(a.1, by).total_cmp(&cost(b.1, by)));
    Ok(Value::Name(best.ok_or(OTHER_CHART)?.0.to_owned()))
}

/// The lower the better. A run without the criterion is never the best.
fn cost(report: &Report, by: Criterion) -> f64 {
    match (by.of(report), by.higher_is_better()) {
        (None, _) => f64::INFINITY,
        (Some(value), Some(true)) => -value,
        (Some(value), _) => value,
    }
}

fn figure(show: &Show, of: Criterion, plan: usize) -> Result<f64, String> {
    if !matches!(show, Show::Schedule(_) | Show::Messages(_)) {
        return Err(OTHER_CHART.to_owned());
    }
    let shots = show.shots()?;
    let run = run(shots.get(plan).ok_or("there is no such plan")?)?;
    figure_of(&report(&run), of)
}

fn figure_of(report: &Report, of: Criterion) -> Result<f64, String> {
    let value = of.of(report);
    value.ok_or_else(|| format!("the run has no {}", of.label()))
}

fn idle(show: &Show) -> Result<Time, String> {
    let Show::RangeSearch(it) = show else {
        return Err(OTHER_CHART.to_owned());
    };
    let (asked, search) = range_search(it);
    Ok(search.idle_throughout(&asked).count() as Time)
}

fn refused(show: &Show) -> Result<Time, String> {
    let Show::Binding(it) = show else {
        return Err(OTHER_CHART.to_owned());
    };
    let bound = bound(it, it.reservations.len()).static_binding();
    let first = bound.iter().position(Option::is_none);
    Ok(first.ok_or("none is refused")? as Time + 1)
}

impl Value {
    /// Whether a choice of that text is this value: its text is the name, or begins with the number.
    pub(super) fn is_said_by(&self, text: &str) -> bool {
        match self {
            Self::Name(name) => text == name,
            Self::Number(number) => {
                let ends = |c: char| c.is_whitespace() || c == ',';
                text.split(ends).next() == Some(number.to_string().as_str())
            }
        }
    }
}

impl Question {
    /// Whether the result of a chart is the answer that the question gives: the number, or the choice that says it.
    pub fn agrees(&self, value: &Value) -> bool {
        match (&self.answer, value) {
            (Answer::Choices(choices), value) => choices.iter().any(|it| it.right && value.is_said_by(&it.text)),
            (answer, Value::Number(number)) => answer.is_number(*number),
            (_, Value::Name(_)) => false,
        }
    }
}
