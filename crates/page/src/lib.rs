//! What of the page needs no browser: plain Rust, tested natively. The page and its workers are thin
//! shells around it.

pub mod account;
pub mod budget;
pub mod calibrated;
pub mod chance;
pub mod connection;
pub mod contents;
pub mod curves_given;
pub mod dropped_log;
pub mod embed;
pub mod explained;
pub mod history;
pub mod implausible;
pub mod job_columns;
pub mod job_query;
pub mod kept;
pub mod live_runs;
pub mod look;
pub mod minimap_hold;
pub mod places;
pub mod progress;
pub mod sketched;
pub mod span_table;
pub mod state;
pub mod tall_table;
pub mod task_queues;
pub mod task_words;
pub mod time_window;
pub mod typed_time;
pub mod view;
pub mod words;
pub mod workflow_edit;
