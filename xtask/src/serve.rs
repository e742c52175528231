//! `cargo xtask serve`: builds the page, serves it, builds again on a change.

use std::net::{Ipv4Addr, TcpListener};
use std::process::Command;

use crate::build::{self, Page};
use crate::finish::served::SERVED;
use crate::process::Outcome;
use crate::project::Project;
use crate::setup::PageTools;

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
    let mut trunk = build::trunk(project, &tools, "serve")?;
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
