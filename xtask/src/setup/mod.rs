//! Finds what the tasks need, and installs what is missing.
//!
//! Tools go into the user's cache and nowhere else. Two things cannot live
//! there: rustup's own target for wasm32, which is announced before it is added,
//! and Debian packages, which are installed only where that is allowed.

mod browser;
mod cache;
mod cargo_tool;
mod compiling;
mod components;
mod debian;
mod firefox;
mod plan;
mod slurm;
mod wasm_std;

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::crates;
use crate::process::{self, Outcome};
use crate::project::Project;

pub use browser::{Browser, browser};
use cargo_tool::CargoTool;
pub use components::components;
pub use debian::Packages;
pub use firefox::{Firefox, firefox};
pub use slurm::slurm;
pub use wasm_std::WasmRust;

/// What the page is compiled for.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// Trunk 0.22 needs a newer Rust than the project does.
const TRUNK: &str = "0.21.14";

/// What building the page takes.
pub struct PageTools {
    pub rust: WasmRust,
    pub trunk: PathBuf,
    /// The folder of the project's own programs.
    programs: PathBuf,
}

impl PageTools {
    /// Makes a command use these tools.
    pub fn apply(&self, project: &Project, command: &mut Command) -> Outcome<()> {
        // Its own target folder: with two compilers, each would throw away
        // what the other has built.
        command.env("CARGO_TARGET_DIR", project.target().join("wasm"));
        if let WasmRust::BuiltStd(built) = &self.rust {
            built.apply(command);
        }
        command.env(FLAGS, self.flags(project, &[])?);
        // Trunk calls xtask, which is on no PATH by itself, for the last step.
        let xtask = std::env::current_exe()?;
        let files = [&self.trunk, &xtask].into_iter();
        let folders = files.filter_map(|tool| tool.parent());
        let folders = [self.programs.as_path()].into_iter().chain(folders);
        process::put_on_path(command, folders)
    }

    /// The compiler's flags as [`FLAGS`] has them, in Cargo's own notation, which knows paths with spaces. With
    /// `--target` given, build scripts and macros do not see them.
    pub fn flags(&self, project: &Project, further: &[&str]) -> Outcome<String> {
        let mut flags = match &self.rust {
            WasmRust::BuiltStd(built) => vec![built.flag()],
            WasmRust::Installed => Vec::new(),
        };
        flags.extend(PAGE_FLAGS.map(str::to_owned));
        flags.extend(crates::remapped(project)?);
        flags.extend(further.iter().map(|it| (*it).to_owned()));
        Ok(flags.join("\u{1f}"))
    }
}

/// What Cargo takes the compiler's flags from, in place of those of `.cargo/config.toml`.
pub const FLAGS: &str = "CARGO_ENCODED_RUSTFLAGS";

/// As `.cargo/config.toml` has it.
const PAGE_FLAGS: [&str; 2] = [
    "-Ctarget-feature=+simd128",
    "-Clink-arg=--keep-section=target_features",
];

/// Everything for every task; says what is where.
pub fn everything(project: &Project, packages: Packages) -> Outcome<()> {
    components()?;
    let tools = page_tools(project, packages)?;
    let browser = browser(packages)?;
    println!("Rust for {TARGET}: {}", tools.rust);
    println!("trunk: {}", tools.trunk.display());
    println!("browser: {}", browser.chromium.display());
    println!("browser driver: {}", browser.driver.display());
    Ok(())
}

/// What building the page takes, installed where missing.
pub fn page_tools(project: &Project, packages: Packages) -> Outcome<PageTools> {
    let cache = cache::folder(project)?;
    let rust = wasm_std::find_or_install(&cache, packages)?;
    let programs = page_programs(project)?;
    let trunk = CargoTool {
        package: "trunk",
        program: "trunk",
        version: TRUNK,
        // Nothing is fetched with it, so it needs no TLS.
        options: &["--no-default-features"],
        crates: 330,
        step: "3 of 4",
    }
    .find_or_install(&cache)?;
    fetch_crates(project)?;
    Ok(PageTools {
        rust,
        trunk,
        programs,
    })
}

/// Trunk runs Cargo off-line, so the crates must be there before.
fn fetch_crates(project: &Project) -> Outcome<()> {
    process::run(&mut project.cargo(&["fetch", "--quiet"]))
}

/// Builds the project's own programs for the page, wasm-bindgen's command line and the splitter; their folder.
fn page_programs(project: &Project) -> Outcome<PathBuf> {
    let folder = project.target().join("tools");
    let mut command = project.cargo(&["build", "--package", "page-tools", "--profile", "tools"]);
    let is_there = folder.join("page-split").exists();
    let what = "2 of 4: building wasm-bindgen's command line and the splitter into target, once";
    match is_there {
        true => process::run(command.arg("--quiet"))?,
        false => compiling::run(&mut command, what, 60)?,
    }
    Ok(folder)
}

/// Says that something slow begins.
fn announce(what: &str, time: &str) {
    println!("setup: {what} ({time}, once)");
}

/// Whether a folder holds a file whose name begins so.
fn holds(folder: &Path, prefix: &str) -> bool {
    std::fs::read_dir(folder).is_ok_and(|entries| {
        entries
            .flatten()
            .any(|entry| entry.file_name().to_string_lossy().starts_with(prefix))
    })
}
