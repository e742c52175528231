//! docs/page.md has the tab, the key and the line of every system.

use super::document;
use slotscope::experiment::System;

#[test]
fn every_system_is_in_the_table_of_its_own_view() {
    let page = document("docs/page.md");
    for system in System::all() {
        let model = system.model();
        let row = format!("| *{}* | `{}` | {}", model.card().inside, model.key(), model.card().inside_about);
        assert!(page.contains(&row), "{row}");
    }
}
