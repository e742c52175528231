//! Changes of the experiment.

use serde_json::Value;

use super::State;
use super::contrast::edits_the_front;
use crate::dropped_files::DroppedFiles;
use crate::history::{Compared, Experiment, WorkloadKey};
use crate::settings::edited;
use crate::sketched::Sketched;
use crate::view::View;
use experiment::{Scenario, System, next_policy, validate};

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
