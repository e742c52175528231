//! Files that are no logs, or not quite: said in words, and nothing is lost.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;
use slotscope::criteria::{Report, report};
use slotscope::workload;

use crate::command;
use crate::harness::Page;
use crate::scene;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89";

/// A page that already shows a log of its own, so that there is something to lose.
fn page_with_a_log() -> (Page, Vec<u8>, Report) {
    let log = command::slotscope(&["generate", "lublin", "--jobs", "200", "--seed", "3"]);
    let workload = workload::read("mine.swf", &log).unwrap().workload;
    let figures = report(&scene::run(&scene::scenario_of(&workload), &workload));
    let page = scene::open();
    page.drop_bytes("mine.swf", &log);
    scene::wait_for(&page, &figures);
    (page, log, figures)
}

fn half_of_it_packed(log: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(log).unwrap();
    let mut packed = packed.finish().unwrap();
    packed.truncate(packed.len() / 2);
    packed
}

#[test]
fn a_broken_file_says_what_is_wrong_and_keeps_the_old_view() {
    let (page, log, figures) = page_with_a_log();
    let half = half_of_it_packed(&log);
    let broken: [(&str, &[u8], &str); 6] = [
        ("holiday.png", PNG, "a PNG image"),
        ("nothing.swf", b"", "is empty"),
        ("half.swf.gz", &half, "cut short"),
        ("page.html", b"<!doctype html>\n<p>404</p>\n", "HTML"),
        ("words.swf", b"hello\nworld\n", "has lines as \"hello\""),
        ("comments.swf", b"; MaxProcs: 8\n", "no job"),
    ];
    for (name, bytes, reason) in broken {
        page.drop_bytes(name, bytes);
        page.wait_for_text(".notice.failed", name);
        let said = page.text(".notice.failed p");
        // In the words of the library, which name the file.
        assert_eq!(said, workload::read(name, bytes).unwrap_err().to_string());
        assert!(said.contains(reason), "{said}");
        scene::wait_for(&page, &figures);
        assert_eq!(page.text("#workload-name"), "mine.swf");
        page.click(".notice.failed button");
        page.wait_for_none(".notice.failed");
    }
    // The page goes on as before.
    page.set_value("#queue-policy", "EASY backfilling");
    page.press("Control+z");
    scene::wait_for(&page, &figures);
}

#[test]
fn bad_lines_are_listed_and_the_good_ones_scheduled() {
    let text = "; MaxProcs: 128\n\
        1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n\
        nonsense\n\
        2 5 0 60 4 -1 -1 4 60 -1 1 2 1 -1 1 1 -1 -1\n\
        3 6 0 sixty 4 -1 -1 4 60 -1 1 2 1 -1 1 1 -1 -1\n\
        4 7 0 30 16 -1 -1 16 60 -1 1 3 1 -1 1 1 -1 -1\n";
    let reading = workload::read("mixed.swf", text.as_bytes()).unwrap();
    assert_eq!((reading.workload.records().len(), reading.left_out), (3, 2));
    let page = scene::open();
    page.drop_bytes("mixed.swf", text.as_bytes());
    let run = scene::run(&scene::scenario_of(&reading.workload), &reading.workload);
    scene::wait_for(&page, &report(&run));
    page.click("#complaints summary");
    let listed = page.execute("return [...document.querySelectorAll('#complaints li')].map(it => it.innerText)", &[]);
    let complaints = reading.complaints.iter().map(ToString::to_string);
    assert_eq!(listed, json!(complaints.collect::<Vec<_>>()));
    for (at, line) in ["line 3", "line 5"].into_iter().enumerate() {
        assert!(listed[at].as_str().unwrap().contains(line), "{listed}");
    }
    assert!(page.text("#complaints summary").contains("2 lines"));
}

#[test]
fn a_refusal_goes_when_something_else_is_done() {
    let page = scene::open();
    page.drop_bytes("mine.json", br#"{ "platform": ["x"] }"#);
    page.wait_for_text(".notice.failed", "platform[0]: a whole number");
    page.wait_for_text(".notice.failed", "is needed, not \"x\"");
    page.drop_bytes("mine.json", br#"{ "platform": [32] }"#);
    page.wait_for_none(".notice.failed");
    // So does that of a sweep that is too large.
    scene::show(&page, "curves");
    page.set_value("#curves-values", "0, 0.01, .., 99");
    page.set_value("#curves-seeds", 9);
    page.click("#curves-run");
    page.wait_for_text(".notice.failed", "at most");
    page.set_value("#curves-values", "0");
    page.set_value("#curves-seeds", 1);
    page.click("#curves-run");
    page.wait_for_none(".notice.failed");
}
