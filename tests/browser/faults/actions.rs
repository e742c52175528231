//! Thousands of things that somebody may do, in no order that anybody has thought of.
//!
//! `SLOTSCOPE_ACTIONS` and `SLOTSCOPE_SEED` say how many and which; what was done last is told where a
//! test fails, and the same seed does it again.

use std::collections::VecDeque;

use serde_json::{Value, json};
use slotscope::export::snapshot::Snapshot;

use super::user::{Done, Seen, User};
use crate::harness::Page;
use crate::scene;

/// As many as every run of all tests can do with.
const ACTIONS: u64 = 60;

/// After so many the memory is looked at.
const LOOKED_AT: u64 = 250;

/// Bytes of the page's WebAssembly, and of its heap of JavaScript, which it never comes near: the
/// sample, small logs, comparisons and sweeps of them.
const MOST_BYTES: u64 = 512 << 20;
const MOST_HEAP: u64 = 96_000_000;

/// Elements and listeners of the whole page.
const MOST_NODES: u64 = 120_000;
const MOST_LISTENERS: u64 = 4_000;

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().map_or(otherwise, |it| it.parse().expect("a whole number"))
}

/// What was done last, told when the test fails.
struct Trail {
    seed: u64,
    last: VecDeque<String>,
}

impl Trail {
    fn note(&mut self, number: u64, done: &Done) {
        self.last.push_back(format!("{number}: {}", done.what));
        if self.last.len() > 25 {
            self.last.pop_front();
        }
    }
}

impl Drop for Trail {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("seed {}, the last of what was done:", self.seed);
            self.last.iter().for_each(|it| eprintln!("  {it}"));
        }
    }
}

/// What can be undone of what is shown.
fn experiment(snapshot: &Snapshot) -> Value {
    json!([snapshot.workload, snapshot.scenarios, snapshot.front, snapshot.baseline])
}

/// Whether two looks at the page, where both are known, are of the same experiment, with the same figures.
fn assert_same(then: &Seen, now: &Seen, what: &str) {
    if let (Some(then), Some(now)) = (&then.told, &now.told) {
        assert_eq!(experiment(then), experiment(now), "{what}");
    }
    // Lessons have no figures of the run.
    let are_shown = |it: &Seen| !it.refused && it.figures != json!([null, null, null]);
    if are_shown(then) && are_shown(now) {
        assert_eq!(then.figures, now.figures, "{what}");
    }
}

/// Undoing leads back to what was there before, and redoing to what is there now. Whether there was
/// anything to undo.
#[track_caller]
fn assert_undone(user: &User, before: &Seen, done: &Done, after: &Seen) -> bool {
    let (Some(then), Some(now)) = (&before.told, &after.told) else {
        return false;
    };
    if done.anew {
        assert_same(before, after, "loaded anew");
    }
    // What was undone or redone is undone and redone where it was done.
    if done.anew || done.undoes || experiment(then) == experiment(now) {
        return false;
    }
    let mut steps = 1;
    let mut back = user.undo("Control+z");
    let is_there = |seen: &Seen| seen.told.as_ref().map(experiment) == Some(experiment(then));
    while !is_there(&back) && steps < done.steps {
        steps += 1;
        back = user.undo("Control+z");
    }
    assert_same(before, &back, "undone");
    let mut again = user.undo("Control+Shift+z");
    for _ in 1..steps {
        again = user.undo("Control+Shift+z");
    }
    assert_same(after, &again, "done again");
    true
}

/// What Chromium counts of the page once garbage has been collected.
#[track_caller]
pub fn metric(page: &Page, name: &str) -> u64 {
    page.devtools("HeapProfiler.enable", json!({}));
    // What Rust held is let go once it is known to be garbage, and may be the last that holds other.
    for _ in 0..3 {
        page.devtools("HeapProfiler.collectGarbage", json!({}));
        page.settle();
    }
    page.devtools("HeapProfiler.disable", json!({}));
    page.devtools("Performance.enable", json!({}));
    let metrics = page.devtools("Performance.getMetrics", json!({}));
    let all = metrics["metrics"].as_array().expect("metrics");
    all.iter().find(|it| it["name"] == name).and_then(|it| it["value"].as_f64()).expect("a metric") as u64
}

/// Looks at the memory, and tells `cargo xtask users` of it.
#[track_caller]
fn assert_memory_is_bounded(page: &Page, user: &User, told: &str) {
    let bytes = user.bytes();
    let [heap, nodes, listeners] = ["JSHeapUsedSize", "Nodes", "JSEventListeners"].map(|name| metric(page, name));
    println!("{told} {bytes} {heap} {nodes} {listeners}");
    assert!(bytes <= MOST_BYTES, "{bytes} bytes of WebAssembly");
    assert!(heap <= MOST_HEAP, "{heap} bytes of heap");
    assert!(nodes <= MOST_NODES, "{nodes} nodes");
    assert!(listeners <= MOST_LISTENERS, "{listeners} listeners");
}

#[test]
fn whatever_somebody_does_the_page_answers_and_undo_leads_back() {
    let seed = number("SLOTSCOPE_SEED", 1);
    let actions = number("SLOTSCOPE_ACTIONS", ACTIONS);
    let page = scene::open();
    let mut user = User::at(&page, seed);
    let mut trail = Trail { seed, last: VecDeque::new() };
    let (mut before, mut undone) = (user.rest(), 0);
    for number in 1..=actions {
        let done = user.act();
        trail.note(number, &done);
        let after = user.rest();
        undone += u64::from(assert_undone(&user, &before, &done, &after));
        page.assert_no_console_errors();
        if number % LOOKED_AT == 0 || number == actions {
            let told = format!("user {seed}: {number} {undone}");
            assert_memory_is_bounded(&page, &user, &told);
            page.clear_downloads();
        }
        before = user.rest();
    }
}
