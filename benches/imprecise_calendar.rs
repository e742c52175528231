//! How long imprecise calendars take: `cargo bench --bench imprecise_calendar`.
//!
//! November 1996 of KTH, as the paper has it, under each of its seven configurations; and KTH whole under
//! the first, whose flat calendar has a hundred thousand slots, and under the sixth. Reads KTH in the
//! folder named by `SLOTSCOPE_TRACES`, or `../shared/traces`.

mod kth;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use kth::{LOG, kth};
use slotscope::experiment::{Scenario, run};

/// The jobs of November 1996, by their numbers.
const NOVEMBER: &str = r#""first_job": 2514, "last_job": 4497"#;
const ALL: &str = r#""first_job": null, "last_job": null"#;

const CONFIGURATIONS: [&str; 7] = [
    "configuration1",
    "configuration2",
    "configuration3",
    "configuration4",
    "configuration5",
    "configuration6",
    "los_alamos",
];

fn scenario(jobs: &str, configuration: &str) -> Scenario {
    let json = format!(
        r#"{{"workload": {{{jobs}, "reservations": {{"percent": 0}}}}, "platform": [100],
            "system": {{"imprecise_calendar": {{"configuration": "{configuration}"}}}}}}"#
    );
    // The text is fixed.
    Scenario::from_json(json.as_bytes()).unwrap_or_default()
}

fn imprecise_calendar(criterion: &mut Criterion) {
    let Some(log) = kth() else {
        println!("skipped: all, since {LOG} is absent");
        return;
    };
    let mut row = |name: String, scenario: &Scenario| {
        criterion.bench_function(&name, |bencher| {
            bencher.iter(|| run(black_box(scenario), &log));
        });
    };
    for configuration in CONFIGURATIONS {
        let scenario = scenario(NOVEMBER, configuration);
        row(format!("calendar, November, {configuration}"), &scenario);
    }
    for configuration in ["configuration1", "configuration6"] {
        let scenario = scenario(ALL, configuration);
        row(format!("calendar, KTH, {configuration}"), &scenario);
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = imprecise_calendar
}
criterion_main!(benches);
