//! Where results go: into files, or to standard output where it is called `-`.

use std::fs::Metadata;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::input::Place;
use super::input::write_whole;
use super::terminal::{plain, tell};
use super::{Failure, print};
use crate::experiment::Provenance;

/// Whether a path stands for standard output.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// A file that a command reads: its role, and its path or `-`.
pub type Input<'a> = (&'a str, &'a Place);

/// Refuses, before anything is run, two results on standard output, in one file, or in a file that is read. Each
/// result has the option that asks for it.
///
/// # Errors
///
/// The first such pair.
pub fn check(inputs: &[Input], outputs: &[(String, &Path)]) -> Result<(), Failure> {
    check_one_standard(outputs)?;
    let mut read: Vec<(&str, Identity)> = Vec::new();
    for (what, path) in inputs {
        read.extend(identities_of_input(path).map(|it| (*what, it)));
    }
    let mut written: Vec<(&str, Identity)> = Vec::new();
    let files = outputs.iter().flat_map(|(option, path)| [(option, path.to_path_buf()), (option, beside(path))]);
    for (option, path) in files.filter(|(_, path)| !is_standard(path) && !is_device(path)) {
        let own = identity(&path, std::fs::symlink_metadata(&path));
        let followed = identity(&path, std::fs::metadata(&path));
        let is_read = |it: &&(&str, Identity)| Some(&it.1) == own.as_ref() || Some(&it.1) == followed.as_ref();
        // The new file replaces a link, so that two links are two files.
        let is_written = |it: &&(&str, Identity)| Some(&it.1) == own.as_ref() && it.0 != option;
        let why = match (read.iter().find(is_read), written.iter().find(is_written)) {
            (Some((what, _)), _) => format!("is {what}, which is read: name another file"),
            (_, Some((other, _))) => format!("would also be written by {other}: name another file"),
            (None, None) => {
                written.extend(own.map(|it| (option.as_str(), it)));
                continue;
            }
        };
        return Err(Failure::at(&format!("{option} {}", path.display()), why));
    }
    Ok(())
}

fn check_one_standard(outputs: &[(String, &Path)]) -> Result<(), Failure> {
    let there: Vec<&str> =
        outputs.iter().filter(|(_, path)| is_standard(path)).map(|(option, _)| option.as_str()).collect();
    match there.as_slice() {
        [first, second, ..] => {
            let why = format!("holds {first} or {second}, not both: name a file for one of them");
            Err(Failure::at("standard output", why))
        }
        _ => Ok(()),
    }
}

/// The identity of a file, whatever its name.
#[derive(PartialEq, Eq)]
enum Identity {
    /// Device and inode of one that is there.
    #[cfg(unix)]
    File(u64, u64),
    /// The path of another.
    Path(PathBuf),
}

/// The identity of a file by its metadata; without them, by its place.
fn identity(path: &Path, metadata: std::io::Result<Metadata>) -> Option<Identity> {
    match metadata {
        #[cfg(unix)]
        Ok(metadata) => Some(identity_of(&metadata)),
        #[cfg(not(unix))]
        Ok(_) => std::fs::canonicalize(path).ok().map(Identity::Path),
        Err(_) => place(path).ok().map(Identity::Path),
    }
}

/// Where a file stands or will: the real path of its folder, and its own name.
///
/// # Errors
///
/// If the folder is not there.
pub fn place(path: &Path) -> std::io::Result<PathBuf> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let folder = std::fs::canonicalize(folder)?;
    Ok(folder.join(path.file_name().unwrap_or_default()))
}

#[cfg(unix)]
fn identity_of(metadata: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    Identity::File(metadata.dev(), metadata.ino())
}

/// The identities of a link and of its target; of the file behind standard input, if there is one.
fn identities_of_input(input: &Place) -> impl Iterator<Item = Identity> {
    let path: &Path = input.as_ref();
    let identities = if is_standard(path) {
        [identity_of_standard_input(), None]
    } else if is_device(path) {
        [None, None]
    } else {
        let own = identity(path, std::fs::symlink_metadata(path));
        [own, identity(path, std::fs::metadata(path))]
    };
    identities.into_iter().flatten()
}

