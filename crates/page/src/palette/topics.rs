//! The terms that lessons explain.

use experiment::knobs::abouts;
use experiment::lesson::shelf::{Card, SHELF};

/// A lesson and the terms that it explains.
struct Topic {
    lesson: &'static Card,
    /// As a person would search for them.
    terms: &'static str,
    /// The keys of the settings that it explains.
    settings: &'static [&'static str],
}

/// A lesson with its terms and settings.
const fn topic(id: &str, terms: &'static str, settings: &'static [&'static str]) -> Topic {
    Topic { lesson: lesson(id), terms, settings }
}

/// A row for each lesson of the shelf, in its order; a test requires it.
const TOPICS: [Topic; SHELF.len()] = [
    topic(
        "backfilling",
        "first come first served FCFS, greedy, EASY backfilling, conservative backfilling, queue policy, promise",
        &["queue"],
    ),
    topic("reservations-hurt", "advance reservation AR, batch job, gap, share of reservations", &["share"]),
    topic("dynamic-binding", "dynamic binding, static binding, Proposition 1", &["binding"]),
    topic("building-carts", "CARTS, slots, Algorithm 1, availability", &["slots"]),
    topic("searching", "ARTS², Algorithm 2, earliest start, ready time, deadline, request", &[]),
    topic(
        "fixed-or-flexible",
        "fixed request, flexible request, window, tardiness, rejected",
        &["request-kind", "earlier_hours", "later_hours", "late_reservations"],
    ),
    topic(
        "grouping",
        "AR resource priority, minimum completion time MCT, AR allocation, groups of reservations",
        &["reservation_allocation", "resource_order", "flexible_start"],
    ),
    topic("choosing-delta", "δ, grid period, off-line scheduling", &["period"]),
    topic(
        "idle-periods",
        "co-allocation, idle period, range search, candidate, feasible, server, tree",
        &["selection"],
    ),
    topic("help-or-hurt", "reservations with backfilling, placed at submission, wait", &[]),
    topic(
        "vague-first",
        "imprecise calendar, level, slots, firm start, vague start, threshold",
        &["configuration", "levels"],
    ),
    topic(
        "balance-of-trade",
        "balance of trade, manager, cluster, consumption, supply, deficit",
        &["managers", "deficit"],
    ),
    topic("first-free-slot", "workflow, HEFT, rank, critical path, initial schedule", &["scheduler"]),
    topic("where-to-put-the-slack", "spare time, slack, overrun, quality of information QoI, estimate", &["variant"]),
    topic("who-answers-first", "agent, broker, offer, load, ties", &["tie-rule", "max-load"]),
    topic("what-a-lease-saves", "lease, offer, several brokers", &["lease"]),
    topic("idle-gpus", "cluster, nodes, GPU, fragmentation, placement, first fit, best fit, spread", &[]),
];

/// The lesson of that id.
///
/// # Panics
///
/// If there is none on the shelf: where it is a constant, it does not compile.
pub const fn lesson(id: &str) -> &'static Card {
    const ALL: &[Card] = &SHELF;
    let mut at = 0;
    while at < ALL.len() {
        if is_same(ALL[at].id.as_bytes(), id.as_bytes()) {
            return &ALL[at];
        }
        at += 1;
    }
    panic!("no lesson has this id")
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// The terms that a lesson explains.
pub(super) fn terms(card: &Card) -> &'static str {
    TOPICS.iter().find(|it| it.lesson.id == card.id).map_or("", |it| it.terms)
}

/// Each lesson with the explanations of the settings that it explains.
pub fn of_settings() -> impl Iterator<Item = (&'static Card, Vec<&'static str>)> {
    TOPICS.iter().map(|it| (it.lesson, it.settings.iter().flat_map(|key| abouts(key)).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lesson_has_its_row() {
        for (topic, card) in TOPICS.iter().zip(&SHELF) {
            assert_eq!(topic.lesson, card);
        }
    }

    #[test]
    fn every_key_is_that_of_a_setting() {
        for key in TOPICS.iter().flat_map(|it| it.settings) {
            assert!(!abouts(key).is_empty(), "{key}");
        }
    }
}
