//! How long a task batch takes to be read: `cargo bench --bench task_batch`.
//!
//! 100,000 tasks, as XML of 10 MB, the size of the paper's fifth test (Moise et al. 2008, Sect. 5.2), and as a
//! table.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use slotscope::workload::read;
use slotscope::workload::task_batch::generate::MadeUp;
use slotscope::workload::task_batch::{to_csv, to_xml};

fn parse(criterion: &mut Criterion) {
    let made = MadeUp { tasks: 100_000, latest: 3_000_000, ..MadeUp::default() };
    let Ok(batch) = made.batch() else {
        return;
    };
    // One field a line, as the paper's ten megabytes have room for.
    let indented = to_xml(&batch).replace("><startTime", ">\n<startTime").replace("><endTime", ">\n<endTime");
    for (name, text) in [("XML", indented), ("CSV", to_csv(&batch))] {
        println!("{name}: {:.1} MB", text.len() as f64 / 1e6);
        criterion.bench_function(&format!("read 100,000 tasks, {name}"), |bencher| {
            bencher.iter(|| read("tasks", black_box(text.as_bytes())).is_ok());
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = parse
}
criterion_main!(benches);
