//! Every fair reading of the first set's rows, and which is nearest.

use super::super::job_set::JobSet;
use super::super::reading::{Allocation, FlowFrom, Interval, Reading, SINGLED_OUT, Wide, leads};
use super::super::setting::CRITERIA;
use super::{FIRST, PERCENTS, row_of};
use crate::Readings;
use crate::prelude::*;
use scheduling::system::two_level::OverLimit;
use workload::select::{Selection, SizeFrom, select};

/// The readings that make a schedule of their own; from when flow time counts does not. Under
/// `main` only those that take the jobs that ran and that backfill.
pub fn schedules(log: &Workload, set: &JobSet, options: &Options) -> Vec<Reading> {
    let main_or_all = match options.readings {
        Readings::All => &[true, false][..],
        Readings::Main => &[true],
    };
    let mut readings = Vec::new();
    for wide in [Wide::Dropped, Wide::Cut] {
        for interval in Interval::ALL {
            for over_limit in [OverLimit::Ignore, OverLimit::Kill] {
                for allocation in Allocation::ALL {
                    for &skip_never_ran in main_or_all {
                        for &backfilling in main_or_all {
                            readings.push(Reading {
                                wide,
                                interval,
                                over_limit,
                                allocation,
                                skip_never_ran,
                                strict: !backfilling,
                                flow_from: FlowFrom::Ready,
                                ..SINGLED_OUT
                            });
                        }
                    }
                }
            }
        }
    }
    let matters = readings.iter().filter(|reading| sizes_differ(log, set, reading.skip_never_ran));
    let allocated: Vec<_> = matters.map(|it| Reading { size_from: SizeFrom::Allocated, ..*it }).collect();
    readings.extend(allocated);
    readings
}

/// Whether it matters which of the log's two sizes is taken.
fn sizes_differ(log: &Workload, set: &JobSet, skip_never_ran: bool) -> bool {
    let jobs = |size_from| {
        let selection = Selection { skip_never_ran, size_from, ..set.scenario().workload };
        select(log, &selection, 1)
    };
    jobs(SizeFrom::Requested) != jobs(SizeFrom::Allocated)
}

/// The first set's rows under one reading.
pub struct Line {
    pub reading: Reading,
    /// For each criterion the six columns.
    pub cells: [Vec<Measured>; 3],
    /// For each criterion, for each column, the values of the seeds.
    pub values: [Vec<Vec<f64>>; 3],
    /// How far from the printed rows.
    pub distance: f64,
}

impl Line {
    /// Of the six cells of its schedule.
    pub fn new(reading: Reading, six: &[(&Cell, &[Report])], logs: &[Workload]) -> Self {
        let leads: Vec<Vec<f64>> = six.iter().map(|(cell, _)| leads(cell, logs)).collect();
        Self::with_leads(reading, six, &leads)
    }

    fn with_leads(reading: Reading, six: &[(&Cell, &[Report])], leads: &[Vec<f64>]) -> Self {
        let values = CRITERIA.map(|quantity| {
            let columns = six.iter().zip(leads);
            columns.map(|((_, reports), leads)| reading.values(quantity, reports, leads)).collect::<Vec<_>>()
        });
        let cells = values.each_ref().map(|columns| columns.iter().map(|it| Measured::of(it)).collect());
        let mut line = Self { reading, cells, values, distance: 0.0 };
        line.distance = line.distance_from_printed();
        line
    }

    /// A criterion's six columns.
    pub fn of(&self, quantity: Quantity) -> &[Measured] {
        &self.cells[row_of(quantity)]
    }

    /// The mean of a criterion where all tasks are reservations.
    pub fn at_100(&self, quantity: Quantity) -> f64 {
        self.of(quantity)[PERCENTS.len() - 1].mean
    }

    /// A criterion at a share of reservations with one seed. A cell without random draws was run once.
    pub fn of_seed(&self, quantity: Quantity, percent: f64, seed: usize) -> f64 {
        let column = PERCENTS.iter().position(|it| *it == percent);
        let values = column.and_then(|column| self.values[row_of(quantity)].get(column));
        let value = values.and_then(|values| values.get(seed).or(values.first()));
        value.copied().unwrap_or(f64::NAN)
    }

