//! Which jobs of which log an experiment of Sects. 5.2 to 5.5 takes, and on which platform.

use crate::Readings;
use crate::prelude::*;
use experiment::Scenario;
use scheduling::system::two_level::{BatchAllocation, MctTies, QueuePolicy, ReservationAllocation, TwoLevel};
use workload::{Record, Workload};

/// The paper's second set of tasks (Sect. 5.2), which most of its experiments use.
pub const SECOND_SET: (u64, u64) = (68_000, 69_000);

/// Some jobs of a log in a row.
#[derive(Clone, Debug, PartialEq)]
pub struct JobSet {
    /// Which of the logs.
    pub log: usize,
    /// The log's name.
    pub log_name: String,
    /// First and last job number, both taken.
    pub jobs: (u64, u64),
    /// Two providers: the paper's 2 × 64, or the halves of another log's machine.
    pub platform: Vec<u32>,
    /// Why these.
    pub origin: Origin,
}

/// Why a set of jobs was taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Origin {
    /// The paper's own.
    Paper,
    /// In place of the paper's, which the log does not hold: the busiest of it, with their load.
    StandIn(f64),
    /// The busiest of another log, with their load.
    Busiest(f64),
    /// The first thousand of another log.
    First,
    /// Asked for.
    Asked,
}

impl JobSet {
    /// Of the log at that place.
    pub fn new(log: usize, logs: &[Workload], jobs: (u64, u64), platform: &[u32], origin: Origin) -> Self {
        let log_name = logs.get(log).map_or(String::new(), |it| it.name.clone());
        Self { log, log_name, jobs, platform: platform.to_vec(), origin }
    }

    /// In words: `jobs 1-1000`.
    pub fn words(&self) -> String {
        let (first, last) = self.jobs;
        let jobs = format!("jobs {first}-{last}");
        match self.origin {
            Origin::StandIn(load) => format!(
                "{jobs} (stand-in for 68000-69000: the busiest 1,000 in a row, offered load {})",
                number(load, 2)
            ),
            Origin::Busiest(load) => {
                format!("{jobs} (the busiest 1,000 in a row, offered load {})", number(load, 2))
            }
            _ => jobs,
        }
    }

    /// In few words, for labels and the names of files: `jobs-1-1000`.
    pub fn slug(&self) -> String {
        let (first, last) = self.jobs;
        let log = if self.log == 0 { String::new() } else { format!("log-{}-", self.log + 1) };
        format!("{log}jobs-{first}-{last}")
    }

    /// In few words, with the log where it is not the paper's: `jobs 1-1000`.
    pub fn label(&self) -> String {
        let (first, last) = self.jobs;
        if self.log == 0 { format!("jobs {first}-{last}") } else { format!("{}, jobs {first}-{last}", self.log_name) }
    }

    /// A scenario of these jobs on that platform, without reservations.
    pub fn scenario(&self) -> Scenario {
        without_reservations(self.jobs, &self.platform)
    }

    /// Its records in the log.
    pub fn records<'a>(&self, logs: &'a [Workload]) -> impl Iterator<Item = &'a Record> {
        let (first, last) = self.jobs;
        let records = logs.get(self.log).map_or(&[][..], Workload::records);
        records.iter().filter(move |record| (first..=last).contains(&record.id))
    }
}

/// The sets of Sects. 5.2 to 5.5 on the paper's log: those asked for; or the paper's second set, or
/// a stand-in for it, and the first.
///
/// # Errors
///
/// If the log has no jobs.
pub fn of_first_log(logs: &[Workload], options: &Options) -> Result<Vec<JobSet>, Unavailable> {
    let log = logs.first().ok_or_else(nothing)?;
    let set = |jobs, origin| JobSet::new(0, logs, jobs, &[64, 64], origin);
    if let Some(jobs) = options.jobs {
        return if holds(log, jobs) { Ok(vec![set(jobs, Origin::Asked)]) } else { Err(nothing()) };
    }
    let second = if holds(log, SECOND_SET) {
        set(SECOND_SET, Origin::Paper)
    } else {
        let (jobs, load) = busiest(log, 128).ok_or_else(nothing)?;
        set(jobs, Origin::StandIn(load))
    };
    let first = holds(log, FIRST_SET).then(|| set(FIRST_SET, Origin::Paper));
    Ok(std::iter::once(second).chain(first).collect())
}

/// The sets of jobs, and every thousand jobs in a row of the paper's log, where no jobs are asked for and all is to
/// be run.
///
/// # Errors
///
/// If the log has no jobs.
pub fn with_thousands(logs: &[Workload], options: &Options) -> Result<Vec<JobSet>, Unavailable> {
    let mut sets = of_first_log(logs, options)?;
    if options.jobs.is_none() && options.readings == Readings::All {
        let mut others = thousands(logs, 0, &[64, 64]);
        others.retain(|it| sets.iter().all(|set| set.jobs != it.jobs));
        sets.extend(others);
    }
    Ok(sets)
}

