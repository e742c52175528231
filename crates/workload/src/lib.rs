//! Workloads: logs read, jobs selected, some marked as advance reservations.
//!
//! This room does not know scheduling. A log is read once into a [`Workload`] of [`Record`]s
//! ([`read()`]); [`select::select`] turns it into the [`Job`]s that a scheduler is given.

pub mod account;
mod aside;
mod batsim;
pub mod calendar;
pub mod clock;
mod columns;
mod complaint;
mod content;
pub mod csv;
mod draft;
pub mod draw;
pub mod flops;
mod foreign;
mod format;
mod gwf;
mod instants;
mod job;
mod jobs_on_nodes;
mod json;
pub mod like;
mod lines;
mod log_names;
pub mod lublin;
mod machine;
mod names;
mod node_names;
pub mod node_table;
mod nodes;
mod number;
mod packed;
mod placements;
mod read;
mod record;
pub mod replicate;
pub mod requests_csv;
pub mod reserve;
pub mod resources;
mod sacct;
mod schedulers;
pub mod select;
pub mod sketch;
pub mod stats;
mod swf;
pub mod table;
pub mod task_batch;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(any(test, feature = "testing"))]
pub mod traces;
mod unused;
pub mod workflow;

pub use aside::{Aside, UnreadColumn};
pub use batsim::{profile_name, write_batsim};
pub use complaint::{Complaint, Problem, gravest_first};
pub use content::{Content, Log, Workload, WorkloadKind};
pub use foreign::kind_of_beginning;
pub use format::Format;
pub use gwf::write_gwf;
pub use job::{Flexibility, Job, Predecessor, ReservationRequest};
pub use log_names::{LogNames, NameKind};
pub use machine::{KnownBy, Machine, is_note_of_size};
pub use nodes::Nodes;
pub use packed::{Fault, Packing, UnpackError, packing};
pub use placements::{Placements, UNKNOWN_ENERGY};
pub use read::{
    MAX_COMPLAINTS, MAX_TEXT_BYTES, ReadError, ReadErrorKind, Reading, UnknownTable, read, read_as, read_task_table,
    read_with, read_within, unpacked, unpacked_stream, unpacked_within,
};
pub use record::{Field, Header, Logged, Record, UNKNOWN};
pub use sacct::write_sacct;
pub use swf::{write_swf, write_swf_to};
pub use unused::{Feature, MOST_COLUMNS, Unused};

/// A point in time or a duration, in whole seconds. Points count from the log's own start.
///
/// Integers, so that a run gives the same bytes on every platform.
pub type Time = i64;

/// The longest time that a log or a setting may name: 10^11 seconds, some 3,170 years.
///
/// Together with [`MAX_PROCESSORS`] it keeps processors times seconds, and sums of several times,
/// well inside 64 bits.
pub const MAX_TIME: Time = 100_000_000_000;

/// The largest size that a log may name: ten million processors.
pub const MAX_PROCESSORS: u32 = 10_000_000;
