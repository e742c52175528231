//! Views for a projector, and the room that lessons have.

use serde_json::json;

use crate::harness::Page;
use crate::scene;

/// Numbers of the page as it is drawn.
fn measured(page: &Page, script: &str) -> f64 {
    let value = page.execute(script, &[]);
    value
        .as_f64()
        .unwrap_or_else(|| panic!("{script}: {value}"))
}

/// The size of the largest type in a chart on the screen, in pixels.
const TYPE: &str = "const text = document.querySelector('#lesson-picture-0 text');
    return text.getBoundingClientRect().height";

/// How much of the window's height the charts of a lesson fill.
const FILLED: &str = "return [...document.querySelectorAll('.lesson-drawn .picture')]
    .map(it => it.getBoundingClientRect())
    .reduce((sum, it) => sum + Math.max(0, Math.min(it.bottom, innerHeight) - Math.max(it.top, 0)), 0)
    / innerHeight";

fn open_lesson(page: &Page) {
    scene::show(page, "lessons");
    page.click("#lesson-backfilling");
    page.wait_for("#lesson-drawn[data-ready=true] .picture svg");
    page.settle();
    page.settle();
}

const PANEL: &str =
    "return document.querySelector('#panel').checkVisibility({ visibilityProperty: true })";

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn the_panel_folds_away_where_one_learns_and_comes_when_called() {
    let page = scene::open();
    assert_eq!(page.execute(PANEL, &[]), json!(true));
    for view in ["lessons", "reproduce"] {
        scene::show(&page, view);
        page.wait_until(&PANEL.replace("return ", "return !"), &[]);
        let main = measured(
            &page,
            "return document.querySelector('.main').offsetWidth / innerWidth",
        );
        assert!(main > 0.95, "{view}: {main}");
        page.click("#drawer");
        page.wait_until(PANEL, &[]);
        page.press("Escape");
        page.wait_until(&PANEL.replace("return ", "return !"), &[]);
    }
    scene::show(&page, "jobs");
    page.wait_until(PANEL, &[]);
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn a_lesson_fills_the_height_and_for_a_projector_its_type_is_larger() {
    let page = scene::open();
    page.set_window_size(1920, 1080);
    open_lesson(&page);
    let desk = (measured(&page, FILLED), measured(&page, TYPE));
    assert!(desk.0 > 0.55, "{desk:?}");
    page.press("p");
    page.wait_for(".projector");
    page.wait_until(
        "const text = document.querySelector('#lesson-picture-0 text');
         return text !== null && text.getBoundingClientRect().height > 1.3 * arguments[0]",
        &[json!(desk.1)],
    );
    assert!(measured(&page, FILLED) > 0.55);
    let overflow = measured(
        &page,
        "return document.scrollingElement.scrollWidth - innerWidth",
    );
    assert!(overflow <= 0.0, "{overflow}");
    page.press("p");
    page.wait_for_none(".projector");
    page.wait_until(
        "const text = document.querySelector('#lesson-picture-0 text');
         return text !== null && text.getBoundingClientRect().height < 1.1 * arguments[0]",
        &[json!(desk.1)],
    );
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn charts_are_sharp_for_a_projector_too_and_links_do_not_say_it() {
    let page = scene::open();
    let address = scene::linked(&page);
    page.press("p");
    page.wait_for(".projector");
    page.wait_until(&PANEL.replace("return ", "return !"), &[]);
    page.settle();
    page.settle();
    // The canvas is as sharp as its place on the screen.
    page.wait_until(
        "const it = document.querySelector('#gantt-canvas');
         return Math.abs(it.width - it.getBoundingClientRect().width) < 3",
        &[],
    );
    assert_eq!(scene::linked(&page).view, address.view);
    page.reload();
    scene::wait_for(&page, &scene::sample_report());
    assert_eq!(page.count(".projector"), 0);
    for view in scene::VIEWS {
        scene::show(&page, view);
        if page.count(".projector") == 0 {
            page.execute("document.activeElement.blur()", &[]);
            page.press("p");
            page.wait_for(".projector");
        }
        page.set_window_size(1920, 1080);
        page.settle();
        let overflow = measured(
            &page,
            "return document.scrollingElement.scrollWidth - innerWidth",
        );
        assert!(overflow <= 0.0, "{view}: {overflow}");
    }
    page.assert_no_console_errors();
}
