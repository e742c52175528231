//! Every setting by its own control: the page's link has the scenario that the rows say, and in the end its figures are those of
//! the library.
//!
//! The rows stand in `settings.txt`. A row is what a person does, and which fields of the scenario change: `css = value | field = JSON;
//! field = JSON`, or `css | ...` for a click; a field of the system begins with a dot. `! words` in place of the fields: the page
//! refuses it with these words, and nothing changes.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::harness::{Page, SETTLED};
use crate::{command, keyboard, scene};
use slotscope::experiment::{Scenario, System, knobs};
use slotscope::export::snapshot::{Snapshot, Source};
use slotscope::workload::testing::{drawn, one_in};
use slotscope::workload::workflow::generate;
use slotscope::workload::{Workload, WorkloadKind, task_batch};

/// Knobs without a control in the panel: those of links, files and curves alone, and one that sets other fields.
const WITHOUT: [&str; 2] = ["system.two_level.local.pass_period", "workload.reservations.window_hours"];

/// The sections of the file: the system with what is set, and the rows.
fn sections() -> Vec<(&'static str, &'static str)> {
    let sections = include_str!("settings.txt").split("## ").skip(1);
    let of = |it: &'static str| it.split_once('\n').expect("a title");
    sections.map(of).collect()
}

/// What a row says: where a person does something, the value that is given there, and what comes of it.
struct Row<'a> {
    css: &'a str,
    value: Option<&'a str>,
    becomes: Result<Vec<(String, Value)>, &'a str>,
}

fn rows<'a>(key: &str, text: &'a str) -> Vec<Row<'a>> {
    let field = |it: &str| {
        let (path, value) = it.split_once(" = ").expect("a field");
        let path = if path.starts_with('.') { format!("system.{key}{path}") } else { path.to_owned() };
        (path, serde_json::from_str(value).expect("a value"))
    };
    let row = |line: &'a str| {
        let (act, becomes) = line.split_once(" | ").expect("a row");
        let (css, value) = act.split_once(" = ").map_or((act, None), |(css, value)| (css, Some(value)));
        let becomes = match becomes.strip_prefix("! ") {
            Some(words) => Err(words),
            None => Ok(becomes.split("; ").filter(|it| *it != "the same").map(field).collect()),
        };
        Row { css, value, becomes }
    };
    text.lines().filter(|line| !line.is_empty()).map(row).collect()
}

/// Follows the rows on a page that shows this system on this workload.
#[track_caller]
fn assert_followed(system: &System, of_rows: &str) {
    let (workload, source) = workload_of(system);
    let mut scenario = Scenario { system: system.clone(), ..Scenario::default() };
    if let WorkloadKind::TaskBatch = workload.kind() {
        scenario.platform = vec![1; 6];
    }
    let page = scene::open_at(&Snapshot { workload: source, scenarios: vec![scenario.clone()], ..Snapshot::default() });
    page.wait_until_idle();
    // The fields that have been set since the last look at the link, which takes half a second to be there.
    let mut unseen: Vec<String> = Vec::new();
    for Row { css, value, becomes } in rows(system.model().key(), of_rows) {
        let is_set_again = |(path, _): &(String, Value)| unseen.contains(path);
        if becomes.as_ref().map_or(true, |fields| fields.iter().any(is_set_again)) {
            assert_linked(&page, &scenario, &format!("before {css}, after {unseen:?}"));
            unseen.clear();
        }
        match value {
            Some(value) => {
                page.unfold(css);
                page.set_value(css, value);
            }
            None => page.click(css),
        }
        match becomes {
            Ok(fields) => {
                let mut json = serde_json::to_value(&scenario).expect("JSON");
                for (path, value) in fields {
                    let steps = path.split('.');
                    *steps.fold(&mut json, |it, step| &mut it[step]) = value;
                    unseen.push(path);
                }
                scenario = serde_json::from_value(json).expect("a scenario");
            }
            Err(words) => page.wait_until_with(
                "return [...document.querySelectorAll('.wrong')].some(it => it.textContent.includes(arguments[0]))",
                [words],
            ),
        }
    }
    assert_linked(&page, &scenario, &format!("after {unseen:?}"));
    scene::wait_for_run(&page, &scenario, &workload);
}

