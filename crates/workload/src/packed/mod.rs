//! Files that are packed: gzip, zstd and xz data, and zip and tar archives that hold one file to read.

mod archive;
mod fault;
mod gzip;
mod tar;
#[cfg(test)]
mod tests;
mod xz;
mod zip;
mod zstd;

use std::borrow::Cow;

use archive::{Content, Taken};
pub(super) use fault::amount;
pub use fault::{Fault, Packing, UnpackError};

/// A file as it is, or its unpacked content.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unpacked<'a> {
    pub content: Cow<'a, [u8]>,
    /// The files of an archive beside the one that was taken, in a sentence; `None` if there are none.
    pub beside: Option<String>,
}

/// Whether a file is packed, by its first 512 bytes.
pub(super) fn is_packed(bytes: &[u8]) -> bool {
    packing(bytes).is_some() || tar::is_tar(bytes)
}

/// How a file is packed, by its first eight bytes. A tar archive needs more, and its files are as long within it:
/// `None`, as for a plain file.
pub fn packing(bytes: &[u8]) -> Option<Packing> {
    stream(bytes).or(zip::is_zip(bytes).then_some(Packing::Zip))
}

/// A file as it is, or its unpacked content: of gzip, zstd or xz data what they hold; of a zip or a tar archive, which
/// may be such data, its one file, which may be such data as well. At most `limit` bytes.
///
/// # Errors
///
/// If the data are cut short, damaged, larger than `limit` or packed in a way that is not read, or the archive has no
/// file or several that could be meant.
pub(super) fn unpack(bytes: &[u8], limit: u64) -> Result<Unpacked<'_>, UnpackError> {
    let outer = unpack_stream(bytes, limit)?;
    let Some(Taken { content, beside }) = of_archive(&outer, limit)? else {
        let content = outer;
        return Ok(Unpacked { content, beside: None });
    };
    let file = match (content, outer) {
        (Content::Unpacked(content), _) => Cow::Owned(content),
        (Content::Within(range), Cow::Borrowed(all)) => all.get(range).unwrap_or_default().into(),
        // In place: a second copy of half a gigabyte would be too much for a browser.
        (Content::Within(range), Cow::Owned(mut all)) => {
            all.truncate(range.end);
            all.drain(..range.start.min(range.end));
            Cow::Owned(all)
        }
    };
    let content = match stream(&file) {
        Some(_) => Cow::Owned(unpack_stream(&file, limit)?.into_owned()),
        None => file,
    };
    Ok(Unpacked { content, beside })
}

/// The kind of packed data without names of files, by their first bytes.
fn stream(bytes: &[u8]) -> Option<Packing> {
    if gzip::is_gzip(bytes) {
        Some(Packing::Gzip)
    } else if zstd::is_zstd(bytes) {
        Some(Packing::Zstd)
    } else if xz::is_xz(bytes) {
        Some(Packing::Xz)
    } else {
        None
    }
}

/// What gzip, zstd or xz data hold.
pub(super) fn unpack_stream(bytes: &[u8], limit: u64) -> Result<Cow<'_, [u8]>, UnpackError> {
    Ok(match stream(bytes) {
        Some(Packing::Gzip) => gzip::unpack(bytes, limit)?.into(),
        Some(Packing::Zstd) => zstd::unpack(bytes, limit)?.into(),
        Some(Packing::Xz) => xz::unpack(bytes, limit)?.into(),
        Some(Packing::Zip | Packing::Tar) | None => bytes.into(),
    })
}

/// The file of an archive that is meant; `None` if the bytes are no archive.
fn of_archive(bytes: &[u8], limit: u64) -> Result<Option<Taken>, UnpackError> {
    if zip::is_zip(bytes) {
        zip::file(bytes, limit).map(Some)
    } else if tar::is_tar(bytes) {
        tar::file(bytes, limit).map(Some)
    } else {
        Ok(None)
    }
}
