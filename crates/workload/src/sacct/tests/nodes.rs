//! What jobs asked of nodes, and the nodes of a log.

use super::*;
use crate::Feature;
use crate::resources::{NodeKind, Resources};
use crate::testing::{assert_told, kinds, listed, reading, requests, rows};

fn log(text: &str) -> Log {
    reading(text).workload.log().cloned().unwrap()
}

/// The request of the one job of a table with these columns.
fn request(columns: &str, row: &str) -> String {
    requests(&log(&format!("JobID|Submit|Start|ElapsedRaw|{columns}\n1|100|100|60|{row}\n")))
}

#[test]
fn a_job_asks_for_a_chunk_on_each_node() {
    for [columns, row, asked] in rows(
        "// The number of nodes: by the first column that has it, of the TRES, of the list.
        ReqCPUS|NNodes | 8|2 | 2 nodes 0 0M
        ReqCPUS|NNodes|AllocNodes | 8|0|2 | 2 nodes 0 0M
        ReqCPUS|ReqNodes | 8|4 | 4 nodes 0 0M
        ReqCPUS|ReqTRES | 8|cpu=8,node=2 | 2 nodes 0 0M
        ReqCPUS|ReqTRES|AllocTRES | 8|cpu=8|cpu=8,node=4 | 4 nodes 0 0M
        AllocCPUS|NodeList | 8|n[1-3],gpu1 | 4 nodes 0 0M
        // Requests count before what was given; typed GPUs are not added.
        AllocCPUS|ReqTRES|AllocTRES | 8|cpu=8,gres/gpu=2,mem=10G,node=1|cpu=8,gres/gpu=8,mem=500G,node=1 | \
        1 nodes 2000 10240M
        AllocCPUS|AllocTRES | 8|cpu=8,gres/gpu=5,mem=4001M,node=2 | 2 nodes 3000 2001M
        AllocCPUS|ReqTRES|AllocTRES | 8|cpu=8,node=1|cpu=8,gres/gpu=8,node=1 | 1 nodes 0 0M
        AllocCPUS|NNodes|ReqGRES|AllocGRES | 8|2|gpu:2|gpu:8 | 2 nodes 2000 0M
        AllocCPUS|NNodes|ReqGRES | 8|2|PER_JOB:gpu:2 | 2 nodes 1000 0M
        AllocCPUS|NNodes|AllocGRES | 8|2|gpu:8 | 2 nodes 4000 0M
        // Memory by its column.
        AllocCPUS|NNodes|ReqMem | 8|2|4000Mc | 2 nodes 0 16000M
        AllocCPUS|NNodes|ReqMem | 8|2|16Gn | 2 nodes 0 16384M
        AllocCPUS|NNodes|ReqMem | 8|2|1T | 2 nodes 0 524288M
        AllocCPUS|NNodes|ReqMem|AllocTRES | 8|1|2G|mem=64G | 1 nodes 0 2048M
        AllocCPUS|NNodes|ReqMem|AllocTRES | 8|1|0n|mem=64G | 1 nodes 0 65536M
        AllocCPUS|NNodes|ReqMem | 8|1|16? | 1 nodes 0 0M
        // Without nodes: a chunk for each GPU, or for each processor.
        AllocCPUS|ReqTRES | 8|gres/gpu=4,mem=10M | 4 chunks 1000 3M
        AllocCPUS|ReqTRES | 8|mem=10M | 0 chunks 0 2M
        AllocCPUS|ReqMem | 8|4000Mc | 0 chunks 0 4000M
        // A plain size is no request, and nodes are what a log without processors counts.
        AllocCPUS | 8 | -
        AllocCPUS|ReqTRES|NNodes|ReqMem | 8|cpu=8|0|0 | -
        AllocCPUS|NodeList|Constraints | 8|None assigned|(null) | -
        NNodes | 8 | -
        AllocNodes|ReqNodes | 8|8 | -
        NNodes|ReqMem | 8|16Gn | 8 chunks 0 16384M
        // Types and features are names.
        AllocCPUS|ReqTRES|Constraints | 8|gres/gpu:v100=2,gres/gpu=2,node=1|skylake&ib | 1 nodes 2000 v100 0M ib skylake
        AllocCPUS|NNodes|ReqGRES | 8|1|gpu:a100:2(S:0-1) | 1 nodes 2000 a100 0M
        AllocCPUS|Constraints | 8|skylake | 0 chunks 0 0M skylake",
    ) {
        assert_eq!(request(&columns, &row), asked, "{columns}: {row}");
    }
}

