//! The colours of a Gantt chart: a class for each job, and a colour for each class.

#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::piece::{Kind, Piece};
use crate::prelude::*;
use base::ordering::sort_by_key;
use experiment::Run;
use scheduling::criteria::job_fields::{JobField, ValueType};
use scheduling::criteria::job_figures::has_run;
use scheduling::criteria::starts::{Start, starts};
use workload::UNKNOWN;

/// The property of jobs that the colours of a Gantt chart show: a field of jobs that has colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ColourBy(JobField);

impl ColourBy {
    /// Batch jobs and advance reservations: the default.
    pub const KIND: Self = Self(JobField::Kind);
    /// The user of the job.
    pub const USER: Self = Self(JobField::User);
    /// How many processors the job was given.
    pub const SIZE: Self = Self(JobField::ProcessorsGiven);
    /// How long it waited.
    pub const WAIT: Self = Self(JobField::Wait);
    /// Its bounded slowdown.
    pub const SLOWDOWN: Self = Self(JobField::BoundedSlowdown);
    /// How it came to start: see [`scheduling::criteria::starts::Start`].
    pub const START: Self = Self(JobField::StartKind);

    /// All, in the order of the list on the page.
    pub fn all() -> impl Iterator<Item = Self> {
        let all = JobField::listed();
        all.filter(|it| it.row().colour.is_some()).map(Self)
    }

    pub fn field(self) -> JobField {
        self.0
    }

    /// Its name in lists, in legends and in links.
    pub fn label(self) -> &'static str {
        self.0.row().colour.as_ref().map_or("", |it| it.name)
    }

    /// The meaning of the colours, in a sentence.
    pub fn about(self) -> &'static str {
        self.0.row().colour.as_ref().map_or("", |it| it.about)
    }
}

impl Default for ColourBy {
    fn default() -> Self {
        Self::KIND
    }
}

impl Serialize for ColourBy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.label())
    }
}

impl<'de> Deserialize<'de> for ColourBy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::all().find(|it| it.label() == name).ok_or_else(|| {
            let known: Vec<String> = Self::all().map(|it| format!("`{}`", it.label())).collect();
            let known = known.join(", ");
            D::Error::custom(format!("unknown variant `{name}`, expected one of {known}"))
        })
    }
}

/// The class of a job that never ran: it has no bar.
const NO_CLASS: u8 = u8::MAX;

/// At most this many classes have a colour of their own; one more class holds the rest.
pub const MOST_CLASSES: usize = 8;

/// The colours that a picture uses at most: three kinds of three shades, and the classes.
pub(super) const SLOTS: usize = 9 + MOST_CLASSES + 1;

/// The classes and colours of one run's jobs. The default is by kind, and lists nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Colouring {
    by: ColourBy,
    /// The entry of each job, parallel to the run's; [`NO_CLASS`] of those that never ran.
    classes: Vec<u8>,
    entries: Vec<Entry>,
}

/// One entry of the legend.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its meaning.
    pub words: String,
    /// Its colour, in every theme.
    pub tint: Tint,
    /// How many jobs of the run that ran are of this class.
    pub jobs: usize,
}

impl Colouring {
    /// Of a run. O(jobs log jobs).
    pub fn new(run: &Run, by: ColourBy) -> Self {
        let Classes { classes, entries } = Classes::of(run, by);
        Self { by, classes, entries }
    }

    /// The property that the colours show.
    pub fn by(&self) -> ColourBy {
        self.by
    }

