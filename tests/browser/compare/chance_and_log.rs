//! What is said of differences that no seed makes, and of a model that is far from the log.

use slotscope::criteria::report;
use slotscope::experiment::Scenario;

use super::{assert_table, contrast, native_rows, pictured_text, set_seeds, wait_for_runs};
use crate::scene;

#[test]
fn without_randomness_there_are_no_intervals_and_no_stars() {
    let page = scene::open();
    page.set_value("#ar-percent", 0);
    let mut first = Scenario::default();
    first.workload.reservations.percent = 0.0;
    let sample = scene::sample();
    scene::wait_for(&page, &report(&scene::run(&first, &sample)));
    scene::compare_with_easy(&page);
    let easy = contrast(&first, "easy");
    wait_for_runs(&page);
    set_seeds(&page, 3);
    page.wait_for_text(".compare-head", "no randomness: all seeds agree");
    let native = native_rows(&[first, easy], &sample, 3, 0);
    let cells = || native.iter().flat_map(|row| row.cells.iter().flatten());
    assert!(cells().all(|it| it.value.half_width.is_none() && !it.is_told_best));
    assert!(cells().any(|it| it.is_best), "bold is left");
    assert_table(&page, &native);
    for mark in [".star", ".sure", ".width"] {
        assert_eq!(page.count(&format!("#compare-table {mark}")), 0, "{mark}");
    }
    let marks = page.text("#compare-marks");
    assert!(!marks.contains('★') && !marks.contains("95 %"), "{marks}");
    let slide = pictured_text(&page, "slide-svg");
    assert!(slide.contains("no randomness: all seeds agree") && !slide.contains("95 %"));
    // With reservations the seeds have something to tell again.
    page.set_value("#ar-percent", 30);
    wait_for_runs(&page);
    page.wait_for_text("#compare-marks", "★");
}

/// A cluster with GPUs and partitions on which jobs waited for hours though much was free; one ran into its limit.
const FAR: &str = "JobID|Submit|Start|End|ElapsedRaw|Timelimit|AllocCPUS|AllocTRES|Partition|State\n\
    1|1970-01-02T00:00:00|1970-01-02T10:00:00|1970-01-02T11:00:00|3600|01:00:00|4|cpu=4,gres/gpu=2|a|TIMEOUT\n\
    2|1970-01-02T00:00:10|1970-01-02T12:00:00|1970-01-02T12:30:00|1800|01:00:00|4|cpu=4|b|COMPLETED\n\
    3|1970-01-02T00:00:20|1970-01-02T11:30:00|1970-01-02T12:30:00|3600|01:00:00|8|cpu=8|b|COMPLETED\n";

#[test]
fn a_model_that_is_far_from_the_log_is_marked_and_not_judged_against_it() {
    let page = scene::open();
    page.drop_bytes("far.txt", FAR.as_bytes());
    page.wait_for_text("body", "far.txt");
    scene::show(&page, "summary");
    page.wait_for("#summary-calibration[data-far=true]");
    let told = page.text("#summary-calibration");
    assert!(told.contains("GPUs") && told.contains("partitions"), "{told}");
    scene::compare_alone(&page);
    page.execute(
        "[...document.querySelectorAll('#compare-invite button')]
            .find(it => it.textContent.includes('as logged')).click()",
        &[],
    );
    wait_for_runs(&page);
    page.wait_for("#compare-calibrations [data-far=true]");
    // The log has no line of its own.
    assert_eq!(page.count("#compare-calibrations li"), 1);
    assert_eq!(page.count("#compare-table .star"), 0);
    let waiting = "#compare-table tr[data-criterion=waiting-time]";
    page.wait_for(&format!("{waiting} .far"));
    assert_eq!(page.count(&format!("{waiting} td.best")), 0);
    page.wait_for_text("#compare-marks", "no comparison with the log is judged");
    // The job that timed out in the log is killed there.
    let killed = "#compare-table tr[data-criterion=killed] td[data-place=B]";
    page.wait_for(&format!("{killed}[data-value='1']"));
}
