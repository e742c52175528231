//! Tables of jobs of no known format: a dialog asks what their columns are.

use serde_json::json;
use slotscope::criteria::report;
use slotscope::experiment::Scenario;
use slotscope::export::snapshot::Source;
use slotscope::workload::table::Mapping;
use slotscope::workload::{Workload, read_with};

use crate::harness::Page;
use crate::scene;

/// Two jobs of 40 and 80 processors, which wait 10 and 3510 s.
const TABLE: &str = "No;Sent;Begin;Over;Width;Team\n\
    17;2024-03-01 12:00:00;2024-03-01 12:00:10;2024-03-01 13:00:10;40;red\n\
    18;2024-03-01 12:01:40;2024-03-01 13:00:10;2024-03-01 14:00:10;80;blue\n";

const COLUMNS: &str = "job=No,submit=Sent,start=Begin,end=Over,requested_processors=Width";

/// The places of keys in their list, below *Not used*.
const JOB: u32 = 1;
const REQUESTED_PROCESSORS: u32 = 10;

fn table() -> Workload {
    let mapping = Mapping::parse(COLUMNS).expect("a mapping");
    read_with("jobs.csv", TABLE.as_bytes(), &mapping).expect("a table").workload
}

/// Chooses what a column is.
fn take(page: &Page, place: u32, key: u32) {
    page.execute(
        "const list = document.getElementById(`table-key-${arguments[0]}`);
         list.selectedIndex = arguments[1];
         list.dispatchEvent(new Event('change', { bubbles: true }))",
        &[json!(place), json!(key)],
    );
    page.wait_until(
        "return document.getElementById(`table-key-${arguments[0]}`).selectedIndex === arguments[1]",
        &[json!(place), json!(key)],
    );
}

#[track_caller]
fn wait_for_table(page: &Page, scenario: &Scenario) {
    scene::wait_for(page, &report(&scene::run(scenario, &table())));
}

#[test]
fn a_table_is_read_once_its_columns_are_known() {
    let page = scene::open();
    page.drop_bytes("jobs.csv", TABLE.as_bytes());
    page.wait_for("#table-dialog[open]");
    page.wait_for_text("#table-dialog-title", "jobs.csv");
    // Three columns of dates are in order: submission, start and end.
    page.wait_for_text("#table-preview", "2024-03-01 12:00:00");
    page.wait_for_text("#table-preview", "58\u{a0}min 30\u{a0}s");
    page.wait_for_text("#table-missing", "each job counts as one processor");
    take(&page, 0, JOB);
    take(&page, 4, REQUESTED_PROCESSORS);
    page.wait_for_text("#table-preview", "80");
    page.set_value("#table-times-4", "3");
    page.wait_for_text("#table-preview", "240");
    page.set_value("#table-times-4", "x");
    page.wait_for_text("#table-missing", "is no number and no column");
    assert_eq!(page.count("#table-use:disabled"), 1);
    page.set_value("#table-times-4", "");
    page.wait_for_text("#table-preview", "80");
    page.click("#table-use");
    page.wait_for_none("#table-dialog[open]");
    let scenario = scene::scenario_of(&table());
    wait_for_table(&page, &scenario);
    page.wait_for_text("#workload-name", "jobs.csv");
    // The columns are part of the link, which needs the file, and asks nothing.
    let linked = scene::linked(&page);
    let Source::File(mark) = &linked.workload else {
        panic!("the link names no file");
    };
    assert_eq!(mark.mapping.as_ref().map(Mapping::to_string).as_deref(), Some(COLUMNS));
    let other = Page::open(&scene::path_to(&linked));
    other.wait_for("#awaited");
    other.drop_bytes("renamed.csv", TABLE.as_bytes());
    wait_for_table(&other, &scenario);
    other.wait_for_none("#table-dialog[open]");
    // The same columns again: they are filled in as before.
    page.drop_bytes("april.csv", TABLE.replace("2024-03", "2024-04").as_bytes());
    page.wait_for_text("#table-dialog", "Filled in as for your last table with these columns.");
    page.click("#table-cancel");
    page.wait_for_none("#table-dialog[open]");
    wait_for_table(&page, &scenario);
}
