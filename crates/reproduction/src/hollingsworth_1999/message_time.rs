//! Messages that take time: how often a reserve fails, and the cost of that. The paper prints no
//! numbers on it.

use super::figure_8;
use super::setting::{ONCE, Weight, nodes, weighted};
use crate::prelude::*;
use scheduling::system::imprecise_calendar::ImpreciseCalendar;
use workload::Time;

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
