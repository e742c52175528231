//! Brokers and agents on the page: what they tell each other step by step, and in the views that systems share.

use serde_json::json;
use slotscope::availability::node_load::DynamicTable;
use slotscope::chart::Origin;
use slotscope::chart::messages::{Failures, Followed, Part, Step, Steps, TasksByAgent, intervals_table};
use slotscope::criteria::report;
use slotscope::engine::Run;
use slotscope::engine::messages::Fate;
use slotscope::experiment::{Scenario, System};
use slotscope::export::dynamic_tables_csv;
use slotscope::system::broker::{Access, Broker, BrokerOutage, Outage, Placement};
use slotscope::workload::Workload;
use slotscope::workload::task_batch::generate::MadeUp;

use crate::harness::Page;
use crate::scene;

/// The sample of tasks that a button makes.
fn sample() -> Workload {
    MadeUp::default().workload().expect("the sample")
}

/// Brokers and agents on six nodes.
fn scenario(set: impl Fn(&mut Broker)) -> Scenario {
    let mut scenario =
        Scenario { platform: vec![100; 6], system: System::of_key("broker").expect("a system"), ..Scenario::default() };
    set(Broker::of_mut(&mut scenario.system));
    scenario
}

#[track_caller]
fn wait_for_run(page: &Page, scenario: &Scenario) -> Run {
    let run = scene::run(scenario, &sample());
    scene::wait_for(page, &report(&run));
    run
}

/// The page with the sample of tasks placed.
fn open() -> (Page, Run) {
    let page = scene::open();
    page.unfold("#log");
    page.click("#sample-tasks");
    let run = wait_for_run(&page, &scenario(|_| {}));
    (page, run)
}

/// The same at its inside view, all steps shown.
fn open_inside() -> (Page, Run) {
    let (page, run) = open();
    scene::show(&page, "slots");
    wait_for_step(&page, Steps::of(&run.messages).len());
    (page, run)
}

#[track_caller]
fn wait_for_step(page: &Page, step: usize) {
    page.wait_for(&format!("#messages[data-step='{step}']"));
}

/// The tasks of each agent after a number of steps, on the page and by the library.
#[track_caller]
fn assert_agents(page: &Page, run: &Run, shown: usize) -> Vec<usize> {
    let now = TasksByAgent::of(run, &Steps::of(&run.messages), shown).now;
    let words: Vec<String> = now.iter().map(usize::to_string).collect();
    page.wait_for(&format!("#tasks-by-agent[data-tasks='{}']", words.join(",")));
    now
}

#[test]
fn messages_are_gone_through_step_by_step() {
    let (page, run) = open_inside();
    let steps = Steps::of(&run.messages).len();
    // A batch, offers, a decision and a receipt for each of three agents.
    assert_eq!(steps, 12);
    let last = assert_agents(&page, &run, steps);
    assert_eq!(last.iter().sum::<usize>(), 100);
    page.click("#message-first");
    wait_for_step(&page, 0);
    page.wait_for_text("#message-said", "No message has been sent yet: 100 tasks wait.");
    assert_eq!(assert_agents(&page, &run, 0), [0, 0, 0]);
    page.wait_for("#message-back[disabled]");
    page.click("#message-forth");
    wait_for_step(&page, 1);
    page.wait_for_text("#message-said", "The broker asks Agent 1 to place 100 tasks.");
    page.set_value("#message-step", 4);
    wait_for_step(&page, 4);
    page.wait_for_text("#message-said", "Agent 1 offers to take ");
    page.wait_for("#message-verdicts li");
    for shown in 7..=steps {
        page.set_value("#message-step", shown);
        wait_for_step(&page, shown);
        assert_agents(&page, &run, shown);
    }
    page.wait_for("#message-forth[disabled]");
    page.click("#message-back");
    wait_for_step(&page, steps - 1);
    page.click("#message-last");
    wait_for_step(&page, steps);
    page.wait_for_text("#message-trouble", "Every message of this run was read");
}

