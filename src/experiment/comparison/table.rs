//! The table of a comparison: every criterion, of every scenario, over its seeds.

use super::{Criterion, Interval};
use crate::criteria::Report;
use crate::system::System;

/// One criterion of all scenarios.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Which.
    pub criterion: Criterion,
    /// One for each scenario; `None` where it has no report yet, or no such criterion.
    pub cells: Vec<Option<Cell>>,
}

/// One criterion of one scenario.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// Mean and confidence interval over the seeds.
    pub value: Interval,
    /// Mean and confidence interval of the differences from the baseline's, seed by seed; `None` of
    /// the baseline itself and where it has no value.
    pub difference: Option<Interval>,
    /// The mean difference as a share of the baseline's mean over the same seeds; `None` where that is
    /// 0, and where there is no difference.
    pub relative: Option<f64>,
    /// Whether it is the best mean of a row, or one that the seeds do not tell from it: the interval
    /// of the differences from the best, seed by seed, holds 0. In a row in which nothing is told
    /// from the best nothing is. A single seed tells all that differs.
    pub is_best: bool,
}

/// So many providers have rows of their own: a table of a thousand is read by nobody.
const MOST_PROVIDERS: usize = 16;

/// The table. `reports` holds a list for each scenario: a report for each seed, in the same order of
/// seeds, `None` where it has not come yet. A seed counts for a difference where both have come.
/// Rows in which every scenario has 0 or nothing tell nothing and are left out, except those of all
/// jobs together.
///
/// O(criteria · scenarios · seeds).
pub fn rows(reports: &[Vec<Option<&Report>>], baseline: usize) -> Vec<Row> {
    let all = || reports.iter().flatten().flatten();
    let providers = all().map(|report| report.providers.len()).max();
    let systems = System::all();
    let measures = systems.iter().flat_map(|it| it.model().measures());
    let measured = measures.filter(|it| all().any(|report| report.measures.contains_key(it.key)));
    let measured: Vec<_> = measured.collect();
    Criterion::all(providers.unwrap_or(0).min(MOST_PROVIDERS), &measured)
        .into_iter()
        .map(|criterion| row(criterion, reports, baseline))
        .filter(tells_something)
        .collect()
}

fn tells_something(row: &Row) -> bool {
    use super::{Of, Quantity};
    let rare = matches!(
        row.criterion.quantity,
        Quantity::Interruptions | Quantity::LostWork | Quantity::Own(_)
    );
    if row.criterion.of == Of::All && !rare {
        return true;
    }
    row.cells
        .iter()
        .flatten()
        .any(|cell| cell.value.mean != 0.0)
}

fn row(criterion: Criterion, reports: &[Vec<Option<&Report>>], baseline: usize) -> Row {
    let values: Vec<Vec<Option<f64>>> = reports
        .iter()
        .map(|of_seeds| {
            let value = |report: &Option<&Report>| criterion.value((*report)?);
            of_seeds.iter().map(value).collect()
        })
        .collect();
    let cell = |(at, of_seeds): (usize, &Vec<Option<f64>>)| {
        let there: Vec<f64> = of_seeds.iter().copied().flatten().collect();
        let compared = match values.get(baseline) {
            Some(from) if at != baseline => difference(of_seeds, from),
            _ => None,
        };
        Some(Cell {
            value: Interval::of(&there)?,
            difference: compared.map(|(difference, _)| difference),
            relative: compared
                .filter(|&(_, from)| from != 0.0)
                .map(|(difference, from)| difference.mean / from),
            is_best: false,
        })
    };
    let mut cells: Vec<Option<Cell>> = values.iter().enumerate().map(cell).collect();
    mark_best(&mut cells, &values, criterion);
    Row { criterion, cells }
}

/// The differences over the seeds that both have, and the baseline's mean over these.
fn difference(values: &[Option<f64>], from: &[Option<f64>]) -> Option<(Interval, f64)> {
    let both = values.iter().zip(from);
    let both = both.filter_map(|(value, from)| Some(((*value)?, (*from)?)));
    let (values, from): (Vec<f64>, Vec<f64>) = both.unzip();
    let mean = Interval::of(&from)?.mean;
    Some((Interval::of_differences(&values, &from)?, mean))
}

