//! Figure 2: how long the log's tasks waited.

use crate::criteria::Report;
use crate::experiment::reproduce::numbers::number;
use crate::experiment::reproduce::{
    Cell, Claim, Figure, Findings, Item, Options, Picture, Plan, Unavailable, Verdict,
};
use crate::workload::{Time, Workload};

pub const ITEM: Item = Item {
    key: "figure-2",
    title: "Figure 2: waiting times in the log",
    section: "Sect. 2.1",
    paper: "A histogram of the waiting times that users accepted on the SDSC SP2. Some used the \
            machine interactively, others tolerated long waits; there are many peaks.",
    plan,
    conclude,
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

fn waits(log: &Workload, options: &Options) -> Vec<Time> {
    let taken = |id: u32| {
        options
            .jobs
            .is_none_or(|(first, last)| (first..=last).contains(&id))
    };
    let records = log
        .records
        .iter()
        .filter(|record| taken(record.id) && record.wait >= 0);
    records.map(|record| record.wait).collect()
}

/// Nothing is run: the figure is of the log alone.
fn plan(logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
    let known = logs
        .first()
        .is_some_and(|log| !waits(log, options).is_empty());
    if known {
        Ok(Vec::new())
    } else {
        Err(Unavailable(
            "the log does not know how long its jobs waited".to_owned(),
        ))
    }
}

fn conclude(plan: &Plan, logs: &[Workload], _: &[Report]) -> Findings {
    let Some(log) = logs.first() else {
        return Findings::default();
    };
    let waits = waits(log, &plan.options);
    let hourly = hourly(&waits);
    let caption = format!("{}, {} jobs.", log.name, number(waits.len() as f64, 0));
    let histogram = |name: &str, title: &str, x_label: &str, classes: Vec<(String, f64)>| Figure {
        name: name.to_owned(),
        title: title.to_owned(),
        caption: caption.clone(),
        picture: Picture::Histogram {
            x_label: x_label.to_owned(),
            y_label: "jobs".to_owned(),
            classes,
        },
    };
    let names = hourly.iter().enumerate().skip(1);
    let from_one = names.map(|(hour, &jobs)| (hour.to_string(), jobs as f64));
    Findings {
        setting: format!(
            "All {} jobs of the log whose wait is known ({} of the {} that the paper's log has). \
             The paper's classes cannot be read from its text; ours are of an hour, and a second \
             picture with classes that grow.",
            number(waits.len() as f64, 0),
            number(log.records.len() as f64, 0),
            log.header.get("MaxJobs").unwrap_or("unknown number"),
        ),
        claims: claims(&waits, &hourly),
        figures: vec![
            histogram(
                "figure-2",
                "Figure 2: waiting time from one hour on",
                "whole hours waited",
                from_one.collect(),
            ),
            histogram(
                "figure-2-spans",
                "Figure 2: waiting time, classes that grow",
                "waited up to",
                spans(&waits),
            ),
        ],
        ..Findings::default()
    }
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
            let jobs = waits
                .iter()
                .filter(|&&wait| wait > above && wait <= up_to)
                .count();
            above = up_to;
            (name.to_owned(), jobs as f64)
        })
        .collect()
}

/// The classes with more jobs than either neighbour.
fn peaks(classes: &[usize]) -> Vec<usize> {
    let inner = 1..classes.len().saturating_sub(1);
    inner
        .filter(|&at| classes[at] > classes[at - 1] && classes[at] > classes[at + 1])
        .collect()
}

fn claims(waits: &[Time], hourly: &[usize]) -> Vec<Claim> {
    let share = |from: Time, to: Time| {
        let jobs = waits
            .iter()
            .filter(|&&wait| (from..to).contains(&wait))
            .count();
        jobs as f64 / waits.len().max(1) as f64
    };
    let (short, long) = (share(0, 600), share(4 * HOUR, Time::MAX));
    let peaks = peaks(hourly);
    let named: Vec<String> = peaks.iter().take(12).map(|hour| hour.to_string()).collect();
    vec![
        Claim::with(
            "Sect. 2.1",
            "Some users accept only short waits, others tolerate long ones.",
            Verdict::of_all(&[short > 0.1, long > 0.1]),
            format!(
                "{} % waited less than 10 minutes, {} % four hours or more.",
                number(100.0 * short, 1),
                number(100.0 * long, 1)
            ),
        ),
        Claim::new(
            "Sect. 2.1",
            "The histogram has many peaks.",
            peaks.len() >= 5,
            format!(
                "{} of {HOURS} classes of an hour hold more jobs than both neighbours, among them {} h.",
                peaks.len(),
                named.join(", ")
            ),
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
    fn a_peak_is_higher_than_both_neighbours() {
        assert_eq!(peaks(&[1, 3, 2, 2, 5, 5, 1, 2]), [1]);
        assert_eq!(peaks(&[2, 1, 3, 0]), [2]);
        assert!(peaks(&[]).is_empty());
    }
}
