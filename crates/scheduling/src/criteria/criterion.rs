//! Criteria by which runs are judged: a figure of a report, of all jobs or of some, or a system's
//! own.

#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Report;
use super::class_means::size_name;
use super::quantity::{QUANTITIES, Quantity};
use crate::engine::{Cause, Nouns};
use crate::system::{Better, Measure, System, Unit};
use base::text;

/// The jobs that a criterion covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    All,
    Batch,
    Reservations,
    /// The jobs of a provider, by its index in the platform.
    Provider(usize),
    /// The jobs of a class of sizes, from this power of two to before the next.
    Size(u8),
    /// The jobs that were rejected for a cause.
    Cause(Cause),
}

/// A figure of runs. In files, links and lessons it stands by its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// A figure of a report, of some jobs.
    Of(Of, &'static Quantity),
    /// A system's own.
    Own(&'static Measure),
}

impl Criterion {
    /// U.
    pub const UTILIZATION: Self = Self::of_all("mean_utilization");
    /// F.
    pub const FLOW_TIME: Self = Self::of_all("mean_flow_time");
    /// D.
    pub const TARDINESS: Self = Self::of_all("mean_tardiness");
    pub const WAITING_TIME: Self = Self::of_all("mean_waiting_time");
    pub const BOUNDED_SLOWDOWN: Self = Self::of_all("mean_bounded_slowdown");
    /// From the first submission to the last completion.
    pub const MAKESPAN: Self = Self::of_all("makespan");
    /// How many jobs never ran.
    pub const REJECTED: Self = Self::of_all("rejected");
    /// How many jobs were killed.
    pub const KILLED: Self = Self::of_all("killed");
    /// F of the batch jobs.
    pub const BATCH_FLOW_TIME: Self = Self::Of(Of::Batch, Quantity::of_key("mean_flow_time"));
    /// F of the reservations.
    pub const RESERVATION_FLOW_TIME: Self = Self::Of(Of::Reservations, Quantity::of_key("mean_flow_time"));

    /// The paper's three, in its order: U, F and D.
    pub const PAPER: [Self; 3] = [Self::UTILIZATION, Self::FLOW_TIME, Self::TARDINESS];

    /// The figure of all jobs with this key.
    const fn of_all(key: &str) -> Self {
        Self::Of(Of::All, Quantity::of_key(key))
    }

    /// All criteria of reports with this many providers, in the order of tables: all jobs, the systems' own
    /// figures that are `measured`, each kind, each provider.
    pub fn all(measured: impl IntoIterator<Item = &'static Measure>, providers: usize) -> impl Iterator<Item = Self> {
        let own = measured.into_iter().map(Self::Own);
        let kinds = [Of::Batch, Of::Reservations].into_iter();
        // Of a single provider all has been said.
        let several = if providers > 1 { providers } else { 0 };
        let parts = kinds.chain((0..several).map(Of::Provider));
        let of = |of: Of| QUANTITIES.iter().map(move |it| Self::Of(of, it));
        of(Of::All).chain(own).chain(parts.flat_map(of)).filter(|it| it.is_reported())
    }

    /// The criteria of a system's runs, without those of single providers: of all jobs, the system's own, of each kind,
    /// of logs of each class of sizes up to that of `largest` processors, and of each cause of a rejection.
    pub fn of_system(system: &System, largest: u32) -> impl Iterator<Item = Self> + use<> {
        let model = system.model();
        let largest = if model.takes_logs() { largest } else { 0 };
        Self::all(model.measures(), 0).chain(parts(largest))
    }

    /// The one of this key; a figure that several systems have counts as the first one's. Lessons leave out that
    /// something is a mean: `flow_time`. O(figures).
    pub fn of_key(key: &str) -> Option<Self> {
        let systems = System::all();
        let own = systems.iter().flat_map(|it| it.model().measures());
        let is_it = |it: &Self| it.key() == key || it.key().replace("mean_", "") == key;
        Self::all(own, 0).chain(parts(u32::MAX)).into_iter().find(is_it)
    }

    fn is_reported(self) -> bool {
        match self {
            Self::Of(Of::Batch | Of::Reservations, it) => it.of_kind.is_some(),
            Self::Of(Of::Provider(_), it) => it.of_provider.is_some(),
            Self::Of(Of::All | Of::Size(_) | Of::Cause(_), _) | Self::Own(_) => true,
        }
    }

    /// Path and name of the figure of a kind of jobs, of a class of sizes or of a cause.
    fn of_kind(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Of(Of::Batch, it) => it.of_kind.as_ref().map(|it| it.batch),
            Self::Of(Of::Reservations, it) => it.of_kind.as_ref().map(|it| it.reservations),
            _ => self.of_part(),
        }
    }

    /// Its path in a report, `batch.mean_flow_time`, or the key of a measure: its name on the command line and in
    /// links. That of a provider has the one of all jobs.
    pub fn key(self) -> &'static str {
        match self {
            Self::Of(_, it) => self.of_kind().map_or(it.key, |it| it.0),
            Self::Own(measure) => measure.key,
        }
    }

    /// Its name in ids: `flow-time`, `batch-flow-time`, `provider-1-flow-time`.
    pub fn id(self) -> String {
        if let Some(id) = self.id_of_part() {
            return id;
        }
        let Self::Of(of, quantity) = self else {
            return self.key().to_owned();
        };
        let quantity = quantity.key.replace("mean_", "").replace('_', "-");
        match of {
            Of::All | Of::Size(_) | Of::Cause(_) => quantity,
            Of::Batch => format!("batch-{quantity}"),
            Of::Reservations => format!("reservations-{quantity}"),
            Of::Provider(index) => format!("provider-{}-{quantity}", index + 1),
        }
    }

    /// The jobs that it covers.
    pub fn jobs(self) -> Of {
        match self {
            Self::Of(of, _) => of,
            Self::Own(_) => Of::All,
        }
    }

    /// Its name, and its letter in the paper: `Mean flow time F`, `Mean F of batch jobs`.
    pub fn name(self) -> &'static str {
        self.of_kind().map_or(self.what(), |it| it.1)
    }

    /// Its label without the jobs that it covers.
    pub fn what(self) -> &'static str {
        match self {
            Self::Of(_, it) => it.name,
            Self::Own(measure) => measure.name,
        }
    }

    /// Its name on an axis and in a list: `mean flow time F`. A system's own keep their large letters.
    pub fn label(self) -> String {
        match self {
            Self::Of(..) => text::in_text(self.name()),
            Self::Own(measure) => measure.name.to_owned(),
        }
    }

    /// The label in a run that names its jobs and providers so: `tasks rejected`.
    pub fn label_in(self, nouns: &Nouns) -> String {
        match self {
            Self::Of(Of::All, Quantity { counts: Some(counts), .. }) => {
                format!("{} {counts}", nouns.jobs)
            }
            _ => self.label(),
        }
    }

    /// Its letter in the paper.
    pub fn letter(self) -> Option<&'static str> {
        match self {
            Self::Of(Of::All, it) => it.letter,
            _ => None,
        }
    }

    /// Its name at the head of a column, where all are means: `Flow time F`.
    pub fn short(self) -> String {
        match self {
            Self::Of(..) => without_mean(self.name()),
            Self::Own(measure) => measure.name.to_owned(),
        }
    }

    /// Its name within a sentence, without a letter: `flow time`, `flow time of batch jobs`.
    pub fn plain(self) -> String {
        if let Some(plain) = self.plain_of_part() {
            return plain;
        }
        let Self::Of(of, quantity) = self else {
            return text::in_text(self.name());
        };
        let plain = text::in_text(&without_mean(quantity.without_letter()));
        match (of, quantity.counts) {
            (Of::Batch, None) => format!("{plain} of batch jobs"),
            (Of::Reservations, None) => format!("{plain} of reservations"),
            (Of::Batch | Of::Reservations, Some(_)) => text::in_text(self.name()),
            _ => plain,
        }
    }

    /// Its letter, or its name within a sentence.
    pub fn brief(self) -> String {
        self.letter().map_or_else(|| self.plain(), str::to_owned)
    }

    /// Its definition in a sentence or more; `None` if the name says it.
    pub fn about(self) -> Option<&'static str> {
        let about = match self {
            Self::Of(Of::Cause(cause), _) => cause.about(),
            Self::Of(_, it) => it.about,
            Self::Own(measure) => measure.about,
        };
        (!about.is_empty()).then_some(about)
    }

    pub fn unit(self) -> Unit {
        match self {
            Self::Of(_, it) => it.unit,
            Self::Own(measure) => measure.unit,
        }
    }

    /// Whether higher or lower is better.
    pub fn better(self) -> Better {
        match self {
            Self::Of(_, it) => it.better,
            Self::Own(measure) => measure.better,
        }
    }

    /// Whether more of it is better; `None` where it is neither.
    pub fn higher_is_better(self) -> Option<bool> {
        match self.better() {
            Better::Higher => Some(true),
            Better::Lower => Some(false),
            Better::Neither => None,
        }
    }

    /// Whether it is 0 in most runs, so that it is not shown where it is.
    pub fn is_rare(self) -> bool {
        match self {
            Self::Of(_, it) => it.is_rare,
            Self::Own(_) => true,
        }
    }

    /// Whether it is a percentile, which pictures without room for all figures leave out.
    pub fn is_percentile(self) -> bool {
        matches!(self, Self::Of(_, it) if it.is_percentile)
    }

    /// Whether it tells how many jobs ran.
    pub fn counts_ran(self) -> bool {
        match self {
            Self::Of(_, it) => it.counts == Some("rejected"),
            Self::Own(measure) => measure.counts_ran,
        }
    }

    /// Its value in a report; `None` where the report has no such thing, such as a third provider, does not know, or
    /// has a mean over no jobs.
    pub fn of(self, report: &Report) -> Option<f64> {
        let (of, quantity) = match self {
            Self::Of(of, quantity) => (of, quantity),
            Self::Own(measure) => return report.measures.get(measure.key).copied(),
        };
        if !(quantity.is_known)(report) {
            return None;
        }
        let value = match of {
            Of::All => (quantity.of)(report),
            Of::Batch => (quantity.of_kind.as_ref()?.of)(&report.batch),
            Of::Reservations => (quantity.of_kind.as_ref()?.of)(&report.reservations),
            Of::Provider(index) => (quantity.of_provider?)(report.providers.get(index)?),
            Of::Size(power) => (quantity.of_kind.as_ref()?.of)(report.by_size.get(&(1 << u32::from(power)))?),
            Of::Cause(cause) => report.rejections.get(cause.row().key).copied().unwrap_or(0) as f64,
        };
        (!value.is_nan()).then_some(value)
    }

    /// Its value in a report, in the [`Unit::base`] of its unit.
    pub fn in_base(self, report: &Report) -> Option<f64> {
        Some(self.unit().size() * self.of(report)?)
    }
}

