//! Queues that grow long.

use serde_json::{Value, json};
use yew::Callback;

use super::{change, load, runs, set};
use crate::app::context::state::Dispatch;
use slotscope::experiment::knobs;
use slotscope::page::history::WorkloadKey;
use slotscope::worker::Source;
use slotscope::workload::lublin::Lublin;

/// More jobs than there is room for.
pub(super) fn overload(jobs: u32) -> Lublin {
    Lublin { jobs, load: Some(1.3), largest_job: None, ..Lublin::default() }
}

/// Loads with long queues, by the share of reservations and by the number of jobs: once each if they take long.
pub(super) async fn growing(dispatch: &Dispatch, read: &Callback<Source, WorkloadKey>) -> Value {
    const QUEUES: [&str; 7] = ["fcfs", "fcfs_backfilling", "easy", "lsf", "sjf", "ppp", "conservative"];
    let mut figures = json!({});
    // What is there already, 10,000 jobs without reservations, comes last: a change that changes nothing draws no
    // picture, and the wait for one takes a minute.
    for jobs in [80_000, 10_000] {
        load(read, overload(jobs)).await;
        for percent in [20, 0] {
            change(dispatch, vec![set(knobs::SHARE, f64::from(percent))]).await;
            let repeats = if jobs > 10_000 { 1 } else { 5 };
            let took = runs(dispatch, &QUEUES, repeats).await;
            figures[percent.to_string()][jobs.to_string()] = took;
        }
    }
    figures
}
