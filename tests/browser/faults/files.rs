//! Files of no bytes, of a gigabyte, and such as unpack to more than there is room for.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;
use slotscope::workload;
use slotscope::workload::testing::one_in;

use super::{SMALL, at_start, user};
use crate::command::Folder;
use crate::harness::Page;
use crate::scene;

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
    page.wait_until("return document.body.dataset.state === 'idle'", &[]);
}

#[test]
fn a_large_file_that_looks_like_json_does_not_hold_the_page_up() {
    let page = scene::open();
    at_start(&page, user::SCRIPT);
    page.reload();
    scene::wait_for(&page, &scene::sample_report());
    // Made in the page, which would otherwise take it in Base64.
    const BYTES: u64 = 96 << 20;
    page.execute(
        "const dropped = new DataTransfer();
         const blanks = new Uint8Array(arguments[0]).fill(32);
         dropped.items.add(new File(['{', blanks, 'x'], 'large.json'));
         document.body.dispatchEvent(new DragEvent('drop',
             { bubbles: true, cancelable: true, dataTransfer: dropped }));",
        &[json!(BYTES)],
    );
    page.wait_for_text(".notice.failed", "large.json");
    // A worker has read it: who looks through it on the page has it in the page's memory.
    let memory = page.execute("return window.user.bytes()", &[]);
    let memory = memory.as_u64().expect("a number");
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
    page.wait_until("return document.querySelector('#spent')?.dataset.jobs === arguments[0]", &[json!("3")]);
}
