//! `cargo xtask users`: a random user at the built page, for long.

use std::process::Command;

use crate::build;
use crate::document::{self, with_commas};
use crate::process::{self, Outcome};
use crate::project::Project;
use crate::setup::{self, Packages, PageTools};

/// The number of actions unless another is given, and their seed.
pub const ACTIONS: u64 = 10_000;
pub const SEED: u64 = 2;

/// The test that does it, as every run of all tests does for a little while.
const TEST: &str = "whatever_somebody_does_the_page_answers_and_undo_leads_back";

/// Has the user of this seed do `actions` actions, and writes the result into
/// `docs/reliability.md`.
pub fn users(project: &Project, actions: u64, seed: u64, packages: Packages) -> Outcome<()> {
    let tools = PageTools::find_or_install(project)?;
    let browser = setup::browser(packages)?;
    build::build(project, &tools)?;
    let mut command = project.cargo(&["test", "--test", "browser", TEST]);
    command
        .args(["--", "--nocapture"])
        .envs(browser.environment(&project.path("dist")))
        .env("SLOTSCOPE_ACTIONS", actions.to_string())
        .env("SLOTSCOPE_SEED", seed.to_string());
    run(project, &mut command)
}

fn run(project: &Project, command: &mut Command) -> Outcome<()> {
    let mut last = None;
    let succeeded = process::run_and_read(command, |line| last = row(line).or(last.take()))?;
    let last = last.ok_or("it has come to no count")?;
    let text = table(&last, succeeded);
    println!("\n{text}");
    document::write(&project.path("docs/reliability.md"), "users", &text)?;
    if succeeded { Ok(()) } else { Err("it has found something: what was done last stands above".into()) }
}

/// The counts of the test: its seed, actions, steps undone, bytes of WebAssembly and of the heap, elements,
/// listeners.
type Row = [u64; 7];

/// A line like `user 2: 250 57 61865984 8123456 4711 312`.
fn row(line: &str) -> Option<Row> {
    let (_, counts) = line.split_once("user ")?;
    let numbers = counts.split([' ', ':']).filter(|it| !it.is_empty());
    let numbers: Option<Vec<u64>> = numbers.map(|it| it.parse().ok()).collect();
    numbers?.try_into().ok()
}

fn table(&[seed, actions, undone, wasm, heap, nodes, listeners]: &Row, succeeded: bool) -> String {
    let [actions, undone, nodes, listeners] = [actions, undone, nodes, listeners].map(with_commas);
    let [wasm, heap] = [wasm, heap].map(|bytes| bytes as f64 / 1e6);
    let found = u8::from(!succeeded);
    format!(
        "| seed | actions | undone and done again | findings | WebAssembly | heap | elements | listeners |\n\
         | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n\
         | {seed} | {actions} | {undone} | {found} | {wasm:.0} MB | {heap:.1} MB | {nodes} | {listeners} |\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_test_counts_is_a_row() {
        let line = "user 2: 1250 57 61865984 8123456 4711 312";
        let row = row(line).expect("a row");
        let text = table(&row, true);
        let told = "| 2 | 1,250 | 57 | 0 | 62 MB | 8.1 MB | 4,711 | 312 |";
        assert!(text.contains(told), "{text}");
    }

    #[test]
    fn other_lines_are_none() {
        assert_eq!(row("test whatever ... ok"), None);
        assert_eq!(row("user 2: 1250 57"), None);
        assert_eq!(row("user of a page"), None);
    }
}
