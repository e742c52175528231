//! A Rust that compiles for wasm32: rustup's, or Debian's with a standard
//! library built from Debian's sources.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::plan::{self, Found, Way};
use super::{Packages, TARGET, announce, debian, holds};
use crate::process::{self, Outcome};
use crate::project::{self, remove};

/// Debian's compiler, its sources and the linker for wasm32.
const PACKAGES: [&str; 4] = ["rustc-web", "rust-web-src", "rust-web-llvm", "lld-22"];
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_LINKER: &str = "/usr/bin/rust-lld";
const DEBIAN_SOURCES: &str = "/usr/lib/rustlib/src/rust/library/std";

/// `rustup target add` takes seconds, or does not come back where its server
/// cannot be reached.
const RUSTUP_LIMIT: Duration = Duration::from_secs(90);

/// Which Rust compiles the page.
pub enum WasmRust {
    /// The user's.
    Installed,
    /// Debian's, with a standard library from the cache.
    BuiltStd(BuiltStd),
}

impl fmt::Display for WasmRust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WasmRust::Installed => f.write_str("installed"),
            WasmRust::BuiltStd(built) => {
                write!(f, "{DEBIAN_RUSTC} with {}", built.sysroot.display())
            }
        }
    }
}

/// A standard library of our own making, in a sysroot of its own.
pub struct BuiltStd {
    sysroot: PathBuf,
}

impl BuiltStd {
    /// The one in the cache for this compiler, which may not exist yet.
    fn of(cache: &Path, rustc_version: &str) -> BuiltStd {
        BuiltStd {
            sysroot: cache.join(format!("wasm-std-{}", short(rustc_version))),
        }
    }

    fn libraries(&self) -> PathBuf {
        self.sysroot.join("lib/rustlib").join(TARGET).join("lib")
    }

    fn exists(&self) -> bool {
        holds(&self.libraries(), "libstd-")
    }

    /// Makes Cargo compile with it, given its flag.
    pub fn apply(&self, command: &mut Command) {
        command
            .env("RUSTC", DEBIAN_RUSTC)
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", DEBIAN_LINKER);
    }

    /// The flag by which the compiler finds it.
    pub fn flag(&self) -> String {
        format!("--sysroot={}", self.sysroot.display())
    }
}

/// `1.96.0-ac68faa20` of `rustc 1.96.0 (ac68faa20 2026-05-25) (...)`: a library
/// fits the one compiler that made it.
fn short(rustc_version: &str) -> String {
    let words: Vec<&str> = rustc_version.split_whitespace().skip(1).take(2).collect();
    words.join("-").replace('(', "")
}

/// The Rust for wasm32, made ready if it is not.
pub fn find_or_install(cache: &Path, packages: Packages) -> Outcome<WasmRust> {
    let found = look(cache, packages);
    for way in plan::ways(found) {
        match go(way, cache) {
            Ok(rust) => return Ok(rust),
            Err(problem) => eprintln!("setup: that did not work: {problem}"),
        }
    }
    Err(format!(
        "no Rust for {TARGET}; with a network, type\n    \
         rustup target add {TARGET}\nor, on Debian, as root,\n    \
         apt-get install {}\n(`--install` does it) and try again",
        PACKAGES.join(" ")
    )
    .into())
}

/// The way that would be tried first.
pub fn next_way(cache: &Path, packages: Packages) -> Option<Way> {
    plan::ways(look(cache, packages)).first().copied()
}

fn look(cache: &Path, packages: Packages) -> Found {
    let installed_std = installed_std();
    let debian = debian_rustc();
    Found {
        installed_std,
        built_std: debian
            .as_deref()
            .is_some_and(|version| BuiltStd::of(cache, version).exists()),
        rustup: process::on_path("rustup").is_some(),
        debian_rust: debian.is_some(),
        apt: !installed_std && packages.can_install(),
    }
}

/// Whether the user's Rust has it.
fn installed_std() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    process::output(rustc, &["--print", "target-libdir", "--target", TARGET])
        .is_some_and(|folder| holds(Path::new(&folder), "libstd-"))
}

