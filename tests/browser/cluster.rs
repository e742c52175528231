//! Clusters on the page: nodes that are typed, the nodes at a moment, and why a job waits for them.

use serde_json::{Value, json};
use slotscope::chart::Resource;
use slotscope::experiment::Scenario;
use slotscope::system::cluster::{Cluster, Outage};
use slotscope::workload::resources::NodeKind;
use slotscope::workload::{self, Workload};

use crate::accessibility::assert_accessible;
use crate::harness::Page;
use crate::scene;

/// Two jobs fill all but four cores of 32; the third needs 16 of them.
const LOG: &[u8] = b"; MaxProcs: 32\n\
    1 0 0 3600 20 -1 -1 20 3600 -1 1 1 1 1 1 1 -1 -1\n\
    2 0 0 1800 8 -1 -1 8 1800 -1 1 1 1 1 1 1 -1 -1\n\
    3 600 0 1200 16 -1 -1 16 1200 -1 1 1 1 1 1 1 -1 -1\n";

/// `scontrol show nodes` of three nodes, the last one down.
const SHOWN: &str = "\
NodeName=a1 CPUTot=16 RealMemory=65536 State=IDLE Partitions=batch Gres=gpu:a100:4\n\
NodeName=a2 CPUTot=16 RealMemory=65536 State=IDLE Partitions=batch Gres=gpu:a100:4\n\
NodeName=b1 CPUTot=32 RealMemory=131072 State=DOWN Partitions=batch\n";

/// Of Slurm: a job with four GPUs on two nodes, one with half the memory of a node, one on cores.
const ON_GPUS: &[u8] = b"JobID|Submit|Start|End|Timelimit|AllocCPUS|ReqTRES\n\
    1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|01:00:00|8|cpu=8,node=2,gres/gpu=4,mem=32G\n\
    2|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T00:30:00|01:00:00|2|cpu=2,node=1,mem=32G\n\
    3|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T00:20:00|01:00:00|2|cpu=2,node=1\n";

fn log() -> Workload {
    workload::read("small.swf", LOG).expect("a log").workload
}

/// A scenario of a cluster with these nodes.
fn with(nodes: Vec<NodeKind>) -> Scenario {
    let mut scenario = scene::scenario_of(&log());
    Cluster::of_mut(&mut scenario.system).nodes = nodes;
    scenario
}

fn kind(count: u32, name: &str, cores: u32) -> NodeKind {
    NodeKind { count, name: name.to_owned(), cores, memory: 256 << 10, ..NodeKind::default() }
}

fn typed() -> Scenario {
    with(vec![kind(2, "n[1-2]", 8), kind(1, "big1", 16)])
}

fn open() -> Page {
    let page = scene::open();
    page.drop_bytes("small.swf", LOG);
    page.wait_for_text("#workload-name", "small.swf");
    page.set_value("#system", "Cluster");
    let scenario = with(Vec::new());
    scene::wait_for_run(&page, &scenario, &log());
    page.unfold("#add-nodes");
    page
}

/// Types both kinds of nodes.
fn type_nodes(page: &Page) {
    page.click("#add-nodes");
    page.wait_for("#nodes-0-cores");
    page.set_value("#nodes-0-cores", 8);
    page.set_value("#nodes-0-name", "n[1-2]");
    page.click("#add-nodes");
    page.wait_for("#nodes-1-cores");
    page.set_value("#nodes-1-cores", 16);
    page.set_value("#nodes-1-name", "big1");
    scene::wait_for_run(page, &typed(), &log());
}

fn value(page: &Page, css: &str) -> Value {
    page.execute_with("return document.querySelector(arguments[0]).value", [css])
}

#[test]
fn typed_nodes_are_seen_at_a_moment_with_the_reason_of_a_waiting_job() {
    let page = open();
    type_nodes(&page);
    // As many nodes as names.
    assert_eq!(value(&page, "#nodes-0-count"), json!("2"));
    scene::show(&page, "slots");
    page.wait_for("#nodes-view[data-told=true]");
    page.set_value("#cursor-number", 600);
    page.wait_for("#node-waiting[data-count='1']");
    let why = page.text("#node-waiting");
    for words in ["needs 16 × 1 core", "4 of 16 have room", "4 cores are free in all"] {
        assert!(why.contains(words), "{why}");
    }
    let promises = page.text("#node-promises");
    assert!(promises.contains("big1 from 01:00:00") || promises.contains("n[1-2] from 01:00:00"), "{promises}");
    assert_eq!(page.text("#nodes-count"), "3 nodes");

    page.set_value("#node", "big1");
    page.wait_for("#node-card[data-node=big1]");
    let card = page.text("#node-card");
    for words in ["16 cores", "Free: 4 cores", "8 cores", "until 00:30:00", "until 01:00:00"] {
        assert!(card.contains(words), "{card}");
    }
    page.set_value("#node", "big2");
    page.wait_for("#node[aria-invalid=true]");
    // The keys go from node to node.
    page.execute("document.querySelector('#node-cells').focus()");
    page.press("ArrowLeft");
    page.wait_for("#node-card[data-node=n2]");
    page.click_at("#node-cells", 40.0, 90.0);
    page.wait_for("#node-card[data-node=n1]");
    assert_accessible(&page);

    page.unfold("#nodes-numbers");
    page.click("#nodes-numbers summary");
    page.wait_for("#nodes-numbers[data-rows='3']");
    assert!(page.text("#nodes-numbers").contains("12 of 16"));
}

