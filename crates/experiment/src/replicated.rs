//! Runs of replicates of a log.

use super::{Scenario, ScenarioError, Simulation, draws, start, why_nothing};
use scheduling::criteria::{Report, report_of_jobs};
use workload::replicate::{Counted, Replication};
use workload::{Workload, WorkloadKind};

/// A replicate: how it is made, and its place among all, counted from 0.
pub type ReplicateAt<'a> = (&'a Replication, u32);

/// Prepares the run of a scenario on a workload; with a replication on its replicate at a place, drawn by the seed of the
/// scenario. So two scenarios with one seed run on the same replicate: a pair. Beside it the jobs that figures count.
///
/// # Errors
///
/// As [`start`] and [`Replication::replicate`], and if the log's own schedule is asked for on other submissions.
pub fn start_on(
    scenario: &Scenario,
    workload: &Workload,
    replicate: Option<ReplicateAt>,
) -> Result<(Simulation, Counted), ScenarioError> {
    let Some((replication, place)) = replicate else {
        return Ok((start(scenario, workload)?, Counted::default()));
    };
    let is_window = matches!(replication, Replication::Windows { .. });
    if scenario.system.model().card().is_the_log && !is_window {
        let why = "system: the log's own schedule has no other submissions; only windows can be made of it";
        return Err(ScenarioError(why.to_owned()));
    }
    let replicate = replication
        .replicate(workload, &scenario.workload, (scenario.seed, place))
        .map_err(|why| ScenarioError(why.to_string()))?;
    let scenario = Scenario { workload: replicate.selection, ..scenario.clone() };
    Ok((start(&scenario, &replicate.workload)?, replicate.counted))
}

/// The report of a scenario on a workload, or on a replicate of it ([`start_on`]).
///
/// # Errors
///
/// As [`start_on`], and if no job of a log is taken.
pub fn report_on(
    scenario: &Scenario,
    workload: &Workload,
    replicate: Option<ReplicateAt>,
) -> Result<Report, ScenarioError> {
    let (mut simulation, counted) = start_on(scenario, workload, replicate)?;
    while !simulation.advance(usize::MAX) {}
    let run = simulation.finish();
    if run.jobs.is_empty() && workload.kind() == WorkloadKind::Log {
        return Err(ScenarioError(why_nothing(scenario, workload)));
    }
    Ok(report_of_jobs(&run, |job| counted.counts(job)))
}

/// Mean and spread of one criterion over the seeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Arithmetic mean.
    pub mean: f64,
    /// Sample standard deviation; 0 of a single value.
    pub deviation: f64,
    /// The least.
    pub low: f64,
    /// The greatest.
    pub high: f64,
    /// How many seeds.
    pub count: usize,
}

impl Spread {
    /// The mean and the spread of some values; `None` without values.
    pub fn of(values: &[f64]) -> Option<Self> {
        let count = values.len();
        if count == 0 {
            return None;
        }
        // Counted from the first value: equal values have it as their mean, and no deviation.
        let first = values[0];
        let from_first: f64 = values.iter().map(|value| value - first).sum();
        let mean = first + from_first / count as f64;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        let deviation = if count > 1 { (squares / (count - 1) as f64).sqrt() } else { 0.0 };
        Some(Self {
            mean,
            deviation,
            low: values.iter().copied().fold(f64::INFINITY, f64::min),
            high: values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            count,
        })
    }
}

/// How often the cells of a study are run. Its runs are counted seed by seed, so that every cell has a figure early.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Study {
    /// For each cell, whether its runs differ: they draw random numbers ([`draws`]), or are on replicates.
    pub drawn: Vec<bool>,
    /// How often each cell is run, with seeds counted up from its own; at least once.
    pub seeds: u32,
    /// How the replicates of the log are made, one for each seed; none for runs on the log itself.
    pub replicate: Option<Replication>,
}

