//! How long it takes to read a log: `cargo bench --bench parse`.
//!
//! Reads the logs in the folder named by `SLOTSCOPE_TRACES`, or `../shared/traces`.

use std::hint::black_box;
use std::path::PathBuf;

use criterion::{Criterion, criterion_group, criterion_main};
use slotscope::workload::select::{Selection, select};
use slotscope::workload::{self, read};

fn parse(criterion: &mut Criterion) {
    let folder = std::env::var_os("SLOTSCOPE_TRACES").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/traces")),
        PathBuf::from,
    );
    for name in ["KTH-SP2-1996-2.swf.gz", "SDSC-SP2-1998-first-4961.swf"] {
        let Ok(bytes) = std::fs::read(folder.join(name)) else {
            println!("skipped: no {name} in {}", folder.display());
            continue;
        };
        criterion.bench_function(&format!("read {name}"), |bencher| {
            bencher.iter(|| workload::read(name, black_box(&bytes)).unwrap());
        });
        let workload = read(name, &bytes).unwrap().workload;
        let all = Selection {
            first_job: None,
            last_job: None,
            ..Selection::default()
        };
        criterion.bench_function(&format!("select all of {name}"), |bencher| {
            bencher.iter(|| select(black_box(&workload), &all, 1));
        });
    }
}

criterion_group!(benches, parse);
criterion_main!(benches);
