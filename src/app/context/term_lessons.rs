//! The lessons that explain terms, by the explanations of [`super::terms`] and of policies.

use super::terms::{self, Term};
use slotscope::lesson::shelf::Card;
use slotscope::page::palette::topics::lesson;
use slotscope::policy::grid::ReservationAllocation;
use slotscope::policy::local::QueuePolicy;

/// The terms that the lesson of an id explains.
const fn explains(id: &str, terms: &'static [Term]) -> (&'static Card, &'static [Term]) {
    (lesson(id), terms)
}

const LESSONS: &[(&Card, &[Term])] = &[
    explains(
        "backfilling",
        &[
            terms::BATCH,
            terms::QUEUE,
            QueuePolicy::FcfsBackfilling.about(),
            QueuePolicy::Fcfs.about(),
            QueuePolicy::Easy.about(),
            QueuePolicy::Conservative.about(),
        ],
    ),
    explains("reservations-hurt", &[terms::RESERVATION, terms::AR_PERCENT]),
    explains("dynamic-binding", &[terms::BINDING]),
    explains("building-carts", &[terms::CARTS, terms::SLOTS]),
    explains("searching", &[terms::ARTS2, terms::READY, terms::DEADLINE]),
    explains(
        "fixed-or-flexible",
        &[terms::REQUEST, terms::FIXED_REQUEST, terms::FLEXIBLE_REQUEST, terms::EARLIER, terms::LATER, terms::LATE],
    ),
    explains(
        "grouping",
        &[
            terms::AR_ALLOCATION,
            terms::RESOURCE_ORDER,
            terms::FLEXIBLE_START,
            ReservationAllocation::Mct.about(),
            ReservationAllocation::ResourcePriority.about(),
        ],
    ),
    explains("choosing-delta", &[terms::PERIOD, terms::BEST_PERIOD]),
    explains("idle-periods", &[terms::SELECTION, terms::IDLE_PERIOD, terms::RANGE_SEARCH, terms::SLOT_TREE]),
    explains("vague-first", &[terms::LEVELS, terms::CALENDAR_LEVEL, terms::FIRMNESS]),
    explains("balance-of-trade", &[terms::MANAGERS, terms::MANAGER, terms::DEFICIT, terms::BALANCE_OF_TRADE]),
    explains("first-free-slot", &[terms::SCHEDULER, terms::SCHEDULER_STEPS]),
    explains("where-to-put-the-slack", &[terms::SPARE_TIME_SHARED, terms::SPARE_TIME, terms::SPARE_TIMES]),
    explains("who-answers-first", &[terms::PLACEMENT, terms::AVERAGE_LOAD, terms::DYNAMIC_TABLE]),
    explains("what-a-lease-saves", &[terms::LEASE, terms::TABLE_CLONE]),
];

/// The lesson that explains a term of this explanation, if there is one.
pub fn lesson_of(explanation: &str) -> Option<&'static Card> {
    let is_it = |terms: &[Term]| terms.iter().any(|&term| explanation.contains(term));
    LESSONS.iter().find(|(_, terms)| is_it(terms)).map(|(card, _)| *card)
}
