//! The tools for building the page.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::cargo_tool::CargoTool;
use super::compiling::Job;
use super::{TARGET, announce, cache, compiling, holds};
use crate::process::Outcome;
use crate::project::Project;
use crate::{crates, process, project};

/// It fetches no files, so it needs no TLS. Trunk 0.22 needs a newer Rust than the project does.
pub const TRUNK: CargoTool = CargoTool {
    package: "trunk",
    program: "trunk",
    version: "0.21.14",
    options: &["--no-default-features"],
    crates: 368,
};

/// The variable from which Cargo takes the compiler's flags, in place of those of
/// `.cargo/config.toml`.
pub const FLAGS: &str = "CARGO_ENCODED_RUSTFLAGS";

/// As `.cargo/config.toml` has it.
const PAGE_FLAGS: [&str; 2] = ["-Ctarget-feature=+simd128", "-Clink-arg=--keep-section=target_features"];

/// The tools for building the page.
pub struct PageTools {
    pub trunk: PathBuf,
    /// The folder of the project's own programs.
    programs: PathBuf,
}

impl PageTools {
    /// The tools for building the page, installed where missing.
    pub fn find_or_install(project: &Project) -> Outcome<Self> {
        Self::beside(project, None)
    }

    /// The tools for a served page, with its packages compiled, as Trunk asks for them afterwards.
    pub fn to_serve(project: &Project) -> Outcome<Self> {
        Self::beside(project, page_job(project)?)
    }

    /// Builds the missing tools, and a further job beside them.
    fn beside(project: &Project, further: Option<Job>) -> Outcome<Self> {
        let cache = cache::folder(project)?;
        wasm_target()?;
        // Trunk runs Cargo off-line, so the crates must be there before.
        process::run(&mut project.cargo(&["fetch"]))?;
        let mut jobs = Vec::new();
        if TRUNK.find(&cache).is_none() {
            jobs.push(TRUNK.job(&cache));
        }
        let programs = project.target().join("tools");
        let mut own = project.cargo(&["build", "--package", "page-tools", "--profile", "tools"]);
        compile_for_tools(project, &mut own)?;
        if holds_program(&programs, "page-manual") {
            process::run(own.arg("--quiet"))?
        } else {
            jobs.push(Job { what: "wasm-bindgen's command line".to_owned(), crates: 60, last: 0, commands: vec![own] })
        }
        jobs.extend(further);
        compiling::all(jobs)?;
        take_programs(&tools_target(project)?.join("tools"), &programs)?;
        let trunk = TRUNK.installed(&cache)?;
        Ok(Self { trunk, programs })
    }

    /// Makes a command use these tools.
    pub fn apply(&self, project: &Project, command: &mut Command) -> Outcome<()> {
        compile_for_page(project, command)?;
        // Trunk calls xtask, which is on no PATH by itself, for the last step.
        let xtask = std::env::current_exe()?;
        let folders = [&self.trunk, &xtask].into_iter().filter_map(|tool| tool.parent());
        let folders = [self.programs.as_path()].into_iter().chain(folders);
        process::put_on_path(command, folders)
    }
}

/// The project's own programs. Another checkout may build others of the same names in the shared folder.
const PROGRAMS: [&str; 3] = ["page-manual", "page-split", "wasm-bindgen"];

/// Copies the programs that are newer than those in the project's own folder: what a program has made is kept as long as its
/// file is the same (`page-tools/src/kept.rs`).
fn take_programs(from: &Path, to: &Path) -> Outcome<()> {
    std::fs::create_dir_all(to)?;
    let built = |path: &Path| std::fs::metadata(path).and_then(|it| it.modified());
    for program in PROGRAMS {
        let file = format!("{program}{}", std::env::consts::EXE_SUFFIX);
        let (from, to) = (from.join(&file), to.join(&file));
        if built(&to).is_ok_and(|own| built(&from).is_ok_and(|shared| shared <= own)) {
            continue;
        }
        // One that runs cannot be written to.
        let _ = std::fs::remove_file(&to);
        std::fs::copy(from, to)?;
    }
    Ok(())
}

/// Makes Cargo compile the project's own programs, whose crates all checkouts share.
pub fn compile_for_tools(project: &Project, command: &mut Command) -> Outcome<()> {
    command.env("CARGO_TARGET_DIR", tools_target(project)?);
    Ok(())
}

fn tools_target(project: &Project) -> Outcome<PathBuf> {
    Ok(cache::folder(project)?.join("page-tools"))
}

/// Makes Cargo compile for the page.
fn compile_for_page(project: &Project, command: &mut Command) -> Outcome<()> {
    // Its own target folder: with two compilers, each would discard the files of the other.
    command.env("CARGO_TARGET_DIR", page_target(project));
    command.env(FLAGS, flags(project)?);
    Ok(())
}

/// The compiler's flags as [`FLAGS`] has them, in Cargo's own notation, which knows paths with spaces. With `--target`
/// given, build scripts and macros do not see them.
fn flags(project: &Project) -> Outcome<String> {
    let mut flags = PAGE_FLAGS.map(str::to_owned).to_vec();
    flags.extend(crates::remapped(project)?);
    Ok(flags.join("\u{1f}"))
}

fn page_target(project: &Project) -> PathBuf {
    project.target().join("wasm")
}

/// The job that compiles the page to be served, unless that has been done.
fn page_job(project: &Project) -> Outcome<Option<Job>> {
    let profile = ["--profile", "serve"];
    let compiled = page_target(project).join(TARGET).join(profile[1]);
    if compiled.join("papers.wasm").exists() {
        return Ok(None);
    }
    let mut command = project.cargo(&["build", "--bins", "--target", TARGET]);
    command.args(profile);
    compile_for_page(project, &mut command)?;
    Ok(Some(Job { what: "the page".to_owned(), crates: 110, last: 150, commands: vec![command] }))
}

fn holds_program(folder: &Path, name: &str) -> bool {
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    folder.join(file).exists()
}

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
