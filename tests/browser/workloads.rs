//! Logs into the page: by the file input, by dropping, and what becomes of broken ones.

use crate::scene;

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn the_sample_is_scheduled_at_the_start() {
    let page = scene::open();
    assert_eq!(page.text("#workload-name"), scene::sample().name);
    assert_eq!(page.console_errors(), Vec::<String>::new());
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn a_packed_log_is_loaded_through_the_file_input() {
    let Some((path, log)) = scene::log("KTH-SP2-1996-2.swf.gz") else {
        return;
    };
    let page = scene::open();
    page.send_file("#file", &path);
    let run = scene::run(&scene::scenario_of(&log), &log);
    scene::wait_for(&page, &slotscope::criteria::report(&run));
    assert_eq!(page.text("#workload-name"), "KTH-SP2-1996-2.swf.gz");
    page.click(".notice button");
    scene::wait_for(&page, &scene::sample_report());
    assert_eq!(page.console_errors(), Vec::<String>::new());
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn a_packed_log_is_loaded_by_dropping_it() {
    let Some((path, log)) = scene::log("NASA-iPSC-1993-3.1-cln.swf.gz") else {
        return;
    };
    let page = scene::open();
    page.drop_file(&path);
    let run = scene::run(&scene::scenario_of(&log), &log);
    scene::wait_for(&page, &slotscope::criteria::report(&run));
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn a_broken_file_says_what_is_wrong_and_keeps_the_old_view() {
    let page = scene::open();
    page.drop_bytes("broken.swf", b"hello\nworld\n");
    page.wait_for(".notice.failed");
    let said = page.text(".notice.failed");
    assert!(
        said.contains("broken.swf") && said.contains("line 1"),
        "{said}"
    );
    page.drop_bytes("half.swf.gz", b"\x1f\x8b\x08\x00\x00\x00");
    page.wait_until(
        "return document.querySelectorAll('.notice.failed').length === 2",
        &[],
    );
    scene::wait_for(&page, &scene::sample_report());
    assert_eq!(page.text("#workload-name"), scene::sample().name);
    assert_eq!(page.console_errors(), Vec::<String>::new());
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn bad_lines_are_listed_and_the_good_ones_scheduled() {
    let page = scene::open();
    let job = "1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1";
    page.drop_bytes("mixed.swf", format!("{job}\nnonsense\n").as_bytes());
    page.wait_for("#complaints");
    assert!(page.text("#complaints summary").contains("1 line"));
    page.wait_until(
        "return document.querySelector('#spent').dataset.jobs === '1'",
        &[],
    );
}
