//! A log that has been read replaces the present one; the offers of its notice.

use std::rc::Rc;

use super::slow_run::quicker;
use super::{Offer, Said, State};
use crate::account::heeding;
use crate::contents::Contents;
use crate::dropped_files::Part;
use crate::dropped_log::{self, DroppedLog};
use crate::history::SAMPLE;
use crate::history::{Experiment, WorkloadKey};
use experiment::{Scenario, System};
use workload::reserve::IntervalStart;
use workload::select::{Dependencies, SizeFrom};
use workload::{Feature, WorkloadKind};

impl State {
    /// A workload has been read.
    pub(super) fn load(&mut self, key: WorkloadKey, contents: &Rc<Contents>) {
        self.workloads.know(key, contents.clone());
        self.tables.leave_for(key);
        let is_other = self.history.present().workload != key && !self.is_awaited(key, contents);
        // The sample is made as the page begins. If it opens with something else, that stays.
        if is_other && key != SAMPLE {
            self.take_workload(key, contents);
        } else if self.history.present().workload == key {
            self.take_files_of(key, contents.kind);
        } else {
            let told = self.part_from(key);
            self.say_of_files(None, told, false, Vec::new());
        }
    }

    /// A workload that has been read takes the place of the present one.
    pub(super) fn take_workload(&mut self, key: WorkloadKey, contents: &Contents) {
        if contents.kind != WorkloadKind::Log {
            return self.take_tasks(key, contents);
        }
        let before = self.history.present().clone();
        let log = dropped(contents, self.contents().map(|it| &**it));
        let mut next = Experiment::clone(&before);
        next.workload = key;
        next.sketch = None;
        let drawn = before.sketch.as_ref().map(|sketch| sketch.requests());
        next.change_all(|scenario| {
            let undrawn = drawn.as_ref().map(|drawn| dropped_log::without_drawn(scenario, drawn));
            log.scenario(before.share_by_hand, undrawn.as_ref().unwrap_or(scenario))
        });
        let files = self.came_with(key, contents.kind);
        // A scenario has its own platform, and nodes are one.
        let has_platform = files.parts.iter().any(|it| !matches!(it.1, Part::Requests(_)));
        let told = self.add_parts(files.parts, &mut next, Some(contents));
        let text = log.told(&before.scenario, &next.scenario, next.count());
        let mut offers = Vec::new();
        let platforms = |it: &Experiment| -> Vec<Vec<u32>> { it.scenarios().map(|it| it.platform.clone()).collect() };
        if !has_platform && platforms(&before) != platforms(&next) {
            offers.push(Offer::Providers(before.clone()));
        }
        let share = dropped_log::share_to_offer(&before.scenario, &next.scenario);
        offers.extend(share.filter(|_| !has_platform).map(Offer::Share));
        let asked_for = next.scenario.workload.size_from == SizeFrom::Requested;
        let gave_more = contents.intake.rare.given_more > 0;
        offers.extend((asked_for && gave_more).then_some(Offer::AllocatedSizes));
        offers.extend(contents.intake.preceding.is_filler().then_some(Offer::Dependencies));
        offers.extend(other_system(contents, &next.scenario));
        self.history.change(next, None);
        let told = files.told.into_iter().chain(told).collect();
        self.say_of_files(Some(text), told, true, offers);
    }

    /// A workflow or a task batch takes the place of the present workload: under a system that takes such, with
    /// its usual settings unless it is there already.
    fn take_tasks(&mut self, key: WorkloadKey, contents: &Contents) {
        let mut next = Experiment::clone(self.history.present());
        next.workload = key;
        next.sketch = None;
        next.change_all(|scenario| dropped_log::for_tasks(contents, scenario));
        let files = self.came_with(key, contents.kind);
        let told = self.add_parts(files.parts, &mut next, Some(contents));
        let text = dropped_log::tasks_told(contents, &next.scenario);
        self.history.change(next, None);
        let told = files.told.into_iter().chain(told).collect();
        self.say_of_files(Some(text), told, true, Vec::new());
    }

