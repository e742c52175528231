//! Snapshots that are being opened: one is shown at once if its workload is here, otherwise when it
//! comes.

use std::rc::Rc;

use super::view::Arrival;
use crate::history::WorkloadKey;
use crate::sketched::Sketched;
use export::snapshot::{FileMark, Snapshot, Source};
use workload::table::Mapping;

/// Where a snapshot comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Link,
    Session,
    Project,
    HandIn,
    Paper,
}

/// Actions on snapshots that are opened.
pub enum OpenAction {
    /// Shows a snapshot as soon as its workload is here; the bytes of its log may come with it.
    Open(Box<Snapshot>, Origin, Option<Rc<[u8]>>),
    /// The file that is awaited is not at hand: the person is asked for it.
    Ask,
    /// Takes the other file that was dropped, in the state of the link or alone.
    TakeOther { with_link: bool },
    /// Keeps the present page.
    Leave,
    /// There is nothing that the page opens with.
    Begin,
    /// It is a first visit: the page opens with an example, and says what it is.
    Welcome(Box<Sketched>),
}

/// A snapshot whose workload is not here yet.
#[derive(Clone, Debug)]
pub struct Awaited {
    pub snapshot: Rc<Snapshot>,
    pub origin: Origin,
    /// The bytes of its log, where they came with it.
    pub log: Option<Rc<[u8]>>,
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

/// Snapshots that are being opened.
#[derive(Clone, Default)]
pub struct Opening {
    /// Whether it is not known yet what the page opens with: nothing is run until it is.
    pub is_under_way: bool,
    /// Whether the page opens with what this tab had not written yet when it was left: it is to be stored.
    pub is_left: bool,
    /// The snapshot of a link, while its workload is not here.
    pub awaited: Option<Awaited>,
    /// The view of an opened snapshot, until its run is there.
    pub arrival: Option<Arrival>,
    /// The last snapshot of a link or session whose workload the page had or found by itself: it contains
    /// nothing that the user has dropped.
    pub found: Option<Rc<Snapshot>>,
}

/// The relation of a workload that has been read to a waiting snapshot.
#[derive(Debug, PartialEq)]
pub enum Awaiting {
    /// The workload that it waits for.
    Found(Awaited),
    /// Another file in its place: the user is asked.
    Other,
    /// Nothing to it, or nothing is awaited.
    Nothing,
}

impl Opening {
    /// Waits for the workload of a snapshot.
    pub fn wait(&mut self, snapshot: Snapshot, origin: Origin, log: Option<Rc<[u8]>>) {
        self.awaited = Some(Awaited { snapshot: Rc::new(snapshot), origin, log, search: Search::UnderWay });
    }

    /// Remembers a snapshot that was opened if nothing that a person has given is in it.
    pub fn remember(&mut self, opened: &Awaited) {
        match opened.search {
            Search::UnderWay => self.showed(opened.snapshot.clone(), opened.origin),
            _ => self.found = None,
        }
    }

    /// The same of one whose workload was here.
    pub fn showed(&mut self, snapshot: Rc<Snapshot>, origin: Origin) {
        self.found = (origin != Origin::Project).then_some(snapshot);
    }

    /// The relation of a workload that has been read to the waiting snapshot.
    pub fn offer(&mut self, key: WorkloadKey, source: &Source) -> Awaiting {
        let Some(awaited) = &mut self.awaited else {
            return Awaiting::Nothing;
        };
        if source.is_same(&awaited.snapshot.workload) {
            return Awaiting::Found(awaited.clone());
        }
        let files = (source, &awaited.snapshot.workload);
        if !matches!(files, (Source::File(_), Source::File(_))) {
            return Awaiting::Nothing;
        }
        awaited.search = Search::Other(key);
        self.is_under_way = false;
        Awaiting::Other
    }

    /// The mapping of a file, if a snapshot waits for the file and has one.
    pub fn mapping_of(&self, mark: &FileMark) -> Option<Mapping> {
        match &self.awaited.as_ref()?.snapshot.workload {
            Source::File(awaited) if awaited.is_same_file(mark) => awaited.mapping.clone(),
            _ => None,
        }
    }

    /// The workload of a snapshot could not be fetched: the page asks for the file.
    pub fn not_found(&mut self) {
        self.is_under_way = false;
        let Some(awaited) = &mut self.awaited else {
            return;
        };
        match (&awaited.snapshot.workload, awaited.search) {
            (Source::File(_), Search::UnderWay) => awaited.search = Search::Asked,
            (Source::File(_), _) => {}
            _ => self.awaited = None,
        }
    }

    /// The other file that the user has dropped, and the snapshot for which it was dropped, which no longer
    /// waits.
    pub fn take_other(&mut self) -> Option<(WorkloadKey, Awaited)> {
        let awaited = self.awaited.take()?;
        match awaited.search {
            Search::Other(key) => Some((key, awaited)),
            _ => None,
        }
    }

    /// Which other file was given in place of the one awaited.
    pub fn other(&self) -> Option<WorkloadKey> {
        match self.awaited.as_ref()?.search {
            Search::Other(key) => Some(key),
            _ => None,
        }
    }

    /// The file that the person is asked for.
    pub fn asked(&self) -> Option<&FileMark> {
        let awaited = self.awaited.as_ref();
        match &awaited.filter(|it| it.search != Search::UnderWay)?.snapshot.workload {
            Source::File(mark) => Some(mark),
            _ => None,
        }
    }

    /// Whether it is being found out what the page is to show: nothing that a person could see the end
    /// of is under way, though soon there will be.
    pub fn is_sought(&self) -> bool {
        let search = self.awaited.as_ref().map(|awaited| awaited.search);
        self.is_under_way || search == Some(Search::UnderWay)
    }

    /// Whether something is on its way onto the page.
    pub fn is_coming(&self) -> bool {
        self.is_under_way || self.awaited.is_some() || self.arrival.is_some()
    }
}
