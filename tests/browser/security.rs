//! The page asks nobody but its own host, and keeps to its own policy.

use serde_json::{Value, json};

use crate::harness::Page;
use crate::scene;

/// Collects what the page does against its policy.
const COLLECT: &str = "
    window.violations = [];
    document.addEventListener('securitypolicyviolation', it =>
        window.violations.push([it.violatedDirective, it.blockedURI, it.sourceFile, it.lineNumber]));";

fn violations(page: &Page) -> Value {
    page.execute("return window.violations", &[])
}

/// Makes every view work.
fn walk(page: &Page) {
    for view in scene::VIEWS {
        scene::show(page, view);
        match view {
            "gantt" => {
                page.hover("#gantt-canvas", 300.0, 200.0);
                page.click_at("#gantt-canvas", 400.0, 200.0);
            }
            "compare" => {
                page.click("#compare-invite button");
                page.wait_for(".compare-table tbody tr");
            }
            "lessons" => {
                page.click("#lesson-building-carts");
                page.wait_for("#lesson-drawn[data-ready=true] .picture svg");
            }
            "curves" => {
                page.set_value("#curves-seeds", 1);
                page.click("#curves-run");
                page.wait_for("#curves-done");
                scene::wait_for_runs(page, "#curves-done");
            }
            "trade-off" => {
                page.set_value("#trade-period", "0");
                page.set_value("#trade-seeds", 1);
                page.click("#trade-run");
                scene::wait_for_runs(page, "#trade-done");
            }
            "reproduce" => {
                page.click("#item-figure-11");
                page.wait_for("#item[data-item=figure-11] .reproduced svg");
            }
            _ => {}
        }
        page.settle();
    }
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn nothing_goes_against_the_policy_and_nothing_to_another_host() {
    let page = Page::open_for_the_first_time("/");
    page.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": COLLECT }));
    page.goto("/below/a/path/#");
    scene::wait_for(&page, &scene::sample_report());
    walk(&page);
    scene::show(&page, "gantt");
    assert!(scene::exported(&page, "png", ".png").starts_with(b"\x89PNG"));
    assert!(scene::exported(&page, "svg", ".svg").starts_with(b"<svg"));
    assert_eq!(violations(&page), json!([]));
    let asked = page.execute("return performance.getEntriesByType('resource').map(it => it.name)", &[]);
    let asked: Vec<&str> = asked
        .as_array()
        .expect("addresses")
        .iter()
        .filter_map(Value::as_str)
        .filter(|it| !it.starts_with("blob:"))
        .collect();
    // What stands behind the # is the page's own state.
    let address = page.address();
    let folder = address.split('#').next().expect("an address");
    assert!(asked.iter().any(|it| it.contains(".wasm")), "{asked:?}");
    for address in asked {
        assert!(address.starts_with(folder), "{address}");
    }
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
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
