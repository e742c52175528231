//! Every change can be undone, and done again.

use serde_json::json;
use slotscope::criteria::report;
use slotscope::experiment::Scenario;
use slotscope::export::permalink;
use slotscope::export::snapshot::{Snapshot, Source};
use slotscope::workload::lublin::Lublin;

use crate::harness::Page;
use crate::scene;

const SMALL: &[u8] = b"; MaxProcs: 8\n\
    1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n\
    2 5 0 60 8 -1 -1 8 60 -1 1 1 1 -1 1 1 -1 -1\n\
    3 9 0 30 4 -1 -1 4 60 -1 1 1 1 -1 1 1 -1 -1\n";

/// Makes a change, each of another kind.
type Change = fn(&Page);

fn open_link(page: &Page, snapshot: &Snapshot) {
    let hash = permalink::link(snapshot).unwrap();
    page.execute("location.hash = arguments[0]", &[json!(hash)]);
}

/// Three scenarios side by side.
fn compared(front: usize, baseline: usize) -> Snapshot {
    let scenarios = [1, 2, 3].map(|seed| Scenario { seed, ..Scenario::default() });
    Snapshot { scenarios: scenarios.to_vec(), front, baseline, ..Snapshot::default() }
}

const CHANGES: [Change; 20] = [
    |page| page.set_value("#ar-percent", 20),
    |page| page.set_value("#seed", 7),
    |page| page.set_value("#queue-policy", "EASY backfilling"),
    |page| page.drop_bytes("a.swf", SMALL),
    |page| page.set_value("#grid-period-number", 60),
    |page| page.click("#add-provider"),
    |page| page.drop_bytes("list.csv", b"job,ready,deadline\n2,100,200\n"),
    |page| page.drop_bytes("scenario.json", br#"{"platform": [16]}"#),
    |page| open_link(page, &compared(0, 0)),
    |page| open_link(page, &compared(2, 0)),
    |page| open_link(page, &compared(2, 1)),
    |page| page.set_value("#ar-percent", 45),
    |page| page.drop_bytes("b.swf", &[SMALL, b"4 9 0 30 4 -1 -1 4 60 -1 1 1 1 -1 1 1 -1 -1\n"].concat()),
    |page| page.set_value("#seed", 77),
    |page| page.click("#reset"),
    |page| page.set_value("#last-job", 2),
    |page| {
        open_link(
            page,
            &Snapshot {
                workload: Source::Generated(Box::new(Lublin { jobs: 40, ..Lublin::default() })),
                ..Snapshot::default()
            },
        );
    },
    |page| page.set_value("#ar-percent", 80),
    |page| page.drop_bytes("all.json", br#"{"seed": 12, "workload": {"count": 30}}"#),
    |page| page.set_value("#seed", 13),
];

/// The address and the key figures, at rest.
#[track_caller]
fn at_rest(page: &Page) -> (Snapshot, Vec<String>) {
    let snapshot = scene::linked(page);
    page.wait_until("return document.body.dataset.state === 'idle'", &[]);
    let figures = page
        .execute("return [...document.querySelectorAll('.figure dd[data-value]')].map(it => it.dataset.value)", &[]);
    (snapshot, serde_json::from_value(figures).expect("figures"))
}

/// Presses a button wherever it stands: it moves when a notice below it goes away by itself.
fn press(page: &Page, button: &str) {
    let pressed = page.execute(
        "const it = document.querySelector(arguments[0]), may = !it.disabled; it.click(); return may",
        &[json!(button)],
    );
    assert_eq!(pressed, json!(true), "{button}");
}

#[test]
fn twenty_changes_are_undone_to_the_start_and_done_again() {
    let page = scene::open();
    page.execute("document.querySelectorAll('details').forEach(it => it.open = true)", &[]);
    let mut seen = vec![at_rest(&page)];
    for (number, change) in CHANGES.iter().enumerate() {
        change(&page);
        // Until a file has been read, nothing has changed yet.
        let before = &seen[number].0;
        let after = page.poll(&format!("change {number}"), || Some(at_rest(&page)).filter(|after| after.0 != *before));
        seen.push(after);
    }
    for number in (0..CHANGES.len()).rev() {
        press(&page, "#undo");
        assert_eq!(at_rest(&page), seen[number], "undo {number}");
    }
    assert_eq!(page.execute("return document.querySelector('#undo').disabled", &[]), json!(true));
    assert_eq!(seen[0].0, Snapshot::default());
    scene::wait_for(&page, &scene::sample_report());
    for (number, seen) in seen.iter().enumerate().skip(1) {
        press(&page, "#redo");
        // As fast as somebody presses it, with a look now and then.
        if number % 5 == 0 {
            assert_eq!(&at_rest(&page), seen, "redo {number}");
        }
    }
}

#[test]
fn a_control_that_came_back_leaves_nothing_to_undo() {
    let page = scene::open();
    page.set_value("#ar-percent", 10);
    let mut ten = Scenario::default();
    ten.workload.reservations.percent = 10.0;
    let ten = report(&scene::run(&ten, &scene::sample()));
    scene::wait_for(&page, &ten);
    page.execute(
        "const it = document.querySelector('#ar-percent');
         const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
         for (const value of [30, 60, 10]) {
             set.call(it, value);
             it.dispatchEvent(new Event('input', { bubbles: true }));
         }
         it.dispatchEvent(new Event('change', { bubbles: true }));",
        &[],
    );
    scene::wait_for(&page, &ten);
    page.click("#undo");
    scene::wait_for(&page, &scene::sample_report());
}
