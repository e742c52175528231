//! The folder that tools are installed into.

use std::path::{Path, PathBuf};

use crate::process::Outcome;
use crate::project::Project;

/// `slotscope/tools` in the user's cache, shared by all checkouts; in the
/// project's target folder where there is no such cache to write to.
pub fn folder(project: &Project) -> Outcome<PathBuf> {
    if let Some(folder) = of_user()
        && is_writable(&folder)
    {
        return Ok(folder);
    }
    let folder = of_project(project);
    std::fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    Ok(folder)
}

/// The folder, without creating it or checking that it can be written to.
pub fn place(project: &Project) -> PathBuf {
    of_user().unwrap_or_else(|| of_project(project))
}

fn of_user() -> Option<PathBuf> {
    Some(user_cache()?.join("slotscope").join("tools"))
}

fn of_project(project: &Project) -> PathBuf {
    project.target().join("cache")
}

fn user_cache() -> Option<PathBuf> {
    let named = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    // The XDG rules say that a relative folder is to be ignored.
    named.filter(|folder| folder.is_absolute()).or_else(|| Some(std::env::home_dir()?.join(".cache")))
}

fn is_writable(folder: &Path) -> bool {
    let probe = folder.join(format!(".writable-{}", std::process::id()));
    std::fs::create_dir_all(folder).is_ok()
        && std::fs::write(&probe, []).is_ok()
        && std::fs::remove_file(&probe).is_ok()
}
