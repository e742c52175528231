//! Sweeps: what is varied, over which policies and seeds, and what has come of it so far.

use std::ops::RangeInclusive;
use std::rc::Rc;

use yew::Reducible;

use crate::criteria::Report;
use crate::experiment::comparison::Interval;
use crate::experiment::sweep::{Criterion, DEFAULT_SEEDS, Vary};
use crate::experiment::{PeriodOf, Scenario, names};
use crate::page::history::{Experiment, two_level, two_level_mut};
use crate::system::two_level::{QueuePolicy, ReservationAllocation};
use crate::worker::{self, Made, Task};
use crate::workload::Time;
use crate::workload::reserve::RequestKind;
use crate::workload::select::LOAD_FACTORS;

/// What a sweep varies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Axis {
    /// The percentage of advance reservations.
    #[default]
    Percent,
    /// δ of the grid scheduler, in seconds.
    GridPeriod,
    /// δ of the local queues, in seconds.
    LocalPeriod,
    /// By how many hours flexible requests are widened on both sides.
    Interval,
    /// What the time between submissions is divided by.
    Load,
}

impl Axis {
    /// What the x axis says.
    pub fn label(self) -> &'static str {
        match self {
            Self::Percent => "advance reservations (%)",
            Self::GridPeriod => "period δ of the grid scheduler (s)",
            Self::LocalPeriod => "period δ of the local queues (s)",
            Self::Interval => "request interval, wider on each side by (h)",
            Self::Load => "load factor",
        }
    }

    /// Values that show something on most workloads.
    pub fn usual(self) -> &'static str {
        match self {
            Self::Percent => "0, 10, .., 100",
            Self::GridPeriod | Self::LocalPeriod => "0, 60, 600, 1800, 3600, 7200, 14400",
            Self::Interval => "0, 1, 2, 4, 8, 16, 24",
            Self::Load => "0.5, 0.6, .., 1.5",
        }
    }

    fn set(self, scenario: &mut Scenario, value: f64) {
        match self {
            Self::Percent => scenario.workload.reservations.percent = value,
            Self::GridPeriod => PeriodOf::Grid.set(scenario, value as Time),
            Self::LocalPeriod => PeriodOf::Local.set(scenario, value as Time),
            Self::Interval => {
                let reservations = &mut scenario.workload.reservations;
                reservations.request = RequestKind::Flexible;
                reservations.earlier_hours = value;
                reservations.later_hours = value;
            }
            Self::Load => scenario.workload.load_factor = value,
        }
    }
}

/// What is to be swept.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    pub axis: Axis,
    /// The values as typed.
    pub values: String,
    pub seeds: u32,
    /// Overlaid; empty for the scenario's own.
    pub queues: Vec<QueuePolicy>,
    pub allocations: Vec<ReservationAllocation>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            axis: Axis::default(),
            values: Axis::default().usual().to_string(),
            seeds: DEFAULT_SEEDS,
            queues: vec![
                QueuePolicy::FcfsBackfilling,
                QueuePolicy::Fcfs,
                QueuePolicy::Easy,
            ],
            allocations: vec![ReservationAllocation::Mct],
        }
    }
}

/// Most runs of one sweep.
pub const MOST_RUNS: usize = 20_000;

impl Settings {
    /// The values as numbers.
    ///
    /// # Errors
    ///
    /// In words, if they are no list of numbers, or no values that the axis can have.
    pub fn numbers(&self) -> Result<Vec<f64>, String> {
        match self.axis {
            Axis::Percent => numbers(&self.values, 0.0..=100.0, false),
            Axis::GridPeriod | Axis::LocalPeriod => {
                numbers(&self.values, 0.0..=LONGEST_PERIOD, true)
            }
            Axis::Interval => numbers(&self.values, 0.0..=87_600.0, false),
            Axis::Load => numbers(&self.values, LOAD_FACTORS.0..=LOAD_FACTORS.1, false),
        }
    }

    /// The policies to overlay on `base`, each with what the legend calls it.
    fn policies(&self, base: &Scenario) -> Vec<(String, Scenario)> {
        let own = two_level(base);
        let queues = or(&self.queues, own.local.queue);
        let allocations = or(&self.allocations, own.grid.reservation_allocation);
        let mut policies = Vec::new();
        for &queue in &queues {
            for &allocation in &allocations {
                let mut scenario = base.clone();
                let options = two_level_mut(&mut scenario);
                options.local.queue = queue;
                options.grid.reservation_allocation = allocation;
                let name = match allocations.len() {
                    1 => names::queue(queue).to_string(),
                    _ => format!(
                        "{} · {}",
                        names::queue(queue),
                        names::reservation_allocation(allocation)
                    ),
                };
                policies.push((name, scenario));
            }
        }
        policies
    }
}

/// A year, in seconds.
pub const LONGEST_PERIOD: f64 = 31_536_000.0;

/// The numbers of a list as typed, within `range`, whole ones if they must be.
///
/// # Errors
///
/// In words, if they are no list of such numbers.
pub fn numbers(typed: &str, range: RangeInclusive<f64>, whole: bool) -> Result<Vec<f64>, String> {
    let (least, most) = (*range.start(), *range.end());
    let list: String = typed.split_whitespace().collect();
    let list = list.trim_matches(',');
    let vary: Vary = format!("values={list}")
        .parse()
        .map_err(|_| "write numbers with commas, such as 0, 10, .., 100".to_string())?;
    let numbers: Option<Vec<f64>> = vary.values.iter().map(|value| value.as_f64()).collect();
    let numbers = numbers.ok_or("only numbers can be swept over")?;
    let fits = |value: &f64| range.contains(value) && (!whole || value.fract() == 0.0);
    match numbers.iter().find(|value| !fits(value)) {
        Some(value) if whole => Err(format!("{value} is no whole number from {least} to {most}")),
        Some(value) => Err(format!("{value} does not lie between {least} and {most}")),
        None => Ok(numbers),
    }
}

