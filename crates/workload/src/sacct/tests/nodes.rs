//! What jobs asked of nodes, and the nodes of a log.

use super::*;
use crate::Feature;
use crate::resources::{Chunks, NodeKind, Resources};

fn log(text: &str) -> Log {
    let reading = read("a", text.as_bytes()).unwrap_or_else(|why| panic!("{why}"));
    reading.workload.log().cloned().unwrap()
}

/// The request of the one job of a table with these columns.
fn request(columns: &str, row: &str) -> Option<Chunks> {
    let log = log(&format!("JobID|Submit|Start|ElapsedRaw|{columns}\n1|100|100|60|{row}\n"));
    assert_eq!(log.records.len(), 1);
    log.resources.of(0).cloned()
}

/// Count, whether on distinct nodes, GPUs in thousandths, memory in MiB, types, features.
fn figures(chunks: &Chunks) -> (u32, bool, u32, u64, String, String) {
    let it = chunks;
    let (types, features) = (it.gpu_types.join(" "), it.features.join(" "));
    let distinct = it.on_distinct_nodes;
    (it.count, distinct, it.gpus, it.memory, types, features)
}

#[test]
fn a_job_asks_for_a_chunk_on_each_node() {
    let is = |columns: &str, row: &str, (count, distinct, gpus, memory): (u32, bool, u32, u64)| {
        let found = request(columns, row).unwrap_or_else(|| panic!("{row}"));
        let expected = (count, distinct, gpus, memory, String::new(), String::new());
        assert_eq!(figures(&found), expected, "{columns}: {row}");
    };
    // The number of nodes: by the first column that has it, of the TRES, of the list.
    is("ReqCPUS|NNodes", "8|2", (2, true, 0, 0));
    is("ReqCPUS|NNodes|AllocNodes", "8|0|2", (2, true, 0, 0));
    is("ReqCPUS|ReqNodes", "8|4", (4, true, 0, 0));
    is("ReqCPUS|ReqTRES", "8|cpu=8,node=2", (2, true, 0, 0));
    is("ReqCPUS|ReqTRES|AllocTRES", "8|cpu=8|cpu=8,node=4", (4, true, 0, 0));
    is("AllocCPUS|NodeList", "8|n[1-3],gpu1", (4, true, 0, 0));
    // Requests count before what was given; typed GPUs are not added.
    is(
        "AllocCPUS|ReqTRES|AllocTRES",
        "8|cpu=8,gres/gpu=2,mem=10G,node=1|cpu=8,gres/gpu=8,mem=500G,node=1",
        (1, true, 2_000, 10_240),
    );
    is("AllocCPUS|AllocTRES", "8|cpu=8,gres/gpu=5,mem=4001M,node=2", (2, true, 3_000, 2_001));
    is("AllocCPUS|ReqTRES|AllocTRES", "8|cpu=8,node=1|cpu=8,gres/gpu=8,node=1", (1, true, 0, 0));
    is("AllocCPUS|NNodes|ReqGRES|AllocGRES", "8|2|gpu:2|gpu:8", (2, true, 2_000, 0));
    is("AllocCPUS|NNodes|ReqGRES", "8|2|PER_JOB:gpu:2", (2, true, 1_000, 0));
    is("AllocCPUS|NNodes|AllocGRES", "8|2|gpu:8", (2, true, 4_000, 0));
    // Memory by its column.
    is("AllocCPUS|NNodes|ReqMem", "8|2|4000Mc", (2, true, 0, 16_000));
    is("AllocCPUS|NNodes|ReqMem", "8|2|16Gn", (2, true, 0, 16_384));
    is("AllocCPUS|NNodes|ReqMem", "8|2|1T", (2, true, 0, 524_288));
    is("AllocCPUS|NNodes|ReqMem|AllocTRES", "8|1|2G|mem=64G", (1, true, 0, 2_048));
    is("AllocCPUS|NNodes|ReqMem|AllocTRES", "8|1|0n|mem=64G", (1, true, 0, 65_536));
    is("AllocCPUS|NNodes|ReqMem", "8|1|16?", (1, true, 0, 0));
    // Without nodes: a chunk for each GPU, or for each processor.
    is("AllocCPUS|ReqTRES", "8|gres/gpu=4,mem=10M", (4, false, 1_000, 3));
    is("AllocCPUS|ReqTRES", "8|mem=10M", (0, false, 0, 2));
    is("AllocCPUS|ReqMem", "8|4000Mc", (0, false, 0, 4_000));
}

