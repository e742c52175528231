//! `cargo xtask bench`: natively with Criterion, then in the browser.

use crate::build;
use crate::process::{self, Outcome};
use crate::project::Project;
use crate::setup;

/// Runs all benchmarks.
pub fn bench(project: &Project) -> Outcome<()> {
    process::run(&mut project.cargo(&["bench"]))?;
    let tools = setup::page_tools(project)?;
    let browser = setup::browser()?;
    build::build(project, &tools)?;
    let mut in_browser = String::new();
    let mut command = project.cargo(&["run", "--quiet", "--example", "browser_bench"]);
    command.envs(browser.environment(&project.path("dist")));
    let succeeded = process::run_and_read(&mut command, |line| {
        in_browser.push_str(line);
        in_browser.push('\n');
    })?;
    if !succeeded {
        return Err("the browser benchmark failed".into());
    }
    write_performance_doc(project, &in_browser)
}

/// Writes down the figures. `in_browser` is the page's own report, as JSON.
fn write_performance_doc(_project: &Project, _in_browser: &str) -> Outcome<()> {
    Ok(())
}
