//! The player: what is listed at the cursor is what the library finds there.

use slotscope::system::moment::{Standings, instants};
use slotscope::workload::Time;

use crate::harness::Page;
use crate::{picture, scene};

#[track_caller]
fn cursor(page: &Page) -> Time {
    let time = page.execute("return Number(document.querySelector('#play-time').dataset.time)");
    time.as_f64().expect("a number") as Time
}

#[track_caller]
fn count(page: &Page, list: &str) -> usize {
    page.read_with("return Number(document.querySelector(arguments[0]).dataset.count)", [format!("#play-{list}")])
}

#[track_caller]
fn wait_for_time(page: &Page, time: Time) {
    page.wait_until_with(
        "return document.querySelector('#play-time').dataset.time === arguments[0]",
        [time.to_string()],
    );
}

#[test]
fn steps_lead_from_event_to_event_with_the_true_queue() {
    let page = scene::open();
    let run = scene::sample_run();
    let (moments, standings) = (instants(&run), Standings::of(&run));
    scene::show(&page, "play");
    wait_for_time(&page, moments[0]);
    // The middle of the schedule, and some events on.
    let middle = moments[moments.len() / 2];
    page.set_value("#play-scrub", middle as f64);
    page.settle();
    for _ in 0..6 {
        let before = cursor(&page);
        let next = moments[moments.partition_point(|&it| it <= before)];
        page.press(".");
        wait_for_time(&page, next);
        page.wait_for(&format!("#play-decisions[data-time='{next}'][data-state=told]"));
        assert!(page.count("#play-decisions .decided li") > 0, "at {next}");
        let here = standings.at(next);
        for (list, jobs) in [("waiting", &here.waiting), ("running", &here.running), ("booked", &here.booked)] {
            assert_eq!(count(&page, list), jobs.len(), "{list} at {next}");
        }
    }
    let before = cursor(&page);
    page.click("#play-back");
    wait_for_time(&page, moments[moments.partition_point(|&it| it < before) - 1]);
    page.click("#play-last");
    wait_for_time(&page, *moments.last().expect("events"));
    assert_eq!(count(&page, "running"), 0);
}

#[test]
fn played_time_passes_until_it_is_paused() {
    let page = scene::open();
    scene::show(&page, "play");
    page.click("#play-first");
    let first = cursor(&page);
    // The focus is on the button that was clicked.
    page.press(" ");
    page.wait_for("[data-playing=true]");
    page.wait_until_with(
        "return Number(document.querySelector('#play-time').dataset.time) > arguments[0]",
        [first + 20_000],
    );
    page.press(" ");
    page.wait_for("[data-playing=false]");
    let paused = cursor(&page);
    page.settle();
    page.settle();
    assert_eq!(cursor(&page), paused);
    // What comes later is veiled, and what was is not.
    assert!(!picture::canvas(&page, "#gantt-canvas").is_blank());
    assert!(page.count("#play-slots-picture svg") == 1);
}

/// Counts what the page asks its workers to explain.
const LISTEN: &str = "
    window.asked = 0;
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...rest) {
        if ('Explain' in Object(message)) window.asked += 1;
        return post.call(this, message, ...rest);
    };";

#[track_caller]
fn asked(page: &Page) -> u64 {
    page.read::<u64>("return window.asked")
}

#[test]
fn workers_are_asked_only_when_time_stands_still() {
    let page = scene::open();
    scene::show(&page, "play");
    page.click("#play-first");
    page.wait_for("#play-decisions[data-state=told]");
    page.execute(LISTEN);
    page.click("#play-toggle");
    page.wait_for("[data-playing=true]");
    // Twenty pictures of other moments.
    page.execute(
        "return new Promise(done => {
            const seen = new Set();
            const look = () => {
                seen.add(document.querySelector('#play-time').dataset.time);
                seen.size > 20 ? done() : requestAnimationFrame(look);
            };
            look();
        })",
    );
    assert_eq!(page.count("#play-decisions[data-state=playing]"), 1);
    assert_eq!(asked(&page), 0, "nobody is asked while time passes");
    page.click("#play-toggle");
    page.wait_for("[data-playing=false]");
    page.wait_for("#play-decisions[data-state=told]");
    assert_eq!(asked(&page), 1);
    // Drawn along in one go, the cursor is asked about where it comes to rest.
    page.execute(
        "const scrub = document.querySelector('#play-scrub');
         const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
         const [low, high] = [Number(scrub.min), Number(scrub.max)];
         for (let part = 1; part < 20; part += 1) {
             set.call(scrub, low + (high - low) * part / 20);
             scrub.dispatchEvent(new Event('input', { bubbles: true }));
         }",
    );
    page.wait_until("return window.asked === 2");
    page.wait_for("#play-decisions[data-state=told]");
    page.settle();
    assert_eq!(asked(&page), 2);
}

