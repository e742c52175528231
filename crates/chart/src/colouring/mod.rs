//! The colours of a Gantt chart: a class for each job, and a colour for each class.

mod classes;
mod palette;
#[cfg(test)]
mod tests;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::theme::{Rgb, Theme};
use crate::piece::{Kind, Piece};
use classes::Classes;
use experiment::Run;
pub use palette::Tint;
use scheduling::criteria::job_fields::JobField;

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
