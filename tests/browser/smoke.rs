//! The page starts at all.

use serde_json::json;

use crate::harness::Page;
use crate::scene;

/// The page itself, with the sample scheduled: what `index.html` holds for browsers without scripts
/// is in every page that fails to start, too.
#[track_caller]
fn assert_shown(page: &Page) {
    scene::wait_for(page, &scene::sample_report());
    assert_eq!(page.title(), "Slotscope");
}

#[test]
fn page_loads_without_console_errors() {
    let page = Page::open_for_the_first_time("/#");
    assert_shown(&page);
}

#[test]
fn page_loads_below_a_sub_path() {
    let page = Page::open_for_the_first_time("/below/a/path/#");
    assert_shown(&page);
}

#[test]
fn window_can_be_a_telephone_or_a_desk() {
    let page = Page::open_for_the_first_time("/");
    for (width, height) in [(390, 844), (1440, 900)] {
        page.set_window_size(width, height);
        let size = page.execute("return [innerWidth, innerHeight]", &[]);
        assert_eq!(size, json!([width, height]));
    }
}
