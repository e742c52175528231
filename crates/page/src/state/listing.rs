//! A list of requests that has been dropped: how many of its jobs are taken is known after a run.

use super::{Said, State};
use crate::words;
use experiment::Scenario;
use workload::WorkloadKind;
use workload::requests_csv::count_from_start;
use workload::reserve::{ListedRequest, RequestKind};
use workload::select::Thinned;

/// A list of requests that has been read.
#[derive(Clone)]
pub(super) struct TakenList {
    /// The file's name.
    name: String,
    /// The movement that took it.
    movement: u32,
    /// Whether it changed anything.
    changed: bool,
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

    pub(super) fn list(&mut self, name: String, mut requests: Vec<ListedRequest>) {
        let refused = self.contents().and_then(|contents| {
            if contents.kind != WorkloadKind::Log {
                let kind = contents.kind.name();
                return Some(format!(
                    "requests are for jobs of a log, but this is {kind}, whose tasks are all reserved."
                ));
            }
            let why = count_from_start(&mut requests, contents.clock.map(|it| it.start)).err();
            why.map(|why| format!("{why}."))
        });
        if let Some(why) = refused {
            self.notices.say(Said::failed(format!("{name}: {why}")));
            return;
        }
        let before = self.history.movement();
        let change = move |scenario: &mut Scenario| {
            let reservations = &mut scenario.workload.reservations;
            reservations.request = RequestKind::Listed;
            reservations.listed = requests.into();
        };
        self.change("", false, Box::new(change));
        let movement = self.history.movement();
        self.list = Some(TakenList { name, movement, changed: movement != before });
        // The same list once more makes no run.
        self.tell_list_if_run();
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
        let reservations = &self.history.present().scenario.workload.reservations;
        if reservations.request != RequestKind::Listed {
            return;
        }
        let text = taken_text(&list.name, reservations.listed.len(), found);
        let undo = list.changed && list.movement == self.history.movement();
        self.notices.say(Said::done(text, undo));
    }
}

/// The notice about a list of reservations: how many requests it has and, after a run, how many of them are for
/// selected jobs.
fn taken_text(name: &str, listed: usize, found: Option<usize>) -> String {
    let reservations = words::plural(listed, "reservation");
    let which = match found {
        None => String::new(),
        Some(0) => ", none of them for a selected job".to_string(),
        Some(found) if found >= listed => ", all for selected jobs".to_string(),
        Some(found) => format!(", {} of them for selected jobs", words::count(found as i64)),
    };
    format!("{name}: {reservations} listed{which}.")
}
