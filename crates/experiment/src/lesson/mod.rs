//! Lessons: short texts beside live charts, with questions at the end.
//!
//! A lesson is one JSON file (`docs/lessons.md` has the format). Every step shows a result that the library
//! computes: schedules of a tiny workload, slots, a curve, the paper's algorithms line by line, processors bound
//! early or late, messages between brokers and agents. This room reads and checks lessons, and determines the runs
//! that a step needs and the right answers; drawing is for [`crate::chart`]. It does not know the page.

mod answer;
mod batch;
mod check;
mod control;
mod field;
mod format;
mod limits;
mod planning;
mod question;
pub mod shelf;
mod shots;
#[cfg(test)]
mod tests;
mod variant;

pub use answer::{Computed, Value, computed, computed_of_runs};
pub use batch::table as tasks_table;
pub use check::MOST_JOBS;
pub use control::{Control, turned};
pub use format::{
    Asked, Binding, Curve, Generate, Interval, Job, Lesson, LessonError, MOST_BYTES, Messages, Plan, Planning,
    RangeSearch, Schedule, Search, Show, Slots, Step, Task, VERSION, Vary, looks_like_one,
};
pub use limits::{LONGEST_NAME, LONGEST_TEXT, MOST_PLANS};
pub use planning::workflow;
pub use question::{Answer, Choice, DrawnField, Question, Slip};
pub use shots::{Shot, jobs_table, workload};
pub use shots::{bound, generation, range_search, search};
