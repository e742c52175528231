//! Folders of plans are used only if their owner alone can change them. In others, links could make a command
//! overwrite its user's files.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::folder::name;
use crate::cli::Failure;

/// Refuses a folder that is a link, is owned by another user, or is writable by others. A missing folder
/// passes.
pub fn check(folder: &Path) -> Result<(), Failure> {
    // With a slash at its end a link would be followed.
    let folder: std::path::PathBuf = folder.components().collect();
    let metadata = match fs::symlink_metadata(&folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        metadata => metadata.map_err(|error| Failure::at(&name(&folder), error))?,
    };
    if metadata.is_symlink() {
        let to = fs::canonicalize(&folder).map_or_else(|_| "nothing".to_owned(), |to| name(&to));
        let why = format!("is a link, to {to}: a plan lies in a real folder; name that one, or copy it");
        return Err(Failure::at(&name(&folder), why));
    }
    if !metadata.is_dir() {
        return Err(Failure::at(&name(&folder), "is no folder"));
    }
    check_owner(&folder, &metadata)
}

#[cfg(unix)]
fn check_owner(folder: &Path, metadata: &fs::Metadata) -> Result<(), Failure> {
    use std::os::unix::fs::MetadataExt;
    if metadata.uid() != nix::unistd::geteuid().as_raw() {
        let why = "is owned by another user, who could overwrite your files through it: copy it (cp -r)";
        return Err(Failure::at(&name(folder), why));
    }
    if metadata.mode() & 0o022 != 0 {
        let quoted = super::slurm::shell(folder);
        let why = format!("is writable by others, who could overwrite your files through it: chmod go-w {quoted}");
        return Err(Failure::at(&name(folder), why));
    }
    Ok(())
}

#[cfg(not(unix))]
fn check_owner(_: &Path, _: &fs::Metadata) -> Result<(), Failure> {
    Ok(())
}

/// Creates a folder, and its parents, writable by no other user; or checks the one that is there.
pub fn create(folder: &Path) -> Result<(), Failure> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o755);
    check(folder)?;
    builder.create(folder).map_err(|error| Failure::at(&name(folder), format!("could not be created: {error}")))
}

/// Refuses a folder that has entries other than files of one name each: a batch system would write to the target of
/// a link.
pub fn check_holds_files(folder: &Path) -> Result<(), Failure> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        entries => entries.map_err(|error| Failure::at(&name(folder), error))?,
    };
    for entry in entries {
        let entry = entry.map_err(|error| Failure::at(&name(folder), error))?;
        let metadata = entry.metadata().map_err(|error| Failure::at(&name(&entry.path()), error))?;
        if !metadata.is_file() || names(&metadata) != 1 {
            let why = "is no regular file with one name, and the cluster writes into this folder: remove it";
            return Err(Failure::at(&name(&entry.path()), why));
        }
    }
    Ok(())
}

/// How many names a file has.
#[cfg(unix)]
fn names(metadata: &fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(metadata)
}

#[cfg(not(unix))]
fn names(_: &fs::Metadata) -> u64 {
    1
}
