//! Sect. 2.3: one job to a slot, and backfilling in slots.

use super::setting::{CLASSES, ONCE, Weight, cell, nodes, periods, weighted};
use crate::numbers::number;
use crate::{Case, Cell, Claim, Findings, Item, Listing, Options, Plan, Unavailable, Verdict};
use scheduling::availability::calendar::Level;
use scheduling::criteria::Report;
use scheduling::system::System;
use scheduling::system::imprecise_calendar::{Configured, ImpreciseCalendar};
use workload::{Time, Workload};

pub const ITEM: Item = Item {
    key: "slots",
    title: "Sect. 2.3: jobs in slots",
    section: "Sect. 2.3",
    paper: "Why one job to a slot wastes little: short events get fine slots, and slotted time helps to backfill.",
    needs_log: true,
    plan,
    conclude,
    open: crate::nothing_open,
};

/// Figure 4's configurations of several levels.
const CONFIGURATIONS: [Configured; 5] = [
    Configured::Configuration2,
    Configured::Configuration3,
    Configured::Configuration4,
    Configured::Configuration5,
    Configured::Configuration6,
];

/// Calendars of one level: the length of their slots, in seconds. With the first, time is not slotted.
const LENGTHS: [Time; 4] = [1, 10, 40, 320];

/// Cells of a period.
const OF_PERIOD: usize = CONFIGURATIONS.len() + LENGTHS.len();

fn plan(logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
    let nodes = nodes(logs);
    let mut cells = Vec::new();
    for period in &periods(logs, options)? {
        let of = |name: String, settings: ImpreciseCalendar| {
            let label = format!("{}, {name}", period.name);
            let system = System::ImpreciseCalendar(settings);
            cell(label, &period.selection, vec![nodes], system)
        };
        cells.extend(CONFIGURATIONS.iter().zip(2..).map(|(&configuration, at)| {
            let settings = ImpreciseCalendar { configuration, ..ImpreciseCalendar::default() };
            of(format!("configuration {at}"), settings)
        }));
        cells.extend(LENGTHS.map(|length| {
            let settings = ImpreciseCalendar {
                configuration: Configured::Levels,
                levels: vec![Level { count: None, length }],
                ..ImpreciseCalendar::default()
            };
            of(format!("slots of {length} s"), settings)
        }));
    }
    Ok(cells)
}

/// The runs of a month: those of configurations, and those of one level.
struct Month<'a> {
    name: &'a str,
    configurations: &'a [Report],
    flat: &'a [Report],
}

/// The share of the jobs of a class, counted as in [`CLASSES`], that were given a finest slot when they were submitted,
/// in percent.
fn finest(report: &Report, class: usize) -> Option<f64> {
    const KEYS: [&str; CLASSES.len()] =
        ["finest_slot", "finest_slot_below_10", "finest_slot_10_100", "finest_slot_100_1000", "finest_slot_above_1000"];
    report.measures.get(KEYS[class]).copied()
}

/// Whether more than half of the short jobs are given finest slots.
fn short_events(months: &[Month]) -> Vec<Case> {
    let mut cases = Vec::new();
    for month in months {
        for (report, at) in month.configurations.iter().zip(2..) {
            // "Small duration jobs" are those of 10 to 100 s in Sect. 3.1; those below are shorter still.
            for class in [1, 2] {
                let Some(share) = finest(report, class) else {
                    continue;
                };
                let name = format!("{}, configuration {at}, {}", month.name, CLASSES[class]);
                let evidence = number(share, 1) + " %";
                cases.push(Case::new(name, Verdict::exact(share > 50.0), evidence));
            }
        }
    }
    cases
}

/// The share of the jobs that start while one submitted earlier waits, in percent.
fn backfilled(report: &Report) -> Option<f64> {
    let waits = report.waits.as_ref()?;
    Some(100.0 * f64::from(waits.backfilled) / waits.from_ready.jobs().max(1) as f64)
}

