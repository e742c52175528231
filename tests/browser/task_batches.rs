//! Task batches on the page: made up, dropped as a table and as XML, handed out and dropped again.

use slotscope::criteria::report;
use slotscope::experiment::{Scenario, System};
use slotscope::export::snapshot::Source;
use slotscope::export::{tasks_csv, tasks_xml};
use slotscope::workload::task_batch::generate::MadeUp;
use slotscope::workload::task_batch::{to_xml, with_resources};
use slotscope::workload::{self, Workload, WorkloadKind};

use crate::harness::Page;
use crate::scene;

/// Two tasks, and one that ends before it starts.
const TABLE: &str = "task,start,end,load\nfirst,0,3100,20\nsecond,30,90,45\nthird,9,5,5\n";

/// Two tasks and two nodes of two agents.
const GRID: &str = r#"<batch><resources>
  <agent><resource><Id>1</Id><nodeName>left</nodeName></resource></agent>
  <agent><resource><Id>2</Id><nodeName>right</nodeName></resource></agent>
</resources><tasks>
  <task><taskId>alpha</taskId><startTime>0</startTime><endTime>60</endTime><load>20</load></task>
  <task taskId="beta" startTime="30" endTime="90" load="45"/>
  <task taskId="gamma" startTime="30" endTime="90" load="450"/>
</tasks></batch>"#;

/// The scenario of a batch on so many nodes.
fn scenario(nodes: usize) -> Scenario {
    Scenario {
        platform: vec![100; nodes],
        system: System::for_kind(WorkloadKind::TaskBatch).expect("a system for it"),
        ..Scenario::default()
    }
}

#[track_caller]
fn wait_for_run(page: &Page, scenario: &Scenario, workload: &Workload) {
    scene::wait_for(page, &report(&scene::run(scenario, workload)));
}

#[test]
fn a_sample_of_tasks_is_run_and_linked() {
    let page = scene::open();
    page.unfold("#log");
    page.click("#sample-tasks");
    let sample = MadeUp::default().workload().expect("the sample");
    page.wait_for_text(".notice", "100 tasks, seed 1: 100 tasks, ");
    page.wait_for_text(".notice", "File lists no nodes; using the platform's 6.");
    wait_for_run(&page, &scenario(6), &sample);
    assert!(page.text("#log").contains("Task batch: 100 tasks, seed 1"));
    // What belongs to logs and to workflows is not there.
    for absent in ["#ar-percent", "#tasks-taken", "#draw"] {
        assert_eq!(page.count(absent), 0, "{absent}");
    }
    // There are as many nodes as are asked for.
    page.unfold("#nodes");
    page.set_value("#node-count", "4");
    wait_for_run(&page, &scenario(4), &sample);
    page.set_value("#node-count", "6");
    wait_for_run(&page, &scenario(6), &sample);
    let linked = scene::linked(&page);
    assert_eq!(linked.workload, Source::Tasks(MadeUp::default()));
    assert_eq!(linked.scenarios, [scenario(6)]);
}

#[test]
fn a_table_of_tasks_is_dropped_and_a_log_after_it() {
    let read = workload::read("tasks.csv", TABLE.as_bytes()).expect("a batch");
    let page = scene::open();
    page.drop_bytes("tasks.csv", TABLE.as_bytes());
    page.wait_for_text(".notice", "tasks.csv: 2 tasks, 0 to 3");
    wait_for_run(&page, &scenario(6), &read.workload);
    page.wait_for_text("#complaints", "1 item could not be read");
    page.click("#complaints summary");
    page.wait_for_text("#complaints", "line 4: task third: end 5 is not after start 9");
    // Tasks are called what the file calls them.
    scene::show(&page, "jobs");
    page.wait_for_text(".job-table", "second");
    page.wait_for_text(".job-table", "Node");
    // A list of requests is told from it, and is of no use here.
    page.drop_bytes("requests.csv", b"job,ready,deadline\n1,0,60\n");
    page.wait_for_text("body", "requests.csv: requests are for jobs of a log, but this is a task batch");
    let log = "; MaxProcs: 8\n1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n";
    page.drop_bytes("small.swf", log.as_bytes());
    let read = workload::read("small.swf", log.as_bytes()).expect("a log");
    wait_for_run(&page, &scene::scenario_of(&read.workload), &read.workload);
}