impl Study {
    /// The study of these scenarios on a workload of a kind: with that many seeds, or on replicates if they are given.
    pub fn new<'a>(
        cells: impl IntoIterator<Item = &'a Scenario>,
        (seeds, replicate): (u32, Option<Replication>),
        kind: WorkloadKind,
    ) -> Self {
        let is_drawn = |it: &Scenario| replicate.is_some() || draws(it, kind);
        Self {
            drawn: cells.into_iter().map(is_drawn).collect(),
            seeds: replicate.map_or(seeds.max(1), |it| it.count()),
            replicate,
        }
    }

    /// How many runs there are.
    pub fn count(&self) -> usize {
        self.drawn.len() * self.seeds as usize
    }

    /// The scenario and the replicate of a run, which is below [`Study::count`]; `cell` has the scenario of a cell.
    pub fn run(&self, run: usize, cell: impl FnOnce(usize) -> Scenario) -> (Scenario, Option<ReplicateAt<'_>>) {
        let (seed, at) = ((run / self.drawn.len()) as u32, run % self.drawn.len());
        let mut scenario = cell(at);
        scenario.seed = scenario.seed.wrapping_add(u64::from(seed));
        (scenario, self.replicate.as_ref().map(|it| (it, seed)))
    }

    /// What has been made of a cell with each seed; `made` has it of all runs.
    pub fn of_cell<'a, T>(&self, made: &'a [Option<T>], cell: usize) -> impl Iterator<Item = Option<&'a T>> {
        made.iter().skip(cell).step_by(self.drawn.len().max(1)).map(Option::as_ref)
    }

    /// Whether nothing is drawn at all: all seeds agree, and all differences are exact.
    pub fn is_exact(&self) -> bool {
        !self.drawn.contains(&true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{knobs, run};
    use scheduling::criteria::report;
    use workload::select::Selection;
    use workload::{Log, Record};

    /// Jobs of two users on ten processors, one every 10 000 s for a week; each waits if those before it take long.
    fn log() -> Workload {
        let records = (1..=60_u64).map(|id| Record {
            id,
            submit: id as i64 * 10_000,
            user: id as i64 % 6,
            run_time: 100 * (150 + (id as i64 * 37) % 400),
            requested_time: 90_000,
            requested_processors: 1 + (id as i64 * 7) % 6,
            ..Record::UNKNOWN
        });
        let log = Log { records: records.collect(), ..Log::default() };
        Workload::of_log("a.swf", log)
    }

    fn scenario(queue: &str, seed: u64) -> Scenario {
        let scenario = Scenario { platform: vec![10], workload: Selection::of_all(), seed, ..Scenario::default() };
        knobs::set(&scenario, "system.two_level.local.queue", &queue.into()).expect("a queue")
    }

    fn made(kind: &str, seed: u64, place: u32) -> Result<Report, ScenarioError> {
        let replication: Replication = kind.parse().expect("a replication");
        report_on(&scenario("easy", seed), &log(), Some((&replication, place)))
    }

    #[test]
    fn windows_count_the_jobs_after_their_warm_up() {
        // Of twelve jobs to a window the first three are warm-up.
        for place in 0..5 {
            let report = made("windows=5:0.25", 1, place).expect("a report");
            assert_eq!(report.jobs, 9, "{place}");
            assert!(report.mean_utilization > 0.3 && report.mean_utilization <= 1.0);
        }
    }

    #[test]
    fn replicates_differ_and_the_same_seed_gives_the_same_one_to_every_policy() {
        for kind in ["users=4", "shake=4:300"] {
            let waits: Vec<f64> =
                (1..=4).map(|seed| made(kind, seed, 0).expect("a report").mean_waiting_time).collect();
            assert!(waits.windows(2).all(|it| it[0] != it[1]), "{kind}: {waits:?}");
            assert_eq!(made(kind, 3, 0), made(kind, 3, 0));
            let replication: Replication = kind.parse().expect("a replication");
            let of = |queue: &str| {
                let report = report_on(&scenario(queue, 2), &log(), Some((&replication, 1)));
                let report = report.expect("a report");
                (report.jobs, report.by_size.values().map(|it| it.jobs).collect::<Vec<_>>())
            };
            assert_eq!(of("fcfs"), of("easy"));
        }
    }

    #[test]
    fn the_log_itself_has_windows_and_no_other_replicates() {
        let of = |kind: &str| {
            let system = crate::System::of_key("as_logged").expect("a system");
            let scenario = Scenario { system, ..scenario("easy", 1) };
            let replication: Replication = kind.parse().expect("a replication");
            report_on(&scenario, &log(), Some((&replication, 0)))
        };
        let why = of("users=2").expect_err("refused").to_string();
        assert!(why.contains("only windows"), "{why}");
        assert!(of("windows=2").is_ok());
    }

    #[test]
    fn without_a_replication_it_is_the_report_of_the_run() {
        let (scenario, log) = (scenario("easy", 1), log());
        let run = run(&scenario, &log).expect("a run");
        assert_eq!(report_on(&scenario, &log, None), Ok(report(&run)));
        let none = Scenario { workload: Selection { first_job: Some(900), ..Selection::of_all() }, ..scenario };
        assert!(report_on(&none, &log, None).is_err());
    }

    #[test]
    fn spread_is_mean_and_sample_deviation() {
        let spread = Spread::of(&[1.0, 2.0, 3.0]).unwrap();
        assert_eq!((spread.mean, spread.deviation), (2.0, 1.0));
        assert_eq!((spread.low, spread.high, spread.count), (1.0, 3.0, 3));
        assert_eq!(Spread::of(&[]), None);
    }

    #[test]
    fn equal_values_have_themselves_as_mean_and_no_deviation() {
        for value in [0.1, 0.583_271_9, 1e-9, 123_456.789, -0.3] {
            for count in [2, 3, 10, 20, 49] {
                let spread = Spread::of(&vec![value; count]).unwrap();
                assert_eq!((spread.mean, spread.deviation), (value, 0.0), "{count}");
            }
        }
    }
}
