//! Changes of the experiment.

use std::rc::Rc;

use serde_json::Value;

use super::{Activity, Finished, FormAction, NoticeAction, OpenAction, Origin, State, ViewAction};
use crate::Reduce;
use crate::budget;
use crate::compare::{Size, natural_contrast};
use crate::contents::Schedulable;
use crate::curves::{Sweep, SweepAction};
use crate::dropped_files::DroppedFiles;
use crate::history::{Compared, Experiment, WorkloadKey};
use crate::reproduce::live::Live;
use crate::reproduce::{ReproductionAction, Wish};
use crate::settings::edited;
use crate::sketched::Sketched;
use crate::trade_off::{Exploring, Searching, TradeOffAction};
use crate::view::View;
use experiment::{Scenario, System, next_policy, validate};
use export::curves_file::MOST_RUNS;
use reproduction::About;
use workload::WorkloadKind;

/// Changes of the experiment. Each is a step that can be undone.
pub enum EditAction {
    /// A control set the field at a path; it may still be moving. Nothing where the scenario has no such field any more.
    Set { path: String, value: Value, moving: bool },
    /// Another scenario takes the place of the one in front.
    Put(Box<Scenario>),
    /// The provider at this place is taken away, and the settings for it; those after it move up.
    RemoveProvider(usize),
    /// Another system schedules, by its key: with the settings that it had last on this page, or its usual ones.
    System(&'static str),
    /// Files have been dropped.
    Files(Box<DroppedFiles>),
    /// A control was let go.
    Settle,
    /// Another scenario, on its workload, takes the place of the one in front.
    Take(Box<Scenario>, WorkloadKey),
    /// Something happens to the comparison.
    Compare(Compared),
    /// Another scenario joins the comparison, and comes to the front.
    CompareWith(Box<Scenario>),
    /// A sketch takes the place of the workload.
    Sketched(Box<Sketched>),
    /// The scenario in front gets the policy that stands this many places further in the table of its system's
    /// policies ([`next_policy`]); nothing in lessons, which have runs of their own.
    NextPolicy(isize),
    /// Takes the last step back.
    Undo,
    /// Takes the last undone step again.
    Redo,
    /// Back to the scenario that the workload began with.
    Reset,
}

impl State {
    pub(super) fn edit(&mut self, action: EditAction) {
        // A file that cannot be run is no step, nor is a policy where there is no other.
        let waits = matches!(action, EditAction::Settle | EditAction::Files(_) | EditAction::NextPolicy(_));
        if !waits {
            self.begin_step();
        }
        let compared = self.compared().clone();
        let keeps_contrast = edits_the_front(&action) && compared.count() > 1;
        match action {
            EditAction::Set { path, value, moving } => self.set(path, &value, moving),
            EditAction::Put(scenario) => self.put(*scenario, None),
            EditAction::RemoveProvider(index) => self.remove_provider(index),
            EditAction::System(key) => self.choose_system(key),
            EditAction::Files(files) => self.take_files(*files),
            EditAction::Settle => self.history.settle(),
            EditAction::Take(scenario, key) => self.take(*scenario, key),
            EditAction::Compare(step) => {
                self.change_compared(compared.compared(step));
            }
            EditAction::CompareWith(scenario) => {
                self.change_compared(compared.compared_with(*scenario));
            }
            EditAction::Sketched(sketched) => self.sketch(&sketched),
            EditAction::NextPolicy(by) => self.next_policy(by),
            EditAction::Undo if self.opening.asked().is_some() => self.leave(),
            EditAction::Undo => self.history.undo(),
            EditAction::Redo => self.history.redo(),
            EditAction::Reset => self.reset(),
        }
        if keeps_contrast {
            self.keep_contrast(&compared);
        }
    }

    /// The person does something else: what notices offered belongs to the step before, and what a
    /// snapshot looked at is no longer looked for.
    pub(super) fn begin_step(&mut self) {
        self.notices.withdraw_offers();
        self.opening.arrival = None;
    }

    /// The scenario in front becomes this one: a step of its own, or part of the movement of a control.
    pub(super) fn put(&mut self, scenario: Scenario, moving: Option<String>) {
        let present = self.history.present();
        let mut next = Experiment { scenario, ..Experiment::clone(present) };
        next.note_share(&present.scenario);
        self.history.change(next, moving);
    }

