//! The page asks nobody but its own host, and keeps to its own policy.

use serde_json::{Value, json};

use crate::harness::Page;
use crate::scene;

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
    page.wait_until("return document.body.dataset.state === 'idle'", &[]);
    page
}

/// What the page has done against its policy.
pub fn violations(page: &Page) -> Value {
    page.execute("return window.violations", &[])
}

/// What the page has asked for elsewhere than in its own folder.
#[track_caller]
pub fn asked_elsewhere(page: &Page) -> Value {
    let asked = page.execute(
        "const folder = location.origin + location.pathname;
         const asked = performance.getEntriesByType('resource').map(it => it.name);
         return [asked.some(it => it.includes('.wasm')),
             asked.filter(it => !it.startsWith('blob:') && !it.startsWith(folder))]",
        &[],
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
    let policy = page.execute("return document.querySelector('meta[http-equiv=Content-Security-Policy]').content", &[]);
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
        &[],
    );
    page.wait_until("return window.violations.length >= 3", &[]);
    let injected = page.execute("return [window.injected ?? null, getComputedStyle(document.body).opacity]", &[]);
    assert_eq!(injected, json!([null, "1"]));
    page.console_errors();
}
