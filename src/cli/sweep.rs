//! `slotscope sweep`.

use std::fmt::Write;

use super::{Failure, input, print};
use crate::criteria::Report;
use crate::experiment::comparison::Interval;
use crate::experiment::sweep::{Criterion, Spread, Vary};
use crate::experiment::{Scenario, ScenarioError, run_all};

/// Prints CSV: a row for each value, and of U, F and D three columns each, the mean over the seeds
/// (`mean_flow_time`), the sample standard deviation (`..._deviation`), and half the length of the
/// mean's 95 % interval by Student's t (`..._half_width`); times in seconds.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    #[command(flatten)]
    inputs: input::Inputs,
    /// A field and its values, e.g. workload.reservations.percent=0,10,..,100
    #[arg(long)]
    vary: Vary,
    /// How many seeds, counted up from the scenario's own; one run tells nothing of its spread
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
        let name = criterion.field();
        let _ = write!(table, ",{name},{name}_deviation,{name}_half_width");
    }
    table.push('\n');
    for (index, value) in vary.values.iter().enumerate() {
        let word = value.as_str().map_or(value.to_string(), str::to_owned);
        table.push_str(&word);
        for criterion in Criterion::ALL {
            let pairs = places.iter().zip(reports);
            let of_value = pairs.filter(|(at, _)| **at == index);
            let values: Vec<f64> = of_value.map(|(_, report)| criterion.of(report)).collect();
            if let (Some(spread), Some(interval)) = (Spread::of(&values), Interval::of(&values)) {
                for value in [spread.mean, spread.deviation, interval.half_width] {
                    let _ = write!(table, ",{}", number(value));
                }
            }
        }
        table.push('\n');
    }
    table
}

/// A number as CSV has it: at most ten digits after the point and no zeros at the end, never with an
/// exponent.
fn number(value: f64) -> String {
    let text = format!("{value:.10}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" => "0".to_owned(),
        text => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_one_way() {
        let written = [
            0.0,
            -1e-14,
            1.359_739_959_5e-16,
            0.5,
            12_345.0,
            -0.125,
            1.0 / 3.0,
        ]
        .map(number);
        let expected = ["0", "0", "0", "0.5", "12345", "-0.125", "0.3333333333"];
        assert_eq!(written, expected);
        assert_eq!(number(f64::NAN), "NaN");
    }
}
