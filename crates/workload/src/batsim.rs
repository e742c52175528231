//! The files of Batsim, the simulator of resource and job management systems: its input, the workload
//! (JSON), and `jobs.csv`, its output on the jobs that it ran.
//!
//! Source: Batsim's documentation of both, versions 1 to 5. Its times may have fractions of a second;
//! they are rounded to the nearest whole one, halves up, and a duration above 0 is at least 1 second.

mod jobs_csv;
mod profiles;
#[cfg(test)]
mod tests;
mod workload;
mod write;

pub(super) use jobs_csv::{names_columns, parse as parse_jobs};
pub(super) use workload::{is_workload, parse as parse_workload};
pub use write::{profile_name, write_batsim};
