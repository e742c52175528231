//! Every control shows what the scenario says, whatever has been done in between.
//!
//! The tests find the controls by themselves: those of a system that is added are held to it as well.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use slotscope::experiment::{Scenario, System};
use slotscope::export::snapshot::{Snapshot, Source};
use slotscope::workload::testing::drawn;
use slotscope::workload::workflow::generate;
use slotscope::workload::{WorkloadKind, task_batch};

use crate::harness::{Page, SETTLED};
use crate::{keyboard, scene};

/// A few jobs, so that runs take no time.
const FEW: &str = "; MaxProcs: 8\n\
    1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n\
    2 5 0 60 8 -1 -1 8 60 -1 1 1 1 -1 1 1 -1 -1\n\
    3 9 0 30 4 -1 -1 4 60 -1 1 2 1 -1 1 1 -1 -1\n";

/// What each control within an element shows, by its id.
type Shown = BTreeMap<String, Value>;

const SHOWN: &str = "
    document.querySelectorAll('details').forEach(it => it.open = true);
    const all = document.querySelectorAll(`${arguments[0]} :is(select, input)[id]`);
    const shown = it => it.matches('select') ? it.selectedOptions[0]?.textContent ?? null
        : it.matches('[type=checkbox], [type=radio]') ? it.checked : it.value;
    return Object.fromEntries([...all].map(it => [it.id, shown(it)]));";

/// Gives a control another value, as a person does: whether there is another one.
const TURN: &str = "
    const it = document.getElementById(arguments[0]);
    if (!it || it.disabled) return false;
    const say = (...names) => names.forEach(name =>
        it.dispatchEvent(new Event(name, { bubbles: true })));
    if (it.matches('select')) {
        if (it.options.length < 2) return false;
        it.focus();
        it.selectedIndex = (it.selectedIndex + 1) % it.options.length;
        say('input', 'change');
    } else if (it.matches('[type=checkbox]')) {
        it.click();
    } else if (it.matches('[type=radio]')) {
        if (it.checked) return false;
        it.click();
    } else if (it.matches('[type=range], [type=number]')) {
        const [now, least, most] = [it.value, it.min, it.max].map(Number);
        it.focus();
        it.value = now + 1 <= most ? now + 1 : Math.max(least, now - 1);
        say('input', 'change');
        it.blur();
    } else {
        return false;
    }
    return true;";

/// Turns a control, then presses Undo and Redo, and returns the controls before and after each of the three; an empty
/// list if turning it changes no control. One script, as there are over a hundred controls.
const FOLLOW: &str = "
    const [within, id] = arguments;
    const look = function () { SHOWN };
    const turn = function () { TURN };
    const shown = async () => {
        await SETTLED;
        return look(within);
    };
    return (async () => {
        const before = look(within);
        if (!turn(id)) return [];
        const after = await shown();
        if (JSON.stringify(after) === JSON.stringify(before)) return [];
        const all = [before, after];
        for (const button of ['undo', 'redo']) {
            document.getElementById(button).click();
            all.push(await shown());
        }
        return all;
    })();";

#[track_caller]
fn shown(page: &Page, within: &str) -> Shown {
    page.settle();
    let shown = page.execute(SHOWN, &[json!(within)]);
    let shown = shown.as_object().expect("controls").clone();
    shown.into_iter().collect()
}

fn turn(page: &Page, id: &str) -> bool {
    let turned = page.execute(TURN, &[json!(id)]) == json!(true);
    page.settle();
    turned
}

/// What shows the same as `page` on a page that is opened by its link.
#[track_caller]
fn assert_as_by_its_link(page: &Page, within: &str, when: &str) {
    let here = shown(page, within);
    scene::linked(page);
    let address = page.address();
    page.goto("about:blank");
    page.goto(&address);
    page.wait_until("return document.body.dataset.state === 'idle'", &[]);
    page.wait_for(within);
    assert_eq!(here, shown(page, within), "{when}");
}

