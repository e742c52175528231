//! A step of a lesson has an address: a link, a view by itself and a reload open it with what was set, and
//! Back and Forward go through the steps.

use crate::harness::Page;
use crate::scene;

/// A lesson whose second step has a control.
const LESSON: &str = "choosing-delta";

#[track_caller]
fn wait_for_step(page: &Page, step: usize) {
    page.wait_for(&format!("#lesson[data-lesson={LESSON}][data-step='{step}']"));
}

/// Opens the lesson at its first step with a control, and sets that: the step, counted from 1, and what the
/// controls show then.
fn open_and_set(page: &Page) -> (usize, serde_json::Value) {
    scene::show(page, "lessons");
    page.click(&format!("#lesson-{LESSON}"));
    wait_for_step(page, 1);
    let mut step = 1;
    while page.count(".lesson-controls") == 0 {
        page.click("#lesson-next");
        step += 1;
        wait_for_step(page, step);
    }
    page.execute(
        "const it = document.querySelector('.lesson-controls :is(select, input)');
         if (it.matches('select')) it.selectedIndex = it.options.length - 1;
         else it.value = it.max;
         for (const name of ['input', 'change']) it.dispatchEvent(new Event(name, { bubbles: true }));",
        &[],
    );
    (step, controls(page))
}

fn controls(page: &Page) -> serde_json::Value {
    page.settle();
    page.execute(
        "return [...document.querySelectorAll('.lesson-controls :is(select, input)')]
            .map(it => it.matches('select') ? it.selectedIndex : it.value)",
        &[],
    )
}

#[test]
fn a_step_opens_by_its_link_after_a_reload_and_by_itself_with_what_was_set() {
    let page = scene::open();
    let (step, set) = open_and_set(&page);
    let linked = scene::linked(&page);
    let place = linked.lesson.as_ref().expect("the lesson in the link");
    assert_eq!((place.id.as_str(), place.step + 1), (LESSON, step));
    assert_eq!(place.set.len(), 1);
    page.reload();
    wait_for_step(&page, step);
    assert_eq!(controls(&page), set, "after a reload");
    let path = scene::path_to(&linked);
    for (way, path) in [("by a link", path.clone()), ("by itself", path.replace("/#", "/?view=only#"))] {
        page.goto("about:blank");
        page.goto(&path);
        wait_for_step(&page, step);
        assert_eq!(controls(&page), set, "{way}");
    }
    // The last session, where there is no link.
    page.goto("about:blank");
    page.goto("/");
    wait_for_step(&page, step);
    assert_eq!(controls(&page), set, "as the last session");
}

#[test]
fn back_and_forward_go_through_the_steps_and_what_was_set_stays() {
    let page = scene::open();
    let (step, set) = open_and_set(&page);
    page.click("#lesson-next");
    wait_for_step(&page, step + 1);
    page.execute("history.back()", &[]);
    wait_for_step(&page, step);
    assert_eq!(controls(&page), set);
    page.execute("history.forward()", &[]);
    wait_for_step(&page, step + 1);
    for at in (1..=step).rev() {
        page.execute("history.back()", &[]);
        wait_for_step(&page, at);
    }
    page.execute("history.back()", &[]);
    page.wait_for("#lesson-list");
    page.execute("history.back()", &[]);
    page.wait_for("#view-gantt");
}

#[test]
fn a_link_to_a_lesson_that_does_not_come_with_the_page_says_what_to_do_and_opens_it_when_dropped() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/static/lessons");
    let text = std::fs::read_to_string(format!("{folder}/{LESSON}.json")).expect("a lesson");
    let own = text.replacen(LESSON, "my-own", 1);
    let page = scene::open();
    page.drop_bytes("my-own.json", own.as_bytes());
    page.wait_for("#lesson[data-lesson=my-own]");
    page.click("#lesson-next");
    page.wait_for("#lesson[data-step='2']");
    let path = scene::path_to(&scene::linked(&page));
    page.goto("about:blank");
    page.goto(&path);
    page.wait_for("#lesson-list");
    page.wait_for_text(".notice", "drop its file");
    page.drop_bytes("my-own.json", own.as_bytes());
    page.wait_for("#lesson[data-lesson=my-own][data-step='2']");
}

#[test]
fn a_lesson_has_its_own_words_on_paper_and_no_figures_of_another_run() {
    let page = scene::open();
    page.set_value("#queue-policy", "EASY backfilling");
    page.wait_for_text("#run-line", "EASY backfilling");
    let (step, _) = open_and_set(&page);
    let paper = page.execute("return document.querySelector('#paper').textContent", &[]);
    let paper = paper.as_str().expect("words").to_owned();
    let title = page.text("#lesson-title");
    assert!(paper.contains(&format!("Lesson: {title}")), "{paper}");
    assert!(paper.contains(&format!("Step {step}: ")), "{paper}");
    assert!(!paper.contains("EASY"), "{paper}");
    for of_the_run in [".figures", "#spent", "#run-line", "#workload-name"] {
        assert_eq!(page.count(of_the_run), 0, "{of_the_run}");
    }
    page.execute("document.activeElement.blur()", &[]);
    page.press("p");
    page.wait_for(".projector");
    assert_eq!(page.count(".figures, #run-line"), 0);
    scene::show(&page, "reproduce");
    let paper = page.execute("return document.querySelector('#paper').textContent", &[]);
    assert!(!paper.as_str().expect("words").contains("EASY"), "{paper}");
    // There a click takes the scenario behind a number, and the line says which run it is.
    assert_eq!(page.count(".figures, #run-line, #workload-name"), 3);
}

#[test]
fn a_path_for_a_class_leads_from_lesson_to_lesson_and_has_an_address() {
    let page = scene::open();
    scene::show(&page, "lessons");
    page.click("#path-45");
    page.click("#on-path-grouping");
    page.wait_for_text("#path-told", "5 lessons");
    let linked = scene::linked(&page);
    let path = linked.lesson.clone().expect("a place").path;
    assert_eq!(path.len(), 5);
    let other = Page::open(&scene::path_to(&linked));
    other.wait_for("#lesson-list");
    other.wait_for_text("#path-told", "5 lessons");
    let first = format!(".lesson-cards li:first-child #lesson-{}", path[0]);
    other.click(&first);
    other.wait_for(&format!("#lesson[data-lesson={}]", path[0]));
    assert_eq!(scene::linked(&other).lesson.expect("a place").path, path);
    other.click("#lesson-close");
    other.wait_for_text("#path-told", "5 lessons");
    other.click("#path-none");
    other.wait_for_text("#path-told", "Choose one");
}