/// A name at the head of a column where all are means.
fn without_mean(name: &str) -> String {
    text::capital(name.strip_prefix("Mean ").unwrap_or(name))
}

impl Serialize for Criterion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
    }
}

impl<'de> Deserialize<'de> for Criterion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let key = String::deserialize(deserializer)?;
        Self::of_key(&key)
            .ok_or_else(|| D::Error::custom(format!("\"{key}\" is no criterion and no measure of a system")))
    }
}

/// A group of criteria.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FigureGroup {
    /// Of all jobs.
    All,
    /// The systems' own.
    Own,
    /// Of the batch jobs.
    Batch,
    Reservations,
    /// Of the jobs of one provider.
    Provider,
    /// Of the jobs of one class of sizes.
    Size,
    /// Of the jobs rejected for one cause.
    Cause,
}

impl FigureGroup {
    /// Its heading.
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "All jobs",
            Self::Own => "Of this system alone",
            Self::Batch => "Batch jobs",
            Self::Reservations => "Reservations",
            Self::Provider => "By provider",
            Self::Size => "By size of the jobs",
            Self::Cause => "Rejected jobs by cause",
        }
    }
}

impl Criterion {
    /// The group in which it is offered.
    pub const fn group(self) -> FigureGroup {
        match self {
            Self::Own(_) => FigureGroup::Own,
            Self::Of(of, _) => match of {
                Of::All => FigureGroup::All,
                Of::Batch => FigureGroup::Batch,
                Of::Reservations => FigureGroup::Reservations,
                Of::Provider(_) => FigureGroup::Provider,
                Of::Size(_) => FigureGroup::Size,
                Of::Cause(_) => FigureGroup::Cause,
            },
        }
    }
}

