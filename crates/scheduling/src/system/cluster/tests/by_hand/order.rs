//! The order, the promises, and when jobs come.

use super::*;
use crate::policy::formula::Formula;
use crate::policy::local::Promises;

fn promises(count: u32) -> Cluster {
    Cluster { promises: Promises::Count(count), ..on(&[node(1, 4)]) }
}

fn formula(text: &str) -> Formula {
    Formula::read(text).expect("a formula")
}

pub fn drawings() -> Vec<Drawing> {
    vec![
        drawing(
            "one promise: the last job delays the third",
            promises(1),
            [
                (job((0, 2, 4, 4)), "0: 0"),
                (job((1, 3, 2, 2)), "4: 0"),
                (job((1, 4, 2, 2)), "7: 0"),
                (job((1, 1, 6, 6)), "1: 0"),
            ],
        ),
        drawing(
            "two promises: it does not",
            promises(2),
            [
                (job((0, 2, 4, 4)), "0: 0"),
                (job((1, 3, 2, 2)), "4: 0"),
                (job((1, 4, 2, 2)), "6: 0"),
                (job((1, 1, 6, 6)), "8: 0"),
            ],
        ),
        drawing(
            "nothing is promised behind a job without a limit",
            promises(1),
            [
                (job((0, 2, 100, 100)).without_limit(), "0: 0"),
                (job((10, 4, 10, 10)), "110: 0"),
                (job((20, 2, 90, 90)).without_limit(), "20: 0"),
            ],
        ),
        drawing(
            "no promise: what fits starts, the smallest first",
            Cluster { order: formula("size"), ..promises(0) },
            [
                (job((0, 2, 2, 2)), "0: 0"),
                (job((1, 4, 1, 1)), "4: 0"),
                (job((1, 2, 2, 2)), "2: 0"),
                (job((1, 1, 3, 3)), "1: 0"),
            ],
        ),
        drawing(
            "strictly nothing overtakes the largest",
            Cluster { order: formula("-size"), strict: true, ..on(&[node(1, 4)]) },
            [(job((0, 2, 2, 2)), "0: 0"), (job((1, 1, 1, 1)), "3: 0"), (job((1, 4, 1, 1)), "2: 0")],
        ),
        drawing(
            "the shortest are backfilled first",
            Cluster { backfill_order: Some(formula("limit")), ..promises(1) },
            [
                (job((0, 2, 4, 4)), "0: 0"),
                (job((1, 4, 2, 2)), "4: 0"),
                (job((1, 1, 3, 3)), "6: 0"),
                (job((1, 2, 1, 1)), "1: 0"),
                (job((1, 2, 2, 2)), "2: 0"),
            ],
        ),
        drawing(
            "jobs that wait for others, and one that is eligible later",
            on(&[node(1, 1)]),
            [
                (job((0, 1, 3, 5)), "0: 0"),
                (job((0, 1, 1, 1)).eligible_after(8), "8: 0"),
                // Two seconds after the end of the first; killed at 7.
                (job((1, 1, 4, 2)).after(0, 2), "5: 0"),
                (job((1, 1, 1, 1)).after(2, 0), "7: 0"),
                (job((1, 2, 1, 1)), "rejected"),
                // Released when that one is rejected.
                (job((1, 1, 2, 2)).after(4, 50), "3: 0"),
            ],
        ),
        drawing(
            "a job that takes no time ends at once",
            on(&[node(1, 1)]),
            [(job((0, 1, 0, 5)), "0: 0"), (job((0, 1, 2, 2)), "0: 0"), (job((0, 1, 2, 2)).after(0, 0), "2: 0")],
        ),
    ]
}
