//! Which class each job of a run is of.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::palette::Tint;
use super::{ColourBy, Entry, MOST_CLASSES, NO_CLASS};
use crate::piece::Kind;
use base::ordering::sort_by_key;
use experiment::Run;
use scheduling::criteria::job_fields::{JobField, ValueType};
use scheduling::criteria::job_figures::has_run;
use scheduling::criteria::starts::{Start, starts};
use workload::UNKNOWN;

/// The class of each job, and the list of classes.
pub(super) struct Classes {
    pub(super) classes: Vec<u8>,
    pub(super) entries: Vec<Entry>,
}

impl Classes {
    pub(super) fn of(run: &Run, by: ColourBy) -> Self {
        match (by.field(), by.field().row().values) {
            (JobField::Kind, _) => of_kinds(run),
            (JobField::StartKind, _) => of_starts(run),
            (field, ValueType::Count) => of_counts(run, field),
            (field, ValueType::Moment | ValueType::Duration) => of_values(run, &WAITS, field),
            (field, ValueType::Factor) => of_values(run, &SLOWDOWNS, field),
            _ => of_numbers(run, by),
        }
    }

    /// Classes of these words and tints; `class` says which one a job that ran is of, by its index.
    fn new<W: Into<String>>(
        run: &Run,
        entries: impl IntoIterator<Item = (W, Tint)>,
        class: impl Fn(usize) -> u8,
    ) -> Self {
        let outcomes = run.schedule.outcomes.iter().enumerate();
        let classes: Vec<u8> =
            outcomes.map(|(at, outcome)| if has_run(outcome) { class(at) } else { NO_CLASS }).collect();
        let mut counts = [0; MOST_CLASSES + 1];
        for &class in classes.iter().filter(|&&class| class != NO_CLASS) {
            counts[usize::from(class)] += 1;
        }
        let entries = entries.into_iter().zip(counts);
        let entries = entries.map(|((words, tint), jobs)| Entry { words: words.into(), tint, jobs });
        Self { entries: entries.collect(), classes }
    }
}

/// The jobs that ran, by their places in the run.
fn ran(run: &Run) -> impl Iterator<Item = usize> {
    run.schedule.outcomes.iter().enumerate().filter(|(_, outcome)| has_run(outcome)).map(|(at, _)| at)
}

fn of_kinds(run: &Run) -> Classes {
    let kinds = [("batch job", Tint::OfKind(Kind::Batch)), (run.nouns().reservation, Tint::OfKind(Kind::Reservation))];
    Classes::new(run, kinds, |at| u8::from(run.jobs[at].is_reservation()))
}

/// The eight numbers that most jobs have, the smaller ones first where as many have them, and all
/// others together.
fn of_numbers(run: &Run, by: ColourBy) -> Classes {
    let noun = by.label();
    let number = |at: usize| by.field().whole(run, at).unwrap_or(UNKNOWN);
    let kind = by.field().row().names;
    let name = |number: i64| run.names()?.of(kind?, number);
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    for at in ran(run) {
        *counts.entry(number(at)).or_default() += 1;
    }
    let mut order: Vec<(i64, usize)> = counts.into_iter().collect();
    sort_by_key(&mut order, |&(number, jobs)| (Reverse(jobs), number));
    let others = order.len().saturating_sub(MOST_CLASSES);
    order.truncate(MOST_CLASSES);
    let place: BTreeMap<i64, u8> = order.iter().map(|it| it.0).zip(0..).collect();
    let named = order.iter().enumerate().map(|(at, &(number, _))| {
        let words = match number {
            UNKNOWN => format!("{noun} not known"),
            _ => match name(number) {
                Some(name) => format!("{noun} {name}"),
                None => format!("{noun} {number}"),
            },
        };
        (words, Tint::Category(at as u8))
    });
    let rest = (others > 0).then(|| (format!("{others} others"), Tint::Others));
    Classes::new(run, named.chain(rest), |at| place.get(&number(at)).copied().unwrap_or(MOST_CLASSES as u8))
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

fn of_values(run: &Run, bounds: &[(f64, &'static str)], field: JobField) -> Classes {
    let words = bounds.iter().map(|&(_, words)| words);
    Classes::new(run, on_ramp(words), |at| {
        let value = field.number(run, at).unwrap_or(0.0);
        let class = bounds.partition_point(|&(bound, _)| bound <= value);
        class.min(bounds.len() - 1) as u8
    })
}

/// Powers of two, or of four and more where these are more than eight; less than 1 counts as 1.
fn of_counts(run: &Run, field: JobField) -> Classes {
    let count = |at: usize| field.whole(run, at).unwrap_or(1).max(1);
    let power = |at: usize| count(at).ilog2();
    let least = ran(run).map(power).min().unwrap_or(0);
    let most = ran(run).map(power).max().unwrap_or(0);
    let largest = ran(run).map(count).max().unwrap_or(1);
    let width = (most - least + 1).div_ceil(MOST_CLASSES as u32);
    let words = (least..=most).step_by(width as usize).map(|power| {
        let first: u64 = 1 << power;
        let last = ((1 << (power + width)) - 1).min(largest.cast_unsigned());
        if first == last { first.to_string() } else { format!("{first}–{last}") }
    });
    Classes::new(run, on_ramp(words), |at| ((power(at) - least) / width) as u8)
}

fn of_starts(run: &Run) -> Classes {
    let starts = starts(run);
    let entries = [("in turn", Tint::Category(0)), ("backfilled", Tint::Category(2)), ("reserved", Tint::Category(1))];
    Classes::new(run, entries, |at| match starts[at] {
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
