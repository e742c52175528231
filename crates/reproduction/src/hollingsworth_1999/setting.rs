//! The common setting of the experiments: the two months, cells, and the definition of delay.

use super::figure_8;
use crate::prelude::*;
use experiment::Scenario;
use scheduling::criteria::wait_profile::Delay;
use scheduling::system::System;
use scheduling::system::imprecise_calendar::{Configured, ImpreciseCalendar};
use scheduling::system::two_level::{OverLimit, QueuePolicy, TwoLevel};
use workload::select::Selection;
use workload::{Machine, Time};

/// October and November 1996 in Stockholm, as Unix times.
const MONTHS: [(&str, i64, i64); 2] =
    [("October 1996", 844_120_800, 846_802_800), ("November 1996", 846_802_800, 849_394_800)];

/// The classes of run times, in the paper's order: first all jobs.
pub const CLASSES: [&str; 5] = ["all", "< 10 s", "10–100 s", "100–1,000 s", "> 1,000 s"];

/// The remark on runs without random draws.
pub const ONCE: &str = "Nothing is drawn: one run of each tells.";

/// Some of a log's jobs.
#[derive(Clone, Debug, PartialEq)]
pub struct Period {
    pub name: String,
    pub selection: Selection,
}

/// The two months of the first log, or the jobs that are asked for.
///
/// # Errors
///
/// If the log has none of them.
pub fn periods(logs: &[Workload], options: &Options) -> Result<Vec<Period>, Unavailable> {
    let log = logs.first().ok_or_else(|| Unavailable("there is no log".to_owned()))?;
    let period = |name: String, jobs: (u64, u64)| Period { name, selection: without_reservations(Some(jobs)) };
    let found: Vec<Period> = match options.jobs {
        Some(jobs) => {
            let mut ids = log.records().iter().map(|it| it.id);
            let has_any = ids.any(|id| (jobs.0..=jobs.1).contains(&id));
            let name = format!("jobs {}–{}", jobs.0, jobs.1);
            has_any.then(|| period(name, jobs)).into_iter().collect()
        }
        None => {
            MONTHS.iter().filter_map(|&(name, from, to)| Some(period(name.to_owned(), month(log, from, to)?))).collect()
        }
    };
    if found.is_empty() {
        Err(Unavailable("the log has no jobs of October and November 1996".to_owned()))
    } else {
        Ok(found)
    }
}

/// The lowest and the highest number of the jobs that were submitted between two Unix times.
fn month(log: &Workload, from: i64, to: i64) -> Option<(u64, u64)> {
    let start = log.header().unix_start_time()?;
    let within = |submit: Time| (from..to).contains(&(start + submit));
    let ids = log.records().iter().filter(|it| within(it.submit)).map(|it| it.id);
    Some((ids.clone().min()?, ids.max()?))
}

/// The processors of the log's machine.
pub fn nodes(logs: &[Workload]) -> u32 {
    logs.first().map_or(1, |log| Machine::of(log.header(), log.records()).processors)
}

/// One run of a system on a platform, whose report contains the delays of jobs.
pub fn cell(label: String, selection: &Selection, platform: Vec<u32>, system: System) -> Cell {
    Cell {
        label,
        log: 0,
        scenario: Scenario { workload: selection.clone(), platform, system, seed: 1, ..Scenario::default() },
        seeds: 1,
        waits: true,
    }
}

/// A calendar with these settings.
pub fn calendar(configuration: Configured) -> ImpreciseCalendar {
    ImpreciseCalendar { configuration, ..ImpreciseCalendar::default() }
}

/// A backfilling scheduler that stops jobs at their limits, as calendars do, so that all have the same work.
pub fn backfilling(queue: QueuePolicy) -> System {
    let mut model = TwoLevel::default();
    model.local.queue = queue;
    model.local.over_limit = OverLimit::Kill;
    System::TwoLevel(model)
}

/// Every variant by its name in every period: a cell each, period by period.
///
/// # Errors
///
/// If the log has no jobs of the periods.
pub fn cells(logs: &[Workload], options: &Options, variants: impl Iterator<Item = (String, System)>) -> Planned {
    let variants: Vec<_> = variants.collect();
    let mut cells = Vec::new();
    for Period { name, selection } in &periods(logs, options)? {
        let of_variant = |(variant, system): &(String, System)| {
            cell(format!("{name}, {variant}"), selection, vec![nodes(logs)], system.clone())
        };
        cells.extend(variants.iter().map(of_variant));
    }
    Ok(cells)
}

/// The reports of a period, one for each variant.
pub struct Month<'a> {
    pub name: String,
    pub first_cell: usize,
    pub reports: &'a [Report],
}

/// The periods of which the reports of all variants are there.
pub fn months<'a>(plan: &Plan, logs: &[Workload], reports: &'a [Report], variants: usize) -> Vec<Month<'a>> {
    let periods = periods(logs, &plan.options).unwrap_or_default();
    let months = periods.into_iter().zip(reports.chunks_exact(variants)).enumerate();
    months.map(|(at, (it, reports))| Month { name: it.name, first_cell: at * variants, reports }).collect()
}

/// The delays of a class, counted as in [`CLASSES`].
pub fn delay(report: &Report, class: usize) -> Option<Delay> {
    report.waits.as_ref()?.queuing_delay.get(class).copied().filter(|it| it.jobs > 0)
}

/// The weight of a job in the “mean weighted” delay of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Its processor seconds: Σ p · delay / Σ p · run time.
    Work,
    /// Its run time: Σ delay / Σ run time.
    RunTime,
}

