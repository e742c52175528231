//! The common setting of the experiments: jobs, numbers of servers, cells, and the schedulers: co-allocation, the
//! log's own batch scheduler, or backfilling on the same jobs, which the authors did not have.

use super::traces;
use crate::prelude::*;
use experiment::Scenario;
use scheduling::criteria::wait_profile::WaitProfile;
use scheduling::system::System;
use scheduling::system::co_allocation::{CoAllocation, EarlyEnd, Length};
use scheduling::system::two_level::{OverLimit, QueuePolicy, ReservationLength, TwoLevel};
use workload::reserve::{IntervalLength, IntervalStart};
use workload::select::Selection;
use workload::{Machine, select};

/// The seed of the first run of every cell.
const FIRST_SEED: u64 = 1;

/// The numbers of servers to be run: the log's machine, and the paper's N where it is another.
pub fn servers(log: &Workload) -> Vec<u32> {
    let own = Machine::of(log.header(), log.records()).processors;
    let papers = traces::of_header(&log.header().entries).map(|it| it.servers).filter(|&it| it != own);
    [own].into_iter().chain(papers).collect()
}

/// The jobs asked for, or the whole log.
///
/// # Errors
///
/// If the first log has none of them.
pub fn jobs(logs: &[Workload], options: &Options) -> Result<Selection, Unavailable> {
    let mut selection = without_reservations(options.jobs);
    selection.reservations.start = IntervalStart::LeadTime;
    selection.reservations.lead_hours_max = 3.0;
    match logs.first() {
        Some(log) if !select::select(log, &selection, 1).is_empty() => Ok(selection),
        _ => Err(Unavailable("the log has none of the jobs".to_owned())),
    }
}

/// Which jobs these are, in words.
pub fn words(plan: &Plan, logs: &[Workload]) -> String {
    let of = traces::of(logs).map_or("the first log", |it| it.name);
    match plan.options.jobs {
        Some((first, last)) => format!("jobs {first}-{last} of {of} that ran"),
        None => format!("all jobs of {of} that ran"),
    }
}

/// A cell of these jobs on this number of servers, of a share of which the start is drawn; run over
/// `seeds` seeds if it draws random numbers.
pub fn cell(selection: &Selection, servers: u32, percent: f64, settings: CoAllocation, seeds: u32) -> Cell {
    let mut scenario = Scenario {
        workload: selection.clone(),
        platform: vec![servers],
        system: System::CoAllocation(settings),
        seed: FIRST_SEED,
        ..Scenario::default()
    };
    scenario.workload.reservations.percent = percent;
    Cell {
        label: format!("{servers} servers, ρ {percent} %"),
        log: 0,
        seeds: if percent > 0.0 { seeds } else { 1 },
        scenario,
        waits: false,
    }
}

/// A cell for each number of servers and each of these settings, by their names, without reservations.
///
/// # Errors
///
/// If the first log has none of the jobs.
pub fn cells(logs: &[Workload], options: &Options, settings: &[(String, CoAllocation)]) -> Planned {
    let selection = jobs(logs, options)?;
    let mut cells = Vec::new();
    for servers in servers(&logs[0]) {
        cells.extend(settings.iter().map(|(name, settings)| Cell {
            label: format!("{servers} servers, {name}"),
            ..cell(&selection, servers, 0.0, settings.clone(), 1)
        }));
    }
    Ok(cells)
}

/// The log itself, on the same jobs.
pub fn as_logged(selection: &Selection, servers: u32) -> Option<Cell> {
    let mut cell = cell(selection, servers, 0.0, CoAllocation::default(), 1);
    cell.scenario.system = System::of_key("as_logged")?;
    cell.label = "as logged".to_owned();
    Some(cell)
}

/// A number less another one with the same seed, seed by seed, or whatever `of` makes of the two, the
/// later first; without random draws there is one for all.
pub fn paired(from: &[f64], to: &[f64], is_drawn: bool, of: impl Fn(f64, f64) -> f64) -> PairedDifference {
    let at = |all: &[f64], seed: usize| all.get(seed).or(all.first()).copied().unwrap_or(f64::NAN);
    let count = from.len().max(to.len());
    PairedDifference::of((0..count).map(|seed| of(at(to, seed), at(from, seed))).collect(), is_drawn)
}

/// A scheduler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheduler {
    /// Co-allocation, which knows how long jobs run.
    Online,
    /// Co-allocation that books for the users' limits, as backfilling does, and releases the servers
    /// when the job ends.
    OnlineByLimits,
    /// The schedule of the log: only without reservations, on its own machine.
    Logged,
    /// Backfilling by users' limits.
    Backfilling(QueuePolicy),
}

/// The backfilling schedulers.
pub const BACKFILLING: [Scheduler; 3] = [
    Scheduler::Backfilling(QueuePolicy::FcfsBackfilling),
    Scheduler::Backfilling(QueuePolicy::Easy),
    Scheduler::Backfilling(QueuePolicy::Conservative),
];

