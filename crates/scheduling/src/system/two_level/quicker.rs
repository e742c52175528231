//! Settings for logs on which conservative backfilling takes long.

use super::{Promises, TwoLevel};
use crate::policy::formula::Formula;
use crate::policy::local::QueuePolicy;
use crate::system::{Quicker, System};

/// To how many jobs a start is promised in place of all.
const PROMISED: u32 = 100;

/// In which way that is another policy.
const ABOUT: &str = "Conservative backfilling promises each job a start at its submission. \u{201c}Ordered\u{201d} by \
                     submission is faster: it plans anew at each pass and promises a start to 100 jobs.";

/// The settings with [`PROMISED`] promises, by submission, at each provider with conservative backfilling. `None` if there
/// is none, or if another provider goes by an order of its own.
pub(super) fn quicker(settings: &TwoLevel) -> Option<Quicker> {
    let has = |policy| settings.local.all_queues().contains(&policy);
    if !has(QueuePolicy::Conservative) || has(QueuePolicy::Ordered) {
        return None;
    }
    let mut next = settings.clone();
    let local = &mut next.local;
    for queue in std::iter::once(&mut local.queue).chain(&mut local.queues) {
        if *queue == QueuePolicy::Conservative {
            *queue = QueuePolicy::Ordered;
        }
    }
    local.order = Formula::default();
    local.backfill_order = None;
    local.promises = Promises::Count(PROMISED);
    local.strict = false;
    Some(Quicker {
        system: System::TwoLevel(next),
        about: ABOUT,
        label: "Promise 100 jobs a start",
        taken: "At each pass the first 100 jobs that do not fit are promised a start.",
    })
}
