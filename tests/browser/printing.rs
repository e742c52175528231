//! On paper: the view with its words and figures, and nothing to be clicked.

use serde_json::{Value, json};

use crate::harness::{ColourScheme, Page};
use crate::{pdf, scene};

/// Paper, in inches: what it is called, and its width and height.
const PAPERS: [(&str, f64, f64); 3] = [("a4", 8.27, 11.69), ("letter", 8.5, 11.0), ("a4-landscape", 11.69, 8.27)];

/// The sheets of the view that is shown that are not as sheets should be, each with its paper. The documents are kept in
/// `target/printed`.
#[track_caller]
pub fn sheets_that_are_not_full(page: &Page, view: &str) -> Vec<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("target/printed");
    std::fs::create_dir_all(&folder).expect("a folder for documents");
    let mut wrong = Vec::new();
    for paper in PAPERS {
        let pdf = page.print(paper.1, paper.2);
        std::fs::write(folder.join(format!("{view}-{}.pdf", paper.0)), &pdf).expect("written");
        let sheets = pdf::sheets(&pdf);
        // The paper that was asked for, whatever it is.
        let (width, height) = (sheets[0].width / 72.0, sheets[0].height / 72.0);
        assert!((width - paper.1).abs() < 0.05 && (height - paper.2).abs() < 0.05);
        let texts: Vec<usize> = sheets.iter().map(|it| it.texts).collect();
        let filled: Vec<f64> = sheets.iter().map(pdf::Sheet::filled).collect();
        let (last, others) = filled.split_last().expect("a page");
        // A page that another follows is full, as far as what does not fit on it allows; and
        // what is left for the last is more than the axis of a chart.
        if sheets.len() > 4
            || others.iter().any(|it| *it < 0.55)
            || (!others.is_empty() && *last < 0.1)
            || texts.iter().any(|it| *it < 8)
        {
            wrong.push(format!("{view} on {}: {filled:.2?}, {texts:?}", paper.0));
        }
    }
    wrong
}

/// Pairs of words that lie upon one another in what is to be printed, by the boxes of their lines.
const COLLISIONS: &str = "
    const boxes = [];
    const walker = document.createTreeWalker(document.querySelector('.main'), NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());) {
        const words = node.textContent.trim();
        if (!words || !node.parentElement.checkVisibility({ visibilityProperty: true })) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects())
            if (box.width > 1 && box.height > 1) boxes.push({ words, box });
    }
    const over = (a, b) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.35 * Math.min(a.height, b.height);
    boxes.sort((a, b) => a.box.top - b.box.top);
    const found = [];
    boxes.forEach((a, at) => {
        for (const b of boxes.slice(at + 1)) {
            if (b.box.top >= a.box.bottom) break;
            if (over(a.box, b.box)) found.push([a.words, b.words]);
        }
    });
    return found.slice(0, 5);";

/// Words upon others in what is shown, on type areas of A4 and of Letter, upright and across.
#[track_caller]
pub fn words_upon_others(page: &Page) -> Value {
    page.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" }));
    let found = [703, 725, 1032].map(|width| {
        page.set_window_size(width, 1000);
        page.settle();
        page.execute(COLLISIONS)
    });
    page.devtools("Emulation.setEmulatedMedia", json!({ "media": "" }));
    page.set_window_size(1440, 900);
    found.into_iter().find(|it| *it != json!([])).unwrap_or(json!([]))
}

/// What scrolls on the screen, or stands alone there, is whole on paper.
#[test]
fn an_explanation_and_an_open_lesson_are_whole_on_paper() {
    let page = scene::open();
    let seen = |css: &str| {
        page.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" }));
        let seen = page.execute_with(
            "const it = document.querySelector(arguments[0]);
             return [it.clientHeight > 20, getComputedStyle(document.querySelector('.main')).overflowY]",
            [css],
        );
        page.devtools("Emulation.setEmulatedMedia", json!({ "media": "" }));
        assert_eq!(seen, json!([true, "visible"]), "{css}");
    };
    scene::show(&page, "jobs");
    page.click("#job-table .row[aria-rowindex='2']");
    page.wait_for(".gantt-body > #explained[data-state=told]");
    seen("#explained");
    scene::show(&page, "lessons");
    page.click("#lesson-backfilling");
    page.wait_for(".stage #lesson-drawn[data-ready=true] .picture svg");
    seen(".header");
}

