//! How long it takes to find who waits, runs and has booked at a moment, and what is promised then,
//! which the player does for every picture: `cargo bench --bench moment`.
//!
//! Reads KTH in the folder named by `SLOTSCOPE_TRACES`, or `../shared/traces`.

mod kth;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use kth::{LOG, kth};
use slotscope::experiment::{Run, Scenario, run};
use slotscope::system::moment::{Standings, instants, promises, promises_to};

/// All jobs of KTH on its 100 processors, three in ten of them reservations.
fn played() -> Option<Run> {
    let mut scenario = Scenario { platform: vec![100], ..Scenario::default() };
    (scenario.workload.first_job, scenario.workload.last_job) = (None, None);
    run(&scenario, &kth()?).ok()
}

fn moments(criterion: &mut Criterion) {
    let Some(run) = played() else {
        return println!("skipped: what needs {LOG}, which is absent");
    };
    let standings = Standings::of(&run);
    // A hundred pictures of a schedule that is played.
    let instants = instants(&run);
    let moments: Vec<_> = instants.iter().step_by(instants.len() / 100).collect();
    criterion.bench_function("KTH, index of who stands where", |bencher| {
        bencher.iter(|| Standings::of(black_box(&run)));
    });
    criterion.bench_function("KTH, 100 moments: who stands where", |bencher| {
        bencher.iter(|| {
            moments.iter().map(|&&now| standings.at(black_box(now))).map(|it| it.running.len()).sum::<usize>()
        });
    });
    criterion.bench_function("KTH, 100 moments: promises to holders", |bencher| {
        bencher.iter(|| {
            let at = moments.iter().map(|&&now| {
                let here = standings.at(black_box(now));
                promises_to(&run, 0, now, here.holders()).len()
            });
            at.sum::<usize>()
        });
    });
    criterion.bench_function("KTH, 100 moments: promises, every job asked", |bencher| {
        bencher.iter(|| moments.iter().map(|&&now| promises(&run, 0, black_box(now)).len()).sum::<usize>());
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = moments
}
criterion_main!(benches);
