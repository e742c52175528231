//! Python, with what the wheel is made and tested by.

use std::path::PathBuf;
use std::process::Command;

use super::announce;
use crate::process::{self, Outcome};
use crate::project::Project;

/// Python in an environment of its own in the target folder, with the packages of `python/requirements.txt`.
pub fn python(project: &Project) -> Outcome<PathBuf> {
    let folder = project.target().join("release-python");
    let program = of_environment(project);
    if !program.is_file() {
        let python = process::first_on_path(&["python3", "python"]).ok_or("no Python (`python3` on PATH)")?;
        announce("the packages of python/requirements.txt", "about 1 minute");
        process::run(Command::new(python).args(["-m", "venv"]).arg(&folder))?;
    }
    let mut pip = Command::new(&program);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"]);
    process::run(pip.arg(project.path("python/requirements.txt")))?;
    Ok(program)
}

/// A Python that has pytest: that of the environment, or the user's own.
///
/// # Errors
///
/// Why there is none: its tests are skipped then.
pub fn python_with_pytest(project: &Project) -> Outcome<PathBuf> {
    let own = process::first_on_path(&["python3", "python"]);
    let has_pytest = |it: &PathBuf| process::output(it, &["-c", "import pytest"]).is_some();
    let found = [Some(of_environment(project)), own].into_iter().flatten().find(has_pytest);
    found.ok_or_else(|| "no Python has pytest; pip install --requirement python/requirements.txt".into())
}

fn of_environment(project: &Project) -> PathBuf {
    let folder = project.target().join("release-python");
    if cfg!(windows) { folder.join("Scripts/python.exe") } else { folder.join("bin/python") }
}