#[test]
fn cards_of_lessons_stand_apart_on_paper() {
    let page = scene::open();
    scene::show(&page, "lessons");
    page.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" }));
    page.set_window_size(703, 1000);
    page.settle();
    let gaps = page.execute(
        "const boxes = [...document.querySelectorAll('.lesson-cards > li')]
            .filter(it => it.checkVisibility()).map(it => it.getBoundingClientRect());
         const gaps = boxes.flatMap((a, at) => boxes.slice(at + 1).map(b => Math.max(
            Math.max(a.left, b.left) - Math.min(a.right, b.right),
            Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom))));
         return [boxes.length, Math.min(...gaps)]",
    );
    assert!(gaps[0].as_u64() > Some(6), "{gaps}");
    assert!(gaps[1].as_f64() >= Some(6.0), "{gaps}");
    page.devtools("Emulation.setEmulatedMedia", json!({ "media": "" }));
}

#[test]
fn paper_has_title_workload_scenario_and_figures_and_no_controls() {
    let page = scene::open();
    page.set_colour_scheme(ColourScheme::Dark);
    page.devtools(
        "Emulation.setEmulatedMedia",
        json!({
            "media": "print",
            "features": [{ "name": "prefers-color-scheme", "value": "dark" }],
        }),
    );
    page.settle();
    for text in ["Schedule", "Lublin", "advance reservations"] {
        page.wait_for_text("#paper", text);
    }
    page.wait_for_text("#figure-mean-utilization", "%");
    let shown = page.execute(
        "return ['.panel', '.groups', '.tabs', '.menu', '#keys', '.zoom', '.notices', 'summary'].filter(css =>
            [...document.querySelectorAll(css)].some(it => it.checkVisibility()))",
    );
    assert_eq!(shown, json!([]));
    let ground = page.execute("return getComputedStyle(document.body).backgroundColor");
    assert_eq!(ground, json!("rgb(255, 255, 255)"));
    let text = page.execute("return getComputedStyle(document.body).color");
    assert_ne!(text, json!("rgb(233, 238, 244)"), "light letters on white paper");
    page.devtools("Emulation.setEmulatedMedia", json!({ "media": "" }));
}

/// The view's picture, as it is on paper.
const PICTURE: &str = "#paper svg";

#[test]
fn the_picture_is_there_before_the_paper_is_laid_out() {
    let page = scene::open();
    page.wait_for_none(PICTURE);
    let pictures = "dispatchEvent(new Event(arguments[0]));
                    return document.querySelectorAll(arguments[1]).length";
    for (event, count) in [("beforeprint", 1), ("afterprint", 0)] {
        let found = page.execute_with(pictures, (event, PICTURE));
        assert_eq!(found, json!(count), "{event}");
    }
}

#[test]
fn the_end_of_a_print_leaves_the_next_one_its_picture() {
    let page = scene::open();
    page.wait_for_none(PICTURE);
    page.execute(
        "const print = matchMedia('print');
         print.addEventListener('change', () => { if (!print.matches) window.ended = true; });",
    );
    page.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" }));
    page.wait_for(PICTURE);
    // The next print begins before the browser has told that the medium is the screen again.
    page.execute("dispatchEvent(new Event('beforeprint'))");
    page.devtools("Emulation.setEmulatedMedia", json!({ "media": "" }));
    page.poll("the end of the first print", || {
        let ended = page.execute("return window.ended ?? null");
        (ended == json!(true)).then_some(())
    });
    page.settle();
    let pictures = "return document.querySelectorAll(arguments[0]).length";
    assert_eq!(page.execute_with(pictures, [PICTURE]), json!(1));
    page.execute("dispatchEvent(new Event('afterprint'))");
    page.wait_for_none(PICTURE);
}
