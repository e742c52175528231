//! Finding the trade-off among two or three criteria: utilization, flow time and tardiness (Kurowski et
//! al. 2011, Sect. 5.5 and its future work), or others that a report has.
//!
//! Utilization, flow time and tardiness speak for different people (administrators, users of batch jobs,
//! users of reservations) and contradict one another: there is no best schedule, but there are scenarios
//! that no other one betters in all three. [`Exploration`] tries every combination of a [`Space`],
//! [`Criteria`] say what is weighed and tell which of them nothing dominates, and [`PeriodSearch`] looks
//! for the best period δ for one criterion.
//!
//! Nothing is run here. Both say which scenarios they want run and take what came of them, so that
//! threads or a page's workers can run them, show what has come so far, and stop.

mod criteria;
mod exploration;
mod front;
mod period_search;
mod space;
mod told;

pub use criteria::{Criteria, MOST_CRITERIA};
pub use exploration::Exploration;
pub use front::{Average, Point};
pub use period_search::{PeriodSearch, Tried};
pub use space::{Candidate, Choice, Space, Varied, candidates};
