//! Every view says which run it shows, in one line that is the same everywhere.

use slotscope::experiment::words::{around, common_line, run_line};
use slotscope::experiment::{Provenance, Scenario};
use slotscope::workload::WorkloadKind;

use crate::scene;

#[test]
fn pictures_of_many_runs_name_the_one_that_they_were_varied_from() {
    let page = scene::open();
    let front = &scene::linked(&page).scenarios[0];
    let expected = around(front);
    scene::show(&page, "curves");
    page.set_value("#curves-values", "0, 50");
    page.set_value("#curves-seeds", 1);
    scene::draw_curves(&page);
    scene::show(&page, "trade-off");
    page.set_value("#trade-period", "0");
    page.set_value("#trade-seeds", 1);
    page.click("#trade-run");
    scene::wait_for_runs(&page, "#trade-done");
    for view in ["curves", "trade-off"] {
        scene::show(&page, view);
        assert!(page.text("#run-line").ends_with(&expected), "{view}");
        let picture = scene::exported_text(&page, "svg", ".svg");
        assert!(picture.contains(&expected), "{view} as a picture");
        assert_eq!(sources(&picture), [(scene::sample().name, front.clone())], "{view}");
    }
}

/// The logs and scenarios that a picture says it comes from.
fn sources(picture: &str) -> Vec<(String, Scenario)> {
    let (_, rest) = picture.split_once("<metadata>").expect("metadata");
    let (line, _) = rest.split_once("</metadata>").expect("its end");
    let line = line.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let all: Vec<Provenance> = if line.starts_with('[') {
        serde_json::from_str(&line).expect("a list")
    } else {
        vec![serde_json::from_str(&line).expect("an object")]
    };
    all.into_iter().map(|it| (it.log.name, it.scenario)).collect()
}

#[test]
fn pictures_of_lessons_and_papers_say_which_runs_they_come_from() {
    let page = scene::open();
    scene::show(&page, "lessons");
    page.click("#lesson-choosing-delta");
    page.wait_for("#lesson-drawn[data-ready=true]");
    scene::show_bars(&page);
    let lesson = sources(&scene::exported_text(&page, "svg", ".svg"));
    assert!(!lesson.is_empty());
    for (log, _) in &lesson {
        assert!(log.starts_with("lesson choosing-delta, step 1"), "{log}");
    }
    scene::show(&page, "reproduce");
    page.set_value("#reproduce-seeds", 1);
    crate::reproduce::make(&page, "table-2");
    let runs = page.execute("return document.querySelector('#item-made').dataset.runs", &[]);
    let paper = sources(&scene::exported_text(&page, "svg", ".svg"));
    assert_eq!(runs, paper.len().to_string().as_str());
    assert!(paper.iter().all(|(log, _)| *log == scene::sample().name), "{paper:?}");
}

#[test]
fn of_a_comparison_the_line_names_all_scenarios() {
    let page = scene::open();
    scene::show(&page, "compare");
    scene::wait_for_runs(&page, "#compare-done");
    let shown = scene::linked(&page);
    let front = &shown.scenarios[shown.front];
    let of_log: Vec<_> = shown.scenarios.iter().map(|it| (it, WorkloadKind::Log)).collect();
    let common = common_line(&of_log);
    let names = "A: FCFS with backfilling · B: EASY backfilling";
    assert_eq!(page.text("#run-line"), format!("{names} · {common}"));
    let picture = scene::exported_text(&page, "svg", ".svg");
    assert!(picture.contains(&common), "the comparison as a picture");
    assert!(!picture.contains(&run_line(front, WorkloadKind::Log)));
    let scenarios = sources(&picture).into_iter().map(|(_, it)| it);
    assert_eq!(scenarios.collect::<Vec<_>>(), shown.scenarios);
    // Near means over seeds the figures of one say so.
    let alone = format!("seed {} alone", front.seed);
    for (view, said) in [("compare", true), ("curves", true), ("trade-off", true), ("summary", false)] {
        scene::show(&page, view);
        assert_eq!(page.count("#figures-seed"), usize::from(said), "{view}");
        if said {
            assert_eq!(page.text("#figures-seed"), alone);
        }
    }
}
