//! Finds the tools of the tasks, and installs missing ones.
//!
//! Tools go into the user's cache, builds of the project into its target folder, no other files are written. Two
//! things cannot live there: rustup's own target for wasm32, which is announced before it is added, and Debian
//! packages, which are installed only where that is allowed. `places` lists all of it beforehand.

mod browser;
mod cache;
mod cargo_tool;
mod compiling;
mod debian;
mod firefox;
mod page;
mod places;
mod python;
mod slurm;

use std::path::Path;

use crate::process::{self, Outcome};
use crate::project::Project;

pub use browser::{Browser, browser, browser_without_window};
pub use debian::Packages;
pub use firefox::{Firefox, firefox};
pub use page::components;
pub use page::{FLAGS, PageTools, compile_for_tools};
pub use places::{clean, plan};
pub use python::{python, python_with_pytest};
pub use slurm::slurm;

/// The target of the page.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// Installs the tools for every task, and prints their places.
pub fn everything(project: &Project, packages: Packages) -> Outcome<()> {
    components()?;
    let tools = PageTools::find_or_install(project)?;
    let browser = browser_without_window(packages)?;
    println!("Rust for {TARGET}: installed");
    println!("trunk: {}", tools.trunk.display());
    println!("browser: {}", browser.chromium.display());
    println!("browser driver: {}", browser.driver.display());
    Ok(())
}

/// Makes sure that Brotli is there.
pub fn brotli(packages: Packages) -> Outcome<()> {
    if process::on_path("brotli").is_none() {
        debian::install_if_allowed(packages, &["brotli"], "seconds")?;
    }
    let found = process::on_path("brotli").map(drop);
    found.ok_or_else(|| "no `brotli` on PATH; on Debian: apt-get install brotli, or `--install`".into())
}

/// Announces a slow step.
fn announce(what: &str, time: &str) {
    println!("setup: {what} ({time}, once)");
}

/// Whether a folder contains a file whose name begins with `prefix`.
fn holds(folder: &Path, prefix: &str) -> bool {
    std::fs::read_dir(folder)
        .is_ok_and(|entries| entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with(prefix)))
}
