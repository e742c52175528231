//! The reproduction of the paper on brokers and agents, and the document that it wrote.

#[path = "common/reproduce.rs"]
mod calls;
mod common;

use calls::{Folder, read, reproduce_of, section};
use serde_json::Value;

/// The document stands as it is written anew.
#[test]
fn the_document_on_brokers_says_what_a_fresh_run_says() {
    let documents = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reproduction");
    let kept = read(format!("{documents}/moise-2008.md"));
    let folder = Folder::new("brokers");
    let to = folder.path("all");
    reproduce_of("moise-2008", &["all", "--seeds", "100", "--write", &to]);
    let fresh = read(format!("{to}/moise-2008.md"));
    for item in ["table-1", "figure-4", "communication"] {
        assert_eq!(section(&kept, item), section(&fresh, item), "{item}");
    }
    let picture = "moise-2008/figure-4.svg";
    assert_eq!(
        read(format!("{documents}/{picture}")),
        read(format!("{to}/{picture}"))
    );
}

/// Rows 1 and 2 come out to the task, row 3 too where agents have three nodes, whatever the batch.
#[test]
fn the_rows_of_table_1_come_out() {
    let arguments = ["table-1", "--seeds", "7", "--json"];
    let found: Value = serde_json::from_str(&reproduce_of("moise-2008", &arguments)).expect("JSON");
    let rows = found[0]["comparisons"][1]["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 10);
    for row in &rows[..7] {
        assert_eq!(row["paper"], row["ours"]["mean"], "{row}");
        assert_eq!(row["ours"]["deviation"], 0.0, "{row}");
    }
}
