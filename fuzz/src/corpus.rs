//! The inputs that every run begins with.

use std::path::{Path, PathBuf};

/// The folder of all corpora, one folder for each target.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

/// The inputs of a target, in the order of their names.
///
/// # Errors
///
/// Those of the file system: there is no such folder.
pub fn of(target: &str) -> std::io::Result<Vec<Vec<u8>>> {
    let entries = std::fs::read_dir(folder().join(target))?;
    let mut paths: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    paths.sort();
    paths.iter().map(std::fs::read).collect()
}
