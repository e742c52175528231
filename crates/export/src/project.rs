//! A whole page as a file, with the log if that is wanted.

#[cfg(test)]
mod tests;

use std::fmt;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::deflate;
use super::snapshot::{Snapshot, Source};
use base::json;

/// The version of project files that is written and read.
const VERSION: u32 = 1;

/// The most bytes of a log that go into a project, both as it was dropped and as [`Project::log`]
/// unpacks it.
pub const MOST_LOG: usize = 64 << 20;

/// A project as it stands in its file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    slotscope_project: u32,
    snapshot: Snapshot,
    #[serde(skip_serializing_if = "Option::is_none")]
    log: Option<Log>,
}

/// A log in a project: its bytes in Base64, packed by gzip where they were not packed yet.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Log {
    packed: bool,
    base64: String,
}

/// The content of a project file.
#[derive(Clone, Debug, PartialEq)]
pub struct Project {
    /// The page.
    pub snapshot: Snapshot,
    /// The log's bytes as they were dropped, if the file has them.
    pub log: Option<Vec<u8>>,
}

/// The fault of a project file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectError(pub String);

impl fmt::Display for ProjectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ProjectError {}

/// Whether a text is meant as a project: a JSON object with the field that says so. Linear in its
/// length; allocates no values.
pub fn looks_like_one(bytes: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Sign {
        #[serde(rename = "slotscope_project")]
        _version: IgnoredAny,
    }
    let json = without_mark(bytes).trim_ascii_start();
    json.starts_with(b"{") && serde_json::from_slice::<Sign>(json).is_ok()
}

/// The text of a project file: one JSON object, the scenarios written out in full.
///
/// # Errors
///
/// If the log is larger than [`MOST_LOG`], or the snapshot of the page could not be opened again.
pub fn write(project: &Project) -> Result<String, ProjectError> {
    let checked = project.snapshot.check();
    checked.map_err(|why| ProjectError(why.to_string()))?;
    if project.log.as_ref().is_some_and(|log| log.len() > MOST_LOG) {
        return fail(format!("the log is larger than {} MB, the most that a project holds", MOST_LOG >> 20));
    }
    let file = File {
        slotscope_project: VERSION,
        snapshot: project.snapshot.clone(),
        log: project.log.as_ref().map(|log| {
            let packed = !deflate::is_gzip(log);
            let base64 = if packed { BASE64_STANDARD.encode(deflate::gzip(log)) } else { BASE64_STANDARD.encode(log) };
            Log { packed, base64 }
        }),
    };
    let text = serde_json::to_string_pretty(&file);
    text.map_err(|error| ProjectError(error.to_string()))
}

/// Reads a project file. Its snapshot has passed [`Snapshot::check`]. Its caller checks whether its
/// log is the one that the snapshot names, by [`FileMark::of`](super::snapshot::FileMark::of).
///
/// # Errors
///
/// A sentence: for a text that is no project, another version, a snapshot that cannot be shown, a
/// log that is damaged or too large.
pub fn read(bytes: &[u8]) -> Result<Project, ProjectError> {
    #[derive(Deserialize)]
    struct Sign {
        slotscope_project: u32,
    }
    let text = without_mark(bytes);
    let wrong = |mistake: json::Mistake| ProjectError(mistake.to_string());
    let sign: Sign = json::read(text).map_err(wrong)?;
    if sign.slotscope_project != VERSION {
        return fail(format!("it is of version {}, and this page reads version {VERSION}", sign.slotscope_project));
    }
    let File { snapshot, log, .. } = json::read(text).map_err(wrong)?;
    snapshot.check().map_err(|why| ProjectError(why.to_string()))?;
    let log = log.map(Log::unpack).transpose()?;
    if log.is_some() && !matches!(snapshot.workload, Source::File(_)) {
        return fail("it has a log, but its workload is no file".to_owned());
    }
    Ok(Project { snapshot, log })
}

impl Log {
    fn unpack(self) -> Result<Vec<u8>, ProjectError> {
        let damaged = || ProjectError("its log is damaged".to_owned());
        let bytes = BASE64_STANDARD.decode(self.base64).map_err(|_| damaged())?;
        if !self.packed {
            return Ok(bytes);
        }
        deflate::gunzip(&bytes, MOST_LOG).map_err(|why| match why {
            deflate::UnpackError::Damaged => damaged(),
            deflate::UnpackError::TooLarge => {
                ProjectError(format!("its log unpacks to more than {} MB", MOST_LOG >> 20))
            }
        })
    }
}

fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

fn fail<T>(why: String) -> Result<T, ProjectError> {
    Err(ProjectError(why))
}
