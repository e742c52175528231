//! The lessons: each runs through, its charts answer, and a lesson of one's own can be dropped.

use serde_json::json;

use crate::accessibility::assert_accessible;
use crate::harness::Page;
use crate::scene;
use slotscope::chart::lessons::searched;
use slotscope::criteria::report;
use slotscope::experiment::run;
use slotscope::lesson;
use slotscope::lesson::shelf::SHELF;
use slotscope::lesson::{Answer, Computed, Lesson, Question, Show, computed, turned, workload};
use slotscope::page::lessons::{known, parts};
use slotscope::workload::read;
use slotscope::workload::testing::one_in;

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
         return [...tell('scrolls', scrolls), ...tell('outside', outside), ...tell('small', small), ...around.map(it => `beside: ${it.className}`)]");
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
    page.wait_until_with(
        "return document.querySelector('#lesson-drawn[data-ready=true] [data-criterion=' + arguments[0] + ']')
            ?.dataset.value === arguments[1]",
        (criterion, value.to_string()),
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
        let report = scene::report_of(&shot.scenario, &workload(&shot.jobs));
        wait_for_criterion(&page, "utilization", report.mean_utilization);
        wait_for_criterion(&page, "waiting-time", report.mean_waiting_time);
        let picture = page.execute("return document.querySelector('#lesson-picture-0').innerHTML");
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
    let picture = || page.execute("return document.querySelector('#lesson-picture-1').innerHTML");
    let before = picture();
    let round = page.execute("return document.querySelector('#lesson-drawn').dataset.round");
    page.set_value("#lesson-control-0", "the running time");
    page.wait_until_with(
        "const it = document.querySelector('#lesson-drawn').dataset;
         return it.ready === 'true' && it.round !== arguments[0]",
        [round],
    );
    assert_ne!(picture(), before);
}

/// The line that was just executed, as the page marks it.
#[track_caller]
fn line(page: &Page) -> usize {
    page.read("return Number(document.querySelector('.code-lines [aria-current]').dataset.line)")
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
    let first = page.execute(slots);
    let count = page.execute("return Number(document.querySelector('#lesson-film').dataset.count)");
    let last = count.as_u64().expect("a number") - 1;
    page.set_value("#film-slider", last);
    page.wait_for(&format!("#lesson-film[data-at='{last}']"));
    assert_eq!(line(&page), 11);
    assert_ne!(page.execute(slots), first);
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
    let mut pictures = vec![page.execute(drawn)];
    for step in &searched.search.steps {
        page.click("#film-next");
        page.wait_for_text("#lesson-step-said", &searched.step_words(step));
        page.settle();
        pictures.push(page.execute(drawn));
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
    page.execute("document.activeElement.blur()");
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
        page.wait_until_with("return (document.fullscreenElement !== null) === arguments[0]", [is_full]);
    }
    // A slider takes its arrow keys itself.
    page.execute("document.querySelector('#lesson-control-0').focus()");
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
        );
        assert_eq!(unnamed, json!([]), "step {step}");
        page.click(&format!(".lesson-steps li:nth-child({}) button", step + 1));
    }
}

/// A lesson whose second step has a control.
const LESSON: &str = "choosing-delta";

#[track_caller]
fn wait_for_step_of_link(page: &Page, step: usize) {
    page.wait_for(&format!("#lesson[data-lesson={LESSON}][data-step='{step}']"));
}

/// Opens the lesson at its first step with a control, and sets that: the step, counted from 1, and what the
/// controls show then.
fn open_and_set(page: &Page) -> (usize, serde_json::Value) {
    scene::show(page, "lessons");
    page.click(&format!("#lesson-{LESSON}"));
    wait_for_step_of_link(page, 1);
    let mut step = 1;
    while page.count(".lesson-controls") == 0 {
        page.click("#lesson-next");
        step += 1;
        wait_for_step_of_link(page, step);
    }
    page.execute(
        "const it = document.querySelector('.lesson-controls :is(select, input)');
         if (it.matches('select')) it.selectedIndex = it.options.length - 1;
         else it.value = it.max;
         for (const name of ['input', 'change']) it.dispatchEvent(new Event(name, { bubbles: true }));",
    );
    (step, controls(page))
}

