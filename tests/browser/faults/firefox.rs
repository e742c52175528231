//! Another browser: the page once through in Firefox.

use slotscope::workload;

use super::SMALL;
use crate::harness::Page;
use crate::scene;

#[test]
fn firefox_loads_drops_compares_links_and_loads_again() {
    let page = Page::open_in_firefox("/#");
    scene::wait_for(&page, &scene::sample_report());
    let log = workload::read("small.swf", SMALL).unwrap().workload;
    let figures = scene::report_of(&scene::scenario_of(&log), &log);
    page.drop_bytes("small.swf", SMALL);
    scene::wait_for(&page, &figures);
    scene::show(&page, "compare");
    scene::wait_for_runs(&page, "#compare-done");
    let shown = scene::linked(&page);
    assert_eq!(shown.scenarios.len(), 2);
    // By its address, and what is kept of the session.
    page.reload();
    page.wait_for("#view-compare");
    scene::wait_for_runs(&page, "#compare-done");
    assert_eq!(page.text("#workload-name"), "small.swf");
    assert_eq!(scene::linked(&page), shown);
    page.goto("about:blank");
    page.goto("/");
    page.wait_for("#view-compare");
    page.wait_for_text("#workload-name", "small.swf");
    assert_eq!(scene::linked(&page), shown);
    // There is no picture before.
    scene::wait_for_runs(&page, "#compare-done");
    // Exports, a sweep of runs, undo.
    assert!(scene::exported(&page, "svg", ".svg").starts_with(b"<svg"));
    page.click("#reset");
    page.click("#undo");
    assert_eq!(scene::linked(&page).scenarios, shown.scenarios);
    assert_eq!(page.count(".broke, #cannot-start, #no-worker"), 0);
    assert_eq!(page.errors_in_firefox(), Vec::<String>::new());
}

#[test]
fn what_the_page_says_in_firefox_is_told_from_what_firefox_says() {
    let page = Page::open_in_firefox("/#");
    page.say_in_firefox("RSLoader: no network");
    assert_eq!(page.errors_in_firefox(), Vec::<String>::new());
    // A script of the driver has a console of its own.
    page.execute("window.console.error('the page', 1)");
    page.execute(
        "const script = document.createElement('script');
         script.src = './is-not-there.js';
         document.head.append(script)",
    );
    let said = page.poll("both errors", || {
        let said = page.errors_in_firefox();
        (said.len() == 2).then_some(said)
    });
    assert_eq!(said[0], "the page 1");
    assert!(said[1].contains("is-not-there.js"), "{said:?}");
    page.reload();
    assert_eq!(page.errors_in_firefox(), said, "kept beyond a reload");
}
