//! Workflows on the page: made up, dropped, their deadline dragged, their tasks looked at.

use serde_json::json;
use slotscope::criteria::report;
use slotscope::experiment::{Provenance, Scenario, System, WorkloadFacts};
use slotscope::export::snapshot::Source;
use slotscope::export::{workflow_json, workflow_wfcommons};
use slotscope::system::workflow::Workflow;
use slotscope::workload::workflow::generate::MadeUp;
use slotscope::workload::{self, Workload};

use crate::harness::Page;
use crate::scene;

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

#[track_caller]
fn wait_for_run(page: &Page, scenario: &Scenario, workload: &Workload) {
    scene::wait_for(page, &report(&scene::run(scenario, workload)));
}

#[test]
fn a_sample_is_scheduled_reserved_and_looked_at() {
    let page = scene::open();
    assert!(!page.text("#system").contains("Workflow"));
    page.unfold("#log");
    page.click("#sample-workflow");
    let sample = MadeUp::default().workload().expect("the sample");
    wait_for_run(&page, &scenario(|_| {}), &sample);
    assert!(!page.text("#system").contains("Two-level grid"));
    // What belongs to logs is not there.
    assert_eq!(page.count("#ar-percent"), 0);
    // The deadline and the errors are dragged, the variant chosen.
    page.set_value("#deadline-factor", "1.5");
    wait_for_run(&page, &scenario(|it| it.deadline_factor = 1.5), &sample);
    page.set_value("#qoi", "80");
    let with_errors = |it: &mut Workflow| (it.deadline_factor, it.qoi_percent) = (1.5, 80.0);
    wait_for_run(&page, &scenario(with_errors), &sample);
    page.set_value("#variant", "cp_even_time");
    let shared = scenario(|it| {
        with_errors(it);
        it.variant = slotscope::policy::spare_time::Variant::CpEvenTime;
    });
    wait_for_run(&page, &shared, &sample);
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
        &[],
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
    wait_for_run(&page, &scenario(|_| {}), &workflow.workload);
    // Its tasks and machines are called what the file calls them, its times have fractions.
    scene::show(&page, "jobs");
    page.wait_for_text(".job-table", "start");
    page.wait_for_text(".job-table", "left");
    scene::show(&page, "slots");
    page.wait_for("#workflow-graph[data-layers='2']");
    page.execute(
        "const it = document.querySelector('#graph-picture').getBoundingClientRect();
         const click = (x, y) => document.querySelector('#graph-picture').dispatchEvent(
             new MouseEvent('click', { bubbles: true, clientX: it.left + x * it.width, clientY: it.top + y * it.height }));
         click(0.25, arguments[0])",
        &[json!(0.6)],
    );
    page.wait_for("#chosen-task[data-task='start']");
    page.wait_for_text("#chosen-task", "It starts at once");
    page.click("#task-behind");
    page.wait_for("#chosen-task[data-task='one']");
    page.wait_for_text("#chosen-task", "It waits for");
    // A file with a circle leaves all as it is.
    let circle = SMALL.replace(r#""from": "start", "to": "one""#, r#""from": "one", "to": "one""#);
    page.drop_bytes("circle.json", circle.as_bytes());
    page.wait_for_text(".notice.failed", "in a circle: one → one");
    wait_for_run(&page, &scenario(|_| {}), &workflow.workload);
    // A log brings a system that takes logs.
    let log = "; MaxProcs: 8\n1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n";
    page.drop_bytes("small.swf", log.as_bytes());
    let read = workload::read("small.swf", log.as_bytes()).expect("a log");
    wait_for_run(&page, &scene::scenario_of(&read.workload), &read.workload);
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
        wait_for_run(&page, &on_four_machines(|_| {}), &read.workload);
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
    wait_for_run(&page, &scenario(|_| {}), &read.workload);
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
        wait_for_run(&page, &begun, &read.workload);
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
    wait_for_run(&page, &on_log, &small.workload);
    page.drop_bytes("wide.dot", wide.as_bytes());
    page.wait_for_text(".notices", "File lists no machines; using the platform's 4.");
    let four = scene::run(&on_four_machines(|_| {}), &read.workload);
    scene::wait_for(&page, &report(&four));
    assert!(four.schedule.outcomes.iter().all(|it| it.start == 0));
    // Their number stands in the panel.
    page.unfold("#machine-count");
    page.set_value("#machine-count", "2");
    let two = Scenario { platform: vec![1; 2], ..on_four_machines(|_| {}) };
    wait_for_run(&page, &two, &read.workload);
    assert_eq!(scene::linked(&page).scenarios[0].platform, two.platform);
    page.click("#undo");
    scene::wait_for(&page, &report(&four));
    page.click("#undo");
    wait_for_run(&page, &on_log, &small.workload);
}
