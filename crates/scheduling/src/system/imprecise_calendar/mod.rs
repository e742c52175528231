//! Imprecise calendars: slots of several lengths, the coarser the farther away.
//!
//! Hollingsworth and Maneewongvatana, "Imprecise calendars: an approach to scheduling computational grids", 1999. A
//! job gets whole slots when it is submitted, for its limit, from the first slot on from which its nodes are free;
//! coarse slots are split as their time comes, and jobs are moved forward into nodes that become free by that or by
//! an early end. Several providers are one pool of nodes under one manager.
//!
//! Choices where the paper is silent: slots begin at multiples of their length from time 0. A level is refilled when
//! fewer of its slots are left than its low-water mark. At one instant slots are split first, then jobs end, then
//! there is one pass of backfilling in order of submission if any nodes became free, then the submissions, then the
//! starts. A reservation begins with a finest slot, not before the time that it asks for, whatever slot that lies in;
//! if its nodes are not free then, with the first slot after it from which they are, and stays there. The threshold
//! does not hold in the finest slots, which are for "last minute tasks", nor for a job that has a slot alone. Where
//! levels have thresholds of their own, a slot that is divided has those of its new level from then on: if that lets
//! more in there is a pass of backfilling; if it lets less in, a job that has a place keeps it, and may move forward
//! within the slots that it has.
//!
//! That pass examines all jobs that wait, or with [`Refine::AtDivision`] only jobs near the changes.
//!
//! Of managers: a job is submitted to that of its cluster, or to the one above if it is promoted, and forwarded to
//! the first that has enough nodes. That one takes the cluster that offers the earliest start, or if none is large
//! enough several together: first the job's own cluster, then in their order as much as each has. If the start is too
//! far away, the manager above is asked, and takes the job if it can start earlier. A job with a place stays in its
//! clusters: only its time moves forward. Of a job over several clusters all parts move, or none.

mod answers;
mod beliefs_at;
mod calendar_at;
mod decisions;
mod editing;
mod knobs;
pub mod labels;
mod managers;
mod measures;
mod model;
mod settings;
mod simulation;
#[cfg(test)]
mod tests;
mod threshold;
mod words;

pub use answers::{answer, asked_for};
pub use beliefs_at::{BeliefAt, BeliefsAt, Knows, Stretch};
pub use calendar_at::{Assigned, CalendarAt, Firmness, SlotAt};
pub use managers::{Belief, FreeFrom, Inquiry, Managed, Request, RequestAt, RequestKind};
pub use managers::{Manager, Managers, Member, Tree};
pub use measures::{Traded, traded};
pub use settings::{Assignment, ClusterTies, Configured, Home, ImpreciseCalendar, Promote, Refine};
pub use threshold::{Threshold, lowered};
