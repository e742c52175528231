//! The state of the Compare view: the runs of its scenarios and their reports over seeds, which stay while their
//! scenario is compared.

#[cfg(test)]
pub(crate) mod tests;

use std::cell::OnceCell;
use std::rc::Rc;

use crate::Reduce;
use crate::contents::Schedulable;
use crate::finished::Finished;
use crate::formula_edit::KeptFormulas;
use crate::history::{Experiment, History, WorkloadKey};
use crate::tasks::{Made, Mark, NotMade, Outcome, Task};
use crate::{budget, words};
use chart::queue::QueueLength;
use chart::steps::Steps;
use chart::{ColourBy, GanttIndex};
use experiment::comparison::sentences::answer;
use experiment::comparison::{Basis, Contrast, JobDifferences, Row, contrasts, ordered_by, rows};
use experiment::sweep::DEFAULT_SEEDS;
use experiment::words::differences::letter;
use experiment::{Scenario, draws, knobs, validate};
use scheduling::criteria::{Calibration, Report};
use workload::{Feature, WorkloadKind};

/// The settings within the view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ComparisonSettings {
    /// How many seeds the criteria are averaged over.
    pub seeds: u32,
    /// Whether the queue is counted in processors, not in jobs.
    pub in_processors: bool,
    /// The Gantt charts that are folded: a bit for each place.
    pub folded: u8,
}

impl ComparisonSettings {
    /// Whether the Gantt chart at a place is folded.
    pub fn is_folded(self, place: usize) -> bool {
        self.folded >> place & 1 == 1
    }

    /// The same with that chart folded, or unfolded if it was folded.
    pub fn folding(self, place: usize) -> Self {
        Self { folded: self.folded ^ 1 << place, ..self }
    }
}

impl Default for ComparisonSettings {
    fn default() -> Self {
        Self { seeds: DEFAULT_SEEDS, in_processors: false, folded: 0 }
    }
}

/// The most seeds that can be set.
pub const MOST_SEEDS: u32 = 100;

/// How many scenarios stay that are no longer compared, so that undo and redo repeat no runs.
const KEPT: usize = 4;

/// The size of the workload, from which the size of a run is estimated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// The workload's records.
    pub records: u64,
    /// How many rectangles a job has in its Gantt chart.
    pub bars_per_job: f64,
    /// The kind of the workload.
    pub kind: WorkloadKind,
}

/// A scenario on a workload, with its run and its reports.
#[derive(Clone)]
struct Entry {
    /// Numbers the entries: the tasks of an entry are the answers to a question of this number, with the offset of the
    /// seed for their place.
    number: u32,
    workload: WorkloadKey,
    scenario: Rc<Scenario>,
    subject: Option<Rc<Subject>>,
    /// The reports, by the offset of the seed from the scenario's own.
    reports: Vec<Option<Rc<Report>>>,
    /// Whether a seed makes a difference: otherwise the report of the first seed is that of all.
    is_drawn: bool,
    refused: Option<NotMade>,
    /// Whether it was refused because there is no room for its run.
    has_no_room: bool,
}

impl Entry {
    /// How many jobs its run has, or can have at most, and the bytes that the run takes.
    fn size(&self, size: Size) -> (u64, u64) {
        let run = self.subject.as_ref().map(|subject| &subject.finished.run);
        let (jobs, bars_per_job) = match run {
            Some(run) => {
                let (jobs, bars) = (run.jobs.len(), run.schedule.bars.len());
                (jobs as u64, bars as f64 / jobs.max(1) as f64)
            }
            None => (budget::jobs_of(&self.scenario, size.records), size.bars_per_job),
        };
        (jobs, budget::run_bytes(jobs, bars_per_job))
    }

    fn is_of(&self, workload: WorkloadKey, scenario: &Scenario) -> bool {
        self.workload == workload && *self.scenario == *scenario
    }

    /// The report of the seed at an offset.
    fn report(&self, offset: usize) -> Option<&Report> {
        let made = if self.is_drawn { offset } else { 0 };
        self.reports.get(made)?.as_deref()
    }

    fn mark(&self, offset: usize) -> Mark {
        Mark { question: self.number, place: offset }
    }

    fn keep_report(&mut self, offset: usize, report: Rc<Report>) {
        if self.reports.len() <= offset {
            self.reports.resize(offset + 1, None);
        }
        self.reports[offset] = Some(report);
    }
}

