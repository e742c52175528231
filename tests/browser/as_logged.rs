//! The log itself as a system: chosen in the panel, shown everywhere, undone.

use slotscope::criteria::report;
use slotscope::experiment::{Scenario, System};
use slotscope::workload;

use crate::scene;

/// Three jobs: the second finds two of four processors taken too many, the third has no wait.
const LOG: &str = "; MaxProcs: 4\n\
    1 0 0 500 3 -1 -1 3 600 -1 1 1 1 1 1 1 -1 -1\n\
    2 100 50 200 2 -1 -1 2 300 -1 1 1 1 1 1 1 -1 -1\n\
    3 200 -1 100 1 -1 -1 1 200 -1 1 1 1 1 1 1 -1 -1\n";

#[test]
fn what_happened_is_shown_counted_and_listed() {
    let log = workload::read("small.swf", LOG.as_bytes()).expect("a log").workload;
    let page = scene::open();
    page.drop_bytes("small.swf", LOG.as_bytes());
    let before = scene::scenario_of(&log);
    scene::wait_for_run(&page, &before, &log);
    page.set_value("#system", "As logged");
    let scenario = Scenario { system: System::of_key("as_logged").expect("a system"), ..before.clone() };
    let run = scene::run(&scenario, &log);
    scene::wait_for(&page, &report(&run));
    page.wait_for("#as-logged");
    scene::show(&page, "slots");
    page.wait_for("#over-the-top[data-count='1']");
    page.wait_for("#without-wait[data-count='1']");
    page.wait_for("#without-run-time[data-count='0']");
    scene::show(&page, "summary");
    page.wait_for("#measure-jobs_over_the_top[data-value='1']");
    // A job of the list leads to its bar, and says that nothing was decided.
    scene::show(&page, "slots");
    page.click("#over-the-top .job-link");
    page.wait_for("#explained[data-state=told]");
    let said = page.text("#explained");
    assert!(said.contains("as the log has it"), "{said}");
    assert!(said.contains("only 1 are free"), "{said}");
    // The link has it, and so has the scenario that is handed out.
    let exported = scene::exported_text(&page, "scenario", ".json");
    assert_eq!(serde_json::from_str::<Scenario>(&exported).expect("a scenario"), scenario);
    assert_eq!(scene::linked(&page).scenarios, [scenario]);
    page.click("#undo");
    scene::wait_for_run(&page, &before, &log);
}

/// Job 1 has node n1 and half of n2, job 2 the rest of n2.
const ON_NODES: &str = "JobID|Submit|Start|End|AllocCPUS|NodeList|Partition\n\
    1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|4|n[1-2]|gpu\n\
    2|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|2|n2|gpu\n";

#[test]
fn jobs_are_on_the_nodes_that_the_log_names() {
    let log = workload::read("nodes.txt", ON_NODES.as_bytes());
    let log = log.expect("a log").workload;
    let page = scene::open();
    page.drop_bytes("nodes.txt", ON_NODES.as_bytes());
    let before = scene::scenario_of(&log);
    scene::wait_for_run(&page, &before, &log);
    page.wait_for_text(".notice", "the nodes that the log names");
    page.set_value("#system", "As logged");
    let scenario = Scenario { system: System::of_key("as_logged").expect("a system"), ..before };
    let run = scene::run(&scenario, &log);
    scene::wait_for(&page, &report(&run));
    // In the middle of the chart's lowest row.
    let plot = scene::seen(&page, "#gantt-canvas").0;
    let lowest = plot.top + plot.height - 8.0;
    page.hover("#gantt-canvas", plot.left + plot.width / 2.0, lowest);
    page.wait_for_text("#gantt-tooltip", "n2");
    scene::show(&page, "jobs");
    page.wait_for_text("#job-table", "Partition");
    page.wait_for_text("#job-table", "gpu");
    scene::show(&page, "summary");
    page.wait_for("#measure-jobs_elsewhere[data-value='0']");
}