impl Weight {
    /// Both, in the order of telling.
    pub const ALL: [Self; 2] = [Self::Work, Self::RunTime];

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::RunTime => "by run time",
            Self::Work => "by processor seconds",
        }
    }

    /// The delay so weighted.
    pub fn of(self, delay: &Delay) -> f64 {
        match self {
            Self::RunTime => delay.weighted_by_time,
            Self::Work => delay.weighted,
        }
    }
}

/// The delay of all jobs, so weighted.
pub fn weighted(report: &Report, weight: Weight) -> Option<f64> {
    Some(weight.of(&delay(report, 0)?))
}

/// A table of a month, a row for each run: two cells that say which it is, then the figures of [`by_class`].
pub fn listing_by_class<'a>(
    month: &str,
    columns: [&str; 2],
    runs: impl Iterator<Item = ([String; 2], &'a Report)>,
) -> Listing {
    let figures = ["mean flow time, s", "mean wait, s", "utilization"];
    let head = columns.into_iter().chain(CLASSES).chain(figures);
    let row = |(which, report): ([String; 2], &Report)| which.into_iter().chain(by_class(report)).collect();
    Listing::new(
        format!("{month}: queuing delay weighted {}, by the jobs' run time, and flow time", Weight::Work.words()),
        head,
        runs.map(row),
    )
}

/// The delay weighted by processor seconds of all classes, the means over jobs of flow time and wait, and the mean
/// utilization.
fn by_class(report: &Report) -> impl Iterator<Item = String> {
    let of_class = |class: usize| or_dash(delay(report, class).map(|it| Weight::Work.of(&it)), 2, "");
    let figures = [
        number(report.mean_flow_time, 0),
        number(report.mean_waiting_time, 0),
        number(100.0 * report.mean_utilization, 1) + " %",
    ];
    (0..CLASSES.len()).map(of_class).chain(figures)
}

// Messages that take time: how often a reserve fails, and the cost of that. The paper prints no
// numbers on it.

pub const ITEM: Item = Item {
    key: "message-time",
    title: "Sect. 2.4: messages that take time (ours)",
    section: "Sect. 2.4",
    paper: "As a manager's copy of a calendar may be old, “a request for a reservation might fail”; it prints \
            no numbers on it: how often reserves fail where messages take time, and what it costs.",
    plan,
    conclude,
    ..ON_LOG
};

/// How long a message takes, in seconds.
const MESSAGES: [Time; 6] = [0, 1, 5, 30, 60, 300];

/// How late a manager hears of changes, in seconds.
const STALENESS: [Time; 2] = [0, 3_600];

/// All of them, in the order of the cells.
fn cases() -> impl Iterator<Item = (Time, Time)> {
    STALENESS.into_iter().flat_map(|staleness| MESSAGES.map(|message| (staleness, message)))
}

fn plan(logs: &[Workload], options: &Options) -> Planned {
    figure_8::cells(logs, options, |nodes| {
        let of = |(staleness, message_time)| {
            let label = format!("news after {staleness} s, messages of {message_time} s");
            (label, ImpreciseCalendar { staleness, message_time, ..figure_8::bound(nodes) })
        };
        cases().map(of).collect()
    })
}

fn conclude(_: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    Findings {
        setting: format!(
            "The jobs, clusters and managers of Figure 8 on the log at hand, {} nodes to a cluster, jobs assigned to \
             clusters at their submission. An inquiry, a reserve and the answers to them are under way for the message \
             time each; meanwhile a cluster may give the time to another job. {ONCE}",
            nodes(logs)
        ),
        listings: vec![listing(reports)],
        remarks: vec![
            "This item is ours: no number of the paper stands beside. Without message time a reserve follows its inquiry \
             in the same instant and cannot fail."
                .to_owned(),
        ],
        ..Findings::default()
    }
}

/// A share of two measures, in percent.
fn share(report: &Report, part: &str, all: &str) -> String {
    let percent = 100.0 * measure(report, part) / measure(report, all);
    or_dash(Some(percent).filter(|it| it.is_finite()), 2, " %")
}

fn listing(reports: &[Report]) -> Listing {
    let row = |((staleness, message), report): ((Time, Time), &Report)| {
        let figure = |key: &str, digits: usize| number(measure(report, key), digits);
        let mut row = vec![format!("{staleness} s"), format!("{message} s")];
        row.extend([
            figure("inquiries", 0),
            share(report, "declined", "inquiries"),
            figure("reserves", 0),
            share(report, "failed_reserves", "reserves"),
            figure("time_to_place", 1),
        ]);
        row.extend(Weight::ALL.map(|weight| or_dash(weighted(report, weight), 3, "")));
        row
    };
    let mut head: Vec<String> =
        ["news after", "message", "inquiries", "declined", "reserves", "failed", "time to a place, s"]
            .map(str::to_owned)
            .to_vec();
    head.extend(Weight::ALL.map(|it| format!("delay weighted {}", it.words())));
    Listing::new("Message time, reserves that fail, and delay", head, cases().zip(reports).map(row))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_told_where_there_is_something_to_share() {
        let mut report = Report::default();
        assert_eq!(share(&report, "failed_reserves", "reserves"), "–");
        report.measures.insert("reserves".to_owned(), 8.0);
        report.measures.insert("failed_reserves".to_owned(), 1.0);
        assert_eq!(share(&report, "failed_reserves", "reserves"), "12.50 %");
    }

    #[test]
    fn every_case_has_a_row_of_its_own() {
        let listing = listing(&vec![Report::default(); cases().count()]);
        let mut told: Vec<_> = listing.rows.iter().map(|it| it[..2].to_vec()).collect();
        assert!(listing.rows.iter().all(|it| it.len() == listing.head.len()));
        told.dedup();
        assert_eq!(told.len(), STALENESS.len() * MESSAGES.len());
    }
}
