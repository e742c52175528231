//! `cargo xtask build`: the page in release, into `dist/`.

use std::path::PathBuf;
use std::process::Command;

use crate::process::{self, Beside, Outcome};
use crate::project::Project;
use crate::setup::PageTools;

/// The page as `cargo xtask build` makes it, or as `cargo xtask serve` does.
#[derive(Clone, Copy)]
pub enum Page {
    Published,
    Served,
}

/// Builds the page so that it can measure itself, and keeps it apart from the one that is published;
/// where it is.
pub fn build_for_bench(project: &Project, tools: &PageTools, page: Page) -> Outcome<PathBuf> {
    let (folder, release) = match page {
        Page::Published => ("bench-dist", "true"),
        Page::Served => ("bench-served-dist", "false"),
    };
    let folder = project.target().join(folder);
    let mut command = trunk(project, tools, "build")?;
    command.args(["--release", release, "--features", "bench", "--dist"]);
    process::run(command.arg(&folder))?;
    Ok(folder)
}

/// Builds the page.
pub fn build(project: &Project, tools: &PageTools) -> Outcome<()> {
    process::run(trunk(project, tools, "build")?.arg("--release"))
}

/// Begins to build the page beside other work, by this program itself.
pub fn build_beside(project: &Project) -> Outcome<Beside> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("build").current_dir(project.path("."));
    command.env("CARGO_TERM_COLOR", "never");
    Beside::start(&mut command, project.target().join("page-build.txt"))
}

/// Waits for such a build, and prints its output. A warning of the compiler fails it.
pub fn finish_without_warnings(build: Beside) -> Outcome<()> {
    match build.finish()? {
        (true, printed) if has_warning(&printed) => Err("the page is built with warnings".into()),
        (true, _) => Ok(()),
        (false, _) => Err("the page could not be built".into()),
    }
}

/// Whether Cargo sums up warnings about the project, also those of an earlier build that it repeats.
fn has_warning(printed: &str) -> bool {
    printed.lines().any(|line| line.starts_with("warning: `slotscope`"))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warning_of_the_compiler_is_found() {
        let built = "   Compiling slotscope v0.1.0\n    Finished `page` profile [optimized] target(s)\n";
        assert!(!has_warning(built));
        assert!(has_warning("\nwarning: `slotscope` (bin \"slotscope\") generated 1 warning\n"));
        assert!(!has_warning("warning: unused config key `build.jobz`\n"));
    }
}
