//! `cargo xtask bench`: natively with Criterion, then in the browser; the figures go into
//! `docs/performance.md`.

use crate::build;
use crate::process::{self, Outcome};
use crate::project::Project;
use crate::setup::{self, Packages, PageTools};

/// Runs all benchmarks.
pub fn bench(project: &Project, packages: Packages) -> Outcome<()> {
    process::run(&mut project.cargo(&["bench"]))?;
    let tools = PageTools::find_or_install(project, packages)?;
    let browser = setup::browser(packages)?;
    // Its size is a figure, too.
    build::build(project, &tools)?;
    let measured = build::build_for_bench(project, &tools)?;
    let mut command = project.cargo(&["run", "--quiet", "--example", "browser_bench"]);
    command.envs(browser.environment(&measured));
    process::run(&mut command)
}
