//! A log that has been read replaces the present one; the offers of its notice.

use std::rc::Rc;

use super::slow_run::quicker;
use super::{Offer, Said, State};
use crate::contents::Contents;
use crate::dropped_log::{self, DroppedLog};
use crate::history::SAMPLE;
use crate::history::{Experiment, WorkloadKey};
use experiment::Scenario;
use workload::WorkloadKind;
use workload::reserve::IntervalStart;
use workload::select::{Dependencies, SizeFrom};

impl State {
    /// A workload has been read.
    pub(super) fn load(&mut self, key: WorkloadKey, contents: &Rc<Contents>) {
        self.workloads.know(key, contents.clone());
        self.tables.leave_for(key);
        let is_other = self.history.present().workload != key && !self.is_awaited(key, contents);
        // The sample is made as the page begins. If it opens with something else, that stays.
        if is_other && key != SAMPLE {
            self.take_workload(key, contents);
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
        let text = log.told(&before.scenario, &next.scenario, next.count());
        let mut offers = Vec::new();
        let platforms = |it: &Experiment| -> Vec<Vec<u32>> { it.scenarios().map(|it| it.platform.clone()).collect() };
        if platforms(&before) != platforms(&next) {
            offers.push(Offer::Providers(before.clone()));
        }
        let share = dropped_log::share_to_offer(&before.scenario, &next.scenario);
        offers.extend(share.map(Offer::Share));
        let asked_for = next.scenario.workload.size_from == SizeFrom::Requested;
        let gave_more = contents.intake.rare.given_more > 0;
        offers.extend((asked_for && gave_more).then_some(Offer::AllocatedSizes));
        offers.extend(contents.intake.preceding.is_filler().then_some(Offer::Dependencies));
        self.history.change(next, None);
        self.notices.say(Said::done(text, true).offering(offers));
    }

    /// A workflow or a task batch takes the place of the present workload: under a system that takes such, with
    /// its usual settings unless it is there already.
    fn take_tasks(&mut self, key: WorkloadKey, contents: &Contents) {
        let mut next = Experiment::clone(self.history.present());
        next.workload = key;
        next.sketch = None;
        next.change_all(|scenario| dropped_log::for_tasks(contents, scenario));
        let text = dropped_log::tasks_told(contents, &next.scenario);
        self.history.change(next, None);
        self.notices.say(Said::done(text, true));
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
        let mut next = Experiment::clone(self.history.present());
        next.scenario = Scenario::default();
        next.share_by_hand = false;
        if let (Some(contents), true) = (self.contents(), next.workload != SAMPLE) {
            next.scenario = if contents.kind != WorkloadKind::Log {
                dropped_log::for_tasks(contents, &next.scenario)
            } else if next.sketch.is_some() {
                drawn()
            } else {
                dropped(contents, None).scenario(false, &next.scenario)
            };
        }
        self.history.change(next, None);
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

/// The usual scenario of jobs that are drawn by hand: all of them.
fn drawn() -> Scenario {
    let mut scenario = Scenario::default();
    scenario.workload.first_job = None;
    scenario.workload.last_job = None;
    scenario
}
