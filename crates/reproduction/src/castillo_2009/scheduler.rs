//! The schedulers: co-allocation, the log's own batch scheduler, or backfilling on the same jobs,
//! which the authors did not have.

use super::setting::{as_logged, cell};
use crate::{Cell, Plan};
use scheduling::criteria::Report;
use scheduling::criteria::wait_profile::WaitProfile;
use scheduling::system::System;
use scheduling::system::co_allocation::{CoAllocation, EarlyEnd, Length};
use scheduling::system::two_level::{OverLimit, QueuePolicy, ReservationLength, TwoLevel};
use workload::reserve::IntervalLength;
use workload::select::Selection;

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

/// The outcomes of the setups of a plan, without those of which no run is there.
pub fn outcomes<'a>(plan: &'a Plan, setups: &[Setup], reports: &'a [Report]) -> Vec<Outcome<'a>> {
    let results = plan.results(reports);
    let all = setups.iter().zip(results).enumerate();
    all.map(|(cell, (&setup, (_, reports)))| Outcome { setup, cell, reports })
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
            let scheduler = it.setup.scheduler;
            if backfilling {
                scheduler.is_backfilling() && it.setup.servers == online.setup.servers
            } else {
                scheduler == Scheduler::Logged
            }
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
