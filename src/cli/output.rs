//! Where results go: into files, or to standard output where it is called `-`.

use std::path::{Path, PathBuf};

use super::{Failure, print};
use crate::experiment::Provenance;

/// Whether a path stands for standard output.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// Refuses two results on standard output. Each has the option that asks for it.
pub fn check_one_standard(asked: &[(String, &Path)]) -> Result<(), Failure> {
    let there: Vec<&str> = asked
        .iter()
        .filter(|(_, path)| is_standard(path))
        .map(|(option, _)| option.as_str())
        .collect();
    match there.as_slice() {
        [first, second, ..] => {
            let why = format!("holds {first} or {second}, not both: name a file for one of them");
            Err(Failure::at("standard output", why))
        }
        _ => Ok(()),
    }
}

/// Writes a result.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    if is_standard(path) {
        return print(text);
    }
    std::fs::write(path, text).map_err(|error| Failure::at(&path.display().to_string(), error))
}

/// Writes a result, and beside its file `FILE.provenance.json`.
pub fn write_with_provenance(
    path: &Path,
    text: &str,
    provenance: &Provenance,
) -> Result<(), Failure> {
    write(path, text)?;
    write_provenance(path, provenance)
}

/// Writes `FILE.provenance.json` beside the file of a result. Standard output, pipes and devices have nothing
/// beside them.
pub fn write_provenance(path: &Path, provenance: &Provenance) -> Result<(), Failure> {
    let is_file = std::fs::metadata(path).is_ok_and(|it| it.is_file());
    let is_device = path.starts_with("/dev") || path.starts_with("/proc");
    match is_file && !is_device && !is_standard(path) {
        true => write(&beside(path), &provenance.to_json()),
        false => Ok(()),
    }
}

/// `jobs.csv.provenance.json` of `jobs.csv`.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".provenance.json");
    name.into()
}
