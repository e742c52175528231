//! Every export hands out a file that is what its name says.

use slotscope::experiment::{Provenance, ScenarioFile, WorkloadFacts};
use slotscope::workload;

use crate::command::{self, Folder};
use crate::scene;

#[test]
fn jobs_and_report_are_the_files_of_the_command_line() {
    let folder = Folder::new();
    let page = scene::open();
    let scenario = scene::exported_text(&page, "scenario", ".json");
    let written = command::run(&folder, &scenario, &folder.sample());
    assert_eq!(scene::exported_text(&page, "csv", ".csv"), written.jobs);
    assert_eq!(
        command::without_log(&scene::exported_text(&page, "report", ".json")),
        command::without_log(&written.report)
    );
}

#[test]
fn the_schedule_reads_back_as_a_log() {
    let page = scene::open();
    let run = scene::sample_run();
    let swf = scene::exported(&page, "swf", ".swf.txt");
    let reading = workload::read("schedule.swf", &swf).unwrap();
    assert_eq!((reading.complaint_count, reading.left_out), (0, 0));
    let records = reading.workload.records();
    assert_eq!(records.len(), run.jobs.len());
    for (record, (job, outcome)) in records.iter().zip(run.jobs.iter().zip(&run.schedule.outcomes)) {
        assert_eq!((record.id, record.submit), (job.id, job.submit));
        assert_eq!(record.submit + record.wait, outcome.start);
        assert_eq!(record.run_time, outcome.end - outcome.start);
    }
}

/// Version, scenario, seed and digest stand in the report, in the comments of a schedule and in pictures.
#[test]
fn what_is_handed_out_says_where_it_comes_from() {
    const LOG: &[u8] = b"; MaxProcs: 10\n7 0 0 100 2 -1 -1 2 200 -1 1 1 1 1 1 1 -1 -1\n";
    let page = scene::open();
    page.drop_bytes("small.swf", LOG);
    page.wait_for_text("#workload-name", "small.swf");
    // A scenario file is merged over the log that is there.
    page.drop_bytes("seven.json", br#"{"seed": 7}"#);
    page.wait_for("#spent[data-jobs='1']");
    let log = workload::read("small.swf", LOG).expect("a log").workload;
    let facts = WorkloadFacts::of_file(&log, LOG);
    let scenario = ScenarioFile::read(br#"{"seed": 7}"#).expect("a scenario");
    let provenance = Provenance::of(&scenario.on(&facts), &facts);
    page.poll("the scenario of the file", || {
        let taken = scene::exported_text(&page, "scenario", ".json");
        (taken == command::json(&provenance.scenario) + "\n").then_some(())
    });
    let report = scene::exported_text(&page, "report", ".json");
    let report: serde_json::Value = serde_json::from_str(&report).expect("a report");
    let found: Provenance = serde_json::from_value(report["provenance"].clone()).expect("it");
    assert_eq!(found, provenance);
    let swf = scene::exported_text(&page, "swf", ".swf.txt");
    for note in provenance.notes("").lines() {
        assert!(swf.contains(note), "{note}: {swf}");
    }
    let svg = scene::exported_text(&page, "svg", ".svg");
    let (_, metadata) = svg.split_once("<metadata>").expect("metadata");
    let line = provenance.line();
    assert!(metadata.starts_with(&line), "{metadata}");
    let png = scene::exported(&page, "png", ".png");
    let holds = |text: &[u8]| png.windows(text.len()).any(|it| it == text);
    assert!(holds(b"iTXtDescription") && holds(line.as_bytes()));
}
