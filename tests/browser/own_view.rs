//! The system's own view: its tab is named by what it shows, and a line says what the system and its picture are.

use slotscope::experiment::System;
use slotscope::workload::WorkloadKind;

use crate::scene;

#[test]
fn the_tab_and_the_line_of_every_system() {
    let page = scene::open();
    scene::show(&page, "slots");
    for system in System::all() {
        let model = system.model();
        if !model.takes().contains(&WorkloadKind::Log) {
            continue;
        }
        page.set_value("#system", model.name());
        page.wait_for_text("#inside-about", model.card().inside_about);
        // The group has the name of its only view, and no tab stands alone.
        assert_eq!(page.text("#group-inside[aria-selected=true]"), model.card().inside);
        assert_eq!(page.count(".tabs"), 0);
    }
    page.unfold("#log");
    page.click("#sample-workflow");
    let workflow = System::of_key("workflow").expect("a system");
    let model = workflow.model();
    page.wait_for_text("#inside-about", model.card().inside_about);
    assert_eq!(page.text("#group-inside"), model.card().inside);
    // The name stays in sight in the other groups.
    page.click("#group-learn");
    page.wait_for("#view-lessons");
    assert_eq!(page.text("#group-inside"), model.card().inside);
}
