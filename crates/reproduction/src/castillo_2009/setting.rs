//! The common setting of the experiments: jobs, numbers of servers, cells.

use super::traces;
use crate::{Cell, Options, PairedDifference, Unavailable};
use experiment::Scenario;
use scheduling::system::System;
use scheduling::system::co_allocation::CoAllocation;
use workload::reserve::IntervalStart;
use workload::select::Selection;
use workload::{Machine, Workload, select};

/// The seed of the first run of every cell.
const FIRST_SEED: u64 = 1;

/// The numbers of servers to be run: the log's machine, and the paper's N where it is another.
pub fn servers(log: &Workload) -> Vec<u32> {
    let own = Machine::of(log.header(), log.records()).processors;
    let papers = traces::of_header(&log.header().entries).map(|it| it.servers);
    let papers = papers.filter(|&it| it != own);
    [own].into_iter().chain(papers).collect()
}

/// The jobs asked for, or the whole log.
///
/// # Errors
///
/// If the first log has none of them.
pub fn jobs(logs: &[Workload], options: &Options) -> Result<Selection, Unavailable> {
    let mut selection = Selection {
        first_job: options.jobs.map(|(first, _)| first),
        last_job: options.jobs.map(|(_, last)| last),
        ..Selection::default()
    };
    selection.reservations.percent = 0.0;
    selection.reservations.start = IntervalStart::LeadTime;
    selection.reservations.lead_hours_max = 3.0;
    let taken = logs.first().map(|log| select::select(log, &selection, 1).len());
    match taken {
        None | Some(0) => Err(Unavailable("the log has none of the jobs".to_owned())),
        Some(_) => Ok(selection),
    }
}

/// Which jobs these are, in words.
pub fn words(selection: &Selection, logs: &[Workload]) -> String {
    let of = traces::of(logs).map_or("the first log", |it| it.name);
    match (selection.first_job, selection.last_job) {
        (Some(first), Some(last)) => format!("jobs {first}-{last} of {of} that ran"),
        _ => format!("all jobs of {of} that ran"),
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
    let at = |all: &[f64], seed: usize| all.get(seed).or(all.first()).copied();
    let count = from.len().max(to.len());
    let differences = (0..count).map(|seed| {
        let (to, from) = (at(to, seed), at(from, seed));
        of(to.unwrap_or(f64::NAN), from.unwrap_or(f64::NAN))
    });
    PairedDifference::of(differences.collect(), is_drawn)
}
