//! How long brokers and agents take: `cargo bench --bench broker`.
//!
//! 100,000 tasks on 1,000 nodes of 20 agents: so close together that most nodes are full, and so far apart that
//! hardly any two meet; then all of them on a single node, and with losses and a second broker.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use slotscope::experiment::{Scenario, System, run};
use slotscope::system::broker::{Agents, Broker};
use slotscope::workload::task_batch::generate::MadeUp;

const TASKS: u32 = 100_000;

fn row(criterion: &mut Criterion, name: &str, latest: u32, nodes: usize, settings: Broker) {
    let made_up = MadeUp { tasks: TASKS, latest, ..MadeUp::default() };
    let Ok(workload) = made_up.workload() else {
        return;
    };
    let scenario = Scenario { platform: vec![100; nodes], system: System::Broker(settings), ..Scenario::default() };
    criterion.bench_function(name, |bencher| {
        bencher.iter(|| run(black_box(&scenario), &workload));
    });
}

fn many(criterion: &mut Criterion) {
    let twenty = || Broker { agents: Some(Agents::Count(20)), ..Broker::default() };
    row(criterion, "1,000 nodes, starts in 3,000 s", 3_000, 1_000, twenty());
    row(criterion, "1,000 nodes, starts in 100,000 s", 100_000, 1_000, twenty());
    row(criterion, "1,000 nodes, starts in 10,000,000 s", 10_000_000, 1_000, twenty());
    row(criterion, "1 node, starts in 10,000,000 s", 10_000_000, 1, Broker::default());
    let faulty = Broker { brokers: 2, latency: 1.0, loss_percent: 10.0, failure_percent: 10.0, ..twenty() };
    row(criterion, "1,000 nodes, two brokers, losses and failures", 100_000, 1_000, faulty);
}

criterion_group! {
    name = broker;
    config = Criterion::default().sample_size(10);
    targets = many
}
criterion_main!(broker);
