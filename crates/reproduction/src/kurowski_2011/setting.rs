//! The common setting of the experiments: criteria, strategies, jobs, platform, cells, rows.

use crate::prelude::*;
use experiment::Scenario;
use scheduling::system::two_level::{BatchAllocation, MctTies, QueuePolicy, ReservationAllocation, TwoLevel};

/// The paper's first set of tasks (Sect. 5.2), and that of Sect. 5.1.
pub const FIRST_SET: (u64, u64) = (1, 1000);

/// The seed of the first run of every cell.
pub const FIRST_SEED: u64 = 1;

/// Mean U.
pub const UTILIZATION: Quantity = Quantity::MeanUtilization;

/// Mean F.
pub const FLOW_TIME: Quantity = Quantity::MeanFlowTime;

/// Mean D.
pub const TARDINESS: Quantity = Quantity::MeanTardiness;

/// The three criteria in the order of the paper's tables.
pub const CRITERIA: [Quantity; 3] = [UTILIZATION, FLOW_TIME, TARDINESS];

/// A strategy with its settings.
#[derive(Clone, Copy)]
pub struct Strategy {
    /// Its name in the legend.
    pub name: &'static str,
    /// Sets it, after the reading has been applied.
    pub set: fn(&mut Scenario),
}

/// The x axis.
#[derive(Clone, Copy)]
pub struct Axis {
    /// With its unit.
    pub label: &'static str,
    /// From left to right.
    pub values: &'static [f64],
    /// Sets one of them.
    pub set: fn(&mut Scenario, f64),
}

/// 0 to 100 % of reservations.
pub const PERCENT: Axis = Axis {
    label: "advance reservations (%)",
    values: &[0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 100.0],
    set: |scenario, percent| scenario.workload.reservations.percent = percent,
};

/// Load balancing with MCT, ties drawn.
pub const MCT: Strategy = Strategy { name: "MCT", set: |scenario| allocate(scenario, ReservationAllocation::Mct) };

/// Load balancing with AR resource priority.
pub const PRIORITY: Strategy = Strategy {
    name: "AR resource priority",
    set: |scenario| allocate(scenario, ReservationAllocation::ResourcePriority),
};

/// One provider for reservations, one for batch jobs.
pub const STATIC: Strategy =
    Strategy { name: "static", set: |scenario| allocate(scenario, ReservationAllocation::StaticPartition) };

/// Both kinds of task at random.
pub const RANDOM: Strategy = Strategy {
    name: "random",
    set: |scenario| {
        allocate(scenario, ReservationAllocation::Random);
        model(scenario).grid.batch_allocation = BatchAllocation::Random;
    },
};

/// The two strategies that Sect. 5.4 compares, and their places.
pub const MCT_AND_PRIORITY: &[Strategy] = &[MCT, PRIORITY];
pub const BY_MCT: usize = 0;
pub const BY_PRIORITY: usize = 1;
/// AR resource priority, compared with MCT.
pub const PRIORITY_TO_MCT: (usize, usize) = (BY_PRIORITY, BY_MCT);

fn allocate(scenario: &mut Scenario, allocation: ReservationAllocation) {
    let model = model(scenario);
    model.grid.batch_allocation = BatchAllocation::LoadBalancing;
    model.grid.reservation_allocation = allocation;
    model.mct_ties = MctTies::Random;
}

/// The scenario's two-level model.
pub fn model(scenario: &mut Scenario) -> &mut TwoLevel {
    TwoLevel::of_mut(&mut scenario.system)
}

/// The jobs of Sect. 5.1: those asked for, or tasks 1-1000.
///
/// # Errors
///
/// If the log has none of them.
pub fn first_set(logs: &[Workload], options: &Options) -> Result<(u64, u64), Unavailable> {
    let (first, last) = options.jobs.unwrap_or(FIRST_SET);
    let taken = |log: &Workload| log.records().iter().any(|r| (first..=last).contains(&r.id));
    if logs.first().is_some_and(taken) {
        Ok((first, last))
    } else {
        Err(Unavailable(format!("the log has none of the jobs {first} to {last}")))
    }
}

