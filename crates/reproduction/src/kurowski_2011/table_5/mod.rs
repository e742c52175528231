//! Table 5: both sets of tasks under an increasing share of reservations.

mod checks;
mod claims;
mod readings;
mod telling;

use super::job_set::{JobSet, Origin, of_first_log};
use super::reading::{Reading, SINGLED_OUT};
use super::setting::{CRITERIA, cell, first_set, model};
use crate::prelude::*;
use experiment::Scenario;
use readings::{Line, schedules};

pub const ITEM: Item = Item {
    key: "table-5",
    title: "Table 5: an increasing share of reservations, two sets of tasks",
    section: "Sect. 5.2",
    paper: "Load balancing at the grid level, FCFS in two local queues of 64 processors, 0 to \
            100 % of the tasks reservations: mean U, mean F and mean D.",
    plan,
    conclude,
    open: Open::Cells(open),
    ..ON_LOG
};

/// The columns of Table 5.
pub(super) const PERCENTS: [f64; 6] = [0.0, 20.0, 40.0, 60.0, 80.0, 100.0];

/// A set's rows of Table 5 as printed: mean U, mean F and mean D, with a number for each of [`PERCENTS`].
pub(super) struct Rows([[f64; 6]; 3]);

/// Tasks 1-1000.
pub(super) const FIRST: Rows = Rows([
    [0.54, 0.51, 0.49, 0.45, 0.40, 0.40],
    [29_995.0, 31_186.0, 30_978.0, 31_225.0, 27_475.0, 22_187.0],
    [0.0, 2_756.0, 6_763.0, 5_527.0, 4_998.0, 5_049.0],
]);

/// Tasks 68000-69000.
pub(super) const SECOND: Rows = Rows([
    [0.83, 0.72, 0.69, 0.68, 0.71, 0.75],
    [48_495.0, 90_722.0, 101_723.0, 110_462.0, 98_508.0, 78_229.0],
    [0.0, 4_431.0, 3_916.0, 4_131.0, 17_427.0, 34_845.0],
]);

impl Rows {
    pub fn of(&self, quantity: Quantity) -> &[f64; 6] {
        &self.0[row_of(quantity)]
    }
}

/// The row of a criterion in the table.
pub(super) fn row_of(quantity: Quantity) -> usize {
    CRITERIA.iter().position(|criterion| *criterion == quantity).unwrap_or(0)
}

fn first(logs: &[Workload], options: &Options) -> Result<JobSet, Unavailable> {
    let jobs = first_set(logs, options)?;
    let origin = if options.jobs.is_some() { Origin::Asked } else { Origin::Paper };
    Ok(JobSet::new(0, logs, jobs, &[64, 64], origin))
}

/// The second set, or its stand-in; none where other jobs are asked for.
fn second(logs: &[Workload], options: &Options) -> Option<JobSet> {
    let sets = of_first_log(logs, options).ok()?;
    sets.into_iter().next().filter(|_| options.jobs.is_none())
}

fn scenario(set: &JobSet, reading: &Reading, percent: f64) -> Scenario {
    let mut scenario = set.scenario();
    reading.apply(&mut scenario);
    scenario.workload.reservations.percent = percent;
    scenario
}

/// Cells: for each reading that makes a schedule of its own the six columns; then the six with
/// reservations in the order of arrival; then the six of each variant that was tried; then the six
/// of the claims, which alone have more seeds; then the six of the second set.
fn plan(logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
    let set = first(logs, options)?;
    let mut cells = Vec::new();
    let mut six = |name: &str, make: &dyn Fn(f64) -> Scenario| {
        for percent in PERCENTS {
            cells.push(cell(format!("{name}, {percent} %"), make(percent), options.seeds));
        }
    };
    for reading in schedules(&logs[0], &set, options) {
        six(&reading.words().join("; "), &|percent| scenario(&set, &reading, percent));
    }
    for (name, set_variant) in [checks::FCFS].into_iter().chain(checks::VARIANTS) {
        six(name, &|percent| {
            let mut scenario = scenario(&set, &SINGLED_OUT, percent);
            set_variant(model(&mut scenario));
            scenario
        });
    }
    six("the claims", &|percent| scenario(&set, &SINGLED_OUT, percent));
    if let Some(second) = second(logs, options) {
        six(&second.label(), &|percent| scenario(&second, &SINGLED_OUT, percent));
    }
    Ok(cells)
}

/// The cells of the claims with random draws, as long as a claim is inconclusive.
fn open(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Vec<usize> {
    let Ok(set) = first(logs, &plan.options) else {
        return Vec::new();
    };
    let cell = PERCENTS.len() * (schedules(&logs[0], &set, &plan.options).len() + 1 + checks::VARIANTS.len());
    let results = plan.results(reports);
    let Some(six) = results.get(cell..cell + PERCENTS.len()) else {
        return Vec::new();
    };
    let claims = claims::of_first_set(&set, &Line::new(SINGLED_OUT, six, logs), &[], plan.options.looks());
    let drawn = (cell..cell + PERCENTS.len()).filter(|&it| plan.cells[it].seeds > 1);
    if claims.iter().any(Claim::is_open) { drawn.collect() } else { Vec::new() }
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let Ok(set) = first(logs, &plan.options) else {
        return Findings::default();
    };
    let results = plan.results(reports);
    let schedules = schedules(&logs[0], &set, &plan.options);
    let mut sixes = results.chunks(PERCENTS.len());
    let own: Vec<_> = sixes.by_ref().take(schedules.len()).collect();
    let mut others = sixes.map(|six| Line::new(SINGLED_OUT, six, logs));
    let fcfs = others.next();
    let variants: Vec<Line> = others.by_ref().take(checks::VARIANTS.len()).collect();
    let lines = readings::lines(&schedules, &own, logs);
    let Some(nearest) = readings::nearest(&lines) else {
        return Findings::default();
    };
    let singled_out = lines.iter().find(|line| line.reading == SINGLED_OUT);
    let mut findings = telling::of_first_set(&set, &lines, nearest, singled_out, plan);
    let told = others.next();
    let told = told.as_ref().or(singled_out).unwrap_or(nearest);
    findings.claims.extend(claims::of_first_set(&set, told, &lines, plan.options.looks()));
    findings.listings.extend(checks::variants(singled_out, &variants));
    findings.remarks.extend(checks::mean_difference(&set, &lines, logs));
    findings.remarks.extend(checks::order_of_arrival(singled_out, fcfs.as_ref()));
    findings.remarks.extend(checks::earlier_span(&set, &own, &schedules, logs));
    findings.remarks.extend(checks::far_cells(nearest, &lines));
    findings.remarks.extend(checks::tardiness(&lines));
    findings.remarks.extend(checks::granularity(&variants));
    if let (Some(second), Some(line)) = (second(logs, &plan.options), others.next()) {
        telling::of_second_set(&mut findings, &second, &line, singled_out);
    }
    findings
}
