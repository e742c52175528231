//! The page starts at all.

use serde_json::json;

use crate::harness::Page;

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn page_loads_without_console_errors() {
    let page = Page::open("/");
    page.wait_for("body *");
    assert_eq!(page.title(), "Slotscope");
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn page_loads_below_a_sub_path() {
    let page = Page::open("/below/a/path/");
    page.wait_for("body *");
    assert_eq!(page.title(), "Slotscope");
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn window_can_be_a_telephone_or_a_desk() {
    let page = Page::open("/");
    for (width, height) in [(390, 844), (1440, 900)] {
        page.set_window_size(width, height);
        let size = page.execute("return [innerWidth, innerHeight]", &[]);
        assert_eq!(size, json!([width, height]));
    }
    page.assert_no_console_errors();
}
