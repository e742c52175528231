//! Figure 2: how long the log's tasks waited.

use crate::prelude::*;
use std::collections::BTreeMap;

use workload::{Record, Time, Workload};

pub const ITEM: Item = Item {
    key: "figure-2",
    title: "Figure 2: waiting times in the log",
    section: "Sect. 2.1",
    paper: "A histogram of the waiting times that users accepted on the SDSC SP2. Some used the \
            machine interactively, others tolerated long waits; there are many peaks.",
    plan,
    conclude,
    ..ON_LOG
};

/// Width of a class of the first picture, and how many there are.
const HOUR: Time = 3600;
const HOURS: usize = 48;

/// Upper ends of the classes of the second picture, with their names.
const SPANS: [(Time, &str); 10] = [
    (10, "≤ 10 s"),
    (60, "1 min"),
    (600, "10 min"),
    (1800, "30 min"),
    (HOUR, "1 h"),
    (4 * HOUR, "4 h"),
    (12 * HOUR, "12 h"),
    (24 * HOUR, "1 d"),
    (72 * HOUR, "3 d"),
    (Time::MAX, "more"),
];

/// The selected jobs with a known wait.
fn taken<'a>(log: &'a Workload, options: &Options) -> impl Iterator<Item = &'a Record> {
    let jobs = options.jobs;
    log.records().iter().filter(move |record| {
        let is_asked = jobs.is_none_or(|(first, last)| (first..=last).contains(&record.id));
        is_asked && record.wait >= 0
    })
}

/// There are no runs: the figure is of the log alone.
fn plan(logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
    let known = logs.first().is_some_and(|log| taken(log, options).next().is_some());
    if known { Ok(Vec::new()) } else { Err(Unavailable("the log does not know how long its jobs waited".to_owned())) }
}

fn conclude(plan: &Plan, logs: &[Workload], _: &[Report]) -> Findings {
    let Some(log) = logs.first() else {
        return Findings::default();
    };
    let waits: Vec<Time> = taken(log, &plan.options).map(|record| record.wait).collect();
    let hourly = hourly(&waits);
    let jobs = number(waits.len() as f64, 0);
    let caption = format!("{}, {jobs} jobs.", log.name);
    let histogram = |name: &str, title: &str, x_label: &str, classes: Vec<(String, f64)>| Figure {
        name: name.to_owned(),
        title: title.to_owned(),
        caption: caption.clone(),
        picture: Picture::Histogram { x_label: x_label.to_owned(), y_label: "jobs".to_owned(), classes },
    };
    let from_one = hourly.iter().enumerate().skip(1).map(|(hour, &jobs)| (hour.to_string(), jobs as f64));
    Findings {
        setting: format!(
            "All {jobs} jobs of the log whose wait is known ({} of the {} that the paper's log has). \
             The paper's classes cannot be read from its text; ours are of an hour, and a second \
             picture with classes that grow.",
            number(log.records().len() as f64, 0),
            whole_log(log),
        ),
        claims: claims(log, &plan.options, &hourly),
        figures: vec![
            histogram("figure-2", "Figure 2: waiting time from one hour on", "whole hours waited", from_one.collect()),
            histogram("figure-2-spans", "Figure 2: waiting time, classes that grow", "waited up to", spans(&waits)),
        ],
        ..Findings::default()
    }
}

/// How many jobs the log's header promises.
fn whole_log(log: &Workload) -> String {
    let text = log.header().get("MaxJobs").unwrap_or("unknown number");
    text.parse().map_or(text.to_owned(), |jobs| number(jobs, 0))
}

/// How many jobs waited 0, 1, 2... whole hours.
fn hourly(waits: &[Time]) -> Vec<usize> {
    let mut classes = vec![0; HOURS];
    for &wait in waits {
        if let Some(class) = classes.get_mut((wait / HOUR) as usize) {
            *class += 1;
        }
    }
    classes
}

fn spans(waits: &[Time]) -> Vec<(String, f64)> {
    let mut above = Time::MIN;
    SPANS
        .into_iter()
        .map(|(up_to, name)| {
            let jobs = waits.iter().filter(|&&wait| wait > above && wait <= up_to).count();
            above = up_to;
            (name.to_owned(), jobs as f64)
        })
        .collect()
}

