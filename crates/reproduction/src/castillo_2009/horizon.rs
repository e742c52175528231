//! The horizon H and the number of attempts R_max, which the paper does not vary.

use super::setting::{cells, words};
use crate::prelude::*;
use scheduling::system::co_allocation::CoAllocation;
use workload::Time;

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