    /// The mean, over the cells that the paper does not print as 0, of our mean's distance from the
    /// printed number over the printed number.
    fn distance_from_printed(&self) -> f64 {
        let cells = CRITERIA.into_iter().flat_map(|quantity| self.of(quantity).iter().zip(FIRST.of(quantity)));
        let cells = cells.filter(|(_, printed)| **printed > 0.0);
        let distances: Vec<f64> = cells.map(|(ours, printed)| (ours.mean - printed).abs() / printed).collect();
        distances.iter().sum::<f64>() / distances.len().max(1) as f64
    }
}

/// A line for each reading, in the order of the schedules, flow time from ready time first.
pub fn lines(schedules: &[Reading], own: &[&[(&Cell, &[Report])]], logs: &[Workload]) -> Vec<Line> {
    // The lead of a reservation does not depend on the schedule, only on which jobs are taken.
    let mut known: Vec<(Selections, Vec<Vec<f64>>)> = Vec::new();
    let mut lines = Vec::new();
    for (&reading, six) in schedules.iter().zip(own) {
        let selections: Selections = six.iter().map(|(cell, _)| (cell.scenario.workload.clone(), cell.seeds)).collect();
        let place = known.iter().position(|(one, _)| *one == selections);
        let place = place.unwrap_or_else(|| {
            let all = six.iter().map(|(cell, _)| leads(cell, logs)).collect();
            known.push((selections, all));
            known.len() - 1
        });
        for flow_from in [FlowFrom::Ready, FlowFrom::Submission] {
            let reading = Reading { flow_from, ..reading };
            lines.push(Line::with_leads(reading, six, &known[place].1));
        }
    }
    lines
}

type Selections = Vec<(Selection, u32)>;

/// The nearest line; the first of equals.
pub fn nearest(lines: &[Line]) -> Option<&Line> {
    lines.iter().min_by(|a, b| a.distance.total_cmp(&b.distance))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kurowski_2011::setting::{FLOW_TIME, TARDINESS, UTILIZATION, cell};

    /// Reports of six cells, each so far off the printed numbers.
    fn reports(off: f64) -> Vec<Report> {
        (0..6)
            .map(|column| Report {
                jobs: 1,
                mean_utilization: FIRST.of(UTILIZATION)[column] * (1.0 + off),
                mean_flow_time: FIRST.of(FLOW_TIME)[column] * (1.0 - off),
                mean_tardiness: FIRST.of(TARDINESS)[column] * (1.0 + off),
                ..Report::default()
            })
            .collect()
    }

    fn line(reading: Reading, off: f64) -> Line {
        let cell = cell("", experiment::Scenario::default(), 1);
        let reports = reports(off);
        let six: Vec<(&Cell, &[Report])> = reports.iter().map(|one| (&cell, std::slice::from_ref(one))).collect();
        Line::with_leads(reading, &six, &vec![vec![0.0]; 6])
    }

    #[test]
    fn the_distance_is_the_mean_of_the_cells_relative_ones() {
        assert!(line(SINGLED_OUT, 0.0).distance.abs() < 1e-12);
        assert!((line(SINGLED_OUT, 0.1).distance - 0.1).abs() < 1e-12);
    }

    #[test]
    fn the_nearest_has_the_least_distance_and_is_the_first_of_equals() {
        let kill = Reading { over_limit: OverLimit::Kill, ..SINGLED_OUT };
        let lines = [line(SINGLED_OUT, 0.3), line(kill, 0.2), line(SINGLED_OUT, -0.2)];
        let found = nearest(&lines).unwrap();
        assert_eq!(found.reading, kill);
        assert!(nearest(&[]).is_none());
    }

    #[test]
    fn a_lead_moves_flow_time_only_where_it_counts_from_the_submission() {
        let cell = cell("", experiment::Scenario::default(), 1);
        let reports = reports(0.0);
        let six: Vec<(&Cell, &[Report])> = reports.iter().map(|one| (&cell, std::slice::from_ref(one))).collect();
        let leads = vec![vec![1000.0]; 6];
        for flow_from in [FlowFrom::Ready, FlowFrom::Submission] {
            let reading = Reading { flow_from, ..SINGLED_OUT };
            let line = Line::with_leads(reading, &six, &leads);
            let more = line.of(Quantity::MeanFlowTime)[2].mean - FIRST.of(FLOW_TIME)[2];
            let expected = if flow_from == FlowFrom::Submission { 1000.0 } else { 0.0 };
            assert!((more - expected).abs() < 1e-6);
            assert_eq!(line.of(Quantity::MeanTardiness)[2].mean, FIRST.of(TARDINESS)[2]);
        }
    }
}