#[test]
fn node_loads_and_tables_follow_the_step() {
    let (page, run) = open_inside();
    page.click("#node-numbers summary");
    page.click("#agent-numbers summary");
    page.click("#message-numbers summary");
    page.wait_for_text("#message-numbers table", "batch of 100");
    // What is reserved on each node, by the table of the nodes.
    let reserved = |page: &Page| {
        page.execute(
            "return [...document.querySelectorAll('#node-numbers tbody tr')]
                .map(row => Number(row.cells[2].textContent))",
        )
    };
    let mut of_nodes = vec![0; 6];
    for it in run.schedule.outcomes.iter().filter(|it| it.processors > 0) {
        of_nodes[it.provider as usize] += 1;
    }
    assert_eq!(reserved(&page), json!(of_nodes));
    page.set_value("#message-step", 6);
    wait_for_step(&page, 6);
    // All have offered, and nothing is decided.
    page.wait_until(
        "return [...document.querySelectorAll('#node-numbers tbody tr')]
            .every(row => row.cells[2].textContent === '0' && row.cells[4].textContent !== '0')",
    );
    page.wait_for_text("#agent-numbers table", "In the end");
    let drawn = "return document.querySelectorAll('#node-bars svg rect').length";
    assert!(page.execute(drawn).as_u64() > Some(12));
}

/// The cells of a table on the page, row by row.
fn cells(page: &Page, rows: &str) -> serde_json::Value {
    page.execute_with(
        "return [...document.querySelectorAll(arguments[0] + ' tbody tr')]
            .map(row => [...row.cells].map(cell => cell.textContent))",
        [rows],
    )
}

/// The same by the library.
fn cells_of(run: &Run, node: usize, table: &DynamicTable) -> serde_json::Value {
    json!(intervals_table(run, node, table, Origin::LogStart, 500).table.rows)
}

#[test]
fn the_dynamic_table_of_a_node_follows_the_step() {
    let (page, run) = open_inside();
    let followed = Followed::of(&run);
    let steps = followed.steps.len();
    let table = |shown: usize, node: usize| followed.node_table(&run, shown, node).expect("a node");
    // That of the agent of the last step: the third one's first node.
    page.wait_for("#dynamic-table[data-node='4']");
    let found = table(steps, 4);
    assert!(found.table.intervals().len() > 10);
    assert_eq!(cells(&page, "#table-rows"), cells_of(&run, 4, &found.table));
    page.wait_for_text("#table-loads", &found.words(&run));
    page.set_value("#table-node", "Node 2");
    page.wait_for("#dynamic-table[data-node='1']");
    // All have offered, and nothing is decided: one interval, and a clone.
    page.set_value("#message-step", 6);
    wait_for_step(&page, 6);
    page.wait_for("#dynamic-table[data-intervals='1'] #clone-rows");
    let found = table(6, 1);
    assert_eq!(cells(&page, "#table-rows"), json!([["00:00:00", "INFINITE", "none", "0 %"]]));
    let clone = found.clone.expect("offers");
    assert_eq!(cells(&page, "#clone-rows"), cells_of(&run, 1, &clone));
    // The exported file is that of the run.
    let file = scene::exported_text(&page, "dynamic-tables", "csv");
    assert_eq!(Ok(file), dynamic_tables_csv(&run));
}

#[test]
fn messages_that_are_lost_are_named() {
    let (page, _) = open();
    let lossy = scenario(|it| {
        it.latency = 2.0;
        it.loss_percent = 20.0;
    });
    page.set_value("#latency", 2);
    wait_for_run(&page, &scenario(|it| it.latency = 2.0));
    page.set_value("#loss", 20);
    let run = wait_for_run(&page, &lossy);
    let found = Failures::of(&run.messages);
    assert!(found.lost > 0);
    scene::show(&page, "slots");
    page.wait_for("#messages");
    for (name, count, _) in found.listed() {
        page.wait_until_with(
            "return document.querySelector('#message-trouble [data-of=\"' + arguments[0] + '\"] dd')
                ?.textContent === arguments[1]",
            (name, count.to_string()),
        );
    }
    let lost = |it: &Step| run.messages.list[it.message as usize].fate == Fate::Lost;
    let steps = Steps::of(&run.messages);
    let at = steps.steps.iter().position(lost).expect("a lost message");
    assert_eq!(steps.steps[at].part, Part::Whole);
    page.set_value("#message-step", at + 1);
    wait_for_step(&page, at + 1);
    page.wait_for_text("#message-said", "The message is lost on its way.");
    page.wait_until(
        "return [...document.querySelectorAll('#message-sequence svg text')]
            .some(it => it.textContent.endsWith(', lost'))",
    );
}

