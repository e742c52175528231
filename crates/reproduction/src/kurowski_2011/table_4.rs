//! Table 4: properties of the two sets of tasks.

use super::job_set::{JobSet, Origin, of_first_log, size};
use crate::prelude::*;
use workload::{Record, Workload};

pub const ITEM: Item = Item {
    key: "table-4",
    title: "Table 4: the two sets of tasks",
    section: "Sect. 5.2",
    paper: "Mean run time, requested processors, requested time and inter-arrival time of tasks \
            0-1000 and 68000-69000, and the size that occurs most often.",
    plan,
    conclude,
    ..ON_LOG
};

/// A column of Table 4.
struct Column {
    run_time: f64,
    processors: f64,
    modal_size: f64,
    modal_count: f64,
    requested_time: f64,
    inter_arrival: f64,
}

/// Tasks 0-1000 as printed.
const FIRST: Column = Column {
    run_time: 8259.0,
    processors: 15.0,
    modal_size: 1.0,
    modal_count: 174.0,
    requested_time: 18_166.0,
    inter_arrival: 1169.0,
};

/// Tasks 68000-69000 as printed.
const SECOND: Column = Column {
    run_time: 8135.0,
    processors: 20.0,
    modal_size: 64.0,
    modal_count: 147.0,
    requested_time: 18_995.0,
    inter_arrival: 2507.0,
};

impl Column {
    fn means(&self) -> [f64; 4] {
        [self.run_time, self.processors, self.requested_time, self.inter_arrival]
    }
}

/// Which of a set's tasks are counted.
#[derive(Clone, Copy)]
struct Counted {
    words: &'static str,
    counts: fn(&Record) -> bool,
}

const COUNTED: [Counted; 3] = [
    Counted { words: "all", counts: |_| true },
    Counted { words: "those that ran", counts: |record| record.run_time > 0 },
    Counted {
        words: "those that ran and fit on 64 processors",
        counts: |record| record.run_time > 0 && size(record) <= 64,
    },
];

/// Table 4 of some records.
struct Counts {
    tasks: usize,
    column: Column,
    last_submission: i64,
}

fn counts(records: &[&Record]) -> Counts {
    let tasks = records.len();
    let mean = |value: &dyn Fn(&Record) -> i64| {
        let sum: i64 = records.iter().map(|record| value(record).max(0)).sum();
        sum as f64 / tasks.max(1) as f64
    };
    let submits = || records.iter().map(|record| record.submit);
    let (first, last) = (submits().min().unwrap_or(0), submits().max().unwrap_or(0));
    let mut sizes: Vec<i64> = records.iter().map(|record| size(record)).collect();
    sizes.sort_unstable();
    let modal = sizes.chunk_by(|a, b| a == b).max_by_key(|equal| equal.len());
    let (modal_size, modal_count) = modal.map_or((0.0, 0.0), |equal| (equal[0] as f64, equal.len() as f64));
    Counts {
        tasks,
        column: Column {
            run_time: mean(&|record| record.run_time),
            processors: mean(&|record| size(record)),
            modal_size,
            modal_count,
            requested_time: mean(&|record| record.requested_time),
            inter_arrival: (last - first) as f64 / tasks.saturating_sub(1).max(1) as f64,
        },
        last_submission: last,
    }
}

fn records_of<'a>(set: &JobSet, logs: &'a [Workload], counted: Counted) -> Vec<&'a Record> {
    set.records(logs).filter(|record| (counted.counts)(record)).collect()
}

/// There are no runs: the table is of the log alone.
fn plan(logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
    of_first_log(logs, options).map(|_| Vec::new())
}