#[test]
fn nodes_and_outages_are_undone_and_linked() {
    let page = open();
    type_nodes(&page);
    page.unfold("#add-outages");
    page.click("#add-outages");
    page.wait_for("#outages-0-until");
    let mut out = typed();
    let of_one = |nodes: &str, until| Outage { nodes: nodes.to_owned(), from: 0, until };
    Cluster::of_mut(&mut out.system).outages = vec![of_one("n1", 3_600)];
    let of_out = scene::report_of(&out, &log());
    scene::wait_for(&page, &of_out);
    assert_eq!(scene::linked(&page).scenarios, [out]);
    page.click("#undo");
    scene::wait_for_run(&page, &typed(), &log());
    assert_eq!(page.count("#outages-0-until"), 0);
    // Wrong names are marked, and the nodes stay.
    page.set_value("#nodes-1-name", "big[1");
    page.wait_for("#nodes-1-name[aria-invalid=true]");
    page.click("#nodes-1-remove");
    let one = with(vec![kind(2, "n[1-2]", 8)]);
    scene::wait_for_run(&page, &one, &log());
    page.click("#undo");
    scene::wait_for_run(&page, &typed(), &log());
    assert_eq!(value(&page, "#nodes-1-name"), json!("big1"));
}

#[test]
fn nodes_are_read_from_a_file_of_slurm() {
    let page = open();
    let path = std::env::temp_dir().join(format!("slotscope-nodes-{}.txt", std::process::id()));
    std::fs::write(&path, SHOWN).expect("a file");
    page.unfold("#nodes-file");
    page.send_file("#nodes-file", &path);
    page.wait_for_text("#nodes-read", "3 nodes");
    page.wait_for_text("#nodes-out", "b1");
    assert_eq!(value(&page, "#nodes-0-name"), json!("a[1-2]"));
    assert_eq!(value(&page, "#nodes-0-gpus"), json!("4"));
    assert_eq!(value(&page, "#nodes-0-memory"), json!("64"));
    std::fs::write(&path, "nothing of the kind\n").expect("a file");
    page.send_file("#nodes-file", &path);
    page.wait_for_text("#nodes-refused", "no nodes are in it");
    assert_eq!(value(&page, "#nodes-0-name"), json!("a[1-2]"));
}

#[test]
fn the_rows_of_the_gantt_chart_are_gpus_or_memory() {
    const CANVAS: &str = "#gantt-canvas";
    let log = workload::read("gpus.txt", ON_GPUS).expect("a log").workload;
    let mut scenario = scene::scenario_of(&log);
    Cluster::of_mut(&mut scenario.system).nodes = vec![NodeKind { memory: 64 << 10, gpus: 2, ..kind(2, "n[1-2]", 8) }];
    let page = scene::open();
    page.drop_bytes("gpus.txt", ON_GPUS);
    page.wait_for_text("#workload-name", "gpus.txt");
    page.set_value("#system", "Cluster");
    page.wait_until_with(
        "return document.querySelector(arguments[0])?.ariaLabel.includes('cores over time')",
        [CANVAS],
    );
    // Nothing is known of GPUs and memory of the log's machine.
    assert_eq!(page.count("#gantt-rows"), 0);
    page.unfold("#add-nodes");
    page.click("#add-nodes");
    page.wait_for("#nodes-0-cores");
    page.set_value("#nodes-0-cores", 8);
    page.set_value("#nodes-0-name", "n[1-2]");
    page.set_value("#nodes-0-gpus", 2);
    page.set_value("#nodes-0-memory", 64);
    scene::wait_for_run(&page, &scenario, &log);
    let wait_for_rows = |words: &str| {
        page.wait_until_with(
            "return document.querySelector(arguments[0]).ariaLabel.includes(arguments[1])",
            (CANVAS, words),
        );
        page.settle();
    };
    wait_for_rows("2 nodes · 16 cores over time");
    page.click("#gantt-rows-1");
    wait_for_rows("4 GPUs of 2 nodes over time");
    let (plot, sight) = scene::seen(&page, CANVAS);
    assert_eq!(sight.rows(), 4.0);
    page.hover(CANVAS, plot.left + plot.width * 0.9, plot.top + plot.height - 8.0);
    page.wait_for_text("#gantt-tooltip", "32 GiB");
    let said = page.text("#gantt-tooltip");
    for words in ["n[1-2]", "GPUs", "Memory"] {
        assert!(said.contains(words), "{said}");
    }
    assert!(!said.contains("Provider 1"), "{said}");
    page.click("#gantt-numbers summary");
    page.wait_for_text("#gantt-numbers", "GPUs");
    assert!(page.text("#gantt-numbers").contains("0–1"));
    assert_accessible(&page);
    assert_eq!(scene::linked(&page).rows, Resource::Gpus);
    let picture = scene::exported_text(&page, "svg", ".svg");
    assert!(picture.contains("4 GPUs of 2 nodes"));

    page.click("#gantt-rows-2");
    wait_for_rows("128 GiB of 2 nodes over time");
    assert_eq!(scene::seen(&page, CANVAS).1.rows(), 128.0);
    assert_eq!(scene::linked(&page).rows, Resource::Memory);
    scene::compare_alone(&page);
    page.click("#contrast-two-level");
    page.wait_for_text("#compare-left-out", "leaves out GPUs (");
    assert_eq!(page.count("#compare-left-out li"), 1);
    // On a system without nodes the rows are processors again.
    scene::show(&page, "gantt");
    page.wait_for_none("#gantt-rows");
}