/// The comparison with its runs. Cheap to clone; two are equal if they have the same version.
#[derive(Clone, Default)]
pub struct Comparison {
    /// The settings within the view.
    pub settings: ComparisonSettings,
    entries: Vec<Entry>,
    /// The last run of the scenario in front, also while a control is moving.
    front: Option<Rc<Subject>>,
    /// The number of the last entry.
    numbers: u32,
    /// How often lost runs became missing again: on request, or since the run in front was made after all.
    tries: u32,
    /// Counts the actions.
    version: u64,
    /// What of the page was taken up last.
    followed: Option<(Rc<Experiment>, Size, Option<Rc<Finished>>)>,
}

impl PartialEq for Comparison {
    fn eq(&self, other: &Self) -> bool {
        self.version == other.version
    }
}

/// The actions of the Compare view.
pub enum ComparisonAction {
    /// Changes the settings.
    Set(ComparisonSettings),
    /// Compares these scenarios, on a workload of this size.
    TakeUp(Rc<Experiment>, Size),
    /// Takes a run of the scenario in front.
    Front(Rc<Finished>),
    /// Takes the answers of the workers.
    Made(Vec<Made>),
    /// Has the runs that were lost with a worker made again.
    TryAgain,
}

/// The visible part of a comparison, by the places of its scenarios.
#[derive(Clone, PartialEq)]
pub struct Sight {
    /// The runs.
    pub subjects: Vec<Option<Rc<Subject>>>,
    /// Why a scenario was not run.
    pub refused: Vec<Option<NotMade>>,
    /// The criteria over the seeds that have returned for all scenarios.
    pub rows: Rc<Vec<Row>>,
    /// How the figures of each scenario came about.
    pub bases: Vec<Basis>,
    /// How many seeds the criteria are averaged over.
    pub seeds: usize,
    /// How many runs have returned, and how many there are.
    pub done: (usize, usize),
}

/// The differences of each run from the baseline's, job by job; none of the baseline itself, and as long as one of the two runs
/// is missing. O(scenarios · jobs log jobs).
pub fn changes(subjects: &[Option<Rc<Subject>>], baseline: usize) -> Vec<Option<Rc<JobDifferences>>> {
    let from = subjects.get(baseline).and_then(Option::as_ref);
    let of = |(place, it): (usize, &Option<Rc<Subject>>)| {
        let (from, it) = (from.filter(|_| place != baseline)?, it.as_ref()?);
        Some(Rc::new(JobDifferences::between(&from.finished.run, &it.finished.run)))
    };
    subjects.iter().enumerate().map(of).collect()
}

impl Sight {
    /// The [`answer`] of each scenario beside the baseline, with its place; `changes` are those of its runs.
    pub fn answers(
        &self,
        names: &[String],
        changes: &[Option<Rc<JobDifferences>>],
        baseline: usize,
    ) -> Vec<(usize, String)> {
        let of = |(place, jobs): (usize, &Option<Rc<JobDifferences>>)| {
            let called = (&*letter(baseline).to_string(), &*names[place]);
            let is_drawn = self.bases[place].is_drawn || self.bases[baseline].is_drawn;
            Some((place, answer(&self.rows, place, called, (jobs.as_deref()?, is_drawn))?))
        };
        changes.iter().enumerate().filter_map(of).collect()
    }
}

impl Comparison {
    fn entry(&self, workload: WorkloadKey, scenario: &Scenario) -> Option<&Entry> {
        let mut entries = self.entries.iter();
        entries.find(|entry| entry.is_of(workload, scenario))
    }

    /// How often lost runs became missing again.
    pub fn tries(&self) -> u32 {
        self.tries
    }

    /// The numbers of an experiment's scenarios; `None` before all of them have been taken up.
    pub fn numbers(&self, experiment: &Experiment) -> Option<Vec<u32>> {
        let number = |it| Some(self.entry(experiment.workload, it)?.number);
        experiment.scenarios().map(number).collect()
    }