fn conclude(plan: &Plan, logs: &[Workload], _: &[Report]) -> Findings {
    let sets = of_first_log(logs, &plan.options).unwrap_or_default();
    let mut findings = Findings {
        setting: "The log alone, nothing is run. The paper does not say which tasks of a set are \
                  counted; ours counts all, those that ran, and those that ran and fit on a \
                  provider of 64 processors. The comparison is with the nearest of the three."
            .to_owned(),
        ..Findings::default()
    };
    for set in &sets {
        let printed = match (set.origin, set.jobs.0) {
            (Origin::Paper, 1) => Some(&FIRST),
            (Origin::Paper, _) => Some(&SECOND),
            _ => None,
        };
        findings.listings.push(listing(set, logs, printed));
        let Some(printed) = printed else { continue };
        if set.jobs.0 == 1 {
            findings.claims = claims(set, logs);
        }
        let nearest = nearest(set, logs, printed);
        findings.comparisons.push(comparison(set, logs, printed, nearest));
        findings.remarks.push(format!(
            "{}: nearest are the means over {} ({} tasks).",
            set.words(),
            nearest.words,
            records_of(set, logs, nearest).len()
        ));
        findings.remarks.extend(arrivals(set, logs, printed, nearest));
    }
    if let Some(set) = sets.iter().find(|set| matches!(set.origin, Origin::StandIn(_))) {
        findings.remarks.push(format!(
            "The log at hand does not hold tasks 68000-69000. In their place: {}. The paper's \
             numbers for its second set: run time 8,135 s, 20 processors, 64 processors 147 times, \
             requested time 18,995 s, inter-arrival time 2,507 s.",
            set.words()
        ));
    }
    findings
}

/// The way of counting whose four means lie nearest, by the mean of their relative distances.
fn nearest(set: &JobSet, logs: &[Workload], printed: &Column) -> Counted {
    let off = |counted: Counted| -> f64 {
        let ours = counts(&records_of(set, logs, counted)).column.means();
        ours.into_iter().zip(printed.means()).map(|(ours, paper)| (ours - paper).abs() / paper).sum()
    };
    let [first, others @ ..] = COUNTED;
    others.into_iter().fold(first, |best, other| if off(other) < off(best) { other } else { best })
}

fn comparison(set: &JobSet, logs: &[Workload], printed: &Column, counted: Counted) -> Comparison {
    let ours = counts(&records_of(set, logs, counted)).column;
    let row = |label, quantity, paper, ours| Row::new(label, quantity, paper, Measured::exact(ours));
    Comparison {
        title: format!("Table 4, {}: {}", set.label(), counted.words),
        rows: vec![
            row("run time", Quantity::Seconds, printed.run_time, ours.run_time),
            row("requested processors", Quantity::Count, printed.processors, ours.processors),
            row("modal size", Quantity::Count, printed.modal_size, ours.modal_size),
            row("tasks of that size", Quantity::Count, printed.modal_count, ours.modal_count),
            row("requested time", Quantity::Seconds, printed.requested_time, ours.requested_time),
            row("inter-arrival time", Quantity::Seconds, printed.inter_arrival, ours.inter_arrival),
        ],
    }
}

fn listing(set: &JobSet, logs: &[Workload], printed: Option<&Column>) -> Listing {
    let line = |name: &str, tasks: String, column: &Column| {
        vec![
            name.to_owned(),
            tasks,
            number(column.run_time, 0),
            number(column.processors, 1),
            format!("{} ({} times)", column.modal_size, column.modal_count),
            number(column.requested_time, 0),
            number(column.inter_arrival, 0),
        ]
    };
    let mut rows: Vec<_> = printed.map(|column| line("the paper", String::new(), column)).into_iter().collect();
    for counted in COUNTED {
        let ours = counts(&records_of(set, logs, counted));
        rows.push(line(counted.words, ours.tasks.to_string(), &ours.column));
    }
    let head = [
        "tasks counted",
        "how many",
        "run time (s)",
        "processors",
        "modal size",
        "requested time (s)",
        "inter-arrival (s)",
    ];
    Listing::new(set.words(), head, rows)
}

