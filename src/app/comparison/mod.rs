//! The comparison: the runs of its scenarios, and their reports over seeds, kept while unchanged.

mod subject;
mod working;

use std::rc::Rc;

use yew::Reducible;

use super::experiment::{Experiment, WorkloadKey};
use super::state::Finished;
use super::worker::{Made, Outcome, Task};
use crate::criteria::Report;
use crate::experiment::Scenario;
use crate::experiment::comparison::{Row, rows};
use crate::experiment::sweep::DEFAULT_SEEDS;
pub use subject::Subject;
pub use working::{Comparing, use_comparison};

/// What is set within the view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Over how many seeds criteria are averaged.
    pub seeds: u32,
    /// Whether the queue is counted in processors, not in jobs.
    pub in_processors: bool,
    /// The Gantt charts that are folded away: a bit for each place.
    pub folded: u8,
}

impl Settings {
    /// Whether the Gantt chart at a place is folded away.
    pub fn is_folded(self, place: usize) -> bool {
        self.folded >> place & 1 == 1
    }

    /// The same with that chart folded away, or out again.
    pub fn folding(self, place: usize) -> Self {
        Self {
            folded: self.folded ^ 1 << place,
            ..self
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seeds: DEFAULT_SEEDS,
            in_processors: false,
            folded: 0,
        }
    }
}

/// At most so many seeds: the marks of tasks leave no room for more.
pub const MOST_SEEDS: u32 = 100;

/// A mark is an entry's number times this, and by how much the seed is greater than the scenario's.
const MARKS: usize = 1_000;

/// So many scenarios that are no longer compared are kept: one step back or forth runs nothing anew.
const KEPT: usize = 4;

/// A scenario on a workload, and what has been made of it.
#[derive(Clone)]
struct Entry {
    number: usize,
    workload: WorkloadKey,
    scenario: Rc<Scenario>,
    subject: Option<Rc<Subject>>,
    /// By how much the seed is greater than the scenario's own.
    reports: Vec<Option<Rc<Report>>>,
    refused: Option<Rc<str>>,
}

impl Entry {
    fn is_of(&self, workload: WorkloadKey, scenario: &Scenario) -> bool {
        self.workload == workload && *self.scenario == *scenario
    }

    fn keep_report(&mut self, offset: usize, report: Rc<Report>) {
        if self.reports.len() <= offset {
            self.reports.resize(offset + 1, None);
        }
        self.reports[offset] = Some(report);
    }
}

/// The comparison and what has been made for it. Cheap to clone; told apart by its version.
#[derive(Clone, Default)]
pub struct Comparison {
    pub settings: Settings,
    entries: Vec<Entry>,
    /// What was last run of the scenario in front, also while a control moves on.
    front: Option<Rc<Subject>>,
    numbers: usize,
    /// Counts what has happened: another number, another state.
    version: u64,
}

impl PartialEq for Comparison {
    fn eq(&self, other: &Self) -> bool {
        self.version == other.version
    }
}

/// What can happen to it.
pub enum ComparisonAction {
    Set(Settings),
    /// These scenarios are compared now.
    TakeUp(Rc<Experiment>),
    /// The scenario in front has been run.
    Front(Rc<Finished>),
    /// What came back from the workers.
    Made(Vec<Made>),
}

/// What there is to be seen of a comparison, by the places of its scenarios.
#[derive(Clone, PartialEq)]
pub struct Sight {
    pub subjects: Vec<Option<Rc<Subject>>>,
    /// Why a scenario cannot be run.
    pub refused: Vec<Option<Rc<str>>>,
    /// The criteria over the seeds that all scenarios have.
    pub rows: Rc<Vec<Row>>,
    /// How many seeds these are.
    pub seeds: usize,
    /// Runs made, and wanted.
    pub done: (usize, usize),
}

impl Comparison {
    fn entry(&self, workload: WorkloadKey, scenario: &Scenario) -> Option<&Entry> {
        let mut entries = self.entries.iter();
        entries.find(|entry| entry.is_of(workload, scenario))
    }

    /// The numbers of an experiment's scenarios; `None` where one has not been taken up.
    fn numbers(&self, experiment: &Experiment) -> Option<Vec<usize>> {
        let number = |it| Some(self.entry(experiment.workload, it)?.number);
        experiment.scenarios().map(number).collect()
    }

    /// The runs that are missing, without that of the scenario in front, which is made anyhow.
    fn missing_runs(&self, experiment: &Experiment) -> Vec<Task> {
        let scenarios = experiment.scenarios().enumerate();
        let others = scenarios.filter(|&(place, _)| place != experiment.front());
        let mut tasks: Vec<Task> = Vec::new();
        for (_, scenario) in others {
            let Some(entry) = self.entry(experiment.workload, scenario) else {
                continue;
            };
            let mark = entry.number * MARKS;
            let is_planned = tasks.iter().any(|task| task.mark == mark);
            if entry.subject.is_none() && entry.refused.is_none() && !is_planned {
                let scenario = Scenario::clone(&entry.scenario);
                tasks.push(Task::whole_run(mark, entry.workload, scenario));
            }
        }
        tasks
    }

    /// The reports that are missing, seed by seed: the first seeds of all scenarios come first.
    fn missing_reports(&self, experiment: &Experiment) -> Vec<Task> {
        let mut tasks: Vec<Task> = Vec::new();
        for offset in 1..self.settings.seeds as usize {
            for scenario in experiment.scenarios() {
                let Some(entry) = self.entry(experiment.workload, scenario) else {
                    continue;
                };
                let is_there = matches!(entry.reports.get(offset), Some(Some(_)));
                let mark = entry.number * MARKS + offset;
                let is_planned = tasks.iter().any(|task| task.mark == mark);
                if !is_there && entry.refused.is_none() && !is_planned {
                    let mut scenario = Scenario::clone(&entry.scenario);
                    scenario.seed = scenario.seed.wrapping_add(offset as u64);
                    tasks.push(Task::run(mark, entry.workload, scenario));
                }
            }
        }
        tasks
    }

