//! Every view says which run it shows, in one line that is the same everywhere.

use slotscope::experiment::Scenario;
use slotscope::experiment::words::run_line;
use slotscope::workload::WorkloadKind;

use crate::scene;

const VIEWS_OF_THE_RUN: [&str; 8] = [
    "gantt",
    "play",
    "jobs",
    "summary",
    "slots",
    "compare",
    "curves",
    "trade-off",
];

fn scenario() -> Scenario {
    let json = r#"{"workload": {"reservations": {"percent": 20}}, "seed": 5,
        "system": {"two_level": {"grid": {"period": 600}, "local": {"queue": "easy"}}}}"#;
    serde_json::from_str(json).expect("a scenario")
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn system_policy_period_share_and_seed_stand_above_every_view_on_paper_and_in_pictures() {
    let expected = run_line(&scenario(), WorkloadKind::Log);
    assert_eq!(
        expected,
        "Two-level grid: EASY backfilling, δ = 600 s · 20 % reservations · seed 5"
    );
    let page = scene::open();
    page.set_value("#seed", 5);
    page.set_value("#ar-percent", 20);
    page.set_value("#grid-period-number", 600);
    page.set_value("#queue-policy", "EASY backfilling");
    page.wait_for_text("#run-line", "EASY backfilling");
    page.wait_until("return document.body.dataset.state === 'idle'", &[]);
    for view in VIEWS_OF_THE_RUN {
        scene::show(&page, view);
        assert_eq!(page.text("#run-line"), expected, "{view}");
        let paper = page.execute("return document.querySelector('#paper p').textContent", &[]);
        assert_eq!(paper, expected.as_str(), "{view} on paper");
    }
    for view in ["gantt", "summary"] {
        scene::show(&page, view);
        let picture = scene::exported_text(&page, "svg", ".svg");
        assert!(picture.contains(&expected), "{view} as a picture");
    }
    scene::show(&page, "gantt");
    scene::project(&page);
    assert_eq!(page.text("#run-line"), expected, "for a projector");
    page.press("p");
    // By itself.
    scene::linked(&page);
    let alone = page.address().replace("/#", "/?view=only#");
    page.goto("about:blank");
    page.goto(&alone);
    page.wait_for_text("#run-line", &expected);
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn beside_others_the_line_names_the_scenario_in_front() {
    let page = scene::open();
    scene::show(&page, "compare");
    page.click("#compare-invite button");
    scene::wait_for_runs(&page, "#compare-done");
    let shown = scene::linked(&page);
    let front = &shown.scenarios[shown.front];
    let letter = char::from(b'A' + shown.front as u8);
    let expected = format!("{letter}: {}", run_line(front, WorkloadKind::Log));
    assert_eq!(page.text("#run-line"), expected);
    // Near means over seeds the figures of one say so.
    let alone = format!("seed {} alone", front.seed);
    for (view, said) in [
        ("compare", true),
        ("curves", true),
        ("trade-off", true),
        ("summary", false),
    ] {
        scene::show(&page, view);
        assert_eq!(page.count("#figures-seed"), usize::from(said), "{view}");
        if said {
            assert_eq!(page.text("#figures-seed"), alone);
        }
    }
    page.assert_no_console_errors();
}
