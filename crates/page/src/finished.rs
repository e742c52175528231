//! A complete run, as the views share it.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::history::Experiment;
use base::slices::{AtOnce, Pace, at_once};
use chart::{ColourBy, Colouring, GanttIndex, Resource};
use experiment::Run;
use scheduling::criteria::Report;
use scheduling::system::moment::busiest;
use workload::Time;

/// A complete run.
#[derive(Clone)]
pub struct Finished {
    /// The experiment of the run.
    pub experiment: Rc<Experiment>,
    /// The movement of a control that it belongs to.
    pub movement: u32,
    /// Jobs and schedule.
    pub run: Run,
    /// The criteria.
    pub report: Report,
    /// How long the worker computed.
    pub milliseconds: f64,
    /// The index that [`Finished::arranged`] has made.
    pub arranged: OnceCell<Rc<GanttIndex>>,
    /// The moment that [`Finished::moment`] has found.
    pub busiest: OnceCell<Time>,
}

impl Finished {
    /// The run arranged for drawing, in the colours of kinds, made when it is first asked for.
    pub fn arranged(&self) -> Rc<GanttIndex> {
        let make = || at_once(arranged(&self.run, &AtOnce));
        self.arranged.get_or_init(make).clone()
    }

    /// The moment that an inside view shows: the one that is looked at, or else the busiest of the run.
    pub fn moment(&self, cursor: Option<Time>) -> Time {
        cursor.unwrap_or_else(|| *self.busiest.get_or_init(|| busiest(&self.run)))
    }

    /// The same in the colours that are wanted.
    pub fn coloured(&self, by: ColourBy) -> Rc<GanttIndex> {
        self.in_colours(&self.arranged(), by)
    }

    /// The run on the rows of a resource, in the colours of kinds; on processors if it does not know that one.
    pub fn on_rows_of(&self, resource: Resource) -> Rc<GanttIndex> {
        let index = self.arranged();
        let rows = index.with_rows_of(&self.run, resource);
        rows.map_or(index, Rc::new)
    }

    /// The run as it is arranged for drawing in the colours of kinds, in the colours that are wanted.
    pub fn in_colours(&self, index: &Rc<GanttIndex>, by: ColourBy) -> Rc<GanttIndex> {
        if by == ColourBy::KIND {
            return index.clone();
        }
        let index = GanttIndex::clone(index);
        Rc::new(index.coloured(Colouring::new(&self.run, by)))
    }
}

/// Arranges a run for drawing, in the colours of kinds, in slices.
pub async fn arranged(run: &Run, pace: &dyn Pace) -> Rc<GanttIndex> {
    let index = GanttIndex::in_slices(run, pace).await;
    Rc::new(index.coloured(Colouring::new(run, ColourBy::KIND)))
}

/// Shared parts compare by pointer.
impl PartialEq for Finished {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || (Rc::ptr_eq(&self.experiment, &other.experiment) && self.report == other.report)
    }
}
