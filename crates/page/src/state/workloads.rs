//! The workloads of this visit, as far as the page knows them.

use std::rc::Rc;

use crate::contents::Contents;
use crate::history::SAMPLE;
use crate::history::{Experiment, WorkloadKey};
use export::snapshot::Source;

pub enum WorkloadAction {
    /// A workload has been read, and is to be shown.
    Loaded(WorkloadKey, Rc<Contents>),
    /// The contents of a workload that is on the page already.
    Known(WorkloadKey, Rc<Contents>),
    /// Nothing leads to these workloads any more.
    LetGo(Vec<WorkloadKey>),
    /// A workload could not be read; why.
    Unreadable(WorkloadKey, String),
    /// A workload was not read, but may be another time; why not.
    NotRead(WorkloadKey, String),
}

/// The contents of the workloads of this visit.
#[derive(Clone, Default)]
pub struct Workloads {
    /// In the order in which they were read.
    known: Vec<(WorkloadKey, Rc<Contents>)>,
    /// How often a workload was to be read again, and which was the last.
    pub read_again: (u32, WorkloadKey),
}

impl Workloads {
    pub fn get(&self, key: WorkloadKey) -> Option<&Rc<Contents>> {
        let found = self.known.iter().find(|(known, _)| *known == key);
        Some(&found?.1)
    }

    /// All that are known.
    pub fn keys(&self) -> impl Iterator<Item = WorkloadKey> {
        self.known.iter().map(|(key, _)| *key)
    }

    pub fn count(&self) -> usize {
        self.known.len()
    }

    /// The contents of an experiment's workload. While a sketch is being read, the previous contents stand for
    /// it.
    pub fn of(&self, experiment: &Experiment) -> Option<&Rc<Contents>> {
        let last = self.known.last().map(|(_, contents)| contents);
        self.get(experiment.workload).or(last.filter(|_| experiment.sketch.is_some()))
    }

    /// The workload that a snapshot names, if it is here. The sample always is.
    pub fn named(&self, source: &Source) -> Option<WorkloadKey> {
        if source.is_same(&Source::Sample) {
            return Some(SAMPLE);
        }
        let mut known = self.known.iter();
        known.find(|(_, contents)| contents.source.is_same(source)).map(|(key, _)| *key)
    }

    pub fn sources(&self) -> impl Iterator<Item = &Source> {
        self.known.iter().map(|(_, contents)| &contents.source)
    }

    /// Keeps the contents of a workload.
    pub fn know(&mut self, key: WorkloadKey, contents: Rc<Contents>) {
        self.known.retain(|(known, _)| *known != key);
        self.known.push((key, contents));
    }

    /// Forgets the contents of these.
    pub fn let_go(&mut self, gone: &[WorkloadKey]) {
        self.known.retain(|(key, _)| !gone.contains(key));
    }

    pub fn read_again(&mut self, key: WorkloadKey) {
        self.read_again = (self.read_again.0 + 1, key);
    }
}
