//! Workflows on the page: made up, dropped, their deadline dragged, their tasks looked at.

use crate::harness::Page;
use crate::scene;
use slotscope::chart::GanttIndex;
use slotscope::chart::gantt::hit::{Hit, area_of};
use slotscope::chart::task_slots::PlanSteps;
use slotscope::criteria::report;
use slotscope::experiment::{Provenance, Scenario, System, WorkloadFacts};
use slotscope::export::snapshot::Source;
use slotscope::export::{tasks_csv, tasks_xml, workflow_json, workflow_wfcommons};
use slotscope::policy::spare_time::Variant;
use slotscope::policy::workflow::FirstAssignment;
use slotscope::system::workflow::{Scheduler, Workflow};
use slotscope::workload;
use slotscope::workload::task_batch::generate::MadeUp as MadeUpTasks;
use slotscope::workload::task_batch::{to_xml, with_resources};
use slotscope::workload::workflow::generate::MadeUp;
use slotscope::workload::{Workload, WorkloadKind};

/// Two tasks that wait for a first one, on two machines; nobody waits for them.
const SMALL: &str = r#"{"machines": ["left", "right"],
    "tasks": [{"name": "start", "costs": [2, 3]}, {"name": "one", "costs": [4.5, 6]},
              {"name": "two", "costs": [5, 4]}],
    "edges": [{"from": "start", "to": "one", "data": 1}, {"from": "start", "to": "two", "data": 1}],
    "communication": [[0, 0.25], [0.25, 0]]}"#;

fn scenario(set: impl Fn(&mut Workflow)) -> Scenario {
    let mut scenario = Scenario { system: System::of_key("workflow").expect("a system"), ..Scenario::default() };
    set(Workflow::of_mut(&mut scenario.system));
    scenario
}

/// The scenario that a dropped file without machines begins with.
fn on_four_machines(set: impl Fn(&mut Workflow)) -> Scenario {
    Scenario { platform: vec![1; 4], ..scenario(set) }
}

#[test]
fn a_sample_is_scheduled_reserved_and_looked_at() {
    let page = scene::open();
    assert!(!page.text("#system").contains("Workflow"));
    page.unfold("#log");
    page.click("#sample-workflow");
    let sample = MadeUp::default().workload().expect("the sample");
    scene::wait_for_run(&page, &scenario(|_| {}), &sample);
    assert!(!page.text("#system").contains("Two-level grid"));
    // What belongs to logs is not there.
    assert_eq!(page.count("#ar-percent"), 0);
    // The deadline and the errors are dragged, the variant chosen.
    page.set_value("#deadline-factor", "1.5");
    scene::wait_for_run(&page, &scenario(|it| it.deadline_factor = 1.5), &sample);
    page.set_value("#qoi", "80");
    let with_errors = |it: &mut Workflow| (it.deadline_factor, it.qoi_percent) = (1.5, 80.0);
    scene::wait_for_run(&page, &scenario(with_errors), &sample);
    page.set_value("#variant", "cp_even_time");
    let shared = scenario(|it| {
        with_errors(it);
        it.variant = slotscope::policy::spare_time::Variant::CpEvenTime;
    });
    scene::wait_for_run(&page, &shared, &sample);
    // The link has it all.
    let linked = scene::linked(&page);
    assert_eq!(linked.workload, Source::Workflow(MadeUp::default()));
    assert_eq!(linked.scenarios, [shared]);
    // Its inside is a graph, whose tasks say why they start.
    scene::show(&page, "slots");
    page.wait_for("#workflow-graph[data-tasks='60']");
    page.execute(
        "const it = document.querySelector('#graph-picture').getBoundingClientRect();
         const at = new MouseEvent('click', { bubbles: true, clientX: it.left + it.width / 2,
             clientY: it.top + it.height / 2 });
         document.querySelector('#graph-picture').dispatchEvent(at)",
    );
    scene::show(&page, "summary");
    page.wait_for("#measure-schedule_length");
    page.wait_for("#measure-failures");
}