    /// The reports that have returned, each with the place of its scenario and the offset of its seed. Where nothing is
    /// drawn there is that of the first seed alone.
    pub fn made(&self, experiment: &Experiment) -> Vec<(usize, usize, Rc<Report>)> {
        let reports = experiment
            .scenarios()
            .enumerate()
            .filter_map(|(place, it)| Some((place, self.entry(experiment.workload, it)?)))
            .flat_map(|(place, entry)| {
                let most = if entry.is_drawn { entry.reports.len() } else { 1 };
                entry
                    .reports
                    .iter()
                    .take(most)
                    .enumerate()
                    .filter_map(move |(offset, it)| Some((place, offset, it.clone()?)))
            });
        reports.collect()
    }

    /// The runs that are missing. The scenario in front is run for the whole page anyway.
    pub fn missing_runs(&self, experiment: &Experiment) -> Vec<Task> {
        let others = experiment.scenarios().enumerate().filter(|&(place, _)| place != experiment.front());
        let mut tasks: Vec<Task> = Vec::new();
        for (_, scenario) in others {
            let Some(entry) = self.entry(experiment.workload, scenario) else {
                continue;
            };
            let mark = entry.mark(0);
            let is_planned = tasks.iter().any(|task| task.mark == mark);
            if entry.subject.is_none() && entry.refused.is_none() && !is_planned {
                let scenario = Scenario::clone(&entry.scenario);
                tasks.push(Task::whole_run(mark, entry.workload, scenario));
            }
        }
        tasks
    }

    /// The reports that are missing, seed by seed: the first seeds of all scenarios come first.
    pub fn missing_reports(&self, experiment: &Experiment) -> Vec<Task> {
        let mut tasks: Vec<Task> = Vec::new();
        for offset in 1..self.settings.seeds as usize {
            for scenario in experiment.scenarios() {
                let Some(entry) = self.entry(experiment.workload, scenario) else {
                    continue;
                };
                let is_there = !entry.is_drawn || entry.report(offset).is_some();
                let mark = entry.mark(offset);
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

    /// The visible part for an experiment on a workload of a kind. O(scenarios · seeds).
    pub fn sight(&self, experiment: &Experiment, kind: WorkloadKind) -> Sight {
        let front = experiment.front();
        let entries: Vec<Option<&Entry>> =
            experiment.scenarios().map(|scenario| self.entry(experiment.workload, scenario)).collect();
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
        let refused: Vec<Option<NotMade>> =
            entries.iter().map(|entry| entry.and_then(|entry| entry.refused.clone())).collect();
        let seeds = self.settings.seeds as usize;
        let scenarios = experiment.scenarios().zip(&subjects);
        let basis = |(scenario, subject): (&Scenario, &Option<Rc<Subject>>)| {
            let calibration = subject.as_ref().and_then(|it| it.calibration());
            Basis::of(scenario, kind, calibration.is_some_and(|it| it.far))
        };
        let bases: Vec<Basis> = scenarios.map(basis).collect();
        let made =
            |place: usize, offset: usize| -> Option<&Report> { entries[place].and_then(|entry| entry.report(offset)) };
        // Until the scenario in front has been run its last run is shown.
        let report = |place: usize, offset: usize| -> Option<&Report> {
            let shown = || Some(&subjects[place].as_ref()?.finished.report);
            let is_first = offset == 0 || !bases[place].is_drawn;
            made(place, offset).or_else(|| if is_first { shown() } else { None })
        };
        // Means over different seeds cannot be compared.
        let places = || (0..entries.len()).filter(|&place| refused[place].is_none());
        let common = |&offset: &usize| places().all(|place| report(place, offset).is_some());
        let common: Vec<usize> = (0..seeds).filter(common).collect();
        let reports: Vec<Vec<Option<&Report>>> =
            (0..entries.len()).map(|place| common.iter().map(|&offset| report(place, offset)).collect()).collect();
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

    /// Takes up the scenarios that the page compares, and its last run, which may be older than the comparison.
    pub fn follow(&mut self, experiment: &Rc<Experiment>, size: Size, finished: Option<&Rc<Finished>>) {
        let page = (experiment.clone(), size, finished.cloned());
        if self.followed.as_ref() == Some(&page) {
            return;
        }
        self.followed = Some(page);
        self.version += 1;
        self.take_up(experiment, size);
        if let Some(finished) = finished {
            self.take_front(finished);
        }
    }

    /// Takes up the scenarios of an experiment and drops those that were taken up first of the others.
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
        let (compared, mut others): (Vec<Entry>, Vec<Entry>) = self.entries.drain(..).partition(is_compared);
        others.drain(..others.len().saturating_sub(KEPT));
        self.entries = others;
        self.entries.extend(compared);
        self.make_room(experiment, size);
    }

    /// Refuses runs for which there is no room before they are made. Entries that are not compared are dropped for those
    /// that are.
    fn make_room(&mut self, experiment: &Experiment, size: Size) {
        let front = experiment.front();
        let mut scenarios: Vec<&Scenario> = experiment.scenarios().collect();
        // The scenario in front is run anyway.
        let first = scenarios.remove(front);
        scenarios.insert(0, first);
        let mut places: Vec<usize> = Vec::new();
        for scenario in scenarios {
            let is_it = |entry: &Entry| entry.is_of(experiment.workload, scenario);
            let place = self.entries.iter().position(is_it);
            places.extend(place.filter(|place| !places.contains(place)));
        }
        let sizes: Vec<(u64, u64)> = places.iter().map(|&it| self.entries[it].size(size)).collect();
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
            let own = if entry.subject.is_some() { entry.size(size).1 } else { 0 };
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
        let subject = last
            .filter(|last| Rc::ptr_eq(&last.finished, finished))
            .unwrap_or_else(|| Rc::new(Subject::new(finished.clone())));
        self.front = Some(subject.clone());
        let Experiment { workload, scenario, .. } = &*finished.experiment;
        let mut entries = self.entries.iter_mut();
        if let Some(entry) = entries.find(|entry| entry.is_of(*workload, scenario)) {
            entry.keep_report(0, Rc::new(finished.report.clone()));
            entry.subject = Some(subject);
            // Seeds that were refused or lost together with the run are missing again.
            self.tries += u32::from(entry.refused.take().is_some());
        }
    }

    fn try_again(&mut self) {
        self.tries += 1;
        for entry in &mut self.entries {
            entry.refused.take_if(|why| matches!(why, NotMade::Lost(_)));
        }
    }

    fn take(&mut self, (mark, made): Made) {
        let mut entries = self.entries.iter_mut();
        let Some(entry) = entries.find(|entry| entry.number == mark.question) else {
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
                    busiest: OnceCell::default(),
                };
                entry.keep_report(0, Rc::new(finished.report.clone()));
                entry.subject = Some(Rc::new(Subject::new(Rc::new(finished))));
            }
            Ok(Outcome::Report(report)) => entry.keep_report(mark.place, Rc::from(report)),
            Ok(_) => {}
            Err(why) => entry.refused = Some(why),
        }
    }
}

impl Reduce for Comparison {
    type Action = ComparisonAction;