/// Where the inter-arrival time differs: from which task that never ran the paper may have counted.
fn arrivals(set: &JobSet, logs: &[Workload], printed: &Column, counted: Counted) -> Option<String> {
    let taken = records_of(set, logs, counted);
    let ours = counts(&taken);
    let off = (ours.column.inter_arrival - printed.inter_arrival) / printed.inter_arrival;
    if off.abs() < 0.02 {
        return None;
    }
    let first = taken.iter().map(|record| record.submit).min()?;
    let before = set.records(logs).filter(|record| record.submit < first);
    let tried = before.map(|record| {
        let span = ours.last_submission - record.submit;
        let mean = span as f64 / ours.tasks.max(1) as f64;
        format!("{} s from task {}", number(mean, 0), record.id)
    });
    let tried = joined(tried, ", ");
    let tried = if tried.is_empty() { "none" } else { &tried };
    Some(format!(
        "{}: the inter-arrival time is {} off. Tasks that never ran were submitted before the first \
         that did; counted from them, over as many tasks: {tried}.",
        set.words(),
        difference(off)
    ))
}

/// The claims of Sect. 5.2 on the first set's tasks of one and of 64 processors. There is no
/// randomness.
fn claims(set: &JobSet, logs: &[Workload]) -> Vec<Claim> {
    let named = COUNTED.map(|counted| (counted.words, records_of(set, logs, counted)));
    let share = |records: &[&Record], of: i64| {
        let found = records.iter().filter(|record| size(record) == of).count();
        found as f64 / records.len().max(1) as f64
    };
    let narrow = named.iter().map(|(name, records)| {
        let mode = counts(records).column.modal_size;
        let words = format!("{} most often; {} require one", number(mode, 0), percent(share(records, 1)));
        Case::exact(*name, mode == 1.0, words)
    });
    let wide = named.iter().take(2).flat_map(|(name, records)| {
        let wide: Vec<&Record> = records.iter().filter(|record| size(record) == 64).copied().collect();
        let share = share(records, 64);
        let ours = counts(&wide).column;
        let time = |what: &str, ours: f64, printed: f64| {
            let holds = Verdict::exact((ours - printed).abs() < 0.5);
            Case::new(format!("{name}, {what}"), holds, seconds(ours))
        };
        [
            Case::new(
                format!("{name}, how many"),
                Verdict::exact((share - 0.15).abs() < 0.01),
                format!("{} % use 64 processors", number(100.0 * share, 1)),
            ),
            time("their run time", ours.run_time, 349.0),
            time("their requested time", ours.requested_time, 2041.0),
        ]
    });
    vec![
        Claim::new(
            "Sect. 5.2",
            "Among tasks with lower IDs, most of them require only one processor",
            "Read as Table 4's mode: one processor is the size that occurs most often, whichever tasks are counted. More than \
             half of the tasks do not require one.",
            &narrow.collect::<Vec<_>>(),
        ),
        Claim::new(
            "Sect. 5.2",
            "workload 1–1000 contains about 15% of tasks that use 64 processor but their runtime and \
             requested time are 349 and 2041 seconds",
            "About 15 % is 14 to 16 %; times are compared to the second.",
            &wide.collect::<Vec<_>>(),
        )
        .by_our_margin(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use workload::read;

    #[test]
    fn means_and_mode_of_a_few_records() {
        let text = "1 0 5 60 4 -1 -1 4 90 -1 1 1 1 1 1 1 -1 -1\n\
                    2 3 0 -1 -1 -1 -1 8 20 -1 5 2 1 1 1 1 -1 -1\n\
                    3 4 9 30 4 -1 -1 4 30 -1 1 1 1 1 1 1 -1 -1\n\
                    4 10 9 30 90 -1 -1 90 60 -1 1 1 1 1 1 1 -1 -1\n";
        let log = read("made.swf", text.as_bytes()).unwrap().workload;
        let of = |counted: Counted| {
            let chosen: Vec<&Record> = log.records().iter().filter(|r| (counted.counts)(r)).collect();
            counts(&chosen)
        };
        let [all, ran, fit] = COUNTED.map(of);
        assert_eq!((all.tasks, all.column.run_time, all.column.requested_time), (4, 30.0, 50.0));
        assert_eq!((all.column.modal_size, all.column.modal_count), (4.0, 2.0));
        assert_eq!(ran.column.run_time, 40.0);
        assert_eq!((fit.tasks, fit.column.processors, fit.column.inter_arrival), (2, 4.0, 4.0));
    }
}
