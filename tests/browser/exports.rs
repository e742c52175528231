//! Every export hands out a file that is what its name says.

use std::collections::BTreeMap;
use std::io::Read;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::read::DeflateDecoder;
use rawzip::ZipArchive;
use serde_json::json;

use crate::command::Folder;
use crate::harness::Page;
use crate::{command, picture, scene};
use slotscope::criteria::Criterion;
use slotscope::experiment::words::{around, common_line, run_line};
use slotscope::experiment::{Provenance, Scenario, ScenarioFile, WorkloadFacts, knobs};
use slotscope::export::snapshot::Snapshot;
use slotscope::system::two_level::QueuePolicy;
use slotscope::workload;
use slotscope::workload::WorkloadKind;

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

#[test]
fn pictures_of_many_runs_name_the_one_that_they_were_varied_from() {
    let page = scene::open();
    let front = &scene::linked(&page).scenarios[0];
    let expected = around(front);
    scene::show(&page, "curves");
    page.set_value("#curves-values", "0, 50");
    page.set_value("#curves-seeds", 1);
    scene::draw_curves(&page);
    scene::show(&page, "trade-off");
    page.set_value("#trade-period", "0");
    page.set_value("#trade-seeds", 1);
    page.click("#trade-run");
    scene::wait_for_runs(&page, "#trade-done");
    for view in ["curves", "trade-off"] {
        scene::show(&page, view);
        assert!(page.text("#run-line").ends_with(&expected), "{view}");
        let picture = scene::exported_text(&page, "svg", ".svg");
        assert!(picture.contains(&expected), "{view} as a picture");
        assert_eq!(sources(&picture), [(scene::sample().name, front.clone())], "{view}");
    }
}

/// The logs and scenarios that a picture says it comes from.
fn sources(picture: &str) -> Vec<(String, Scenario)> {
    let (_, rest) = picture.split_once("<metadata>").expect("metadata");
    let (line, _) = rest.split_once("</metadata>").expect("its end");
    let line = line.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let all: Vec<Provenance> = if line.starts_with('[') {
        serde_json::from_str(&line).expect("a list")
    } else {
        vec![serde_json::from_str(&line).expect("an object")]
    };
    all.into_iter().map(|it| (it.log.name, it.scenario)).collect()
}

#[test]
fn pictures_of_lessons_and_papers_say_which_runs_they_come_from() {
    let page = scene::open();
    scene::show(&page, "lessons");
    page.click("#lesson-choosing-delta");
    page.wait_for("#lesson-drawn[data-ready=true]");
    scene::show_bars(&page);
    let lesson = sources(&scene::exported_text(&page, "svg", ".svg"));
    assert!(!lesson.is_empty());
    for (log, _) in &lesson {
        assert!(log.starts_with("lesson choosing-delta, step 1"), "{log}");
    }
    scene::show(&page, "reproduce");
    page.set_value("#reproduce-seeds", 1);
    crate::reproduce::make(&page, "table-2");
    let runs = page.execute("return document.querySelector('#item-made').dataset.runs");
    let paper = sources(&scene::exported_text(&page, "svg", ".svg"));
    assert_eq!(runs, paper.len().to_string().as_str());
    assert!(paper.iter().all(|(log, _)| *log == scene::sample().name), "{paper:?}");
}

#[test]
fn of_a_comparison_the_line_names_all_scenarios() {
    let page = scene::open();
    scene::show(&page, "compare");
    scene::wait_for_runs(&page, "#compare-done");
    let shown = scene::linked(&page);
    let front = &shown.scenarios[shown.front];
    let of_log: Vec<_> = shown.scenarios.iter().map(|it| (it, WorkloadKind::Log)).collect();
    let common = common_line(&of_log);
    let names = "A: FCFS with backfilling · B: EASY backfilling";
    assert_eq!(page.text("#run-line"), format!("{names} · {common}"));
    let picture = scene::exported_text(&page, "svg", ".svg");
    assert!(picture.contains(&common), "the comparison as a picture");
    assert!(!picture.contains(&run_line(front, WorkloadKind::Log)));
    let scenarios = sources(&picture).into_iter().map(|(_, it)| it);
    assert_eq!(scenarios.collect::<Vec<_>>(), shown.scenarios);
    // Near means over seeds the figures of one say so.
    let alone = format!("seed {} alone", front.seed);
    for (view, said) in [("compare", true), ("curves", true), ("trade-off", true), ("summary", false)] {
        scene::show(&page, view);
        assert_eq!(page.count("#figures-seed"), usize::from(said), "{view}");
        if said {
            assert_eq!(page.text("#figures-seed"), alone);
        }
    }
}