#[test]
fn constraints_that_are_no_names_stay_unused_and_are_said() {
    let text = "JobID|Submit|AllocCPUS|Constraints\n1|100|1|a&b|\n";
    assert_eq!(complaints(text), "");
    assert_eq!(log(text).unused.columns, [""; 0]);
    for word in ["[r1*2&r2*1]", "a*2", "!a", "a&", "(a&b)", "a,b"] {
        let text = format!("{text}2|100|1|{word}\n3|100|1|{word}\n");
        let told = format!(
            "line 3: Constraints is \"{word}\", no name and no names joined by &; such constraints are not used"
        );
        assert_eq!(complaints(&text), told);
        let log = log(&text);
        assert_eq!(log.unused.columns, ["Constraints"]);
        assert_eq!(log.resources.of(1), None);
        assert!(log.unused.counted().eq([(Feature::NodeFeatures, 3)]), "{word}");
    }
    let either = "JobID,Submit,AllocCPUS,Constraints\n1,100,1,a|b\n";
    assert_eq!(log(either).unused.columns, ["Constraints"]);
}

#[test]
fn what_cannot_be_read_is_told_and_counts_as_unknown() {
    for [columns, row, told] in rows(
        "ReqTRES | mem=lots,node=1 | ReqTRES should have an amount of memory but has \"lots\"; it counts as unknown
        ReqTRES | gres/gpu=x | ReqTRES should have a number of GPUs but has \"x\"; it counts as unknown
        ReqMem | 4Qc | ReqMem should have an amount of memory but has \"4Q\"; it counts as unknown
        ReqMem | 16Gn | ReqMem is for each node, and the number of nodes is unknown; it counts as unknown
        NNodes | many | NNodes should be a number of nodes but is \"many\"; it counts as unknown
        NNodes | 9 | NNodes is 9, more than processors; it counts as unknown, so that a run may give the job fewer nodes
        ReqTRES | node=x | node of TRES should be a number of nodes but is \"x\"; it counts as unknown",
    ) {
        let text = format!("JobID|Submit|AllocCPUS|{columns}\n1|100|8|{row}\n");
        assert_eq!(complaints(&text), format!("line 2: {told}"), "{row}");
    }
}

#[test]
fn the_row_of_a_job_that_ran_replaces_that_of_one_that_waited() {
    let text = "JobID|Submit|Start|ElapsedRaw|ReqCPUS|NNodes|ReqTRES\n\
        1|100|Unknown|0|8|1|gres/gpu=4\n2|100|100|9|8|1|gres/gpu=4\n1|100|150|60|8|2|mem=4G\n3|100|100|9|8||\n";
    assert_eq!(requests(&log(text)), "2 nodes 0 2048M; 1 nodes 4000 0M; -");
}

#[test]
fn json_and_padded_columns_have_the_same_requests() {
    let json = r#"{"jobs": [{"job_id": 7, "state": "COMPLETED", "required": {"CPUs": 8,
        "memory_per_cpu": {"set": true, "infinite": false, "number": 4000}, "memory_per_node": {"set": false, "number": 0}},
        "allocation_nodes": 2, "nodes": "n[1-2]", "constraints": "ib&skl", "partition": "p",
        "time": {"submission": 1000, "start": 1000, "end": 1100, "elapsed": 100},
        "tres": {"requested": [{"type": "cpu", "count": 8}, {"type": "gres", "name": "gpu:a100", "count": 4},
            {"type": "gres", "name": "gpu", "count": 4}]}}]}"#;
    let queue = r#"{"jobs": [{"job_id": 7, "job_state": "RUNNING", "cpus": 8, "node_count": {"set": true, "number": 2},
        "memory_per_node": {"set": true, "number": 16000}, "features": "ib&skl", "submit_time": 1000, "start_time": 1000,
        "tres_req_str": "cpu=8,gres/gpu:a100=4,gres/gpu=4"}], "last_update": 1100}"#;
    let padded = "JobID     Submit  Start NCPUS     ReqMem  NNodes              ReqTRES Constraints\n\
             ----- ---------- ------ ----- ---------- ------- -------------------- -----------\n\
             7            100    100     8     4000Mc       2    gres/gpu:a100=4   ib&skl\n";
    for text in [json, queue, padded] {
        assert_eq!(requests(&log(text)), "2 nodes 2000 a100 16000M ib skl");
    }
    assert_eq!(log(json).resources.nodes[0].name, "n[1-2]");
}

