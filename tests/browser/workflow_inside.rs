//! What stands below the graph of a workflow, and data on their way in the Gantt chart.

use serde_json::json;
use slotscope::chart::GanttIndex;
use slotscope::chart::gantt::hit::{Hit, area_of};
use slotscope::chart::task_slots::PlanSteps;
use slotscope::criteria::report;
use slotscope::experiment::{Scenario, System};
use slotscope::policy::spare_time::Variant;
use slotscope::policy::workflow::FirstAssignment;
use slotscope::system::workflow::{Scheduler, Workflow};
use slotscope::workload::{self, Workload};

use crate::harness::Page;
use crate::scene;

/// Zhao and Sakellariou 2007, Figure 5, with its schedule.
const EXAMPLE: &str = include_str!("../workflows/zhao-2007-figure-5.json");

fn example() -> Workload {
    let read = workload::read("example.json", EXAMPLE.as_bytes());
    read.expect("a workflow").workload
}

fn scenario(set: impl Fn(&mut Workflow)) -> Scenario {
    let mut scenario = Scenario { system: System::of_key("workflow").expect("a system"), ..Scenario::default() };
    set(Workflow::of_mut(&mut scenario.system));
    scenario
}

#[track_caller]
fn wait_for_run(page: &Page, scenario: &Scenario, workload: &Workload) {
    scene::wait_for(page, &report(&scene::run(scenario, workload)));
}

/// The page with the example, scheduled by HEFT.
fn open() -> Page {
    let page = scene::open();
    page.drop_bytes("example.json", EXAMPLE.as_bytes());
    wait_for_run(&page, &scenario(|_| {}), &example());
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
    wait_for_run(&page, &scenario(as_printed), &example());
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
    wait_for_run(&page, &chosen, &example());
}

#[test]
fn the_scheduler_is_followed_step_by_step_there_and_back() {
    let page = open();
    scene::show(&page, "slots");
    // The file names a schedule of its own; HEFT makes another, a task at each step.
    page.wait_for("#scheduler-steps[data-shown='10'][data-count='10']");
    page.set_value("#scheduler", "Hybrid.BMCT");
    let chosen = scenario(|it| it.scheduler = Scheduler::HybridBmct);
    wait_for_run(&page, &chosen, &example());
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
    wait_for_run(&page, &scenario(|_| {}), &changed.workload);
    // The view stays, the tables open.
    page.wait_for("#view-slots #workflow-editor[open]");
    // 9 waits for 8: what would close a circle is refused, and nothing changes.
    page.execute(
        "for (const [id, at] of [['edge-from', 9], ['edge-to', 8]]) {
             const it = document.getElementById(id);
             it.selectedIndex = at;
             it.dispatchEvent(new Event('change', { bubbles: true }));
         }",
        &[],
    );
    page.settle();
    page.click("#add-edge");
    page.wait_for_text("#edit-refused", "in a circle");
    page.click("#add-task");
    page.wait_for("#name-10");
    page.wait_for_none("#edit-refused");
    page.click("#undo");
    page.wait_for_none("#name-10");
    wait_for_run(&page, &scenario(|_| {}), &changed.workload);
    page.click("#undo");
    wait_for_run(&page, &scenario(|_| {}), &example());
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
        page.wait_until(
            "return document.querySelector('#gantt-canvas').dataset.transfers === arguments[0]",
            &[json!(between(task).to_string())],
        );
    }
    assert!(between(most) > 0);
}