#[test]
fn a_job_with_a_plain_size_has_no_request() {
    for (columns, row) in [
        ("AllocCPUS", "8"),
        ("AllocCPUS|ReqTRES|NNodes|ReqMem", "8|cpu=8|0|0"),
        ("AllocCPUS|NodeList|Constraints", "8|None assigned|(null)"),
        // Nodes are what the log counts.
        ("NNodes", "8"),
        ("AllocNodes|ReqNodes", "8|8"),
    ] {
        assert_eq!(request(columns, row), None, "{columns}: {row}");
    }
    let nodes = request("NNodes|ReqMem", "8|16Gn").unwrap();
    assert_eq!(figures(&nodes).0, 8);
    assert!(!nodes.on_distinct_nodes);
}

#[test]
fn types_and_features_are_names() {
    let found = request("AllocCPUS|ReqTRES|Constraints", "8|gres/gpu:v100=2,gres/gpu=2,node=1|skylake&ib");
    let expected = (1, true, 2_000, 0, "v100".to_owned(), "ib skylake".to_owned());
    assert_eq!(figures(&found.unwrap()), expected);
    let found = request("AllocCPUS|NNodes|ReqGRES", "8|1|gpu:a100:2(S:0-1)").unwrap();
    assert_eq!((found.gpus, &*found.gpu_types[0]), (2_000, "a100"));
    let alone = request("AllocCPUS|Constraints", "8|skylake").unwrap();
    assert_eq!((alone.count, alone.features.len()), (0, 1));
}

#[test]
fn constraints_that_are_no_names_stay_unused_and_are_said() {
    let text = "JobID|Submit|AllocCPUS|Constraints\n1|100|1|a|\n".replace("1|a|", "1|a&b");
    assert_eq!(complaints(&text), [""; 0]);
    assert_eq!(log(&text).unused.columns, [""; 0]);
    for word in ["[r1*2&r2*1]", "a*2", "!a", "a&", "(a&b)", "a,b"] {
        let text = format!("{text}2|100|1|{word}\n3|100|1|{word}\n");
        let told = format!(
            "line 3: Constraints is \"{word}\", no name and no names joined by &; such constraints are not used"
        );
        assert_eq!(complaints(&text), [told], "{word}");
        let log = log(&text);
        assert_eq!(log.unused.columns, ["Constraints"]);
        assert_eq!(log.resources.of(1), None);
        let counted: Vec<_> = log.unused.counted().collect();
        assert_eq!(counted, [(Feature::NodeFeatures, 3)]);
    }
    let either = "JobID,Submit,AllocCPUS,Constraints\n1,100,1,a|b\n";
    assert_eq!(log(either).unused.columns, ["Constraints"]);
}

