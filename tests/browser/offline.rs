//! Without a network, and across versions: a build is kept whole, and taken only by a person.

use serde_json::{Value, json};
use slotscope::export::snapshot::Snapshot;

use crate::command::Folder;
use crate::harness::{self, Page, Site};
use crate::scene;

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
        &[],
    );
}

/// The build that the page says it is.
pub fn build(page: &Page) -> String {
    let build = page.execute("return document.querySelector('meta[name=build]').content", &[]);
    build.as_str().expect("a name").to_owned()
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
        &[],
    )
}

/// The builds whose files the browser keeps.
fn kept(page: &Page) -> Vec<String> {
    let names = page.execute("return caches.keys()", &[]);
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
        let digest = page.execute(
            "return crypto.subtle.digest('SHA-256', new TextEncoder().encode(arguments[0]))
                .then(it => btoa(String.fromCharCode(...new Uint8Array(it))))",
            &[json!(text)],
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
        let text = page.execute(
            "return fetch('start-worker.js?build=' + document.querySelector('meta[name=build]').content)
                .then(it => it.text())",
            &[],
        );
        text.as_str().expect("a script").to_owned()
    };
    publish(&page, &site, "b2b2b2b2b2b2b2b2", true);
    page.reload();
    page.wait_for("#new-version");
    // Nothing has been swapped under the page that runs.
    assert_eq!(build(&page), first);
    assert!(!started().contains("b2b2"));
    scene::wait_for(&page, &scene::sample_report());
    page.click("#new-version button");
    page.wait_until("return document.querySelector('meta[name=build]')?.content === 'b2b2b2b2b2b2b2b2'", &[]);
    scene::wait_for(&page, &scene::sample_report());
    assert!(started().contains("b2b2"));
    assert_eq!(page.count("#new-version"), 0);
    // The files of the build before are left for other tabs; those of any earlier one are not.
    assert_eq!(kept(&page), [first.as_str(), "b2b2b2b2b2b2b2b2"]);
    publish(&page, &site, "c3c3c3c3c3c3c3c3", true);
    page.reload();
    page.wait_for("#new-version");
    page.click("#new-version button");
    page.wait_until("return document.querySelector('meta[name=build]')?.content === 'c3c3c3c3c3c3c3c3'", &[]);
    page.wait_until("return caches.keys().then(it => it.length === 2)", &[]);
    assert_eq!(kept(&page), ["b2b2b2b2b2b2b2b2", "c3c3c3c3c3c3c3c3"]);
    // A page of a build that is not kept any more gets nothing rather than another build's file.
    let other = page.execute(
        "return fetch('worker_bg.wasm?build=' + arguments[0]).then(() => 'answered', () => 'nothing')",
        &[json!(first)],
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
        &[],
    );
    assert_eq!(wrong, json!([]));
}
