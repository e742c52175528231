//! `slotscope sweep`.

use std::fmt::Write;

use super::parallel::run_all;
use super::{Failure, input, print};
use crate::criteria::Report;
use crate::experiment::sweep::{Criterion, Spread, Vary};
use crate::experiment::{Scenario, ScenarioError};

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
    let runs: Vec<_> = scenarios
        .iter()
        .map(|(_, one)| (&log, one.clone()))
        .collect();
    let reports = run_all(&runs, |_| ()).map_err(fail)?;
    print(&table(&arguments.vary, &scenarios, &reports))
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