/// Lets the page read the clipboard, and write it, as a person would. Chromium's headless shell lets no page do either by
/// itself.
pub fn allow(page: &Page) {
    let origin = page.execute("return location.origin");
    page.devtools(
        "Browser.grantPermissions",
        json!({
            "origin": origin,
            "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"],
        }),
    );
}

/// What lies on the clipboard as PNG.
#[track_caller]
fn pasted(page: &Page) -> Vec<u8> {
    let text = page.execute(
        "return (async () => {
            window.focus();
            const [item] = await navigator.clipboard.read();
            if (item.types.join() !== 'image/png') throw new Error(item.types.join());
            const bytes = new Uint8Array(await (await item.getType('image/png')).arrayBuffer());
            let text = '';
            for (const byte of bytes) text += String.fromCharCode(byte);
            return btoa(text);
        })()",
    );
    BASE64_STANDARD.decode(text.as_str().expect("a picture in Base64")).expect("Base64")
}

/// Copies the picture of the view that is shown; what lies on the clipboard then.
#[track_caller]
pub fn copied(page: &Page) -> Vec<u8> {
    page.click("#export");
    page.click("#export-copy");
    wait_for_copy(page);
    pasted(page)
}

/// Waits for the notice about a copy, and closes it.
#[track_caller]
fn wait_for_copy(page: &Page) {
    page.wait_for_text(".notice", "Picture copied.");
    page.click(".notice .icon");
    page.wait_for_none(".notice");
}

#[test]
fn a_comparison_is_copied_as_its_slide() {
    let mut second = Scenario::default();
    scene::options(&mut second).local.queue = QueuePolicy::Easy;
    let page = scene::open_at(&Snapshot {
        scenarios: vec![Scenario::default(), second],
        view: "compare".to_owned(),
        ..Snapshot::default()
    });
    allow(&page);
    page.wait_for("#compare-gantt-1");
    page.settle();
    page.click("#compare-layouts");
    page.click("#picture-copy");
    wait_for_copy(&page);
    let png = picture::png(&page, &pasted(&page));
    assert_eq!((png.width, png.height), (1920, 1080));
    assert!(!png.is_blank(), "{png:?}");
}

#[test]
fn figures_of_the_paper_are_copied_too() {
    let page = scene::open();
    allow(&page);
    scene::show(&page, "reproduce");
    page.click("#item-figure-11");
    page.wait_for("#item[data-item=figure-11] .reproduced svg");
    page.click(".reproduced button[aria-label^=Copy]");
    wait_for_copy(&page);
    assert!(!picture::png(&page, &pasted(&page)).is_blank());
}

