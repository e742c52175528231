//! The nodes of a cluster as a scenario.

use serde_json::json;

use super::{Folder, slotscope, text};

const SHOWN: &str = "\
NodeName=g1 CPUAlloc=0 CPUEfctv=62 CPUTot=64 AvailableFeatures=fast Gres=gpu:a100:4(S:0-1),shard:8 RealMemory=256000 \
State=IDLE Partitions=gpu
NodeName=g2 CPUAlloc=0 CPUEfctv=62 CPUTot=64 AvailableFeatures=fast Gres=gpu:a100:4(S:0-1) RealMemory=256000 \
State=IDLE+DRAIN Partitions=gpu
";

#[test]
fn nodes_become_a_scenario_and_remarks_are_told() {
    let output = slotscope(&["nodes", "-"], SHOWN);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let scenario: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let expected = json!({ "system": { "cluster": { "nodes": [{
        "count": 2, "name": "g[1-2]", "cores": 62, "gpus": 4, "gpu_type": "a100", "memory": 250,
        "partitions": ["gpu"], "features": ["fast"],
    }] } } });
    assert_eq!(scenario, expected);
    assert_eq!(
        text(&output.stderr),
        "standard input, line 1: g1: of the gres only gpu is read, not shard\n\
         standard input: out of service, but kept: g2\n\
         standard input, output of scontrol show nodes: 2 nodes of 1 kind\n"
    );
    // What it prints it reads.
    let again = slotscope(&["nodes", "-"], &text(&output.stdout));
    assert_eq!(again.stdout, output.stdout);
}

#[test]
fn a_configuration_is_read_into_a_file() {
    let folder = Folder::new("nodes");
    let conf = folder.file("slurm.conf", "NodeName=n[1-2] CPUs=4 RealMemory=1024\nPartitionName=p Nodes=ALL\n");
    let out = folder.path("nodes.json");
    let output = slotscope(&["nodes", &conf, "--out", &out], "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(output.stdout.is_empty());
    let written = std::fs::read_to_string(&out).expect("a file");
    let line = r#"{"count":2,"name":"n[1-2]","cores":4,"gpus":0,"memory":1,"partitions":["p"]}"#;
    assert!(written.contains(line), "{written}");
    // The result must not be written over its input.
    let output = slotscope(&["nodes", &conf, "--out", &conf], "");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_node_without_cores_is_named_with_its_line() {
    let output = slotscope(&["nodes", "-"], "NodeName=n1 CPUs=4\nNodeName=n2 CPUs=0\n");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stderr),
        "slotscope: standard input: line 2: n2: the node has no cores (CPUs is 0): give their number, or take the node \
         out\n"
    );
    let output = slotscope(&["nodes", "-"], "PARTITION AVAIL\ngpu up\n");
    let said = text(&output.stderr);
    assert!(said.contains("scontrol show nodes --oneliner"), "{said}");
}
