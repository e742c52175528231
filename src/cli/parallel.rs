//! Many runs on every processor there is.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use crate::criteria::{Report, report};
use crate::experiment::{Scenario, ScenarioError, run};
use crate::workload::Workload;

/// Runs each scenario on its log; the reports stand in the order of `runs`. `progress` is told how
/// many are done, after each.
///
/// # Errors
///
/// The first scenario, in order, that cannot be run.
pub fn run_all(
    runs: &[(&Workload, Scenario)],
    mut progress: impl FnMut(usize),
) -> Result<Vec<Report>, ScenarioError> {
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get());
    let next = AtomicUsize::new(0);
    let (done, results) = mpsc::channel();
    let mut reports: Vec<(usize, Result<Report, ScenarioError>)> = Vec::with_capacity(runs.len());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (done, next) = (done.clone(), &next);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some((log, scenario)) = runs.get(index) else {
                        break;
                    };
                    let result = run(scenario, log).map(|run| report(&run));
                    // The other end listens until the last thread is done.
                    let _ = done.send((index, result));
                }
            });
        }
        drop(done);
        for result in results {
            reports.push(result);
            progress(reports.len());
        }
    });
    reports.sort_by_key(|(index, _)| *index);
    reports.into_iter().map(|(_, result)| result).collect()
}
