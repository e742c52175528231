//! The command palette: every view, setting, log, lesson and action by its words.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use slotscope::experiment::Scenario;
use slotscope::export::snapshot::Snapshot;
use slotscope::lesson::shelf::SHELF;
use slotscope::system::two_level::QueuePolicy;

use crate::accessibility::assert_accessible;
use crate::harness::{ColourScheme, Page};
use crate::scene;

const OPEN: &str = "#palette[open] #palette-search:focus";
const FIRST: &str = "#palette-option-0[aria-selected=true]";

/// Opens the palette and types a search.
#[track_caller]
fn search(page: &Page, text: &str) {
    page.press("Control+k");
    page.wait_for(OPEN);
    page.set_value("#palette-search", text);
}

/// Chooses the first command that has the words, which must be this one.
#[track_caller]
fn choose(page: &Page, text: &str, name: &str) {
    search(page, text);
    page.wait_for_text(FIRST, name);
    page.press("Enter");
    page.wait_for_none("#palette[open]");
}

#[test]
fn a_policy_is_set_by_its_name() {
    let page = scene::open();
    choose(&page, "easy", "Queue: EASY backfilling");
    let mut scenario = Scenario::default();
    scene::options(&mut scenario).local.queue = QueuePolicy::Easy;
    let easy = scene::report_of(&scenario, &scene::sample());
    scene::wait_for(&page, &easy);
    // The control shows what was set, and can be changed further.
    page.wait_for_focus("queue-policy");
    page.wait_for(".field[data-found] #queue-policy");
    page.wait_for_none("[data-found]");
    // A choice side by side.
    choose(&page, "batch round robin", "Batch allocation: Round robin");
    page.wait_for("#batch-allocation input:checked:focus");
    page.press("Control+z");
    scene::wait_for(&page, &easy);
}

#[test]
fn a_setting_is_shown_also_where_it_was_folded_away() {
    let page = scene::open();
    // Also while a field has the focus.
    page.type_text("#grid-period-number", "");
    choose(&page, "delta", "Grid period δ");
    page.wait_for_focus("grid-period");
    assert_eq!(page.count("#readings[open]"), 0);
    choose(&page, "inquiries", "Step between inquiries");
    page.wait_for_focus("inquiry-step");
    page.wait_for("#readings[open] .field[data-found] #inquiry-step");
    // From a view without the panel.
    scene::show(&page, "lessons");
    choose(&page, "seed", "Seed");
    page.wait_for_focus("seed");
    page.wait_for(".drawer-open #draws[open] #seed");
}

#[test]
fn views_lessons_papers_logs_and_actions_are_there() {
    let page = scene::open();
    choose(&page, "tradeoff", "Trade-off");
    page.wait_for("#view-trade-off");
    let card = &SHELF[0];
    choose(&page, card.title, card.title);
    page.wait_for(&format!("#view-lessons #lesson[data-lesson={}]", card.id));
    choose(&page, "kurowski table 2", "Kurowski 2011, Table 2");
    page.wait_for("#view-reproduce #item[data-item=table-2]");
    choose(&page, "gantt", "Gantt");
    page.wait_for("#view-gantt");
    choose(&page, "blackboard", "Blackboard");
    page.wait_for_text("#workload-name", "lackboard");
    choose(&page, "sample log", "Sample log");
    scene::wait_for(&page, &scene::sample_report());
    choose(&page, "list of keys", "This list of keys");
    page.wait_for("#key-sheet[open]");
    page.press("Escape");
    page.wait_for_none("#key-sheet[open]");
    // The last ones stand first.
    page.press("Control+k");
    page.wait_for_text("#palette-list [role=group]:first-child", "Recent");
    page.wait_for_text(FIRST, "This list of keys");
    page.press("ArrowDown");
    page.wait_for_text("#palette-option-1[aria-selected=true]", "Sample log");
    page.press("Escape");
    page.wait_for_none("#palette[open]");
}

#[test]
fn what_is_not_there_is_told_and_escape_gives_the_focus_back() {
    let page = scene::open();
    page.execute("document.querySelector('#tab-gantt').focus()");
    search(&page, "no such words");
    page.wait_for_text("#palette-told", "No command has these words.");
    assert_eq!(page.count("#palette-list"), 0);
    page.press("Enter");
    page.set_value("#palette-search", "redo");
    page.wait_for_text(FIRST, "nothing to redo");
    page.press("Enter");
    page.settle();
    assert_eq!(page.count(OPEN), 1, "it cannot be chosen");
    page.set_value("#palette-search", "system workflow");
    page.wait_for_text("#palette-option-0[aria-disabled=true]", "needs a workflow");
    page.press("Escape");
    page.wait_for_none("#palette[open]");
    page.wait_for_focus("tab-gantt");
    page.press("Control+k");
    page.wait_for(OPEN);
    page.press("Control+k");
    page.wait_for_none("#palette[open]");
    scene::wait_for(&page, &scene::sample_report());
}

#[test]
fn a_narrow_page_has_a_button_for_it() {
    let page = scene::open();
    page.set_window_size(390, 844);
    page.click("#palette-open");
    page.wait_for(OPEN);
    page.set_value("#palette-search", "queue");
    page.wait_for_text(FIRST, "Queue");
    let within = "const it = document.querySelector('#palette').getBoundingClientRect();
        return it.left >= 0 && it.right <= innerWidth && it.bottom <= innerHeight
            && document.documentElement.scrollWidth <= innerWidth";
    assert_eq!(page.execute(within), json!(true));
    page.click("#palette-option-0");
    page.wait_for_focus("queue-policy");
    page.wait_for(".drawer-open");
    page.press("Escape");
    page.wait_for_none(".drawer-open");
    // Where the panel is away, a notice tells what was set.
    page.click("#palette-open");
    page.wait_for(OPEN);
    page.set_value("#palette-search", "conservative");
    page.click("#palette-option-0");
    page.wait_for_text(".notices", "Queue: Conservative backfilling");
}

