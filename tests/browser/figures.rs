//! Any figure of a report in Curves and Trade-off: found, chosen, kept in a link.

use serde_json::json;

use crate::harness::Page;
use crate::scene;

/// The curves of two policies without reservations: nothing is drawn.
fn open_curves() -> Page {
    let page = scene::open();
    scene::show(&page, "curves");
    page.set_value("#curves-values", "0");
    page.set_value("#curves-seeds", 1);
    run_curves(&page);
    page
}

fn run_curves(page: &Page) {
    scene::draw_curves(page);
}

/// The names of the figures that the search finds.
fn found(page: &Page) -> Vec<String> {
    let names = page
        .execute("return [...document.querySelectorAll('#curves-figures .fold label')].map(it => it.innerText)", &[]);
    serde_json::from_value(names).expect("texts")
}

#[test]
fn a_figure_is_searched_for_and_drawn_and_one_without_values_is_no_panel() {
    let page = open_curves();
    page.wait_for_text("#curves-left-out", "tardiness (no reservation ran)");
    assert!(!page.text(".curve-pictures").contains("tardiness"));
    page.click("#curves-figures-fold summary");
    page.set_value("#curves-figures-search", "90th BATCH");
    page.wait_until("return document.querySelectorAll('#curves-figures .fold label').length === 1", &[]);
    let name = "90th percentile of waiting time of batch jobs";
    assert_eq!(found(&page), [format!("{name} (s)")]);
    page.click("#curves-figures .fold label");
    page.wait_for_text(".curve-pictures", "90th percentile of waiting time of batch jobs");
    page.set_value("#curves-figures-search", "no such figure");
    page.wait_for_text("#curves-figures", "No other figure has these words.");
    page.set_value("#curves-figures-search", "");
    page.wait_for_text("#curves-figures-batch-jobs summary", "1 of ");
    // The axes are logarithmic on request; that of the share, which is 0, cannot be.
    assert_eq!(page.count("#curves-log-x"), 0);
    page.click("#curves-log-y");
    page.wait_for_text(".curve-pictures", ", log");
    let linked = scene::linked(&page).curves;
    assert!(linked.log_y && !linked.log_x);
    assert!(linked.figures.contains(&"batch.waiting_time_90".to_owned()));
    // Elsewhere the link opens the same.
    let address = page.address();
    page.goto("about:blank");
    page.goto(&address);
    page.wait_for("#view-curves");
    run_curves(&page);
    page.wait_for_text(".curve-pictures", name);
    page.wait_for_text(".curve-pictures", ", log");
}

#[test]
fn a_trade_off_weighs_a_figure_of_one_class_of_sizes() {
    let page = scene::open();
    scene::show(&page, "trade-off");
    let groups = "return [...document.querySelectorAll('#trade-criterion-1 optgroup')].map(it => it.label)";
    let few = ["Usual", "All jobs", "Of this system alone", "Batch jobs", "Reservations"];
    assert_eq!(page.execute(groups, &[]), json!(few));
    page.click("#trade-more-criteria");
    page.wait_until("return document.querySelectorAll('#trade-criterion-1 optgroup').length === 7", &[]);
    let name = "90th percentile of waiting time of jobs of 8–15 processors";
    page.set_value("#trade-criterion-1", format!("{name} (s)"));
    page.wait_until(
        "return document.querySelector('#trade-criterion-1').selectedOptions[0].text === arguments[0]",
        &[json!(format!("{name} (s)"))],
    );
    let chosen = scene::linked(&page).trade_off.criteria;
    assert_eq!(chosen, ["mean_utilization", "by_size.8.waiting_time_90", "mean_tardiness"]);
    // It stays when the others are put away.
    page.click("#trade-more-criteria");
    page.wait_until("return document.querySelectorAll('#trade-criterion-2 optgroup').length === 5", &[]);
    assert_eq!(scene::linked(&page).trade_off.criteria, chosen);
}
