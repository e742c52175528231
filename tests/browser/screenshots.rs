//! Pictures of every view: light and dark, wide and narrow.
//!
//! With `SLOTSCOPE_SCREENSHOTS=1` they become those of the documentation, in `docs/screenshots`;
//! otherwise they go into `target/screenshots`, so that a test leaves the tree as it was.

use std::path::Path;

use crate::harness::ColourScheme;
use crate::scene;

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn every_view_is_pictured_and_fits_its_window() {
    let folder = match std::env::var_os("SLOTSCOPE_SCREENSHOTS") {
        Some(_) => "docs/screenshots",
        None => "target/screenshots",
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    std::fs::create_dir_all(&folder).expect("a folder for pictures");
    let page = scene::open();
    scene::show(&page, "curves");
    page.click("#curves-run");
    page.wait_until("const it = document.querySelector('#curves-done')?.dataset; return it && it.done === it.total", &[]);
    for (width, height, size) in [(1440, 900, "wide"), (390, 844, "narrow")] {
        page.set_window_size(width, height);
        for (scheme, ground) in [(ColourScheme::Light, "light"), (ColourScheme::Dark, "dark")] {
            page.set_colour_scheme(scheme);
            for view in ["gantt", "slots", "curves", "jobs", "summary"] {
                scene::show(&page, view);
                // Until the picture has taken the new size.
                std::thread::sleep(std::time::Duration::from_millis(250));
                let overflow = page.execute(
                    "return document.documentElement.scrollWidth > innerWidth",
                    &[],
                );
                assert_eq!(overflow, false, "{view} at {width} pixels");
                page.screenshot(&folder.join(format!("{view}-{ground}-{size}.png")));
            }
        }
    }
    assert_eq!(page.console_errors(), Vec::<String>::new());
}