    /// What there is to be seen of an experiment.
    pub fn sight(&self, experiment: &Experiment) -> Sight {
        let front = experiment.front();
        let entries: Vec<Option<&Entry>> = experiment
            .scenarios()
            .map(|scenario| self.entry(experiment.workload, scenario))
            .collect();
        let last = self.front.as_ref();
        let last = last.filter(|it| it.finished.experiment.workload == experiment.workload);
        let subjects: Vec<Option<Rc<Subject>>> = entries
            .iter()
            .enumerate()
            .map(|(place, entry)| {
                let own = entry.and_then(|entry| entry.subject.clone());
                own.or_else(|| last.filter(|_| place == front).cloned())
            })
            .collect();
        let refused: Vec<Option<Rc<str>>> = entries
            .iter()
            .map(|entry| entry.and_then(|entry| entry.refused.clone()))
            .collect();
        let seeds = self.settings.seeds as usize;
        let made = |place: usize, offset: usize| -> Option<&Report> {
            entries[place].and_then(|entry| entry.reports.get(offset)?.as_deref())
        };
        // Until the scenario in front has been run its last run stands for it.
        let report = |place: usize, offset: usize| -> Option<&Report> {
            let shown = || Some(&subjects[place].as_ref()?.finished.report);
            made(place, offset).or_else(|| if offset == 0 { shown() } else { None })
        };
        // Means over different seeds are nothing to compare: those count that all have.
        let places = || (0..entries.len()).filter(|&place| refused[place].is_none());
        let common = |&offset: &usize| places().all(|place| report(place, offset).is_some());
        let common: Vec<usize> = (0..seeds).filter(common).collect();
        let reports: Vec<Vec<Option<&Report>>> = (0..entries.len())
            .map(|place| common.iter().map(|&offset| report(place, offset)).collect())
            .collect();
        let done = |place: usize| {
            let offsets = 0..seeds;
            offsets.filter(|&it| made(place, it).is_some()).count()
        };
        Sight {
            rows: Rc::new(rows(&reports, experiment.baseline())),
            seeds: common.len(),
            done: (places().map(done).sum(), places().count() * seeds),
            subjects,
            refused,
        }
    }

    /// Takes up an experiment's scenarios and lets go of those that were longest out of it.
    fn take_up(&mut self, experiment: &Experiment) {
        let workload = experiment.workload;
        for scenario in experiment.scenarios() {
            if self.entry(workload, scenario).is_none() {
                self.numbers += 1;
                self.entries.push(Entry {
                    number: self.numbers,
                    workload,
                    scenario: Rc::new(scenario.clone()),
                    subject: None,
                    reports: Vec::new(),
                    refused: None,
                });
            }
        }
        let is_compared = |entry: &Entry| {
            let mut scenarios = experiment.scenarios();
            scenarios.any(|it| entry.is_of(workload, it))
        };
        let (compared, mut others): (Vec<Entry>, Vec<Entry>) =
            self.entries.drain(..).partition(is_compared);
        others.drain(..others.len().saturating_sub(KEPT));
        self.entries = others;
        self.entries.extend(compared);
    }

    fn take_front(&mut self, finished: &Rc<Finished>) {
        let last = self.front.take();
        let last = last.filter(|last| Rc::ptr_eq(&last.finished, finished));
        let subject = last.unwrap_or_else(|| Rc::new(Subject::new(finished.clone())));
        self.front = Some(subject.clone());
        let Experiment {
            workload, scenario, ..
        } = &*finished.experiment;
        let mut entries = self.entries.iter_mut();
        if let Some(entry) = entries.find(|entry| entry.is_of(*workload, scenario)) {
            entry.keep_report(0, Rc::new(finished.report.clone()));
            entry.subject = Some(subject);
            entry.refused = None;
        }
    }

    fn take(&mut self, (mark, made): Made) {
        let (number, offset) = (mark / MARKS, mark % MARKS);
        let mut entries = self.entries.iter_mut();
        let Some(entry) = entries.find(|entry| entry.number == number) else {
            return;
        };
        match made {
            Ok(Outcome::Run(run, report)) => {
                let scenario = Scenario::clone(&entry.scenario);
                let finished = Finished {
                    experiment: Rc::new(Experiment::new(scenario, entry.workload)),
                    movement: 0,
                    run: *run,
                    report: *report,
                    milliseconds: 0.0,
                };
                entry.keep_report(0, Rc::new(finished.report.clone()));
                entry.subject = Some(Rc::new(Subject::new(Rc::new(finished))));
            }
            Ok(Outcome::Report(report)) => entry.keep_report(offset, Rc::from(report)),
            Ok(_) => {}
            Err(why) => entry.refused = Some(why.into()),
        }
    }
}

impl Reducible for Comparison {
    type Action = ComparisonAction;

    fn reduce(self: Rc<Self>, action: ComparisonAction) -> Rc<Self> {
        let mut state = Rc::unwrap_or_clone(self);
        state.version += 1;
        match action {
            ComparisonAction::Set(settings) => state.settings = settings,
            ComparisonAction::TakeUp(experiment) => state.take_up(&experiment),
            ComparisonAction::Front(finished) => state.take_front(&finished),
            ComparisonAction::Made(made) => made.into_iter().for_each(|made| state.take(made)),
        }
        Rc::new(state)
    }
}
