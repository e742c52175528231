//! README, ARCHITECTURE and the manual in `docs/` agree with the code, and with each other.

mod examples;
mod links;
mod outputs;
mod reliability;
mod scenario;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The project's folder.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The text of a document, by its path from the project's folder.
fn document(path: impl AsRef<Path>) -> String {
    let path = path.as_ref();
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|_| panic!("{}", path.display()))
}

/// The Markdown files of the project's folder, `docs/`, `docs/reproduction/` and `tests/explain/`, by their paths from
/// the project's folder.
fn documents() -> Vec<PathBuf> {
    let folders = ["", "docs", "docs/reproduction", "tests/explain"];
    let files = folders.iter().flat_map(|folder| {
        let entries = std::fs::read_dir(root().join(folder)).expect("a folder");
        entries.map(|it| Path::new(folder).join(it.expect("an entry").file_name()))
    });
    files.filter(|it| it.extension().is_some_and(|it| it == "md")).collect()
}

/// The lines of a document that are not in a block of code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// The text under a heading of the second level, up to the next one.
#[track_caller]
fn section<'a>(text: &'a str, heading: &str) -> &'a str {
    let (_, rest) = text.split_once(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("no section {heading}"));
    rest.split("\n## ").next().unwrap_or(rest)
}

/// The blocks of code of a language.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    text.split(fence.as_str()).skip(1).filter_map(|it| it.split("```").next()).collect()
}

/// What stands between backticks.
fn named(text: &str) -> BTreeSet<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// The Rust files below a folder, with their texts.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|it| it == "rs") {
            let text = std::fs::read_to_string(&path).expect("a text");
            found.push((path, text));
        }
    }
    found
}