    fn set(&mut self, path: String, value: &Value, moving: bool) {
        if let Ok(scenario) = edited(&self.history.present().scenario, &path, value) {
            self.put(scenario, moving.then_some(path));
        }
    }

    fn remove_provider(&mut self, index: usize) {
        let mut scenario = self.history.present().scenario.clone();
        if scenario.platform.len() > 1 && index < scenario.platform.len() {
            scenario.platform.remove(index);
            scenario.system.model_mut().remove_provider(index);
            self.put(scenario, None);
        }
    }

    fn choose_system(&mut self, key: &'static str) {
        let present = self.history.present();
        let Some(usual) = System::of_key(key).filter(|_| present.scenario.system.model().key() != key) else {
            return;
        };
        let scenario = self.with_system(present, usual);
        self.put(scenario, None);
    }

    /// The scenario of an experiment under another system, whose usual settings these are.
    pub(super) fn with_system(&self, of: &Experiment, usual: System) -> Scenario {
        let mut scenario = of.scenario.clone();
        scenario.system = self.remembered(of, usual.model().key()).unwrap_or(usual.clone());
        // A platform that was set meanwhile may have no room for its settings.
        if validate(&scenario).is_err() {
            scenario.system = usual;
        }
        scenario
    }

    /// The settings that a system had last on the way to an experiment, without those of other providers or of
    /// another log's jobs.
    fn remembered(&self, of: &Experiment, key: &str) -> Option<System> {
        let (former, mut system) = self.history.past().find_map(|it| {
            let mut systems = it.scenarios().map(|it| &it.system);
            Some((it, systems.find(|it| it.model().key() == key)?.clone()))
        })?;
        let model = system.model_mut();
        if former.workload != of.workload {
            model.keep_providers(1);
            model.forget_jobs();
        }
        model.keep_providers(of.scenario.platform.len());
        Some(system)
    }

    fn next_policy(&mut self, by: isize) {
        let present = self.history.present();
        let next = next_policy(&present.scenario, by);
        let Some(next) = next.filter(|_| self.view.shown != View::Lessons) else {
            return;
        };
        self.begin_step();
        self.put(next, None);
    }

    fn take(&mut self, scenario: Scenario, workload: WorkloadKey) {
        let present = self.history.present();
        let sketch = present.sketch.clone();
        let mut next = Experiment {
            scenario,
            workload,
            beside: present.beside.clone(),
            sketch: sketch.filter(|_| workload == present.workload),
            share_by_hand: present.share_by_hand,
        };
        next.note_share(&present.scenario);
        self.history.change(next, None);
    }

    fn sketch(&mut self, sketched: &Sketched) {
        self.layout.door = None;
        let next = sketched.experiment(self.history.present());
        self.history.change(next, sketched.moving.map(str::to_owned));
        self.view.sketch(sketched.chosen, sketched.opens.is_some());
    }
}

impl State {
    /// The scenarios that the open view compares: those of the page; of a single one beside its contrast.
    pub fn compared(&self) -> &Rc<Experiment> {
        let present = self.history.present();
        let contrast = self
            .contrast
            .as_ref()
            .filter(|it| self.view.shown == View::Compare && present.count() == 1 && it.runs_as(present));
        contrast.unwrap_or(present)
    }

    /// The scenarios that the open view shows beside a run of this experiment: those that are compared, if the run is of
    /// their front.
    pub fn compared_by<'a>(&'a self, of: &'a Rc<Experiment>) -> &'a Rc<Experiment> {
        let compared = self.compared();
        if self.view.shown == View::Compare && compared.runs_as(of) { compared } else { of }
    }

    /// Changes the view. A comparison that a person opens with one scenario begins beside a contrast to it; a link shows
    /// what it has.
    pub(super) fn look(&mut self, action: ViewAction) {
        let before = self.view.shown;
        self.view.apply(action);
        if self.view.shown == View::Compare && before != View::Compare {
            self.contrast = self.natural();
        }
    }

    /// Takes another contrast where undo, redo or a log brought another scenario, unless the contrast was taken away.
    pub(super) fn follow_contrast(&mut self) {
        let present = self.history.present();
        let is_of_another = present.count() == 1 && self.contrast.as_ref().is_some_and(|it| !it.runs_as(present));
        if is_of_another && self.view.shown == View::Compare {
            self.contrast = self.natural();
        }
    }