/// What was chosen, or the one thing there is.
fn or<T: Copy>(chosen: &[T], own: T) -> Vec<T> {
    if chosen.is_empty() {
        vec![own]
    } else {
        chosen.to_vec()
    }
}

/// A sweep that has been started: its plan, and what has come of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// What was swept from.
    pub base: Rc<Experiment>,
    /// What the form said.
    settings: Settings,
    pub axis: Axis,
    pub xs: Vec<f64>,
    pub names: Vec<String>,
    seeds: usize,
    /// The three criteria of each run that is made; its place is its task's mark.
    made: Vec<Option<[f64; 3]>>,
    /// How many runs have come back, with figures or without.
    pub done: usize,
    /// The first failure, in words, and how many there were.
    pub failed: Option<(String, usize)>,
    /// Whether it was stopped.
    pub cancelled: bool,
}

impl Sweep {
    /// Plans a sweep from `base`. The seed turns slowest, so that whole curves appear early.
    ///
    /// # Errors
    ///
    /// In words, if the values cannot be read, there are too many runs, or nothing would vary.
    pub fn plan(settings: &Settings, base: &Rc<Experiment>) -> Result<(Self, Vec<Task>), String> {
        let xs = settings.numbers()?;
        let is_listed = base.scenario.workload.reservations.request == RequestKind::Listed;
        if is_listed && settings.axis == Axis::Percent {
            let why = "the reservations are listed one by one: there is no share to vary";
            return Err(why.to_string());
        }
        let policies = settings.policies(&base.scenario);
        let reads = |(_, policy): &(String, Scenario)| PeriodOf::Local.is_read_by(policy);
        if settings.axis == Axis::LocalPeriod && !policies.iter().any(reads) {
            return Err(PeriodOf::UNREAD.into());
        }
        let seeds = settings.seeds.max(1) as usize;
        let runs = xs.len() * policies.len() * seeds;
        if runs > MOST_RUNS {
            return Err(format!(
                "these are {runs} runs; at most {MOST_RUNS} are made at once"
            ));
        }
        let mut tasks = Vec::with_capacity(runs);
        for seed in 0..seeds {
            for &x in &xs {
                for (_, policy) in &policies {
                    let mut scenario = policy.clone();
                    settings.axis.set(&mut scenario, x);
                    scenario.seed = scenario.seed.wrapping_add(seed as u64);
                    let workload = base.workload;
                    tasks.push(Task::run(tasks.len(), workload, scenario));
                }
            }
        }
        let sweep = Self {
            base: base.clone(),
            settings: settings.clone(),
            axis: settings.axis,
            xs,
            names: policies.into_iter().map(|(name, _)| name).collect(),
            seeds,
            made: vec![None; runs],
            done: 0,
            failed: None,
            cancelled: false,
        };
        Ok((sweep, tasks))
    }

    /// Whether the form asks for these very curves. Values may be typed in other ways.
    pub fn is_of(&self, form: &Settings) -> bool {
        let typed_alike = Settings {
            values: self.settings.values.clone(),
            ..form.clone()
        };
        typed_alike == self.settings && form.numbers().as_ref() == Ok(&self.xs)
    }

    /// How many seeds each point takes.
    pub fn seeds(&self) -> usize {
        self.seeds
    }

    /// How many runs there are.
    pub fn total(&self) -> usize {
        self.made.len()
    }

    /// Whether runs are still to come.
    pub fn is_running(&self) -> bool {
        self.done < self.total() && !self.cancelled
    }

    /// Mean and 95 % interval of a criterion over the seeds that have come back.
    pub fn interval(&self, series: usize, x: usize, criterion: Criterion) -> Option<Interval> {
        let at = Criterion::ALL.iter().position(|&it| it == criterion)?;
        let values: Vec<f64> = (0..self.seeds)
            .filter_map(|seed| {
                let mark = (seed * self.xs.len() + x) * self.names.len() + series;
                Some(self.made[mark]?[at])
            })
            .collect();
        Interval::of(&values)
    }

    fn take(&mut self, mark: usize, made: Result<Report, String>) {
        let Some(place) = self.made.get_mut(mark) else {
            return;
        };
        self.done += 1;
        match made {
            Ok(report) => *place = Some(Criterion::ALL.map(|criterion| criterion.of(&report))),
            Err(why) => match &mut self.failed {
                Some((_, count)) => *count += 1,
                none => *none = Some((why, 1)),
            },
        }
    }
}

/// The settings of the Curves view and the sweep that was last started.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sweeps {
    pub settings: Settings,
    pub sweep: Option<Rc<Sweep>>,
}

/// What can happen to them.
pub enum SweepAction {
    Set(Settings),
    Start(Sweep),
    Made(Vec<Made>),
    Cancel,
}

impl Reducible for Sweeps {
    type Action = SweepAction;

    fn reduce(self: Rc<Self>, action: SweepAction) -> Rc<Self> {
        let mut state = Rc::unwrap_or_clone(self);
        match action {
            SweepAction::Set(settings) => state.settings = settings,
            SweepAction::Start(sweep) => state.sweep = Some(Rc::new(sweep)),
            SweepAction::Made(made) => {
                if let Some(sweep) = &mut state.sweep {
                    let sweep = Rc::make_mut(sweep);
                    for (mark, made) in made {
                        sweep.take(mark, worker::report(made));
                    }
                }
            }
            SweepAction::Cancel => {
                if let Some(sweep) = &mut state.sweep {
                    Rc::make_mut(sweep).cancelled = true;
                }
            }
        }
        Rc::new(state)
    }
}
