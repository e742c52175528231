//! Slotscope: an explorer of parallel-job schedules.

pub mod workload;
