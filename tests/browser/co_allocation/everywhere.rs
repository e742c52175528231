//! Compared, swept over, played, linked and saved as any other system.

use slotscope::criteria::{Report, report};
use slotscope::experiment::Scenario;
use slotscope::export::project;
use slotscope::export::snapshot::{FileMark, Snapshot, Source};
use slotscope::system::co_allocation::CoAllocation;
use slotscope::workload;

use super::scenario;
use crate::harness::Page;
use crate::scene;

/// Three jobs on sixteen processors: the third needs all of them, and is tried five times.
const LOG: &[u8] = b"; MaxProcs: 16\n\
    1 0 0 3600 4 -1 -1 4 3600 -1 1 1 1 1 1 1 -1 -1\n\
    2 0 0 1800 8 -1 -1 8 1800 -1 1 1 1 1 1 1 -1 -1\n\
    3 600 0 1200 16 -1 -1 16 1200 -1 1 1 1 1 1 1 -1 -1\n";

fn small() -> (Scenario, Report) {
    let log = workload::read("small.swf", LOG).expect("a log").workload;
    let scenario = Scenario { system: scenario().system, ..scene::scenario_of(&log) };
    let report = report(&scene::run(&scenario, &log));
    (scenario, report)
}

fn open_small() -> Page {
    let page = scene::open();
    page.drop_bytes("small.swf", LOG);
    page.wait_for_text("#workload-name", "small.swf");
    page.set_value("#system", "Co-allocation");
    scene::wait_for(&page, &small().1);
    page
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn it_stands_beside_the_two_level_grid_on_the_same_log() {
    let page = scene::open();
    scene::show(&page, "compare");
    page.execute(
        "[...document.querySelectorAll('#compare-invite button')]
            .find(it => /co-allocation/i.test(it.textContent)).click()",
        &[],
    );
    scene::wait_for_runs(&page, "#compare-done");
    let chips = page.text(".chips");
    assert!(chips.contains("\nco-allocation: latest start"), "{chips}");
    let table = page.text(".compare-table");
    // Its own measures are there, of it alone.
    assert!(table.contains("Attempts per request –"), "{table}");
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn curves_go_over_the_share_the_step_and_the_servers() {
    let page = scene::open();
    page.set_value("#system", "Co-allocation");
    let sample = scene::sample();
    scene::wait_for(&page, &report(&scene::run(&scenario(), &sample)));
    scene::show(&page, "curves");
    type Set = fn(&mut Scenario, f64);
    let axes: [(&str, &[f64], Set); 3] = [
        ("advance reservations", &[0.0, 60.0], |scenario, value| {
            scenario.workload.reservations.percent = value;
        }),
        ("step Δt between attempts", &[300.0, 7_200.0], |scenario, value| {
            CoAllocation::of_mut(&mut scenario.system).step = value as i64;
        }),
        ("processors of every provider", &[64.0, 80.0], |scenario, value| {
            scenario.platform.fill(value as u32);
        }),
    ];
    for (label, values, set) in axes {
        scene::assert_curves(&page, label, values, |value| {
            let mut scenario = scenario();
            set(&mut scenario, value);
            report(&scene::run(&scenario, &sample))
        });
    }
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn the_player_tells_of_attempts() {
    let page = open_small();
    scene::show(&page, "play");
    page.set_value("#play-scrub", 600.0);
    page.wait_for("#play-decisions[data-time='600'][data-state=told]");
    let said = page.text("#play-decisions");
    let attempt = "attempt 4 at 00:55:00: 12 of 16 servers idle until 01:15:00";
    assert!(said.contains(attempt), "{said}");
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn links_and_projects_have_it() {
    let page = open_small();
    page.set_value("#step", 600);
    page.wait_until("return document.body.dataset.state === 'idle'", &[]);
    let (mut scenario, _) = small();
    CoAllocation::of_mut(&mut scenario.system).step = 600;
    let log = workload::read("small.swf", LOG).expect("a log").workload;
    let expected = report(&scene::run(&scenario, &log));
    scene::wait_for(&page, &expected);
    assert_eq!(scene::linked(&page).scenarios, [scenario.clone()]);
    let file = scene::exported(&page, "project-log", ".json");
    drop(page);
    assert_eq!(project::read(&file).expect("a project").snapshot.scenarios, [scenario.clone()]);
    let page = scene::open();
    page.drop_bytes("any.json", &file);
    scene::wait_for(&page, &expected);
    let page = Page::open(&scene::path_to(&Snapshot {
        workload: Source::File(FileMark::of("small.swf", LOG)),
        scenarios: vec![scenario],
        view: "slots".to_owned(),
        ..Snapshot::default()
    }));
    page.wait_for("#awaited");
    page.drop_bytes("small.swf", LOG);
    scene::wait_for(&page, &expected);
    page.wait_for("#idle-periods");
    page.wait_until("return Number(document.querySelector('#idle-periods').dataset.steps) > 0", &[]);
    page.assert_no_console_errors();
}
