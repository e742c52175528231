//! The manual that comes with the page.

use std::path::Path;

use serde_json::{Value, json};

use crate::accessibility::assert_accessible;
use crate::command::Folder;
use crate::harness::{ColourScheme, Page};
use crate::{harness, scene};

#[test]
fn the_key_sheet_leads_to_the_manual() {
    let page = scene::open();
    page.press("?");
    page.wait_for("#key-sheet[open] #manual");
    let address = page.execute("return document.querySelector('#manual').getAttribute('href')");
    assert_eq!(address, "./manual/page.html");
}

#[test]
fn each_page_of_the_manual_leads_to_the_others() {
    let page = Page::open("/manual/page.html");
    let chapters: Vec<String> =
        page.read("return [...document.querySelectorAll('nav a[href$=html]')].map(it => it.getAttribute('href'))");
    assert_eq!(chapters.len(), 8, "{chapters:?}");
    for chapter in &chapters {
        page.goto(&format!("/manual/{chapter}"));
        let current = page.execute("return document.querySelector('nav [aria-current=page]').getAttribute('href')");
        assert_eq!(current, json!(chapter));
        let background = page.execute("return getComputedStyle(document.body).backgroundColor");
        assert_eq!(background, "rgb(255, 255, 255)", "{chapter}: its stylesheet");
    }
}

#[test]
fn the_manual_is_accessible_and_no_wider_than_a_telephone() {
    for scheme in [ColourScheme::Light, ColourScheme::Dark] {
        let page = Page::open("/manual/scenario.html");
        page.set_window_size(390, 844);
        page.set_colour_scheme(scheme);
        assert_accessible(&page);
        let wider = page.execute("return document.documentElement.scrollWidth - document.documentElement.clientWidth");
        assert_eq!(wider, 0);
    }
}

#[test]
fn the_help_leads_to_the_notices_of_all_that_the_page_contains() {
    let page = scene::open();
    page.press("?");
    page.wait_for("#key-sheet[open] #licences");
    let read =
        page.execute("return fetch(document.querySelector('#licences').href).then(it => it.ok ? it.text() : null)");
    let text = read.as_str().expect("a text");
    // Of its own, of a crate that brings its notice, of one that does not, and of one under another licence.
    for part in [
        "Copyright (c) 2026 The Slotscope developers",
        "Apache License",
        "\nserde_json 1.",
        "\nyew 0.23",
        "copyright Denis Kolodin",
        "\nplotters 0.3",
        "\nzlib-rs 0.",
        "The Rust standard library (MIT OR Apache-2.0)",
        "Permission is hereby granted, free of charge",
        "The font Arimo (OFL-1.1)",
        "SIL OPEN FONT LICENSE",
    ] {
        assert!(text.contains(part), "{part}");
    }
    // What only tests and the command line need is not in the page.
    for other in ["\nproptest ", "\nclap ", "\ncriterion ", "\nureq "] {
        assert!(!text.contains(other), "{other}");
    }
    let crates = text.lines().filter(|it| it.ends_with(')') && it.contains(" ("));
    assert!(crates.count() > 100);
}

/// Whether bytes hold these.
fn holds(bytes: &[u8], part: &str) -> bool {
    bytes.windows(part.len()).any(|it| it == part.as_bytes())
}

#[test]
fn no_path_of_the_machine_that_built_it_stands_in_the_page() {
    let folder = Folder::new();
    let site = harness::serve_copy(&folder.path(""));
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut looked_at = 0;
    for entry in std::fs::read_dir(&site.folder).expect("a page").flatten() {
        let is_program = entry.path().extension().is_some_and(|it| it == "wasm" || it == "js");
        if !is_program {
            continue;
        }
        looked_at += 1;
        let bytes = std::fs::read(entry.path()).expect("a file");
        let own = ["src", "crates"].map(|it| project.join(it).display().to_string());
        for part in ["/registry/src/", "/.cargo/", &own[0], &own[1]] {
            assert!(!holds(&bytes, part), "{part} in {}", entry.path().display());
        }
    }
    assert!(looked_at > 10, "{}", json!(looked_at));
}

/// Collects what the page does against its policy.
const COLLECT: &str = "
    window.violations = [];
    document.addEventListener('securitypolicyviolation', it =>
        window.violations.push([it.violatedDirective, it.blockedURI, it.sourceFile, it.lineNumber]));";

/// The page below a path of its own, without a service worker; what it does against its policy is collected.
#[track_caller]
pub fn open_watched(path: &str) -> Page {
    let page = Page::open_for_the_first_time("/");
    page.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": COLLECT }));
    page.goto(&format!("/below/a/path{path}"));
    page.wait_until_idle();
    page
}

/// What the page has done against its policy.
pub fn violations(page: &Page) -> Value {
    page.execute("return window.violations")
}

/// What the page has asked for elsewhere than in its own folder.
#[track_caller]
pub fn asked_elsewhere(page: &Page) -> Value {
    let asked = page.execute(
        "const folder = location.origin + location.pathname;
         const asked = performance.getEntriesByType('resource').map(it => it.name);
         return [asked.some(it => it.includes('.wasm')),
             asked.filter(it => !it.startsWith('blob:') && !it.startsWith(folder))]",
    );
    assert_eq!(asked[0], json!(true), "the page has asked for its code");
    asked[1].clone()
}

#[test]
fn the_policy_is_strict_and_in_force() {
    let page = Page::open_for_the_first_time("/#");
    page.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": COLLECT }));
    page.reload();
    scene::wait_for(&page, &scene::sample_report());
    let policy = page.execute("return document.querySelector('meta[http-equiv=Content-Security-Policy]').content");
    let policy = policy.as_str().expect("a policy");
    assert!(policy.starts_with("default-src 'none';"), "{policy}");
    for loose in ["unsafe-inline", "'unsafe-eval'", "*", "http:", "https:", "data:"] {
        assert!(!policy.contains(loose), "{loose} in {policy}");
    }
    // What is injected is stopped.
    page.execute(
        "const script = document.createElement('script');
         script.textContent = 'window.injected = true';
         document.body.append(script);
         const image = new Image();
         image.src = 'http://127.0.0.2:9/';
         document.body.append(image);
         document.body.setAttribute('style', 'opacity: 0.5');",
    );
    page.wait_until("return window.violations.length >= 3");
    let injected = page.execute("return [window.injected ?? null, getComputedStyle(document.body).opacity]");
    assert_eq!(injected, json!([null, "1"]));
    page.console_errors();
}
