//! The reproductions of the papers on workflows and on brokers, whose tasks are made up, and the documents that they
//! wrote.

use crate::common;
use crate::figures::calls::{Folder, read, reproduce_of, section, trace_of};
use serde_json::Value;
use slotscope::workload::testing::one_in;

const KTH: &str = "KTH-SP2-1996-2.swf.gz";

/// The example's times are printed to a hundredth, and ours are those.
#[test]
fn the_worked_example_is_exact() {
    for (item, numbers) in [("figure-5", 20), ("figure-6", 40), ("figure-7", 20)] {
        let found: Value = serde_json::from_str(&reproduce_of("zhao-2007", &[item, "--json"])).expect("JSON");
        let rows = found[0]["comparisons"][0]["rows"].as_array().expect("rows");
        assert_eq!(rows.len(), numbers, "{item}");
        for row in rows {
            let (paper, ours) = (&row["paper"], &row["ours"]["mean"]);
            let off = paper.as_f64().expect("printed") - ours.as_f64().expect("computed");
            assert!(off.abs() <= 0.01 + 1e-9, "{item}: {row}");
        }
    }
}

/// The document of the paper that needs no log stands as it is written anew.
#[test]
fn the_document_on_workflows_says_what_a_fresh_run_says() {
    let items = ["figure-5", "figure-6", "figure-7", "figure-8", "table-1", "table-2", "figure-9"];
    let documents = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reproduction");
    let kept = read(format!("{documents}/zhao-2007.md"));
    let folder = Folder::new("workflows");
    for item in one_in(7, 0, items) {
        let to = folder.path(item);
        reproduce_of("zhao-2007", &[item, "--seeds", "100", "--write", &to]);
        let fresh = read(format!("{to}/zhao-2007.md"));
        assert_eq!(section(&kept, item), section(&fresh, item), "{item}");
        for picture in ["figure-5d", "figure-8a", "figure-8b", "figure-9"] {
            if picture.starts_with(item) {
                let path = format!("zhao-2007/{picture}.svg");
                assert_eq!(read(format!("{documents}/{path}")), read(format!("{to}/{path}")), "{picture}");
            }
        }
    }
}

/// Table 2's zeros where the QoI is below α hold for the recursive variants, whatever the seeds.
#[test]
fn errors_below_alpha_fail_no_recursive_variant_of_table_2() {
    let arguments = ["table-2", "--seeds", "5", "--json"];
    let found: Value = serde_json::from_str(&reproduce_of("zhao-2007", &arguments)).expect("JSON");
    let rows = found[0]["comparisons"][0]["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 112);
    let below = [(50, 20), (100, 20), (100, 50), (150, 20), (150, 50)];
    for (alpha, qoi) in below {
        for variant in ["r_even_time", "r_even_percent1", "r_even_percent2", "DAG_Reserve"] {
            let label = format!("α {alpha}, QoI {qoi} %, {variant}");
            let row = rows.iter().find(|row| row["label"] == label.as_str()).expect("a row");
            assert_eq!((&row["paper"], &row["ours"]["mean"]), (&0.0.into(), &0.0.into()), "{row}");
        }
    }
}

/// The workflow among batch jobs is the one section that needs a log. Its reservations are placed outside
/// of the grid, which books every one of them as it was placed.
pub fn a_workflow_in_a_busy_grid_is_what_the_document_says() {
    let folder = Folder::new("busy-grid");
    let to = folder.path("written");
    let trace = trace_of(KTH);
    let arguments = ["busy-grid", "--trace", &trace, "--seeds", "100", "--write", &to];
    reproduce_of("zhao-2007", &arguments);
    let documents = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reproduction");
    let kept = read(format!("{documents}/zhao-2007.md"));
    let fresh = section(&read(format!("{to}/zhao-2007.md")), "busy-grid");
    assert_eq!(section(&kept, "busy-grid"), fresh);
    let records = common::real_log(KTH).records().len();
    let told = format!("{},{:03} records", records / 1000, records % 1000);
    assert!(kept.contains(&told), "{told}");
    assert!(fresh.contains("the grid booked 0 at other times"), "{fresh}");
}

/// The document stands as it is written anew.
#[test]
fn the_document_on_brokers_says_what_a_fresh_run_says() {
    let documents = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reproduction");
    let kept = read(format!("{documents}/moise-2008.md"));
    let folder = Folder::new("brokers");
    for item in one_in(5, 0, ["table-1", "figure-4", "communication", "sharing", "failures"]) {
        let to = folder.path(item);
        reproduce_of("moise-2008", &[item, "--seeds", "100", "--write", &to]);
        let fresh = read(format!("{to}/moise-2008.md"));
        assert_eq!(section(&kept, item), section(&fresh, item), "{item}");
        if item == "figure-4" {
            let picture = "moise-2008/figure-4.svg";
            assert_eq!(read(format!("{documents}/{picture}")), read(format!("{to}/{picture}")));
        }
    }
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
