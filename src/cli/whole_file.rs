//! Files that are written whole or not at all, and read only where they are files.

use std::fs;
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::Failure;

/// Writes a file whole or not at all: under a fresh name beside it, which then replaces the old file. A link is
/// replaced, not followed; two that write the same at once do no harm. `permissions` are those of the new file,
/// otherwise those of the file that it replaces, otherwise the usual ones.
///
/// # Errors
///
/// If the folder is not there or takes no new file, or has no room. The old file then stays.
pub fn write_whole(path: &Path, bytes: &[u8], permissions: Option<fs::Permissions>) -> Result<(), Failure> {
    let replaced = || fs::symlink_metadata(path).ok().filter(fs::Metadata::is_file);
    let permissions = permissions.or_else(|| replaced().map(|it| it.permissions()));
    let mut tries = 0;
    loop {
        let temporary = temporary(path);
        let written = write_new(&temporary, bytes, permissions.clone()).and_then(|()| fs::rename(&temporary, path));
        let Err(error) = written else {
            return Ok(());
        };
        let _ = fs::remove_file(&temporary);
        tries += 1;
        // Another process has taken it for one that was left behind.
        if error.kind() == ErrorKind::NotFound && tries < 5 {
            continue;
        }
        let why = format!("could not be written: {error}; the old file is unchanged");
        return Err(Failure::at(&path.display().to_string(), why));
    }
}

/// Removes from a folder the temporary files of these names: processes that were killed have left them. One that is
/// being written is written again.
pub fn remove_temporaries(folder: &Path, is_one: impl Fn(&str) -> bool) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(|it| it.file_name().to_str().is_some_and(&is_one)) {
        let _ = fs::remove_file(entry.path());
    }
}

/// A name beside a file that no other file has: not on this machine by the process, not on another by the time.
fn temporary(path: &Path) -> PathBuf {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let next = NEXT.fetch_add(1, Ordering::Relaxed);
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let now = now.map_or(0, |it| it.as_nanos());
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{file}.{}-{next}-{now}.tmp", std::process::id()))
}

/// Whether a name is that of such a file beside one of this name.
pub fn is_temporary(name: &str, beside: &str) -> bool {
    let rest = name.strip_prefix('.').and_then(|it| it.strip_prefix(beside));
    rest.is_some_and(|it| it.starts_with('.') && it.ends_with(".tmp"))
}

fn write_new(path: &Path, bytes: &[u8], permissions: Option<fs::Permissions>) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    // At no moment may others read a file that its permissions will close to them.
    #[cfg(unix)]
    if permissions.is_some() {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    let mut file = options.open(path)?;
    file.write_all(bytes)?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    // Otherwise after a power failure the new name may be there without its content.
    file.sync_all()
}

/// Reads a file of at most `most` bytes. O(bytes).
///
/// # Errors
///
/// If it is none (a pipe, which may never end, a device, a folder), is larger, or cannot be read.
pub fn read_file(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    // Opening a pipe waits for its other end.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "this is no file"));
    }
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let why = format!("it is larger than {most} bytes");
        return Err(io::Error::new(ErrorKind::FileTooLarge, why));
    }
    Ok(bytes)
}
