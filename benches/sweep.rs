//! How long a sweep takes on all processors: `cargo bench --bench sweep`.
//!
//! The page measures the same, through its own Curves view, when it is opened with `?bench`.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use slotscope::experiment::{Scenario, run_all};
use slotscope::system::two_level::{QueuePolicy, TwoLevel};
use slotscope::workload::lublin::Lublin;

/// The strategies: five queue policies, from the cheapest to the dearest of the classical ones.
const QUEUES: [QueuePolicy; 5] =
    [QueuePolicy::FcfsBackfilling, QueuePolicy::Fcfs, QueuePolicy::Easy, QueuePolicy::Conservative, QueuePolicy::Lsf];

/// 11 shares of reservations × 5 queue policies × 10 seeds.
fn scenarios() -> Vec<Scenario> {
    let mut all = Vec::new();
    for seed in 1..=10 {
        for share in 0..=10u32 {
            for queue in QUEUES {
                let mut scenario = Scenario { seed, ..Scenario::default() };
                scenario.workload.reservations.percent = f64::from(share) * 10.0;
                let settings = TwoLevel::of_mut(&mut scenario.system);
                settings.local.queue = queue;
                all.push(scenario);
            }
        }
    }
    all
}

fn sweep(criterion: &mut Criterion) {
    // The parameters are fixed and valid; an empty workload would show at once.
    let workload = Lublin::default().generate().unwrap_or_default();
    let scenarios = scenarios();
    criterion.bench_function("550 runs of 1,000 jobs", |bencher| {
        bencher.iter(|| run_all(black_box(&scenarios), &workload));
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = sweep
}
criterion_main!(benches);
