//! A snapshot as a short text for the hash of an address, and back. The text is untrusted input.
//!
//! `1.` and, in Base64 for addresses, the CRC-32 of a JSON text (4 bytes, little endian) and that
//! text, deflated. The JSON contains only fields that differ from the defaults. The deflater begins
//! with a dictionary of the words of such texts. Neither the dictionary nor a default may ever
//! change within a version: links that were sent would change.

#[cfg(test)]
mod tests;

use std::fmt;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;

use super::deflate::{self, UnpackError, crc32};
use super::snapshot::{Snapshot, SnapshotError, brief};
use base::json;

/// The version that is written, with the separator after it.
const VERSION: &str = "1.";

/// The words that packed texts begin with, the likeliest last.
const DICTIONARY: &[u8] = include_bytes!("permalink/dictionary-1.txt");

/// No link is longer, in bytes: programs that pass links on cut longer ones.
pub const LONGEST: usize = 32 * 1024;

/// No link unpacks to more bytes.
const MOST_UNPACKED: usize = 1 << 20;

/// Why a link cannot be made or read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// It does not begin with a version.
    NoLink,
    /// Another version of Slotscope made it: which.
    Version(String),
    /// It is longer than [`LONGEST`].
    TooLong,
    /// It has been cut, or changed on the way.
    Damaged,
    /// It unpacks to more than any page needs.
    Bomb,
    /// It is undamaged, but not a snapshot: the error.
    NoSnapshot(String),
    /// It contains an experiment that cannot be shown.
    Refused(SnapshotError),
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoLink => f.write_str("it does not begin with a version, as links of this page do"),
            Self::Version(version) => write!(
                f,
                "it is of version {version}, and this page reads version 1; a newer Slotscope may have made it"
            ),
            Self::TooLong => write!(f, "it is longer than {} kB, the most of a link", LONGEST / 1024),
            Self::Damaged => f.write_str("it is damaged: a part may have been lost when it was copied"),
            Self::Bomb => write!(f, "it unpacks to more than {} kB", MOST_UNPACKED / 1024),
            Self::NoSnapshot(why) => write!(f, "it is not a page of Slotscope: {why}"),
            Self::Refused(why) => write!(f, "its content cannot be shown: {why}"),
        }
    }
}

impl std::error::Error for LinkError {}

/// The link's text, without `#`; empty for the page as it opens first.
///
/// # Errors
///
/// If it would be longer than [`LONGEST`]: a list of many reservations, or very many jobs highlighted.
pub fn link(snapshot: &Snapshot) -> Result<String, LinkError> {
    if *snapshot == Snapshot::default() {
        return Ok(String::new());
    }
    pack(VERSION, &brief(snapshot).to_string())
}

/// A JSON text behind a version, as links carry it.
pub(super) fn pack(version: &str, json: &str) -> Result<String, LinkError> {
    let mut bytes = crc32(json.as_bytes()).to_le_bytes().to_vec();
    bytes.extend(deflate::pack(json.as_bytes(), DICTIONARY));
    let text = version.to_owned() + &BASE64_URL_SAFE_NO_PAD.encode(bytes);
    match text.len() {
        0..=LONGEST if json.len() <= MOST_UNPACKED => Ok(text),
        _ => Err(LinkError::TooLong),
    }
}

/// The snapshot of a link; its text may begin with `#`. The result has passed [`Snapshot::check`].
///
/// # Errors
///
/// A sentence, for every fault. Takes memory in proportion to [`LONGEST`] at most.
pub fn read(text: &str) -> Result<Snapshot, LinkError> {
    let text = text.strip_prefix('#').unwrap_or(text);
    if text.is_empty() {
        return Ok(Snapshot::default());
    }
    let text = unpack(VERSION, text)?;
    let snapshot: Snapshot = json::read(&text).map_err(|why| LinkError::NoSnapshot(why.without_place().to_string()))?;
    snapshot.check().map_err(LinkError::Refused)?;
    Ok(snapshot)
}

/// The JSON text that [`pack`] has put behind that version.
pub(super) fn unpack(version: &str, text: &str) -> Result<Vec<u8>, LinkError> {
    if text.len() > LONGEST {
        return Err(LinkError::TooLong);
    }
    let packed = text.strip_prefix(version).ok_or_else(|| version_of(text))?;
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(packed).map_err(|_| LinkError::Damaged)?;
    let (sum, packed) = bytes.split_first_chunk().ok_or(LinkError::Damaged)?;
    let text = deflate::unpack(packed, DICTIONARY, MOST_UNPACKED).map_err(|why| match why {
        UnpackError::Damaged => LinkError::Damaged,
        UnpackError::TooLarge => LinkError::Bomb,
    })?;
    if crc32(&text) == u32::from_le_bytes(*sum) { Ok(text) } else { Err(LinkError::Damaged) }
}

/// The error for a text that does not begin with the supported version.
fn version_of(text: &str) -> LinkError {
    match text.split_once('.') {
        Some((number, _)) if number.len() < 6 && number.parse::<u32>().is_ok() => LinkError::Version(number.to_owned()),
        _ => LinkError::NoLink,
    }
}
