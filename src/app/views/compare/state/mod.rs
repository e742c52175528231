//! The comparison: the runs of its scenarios, and their reports over seeds, kept while unchanged.

mod hook;
mod subject;

use std::cell::OnceCell;
use std::rc::Rc;

use yew::Reducible;

pub use hook::{Comparing, use_comparison};
use slotscope::criteria::Report;
use slotscope::experiment::comparison::{Basis, Row, rows};
use slotscope::experiment::sweep::DEFAULT_SEEDS;
use slotscope::experiment::{Scenario, draws};
use slotscope::page::budget;
use slotscope::page::history::{Experiment, WorkloadKey};
use slotscope::page::state::Finished;
use slotscope::worker::{Made, NotMade, Outcome, Task};
use slotscope::workload::WorkloadKind;
pub use subject::Subject;

/// What is set within the view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ComparisonSettings {
    /// Over how many seeds criteria are averaged.
    pub seeds: u32,
    /// Whether the queue is counted in processors, not in jobs.
    pub in_processors: bool,
    /// The Gantt charts that are folded away: a bit for each place.
    pub folded: u8,
}

impl ComparisonSettings {
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

impl Default for ComparisonSettings {
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

/// What is known of the workload: the size of a run is estimated from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// The workload's records.
    pub records: u64,
    /// How many rectangles a job has in its Gantt chart.
    pub bars_per_job: f64,
    /// What the workload is made of.
    pub kind: WorkloadKind,
}

/// A scenario on a workload, and what has been made of it.
#[derive(Clone)]
struct Entry {
    number: usize,
    workload: WorkloadKey,
    scenario: Rc<Scenario>,
    subject: Option<Rc<Subject>>,
    /// By how much the seed is greater than the scenario's own.
    reports: Vec<Option<Rc<Report>>>,
    /// Whether a seed makes a difference: otherwise the report of the first says all.
    is_drawn: bool,
    refused: Option<NotMade>,
    /// Whether it was refused since there is no room for its run.
    has_no_room: bool,
}

impl Entry {
    /// The jobs that its run has, or at most can have, and the bytes that it takes.
    fn size(&self, size: Size) -> (u64, u64) {
        let run = self.subject.as_ref().map(|subject| &subject.finished.run);
        let (jobs, bars_per_job) = match run {
            Some(run) => {
                let (jobs, bars) = (run.jobs.len(), run.schedule.bars.len());
                (jobs as u64, bars as f64 / jobs.max(1) as f64)
            }
            None => (
                budget::jobs_of(&self.scenario, size.records),
                size.bars_per_job,
            ),
        };
        (jobs, budget::run_bytes(jobs, bars_per_job))
    }

    fn is_of(&self, workload: WorkloadKey, scenario: &Scenario) -> bool {
        self.workload == workload && *self.scenario == *scenario
    }

    /// The report of that seed.
    fn report(&self, offset: usize) -> Option<&Report> {
        let made = if self.is_drawn { offset } else { 0 };
        self.reports.get(made)?.as_deref()
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
    pub settings: ComparisonSettings,
    entries: Vec<Entry>,
    /// What was last run of the scenario in front, also while a control moves on.
    front: Option<Rc<Subject>>,
    numbers: usize,
    /// How often what was lost was tried again.
    tries: u32,
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
    Set(ComparisonSettings),
    /// These scenarios are compared now, on a workload of this size.
    TakeUp(Rc<Experiment>, Size),
    /// The scenario in front has been run.
    Front(Rc<Finished>),
    /// What came back from the workers.
    Made(Vec<Made>),
    /// What was lost with a worker is run again.
    TryAgain,
}

/// What there is to be seen of a comparison, by the places of its scenarios.
#[derive(Clone, PartialEq)]
pub struct Sight {
    pub subjects: Vec<Option<Rc<Subject>>>,
    /// Why a scenario cannot be run.
    pub refused: Vec<Option<NotMade>>,
    /// The criteria over the seeds that all scenarios have.
    pub rows: Rc<Vec<Row>>,
    /// What the figures of each scenario rest on.
    pub bases: Vec<Basis>,
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
                let is_there = !entry.is_drawn || entry.report(offset).is_some();
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

