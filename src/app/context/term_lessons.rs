//! The lessons that explain terms, by the explanations of [`super::terms`], of policies and of settings.

use std::sync::LazyLock;

use super::terms::{self, Term};
use slotscope::lesson::shelf::Card;
use slotscope::page::palette::topics::{lesson, of_settings};
use slotscope::policy::grid::ReservationAllocation;
use slotscope::policy::local::QueuePolicy;
use slotscope::workload::reserve::RequestKind;

/// The terms that lessons explain beside settings.
const LESSONS: &[(&Card, &[Term])] = &[
    (
        lesson("backfilling"),
        &[
            terms::BATCH,
            QueuePolicy::FcfsBackfilling.about(),
            QueuePolicy::Fcfs.about(),
            QueuePolicy::Easy.about(),
            QueuePolicy::Conservative.about(),
        ],
    ),
    (lesson("reservations-hurt"), &[terms::RESERVATION]),
    (lesson("building-carts"), &[terms::CARTS]),
    (lesson("searching"), &[terms::ARTS2, terms::READY, terms::DEADLINE]),
    (lesson("fixed-or-flexible"), &[RequestKind::Fixed.about(), RequestKind::Flexible.about()]),
    (lesson("grouping"), &[ReservationAllocation::Mct.about(), ReservationAllocation::ResourcePriority.about()]),
    (lesson("choosing-delta"), &[terms::BEST_PERIOD, terms::PERIOD]),
    (lesson("idle-periods"), &[terms::IDLE_PERIOD, terms::RANGE_SEARCH, terms::SLOT_TREE]),
    (lesson("vague-first"), &[terms::CALENDAR_LEVEL, terms::FIRMNESS]),
    (lesson("balance-of-trade"), &[terms::MANAGER, terms::BALANCE_OF_TRADE]),
    (lesson("first-free-slot"), &[terms::SCHEDULER_STEPS]),
    (lesson("where-to-put-the-slack"), &[terms::SPARE_TIME, terms::SPARE_TIMES]),
    (lesson("who-answers-first"), &[terms::AVERAGE_LOAD, terms::DYNAMIC_TABLE]),
    (lesson("what-a-lease-saves"), &[terms::TABLE_CLONE]),
];

/// The explanations that lead to each lesson.
static TEXTS: LazyLock<Vec<(&Card, Vec<&str>)>> = LazyLock::new(|| {
    let terms = |id: &'static str| LESSONS.iter().filter(move |it| it.0.id == id).flat_map(|it| it.1);
    of_settings().map(|(card, settings)| (card, terms(card.id).copied().chain(settings).collect())).collect()
});

/// The lesson that explains a term of this explanation, if there is one.
pub fn lesson_of(explanation: &str) -> Option<&'static Card> {
    TEXTS.iter().find(|(_, texts)| texts.iter().any(|it| explanation.contains(it))).map(|it| it.0)
}
