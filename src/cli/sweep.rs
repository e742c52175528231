//! `slotscope sweep`.

use std::collections::BTreeSet;
use std::fmt::Write;

use serde_json::Value;

use super::{Failure, input, print};
use crate::criteria::Report;
use crate::experiment::comparison::Interval;
use crate::experiment::sweep::{Criterion, Spread, Vary, product};
use crate::experiment::{Scenario, ScenarioError, run_all};

/// Prints CSV: a row for each value, or each combination of values, and of U, F and D three columns each, the mean over the seeds
/// (`mean_flow_time`), the sample standard deviation (`..._deviation`), and half the length of the
/// mean's 95 % interval by Student's t (`..._half_width`); times in seconds. The system's own figures
/// follow in the same way.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    #[command(flatten)]
    inputs: input::Inputs,
    /// A field and its values, e.g. workload.reservations.percent=0,10,..,100; several are combined.
    /// `slotscope knobs` lists what makes sense
    #[arg(long, required = true)]
    vary: Vec<Vary>,
    /// How many seeds, counted up from the scenario's own; one run tells nothing of its spread
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    seeds: u32,
}

pub fn sweep(arguments: &Arguments) -> Result<(), Failure> {
    let (scenario, log) = arguments.inputs.read()?;
    let fail = |error: ScenarioError| Failure::at("sweep", error);
    let combinations = product(&scenario, &arguments.vary, arguments.seeds).map_err(fail)?;
    let scenarios: Vec<Scenario> = combinations
        .iter()
        .flat_map(|(_, scenarios)| scenarios.iter().cloned())
        .collect();
    let reports = run_all(&scenarios, &log).map_err(fail)?;
    let values: Vec<Vec<Value>> = combinations.into_iter().map(|(values, _)| values).collect();
    print(&table(&arguments.vary, &values, &reports))
}

/// `reports` stand in the order of the rows of values, as many for each.
fn table(varied: &[Vary], rows: &[Vec<Value>], reports: &[Report]) -> String {
    let paths: Vec<&str> = varied.iter().map(|it| it.path.as_str()).collect();
    let mut table = paths.join(",");
    // The systems' own figures follow the criteria. A sweep over systems has those of all.
    let measures: BTreeSet<&str> = reports
        .iter()
        .flat_map(|it| it.measures.keys().map(String::as_str))
        .collect();
    let names = Criterion::ALL.iter().map(|it| it.field());
    for name in names.chain(measures.iter().copied()) {
        let _ = write!(table, ",{name},{name}_deviation,{name}_half_width");
    }
    table.push('\n');
    let each = reports.len() / rows.len().max(1);
    for (values, reports) in rows.iter().zip(reports.chunks(each.max(1))) {
        let word = |value: &Value| value.as_str().map_or(value.to_string(), str::to_owned);
        let words: Vec<String> = values.iter().map(word).collect();
        table.push_str(&words.join(","));
        for criterion in Criterion::ALL {
            let values: Vec<f64> = reports.iter().map(|it| criterion.of(it)).collect();
            push(&mut table, &values);
        }
        for &name in &measures {
            let own = reports.iter().filter_map(|it| it.measures.get(name));
            push(&mut table, &own.copied().collect::<Vec<f64>>());
        }
        table.push('\n');
    }
    table
}

/// Three columns of what the seeds came to; empty ones of none.
fn push(table: &mut String, values: &[f64]) {
    match (Spread::of(values), Interval::of(values)) {
        (Some(spread), Some(interval)) => {
            for value in [spread.mean, spread.deviation, interval.half_width] {
                let _ = write!(table, ",{}", number(value));
            }
        }
        _ => table.push_str(",,,"),
    }
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