    /// The legend: every class, those without jobs among them.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The jobs of one entry, by their numbers in the log, ascending. O(jobs log jobs).
    pub fn members(&self, run: &Run, entry: usize) -> Vec<u64> {
        let jobs = run.jobs.iter().zip(&self.classes);
        let mut numbers: Vec<u64> =
            jobs.filter(|&(_, &class)| usize::from(class) == entry).map(|(job, _)| job.id).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// The place of a piece's colour in [`Colouring::colours`]: processors that are held without running keep
    /// their own colour, however jobs are coloured.
    pub(super) fn slot(&self, piece: &Piece) -> usize {
        let of_kind = piece.kind as usize * 3 + usize::from(piece.shade);
        if self.by == ColourBy::KIND || piece.kind == Kind::Idle {
            return of_kind;
        }
        match self.classes.get(piece.job as usize) {
            Some(&class) if usize::from(class) <= MOST_CLASSES => 9 + usize::from(class),
            _ => of_kind,
        }
    }

    pub(super) fn colours(&self, theme: &Theme) -> [Rgb; SLOTS] {
        std::array::from_fn(|slot| match slot {
            0..3 => Kind::Batch.colour(slot as u8, theme),
            3..6 => Kind::Reservation.colour(slot as u8 - 3, theme),
            6..9 => theme.idle,
            _ => {
                let entry = self.entries.get(slot - 9);
                entry.map_or(theme.muted, |entry| entry.tint.colour(theme))
            }
        })
    }

    /// The colour of a piece, and that of its edges.
    pub(super) fn of_piece(&self, piece: &Piece, theme: &Theme) -> (Rgb, Rgb) {
        let colour = self.colours(theme)[self.slot(piece)];
        (colour, self.edge(piece, colour, theme))
    }

    /// The colour of the edges of a piece that has this colour.
    pub(super) fn edge(&self, piece: &Piece, colour: Rgb, theme: &Theme) -> Rgb {
        let darkest = match self.by {
            ColourBy::KIND => piece.kind.colour(0, theme),
            _ => colour,
        };
        colour.mixed(darkest.mixed(Rgb(0, 0, 0), 0.45), 0.75)
    }

    /// The colour of the hatch over reservations, where they are of this colour.
    pub(super) fn hatch(&self, colour: Rgb, theme: &Theme) -> Rgb {
        match self.by {
            ColourBy::KIND => theme.hatch,
            _ if colour.luminance() < 0.1 => Rgb(0xff, 0xff, 0xff),
            _ => colour.mixed(Rgb(0, 0, 0), 0.8),
        }
    }
}

/// The class of each job, and the list of classes.
struct Classes {
    classes: Vec<u8>,
    entries: Vec<Entry>,
}

impl Classes {
    fn of(run: &Run, by: ColourBy) -> Self {
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

// The colours of classes.
//
// The first category is the blue of batch jobs, the next ones have Okabe and Ito's hues: moved apart until any two, and
// the grey of the others, differ for people without one kind of cone too, and every one stands 3:1 against the ground:
// a test measures both. Ordered classes stand on the theme's ramp, which gets lighter all the way.

/// A colour that each theme has its own shade of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tint {
    /// Of a kind of job.
    OfKind(Kind),
    /// One of the eight categories.
    Category(u8),
    /// Jobs without a category of their own.
    Others,
    /// From the lowest (0) to the highest class (1).
    OnRamp(f64),
}

const ON_LIGHT: [u32; 8] = [0x2a6fb0, 0xff4f00, 0x00a45d, 0x8b054f, 0xb72400, 0x311ea7, 0x471900, 0x190329];
const ON_DARK: [u32; 8] = [0x3474b3, 0xe76907, 0x25dc9d, 0xb383a3, 0xffa809, 0xffbfff, 0x9b9bff, 0xcdff82];

impl Tint {
    pub fn colour(self, theme: &Theme) -> Rgb {
        let is_dark = theme.background.luminance() < 0.5;
        match self {
            Self::OfKind(kind) => kind.colour(1, theme),
            Self::Category(at) => {
                let colours = if is_dark { ON_DARK } else { ON_LIGHT };
                Rgb::hex(colours[usize::from(at) % colours.len()])
            }
            Self::Others => Rgb::hex(if is_dark { 0x686868 } else { 0x6d696d }),
            Self::OnRamp(share) => theme.on_ramp(share),
        }
    }
}
