//! Logs into the page: by the file input and by dropping, real ones and generated ones.

use std::path::Path;

use slotscope::criteria::report;
use slotscope::experiment::{Scenario, knobs};
use slotscope::page::words;
use slotscope::system::two_level::{BatchAllocation, QueuePolicy};
use slotscope::workload::stats::Statistics;
use slotscope::workload::{self, Workload};

use crate::command::{self, Folder};
use crate::harness::Page;
use crate::scene;

/// The page shows this log, all of it, on its own machine, with the figures of the command line.
#[track_caller]
fn assert_shown(page: &Page, path: &Path, log: &Workload) {
    let scenario = scene::scenario_of(log);
    scene::wait_for(page, &report(&scene::run(&scenario, log)));
    assert_eq!(page.text("#workload-name"), log.name);
    page.unfold(".facts");
    let facts = page.text(".facts");
    let users = Statistics::of(log).users as usize;
    for number in [log.records().len(), users, scenario.platform[0] as usize] {
        let spaced = grouped(number);
        assert!(facts.contains(&spaced), "no {spaced} in: {facts}");
    }
    let taken = scene::exported_text(page, "scenario", ".json");
    let taken_scenario: Scenario = serde_json::from_str(&taken).expect("a scenario");
    assert_eq!(taken_scenario, scenario);
    let written = command::run(&Folder::new(), &taken, path);
    scene::wait_for(page, &written.figures());
    assert_eq!(scene::exported_text(page, "report", ".json"), written.report);
}

/// As the page writes numbers: 28 489, with narrow spaces.
fn grouped(number: usize) -> String {
    match (number / 1000, number % 1000) {
        (0, rest) => rest.to_string(),
        (thousands, rest) => format!("{thousands}\u{202f}{rest:03}"),
    }
}

#[test]
fn a_packed_real_log_is_loaded_through_the_file_input() {
    let (path, log) = scene::real_log("KTH-SP2-1996-2.swf.gz");
    let page = scene::open();
    page.send_file("#file", &path);
    assert_shown(&page, &path, &log);
}

#[test]
fn a_real_log_is_dropped_split_and_scheduled_by_other_grid_and_local_policies() {
    let (path, log) = scene::real_log("KTH-SP2-1996-2.swf.gz");
    let page = scene::open();
    page.drop_file(&path);
    assert_shown(&page, &path, &log);
    let picture = || page.execute("return document.querySelector('#gantt-canvas').toDataURL()", &[]);
    page.wait_for_text("#one-provider", "the grid has nothing to choose");
    assert_eq!(page.count("#batch-allocation, #reservation-allocation"), 0);
    let whole = picture();
    page.click("#split-4");
    page.wait_for_text("#too-large", "no provider has more than 25");
    let mut scenario = scene::scenario_of(&log);
    scenario.platform = vec![25; 4];
    let split = report(&scene::run(&scenario, &log));
    scene::wait_for(&page, &split);
    page.wait_for_text("#rejected", &format!("{} rejected", words::count(split.rejected as i64)));
    assert!(split.rejected > 0);
    page.click("label[for=batch-allocation-1]");
    page.set_value("#queue-policy", "EASY backfilling");
    page.set_value("#grid-period-number", 900);
    page.set_value("#ar-percent", 20);
    scenario.workload.reservations.percent = 20.0;
    let options = scene::options(&mut scenario);
    options.grid.batch_allocation = BatchAllocation::LeastWork;
    options.grid.period = 900;
    options.local.queue = QueuePolicy::Easy;
    scene::wait_for(&page, &report(&scene::run(&scenario, &log)));
    page.poll("another picture", || (picture() != whole).then_some(()));
    scene::show(&page, "slots");
    page.wait_until("return document.querySelectorAll('.slot-picture').length === 4", &[]);
    scene::show(&page, "curves");
    let knob = knobs::knob(&scenario, "system.two_level.grid.period").expect("a knob");
    page.set_value("#curves-axis", knob.label);
    page.set_value("#curves-values", "0, 3600");
    page.set_value("#curves-seeds", 1);
    scene::draw_curves(&page);
    for figure in ["mean utilization", "mean flow time", "mean tardiness"] {
        page.wait_for_text(".curve-pictures", figure);
    }
}

#[test]
fn a_real_log_with_gaps_in_its_records_is_loaded() {
    let (path, log) = scene::real_log("NASA-iPSC-1993-3.1-cln.swf.gz");
    let page = scene::open();
    page.drop_file(&path);
    assert_shown(&page, &path, &log);
}

#[test]
fn a_generated_log_is_loaded_and_left_again() {
    let folder = Folder::new();
    let text = command::slotscope(&["generate", "lublin", "--jobs", "300", "--seed", "7", "--processors", "96"]);
    let path = folder.file("small.swf", &text);
    let log = workload::read("small.swf", &text).unwrap().workload;
    let page = scene::open();
    page.send_file("#file", &path);
    assert_shown(&page, &path, &log);
    page.click(".notice button");
    scene::wait_for(&page, &scene::sample_report());
    page.drop_file(&path);
    assert_shown(&page, &path, &log);
}