    fn apply(&mut self, action: ComparisonAction) {
        self.version += 1;
        match action {
            ComparisonAction::Set(settings) => self.settings = settings,
            ComparisonAction::TakeUp(experiment, size) => self.take_up(&experiment, size),
            ComparisonAction::Front(finished) => self.take_front(&finished),
            ComparisonAction::TryAgain => self.try_again(),
            ComparisonAction::Made(made) => made.into_iter().for_each(|made| self.take(made)),
        }
    }
}

/// The end of a sentence for each scenario, in their order; none for one that leaves out no more than the others. The
/// features are those of the log, each with its number of jobs; `has_nodes` is whether the log tells of its nodes.
/// O(scenarios² · features).
pub fn left_out(scenarios: &[&Scenario], features: &[(Feature, u64)], has_nodes: bool) -> Vec<Option<String>> {
    let heeds = |scenario: &Scenario, feature: Feature| {
        let model = scenario.system.model();
        model.card().is_the_log || model.heeds(feature, has_nodes)
    };
    let told = |of: &&Scenario| {
        let features = features.iter().copied();
        let features = features.filter(|it| !heeds(of, it.0) && scenarios.iter().any(|other| heeds(other, it.0)));
        let told: Vec<String> = features
            .map(|(feature, jobs)| {
                let jobs = words::plural(jobs as usize, "job");
                format!("{} ({jobs})", feature.name())
            })
            .collect();
        (!told.is_empty()).then(|| {
            let told = told.join(", ");
            format!("leaves out {told}, which another scenario takes into account.")
        })
    };
    scenarios.iter().map(told).collect()
}

/// A run, arranged for drawing.
pub struct Subject {
    /// The run and its report.
    pub finished: Rc<Finished>,
    /// The run arranged for Gantt charts.
    pub index: Rc<GanttIndex>,
    /// How many processors were busy.
    pub busy: Steps,
    /// How many jobs waited.
    pub queue: QueueLength,
    /// The jobs' numbers in the log with their indices in the run, ascending.
    numbers: Vec<(u64, u32)>,
}

/// There is one for each run: two are equal if they are the same.
impl PartialEq for Subject {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Subject {
    /// How far its waits are from those of the log, if the log has waits and the run is not the log itself.
    pub fn calibration(&self) -> Option<&Calibration> {
        self.finished.report.calibration.as_deref()
    }

