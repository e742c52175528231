//! A list of requests that has been dropped: how many of its jobs are taken is known after a run.

use super::{Said, State};
use crate::words;
use experiment::Scenario;
use workload::reserve::RequestKind;
use workload::select::Thinned;

/// A list of requests that has been read.
#[derive(Clone)]
pub(super) struct TakenList {
    /// The file's name.
    pub name: String,
    /// The movement that took it, if it changed anything.
    pub movement: Option<u32>,
}

impl State {
    /// How many jobs are taken, and what thinning left of them, as the last run tells; none while it is another
    /// selection's.
    pub fn jobs_taken(&self) -> Option<(u64, Option<Thinned>)> {
        let (finished, present) = (self.run.finished.as_ref()?, self.history.present());
        let (ran, shown) = (&finished.experiment.scenario, &present.scenario);
        // Which users leave is drawn by the seed.
        let same_users = !shown.workload.thins() || ran.seed == shown.seed;
        let same_jobs =
            finished.experiment.workload == present.workload && ran.workload == shown.workload && same_users;
        same_jobs.then(|| (finished.run.jobs.len() as u64, finished.report.thinned))
    }

    /// How many of the requests that are listed are for jobs that are taken, as the last run tells;
    /// none while it is another selection's.
    pub fn listed_jobs(&self) -> Option<usize> {
        let (finished, present) = (self.run.finished.as_ref()?, self.history.present());
        let selection = &present.scenario.workload;
        let same_jobs =
            finished.experiment.workload == present.workload && finished.experiment.scenario.workload == *selection;
        let listed = selection.reservations.request == RequestKind::Listed;
        let jobs = finished.run.jobs.iter();
        (same_jobs && listed).then(|| jobs.filter(|job| job.is_reservation()).count())
    }

    /// Reports the list, if the last run is of it.
    pub(super) fn tell_list_if_run(&mut self) {
        if let Some(found) = self.listed_jobs() {
            self.tell_list(Some(found));
        }
    }

    /// Reports a list that has been read, and how many of its jobs are selected.
    pub(super) fn tell_list(&mut self, found: Option<usize>) {
        let Some(list) = self.list.take() else {
            return;
        };
        let scenario = &self.history.present().scenario;
        if scenario.workload.reservations.request != RequestKind::Listed {
            return;
        }
        let text = taken_text(&list.name, scenario, found);
        let undo = list.movement == Some(self.history.movement());
        if !self.notices.amend(&taken_text(&list.name, scenario, None), &text) {
            self.notices.say(Said::done(text, undo));
        }
    }
}

/// The notice about a list of reservations: how many requests it has and, after a run, how many of them are for
/// selected jobs.
pub(super) fn taken_text(name: &str, scenario: &Scenario, found: Option<usize>) -> String {
    let listed = scenario.workload.reservations.listed.len();
    let reservations = words::plural(listed, "reservation");
    let model = scenario.system.model();
    let which = match found {
        _ if !model.books() => format!("; {} makes no reservations", model.name()),
        None => String::new(),
        Some(0) => ", none of them for a selected job".to_string(),
        Some(found) if found >= listed => ", all for selected jobs".to_string(),
        Some(found) => format!(", {} of them for selected jobs", words::count(found as i64)),
    };
    format!("{name}: {reservations} listed{which}.")
}
