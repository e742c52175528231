//! The parts of Rust that checking the code takes.

use std::process::Command;
use std::time::Duration;

use super::announce;
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

fn present(subcommand: &str) -> bool {
    let output = project::cargo().args([subcommand, "--version"]).output();
    output.is_ok_and(|output| output.status.success())
}
