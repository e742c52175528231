//! What the colours of the Gantt chart tell, and jobs that are singled out by them or by a search.

use serde_json::json;
use slotscope::chart::{ColourBy, Colouring, Rgb, Theme};
use slotscope::criteria::starts::{Start, starts};
use slotscope::export::snapshot::Snapshot;
use slotscope::page::job_query::Query;

use crate::harness::Page;
use crate::{picture, scene};

const CANVAS: &str = "#gantt-canvas";

/// The colours of the classes that have jobs, on a light ground.
fn colours(colouring: &Colouring) -> Vec<Rgb> {
    let entries = colouring.entries().iter().filter(|entry| entry.jobs > 0);
    let theme = Theme::light();
    entries.map(|entry| entry.tint.colour(&theme)).collect()
}

#[track_caller]
fn wait_for_selected(page: &Page, jobs: &[u64]) {
    page.settle();
    let count = json!(jobs.len().to_string());
    page.wait_until_with("return document.querySelector('#selected')?.dataset.count === arguments[0]", [count]);
    assert_eq!(scene::linked(page).selected, jobs);
}

#[test]
fn every_colouring_is_drawn_named_and_in_the_link() {
    let page = scene::open();
    let run = scene::sample_run();
    for by in ColourBy::all().skip(1) {
        page.set_value("#colour-by", by.label());
        page.settle();
        let colouring = Colouring::new(&run, by);
        // Short jobs are slivers, which have no colour for themselves.
        let colours = colours(&colouring);
        let is_seen = |colour: &&Rgb| picture::pixels_of(&page, CANVAS, &[**colour]) > 20;
        let seen = colours.iter().filter(is_seen).count();
        assert!(seen >= 3.min(colours.len()), "{by:?}: {seen} of {}", colours.len());
        let legend = page.text("#legend");
        for entry in colouring.entries().iter().filter(|it| it.jobs > 0) {
            assert!(legend.contains(&entry.words), "{by:?}: {legend}");
        }
        assert_eq!(scene::linked(&page).colour_by, by);
    }
    // Back to what it was at first, and the address has nothing to say any more.
    page.set_value("#colour-by", "kind");
    scene::wait_for_link(&page, &Snapshot::default());
}

#[test]
fn an_entry_of_the_legend_singles_its_jobs_out_everywhere() {
    let page = scene::open();
    let run = scene::sample_run();
    page.goto(&scene::path_to(&Snapshot { colour_by: ColourBy::START, ..Snapshot::default() }));
    page.wait_for_text("#legend", "backfilled");
    let mut backfilled: Vec<u64> = run
        .jobs
        .iter()
        .zip(starts(&run))
        .filter(|(_, start)| *start == Some(Start::Backfilled))
        .map(|(job, _)| job.id)
        .collect();
    backfilled.sort_unstable();
    page.click("#legend li:nth-child(2) button");
    wait_for_selected(&page, &backfilled);
    page.wait_for("#legend li:nth-child(2) button[aria-pressed=true]");
    scene::show(&page, "jobs");
    let said = format!("{} of", backfilled.len());
    page.wait_for_text("#job-count-shown", &said);
    scene::show(&page, "gantt");
    page.click("#legend li:nth-child(2) button");
    page.wait_for_none("#selected");
}

#[test]
fn a_search_singles_jobs_out_or_says_what_can_be_written() {
    let page = scene::open();
    let run = scene::sample_run();
    let text = "size > 4 wait > 10 min";
    page.set_value("#job-search", text);
    wait_for_selected(&page, &Query::read(text).expect("a query").jobs(&run));
    // What cannot be read leaves what is singled out.
    page.set_value("#job-search", "sise > 4");
    page.wait_for_text("#job-search-said", "Unknown field “sise”");
    assert_eq!(page.count("#selected"), 1);
    page.set_value("#job-search", "size > 100000");
    page.wait_for_text("#job-search-said", "No job");
    page.wait_for_none("#selected");
}

/// The boxes of elements on the screen: left, top, right, bottom.
fn boxes(page: &Page, css: &str) -> Vec<[f64; 4]> {
    page.read_with(
        "return [...document.querySelectorAll(arguments[0])].map(it => it.getBoundingClientRect())
            .filter(it => it.width > 0).map(it => [it.left, it.top, it.right, it.bottom])",
        [css],
    )
}

#[test]
fn a_search_asks_for_enter_moves_nothing_and_its_answer_is_not_covered() {
    for (width, height) in [(1440, 900), (1280, 720), (390, 844)] {
        let page = scene::open();
        page.set_window_size(width, height);
        page.settle();
        let bar = "#job-search, .view-bar, .zoom, #gantt-canvas";
        let before = boxes(&page, bar);
        page.type_text("#job-search", "sise > 4");
        page.wait_for_text("#job-search-said", "Press Enter");
        assert_eq!(page.count("#tip"), 0, "its explanation has gone");
        page.press("Enter");
        page.wait_for_text("#job-search-said", "Unknown field “sise”");
        page.settle();
        assert_eq!(page.count("#tip"), 0, "{width} pixels wide");
        assert_eq!(boxes(&page, bar), before, "{width} pixels wide");
        let [left, _, right, _] = boxes(&page, "#job-search-said")[0];
        assert!(left >= 0.0 && right <= f64::from(width), "{left} to {right} of {width}");
        page.set_value("#job-search", "");
        assert_eq!(page.text("#job-search-said"), "");
        page.set_value("#job-search", "size > 4");
        page.wait_for("#selected");
        page.settle();
        assert_eq!(boxes(&page, bar), before, "{width} pixels wide, jobs found");
    }
}

#[test]
fn pictures_have_the_colours_of_the_page_and_dim_what_is_not_singled_out() {
    let run = scene::sample_run();
    let colouring = Colouring::new(&run, ColourBy::WAIT);
    let longest = colouring.entries().iter().rposition(|it| it.jobs > 0);
    let longest = longest.expect("a class");
    let words = &colouring.entries()[longest].words;
    let page = scene::open_at(&Snapshot {
        colour_by: ColourBy::WAIT,
        selected: colouring.members(&run, longest),
        ..Snapshot::default()
    });
    page.wait_for("#selected");
    let gantt = scene::exported_text(&page, "svg", ".svg");
    scene::compare_with_easy(&page);
    page.settle();
    page.wait_until_idle();
    let compared = scene::exported_text(&page, "svg", ".svg");
    for picture in [gantt, compared] {
        let (_, said) = picture::svg(&page, &picture);
        assert!(said.contains("not highlighted"), "{said}");
        assert!(said.contains(words), "{said}");
        let colour = colouring.entries()[longest].tint.colour(&Theme::light());
        assert!(picture.to_lowercase().contains(&colour.css()), "{words}");
    }
    // By kind the legend beside several charts has the kinds, too.
    page.set_value("#colour-by", "kind");
    page.wait_for_text("#legend", "batch job");
    page.wait_for_text("#legend", "advance reservation");
}
