//! Which class each job of a run is of.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::palette::Tint;
use super::{ColourBy, Entry, MOST_CLASSES, NO_CLASS};
use crate::gantt::index::Kind;
use base::ordering::sort_by_key;
use experiment::Run;
use scheduling::criteria::job_figures::{bounded_slowdown, has_run, wait};
use scheduling::criteria::starts::{Start, starts};
use scheduling::engine::Outcome;
use workload::{Job, UNKNOWN};

/// The class of each job, and what the classes are.
pub(super) struct Classes {
    pub(super) classes: Vec<u8>,
    pub(super) entries: Vec<Entry>,
}

impl Classes {
    pub(super) fn of(run: &Run, by: ColourBy) -> Self {
        match by {
            ColourBy::Kind => {
                let kinds = [
                    ("batch job", Tint::OfKind(Kind::Batch)),
                    (run.nouns().reservation, Tint::OfKind(Kind::Reservation)),
                ];
                Self::new(run, kinds, |_, job, _| u8::from(job.is_reservation()))
            }
            ColourBy::User => of_numbers(run, "user", |job| job.logged.user),
            ColourBy::Group => of_numbers(run, "group", |job| job.logged.group),
            ColourBy::Queue => of_numbers(run, "queue", |job| job.logged.queue),
            ColourBy::Size => of_sizes(run),
            ColourBy::Wait => of_values(run, &WAITS, |job, outcome| {
                run.tick.seconds(wait(job, outcome))
            }),
            ColourBy::Slowdown => {
                let threshold = run.slowdown_threshold_in_ticks();
                of_values(run, &SLOWDOWNS, |job, outcome| {
                    bounded_slowdown(job, outcome, threshold)
                })
            }
            ColourBy::Start => of_starts(run),
        }
    }

    /// Classes of these words and tints; `class` says which one a job that ran is of, by its index.
    fn new<W: Into<String>>(
        run: &Run,
        entries: impl IntoIterator<Item = (W, Tint)>,
        class: impl Fn(usize, &Job, &Outcome) -> u8,
    ) -> Self {
        let jobs = run.jobs.iter().zip(&run.schedule.outcomes).enumerate();
        let classes: Vec<u8> = jobs
            .map(|(at, (job, outcome))| {
                if has_run(outcome) {
                    class(at, job, outcome)
                } else {
                    NO_CLASS
                }
            })
            .collect();
        let mut counts = [0; MOST_CLASSES + 1];
        for &class in classes.iter().filter(|&&class| class != NO_CLASS) {
            counts[usize::from(class)] += 1;
        }
        let entries = entries.into_iter().zip(counts);
        let entries = entries.map(|((words, tint), jobs)| Entry {
            words: words.into(),
            tint,
            jobs,
        });
        Self {
            entries: entries.collect(),
            classes,
        }
    }
}

/// The eight numbers that most jobs have, the smaller ones first where as many have them, and all
/// others together.
fn of_numbers(run: &Run, noun: &str, number: impl Fn(&Job) -> i64) -> Classes {
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    for (job, outcome) in run.jobs.iter().zip(&run.schedule.outcomes) {
        if has_run(outcome) {
            *counts.entry(number(job)).or_default() += 1;
        }
    }
    let mut order: Vec<(i64, usize)> = counts.into_iter().collect();
    sort_by_key(&mut order, |&(number, jobs)| (Reverse(jobs), number));
    let others = order.len().saturating_sub(MOST_CLASSES);
    order.truncate(MOST_CLASSES);
    let place: BTreeMap<i64, u8> = order.iter().map(|it| it.0).zip(0..).collect();
    let named = order.iter().enumerate().map(|(at, &(number, _))| {
        let words = match number {
            UNKNOWN => format!("{noun} not known"),
            _ => format!("{noun} {number}"),
        };
        (words, Tint::Category(at as u8))
    });
    let rest = (others > 0).then(|| (format!("{others} others"), Tint::Others));
    Classes::new(run, named.chain(rest), |_, job, _| {
        let found = place.get(&number(job));
        found.copied().unwrap_or(MOST_CLASSES as u8)
    })
}

/// Below these many seconds, and what the jobs from the bound before are called.
const WAITS: [(f64, &str); 8] = [
    (1.0, "no wait"),
    (60.0, "under 1 min"),
    (600.0, "1–10 min"),
    (3_600.0, "10–60 min"),
    (14_400.0, "1–4 h"),
    (86_400.0, "4–24 h"),
    (604_800.0, "1–7 d"),
    (f64::INFINITY, "7 d and more"),
];

/// The same of bounded slowdowns.
const SLOWDOWNS: [(f64, &str); 7] = [
    (1.0 + 1e-9, "1"),
    (2.0, "up to 2"),
    (5.0, "2–5"),
    (20.0, "5–20"),
    (100.0, "20–100"),
    (1_000.0, "100–1000"),
    (f64::INFINITY, "1000 and more"),
];

fn of_values(
    run: &Run,
    bounds: &[(f64, &'static str)],
    value: impl Fn(&Job, &Outcome) -> f64,
) -> Classes {
    let words = bounds.iter().map(|&(_, words)| words);
    Classes::new(run, on_ramp(words), |_, job, outcome| {
        let value = value(job, outcome);
        let class = bounds.partition_point(|&(bound, _)| bound <= value);
        class.min(bounds.len() - 1) as u8
    })
}

/// Powers of two, or of four and more where these are more than eight.
fn of_sizes(run: &Run) -> Classes {
    let size = |outcome: &Outcome| outcome.processors.max(1).ilog2();
    let ran = || run.schedule.outcomes.iter().filter(|it| has_run(it));
    let least = ran().map(size).min().unwrap_or(0);
    let most = ran().map(size).max().unwrap_or(0);
    let largest = ran().map(|it| it.processors).max().unwrap_or(1);
    let width = (most - least + 1).div_ceil(MOST_CLASSES as u32);
    let words = (least..=most).step_by(width as usize).map(|power| {
        let first: u64 = 1 << power;
        let last = ((1 << (power + width)) - 1).min(u64::from(largest));
        if first == last {
            first.to_string()
        } else {
            format!("{first}–{last}")
        }
    });
    Classes::new(run, on_ramp(words), |_, _, outcome| {
        ((size(outcome) - least) / width) as u8
    })
}

fn of_starts(run: &Run) -> Classes {
    let starts = starts(run);
    let entries = [
        ("in turn", Tint::Category(0)),
        ("backfilled", Tint::Category(2)),
        ("reserved", Tint::Category(1)),
    ];
    Classes::new(run, entries, |at, _, _| match starts[at] {
        Some(Start::InTurn) | None => 0,
        Some(Start::Backfilled) => 1,
        Some(Start::Reserved) => 2,
    })
}

/// Spread over the ramp, in order.
fn on_ramp<W>(words: impl Iterator<Item = W>) -> Vec<(W, Tint)> {
    let words: Vec<W> = words.collect();
    let steps = words.len().saturating_sub(1).max(1) as f64;
    let tint = |at: usize| Tint::OnRamp(at as f64 / steps);
    let words = words.into_iter().enumerate();
    words.map(|(at, words)| (words, tint(at))).collect()
}
