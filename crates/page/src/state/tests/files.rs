//! Files that are dropped together, or one after the other.

use super::*;

/// Three jobs on GPUs and memory; the log names no nodes.
const GPUS: &str = "JobID|Submit|Start|End|Timelimit|AllocCPUS|ReqTRES
1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|01:00:00|8|cpu=8,node=2,gres/gpu=4,mem=32G
2|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T00:30:00|01:00:00|2|cpu=2,node=1,mem=32G
3|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T00:20:00|01:00:00|2|cpu=2,node=1
";

const NODES: &str = "NodeName=a1 CPUTot=16 RealMemory=65536 State=IDLE Gres=gpu:a100:4
NodeName=a2 CPUTot=16 RealMemory=65536 State=IDLE Gres=gpu:a100:4
NodeName=b1 CPUTot=32 RealMemory=131072 State=DOWN
";

const REQUESTS: &str = "job,ready,deadline\n1,0,7200\n77,0,7200\n";

/// What is said of the nodes and the requests.
const NODES_TOLD: &str = "nodes.txt: 3 nodes from output of scontrol show nodes, under Cluster. Down or drained, but \
    among them: b1. 1 remark, the first: no partitions are told of: any job may run on every node.";
const REQUESTS_TOLD: &str = "list.csv: 2 reservations listed; Cluster makes no reservations.";

/// The scenario that `slotscope nodes` prints, on the log that has been read.
fn of_command_line(page: &Page) -> Scenario {
    let kinds = workload::node_table::read_nodes(NODES.as_bytes()).unwrap().kinds;
    let json = serde_json::json!({ "system": { "cluster": { "nodes": kinds } } }).to_string();
    let file = experiment::ScenarioFile::read(json.as_bytes()).unwrap();
    let mut scenario = file.on(&page.state.contents().unwrap().facts());
    let listed = workload::requests_csv::read_requests(REQUESTS.as_bytes()).unwrap();
    scenario.workload.reservations.request = workload::reserve::RequestKind::Listed;
    scenario.workload.reservations.listed = listed.into();
    scenario
}

#[test]
fn a_log_its_nodes_and_requests_are_one_step_and_one_notice_in_any_order() {
    for files in [[("nodes.txt", NODES), ("list.csv", REQUESTS)], [("list.csv", REQUESTS), ("nodes.txt", NODES)]] {
        let mut page = Page::open();
        page.drop_files(Some(1), &files);
        page.follow("| log 0 / said ");
        page.drop_log(1, GPUS);
        assert_eq!(page.present().scenario, of_command_line(&page));
        let said = page.last_notice().said.clone();
        let lines: Vec<&str> = said.text.lines().collect();
        assert_eq!(lines[1..], [NODES_TOLD, REQUESTS_TOLD]);
        assert!(lines[0].starts_with("a.swf: All 3 jobs") && !lines[0].contains("Not modelled"), "{said:?}");
        page.run();
        assert_eq!(page.last_notice().said.text, said.text);
        page.follow("undo | log 0 / can (false, true)");
    }
}

#[test]
fn nodes_before_their_log_are_kept_for_it() {
    let mut page = Page::open();
    page.drop_files(None, &[("nodes.txt", NODES)]);
    page.follow("| log 0 / can (false, false) / notice nodes.txt: 3 nodes are here; drop the log of their jobs.");
    page.drop_log(1, GPUS);
    assert!(page.last_notice().said.text.ends_with(NODES_TOLD));
    page.drop_files(None, &[("list.csv", REQUESTS)]);
    assert_eq!(page.present().scenario, of_command_line(&page));
    // Another log has nodes of its own.
    page.drop_log(2, OTHER);
    assert!(page.last_notice().said.text.contains("The nodes of the previous log are discarded."));
}

