//! Many runs at once, on threads. Natively only: a page has its workers.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use super::{Run, Scenario, ScenarioError, run};
use scheduling::criteria::{Report, report};
use workload::Workload;

/// Runs scenarios on every processor there is; the reports stand in their order.
///
/// # Errors
///
/// That of the first scenario, in their order, that cannot be run.
pub fn run_all(scenarios: &[Scenario], workload: &Workload) -> Result<Vec<Report>, ScenarioError> {
    let runs: Vec<_> = scenarios.iter().map(|one| (workload, one)).collect();
    run_each(&runs, None, |_, run| report(run), |_| ())
}

/// Runs scenarios, each on its own workload, on `threads` threads, or one for every processor; the reports stand in
/// their order. `report` makes that of the run with that index; `progress` is called with the number of finished
/// runs, after each.
///
/// # Errors
///
/// As [`run_all`].
pub fn run_each(
    runs: &[(&Workload, &Scenario)],
    threads: Option<usize>,
    report: impl Fn(usize, &Run) -> Report + Sync,
    progress: impl FnMut(usize),
) -> Result<Vec<Report>, ScenarioError> {
    let one = |index: usize| {
        let (workload, scenario) = runs[index];
        run(scenario, workload).map(|run| report(index, &run))
    };
    each(runs.len(), threads, one, progress)
}

/// The results of `count` computations, in their order; on `threads` threads, or one for every processor.
/// `progress` is called with the number of finished ones, after each.
///
/// # Errors
///
/// The first in their order: after an error none is begun any more, and those before it have begun.
pub fn each<T: Send, E: Send>(
    count: usize,
    threads: Option<usize>,
    make: impl Fn(usize) -> Result<T, E> + Sync,
    progress: impl FnMut(usize),
) -> Result<Vec<T>, E> {
    let mut all = Vec::with_capacity(count);
    let take = |made| {
        all.push(made);
        Ok(())
    };
    each_in_order(count, threads, make, take, progress)?;
    Ok(all)
}

/// As [`each`], but each result is passed to `take` as soon as it and all before it are there.
///
/// # Errors
///
/// As [`each`]; an error of `take` counts like one of the computation.
pub fn each_in_order<T: Send, E: Send>(
    count: usize,
    threads: Option<usize>,
    make: impl Fn(usize) -> Result<T, E> + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
    mut progress: impl FnMut(usize),
) -> Result<(), E> {
    let there = || std::thread::available_parallelism().map_or(1, |count| count.get());
    let threads = threads.unwrap_or_else(there).clamp(1, count.max(1));
    let next = AtomicUsize::new(0);
    let (done, results) = mpsc::channel();
    // Results that have come before their turn.
    let mut early = BTreeMap::new();
    let (mut made, mut taken) = (0, 0);
    let mut failed = None;
    let mut receive = |index: usize, result: Result<T, E>| {
        made += 1;
        progress(made);
        early.insert(index, result);
        while failed.is_none()
            && let Some(result) = early.remove(&taken)
        {
            taken += 1;
            if let Err(why) = result.and_then(&mut take) {
                next.store(count, Ordering::Relaxed);
                failed = Some(why);
            }
        }
    };
    // The next computation, if another is to be begun.
    let compute = || {
        let index = next.fetch_add(1, Ordering::Relaxed);
        (index < count).then(|| {
            let result = make(index);
            if result.is_err() {
                next.store(count, Ordering::Relaxed);
            }
            (index, result)
        })
    };
    std::thread::scope(|scope| {
        let mut begun = 0;
        for _ in 0..threads {
            let (done, compute) = (done.clone(), &compute);
            let work = move || {
                while let Some(result) = compute() {
                    // The receiver is gone only if this function has ended.
                    let _ = done.send(result);
                }
            };
            // Those that can be had do; where there is none, this one computes.
            if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
            begun += 1;
        }
        drop(done);
        if begun == 0 {
            while let Some((index, result)) = compute() {
                receive(index, result);
            }
        }
        for (index, result) in results {
            receive(index, result);
        }
    });
    failed.map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;
    use workload::lublin::Lublin;

    fn scenario(seed: u64) -> Scenario {
        Scenario { seed, ..Scenario::default() }
    }

    #[test]
    fn reports_stand_in_the_order_of_their_scenarios() {
        let workload = Lublin { jobs: 60, ..Lublin::default() };
        let workload = workload.generate().expect("a valid model");
        let scenarios: Vec<Scenario> = (0..20).map(scenario).collect();
        let expected: Vec<Report> =
            scenarios.iter().map(|scenario| report(&run(scenario, &workload).expect("it runs"))).collect();
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

    #[test]
    fn each_is_taken_as_soon_as_its_turn_has_come() {
        // The first of them waits until the second is done.
        let (second_done, wait) = mpsc::channel();
        let wait = std::sync::Mutex::new(wait);
        let make = |index: usize| {
            if index == 0 {
                let _ = wait.lock().map(|it| it.recv());
            }
            Ok::<_, String>(index)
        };
        let mut taken = Vec::new();
        let take = |made| {
            taken.push(made);
            if made < 5 { Ok(()) } else { Err(format!("{made} is refused")) }
        };
        let told = |done| {
            if done == 1 {
                let _ = second_done.send(());
            }
        };
        let made = each_in_order(20, Some(2), make, take, told);
        assert_eq!(made, Err("5 is refused".to_owned()));
        assert_eq!(taken, [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn what_is_made_stands_in_its_order() {
        for threads in [None, Some(1), Some(3), Some(100)] {
            let squares = each(45, threads, |it| Ok::<_, ()>(it * it), |_| ());
            assert_eq!(squares, Ok((0..45).map(|it| it * it).collect()));
        }
        assert_eq!(each(0, None, Ok::<usize, ()>, |_| ()), Ok(Vec::new()));
    }

    #[test]
    fn nothing_is_begun_after_a_failure() {
        let begun = AtomicUsize::new(0);
        let make = |index| {
            begun.fetch_add(1, Ordering::Relaxed);
            if index == 6 { Err(index) } else { Ok(()) }
        };
        let failed = each(1_000, Some(1), make, |_| ());
        assert_eq!((failed, begun.into_inner()), (Err(6), 7));
    }
}
