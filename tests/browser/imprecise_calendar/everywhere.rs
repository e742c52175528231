//! Compared, swept over, linked and saved as any other system.

use slotscope::criteria::{Report, report};
use slotscope::experiment::Scenario;
use slotscope::export::project;
use slotscope::export::snapshot::{FileMark, Snapshot, Source};
use slotscope::system::imprecise_calendar::{ImpreciseCalendar, Threshold};
use slotscope::workload;

use super::scenario;
use crate::harness::Page;
use crate::scene;

const LOG: &[u8] = b"; MaxProcs: 16\n\
    1 0 0 3000 16 -1 -1 16 3600 -1 1 1 1 1 1 1 -1 -1\n\
    2 0 0 600 16 -1 -1 16 600 -1 1 1 1 1 1 1 -1 -1\n\
    3 100 0 50 4 -1 -1 4 90000 -1 1 1 1 1 1 1 -1 -1\n";

/// The small log under three levels of which the middle one is the given length.
fn small(middle: i64) -> (Scenario, Report) {
    let log = workload::read("small.swf", LOG).expect("a log").workload;
    let mut scenario = Scenario { system: scenario().system, ..scene::scenario_of(&log) };
    ImpreciseCalendar::of_mut(&mut scenario.system).levels_mut()[1].length = middle;
    let report = report(&scene::run(&scenario, &log));
    (scenario, report)
}

fn open_small() -> Page {
    let page = scene::open();
    page.drop_bytes("small.swf", LOG);
    page.wait_for_text("#workload-name", "small.swf");
    page.set_value("#system", "Imprecise calendar");
    scene::wait_for(&page, &small(320).1);
    page
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn it_stands_beside_the_other_systems_on_the_same_log() {
    let page = scene::open();
    scene::show(&page, "compare");
    for name in ["co-allocation", "imprecise calendar"] {
        page.execute(
            "[...document.querySelectorAll('#compare-invite button, #compare-offers button')]
                .find(it => it.textContent.toLowerCase().includes(arguments[0])).click()",
            &[name.into()],
        );
        scene::wait_for_runs(&page, "#compare-done");
    }
    let chips = page.text(".chips");
    assert!(chips.contains("\nimprecise calendar: slots of"), "{chips}");
    let table = page.text(".compare-table");
    for measure in ["Attempts per request", "Weighted queuing delay"] {
        assert!(table.contains(measure), "{measure} in {table}");
    }
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn curves_go_over_levels_and_the_threshold() {
    let page = scene::open();
    page.set_value("#system", "Imprecise calendar");
    let sample = scene::sample();
    scene::wait_for(&page, &report(&scene::run(&scenario(), &sample)));
    scene::show(&page, "curves");
    // Over the levels as they are given, not over the paper's configurations.
    const OVERLAID: &str = ".curves-form .policies input:checked";
    for left in (0..page.count(OVERLAID)).rev() {
        page.execute("document.querySelector(arguments[0]).click()", &[OVERLAID.into()]);
        page.wait_until(
            "return document.querySelectorAll(arguments[0]).length === arguments[1]",
            &[OVERLAID.into(), left.into()],
        );
    }
    type Set = fn(&mut ImpreciseCalendar, f64);
    let axes: [(&str, &[f64], Set); 4] = [
        ("length of the finest slots", &[20.0, 160.0], |it, value| it.levels_mut()[0].length = value as i64),
        ("length of the slots of S₁", &[40.0, 640.0], |it, value| it.levels_mut()[1].length = value as i64),
        ("finest slots", &[2.0, 128.0], |it, value| {
            it.levels_mut()[0].count = Some(value as u32);
        }),
        ("resource threshold", &[50.0], |it, value| {
            it.threshold_percent = Threshold::All(value as u32);
        }),
    ];
    for (label, values, set) in axes {
        scene::assert_curves(&page, label, values, |value| {
            let mut scenario = scenario();
            set(ImpreciseCalendar::of_mut(&mut scenario.system), value);
            report(&scene::run(&scenario, &sample))
        });
    }
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn links_and_projects_have_it() {
    let page = open_small();
    page.set_value("#length-1", 640);
    let (scenario, expected) = small(640);
    scene::wait_for(&page, &expected);
    let expected_scenarios = vec![scenario];
    assert_eq!(scene::linked(&page).scenarios, expected_scenarios);
    let file = scene::exported(&page, "project-log", ".json");
    drop(page);
    assert_eq!(project::read(&file).expect("a project").snapshot.scenarios, expected_scenarios);
    let page = scene::open();
    page.drop_bytes("any.json", &file);
    scene::wait_for(&page, &expected);
    let page = Page::open(&scene::path_to(&Snapshot {
        workload: Source::File(FileMark::of("small.swf", LOG)),
        scenarios: expected_scenarios,
        ..Snapshot::default()
    }));
    page.wait_for("#awaited");
    page.drop_bytes("small.swf", LOG);
    scene::wait_for(&page, &expected);
    page.assert_no_console_errors();
}
