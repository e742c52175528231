//! The figures of the jobs of one class of sizes, and of those rejected for one cause: their keys and names.

use std::sync::LazyLock;

use super::{Criterion, Of};
use crate::criteria::class_means::size_name;
use crate::criteria::quantity::{QUANTITIES, Quantity};
use crate::engine::Cause;
use base::text;

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
pub(super) fn parts(largest: u32) -> impl Iterator<Item = Criterion> {
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
    pub(super) fn of_part(self) -> Option<(&'static str, &'static str)> {
        self.part().map(|it| (&*it.key, &*it.name))
    }

    /// Its name in ids, if it is a figure of a part: `size-8-waiting-time`, `rejections-too-large`.
    pub(super) fn id_of_part(self) -> Option<String> {
        let id = self.part()?.key.replace("by_size", "size");
        Some(id.replace("mean_", "").replace(['_', '.'], "-"))
    }

    /// Its name within a sentence, if it is a figure of a part.
    pub(super) fn plain_of_part(self) -> Option<String> {
        Some(text::in_text(&super::without_mean(&self.part()?.name)))
    }
}