/// The classes that stand out of both neighbours by more than chance: counts of independent jobs a
/// and b differ by more than 1.96 √(a + b) in 5 of 100 cases.
fn peaks(classes: &[usize]) -> Vec<usize> {
    let stands_out = |at: usize, beside: usize| {
        let (own, other) = (classes[at] as f64, classes[beside] as f64);
        own - other > 1.96 * libm::sqrt(own + other)
    };
    let inner = 1..classes.len().saturating_sub(1);
    inner.filter(|&at| stands_out(at, at - 1) && stands_out(at, at + 1)).collect()
}

/// The least number of jobs of a user that is counted.
const JOBS_OF_A_USER: usize = 10;

/// How many users have at least [`JOBS_OF_A_USER`] jobs; how many of them have only jobs that
/// waited less than ten minutes; how many have jobs that waited four hours and more.
fn users(log: &Workload, options: &Options) -> (usize, usize, usize) {
    let mut waits: BTreeMap<i64, Vec<Time>> = BTreeMap::new();
    for record in taken(log, options) {
        waits.entry(record.user).or_default().push(record.wait);
    }
    let all: Vec<Vec<Time>> = waits.into_values().filter(|waits| waits.len() >= JOBS_OF_A_USER).collect();
    let short = all.iter().filter(|waits| waits.iter().all(|&wait| wait < 600)).count();
    let long = all.iter().filter(|waits| waits.iter().any(|&wait| wait >= 4 * HOUR)).count();
    (all.len(), short, long)
}

fn claims(log: &Workload, options: &Options, hourly: &[usize]) -> Vec<Claim> {
    let (users, short, long) = users(log, options);
    let peaks = peaks(hourly);
    let named = joined(peaks.iter().map(usize::to_string), ", ");
    let named = if named.is_empty() { "none".to_owned() } else { named + " h" };
    vec![
        Claim::new(
            "Sect. 2.1",
            "different end-users were using this particular computing cluster in a more interactive \
             way by accepting only relatively small task waiting time periods, whereas there were also \
             end-users tolerating longer task waiting time periods",
            "Users with ten jobs or more: there are some whose jobs all waited less than ten minutes, \
             and some who let a job wait for four hours. A log does not say which waits they would \
             have accepted. Users of a part of the log are users of the whole.",
            &[Case::new(
                "",
                Verdict::exact(short > 0 && long > 0),
                format!("Of {users} users {short} waited less than ten minutes each time, {long} four hours or more"),
            )],
        )
        .by_our_margin(),
        Claim::new(
            "Sect. 2.1",
            "one should easily note many peaks in the histogram",
            "Classes of an hour that hold more jobs than both neighbours by more than chance would \
             have it (1.96 standard errors of the difference of two counts). The paper's classes are \
             not known, and its log is longer: fewer than two leave it open.",
            &[Case::new(
                "",
                if peaks.len() < 2 { Verdict::CannotTell } else { Verdict::Holds },
                format!("{} of {HOURS} classes: {named}", peaks.len()),
            )],
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wait_falls_into_one_class() {
        let waits = [0, 10, 11, 3599, 3600, 90_000, 1_000_000];
        let classes = spans(&waits);
        assert_eq!(classes.iter().map(|(_, jobs)| jobs).sum::<f64>(), 7.0);
        assert_eq!((classes[0].1, classes[1].1, classes[4].1), (2.0, 1.0, 2.0));
        let hours = hourly(&waits);
        assert_eq!((hours[0], hours[1], hours[25]), (4, 1, 1));
    }

    #[test]
    fn a_peak_stands_out_of_both_neighbours_by_more_than_chance() {
        // 30 and 10 differ by 3.2 standard errors, 3 and 1 by one.
        assert_eq!(peaks(&[10, 30, 10, 20, 50, 50, 1, 2]), [1]);
        assert!(peaks(&[2, 1, 3, 0, 3, 1]).is_empty());
        assert!(peaks(&[]).is_empty());
    }
}
