//! The terms that lessons explain.

use experiment::lesson::shelf::{Card, SHELF};

/// A lesson and the terms that it explains.
struct Topic {
    lesson: &'static Card,
    /// As a person would search for them.
    terms: &'static str,
}

/// A lesson with its terms.
const fn topic(id: &str, terms: &'static str) -> Topic {
    Topic { lesson: lesson(id), terms }
}

/// A row for each lesson of the shelf, in its order; a test requires it.
const TOPICS: [Topic; SHELF.len()] = [
    topic(
        "backfilling",
        "first come first served FCFS, greedy, EASY backfilling, conservative backfilling, queue policy, promise",
    ),
    topic("reservations-hurt", "advance reservation AR, batch job, gap, share of reservations"),
    topic("dynamic-binding", "dynamic binding, static binding, Proposition 1"),
    topic("building-carts", "CARTS, slots, Algorithm 1, availability"),
    topic("searching", "ARTS², Algorithm 2, earliest start, ready time, deadline, request"),
    topic("fixed-or-flexible", "fixed request, flexible request, window, tardiness, rejected"),
    topic("grouping", "AR resource priority, minimum completion time MCT, AR allocation, groups of reservations"),
    topic("choosing-delta", "δ, grid period, off-line scheduling"),
    topic("idle-periods", "co-allocation, idle period, range search, candidate, feasible, server, tree"),
    topic("help-or-hurt", "reservations with backfilling, placed at submission, wait"),
    topic("vague-first", "imprecise calendar, level, slots, firm start, vague start, threshold"),
    topic("balance-of-trade", "balance of trade, manager, cluster, consumption, supply, deficit"),
    topic("first-free-slot", "workflow, HEFT, rank, critical path, initial schedule"),
    topic("where-to-put-the-slack", "spare time, slack, overrun, quality of information QoI, estimate"),
    topic("who-answers-first", "agent, broker, offer, load, ties"),
    topic("what-a-lease-saves", "lease, offer, several brokers"),
    topic("idle-gpus", "cluster, nodes, GPU, fragmentation, placement, first fit, best fit, spread"),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lesson_has_its_row() {
        for (topic, card) in TOPICS.iter().zip(&SHELF) {
            assert_eq!(topic.lesson, card);
        }
    }
}
