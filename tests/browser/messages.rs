//! What the page and its workers send each other arrives as it was, to the last digit.

use slotscope::criteria::report;
use slotscope::experiment::Scenario;
use slotscope::export::snapshot::Snapshot;
use slotscope::system::two_level::LocalSystem;

use crate::scene;

/// Draws among the sample's jobs; of a seed beyond 2^53, every digit.
fn drawn_by(seed: u64) -> Scenario {
    let mut scenario = Scenario { seed, ..Scenario::default() };
    scenario.workload.reservations.percent = 30.0;
    scenario
}

#[test]
fn a_seed_beyond_all_that_a_number_of_the_browser_holds_reaches_the_worker() {
    const SEED: u64 = (1 << 63) + 1;
    let of_seed = |seed| report(&scene::run(&drawn_by(seed), &scene::sample()));
    let expected = of_seed(SEED);
    for rounded in [SEED - 1, u64::MAX, i64::MAX as u64] {
        assert_ne!(of_seed(rounded), expected, "the seed decides what is drawn");
    }
    let page = scene::open();
    page.goto(&scene::path_to(&Snapshot { scenarios: vec![drawn_by(SEED)], ..Snapshot::default() }));
    scene::wait_for(&page, &expected);
}

#[test]
fn a_time_that_stands_for_never_comes_back_as_such() {
    let page = scene::open();
    // It names no requested time.
    page.drop_bytes("open.swf", b"; MaxProcs: 8\n1 0 0 60 2 -1 -1 2 -1 -1 1 1 1 -1 1 1 -1 -1\n");
    page.wait_for_text("#workload-name", "open.swf");
    let mut scenario = Scenario { platform: vec![8], ..Scenario::default() };
    scenario.workload.reservations.percent = 0.0;
    scene::options(&mut scenario).local.systems = vec![LocalSystem::Sge];
    let json = serde_json::to_string(&scenario).expect("a scenario is JSON");
    page.drop_bytes("sge.json", json.as_bytes());
    page.wait_for("#spent[data-jobs='1']");
    page.wait_until("return document.body.dataset.state === 'idle'", &[]);
    scene::show(&page, "jobs");
    page.click("#job-table .row[aria-rowindex='2']");
    page.wait_for("#explained[data-job='1'][data-state=told]");
    page.wait_for_text("#explained-log", "without a limit");
}
