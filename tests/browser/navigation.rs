//! The views in four groups: every one is in reach on any window.

use serde_json::json;

use crate::harness::Page;
use crate::scene;

/// The tabs that cannot be seen whole: beyond the window, or out of their row or of the bar above the view.
pub fn hidden_tabs(page: &Page) -> String {
    let hidden = page.execute(
        "const whole = (inner, outer) => inner.left >= outer.left - 0.5 && inner.right <= outer.right + 0.5
            && inner.top >= outer.top - 0.5 && inner.bottom <= outer.bottom + 0.5;
         return [...document.querySelectorAll('[role=tab]')].filter(tab => {
            const around = [tab.parentElement, tab.closest('.main-bar')].filter(it => it !== null);
            const [box, ...outer] = [tab, ...around].map(it => it.getBoundingClientRect());
            const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
            const window = new DOMRect(0, 0, innerWidth, innerHeight);
            return ![window, ...outer].every(it => whole(box, it)) || tab.scrollWidth > tab.clientWidth
                || !tab.contains(document.elementFromPoint(x, y));
         }).map(tab => tab.id).join(' ')",
        &[],
    );
    hidden.as_str().expect("ids").to_owned()
}

fn focused(page: &Page) -> String {
    let id = page.execute("return document.activeElement.id", &[]);
    id.as_str().expect("an id").to_owned()
}

#[test]
fn a_group_opens_with_the_view_last_open_in_it() {
    let page = scene::open();
    scene::show(&page, "jobs");
    page.click("#group-compare");
    page.wait_for("#view-compare");
    scene::show(&page, "curves");
    page.click("#group-schedule");
    page.wait_for("#view-jobs");
    // By another way into a group, too.
    page.press("1");
    page.wait_for("#view-gantt");
    page.click("#group-compare");
    page.wait_for("#view-curves");
    page.click("#group-schedule");
    page.wait_for("#view-gantt");
    // The group that is open stays with its view.
    page.press("4");
    page.wait_for("#view-summary");
    page.click("#group-schedule");
    page.settle();
    assert_eq!(page.count("#view-summary"), 1);
}

#[test]
fn arrow_keys_move_among_the_groups() {
    let page = scene::open();
    page.execute("document.querySelector('#group-schedule').focus()", &[]);
    let first = scene::GROUPS.map(|(group, views)| (group, views[0]));
    for (group, view) in first[1..].iter().chain(&first[..1]) {
        page.press("ArrowRight");
        // Focus goes ahead of the view.
        assert_eq!(focused(&page), format!("group-{group}"));
        page.wait_for(&format!("#view-{view}"));
    }
    page.press("End");
    assert_eq!(focused(&page), "group-learn");
    page.wait_for("#view-lessons");
    page.press("Home");
    page.wait_for("#view-gantt");
    page.press("ArrowLeft");
    page.wait_for("#view-lessons");
    // Of each row, one tab is a stop of the Tab key.
    let stops =
        page.execute("return [...document.querySelectorAll('[role=tab][tabindex=\"0\"]')].map(it => it.id)", &[]);
    assert_eq!(stops, json!(["group-learn", "tab-lessons"]));
}