#[test]
fn what_cannot_be_read_is_told_and_counts_as_unknown() {
    for (columns, row, told) in [
        (
            "AllocCPUS|ReqTRES",
            "8|mem=lots,node=1",
            "ReqTRES should have a amount of memory but has \"lots\"; it counts as unknown",
        ),
        (
            "AllocCPUS|ReqTRES",
            "8|gres/gpu=x",
            "ReqTRES should have a number of GPUs but has \"x\"; it counts as unknown",
        ),
        ("AllocCPUS|ReqMem", "8|4Qc", "ReqMem should have a amount of memory but has \"4Q\"; it counts as unknown"),
        (
            "AllocCPUS|ReqMem",
            "8|16Gn",
            "ReqMem is for each node, and the number of nodes is unknown; it counts as unknown",
        ),
        ("AllocCPUS|NNodes", "8|many", "NNodes should be a number of nodes but is \"many\"; it counts as unknown"),
        (
            "AllocCPUS|NNodes",
            "8|9",
            "NNodes is 9, more than processors; it counts as unknown, so that a run may give the job fewer nodes",
        ),
        (
            "AllocCPUS|ReqTRES",
            "8|node=x",
            "node of TRES should be a number of nodes but is \"x\"; it counts as unknown",
        ),
    ] {
        let text = format!("JobID|Submit|{columns}\n1|100|{row}\n");
        let told = told.replace("a amount", "an amount");
        assert_eq!(complaints(&text), [format!("line 2: {told}")], "{row}");
    }
}

#[test]
fn the_row_of_a_job_that_ran_replaces_that_of_one_that_waited() {
    let text = "JobID|Submit|Start|ElapsedRaw|ReqCPUS|NNodes|ReqTRES\n\
        1|100|Unknown|0|8|1|gres/gpu=4\n2|100|100|9|8|1|gres/gpu=4\n1|100|150|60|8|2|mem=4G\n3|100|100|9|8||\n";
    let resources = log(text).resources;
    let found: Vec<_> = (0..3).map(|place| resources.of(place).map(figures)).collect();
    let none = String::new;
    assert_eq!(found, [Some((2, true, 0, 2_048, none(), none())), Some((1, true, 4_000, 0, none(), none())), None]);
}

#[test]
fn json_and_padded_columns_have_the_same_requests() {
    let json = r#"{"jobs": [{"job_id": 7, "state": "COMPLETED", "required": {"CPUs": 8,
        "memory_per_cpu": {"set": true, "infinite": false, "number": 4000}, "memory_per_node": {"set": false, "number": 0}},
        "allocation_nodes": 2, "nodes": "n[1-2]", "constraints": "ib&skl", "partition": "p",
        "time": {"submission": 1000, "start": 1000, "end": 1100, "elapsed": 100},
        "tres": {"requested": [{"type": "cpu", "count": 8}, {"type": "gres", "name": "gpu:a100", "count": 4},
            {"type": "gres", "name": "gpu", "count": 4}]}}]}"#;
    let expected = (2, true, 2_000, 16_000, "a100".to_owned(), "ib skl".to_owned());
    let of_json = log(json).resources;
    assert_eq!(of_json.of(0).map(figures), Some(expected.clone()));
    assert_eq!(of_json.nodes[0].name, "n[1-2]");
    let queue = r#"{"jobs": [{"job_id": 7, "job_state": "RUNNING", "cpus": 8, "node_count": {"set": true, "number": 2},
        "memory_per_node": {"set": true, "number": 16000}, "features": "ib&skl", "submit_time": 1000, "start_time": 1000,
        "tres_req_str": "cpu=8,gres/gpu:a100=4,gres/gpu=4"}], "last_update": 1100}"#;
    assert_eq!(log(queue).resources.of(0).map(figures), Some(expected.clone()));
    let padded = "JobID     Submit  Start NCPUS     ReqMem  NNodes              ReqTRES Constraints\n\
                  ----- ---------- ------ ----- ---------- ------- -------------------- -----------\n\
                  7            100    100     8     4000Mc       2    gres/gpu:a100=4   ib&skl\n";
    assert_eq!(log(padded).resources.of(0).map(figures), Some(expected));
}

