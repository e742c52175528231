//! What pictures hold, by Chromium's own decoders.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::harness::Page;

/// How large a picture is and how many colours it has; so many are counted at most.
#[derive(Debug, Deserialize)]
pub struct Picture {
    pub width: u32,
    pub height: u32,
    pub colours: usize,
}

impl Picture {
    /// Whether something can be seen on it.
    pub fn is_blank(&self) -> bool {
        self.width == 0 || self.height == 0 || self.colours < 4
    }
}

/// Counts colours until there are plenty.
const COUNT: &str = "
    const count = (context, width, height) => {
        const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
        const colours = new Set();
        for (const pixel of pixels)
            if (colours.add(pixel).size === 1000) break;
        return { width, height, colours: colours.size };
    };";

/// What is on a canvas of the page.
#[track_caller]
pub fn canvas(page: &Page, css: &str) -> Picture {
    bring_into_sight(page, css);
    let script = "const canvas = document.querySelector(arguments[0]);
        return count(canvas.getContext('2d'), canvas.width, canvas.height)";
    look(page, script, css.to_owned())
}

/// Scrolls to a canvas, as whoever looks at it does: what is off the screen need not be drawn.
#[track_caller]
fn bring_into_sight(page: &Page, css: &str) {
    let scrolled = page.execute_with(
        "const { top, bottom } = document.querySelector(arguments[0]).getBoundingClientRect();
         if (bottom > 0 && top < innerHeight) return false;
         document.querySelector(arguments[0]).scrollIntoView({ block: 'nearest', behavior: 'instant' });
         return true",
        [css],
    );
    if scrolled == json!(true) {
        page.settle();
        page.settle();
    }
}

/// What is in a PNG file. Fails where it is none.
#[track_caller]
pub fn png(page: &Page, bytes: &[u8]) -> Picture {
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"), "not a PNG file");
    let script = "return (async () => {
        const bytes = Uint8Array.from(atob(arguments[0]), c => c.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
        context.drawImage(image, 0, 0);
        return count(context, image.width, image.height);
    })()";
    look(page, script, BASE64_STANDARD.encode(bytes))
}

#[track_caller]
fn look(page: &Page, script: &str, argument: String) -> Picture {
    // Arrow functions keep the script's own `arguments`.
    page.read_with(&format!("{COUNT}{script}"), [argument])
}

/// How many pixels of a canvas have one of these colours, given as `rgb(1,2,3)`.
#[track_caller]
pub fn pixels_of(page: &Page, css: &str, colours: &[slotscope::chart::Rgb]) -> u64 {
    bring_into_sight(page, css);
    let colours: Vec<Value> = colours.iter().map(|it| json!([it.0, it.1, it.2])).collect();
    let found = page.execute_with(
        "const canvas = document.querySelector(arguments[0]);
         const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
         let pixels = 0;
         for (let at = 0; at < data.length; at += 4)
             pixels += arguments[1].some(([r, g, b]) =>
                 data[at] === r && data[at + 1] === g && data[at + 2] === b);
         return pixels",
        (css, colours),
    );
    found.as_u64().unwrap_or_default()
}

/// Fails where a text is not XML, and returns the titles and the words in it.
#[track_caller]
pub fn svg(page: &Page, text: &str) -> (Vec<String>, String) {
    assert!(text.starts_with("<svg "), "not an SVG document");
    let found = page.execute_with(
        "const read = new DOMParser().parseFromString(arguments[0], 'image/svg+xml');
         const wrong = read.querySelector('parsererror')?.textContent ?? null;
         const titles = [...read.querySelectorAll('title')].map(it => it.textContent);
         return [wrong, titles, read.documentElement.textContent]",
        [text],
    );
    assert_eq!(found[0], Value::Null, "not XML");
    let titles = found[1].as_array().into_iter().flatten();
    let titles = titles.filter_map(|it| Some(it.as_str()?.to_owned()));
    (titles.collect(), found[2].as_str().unwrap_or_default().to_owned())
}