/// The version of Debian's compiler, if it is there with all it takes.
fn debian_rustc() -> Option<String> {
    let complete = Path::new(DEBIAN_SOURCES).is_dir() && Path::new(DEBIAN_LINKER).exists();
    complete
        .then(|| process::output(DEBIAN_RUSTC, &["--version"]))
        .flatten()
}

fn go(way: Way, cache: &Path) -> Outcome<WasmRust> {
    match way {
        Way::UseInstalled => Ok(WasmRust::Installed),
        Way::UseBuilt => {
            let version = debian_rustc().ok_or("Debian's Rust has gone")?;
            Ok(WasmRust::BuiltStd(BuiltStd::of(cache, &version)))
        }
        Way::AddTarget => {
            announce(
                &format!("adding {TARGET} to rustup's Rust"),
                "seconds, 90 at most",
            );
            process::run_within(
                Command::new("rustup").args(["target", "add", TARGET]),
                RUSTUP_LIMIT,
            )?;
            if !installed_std() {
                return Err("rustup has added the target to another Rust".into());
            }
            Ok(WasmRust::Installed)
        }
        Way::BuildStd { install_packages } => {
            if install_packages {
                let what = format!("installing the Debian packages {}", PACKAGES.join(" "));
                announce(&what, "about 30 seconds");
                debian::install(&PACKAGES)?;
            }
            let version = debian_rustc().ok_or("Debian's Rust lacks sources or linker")?;
            let built = BuiltStd::of(cache, &version);
            build_std(&built)?;
            Ok(WasmRust::BuiltStd(built))
        }
    }
}

/// Compiles the standard library with an empty crate and keeps its parts.
fn build_std(built: &BuiltStd) -> Outcome<()> {
    let sysroot = &built.sysroot;
    announce(
        &format!(
            "building Debian's standard library for {TARGET} into {}",
            sysroot.display()
        ),
        "about 1 minute",
    );
    let folder = sysroot.with_extension("building");
    remove(&folder)?;
    write_empty_crate(&folder)?;
    process::run(
        project::cargo()
            .current_dir(&folder)
            .args(["build", "--quiet", "--release", "--target", TARGET])
            .arg("-Zbuild-std=std,panic_abort")
            .env("CARGO_TARGET_DIR", "target")
            .env("RUSTC", DEBIAN_RUSTC)
            // Needed for a stable compiler to build its own library.
            .env("RUSTC_BOOTSTRAP", "1")
            // Without bitcode in it, `lto = true` fails later.
            .env("CARGO_ENCODED_RUSTFLAGS", "-Cembed-bitcode=yes"),
    )?;
    // Collected beside the place it goes to and renamed there whole, so that
    // an interruption leaves no half of a library.
    let libraries = folder.join("libraries");
    std::fs::create_dir_all(&libraries)?;
    let made = folder.join("target").join(TARGET).join("release/deps");
    for entry in std::fs::read_dir(made)? {
        let entry = entry?;
        let name = entry.file_name();
        let text = name.to_string_lossy();
        if text.ends_with(".rlib") && !text.starts_with("libempty-") {
            std::fs::copy(entry.path(), libraries.join(name))?;
        }
    }
    let place = built.libraries();
    remove(&place)?;
    std::fs::create_dir_all(place.parent().unwrap_or(sysroot))?;
    std::fs::rename(&libraries, &place)?;
    remove(&folder)
}

fn write_empty_crate(folder: &Path) -> Outcome<()> {
    std::fs::create_dir_all(folder.join("src"))?;
    std::fs::write(folder.join("src/lib.rs"), "#![no_std]\n")?;
    std::fs::write(
        folder.join("Cargo.toml"),
        "[package]\nname = \"empty\"\nedition = \"2021\"\n\n[workspace]\n\n\
         [profile.release]\npanic = \"abort\"\n",
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn a_compiler_by_version_and_commit() {
        let version = "rustc 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)";
        assert_eq!(short(version), "1.96.0-ac68faa20");
    }
}
