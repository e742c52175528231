//! Without a mouse, and without eyes: every control is reached and has a name.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::harness::Page;
use crate::scene;

/// Roles of what can be worked, in the browser's accessibility tree.
const CONTROLS: [&str; 12] = [
    "button",
    "checkbox",
    "combobox",
    "ComboBoxMenuButton",
    "link",
    "radio",
    "searchbox",
    "slider",
    "spinbutton",
    "switch",
    "tab",
    "textbox",
];

/// The controls as assistive technology finds them: role and name.
fn controls(page: &Page) -> Vec<(String, String)> {
    let tree = page.devtools("Accessibility.getFullAXTree", json!({}));
    let shown = tree["nodes"].as_array().expect("nodes").iter().filter(|node| node["ignored"] != true);
    let text = |value: &Value| value["value"].as_str().unwrap_or_default().trim().to_owned();
    shown
        .map(|node| (text(&node["role"]), text(&node["name"])))
        .filter(|(role, _)| CONTROLS.contains(&role.as_str()))
        .collect()
}

/// The controls in sight that have no name, and how many controls there are where these are too few.
#[track_caller]
pub fn nameless(page: &Page) -> Value {
    let controls = controls(page);
    let mut nameless: Vec<String> = controls.iter().filter(|it| it.1.is_empty()).map(|it| it.0.clone()).collect();
    if controls.len() < 20 {
        nameless.push(format!("only {} controls", controls.len()));
    }
    // The file input is out of sight, the canvas is no control. What is hidden from everybody who
    // listens has a name in what surrounds it.
    let bare = page.execute(
        "return [...document.querySelectorAll('input, select, textarea, canvas')].filter(it =>
            !it.ariaLabel && !it.closest('[aria-hidden=true]') && ![...it.labels ?? []].some(it => it.textContent.trim()))
            .map(it => it.outerHTML)");
    nameless.extend(bare.as_array().into_iter().flatten().map(Value::to_string));
    json!(nameless)
}

/// Presses Tab from the first control until the focus comes round; the controls it stopped at.
fn stops(page: &Page) -> BTreeSet<String> {
    page.execute("document.querySelector('.skip').focus(); window.stops = new Set()");
    let mut stops = BTreeSet::new();
    for _ in 0..400 {
        page.press("Tab");
        let stop = page.execute(
            "const it = document.activeElement;
             if (it === document.body || window.stops.has(it)) return null;
             window.stops.add(it);
             return it.id || it.ariaLabel || it.textContent.trim()",
        );
        let Some(stop) = stop.as_str() else { break };
        stops.insert(stop.to_owned());
    }
    stops
}

#[test]
fn the_tab_key_reaches_every_control_of_the_panel() {
    let page = scene::open();
    for folded in ["#file", "#over-limit", "#reservation-queue", "#seed", "#add-provider"] {
        page.unfold(folded);
    }
    let stops = stops(&page);
    let wanted = [
        "ar-percent",
        "seed",
        "provider-0",
        "provider-1",
        "add-provider",
        "grid-period",
        "grid-period-number",
        "batch-allocation-0",
        "reservation-allocation-0",
        "reservation-queue-0",
        "queue-policy",
        "over-limit-0",
        "reset",
        "tab-gantt",
        "export",
        "gantt-canvas",
        "gantt-reset",
        "Browse…",
    ];
    for id in wanted {
        assert!(stops.contains(id), "{id} is not among {stops:?}");
    }
}

#[test]
fn views_are_opened_by_keys() {
    let page = scene::open();
    // 0 shows all of a chart.
    let keys: Vec<(String, &str)> = "123456789r".chars().map(String::from).zip(scene::VIEWS).collect();
    for (character, view) in keys.iter().rev() {
        page.press(character);
        page.wait_for(&format!("#view-{view}"));
    }
    page.execute("document.querySelector('#tab-gantt').focus()");
    for view in scene::VIEWS[1..].iter().chain(&scene::VIEWS[..1]) {
        page.press("ArrowRight");
        page.wait_for(&format!("#view-{view}"));
        // A view that is alone in its group has the group's tab, whose arrows go on to the next group.
        match *view {
            "slots" => page.wait_for_focus("group-inside"),
            "compare" => {
                page.wait_for("#tab-compare");
                page.execute("document.querySelector('#tab-compare').focus()");
            }
            _ => page.wait_for_focus(&format!("tab-{view}")),
        }
    }
    page.press("End");
    // The tab is there once its group is open, and has the focus after that.
    page.wait_for_focus(&format!("tab-{}", scene::VIEWS[scene::VIEWS.len() - 1]));
    page.press("Home");
    page.wait_for("#view-gantt");
    // A digit that is typed into a field is no command.
    page.type_text("#seed", "3");
    page.settle();
    assert_eq!(page.count("#view-gantt"), 1);
}

#[test]
fn the_drawer_of_a_narrow_page_is_worked_by_keys() {
    let page = scene::open();
    page.set_window_size(390, 844);
    page.execute("document.querySelector('#drawer').focus()");
    page.press("Enter");
    page.wait_for(".drawer-open #drawer[aria-expanded=true]");
    page.press("Escape");
    page.wait_for("#drawer[aria-expanded=false]");
    // What is out of sight must be out of the Tab key's way.
    page.wait_until("return getComputedStyle(document.querySelector('#panel')).visibility === 'hidden'");
    let stops = stops(&page);
    assert!(!stops.contains("ar-percent"), "{stops:?}");
    assert!(stops.contains("tab-gantt"), "{stops:?}");
}

