//! Sect. 2.3: one job to a slot, and backfilling in slots.

use super::setting::{CLASSES, Month, ONCE, Weight, calendar, cells, months, nodes, weighted};
use crate::prelude::*;
use scheduling::availability::calendar::Level;
use scheduling::criteria::wait_profile::WaitProfile;
use scheduling::system::System;
use scheduling::system::imprecise_calendar::{Configured, ImpreciseCalendar};
use workload::Time;

pub const ITEM: Item = Item {
    key: "slots",
    title: "Sect. 2.3: jobs in slots",
    section: "Sect. 2.3",
    paper: "Why one job to a slot wastes little: short events get fine slots, and slotted time helps to backfill.",
    plan,
    conclude,
    ..ON_LOG
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

fn plan(logs: &[Workload], options: &Options) -> Planned {
    let configurations = CONFIGURATIONS.into_iter().zip(2..);
    let configurations = configurations.map(|(it, at)| (format!("configuration {at}"), calendar(it)));
    let flat = LENGTHS.map(|length| {
        let levels = vec![Level { count: None, length }];
        (format!("slots of {length} s"), ImpreciseCalendar { levels, ..calendar(Configured::Levels) })
    });
    cells(logs, options, configurations.chain(flat).map(|(name, it)| (name, System::ImpreciseCalendar(it))))
}

/// The runs of a month under several levels, and under one.
fn split<'a>(month: &Month<'a>) -> (&'a [Report], &'a [Report]) {
    month.reports.split_at(CONFIGURATIONS.len())
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
        for (report, at) in split(month).0.iter().zip(2..) {
            // "Small duration jobs" are those of 10 to 100 s in Sect. 3.1; those below are shorter still.
            for class in [1, 2] {
                let Some(share) = finest(report, class) else {
                    continue;
                };
                let name = format!("{}, configuration {at}, {}", month.name, CLASSES[class]);
                let evidence = number(share, 1) + " %";
                cases.push(Case::exact(name, share > 50.0, evidence));
            }
        }
    }
    cases
}

/// The share of the jobs that start while one submitted earlier waits, in percent.
fn backfilled(report: &Report) -> f64 {
    let share = |it: &WaitProfile| 100.0 * f64::from(it.backfilled) / it.from_ready.jobs().max(1) as f64;
    report.waits.as_deref().map_or(f64::NAN, share)
}

/// Whether more jobs are moved ahead of others in slots than in time that is not slotted.
fn ability(months: &[Month]) -> Vec<Case> {
    let mut cases = Vec::new();
    for month in months {
        let (_, flat) = split(month);
        let plain = backfilled(&flat[0]);
        for (report, length) in flat.iter().zip(LENGTHS).skip(1) {
            let slotted = backfilled(report);
            let evidence = format!("{} % against {} %", number(slotted, 2), number(plain, 2));
            let name = format!("{}, slots of {length} s", month.name);
            cases.push(Case::exact(name, slotted > plain, evidence));
        }
    }
    cases
}

fn claims(months: &[Month]) -> Vec<Claim> {
    let claim = |sentence: &str, test: &str, cases: &[Case]| {
        Claim::new("Sect. 2.3", sentence, &format!("{test} {ONCE}"), cases)
    };
    vec![
        claim(
            "short duration events tend to get submitted into the system near their execution time, and will likely \
             get assigned to S_0 sized slots",
            "Under Figure 4's configurations of several levels, of the jobs that ran for less than 10 s, and for 10 to \
             100 s: more than half were given a place that begins in a finest slot when they were submitted.",
            &short_events(months),
        ),
        claim(
            "the use of a slotted time in our scheduler often improves the ability to backfill jobs since the \
             length of all jobs is an integer multiple of the fundamental slot size",
            "Calendars of one level, of slots of 10, 40 and 320 s against slots of 1 s, with which time is not \
             slotted: more jobs start while one submitted earlier waits. “Often” is more than half of the cases.",
            &ability(months),
        )
        .judged(Verdict::of_most),
    ]
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let months = months(plan, logs, reports, CONFIGURATIONS.len() + LENGTHS.len());
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
            let share = |class: usize| or_dash(finest(&split(month).0[at], class), 1, " %");
            row.extend((0..CLASSES.len()).map(share));
        }
        row
    });
    Listing::new("Jobs that were given a place in a finest slot when they were submitted", head, rows)
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
            let report = &split(month).1[at];
            row.push(number(backfilled(report), 2) + " %");
            row.extend(Weight::ALL.map(|weight| or_dash(weighted(report, weight), 2, "")));
        }
        row
    });
    Listing::new("Calendars of one level", head, rows)
}
