//! Builds that have not arrived whole: the page says so, and what to do.

use std::path::{Path, PathBuf};

use slotscope::workload::testing::one_in;

use crate::command::Folder;
use crate::harness::{self, Page, Site};
use crate::scene;

/// What becomes of a file on its way.
const DAMAGES: [Option<&[u8]>; 2] = [None, Some(b"this is no WebAssembly")];

/// The page's own WebAssembly, whose name holds a digest.
fn page_wasm(folder: &Path) -> PathBuf {
    let files = std::fs::read_dir(folder).expect("a built page");
    let mut pages = files.map(|it| it.expect("an entry").path()).filter(|path| {
        let name = path.file_name().and_then(|it| it.to_str()).expect("a name");
        name.starts_with("slotscope-") && name.ends_with("_bg.wasm")
    });
    pages.next().expect("the page's WebAssembly")
}

fn open(site: &Site) -> Page {
    let page = Page::open("/");
    page.goto(&format!("{}/#", site.origin));
    page
}

fn damage(file: &Path, with: Option<&[u8]>) {
    match with {
        None => std::fs::remove_file(file),
        Some(bytes) => std::fs::write(file, bytes),
    }
    .expect("a folder that can be written");
}

#[test]
fn a_page_whose_webassembly_is_not_there_says_so() {
    for with in DAMAGES {
        let folder = Folder::new();
        let site = harness::serve_copy(&folder.path("site"));
        let file = page_wasm(&site.folder);
        let whole = std::fs::read(&file).expect("a file");
        damage(&file, with);
        let page = open(&site);
        page.wait_for_text("#cannot-start", "Slotscope could not start");
        page.wait_for_text("#cannot-start", "The browser says");
        std::fs::write(&file, &whole).expect("a folder that can be written");
        page.click("#cannot-start button");
        scene::wait_for(&page, &scene::sample_report());
        assert_eq!(page.count("#cannot-start"), 0);
        page.console_errors();
    }
}

#[test]
fn a_page_whose_script_is_not_there_says_so() {
    let folder = Folder::new();
    let site = harness::serve_copy(&folder.path("site"));
    let wasm = page_wasm(&site.folder);
    let name = wasm.file_name().and_then(|it| it.to_str()).expect("a name");
    let script = site.folder.join(name.replace("_bg.wasm", ".js"));
    damage(&script, None);
    let page = open(&site);
    page.wait_for_text("#cannot-start", "Slotscope could not start");
    page.leave_with_errors();
}

#[test]
fn a_worker_whose_files_are_not_there_is_reported_and_started_later() {
    let files = ["worker_bg.wasm", "worker.js", "start-worker.js"];
    for (name, with) in one_in(2, 0, files.into_iter().flat_map(|name| DAMAGES.map(|with| (name, with)))) {
        let folder = Folder::new();
        let site = harness::serve_copy(&folder.path("site"));
        let file = site.folder.join(name);
        let whole = std::fs::read(&file).expect("a file");
        damage(&file, with);
        let page = open(&site);
        page.wait_for_text("#no-worker", "Nothing can be computed");
        page.wait_until("return document.body.dataset.state === 'idle'", &[]);
        // Sweeps have workers of their own, which do not start either.
        std::fs::write(&file, &whole).expect("a folder that can be written");
        page.click("#start-again");
        scene::wait_for(&page, &scene::sample_report());
        assert_eq!(page.count("#no-worker"), 0);
        page.console_errors();
    }
}
