//! How long workflows take: `cargo bench --bench workflow`.
//!
//! A mosaic of 60 tasks under every scheduler and variant, with the whole run; a random workflow of 10,000
//! tasks on 64 machines, scheduled, then shared out; Table 1 of Zhao and Sakellariou 2007 whole; and the
//! running times of Figure 9, on random workflows of 20 to 100 tasks under every scheduler:
//! `cargo bench --bench workflow -- "Figure 9"`.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use slotscope::policy::spare_time::{ScheduleGraph, THRESHOLD, Variant, first_paths, reserve, reserve_on};
use slotscope::policy::workflow::{Allocation, FirstAssignment, dls, fcp, heft, hybrid_bmct};
use slotscope::workload::workflow::Dag;
use slotscope::workload::workflow::generate::{Amounts, Kind, generate};

type Scheduler = fn(&Dag) -> Allocation;

const SCHEDULERS: [(&str, Scheduler); 4] =
    [("heft", heft), ("hybrid_bmct", |dag| hybrid_bmct(dag, FirstAssignment::default())), ("fcp", fcp), ("dls", dls)];

/// The seed is fixed, and what is made has no circle.
fn dag(kind: Kind, tasks: usize, machines: usize, seed: u64) -> Option<Dag> {
    let usual = match kind {
        Kind::Montage => Amounts::MONTAGE,
        _ => Amounts::USUAL,
    };
    let amounts = Amounts { machines, ..usual };
    Dag::of(&generate(kind, tasks, &amounts, seed)).ok()
}

/// Of 60 tasks on five machines, whatever the shape.
fn small(criterion: &mut Criterion) {
    let Some(dag) = dag(Kind::Montage, 60, 5, 1) else {
        return;
    };
    for (name, scheduler) in SCHEDULERS {
        criterion.bench_function(&format!("60 tasks, {name}"), |bencher| {
            bencher.iter(|| scheduler(black_box(&dag)));
        });
        let allocation = scheduler(&dag);
        let deadline = 1.5 * allocation.finish();
        for variant in Variant::ALL {
            let row = format!("60 tasks, {name}, {}", variant.name());
            criterion.bench_function(&row, |bencher| {
                bencher.iter(|| reserve(black_box(&dag), &allocation, deadline, variant));
            });
        }
    }
}

/// Of 10,000 tasks on 64 machines.
fn large(criterion: &mut Criterion) {
    let Some(dag) = dag(Kind::Layered, 10_000, 64, 1) else {
        return;
    };
    let edges: usize = (0..dag.tasks()).map(|it| dag.successors(it).len()).sum();
    println!("{edges} edges");
    let mut group = criterion.benchmark_group("10,000 tasks");
    group.sample_size(10);
    for (name, scheduler) in SCHEDULERS {
        group.bench_function(name, |bencher| {
            bencher.iter(|| scheduler(black_box(&dag)));
        });
    }
    for (name, scheduler) in SCHEDULERS {
        let allocation = scheduler(&dag);
        let deadline = 1.5 * allocation.finish();
        for variant in Variant::ALL {
            group.bench_function(format!("{name}, {}", variant.name()), |bencher| {
                bencher.iter(|| reserve(black_box(&dag), &allocation, deadline, variant));
            });
        }
    }
    group.finish();
}

/// Table 1: four schedulers, five shapes, six variants, 100 runs, from shape to slots.
fn table_1(criterion: &mut Criterion) {
    let whole = || {
        for kind in Kind::ALL {
            for seed in 0..100 {
                let Some(dag) = dag(kind, 60, 5, seed) else {
                    continue;
                };
                for (_, scheduler) in SCHEDULERS {
                    let allocation = scheduler(&dag);
                    let deadline = 1.5 * allocation.finish();
                    for variant in Variant::SHARED {
                        black_box(reserve(&dag, &allocation, deadline, variant));
                    }
                }
            }
        }
    };
    let mut group = criterion.benchmark_group("Table 1");
    group.sample_size(10);
    group.bench_function("whole", |bencher| bencher.iter(whole));
    group.finish();
}

/// Figure 9: 100 random workflows of each number of tasks under each scheduler; slots until half as much again as
/// the schedule, variant by variant. Beside them the schedulers themselves, and, for up to 40 tasks, finding every path
/// one by one, as the paper has it: of 60 tasks there are millions.
fn figure_9(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("Figure 9");
    group.sample_size(10);
    group.warm_up_time(Duration::from_millis(200));
    group.measurement_time(Duration::from_secs(1));
    for tasks in [20, 40, 60, 80, 100] {
        // The workflows of the document.
        let dags: Vec<Dag> = (1..=100).filter_map(|seed| dag(Kind::Layered, tasks, 5, seed)).collect();
        for (name, scheduler) in SCHEDULERS {
            let of_dag = |dag: &Dag| {
                let allocation = scheduler(dag);
                let graph = ScheduleGraph::of(dag, &allocation);
                (1.5 * allocation.finish(), graph)
            };
            let all: Vec<(f64, ScheduleGraph)> = dags.iter().map(of_dag).collect();
            let row = |what: &str| format!("{tasks} tasks, {name}, {what}, 100 workflows");
            group.bench_function(row("the schedule"), |bencher| {
                bencher.iter(|| dags.iter().for_each(|it| drop(black_box(scheduler(it)))));
            });
            for variant in Variant::SHARED {
                group.bench_function(row(variant.name()), |bencher| {
                    bencher.iter(|| {
                        for (deadline, graph) in &all {
                            black_box(reserve_on(graph, *deadline, variant, THRESHOLD));
                        }
                    });
                });
            }
            if tasks <= 40 {
                group.bench_function(row("every path"), |bencher| {
                    bencher.iter(|| {
                        for (_, graph) in &all {
                            black_box(first_paths(graph, usize::MAX));
                        }
                    });
                });
            }
        }
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = small, large, table_1, figure_9
}
criterion_main!(benches);
