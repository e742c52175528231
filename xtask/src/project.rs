//! Where the project's files are.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::Outcome;

/// Deletes a folder with its contents, if it exists.
///
/// # Errors
///
/// If a part of it cannot be deleted.
pub fn remove(folder: &Path) -> Outcome<()> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("cannot delete {}: {error}", folder.display()).into())
        }
        _ => Ok(()),
    }
}

/// The checkout that `cargo xtask` was called in.
pub struct Project {
    root: PathBuf,
}

impl Project {
    /// Found from the folder that Cargo runs xtask from.
    pub fn locate() -> Outcome<Project> {
        let manifest =
            std::env::var_os("CARGO_MANIFEST_DIR").ok_or("start this with `cargo xtask`, not by its file name")?;
        let root = Path::new(&manifest).parent().ok_or("xtask lies in no project")?;
        Ok(Project { root: root.to_owned() })
    }

    /// A file or folder of the project.
    pub fn path(&self, relative: impl AsRef<Path>) -> PathBuf {
        self.root.join(relative)
    }

    /// Cargo's target folder.
    pub fn target(&self) -> PathBuf {
        match std::env::var_os("CARGO_TARGET_DIR") {
            Some(folder) => self.root.join(folder),
            None => self.path("target"),
        }
    }

    /// The command line as tests have compiled it.
    pub fn debug_command(&self) -> PathBuf {
        self.target().join("debug").join(format!("slotscope{}", std::env::consts::EXE_SUFFIX))
    }

    /// The names of the integration tests that run natively, each a file or a folder in `tests/`. Those in browsers
    /// and on Slurm are steps of their own.
    pub fn integration_tests(&self) -> Vec<String> {
        const OTHER_STEPS: [&str; 2] = ["browser", "slurm"];
        let name = |entry: std::fs::DirEntry| {
            let name = entry.file_name().to_str()?.to_owned();
            if entry.path().join("main.rs").is_file() {
                Some(name)
            } else {
                name.strip_suffix(".rs").map(str::to_owned)
            }
        };
        let entries = std::fs::read_dir(self.path("tests"));
        let mut names: Vec<String> = entries.into_iter().flatten().flatten().filter_map(name).collect();
        names.retain(|it| !OTHER_STEPS.contains(&it.as_str()));
        names.sort();
        names
    }

    /// Cargo, run in the project.
    pub fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = cargo();
        command.current_dir(&self.root).args(arguments);
        command
    }
}

/// The Cargo that runs this xtask.
pub fn cargo() -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    // Variables that Cargo sets for xtask are not meant for its builds: some build scripts read
    // these and would run again and again.
    for (name, _) in std::env::vars_os() {
        if let Some(name) = name.to_str()
            && (name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_"))
        {
            command.env_remove(name);
        }
    }
    command
}
