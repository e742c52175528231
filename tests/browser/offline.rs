//! Without a network, and across versions: a build is kept whole, and taken only by a person.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::command::Folder;
use crate::harness::{Page, Site};
use crate::{harness, offline, scene};
use slotscope::export::snapshot::Snapshot;
use slotscope::workload::testing::one_in;

/// The page from a folder of its own, below a path, with its files kept.
fn open(folder: &Folder) -> (Page, Site) {
    open_from(harness::serve_copy(&folder.path("site")))
}

/// The path of a link to the sample that has content: a redirection loses an empty one.
fn sample() -> String {
    scene::path_to(&Snapshot { cursor: Some(0), ..Snapshot::default() })
}

fn open_from(site: Site) -> (Page, Site) {
    let page = Page::open("/");
    page.goto(&format!("{}/below/a/path{}", site.origin, sample()));
    scene::wait_for(&page, &scene::sample_report());
    wait_until_kept(&page);
    (page, site)
}

pub fn wait_until_kept(page: &Page) {
    page.wait_until(
        "return navigator.serviceWorker.getRegistration().then(it =>
            it?.active?.state === 'activated' && navigator.serviceWorker.controller !== null)",
    );
}

/// The build that the page says it is.
pub fn build(page: &Page) -> String {
    page.read("return document.querySelector('meta[name=build]').content")
}

/// What becomes of the version that the browser finds when it looks for one.
pub fn update(page: &Page) -> Value {
    page.execute(
        "return navigator.serviceWorker.getRegistration()
            .then(it => it.update())
            .then(it => new Promise(done => {
                const worker = it.installing;
                if (!worker) return done('none');
                worker.onstatechange = () => done(worker.state);
            }))",
    )
}

/// The builds whose files the browser keeps.
fn kept(page: &Page) -> Vec<String> {
    let names = page.execute("return caches.keys()");
    let names = names.as_array().expect("names").iter();
    names.map(|it| it.as_str().expect("a name")).map(|it| it.rsplit_once(' ').expect("a build").1.to_owned()).collect()
}

/// Puts another build into the folder: `start-worker.js` differs, and its digest if it is `whole`.
pub fn publish(page: &Page, site: &Site, build: &str, whole: bool) {
    let edit = |name: &str, change: &dyn Fn(String) -> String| {
        let path = site.folder.join(name);
        let text = std::fs::read_to_string(&path).expect("a file of the page");
        std::fs::write(path, change(text)).expect("a folder that can be written");
    };
    let worker = std::fs::read_to_string(site.folder.join("service-worker.js")).expect("a script");
    let old = worker.split_once("BUILD = \"").expect("a build").1.split_once('"').expect("its end").0;
    edit("index.html", &|text| text.replace(old, build));
    edit("service-worker.js", &|text| text.replace(old, build));
    edit("start-worker.js", &|text| format!("{text}// {build}\n"));
    let renewed: &[(&str, &str)] =
        if whole { &[("./", "index.html"), ("start-worker.js", "start-worker.js")] } else { &[("./", "index.html")] };
    for (address, name) in renewed {
        let text = std::fs::read_to_string(site.folder.join(name)).expect("a file of the page");
        let digest = page.execute_with(
            "return crypto.subtle.digest('SHA-256', new TextEncoder().encode(arguments[0]))
                .then(it => btoa(String.fromCharCode(...new Uint8Array(it))))",
            [text],
        );
        let digest = digest.as_str().expect("a digest");
        edit("service-worker.js", &|text| {
            let key = format!("\"{address}\": \"sha256-");
            let (before, rest) = text.split_once(&key).expect("a file that is listed");
            let (_, after) = rest.split_once('"').expect("the end of its digest");
            format!("{before}{key}{digest}\"{after}")
        });
    }
}

#[test]
fn the_page_opens_and_works_without_a_network() {
    let folder = Folder::new();
    let (page, mut site) = open(&folder);
    site.stop();
    for address in ["below/a/path/#", "below/a/path/index.html?x=1"] {
        page.goto("about:blank");
        page.goto(&format!("{}/{address}", site.origin));
        scene::wait_for(&page, &scene::sample_report());
    }
    page.reload();
    scene::wait_for(&page, &scene::sample_report());
    // Further workers, too, are started from what is kept.
    scene::show(&page, "curves");
    page.set_value("#curves-seeds", 2);
    scene::draw_curves(&page);
    assert_eq!(page.count(".curves .refused"), 0);
}

/// Browsers refuse a redirected answer for a navigation.
#[test]
fn a_host_that_redirects_the_folder_locks_nobody_out() {
    let folder = Folder::new();
    let site = harness::serve_copy(&folder.path("site"));
    site.redirect();
    let (page, mut site) = open_from(site);
    for _ in 0..2 {
        for address in ["below/a/path", "below/a/path/index.html"] {
            page.goto("about:blank");
            let link = sample().replacen("/#", if address.ends_with("html") { "#" } else { "/#" }, 1);
            page.goto(&format!("{}/{address}{link}", site.origin));
            scene::wait_for(&page, &scene::sample_report());
        }
        site.stop();
    }
}

