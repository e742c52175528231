//! Parquet files: a program of its own makes CSV of them, which only those fetch who drop one.

use slotscope::criteria::Report;

use crate::command::{self, Folder};
use crate::harness::{self, Page};
use crate::scene;

/// Three jobs of 40, 80 and 8 processors, of which the last has not started.
const JOBS: &[u8] = include_bytes!("../../fuzz/corpus/parquet/zstd_v1.parquet");

const COLUMNS: &str = "job=job,submit=submit,start=start,end=end,requested_processors=cores,user=user";

/// How often the page has asked for the program.
fn asked(page: &Page) -> u64 {
    let asked = page.execute(
        "return performance.getEntriesByType('resource').filter(it => it.name.includes('parquet')).length +
            (window.parquetWorkers ?? 0)",
    );
    asked.as_u64().expect("a number")
}

/// Counts the workers that begin with the program: what a worker asks for is not among what the page does.
const COUNT: &str = "
    window.Worker = class extends Worker {
        constructor(url, options) {
            super(url, options);
            if (options.name.startsWith('parquet')) window.parquetWorkers = (window.parquetWorkers ?? 0) + 1;
        }
    };";

#[test]
fn a_dropped_parquet_file_is_scheduled_as_on_the_command_line() {
    let folder = Folder::new();
    let path = folder.file("jobs.parquet", JOBS);
    let native = command::slotscope(&["run", "{}", path.to_str().expect("a plain path"), "--columns", COLUMNS]);
    let native: Report = serde_json::from_slice(&native).expect("a report");
    let page = scene::open();
    page.execute(COUNT);
    assert_eq!(asked(&page), 0);
    page.drop_bytes("jobs.parquet", JOBS);
    // The table is asked about as any other.
    page.wait_for("#table-dialog[open]");
    page.wait_for_text("#table-dialog-title", "jobs.parquet");
    assert_eq!(asked(&page), 1);
    page.click("#table-use");
    page.wait_for_none("#table-dialog[open]");
    page.wait_for_text("#workload-name", "jobs.parquet");
    scene::wait_for(&page, &native);
    // The link is to the same CSV, which the same file becomes again.
    let other = Page::open(&scene::path_to(&scene::linked(&page)));
    other.wait_for("#awaited");
    other.drop_bytes("jobs.parquet", JOBS);
    scene::wait_for(&other, &native);
    // Once it is read, nothing says that it is being read.
    assert!(!page.text("body").contains("reading Parquet"));
}

#[test]
fn what_cannot_be_read_is_said() {
    let page = scene::open();
    for (file, why) in [
        (&JOBS[..JOBS.len() / 2], "cut.parquet: this Parquet file is not read: it is cut short"),
        (include_bytes!("../../fuzz/corpus/parquet/brotli.parquet"), "its pages are packed by Brotli"),
    ] {
        page.drop_bytes("cut.parquet", file);
        page.wait_for_text(".notice.failed", why);
        page.click(".notice.failed button");
        page.wait_for_none(".notice.failed");
    }
    scene::wait_for(&page, &scene::sample_report());
}

#[test]
fn the_program_is_not_kept_for_those_without_a_network() {
    let folder = Folder::new();
    let mut site = harness::serve_copy(&folder.path("site"));
    let listed = std::fs::read_to_string(site.folder.join("service-worker.js")).expect("a script");
    assert!(listed.contains("\"papers_bg.wasm\":"), "{listed}");
    assert!(!listed.contains("parquet"), "{listed}");
    assert!(site.folder.join("parquet_bg.wasm").is_file());
    let page = Page::open("/");
    page.goto(&format!("{}/#", site.origin));
    scene::wait_for(&page, &scene::sample_report());
    crate::offline::wait_until_kept(&page);
    site.stop();
    page.drop_bytes("jobs.parquet", JOBS);
    page.wait_for_text(".notice.failed", "the program that reads Parquet could not be fetched or started");
    page.wait_for_text(".notice.failed", "try again with a network, or save the table as CSV");
    page.console_errors();
}
