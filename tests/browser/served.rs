//! The page of `cargo xtask serve`: what makes it another page than the published one.

use std::path::Path;

use crate::command::Folder;
use crate::harness::{self, Page, Site};
use crate::offline;
use crate::scene;

/// What the build's last step does to a page that is served (`xtask/src/finish/served.rs`).
fn make_served(site: &Site) {
    write(&site.folder, "reload.js", include_str!("../../xtask/src/finish/reload.js"));
    let worker = include_str!("../../xtask/src/finish/served-worker.js");
    write(&site.folder, "service-worker.js", worker);
    edit(&site.folder, |page| {
        let script = "<script type=\"module\" src=\"./reload.js\"></script>\n</body>";
        page.replace("</body>", script)
    });
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("a folder that can be written");
}

fn edit(folder: &Path, change: impl Fn(String) -> String) {
    let page = std::fs::read_to_string(folder.join("index.html")).expect("the page");
    write(folder, "index.html", &change(page));
}

fn name_build(site: &Site, before: &str, after: &str) {
    edit(&site.folder, |page| page.replace(before, after));
}

/// Nothing is kept of the page, and no service worker is in charge of it.
fn wait_until_nothing_is_kept(page: &Page) {
    page.wait_until(
        "return Promise.all([navigator.serviceWorker.getRegistrations(), caches.keys()])
            .then(all => all.every(it => it.length === 0))",
        &[],
    );
}

#[test]
fn a_served_page_is_loaded_anew_when_it_has_been_built_anew_and_stays_where_it_was() {
    let folder = Folder::new();
    let site = harness::serve_copy(&folder.path("site"));
    make_served(&site);
    let page = Page::open("/");
    page.goto(&format!("{}/#", site.origin));
    scene::wait_for(&page, &scene::sample_report());
    wait_until_nothing_is_kept(&page);
    page.set_value("#seed", 9);
    assert_eq!(scene::linked(&page).scenarios[0].seed, 9);
    let (before, after) = (offline::build(&page), "0123456789abcdef");
    // A server that is being started again, and a page that is half written, are no new build.
    name_build(&site, &format!("content=\"{before}\""), "content=\"\"");
    page.execute(
        "window.isTheSame = true;
         window.asked = () => performance.getEntriesByType('resource')
             .filter(it => it.initiatorType === 'fetch' && it.name === `${location.origin}/`).length;
         window.askedBefore = window.asked()",
        &[],
    );
    page.wait_until("return window.asked?.() > window.askedBefore + 3", &[]);
    assert_eq!(page.execute("return window.isTheSame", &[]), true);
    name_build(&site, "name=\"build\" content=\"\"", &format!("name=\"build\" content=\"{after}\""));
    page.wait_until("return window.isTheSame === undefined", &[]);
    page.wait_until("return document.body?.dataset.state === 'idle'", &[]);
    assert_eq!(offline::build(&page), after);
    assert_eq!(scene::linked(&page).scenarios[0].seed, 9);
    wait_until_nothing_is_kept(&page);
}

#[test]
fn a_published_page_that_was_kept_at_the_same_address_gives_way_to_a_served_one() {
    let folder = Folder::new();
    let site = harness::serve_copy(&folder.path("site"));
    let page = Page::open("/");
    page.goto(&format!("{}/#", site.origin));
    scene::wait_for(&page, &scene::sample_report());
    offline::wait_until_kept(&page);
    make_served(&site);
    offline::update(&page);
    wait_until_nothing_is_kept(&page);
    page.reload();
    scene::wait_for(&page, &scene::sample_report());
    let loaded = "return performance.getEntriesByType('resource').some(it => it.name.endsWith('/reload.js'))";
    page.wait_until(loaded, &[]);
}