    /// The present scenario, in front, beside its contrast; none where there are several, or the runs of the contrast may
    /// take long.
    fn natural(&self) -> Option<Rc<Experiment>> {
        let (present, contents) = (self.history.present(), self.contents()?);
        let run = self.run.finished.as_ref();
        let is_quick = run.is_none_or(|it| it.experiment.workload == present.workload && it.milliseconds <= UNASKED);
        if present.count() > 1 || !is_quick {
            return None;
        }
        let contrast = natural_contrast(&self.history, Schedulable::from(&**contents))?;
        Some(Rc::new(present.compared_with(contrast).compared(Compared::Front(present.front()))))
    }

    /// Changes the scenarios of the comparison in sight; what it was beside becomes part of that step.
    pub(super) fn change_compared(&mut self, next: Experiment) {
        if next.count() == 1 {
            self.contrast = None;
        }
        self.history.change(next, None);
    }

    /// Keeps the contrast of `compared` beside a scenario that has been edited: the person compares with it now.
    pub(super) fn keep_contrast(&mut self, compared: &Rc<Experiment>) {
        let present = self.history.present();
        if present.count() == 1 && present.workload == compared.workload && !present.runs_as(compared) {
            let next = Experiment { beside: compared.beside.clone(), ..Experiment::clone(present) };
            self.history.amend(next);
        }
    }
}

/// Whether an edit changes the scenario in front on its workload, and does not lead to another step.
pub(super) fn edits_the_front(action: &EditAction) -> bool {
    use EditAction::{NextPolicy, Put, RemoveProvider, Set, System};
    matches!(action, Set { .. } | Put(_) | RemoveProvider(_) | System(_) | NextPolicy(_))
}

/// Runs of the present scenario and workload that a view asks for.
pub enum Start {
    /// The curves of the form.
    Sweep,
    /// The combinations of the form.
    Exploration,
    /// The search of the form for a period.
    Search,
    /// Items of papers; the time ([`ReproductionAction`]).
    Items(Vec<&'static About>, f64),
    /// The picture of a paper, drawn in the view of its page.
    Live(&'static Live),
}

/// The longest that runs which a view makes unasked may take until something is to be seen, in milliseconds of one core:
/// three seconds on two.
pub(super) const UNASKED: f64 = 6_000.0;

/// The longest that all runs of curves which are drawn unasked may take, in milliseconds of one core: a minute on two.
const UNASKED_IN_ALL: f64 = 120_000.0;

impl State {
    /// Starts runs, or says why they cannot be made.
    pub(super) fn start(&mut self, start: Start) {
        let begun = self.begin(start);
        self.notices.apply(begun.map_or_else(NoticeAction::Complain, |()| NoticeAction::Mended));
    }

    fn begin(&mut self, start: Start) -> Result<(), String> {
        let (present, kind, forms) = (self.history.present(), self.kind(), &self.forms);
        match start {
            Start::Sweep => {
                let sweep = Sweep::plan(&forms.curves, present, kind)?;
                self.curves.apply(SweepAction::Start(Box::new(sweep)));
            }
            Start::Exploration => {
                let question = self.trade_off.next_exploration();
                let exploring = Exploring::plan(&forms.trade_off, present, kind, question)?;
                self.trade_off.apply(TradeOffAction::Explore(Box::new(exploring)));
            }
            Start::Items(items, now) => {
                let (options, workload) = (self.reproduction.settings.options()?, present.workload);
                let wish = |item| Wish { item, workload, options: options.clone() };
                let wishes = items.into_iter().map(wish).collect();
                Rc::make_mut(&mut self.reproduction).apply(ReproductionAction::Wish(wishes, now));
            }
            Start::Live(live) => {
                let platform = &present.scenario.platform;
                let processors = platform.iter().fold(0, |sum: u32, &it| sum.saturating_add(it));
                let log = self.source().filter(|_| kind == WorkloadKind::Log);
                let page = live.page(log.map(|it| (it, processors))).ok_or("this picture cannot be drawn")?;
                self.trade_off.ask();
                self.curves.ask();
                self.open(OpenAction::Open(Box::new(page), Origin::Paper, None));
            }
            Start::Search => {
                let searching = Searching::plan(&forms.trade_off, present, kind, self.trade_off.next_search())?;
                self.trade_off.apply(TradeOffAction::Search(Box::new(searching)));
            }
        }
        Ok(())
    }

    /// Changes a form; the trade-off ranks its runs by the criteria of the form.
    pub(super) fn form(&mut self, action: FormAction) {
        self.forms.apply(action);
        self.trade_off.weigh(&self.forms.trade_off);
    }

    /// Has the Compare view take up what the page shows, while it is open.
    pub(super) fn compare(&mut self) {
        if self.view.shown == View::Compare {
            let (size, compared) = (self.size(), self.compared().clone());
            self.comparison.follow(&compared, size, self.run.finished.as_ref());
        }
    }

    /// Draws the curves of the present settings while their view is open, if the run in front tells that they are quick.
    pub(super) fn follow_curves(&mut self) {
        if self.view.shown != View::Curves {
            return;
        }
        let (present, form) = (self.history.present(), &self.forms.curves);
        let is_due = self.curves.sweep.as_ref().is_none_or(|it| it.outdated(present, form).is_some());
        let Some(run) = self.present_run().filter(|_| is_due) else {
            return;
        };
        // The form itself says why it cannot be run.
        let Ok(sweep) = Sweep::plan(form, present, self.kind()) else {
            return;
        };
        let takes = |runs: usize| run.milliseconds * runs as f64;
        let is_quick = takes(sweep.coarse_count()) <= UNASKED && takes(sweep.runs.total()) <= UNASKED_IN_ALL;
        if is_quick || self.curves.is_asked {
            self.curves.follow(sweep);
        }
    }

    /// Tries the policies and periods of the present settings while the view of trade-offs is open, as long as nothing
    /// else was asked for: as many seeds as there is time for. Its form has all other combinations.
    pub(super) fn follow_trade_off(&mut self) {
        if self.view.shown != View::TradeOff {
            return;
        }
        let present = self.history.present();
        let is_due =
            self.trade_off.exploring.as_ref().is_none_or(|it| it.is_brief_of_others(present, &self.forms.trade_off));
        let Some(run) = self.present_run().filter(|_| is_due && self.forms.trade_off.replicate.is_none()) else {
            return;
        };
        let most = if self.trade_off.is_asked { MOST_RUNS } else { (UNASKED / run.milliseconds.max(1.0)) as usize };
        if most == 0 {
            return;
        }
        let question = self.trade_off.next_exploration();
        // The form itself says why it cannot be run.
        if let Ok(exploring) = Exploring::brief(&self.forms.trade_off, present, self.kind(), (question, most)) {
            self.trade_off.follow(exploring);
        }
    }

    /// The run of the present scenario, while nothing else runs.
    fn present_run(&self) -> Option<&Rc<Finished>> {
        let can_run = self.run.activity == Activity::Idle && self.run.no_worker.is_none();
        let run = self.run.finished.as_ref();
        run.filter(|it| can_run && it.experiment.runs_as(self.history.present()))
    }

    /// The size of the present workload: that of its last run, if there is one.
    pub fn size(&self) -> Size {
        let workload = self.history.present().workload;
        let run = self.run.finished.as_ref();
        let run = run.filter(|it| it.experiment.workload == workload && !it.run.jobs.is_empty());
        let bars_per_job = run.map(|it| it.run.schedule.bars.len() as f64 / it.run.jobs.len() as f64);
        Size {
            records: self.contents().map_or(0, |contents| contents.records as u64),
            kind: self.kind(),
            bars_per_job: bars_per_job.unwrap_or(budget::BARS_PER_JOB),
        }
    }

    /// The kind of the present workload.
    pub fn kind(&self) -> WorkloadKind {
        self.contents().map_or_else(Default::default, |it| it.kind)
    }

    /// The experiment that the runs of a view were made around; none of runs that were made elsewhere.
    pub fn base(&self, view: View) -> Option<&Rc<Experiment>> {
        match view {
            View::Curves => {
                let sweep = self.curves.in_sight()?;
                sweep.given.is_none().then_some(&sweep.base)
            }
            View::TradeOff => self.trade_off.bases().next(),
            _ => None,
        }
    }

    /// The workloads that the results of views lead to.
    pub(super) fn reached_by_views(&self) -> impl Iterator<Item = WorkloadKey> {
        let sweep = self.curves.sweep.as_ref().map(|it| &it.base);
        let bases = self.trade_off.bases().chain(sweep).map(|it| it.workload);
        bases.chain(self.reproduction.workloads())
    }
}
