//! `slotscope sweep`.

use std::fmt::Write;

use super::{Failure, input, print};
use crate::criteria::Report;
use crate::experiment::sweep::{Criterion, Spread, Vary};
use crate::experiment::{Scenario, ScenarioError, run_all};

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    inputs: input::Inputs,
    /// A field and its values, e.g. workload.reservations.percent=0,10,..,100
    #[arg(long)]
    vary: Vary,
    /// How many seeds, counted up from the scenario's own
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    seeds: u32,
}

pub fn sweep(arguments: &Arguments) -> Result<(), Failure> {
    let (scenario, log) = arguments.inputs.read()?;
    let fail = |error: ScenarioError| Failure::at("sweep", error);
    let (places, scenarios): (Vec<usize>, Vec<Scenario>) = arguments
        .vary
        .scenarios(&scenario, arguments.seeds)
        .map_err(fail)?
        .into_iter()
        .unzip();
    let reports = run_all(&scenarios, &log).map_err(fail)?;
    print(&table(&arguments.vary, &places, &reports))
}

/// `places` has the index of the value that each report belongs to.
fn table(vary: &Vary, places: &[usize], reports: &[Report]) -> String {
    let mut table = vary.path.clone();
    for criterion in Criterion::ALL {
        let _ = write!(table, ",{0},{0}_deviation", criterion.field());
    }
    table.push('\n');
    for (index, value) in vary.values.iter().enumerate() {
        let word = value.as_str().map_or(value.to_string(), str::to_owned);
        table.push_str(&word);
        for criterion in Criterion::ALL {
            let pairs = places.iter().zip(reports);
            let of_value = pairs.filter(|(at, _)| **at == index);
            let values: Vec<f64> = of_value.map(|(_, report)| criterion.of(report)).collect();
            if let Some(spread) = Spread::of(&values) {
                let _ = write!(table, ",{},{}", spread.mean, spread.deviation);
            }
        }
        table.push('\n');
    }
    table
}