    /// Arranges a run.
    pub fn new(finished: Rc<Finished>) -> Self {
        let index = finished.arranged();
        let mut numbers: Vec<(u64, u32)> =
            finished.run.jobs.iter().enumerate().map(|(at, job)| (job.id, at as u32)).collect();
        numbers.sort_unstable();
        Self { busy: Steps::busy(&index), queue: QueueLength::of(&finished.run), index, numbers, finished }
    }

    /// The run arranged for Gantt charts, in the wanted colours.
    pub fn coloured(&self, by: ColourBy) -> Rc<GanttIndex> {
        self.finished.coloured(by)
    }

    /// The index of the job with this number.
    pub fn job(&self, number: u64) -> Option<u32> {
        let at = self.numbers.partition_point(|&(it, _)| it < number);
        self.numbers.get(at).filter(|(it, _)| *it == number).map(|&(_, index)| index)
    }

    /// The number of the job at this index.
    pub fn number(&self, index: usize) -> Option<u64> {
        self.finished.run.jobs.get(index).map(|job| job.id)
    }
}

/// The contrasts to the scenario in front that are not there yet and whose systems schedule the workload, those that are
/// ordered by a kept formula first.
pub fn offered(experiment: &Experiment, workload: Schedulable, kept: &KeptFormulas) -> Vec<Contrast> {
    let front = &experiment.scenario;
    let orders = kept.all().iter().rev().enumerate();
    let orders = orders.filter_map(|(place, it)| {
        let name = format!("★ {}", it.name);
        ordered_by(front, format!("order-{place}"), &name, &it.formula)
    });
    let is_new = |it: &Contrast| {
        let is_there = experiment.scenarios().any(|there| *there == it.scenario);
        !is_there && workload.lacks(&it.scenario.system).is_none()
    };
    orders.chain(contrasts(front)).filter(is_new).collect()
}

/// The first of the contrasts in another policy than those in which the compared scenarios differ, and the name of its
/// choice; the comparison of queue policies leads to that of grid policies.
pub fn further_policy(experiment: &Experiment, offered: &[Contrast]) -> Option<(String, Scenario)> {
    let front = &experiment.scenario;
    let policies = knobs::knobs(front).into_iter().filter_map(|it| Some((it.path, it.choices()?)));
    let mut shared = policies.filter(|(path, choices)| {
        let chosen = knobs::get(front, path);
        !choices.contrasts.is_empty() && experiment.scenarios().all(|it| knobs::get(it, path) == chosen)
    });
    shared.find_map(|(path, choices)| {
        let other = offered.iter().find(|it| knobs::get(&it.scenario, path) != knobs::get(front, path))?;
        let value = knobs::get(&other.scenario, path);
        Some((choices.name(value.as_str()?).into_owned(), other.scenario.clone()))
    })
}

/// The scenario that the one in front is first compared with: with the choice of a policy that was tried last before its
/// own, or else the first contrast that is offered.
pub fn natural_contrast(history: &History, workload: Schedulable) -> Option<Scenario> {
    let present = history.present();
    let front = &present.scenario;
    let is_alike = |it: &&Experiment| {
        it.workload == present.workload && it.scenario.system.model().key() == front.system.model().key()
    };
    let tried = history.past().filter(is_alike).find_map(|before| {
        let choices = knobs::knobs(front).into_iter().filter(|it| {
            it.choices().is_some_and(|it| !it.contrasts.is_empty()) && knobs::reads(front, it.path).is_ok()
        });
        let mut set = choices.filter_map(|it| knobs::set(front, it.path, &knobs::get(&before.scenario, it.path)).ok());
        set.find(|it| it != front && validate(it).is_ok())
    });
    tried.or_else(|| {
        let offered = offered(present, workload, &KeptFormulas::default());
        offered.into_iter().next().map(|it| it.scenario)
    })
}