fn nodes(text: &str) -> (Log, Vec<NodeKind>) {
    let log = log(text);
    let kinds = log.resources.nodes.clone();
    // They agree with the machine.
    let machine = log.placements.nodes();
    let names: Vec<String> = kinds.iter().flat_map(|it| it.names(1).unwrap()).collect();
    assert_eq!(names.len(), machine.count() as usize);
    let mut first = 0;
    for (at, name) in names.iter().enumerate() {
        assert_eq!(&machine.names(at as u32..at as u32 + 1), name);
    }
    for kind in &kinds {
        for _ in 0..kind.count {
            let cores = machine.first_processor(first + 1) - machine.first_processor(first);
            // A job asks for as many on each of its nodes, rounded up.
            assert!(cores <= kind.cores);
            first += 1;
        }
    }
    (log, kinds)
}

#[test]
fn nodes_have_what_was_in_use_on_them_at_once() {
    let text = "JobID|Submit|Start|ElapsedRaw|AllocCPUS|ReqTRES|AllocTRES|NodeList|Partition|Constraints\n\
        1|0|100|60|8|cpu=8,gres/gpu:a100=4,mem=10G,node=2|cpu=8,gres/gpu=4,mem=20G,node=2|n[1-2]|gpu|\n\
        2|0|120|60|4|cpu=4,gres/gpu=1,mem=5G,node=1||n2|debug|ib\n\
        3|0|160|60|4|cpu=4,mem=8G,node=1||n3|gpu|skl&ib\n\
        4|0|160|60|4|cpu=4,mem=8G,node=1||n4|gpu|skl&ib\n\
        5|0|300|60|2|cpu=2,gres/gpu=3|cpu=2,gres/gpu:v100=3|n4||\n";
    let (_, kinds) = nodes(text);
    let kind = |name: &str, cores, gpus, gpu_type: &str, memory| NodeKind {
        name: name.to_owned(),
        cores,
        gpus,
        gpu_type: gpu_type.to_owned(),
        memory,
        ..NodeKind::default()
    };
    let words = |all: &[&str]| all.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
    let expected = [
        NodeKind { partitions: words(&["gpu"]), ..kind("n1", 4, 2, "a100", 10_240) },
        NodeKind { partitions: words(&["gpu", "debug"]), features: words(&["ib"]), ..kind("n2", 8, 3, "a100", 15_360) },
        NodeKind { partitions: words(&["gpu"]), features: words(&["ib", "skl"]), ..kind("n3", 4, 0, "", 8_192) },
        NodeKind { partitions: words(&["gpu"]), features: words(&["ib", "skl"]), ..kind("n4", 4, 3, "v100", 8_192) },
    ];
    assert_eq!(kinds, expected);
}

#[test]
fn equal_neighbours_are_one_kind() {
    let row = |id: u32, node: &str| format!("{id}|0|100|60|4|mem=8G|{node}|7\n");
    let all: String = (1..=12).map(|at| row(at, &format!("n{at:02}"))).collect();
    let more = row(20, "n05").replace("|100|", "|110|");
    let text = format!("JobID|Submit|Start|ElapsedRaw|AllocCPUS|ReqTRES|NodeList|Partition\n{all}{more}");
    let (_, kinds) = nodes(&text);
    let found: Vec<_> = kinds.iter().map(|it| (&*it.name, it.count, it.cores, it.memory, &*it.partitions[0])).collect();
    assert_eq!(found, [("n[01-04]", 4, 4, 8_192, "7"), ("n05", 1, 8, 16_384, "7"), ("n[06-12]", 7, 4, 8_192, "7"),]);
}

#[test]
fn gpus_of_several_types_on_a_node_are_told() {
    let text = "JobID|Submit|Start|ElapsedRaw|AllocCPUS|ReqTRES|NodeList|Partition\n\
        1|0|100|60|4|gres/gpu:a100=2|n1|a,b\n2|0|100|60|4|gres/gpu:v100=2|n1|b\n";
    let (_, kinds) = nodes(text);
    assert_eq!((kinds[0].gpus, &*kinds[0].gpu_type), (4, ""));
    assert_eq!(kinds[0].partitions, ["a", "b"]);
    let told = "line 1: GPUs of several types (a100, v100) were in use on nodes such as n1; the type of their GPUs \
        counts as unknown";
    assert_eq!(complaints(text), [told]);
}

