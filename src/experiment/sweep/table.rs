//! The table of a sweep, as CSV.

use std::borrow::Borrow;
use std::collections::BTreeSet;
use std::fmt::Write;

use serde_json::Value;

use super::{Criterion, Spread, Vary};
use crate::criteria::Report;
use crate::engine::Measures;
use crate::experiment::comparison::Interval;

/// What a sweep tells of one run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    /// U, F and D, in the order of [`Criterion::ALL`].
    pub criteria: [f64; 3],
    /// The system's own figures, by their keys.
    pub measures: Measures,
}

impl Figures {
    /// A criterion.
    pub fn of(&self, criterion: Criterion) -> f64 {
        let [utilization, flow_time, tardiness] = self.criteria;
        match criterion {
            Criterion::MeanUtilization => utilization,
            Criterion::MeanFlowTime => flow_time,
            Criterion::MeanTardiness => tardiness,
        }
    }
}

impl From<&Report> for Figures {
    fn from(report: &Report) -> Self {
        Self {
            criteria: Criterion::ALL.map(|it| it.of(report)),
            measures: report.measures.clone(),
        }
    }
}

/// CSV: a row for each combination of values, and of every criterion three columns, mean, sample standard
/// deviation and half the length of the mean's 95 % interval over the seeds; the systems' own figures follow in
/// the same way, by their keys. A sweep over systems has those of all. `runs` stand in the order of the rows,
/// as many for each.
pub fn table(varied: &[Vary], rows: &[Vec<Value>], runs: &[impl Borrow<Figures>]) -> String {
    let paths: Vec<&str> = varied.iter().map(|it| it.path.as_str()).collect();
    let mut table = paths.join(",");
    let measures: BTreeSet<&str> = runs
        .iter()
        .flat_map(|it| it.borrow().measures.keys().map(String::as_str))
        .collect();
    let names = Criterion::ALL.iter().map(|it| it.field());
    for name in names.chain(measures.iter().copied()) {
        let _ = write!(table, ",{name},{name}_deviation,{name}_half_width");
    }
    table.push('\n');
    let each = runs.len() / rows.len().max(1);
    for (values, runs) in rows.iter().zip(runs.chunks(each.max(1))) {
        let words: Vec<String> = values.iter().map(word).collect();
        table.push_str(&words.join(","));
        for at in 0..Criterion::ALL.len() {
            let values: Vec<f64> = runs.iter().map(|it| it.borrow().criteria[at]).collect();
            push(&mut table, &values);
        }
        for &name in &measures {
            let own = runs.iter().filter_map(|it| it.borrow().measures.get(name));
            push(&mut table, &own.copied().collect::<Vec<f64>>());
        }
        table.push('\n');
    }
    table
}

/// A value as tables show it: a word without its quotes.
pub fn word(value: &Value) -> String {
    value.as_str().map_or(value.to_string(), str::to_owned)
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
