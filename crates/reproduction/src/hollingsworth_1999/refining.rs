//! Sect. 2.4: which jobs are looked at when slots are divided.

use super::setting::{cell, listing_by_class, nodes, periods};
use crate::{Cell, Findings, Item, Listing, Options, Plan, Unavailable};
use scheduling::criteria::Report;
use scheduling::system::System;
use scheduling::system::imprecise_calendar::{Configured, ImpreciseCalendar, Refine};
use workload::Workload;

pub const ITEM: Item = Item {
    key: "refining",
    title: "Sect. 2.4: refining when a slot is divided (ours)",
    section: "Sect. 2.4",
    paper: "“It is like drafting a tentative schedule and then refining it later (when we partition the slot)”; it shows \
            no effect.",
    needs_log: true,
    plan,
    conclude,
    open: crate::nothing_open,
};

fn variants() -> impl Iterator<Item = (&'static str, ImpreciseCalendar)> {
    Configured::ALL.into_iter().filter(|&it| it != Configured::Levels).flat_map(|configuration| {
        Refine::ALL.into_iter().map(move |refine| {
            let settings = ImpreciseCalendar { configuration, refine, ..ImpreciseCalendar::default() };
            (configuration.name(), settings)
        })
    })
}

fn plan(logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
    let nodes = nodes(logs);
    let mut cells = Vec::new();
    for period in &periods(logs, options)? {
        cells.extend(variants().map(|(name, settings)| {
            let looked = settings.refine.name();
            let label = format!("{}, {name}, looked at: {looked}", period.name);
            let system = System::ImpreciseCalendar(settings);
            cell(label, &period.selection, vec![nodes], system)
        }));
    }
    Ok(cells)
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let periods = periods(logs, &plan.options).unwrap_or_default();
    let months = periods.iter().zip(reports.chunks_exact(variants().count()));
    Findings {
        setting: format!(
            "An item of our own. All jobs of the month that ran, on {} nodes, from an empty machine. In every pass of \
             backfilling either all jobs that wait are looked at, or those that start in slots that were divided, given \
             back or left, and next behind them.",
            nodes(logs)
        ),
        listings: months.map(|(it, reports)| listing(&it.name, reports)).collect(),
        remarks: vec![
            "The paper prints no numbers on it. Either way a job starts at the beginning of the slot that it is given \
             when it is submitted, or earlier. A pass that looks at all jobs fills free slots at once, with jobs from everywhere; \
             one that looks near changes takes time that grows nearly as the jobs do, and fills some of these slots later."
                .to_owned(),
            "Slots of one level are never divided: under configuration 1 only early ends move jobs.".to_owned(),
        ],
        ..Findings::default()
    }
}

fn listing(month: &str, reports: &[Report]) -> Listing {
    let runs = variants().zip(reports).map(|((name, settings), report)| {
        let looked = settings.refine.name().to_lowercase();
        ([name.to_owned(), looked], report)
    });
    listing_by_class(month, ["slots", "looked at"], runs)
}
