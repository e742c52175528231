//! The lessons: each runs through, its charts answer, and a lesson of one's own can be dropped.

use serde_json::json;
use slotscope::chart::lessons::searched;
use slotscope::criteria::report;
use slotscope::lesson::shelf::SHELF;
use slotscope::lesson::{self, Lesson, Show, turned, workload};
use slotscope::page::lessons::parts;
use slotscope::workload::testing::one_in;

use crate::harness::Page;
use crate::lesson_questions::{answer, wait_for_question};
use crate::scene;

fn text_of(id: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/static/lessons");
    std::fs::read_to_string(format!("{folder}/{id}.json")).expect("a lesson")
}

pub fn lesson(id: &str) -> Lesson {
    Lesson::from_json(text_of(id).as_bytes()).expect("a lesson that is whole")
}

/// The page with a lesson open.
#[track_caller]
pub fn open(page: &Page, id: &str) {
    page.click(&format!("#lesson-{id}"));
    page.wait_for(&format!("#lesson[data-lesson={id}]"));
}

/// Waits for a step, its runs all there.
#[track_caller]
fn wait_for_step(page: &Page, step: usize) {
    page.wait_for(&format!("#lesson[data-step='{step}'] #lesson-drawn[data-ready=true] .picture svg"));
}

/// Every picture of the step has something in it.
#[track_caller]
fn assert_drawn(page: &Page, place: &str) {
    let marks = page.execute(
        "return [...document.querySelectorAll('#lesson-drawn .picture')].map(it =>
            it.querySelectorAll('svg rect, svg polyline, svg polygon').length)",
        &[],
    );
    let marks = marks.as_array().expect("a list");
    assert!(!marks.is_empty(), "{place}");
    // A single agent's tasks are one bar in its room.
    let bars = page.count(".lesson-messages #lesson-picture-1") > 0;
    let least = |at: usize| if bars && at == 1 { 1 } else { 5 };
    let mut marks_of = marks.iter().enumerate();
    let filled = marks_of.all(|(at, it)| it.as_u64() > Some(least(at)));
    assert!(filled, "{place}: {marks:?}");
}

/// Title, text, chart and the way on, in type of 18 pixels and more: nothing scrolls, and nothing is outside.
fn fits(page: &Page, place: &str, wrong: &mut Vec<String>) {
    page.settle();
    let found = page.execute(
        "const seen = [...document.querySelectorAll('#lesson, #lesson :not(svg *)')].filter(it => it.checkVisibility());
         const scrolls = it => ['Height', 'Width'].some((of, at) => it['scroll' + of] > it['client' + of] + 1
             && /auto|scroll/.test(getComputedStyle(it)['overflow' + 'YX'[at]]));
         const outside = it => {
             const { right, bottom } = it.getBoundingClientRect();
             return right > innerWidth + 1 || bottom > innerHeight + 1;
         };
         const small = it => it.matches('h2, h3, p, .choices button') && it.closest('.lesson-text, .lesson-head')
             && parseFloat(getComputedStyle(it).fontSize) < 18;
         const tell = (what, wrong) => seen.filter(wrong).map(it => `${what}: ${it.tagName} ${it.id || it.getAttribute('class')}`);
         const around = [...document.querySelectorAll('.header, .tabs, .panel')].filter(it => it.checkVisibility({ visibilityProperty: true }));
         return [...tell('scrolls', scrolls), ...tell('outside', outside), ...tell('small', small), ...around.map(it => `beside: ${it.className}`)]",
        &[],
    );
    if found != json!([]) {
        wrong.push(format!("{place}: {found}"));
    }
}

