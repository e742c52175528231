//! Pictures on the clipboard: PNG, for slides 1920 × 1080, and what is said where that cannot be.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;
use slotscope::experiment::Scenario;
use slotscope::export::snapshot::Snapshot;
use slotscope::system::two_level::QueuePolicy;

use crate::harness::Page;
use crate::{picture, scene};

/// Lets the page read the clipboard, and write it, as a person would. Chromium's headless shell lets no page do either by
/// itself.
pub fn allow(page: &Page) {
    let origin = page.execute("return location.origin", &[]);
    page.devtools(
        "Browser.grantPermissions",
        json!({
            "origin": origin,
            "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"],
        }),
    );
}

/// What lies on the clipboard as PNG.
#[track_caller]
fn pasted(page: &Page) -> Vec<u8> {
    let text = page.execute(
        "return (async () => {
            window.focus();
            const [item] = await navigator.clipboard.read();
            if (item.types.join() !== 'image/png') throw new Error(item.types.join());
            const bytes = new Uint8Array(await (await item.getType('image/png')).arrayBuffer());
            let text = '';
            for (const byte of bytes) text += String.fromCharCode(byte);
            return btoa(text);
        })()",
        &[],
    );
    BASE64_STANDARD.decode(text.as_str().expect("a picture in Base64")).expect("Base64")
}

/// Copies the picture of the view that is shown; what lies on the clipboard then.
#[track_caller]
pub fn copied(page: &Page) -> Vec<u8> {
    page.click("#export");
    page.click("#export-copy");
    wait_for_copy(page);
    pasted(page)
}

/// Waits for what is said of a copy, and takes it away.
#[track_caller]
fn wait_for_copy(page: &Page) {
    page.wait_for_text(".notice", "Picture copied.");
    page.click(".notice .icon");
    page.wait_for_none(".notice");
}

#[test]
fn a_comparison_is_copied_as_its_slide() {
    let mut second = Scenario::default();
    scene::options(&mut second).local.queue = QueuePolicy::Easy;
    let page = Page::open(&scene::path_to(&Snapshot {
        scenarios: vec![Scenario::default(), second],
        view: "compare".to_owned(),
        ..Snapshot::default()
    }));
    allow(&page);
    page.wait_for("#compare-gantt-1");
    page.settle();
    page.click("#compare-layouts");
    page.click("#picture-copy");
    wait_for_copy(&page);
    let png = picture::png(&page, &pasted(&page));
    assert_eq!((png.width, png.height), (1920, 1080));
    assert!(!png.is_blank(), "{png:?}");
}

#[test]
fn figures_of_the_paper_are_copied_too() {
    let page = scene::open();
    allow(&page);
    scene::show(&page, "reproduce");
    page.click("#item-figure-11");
    page.wait_for("#item[data-item=figure-11] .reproduced svg");
    page.click(".reproduced button[aria-label^=Copy]");
    wait_for_copy(&page);
    assert!(!picture::png(&page, &pasted(&page)).is_blank());
}

#[test]
fn a_clipboard_that_is_refused_or_absent_says_what_to_do() {
    let page = scene::open();
    let copy = || {
        page.click("#export");
        page.click("#export-copy");
    };
    page.execute("navigator.clipboard.write = () => Promise.reject(new DOMException('no', 'NotAllowedError'))", &[]);
    copy();
    page.wait_for_text(".notice.failed", "Allow the clipboard for this page");
    page.wait_for_text(".notice.failed", "save the picture as PNG");
    page.click(".notice.failed .icon");
    page.wait_for_none(".notice");
    page.execute("delete window.ClipboardItem", &[]);
    copy();
    page.wait_for_text(".notice.failed", "cannot copy pictures");
    page.wait_for_text(".notice.failed", "Save the picture as PNG instead");
    page.click(".notice.failed .icon");
    page.wait_for_none(".notice");
    page.execute("Object.defineProperty(navigator, 'clipboard', { value: undefined })", &[]);
    copy();
    page.wait_for_text(".notice.failed", "cannot copy pictures");
}
