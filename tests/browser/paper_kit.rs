//! The paper kit, exported by the page and opened: its files, their sizes, and its numbers.

use std::collections::BTreeMap;
use std::io::Read;

use flate2::read::DeflateDecoder;
use rawzip::ZipArchive;
use slotscope::criteria::{Criterion, report};
use slotscope::experiment::{Scenario, knobs};

use crate::scene;

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
    let report = report(&scene::run(&scenario, &scene::sample()));
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
