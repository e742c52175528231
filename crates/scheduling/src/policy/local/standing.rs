//! A policy's reasons for a job that it left waiting.

use workload::Time;

/// How a waiting job stands with its policy after a pass, whether it fits or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It starts as soon as it fits when its turn comes.
    Open,
    /// It may not overtake the job at this place of the queue, which waits.
    Behind { place: usize },
    /// It was promised this start for the time of the pass, or used up a promise.
    Promised {
        /// The start; [`Time::MAX`] where jobs without a limit leave it none, so that nothing is held.
        start: Time,
    },
    /// It may not delay the starts that were promised, for the time of the pass, to jobs whose turn came before.
    BehindPromises,
    /// It was promised this start, and its interval stands in the calendar.
    Reserved { start: Time },
}
