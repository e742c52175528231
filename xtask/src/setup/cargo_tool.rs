//! A program that `cargo install` provides.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::compiling;
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
    /// Which step of the whole it is: `2 of 4`.
    pub step: &'a str,
}

impl CargoTool<'_> {
    /// The program on PATH if it has the right version, else that of the
    /// cache, else a new one in the cache.
    pub fn find_or_install(&self, cache: &Path) -> Outcome<PathBuf> {
        let root = cache.join(format!("{}-{}", self.program, self.version));
        let cached =
            root.join("bin")
                .join(format!("{}{}", self.program, std::env::consts::EXE_SUFFIX));
        let candidates = [process::on_path(self.program), Some(cached.clone())];
        if let Some(found) = candidates.into_iter().flatten().find(|p| self.fits(p)) {
            return Ok(found);
        }
        self.install(cache, &root)?;
        if self.fits(&cached) {
            Ok(cached)
        } else {
            Err(format!("{} was installed but does not run", cached.display()).into())
        }
    }

    fn fits(&self, program: &Path) -> bool {
        process::output(program, &["--version"])
            .is_some_and(|text| has_version(&text, self.version))
    }

    fn install(&self, cache: &Path, root: &Path) -> Outcome<()> {
        let (package, version) = (self.package, self.version);
        let what = format!(
            "{}: building {package} {version} into {}, once",
            self.step,
            root.display()
        );
        // With the versions its authors tested; where a registry lacks one of those, with the newest that fit.
        let mut locked = self.command(cache, root, &["--locked"]);
        if compiling::run(&mut locked, &what, self.crates).is_ok() {
            return Ok(());
        }
        let what = format!(
            "{}: the same with the newest versions of what it uses",
            self.step
        );
        compiling::run(&mut self.command(cache, root, &[]), &what, self.crates).map_err(|why| {
            format!(
                "could not install {package}; with a network, type\n    \
             cargo install {package} --version {version}\nand try again. Cargo says:\n{why}"
            )
            .into()
        })
    }

    fn command(&self, cache: &Path, root: &Path, options: &[&str]) -> Command {
        let mut command = project::cargo();
        command
            // Away from the project, whose Cargo settings are not meant for it.
            .current_dir(cache)
            .args(["install", self.package, "--version", self.version])
            .args(self.options)
            .args(options)
            .arg("--root")
            .arg(root)
            .env_remove("CARGO_TARGET_DIR")
            // It runs for seconds: what it is built in counts.
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