/// The number of classes of sizes: the powers of two that a `u32` holds.
const CLASSES: u8 = 32;

/// A figure of a part of the jobs.
struct Part {
    criterion: Criterion,
    key: String,
    name: String,
}

/// The figures that every class of sizes has, in the order of tables.
fn of_classes() -> impl Iterator<Item = &'static Quantity> {
    QUANTITIES.iter().filter(|it| it.of_kind.is_some())
}

/// All of them: class by class from the smallest, then cause by cause.
static PARTS: LazyLock<Vec<Part>> = LazyLock::new(|| {
    (0..CLASSES)
        .flat_map(|power| of_classes().map(move |it| of_size(power, it)))
        .chain(Cause::ALL.map(of_cause))
        .collect()
});

fn of_size(power: u8, quantity: &'static Quantity) -> Part {
    let smallest = 1u32 << power;
    let class = size_name((smallest, smallest + (smallest - 1)));
    let noun = if power == 0 { "processor" } else { "processors" };
    let jobs = if quantity.counts.is_some() { "" } else { "jobs of " };
    let what = quantity.without_letter();
    Part {
        criterion: Criterion::Of(Of::Size(power), quantity),
        key: format!("by_size.{smallest}.{}", quantity.key),
        name: format!("{what} of {jobs}{class} {noun}"),
    }
}

