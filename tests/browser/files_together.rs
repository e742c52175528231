//! Files that are dropped together.

use slotscope::criteria::report;
use slotscope::experiment::Scenario;
use slotscope::system::cluster::Cluster;
use slotscope::workload::node_table::read_nodes;
use slotscope::workload::{self, Workload};

use crate::command::{self, Folder};
use crate::harness::Page;
use crate::scene;

/// Of Slurm: a job with four GPUs on two nodes, one with half the memory of a node, and two that fill all cores.
const LOG: &str = "JobID|Submit|Start|End|Timelimit|AllocCPUS|ReqTRES
1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|01:00:00|8|cpu=8,node=2,gres/gpu=4,mem=32G
2|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T00:30:00|01:00:00|2|cpu=2,node=1,mem=32G
3|2024-03-01T00:10:00|2024-03-01T01:00:00|2024-03-01T01:20:00|01:00:00|32|cpu=32,node=2
4|2024-03-01T00:20:00|2024-03-01T01:20:00|2024-03-01T01:50:00|01:00:00|4|cpu=4,node=1,gres/gpu=4
";

const NODES: &str = "\
NodeName=a1 CPUTot=16 RealMemory=65536 State=IDLE Gres=gpu:a100:4
NodeName=a2 CPUTot=16 RealMemory=65536 State=IDLE Gres=gpu:a100:4
";

const REQUESTS: &str = "job,ready,deadline\n4,1200,9000\n";

fn log() -> Workload {
    workload::read("log.txt", LOG.as_bytes()).expect("a log").workload
}

/// What the command line runs of a log without a scenario, under a cluster of these nodes if it gets them.
fn usual(nodes: bool) -> Scenario {
    let mut scenario = scene::scenario_of(&log());
    if nodes {
        Cluster::of_mut(&mut scenario.system).nodes = read_nodes(NODES.as_bytes()).expect("nodes").kinds;
    }
    scenario
}

#[track_caller]
fn wait_for(page: &Page, scenario: &Scenario) {
    scene::wait_for(page, &report(&scene::run(scenario, &log())));
}

#[test]
fn a_log_its_nodes_and_requests_are_the_same_page_in_any_order() {
    let folder = Folder::new();
    let [log, nodes, requests] = [("log.txt", LOG), ("nodes.txt", NODES), ("list.csv", REQUESTS)];
    let paths = [log, nodes, requests].map(|(name, text)| folder.file(name, text));
    let [log_path, nodes_path, list_path] = paths.each_ref().map(|path| path.to_str().expect("a plain path"));
    let cluster = String::from_utf8(command::slotscope(&["nodes", nodes_path])).expect("a scenario");
    let cluster = folder.file("cluster.json", &cluster);
    let cluster = cluster.to_str().expect("a plain path");
    let native = command::slotscope(&["run", cluster, log_path, "--requests", list_path]);
    let native = String::from_utf8(native).expect("a report");
    let page = scene::open();
    for files in [[log, nodes, requests], [requests, nodes, log]] {
        page.drop_all(&files.map(|(name, text)| (name, text.as_bytes())));
        wait_for(&page, &usual(true));
        page.wait_for_text(".notice", "nodes.txt: 2 nodes from output of scontrol show nodes, under Cluster.");
        page.wait_for_text(".notice", "list.csv: 1 reservation listed; Cluster makes no reservations.");
        let in_browser = scene::exported_text(&page, "report", ".json");
        assert_eq!(command::without_log(&in_browser), command::without_log(&native));
        page.press("Control+z");
        scene::wait_for(&page, &scene::sample_report());
    }
}

#[test]
fn a_file_that_is_not_used_stops_no_other() {
    let page = scene::open();
    let files = [("b.json", &br#"{"seeds": 1}"#[..]), ("nodes.txt", NODES.as_bytes()), ("log.txt", LOG.as_bytes())];
    page.drop_all(&files);
    wait_for(&page, &usual(true));
    page.wait_for_text(".notice", "b.json is not a scenario");
    page.wait_for_text(".notice", "log.txt: All 4 jobs");
}

#[test]
fn nodes_alone_wait_for_the_log_of_their_jobs() {
    let page = scene::open();
    page.drop_bytes("nodes.txt", NODES.as_bytes());
    page.wait_for_text(".notice", "nodes.txt: 2 nodes are here; drop the log of their jobs.");
    scene::wait_for(&page, &scene::sample_report());
    page.drop_bytes("log.txt", LOG.as_bytes());
    wait_for(&page, &usual(true));
}

#[test]
fn where_gpus_are_not_modelled_a_button_uses_the_cluster() {
    let page = scene::open();
    page.drop_bytes("log.txt", LOG.as_bytes());
    wait_for(&page, &usual(false));
    page.wait_for_text(".notice", "Not modelled by Two-level grid: GPUs");
    let mut on_cluster = usual(false);
    Cluster::of_mut(&mut on_cluster.system);
    page.click("#use-system");
    wait_for(&page, &on_cluster);
    page.wait_for_text(".notice", "The log names no nodes: drop a file of them.");
    page.press("Control+z");
    wait_for(&page, &usual(false));
    // The line of the account has it as well.
    page.unfold("#account-use-system");
    page.click("#account-use-system");
    wait_for(&page, &on_cluster);
    page.wait_for_none("#account-use-system");
    page.drop_bytes("nodes.txt", NODES.as_bytes());
    wait_for(&page, &usual(true));
}
