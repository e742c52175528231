//! On paper: the view with its words and figures, and nothing to be clicked.

use serde_json::json;

use crate::harness::{ColourScheme, Page};
use crate::scene;

/// How many pages a PDF document has, by its page objects.
fn pages(pdf: &[u8]) -> usize {
    let text = String::from_utf8_lossy(pdf);
    let starts = text.match_indices("/Type /Page");
    starts
        .filter(|(at, found)| !text[at + found.len()..].starts_with('s'))
        .count()
}

fn printed(page: &Page) -> Vec<u8> {
    let pdf = page.print();
    assert!(pdf.starts_with(b"%PDF-"));
    // Text stays text: it comes with fonts.
    let text = String::from_utf8_lossy(&pdf);
    assert!(text.contains("/Font"), "there is no text");
    pdf
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn every_view_is_printed_on_a_sane_number_of_pages() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("target/printed");
    std::fs::create_dir_all(&folder).expect("a folder for documents");
    let page = scene::open();
    page.set_colour_scheme(ColourScheme::Dark);
    for view in scene::VIEWS {
        scene::show(&page, view);
        if view == "curves" {
            page.set_value("#curves-seeds", 1);
            page.click("#curves-run");
            page.wait_for("#curves-done");
            scene::wait_for_runs(&page, "#curves-done");
        }
        page.settle();
        let pdf = printed(&page);
        let count = pages(&pdf);
        assert!((1..=4).contains(&count), "{view}: {count} pages");
        std::fs::write(folder.join(format!("{view}.pdf")), pdf).expect("a document");
    }
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn paper_has_title_workload_scenario_and_figures_and_no_controls() {
    let page = scene::open();
    page.set_colour_scheme(ColourScheme::Dark);
    page.devtools(
        "Emulation.setEmulatedMedia",
        json!({
            "media": "print",
            "features": [{ "name": "prefers-color-scheme", "value": "dark" }],
        }),
    );
    page.settle();
    for text in ["Schedule", "Lublin", "advance reservations"] {
        page.wait_for_text("#paper", text);
    }
    page.wait_for_text("#figure-mean-utilization", "%");
    let shown = page.execute(
        "return ['.panel', '.tabs', '.menu', '#keys', '.zoom', '.notices', 'summary'].filter(css =>
            [...document.querySelectorAll(css)].some(it => it.checkVisibility()))",
        &[],
    );
    assert_eq!(shown, json!([]));
    let ground = page.execute(
        "return getComputedStyle(document.body).backgroundColor",
        &[],
    );
    assert_eq!(ground, json!("rgb(255, 255, 255)"));
    let text = page.execute("return getComputedStyle(document.body).color", &[]);
    assert_ne!(
        text,
        json!("rgb(233, 238, 244)"),
        "light letters on white paper"
    );
    page.devtools("Emulation.setEmulatedMedia", json!({ "media": "" }));
    page.assert_no_console_errors();
}
