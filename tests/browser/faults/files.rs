//! Files of no bytes, of a gigabyte, and such as unpack to more than there is room for.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;

use super::{SMALL, at_start, user};
use crate::command::Folder;
use crate::harness::Page;
use crate::{picture, scene};
use slotscope::workload;
use slotscope::workload::testing::one_in;

#[track_caller]
fn dismiss(page: &Page) {
    page.click(".notice.failed .icon");
    page.wait_for_none(".notice.failed");
}

/// So many bytes of this kind, packed.
fn packed(byte: u8, bytes: u64) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    std::io::copy(&mut std::io::Read::take(std::io::repeat(byte), bytes), &mut packed).unwrap();
    packed.finish().unwrap()
}

#[test]
fn a_file_of_no_bytes_is_empty_whatever_it_is_called() {
    let page = scene::open();
    for name in ["a.swf", "a.swf.gz", "a.json", "a.csv", "a.xml", "a.dot", "a"] {
        page.drop_bytes(name, b"");
        page.wait_for_text(".notice.failed", &format!("{name}: "));
        page.wait_for_text(".notice.failed", "is empty");
        scene::wait_for(&page, &scene::sample_report());
        dismiss(&page);
    }
}

#[test]
fn a_file_of_a_gigabyte_is_refused_in_words() {
    let folder = Folder::new();
    let path = folder.file("huge.swf", SMALL);
    let file = std::fs::File::options().write(true).open(&path).unwrap();
    // It takes no room on the disk.
    file.set_len(1 << 30).unwrap();
    let page = scene::open();
    page.send_file("#file", &path);
    page.wait_for_text(".notice.failed", "huge.swf: 1\u{202f}024 MB exceed the limit of the page (512 MB)");
    scene::wait_for(&page, &scene::sample_report());
    page.set_value("#seed", 3);
    page.wait_until_idle();
}

#[test]
fn a_large_file_that_looks_like_json_does_not_hold_the_page_up() {
    let page = scene::open();
    at_start(&page, user::SCRIPT);
    page.reload();
    scene::wait_for(&page, &scene::sample_report());
    // Made in the page, which would otherwise take it in Base64.
    const BYTES: u64 = 96 << 20;
    page.execute_with(
        "const dropped = new DataTransfer();
         const blanks = new Uint8Array(arguments[0]).fill(32);
         dropped.items.add(new File(['{', blanks, 'x'], 'large.json'));
         document.body.dispatchEvent(new DragEvent('drop',
             { bubbles: true, cancelable: true, dataTransfer: dropped }));",
        [BYTES],
    );
    page.wait_for_text(".notice.failed", "large.json");
    // A worker has read it: who looks through it on the page has it in the page's memory.
    let memory: u64 = page.read("return window.user.bytes()");
    assert!(0 < memory && memory < BYTES, "{memory} bytes");
    scene::wait_for(&page, &scene::sample_report());
}

#[test]
fn what_unpacks_to_more_than_there_is_room_for_is_refused_in_words() {
    let page = scene::open();
    for byte in one_in(2, 0, [b'\n', 0]) {
        let bomb = packed(byte, (512 << 20) + 1);
        assert!(bomb.len() < 1 << 20, "{} bytes", bomb.len());
        page.drop_bytes("bomb.swf.gz", &bomb);
        page.wait_for_text(".notice.failed", "bomb.swf.gz");
        page.wait_for_text(".notice.failed", "larger than 512 MiB");
        scene::wait_for(&page, &scene::sample_report());
        dismiss(&page);
    }
    // One in another is unpacked once.
    let mut twice = GzEncoder::new(Vec::new(), Compression::default());
    twice.write_all(&packed(b'\n', 1 << 20)).unwrap();
    let twice = twice.finish().unwrap();
    page.drop_bytes("twice.swf.gz", &twice);
    page.wait_for_text(".notice.failed", "twice.swf.gz");
    let said = page.text(".notice.failed p");
    assert_eq!(said, workload::read("twice.swf.gz", &twice).unwrap_err().to_string());
    dismiss(&page);
    // The worker that took them reads what can be read.
    page.drop_bytes("small.swf", SMALL);
    page.wait_for_text("#workload-name", "small.swf");
    page.wait_until_with("return document.querySelector('#spent')?.dataset.jobs === arguments[0]", ["3"]);
}

/// Would be an element, end one that is open, or be taken for something else than it is.
const MARKUP: &str = "</title></text><x-evil onclick=hit()>&lt;\"'";