/// The sets on which a finding is tried besides: of every further log the first thousand jobs and
/// the busiest, on the two halves of its machine.
pub fn of_further_logs(logs: &[Workload]) -> Vec<JobSet> {
    let mut sets = Vec::new();
    for (index, log) in logs.iter().enumerate().skip(1) {
        let processors = log.header().max_processors().unwrap_or(128).max(2);
        let halves = [processors - processors / 2, processors / 2];
        let set = |jobs, origin| JobSet::new(index, logs, jobs, &halves, origin);
        if holds(log, FIRST_SET) {
            sets.push(set(FIRST_SET, Origin::First));
        }
        if let Some((jobs, load)) = busiest(log, processors) {
            sets.push(set(jobs, Origin::Busiest(load)));
        }
    }
    sets
}

/// Every thousand consecutive jobs of a log, one set after the other, with the load that each
/// offers; the rest at the end is left out.
pub fn thousands(logs: &[Workload], log: usize, platform: &[u32]) -> Vec<JobSet> {
    let Some(workload) = logs.get(log) else {
        return Vec::new();
    };
    let processors = platform.iter().sum();
    let mut records = workload.records().to_vec();
    records.sort_by_key(|record| record.id);
    let parts = records.as_chunks::<IN_A_ROW>().0.iter().map(|part| workload.with_records(part.to_vec()));
    parts
        .filter_map(|part| busiest(&part, processors))
        .map(|(jobs, load)| JobSet::new(log, logs, jobs, platform, Origin::Busiest(load)))
        .collect()
}

fn nothing() -> Unavailable {
    Unavailable("the log has none of the jobs".to_owned())
}

/// Whether the log has a job of either half of the range.
fn holds(log: &Workload, (first, last): (u64, u64)) -> bool {
    let middle = first + (last - first) / 2;
    let any = |from, to| log.records().iter().any(|record| (from..=to).contains(&record.id));
    any(first, middle) && any(middle, last)
}

/// How many jobs in a row are looked for.
const IN_A_ROW: usize = 1000;

/// The 1,000 jobs in a row, by number, that offer the highest load to a machine of `processors`
/// processors (first and last number, load); the first of equals. Load is size × run time, summed,
/// over processors × time from the first submission to the last. None of a log without a span. O(n
/// log n) for n jobs.
pub fn busiest(log: &Workload, processors: u32) -> Option<((u64, u64), f64)> {
    let mut records: Vec<&Record> = log.records().iter().collect();
    records.sort_by_key(|record| (record.submit, record.id));
    let count = records.len().min(IN_A_ROW);
    let mut work: i128 = records.iter().take(count).map(|record| work_of(record)).sum();
    let mut best: Option<((u64, u64), f64)> = None;
    for (first, window) in records.windows(count.max(1)).enumerate() {
        let (from, to) = (window[0], window[count - 1]);
        if first > 0 {
            work += work_of(to) - work_of(records[first - 1]);
        }
        let span = i128::from(to.submit - from.submit) * i128::from(processors);
        let load = work as f64 / span as f64;
        if span > 0 && best.is_none_or(|(_, most)| load > most) {
            best = Some(((from.id.min(to.id), from.id.max(to.id)), load));
        }
    }
    best
}

fn work_of(record: &Record) -> i128 {
    i128::from(record.run_time.max(0)) * i128::from(size(record))
}

/// How many processors a job takes: as requested, or else as allocated; 0 if neither is known.
pub fn size(record: &Record) -> i64 {
    let sizes = [record.requested_processors, record.allocated_processors];
    sizes.into_iter().find(|&size| size > 0).unwrap_or(0)
}

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
    use workload::read;

    /// A job per second with each of these run times in seconds, on one processor.
    fn log(run_times: impl Iterator<Item = u32>) -> Workload {
        let lines: String = run_times
            .enumerate()
            .map(|(at, run)| format!("{} {at} 0 {run} 1 -1 -1 1 9 -1 1 1 1 1 1 1 -1 -1\n", at + 1))
            .collect();
        read("made.swf", lines.as_bytes()).unwrap().workload
    }

    #[test]
    fn the_busiest_thousand_lie_where_the_work_is() {
        let made = log((1..=2500).map(|id| if (900..1900).contains(&id) { 7 } else { 1 }));
        assert_eq!(busiest(&made, 4), Some(((900, 1899), 7000.0 / (4.0 * 999.0))));
        let few = log((1..=3).map(|_| 5));
        assert_eq!(busiest(&few, 1), Some(((1, 3), 15.0 / 2.0)));
        assert_eq!(busiest(&Workload::default(), 1), None);
    }

    #[test]
    fn without_the_papers_second_set_there_is_a_stand_in_beside_the_first() {
        let made = log((1..=2500).map(|id| if id > 1400 { 7 } else { 1 }));
        let sets = of_first_log(std::slice::from_ref(&made), &Options::default()).unwrap();
        let jobs: Vec<_> = sets.iter().map(|set| set.jobs).collect();
        assert_eq!(jobs, [(1401, 2400), (1, 1000)]);
        assert!(sets[0].words().contains("stand-in"), "{}", sets[0].words());
        let asked = Options { jobs: Some((5, 50)), ..Options::default() };
        let sets = of_first_log(std::slice::from_ref(&made), &asked).unwrap();
        assert_eq!((sets.len(), sets[0].jobs), (1, (5, 50)));
        let absent = Options { jobs: Some((5000, 5001)), ..Options::default() };
        assert!(of_first_log(&[made], &absent).is_err());
    }

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
