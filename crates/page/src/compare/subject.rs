//! The run of one scenario, arranged for the charts of the comparison.

use std::rc::Rc;

use crate::finished::Finished;
use chart::queue::QueueLength;
use chart::steps::Steps;
use chart::{ColourBy, GanttIndex};
use scheduling::criteria::Calibration;

/// A run, arranged for drawing.
pub struct Subject {
    /// The run and its report.
    pub finished: Rc<Finished>,
    /// The run arranged for Gantt charts.
    pub index: Rc<GanttIndex>,
    /// How many processors were busy.
    pub busy: Steps,
    /// How many jobs waited.
    pub queue: QueueLength,
    /// The jobs' numbers in the log with their indices in the run, ascending.
    numbers: Vec<(u64, u32)>,
}

/// There is one for each run: two are equal if they are the same.
impl PartialEq for Subject {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Subject {
    /// How far its waits are from those of the log, if the log has waits and the run is not the log itself.
    pub fn calibration(&self) -> Option<&Calibration> {
        self.finished.report.calibration.as_deref()
    }

    /// Arranges a run.
    pub fn new(finished: Rc<Finished>) -> Self {
        let index = finished.arranged();
        let mut numbers: Vec<(u64, u32)> =
            finished.run.jobs.iter().enumerate().map(|(at, job)| (job.id, at as u32)).collect();
        numbers.sort_unstable();
        Self { busy: Steps::busy(&index), queue: QueueLength::of(&finished.run), index, numbers, finished }
    }

    /// The run arranged for Gantt charts, in the wanted colours.
    pub fn coloured(&self, by: ColourBy) -> Rc<GanttIndex> {
        self.finished.coloured(by)
    }

    /// The index of the job with this number.
    pub fn job(&self, number: u64) -> Option<u32> {
        let at = self.numbers.partition_point(|&(it, _)| it < number);
        self.numbers.get(at).filter(|(it, _)| *it == number).map(|&(_, index)| index)
    }

    /// The number of the job at this index.
    pub fn number(&self, index: usize) -> Option<u64> {
        self.finished.run.jobs.get(index).map(|job| job.id)
    }
}