#[test]
fn space_plays_wherever_the_focus_is_but_in_a_field() {
    let page = scene::open();
    scene::show(&page, "play");
    page.click("#play-first");
    page.wait_for("#play-decisions[data-state=told]");
    // Buttons, a tab, a slider, the chart, a term.
    for at in ["#play-last", "#tab-play", "#play-scrub", "#gantt-canvas", "#reset", "body"] {
        page.execute_with(
            "const it = document.querySelector(arguments[0]);
             it === document.body ? document.activeElement.blur() : it.focus()",
            [at],
        );
        page.press(" ");
        page.wait_for("[data-playing=true]");
        page.press(" ");
        page.wait_for("[data-playing=false]");
    }
    // None of them was pressed by it, and Enter presses.
    let last = *instants(&scene::sample_run()).last().expect("events");
    assert!(cursor(&page) < last);
    page.execute("document.querySelector('#play-last').focus()");
    page.press("Enter");
    wait_for_time(&page, last);
    // In a field it is typed.
    page.unfold("#seed");
    page.execute("document.querySelector('#seed').focus()");
    page.press(" ");
    page.settle();
    assert_eq!(page.count("[data-playing=true]"), 0);
}

#[test]
fn a_start_that_overtakes_says_whom_and_why() {
    let page = scene::open();
    let case = crate::cases::starts().into_iter().find(|it| it.queue() == "easy").expect("a case");
    let log = slotscope::workload::read("case.swf", case.log().as_bytes()).expect("a log");
    let scenario = slotscope::experiment::Scenario::from_json(case.scenario().as_bytes());
    let run = scene::run(&scenario.expect("a scenario"), &log.workload);
    page.drop_bytes("case.swf", case.log().as_bytes());
    page.wait_for_text(".notice:last-child", "case.swf");
    page.drop_bytes("case.json", case.scenario().as_bytes());
    scene::wait_for(&page, &slotscope::criteria::report(&run));
    scene::show(&page, "play");
    page.set_value("#play-scrub", case.at);
    page.wait_for(&format!("#play-decisions[data-time='{}'][data-state=told]", case.at));
    let said = page.text("#play-decisions .decided");
    let overtakes = "starts on 1 of provider 1: overtakes 2; ends by";
    assert!(said.contains(overtakes) && said.contains("before job 2's promise at"), "{said}");
    // A number leads to its job.
    page.click("#play-decisions .decided .named[data-index='1']");
    page.wait_for("#play-waiting .chosen");
}

/// How many colours the chart has at a quarter of its height, from a share of its width to its end.
fn colours_from(page: &Page, share: f64) -> u64 {
    page.read_with(
        "const canvas = document.querySelector('#gantt-canvas');
         const [left, top, width, height] = canvas.dataset.plot.split(' ').map(Number);
         const zoom = canvas.width / canvas.getBoundingClientRect().width;
         const x = (left + width * arguments[0] + 6) * zoom;
         const end = (left + width - 2) * zoom;
         const row = canvas.getContext('2d').getImageData(x, (top + height / 4) * zoom, end - x, 1).data;
         const seen = new Set();
         for (let i = 0; i < row.length; i += 4) seen.add(row.slice(i, i + 3).join());
         return seen.size",
        [share],
    )
}

#[test]
fn the_future_can_be_hidden() {
    let page = scene::open();
    let moments = instants(&scene::sample_run());
    scene::show(&page, "play");
    wait_for_time(&page, moments[0]);
    let middle = moments[moments.len() / 2];
    page.set_value("#play-scrub", middle as f64);
    page.settle();
    let (_, sight) = scene::seen(&page, "#gantt-canvas");
    let share = (cursor(&page) as f64 - sight.start) / (sight.end - sight.start);
    assert!(colours_from(&page, share) > 2, "faintly seen");
    page.click("#hide-future");
    page.settle();
    assert_eq!(colours_from(&page, share), 1, "hidden");
    // Nothing of it is told under the pointer, or in the table of bars.
    assert_eq!(page.count("#gantt-numbers"), 0);
    page.click("#hide-future");
    page.settle();
    assert!(colours_from(&page, share) > 2);
}