/// A scenario of these jobs of the log on that platform, without reservations.
pub fn without_reservations((first, last): (u64, u64), platform: &[u32]) -> Scenario {
    let mut scenario = Scenario { platform: platform.to_vec(), seed: FIRST_SEED, ..Scenario::default() };
    scenario.workload.first_job = Some(first);
    scenario.workload.last_job = Some(last);
    scenario.workload.reservations.percent = 0.0;
    scenario
}

/// A cell on the paper's log, run over `seeds` seeds if it draws random numbers.
pub fn cell(label: impl Into<String>, scenario: Scenario, seeds: u32) -> Cell {
    Cell { label: label.into(), log: 0, seeds: if draws(&scenario) { seeds } else { 1 }, scenario, waits: false }
}

/// Whether the run draws random numbers: which jobs are reservations, or where a job goes.
pub fn draws(scenario: &Scenario) -> bool {
    let Some(model) = TwoLevel::of(&scenario.system) else {
        return false;
    };
    let percent = scenario.workload.reservations.percent;
    let (some_batch, some_reserved) = (percent < 100.0, percent > 0.0);
    let drawn_allocation = match model.grid.reservation_allocation {
        ReservationAllocation::Mct => model.mct_ties == MctTies::Random,
        ReservationAllocation::Random => true,
        _ => false,
    };
    let several = scenario.platform.len() > 1;
    let batch_drawn = model.grid.batch_allocation == BatchAllocation::Random;
    some_batch && some_reserved || several && (some_batch && batch_drawn || some_reserved && drawn_allocation)
}

/// One measure of a cell over its seeds.
pub fn over_seeds(reports: &[Report], measure: impl Fn(&Report) -> f64) -> Measured {
    Measured::of(&reports.iter().map(measure).collect::<Vec<_>>())
}

/// The quantity as a report gives it.
pub fn value(report: &Report, quantity: Quantity) -> f64 {
    // Only the row knows the other quantities.
    let value = quantity.criterion().and_then(|it| it.of(report));
    value.unwrap_or(f64::NAN)
}

/// The local queues of Tables 2 and 3.
pub const FCFS: QueuePolicy = QueuePolicy::FcfsBackfilling;
pub const LSF: QueuePolicy = QueuePolicy::Lsf;

/// A row of Table 2 or 3 as the paper prints it; times are seconds.
#[derive(Clone, Copy)]
pub struct Printed {
    pub mean_utilization: f64,
    pub mean_flow_time: f64,
    pub waiting_time: f64,
}

/// Its numbers, column by column.
pub const fn printed(mean_utilization: f64, mean_flow_time: f64, waiting_time: f64) -> Printed {
    Printed { mean_utilization, mean_flow_time, waiting_time }
}

/// The printed rows of Table 2 or 3, each with its label, beside the results of the plan's first cells.
pub fn comparison(
    title: &str,
    rows: impl Iterator<Item = (String, Printed)>,
    results: &[(&Cell, &[Report])],
) -> Comparison {
    let mut all = Vec::new();
    for (cell, ((label, printed), (_, reports))) in rows.zip(results).enumerate() {
        for (quantity, value) in [
            (UTILIZATION, printed.mean_utilization),
            (FLOW_TIME, printed.mean_flow_time),
            (Quantity::WaitingTime, printed.waiting_time),
        ] {
            all.push(row(&label, quantity, value, reports).of_cell(cell));
        }
    }
    Comparison { title: title.to_owned(), rows: all }
}

/// A row of a quantity as the reports give it.
pub fn row(label: &str, quantity: Quantity, paper: f64, reports: &[Report]) -> Row {
    Row::new(label, quantity, paper, over_seeds(reports, |report| value(report, quantity)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_spent_only_where_something_is_drawn() {
        let mut scenario = without_reservations(FIRST_SET, &[64, 64]);
        assert!(!draws(&scenario));
        model(&mut scenario).grid.batch_allocation = BatchAllocation::Random;
        assert!(draws(&scenario));
        scenario.platform = vec![128];
        assert!(!draws(&scenario));
        scenario.workload.reservations.percent = 100.0;
        assert!(!draws(&scenario));
        scenario.platform = vec![64, 64];
        assert!(draws(&scenario));
        model(&mut scenario).mct_ties = MctTies::Order;
        assert!(!draws(&scenario));
        scenario.workload.reservations.percent = 50.0;
        scenario.platform = vec![128];
        assert!(draws(&scenario));
    }
}
