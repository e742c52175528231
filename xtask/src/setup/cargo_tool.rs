//! A program that `cargo install` provides.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::compiling::{self, Job};
use crate::process::{self, Outcome};
use crate::project;

/// A program of exactly one version.
pub struct CargoTool<'a> {
    pub package: &'a str,
    pub program: &'a str,
    pub version: &'a str,
    /// Further options of `cargo install`.
    pub options: &'a [&'a str],
    /// How many crates it is made of, about.
    pub crates: usize,
}

impl CargoTool<'_> {
    /// The program on PATH if it has the right version, else that of the cache.
    pub fn find(&self, cache: &Path) -> Option<PathBuf> {
        let name = format!("{}{}", self.program, std::env::consts::EXE_SUFFIX);
        let cached = self.root(cache).join("bin").join(name);
        let mut candidates = [process::on_path(self.program), Some(cached)].into_iter().flatten();
        candidates.find(|it| self.fits(it))
    }

    /// The tool, built where there is none.
    pub fn find_or_install(&self, cache: &Path) -> Outcome<PathBuf> {
        if let Some(found) = self.find(cache) {
            return Ok(found);
        }
        compiling::all(vec![self.job(cache)])?;
        self.installed(cache)
    }

    /// The program once it has been built.
    pub fn installed(&self, cache: &Path) -> Outcome<PathBuf> {
        let why = || format!("{} was installed but does not run", self.package);
        Ok(self.find(cache).ok_or_else(why)?)
    }

    /// The job that builds it into the cache: with the versions that its authors tested, and where the registry
    /// lacks one of those, with the newest that fit.
    pub fn job(&self, cache: &Path) -> Job {
        let root = self.root(cache);
        let locked = self.command(cache, &root, &["--locked"]);
        Job {
            what: format!("{} {}", self.package, self.version),
            crates: self.crates,
            last: 0,
            commands: vec![locked, self.command(cache, &root, &[])],
        }
    }

    /// Where it lies in the cache.
    pub fn root(&self, cache: &Path) -> PathBuf {
        cache.join(format!("{}-{}", self.program, self.version))
    }

    fn fits(&self, program: &Path) -> bool {
        process::output(program, &["--version"]).is_some_and(|text| has_version(&text, self.version))
    }

    fn command(&self, cache: &Path, root: &Path, options: &[&str]) -> Command {
        let mut command = project::cargo();
        command
            // Outside the project, whose Cargo settings are not meant for it.
            .current_dir(cache)
            .args(["install", self.package, "--version", self.version])
            .args(self.options)
            .args(options)
            .arg("--root")
            .arg(root)
            .env_remove("CARGO_TARGET_DIR")
            // It runs for seconds: the time of its build counts.
            .env("CARGO_PROFILE_RELEASE_LTO", "off")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "256")
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0")
            .env("CARGO_PROFILE_RELEASE_STRIP", "true");
        command
    }
}

/// Whether `<program> <version> (...)` names this version.
fn has_version(text: &str, version: &str) -> bool {
    text.split_whitespace().nth(1) == Some(version)
}

#[cfg(test)]
mod tests {
    use super::has_version;

    #[test]
    fn the_version_to_the_last_digit() {
        assert!(has_version("trunk 0.21.14", "0.21.14"));
        assert!(has_version("wasm-bindgen 0.2.130 (abc)", "0.2.130"));
        assert!(!has_version("wasm-bindgen 0.2.13", "0.2.130"));
        assert!(!has_version("", "0.2.130"));
    }
}
