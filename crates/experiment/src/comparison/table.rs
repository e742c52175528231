//! The table of a comparison: every criterion, of every scenario, over its seeds.

use super::Interval;
use crate::{Scenario, draws};
use scheduling::criteria::population::Differs;
use scheduling::criteria::{Criterion, Of, Report};
use scheduling::system::System;
use workload::WorkloadKind;

/// One criterion of all scenarios.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
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
    /// Whether it is the best mean of a row, or not significantly worse: the interval of the differences
    /// from the best, seed by seed, contains 0. In a row in which none differs significantly from the
    /// best, none is marked. Without random draws, or with a single seed, every different value is
    /// worse.
    pub is_best: bool,
    /// Whether that is significant: one of the compared scenarios draws random numbers, there are several
    /// seeds, and no model that is far from the log stands beside the log.
    pub is_told_best: bool,
    /// Why the difference from the baseline is no verdict, if it is none.
    pub unjudged: Option<Unjudged>,
}

/// Why a scenario is not judged against the baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unjudged {
    /// One is the log and the other a model that is far from it.
    Far,
    /// The figures are over different jobs or processors, with one seed or more.
    Differs(Differs),
}

/// The basis of a scenario's figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Basis {
    /// Whether its runs draw random numbers ([`crate::draws`]): otherwise its mean has no interval.
    pub is_drawn: bool,
    pub is_log: bool,
    /// Whether it is far from the log ([`scheduling::criteria::calibration::Calibration::far`]).
    pub is_far: bool,
}

impl Basis {
    /// The basis of a scenario on a workload of a kind; `is_far` is the result of the calibration
    /// of its run.
    pub fn of(scenario: &Scenario, kind: WorkloadKind, is_far: bool) -> Self {
        Self { is_drawn: draws(scenario, kind), is_log: scenario.system.model().card().is_the_log, is_far }
    }
}

/// The most providers that have rows of their own: a table of a thousand is not readable.
const MOST_PROVIDERS: usize = 16;

/// The table. `reports` holds a list for each scenario: a report for each seed, in the same order of seeds,
/// `None` where it has not come yet; `bases` has the basis of each. A seed counts for a difference where both
/// reports have come. A scenario whose figures are over other jobs than the baseline's is not judged. Where a model that is
/// far from the log stands beside the log, the log is not judged: neither it nor the model is the best against the other. Rows in which every scenario has 0 or no value are
/// left out, except those of all jobs together.
///
/// O(criteria · scenarios · seeds).
pub fn rows(reports: &[Vec<Option<&Report>>], bases: &[Basis], baseline: usize) -> Vec<Row> {
    let all = || reports.iter().flatten().flatten();
    let providers = all().map(|report| report.providers.len()).max();
    let systems = System::all();
    let measures = systems.iter().flat_map(|it| it.model().measures());
    let measured = measures.filter(|it| all().any(|report| report.measures.contains_key(it.key)));
    let unjudged = |at: usize| {
        let differs = differs(&reports[at], reports.get(baseline)?).map(Unjudged::Differs);
        let is_far = at != baseline && are_far_apart(bases[at], bases[baseline]);
        differs.or(is_far.then_some(Unjudged::Far))
    };
    let unjudged: Vec<_> = (0..reports.len()).map(unjudged).collect();
    Criterion::all(measured, providers.unwrap_or(0).min(MOST_PROVIDERS))
        .map(|criterion| row(criterion, reports, (bases, &unjudged), baseline))
        .filter(tells_something)
        .collect()
}

fn tells_something(row: &Row) -> bool {
    if row.criterion.jobs() == Of::All && !row.criterion.is_rare() {
        return true;
    }
    row.cells.iter().flatten().any(|cell| cell.value.mean != 0.0)
}

