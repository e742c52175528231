//! The manual that comes with the page.

use serde_json::json;

use crate::accessibility::assert_accessible;
use crate::harness::{ColourScheme, Page};
use crate::scene;

#[test]
fn the_key_sheet_leads_to_the_manual() {
    let page = scene::open();
    page.press("?");
    page.wait_for("#key-sheet[open] #manual");
    let address = page.execute("return document.querySelector('#manual').getAttribute('href')", &[]);
    assert_eq!(address, "./manual/page.html");
}

#[test]
fn each_page_of_the_manual_leads_to_the_others() {
    let page = Page::open("/manual/page.html");
    let chapters = page
        .execute("return [...document.querySelectorAll('nav a[href$=html]')].map(it => it.getAttribute('href'))", &[]);
    let chapters: Vec<String> = serde_json::from_value(chapters).expect("addresses");
    assert_eq!(chapters.len(), 8, "{chapters:?}");
    for chapter in &chapters {
        page.goto(&format!("/manual/{chapter}"));
        let current =
            page.execute("return document.querySelector('nav [aria-current=page]').getAttribute('href')", &[]);
        assert_eq!(current, json!(chapter));
        let background = page.execute("return getComputedStyle(document.body).backgroundColor", &[]);
        assert_eq!(background, "rgb(255, 255, 255)", "{chapter}: its stylesheet");
    }
}

#[test]
fn the_manual_is_accessible_and_no_wider_than_a_telephone() {
    for scheme in [ColourScheme::Light, ColourScheme::Dark] {
        let page = Page::open("/manual/scenario.html");
        page.set_window_size(390, 844);
        page.set_colour_scheme(scheme);
        assert_accessible(&page);
        let wider =
            page.execute("return document.documentElement.scrollWidth - document.documentElement.clientWidth", &[]);
        assert_eq!(wider, 0);
    }
}
