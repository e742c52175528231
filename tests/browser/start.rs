//! The page as it opens: the sample is scheduled, and the picture is there.

use serde_json::json;

use crate::command::Folder;
use crate::harness::{ColourScheme, Page};
use crate::{command, picture, scene};
use slotscope::chart::Theme;
use slotscope::experiment::Scenario;

#[test]
fn the_sample_is_scheduled_as_by_the_command_line_and_its_chart_shows_batch_jobs_and_reservations_apart() {
    let folder = Folder::new();
    // A file that says nothing takes the log's machine and no reservations: the page's first scenario is written out.
    let first = command::json(&Scenario::default());
    let written = command::run(&folder, &first, &folder.sample());
    // Waits for the figures of the library, to the last digit.
    let page = scene::open();
    scene::wait_for(&page, &written.figures());
    assert_eq!(page.text("#workload-name"), scene::sample().name);
    assert_eq!(scene::exported_text(&page, "scenario", ".json"), first + "\n");
    let report = scene::exported_text(&page, "report", ".json");
    assert_eq!(command::without_log(&report), command::without_log(&written.report));
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

/// The page itself, with the sample scheduled: what `index.html` holds for browsers without scripts
/// is in every page that fails to start, too.
#[test]
fn the_page_loads_at_the_root_and_below_a_path() {
    for path in ["/#", "/below/a/path/#"] {
        let page = Page::open_for_the_first_time(path);
        scene::wait_for(&page, &scene::sample_report());
        assert_eq!(page.title(), "Slotscope");
    }
}

#[test]
fn window_can_be_a_telephone_or_a_desk() {
    let page = Page::open_for_the_first_time("/");
    for (width, height) in [(390, 844), (1440, 900)] {
        page.set_window_size(width, height);
        let size = page.execute("return [innerWidth, innerHeight]");
        assert_eq!(size, json!([width, height]));
    }
}