#[test]
fn the_list_of_keys_opens_closes_and_gives_the_focus_back() {
    let page = scene::open();
    page.unfold("#seed");
    page.execute("document.querySelector('#seed').focus()");
    // In a field it is a character like any other.
    page.press("?");
    page.settle();
    assert_eq!(page.count("#key-sheet[open]"), 0);
    page.execute("document.querySelector('#tab-gantt').focus()");
    page.press("?");
    page.wait_for("#key-sheet[open]");
    for text in ["Undo", "Ctrl", "Zoom in and out", "Show all"] {
        page.wait_for_text("#key-sheet", text);
    }
    let inside = "return document.activeElement.closest('#key-sheet') !== null";
    assert_eq!(page.execute(inside), json!(true));
    // Keys do not reach through it.
    page.press("2");
    page.settle();
    assert_eq!(page.count("#view-gantt"), 1);
    page.press("Escape");
    page.wait_for_none("#key-sheet[open]");
    page.wait_for_focus("tab-gantt");
    page.click("#keys");
    page.wait_for("#key-sheet[open]");
    page.click("#key-sheet-close");
    page.wait_for_none("#key-sheet[open]");
}

#[test]
fn views_are_stepped_through_and_single_characters_can_be_turned_off() {
    let page = scene::open();
    for view in scene::VIEWS[1..].iter().chain(&scene::VIEWS[..1]) {
        page.press("]");
        page.wait_for(&format!("#view-{view}"));
    }
    page.press("[");
    page.wait_for(&format!("#view-{}", scene::VIEWS[scene::VIEWS.len() - 1]));
    page.press("?");
    page.wait_for("#key-sheet[open]");
    page.click("#character-keys");
    page.press("Escape");
    page.wait_for_none("#key-sheet[open]");
    page.execute("document.activeElement.blur()");
    page.press("1");
    page.press("?");
    page.settle();
    assert_eq!(page.count("#view-gantt, #key-sheet[open]"), 0);
    // Those with Ctrl stay.
    page.set_value("#ar-percent", 40);
    page.press("Control+z");
    scene::show(&page, "gantt");
    scene::wait_for(&page, &scene::sample_report());
}

#[test]
fn a_text_field_undoes_its_own_typing() {
    let page = scene::open();
    page.set_value("#ar-percent", 40);
    page.wait_for("#undo:enabled");
    // A filter is nothing that the page could undo.
    scene::show(&page, "jobs");
    page.type_text("#job-filter", "17");
    let heard = "window.prevented = null;
        window.addEventListener('keydown', it => {
            if (it.key !== 'Control') window.prevented = it.defaultPrevented;
        })";
    page.execute(heard);
    for chord in ["Control+z", "Control+Shift+z", "Control+y"] {
        page.press(chord);
        page.settle();
        assert_eq!(page.execute("return window.prevented"), json!(false), "{chord}");
        let percent = page.execute("return document.querySelector('#ar-percent').value");
        assert_eq!(percent, json!("40"), "{chord} in a field went to the page");
    }
    // The field has undone what was typed.
    page.press("Control+z");
    page.wait_until("return document.querySelector('#job-filter').value !== '17'");
    // Elsewhere it is the page's.
    page.execute("document.activeElement.blur()");
    page.press("Control+z");
    scene::wait_for(&page, &scene::sample_report());
}

/// Whether the pointer or the keyboard was used last decides whether a browser shows where the focus is.
fn focus(page: &Page, css: &str, by: &str) {
    match by {
        "pointer" => page.execute_with(
            "document.activeElement.blur();
             const it = document.querySelector(arguments[0]);
             it.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
             it.focus({ focusVisible: false })",
            [css],
        ),
        _ => page.execute_with("document.querySelector(arguments[0]).focus({ focusVisible: true })", [css]),
    };
}

#[test]
fn keys_are_the_pages_again_once_something_was_chosen_with_the_pointer() {
    let page = scene::open();
    let queue = "return document.querySelector('#queue-policy').value";
    focus(&page, "#queue-policy", "pointer");
    page.set_value("#queue-policy", "EASY backfilling");
    page.wait_until("return document.activeElement === document.body");
    page.press("p");
    page.wait_for(".projector");
    page.press("p");
    page.wait_for_none(".projector");
    assert_eq!(page.execute(queue), json!("EASY backfilling"));
    // The next policy, by its key: no entry that begins with the letter.
    page.press("b");
    page.wait_until("return document.querySelector('#queue-policy').value !== 'EASY backfilling'");
    assert_ne!(page.text("#run-line"), "");
    assert_eq!(page.execute("return document.querySelector('#system').value"), json!("Two-level grid"));
    // A list that was reached by the keyboard keeps its letters.
    focus(&page, "#queue-policy", "keyboard");
    page.set_value("#queue-policy", "EASY backfilling");
    page.wait_for_focus("queue-policy");
    page.press("p");
    page.settle();
    assert_eq!(page.count(".projector"), 0);
    // In the player Space plays after a switch was clicked, and does not turn the switch back.
    scene::show(&page, "play");
    page.click("#hide-future");
    page.wait_for("#hide-future:checked");
    page.press(" ");
    page.wait_for("[data-playing=true]");
    assert_eq!(page.count("#hide-future:checked"), 1);
    page.press(" ");
    page.wait_for("[data-playing=false]");
    focus(&page, "#hide-future", "keyboard");
    page.press(" ");
    page.wait_for("#hide-future:not(:checked)");
    assert_eq!(page.count("[data-playing=true]"), 0);
}