    /// What there is to be seen of an experiment on a workload of a kind.
    pub fn sight(&self, experiment: &Experiment, kind: WorkloadKind) -> Sight {
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
        let refused: Vec<Option<NotMade>> = entries
            .iter()
            .map(|entry| entry.and_then(|entry| entry.refused.clone()))
            .collect();
        let seeds = self.settings.seeds as usize;
        let scenarios = experiment.scenarios().zip(&subjects);
        let basis = |(scenario, subject): (&Scenario, &Option<Rc<Subject>>)| {
            let calibration = subject.as_ref().and_then(|it| it.calibration());
            Basis::of(scenario, kind, calibration.is_some_and(|it| it.far))
        };
        let bases: Vec<Basis> = scenarios.map(basis).collect();
        let made = |place: usize, offset: usize| -> Option<&Report> {
            entries[place].and_then(|entry| entry.report(offset))
        };
        // Until the scenario in front has been run its last run stands for it.
        let report = |place: usize, offset: usize| -> Option<&Report> {
            let shown = || Some(&subjects[place].as_ref()?.finished.report);
            let is_first = offset == 0 || !bases[place].is_drawn;
            made(place, offset).or_else(|| if is_first { shown() } else { None })
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
            rows: Rc::new(rows(&reports, &bases, experiment.baseline())),
            bases,
            seeds: common.len(),
            done: (places().map(done).sum(), places().count() * seeds),
            subjects,
            refused,
        }
    }

    /// Takes up an experiment's scenarios and lets go of those that were longest out of it.
    fn take_up(&mut self, experiment: &Experiment, size: Size) {
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
                    is_drawn: draws(scenario, size.kind),
                    refused: None,
                    has_no_room: false,
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
        self.make_room(experiment, size);
    }

    /// Refuses the runs that there is no room for, before they are made, and lets go of those that
    /// are not compared where they would take it.
    fn make_room(&mut self, experiment: &Experiment, size: Size) {
        let front = experiment.front();
        let mut scenarios: Vec<&Scenario> = experiment.scenarios().collect();
        // The one in front is run anyhow.
        let first = scenarios.remove(front);
        scenarios.insert(0, first);
        let mut places: Vec<usize> = Vec::new();
        for scenario in scenarios {
            let is_it = |entry: &Entry| entry.is_of(experiment.workload, scenario);
            let place = self.entries.iter().position(is_it);
            places.extend(place.filter(|place| !places.contains(place)));
        }
        let sizes: Vec<(u64, u64)> = places
            .iter()
            .map(|&it| self.entries[it].size(size))
            .collect();
        let bytes: Vec<u64> = sizes.iter().map(|(_, bytes)| *bytes).collect();
        let held = budget::held(&bytes, budget::RUNS);
        for ((&place, &(jobs, own)), held) in places.iter().zip(&sizes).zip(held) {
            let entry = &mut self.entries[place];
            if held || entry.subject.is_some() {
                if std::mem::take(&mut entry.has_no_room) {
                    entry.refused = None;
                }
            } else {
                entry.has_no_room = true;
                entry.refused = Some(NotMade::Refused(budget::too_much(jobs, own, &bytes)));
            }
        }
        let mut left = budget::RUNS.saturating_sub(bytes.iter().sum());
        let mut place = self.entries.len();
        self.entries.reverse();
        self.entries.retain(|entry| {
            place -= 1;
            let own = if entry.subject.is_some() {
                entry.size(size).1
            } else {
                0
            };
            let stays = places.contains(&place) || own <= left;
            if stays && !places.contains(&place) {
                left -= own;
            }
            stays
        });
        self.entries.reverse();
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

    fn try_again(&mut self) {
        self.tries += 1;
        for entry in &mut self.entries {
            entry.refused.take_if(|why| matches!(why, NotMade::Lost(_)));
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
                    arranged: OnceCell::default(),
                };
                entry.keep_report(0, Rc::new(finished.report.clone()));
                entry.subject = Some(Rc::new(Subject::new(Rc::new(finished))));
            }
            Ok(Outcome::Report(report)) => entry.keep_report(offset, Rc::from(report)),
            Ok(_) => {}
            Err(why) => entry.refused = Some(why),
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
            ComparisonAction::TakeUp(experiment, size) => state.take_up(&experiment, size),
            ComparisonAction::Front(finished) => state.take_front(&finished),
            ComparisonAction::TryAgain => state.try_again(),
            ComparisonAction::Made(made) => made.into_iter().for_each(|made| state.take(made)),
        }
        Rc::new(state)
    }
}
