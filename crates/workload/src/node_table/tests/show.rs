//! Output of `scontrol show nodes`.

use super::*;
use crate::testing::changed;

const LINES: &str = "\
NodeName=g1 Arch=x86_64 CoresPerSocket=16 CPUAlloc=8 CPUEfctv=62 CPUTot=64 CPULoad=1.00 AvailableFeatures=fast,big \
ActiveFeatures=fast Gres=gpu:a100:4(S:0-1),shard:16 NodeAddr=g1 Version=23.02.6 OS=Linux 5.14 #1 SMP Mon \
RealMemory=256000 AllocMem=0 Sockets=2 Boards=1 CoreSpecCount=1 CPUSpecList=0-1 MemSpecLimit=6000 State=MIXED \
ThreadsPerCore=2 Partitions=gpu,all CfgTRES=cpu=62,mem=250000M,gres/gpu=4
NodeName=g2 Arch=x86_64 CoresPerSocket=16 CPUAlloc=0 CPUEfctv=62 CPUTot=64 AvailableFeatures=fast,big Gres=gpu:a100:4 \
RealMemory=256000 Sockets=2 Boards=1 MemSpecLimit=6000 State=IDLE+DRAIN ThreadsPerCore=2 Partitions=gpu,all \
Reason=broken fan, CPUTot=1 State=IDLE [root@2024-01-01T00:00:00]
NodeName=c1 CoresPerSocket=8 CPUAlloc=0 CPUTot=16 AvailableFeatures=(null) Gres=(null) RealMemory=64000 Sockets=2 \
State=DOWN* ThreadsPerCore=1 Partitions=all
";

#[test]
fn a_line_for_each_node() {
    let read = read(LINES);
    assert_eq!(short(&read), "2 g[1-2] 62c 4xa100 250000M [gpu,all] {fast,big}; 1 c1 16c 64000M [all]");
    assert_eq!(read.out_of_service, "g2,c1");
    assert_eq!(remarks(&read), "line 1: g1: of the gres only gpu is read, not shard");
    assert_eq!((read.count(), read.source), (3, "output of scontrol show nodes"));
}

#[test]
fn many_lines_for_each_node_are_the_same() {
    let many = LINES.replace(" RealMemory", "\n   RealMemory").replace(" State=", "\n   State=");
    let many = many.replace("NodeName", "\nNodeName").replace(" Partitions", "\n   Partitions");
    let (lines, many) = (read(LINES), read(&format!("$ scontrol show nodes\n{many}")));
    assert_eq!((lines.kinds, lines.out_of_service), (many.kinds, many.out_of_service));
}

#[test]
fn reserved_cores_are_subtracted_where_the_effective_ones_are_not_told() {
    for [more, cores, said] in rows(
        "| 64 |
        CoreSpecCount=2 | 60 | line 1: n1: 4 of 64 CPUs are reserved for the system
        CoreSpecCount=2 CPUSpecList=0,62-63 | 60 | line 1: n1: 4 of 64 CPUs are reserved for the system",
    ) {
        let read = read(&format!(
            "NodeName=n1 CoresPerSocket=16 CPUTot=64 Sockets=2 RealMemory=9 ThreadsPerCore=2 Partitions=p {more}\n"
        ));
        assert_eq!((read.kinds[0].cores.to_string(), remarks(&read)), (cores, said), "{more}");
    }
}

#[test]
fn trackable_resources_stand_in_for_what_is_not_shown() {
    let read = read(
        "NodeName=n1 CfgTRES=cpu=8,mem=2G,billing=8,gres/gpu=4,gres/gpu:v100=4\n\
        NodeName=n2 CfgTRES=cpu=8,mem=2048M,gres/gpu=4\n",
    );
    assert_eq!(short(&read), "1 n1 8c 4xv100 2048M; 1 n2 8c 4x 2048M");
    assert_eq!(remarks(&read), "no partitions are told of: any job may run on every node");
}

#[test]
fn a_node_without_cores_is_an_error_that_names_it() {
    for [piece, other, said] in rows(
        "CPUTot=16 | CPUTot=0 | \
        c1: the node has no cores (CPUTot is 0): give their number, or take the node out
        CPUTot=16 | | c1: it has no CPUTot, which must say how many cores the node has
        CPUTot=16 | CPUTot=many | c1: CPUTot is no number but \"many\"
        NodeName=c1 | NodeName=c[1 | \"c[1\" names no nodes: write them as n[001-010],gpu1",
    ) {
        assert_eq!(error(&changed(LINES, &piece, &other)), format!("line 3: {said}"));
    }
}

#[test]
fn a_node_that_is_in_no_partition_is_left_out_and_one_without_memory_is_told() {
    let text = "NodeName=n1 CPUTot=4 RealMemory=100 Partitions=p\nNodeName=n2 CPUTot=4 RealMemory=100\n\
             NodeName=n3 CPUTot=4 Partitions=p\nNodeName=n3 CPUTot=5 RealMemory=1 Partitions=p\n";
    let read = read(text);
    assert_eq!(short(&read), "1 n1 4c 100M [p]; 1 n3 4c 0M [p]");
    assert_eq!(
        remarks(&read),
        "line 2: n2: in no partition, so no job can run there; left out\n\
        line 3: n3: no RealMemory: no job that asks for memory fits there\n\
        line 4: n3: named a second time; the first one counts"
    );
}
