//! How long schedules take, jobs selected and everything recorded:
//! `cargo bench --bench schedule`.
//!
//! Reads KTH in the folder named by `SLOTSCOPE_TRACES`, or `../shared/traces`. The page measures the
//! same when it is opened with `?bench`.

mod kth;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use kth::{LOG, kth};
use slotscope::experiment::{Scenario, run};
use slotscope::system::two_level::{QueuePolicy, TwoLevel};
use slotscope::workload::Workload;
use slotscope::workload::lublin::Lublin;
use slotscope::workload::select::Selection;

/// A run whose time is measured.
struct Measure {
    name: &'static str,
    scenario: Scenario,
    workload: Workload,
}

/// All runs that are measured; without KTH those that need none.
fn measures(kth: Option<Workload>) -> Vec<Measure> {
    let policies = [
        ("KTH, FCFS", QueuePolicy::Fcfs),
        ("KTH, FCFS with backfilling", QueuePolicy::FcfsBackfilling),
        ("KTH, EASY", QueuePolicy::Easy),
        ("KTH, conservative", QueuePolicy::Conservative),
    ];
    let kth = kth.as_ref();
    let mut measures: Vec<Measure> = policies
        .into_iter()
        .filter_map(|(name, queue)| Some(Measure { name, scenario: batch_only(queue, 100), workload: kth?.clone() }))
        .collect();
    measures.push(Measure {
        name: "10,000 jobs at load 1.3, conservative",
        scenario: batch_only(QueuePolicy::Conservative, 128),
        workload: overloaded(),
    });
    measures.push(Measure {
        name: "1,000 jobs, 30 % ARs, 2 providers",
        scenario: Scenario::default(),
        workload: synthetic(&Lublin::default()),
    });
    measures
}

fn overloaded() -> Workload {
    synthetic(&Lublin { jobs: 10_000, load: Some(1.3), ..Lublin::default() })
}

fn synthetic(model: &Lublin) -> Workload {
    // The parameters are fixed and valid; an empty workload would show at once.
    model.generate().unwrap_or_default()
}

/// All jobs of a log, no reservations, one provider.
fn batch_only(queue: QueuePolicy, processors: u32) -> Scenario {
    let mut scenario = Scenario { platform: vec![processors], ..Scenario::default() };
    scenario.workload = Selection { first_job: None, last_job: None, ..Selection::default() };
    scenario.workload.reservations.percent = 0.0;
    let settings = TwoLevel::of_mut(&mut scenario.system);
    settings.local.queue = queue;
    scenario
}

fn schedule(criterion: &mut Criterion) {
    let measures = measures(kth());
    if measures.len() < 5 {
        println!("skipped: what needs {}, which is absent", LOG);
    }
    for Measure { name, scenario, workload } in &measures {
        criterion.bench_function(name, |bencher| {
            bencher.iter(|| run(black_box(scenario), workload));
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = schedule
}
criterion_main!(benches);
