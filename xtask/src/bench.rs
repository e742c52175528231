//! `cargo xtask bench`: natively with Criterion, then in the browser; the figures go into
//! `docs/performance.md`.

use std::path::Path;
use std::process::Command;

use crate::build::{self, Page};
use crate::document;
use crate::process::{self, Outcome};
use crate::project::Project;
use crate::setup::{self, Browser, Packages, PageTools};

/// Runs all benchmarks.
pub fn bench(project: &Project, packages: Packages) -> Outcome<()> {
    process::run(&mut project.cargo(&["bench"]))?;
    let tools = PageTools::find_or_install(project)?;
    let browser = setup::browser(packages)?;
    // Its size is a figure as well.
    build::build(project, &tools)?;
    let measured = build::build_for_bench(project, &tools, Page::Published)?;
    process::run(&mut in_browser(project, &browser, &measured))
}

/// Measures clusters natively, and one of their rows on the published page, for the tables of both.
pub fn clusters(project: &Project, packages: Packages) -> Outcome<()> {
    process::run(&mut project.cargo(&["bench", "--bench", "cluster"]))?;
    let tools = PageTools::find_or_install(project)?;
    let browser = setup::browser(packages)?;
    build::build(project, &tools)?;
    let mut example = in_browser(project, &browser, &project.path("dist"));
    write_tables(project, "bench clusters", example.arg("clusters"))
}

/// Measures the page of `cargo xtask serve` and the published one, one after the other, for the table of both.
pub fn served(project: &Project, packages: Packages) -> Outcome<()> {
    let tools = PageTools::find_or_install(project)?;
    let browser = setup::browser(packages)?;
    let published = build::build_for_bench(project, &tools, Page::Published)?;
    let served = build::build_for_bench(project, &tools, Page::Complete)?;
    let mut both = in_browser(project, &browser, &published);
    write_tables(project, "bench served", both.arg(&served))
}

/// Puts the tables that a command prints into `docs/performance.md`, below the task.
fn write_tables(project: &Project, task: &str, command: &mut Command) -> Outcome<()> {
    let mut tables = String::new();
    let measured = process::run_and_read(command, |line| {
        // A line without text stands between two tables.
        if line.starts_with('|') || line.is_empty() && !tables.is_empty() {
            tables.push_str(line);
            tables.push('\n');
        }
    })?;
    if !measured {
        return Err("the page could not be measured".into());
    }
    let tables = format!("{}\n", tables.trim_end());
    document::write(&project.path("docs/performance.md"), task, &tables)
}

/// The part of the benchmarks that drives a browser, with the page in a folder.
fn in_browser(project: &Project, browser: &Browser, page: &Path) -> Command {
    let mut command = project.cargo(&["run", "--quiet", "--example", "browser_bench", "--"]);
    command.envs(browser.environment(page));
    command
}
