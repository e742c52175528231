//! Finding the trade-off among two or three criteria: utilization, flow time and tardiness (Kurowski et
//! al. 2011, Sect. 5.5 and its future work), or others that a report has.
//!
//! Utilization, flow time and tardiness speak for different people (administrators, users of batch jobs,
//! users of reservations) and contradict one another: there is no best schedule, but there are scenarios
//! that no other one dominates. [`Exploration`] tries every combination of a [`Space`], [`Criteria`]
//! define the comparison and find the candidates that none dominates, and [`PeriodSearch`] looks for the
//! best period δ for one criterion.
//!
//! No run is made here. Both list the scenarios to run and take the results, so that threads or a page's
//! workers can run them, show the results so far, and stop.

mod criteria;
mod front;
mod period_search;
mod space;

pub use criteria::{Criteria, MOST_CRITERIA};
pub use front::Exploration;
pub use front::{Average, Point};
pub use period_search::{PeriodSearch, Tried};
pub use space::{Candidate, Choice, Space, Varied, candidates};
