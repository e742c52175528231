//! A lesson is made of the schedule on the page, saved, and opened again.

use serde_json::json;
use slotscope::criteria::report;
use slotscope::experiment::run;
use slotscope::lesson::{Answer, Computed, Lesson, computed};
use slotscope::workload::read;

use crate::accessibility::assert_accessible;
use crate::harness::Page;
use crate::scene;

/// A log of a machine of 8 processors, from second 1,000 on.
const SMALL: &[u8] = b"; MaxProcs: 8\n\
    1 1000 0 60 5 -1 -1 5 60 -1 1 1 1 -1 1 1 -1 -1\n\
    2 1005 0 90 5 -1 -1 5 90 -1 1 1 1 -1 1 1 -1 -1\n\
    3 1010 0 40 3 -1 -1 3 50 -1 1 1 1 -1 1 1 -1 -1\n";

/// The page on the small log.
fn on_log() -> Page {
    let page = scene::open();
    page.drop_bytes("small.swf", SMALL);
    let log = read("small.swf", SMALL).expect("a log").workload;
    let report = report(&scene::run(&scene::scenario_of(&log), &log));
    scene::wait_for(&page, &report);
    page
}

fn saved(page: &Page) -> (Vec<u8>, Lesson) {
    page.clear_downloads();
    page.click("#maker-save");
    let bytes = std::fs::read(page.wait_for_download(".json")).expect("a file");
    let lesson = Lesson::from_json(&bytes).expect("a lesson");
    (bytes, lesson)
}

#[test]
fn a_lesson_is_made_of_the_schedule_on_the_page_and_solved() {
    let page = on_log();
    page.click("#export");
    page.click("#export-lesson");
    page.wait_for("#lesson-maker .gantt, #lesson-maker .picture svg");
    page.wait_for_text("#maker-told", "Title is empty");
    page.set_value("#maker-lesson-title", "Why job 2 waits");
    page.set_value("#maker-summary", "A large job waits for all of its processors.");
    page.set_value("#maker-heading", "Three jobs");
    page.set_value("#maker-text", "Job 2 needs five processors.\n\nLook where job 3 starts.");
    page.click("#maker-add-question");
    page.wait_for("#lesson-maker[data-part='1'] #maker-ask");
    page.set_value("#maker-ask", "When does job 2 start?");
    choose(&page, "#maker-kind", "a bar that is dragged to its start");
    page.set_value("#maker-job", 2);
    page.wait_for_text("#maker-computed", "60");
    page.set_value("#maker-right", "Yes: job 1 ends then.");
    page.set_value("#maker-wrong", "Which processors are free?");
    page.wait_for_text("#maker-told", "Complete");
    page.wait_for_none("#maker-differs");
    assert_accessible(&page);
    let (file, lesson) = saved(&page);
    assert_eq!(lesson.id, "Why-job-2-waits".to_lowercase());
    assert_eq!(lesson.steps[0].text.len(), 2);
    let question = &lesson.questions[0];
    assert_eq!(question.answer, Answer::Start { job: 2, is: 60 });
    assert_eq!(question.computed, Some(Computed::Start { job: 2, plan: 0 }));
    let value = computed(question).expect("a run").expect("a way");
    assert!(question.agrees(&value));
    starts_are_those_of_the_page(&lesson);

    // The preview is the lesson, and leads back.
    page.click("#maker-preview");
    page.wait_for_text("#lesson-title", "Why job 2 waits");
    page.click("#lesson-edit");
    page.wait_for("#lesson-maker");

    // Another visitor opens the file and answers.
    let other = scene::open();
    other.drop_bytes("why-job-2-waits.json", &file);
    other.wait_for_text("#lesson-title", "Why job 2 waits");
    other.click("#lesson-next");
    other.wait_for("#lesson-question");
    assert_eq!(other.text("#lesson-question .asks"), "When does job 2 start?");
}

/// The jobs of the lesson start when they do in the log, from its first submission on.
fn starts_are_those_of_the_page(lesson: &Lesson) {
    let shots = lesson.steps[0].show.shots().expect("a run");
    let own = shots[0].workload().expect("jobs").expect("of its own");
    let made = run(&shots[0].scenario, &own).expect("a run");
    let log = read("small.swf", SMALL).expect("a log").workload;
    let page = scene::run(&scene::scenario_of(&log), &log);
    let from_first = page.schedule.outcomes.iter().map(|it| it.start - 1000);
    let starts: Vec<i64> = made.schedule.outcomes.iter().map(|it| it.start).collect();
    assert_eq!(starts, from_first.collect::<Vec<_>>());
}

fn choose(page: &Page, css: &str, text: &str) {
    page.execute(
        "const list = document.querySelector(arguments[0]);
         list.selectedIndex = [...list.options].findIndex(it => it.text === arguments[1]);
         list.dispatchEvent(new Event('change', { bubbles: true }))",
        &[json!(css), json!(text)],
    );
}

#[test]
fn a_lesson_of_the_page_is_copied_changed_and_kept_over_a_reload() {
    let page = scene::open();
    scene::show(&page, "lessons");
    page.click("#lesson-backfilling");
    page.wait_for("#lesson[data-lesson=backfilling]");
    scene::show_bars(&page);
    page.click("#lesson-copy");
    page.wait_for("#lesson-maker #maker-heading");
    page.set_value("#maker-heading", "My own heading");
    let parts = page.count("#lesson-maker .dot");
    page.click("#maker-remove");
    page.wait_until(
        "return document.querySelectorAll('#lesson-maker .dot').length === arguments[0]",
        &[json!(parts - 1)],
    );
    page.click("#maker-undo");
    page.wait_until("return document.querySelectorAll('#lesson-maker .dot').length === arguments[0]", &[json!(parts)]);
    page.reload();
    page.wait_for("#group-learn");
    scene::show(&page, "lessons");
    page.wait_for_text("#lesson-make", "Go on with your lesson");
    page.click("#lesson-make");
    page.wait_for("#lesson-maker #maker-heading");
    let heading = page.execute("return document.querySelector('#maker-heading').value", &[]);
    assert_eq!(heading, json!("My own heading"));
    let (_, lesson) = saved(&page);
    assert_eq!(lesson.steps[0].title, "My own heading");
    assert_ne!(lesson.id, "backfilling");
}