/// Turns every control of the panel and those that appear with them, one upon the other; each is undone and done again.
/// How many there are.
#[track_caller]
fn assert_undo_and_redo_are_followed(page: &Page, of: &str) -> usize {
    let follow = FOLLOW.replace("SHOWN", SHOWN).replace("TURN", TURN).replace("SETTLED", SETTLED);
    let mut turned = 0;
    let mut tried = BTreeSet::new();
    let mut next: Vec<String> = shown(page, "#panel").into_keys().collect();
    while let Some(id) = next.pop() {
        // The system would take its controls away: the last of all.
        if id == "system" && !next.is_empty() {
            next.insert(0, id);
            continue;
        }
        let looks = page.execute(&follow, &[json!("#panel"), json!(id)]);
        let looks: Vec<Shown> = serde_json::from_value(looks).expect("controls");
        tried.insert(id.clone());
        let [before, after, undone, again] = &looks[..] else { continue };
        turned += 1;
        assert_eq!(undone, before, "{of}: {id} undone");
        assert_eq!(again, after, "{of}: {id} done again");
        if id != "system" {
            next.extend(after.keys().filter(|it| !tried.contains(*it) && !before.contains_key(*it)).cloned());
        }
    }
    turned
}

/// The page with a system on a workload that the link carries.
fn open(system: &System, workload: Source) -> Page {
    let page = Page::open(&scene::path_to(&Snapshot {
        workload,
        scenarios: vec![Scenario { platform: vec![8, 8], system: system.clone(), ..Scenario::default() }],
        ..Snapshot::default()
    }));
    page.wait_until("return document.body.dataset.state === 'idle'", &[]);
    page
}

/// A workload of that kind.
fn workload_of(kind: WorkloadKind) -> Source {
    match kind {
        WorkloadKind::Log => Source::Written { name: "few jobs".to_owned(), text: FEW.to_owned() },
        WorkloadKind::Workflow => Source::Workflow(generate::MadeUp::default()),
        WorkloadKind::TaskBatch => Source::Tasks(task_batch::generate::MadeUp::default()),
    }
}

#[test]
fn every_control_of_the_panel_follows_undo_redo_and_links_under_every_system() {
    for system in drawn(&System::all()) {
        let key = system.model().key();
        let page = open(system, workload_of(system.model().takes()[0]));
        let turned = assert_undo_and_redo_are_followed(&page, key);
        println!("{key}: {turned} controls");
        assert!(turned > 5, "{key}: only {turned} controls were turned");
        // Back from another system to all that was turned.
        page.execute("document.getElementById('undo').click()", &[]);
        assert_eq!(keyboard::nameless(&page), json!([]), "{key}");
        assert_as_by_its_link(&page, "#panel", key);
    }
}

#[test]
fn the_panel_shows_the_scenario_that_was_dropped_or_taken() {
    let page = scene::open();
    // Once picked by hand, an option no longer follows its attribute.
    page.set_value("#queue-policy", "Strict FCFS");
    page.set_value("#queue-policy", "FCFS with backfilling");
    page.drop_bytes("easy.json", br#"{"system": {"two_level": {"local": {"queue": "easy"}}}}"#);
    page.wait_for("#run-line");
    page.wait_for_text("#run-line", "EASY backfilling");
    assert_eq!(shown(&page, "#panel")["queue-policy"], json!("EASY backfilling"));
    page.click("#undo");
    // A point of the trade-off.
    scene::show(&page, "trade-off");
    page.set_value("#trade-seeds", 1);
    page.set_value("#trade-period", "0");
    page.click("#trade-run");
    scene::wait_for_runs(&page, "#trade-done");
    page.wait_for("#trade-front tbody tr");
    page.execute(
        "const rows = [...document.querySelectorAll('#trade-front tbody tr')];
         (rows.find(it => it.textContent.includes('SJF')) ?? rows[0]).click()",
        &[],
    );
    scene::show(&page, "gantt");
    assert_as_by_its_link(&page, "#panel", "a point that was taken");
}

#[test]
fn the_controls_of_forms_and_lessons_are_as_by_their_link() {
    let page = scene::open();
    for (view, form) in [("curves", ".curves-form"), ("trade-off", ".trade-form")] {
        scene::show(&page, view);
        let before = shown(&page, form);
        let all: Vec<&String> = before.keys().collect();
        for id in drawn(&all) {
            turn(&page, id);
        }
        assert_ne!(before, shown(&page, form), "{view}");
        assert_as_by_its_link(&page, form, view);
    }
    scene::show(&page, "lessons");
    page.click("#lesson-choosing-delta");
    page.wait_for("#lesson");
    // To the first step with a control.
    while page.count(".lesson-controls") == 0 {
        page.click("#lesson-next");
        page.settle();
    }
    for id in shown(&page, ".lesson-controls").keys() {
        turn(&page, id);
    }
    assert_as_by_its_link(&page, ".lesson-controls", "a step of a lesson");
}
