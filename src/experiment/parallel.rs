//! Many runs at once, on threads. Natively only: a page has its workers.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use super::{Run, Scenario, ScenarioError, run};
use crate::criteria::{Report, report};
use crate::workload::Workload;

/// Runs scenarios on every processor there is; the reports stand in their order.
///
/// # Errors
///
/// That of the first scenario, in their order, that cannot be run.
pub fn run_all(scenarios: &[Scenario], workload: &Workload) -> Result<Vec<Report>, ScenarioError> {
    let runs: Vec<_> = scenarios.iter().map(|one| (workload, one)).collect();
    run_each(&runs, |_, run| report(run), |_| ())
}

/// Runs scenarios, each on its own workload, on every processor there is; the reports stand in
/// their order. `report` makes that of the run with that index; `progress` is told how many are done,
/// after each.
///
/// # Errors
///
/// As [`run_all`].
pub fn run_each(
    runs: &[(&Workload, &Scenario)],
    report: impl Fn(usize, &Run) -> Report + Sync,
    mut progress: impl FnMut(usize),
) -> Result<Vec<Report>, ScenarioError> {
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get());
    let next = AtomicUsize::new(0);
    let (done, results) = mpsc::channel();
    let mut reports = Vec::with_capacity(runs.len());
    std::thread::scope(|scope| {
        for _ in 0..threads.min(runs.len()) {
            let (done, next, report) = (done.clone(), &next, &report);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some((workload, scenario)) = runs.get(index) else {
                        break;
                    };
                    let result = run(scenario, workload).map(|run| report(index, &run));
                    // Nobody listens any more only where this function has ended.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::lublin::Lublin;

    fn scenario(seed: u64) -> Scenario {
        Scenario {
            seed,
            ..Scenario::default()
        }
    }

    #[test]
    fn reports_stand_in_the_order_of_their_scenarios() {
        let workload = Lublin {
            jobs: 60,
            ..Lublin::default()
        };
        let workload = workload.generate().expect("a valid model");
        let scenarios: Vec<Scenario> = (0..20).map(scenario).collect();
        let expected: Vec<Report> = scenarios
            .iter()
            .map(|scenario| report(&run(scenario, &workload).expect("it runs")))
            .collect();
        assert_eq!(run_all(&scenarios, &workload), Ok(expected));
    }

    #[test]
    fn the_first_that_cannot_be_run_is_told() {
        let mut wrong = vec![scenario(1), scenario(2), scenario(3)];
        wrong[1].platform = vec![0];
        wrong[2].platform = Vec::new();
        let error = run_all(&wrong, &Workload::default()).expect_err("two cannot be run");
        assert!(error.to_string().contains("platform[0]"), "{error}");
    }
}
