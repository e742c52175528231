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
///
/// A single seed has neither deviation nor interval, and where nothing is drawn several have none either: the
/// cells are empty then. `is_drawn` tells of the row at a place whether anything is; it is asked only where all
/// seeds agree in all figures.
pub fn table(
    varied: &[Vary],
    rows: &[Vec<Value>],
    runs: &[impl Borrow<Figures>],
    is_drawn: impl Fn(usize) -> bool,
) -> String {
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
    for (place, (values, runs)) in rows.iter().zip(runs.chunks(each.max(1))).enumerate() {
        let has_spread = runs.len() > 1 && (differ(runs) || is_drawn(place));
        let words: Vec<String> = values.iter().map(word).collect();
        table.push_str(&words.join(","));
        for at in 0..Criterion::ALL.len() {
            let values: Vec<f64> = runs.iter().map(|it| it.borrow().criteria[at]).collect();
            push(&mut table, &values, has_spread);
        }
        for &name in &measures {
            let own = runs.iter().filter_map(|it| it.borrow().measures.get(name));
            push(&mut table, &own.copied().collect::<Vec<f64>>(), has_spread);
        }
        table.push('\n');
    }
    table
}

/// A value as tables show it: a word without its quotes.
pub fn word(value: &Value) -> String {
    value.as_str().map_or(value.to_string(), str::to_owned)
}

/// Whether some runs differ in any of their figures.
pub fn differ(runs: &[impl Borrow<Figures>]) -> bool {
    let bits = |run: &Figures| -> Vec<u64> {
        let own = run.measures.values();
        run.criteria
            .iter()
            .chain(own)
            .map(|it| it.to_bits())
            .collect()
    };
    let Some((first, rest)) = runs.split_first() else {
        return false;
    };
    let first = bits(first.borrow());
    rest.iter().any(|it| bits(it.borrow()) != first)
}

/// Three columns of what the seeds came to; empty ones of none, and of one the mean alone.
fn push(table: &mut String, values: &[f64], has_spread: bool) {
    let Some(spread) = Spread::of(values) else {
        return table.push_str(",,,");
    };
    let _ = write!(table, ",{}", number(spread.mean));
    let interval = Interval::of(values).filter(|_| has_spread);
    match interval.and_then(|it| it.half_width) {
        Some(half_width) => {
            for value in [spread.deviation, half_width] {
                let _ = write!(table, ",{}", number(value));
            }
        }
        None => table.push_str(",,"),
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

    /// The rows of two combinations of two seeds each, of these flow times.
    fn rows(flows: [f64; 4], seeds: usize, is_drawn: fn(usize) -> bool) -> Vec<String> {
        let vary: Vary = "platform.0=1,2".parse().unwrap();
        let runs: Vec<Figures> = flows
            .iter()
            .map(|&flow| Figures {
                criteria: [0.5, flow, 0.0],
                ..Figures::default()
            })
            .collect();
        let values: Vec<Vec<Value>> = (1..=flows.len() / seeds)
            .map(|it| vec![it.into()])
            .collect();
        let table = table(&[vary], &values, &runs, is_drawn);
        table.lines().skip(1).map(str::to_owned).collect()
    }

    #[test]
    fn where_nothing_is_drawn_deviation_and_half_width_are_empty() {
        let flows = [10.0, 10.0, 7.0, 9.0];
        let empty = "1,0.5,,,10,,,0,,";
        let spread = "2,0.5,0,0,8,1.4142135624,12.7062047362,0,0,0";
        // What differs from seed to seed is drawn, whatever is said of it.
        assert_eq!(rows(flows, 2, |_| false), [empty, spread]);
        let drawn = "1,0.5,0,0,10,0,0,0,0,0";
        assert_eq!(rows(flows, 2, |_| true), [drawn, spread]);
        assert_eq!(rows(flows, 2, |place| place == 1)[0], empty);
    }

    #[test]
    fn a_single_seed_has_no_interval() {
        assert_eq!(
            rows([10.0, 10.0, 7.0, 9.0], 1, |_| true)[2],
            "3,0.5,,,7,,,0,,"
        );
    }

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
