//! How a snapshot gets onto the page: at once if its workload is here, otherwise when it comes.

use std::rc::Rc;

use js_sys::Uint8Array;

use crate::app::shell::state::State;
use crate::chart::Viewport;
use crate::experiment::Scenario;
use crate::export::snapshot::{Snapshot, Source};
use crate::page::dropped_log;
use crate::page::history::{Experiment, History, WorkloadKey};
use crate::page::look::Look;
use crate::page::view::View;
use crate::worker::protocol::Contents;
use crate::workload::Time;

/// Where a snapshot comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Link,
    Session,
    Project,
}

/// What happens to snapshots that are opened.
pub enum Step {
    /// Shows a snapshot as soon as its workload is here; the bytes of its log may come with it.
    Open(Box<Snapshot>, Origin, Option<Uint8Array>),
    /// The file that is awaited is not at hand: the person is asked for it.
    Ask,
    /// Takes the other file that was dropped, with what the link shows or by itself.
    TakeOther { with_link: bool },
    /// Stays with what is on the page.
    Leave,
    /// There is nothing that the page opens with.
    Begin,
}

/// A snapshot whose workload is not here yet.
#[derive(Clone)]
pub struct Awaited {
    pub snapshot: Rc<Snapshot>,
    pub origin: Origin,
    /// The bytes of its log, where they came with it.
    pub log: Option<Uint8Array>,
    pub search: Search,
}

/// Every snapshot that is opened is one of its own.
impl PartialEq for Awaited {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.snapshot, &other.snapshot) && self.search == other.search
    }
}

/// How far the search for a workload is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// It is being looked for, read or generated.
    UnderWay,
    /// The person has been asked for the file.
    Asked,
    /// The person has given this one, which is another.
    Other(WorkloadKey),
}

/// What is looked at of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrival {
    pub sight: Option<Viewport>,
    pub cursor: Option<Time>,
    /// The highlighted job's number.
    pub job: Option<u32>,
    pub selected: Rc<[u32]>,
    pub look: Look,
}

impl State {
    /// Takes a step in opening a snapshot.
    pub(in crate::app) fn link(&mut self, step: Step) {
        match step {
            Step::Open(snapshot, origin, log) => self.open(*snapshot, origin, log),
            Step::Ask => self.not_found(),
            Step::TakeOther { with_link } => self.take_other(with_link),
            Step::Leave => self.awaited = None,
            Step::Begin => self.opening = false,
        }
    }

    fn open(&mut self, snapshot: Snapshot, origin: Origin, log: Option<Uint8Array>) {
        let known = match &snapshot.workload {
            Source::Sample => Some(0),
            source => self
                .workloads
                .iter()
                .find(|(_, contents)| contents.source.is_same(source))
                .map(|(key, _)| *key),
        };
        match known {
            Some(key) => self.show_snapshot(&snapshot, origin, key),
            None => {
                self.awaited = Some(Awaited {
                    snapshot: Rc::new(snapshot),
                    origin,
                    log,
                    search: Search::UnderWay,
                });
            }
        }
    }

    /// Whether a workload that has been read is what a snapshot waits for, or comes in its place; it
    /// is then no longer to be taken as it is.
    pub(in crate::app) fn is_awaited(&mut self, key: WorkloadKey, contents: &Contents) -> bool {
        let Some(awaited) = &mut self.awaited else {
            return false;
        };
        if contents.source.is_same(&awaited.snapshot.workload) {
            let (snapshot, origin) = (awaited.snapshot.clone(), awaited.origin);
            self.show_snapshot(&snapshot, origin, key);
            return true;
        }
        let files = (&contents.source, &awaited.snapshot.workload);
        if !matches!(files, (Source::File(_), Source::File(_))) {
            return false;
        }
        awaited.search = Search::Other(key);
        self.opening = false;
        true
    }

    /// What a snapshot needs could not be had.
    pub(in crate::app) fn not_found(&mut self) {
        self.opening = false;
        let Some(awaited) = &mut self.awaited else {
            return;
        };
        match (&awaited.snapshot.workload, awaited.search) {
            (Source::File(_), Search::UnderWay) => awaited.search = Search::Asked,
            (Source::File(_), _) => {}
            _ => self.awaited = None,
        }
    }

    fn take_other(&mut self, with_link: bool) {
        let Some(awaited) = self.awaited.take() else {
            return;
        };
        let Search::Other(key) = awaited.search else {
            return;
        };
        if with_link {
            return self.show_snapshot(&awaited.snapshot, awaited.origin, key);
        }
        let known = self.workloads.iter().find(|(known, _)| *known == key);
        if let Some(contents) = known.map(|(_, contents)| contents.clone()) {
            self.take_workload(key, contents);
        }
    }

    /// Shows a snapshot on a workload that is here. Before anything has been shown that is what the
    /// page begins with; after that it is a step that can be undone.
    fn show_snapshot(&mut self, snapshot: &Snapshot, origin: Origin, key: WorkloadKey) {
        (self.awaited, self.opening) = (None, false);
        let Snapshot {
            scenarios,
            front,
            baseline,
            ..
        } = snapshot.clone();
        let mut experiment = Experiment::of(scenarios, front, baseline, key);
        let is_sample = snapshot.workload == Source::Sample;
        let is_chosen = |scenario: &Scenario| {
            dropped_log::is_chosen(scenario.workload.reservations.percent, is_sample)
        };
        let by_hand = experiment.scenarios().any(is_chosen);
        experiment.share_by_hand = by_hand;
        let is_first = self.finished.is_none();
        let is_new = experiment != **self.history.present();
        if is_first {
            self.history = History::new(experiment);
        } else {
            self.withdraw_offers();
            self.history.change(experiment, None);
        }
        let said = match origin {
            Origin::Link => (!is_first).then_some("The link has been opened."),
            Origin::Session => is_new.then_some("The last session is open again."),
            Origin::Project => Some("The project has been opened."),
        };
        if let Some(text) = said {
            self.say(false, text.to_owned(), is_new && !is_first);
        }
        match View::of(&snapshot.view) {
            Some(view) => self.view = view,
            None => {
                let text = format!("This version has no view \"{}\".", snapshot.view);
                self.say(true, text, false);
            }
        }
        self.arrival = Some(Arrival {
            sight: snapshot.sight.map(Viewport::from),
            cursor: snapshot.cursor,
            job: snapshot.job,
            selected: snapshot.selected.as_slice().into(),
            look: Look::of(snapshot),
        });
        self.arrive();
    }

    /// Looks at what a snapshot looks at, once its run is there.
    pub(in crate::app) fn arrive(&mut self) {
        let Some(finished) = &self.finished else {
            return;
        };
        if !finished.experiment.runs_as(self.history.present()) {
            return;
        }
        let Some(arrival) = self.arrival.take() else {
            return;
        };
        let jobs = &finished.run.jobs;
        self.job = arrival
            .job
            .and_then(|number| jobs.iter().position(|job| job.id == number));
        (self.gap, self.brings_job) = (None, false);
        self.cursor = arrival.cursor;
        self.selected = arrival.selected;
        self.look = arrival.look;
        self.sight = arrival.sight;
    }
}