fn row(
    criterion: Criterion,
    reports: &[Vec<Option<&Report>>],
    (bases, unjudged): (&[Basis], &[Option<Unjudged>]),
    baseline: usize,
) -> Row {
    let values: Vec<Vec<Option<f64>>> = reports
        .iter()
        .map(|of_seeds| {
            let value = |report: &Option<&Report>| criterion.in_base((*report)?);
            of_seeds.iter().map(value).collect()
        })
        .collect();
    let cell = |(at, of_seeds): (usize, &Vec<Option<f64>>)| {
        let there: Vec<f64> = of_seeds.iter().copied().flatten().collect();
        let compared = match values.get(baseline) {
            Some(from) if at != baseline => difference(of_seeds, from),
            _ => None,
        };
        let is_drawn = bases[at].is_drawn || bases[baseline].is_drawn;
        Some(Cell {
            value: Interval::of(&there)?.exact_unless(bases[at].is_drawn),
            difference: compared.map(|(difference, _)| difference.exact_unless(is_drawn)),
            relative: compared.filter(|&(_, from)| from != 0.0).map(|(difference, from)| difference.mean / from),
            is_best: false,
            is_told_best: false,
            unjudged: unjudged[at],
        })
    };
    let mut cells: Vec<Option<Cell>> = values.iter().enumerate().map(cell).collect();
    mark_best(&mut cells, (&values, bases), criterion);
    Row { criterion, cells }
}

/// The differences over the seeds that both have, and the baseline's mean over these.
fn difference(values: &[Option<f64>], from: &[Option<f64>]) -> Option<(Interval, f64)> {
    let both = values.iter().zip(from);
    let (values, from): (Vec<f64>, Vec<f64>) = both.filter_map(|(value, from)| Some(((*value)?, (*from)?))).unzip();
    let mean = Interval::of(&from)?.mean;
    Some((Interval::of_differences(&values, &from)?, mean))
}

/// The first thing in which the figures of two scenarios are over other jobs or processors with the same seed.
fn differs(reports: &[Option<&Report>], from: &[Option<&Report>]) -> Option<Differs> {
    let mut both = reports.iter().zip(from);
    both.find_map(|(one, other)| (*one)?.population.differs((*other)?.population))
}

/// Whether one is the log and the other a model that is far from it.
fn are_far_apart(one: Basis, other: Basis) -> bool {
    one.is_log && other.is_far || other.is_log && one.is_far
}

