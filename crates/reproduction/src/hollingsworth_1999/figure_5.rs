//! Figure 5: imprecise calendars beside backfilling.

use super::setting::{CLASSES, Month, ONCE, Weight, backfilling, calendar, cells, delay, months, nodes, weighted};
use crate::prelude::*;
use scheduling::system::System;
use scheduling::system::imprecise_calendar::Configured;
use scheduling::system::two_level::QueuePolicy;

pub const ITEM: Item = Item {
    key: "figure-5",
    title: "Figure 5: imprecise calendars and backfilling",
    section: "Sect. 3.1",
    paper: "Mean queuing delay of KTH's October and November 1996 with imprecise calendars and with “a \
            variation on a traditional backfilling scheduler”.",
    plan,
    conclude,
    ..ON_LOG
};

/// The backfilling scheduler's in November, and that of imprecise calendars.
const PAPER_NOVEMBER: [f64; 2] = [10.0, 5.0];

/// "Approximately the same": within a tenth.
const ABOUT: f64 = 0.1;

/// The two configurations that can be meant, then three kinds of backfilling.
const SCHEDULERS: [(&str, Scheduler); 5] = [
    ("imprecise calendar, configuration 6", Scheduler::Calendar(Configured::Configuration6)),
    ("imprecise calendar, configuration 1", Scheduler::Calendar(Configured::Configuration1)),
    ("FCFS-BF", Scheduler::Backfilling(QueuePolicy::FcfsBackfilling)),
    ("EASY", Scheduler::Backfilling(QueuePolicy::Easy)),
    ("conservative", Scheduler::Backfilling(QueuePolicy::Conservative)),
];
const CALENDARS: std::ops::Range<usize> = 0..2;
const BACKFILLING: std::ops::Range<usize> = 2..5;

#[derive(Clone, Copy)]
enum Scheduler {
    Calendar(Configured),
    Backfilling(QueuePolicy),
}

impl Scheduler {
    fn system(self) -> System {
        match self {
            Self::Calendar(configuration) => System::ImpreciseCalendar(calendar(configuration)),
            Self::Backfilling(queue) => backfilling(queue),
        }
    }
}

fn plan(logs: &[Workload], options: &Options) -> Planned {
    cells(logs, options, SCHEDULERS.into_iter().map(|(name, it)| (name.to_owned(), it.system())))
}

fn cases(month: &Month, holds: fn(f64, f64) -> bool) -> Vec<Case> {
    let mut cases = Vec::new();
    for weight in Weight::ALL {
        let of = |at: usize| Some((SCHEDULERS[at].0, weighted(&month.reports[at], weight)?));
        for (calendar, ours) in CALENDARS.filter_map(of) {
            for (other, theirs) in BACKFILLING.filter_map(of) {
                let evidence = format!("{} and {}", number(ours, 2), number(theirs, 2));
                let name = format!("{}, {}, {calendar} and {other}", month.name, weight.words());
                cases.push(Case::exact(name, holds(ours, theirs), evidence));
            }
        }
    }
    cases
}

fn claims(months: &[Month]) -> Vec<Claim> {
    let of = |month: Option<&Month>, holds| month.map_or(Vec::new(), |it| cases(it, holds));
    let claim = |sentence: &str, test: &str, cases: &[Case]| {
        let test = format!("{test} {ONCE}");
        Claim::new("Sect. 3.1, on Fig. 5", sentence, &test, cases)
    };
    vec![
        claim(
            "for the October workload, imprecise calendars achieve approximately the same mean job queuing \
             delay as the backfill-based scheduler",
            "Weighted delays within a tenth of each other.",
            &of(months.first(), |ours, theirs| (ours - theirs).abs() <= ABOUT * theirs),
        )
        .by_our_margin(),
        claim(
            "for the November workload, imprecise calendars were able to reduce the mean job queuing delay by \
             a factor of two (from 10 to 5) compared with a backfilling scheduler",
            "Weighted delay of backfilling is twice that of the calendar or more.",
            &of(months.last(), |ours, theirs| theirs >= 2.0 * ours),
        ),
    ]
}

/// Every report with its name, in the order of the cells.
fn each<'a>(months: &'a [Month]) -> impl Iterator<Item = (String, &'a Report)> {
    months.iter().flat_map(|month| {
        SCHEDULERS.iter().zip(month.reports).map(|((name, _), report)| (format!("{}, {name}", month.name), report))
    })
}

fn rows(months: &[Month], is_the_months: bool, weight: Weight) -> Vec<Row> {
    // Conservative backfilling in November, and the configuration that the text calls the best.
    let printed = |cell: usize| match cell.checked_sub(SCHEDULERS.len()) {
        Some(4) => Some(PAPER_NOVEMBER[0]),
        Some(0) => Some(PAPER_NOVEMBER[1]),
        _ => None,
    };
    let row = |(cell, (label, report)): (usize, (String, &Report))| {
        let paper = printed(cell).filter(|_| is_the_months);
        let ours = Measured::exact(weighted(report, weight)?);
        Some(Row::new(label, Quantity::Count, paper, ours).of_cell(cell))
    };
    each(months).enumerate().filter_map(row).collect()
}

fn listing(months: &[Month], weight: Weight) -> Listing {
    let mut head = vec![String::new()];
    head.extend(CLASSES.map(str::to_owned));
    head.extend(["mean over jobs", "by the limit", "mean wait (s)"].map(str::to_owned));
    let rows = each(months).filter_map(|(name, report)| {
        let all = delay(report, 0)?;
        let of_class = |class: usize| or_dash(delay(report, class).map(|it| weight.of(&it)), 2, "");
        let mut row = vec![name];
        row.extend((0..CLASSES.len()).map(of_class));
        row.extend([number(all.by_run_time, 1), number(all.by_limit, 2), number(report.mean_waiting_time, 0)]);
        Some(row)
    });
    Listing::new(
        format!("Weighted {}; all jobs also as the mean over jobs, by run time and by limit", weight.words()),
        head,
        rows,
    )
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let months = months(plan, logs, reports, SCHEDULERS.len());
    Findings {
        setting: format!(
            "All jobs of the month that ran, on {} nodes, stopped at their limits by all schedulers. The \
             paper's backfilling is “a variation” of Feitelson and Weil's: three kinds are run, of which \
             conservative backfilling is nearest, as it promises every job its start.",
            nodes(logs)
        ),
        comparisons: Weight::ALL
            .map(|weight| Comparison {
                title: format!("Mean queuing delay weighted {}", weight.words()),
                rows: rows(&months, plan.options.jobs.is_none(), weight),
            })
            .to_vec(),
        claims: claims(&months),
        listings: Weight::ALL.map(|weight| listing(&months, weight)).to_vec(),
        remarks: vec![
            "Backfilling starts jobs at any second, a calendar at the beginning of a slot. Both know the \
             same limits."
                .to_owned(),
        ],
        ..Findings::default()
    }
}