/// A scheduler on a number of servers, and the share of reservations in percent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setup {
    pub scheduler: Scheduler,
    pub servers: u32,
    pub percent: f64,
}

impl Scheduler {
    /// Its name in charts and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Online => "on-line",
            Self::OnlineByLimits => "on-line by limits",
            Self::Logged => "as logged",
            Self::Backfilling(QueuePolicy::Easy) => "EASY",
            Self::Backfilling(QueuePolicy::Conservative) => "conservative",
            Self::Backfilling(_) => "FCFS-BF",
        }
    }

    /// Whether it is a batch scheduler that was run beside the log.
    pub fn is_backfilling(self) -> bool {
        matches!(self, Self::Backfilling(_))
    }
}

impl Setup {
    /// Without reservations.
    pub fn new(scheduler: Scheduler, servers: u32) -> Self {
        Self { scheduler, servers, percent: 0.0 }
    }

    /// `on-line, 100 servers`; the log has its own.
    pub fn name(&self) -> String {
        let name = self.scheduler.name();
        match self.scheduler {
            Scheduler::Logged => name.to_owned(),
            _ => format!("{name}, {} servers", self.servers),
        }
    }

    /// The cell, whose reports contain the waits of jobs.
    ///
    /// Backfilling knows the users' limits, and stops no job at them, so that all schedulers have the
    /// same work; its reservations are held for the run time, as those of co-allocation are.
    pub fn cell(&self, selection: &Selection, seeds: u32) -> Option<Cell> {
        let cell = match self.scheduler {
            Scheduler::Logged => as_logged(selection, self.servers)?,
            _ => {
                let mut settings = CoAllocation::default();
                if self.scheduler == Scheduler::OnlineByLimits {
                    settings.length = Length::Requested;
                    settings.early_end = EarlyEnd::Freed;
                }
                cell(selection, self.servers, self.percent, settings, seeds)
            }
        };
        let mut cell = Cell { label: format!("{}, ρ {} %", self.name(), self.percent), waits: true, ..cell };
        if let Scheduler::Backfilling(queue) = self.scheduler {
            let mut model = TwoLevel::default();
            model.local.queue = queue;
            model.local.over_limit = OverLimit::Ignore;
            model.reservation_length = ReservationLength::RunTime;
            cell.scenario.system = System::TwoLevel(model);
            cell.scenario.workload.reservations.interval = IntervalLength::RunTime;
        }
        Some(cell)
    }
}

/// The reports of a setup with each seed.
pub struct Outcome<'a> {
    pub setup: Setup,
    /// Index of its cell.
    pub cell: usize,
    pub reports: &'a [Report],
}

impl Outcome<'_> {
    /// How the jobs waited with the first seed: the only one without random draws.
    pub fn waits(&self) -> Option<&WaitProfile> {
        self.reports.first()?.waits.as_deref()
    }

    /// A number of each seed.
    pub fn values(&self, of: impl Fn(&WaitProfile) -> f64) -> Vec<f64> {
        self.reports.iter().filter_map(|it| it.waits.as_deref()).map(of).collect()
    }
}

/// The outcomes of the setups of a plan on the first log that have runs.
pub fn outcomes<'a>(
    plan: &'a Plan,
    logs: &[Workload],
    setups: fn(&Workload) -> Vec<Setup>,
    reports: &'a [Report],
) -> Vec<Outcome<'a>> {
    let setups = logs.first().map(setups).unwrap_or_default();
    let all = setups.into_iter().zip(plan.results(reports)).enumerate();
    all.map(|(cell, (setup, (_, reports)))| Outcome { setup, cell, reports })
        .filter(|it| it.waits().is_some())
        .collect()
}

/// The outcomes of co-allocation that books for run times.
pub fn online<'a, 'b>(outcomes: &'b [Outcome<'a>]) -> impl Iterator<Item = &'b Outcome<'a>> {
    outcomes.iter().filter(|it| it.setup.scheduler == Scheduler::Online)
}

/// On-line beside each of the schedulers that it is held against: the log, or backfilling on as many
/// servers.
pub fn pairs<'a, 'b>(
    outcomes: &'b [Outcome<'a>],
    backfilling: bool,
) -> impl Iterator<Item = (&'b Outcome<'a>, &'b Outcome<'a>)> {
    online(outcomes).flat_map(move |online| {
        let others = outcomes.iter().filter(move |it| {
            let is_other = it.setup.scheduler.is_backfilling() && it.setup.servers == online.setup.servers;
            if backfilling { is_other } else { it.setup.scheduler == Scheduler::Logged }
        });
        others.map(move |other| (online, other))
    })
}

/// The name of a pair: `100 servers`, or `EASY, 100 servers`.
pub fn pair_name(online: &Outcome, other: &Outcome) -> String {
    match other.setup.scheduler {
        Scheduler::Logged => format!("{} servers", online.setup.servers),
        _ => other.setup.name(),
    }
}