/// A log that has it wherever words may stand.
fn swf() -> String {
    format!(
        "; Version: 2.2\n; Computer: {MARKUP}\n; Installation: {MARKUP}\n; Note: {MARKUP}\n\
         ; MaxProcs: 8\n; UnixStartTime: 1000000000\n; TimeZoneString: {MARKUP}\n\
         ; Queues: {MARKUP}\n; Queue: 1 {MARKUP}\n; Partition: 1 {MARKUP}\n\
         1 0 0 60 2 -1 -1 2 60 -1 1 1 1 1 1 1 -1 -1\n\
         2 5 0 60 8 -1 -1 8 60 -1 1 2 1 1 1 1 -1 -1\n\
         3 {MARKUP} 0 60 8 -1 -1 8 60 -1 1 2 1 1 1 1 -1 -1\n"
    )
}

fn sacct() -> String {
    let mut text = "JobID|JobName|User|Group|Partition|QOS|Submit|Start|End|NCPUS|Timelimit|State\n".to_owned();
    for job in 1..4 {
        text += &format!(
            "{job}|{MARKUP}|{MARKUP}{job}|{MARKUP}|{MARKUP}|{MARKUP}|2024-01-01T00:0{job}:00|\
             2024-01-01T01:00:00|2024-01-01T02:00:00|4|02:00:00|COMPLETED\n"
        );
    }
    text
}

fn workflow() -> String {
    json!({
        "machines": [format!("m{MARKUP}")],
        "tasks": [
            { "name": format!("a{MARKUP}"), "costs": [10] },
            { "name": format!("b{MARKUP}"), "costs": [5] },
        ],
        "edges": [{ "from": format!("a{MARKUP}"), "to": format!("b{MARKUP}") }],
    })
    .to_string()
}

fn batch() -> String {
    let quoted = MARKUP.replace('"', "\"\"");
    format!("task,start,end,load\n\"a{quoted}\",0,3100,20\n\"b{quoted}\",30,90,45\n")
}

/// Nothing of it has become an element or an attribute.
#[track_caller]
fn assert_is_text(page: &Page, at: &str) {
    let made = page.execute("return [document.querySelectorAll('x-evil, [onclick], img').length, typeof window.hit]");
    assert_eq!(made, json!([0, "undefined"]), "{at}");
}

/// A picture that is whole, with nothing in it but what pictures are made of.
#[track_caller]
fn assert_is_picture(page: &Page, svg: &str, at: &str) {
    let odd = page.execute_with(
        "const made = new DOMParser().parseFromString(arguments[0], 'image/svg+xml');
         const known = 'svg title desc g rect line path polyline polygon circle text tspan defs clipPath \
             image pattern marker use metadata parsererror'.split(' ');
         return [...made.querySelectorAll('*')].filter(it => it.localName === 'parsererror'
             || !known.includes(it.localName) || it.hasAttribute('onclick')).map(it => it.localName)",
        [svg],
    );
    assert_eq!(odd, json!([]), "{at}");
}

/// Opens every view, points at what is explained, and hands pictures out.
#[track_caller]
fn walk(page: &Page, file: usize, name: &str) {
    // Lessons and papers show nothing of a file.
    let views = scene::VIEWS.iter().copied().filter(|it| !["lessons", "reproduce"].contains(it));
    for view in one_in(8, 2 * file, views) {
        scene::show(page, view);
        page.wait_until_idle();
        page.execute(
            "document.querySelectorAll('details').forEach(it => it.open = true);
             for (const it of document.querySelectorAll('.view [data-tip], .panel [data-tip]')) {
                 it.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
             }",
        );
        page.settle();
        assert_is_text(page, &format!("{name}, {view}"));
        // Bars and cells with names; the others are drawn of the same shapes.
        if matches!(view, "gantt" | "jobs") {
            let svg = scene::exported_text(page, "svg", ".svg");
            assert_is_picture(page, &svg, &format!("{name}, {view}"));
        }
    }
}

#[test]
fn markup_in_files_is_shown_as_text_wherever_it_stands() {
    let page = scene::open();
    let files = [("log.swf", swf()), ("accounting.txt", sacct()), ("dag.json", workflow()), ("batch.csv", batch())];
    for (at, (ending, text)) in one_in(2, 0, files.into_iter().enumerate()) {
        let name = format!("<x-evil onclick=1>&amp;{ending}");
        page.drop_bytes(&name, text.as_bytes());
        page.wait_for_text("#workload-name", "<x-evil onclick=1>&amp;");
        page.wait_until_idle();
        assert_eq!(page.count("#refused, .notice.failed"), 0, "{}", page.text("body"));
        walk(&page, at, ending);
        scene::show(&page, "gantt");
        // What is drawn of it is decoded by the browser.
        picture::png(&page, &scene::exported(&page, "png", ".png"));
        scene::show(&page, "jobs");
        page.click("#job-table .row[aria-rowindex='2']");
        page.wait_for("#explained[data-state=told]");
        assert_is_text(&page, ending);
        page.print(8.0, 11.0);
        assert_is_text(&page, "on paper");
    }
}