#[test]
fn a_dropped_workflow_opens_and_a_log_after_it_too() {
    let workflow = workload::read("small.json", SMALL.as_bytes()).expect("a workflow");
    let page = scene::open();
    page.drop_bytes("small.json", SMALL.as_bytes());
    page.wait_for_text(".notice", "small.json: 3 tasks on 2 machines.");
    page.wait_for_text(".notice", "2 tasks have no successor");
    scene::wait_for_run(&page, &scenario(|_| {}), &workflow.workload);
    // Its tasks and machines are called what the file calls them, its times have fractions.
    scene::show(&page, "jobs");
    page.wait_for_text(".job-table", "start");
    page.wait_for_text(".job-table", "left");
    scene::show(&page, "slots");
    page.wait_for("#workflow-graph[data-layers='2']");
    page.execute_with(
        "const it = document.querySelector('#graph-picture').getBoundingClientRect();
         const click = (x, y) => document.querySelector('#graph-picture').dispatchEvent(
             new MouseEvent('click', { bubbles: true, clientX: it.left + x * it.width, clientY: it.top + y * it.height }));
         click(0.25, arguments[0])", [0.6]);
    page.wait_for("#chosen-task[data-task='start']");
    page.wait_for_text("#chosen-task", "It starts at once");
    page.click("#task-behind");
    page.wait_for("#chosen-task[data-task='one']");
    page.wait_for_text("#chosen-task", "It waits for");
    // A file with a circle leaves all as it is.
    let circle = SMALL.replace(r#""from": "start", "to": "one""#, r#""from": "one", "to": "one""#);
    page.drop_bytes("circle.json", circle.as_bytes());
    page.wait_for_text(".notice.failed", "in a circle: one → one");
    scene::wait_for_run(&page, &scenario(|_| {}), &workflow.workload);
    // A log brings a system that takes logs.
    let log = "; MaxProcs: 8\n1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n";
    page.drop_bytes("small.swf", log.as_bytes());
    let read = workload::read("small.swf", log.as_bytes()).expect("a log");
    scene::wait_for_run(&page, &scene::scenario_of(&read.workload), &read.workload);
}

/// The same two tasks in two formats, which their names do not tell.
const DAX: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<adag xmlns="http://pegasus.isi.edu/schema/DAX" version="2.1" name="pair">
  <job id="first" name="split" runtime="13.5"><uses file="half" link="output" size="2000"/></job>
  <job id="second" name="join" runtime="6"><uses file="half" link="input" size="2000"/></job>
  <child ref="second"><parent ref="first"/></child>
</adag>"#;
const DOT: &str = "digraph pair { first [cost=13.5]; second [cost=6]; first -> second [size=2000]; }";

#[test]
fn dax_and_dot_are_dropped_and_what_is_wrong_in_them_is_told() {
    let page = scene::open();
    for (name, text) in [("pair.json", DAX), ("pair.swf", DOT)] {
        let read = workload::read(name, text.as_bytes()).expect("a workflow");
        page.drop_bytes(name, text.as_bytes());
        let said = format!("{name}: 2 tasks. File lists no machines; using the platform's 4.");
        page.wait_for_text(".notice", &said);
        scene::wait_for_run(&page, &on_four_machines(|_| {}), &read.workload);
        page.wait_for("#spent[data-jobs='2']");
    }
    for (text, why) in [
        (DAX.replace("ref=\"first\"", "ref=\"third\""), "line 5, column 23: parent: there is no job third"),
        (DOT.replace("13.5", "\"long\""), "line 1, column 16: the cost of task first is \"long\""),
    ] {
        page.drop_bytes("wrong", text.as_bytes());
        page.wait_for_text("body", why);
    }
}

#[test]
fn a_run_is_handed_out_as_workflow_files_and_dropped_again() {
    let read = workload::read("small.json", SMALL.as_bytes()).expect("a workflow");
    let run = scene::run(&scenario(|_| {}), &read.workload);
    let page = scene::open();
    page.drop_bytes("small.json", SMALL.as_bytes());
    scene::wait_for_run(&page, &scenario(|_| {}), &read.workload);
    // What only a log has is not offered.
    page.click("#export");
    for absent in ["#export-swf", "#export-gwf", "#export-sacct", "#export-batsim", "#draw"] {
        assert_eq!(page.count(absent), 0, "{absent}");
    }
    page.click("#export");
    assert!(page.text("#legend").contains("spare time"));
    assert!(!page.text("#legend").contains("advance reservation"));
    page.drop_bytes("requests.csv", b"job,ready,deadline\n1,0,60\n");
    page.wait_for_text("body", "requests.csv: requests are for jobs of a log, but this is a workflow");
    let facts = WorkloadFacts::of_file(&read.workload, SMALL.as_bytes());
    let words = slotscope::experiment::words(&scenario(|_| {}));
    let notes = Provenance::of(&scenario(|_| {}), &facts).notes(&words);
    let own = scene::exported_text(&page, "workflow", ".json");
    assert_eq!(Ok(&own), workflow_json(&run).as_ref());
    let instance = scene::exported_text(&page, "wfcommons", ".json");
    assert_eq!(Ok(&instance), workflow_wfcommons(&run, "small.json", &notes).as_ref());
    // WfCommons has no machines to choose from.
    let begun = [scenario(|_| {}), on_four_machines(|_| {})];
    for ((name, text), begun) in [("own.txt", own), ("instance.txt", instance)].into_iter().zip(begun) {
        let read = workload::read(name, text.as_bytes()).expect("a workflow");
        page.drop_bytes(name, text.as_bytes());
        page.wait_for_text(".notices", &format!("{name}: 3 tasks"));
        scene::wait_for_run(&page, &begun, &read.workload);
    }
}

#[test]
fn a_file_without_machines_begins_on_several_and_undo_takes_that_back() {
    let wide = "digraph wide { a [cost=60]; b [cost=60]; c [cost=60]; d [cost=60]; }";
    let read = workload::read("wide.dot", wide.as_bytes()).expect("a workflow");
    let page = scene::open();
    // On one provider of a log its tasks would run one after the other.
    let log = "; MaxProcs: 8\n1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n";
    page.drop_bytes("small.swf", log.as_bytes());
    let small = workload::read("small.swf", log.as_bytes()).expect("a log");
    let on_log = scene::scenario_of(&small.workload);
    scene::wait_for_run(&page, &on_log, &small.workload);
    page.drop_bytes("wide.dot", wide.as_bytes());
    page.wait_for_text(".notices", "File lists no machines; using the platform's 4.");
    let four = scene::run(&on_four_machines(|_| {}), &read.workload);
    scene::wait_for(&page, &report(&four));
    assert!(four.schedule.outcomes.iter().all(|it| it.start == 0));
    // Their number stands in the panel.
    page.unfold("#machine-count");
    page.set_value("#machine-count", "2");
    let two = Scenario { platform: vec![1; 2], ..on_four_machines(|_| {}) };
    scene::wait_for_run(&page, &two, &read.workload);
    assert_eq!(scene::linked(&page).scenarios[0].platform, two.platform);
    page.click("#undo");
    scene::wait_for(&page, &report(&four));
    page.click("#undo");
    scene::wait_for_run(&page, &on_log, &small.workload);
}

/// Zhao and Sakellariou 2007, Figure 5, with its schedule.
const EXAMPLE: &str = include_str!("../workflows/zhao-2007-figure-5.json");

fn example() -> Workload {
    let read = workload::read("example.json", EXAMPLE.as_bytes());
    read.expect("a workflow").workload
}

/// The page with the example, scheduled by HEFT.
fn open() -> Page {
    let page = scene::open();
    page.drop_bytes("example.json", EXAMPLE.as_bytes());
    scene::wait_for_run(&page, &scenario(|_| {}), &example());
    page
}

/// The example as the paper has it: its own schedule, a deadline of 200 s.
fn as_printed(it: &mut Workflow) {
    (it.scheduler, it.deadline) = (Scheduler::Given, Some(200.0));
}

#[test]
fn spare_time_is_shared_out_round_by_round() {
    let page = open();
    page.set_value("#scheduler", "As given");
    page.unfold("#deadline-seconds");
    page.set_value("#deadline-seconds", "200");
    scene::wait_for_run(&page, &scenario(as_printed), &example());
    scene::show(&page, "slots");
    // Figure 6 of the paper.
    page.wait_for("#spare-steps[data-shown='3'][data-count='3']");
    page.wait_for_text("#round-said", "It is the last round.");
    page.click("#round-first");
    page.wait_for_text("#round-said", "75.4 s are left until the deadline at 200 s");
    page.click("#round-forth");
    page.wait_for("#spare-steps[data-shown='1']");
    page.wait_for_text("#round-said", "given 2.94 to 7.54 s; 40.1 s are left now.");
    page.click("#round-numbers summary");
    for cell in ["4.6", "1.2", "2.3", "159.9"] {
        page.wait_for_text("#round-numbers table", cell);
    }
    // All variants beside it: the least of the critical path's percentages is the same for its tasks.
    page.click("#spare-numbers summary");
    page.wait_for_text("#spare-numbers table", "cp_even_percent");
    page.wait_for_text("#spare-numbers table", "71.81");
    page.set_value("#variant", "cp_even_time");
    page.wait_for("#spare-steps[data-count='1']");
    page.wait_for_text("#round-numbers table", "18.85");
    let chosen = scenario(|it| {
        as_printed(it);
        it.variant = Variant::CpEvenTime;
    });
    scene::wait_for_run(&page, &chosen, &example());
}

#[test]
fn the_scheduler_is_followed_step_by_step_there_and_back() {
    let page = open();
    scene::show(&page, "slots");
    // The file names a schedule of its own; HEFT makes another, a task at each step.
    page.wait_for("#scheduler-steps[data-shown='10'][data-count='10']");
    page.set_value("#scheduler", "Hybrid.BMCT");
    let chosen = scenario(|it| it.scheduler = Scheduler::HybridBmct);
    scene::wait_for_run(&page, &chosen, &example());
    let workflow = workload::workflow::from_json(EXAMPLE).expect("a workflow");
    let first = FirstAssignment::default();
    let steps = PlanSteps::placing(&workflow, Scheduler::HybridBmct, first).expect("a plan");
    let count = steps.count();
    let at = |shown: usize| format!("#scheduler-steps[data-shown='{shown}'][data-count='{count}']");
    page.wait_for(&at(count));
    page.wait_for_text("#decision-said", "It is the last group.");
    page.click("#decision-first");
    page.wait_for_text("#decision-said", "No task is placed yet.");
    for shown in 1..=3 {
        page.click("#decision-forth");
        page.wait_for(&at(shown));
        page.wait_for_text("#decision-said", &steps.words(shown));
    }
    page.click("#decision-back");
    page.wait_for_text("#decision-said", &steps.words(2));
    page.click("#decision-numbers summary");
    page.wait_for_text("#decision-numbers table", "Group");
    page.set_value("#scheduler", "As given");
    page.wait_for("#scheduler-given");
}

#[test]
fn a_workflow_is_edited_as_tables_and_every_change_can_be_undone() {
    let page = open();
    scene::show(&page, "slots");
    page.wait_for("#workflow-editor");
    page.click("#workflow-editor > summary");
    page.set_value("#cost-9-0", "2.5");
    let text = |from: &str, to: &str| {
        assert!(EXAMPLE.contains(from), "{from}");
        EXAMPLE.replacen(from, to, 1)
    };
    let dearer = text("\"9\", \"costs\": [23,", "\"9\", \"costs\": [2.5,");
    let changed = workload::read("changed.json", dearer.as_bytes()).expect("a workflow");
    scene::wait_for_run(&page, &scenario(|_| {}), &changed.workload);
    // The view stays, the tables open.
    page.wait_for("#view-slots #workflow-editor[open]");
    // 9 waits for 8: what would close a circle is refused, and nothing changes.
    page.execute(
        "for (const [id, at] of [['edge-from', 9], ['edge-to', 8]]) {
             const it = document.getElementById(id);
             it.selectedIndex = at;
             it.dispatchEvent(new Event('change', { bubbles: true }));
         }",
    );
    page.settle();
    page.click("#add-edge");
    page.wait_for_text("#edit-refused", "in a circle");
    page.click("#add-task");
    page.wait_for("#name-10");
    page.wait_for_none("#edit-refused");
    page.click("#undo");
    page.wait_for_none("#name-10");
    scene::wait_for_run(&page, &scenario(|_| {}), &changed.workload);
    page.click("#undo");
    scene::wait_for_run(&page, &scenario(|_| {}), &example());
}

#[test]
fn data_on_their_way_are_drawn_at_the_task_pointed_at() {
    let page = open();
    scene::show(&page, "gantt");
    let run = scene::run(&scenario(|_| {}), &example());
    let index = GanttIndex::new(&run);
    let (plot, sight) = scene::seen(&page, "#gantt-canvas");
    let between = |task: u32| {
        run.workflow()
            .expect("a workflow")
            .edges
            .iter()
            .filter(|it| it.seconds > 0.0 && (it.from == task || it.to == task))
            .count()
    };
    let most = (0..10).max_by_key(|&task| between(task)).expect("tasks");
    let none = (0..10).find(|&task| between(task) == 0);
    for task in [Some(most), none].into_iter().flatten() {
        let piece = index.pieces.iter().position(|it| it.job == task);
        let hit = Hit { job: task, piece: piece.expect("a bar") };
        let area = area_of(&index, &sight, (plot.width, plot.height), hit).expect("in sight");
        page.hover("#gantt-canvas", plot.left + area.left + area.width / 2.0, plot.top + area.top + area.height / 2.0);
        page.wait_until_with(
            "return document.querySelector('#gantt-canvas').dataset.transfers === arguments[0]",
            [between(task).to_string()],
        );
    }
    assert!(between(most) > 0);
}

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
fn on_nodes(nodes: usize) -> Scenario {
    Scenario {
        platform: vec![100; nodes],
        system: System::for_kind(WorkloadKind::TaskBatch).expect("a system for it"),
        ..Scenario::default()
    }
}

#[test]
fn a_sample_of_tasks_is_run_and_linked() {
    let page = scene::open();
    page.unfold("#log");
    page.click("#sample-tasks");
    let sample = MadeUpTasks::default().workload().expect("the sample");
    page.wait_for_text(".notice", "100 tasks, seed 1: 100 tasks, ");
    page.wait_for_text(".notice", "File lists no nodes; using the platform's 6.");
    scene::wait_for_run(&page, &on_nodes(6), &sample);
    assert!(page.text("#log").contains("Task batch: 100 tasks, seed 1"));
    // What belongs to logs and to workflows is not there.
    for absent in ["#ar-percent", "#tasks-taken", "#draw"] {
        assert_eq!(page.count(absent), 0, "{absent}");
    }
    // There are as many nodes as are asked for.
    page.unfold("#nodes");
    page.set_value("#node-count", "4");
    scene::wait_for_run(&page, &on_nodes(4), &sample);
    page.set_value("#node-count", "6");
    scene::wait_for_run(&page, &on_nodes(6), &sample);
    let linked = scene::linked(&page);
    assert_eq!(linked.workload, Source::Tasks(MadeUpTasks::default()));
    assert_eq!(linked.scenarios, [on_nodes(6)]);
}

#[test]
fn a_table_of_tasks_is_dropped_and_a_log_after_it() {
    let read = workload::read("tasks.csv", TABLE.as_bytes()).expect("a batch");
    let page = scene::open();
    page.drop_bytes("tasks.csv", TABLE.as_bytes());
    page.wait_for_text(".notice", "tasks.csv: 2 tasks, 0 to 3");
    scene::wait_for_run(&page, &on_nodes(6), &read.workload);
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
    scene::wait_for_run(&page, &scene::scenario_of(&read.workload), &read.workload);
}

#[test]
fn xml_is_dropped_and_broken_xml_leaves_all_as_it_is() {
    let read = workload::read("grid", GRID.as_bytes()).expect("a batch");
    let page = scene::open();
    // Its name does not tell what it is.
    page.drop_bytes("grid.swf", GRID.as_bytes());
    page.wait_for_text(".notice", "grid.swf: 2 tasks, 0 to 90");
    page.wait_for_text(".notice", "on 2 nodes.");
    scene::wait_for_run(&page, &on_nodes(2), &read.workload);
    page.wait_for_text("#complaints", "1 item could not be read");
    scene::show(&page, "summary");
    page.wait_for_text("#by-provider", "left");
    for (text, why) in [
        (GRID.replace("</tasks>", "</task>"), "line 8, column 1: ill-formed document"),
        (format!("<!DOCTYPE batch [<!ENTITY a \"aaa\">]>{GRID}"), "line 1, column 1: there is a document type"),
    ] {
        page.drop_bytes("broken.xml", text.as_bytes());
        page.wait_for_text("body", why);
        scene::wait_for_run(&page, &on_nodes(2), &read.workload);
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
    scene::wait_for_run(&page, &on_nodes(2), &alone.workload);
    page.drop_bytes("n.xml", nodes.as_bytes());
    let joined = with_resources(GRID.as_bytes(), &[nodes.as_bytes()]);
    let joined = workload::read("grid", &joined).expect("a batch");
    scene::wait_for_run(&page, &on_nodes(3), &joined.workload);
    page.wait_for_text(".notice", "grid.xml + n.xml: 2 tasks");
    page.unfold("#account");
    page.wait_for_text("#account", "No scheduler uses what the file says of 1 node: Memory (\"512\").");
    page.click("#undo");
    scene::wait_for_run(&page, &on_nodes(2), &alone.workload);
}

#[test]
fn tasks_are_handed_out_and_a_project_brings_them_along() {
    let made = MadeUpTasks { tasks: 30, ahead: Some(60), ..MadeUpTasks::default() };
    let batch = made.workload().expect("a batch");
    let text = to_xml(batch.batch().expect("tasks"));
    let page = scene::open();
    page.drop_bytes("tasks.xml", text.as_bytes());
    scene::wait_for_run(&page, &on_nodes(6), &batch);
    page.click("#export");
    for absent in ["#export-swf", "#export-workflow", "#export-batsim"] {
        assert_eq!(page.count(absent), 0, "{absent}");
    }
    page.click("#export");
    let run = scene::run(&on_nodes(6), &batch);
    let table = scene::exported_text(&page, "tasks-csv", ".csv");
    assert_eq!(Ok(&table), tasks_csv(&run).as_ref());
    let xml = scene::exported_text(&page, "tasks-xml", ".xml");
    assert_eq!(Ok(&xml), tasks_xml(&run).as_ref());
    scene::show(&page, "summary");
    let file = scene::exported(&page, "project-log", ".json");
    drop(page);
    let page = scene::open();
    page.drop_bytes("any.json", &file);
    scene::wait_for_run(&page, &on_nodes(6), &batch);
    page.wait_for("#view-summary");
    assert_eq!(scene::linked(&page).scenarios, [on_nodes(6)]);
    assert_eq!(page.count("#awaited"), 0);
}
