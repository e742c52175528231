//! The notices that the page brings, and what it must not bring: paths of the machine that built it.

use std::path::Path;

use serde_json::json;

use crate::command::Folder;
use crate::harness;
use crate::scene;

#[test]
fn the_help_leads_to_the_notices_of_all_that_the_page_contains() {
    let page = scene::open();
    page.press("?");
    page.wait_for("#key-sheet[open] #licences");
    let read = page
        .execute("return fetch(document.querySelector('#licences').href).then(it => it.ok ? it.text() : null)", &[]);
    let text = read.as_str().expect("a text");
    // Of its own, of a crate that brings its notice, of one that does not, and of one under another licence.
    for part in [
        "Copyright (c) 2026 The Slotscope developers",
        "Apache License",
        "\nserde_json 1.",
        "\nyew 0.23",
        "copyright Denis Kolodin",
        "\nplotters 0.3",
        "\nzlib-rs 0.",
        "The Rust standard library (MIT OR Apache-2.0)",
        "Permission is hereby granted, free of charge",
        "The font Arimo (OFL-1.1)",
        "SIL OPEN FONT LICENSE",
    ] {
        assert!(text.contains(part), "{part}");
    }
    // What only tests and the command line need is not in the page.
    for other in ["\nproptest ", "\nclap ", "\ncriterion ", "\nureq "] {
        assert!(!text.contains(other), "{other}");
    }
    let crates = text.lines().filter(|it| it.ends_with(')') && it.contains(" ("));
    assert!(crates.count() > 100);
}

/// Whether bytes hold these.
fn holds(bytes: &[u8], part: &str) -> bool {
    bytes.windows(part.len()).any(|it| it == part.as_bytes())
}

#[test]
fn no_path_of_the_machine_that_built_it_stands_in_the_page() {
    let folder = Folder::new();
    let site = harness::serve_copy(&folder.path(""));
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut looked_at = 0;
    for entry in std::fs::read_dir(&site.folder).expect("a page").flatten() {
        let is_program = entry.path().extension().is_some_and(|it| it == "wasm" || it == "js");
        if !is_program {
            continue;
        }
        looked_at += 1;
        let bytes = std::fs::read(entry.path()).expect("a file");
        let own = ["src", "crates"].map(|it| project.join(it).display().to_string());
        for part in ["/registry/src/", "/.cargo/", &own[0], &own[1]] {
            assert!(!holds(&bytes, part), "{part} in {}", entry.path().display());
        }
    }
    assert!(looked_at > 10, "{}", json!(looked_at));
}
