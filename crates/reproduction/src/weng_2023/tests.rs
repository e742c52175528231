//! The trace itself, where `SLOTSCOPE_TRACES` names the folder with it.

use std::path::Path;

use super::Trace;
use super::allocation::{FRAGMENTED_AT, PUBLISHED};
use super::tables::{fill, target};
use workload::testing::drawn;
use workload::unpacked;

fn trace() -> Trace {
    let folder = std::env::var_os("SLOTSCOPE_TRACES")
        .expect("SLOTSCOPE_TRACES is not set: it names the folder of the real logs");
    let bytes = |name: &str| std::fs::read(Path::new(&folder).join(name)).expect(name);
    let tasks = bytes("openb-pods-2023.csv.gz");
    let tasks = unpacked(&tasks).expect("gzip");
    Trace::read(&bytes("openb-gpu-nodes-2023.csv"), &tasks).expect("both tables")
}

#[test]
#[ignore = "needs the real logs: SLOTSCOPE_TRACES"]
fn three_seeds_lie_within_a_point_of_the_published_means() {
    let trace = trace();
    assert_eq!((trace.nodes.len(), trace.gpus(), trace.tasks.len()), (1_213, 6_212_000, 8_152));
    let mix = target(&trace);
    assert_eq!(mix.tasks.len(), 35);
    for published in drawn(&PUBLISHED) {
        let (mut allocated, mut fragmented) = (0.0, [0.0; 3]);
        let seeds = 1..=3_u64;
        let runs = (seeds.end() - seeds.start() + 1) as f64;
        for seed in seeds {
            let filling = fill(&trace, published.policy, &mix, seed, &FRAGMENTED_AT);
            allocated += filling.allocated[100] / runs;
            for (sum, at) in fragmented.iter_mut().zip(FRAGMENTED_AT) {
                *sum += filling.fragmented[at].expect("it was asked for") / runs;
            }
        }
        let words = format!("{:?}: {allocated:.2}, {fragmented:.2?}", published.policy);
        assert!((allocated - published.allocated).abs() <= 1.0, "{words}");
        for (ours, theirs) in fragmented.iter().zip(published.fragmented) {
            assert!((ours - theirs).abs() <= 1.0, "{words}");
        }
    }
}
