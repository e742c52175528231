//! How jobs are scheduled. In this order, each module uses only those before it: `availability`, which processors are
//! free when; `policy`, pure decisions; `engine`, events and the schedule; `system`, assembled from these; `criteria`, the
//! figures of a run.

pub mod availability;
pub mod criteria;
pub mod engine;
pub mod policy;
pub mod system;
