//! `slurm.conf`.

use super::*;
use crate::testing::assert_told;

const CONF: &str = "\
# A cluster of two racks.
ClusterName=two
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
Include /etc/slurm/acct.conf
nodename=DEFAULT Sockets=2 CoresPerSocket=16 ThreadsPerCore=2 RealMemory=128000 # CPUs follow
NodeName=c[01-04] \\
   Feature=small,ib State=UNKNOWN
NodeName=g[1-2] CPUs=48 RealMemory=256000 Gres=gpu:a100:4 features=\"fast\" State=DRAIN
NodeName=DEFAULT Gres=gpu:8
NodeName=h1,h2
NodeName=l1 Gres=\"\" Boards=2 SocketsPerBoard=1
NodeSet=fast Feature=fast
NodeSet=some Nodes=c[01-02] Feature=ib
PartitionName=DEFAULT Nodes=ALL MaxTime=1:00:00
PartitionName=all Default=YES
PartitionName=gpu Nodes=fast,h1 OverSubscribe=EXCLUSIVE
PartitionName=small Nodes=some,c03,x[1-2]
PartitionName=ib Nodes=feature{ib}
PartitionName=none Nodes=\"\"
DownNodes=c02 State=DOWN Reason=\"no power\"
";

#[test]
fn a_configuration_with_defaults_sets_and_partitions() {
    let read = read(CONF);
    assert_eq!(
        short(&read),
        "4 c[01-04] 64c 128000M [all,small,ib] {small,ib}; 2 g[1-2] 48c 4xa100 256000M [all,gpu] {fast}; \
        1 h1 64c 8x 128000M [all,gpu]; 1 h2 64c 8x 128000M [all]; 1 l1 64c 128000M [all]"
    );
    assert_eq!(read.out_of_service, "c02,g[1-2]");
    assert_eq!(
        remarks(&read),
        "line 5: the included file /etc/slurm/acct.conf is not read\n\
        line 15: partition DEFAULT: MaxTime=1:00:00 is not read\n\
        line 17: partition gpu: OverSubscribe=EXCLUSIVE is not read\n\
        line 18: x[1-2]: partition small names it, but no NodeName line does; left out"
    );
}

#[test]
fn cores_come_from_the_parts_of_a_node() {
    for [line, cores, remarks] in rows(
        "CPUs=12 Sockets=2 CoresPerSocket=12 | 12 | 0
        Sockets=2 CoresPerSocket=12 | 24 | 0
        Boards=2 SocketsPerBoard=2 CoresPerSocket=4 ThreadsPerCore=2 | 32 | 0
        ThreadsPerCore=2 | 2 | 0
        Procs=7 | 7 | 0
        cpus = 9 | 9 | 0
        | 1 | 1
        Sockets=2 CoresPerSocket=12 ThreadsPerCore=2 CoreSpecCount=1 | 46 | 1
        CPUs=8 CpuSpecList=0-1 | 6 | 1
        CPUs=8 ThreadsPerCore=2 CpuSpecList=0,3 | 4 | 1
        CPUs=8 CpuSpecList=0- | 8 | 1",
    ) {
        let read = read(&format!("NodeName=n1 RealMemory=10 {line}\nPartitionName=p Nodes=ALL\n"));
        assert_eq!((read.kinds[0].cores.to_string(), read.remarks.len().to_string()), (cores, remarks), "{line}");
    }
}

#[test]
fn what_slurm_does_otherwise_is_told() {
    let text = "SelectType=select/linear\nSelectTypeParameters=CR_CPU\nNodeName=n1 CPUs=2 Gres=gpu:a:1,gpu:b:2\n\
             PartitionName=p Nodes=n1 MaxCPUsPerNode=1\n";
    assert_eq!(
        remarks(&read(text)),
        "line 1: SelectType=select/linear gives each job whole nodes, which is not read\n\
        line 2: SelectTypeParameters has no memory: Slurm does not count it on these nodes, but a job that asks for \
        memory is held to it here\n\
        line 3: n1: GPUs of 2 types: all 3 count as b, the type of the most\n\
        line 3: n1: no RealMemory: no job that asks for memory fits there\n\
        line 4: partition p: MaxCPUsPerNode=1 is not read"
    );
}

#[test]
fn settings_that_change_when_or_where_jobs_start_are_named() {
    let text = "SelectTypeParameters=CR_Core_Memory\nSchedulerType=sched/backfill\nPriorityType=priority/multifactor\n\
             PriorityWeightAge=1000\nPriorityWeightQOS=0\nSlurmctldPort=6817\n\
             NodeName=n[1-2] CPUs=2 RealMemory=10 Weight=20 Port=7\nNodeName=n3 CPUs=2 RealMemory=10 Weight=1\n\
             PartitionName=p Nodes=ALL Default=YES MaxTime=1-0 PriorityTier=10 State=UP\n\
             PartitionName=q Nodes=ALL MaxTime=UNLIMITED PriorityTier=1\n";
    assert_eq!(
        remarks(&read(text)),
        "line 3: PriorityType=priority/multifactor is not read\n\
        line 4: PriorityWeightAge=1000 is not read\n\
        line 7: n[1-2]: Weight=20 is not read: nodes are tried in the order of the list\n\
        line 9: partition p: MaxTime=1-0 is not read\n\
        line 9: partition p: PriorityTier=10 is not read"
    );
}

#[test]
fn errors_say_where_and_what() {
    for [line, said] in rows(
        "NodeName=n[1-2] CPUs=0 | \
        line 2: n[1-2]: the node has no cores (CPUs is 0): give their number, or take the node out
        NodeName=n1 CPUs=x | line 2: NodeName=n1: CPUs is no number but \"x\"
        NodeName=n[1- CPUs=4 | line 2: \"n[1-\" names no nodes: write them as n[001-010],gpu1
        NodeName=n1 CPUs=4\\nPartitionName=p Nodes=n[2 | \
        line 3: \"n[2\" names no nodes: write them as n[001-010],gpu1
        NodeName=n1 CPUs=4 CoreSpecCount=4 | \
        line 2: n1: the node has no cores for jobs (all 4 are reserved for the system): take the node out
        Include nodes.conf | \
        this slurm.conf has no NodeName line; nodes of the included file nodes.conf are read from that one
        SlurmUser=s | …scontrol show nodes --oneliner prints the nodes…",
    ) {
        assert_told(error(&format!("ClusterName=c\n{line}\n")), &said, &line);
    }
}

#[test]
fn equal_neighbours_are_one_kind_and_order_stays() {
    let text = "NodeName=n[1-2] CPUs=4 RealMemory=9\nNodeName=m1 CPUs=8 RealMemory=9\nNodeName=n3 CPUs=4 RealMemory=9\n\
             NodeName=n[4-5] CPUs=4 RealMemory=9\nPartitionName=p Nodes=ALL\n";
    assert_eq!(short(&read(text)), "2 n[1-2] 4c 9M [p]; 1 m1 8c 9M [p]; 3 n[3-5] 4c 9M [p]");
}
