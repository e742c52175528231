//! The nodes of a cluster as a scenario.

use serde_json::json;

use super::{Folder, assert_says, called, parsed, printed, refused, succeeded, text};

const SHOWN: &str = "\
NodeName=g1 CPUAlloc=0 CPUEfctv=62 CPUTot=64 AvailableFeatures=fast Gres=gpu:a100:4(S:0-1),shard:8 RealMemory=256000 \
State=IDLE Partitions=gpu
NodeName=g2 CPUAlloc=0 CPUEfctv=62 CPUTot=64 AvailableFeatures=fast Gres=gpu:a100:4(S:0-1) RealMemory=256000 \
State=IDLE+DRAIN Partitions=gpu
";

#[test]
fn nodes_become_a_scenario_and_remarks_are_told() {
    let output = called("nodes -", SHOWN);
    let scenario = succeeded(&output);
    let expected = json!({ "system": { "cluster": { "nodes": [{
        "count": 2, "name": "g[1-2]", "cores": 62, "gpus": 4, "gpu_type": "a100", "memory": 250,
        "partitions": ["gpu"], "features": ["fast"],
    }] } } });
    assert_eq!(parsed(&scenario), expected);
    assert_eq!(
        text(&output.stderr),
        "standard input, line 1: g1: of the gres only gpu is read, not shard\n\
         standard input: out of service, but kept: g2\n\
         standard input, output of scontrol show nodes: 2 nodes of 1 kind\n"
    );
    // What it prints it reads.
    assert_eq!(printed("nodes -", &scenario), scenario);
}

#[test]
fn a_configuration_is_read_into_a_file() {
    let conf = "NodeName=n[1-2] CPUs=4 RealMemory=1024\nPartitionName=p Nodes=ALL\n";
    let folder = Folder::with(&[("slurm.conf", conf)]);
    assert_eq!(folder.printed("nodes slurm.conf --out nodes.json"), "");
    let line = r#"{"count":2,"name":"n[1-2]","cores":4,"gpus":0,"memory":1,"partitions":["p"]}"#;
    assert_says(&folder.read("nodes.json"), line);
    // The result must not be written over its input.
    assert_eq!(folder.called("nodes slurm.conf --out slurm.conf").status.code(), Some(1));
}

#[test]
fn a_node_without_cores_is_named_with_its_line() {
    let output = called("nodes -", "NodeName=n1 CPUs=4\nNodeName=n2 CPUs=0\n");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stderr),
        "slotscope: standard input: line 2: n2: the node has no cores (CPUs is 0): give their number, or take the node \
         out\n"
    );
    assert_says(&refused("nodes -", "PARTITION AVAIL\ngpu up\n"), "scontrol show nodes --oneliner");
}
