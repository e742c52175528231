//! Node lists of public traces.

use super::{error, read, remarks, rows, short};

const NO_PARTITIONS: &str = "no partitions are told of: any job may run on every node";

#[test]
fn the_nodes_of_openb_have_cores_in_thousandths() {
    let text = "sn,cpu_milli,memory_mib,gpu,model\r\nopenb-node-0000,64000,262144,2,P100\r\n\r\n\
        openb-node-0001,64000,262144,2,P100\r\nopenb-node-0002,96500,2048,0,none\r\n";
    let nodes = read(text);
    assert_eq!(nodes.source, "node list of Alibaba's openb trace");
    assert_eq!(short(&nodes), "2 openb-node-[0000-0001] 64c 2xP100 262144M; 1 openb-node-0002 96c 2048M");
    assert_eq!(remarks(&nodes), NO_PARTITIONS);
}

#[test]
fn the_nodes_of_spot_gpus_have_no_memory() {
    let nodes = read("gpu_model,gpu_capacity_num,cpu_num,node_name\nA,4,192,0\nA,4,192,1\nB,1,64,2\n");
    assert_eq!(short(&nodes), "2 [0-1] 192c 4xA 0M; 1 2 64c 1xB 0M");
    let no_memory = "line 2: [0-2]: no memory: no job that asks for memory fits there";
    assert_eq!(remarks(&nodes), format!("{no_memory}\n{NO_PARTITIONS}"));
}

#[test]
fn a_fault_of_such_a_list_is_named_by_its_line() {
    for [nodes, said] in rows(
        "a1,64000,1024,2,T4\\na2,900,1024,0,\\n | \
        line 3: a2: the node has no cores (cpu_milli is 0): give their number, or take the node out
        a1,64000,1024,two,T4\\n | line 2: a1: gpu is no whole number but \"two\"
        a1,64000\\n | line 2: 2 fields, where the first line has 5
        a1,,1024,0,\\n | line 2: a1: it has no cpu_milli, which must say how many cores the node has
        ,64000,1024,0,\\n | line 2: \"\" names no nodes: write them as n[001-010],gpu1
        | no nodes in this node list of Alibaba's openb trace",
    ) {
        assert_eq!(error(&format!("sn,cpu_milli,memory_mib,gpu,model\n{nodes}")), said);
    }
}

#[test]
#[ignore = "needs the real logs: SLOTSCOPE_TRACES"]
fn the_real_nodes_of_openb() {
    let folder = std::env::var_os("SLOTSCOPE_TRACES").expect("SLOTSCOPE_TRACES is not set");
    let path = std::path::Path::new(&folder).join("openb-gpu-nodes-2023.csv");
    let nodes = crate::node_table::read_nodes(&std::fs::read(path).expect("the list")).unwrap();
    let gpus: u64 = (nodes.kinds.iter()).map(|it| u64::from(it.count) * u64::from(it.gpus)).sum();
    assert_eq!((nodes.count(), gpus), (1_213, 6_212));
}