#[test]
fn an_address_that_names_another_build_opens_the_page() {
    let folder = Folder::new();
    let (page, site) = open(&folder);
    page.goto(&format!("{}/below/a/path/?build=x", site.origin));
    scene::wait_for(&page, &scene::sample_report());
}

#[test]
fn a_new_version_is_offered_and_taken_whole() {
    let folder = Folder::new();
    let (page, mut site) = open(&folder);
    let first = build(&page);
    assert_eq!(kept(&page), [first.as_str()]);
    let started = || {
        page.read::<String>(
            "return fetch('start-worker.js?build=' + document.querySelector('meta[name=build]').content)
                .then(it => it.text())",
        )
    };
    publish(&page, &site, "b2b2b2b2b2b2b2b2", true);
    page.reload();
    page.wait_for("#new-version");
    // Nothing has been swapped under the page that runs.
    assert_eq!(build(&page), first);
    assert!(!started().contains("b2b2"));
    scene::wait_for(&page, &scene::sample_report());
    page.click("#new-version button");
    page.wait_until("return document.querySelector('meta[name=build]')?.content === 'b2b2b2b2b2b2b2b2'");
    scene::wait_for(&page, &scene::sample_report());
    assert!(started().contains("b2b2"));
    assert_eq!(page.count("#new-version"), 0);
    // The files of the build before are left for other tabs; those of any earlier one are not.
    assert_eq!(kept(&page), [first.as_str(), "b2b2b2b2b2b2b2b2"]);
    publish(&page, &site, "c3c3c3c3c3c3c3c3", true);
    page.reload();
    page.wait_for("#new-version");
    page.click("#new-version button");
    page.wait_until("return document.querySelector('meta[name=build]')?.content === 'c3c3c3c3c3c3c3c3'");
    page.wait_until("return caches.keys().then(it => it.length === 2)");
    assert_eq!(kept(&page), ["b2b2b2b2b2b2b2b2", "c3c3c3c3c3c3c3c3"]);
    // A page of a build that is not kept any more gets nothing rather than another build's file.
    let other = page.execute_with(
        "return fetch('worker_bg.wasm?build=' + arguments[0]).then(() => 'answered', () => 'nothing')",
        [first],
    );
    assert_eq!(other, json!("nothing"));
    assert_eq!(page.console_errors().len(), 1);
    site.stop();
    page.reload();
    scene::wait_for(&page, &scene::sample_report());
}

#[test]
fn a_version_that_is_not_whole_is_not_taken() {
    let folder = Folder::new();
    let (page, mut site) = open(&folder);
    let first = build(&page);
    publish(&page, &site, "b2b2b2b2b2b2b2b2", false);
    assert_eq!(update(&page), json!("redundant"));
    page.reload();
    scene::wait_for(&page, &scene::sample_report());
    assert_eq!(build(&page), first);
    assert_eq!(page.count("#new-version"), 0);
    site.stop();
    page.reload();
    scene::wait_for(&page, &scene::sample_report());
    assert_eq!(build(&page), first);
}

#[test]
fn the_page_can_be_installed() {
    let page = scene::open();
    let manifest = page.devtools("Page.getAppManifest", json!({}));
    assert_eq!(manifest["errors"], json!([]), "{manifest}");
    let errors = page.devtools("Page.getInstallabilityErrors", json!({}));
    assert_eq!(errors["installabilityErrors"], json!([]));
    // Every icon can be decoded and has the size that it is said to have.
    let wrong = page.execute(
        "return fetch('manifest.webmanifest').then(it => it.json()).then(it =>
            Promise.all(it.icons.map(async ({ src, sizes }) => {
                const image = new Image();
                image.src = src;
                await image.decode();
                const size = `${image.naturalWidth}x${image.naturalHeight}`;
                return sizes === 'any' || sizes === size ? null : [src, sizes, size];
            }))).then(it => it.filter(wrong => wrong))",
    );
    assert_eq!(wrong, json!([]));
}

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
        let page = scene::open_served(&site);
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
    let page = scene::open_served(&site);
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
        let page = scene::open_served(&site);
        page.wait_for_text("#no-worker", "Nothing can be computed");
        page.wait_until_idle();
        // Sweeps have workers of their own, which do not start either.
        std::fs::write(&file, &whole).expect("a folder that can be written");
        page.click("#start-again");
        scene::wait_for(&page, &scene::sample_report());
        assert_eq!(page.count("#no-worker"), 0);
        page.console_errors();
    }
}

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
    );
    page.wait_until("return window.asked?.() > window.askedBefore + 3");
    assert_eq!(page.execute("return window.isTheSame"), true);
    name_build(&site, "name=\"build\" content=\"\"", &format!("name=\"build\" content=\"{after}\""));
    page.wait_until("return window.isTheSame === undefined");
    page.wait_until("return document.body?.dataset.state === 'idle'");
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
    page.wait_until(loaded);
}
