use proptest::prelude::*;

use super::*;
use crate::testing::{kinds, listed, rows};

mod conf;
mod json_files;
mod show;
mod traces;

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