fn mark_best(cells: &mut [Option<Cell>], values: &[Vec<Option<f64>>], criterion: Criterion) {
    let Some(higher) = criterion.quantity.higher_is_better() else {
        return;
    };
    let worth = |cell: &Cell| {
        if higher {
            cell.value.mean
        } else {
            -cell.value.mean
        }
    };
    let there = cells.iter().enumerate();
    let there = there.filter_map(|(at, cell)| Some((at, worth(cell.as_ref()?))));
    let Some((best, most)) = there.reduce(|best, it| if it.1 > best.1 { it } else { best }) else {
        return;
    };
    let others = cells.iter().flatten().count().saturating_sub(1);
    let is_as_good = |at: usize, cell: &Cell| {
        match Interval::of_pairs(&values[at], &values[best], others) {
            Some(apart) if apart.count > 1 => !apart.excludes_zero(),
            // A single seed.
            _ => worth(cell) == most,
        }
    };
    let good: Vec<bool> = cells
        .iter()
        .enumerate()
        .map(|(at, cell)| cell.as_ref().is_some_and(|cell| is_as_good(at, cell)))
        .collect();
    let tells = cells
        .iter()
        .zip(&good)
        .any(|(cell, good)| cell.is_some() && !good);
    for (cell, good) in cells.iter_mut().zip(good) {
        if let Some(cell) = cell {
            cell.is_best = tells && good;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::comparison::{Of, Quantity};

    fn report(utilization: f64, flow: f64) -> Report {
        Report {
            jobs: 3,
            mean_utilization: utilization,
            mean_flow_time: flow,
            ..Report::default()
        }
    }

    fn find(rows: &[Row], quantity: Quantity) -> &Row {
        let found = rows
            .iter()
            .find(|row| row.criterion.of == Of::All && row.criterion.quantity == quantity);
        found.expect("a row of all jobs")
    }

    #[test]
    fn the_best_is_the_highest_or_the_lowest_as_the_criterion_wants() {
        let all = [report(0.5, 90.0), report(0.6, 100.0), report(0.6, 95.0)];
        let reports: Vec<_> = all.iter().map(|it| vec![Some(it)]).collect();
        let rows = rows(&reports, 0);
        let best = |quantity| -> Vec<bool> {
            let cells = find(&rows, quantity).cells.iter();
            cells.map(|cell| cell.unwrap().is_best).collect()
        };
        assert_eq!(best(Quantity::Utilization), [false, true, true]);
        assert_eq!(best(Quantity::FlowTime), [true, false, false]);
        // Where all are the same none is the best, and a number of jobs is neither good nor bad.
        assert_eq!(best(Quantity::Tardiness), [false; 3]);
        assert_eq!(best(Quantity::Jobs), [false; 3]);
    }

    #[test]
    fn the_best_shares_its_mark_with_what_the_seeds_do_not_tell_from_it() {
        let of = |flows: [f64; 4]| flows.map(|flow| report(0.5, flow));
        // The seeds move all alike: B is better than A by 1 to 3 s with each, C by 90 s and less.
        let all = [
            of([900.0, 500.0, 700.0, 100.0]),
            of([899.0, 497.0, 698.0, 98.0]),
            of([810.0, 560.0, 640.0, 170.0]),
            of([1_900.0, 1_500.0, 1_700.0, 1_100.0]),
        ];
        let best = |seeds: usize| -> Vec<bool> {
            let reports: Vec<Vec<_>> = all
                .iter()
                .map(|own| own[..seeds].iter().map(Some).collect())
                .collect();
            let rows = rows(&reports, 0);
            let cells = find(&rows, Quantity::FlowTime).cells.iter();
            cells.map(|cell| cell.unwrap().is_best).collect()
        };
        // C has the best mean by chance: only D is told from it and from B.
        assert_eq!(best(4), [true, true, true, false]);
        assert_eq!(best(1), [false, false, true, false]);
        // Without C four seeds tell B from A, though they differ by little.
        let reports: Vec<Vec<_>> = [&all[0], &all[1]]
            .iter()
            .map(|own| own.iter().map(Some).collect())
            .collect();
        let rows = rows(&reports, 0);
        let cells = &find(&rows, Quantity::FlowTime).cells;
        let best: Vec<bool> = cells.iter().map(|cell| cell.unwrap().is_best).collect();
        assert_eq!(best, [false, true]);
    }

    #[test]
    fn differences_are_paired_by_seed_and_wait_for_both() {
        let a = [report(0.5, 100.0), report(0.5, 200.0), report(0.5, 400.0)];
        let b = [report(0.5, 90.0), report(0.5, 192.0), report(0.5, 1.0)];
        let reports = vec![
            a.iter().map(Some).collect::<Vec<_>>(),
            vec![Some(&b[0]), Some(&b[1]), None],
            vec![None, None, None],
        ];
        let rows = rows(&reports, 0);
        let flow = find(&rows, Quantity::FlowTime);
        let cell = flow.cells[1].unwrap();
        assert_eq!(cell.relative, Some(-9.0 / 150.0));
        let difference = cell.difference.unwrap();
        assert_eq!((difference.mean, difference.count), (-9.0, 2));
        assert_eq!(cell.value, Interval::of(&[90.0, 192.0]).unwrap());
        assert_eq!(flow.cells[0].unwrap().difference, None);
        assert_eq!(flow.cells[2], None);
    }

    #[test]
    fn a_relative_difference_is_a_share_of_the_baselines_mean() {
        let all = [report(0.5, 200.0), report(0.5, 150.0), report(0.5, 0.0)];
        let reports: Vec<_> = all.iter().map(|it| vec![Some(it)]).collect();
        let cell = |baseline, at: usize| {
            find(&rows(&reports, baseline), Quantity::FlowTime).cells[at].unwrap()
        };
        assert_eq!(cell(0, 1).relative, Some(-0.25));
        assert_eq!(cell(2, 1).relative, None);
        assert_eq!(cell(0, 0).relative, None);
    }

    #[test]
    fn rows_that_tell_nothing_are_left_out() {
        let one = report(0.5, 1.0);
        let rows = rows(&[vec![Some(&one)]], 0);
        let has = |of, quantity| {
            let wanted = Criterion { of, quantity };
            rows.iter().any(|row| row.criterion == wanted)
        };
        assert!(has(Of::All, Quantity::Tardiness));
        assert!(!has(Of::All, Quantity::Interruptions));
        assert!(!has(Of::Reservations, Quantity::FlowTime));
    }
}
