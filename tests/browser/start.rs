//! The page as it opens: the sample is scheduled, and the picture is there.

use slotscope::chart::Theme;
use slotscope::experiment::Scenario;

use crate::command::{self, Folder};
use crate::harness::ColourScheme;
use crate::{picture, scene};

#[test]
fn the_sample_is_scheduled_at_the_start() {
    // Waits for the figures of the library, to the last digit.
    let page = scene::open();
    assert_eq!(page.text("#workload-name"), scene::sample().name);
    let taken = scene::exported_text(&page, "scenario", ".json");
    assert_eq!(taken, command::json(&Scenario::default()) + "\n");
}

#[test]
fn the_command_line_finds_the_same_figures() {
    let folder = Folder::new();
    // A file that says nothing takes the log's machine and no reservations: the page's first scenario is written out.
    let first = command::json(&Scenario::default());
    let written = command::run(&folder, &first, &folder.sample());
    let page = scene::open();
    scene::wait_for(&page, &written.figures());
    assert_eq!(
        command::without_log(&scene::exported_text(&page, "report", ".json")),
        command::without_log(&written.report)
    );
}

#[test]
fn the_chart_shows_batch_jobs_and_reservations_apart() {
    let page = scene::open();
    for (scheme, theme) in [(ColourScheme::Light, Theme::light()), (ColourScheme::Dark, Theme::dark())] {
        page.set_colour_scheme(scheme);
        page.settle();
        assert!(!picture::canvas(&page, "#gantt-canvas").is_blank());
        for colours in [theme.batch, theme.reservation] {
            let pixels = picture::pixels_of(&page, "#gantt-canvas", &colours);
            assert!(pixels > 1000, "{pixels} pixels of {colours:?}");
        }
    }
}
