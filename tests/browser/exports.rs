//! Every export hands out a file that is what its name says.

use slotscope::experiment::Scenario;

use crate::harness::Page;
use crate::scene;

fn export(page: &Page, id: &str, ending: &str) -> Vec<u8> {
    page.clear_downloads();
    page.click("#export");
    page.click(id);
    std::fs::read(page.wait_for_download(ending)).expect("a file that was handed out")
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn every_view_exports_png_and_svg() {
    let page = scene::open();
    for view in ["gantt", "slots", "curves", "jobs", "summary"] {
        scene::show(&page, view);
        let png = export(&page, "#export-png", ".png");
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"), "{view}");
        let svg = String::from_utf8(export(&page, "#export-svg", ".svg")).unwrap();
        assert!(
            svg.starts_with("<svg ") && svg.ends_with("</svg>\n"),
            "{view}"
        );
        assert!(
            svg.contains("seed 1"),
            "{view}: the scenario in words is missing"
        );
    }
    assert_eq!(page.console_errors(), Vec::<String>::new());
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn jobs_schedule_report_and_scenario_read_back() {
    let page = scene::open();
    let run = scene::run(&Scenario::default(), &scene::sample());
    let csv = export(&page, "#export-csv", ".csv");
    assert_eq!(csv, slotscope::export::jobs_csv(&run).into_bytes());
    let swf = export(&page, "#export-swf", ".swf.txt");
    let reading = slotscope::workload::read("schedule.swf", &swf).unwrap();
    assert_eq!(reading.workload.records.len(), run.jobs.len());
    // Byte for byte what a native run gives.
    let report = serde_json::to_string_pretty(&scene::sample_report()).unwrap();
    let exported = export(&page, "#export-report", ".json");
    assert_eq!(String::from_utf8(exported).unwrap(), report + "\n");
    let scenario: Scenario =
        serde_json::from_slice(&export(&page, "#export-scenario", ".json")).unwrap();
    assert_eq!(scenario, Scenario::default());
}
