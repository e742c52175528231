//! What the structure of idle periods takes of the memory, on a real log.
//!
//! The only test of its program: whatever is allocated meanwhile is counted.

#[allow(dead_code, reason = "shared with other tests")]
mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use slotscope::availability::idle_periods::{GroupedPeriods, IdlePeriods, Selection};
use slotscope::engine::Run;
use slotscope::experiment::{Scenario, run};

/// The system's allocator, counting.
struct Counting;

/// Bytes that are allocated now, and the most that have been since that was set.
static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is left to the system's allocator; only sizes are counted.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST.fetch_max(now, Ordering::Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Places every job of a run again where it was, and nothing else: the most bytes that the structure,
/// and what its searches hand out, took at any time.
fn most_bytes(run: &Run, servers: u32) -> usize {
    let before = NOW.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    let mut periods = GroupedPeriods::new(servers);
    for (job, outcome) in run.jobs.iter().zip(&run.schedule.outcomes) {
        periods.roll(job.submit);
        let (from, to) = (outcome.start, outcome.start + job.run_time);
        let found = periods.search(from, to, job.processors, Selection::LatestStart);
        periods.book(&found.expect("it was placed there"), from, to);
    }
    MOST.load(Ordering::Relaxed) - before
}

#[test]
#[ignore = "needs the real logs: cargo xtask test"]
fn the_idle_periods_of_kth_take_less_than_20_mb() {
    let log = common::real_log("KTH-SP2-1996-2.swf.gz");
    let json = r#"{"workload": {"first_job": null, "last_job": null, "reservations": {
                       "percent": 20, "start": "lead_time", "lead_hours_max": 3}},
                   "platform": [100], "system": {"co_allocation": {}}}"#;
    let scenario = Scenario::from_json(json.as_bytes()).expect("a scenario");
    let run = run(&scenario, &log).expect("it runs");
    assert_eq!(run.jobs.len(), 28_481);
    let bytes = most_bytes(&run, 100);
    println!("{bytes} bytes at most");
    // It holds a hundred servers, at least.
    assert!((1_000..20_000_000).contains(&bytes), "{bytes} bytes");
}
