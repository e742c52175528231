//! Figure 5: imprecise calendars beside backfilling.

use super::setting::{CLASSES, ONCE, Period, Weight, cell, delay, nodes, periods, weighted};
use crate::numbers::number;
use crate::{
    Case, Cell, Claim, Comparison, Findings, Item, Listing, Measured, Options, Plan, Quantity, Row, Unavailable,
    Verdict,
};
use scheduling::criteria::Report;
use scheduling::system::System;
use scheduling::system::imprecise_calendar::{Configured, ImpreciseCalendar};
use scheduling::system::two_level::{OverLimit, QueuePolicy, TwoLevel};
use workload::Workload;

pub const ITEM: Item = Item {
    key: "figure-5",
    title: "Figure 5: imprecise calendars and backfilling",
    section: "Sect. 3.1",
    paper: "Mean queuing delay of KTH's October and November 1996 with imprecise calendars and with “a \
            variation on a traditional backfilling scheduler”.",
    needs_log: true,
    plan,
    conclude,
    open: crate::nothing_open,
};

/// The backfilling scheduler's in November, and that of imprecise calendars.
const PAPER_NOVEMBER: [f64; 2] = [10.0, 5.0];

/// "Approximately the same": within a tenth.
const ABOUT: f64 = 0.1;

/// The two configurations that can be meant, then three kinds of backfilling.
const SCHEDULERS: [&str; 5] =
    ["imprecise calendar, configuration 6", "imprecise calendar, configuration 1", "FCFS-BF", "EASY", "conservative"];
const BACKFILLING: std::ops::Range<usize> = 2..5;

fn system(scheduler: usize) -> System {
    let imprecise =
        |configuration| System::ImpreciseCalendar(ImpreciseCalendar { configuration, ..ImpreciseCalendar::default() });
    let queue = match scheduler {
        0 => return imprecise(Configured::Configuration6),
        1 => return imprecise(Configured::Configuration1),
        2 => QueuePolicy::FcfsBackfilling,
        3 => QueuePolicy::Easy,
        _ => QueuePolicy::Conservative,
    };
    let mut model = TwoLevel::default();
    model.local.queue = queue;
    // As with calendars, so that all have the same work.
    model.local.over_limit = OverLimit::Kill;
    System::TwoLevel(model)
}

fn plan(logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
    let mut cells = Vec::new();
    for period in &periods(logs, options)? {
        for (at, name) in SCHEDULERS.iter().enumerate() {
            let label = format!("{}, {name}", period.name);
            cells.push(cell(label, &period.selection, vec![nodes(logs)], system(at)));
        }
    }
    Ok(cells)
}

fn cases(name: &str, reports: &[Report], calendars: &[usize], holds: impl Fn(f64, f64) -> bool) -> Vec<Case> {
    let mut cases = Vec::new();
    let all = Weight::ALL.into_iter().flat_map(|weight| calendars.iter().map(move |&calendar| (weight, calendar)));
    for (weight, calendar) in all {
        for other in BACKFILLING {
            let of = |at: usize| weighted(reports.get(at)?, weight);
            let (Some(ours), Some(theirs)) = (of(calendar), of(other)) else {
                continue;
            };
            let evidence = format!("{} and {}", number(ours, 2), number(theirs, 2));
            let name = format!("{name}, {}, {} and {}", weight.words(), SCHEDULERS[calendar], SCHEDULERS[other]);
            cases.push(Case::new(name, Verdict::exact(holds(ours, theirs)), evidence));
        }
    }
    cases
}

/// A month, with a report for each scheduler.
type Month<'a> = (&'a Period, &'a [Report]);

fn claims(months: &[Month]) -> Vec<Claim> {
    let of = |month: Option<&Month>, holds: &dyn Fn(f64, f64) -> bool| {
        month.map_or(Vec::new(), |(period, reports)| cases(&period.name, reports, &[0, 1], holds))
    };
    let claim = |sentence: &str, test: &str, cases: &[Case]| {
        let test = format!("{test} {ONCE}");
        Claim::new("Sect. 3.1, on Fig. 5", sentence, &test, cases)
    };
    vec![
        claim(
            "for the October workload, imprecise calendars achieve approximately the same mean job queuing \
             delay as the backfill-based scheduler",
            "Weighted delays within a tenth of each other.",
            &of(months.first(), &|ours, theirs| (ours - theirs).abs() <= ABOUT * theirs),
        ),
        claim(
            "for the November workload, imprecise calendars were able to reduce the mean job queuing delay by \
             a factor of two (from 10 to 5) compared with a backfilling scheduler",
            "Weighted delay of backfilling is twice that of the calendar or more.",
            &of(months.last(), &|ours, theirs| theirs >= 2.0 * ours),
        ),
    ]
}

/// Calls `of` with every report, its name, and the index of its cell.
fn each<T>(months: &[Month], of: impl Fn(&Report, String, usize) -> Option<T>) -> Vec<T> {
    let all = months.iter().flat_map(|(period, reports)| {
        reports.iter().zip(SCHEDULERS).map(move |(report, name)| (report, format!("{}, {name}", period.name)))
    });
    all.enumerate().filter_map(|(cell, (report, name))| of(report, name, cell)).collect()
}

fn rows(months: &[Month], is_the_months: bool, weight: Weight) -> Vec<Row> {
    // Conservative backfilling in November, and the configuration that the text calls the best.
    let printed = |cell: usize| match cell.checked_sub(SCHEDULERS.len()) {
        Some(4) => Some(PAPER_NOVEMBER[0]),
        Some(0) => Some(PAPER_NOVEMBER[1]),
        _ => None,
    };
    each(months, |report, label, cell| {
        Some(Row {
            label,
            quantity: Quantity::Count,
            paper: printed(cell).filter(|_| is_the_months),
            ours: Measured::exact(weighted(report, weight)?),
            from_ready: None,
            cell: Some(cell),
        })
    })
}

fn listing(months: &[Month], weight: Weight) -> Listing {
    let mut head = vec![String::new()];
    head.extend(CLASSES.map(str::to_owned));
    head.extend(["mean over jobs", "by the limit", "mean wait (s)"].map(str::to_owned));
    let rows = each(months, |report, name, _| {
        let all = delay(report, 0)?;
        let mut row = vec![name];
        row.extend(
            (0..CLASSES.len())
                .map(|class| delay(report, class).map_or("–".to_owned(), |it| number(weight.of(&it), 2))),
        );
        row.extend([number(all.by_run_time, 1), number(all.by_limit, 2)]);
        row.push(number(report.mean_waiting_time, 0));
        Some(row)
    });
    Listing {
        title: format!("Weighted {}; all jobs also as the mean over jobs, by run time and by limit", weight.words()),
        head,
        rows,
    }
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let periods = periods(logs, &plan.options).unwrap_or_default();
    let (reports, _) = reports.as_chunks::<{ SCHEDULERS.len() }>();
    let months = periods.iter().zip(reports.iter().map(|it| &it[..]));
    let months: Vec<Month> = months.collect();
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
