//! `slotscope sweep`.

use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use super::{Failure, input, print};
use crate::criteria::{Report, report};
use crate::experiment::sweep::{Criterion, Spread, Vary};
use crate::experiment::{Scenario, ScenarioError, run};
use crate::workload::Workload;

#[derive(clap::Args)]
pub struct Arguments {
    /// The scenario, JSON; `-` reads standard input, missing fields take their defaults
    scenario: String,
    /// The log, .swf or .swf.gz; `-` reads standard input
    trace: String,
    /// A field and its values, e.g. workload.reservations.percent=0,10,..,100
    #[arg(long)]
    vary: Vary,
    /// How many seeds, counted up from the scenario's own
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    seeds: u32,
}

pub fn sweep(arguments: &Arguments) -> Result<(), Failure> {
    let (scenario, log) = input::scenario_and_log(&arguments.scenario, &arguments.trace)?;
    let fail = |error: ScenarioError| Failure::at("sweep", error);
    let scenarios = arguments
        .vary
        .scenarios(&scenario, arguments.seeds)
        .map_err(fail)?;
    let reports = run_all(&scenarios, &log).map_err(fail)?;
    print(&table(&arguments.vary, &scenarios, &reports))
}

/// Runs the scenarios on every processor there is; the reports stand in their order.
fn run_all(scenarios: &[(usize, Scenario)], log: &Workload) -> Result<Vec<Report>, ScenarioError> {
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get());
    let next = AtomicUsize::new(0);
    let (done, results) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (done, next) = (done.clone(), &next);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some((_, scenario)) = scenarios.get(index) else {
                        break;
                    };
                    let result = run(scenario, log).map(|run| report(&run));
                    // Nobody listens any more only where another run has failed.
                    let _ = done.send((index, result));
                }
            });
        }
    });
    drop(done);
    let mut reports: Vec<_> = results.into_iter().collect();
    reports.sort_by_key(|(index, _)| *index);
    reports.into_iter().map(|(_, result)| result).collect()
}

fn table(vary: &Vary, scenarios: &[(usize, Scenario)], reports: &[Report]) -> String {
    let mut table = vary.path.clone();
    for criterion in Criterion::ALL {
        let _ = write!(table, ",{0},{0}_deviation", criterion.field());
    }
    table.push('\n');
    for (index, value) in vary.values.iter().enumerate() {
        let word = value.as_str().map_or(value.to_string(), str::to_owned);
        table.push_str(&word);
        for criterion in Criterion::ALL {
            let pairs = scenarios.iter().zip(reports);
            let of_value = pairs.filter(|((at, _), _)| *at == index);
            let values: Vec<f64> = of_value.map(|(_, report)| criterion.of(report)).collect();
            if let Some(spread) = Spread::of(&values) {
                let _ = write!(table, ",{},{}", spread.mean, spread.deviation);
            }
        }
        table.push('\n');
    }
    table
}
