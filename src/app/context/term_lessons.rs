//! The lessons that explain terms, by the explanations of [`super::terms`], of policies and of settings.

use std::sync::LazyLock;

use super::terms::{self, Term};
use slotscope::experiment::knobs::abouts;
use slotscope::lesson::shelf::Card;
use slotscope::page::palette::topics::lesson;
use slotscope::policy::grid::ReservationAllocation;
use slotscope::policy::local::QueuePolicy;
use slotscope::workload::reserve::RequestKind;

/// A lesson with the terms that it explains, and the keys of the settings.
type Explains = (&'static Card, &'static [Term], &'static [&'static str]);

const LESSONS: &[Explains] = &[
    (
        lesson("backfilling"),
        &[
            terms::BATCH,
            QueuePolicy::FcfsBackfilling.about(),
            QueuePolicy::Fcfs.about(),
            QueuePolicy::Easy.about(),
            QueuePolicy::Conservative.about(),
        ],
        &["queue"],
    ),
    (lesson("reservations-hurt"), &[terms::RESERVATION], &["share"]),
    (lesson("dynamic-binding"), &[], &["binding"]),
    (lesson("building-carts"), &[terms::CARTS], &["slots"]),
    (lesson("searching"), &[terms::ARTS2, terms::READY, terms::DEADLINE], &[]),
    (
        lesson("fixed-or-flexible"),
        &[RequestKind::Fixed.about(), RequestKind::Flexible.about()],
        &["request-kind", "earlier-hours", "later-hours", "late_reservations"],
    ),
    (
        lesson("grouping"),
        &[ReservationAllocation::Mct.about(), ReservationAllocation::ResourcePriority.about()],
        &["reservation_allocation", "resource-order", "flexible-start"],
    ),
    (lesson("choosing-delta"), &[terms::BEST_PERIOD, terms::PERIOD], &["period"]),
    (lesson("idle-periods"), &[terms::IDLE_PERIOD, terms::RANGE_SEARCH, terms::SLOT_TREE], &["selection"]),
    (lesson("vague-first"), &[terms::CALENDAR_LEVEL, terms::FIRMNESS], &["configuration", "levels"]),
    (lesson("balance-of-trade"), &[terms::MANAGER, terms::BALANCE_OF_TRADE], &["managers", "deficit"]),
    (lesson("first-free-slot"), &[terms::SCHEDULER_STEPS], &["scheduler"]),
    (lesson("where-to-put-the-slack"), &[terms::SPARE_TIME, terms::SPARE_TIMES], &["variant"]),
    (lesson("who-answers-first"), &[terms::AVERAGE_LOAD, terms::DYNAMIC_TABLE], &["tie-rule", "max-load"]),
    (lesson("what-a-lease-saves"), &[terms::TABLE_CLONE], &["lease"]),
];

/// The explanations that lead to each lesson.
static TEXTS: LazyLock<Vec<(&Card, Vec<&str>)>> = LazyLock::new(|| {
    let texts =
        |terms: &[Term], keys: &[&str]| terms.iter().copied().chain(keys.iter().flat_map(|key| abouts(key))).collect();
    LESSONS.iter().map(|(card, terms, keys)| (*card, texts(terms, keys))).collect()
});

/// The lesson that explains a term of this explanation, if there is one.
pub fn lesson_of(explanation: &str) -> Option<&'static Card> {
    TEXTS.iter().find(|(_, texts)| texts.iter().any(|it| explanation.contains(it))).map(|it| it.0)
}
