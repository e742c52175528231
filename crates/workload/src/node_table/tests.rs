use proptest::prelude::*;

use super::*;
use crate::testing::{assert_told, changed, kinds, listed, rows};

/// The nodes of a text.
#[track_caller]
fn read(text: &str) -> NodesRead {
    read_nodes(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

/// Why a text is not read.
#[track_caller]
fn error(text: &str) -> String {
    match read_nodes(text.as_bytes()) {
        Ok(read) => panic!("{read:?}"),
        Err(error) => error.to_string(),
    }
}

/// Each kind in short: `2 n[1-2] 64c 4xa100 1024M [gpu] {fast}`.
fn short(read: &NodesRead) -> String {
    kinds(&read.kinds)
}

/// The remarks as they are shown, a line each.
fn remarks(read: &NodesRead) -> String {
    listed(&read.remarks, "\n")
}

#[test]
fn other_files_are_refused_with_what_is_needed() {
    for text in ["", " \n", "PARTITION AVAIL NODES\ngpu up 4\n", "; MaxProcs: 8\n1 0 5\n"] {
        let said = error(text);
        assert!(said.contains("scontrol show nodes --oneliner"), "{said}");
    }
    assert!(error("{}").starts_with("no list of nodes is in this JSON"));
}

#[test]
fn a_byte_order_mark_and_ends_of_lines_of_windows_do_no_harm() {
    let text = "\u{feff}NodeName=n1 CPUs=4 RealMemory=1000\r\nPartitionName=p Nodes=n1\r\n";
    assert_eq!(short(&read(text)), "1 n1 4c 1000M [p]");
}

#[test]
fn remarks_are_counted_when_there_are_too_many() {
    let node = |at| format!("NodeName=n{at} CPUs=2 RealMemory=100 Gres=thing{at}:1\n");
    let said = remarks(&read(&(0..150).map(node).collect::<String>()));
    // The remark that there are no partitions is among those that are not listed.
    assert_eq!((said.lines().count(), said.lines().last()), (101, Some("51 further remarks are not listed")));
}

#[test]
fn too_many_nodes_are_an_error_at_once() {
    for [text, said] in rows(
        "ClusterName=c\\nNodeName=n[1-200000] CPUs=2\\n | line 2: more than 100000 nodes: leave some out
        NodeName=n[1-999999999] CPUs=2\\n | line 1: nodes are named more than 2000000 times: leave some out",
    ) {
        assert_eq!(error(&text), said);
    }
    let partitions: String = (0..30).map(|at| format!("PartitionName=p{at} Nodes=ALL\n")).collect();
    let said = error(&format!("NodeName=n[1-100000] CPUs=2 RealMemory=10\n{partitions}"));
    assert!(said.contains("named more than 2000000 times"), "{said}");
}

/// A text of pieces that the readers know.
fn any_text() -> impl Strategy<Value = Vec<u8>> {
    let pieces = "NodeName=~nodename = ~n[1-3]~n[01-02,7]~DEFAULT~ALL~ CPUTot=~ CPUs=~ CPUEfctv=~4~0~-1~\
        99999999999999999999~ RealMemory=~ MemSpecLimit=~ Gres=~gpu:a:2~gpu:2(S:0,1)~(null)~,~ Features=~ Partitions=~\
        p~ State=~DOWN*~IDLE+DRAIN~PartitionName=~NodeSet=~ Nodes=~ CpuSpecList=~0-3~ CoreSpecCount=~Include x~\
        DownNodes=~\\~#~\"~\n~ ~{~}~[~]~:~\"nodes\"~\"sinfo\"~\"name\"~\"n1\"~\"cpus\"~\"minimum\"~\"maximum\"~\
        \"memory\"~\"count\"~\"cores\"~\"set\"~true~\"number\"~\"partition\"~\"real_memory\"~1~\u{e9}~\u{0}";
    let piece = prop::sample::select(pieces.split('~').collect::<Vec<_>>());
    prop::collection::vec(piece, 0..60).prop_map(|it| it.concat().into_bytes())
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read_nodes(&bytes);
    }

    #[test]
    fn no_pieces_make_it_panic_and_what_is_read_is_whole(text in any_text()) {
        if let Ok(read) = read_nodes(&text) {
            prop_assert!(!read.kinds.is_empty());
            for kind in &read.kinds {
                prop_assert!(kind.cores > 0 && kind.count > 0);
                prop_assert!(kind.names(1).is_some(), "{}", kind.name);
            }
        }
    }

    #[test]
    fn every_form_tells_the_same_nodes(
        nodes in prop::collection::vec((1u32..4, 0u32..3, 2u64..5, 0usize..2), 1..30),
    ) {
        let (mut shown, mut conf, mut json, mut partitions) = (String::new(), String::new(), vec![], [vec![], vec![]]);
        for (at, (cores, gpus, memory, partition)) in nodes.iter().enumerate() {
            shown += &format!(
                "NodeName=n{at:02} Arch=x CPUAlloc=0 CPUTot={cores} Gres=gpu:a:{gpus} RealMemory={memory} State=IDLE \
                Partitions=p{partition} OS=Linux x y\n"
            );
            conf += &format!("NodeName=n{at:02} CPUs={cores} gres=gpu:a:{gpus} RealMemory={memory}\n");
            json.push(format!(
                r#"{{"name": "n{at:02}", "cpus": {cores}, "gres": "gpu:a:{gpus}", "real_memory": {memory},
                    "state": ["IDLE"], "partitions": ["p{partition}"]}}"#
            ));
            partitions[*partition].push(format!("n{at:02}"));
        }
        for (at, names) in partitions.iter().enumerate() {
            conf += &format!("PartitionName=p{at} Nodes=\"{}\"\n", names.join(","));
        }
        let json = format!(r#"{{"nodes": [{}]}}"#, json.join(", "));
        let first = read(&shown);
        let setting = serde_json::to_string(&first.kinds).unwrap();
        for text in [conf, json, setting] {
            prop_assert_eq!(&first.kinds, &read(&text).kinds);
        }
    }
}

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