#[test]
fn every_lesson_runs_through() {
    let page = scene::open();
    page.set_window_size(1280, 720);
    scene::show(&page, "lessons");
    assert_eq!(page.count(".lesson-card"), SHELF.len());
    let mut wrong = Vec::new();
    for card in one_in(8, 0, &SHELF) {
        let lesson = lesson(card.id);
        open(&page, card.id);
        for (at, step) in lesson.steps.iter().enumerate() {
            wait_for_step(&page, at + 1);
            page.wait_for_text("#lesson-step", &step.title);
            for part in 1..=parts(&lesson, at).len() {
                let place = format!("{}, step {}, part {part}", card.id, at + 1);
                page.wait_for(&format!("#lesson[data-part='{part}']"));
                assert_drawn(&page, &place);
                fits(&page, &place, &mut wrong);
                page.click("#lesson-next");
            }
        }
        for (at, question) in lesson.questions.iter().enumerate() {
            let place = lesson.steps.len() + 1 + at;
            wait_for_question(&page, place);
            let place = format!("{}, question {}", card.id, at + 1);
            fits(&page, &place, &mut wrong);
            answer(&page, &question.variant(0).expect("an answer"));
            assert_drawn(&page, &place);
            fits(&page, &format!("{place}, answered"), &mut wrong);
            if at + 1 < lesson.questions.len() {
                page.click("#lesson-next");
            }
        }
        page.click("#lesson-close");
        page.wait_for(&format!("#lesson-{}[data-state=done]", card.id));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the page says of the first schedule.
#[track_caller]
fn wait_for_criterion(page: &Page, criterion: &str, value: f64) {
    page.wait_until(
        "return document.querySelector('#lesson-drawn[data-ready=true] [data-criterion=' + arguments[0] + ']')
            ?.dataset.value === arguments[1]",
        &[json!(criterion), json!(value.to_string())],
    );
}

#[test]
fn a_control_moves_its_chart() {
    let page = scene::open();
    scene::show(&page, "lessons");
    open(&page, "backfilling");
    page.click("#lesson-next");
    let lesson = lesson("backfilling");
    let step = &lesson.steps[1];
    let mut pictures = std::collections::BTreeSet::new();
    for position in [2, 0, 3] {
        page.set_value("#lesson-control-0", position);
        let show = turned(&step.show, &step.controls, &[position]).expect("a value that fits");
        let shot = show.shots().expect("a schedule").remove(0);
        let report = report(&scene::run(&shot.scenario, &workload(&shot.jobs)));
        wait_for_criterion(&page, "utilization", report.mean_utilization);
        wait_for_criterion(&page, "waiting-time", report.mean_waiting_time);
        let picture = page.execute("return document.querySelector('#lesson-picture-0').innerHTML", &[]);
        pictures.insert(picture.to_string());
    }
    assert_eq!(pictures.len(), 3);
}

/// SWF, as which other lessons hand their jobs to the workers, has no GPUs.
#[test]
fn jobs_with_gpus_are_placed_on_nodes() {
    let page = scene::open();
    scene::show(&page, "lessons");
    open(&page, "idle-gpus");
    let lesson = lesson("idle-gpus");
    let step = &lesson.steps[0];
    for (position, placement, start) in [(0, "spread", 100), (1, "first fit", 20)] {
        page.set_value("#lesson-control-0", placement);
        let show = turned(&step.show, &step.controls, &[position]).expect("a value that fits");
        let shot = show.shots().expect("a schedule").remove(0);
        let run = scene::run(&shot.scenario, &workload(&shot.jobs));
        assert_eq!(run.schedule.outcomes[2].start, start);
        wait_for_criterion(&page, "waiting-time", report(&run).mean_waiting_time);
        let picture = page.text("#lesson-picture-0");
        assert!(picture.contains("8 GPUs of 2 nodes"), "{picture}");
    }
}

#[test]
fn a_control_moves_a_curve_of_the_sample() {
    let page = scene::open();
    scene::show(&page, "lessons");
    open(&page, "reservations-hurt");
    page.click(".lesson-steps li:nth-child(5) button");
    wait_for_step(&page, 5);
    page.wait_for_text("#lesson-runs", "12 of 12 runs");
    let picture = || page.execute("return document.querySelector('#lesson-picture-1').innerHTML", &[]);
    let before = picture();
    let round = page.execute("return document.querySelector('#lesson-drawn').dataset.round", &[]);
    page.set_value("#lesson-control-0", "the running time");
    page.wait_until(
        "const it = document.querySelector('#lesson-drawn').dataset;
         return it.ready === 'true' && it.round !== arguments[0]",
        &[round],
    );
    assert_ne!(picture(), before);
}

/// The line that was just executed, as the page marks it.
#[track_caller]
fn line(page: &Page) -> usize {
    let line = page.execute("return Number(document.querySelector('.code-lines [aria-current]').dataset.line)", &[]);
    line.as_u64().expect("a line") as usize
}

#[test]
fn the_algorithms_go_line_by_line_and_their_pointers_move() {
    let page = scene::open();
    scene::show(&page, "lessons");
    open(&page, "searching");
    wait_for_step(&page, 1);
    let lesson = lesson("searching");
    let Show::Search(show) = &lesson.steps[0].show else {
        panic!("its first step searches");
    };
    let traced = lesson::search(show);
    let mut pointers = std::collections::BTreeSet::new();
    for (at, state) in traced.states.iter().enumerate() {
        page.wait_for(&format!("#lesson-film[data-at='{at}']"));
        assert_eq!(line(&page), state.line, "moment {at}");
        assert_eq!(page.text("#code-words"), state.words);
        let texts = page.execute(
            "return [...document.querySelectorAll('#lesson-picture-0 text')].filter(it =>
                /^(i|low|middle|high)/.test(it.textContent.trim()))
                .map(it => it.textContent.trim() + it.getAttribute('x')).join()",
            &[],
        );
        pointers.insert(texts.to_string());
        if at + 1 < traced.states.len() {
            page.click("#film-next");
        }
    }
    assert!(pointers.len() >= 4, "{pointers:?}");
    page.wait_for("[data-found=start]");
    page.wait_for("#film-next:disabled");
    // Back to the list, and Algorithm 1: the slots grow.
    page.click("#lesson-close");
    open(&page, "building-carts");
    page.click("#lesson-next");
    wait_for_step(&page, 2);
    let slots = "return document.querySelector('#lesson-picture-0 desc').textContent";
    let first = page.execute(slots, &[]);
    let count = page.execute("return Number(document.querySelector('#lesson-film').dataset.count)", &[]);
    let last = count.as_u64().expect("a number") - 1;
    page.set_value("#film-slider", last);
    page.wait_for(&format!("#lesson-film[data-at='{last}']"));
    assert_eq!(line(&page), 11);
    assert_ne!(page.execute(slots, &[]), first);
}

#[test]
fn the_range_search_goes_step_by_step() {
    let Show::RangeSearch(show) = &lesson("idle-periods").steps[0].show else {
        panic!("its first step shows a range search");
    };
    let searched = searched(show);
    let page = scene::open();
    scene::show(&page, "lessons");
    open(&page, "idle-periods");
    wait_for_step(&page, 1);
    let drawn = "return document.querySelector('#lesson-picture-0 svg').outerHTML";
    let mut pictures = vec![page.execute(drawn, &[])];
    for step in &searched.search.steps {
        page.click("#film-next");
        page.wait_for_text("#lesson-step-said", &searched.step_words(step));
        page.settle();
        pictures.push(page.execute(drawn, &[]));
    }
    page.wait_for("#film-next:disabled");
    // The bars change their colours with what is known of them.
    pictures.dedup();
    assert!(pictures.len() >= 6, "{} pictures", pictures.len());
}

#[test]
fn what_a_step_shows_is_opened_in_the_explorer_and_taken_back() {
    let page = scene::open();
    scene::show(&page, "lessons");
    open(&page, "backfilling");
    for _ in 0..3 {
        page.click("#lesson-next");
    }
    wait_for_step(&page, 4);
    let lesson = lesson("backfilling");
    let shots = lesson.steps[3].show.shots().expect("three plans");
    scene::show_bars(&page);
    for at in [2, 1] {
        page.click(&format!("#lesson-take-{at}"));
        page.wait_for("#view-gantt");
        let run = scene::run(&shots[at].scenario, &workload(&shots[at].jobs));
        scene::wait_for(&page, &report(&run));
        scene::show(&page, "lessons");
        // It is still where it was.
        wait_for_step(&page, 4);
    }
    page.press("Control+z");
    page.press("Control+z");
    scene::show(&page, "gantt");
    scene::wait_for(&page, &scene::sample_report());
}

#[test]
fn steps_are_gone_through_by_keys() {
    let page = scene::open();
    scene::show(&page, "lessons");
    open(&page, "grouping");
    page.execute("document.activeElement.blur()", &[]);
    page.press("ArrowRight");
    page.wait_for("#lesson[data-step='2']");
    page.wait_for_focus("lesson-step");
    // A presenter's clicker has the keys of pages.
    for (key, step) in [("PageDown", 3), ("PageUp", 2), (" ", 3), ("ArrowLeft", 2)] {
        page.press(key);
        page.wait_for(&format!("#lesson[data-step='{step}']"));
    }
    for is_full in [true, false] {
        page.press("f");
        page.wait_until("return (document.fullscreenElement !== null) === arguments[0]", &[json!(is_full)]);
    }
    // A slider takes its arrow keys itself.
    page.execute("document.querySelector('#lesson-control-0').focus()", &[]);
    page.press("ArrowLeft");
    page.settle();
    assert_eq!(page.count("#lesson[data-step='2']"), 1);
    assert_eq!(page.count(".dot[aria-current=step]"), 1);
}

#[test]
fn a_lesson_that_is_dropped_opens_and_a_broken_one_says_where() {
    let page = scene::open();
    let own = text_of("grouping").replacen("\"grouping\"", "\"my-own\"", 1);
    page.drop_bytes("my-own.json", own.as_bytes());
    page.wait_for("#view-lessons #lesson[data-lesson=my-own]");
    wait_for_step(&page, 1);
    page.click("#lesson-next");
    for (piece, other, said) in [
        ("\"minutes\": 8", "\"minuten\": 8", "there is no field `minuten`"),
        ("\"minutes\": 8", "\"minuten\": 8", "line 6"),
        ("\"size\": 2,", "\"size\": 0,", "step 1: jobs[0].size"),
        ("\"minutes\": 8,", "\"minutes\": 8", "line 7"),
    ] {
        let broken = own.replacen(piece, other, 1);
        page.drop_bytes("broken.json", broken.as_bytes());
        page.wait_for_text(".notice.failed", said);
        page.wait_for_text(".notice.failed", "broken.json is not a lesson");
        page.click(".notice.failed button");
        page.wait_for_none(".notice.failed");
        // What was open stays open.
        assert_eq!(page.count("#lesson[data-lesson=my-own][data-step='2']"), 1);
    }
}

#[test]
fn markup_in_a_lesson_stays_text() {
    let page = scene::open();
    let markup = "<img src=x onerror=alert(1)>";
    let own = text_of("backfilling")
        .replacen("\"title\": \"Jobs are rectangles\"", &format!("\"title\": \"{markup}\""), 1)
        .replacen("\"plans\": [", &format!("\"plans\": [ {{ \"name\": \"{markup}\", \"set\": {{}} }},"), 1);
    page.drop_bytes("own.json", own.as_bytes());
    page.wait_for_text("#lesson-step", markup);
    page.click("#lesson-next");
    page.click("#lesson-next");
    wait_for_step(&page, 3);
    assert_eq!(page.count("img"), 0);
}

#[test]
fn an_open_lesson_is_exported_as_a_picture() {
    let page = scene::open();
    scene::show(&page, "lessons");
    open(&page, "dynamic-binding");
    page.click("#lesson-next");
    wait_for_step(&page, 2);
    scene::show_bars(&page);
    let svg = scene::exported_text(&page, "svg", ".svg");
    let (titles, _) = crate::picture::svg(&page, &svg);
    assert!(titles.iter().any(|it| it.contains("Dynamic binding")), "{titles:?}");
}

#[test]
fn every_picture_of_a_lesson_has_a_name_to_be_read() {
    let page = scene::open();
    scene::show(&page, "lessons");
    page.click("#lesson-backfilling");
    page.wait_for("#lesson-drawn[data-ready=true] .picture svg");
    let steps = page.count("#lesson .lesson-steps .dot:not(.asks)");
    for step in 1..=steps {
        page.wait_for(&format!("#lesson[data-step='{step}'] #lesson-drawn[data-ready=true] .picture svg"));
        let unnamed = page.execute(
            "return [...document.querySelectorAll('#lesson-drawn .picture')].filter(it => {
                 const caption = it.closest('figure').querySelector('.lesson-caption');
                 return !(caption.innerText.trim() && it.ariaLabel.startsWith(caption.innerText.trim() + ';'));
             }).map(it => it.ariaLabel)",
            &[],
        );
        assert_eq!(unnamed, json!([]), "step {step}");
        page.click(&format!(".lesson-steps li:nth-child({}) button", step + 1));
    }
}