#[test]
fn a_clipboard_that_is_refused_or_absent_says_what_to_do() {
    let page = scene::open();
    let copy = || {
        page.click("#export");
        page.click("#export-copy");
    };
    page.execute("navigator.clipboard.write = () => Promise.reject(new DOMException('no', 'NotAllowedError'))");
    copy();
    page.wait_for_text(".notice.failed", "Allow the clipboard for this page");
    page.wait_for_text(".notice.failed", "save the picture as PNG");
    page.click(".notice.failed .icon");
    page.wait_for_none(".notice");
    page.execute("delete window.ClipboardItem");
    copy();
    page.wait_for_text(".notice.failed", "cannot copy pictures");
    page.wait_for_text(".notice.failed", "Save the picture as PNG instead");
    page.click(".notice.failed .icon");
    page.wait_for_none(".notice");
    page.execute("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    copy();
    page.wait_for_text(".notice.failed", "cannot copy pictures");
}

/// The files of an archive by their paths.
fn files(archive: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let archive = ZipArchive::from_slice(archive).expect("an archive");
    let mut files = BTreeMap::new();
    let mut listed = archive.entries();
    while let Some(header) = listed.next_entry().expect("an entry") {
        let path = String::from_utf8(header.file_path().as_ref().to_vec()).expect("UTF-8");
        let entry = archive.get_entry(header.wayfinder()).expect("its place");
        let mut bytes = Vec::new();
        let mut reader = DeflateDecoder::new(entry.data());
        reader.read_to_end(&mut bytes).expect("its bytes");
        files.insert(path, bytes);
    }
    files
}

#[test]
fn curves_are_handed_out_as_a_paper_kit() {
    const QUEUE: &str = "system.two_level.local.queue";
    let page = scene::open();
    scene::show(&page, "jobs");
    assert_eq!(page.count("#export-kit"), 0, "a table has no kit");
    scene::show(&page, "curves");
    page.set_value("#curves-values", "0, 50, 100");
    page.set_value("#curves-seeds", 2);
    scene::draw_curves(&page);
    let files = files(&scene::exported(&page, "kit", ".zip"));
    let text = |path: &str| String::from_utf8_lossy(&files[path]).into_owned();
    for (width, points) in [("85mm", 240.94), ("175mm", 496.06)] {
        for name in ["utilization", "flow-time", "tardiness", "legend"] {
            let svg = text(&format!("figures/{width}/{name}.svg"));
            assert!(svg.contains(&format!("width=\"{width}\"")), "{name}");
            let pdf = text(&format!("figures/{width}/{name}.pdf"));
            let box_of = pdf.split("/MediaBox [0 0 ").nth(1).expect("a page");
            let stated: f64 = box_of.split(' ').next().unwrap().parse().expect("a width");
            assert!((stated - points).abs() < 0.01, "{stated}");
        }
    }
    let manifest: serde_json::Value = serde_json::from_slice(&files["manifest.json"]).unwrap();
    assert_eq!(manifest["provenance"][0]["sweep"]["seeds"], 2);
    assert!(text("README.txt").contains(manifest["commands"][0].as_str().expect("a command")));
    // A row of the table is a native run.
    // The name of the sample has commas in it.
    let name = format!("\"{}\"", scene::sample().name);
    let table = text("runs.csv").replace(&name, "sample");
    let mut rows = table.lines().map(|it| it.split(',').collect::<Vec<_>>());
    let head = rows.next().expect("a head");
    let rows: Vec<_> = rows.collect();
    assert_eq!(rows.len(), 3 * 3 * 2);
    let at = |name: &str| head.iter().position(|it| *it == name).expect("a column");
    let (share, queue, seed) = (at(knobs::SHARE), at(QUEUE), at("seed"));
    let is_it = |it: &&Vec<&str>| [it[share], it[queue], it[seed]] == ["50", "easy", "2"];
    let row = rows.iter().find(is_it);
    let row = row.expect("EASY at 50 % with seed 2");
    let scenario = Scenario { seed: 2, ..Scenario::default() };
    let scenario = knobs::set(&scenario, knobs::SHARE, &50.0.into()).unwrap();
    let scenario = knobs::set(&scenario, QUEUE, &"easy".into()).unwrap();
    let report = scene::report_of(&scenario, &scene::sample());
    for criterion in Criterion::PAPER {
        let cell: f64 = row[at(criterion.key())].parse().expect("a number");
        assert_eq!(Some(cell), criterion.of(&report), "{}", criterion.key());
    }
}

#[test]
fn a_gantt_chart_is_handed_out_as_a_paper_kit() {
    let page = scene::open();
    let chart = files(&scene::exported(&page, "kit", ".zip"));
    assert!(chart.contains_key("figures/175mm/gantt.pdf"));
    let manifest: serde_json::Value = serde_json::from_slice(&chart["manifest.json"]).unwrap();
    assert_eq!(manifest["view"], "Gantt");
    assert_eq!(manifest["runs"], 1);
}
