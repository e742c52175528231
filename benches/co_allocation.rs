//! How long co-allocation takes: `cargo bench --bench co_allocation`.
//!
//! KTH whole with the fast structure; a request for 16 servers of 100,000 with a million idle periods,
//! each timed by itself, of which the median stands beside; 200,000 jobs on 24,000 servers; and, once
//! each, KTH whole with the printed trees over the length τ of their slots, which takes minutes. What is
//! measured once is left beside Criterion's figures, in `co_allocation.json`. Reads KTH in the folder
//! named by `SLOTSCOPE_TRACES`, or `../shared/traces`.

mod kth;

use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use kth::{LOG, kth};
use serde_json::{Value, json};
use slotscope::availability::BEGINNING;
use slotscope::availability::idle_periods::{
    FOREVER, GroupedPeriods, IdlePeriods, Selection, ServerSet, Share, servers_of,
};
use slotscope::experiment::{Scenario, run};
use slotscope::workload::draw::{Draw, Stream};
use slotscope::workload::lublin::Lublin;
use slotscope::workload::{Time, Workload};

const HOUR: Time = 3_600;
const DAY: Time = 24 * HOUR;
/// The first stream of this file.
const STREAM: u64 = 910;

/// All jobs of a log, with ρ = 0.2 and leads of up to three hours.
fn scenario(processors: u32, settings: &str) -> Scenario {
    let json = format!(
        r#"{{"workload": {{"first_job": null, "last_job": null, "reservations": {{
              "percent": 20, "start": "lead_time", "lead_hours_max": 3}}}},
            "platform": [{processors}], "system": {{"co_allocation": {settings}}}}}"#
    );
    // The text is fixed.
    Scenario::from_json(json.as_bytes()).unwrap_or_default()
}

fn whole_log(criterion: &mut Criterion, log: &Workload) {
    for slot in [60, 900, HOUR] {
        let scenario = scenario(100, &format!(r#"{{"slot": {slot}, "attempts": 1440}}"#));
        criterion.bench_function(&format!("KTH, fast, slots of {slot} s"), |bencher| {
            bencher.iter(|| run(black_box(&scenario), log));
        });
    }
}

/// Once each: they take minutes. What they came to is given back, with τ in hours.
fn printed_trees(log: &Workload) -> Vec<Value> {
    let mut all = Vec::new();
    for hours in [12, 4, 2, 1] {
        let settings =
            format!(r#"{{"structure": "printed", "horizon": 604800, "slot": {}, "attempts": 336}}"#, hours * HOUR);
        let scenario = scenario(100, &settings);
        let since = Instant::now();
        let Ok(run) = run(&scenario, log) else {
            println!("not run: {settings}");
            continue;
        };
        let took = since.elapsed();
        let operations = run.measures["operations_per_request"];
        println!("KTH, printed, 7 d, slots of {hours} h: {took:.1?}, {operations:.0} operations a request");
        all.push(json!({
            "slot_hours": hours,
            "milliseconds": took.as_secs_f64() * 1e3,
            "operations_per_request": operations,
        }));
    }
    all
}

/// Leaves what was measured once where the other figures are.
fn leave(request: Duration, printed: Vec<Value>) {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    let folder = target.join("criterion");
    let figures = json!({
        "request_ms": request.as_secs_f64() * 1e3,
        "printed": printed,
    });
    let written = std::fs::create_dir_all(&folder)
        .and_then(|()| std::fs::write(folder.join("co_allocation.json"), figures.to_string()));
    if let Err(error) = written {
        println!("the figures were not written: {error}");
    }
}

/// 200,000 jobs as Lublin and Feitelson's model draws them.
fn large_machine(criterion: &mut Criterion) {
    const SERVERS: u32 = 24_000;
    let model = Lublin { jobs: 200_000, processors: SERVERS, load: Some(0.7), ..Lublin::default() };
    // The parameters are fixed and valid.
    let log = model.generate().unwrap_or_default();
    let scenario = scenario(SERVERS, "{}");
    let mut group = criterion.benchmark_group("large");
    group.sample_size(10);
    group.bench_function("200,000 jobs on 24,000 servers", |bencher| {
        bencher.iter(|| run(black_box(&scenario), &log));
    });
    group.finish();
}

/// 100,000 servers, each with ten idle periods between bookings of its own, in about 20 days.
fn million() -> GroupedPeriods {
    const SERVERS: u32 = 100_000;
    let mut draw = Draw::new(1, Stream(STREAM));
    let mut below = |most: Time| 1 + Time::from(draw.below(most as u32));
    let mut periods = GroupedPeriods::new(SERVERS);
    periods.roll(0);
    for server in 0..SERVERS {
        let (mut start, mut from) = (BEGINNING, below(2 * DAY));
        for _ in 0..9 {
            let to = from + below(DAY);
            let share = Share { start, end: FOREVER, servers: ServerSet::run(server, server) };
            periods.book(&[share], from, to);
            (start, from) = (to, to + below(4 * DAY));
        }
    }
    periods
}

/// A request for 16 servers, at whatever time and for up to a day, placed and booked: each timed by
/// itself. The median.
fn one_request() -> Duration {
    let mut periods = million();
    let mut draw = Draw::new(2, Stream(STREAM));
    let mut times = Vec::new();
    for _ in 0..2_000 {
        let ready = Time::from(draw.below((15 * DAY) as u32));
        let length = 1 + Time::from(draw.below(DAY as u32));
        let since = Instant::now();
        let (mut start, mut found) = (ready, None);
        while found.is_none() {
            found = periods.search(start, start + length, 16, Selection::LatestStart);
            start += 900;
        }
        let start = start - 900;
        let shares = found.unwrap_or_default();
        periods.book(&shares, start, start + length);
        times.push(since.elapsed());
        periods.release(&servers_of(&shares), start, start + length);
    }
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    let (median, most): (Duration, Duration) = (at(0.5), at(0.99));
    println!(
        "one request for 16 of 100,000 servers, {} groups of idle periods: median {median:.1?}, \
         99 % within {most:.1?}",
        periods.groups()
    );
    median
}

fn co_allocation(criterion: &mut Criterion) {
    let request = one_request();
    large_machine(criterion);
    let Some(log) = kth() else {
        println!("skipped: what needs {LOG}, which is absent");
        return leave(request, Vec::new());
    };
    whole_log(criterion, &log);
    leave(request, printed_trees(&log));
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = co_allocation
}
criterion_main!(benches);
