//! A view by itself, put into a page of another origin.

use serde_json::json;
use slotscope::criteria::report;
use slotscope::experiment::Scenario;
use slotscope::export::permalink;
use slotscope::export::snapshot::Snapshot;
use slotscope::workload::Time;

use crate::command::Folder;
use crate::harness::{self, Page};
use crate::scene;

/// Copies the present view as an element that embeds it.
fn copied(page: &Page) -> String {
    page.execute("navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }");
    page.click("#copy-ways");
    page.click("#copy-as-iframe");
    page.wait_for_text(".notice", "Copied as an <iframe>");
    page.read("return window.copied")
}

#[test]
fn a_view_is_embedded_live_in_a_page_of_another_origin() {
    let page = scene::open();
    page.set_value("#ar-percent", 60);
    let mut scenario = Scenario::default();
    scenario.workload.reservations.percent = 60.0;
    let sixty = scene::run(&scenario, &scene::sample());
    scene::wait_for(&page, &report(&sixty));
    let iframe = copied(&page);
    assert!(iframe.starts_with("<iframe src=\"http://"), "{iframe}");
    // The policy of the other page allows frames, and the style of this one.
    let folder = Folder::new();
    folder.file(
        "index.html",
        format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; frame-src *; style-src 'unsafe-inline'; img-src data:\">\
             <link rel=\"icon\" href=\"data:,\"><title>A course</title></head><body><h1>A course</h1>{iframe}</body></html>"
        ),
    );
    let course = harness::serve(&folder.path(""));
    page.goto(&course.origin);
    page.wait_for("h1");
    page.enter_frame("iframe");
    page.wait_for("#view-gantt #gantt-canvas");
    page.wait_until_idle();
    assert_eq!(
        page.execute_with("return [location.origin === arguments[0], window.top === window]", [&course.origin]),
        json!([false, false])
    );
    assert_eq!(page.count(".header, .panel, .main-bar, [role=tab]"), 0);
    // The view has the room, and answers.
    let room =
        page.execute("return document.querySelector('#gantt-canvas').getBoundingClientRect().height / innerHeight");
    assert!(room.as_f64().is_some_and(|it| it > 0.6), "{room}");
    page.click(".zoom [aria-label='Zoom in']");
    page.wait_until("return location.hash.length > 1");
    // No key leads out of it.
    page.press("2");
    page.settle();
    assert_eq!(page.count("#view-gantt"), 1);
    let whole = page.execute("return document.querySelector('#whole-page').href");
    let whole = whole.as_str().expect("an address").to_owned();
    page.leave_frames();
    assert!(!whole.contains("view=only"), "{whole}");
    page.goto(&whole);
    scene::wait_for(&page, &report(&sixty));
    assert_eq!(page.count(".header, .panel"), 2);
}

#[test]
fn a_view_by_itself_leaves_the_last_session() {
    let page = scene::open();
    page.set_value("#ar-percent", 10);
    let mut scenario = Scenario::default();
    scenario.workload.reservations.percent = 10.0;
    let ten = scene::report_of(&scenario, &scene::sample());
    scene::wait_for(&page, &ten);
    scene::linked(&page);
    page.goto("about:blank");
    page.goto(&scene::path_to(&Snapshot::default()).replacen("/#", "/?view=only#", 1));
    page.wait_for(".only #view-gantt > *");
    page.wait_until_idle();
    page.goto("about:blank");
    page.goto("/");
    scene::wait_for(&page, &ten);
}

/// The moment that the link to the whole page leads to.
fn linked_moment(page: &Page) -> Option<Time> {
    let href = page.execute("return document.querySelector('#whole-page').href");
    let (_, hash) = href.as_str()?.split_once('#')?;
    permalink::read(hash).expect("a link").cursor
}

#[test]
fn while_time_passes_the_link_to_the_whole_page_is_made_when_it_is_followed() {
    let shown = Snapshot { view: "play".to_owned(), cursor: Some(0), ..Snapshot::default() };
    let path = scene::path_to(&shown).replacen("/#", "/?view=only#", 1);
    let page = Page::open(&path);
    page.wait_for("#view-play #play-time");
    page.wait_until_idle();
    page.execute(
        "window.moments = 0; window.links = 0;
         const count = (css, attribute, add) => new MutationObserver(seen => add(seen.length))
             .observe(document.querySelector(css), { attributeFilter: [attribute] });
         count('#play-time', 'data-time', many => moments += many);
         count('#whole-page', 'href', many => links += many);",
    );
    page.click("#play-toggle");
    page.wait_until("return moments >= 40");
    let [moments, links]: [u64; 2] = page.read("return [moments, links]");
    assert!(links * 10 < moments, "{links} links at {moments} moments");
    // Whoever follows it goes to where the player is then.
    let moment = "return Number(document.querySelector('#play-time').dataset.time)";
    let before = page.read::<f64>(moment) as Time;
    page.execute(
        "document.querySelector('#whole-page').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))",
    );
    page.poll("a link to the moment", || linked_moment(&page).filter(|&linked| linked >= before));
    page.click("#play-toggle");
    page.wait_for("[data-playing=false]");
    let paused = page.read::<f64>(moment) as Time;
    page.poll("a link to the pause", || linked_moment(&page).filter(|&linked| linked == paused));
}

#[test]
fn a_lesson_in_a_frame_tells_the_course_around_it_of_answers() {
    let page = scene::open();
    scene::show(&page, "lessons");
    page.click("#lesson-building-carts");
    page.wait_for("#lesson[data-lesson=building-carts] #lesson-drawn[data-ready=true]");
    scene::show_bars(&page);
    let iframe = copied(&page);
    let folder = Folder::new();
    folder.file(
        "index.html",
        format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; frame-src *; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:\">\
             <link rel=\"icon\" href=\"data:,\"><title>A course</title></head>\
             <body><h1>A course</h1><script>window.told = []; addEventListener('message', it => told.push(it.data));</script>{iframe}</body></html>"
        ),
    );
    let course = harness::serve(&folder.path(""));
    page.goto(&course.origin);
    page.enter_frame("iframe");
    page.wait_for("#lesson");
    page.click(".lesson-steps li:nth-child(7) button");
    for answer in [3, 2] {
        page.wait_for("#answer-number");
        page.set_value("#answer-number", answer);
        page.click("#answer-check");
        page.wait_for(&format!("#lesson-feedback[data-right={}]", answer == 2));
    }
    page.leave_frames();
    page.wait_until("return window.told.length === 2");
    let told = page.execute("return window.told[1]");
    let expected = json!({
        "slotscope": "lesson", "lesson": "building-carts", "done": false,
        "questions": [{ "tries": 2, "solved_after": 2 }, { "tries": 0, "solved_after": null }],
    });
    assert_eq!(told, expected);
}
