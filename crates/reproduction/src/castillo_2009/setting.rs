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
use workload::{Machine, Time, select};

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

/// Servers of a class (Table 2).
const CLASS: u32 = 50;

/// Which of its bounds a class has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bounds {
    /// The upper one, as Table 2's heads have it: (0:50], (50:100].
    Upper,
    /// The lower one: [0:50), [50:100).
    Lower,
}

/// The requests of a class, of which there is at least one.
#[derive(Clone, Debug, PartialEq)]
pub struct Class {
    /// Which, counted from 0.
    pub number: u32,
    /// How many requests had a place.
    pub jobs: u32,
    /// Their mean wait, in seconds.
    pub wait: f64,
}

impl Bounds {
    /// Both, the printed ones first.
    pub const ALL: [Self; 2] = [Self::Upper, Self::Lower];

    /// The name of a class.
    pub fn name(self, number: u32) -> String {
        let (from, to) = (number * CLASS, (number + 1) * CLASS);
        match self {
            Self::Upper => format!("({from}:{to}]"),
            Self::Lower => format!("[{from}:{to})"),
        }
    }

    /// A class; none without requests.
    pub fn class(self, profile: &WaitProfile, number: u32) -> Option<Class> {
        let (above, most) = match self {
            Self::Upper => (number * CLASS, (number + 1) * CLASS),
            Self::Lower => ((number * CLASS).saturating_sub(1), (number + 1) * CLASS - 1),
        };
        let sizes = profile.of_sizes(above, most);
        (sizes.jobs > 0).then(|| Class { number, jobs: sizes.jobs, wait: sizes.mean_wait() })
    }

    /// The classes in which there are requests, in ascending order.
    pub fn classes(self, profile: &WaitProfile) -> Vec<Class> {
        let largest = profile.by_size.last().map_or(0, |it| it.processors);
        (0..=largest / CLASS).filter_map(|number| self.class(profile, number)).collect()
    }
}

impl Class {
    /// How often they were tried, on average: every attempt that fails is a step Δt of the wait.
    pub fn attempts(&self) -> f64 {
        self.wait / CoAllocation::default().step as f64 + 1.0
    }
}

/// Whether a value grows from class to class; `None` for fewer than two classes.
pub fn grows(name: String, values: &[f64], digits: usize) -> Option<Case> {
    let pairs = values.windows(2);
    let holds = pairs.clone().all(|it| it[1] > it[0]);
    (pairs.len() > 0).then(|| Case::exact(name, holds, joined(values.iter().map(|&it| number(it, digits)), ", ")))
}

pub const ITEM: Item = Item {
    key: "horizon",
    title: "Sects. 2 and 5: the horizon H and the attempts R_max (ours)",
    section: "Sects. 2 and 5",
    paper: "H “may be in the order of weeks or months”; which one the experiments have is not printed. R_max is Q/2, half the \
            number of slots in the horizon. Neither is varied.",
    plan,
    conclude,
    ..ON_LOG
};

const DAY: Time = 86_400;

/// H in days, with R_max = Q/2 each; the first is that of all items.
const HORIZONS: [Time; 6] = [30, 3, 7, 14, 60, 90];

/// R_max with H = 30 d; Q/2 is 1,440 there.
const ATTEMPTS: [u32; 5] = [720, 360, 96, 24, 8];

/// The settings that are run, with their names: the first is that of all items.
fn settings() -> Vec<(String, CoAllocation)> {
    let horizon = |days: Time| {
        let settings = CoAllocation { horizon: days * DAY, ..CoAllocation::default() };
        let attempts = settings.most_attempts();
        (format!("H {days} d, R_max {attempts}"), settings)
    };
    let attempts = |most: u32| {
        let settings = CoAllocation { attempts: Some(most), ..CoAllocation::default() };
        (format!("H 30 d, R_max {most}"), settings)
    };
    HORIZONS.into_iter().map(horizon).chain(ATTEMPTS.into_iter().map(attempts)).collect()
}

fn plan(logs: &[Workload], options: &Options) -> Planned {
    cells(logs, options, &settings())
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let results = plan.results(reports);
    let own: Vec<(&str, &Report)> =
        results.iter().filter_map(|(cell, reports)| Some((cell.label.as_str(), reports.first()?))).collect();
    Findings {
        setting: format!(
            "On {}, booked for their run time, Δt 15 min. Nothing is drawn: one run of each tells.",
            words(plan, logs)
        ),
        listings: vec![listing(&own)],
        remarks: own.chunks(settings().len()).filter_map(changes).collect(),
        ..Findings::default()
    }
}

/// How many settings of one number of servers have no effect, and how large the effect of the
/// others is at most.
fn changes(own: &[(&str, &Report)]) -> Option<String> {
    let (first, others) = own.split_first()?;
    let figures = |it: &Report| (it.rejected, it.mean_waiting_time);
    let same = others.iter().filter(|(_, it)| figures(it) == figures(first.1)).count();
    let most = others.iter().map(|(_, it)| it.rejected).max()?;
    Some(format!(
        "{same} of {} other settings give the figures of {}; the others reject up to {} of {} requests, and those that \
         they place wait the less for it.",
        others.len(),
        first.0,
        number(most as f64, 0),
        number(first.1.jobs as f64, 0)
    ))
}

fn listing(own: &[(&str, &Report)]) -> Listing {
    let head = ["", "rejected", "mean wait (s)", "longest (h)", "attempts per request", "mean U"];
    let rows = own.iter().map(|(name, report)| {
        vec![
            (*name).to_owned(),
            number(report.rejected as f64, 0),
            number(report.mean_waiting_time, 0),
            number(measure(report, "longest_wait"), 1),
            number(measure(report, "attempts_per_request"), 2),
            number(report.mean_utilization, 3),
        ]
    });
    Listing::new("Rejections and waits over H and R_max", head, rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use scheduling::criteria::wait_profile::SizeClass;

    #[test]
    fn a_class_has_one_of_its_bounds() {
        let size = |processors, wait| SizeClass { processors, jobs: 1, wait };
        let profile =
            WaitProfile { by_size: vec![size(1, 0.0), size(50, 900.0), size(100, 1_800.0)], ..WaitProfile::default() };
        let attempts = |bounds: Bounds| -> Vec<(String, f64)> {
            bounds.classes(&profile).into_iter().map(|it| (bounds.name(it.number), it.attempts())).collect()
        };
        let named = |all: &[(&str, f64)]| -> Vec<(String, f64)> {
            all.iter().map(|&(name, of)| (name.to_owned(), of)).collect()
        };
        let printed = named(&[("(0:50]", 1.5), ("(50:100]", 3.0)]);
        assert_eq!(attempts(Bounds::Upper), printed);
        let lower = named(&[("[0:50)", 1.0), ("[50:100)", 2.0), ("[100:150)", 3.0)]);
        assert_eq!(attempts(Bounds::Lower), lower);
    }

    #[test]
    fn what_grows_does_so_from_each_class_to_the_next() {
        let verdict = |values: &[f64]| grows(String::new(), values, 0).map(|it| it.verdict);
        assert_eq!(verdict(&[1.0, 2.0, 3.0]), Some(Verdict::Holds));
        assert_eq!(verdict(&[1.0, 3.0, 3.0]), Some(Verdict::DoesNotHold));
        assert_eq!(verdict(&[1.0]), None);
    }
}