/// Whether more jobs are moved ahead of others in slots than in time that is not slotted.
fn ability(months: &[Month]) -> Vec<Case> {
    let mut cases = Vec::new();
    for month in months {
        let Some(plain) = month.flat.first().and_then(backfilled) else {
            continue;
        };
        for (report, length) in month.flat.iter().zip(LENGTHS).skip(1) {
            let Some(slotted) = backfilled(report) else {
                continue;
            };
            let evidence = format!("{} % against {} %", number(slotted, 2), number(plain, 2));
            let name = format!("{}, slots of {length} s", month.name);
            cases.push(Case::new(name, Verdict::exact(slotted > plain), evidence));
        }
    }
    cases
}

fn claims(months: &[Month]) -> Vec<Claim> {
    let claim = |sentence: &str, test: &str, cases: &[Case]| {
        Claim::new("Sect. 2.3", sentence, &format!("{test} {ONCE}"), cases)
    };
    let ability = ability(months);
    let verdicts: Vec<Verdict> = ability.iter().map(|it| it.verdict).collect();
    vec![
        claim(
            "short duration events tend to get submitted into the system near their execution time, and will likely \
             get assigned to S_0 sized slots",
            "Under Figure 4's configurations of several levels, of the jobs that ran for less than 10 s, and for 10 to \
             100 s: more than half were given a place that begins in a finest slot when they were submitted.",
            &short_events(months),
        ),
        Claim {
            verdict: Verdict::of_most(&verdicts),
            ..claim(
                "the use of a slotted time in our scheduler often improves the ability to backfill jobs since the \
                 length of all jobs is an integer multiple of the fundamental slot size",
                "Calendars of one level, of slots of 10, 40 and 320 s against slots of 1 s, with which time is not \
                 slotted: more jobs start while one submitted earlier waits. “Often” is more than half of the cases.",
                &ability,
            )
        },
    ]
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let periods = periods(logs, &plan.options).unwrap_or_default();
    let runs = periods.iter().zip(reports.chunks_exact(OF_PERIOD));
    let months: Vec<Month> = runs
        .map(|(period, reports)| Month {
            name: &period.name,
            configurations: &reports[..CONFIGURATIONS.len()],
            flat: &reports[CONFIGURATIONS.len()..],
        })
        .collect();
    Findings {
        setting: format!(
            "All jobs of the month that ran, on {} nodes, from an empty machine; jobs are stopped at their limits, and \
             moved forward when slots are split and when a job ends.",
            nodes(logs)
        ),
        claims: claims(&months),
        listings: vec![finest_listing(&months), flat_listing(&months)],
        ..Findings::default()
    }
}

fn finest_listing(months: &[Month]) -> Listing {
    let mut head = vec!["configuration".to_owned()];
    for month in months {
        head.extend(CLASSES.map(|class| format!("{}, {class}", month.name)));
    }
    let rows = (0..CONFIGURATIONS.len()).map(|at| {
        let mut row = vec![(at + 2).to_string()];
        for month in months {
            row.extend((0..CLASSES.len()).map(|class| {
                let share = month.configurations.get(at).and_then(|it| finest(it, class));
                share.map_or("–".to_owned(), |it| number(it, 1) + " %")
            }));
        }
        row
    });
    Listing {
        title: "Jobs that were given a place in a finest slot when they were submitted".to_owned(),
        head,
        rows: rows.collect(),
    }
}

fn flat_listing(months: &[Month]) -> Listing {
    let mut head = vec!["slots".to_owned()];
    for month in months {
        head.push(format!("{}, jobs that start ahead", month.name));
        head.extend(Weight::ALL.map(|it| format!("delay weighted {}", it.words())));
    }
    let rows = LENGTHS.iter().enumerate().map(|(at, length)| {
        let mut row = vec![format!("{length} s")];
        for month in months {
            let report = month.flat.get(at);
            let share = report.and_then(backfilled);
            row.push(share.map_or("–".to_owned(), |it| number(it, 2) + " %"));
            row.extend(Weight::ALL.map(|weight| {
                let delay = report.and_then(|it| weighted(it, weight));
                delay.map_or("–".to_owned(), |it| number(it, 2))
            }));
        }
        row
    });
    Listing { title: "Calendars of one level".to_owned(), head, rows: rows.collect() }
}