#[test]
fn nodes_after_their_log_make_the_system_a_cluster() {
    let mut page = Page::open();
    page.drop_log(1, GPUS);
    page.drop_files(None, &[("nodes.txt", NODES)]);
    assert_eq!(page.last_notice().said, Said::done(NODES_TOLD, true));
    page.drop_files(None, &[("list.csv", REQUESTS)]);
    assert_eq!(page.present().scenario, of_command_line(&page));
    page.follow(
        "run | notice list.csv: 2 reservations listed; Cluster makes no reservations.\nundo; undo; undo | log 0",
    );
}

#[test]
fn the_line_of_a_list_tells_after_the_run_how_many_are_for_jobs_taken() {
    let mut page = Page::open();
    page.drop_files(Some(1), &[("list.csv", "3,0,900\n77,0,900\n"), ("a.json", r#"{"seed": 4}"#)]);
    page.drop_log(1, LOG);
    let told = |page: &Page| page.last_notice().said.text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(told(&page), ["a.json: the scenario is used.", "list.csv: 2 reservations listed."]);
    page.follow("| seed 4 / offers 0");
    page.run();
    assert_eq!(told(&page)[1], "list.csv: 2 reservations listed, 1 of them for selected jobs.");
}

#[test]
fn a_file_that_is_not_used_stops_no_other() {
    let mut page = Page::on_log();
    page.drop_files(
        None,
        &[
            ("a.json", r#"{"seed": 4, "system": {"co_allocation": {}}}"#),
            ("b.json", r#"{"seed": 5}"#),
            ("c.json", r#"{"seeds": 5}"#),
            ("nodes.txt", NODES),
            ("list.csv", "job,ready,deadline\n1,x,5\n"),
        ],
    );
    page.follow("| seed 4 / undoable true");
    let said = &page.last_notice().said;
    assert!(said.stays && !said.failed);
    let lines: Vec<&str> = said.text.lines().collect();
    assert_eq!(lines[0], "b.json is not used: a.json is used instead.");
    assert!(lines[1].starts_with("c.json is not a scenario: "), "{said:?}");
    assert!(lines[2].starts_with("list.csv is not a list of requests: line 2"), "{said:?}");
    assert_eq!(lines[3], "a.json: the scenario is used.");
    assert_eq!(lines[4], "nodes.txt is not used: the scenario chooses Co-allocation, which knows no nodes.");
    page.follow("undo | seed 1");
}

#[test]
fn what_came_with_a_log_that_cannot_be_read_waits_for_the_next() {
    let mut page = Page::open();
    page.drop_files(Some(1), &[("nodes.txt", NODES)]);
    // What comes while the log is being read is its own.
    page.drop_files(None, &[("list.csv", REQUESTS)]);
    page.act(Action::Workload(WorkloadAction::Unreadable(1, "a.swf: no.".to_owned())));
    let lines = "a.swf: no.\nnodes.txt: 3 nodes are here; drop the log of their jobs.\n\
        list.csv: 2 reservations are here; drop the log of their jobs.";
    assert_eq!(page.last_notice().said.text, lines);
    page.follow("| log 0 / can (false, false)");
    page.drop_files(Some(2), &[]);
    page.drop_log(2, GPUS);
    assert_eq!(page.present().scenario, of_command_line(&page));
}

#[test]
fn a_system_that_knows_nodes_is_offered_where_gpus_are_not_modelled() {
    let mut page = Page::open();
    page.drop_log(1, GPUS);
    let notice = page.last_notice().clone();
    assert!(notice.said.text.contains("Not modelled by Two-level grid: GPUs (1 job)"));
    let offer = Offer::System("cluster");
    assert!(notice.said.offers.contains(&offer));
    page.act(Action::Accept(notice.number, offer.clone()));
    assert_eq!(page.present().scenario.system, System::of_key("cluster").unwrap());
    page.follow("| notice The system is Cluster. The log names no nodes: drop a file of them.");
    assert!(!page.last_notice().said.offers.contains(&offer));
    page.follow("undo; undo | log 0");
    page.drop_log(2, LOG);
    assert!(!page.last_notice().said.offers.contains(&offer));
}