#[test]
fn no_nodes_are_known_without_lists() {
    let text = "JobID|Submit|Start|ElapsedRaw|AllocCPUS|NNodes\n1|0|100|60|4|2\n";
    assert_eq!(log(text).resources.nodes, []);
    assert!(!log(text).resources.is_empty());
}

/// The partitions of nodes of a short log cannot take more room than some for each row.
#[test]
fn words_of_nodes_are_bounded() {
    let rows = |count: u32| -> String {
        let row = |at: u32| format!("{at}|0|{at}|1|3000|n[1-3000]|p{at}\n");
        let lone = |at: u32| format!("9{at:04}|0|99999|1|{}|n{at}|p1\n", 1 + at % 2);
        let heading = "JobID|Submit|Start|ElapsedRaw|AllocCPUS|NodeList|Partition\n";
        let lone: String = (1..=300).map(lone).collect();
        heading.to_owned() + &lone + &(1..=count).map(row).collect::<String>()
    };
    assert!(!log(&rows(20)).resources.nodes.is_empty());
    let many = rows(200);
    assert_eq!(log(&many).resources.nodes, []);
    assert!(complaints(&many)[0].contains("too many for so short a log"));
}

/// By the rule, node by node and second by second.
fn plainly(jobs: &[(Vec<usize>, Time, Time, u32, u32)]) -> Vec<[u64; 3]> {
    (0..6)
        .map(|node| {
            let mut most = [1, 0, 0];
            for now in 0..70 {
                let mut in_use = [0; 3];
                for (nodes, start, run_time, gpus, memory) in jobs {
                    let runs = *start <= now && now < start + run_time;
                    if !runs || !nodes.contains(&node) {
                        continue;
                    }
                    let count = nodes.len() as u64;
                    in_use[0] += 7_u64.div_ceil(count);
                    in_use[1] += u64::from(*gpus).div_ceil(count);
                    in_use[2] += u64::from(*memory).div_ceil(count);
                }
                for (most, now) in most.iter_mut().zip(in_use) {
                    *most = now.max(*most);
                }
            }
            most
        })
        .collect()
}

proptest! {
    #[test]
    fn nodes_are_those_of_the_slow_model(
        jobs in prop::collection::vec(
            (prop::collection::btree_set(0usize..6, 1..6), 1i64..40, 1i64..20, 0u32..9, 0u32..90), 1..30
        ),
    ) {
        let jobs: Vec<_> = jobs.into_iter()
            .map(|(nodes, start, run_time, gpus, memory)| {
                (nodes.into_iter().collect::<Vec<_>>(), start, run_time, gpus, memory)
            })
            .collect();
        let mut text = "JobID|Submit|Start|ElapsedRaw|AllocCPUS|ReqTRES|NodeList\n".to_owned();
        for (id, (nodes, start, run_time, gpus, memory)) in jobs.iter().enumerate() {
            let names: Vec<String> = nodes.iter().map(|it| format!("n{it}")).collect();
            let names = names.join(",");
            text += &format!("{id}|1|{start}|{run_time}|7|gres/gpu={gpus},mem={memory}M|{names}\n");
        }
        let (_, kinds) = nodes(&text);
        let mut expected = Vec::new();
        for (node, most) in plainly(&jobs).into_iter().enumerate() {
            if jobs.iter().any(|it| it.0.contains(&node)) {
                expected.push((format!("n{node}"), most));
            }
        }
        let mut found = Vec::new();
        for kind in kinds {
            for name in kind.names(1).unwrap() {
                found.push((name, [kind.cores.into(), kind.gpus.into(), kind.memory]));
            }
        }
        prop_assert_eq!(found, expected);
    }
}

#[test]
fn a_log_without_requests_has_no_resources() {
    let text = "JobID|Submit|Start|ElapsedRaw|AllocCPUS\n1|0|100|60|4\n";
    assert_eq!(*log(text).resources, Resources::default());
}