#[track_caller]
fn assert_linked(page: &Page, scenario: &Scenario, when: &str) {
    let linked = scene::linked(page).scenarios.remove(0);
    assert_eq!(command::json(&linked), command::json(scenario), "{when}");
}

/// The workload that a system begins with, and how a link names it.
fn workload_of(system: &System) -> (Workload, Source) {
    match system.model().takes()[0] {
        WorkloadKind::Log => (scene::sample(), Source::Sample),
        WorkloadKind::Workflow => {
            let made = generate::MadeUp::default();
            (made.workload().expect("a workflow"), Source::Workflow(made))
        }
        WorkloadKind::TaskBatch => {
            let made = task_batch::generate::MadeUp::default();
            (made.workload().expect("a batch"), Source::Tasks(made))
        }
    }
}

/// The rows of all sections of this title.
#[track_caller]
fn assert_section(title: &str) {
    let (_, rows) = sections().into_iter().find(|it| it.0 == title).expect("a section");
    let (key, _) = title.split_once(": ").expect("a system");
    assert_followed(&System::of_key(key).expect("a system"), rows);
}

#[test]
fn reservations_and_machine_are_set_by_their_controls() {
    assert_section("two_level: reservations and machine");
}

#[test]
fn policies_of_grid_and_queues_are_set_by_their_controls() {
    assert_section("two_level: policies of grid and queues");
}

#[test]
fn local_systems_routes_and_readings_are_set_by_their_controls() {
    assert_section("two_level: local systems, routes and readings");
}

#[test]
fn other_systems_are_set_by_their_controls() {
    for (title, _) in one_in(2, 0, sections().into_iter().filter(|it| it.0.ends_with(": all"))) {
        println!("{title}");
        assert_section(title);
    }
}

/// Every knob of every system stands in a row of that system, or of all.
#[test]
fn every_knob_has_a_row() {
    let paths: Vec<String> = sections()
        .into_iter()
        .flat_map(|(title, of)| rows(title.split(':').next().unwrap_or_default(), of))
        .flat_map(|it| it.becomes.unwrap_or_default())
        .map(|it| it.0)
        .collect();
    for system in System::all() {
        let key = system.model().key();
        for knob in knobs::knobs(&Scenario { system: system.clone(), ..Scenario::default() }) {
            let named: Vec<&str> = knob.path.split('.').take_while(|it| it.parse::<usize>().is_err()).collect();
            let path = named.join(".");
            let has_row = path.starts_with("platform.") || paths.iter().any(|it| it.starts_with(&path));
            assert!(has_row || WITHOUT.contains(&&*path), "{key} {path}");
        }
    }
}

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
    let shown = page.execute_with(SHOWN, [within]);
    let shown = shown.as_object().expect("controls").clone();
    shown.into_iter().collect()
}

fn turn(page: &Page, id: &str) -> bool {
    let turned = page.execute_with(TURN, [id]) == json!(true);
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
    page.wait_until_idle();
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
        let looks: Vec<Shown> = page.read_with(&follow, ("#panel", &id));
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
    let page = scene::open_at(&Snapshot {
        workload,
        scenarios: vec![Scenario { platform: vec![8, 8], system: system.clone(), ..Scenario::default() }],
        ..Snapshot::default()
    });
    page.wait_until_idle();
    page
}

/// A workload of that kind.
fn few_of(kind: WorkloadKind) -> Source {
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
        let page = open(system, few_of(system.model().takes()[0]));
        let turned = assert_undo_and_redo_are_followed(&page, key);
        println!("{key}: {turned} controls");
        assert!(turned > 5, "{key}: only {turned} controls were turned");
        // Back from another system to all that was turned.
        page.execute("document.getElementById('undo').click()");
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
