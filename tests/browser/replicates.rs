//! Curves and trade-offs on replicates of the log, and a load made lighter by thinning its users.

use serde_json::{Value, json};
use slotscope::criteria::report;
use slotscope::experiment::{Scenario, report_on};
use slotscope::system::two_level::QueuePolicy;
use slotscope::workload::replicate::Replication;

use crate::harness::Page;
use crate::scene;

/// The value of a control.
fn field(page: &Page, css: &str) -> String {
    let value = page.execute("return document.querySelector(arguments[0]).value", &[json!(css)]);
    value.as_str().expect("a text").to_owned()
}

/// The words of an element, whether they are folded away or not.
fn words(page: &Page, css: &str) -> String {
    let words = page.execute("return document.querySelector(arguments[0]).textContent", &[json!(css)]);
    words.as_str().expect("a text").to_owned()
}

/// The means of the table of curves.
fn means(page: &Page) -> Vec<Value> {
    let cells = "return [...document.querySelectorAll('#curves-table td[data-value]')]
        .map(it => [it.dataset.value, it.dataset.halfWidth ?? null])";
    let cells = page.execute(cells, &[]);
    cells.as_array().expect("cells").clone()
}

#[test]
fn curves_on_replicates_have_intervals_and_come_back_with_their_link() {
    let page = scene::open();
    page.set_value("#ar-percent", 0);
    scene::show(&page, "curves");
    assert!(words(&page, "#curves-replicates-about").contains("on the log itself"));
    page.set_value("#curves-axis", "period δ of the grid scheduler");
    page.set_value("#curves-values", "0");
    page.set_value("#curves-replicates", "Shaken submissions");
    page.unfold("#curves-replicates");
    page.wait_for_text(".curves-form", "Moved by up to");
    page.set_value("#curves-seeds", 3);
    page.set_value("#curves-replicate-amount", 300);
    page.wait_for_text("#curves-replicates-about", "3 copies of the log");
    let linked = scene::linked(&page);
    let replicate: Replication = "shake=3:300".parse().expect("a replication");
    assert_eq!(linked.curves.replicate, Some(replicate));
    scene::draw_curves(&page);
    let told = "3 perturbations of the submissions by up to 300 s; bands are their 95 % intervals";
    page.wait_for_text("#curves-chance", told);
    let cells = means(&page);
    assert!(cells.iter().any(|it| it[1].is_string()), "there are intervals");
    for queue in [QueuePolicy::FcfsBackfilling, QueuePolicy::Fcfs, QueuePolicy::Easy] {
        let flows = (0..3_u32).map(|place| {
            let mut scenario = Scenario { seed: 1 + u64::from(place), ..Scenario::default() };
            scenario.workload.reservations.percent = 0.0;
            scene::options(&mut scenario).local.queue = queue;
            let report = report_on(&scenario, &scene::sample(), Some((&replicate, place)));
            report.expect("a report").mean_flow_time
        });
        let mean = flows.sum::<f64>() / 3.0;
        let is_near = |it: &Value| {
            let told: f64 = it[0].as_str().and_then(|it| it.parse().ok()).expect("a number");
            (told - mean).abs() < 1e-6
        };
        assert!(cells.iter().any(is_near), "{queue:?} {mean}: {cells:?}");
    }
    page.goto("about:blank");
    page.goto(&scene::path_to(&linked));
    page.wait_for("#view-curves #curves-replicate-amount");
    assert_eq!(field(&page, "#curves-replicates"), "Shaken submissions");
    assert_eq!([field(&page, "#curves-seeds"), field(&page, "#curves-replicate-amount")], ["3", "300"]);
    scene::draw_curves(&page);
    page.wait_for_text("#curves-chance", told);
    assert_eq!(means(&page), cells);
    // Back on the log itself the seeds are those of before, and nothing is drawn.
    page.set_value("#curves-replicates", "The log itself");
    page.wait_for_none("#curves-replicate-amount");
    assert_eq!(field(&page, "#curves-seeds"), "10");
    scene::draw_curves(&page);
    page.wait_for("#curves-chance[data-draws=false]");
}

#[test]
fn a_trade_off_and_its_search_run_on_windows_of_the_log() {
    let page = scene::open();
    page.set_value("#ar-percent", 0);
    scene::show(&page, "trade-off");
    page.set_value("#trade-period", "0");
    page.set_value("#trade-replicates", "Windows of the log");
    page.set_value("#trade-seeds", 2);
    page.wait_for_text("#trade-count", "× 2 replicates");
    page.click("#trade-run");
    scene::wait_for_runs(&page, "#trade-done");
    page.wait_for_text("#trade-chance", "by the means over the replicates");
    page.wait_for_text(".trade-form .ran-line", "2 windows of the log, of each the first 10 % warm-up");
    // More windows than there are jobs say what to do.
    page.click(".trade-form .ran-line button");
    page.set_value("#trade-replicate-amount", 99);
    page.set_value("#trade-seeds", 100);
    page.click("#trade-run");
    page.wait_for_text(".trade-off .refused", "take fewer windows");
}

#[test]
fn a_share_of_the_work_is_typed_told_and_swept() {
    let page = scene::open();
    page.click("#jobs-taken > summary");
    page.set_value("#thin-users", 0.5);
    let mut scenario = Scenario::default();
    scenario.workload.thin_users = Some(0.5);
    let run = scene::run(&scenario, &scene::sample());
    assert!(run.jobs.len() < 900, "users leave");
    scene::wait_for(&page, &report(&run));
    page.wait_until("return document.querySelector('#account').textContent.includes('users stay, with')", &[]);
    let told = words(&page, "#account");
    assert!(told.contains("of 40 users stay, with"), "{told}");
    assert_eq!(scene::linked(&page).scenarios[0].workload.thin_users, Some(0.5));
    page.set_value("#thin-users", 1.5);
    page.wait_for_text("#jobs-taken .wrong", "at most 1");
    scene::show(&page, "curves");
    page.set_value("#curves-axis", "share of the work that stays, by thinning users");
    page.set_value("#curves-values", "0.25, 1");
    page.set_value("#curves-seeds", 2);
    scene::draw_curves(&page);
    page.wait_for_text(".curve-pictures", "thinning users");
}
