//! Every term explains itself: where the pointer rests, where the focus is, where a finger taps, and
//! to whoever does not see it.

use serde_json::{Value, json};

use crate::harness::Page;
use crate::scene;

const TIP: &str = "#tip";

/// Moves the mouse onto the middle of an element.
#[track_caller]
fn point(page: &Page, css: &str) {
    let size = page.execute_with(
        "const it = document.querySelector(arguments[0]);
         it.scrollIntoView({ block: 'center', behavior: 'instant' });
         const { width, height } = it.getBoundingClientRect();
         return [Math.min(width, 40), height]",
        [css],
    );
    let half = |at: usize| size[at].as_f64().expect("a number") / 2.0;
    // Centred, one element lies where another one did: the mouse has to come from elsewhere.
    page.hover("body", 1.0, 1.0);
    page.hover(css, half(0), half(1));
}

/// Gives an element the focus as a key does.
#[track_caller]
fn focus(page: &Page, css: &str) {
    page.execute_with("document.querySelector(arguments[0]).focus({ focusVisible: true })", [css]);
}

/// What assistive technology is told about an element beside its name.
#[track_caller]
fn description(page: &Page, css: &str) -> String {
    let said = page.execute_with(
        "const it = document.querySelector(arguments[0]);
         return (it.getAttribute('aria-describedby') ?? '').split(' ')
             .map(id => document.getElementById(id)?.textContent).join(' ')",
        [css],
    );
    said.as_str().unwrap_or_default().to_owned()
}

/// Taps an element as a finger does.
#[track_caller]
fn tap(page: &Page, css: &str) {
    let place = page.execute_with(
        "const it = document.querySelector(arguments[0]);
         it.scrollIntoView({ block: 'center', behavior: 'instant' });
         const { left, top, width, height } = it.getBoundingClientRect();
         return [left + Math.min(width, 40) / 2, top + height / 2]",
        [css],
    );
    let touch = |kind: &str, points: Value| {
        let event = json!({ "type": kind, "touchPoints": points });
        page.devtools("Input.dispatchTouchEvent", event);
    };
    touch("touchStart", json!([{ "x": place[0], "y": place[1] }]));
    touch("touchEnd", json!([]));
}

/// Whether all of the explanation lies within the window.
const WITHIN: &str = "const it = document.querySelector('#tip').getBoundingClientRect();
    return it.left >= 0 && it.top >= 0 && it.right <= innerWidth && it.bottom <= innerHeight";

/// Terms of the panel, the header and the legend, and a word of what explains each.
const TERMS: [(&str, &str, &str); 7] = [
    (".figure:nth-child(1)", ".figure:nth-child(1)", "utilization"),
    (".figure:nth-child(2)", ".figure:nth-child(2)", "flow time"),
    (".figure:nth-child(3)", ".figure:nth-child(3)", "tardiness"),
    (".legend li:nth-child(2)", ".legend li:nth-child(2)", "promised"),
    ("label[for=reservation-allocation-0]", "#reservation-allocation-0", "completion time"),
    ("label[for=queue-policy]", "#queue-policy", "overtake"),
    ("label[for=ar-percent]", "#ar-percent", "reservation"),
];

#[test]
fn terms_explain_themselves_where_the_pointer_or_the_focus_is() {
    let page = scene::open();
    // Descriptions are there once the browser is idle, all at once.
    page.wait_for("[aria-describedby*=tip-]");
    for (words, control, said) in TERMS {
        assert!(description(&page, control).contains(said), "{control} is not described");
        point(&page, words);
        page.wait_for_text(TIP, said);
        page.press("Escape");
        page.wait_for_none(TIP);
        focus(&page, control);
        page.wait_for_text(TIP, said);
        page.press("Escape");
        page.wait_for_none(TIP);
        let kept = page.execute_with("return document.activeElement.matches(arguments[0])", [control]);
        assert_eq!(kept, json!(true), "{control} has lost the focus");
    }
}

#[test]
fn every_policy_and_local_system_says_what_it_is() {
    let page = scene::open();
    for (control, policies) in [
        (
            "#queue-policy",
            &[("EASY backfilling", "head of the queue"), ("SJF, shortest job first", "shortest time limit")][..],
        ),
        ("#local-system", &[("Maui", "bound to its processors"), ("Sun Grid Engine", "60 s unless set")][..]),
    ] {
        page.unfold(control);
        for (policy, said) in policies {
            page.set_value(control, *policy);
            page.wait_until_with(
                "const it = document.querySelector(arguments[0]);
                 return it.getAttribute('aria-describedby').split(' ')
                     .some(id => document.getElementById(id)?.textContent.includes(arguments[1]))",
                (control, said),
            );
            focus(&page, control);
            page.wait_for_text(TIP, said);
        }
    }
}

#[test]
fn an_explanation_stays_while_the_pointer_is_on_it() {
    let page = scene::open();
    point(&page, ".figure:nth-child(2)");
    page.wait_for_text(TIP, "flow time");
    page.hover(TIP, 30.0, 30.0);
    page.settle();
    assert_eq!(page.count(TIP), 1, "it is gone under the pointer");
    page.hover("#gantt-canvas", 300.0, 200.0);
    page.wait_for_none(TIP);
    // One that the focus has brought about stays wherever the pointer goes.
    focus(&page, "#queue-policy");
    page.wait_for(TIP);
    page.hover("#gantt-canvas", 320.0, 210.0);
    page.settle();
    assert_eq!(page.count(TIP), 1);
    page.execute("document.activeElement.blur()");
    page.wait_for_none(TIP);
}

#[test]
fn a_finger_is_told_within_a_narrow_window() {
    let page = scene::open();
    page.set_window_size(390, 844);
    page.devtools("Emulation.setTouchEmulationEnabled", json!({ "enabled": true }));
    // A finger that came sooner would meet the panel, which slides out of the narrow window.
    page.rest();
    for term in [".figure:nth-child(1)", ".figure:nth-child(3)", ".legend li:nth-child(3)"] {
        tap(&page, term);
        page.wait_for(TIP);
        assert_eq!(page.execute(WITHIN), json!(true), "{term}");
        tap(&page, term);
        page.wait_for_none(TIP);
    }
    page.click("#drawer");
    page.wait_for(".drawer-open");
    page.rest();
    for term in ["label[for=reservation-allocation-1]", "label[for=reservation-allocation-4]", "label[for=ar-percent]"]
    {
        tap(&page, term);
        page.wait_for(TIP);
        assert_eq!(page.execute(WITHIN), json!(true), "{term}");
    }
    page.devtools("Emulation.setTouchEmulationEnabled", json!({ "enabled": false }));
}

/// What is explained to the eye and not described to whoever listens.
pub fn undescribed(page: &Page) -> Value {
    page.execute(
        "const described = text => [...document.querySelectorAll('[aria-describedby]')].some(it =>
             it.getAttribute('aria-describedby').split(' ')
                 .some(id => document.getElementById(id)?.textContent === text));
         return [...document.querySelectorAll('[data-tip]')]
             .filter(it => it.dataset.tip && !described(it.dataset.tip)).map(it => it.outerHTML)",
    )
}
