//! Finds what the tasks need, and installs what is missing.
//!
//! Tools go into the user's cache and nowhere else. Two things cannot live
//! there: rustup's own target for wasm32, which is announced before it is added,
//! and Debian packages, which are installed only where that is allowed.

mod browser;
mod cache;
mod cargo_tool;
mod components;
mod debian;
mod firefox;
mod plan;
mod slurm;
mod wasm_std;

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::crates;
use crate::lock;
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
    wasm_bindgen: PathBuf,
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
        let folders = [&self.trunk, &self.wasm_bindgen, &xtask]
            .into_iter()
            .filter_map(|tool| tool.parent());
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
    println!("wasm-bindgen: {}", tools.wasm_bindgen.display());
    println!("browser: {}", browser.chromium.display());
    println!("browser driver: {}", browser.driver.display());
    Ok(())
}

/// What building the page takes, installed where missing.
pub fn page_tools(project: &Project, packages: Packages) -> Outcome<PageTools> {
    let cache = cache::folder(project)?;
    let bindgen_version = wasm_bindgen_version(project)?;
    let rust = wasm_std::find_or_install(&cache, packages)?;
    let wasm_bindgen = CargoTool {
        package: "wasm-bindgen-cli",
        program: "wasm-bindgen",
        version: &bindgen_version,
        options: &["--bin", "wasm-bindgen"],
        minutes: 2,
    }
    .find_or_install(&cache)?;
    let trunk = CargoTool {
        package: "trunk",
        program: "trunk",
        version: TRUNK,
        // Nothing is fetched with it, so it needs no TLS.
        options: &["--no-default-features"],
        minutes: 3,
    }
    .find_or_install(&cache)?;
    fetch_crates(project)?;
    Ok(PageTools {
        rust,
        trunk,
        wasm_bindgen,
    })
}

/// Trunk runs Cargo off-line, so the crates must be there before.
fn fetch_crates(project: &Project) -> Outcome<()> {
    process::run(&mut project.cargo(&["fetch", "--quiet"]))
}

/// The command line of wasm-bindgen must match the library to the last digit.
fn wasm_bindgen_version(project: &Project) -> Outcome<String> {
    let path = project.path("Cargo.lock");
    let text = std::fs::read_to_string(&path)
        .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let version = lock::version(&text, "wasm-bindgen")
        .ok_or("Cargo.lock names no version of wasm-bindgen")?;
    Ok(version.to_owned())
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
