//! Changes of the experiment.

use super::{Said, State};
use crate::history::{Compared, Experiment, WorkloadKey};
use crate::sketched::Sketched;
use crate::view::View;
use experiment::{Scenario, ScenarioFile, System, next_policy, validate};
use workload::reserve::ListedRequest;

/// The id of the control that stands for a dropped scenario file.
const SCENARIO_FILE: &str = "scenario-file";

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
    /// A scenario file has been read: its scenario, on the present workload, replaces the present one.
    ScenarioFile { name: String, file: Box<ScenarioFile> },
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
    /// A list of requests has been read: its jobs become the reservations.
    List { name: String, requests: Vec<ListedRequest> },
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
        let waits = matches!(action, EditAction::Settle | EditAction::ScenarioFile { .. } | EditAction::NextPolicy(_));
        if !waits {
            self.begin_step();
        }
        match action {
            EditAction::Change { control, moving, change } => self.change(control, moving, change),
            EditAction::System(key) => self.choose_system(key),
            EditAction::ScenarioFile { name, file } => self.take_file(&name, &file),
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
            EditAction::List { name, requests } => self.list(name, requests),
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
        // What a scenario's file says is chosen, also where it says what was there.
        let is_new = next.scenario != self.history.present().scenario;
        next.share_by_hand |= is_new && control == SCENARIO_FILE;
        self.history.change(next, moving.then_some(control));
    }

    fn choose_system(&mut self, key: &'static str) {
        let mut scenario = self.history.present().scenario.clone();
        if scenario.system.model().key() == key {
            return;
        }
        let Some(usual) = System::of_key(key) else {
            return;
        };
        scenario.system = self.remembered(key).unwrap_or(usual.clone());
        // A platform that was set meanwhile may have no room for its settings.
        if validate(&scenario).is_err() {
            scenario.system = usual;
        }
        let set = Box::new(move |present: &mut Scenario| *present = scenario);
        self.change("system", false, set);
    }

    /// The settings that a system had last on the way to the present step, without those of other providers or of
    /// another log's jobs.
    fn remembered(&self, key: &str) -> Option<System> {
        let present = self.history.present();
        let (former, mut system) = self.history.past().find_map(|it| {
            let mut systems = it.scenarios().map(|it| &it.system);
            Some((it, systems.find(|it| it.model().key() == key)?.clone()))
        })?;
        let model = system.model_mut();
        if former.workload != present.workload {
            model.keep_providers(1);
            model.forget_jobs();
        }
        model.keep_providers(present.scenario.platform.len());
        Some(system)
    }

    /// Takes what a scenario's file says of the present workload, or says why that cannot be run.
    fn take_file(&mut self, name: &str, file: &ScenarioFile) {
        let Some(contents) = self.contents() else {
            let why = format!("{name}: the workload is still being read: drop the scenario again");
            return self.notices.say(Said::failed(why));
        };
        let scenario = file.on(&contents.facts());
        match validate(&scenario) {
            Ok(()) => {
                self.begin_step();
                let change = Box::new(move |present: &mut Scenario| *present = scenario);
                self.change(SCENARIO_FILE, false, change);
            }
            Err(why) => {
                let why = format!("{name} is not a scenario: {why}");
                self.notices.say(Said::failed(why));
            }
        }
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
