//! `cargo xtask build`: the page in release, into `dist/`.

use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::process::Command;

use super::finish::SERVED;
use super::process;
use super::process::{Beside, Outcome};
use super::project::Project;
use super::setup::PageTools;

/// A build of the page.
#[derive(Clone, Copy)]
pub enum Page {
    /// By `cargo xtask build`.
    Published,
    /// Compiled as `cargo xtask serve` does, which takes half the work, and otherwise complete, with its service worker.
    Complete,
}

impl Page {
    /// Trunk's options for it.
    pub fn options(self) -> [&'static str; 2] {
        let release = match self {
            Self::Published => "true",
            Self::Complete => "false",
        };
        ["--release", release]
    }
}

/// Builds the page so that it can measure itself, and keeps it apart from the one that is published;
/// where it is.
pub fn build_for_bench(project: &Project, tools: &PageTools, page: Page) -> Outcome<PathBuf> {
    let folder = project.target().join(match page {
        Page::Published => "bench-dist",
        Page::Complete => "bench-served-dist",
    });
    let mut command = trunk(project, tools, "build")?;
    command.args(page.options()).args(["--features", "bench", "--dist"]);
    process::run(command.arg(&folder))?;
    Ok(folder)
}

/// Builds the page.
pub fn build(project: &Project, tools: &PageTools) -> Outcome<()> {
    process::run(trunk(project, tools, "build")?.args(Page::Published.options()))
}

/// Begins to build the page beside other work, by a command that `change` completes; the folder that it comes to.
pub fn build_beside(
    project: &Project,
    tools: &PageTools,
    page: Page,
    change: impl Fn(&mut Command),
) -> Outcome<(Beside, PathBuf)> {
    let folder = match page {
        Page::Published => project.path("dist"),
        Page::Complete => project.target().join("tested-dist"),
    };
    let mut command = trunk(project, tools, "build")?;
    command.env("CARGO_TERM_COLOR", "never").args(page.options()).arg("--dist").arg(&folder);
    change(&mut command);
    Ok((Beside::start(&mut command, project.target().join("page-build.txt"))?, folder))
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

/// The paths that Trunk watches for changes. By default it watches the whole project, `target/`
/// included.
const WATCHED: [&str; 6] = ["src", "crates", "static", "index.html", "Cargo.toml", "Cargo.lock"];

/// Serves until interrupted.
pub fn serve(project: &Project, port: u16) -> Outcome<()> {
    if let Err(error) = TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
        return Err(
            format!("cannot serve on port {port} ({error}); choose another with `cargo xtask serve --port N`").into()
        );
    }
    let tools = PageTools::to_serve(project)?;
    let mut trunk = trunk(project, &tools, "serve")?;
    trunk.env(SERVED, "1").args(Page::Complete.options()).args(["--port", &port.to_string()]);
    for path in WATCHED {
        if project.path(path).exists() {
            trunk.args(["--watch", path]);
        }
    }
    println!("The page will be at http://127.0.0.1:{port}/ (Ctrl-C ends it)");
    hand_over(&mut trunk)
}

/// Trunk replaces the process of xtask, so that ending xtask ends the server.
#[cfg(unix)]
fn hand_over(command: &mut Command) -> Outcome<()> {
    use std::os::unix::process::CommandExt;
    let error = command.exec();
    Err(format!("cannot start `{}`: {error}", crate::process::typed(command)).into())
}

#[cfg(not(unix))]
fn hand_over(command: &mut Command) -> Outcome<()> {
    crate::process::run(command)
}
