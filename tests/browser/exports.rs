//! Every export hands out a file that is what its name says.

use slotscope::experiment::{self, Provenance, Scenario, ScenarioFile, WorkloadFacts};
use slotscope::workload;

use crate::command::{self, Folder};
use crate::{picture, scene};

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn every_view_exports_a_picture_that_says_what_it_shows() {
    let page = scene::open();
    let words = experiment::words(&Scenario::default());
    for view in scene::VIEWS {
        scene::show(&page, view);
        if view == "curves" {
            page.set_value("#curves-values", "0, 50, 100");
            page.set_value("#curves-seeds", 1);
            page.click("#curves-run");
            page.wait_for("#curves-done[data-done='9']");
        }
        if view == "trade-off" {
            page.set_value("#trade-period", "0");
            page.set_value("#trade-seeds", 1);
            page.click("#trade-run");
            scene::wait_for_runs(&page, "#trade-done");
        }
        if view == "reproduce" {
            page.click("#item-table-2");
            page.wait_for("#item-table-2[data-state=done]");
        }
        let png = picture::png(&page, &scene::exported(&page, "png", ".png"));
        // "for slides": exactly theirs.
        assert_eq!((png.width, png.height), (1920, 1080), "{view}");
        assert!(!png.is_blank(), "{view}: {png:?}");
        let svg = scene::exported_text(&page, "svg", ".svg");
        let (titles, said) = picture::svg(&page, &svg);
        // Lessons and papers have scenarios of their own.
        let of_a_scenario = !["lessons", "reproduce"].contains(&view);
        assert_eq!(svg.contains("<metadata>{\"version\""), of_a_scenario, "{view}");
        if view == "lessons" {
            // The list of lessons is of no workload.
            assert_eq!(titles[0], "Lessons");
            continue;
        }
        let name = scene::sample().name;
        assert!(titles[0].contains(&name), "{view}: {titles:?}");
        if view == "reproduce" {
            // What is reproduced has scenarios of its own.
            assert!(said.contains("Table 2"), "{said}");
            continue;
        }
        // The share of reservations is what the curves are drawn over.
        let words = match view {
            "curves" => words.replace("30 % advance reservations", "advance reservations as drawn"),
            _ => words.clone(),
        };
        assert!(said.contains(&words), "{view} does not say: {words}\n{said}");
    }
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
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
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
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
    page.assert_no_console_errors();
}

/// Version, scenario, seed and digest stand in the report, in the comments of a schedule and in pictures.
#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
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
    page.assert_no_console_errors();
}