fn of_cause(cause: Cause) -> Part {
    Part {
        criterion: Criterion::Of(Of::Cause(cause), Quantity::of_key("rejected")),
        key: format!("rejections.{}", cause.row().key),
        name: format!("Rejected jobs {}", cause.name()),
    }
}

/// The figures of the classes of sizes up to the one of `largest` processors, then those of all causes.
fn parts(largest: u32) -> impl Iterator<Item = Criterion> {
    let classes = largest.checked_ilog2().map_or(0, |power| power as usize + 1);
    let sizes = PARTS.iter().take(classes * of_classes().count());
    let causes = PARTS.iter().rev().take(Cause::ALL.len()).rev();
    sizes.chain(causes).map(|it| it.criterion)
}

impl Criterion {
    /// The entry of a figure of a part. O(figures of a class).
    fn part(self) -> Option<&'static Part> {
        let count = of_classes().count();
        let place = match self {
            Self::Of(Of::Size(power), quantity) => {
                usize::from(power) * count + of_classes().position(|it| it == quantity)?
            }
            Self::Of(Of::Cause(cause), _) => usize::from(CLASSES) * count + cause as usize,
            _ => return None,
        };
        PARTS.get(place)
    }

    /// Key and name of a figure of a part.
    fn of_part(self) -> Option<(&'static str, &'static str)> {
        self.part().map(|it| (&*it.key, &*it.name))
    }

    /// Its name in ids, if it is a figure of a part: `size-8-waiting-time`, `rejections-too-large`.
    fn id_of_part(self) -> Option<String> {
        let id = self.part()?.key.replace("by_size", "size");
        Some(id.replace("mean_", "").replace(['_', '.'], "-"))
    }

    /// Its name within a sentence, if it is a figure of a part.
    fn plain_of_part(self) -> Option<String> {
        Some(text::in_text(&without_mean(&self.part()?.name)))
    }
}
