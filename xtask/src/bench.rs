//! `cargo xtask bench`: natively with Criterion, then in the browser; the figures go into
//! `docs/performance.md`.

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
    let mut command = project.cargo(&["run", "--quiet", "--example", "browser_bench"]);
    command.envs(browser.environment(&project.path("dist")));
    process::run(&mut command)
}