fn mark_best(cells: &mut [Option<Cell>], (values, bases): (&[Vec<Option<f64>>], &[Basis]), criterion: Criterion) {
    let Some(higher) = criterion.higher_is_better() else {
        return;
    };
    let worth = |cell: &Cell| {
        if higher { cell.value.mean } else { -cell.value.mean }
    };
    let stands_beside_far = bases.iter().any(|it| it.is_log) && bases.iter().any(|it| it.is_far);
    let is_judged = |at: &usize| {
        let differs = |cell: Cell| matches!(cell.unjudged, Some(Unjudged::Differs(_)));
        cells[*at].is_some_and(|it| !differs(it)) && !(stands_beside_far && bases[*at].is_log)
    };
    let judged: Vec<usize> = (0..cells.len()).filter(is_judged).collect();
    let of = |at: usize| cells[at].as_ref().map_or(f64::NEG_INFINITY, worth);
    let better = |best: usize, at: usize| if of(at) > of(best) { at } else { best };
    let Some(best) = judged.iter().copied().reduce(better) else {
        return;
    };
    let others = judged.len() - 1;
    let is_as_good = |at: usize| {
        let is_drawn = bases[at].is_drawn || bases[best].is_drawn;
        match Interval::of_pairs(&values[at], &values[best], others) {
            Some(apart) if is_drawn && apart.count > 1 => !apart.excludes_zero(),
            // A single seed, or the same with all.
            _ => of(at) == of(best),
        }
    };
    let good: Vec<usize> = judged.iter().copied().filter(|&at| is_as_good(at)).collect();
    if good.len() == judged.len() {
        return;
    }
    let is_chance = |at: &usize| {
        let count = cells[*at].map_or(0, |it| it.value.count);
        bases[*at].is_drawn && count > 1
    };
    let is_told = !stands_beside_far && judged.iter().any(is_chance);
    for at in good {
        if let Some(cell) = &mut cells[at] {
            cell.is_best = true;
            cell.is_told_best = is_told;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scheduling::criteria::population::Population;

    fn report(utilization: f64, flow: f64) -> Report {
        Report { jobs: 3, mean_utilization: utilization, mean_flow_time: flow, ..Report::default() }
    }

    /// Runs with random draws, without a calibration by the log.
    const DRAWN: Basis = Basis { is_drawn: true, is_log: false, is_far: false };
    const EXACT: Basis = Basis { is_drawn: false, ..DRAWN };
    const LOG: Basis = Basis { is_log: true, ..EXACT };

    /// The cells of mean flow time of scenarios with these flow times, one for each seed.
    fn cells(flows: &[&[f64]], bases: &[Basis], baseline: usize) -> Vec<Option<Cell>> {
        let all: Vec<Vec<Report>> = flows.iter().map(|of| of.iter().map(|&flow| report(0.5, flow)).collect()).collect();
        let reports: Vec<Vec<_>> = all.iter().map(|of| of.iter().map(Some).collect()).collect();
        find(&rows(&reports, bases, baseline), Criterion::FLOW_TIME).cells.clone()
    }

    /// Which of them are the best, and which of these significantly.
    fn best(flows: &[&[f64]], bases: &[Basis]) -> (Vec<bool>, Vec<bool>) {
        let cells = cells(flows, bases, 0);
        cells.into_iter().map(|it| it.map(|it| (it.is_best, it.is_told_best)).unwrap()).unzip()
    }

    const FAR: Basis = Basis { is_far: true, ..DRAWN };

    #[test]
    fn where_nothing_is_drawn_the_best_is_no_matter_of_the_seeds() {
        let flows: [&[f64]; 3] = [&[90.0; 4], &[80.0; 4], &[80.0; 4]];
        let (better, none) = (vec![false, true, true], vec![false; 3]);
        assert_eq!(best(&flows, &[EXACT; 3]), (better.clone(), none));
        let cell = cells(&flows, &[EXACT; 3], 0)[1].unwrap();
        assert_eq!((cell.value.mean, cell.value.half_width), (80.0, None));
        let difference = cell.difference.unwrap();
        assert_eq!((difference.mean, difference.half_width), (-10.0, None));
        assert!(!difference.excludes_zero());
        // As soon as one of them draws random numbers, significance is tested.
        assert_eq!(best(&flows, &[EXACT, DRAWN, EXACT]), (better.clone(), better));
        // One seed has no spread.
        assert_eq!(best(&[&[90.0], &[80.0]], &[DRAWN; 2]), (vec![false, true], vec![false; 2]));
    }

    #[test]
    fn a_model_that_is_far_from_the_log_is_not_judged_against_it() {
        let flows: [&[f64]; 3] = [&[900.0; 3], &[10.0, 11.0, 12.0], &[20.0, 21.0, 22.0]];
        assert_eq!(best(&flows[..2], &[LOG, FAR]), (vec![false; 2], vec![false; 2]));
        assert_eq!(best(&flows[..2], &[LOG, DRAWN]), (vec![false, true], vec![false, true]));
        // Two models are judged against each other, and without the star that the log would lose to.
        assert_eq!(best(&flows, &[LOG, FAR, DRAWN]), (vec![false, true, false], vec![false; 3]));
        assert_eq!(best(&flows[1..], &[FAR, DRAWN]), (vec![true, false], vec![true, false]));
    }

    #[test]
    fn differences_from_the_log_are_marked_where_the_model_is_far_from_it() {
        for (baseline, marked) in [(0, [false, true, false]), (1, [true, false, false]), (2, [false; 3])] {
            let cells = cells(&[&[900.0], &[10.0], &[20.0]], &[LOG, FAR, DRAWN], baseline);
            let is_marked = |it: Option<Cell>| it.unwrap().unjudged == Some(Unjudged::Far);
            assert!(cells.into_iter().map(is_marked).eq(marked), "{baseline}");
        }
    }

    #[test]
    fn figures_of_other_jobs_are_not_judged() {
        let of = |ran: u32, flow: f64| Report {
            population: Population { ran, ..Population::default() },
            ..report(0.5, flow)
        };
        let all = [of(1, 90.0), of(2, 10.0), of(1, 80.0)];
        let reports: Vec<_> = all.iter().map(|it| vec![Some(it)]).collect();
        let other = Some(Unjudged::Differs(Differs::Ran));
        for (baseline, expected) in
            [(0, [(false, None), (false, other), (true, None)]), (1, [(false, other), (false, None), (false, other)])]
        {
            let rows = rows(&reports, &[EXACT; 3], baseline);
            let cells = find(&rows, Criterion::FLOW_TIME).cells.iter();
            assert!(cells.map(|it| it.map(|it| (it.is_best, it.unjudged))).eq(expected.map(Some)), "{baseline}");
        }
    }

    #[test]
    fn a_mean_over_no_jobs_has_no_cell() {
        let cells = cells(&[&[f64::NAN], &[10.0]], &[EXACT; 2], 0);
        assert_eq!(cells[0], None);
        assert_eq!(cells[1].map(|it| (it.difference, it.is_best)), Some((None, false)));
    }

    fn find(rows: &[Row], criterion: Criterion) -> &Row {
        rows.iter().find(|row| row.criterion == criterion).expect("a row of all jobs")
    }

    fn of_key(key: &str) -> Criterion {
        Criterion::of_key(key).expect(key)
    }

    #[test]
    fn the_best_is_the_highest_or_the_lowest_as_the_criterion_wants() {
        let all = [report(0.5, 90.0), report(0.6, 100.0), report(0.6, 95.0)];
        let reports: Vec<_> = all.iter().map(|it| vec![Some(it)]).collect();
        let rows = rows(&reports, &[DRAWN; 3], 0);
        for (criterion, best) in [
            (Criterion::UTILIZATION, [false, true, true]),
            (Criterion::FLOW_TIME, [true, false, false]),
            // Where all are the same none is the best, and a number of jobs is neither good nor bad.
            (Criterion::TARDINESS, [false; 3]),
            (of_key("jobs"), [false; 3]),
        ] {
            let cells = find(&rows, criterion).cells.iter();
            assert!(cells.map(|cell| cell.unwrap().is_best).eq(best), "{criterion:?}");
        }
    }

    #[test]
    fn the_best_shares_its_mark_with_what_the_seeds_do_not_tell_from_it() {
        // The seeds move all alike: B is better than A by 1 to 3 s with each, C by 90 s and less.
        let all = [
            [900.0, 500.0, 700.0, 100.0],
            [899.0, 497.0, 698.0, 98.0],
            [810.0, 560.0, 640.0, 170.0],
            [1_900.0, 1_500.0, 1_700.0, 1_100.0],
        ];
        let best = |count: usize, seeds: usize| {
            let flows: Vec<_> = all[..count].iter().map(|own| &own[..seeds]).collect();
            self::best(&flows, &vec![DRAWN; count]).0
        };
        // C has the best mean by chance: only D is significantly different from it and from B.
        assert_eq!(best(4, 4), [true, true, true, false]);
        assert_eq!(best(4, 1), [false, false, true, false]);
        // Without C four seeds distinguish B from A, though they differ by little.
        assert_eq!(best(2, 4), [false, true]);
    }

    #[test]
    fn differences_are_paired_by_seed_and_wait_for_both() {
        let a = [report(0.5, 100.0), report(0.5, 200.0), report(0.5, 400.0)];
        let b = [report(0.5, 90.0), report(0.5, 192.0), report(0.5, 1.0)];
        let reports =
            vec![a.iter().map(Some).collect::<Vec<_>>(), vec![Some(&b[0]), Some(&b[1]), None], vec![None, None, None]];
        let rows = rows(&reports, &[DRAWN; 3], 0);
        let flow = find(&rows, Criterion::FLOW_TIME);
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
        for (baseline, at, relative) in [(0, 1, Some(-0.25)), (2, 1, None), (0, 0, None)] {
            let cells = cells(&[&[200.0], &[150.0], &[0.0]], &[DRAWN; 3], baseline);
            assert_eq!(cells[at].unwrap().relative, relative, "{baseline} {at}");
        }
    }

    #[test]
    fn rows_that_tell_nothing_are_left_out() {
        let one = report(0.5, 1.0);
        let rows = rows(&[vec![Some(&one)]], &[DRAWN], 0);
        let has = |wanted| rows.iter().any(|row| row.criterion == wanted);
        assert!(has(Criterion::TARDINESS));
        assert!(!has(of_key("interruptions")));
        assert!(!has(Criterion::RESERVATION_FLOW_TIME));
    }
}
