//! The inside view goes through a search step by step, and finds what the library finds.

use serde_json::json;
use slotscope::availability::idle_periods::Selection;
use slotscope::availability::idle_periods::steps::{Asked, SlotSearch, example, words};
use slotscope::criteria::report;
use slotscope::experiment::Run;
use slotscope::system::co_allocation::{CoAllocation, idle_at};

use super::scenario;
use crate::harness::Page;
use crate::scene;

/// The page with the sample under co-allocation, at its inside view.
fn open_inside() -> (Page, Run) {
    let page = scene::open();
    page.set_value("#system", "Co-allocation");
    let run = scene::run(&scenario(), &scene::sample());
    scene::wait_for(&page, &report(&run));
    scene::show(&page, "slots");
    page.wait_for("#idle-periods");
    (page, run)
}

fn steps(page: &Page) -> Vec<String> {
    let said = page.execute(
        "return [...document.querySelectorAll('#search-steps li')].map(it => it.textContent)",
        &[],
    );
    let said = said.as_array().expect("a list").iter();
    said.map(|it| it.as_str().expect("words").to_owned())
        .collect()
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn the_papers_example_goes_step_by_step() {
    let (page, _) = open_inside();
    page.click("label[for=idle-of-1]");
    let (periods, slot, asked) = example();
    let search = SlotSearch::of(&periods, slot, &asked, Selection::LatestStart);
    let name = |time: i64| time.to_string();
    let expected: Vec<String> = search
        .steps
        .iter()
        .map(|step| words::step(&search, &asked, step, &name))
        .collect();
    assert_eq!(steps(&page), expected);
    assert_eq!(page.text("#query-answer"), "Servers 1–2");
    page.click("#step-first");
    page.wait_for("#idle-periods[data-step='0']");
    for step in 1..=expected.len() {
        page.click("#step-forth");
        page.wait_for(&format!("#idle-periods[data-step='{step}']"));
        assert_eq!(page.text("#search-steps .current"), expected[step - 1]);
    }
    page.click("#step-back");
    page.wait_for(&format!(
        "#idle-periods[data-step='{}']",
        expected.len() - 1
    ));
    // Three servers are not idle long enough: what there is instead is said.
    page.set_value("#idle-servers", 3);
    page.wait_for_text("#query-answer", "No place at this start: 2 of 3");
    assert!(page.text("#idle-throughout").ends_with("2 servers: 1–2"));
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn what_is_typed_is_searched_for_among_the_runs_own_idle_periods() {
    let (page, run) = open_inside();
    let settings = CoAllocation::of(&scenario().system)
        .cloned()
        .expect("its settings");
    for (cursor, start, length, servers) in [
        (200_000, None, 3_600, 4),
        (400_000, None, 36_000, 60),
        (400_000, Some(410_000), 600, 100),
    ] {
        page.set_value("#cursor-number", cursor);
        match start {
            Some(start) => page.set_value("#idle-start", start),
            None => page.set_value("#idle-start", ""),
        }
        page.set_value("#idle-length", length);
        page.set_value("#idle-servers", servers);
        let mut asked = Asked {
            start: start.unwrap_or(cursor),
            length,
            servers,
        };
        let periods = idle_at(&run, cursor);
        for _ in 0..3 {
            let search = SlotSearch::of(&periods, settings.slot, &asked, settings.selection);
            let answer = words::outcome(&search, &asked);
            page.wait_until(
                "return document.querySelector('#query-answer').textContent === arguments[0]
                    && document.querySelector('#idle-periods').dataset.steps === arguments[1]",
                &[json!(answer), json!(search.steps.len().to_string())],
            );
            if search.chosen().is_some() {
                break;
            }
            page.click("#idle-later");
            asked.start += settings.step;
        }
    }
    page.assert_no_console_errors();
}