#[test]
fn xml_is_dropped_and_broken_xml_leaves_all_as_it_is() {
    let read = workload::read("grid", GRID.as_bytes()).expect("a batch");
    let page = scene::open();
    // Its name does not tell what it is.
    page.drop_bytes("grid.swf", GRID.as_bytes());
    page.wait_for_text(".notice", "grid.swf: 2 tasks, 0 to 90");
    page.wait_for_text(".notice", "on 2 nodes.");
    wait_for_run(&page, &scenario(2), &read.workload);
    page.wait_for_text("#complaints", "1 item could not be read");
    scene::show(&page, "summary");
    page.wait_for_text("#by-provider", "left");
    for (text, why) in [
        (GRID.replace("</tasks>", "</task>"), "line 8, column 1: ill-formed document"),
        (format!("<!DOCTYPE batch [<!ENTITY a \"aaa\">]>{GRID}"), "line 1, column 1: there is a document type"),
    ] {
        page.drop_bytes("broken.xml", text.as_bytes());
        page.wait_for_text("body", why);
        wait_for_run(&page, &scenario(2), &read.workload);
    }
}

#[test]
fn resources_go_with_the_tasks_that_are_there() {
    let nodes = "<resources><node nodeName='a'><Parameters Memory='512'/></node></resources>";
    let page = scene::open();
    page.drop_bytes("n.xml", nodes.as_bytes());
    page.wait_for_text("body", "n.xml describes nodes without tasks. Open a file of tasks first");
    page.drop_bytes("grid.xml", GRID.as_bytes());
    let alone = workload::read("grid", GRID.as_bytes()).expect("a batch");
    wait_for_run(&page, &scenario(2), &alone.workload);
    page.drop_bytes("n.xml", nodes.as_bytes());
    let joined = with_resources(GRID.as_bytes(), &[nodes.as_bytes()]);
    let joined = workload::read("grid", &joined).expect("a batch");
    wait_for_run(&page, &scenario(3), &joined.workload);
    page.wait_for_text(".notice", "grid.xml + n.xml: 2 tasks");
    page.unfold("#account");
    page.wait_for_text("#account", "No scheduler uses what the file says of 1 node: Memory (\"512\").");
    page.click("#undo");
    wait_for_run(&page, &scenario(2), &alone.workload);
}

#[test]
fn tasks_are_handed_out_and_a_project_brings_them_along() {
    let made = MadeUp { tasks: 30, ahead: Some(60), ..MadeUp::default() };
    let batch = made.workload().expect("a batch");
    let text = to_xml(batch.batch().expect("tasks"));
    let page = scene::open();
    page.drop_bytes("tasks.xml", text.as_bytes());
    wait_for_run(&page, &scenario(6), &batch);
    page.click("#export");
    for absent in ["#export-swf", "#export-workflow", "#export-batsim"] {
        assert_eq!(page.count(absent), 0, "{absent}");
    }
    page.click("#export");
    let run = scene::run(&scenario(6), &batch);
    let table = scene::exported_text(&page, "tasks-csv", ".csv");
    assert_eq!(Ok(&table), tasks_csv(&run).as_ref());
    let xml = scene::exported_text(&page, "tasks-xml", ".xml");
    assert_eq!(Ok(&xml), tasks_xml(&run).as_ref());
    scene::show(&page, "summary");
    let file = scene::exported(&page, "project-log", ".json");
    drop(page);
    let page = scene::open();
    page.drop_bytes("any.json", &file);
    wait_for_run(&page, &scenario(6), &batch);
    page.wait_for("#view-summary");
    assert_eq!(scene::linked(&page).scenarios, [scenario(6)]);
    assert_eq!(page.count("#awaited"), 0);
}