#[test]
fn the_dialog_is_accessible() {
    let page = scene::open();
    for (scheme, text) in [(ColourScheme::Light, "e"), (ColourScheme::Dark, "redo"), (ColourScheme::Dark, "xyz")] {
        page.set_colour_scheme(scheme);
        search(&page, text);
        page.settle();
        assert_accessible(&page);
        page.press("Escape");
        page.wait_for_none("#palette[open]");
    }
}

#[test]
fn a_dialog_that_is_opened_as_soon_as_it_has_closed_stays_open() {
    let page = scene::open();
    // The browser fires `close` in a later task; on a slow machine it handles a key that follows at once before that.
    page.devtools("Emulation.setCPUThrottlingRate", json!({ "rate": 12 }));
    search(&page, "easy");
    page.press_each(&["Escape", "Control+k"]);
    page.settle();
    page.wait_for(OPEN);
    page.devtools("Emulation.setCPUThrottlingRate", json!({ "rate": 1 }));
    page.press("Escape");
    page.wait_for_none("#palette[open]");
}

/// The controls of the panel that no setting of the palette leads to.
fn forgotten(page: &Page) -> Value {
    search(page, "settings");
    page.wait_for("#palette-option-0");
    let forgotten = page.execute(
        "const found = [...document.querySelectorAll('#palette-list [data-control]')].map(it => it.dataset.control);
         const found_in = it => found.some(id => id && it.querySelector('#' + CSS.escape(id)));
         const unnamed = [...document.querySelectorAll('#palette-list .palette-name')].filter(it => !it.textContent.trim());
         const controls = document.querySelectorAll('#panel :is(input:not([type=file]), select, textarea)');
         return [...controls].filter(it => !found.includes(it.id)
                 && !found_in(it.closest('.field, [role=radiogroup]') ?? document.createElement('p')))
             .map(it => it.outerHTML).concat(unnamed.map(it => it.parentElement.outerHTML))");
    page.press("Escape");
    page.wait_for_none("#palette[open]");
    forgotten
}

#[test]
fn no_setting_of_any_system_is_forgotten() {
    let page = scene::open();
    let mut systems = BTreeSet::new();
    for sample in ["sample log", "sample workflow", "sample tasks"] {
        choose(&page, sample, "Sample");
        page.wait_until_idle();
        let offered = page.execute("return [...document.querySelectorAll('#system option')].map(it => it.textContent)");
        for system in offered.as_array().expect("names") {
            let name = system.as_str().expect("a name");
            page.set_value("#system", name);
            page.settle();
            assert_eq!(forgotten(&page), json!([]), "{name}");
            systems.insert(name.to_owned());
        }
    }
    assert!(systems.len() > 5, "{systems:?}");
}

#[test]
fn an_explanation_names_the_lesson_and_a_key_opens_it() {
    let page = scene::open();
    // A description is there once the browser is idle; a focus before shows none.
    page.wait_for("#grid-period[aria-describedby]");
    page.execute(
        "document.activeElement.blur();
         document.querySelector('#grid-period').focus({ focusVisible: true })",
    );
    page.wait_for_text("#tip .tip-lesson", "Lesson: Choosing δ");
    let said = page.execute(
        "return document.querySelector('#grid-period').getAttribute('aria-describedby').split(' ')
             .map(id => document.getElementById(id).textContent).join(' ')",
    );
    assert!(said.as_str().is_some_and(|it| it.contains("Lesson: Choosing δ, key F1.")), "{said}");
    page.press("F1");
    page.wait_for("#view-lessons #lesson[data-lesson=choosing-delta]");
    // By itself a view has no other to open.
    let snapshot = Snapshot::default();
    page.goto("about:blank");
    page.goto(&scene::path_to(&snapshot).replacen("/#", "/?view=only#", 1));
    page.wait_for(".only #view-gantt > *");
    assert_eq!(page.count("[id^=lesson-of-tip]"), 0);
}

#[test]
fn an_explanation_shows_the_effect_of_its_setting_in_pictures() {
    let page = scene::open();
    page.wait_for("#grid-period[aria-describedby]");
    page.unfold("#request-kind");
    for (width, height) in [(1280, 720), (1440, 900)] {
        page.set_window_size(width, height);
        for (control, pictures) in [
            ("queue-policy", 4),
            ("grid-period", 2),
            ("ar-percent", 2),
            ("request-kind-1", 2),
            ("batch-allocation-0", 0),
        ] {
            page.execute_with(
                "document.activeElement.blur();
                 document.getElementById(arguments[0]).focus({ focusVisible: true })",
                [control],
            );
            page.wait_until_with(
                "const tip = document.querySelector('#tip');
                 return tip?.querySelectorAll('.tip-picture svg rect').length >= arguments[0] * 2
                     && tip.querySelectorAll('.tip-picture').length === arguments[0]",
                [pictures],
            );
            let within = page.execute(
                "const it = document.querySelector('#tip').getBoundingClientRect();
                 return it.left >= 0 && it.top >= 0 && it.right <= innerWidth && it.bottom <= innerHeight",
            );
            assert_eq!(within, json!(true), "{control} at {width} × {height}");
        }
    }
}