    /// Carries out an offer of a notice, and keeps its other offers.
    pub(super) fn accept(&mut self, number: u32, offer: &Offer) {
        let rest = self.notices.other_offers(number, offer);
        self.begin_step();
        self.notices.dismiss(number);
        let mut next = Experiment::clone(self.history.present());
        let text = match offer {
            Offer::ReadAgain(key) => return self.workloads.read_again(*key),
            Offer::Providers(former) => {
                let former: Vec<&Scenario> = former.scenarios().collect();
                next.change_each(|place, scenario| match former.get(place) {
                    Some(former) => dropped_log::with_providers(scenario, former),
                    None => scenario.clone(),
                });
                let providers = dropped_log::providers(&next.scenario.platform);
                format!("The log runs on your platform: {providers}.")
            }
            Offer::AllocatedSizes => {
                next.change_all(|scenario| {
                    let mut scenario = scenario.clone();
                    scenario.workload.size_from = SizeFrom::Allocated;
                    scenario
                });
                "Jobs have as many processors as the log gave them.".to_owned()
            }
            Offer::Dependencies => {
                next.change_all(|scenario| {
                    let mut scenario = scenario.clone();
                    scenario.workload.dependencies = Dependencies::Honour;
                    scenario
                });
                "Jobs are submitted when those that they name have ended in the run.".to_owned()
            }
            Offer::System(key) => {
                let Some(usual) = System::of_key(key) else {
                    return;
                };
                next.scenario = self.with_system(&next, usual);
                let model = next.scenario.system.model();
                let needs_nodes = |it: Feature| model.heeds(it, true) && !model.heeds(it, false);
                let lacks_nodes = |it: &Rc<Contents>| {
                    !it.intake.has_nodes && it.intake.not_modelled.iter().any(|it| needs_nodes(it.0))
                };
                let more = if self.contents().is_some_and(lacks_nodes) {
                    " The log names no nodes: drop a file of them."
                } else {
                    ""
                };
                format!("The system is {}.{more}", model.name())
            }
            Offer::Quicker(_) => {
                let Some((scenario, quicker)) = quicker(&next.scenario) else {
                    return;
                };
                next.scenario = scenario;
                quicker.taken.to_owned()
            }
            Offer::Share(percent) => {
                next.change_all(|scenario| dropped_log::with_share(scenario, *percent));
                next.share_by_hand = true;
                let percent = dropped_log::percent(*percent);
                format!("{percent} of the jobs are advance reservations.")
            }
        };
        self.history.change(next, None);
        self.notices.say(Said::done(text, true).offering(rest));
    }

    /// Back to the scenario that the workload began with.
    pub(super) fn reset(&mut self) {
        let present = self.history.present();
        let next = Experiment { scenario: self.usual(), share_by_hand: false, ..Experiment::clone(present) };
        self.history.change(next, None);
    }

    /// The scenario that the workload in front begins with.
    pub fn usual(&self) -> Scenario {
        let (present, usual) = (self.history.present(), Scenario::default());
        match self.contents().filter(|_| present.workload != SAMPLE) {
            None => usual,
            Some(contents) if contents.kind != WorkloadKind::Log => dropped_log::for_tasks(contents, &usual),
            Some(_) if present.sketch.is_some() => drawn(),
            Some(contents) => dropped(contents, None).scenario(false, &usual),
        }
    }
}

/// A log that is dropped while another workload is there.
fn dropped<'a>(contents: &'a Contents, former: Option<&Contents>) -> DroppedLog<'a> {
    DroppedLog {
        name: &contents.name,
        intake: &contents.intake,
        machine: contents.machine,
        former_start: former.map_or_else(IntervalStart::default, |it| it.intake.usual_start()),
    }
}

/// The offer of a system that takes more of a log into account.
pub(super) fn other_system(contents: &Contents, scenario: &Scenario) -> Option<Offer> {
    let other = heeding(&contents.intake, &scenario.system)?;
    Some(Offer::System(other.model().key()))
}

/// The usual scenario of jobs that are drawn by hand: all of them.
fn drawn() -> Scenario {
    let mut scenario = Scenario::default();
    scenario.workload.first_job = None;
    scenario.workload.last_job = None;
    scenario
}
