//! The kinds of charts that show the workload of a schedule.

use super::Written;
use experiment::knobs::{knobs, number};
use experiment::lesson::{Curve, MOST_PLANS, Schedule, Show, Slots, Vary};
use export::snapshot::curves_form::numbers;
use scheduling::criteria::Criterion;
use scheduling::system::Knob;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ChartKind {
    /// Schedules, with criteria beneath.
    Schedule,
    /// The slots of a provider at a moment.
    Slots,
    /// Criteria over a setting, by its key.
    Curve(&'static str),
}

impl ChartKind {
    /// Its name in markup.
    pub fn key(self) -> String {
        match self {
            Self::Schedule => "schedule".to_owned(),
            Self::Slots => "slots".to_owned(),
            Self::Curve(key) => format!("curve-{key}"),
        }
    }
}

/// The kinds in which the workload of a chart can be shown, with their labels, its own first; its own alone if it has no
/// workload.
pub fn kinds(show: &Show) -> Vec<(ChartKind, String)> {
    let Some(schedule) = schedule_of(show) else {
        return Vec::new();
    };
    let curve = |knob: &&'static Knob| {
        let kind = ChartKind::Curve(knob.key());
        (kind, format!("Curves over {}", knob.label))
    };
    let numeric = varied(&schedule);
    let mut all = vec![(ChartKind::Schedule, "Schedule".to_owned())];
    if schedule.workflow.is_none() && schedule.tasks.is_empty() && Slots::are_kept_by(&schedule.scenario) {
        all.push((ChartKind::Slots, "Slots of a provider".to_owned()));
    }
    all.extend(numeric.iter().map(curve));
    all
}

pub fn kind_of(show: &Show) -> Option<ChartKind> {
    match show {
        Show::Schedule(_) => Some(ChartKind::Schedule),
        Show::Slots(_) => Some(ChartKind::Slots),
        Show::Curve(it) => {
            let path = it.vary.sets.first()?.strip_prefix("scenario.")?.to_owned();
            let knob = knobs(&it.scenario).into_iter().find(|knob| knob.path == path)?;
            Some(ChartKind::Curve(knob.key()))
        }
        _ => None,
    }
}

/// The settings over which curves of a schedule can be drawn: those that are a field of its scenario. Those of the workload
/// change nothing where a chart brings jobs of its own.
fn varied(schedule: &Schedule) -> Vec<&'static Knob> {
    let is_own = !schedule.jobs.is_empty();
    let show = Show::Schedule(schedule.clone());
    let is_field = |knob: &Knob| {
        let values = knob.numbers().and_then(|it| numbers_of(knob, it.usual));
        values.is_some_and(|values| {
            let path = format!("scenario.{}", knob.path);
            values.iter().all(|&it| show.with([(path.as_str(), &number(it))]).is_ok())
        })
    };
    knobs(&schedule.scenario)
        .into_iter()
        .filter(|it| is_field(it) && !(is_own && it.path.starts_with("workload.")))
        .collect()
}

/// The workload and scenario of a chart as a schedule.
fn schedule_of(show: &Show) -> Option<Schedule> {
    match show {
        Show::Schedule(it) => Some(it.clone()),
        Show::Slots(it) => {
            Some(Schedule { jobs: it.jobs.clone(), scenario: it.scenario.clone(), ..Schedule::default() })
        }
        Show::Curve(it) => Some(Schedule {
            jobs: it.jobs.clone(),
            workflow: it.workflow.clone(),
            tasks: it.tasks.clone(),
            scenario: it.scenario.clone(),
            plans: it.plans.iter().take(MOST_PLANS).cloned().collect(),
            ..Schedule::default()
        }),
        _ => None,
    }
}

/// The workload of a chart in a chart of another kind.
pub(super) fn with_kind(show: &Show, kind: ChartKind) -> Option<Show> {
    let schedule = schedule_of(show)?;
    match kind {
        ChartKind::Schedule => Some(Show::Schedule(schedule)),
        ChartKind::Slots => Some(Show::Slots(Slots {
            jobs: schedule.jobs,
            scenario: schedule.scenario,
            provider: 0,
            at: 0,
            request: None,
        })),
        ChartKind::Curve(key) => {
            let knob = varied(&schedule).into_iter().find(|it| it.key() == key)?;
            Some(Show::Curve(Curve {
                jobs: schedule.jobs,
                workflow: schedule.workflow,
                tasks: schedule.tasks,
                vary: Vary {
                    label: knob.axis(),
                    sets: vec![format!("scenario.{}", knob.path)],
                    values: numbers_of(knob, knob.numbers()?.usual)?,
                },
                scenario: schedule.scenario,
                plans: schedule.plans,
                criteria: Criterion::PAPER.to_vec(),
                seeds: 1,
            }))
        }
    }
}

fn numbers_of(knob: &Knob, typed: &str) -> Option<Vec<f64>> {
    let range = knob.numbers()?;
    numbers(typed, range.least..=range.most, range.whole).ok()
}

/// Writes a number of a chart. One that is not understood changes nothing.
pub(super) fn write(show: &mut Show, what: Written, text: &str) {
    match (what, show) {
        (Written::Provider, Show::Slots(it)) => {
            let typed = text.trim().parse::<usize>().ok();
            it.provider = typed.and_then(|it| it.checked_sub(1)).unwrap_or(it.provider);
        }
        (Written::Moment, Show::Slots(it)) => it.at = super::seconds(text).unwrap_or(it.at),
        (Written::Values, Show::Curve(it)) => {
            let path = it.vary.sets.first().and_then(|it| it.strip_prefix("scenario."));
            let knob = path.and_then(|path| experiment::knobs::knob(&it.scenario, path));
            if let Some(values) = knob.and_then(|knob| numbers_of(knob, text)) {
                it.vary.values = values;
            }
        }
        _ => {}
    }
}
