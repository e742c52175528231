//! Sweeps: what is varied, over which policies and seeds, and what has come of it so far.

use std::ops::RangeInclusive;
use std::rc::Rc;

use yew::Reducible;

use serde_json::Value;

use crate::criteria::Report;
use crate::experiment::comparison::Interval;
use crate::experiment::sweep::{Criterion, DEFAULT_SEEDS, Vary};
use crate::experiment::{Scenario, knobs};
use crate::page::history::Experiment;
use crate::system::Knob;
use crate::worker::{self, Made, Task};

/// What is to be swept.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The path of the knob along the x axis, if somebody chose one that the scenario has.
    axis: Option<&'static str>,
    /// The values as typed; those that are usual until somebody types others.
    values: Option<String>,
    pub seeds: u32,
    /// What is overlaid, by the keys of the knobs: what is usual where nobody chose.
    overlaid: Vec<(&'static str, Vec<&'static str>)>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            axis: None,
            values: None,
            seeds: DEFAULT_SEEDS,
            overlaid: Vec::new(),
        }
    }
}

/// The knobs that may stand along the x axis: those set to numbers.
pub fn axes(scenario: &Scenario) -> Vec<&'static Knob> {
    let all = knobs::knobs(scenario).into_iter();
    all.filter(|it| it.numbers().is_some()).collect()
}

/// The knobs whose choices may be overlaid.
pub fn overlays(scenario: &Scenario) -> Vec<&'static Knob> {
    let all = knobs::knobs(scenario).into_iter();
    all.filter(|it| it.choices().is_some()).collect()
}

/// Most runs of one sweep.
pub const MOST_RUNS: usize = 20_000;

impl Settings {
    /// The knob along the x axis: the one that was chosen, or the first.
    pub fn axis(&self, scenario: &Scenario) -> &'static Knob {
        let axes = axes(scenario);
        let chosen = axes.iter().find(|it| Some(it.path) == self.axis);
        chosen.unwrap_or(&axes[0])
    }

    /// Another knob goes along the x axis, with its usual values.
    pub fn take_axis(&mut self, path: &'static str) {
        (self.axis, self.values) = (Some(path), None);
    }

    /// The values as they stand in the form.
    pub fn values(&self, scenario: &Scenario) -> String {
        let usual = || self.axis(scenario).numbers().map_or("", |it| it.usual);
        let typed = self.values.clone();
        typed.unwrap_or_else(|| usual().to_owned())
    }

    /// Takes values as they are typed.
    pub fn type_values(&mut self, typed: String) {
        self.values = Some(typed);
    }

    /// The choices of a knob that are overlaid.
    pub fn overlaid(&self, knob: &'static Knob) -> Vec<&'static str> {
        let chosen = self.overlaid.iter().find(|(key, _)| *key == knob.key);
        let usual = knob.choices().map_or(&[][..], |it| it.overlaid);
        chosen.map_or_else(|| usual.to_vec(), |(_, values)| values.clone())
    }

    /// Overlays these choices of a knob.
    pub fn overlay(&mut self, knob: &'static Knob, values: Vec<&'static str>) {
        self.overlaid.retain(|(key, _)| *key != knob.key);
        self.overlaid.push((knob.key, values));
    }

    /// The values as numbers.
    ///
    /// # Errors
    ///
    /// In words, if they are no list of numbers, or no values that the axis can have.
    pub fn numbers(&self, scenario: &Scenario) -> Result<Vec<f64>, String> {
        let Some(of) = self.axis(scenario).numbers() else {
            return Err("only numbers can be swept over".to_owned());
        };
        numbers(&self.values(scenario), of.least..=of.most, of.whole)
    }

    /// What to overlay on `base`, each with what the legend calls it: every combination of what is
    /// chosen, named by the first knob and by those of which there are several.
    fn lines(&self, base: &Scenario) -> Result<Vec<(String, Scenario)>, String> {
        let mut lines = vec![(String::new(), base.clone())];
        for knob in overlays(base) {
            let values = self.overlaid(knob);
            if values.is_empty() || knobs::reads(base, knob.path).is_err() {
                continue;
            }
            let mut next = Vec::new();
            for (name, scenario) in &lines {
                for value in &values {
                    let value = Value::from(*value);
                    let set = knobs::set(scenario, knob.path, &value);
                    let set = set.map_err(|why| why.to_string())?;
                    let name = match (name.is_empty(), values.len()) {
                        (true, _) => knob.told(&value),
                        (false, 1) => name.clone(),
                        (false, _) => format!("{name} · {}", knob.told(&value)),
                    };
                    next.push((name, set));
                }
            }
            lines = next;
        }
        if let [(name, _)] = lines.as_mut_slice()
            && name.is_empty()
        {
            *name = base.system.model().name().to_owned();
        }
        Ok(lines)
    }
}

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

/// A sweep that has been started: its plan, and what has come of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// What was swept from.
    pub base: Rc<Experiment>,
    /// What the form said.
    settings: Settings,
    pub axis: &'static Knob,
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
        let xs = settings.numbers(&base.scenario)?;
        let axis = settings.axis(&base.scenario);
        let policies = settings.lines(&base.scenario)?;
        let unread = |(_, line): &(String, Scenario)| knobs::reads(line, axis.path).err();
        if let Some(whys) = policies.iter().map(unread).collect::<Option<Vec<_>>>() {
            return Err(whys.first().copied().unwrap_or_default().to_owned());
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
                    let set = knobs::set(policy, axis.path, &knobs::number(x));
                    let mut scenario = set.map_err(|why| why.to_string())?;
                    scenario.seed = scenario.seed.wrapping_add(seed as u64);
                    let workload = base.workload;
                    tasks.push(Task::run(tasks.len(), workload, scenario));
                }
            }
        }
        let sweep = Self {
            base: base.clone(),
            settings: settings.clone(),
            axis,
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
        let scenario = &self.base.scenario;
        let overlaid = |settings: &Settings| -> Vec<Vec<&str>> {
            let all = overlays(scenario).into_iter();
            all.map(|knob| settings.overlaid(knob)).collect()
        };
        form.axis(scenario).path == self.axis.path
            && form.seeds == self.settings.seeds
            && overlaid(form) == overlaid(&self.settings)
            && form.numbers(scenario).as_ref() == Ok(&self.xs)
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
