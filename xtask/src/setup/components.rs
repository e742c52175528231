//! The parts of rustup's Rust that the tasks take.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::{TARGET, announce, holds};
use crate::process::{self, Outcome};
use crate::project;

const LIMIT: Duration = Duration::from_secs(120);

/// Rustfmt and Clippy, which rustup's minimal profile leaves out.
pub fn components() -> Outcome<()> {
    for (component, subcommand) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        if present(subcommand) {
            continue;
        }
        announce(&format!("adding {component} to rustup's Rust"), "seconds");
        let mut add = Command::new("rustup");
        add.args(["component", "add", component]);
        process::run_within(&mut add, LIMIT).map_err(|problem| {
            format!(
                "no {component} ({problem}); type\n    \
                 rustup component add {component}\nand try again"
            )
        })?;
    }
    Ok(())
}

/// The standard library for wasm32. Adding it takes seconds, or does not come back where rustup's server cannot be reached.
pub fn wasm_target() -> Outcome<()> {
    if has_wasm_target() {
        return Ok(());
    }
    announce(&format!("adding {TARGET} to rustup's Rust"), "seconds");
    let mut add = Command::new("rustup");
    add.args(["target", "add", TARGET]);
    let added = process::run_within(&mut add, LIMIT);
    if added.is_ok() && has_wasm_target() {
        return Ok(());
    }
    let why = added.map_or_else(|problem| problem.to_string(), |()| "rustup has added it to another Rust".to_owned());
    Err(format!("no Rust for {TARGET} ({why}); type\n    rustup target add {TARGET}\nand try again").into())
}

/// Whether the user's Rust has the standard library for wasm32.
pub fn has_wasm_target() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    process::output(rustc, &["--print", "target-libdir", "--target", TARGET])
        .is_some_and(|folder| holds(Path::new(&folder), "libstd-"))
}

fn present(subcommand: &str) -> bool {
    let output = project::cargo().args([subcommand, "--version"]).output();
    output.is_ok_and(|output| output.status.success())
}
