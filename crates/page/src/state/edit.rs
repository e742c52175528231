//! Changes of the experiment.

use super::State;
use crate::dropped_files::DroppedFiles;
use crate::history::{Compared, Experiment, WorkloadKey};
use crate::sketched::Sketched;
use crate::view::View;
use experiment::{Scenario, System, next_policy, validate};

/// The id of what stands for the keys that change the policy.
const POLICY: &str = "next-policy";

/// A change of the scenario, to be made to whatever it is when the change arrives.
pub type Change = Box<dyn FnOnce(&mut Scenario)>;

/// Changes of the experiment. Each is a step that can be undone.
pub enum EditAction {
    /// A control changed the scenario; it may still be moving.
    Change { control: &'static str, moving: bool, change: Change },
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
        match action {
            EditAction::Change { control, moving, change } => self.change(control, moving, change),
            EditAction::System(key) => self.choose_system(key),
            EditAction::Files(files) => self.take_files(*files),
            EditAction::Settle => self.history.settle(),
            EditAction::Take(scenario, key) => self.take(*scenario, key),
            EditAction::Compare(step) => {
                let next = self.history.present().compared(step);
                self.history.change(next, None);
            }
            EditAction::CompareWith(scenario) => {
                let next = self.history.present().compared_with(*scenario);
                self.history.change(next, None);
            }
            EditAction::Sketched(sketched) => self.sketch(&sketched),
            EditAction::NextPolicy(by) => self.next_policy(by),
            EditAction::Undo if self.opening.asked().is_some() => self.leave(),
            EditAction::Undo => self.history.undo(),
            EditAction::Redo => self.history.redo(),
            EditAction::Reset => self.reset(),
        }
    }

    /// The person does something else: what notices offered belongs to the step before, and what a
    /// snapshot looked at is no longer looked for.
    pub(super) fn begin_step(&mut self) {
        self.notices.withdraw_offers();
        self.opening.arrival = None;
    }

    pub(super) fn change(&mut self, control: &'static str, moving: bool, change: Change) {
        let mut next = Experiment::clone(self.history.present());
        change(&mut next.scenario);
        next.note_share(&self.history.present().scenario);
        self.history.change(next, moving.then_some(control));
    }

    fn choose_system(&mut self, key: &'static str) {
        let present = self.history.present();
        let Some(usual) = System::of_key(key).filter(|_| present.scenario.system.model().key() != key) else {
            return;
        };
        let scenario = self.with_system(present, usual);
        let set = Box::new(move |present: &mut Scenario| *present = scenario);
        self.change("system", false, set);
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
        self.change(POLICY, false, Box::new(move |present| *present = next));
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
        self.history.change(next, sketched.moving);
        self.view.sketch(sketched.chosen, sketched.opens.is_some());
    }
}