#[test]
fn nodes_of_scontrol_in_both_forms_of_numbers() {
    let plain = r#"{"meta": {"Slurm": {"release": "22.05"}}, "errors": [], "nodes": [
        {"name": "g1", "cpus": 64, "cores": 16, "sockets": 2, "threads": 2, "real_memory": 256000, "gres": "gpu:h100:8(S:0-1)",
         "features": "fast,big", "partitions": ["gpu", "all"], "state": "idle", "state_flags": ["DRAIN"]},
        {"name": "c1", "cpus": 16, "real_memory": 64000, "gres": "", "features": "", "partitions": ["all"], "state": "mixed",
         "state_flags": []}]}"#;
    let set = r#"{"nodes": [
        {"name": "g1", "cpus": {"set": true, "infinite": false, "number": 64}, "effective_cpus": 64, "cores": 16, "sockets": 2,
         "real_memory": {"set": true, "infinite": false, "number": 260000}, "specialized_memory": 4000, "specialized_cores": 0,
         "specialized_cpus": "", "gres": "gpu:h100:8(S:0-1)", "features": ["fast", "big"], "partitions": ["gpu", "all"],
         "state": ["IDLE", "DRAIN"]},
        {"name": "c1", "cpus": 16, "real_memory": 64000, "gres": "", "features": [], "partitions": ["all"], "state": ["MIXED"]}],
        "last_update": {"set": true, "number": 1}}"#;
    for text in [plain, set] {
        let read = read(text);
        assert_eq!(short(&read), "1 g1 64c 8xh100 256000M [gpu,all] {fast,big}; 1 c1 16c 64000M [all]");
        assert_eq!((read.out_of_service.as_str(), read.remarks.len()), ("g1", 0));
    }
}

#[test]
fn effective_cpus_count_and_reserved_ones_are_subtracted_otherwise() {
    for [more, cores] in rows(
        "\"effective_cpus\": 60, \"specialized_cores\": 2 | 60
        \"effective_cpus\": 0, \"specialized_cores\": 2 | 60
        \"specialized_cpus\": \"0-1\" | 62",
    ) {
        let text = format!(
            r#"{{"nodes": [{{"name": "n1", "cpus": 64, "sockets": 2, "cores": 16, "real_memory": 8, "partitions": ["p"], {more}}}]}}"#
        );
        assert_eq!(read(&text).kinds[0].cores.to_string(), cores, "{more}");
    }
}