fn controls(page: &Page) -> serde_json::Value {
    page.settle();
    page.execute(
        "return [...document.querySelectorAll('.lesson-controls :is(select, input)')]
            .map(it => it.matches('select') ? it.selectedIndex : it.value)",
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
    wait_for_step_of_link(&page, step);
    assert_eq!(controls(&page), set, "after a reload");
    let path = scene::path_to(&linked);
    for (way, path) in [("by a link", path.clone()), ("by itself", path.replace("/#", "/?view=only#"))] {
        page.goto("about:blank");
        page.goto(&path);
        wait_for_step_of_link(&page, step);
        assert_eq!(controls(&page), set, "{way}");
    }
    // The last session, where there is no link.
    page.goto("about:blank");
    page.goto("/");
    wait_for_step_of_link(&page, step);
    assert_eq!(controls(&page), set, "as the last session");
}

#[test]
fn back_and_forward_go_through_the_steps_and_what_was_set_stays() {
    let page = scene::open();
    let (step, set) = open_and_set(&page);
    page.click("#lesson-next");
    wait_for_step_of_link(&page, step + 1);
    page.execute("history.back()");
    wait_for_step_of_link(&page, step);
    assert_eq!(controls(&page), set);
    page.execute("history.forward()");
    wait_for_step_of_link(&page, step + 1);
    for at in (1..=step).rev() {
        page.execute("history.back()");
        wait_for_step_of_link(&page, at);
    }
    page.execute("history.back()");
    page.wait_for("#lesson-list");
    page.execute("history.back()");
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
    let paper = page.execute("return document.querySelector('#paper').textContent");
    let paper = paper.as_str().expect("words").to_owned();
    let title = page.text("#lesson-title");
    assert!(paper.contains(&format!("Lesson: {title}")), "{paper}");
    assert!(paper.contains(&format!("Step {step}: ")), "{paper}");
    assert!(!paper.contains("EASY"), "{paper}");
    for of_the_run in [".figures", "#spent", "#run-line", "#workload-name"] {
        assert_eq!(page.count(of_the_run), 0, "{of_the_run}");
    }
    page.execute("document.activeElement.blur()");
    page.press("p");
    page.wait_for(".projector");
    assert_eq!(page.count(".figures, #run-line"), 0);
    scene::show(&page, "reproduce");
    let paper = page.execute("return document.querySelector('#paper').textContent");
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
    let other = scene::open_at(&linked);
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

/// Answers the open question: at first wrongly, then rightly. Its chart is hidden until the solution is asked for.
#[track_caller]
pub fn answer(page: &Page, question: &Question) {
    let shown = "[data-criterion], #lesson-film, .lesson-curves";
    give(page, question, false);
    page.wait_for("#lesson-feedback[data-right=false]");
    assert!(!page.text("#lesson-feedback p").is_empty());
    assert_eq!(page.count(shown), 0, "hidden");
    page.click("#lesson-show");
    page.wait_for_text("#lesson-solution", &question.right);
    page.wait_for("#lesson-drawn[data-ready=true] .picture svg");
    give(page, question, true);
    page.wait_for("#lesson-feedback[data-right=true]");
    page.wait_for_text("#lesson-feedback", &question.right);
}

/// Gives the right answer, or a wrong one.
#[track_caller]
fn give(page: &Page, question: &Question, rightly: bool) {
    let off = if rightly { 0 } else { 1 };
    match &question.answer {
        Answer::Choices(choices) => {
            let right = choices.iter().position(|it| it.right).expect("a right one");
            page.click(&format!("#answer-{}", (right + off) % choices.len()));
        }
        Answer::Number { is, .. } => {
            page.set_value("#answer-number", (is + off as f64).to_string());
            page.click("#answer-check");
        }
        Answer::Job { is } => {
            // The first job of a lesson is never the one after it.
            let job = if rightly { *is } else { 1 };
            page.click(&format!("#answer-job-{job}"));
        }
        Answer::Start { is, .. } => {
            page.set_value("#answer-start", (is - off as i64).to_string());
            page.click("#answer-check");
        }
    }
}

/// Waits for a question that asks something, its runs all there.
#[track_caller]
pub fn wait_for_question(page: &Page, place: usize) {
    let step = format!("#lesson[data-step='{place}']");
    page.wait_for(&format!("{step} #lesson-question"));
    page.wait_for(&format!("{step} :is(#lesson-hidden, #lesson-drawn)[data-ready=true]"));
}

#[test]
fn a_question_is_asked_again_with_other_numbers_and_told_why_an_answer_is_wrong() {
    let page = scene::open();
    scene::show(&page, "lessons");
    open(&page, "backfilling");
    let lesson = lesson("backfilling");
    let of_start = lesson.steps.len() + 1;
    page.click(&format!(".lesson-steps li:nth-child({}) button", of_start + 1));
    wait_for_question(&page, of_start + 1);
    // FCFS: its start with backfilling is a slip that has a reason.
    let question = lesson.questions[1].variant(0).expect("an answer");
    assert_eq!(page.text("#lesson-question .asks"), question.ask);
    assert_eq!(page.count("#lesson-known li"), 4);
    let slip = &question.slips[0];
    page.set_value("#answer-start", slip.is.expect("a number").to_string());
    page.click("#answer-check");
    page.wait_for_text("#lesson-feedback", &slip.said);
    assert_eq!(page.count("[data-criterion]"), 0, "still hidden");
    page.click("#lesson-show");
    page.wait_for("#lesson-drawn[data-ready=true] [data-criterion]");
    assert_eq!(page.count("#lesson-next.primary"), 0, "lit by a right answer");
    page.click("#ask-anew");
    page.wait_for("#lesson-question[data-time='1']");
    wait_for_question(&page, of_start + 1);
    assert_eq!(page.count("[data-criterion]"), 0, "hidden again");
    let anew = lesson.questions[1].variant(1).expect("an answer");
    assert!(anew.show != question.show);
    page.wait_for_text("#lesson-known", &known(&anew.show)[0].said);
    give(&page, &anew, true);
    page.wait_for("#lesson-feedback[data-right=true]");
    page.wait_for("#lesson-next.primary");
}

#[test]
fn a_bar_is_dragged_to_where_a_job_will_start() {
    let page = scene::open();
    scene::show(&page, "lessons");
    open(&page, "backfilling");
    let steps = lesson("backfilling").steps.len();
    page.click(&format!(".lesson-steps li:nth-child({}) button", steps + 2));
    wait_for_question(&page, steps + 2);
    // From near its beginning to its middle.
    page.drag("#answer-track", (8.0, 20.0), (100.0, 20.0));
    let text = page.text("#answer-start-text");
    let start: f64 = text.trim_end_matches(" s").parse().expect("a start");
    let middle: f64 = page.read(
        "const [bar, track] = ['bar', 'track'].map(it => document.getElementById('answer-' + it).getBoundingClientRect());
         return bar.left + bar.width / 2 - track.left");
    assert!(start > 0.0 && (middle - 100.0).abs() < 4.0, "{start} s, at {middle}");
    page.click("#answer-check");
    page.wait_for("#lesson-feedback");
}

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
    let report = scene::report_of(&scene::scenario_of(&log), &log);
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
    page.execute_with(
        "const list = document.querySelector(arguments[0]);
         list.selectedIndex = [...list.options].findIndex(it => it.text === arguments[1]);
         list.dispatchEvent(new Event('change', { bubbles: true }))",
        (css, text),
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
    page.wait_until_with("return document.querySelectorAll('#lesson-maker .dot').length === arguments[0]", [parts - 1]);
    page.click("#maker-undo");
    page.wait_until_with("return document.querySelectorAll('#lesson-maker .dot').length === arguments[0]", [parts]);
    page.reload();
    page.wait_for("#group-learn");
    scene::show(&page, "lessons");
    page.wait_for_text("#lesson-make", "Go on with your lesson");
    page.click("#lesson-make");
    page.wait_for("#lesson-maker #maker-heading");
    let heading = page.execute("return document.querySelector('#maker-heading').value");
    assert_eq!(heading, json!("My own heading"));
    let (_, lesson) = saved(&page);
    assert_eq!(lesson.steps[0].title, "My own heading");
    assert_ne!(lesson.id, "backfilling");
}
