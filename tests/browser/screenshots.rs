//! Pictures of every view: light and dark, wide and narrow.
//!
//! With `SLOTSCOPE_SCREENSHOTS=1` they become those of the documentation, in `docs/screenshots`;
//! otherwise they go into `target/screenshots`, so that a test leaves the tree as it was.

use std::path::Path;

use crate::harness::{ColourScheme, Page};
use crate::{picture, scene};

/// Opens a view with something to be seen on it. `best-period` is the lower part of `trade-off`,
/// `compare-table` that of `compare`,
/// `reproduce-figure` another item of `reproduce`.
fn show(page: &Page, subject: &str) {
    let view = match subject {
        "best-period" => "trade-off",
        "compare-table" => "compare",
        "reproduce-figure" => "reproduce",
        "explained" | "blackboard" => "gantt",
        "idle-periods" => "slots",
        subject if subject.starts_with("lesson") => "lessons",
        view => view,
    };
    scene::show(page, view);
    match subject {
        "compare" if page.count("#compare-done") == 0 => {
            page.click("#contrast-easy");
            page.wait_until("return document.body.dataset.state === 'idle'", &[]);
            scene::wait_for_runs(page, "#compare-done");
        }
        "compare-table" => {
            page.execute("document.querySelector('.compare-table').scrollIntoView()", &[]);
        }
        "curves" if page.count("#curves-done") == 0 => {
            page.click("#curves-run");
            scene::wait_for_runs(page, "#curves-done");
        }
        "trade-off" if page.count("#trade-done") == 0 => {
            page.click("#trade-run");
            scene::wait_for_runs(page, "#trade-done");
        }
        "best-period" => {
            if page.count("#period-done") == 0 {
                page.click("#period-search");
                page.wait_for("#period-set");
            }
            page.execute(
                "const view = document.querySelector('.trade-off');
                 view.scrollTop = document.querySelector('.best-period').offsetTop",
                &[],
            );
        }
        "reproduce" => {
            page.click("#item-table-3");
            page.wait_for("#item-table-3[data-state=done]");
            page.wait_for("#item[data-item=table-3] .item-setting");
        }
        "reproduce-figure" => {
            page.click("#item-figure-11");
            page.wait_for("#item-figure-11[data-state=done]");
            page.wait_for("#item[data-item=figure-11] .reproduced svg");
        }
        "lessons" if page.count("#lesson-close") > 0 => {
            page.click("#lesson-close");
            page.wait_for("#lesson-list");
        }
        "lesson-schedules" => show_lesson(page, "backfilling", 4),
        "lesson-binding" => {
            show_lesson(page, "dynamic-binding", 2);
            page.set_value("#film-slider", 3);
        }
        "lesson-algorithm" => {
            show_lesson(page, "building-carts", 3);
            page.set_value("#film-slider", 14);
        }
        "play" => {
            page.execute(
                "const scrub = document.querySelector('#play-scrub');
                 scrub.value = 0.4 * scrub.max;
                 scrub.dispatchEvent(new Event('input', { bubbles: true }));",
                &[],
            );
            page.wait_for("#play-decisions[data-state=told]");
        }
        "explained" if page.count("#explained") == 0 => {
            page.click_at("#gantt-canvas", 200.0, 110.0);
            page.wait_for("#explained[data-state=told]");
            page.hover("#gantt-reset", 4.0, 4.0);
        }
        "blackboard" if page.count("#sketch-bar") == 0 => {
            page.execute("document.querySelector('#open-blackboard').click()", &[]);
            page.wait_for("#sketch-bar");
        }
        "idle-periods" if page.count("#idle-periods") == 0 => {
            page.set_value("#system", "Co-allocation");
            page.wait_for("#idle-periods");
            page.click("label[for=idle-of-1]");
            page.click("#search-steps li:nth-child(5) button");
            page.wait_for("#idle-periods[data-step='5']");
        }
        "slots" => {
            page.set_value("#cursor-number", 500_000);
            page.set_value("#query-length", 14_400);
            page.set_value("#query-size", 48);
            page.execute("document.activeElement.blur()", &[]);
            page.wait_for("#query-answer[data-start]");
        }
        _ => {}
    }
    // Pictures take a new size only once they have been measured.
    page.settle();
    page.settle();
}

/// Opens a lesson at a step.
fn show_lesson(page: &Page, id: &str, step: usize) {
    if page.count(&format!("#lesson[data-lesson={id}]")) == 0 {
        if page.count("#lesson-close") > 0 {
            page.click("#lesson-close");
        }
        page.click(&format!("#lesson-{id}"));
    }
    page.wait_for("#lesson");
    page.click(&format!(".lesson-steps li:nth-child({step}) button"));
    page.wait_for(&format!("#lesson[data-step='{step}'] #lesson-drawn[data-ready=true] .picture svg"));
}

/// By how many pixels something is wider than it has room for: the page, or a key figure with its difference on its
/// card, whose rim takes 8.
const OVERFLOW: &str = "
    const cards = [...document.querySelectorAll('.figure')].filter(it => it.checkVisibility());
    const over = cards.flatMap(card => [...card.children].map(it =>
        it.getBoundingClientRect().right + 8 - card.getBoundingClientRect().right));
    return Math.ceil(Math.max(document.scrollingElement.scrollWidth - innerWidth, ...over))";

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn every_view_is_pictured_and_fits_its_window() {
    let folder = match std::env::var_os("SLOTSCOPE_SCREENSHOTS") {
        Some(_) => "docs/screenshots",
        None => "target/screenshots",
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    std::fs::create_dir_all(&folder).expect("a folder for pictures");
    let page = scene::open();
    // Slots last: its time cursor is drawn in the Gantt chart too.
    let subjects = [
        "gantt",
        "curves",
        "trade-off",
        "best-period",
        "jobs",
        "summary",
        "slots",
        "reproduce",
        "reproduce-figure",
        "lessons",
        "lesson-schedules",
        "lesson-binding",
        "lesson-algorithm",
        "play",
        "explained",
        // Last of all: the scenario in front is another one from here on.
        "compare",
        "compare-table",
        "blackboard",
        "idle-periods",
    ];
    for view in subjects {
        for (width, height, size) in [(1440, 900, "wide"), (390, 844, "narrow")] {
            page.set_window_size(width, height);
            for (scheme, ground) in [(ColourScheme::Light, "light"), (ColourScheme::Dark, "dark")] {
                page.set_colour_scheme(scheme);
                show(&page, view);
                let overflow = page.execute(OVERFLOW, &[]);
                assert!(overflow.as_i64().is_some_and(|pixels| pixels <= 0), "{view}, {size}: {overflow} pixels");
                let path = folder.join(format!("{view}-{ground}-{size}.png"));
                page.screenshot(&path);
                let shown = picture::png(&page, &std::fs::read(&path).expect("a picture"));
                assert_eq!((shown.width, shown.height), (width, height));
                assert!(!shown.is_blank(), "{view}, {ground}, {size}: {shown:?}");
            }
        }
    }
    page.assert_no_console_errors();
}
