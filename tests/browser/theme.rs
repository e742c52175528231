//! The switch for the theme: page and charts follow it, the browser keeps it, prints stay light.

use serde_json::json;
use slotscope::chart::Theme;

use crate::harness::{ColourScheme, Page};
use crate::{picture, scene};

const CANVAS: &str = "#gantt-canvas";

/// Colours of the page.
const LIGHT: &str = "rgb(238, 241, 245)";
const DARK: &str = "rgb(9, 13, 18)";

/// Waits until page and chart have a theme.
#[track_caller]
fn wait_for_theme(page: &Page, ground: &str, theme: Theme) {
    page.wait_until_with("return getComputedStyle(document.body).backgroundColor === arguments[0]", [ground]);
    page.poll("a chart in the theme", || (picture::pixels_of(page, CANVAS, &[theme.panel]) > 500).then_some(()));
}

/// Chooses the theme at a place among System, Light and Dark.
#[track_caller]
fn choose(page: &Page, place: usize) {
    page.click("#keys");
    page.wait_for("#key-sheet[open]");
    page.click(&format!("label[for=theme-{place}]"));
    page.click("#key-sheet-close");
    page.wait_for_none("#key-sheet[open]");
}

#[test]
fn a_theme_is_chosen_kept_and_given_up() {
    let page = scene::open();
    page.set_colour_scheme(ColourScheme::Light);
    wait_for_theme(&page, LIGHT, Theme::light());
    let address = page.address();
    choose(&page, 2);
    wait_for_theme(&page, DARK, Theme::dark());
    assert_eq!(page.address(), address, "a theme is in no link");
    page.reload();
    page.wait_for("#figure-mean-utilization");
    wait_for_theme(&page, DARK, Theme::dark());
    // Against a dark system the other way round.
    page.set_colour_scheme(ColourScheme::Dark);
    choose(&page, 1);
    wait_for_theme(&page, LIGHT, Theme::light());
    choose(&page, 0);
    wait_for_theme(&page, DARK, Theme::dark());
    page.set_colour_scheme(ColourScheme::Light);
    wait_for_theme(&page, LIGHT, Theme::light());
    let kept = "return localStorage.getItem('slotscope-theme')";
    assert_eq!(page.execute(kept), json!(null));
}

#[test]
fn a_chosen_theme_is_there_before_the_page_and_paper_is_light() {
    let page = scene::open();
    page.set_colour_scheme(ColourScheme::Light);
    choose(&page, 2);
    wait_for_theme(&page, DARK, Theme::dark());
    // The script of the theme stands before whatever is painted, and nothing waits for the page's own code.
    let first = page.execute(
        "return [...document.scripts].findIndex(it => it.src.endsWith('/theme.js') && !it.defer && it.type === '')",
    );
    assert_eq!(first, json!(0));
    // It shows the chosen theme by itself.
    page.execute(
        "delete document.documentElement.dataset.theme;
         document.head.append(Object.assign(document.createElement('script'), { src: 'theme.js?again' }));",
    );
    page.wait_for("html[data-theme=dark]");
    let bars = page.execute(
        "return [...document.querySelectorAll('meta[name=theme-color]')]
            .filter(it => matchMedia(it.media).matches).map(it => it.content)",
    );
    assert_eq!(bars, json!(["#090d12"]));
    page.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" }));
    page.wait_until("return getComputedStyle(document.body).backgroundColor === 'rgb(255, 255, 255)'");
    let text = page.execute("return getComputedStyle(document.body).color");
    assert_eq!(text, json!("rgb(27, 35, 45)"));
    page.devtools("Emulation.setEmulatedMedia", json!({ "media": "" }));
    wait_for_theme(&page, DARK, Theme::dark());
}
