//! rustfmt on every file of the project.
//!
//! `cargo fmt` follows `mod` declarations, and does not see those that a macro makes: the folder of each
//! system. It takes further files by name, each with those that it declares.

use std::path::{Path, PathBuf};

use crate::process::Outcome;
use crate::project::Project;

/// Where Rust files are.
const FOLDERS: [&str; 7] = ["src", "crates", "tests", "benches", "fuzz/src", "fuzz/tests", "xtask/src"];

/// Formats all files.
pub fn format(project: &Project) -> Outcome<()> {
    rustfmt(project, &[])
}

/// Fails if a file is not formatted.
pub fn check(project: &Project) -> Outcome<()> {
    rustfmt(project, &["--check"])
}

fn rustfmt(project: &Project, options: &[&str]) -> Outcome<()> {
    let mut files = Vec::new();
    for folder in FOLDERS {
        collect(&project.path(folder), &mut files)?;
    }
    files.retain(|file| !is_declared(file));
    let mut command = project.cargo(&["fmt", "--all"]);
    command.args(options).arg("--").args(files);
    let status = command.status().map_err(|error| format!("cannot start `cargo fmt`: {error}"))?;
    match (status.success(), options.is_empty()) {
        (true, _) => Ok(()),
        // It names hundreds of files.
        (false, true) => Err("`cargo fmt` failed".into()),
        (false, false) => Err("not formatted as above: `cargo xtask format` does it".into()),
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Outcome<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|it| it == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// Whether the module above declares this file's module by name: rustfmt then formats both.
fn is_declared(file: &Path) -> bool {
    let module = if file.ends_with("mod.rs") { file.parent() } else { Some(file) };
    let Some((folder, name)) = module.and_then(|it| it.parent().zip(it.file_stem()?.to_str())) else {
        return false;
    };
    let mut above = ["mod.rs", "lib.rs", "main.rs"].map(|it| folder.join(it)).into_iter();
    let declares = |it: PathBuf| std::fs::read_to_string(it).is_ok_and(|it| it.contains(&format!("mod {name};")));
    above.any(declares) || declares(folder.with_extension("rs"))
}
