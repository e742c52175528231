//! What jobs asked of nodes, written and read again.

use super::*;
use crate::resources::{Chunks, Resources};

fn read_again(log: Log) -> (String, Resources) {
    let text = write_sacct(&Workload::of_log("a", log));
    let back = read("a", text.as_bytes()).unwrap();
    assert_eq!(back.complaints, [], "{text}");
    (text, (*back.workload.log().unwrap().resources).clone())
}

fn job(id: usize, processors: i64) -> Record {
    Record { id: id as u64, submit: id as Time, requested_processors: processors, ..Record::UNKNOWN }
}

#[test]
fn shares_and_choices_of_gpus_are_lost() {
    let mut log = Log { records: vec![job(0, 8), job(1, 8)], ..Log::default() };
    let share = Chunks { count: 1, on_distinct_nodes: true, gpus: 460, ..Chunks::default() };
    log.resources.set(0, share.clone());
    let choice = Chunks { gpus: 2_000, gpu_types: vec!["a".into(), "b".into()], ..share.clone() };
    log.resources.set(1, choice.clone());
    let (text, back) = read_again(log);
    assert!(text.contains("|1|node=1,gres/gpu=2||\n"), "{text}");
    assert_eq!(back.of(0), Some(&Chunks { gpus: 0, ..share }));
    let any = Chunks { gpu_types: Vec::new(), ..choice };
    assert_eq!(back.of(1), Some(&any));
}

/// A request as sacct says one: on nodes, for GPUs or for processors.
fn any_chunks() -> impl Strategy<Value = Option<Chunks>> {
    let features = prop::collection::btree_set("[a-c]{1,2}", 0..3);
    let gpu_type = prop::option::of("[a-z]{1,3}");
    (0..4_u8, 1..9_u32, 0..4_u32, 0..9_u64, gpu_type, features).prop_map(
        |(kind, count, gpus, memory, gpu_type, features)| {
            let gpu_types = gpu_type.filter(|_| gpus > 0).map(Box::from);
            let on_nodes = Chunks {
                count,
                on_distinct_nodes: true,
                gpus: gpus * 1_000,
                memory,
                gpu_types: gpu_types.into_iter().collect(),
                features: features.into_iter().map(Box::from).collect(),
                ..Chunks::default()
            };
            match kind {
                0 => None,
                1 => Some(on_nodes),
                2 if gpus > 0 => Some(Chunks { on_distinct_nodes: false, gpus: 1_000, ..on_nodes }),
                _ if memory > 0 => {
                    Some(Chunks { count: 0, on_distinct_nodes: false, gpus: 0, gpu_types: Vec::new(), ..on_nodes })
                }
                _ => None,
            }
        },
    )
}

proptest! {
    #[test]
    fn requests_that_are_written_read_back_equal(
        asked in prop::collection::vec((any_chunks(), 8_i64..100), 1..12),
    ) {
        let mut log = Log::default();
        for (place, (chunks, processors)) in asked.iter().enumerate() {
            log.records.push(job(place, *processors));
            if let Some(chunks) = chunks {
                log.resources.set(place, chunks.clone());
            }
        }
        let (text, back) = read_again(log);
        for (place, (chunks, _)) in asked.iter().enumerate() {
            prop_assert_eq!(back.of(place), chunks.as_ref(), "{}", text);
        }
    }
}
