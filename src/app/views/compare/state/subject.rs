//! One scenario's run, arranged for all that the comparison draws of it.

use std::rc::Rc;

use slotscope::chart::queue::QueueLength;
use slotscope::chart::steps::Steps;
use slotscope::chart::{ColourBy, GanttIndex};
use slotscope::criteria::Calibration;
use slotscope::page::state::Finished;

/// A run and what is drawn of it.
pub struct Subject {
    pub finished: Rc<Finished>,
    pub index: Rc<GanttIndex>,
    /// How many processors were busy.
    pub busy: Steps,
    /// How many jobs waited.
    pub queue: QueueLength,
    /// The jobs' numbers in the log with their indices in the run, ascending.
    numbers: Vec<(u32, u32)>,
}

/// There is one for each run.
impl PartialEq for Subject {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Subject {
    /// How far its waits are from those of the log, if the log has any and the run is not the log itself.
    pub fn calibration(&self) -> Option<&Calibration> {
        self.finished.report.calibration.as_deref()
    }

    /// Arranges a run.
    pub fn new(finished: Rc<Finished>) -> Self {
        let index = finished.arranged();
        let jobs = finished.run.jobs.iter().enumerate();
        let mut numbers: Vec<(u32, u32)> = jobs.map(|(at, job)| (job.id, at as u32)).collect();
        numbers.sort_unstable();
        Self {
            busy: Steps::busy(&index),
            queue: QueueLength::of(&finished.run),
            index,
            numbers,
            finished,
        }
    }

    /// Its run arranged for drawing, in the colours that are wanted.
    pub fn coloured(&self, by: ColourBy) -> Rc<GanttIndex> {
        self.finished.coloured(by)
    }

    /// The index of the job with this number.
    pub fn job(&self, number: u32) -> Option<u32> {
        let at = self.numbers.partition_point(|&(it, _)| it < number);
        self.numbers
            .get(at)
            .filter(|(it, _)| *it == number)
            .map(|&(_, index)| index)
    }

    /// The number of the job at this index.
    pub fn number(&self, index: usize) -> Option<u32> {
        self.finished.run.jobs.get(index).map(|job| job.id)
    }
}