fn nodes(text: &str) -> Vec<NodeKind> {
    let log = log(text);
    let kinds = log.resources.nodes.clone();
    // They agree with the machine.
    let machine = log.placements.nodes();
    let names: Vec<String> = kinds.iter().flat_map(|it| it.names(1).unwrap()).collect();
    assert_eq!(names.len(), machine.count() as usize);
    let cores = kinds.iter().flat_map(|it| std::iter::repeat_n(it.cores, it.count as usize));
    for ((at, name), most) in (0..).zip(names).zip(cores) {
        assert_eq!(machine.names(at..at + 1), name);
        // A job asks for as many on each of its nodes, rounded up.
        assert!(machine.first_processor(at + 1) - machine.first_processor(at) <= most);
    }
    kinds
}

#[test]
fn nodes_have_what_was_in_use_on_them_at_once() {
    let text = "JobID|Submit|Start|ElapsedRaw|AllocCPUS|ReqTRES|AllocTRES|NodeList|Partition|Constraints\n\
        1|0|100|60|8|cpu=8,gres/gpu:a100=4,mem=10G,node=2|cpu=8,gres/gpu=4,mem=20G,node=2|n[1-2]|gpu|\n\
        2|0|120|60|4|cpu=4,gres/gpu=1,mem=5G,node=1||n2|debug|ib\n\
        3|0|160|60|4|cpu=4,mem=8G,node=1||n3|gpu|skl&ib\n\
        4|0|160|60|4|cpu=4,mem=8G,node=1||n4|gpu|skl&ib\n\
        5|0|300|60|2|cpu=2,gres/gpu=3|cpu=2,gres/gpu:v100=3|n4||\n";
    assert_eq!(
        kinds(&nodes(text)),
        "1 n1 4c 2xa100 10240M [gpu]; 1 n2 8c 3xa100 15360M [gpu,debug] {ib}; 1 n3 4c 8192M [gpu] {ib,skl}; \
        1 n4 4c 3xv100 8192M [gpu] {ib,skl}"
    );
}

#[test]
fn equal_neighbours_are_one_kind() {
    let row = |id: u32, node: &str| format!("{id}|0|100|60|4|mem=8G|{node}|7\n");
    let all: String = (1..=12).map(|at| row(at, &format!("n{at:02}"))).collect();
    let more = row(20, "n05").replace("|100|", "|110|");
    let text = format!("JobID|Submit|Start|ElapsedRaw|AllocCPUS|ReqTRES|NodeList|Partition\n{all}{more}");
    assert_eq!(kinds(&nodes(&text)), "4 n[01-04] 4c 8192M [7]; 1 n05 8c 16384M [7]; 7 n[06-12] 4c 8192M [7]");
}

#[test]
fn gpus_of_several_types_on_a_node_are_told() {
    let text = "JobID|Submit|Start|ElapsedRaw|AllocCPUS|ReqTRES|NodeList|Partition\n\
        1|0|100|60|4|gres/gpu:a100=2|n1|a,b\n2|0|100|60|4|gres/gpu:v100=2|n1|b\n";
    assert_eq!(kinds(&nodes(text)), "1 n1 8c 4x 0M [a,b]");
    let told = "line 1: GPUs of several types (a100, v100) were in use on nodes such as n1; the type of their GPUs \
        counts as unknown";
    assert_eq!(complaints(text), told);
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
        let heading = "JobID|Submit|Start|ElapsedRaw|AllocCPUS|NodeList|Partition\n".to_owned();
        heading + &(1..=300).map(lone).chain((1..=count).map(row)).collect::<String>()
    };
    assert!(!log(&rows(20)).resources.nodes.is_empty());
    let many = rows(200);
    assert_eq!(log(&many).resources.nodes, []);
    assert_told(complaints(&many), "…too many for so short a log…", "200 rows");
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
            let names = listed(nodes.iter().map(|it| format!("n{it}")), ",");
            text += &format!("{id}|1|{start}|{run_time}|7|gres/gpu={gpus},mem={memory}M|{names}\n");
        }
        let names = (0..6).filter(|node| jobs.iter().any(|it| it.0.contains(node)));
        let most = plainly(&jobs);
        let expected: Vec<_> = names.map(|node| (format!("n{node}"), most[node])).collect();
        let mut found = Vec::new();
        for kind in nodes(&text) {
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
