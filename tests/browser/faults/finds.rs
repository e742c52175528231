//! What random users have found.

use slotscope::criteria::report;
use slotscope::experiment::Scenario;
use slotscope::system::two_level::LateReservations;

use super::{actions, at_start, user};
use crate::scene;

#[test]
fn what_cannot_be_run_takes_the_place_of_nothing_that_is_kept() {
    let page = scene::open();
    let one = br#"{"platform": [64], "workload": {"reservations": {"percent": 30}},
        "system": {"two_level": {"late_reservations": "deadline"}}}"#;
    page.drop_bytes("one.json", one);
    let mut scenario = Scenario { platform: vec![64], ..Scenario::default() };
    scene::options(&mut scenario).late_reservations = LateReservations::Deadline;
    let figures = report(&scene::run(&scenario, &scene::sample()));
    scene::wait_for(&page, &figures);
    let shown = scene::linked(&page);
    page.unfold("#completion-2");
    page.set_value("#completion-2", true);
    page.wait_for_text("#refused", "requested counts to start");
    assert_eq!(scene::linked(&page), shown);
    page.click("#copy-link");
    page.wait_for_text(".notice.failed", "A scenario that cannot be run has no link");
    page.click(".notice.failed .icon");
    page.wait_for_none(".notice.failed");
    page.click("#export");
    page.click("#export-project");
    page.wait_for_text(".notice.failed", "The project could not be made");
    // It would be a link that nobody can open, and a session.
    for address in ["/", &page.address()] {
        page.goto("about:blank");
        page.goto(address);
        scene::wait_for(&page, &figures);
        assert_eq!(page.count(".notice.failed, #refused"), 0);
        assert_eq!(scene::linked(&page), shown);
    }
}

#[test]
fn what_is_kept_again_and_again_leaves_nothing_that_listens() {
    let page = scene::open();
    at_start(&page, user::SCRIPT);
    page.reload();
    scene::wait_for(&page, &scene::sample_report());
    let counts = [1, 2, 3].map(|round| {
        for seed in 0..10 {
            page.set_value("#seed", 100 * round + seed);
            scene::linked(&page);
        }
        actions::metric(&page, "JSEventListeners")
    });
    // Two and more are left where one is left each time.
    let grown = counts[2].saturating_sub(counts[1]);
    assert!(grown < 10, "{counts:?}");
}