/// A group of sinfo.
fn group(partition: &str, nodes: &str, cpus: u32, memory: [u32; 2], state: &str) -> String {
    let [least, most] = memory;
    format!(
        r#"{{"port": 6818, "node": {{"state": ["{state}"]}}, "nodes": {{"total": 2, "nodes": [{nodes}], "hostnames": []}},
            "cpus": {{"minimum": {cpus}, "maximum": {cpus}, "load": {{"minimum": 0}}}},
            "memory": {{"minimum": {least}, "maximum": {most}}},
            "gres": {{"total": "gpu:2", "used": "gpu:0"}}, "features": {{"total": "ib", "active": "ib"}},
            "resource_spec": {{"cpus": "", "memory": 0}},
            "partition": {{"name": "{partition}", "nodes": {{"total": 2}}}}}}"#
    )
}

#[test]
fn groups_of_sinfo_are_put_together() {
    let groups = [
        group("all", r#""n1", "n2""#, 16, [900, 1_000], "IDLE"),
        group("big", r#""n2""#, 16, [1_000, 1_000], "IDLE"),
        group("all", r#""n3""#, 32, [500, 500], "DOWN"),
        group("empty", "", 0, [0, 0], "IDLE"),
    ];
    let read = read(&format!("{{\"sinfo\": [\n{}]}}", groups.map(|it| it.replace('\n', " ")).join(",\n")));
    let nodes = "1 n1 16c 2x 900M [all] {ib}; 1 n2 16c 2x 1000M [all,big] {ib}; 1 n3 32c 2x 500M [all] {ib}";
    assert_eq!(short(&read), nodes);
    assert_eq!(read.out_of_service, "n3");
    let said = remarks(&read);
    let (first, second) = said.split_once('\n').expect("two remarks");
    assert!(first.starts_with("line 2: sinfo tells the GPUs and features of a group"), "{first}");
    assert_eq!(second, "line 2: n1: sinfo gives 900 to 1000 MiB for them: 900 is taken for each");
}

#[test]
fn the_list_of_a_scenario_is_taken_as_it_is() {
    let list = r#"[{"count": 2, "name": "n[1-2]", "cores": 64, "gpus": 4, "gpu_type": "a100", "memory": 250.5, "partitions": ["p"]},
        {"count": 3, "cores": 8}]"#;
    for text in [
        list.to_owned(),
        format!(r#"{{"nodes": {list}}}"#),
        format!(r#"{{"platform": [1], "system": {{"cluster": {{"order": "arrival", "nodes": {list}}}}}}}"#),
    ] {
        assert_eq!(short(&read(&text)), "2 n[1-2] 64c 4xa100 256512M [p]; 3  8c 0M");
    }
    for [wrong, said] in rows(
        "[{\"count\": 2, \"name\": \"n[1-3]\"}] | line 1: count is 2, but n[1-3] names 3: make them equal
        [{\"name\": \"n1\", \"cores\": 0}] | line 1: n1: the node has no cores: give their number, or take it out
        [{\"name\": \"n1\"}, {\"name\": \"n1\"}] | line 1: n1 is named a second time: take it out of one list
        [{\"count\": 200000}] | line 1: more than 100000 nodes: leave some out
        [{\"count\": 0}] | line 1: these nodes: count is 0: take the line out
        [] | the list of nodes is empty
        [1] | line 1: a node is an object: {\"name\": …}
        [{\\n\"size\": 3}] | line 1: these nodes: unknown field `size`…",
    ) {
        assert_told(error(&wrong), &said, &wrong);
    }
}

#[test]
fn broken_json_is_said_with_its_line() {
    for [text, said] in rows(
        "{\"nodes\": [\\n{\"name\": \"n1\", \"cpus\": 4, \"real_memory\": 9},\\n{\"name\": \"n2\", \"cpus\" | \
        line 3: the JSON is cut short: it ends here; copy the whole output
        {\"nodes\": [\\n{\"name\": \"n1\"}\\n} | line 3: this is no JSON from here on
        {\"nodes\": [\\n{\"name\": \"n1\", \"cpus\": 0, \"real_memory\": 9}]} | \
        line 2: n1: the node has no cores (cpus is 0): give their number, or take the node out
        {\"nodes\": [{\"cpus\": 4}]} | line 1: this node has no name",
    ) {
        assert_eq!(error(&text), said);
    }
    assert!(!error(&"{\"system\":".repeat(100_000)).is_empty());
}

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