#[cfg(unix)]
fn identity_of_standard_input() -> Option<Identity> {
    use std::os::fd::AsFd;
    let input = std::io::stdin().as_fd().try_clone_to_owned().ok()?;
    let metadata = std::fs::File::from(input).metadata().ok()?;
    metadata.is_file().then(|| identity_of(&metadata))
}

#[cfg(not(unix))]
fn identity_of_standard_input() -> Option<Identity> {
    None
}

/// Whether a path leads to a pipe or a device, or to wherever a shell has put an end of one.
fn is_device(path: &Path) -> bool {
    let is_other = std::fs::metadata(path).is_ok_and(|it| !it.is_file() && !it.is_dir());
    is_other || path.starts_with("/dev") || path.starts_with("/proc")
}

/// Writes a result: to standard output, into a pipe or a device, or into a file, whole or not at all.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    if is_standard(path) {
        return print(text);
    }
    if is_device(path) {
        let written = std::fs::write(path, text);
        return written.map_err(|error| Failure::at(&path.display().to_string(), error));
    }
    write_whole(path, text.as_bytes(), None)
}

/// Writes a result, and beside its file `FILE.provenance.json`.
pub fn write_with_provenance(path: &Path, text: &str, provenance: &Provenance) -> Result<(), Failure> {
    write(path, text)?;
    write_provenance(path, provenance)
}

/// Writes `FILE.provenance.json` beside the file of a result. There is none for standard output, pipes and
/// devices.
pub fn write_provenance(path: &Path, provenance: &Provenance) -> Result<(), Failure> {
    if is_standard(path) || is_device(path) { Ok(()) } else { write(&beside(path), &provenance.to_json()) }
}

/// `jobs.csv.provenance.json` of `jobs.csv`.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".provenance.json");
    name.into()
}

/// The time before the first report.
const QUIET: Duration = Duration::from_secs(1);

/// The shortest time between two updates of a terminal's line.
const ON_TERMINAL: Duration = Duration::from_millis(100);

/// The time between two lines elsewhere.
const ELSEWHERE: Duration = Duration::from_secs(10);

/// A line that is written over on a terminal; elsewhere a plain line now and then.
pub struct Progress {
    what: &'static str,
    all: usize,
    begun: Instant,
    told: Option<Instant>,
    is_terminal: bool,
}

impl Progress {
    /// The progress of a command with `all` runs.
    pub fn new(what: &'static str, all: usize) -> Self {
        Self { what, all, begun: Instant::now(), told: None, is_terminal: std::io::stderr().is_terminal() }
    }

    /// Reports that `done` runs are done.
    pub fn tell(&mut self, done: usize) {
        if !is_due(self.begun.elapsed(), self.told.map(|it| it.elapsed()), self.is_terminal) {
            return;
        }
        self.told = Some(Instant::now());
        let Self { what, all, .. } = self;
        match self.is_terminal {
            true => eprint!("\r{}: {done} of {all} runs", plain(what)),
            false => tell(format!("{what}: {done} of {all} runs")),
        }
        // A failure does not matter.
        let _ = std::io::stderr().flush();
    }

    /// Takes the line off a terminal, so that other lines can be printed there.
    pub fn clear(&self) {
        if self.told.is_some() && self.is_terminal {
            eprint!("\r\x1b[K");
        }
    }

    /// All are done.
    pub fn end(&self) {
        self.clear();
        if self.told.is_some() {
            let seconds = self.begun.elapsed().as_secs_f64();
            tell(format!("{}: {} runs done in {seconds:.1} s", self.what, self.all));
        }
    }
}

/// Whether a report is due this long after the beginning, and this long after the last one.
fn is_due(since_begun: Duration, since_told: Option<Duration>, is_terminal: bool) -> bool {
    let pause = if is_terminal { ON_TERMINAL } else { ELSEWHERE };
    since_begun >= QUIET && since_told.is_none_or(|it| it >= pause)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_commands_say_nothing_and_long_ones_not_too_much() {
        let due = |begun, told: Option<u64>, is_terminal| {
            let told = told.map(Duration::from_millis);
            is_due(Duration::from_millis(begun), told, is_terminal)
        };
        assert!(!due(999, None, true) && !due(999, None, false));
        assert!(due(1_000, None, true) && due(1_000, None, false));
        assert!(due(1_200, Some(100), true) && !due(1_200, Some(100), false));
        assert!(due(12_000, Some(10_000), false));
    }
}
