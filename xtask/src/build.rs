//! `cargo xtask build`: the page in release, into `dist/`.

use std::path::PathBuf;
use std::process::Command;

use crate::process::{self, Outcome};
use crate::project::Project;
use crate::setup::PageTools;

/// Builds the page so that it can measure itself, and keeps it apart from the one that is published;
/// where it is.
pub fn build_for_bench(project: &Project, tools: &PageTools) -> Outcome<PathBuf> {
    let folder = project.target().join("bench-dist");
    let mut command = trunk(project, tools, "build")?;
    command.args(["--release", "--features", "bench", "--dist"]);
    process::run(command.arg(&folder))?;
    Ok(folder)
}

/// Builds the page.
pub fn build(project: &Project, tools: &PageTools) -> Outcome<()> {
    process::run(trunk(project, tools, "build")?.arg("--release"))
}

/// Trunk with the project's configuration and tools.
pub fn trunk(project: &Project, tools: &PageTools, task: &str) -> Outcome<Command> {
    let mut command = Command::new(&tools.trunk);
    command
        .current_dir(project.path("."))
        .args(["--config", "trunk.toml", task])
        // Trunk 0.21 takes NO_COLOR=1, as everyone sets it, for a mistake.
        .env_remove("NO_COLOR");
    tools.apply(project, &mut command)?;
    Ok(command)
}
