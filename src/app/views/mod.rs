//! The views of the main area: each looks at the same run.

pub mod classroom;
pub mod compare;
pub mod curves;
pub mod explained;
pub mod gantt;
pub mod job_search;
pub mod jobs;
pub mod lessons;
pub mod play;
pub mod reproduce;
mod study_form;
pub mod summary;
pub mod trade_off;