#[test]
fn outages_and_access_are_edited_in_the_panel() {
    let (page, _) = open();
    page.unfold("#add-outages");
    page.click("#add-outages");
    let down = |agent, from, until| Outage { agent, from, until };
    let usual = |it: &mut Broker| it.outages = vec![down(0, 0, Some(3_600))];
    wait_for_run(&page, &scenario(usual));
    page.set_value("#outages-0-agent", 2);
    page.set_value("#outages-0-until", "");
    page.set_value("#outages-0-from", 7);
    let of_agent = |it: &mut Broker| it.outages = vec![down(1, 7, None)];
    wait_for_run(&page, &scenario(of_agent));
    page.unfold("#brokers");
    page.set_value("#brokers", 2);
    page.click("#add-broker-outages");
    page.set_value("#broker-outages-0-broker", 2);
    page.set_value("#broker-outages-0-until", 40);
    let of_broker = |it: &mut Broker| {
        of_agent(it);
        it.brokers = 2;
        it.broker_outages = vec![BrokerOutage { broker: 1, from: 0, until: Some(40) }];
    };
    let run = wait_for_run(&page, &scenario(of_broker));
    assert!(run.messages.bookings.iter().all(|it| it.broker == 0));
    page.click("#add-access");
    page.set_value("#access-0-node", 4);
    page.set_value("#access-0-users", "ann,  bob");
    let with_access = |it: &mut Broker| {
        of_broker(it);
        it.access = vec![Access { node: 3, users: vec!["ann".to_owned(), "bob".to_owned()] }];
    };
    wait_for_run(&page, &scenario(with_access));
    page.wait_for_text("#outages-access-clusters > summary", "3 changed");
    page.click("#access-0-remove");
    wait_for_run(&page, &scenario(of_broker));
    page.click("#undo");
    wait_for_run(&page, &scenario(with_access));
    // One broker less: what was said of it goes, and comes back.
    page.set_value("#brokers", 1);
    wait_for_run(
        &page,
        &scenario(|it| {
            with_access(it);
            it.brokers = 1;
            it.broker_outages.clear();
        }),
    );
    page.click("#undo");
    wait_for_run(&page, &scenario(with_access));
}

#[test]
fn nobody_talks_under_first_fit() {
    let (page, _) = open_inside();
    page.set_value("#placement", "First fit");
    let run = wait_for_run(&page, &scenario(|it| it.placement = Placement::FirstFit));
    assert!(run.messages.is_empty());
    page.wait_for_text("#messages-empty", "This run has no messages");
    // What is of the protocol only is not there.
    for absent in ["#agents", "#latency", "#loss", "#failures"] {
        assert_eq!(page.count(absent), 0, "{absent}");
    }
    page.click("#undo");
    wait_for_run(&page, &scenario(|_| {}));
    page.wait_for("#messages");
}

#[test]
fn a_lesson_plays_messages_and_takes_them_into_the_explorer() {
    let page = scene::open();
    scene::show(&page, "lessons");
    page.click("#lesson-who-answers-first");
    page.wait_for("#lesson[data-step='1'] #lesson-drawn[data-ready=true] .lesson-messages");
    page.wait_for("#lesson-film[data-at='0'][data-count='9']");
    page.click("#film-next");
    page.wait_for_text("#lesson-step-said", "The broker asks Agent 1 to place 2 tasks.");
    page.set_value("#film-slider", 8);
    page.wait_for(".lesson-messages[data-tasks='1,1']");
    // The fourth step begins at the end of the run.
    for step in 2..=4 {
        page.click(&format!(".lesson-steps li:nth-child({step}) button"));
        page.wait_for(&format!("#lesson[data-step='{step}'] #lesson-drawn[data-ready=true]"));
    }
    page.wait_for("#lesson[data-step='4'] .lesson-messages[data-tasks='19,12,19']");
    page.set_value("#lesson-control-0", "When all are in");
    page.wait_for(".lesson-messages[data-tasks='16,17,17']");
    scene::show_bars(&page);
    page.click("#lesson-take-0");
    page.wait_for("#view-gantt");
    page.wait_for("#spent[data-jobs='50']");
    scene::show(&page, "slots");
    page.wait_for("#tasks-by-agent[data-tasks='16,17,17']");
}
